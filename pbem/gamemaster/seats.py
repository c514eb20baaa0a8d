"""Seats: REPLACE, EJECT, RENEW, MAIL.

Everybody is informed that a power has a new player; the name only if the house rules show names.
"""

import re
from collections.abc import Sequence
from typing import Any

from sqlmodel import col, select

from adjudicator.robots.robot import LEVELS, Level
from pbem.commands.context import Person, TableContext, power_meant, powers_begun, powers_of_player
from pbem.commands.lookup.briefing import brief, introduce
from pbem.commands.seats.all_seeing import LOOKED, SAW_ALL, has_seen
from pbem.commands.seats.empty_tables import go_on_if_stopped, news_of_free_seat
from pbem.commands.seats.joining import applicants_of
from pbem.commands.seats.seat_changes import end_if_agreed, give_time, next_in_line, seat_of, take, vacate
from pbem.core.addresses import registrable
from pbem.core.person import named
from pbem.core.sentences import Sentence, Unusable, Words, cause_of, sentence
from pbem.outbound import bounces
from pbem.store.game_tables import Seat
from pbem.store.player_tables import Applicant
from pbem.store.states import FORMING, OVER
from pbem.tables import robots
from pbem.tables.gm_actions import GmAction, GmContext, GmRequest, NotDone
from pbem.tables.house_rules import house_rules
from pbem.tables.identity import GM, gm_seat, second_player
from pbem.tables.news import worded_news
from pbem.tables.opening import powers_of, welcome
from pbem.tables.people.names import called
from pbem.tables.people.readers import all_readers
from pbem.tables.people.reply_addresses import is_ours
from pbem.tables.seats import shared_hands
from pbem.tables.seats.vacancies import playing

A_ROBOT = re.compile(
    r"(?:an?\s+|the\s+)?(?:(?:easy|steady|random)\s+)?(?:(?:robot|bot)s?|computers?|computer\s+players?)",
    re.I,
)
BY_ROBOT = "a robot"  # who has a seat now, in place of an address
LIST = re.compile(r"\s*(?:,\s*and\b|,|\band\b|&)\s*", re.I)
WAITING_LIST = re.compile(
    r"(?:the\s+)?(?:(?:first|next)\s+(?:(?:one|player|person)\s+)?(?:of|on|in|from)\s+)?(?:the\s+)?"
    r"(?:(?:waiting|stand-?by)\s+)?list|(?:an?|the(?:\s+(?:first|next))?)\s+stand-?by(?:\s+player)?",
    re.I,
)


def powers_at(gm: GmContext) -> list[str]:
    """Return the powers of the table: those that its options let play, and any that has a player."""
    there = {*powers_of(gm.office, gm.table), *(seat.power for seat in gm.seats)}
    return [power for power in gm.game.card.seats if power in there]


def power_of(gm: GmContext, text: str, powers: Sequence[str]) -> str:
    """Return the one of *powers* that *text* names, itself or by its player. Raises NotDone."""
    try:
        return power_meant(text, powers)
    except Unusable as fault:
        played = _played_by(gm, text)
        if len(played) == 1:
            return played[0]
        unclear = sentence("names", "may_be", written=text, powers=played)
        raise NotDone(unclear if played else fault.sentence) from None


def _played_by(gm: GmContext, text: str) -> Sequence[str]:
    """Return the powers of the player called *text*. Raises NotDone if there are several players."""
    try:
        return powers_of_player(text, gm.seats, with_address=True)
    except Unusable as fault:
        raise NotDone(fault.sentence) from None


def power_to_move(gm: GmContext, text: str) -> str:
    """Return the power, or one of those that move together, that *text* names. Raises NotDone."""
    if powers_begun(text, powers_at(gm)):
        return power_of(gm, text, powers_at(gm))
    played = _played_by(gm, text)
    is_one_hand = len(played) > 1 and any(set(played) <= set(hand) for hand in gm.due.hands)
    return played[0] if is_one_hand else power_of(gm, text, powers_at(gm))


def together(gm: GmContext, power: str) -> list[str]:
    return shared_hands.together(gm.due, gm.seats, power)


def powers_of_list(gm: GmContext, text: str) -> list[str]:
    """Return the powers of a list, each with those that move together with it. Raises NotDone."""
    named = [power_to_move(gm, one) for one in LIST.split(text) if one]
    return list(dict.fromkeys(power for one in named for power in together(gm, one)))


def check_not_over(gm: GmContext) -> None:
    """Raise NotDone if nobody needs a player any more."""
    if gm.table.state == OVER:
        raise NotDone(sentence("game_end", "over", table=gm.table.key))


def replace_player(gm: GmContext, request: GmRequest) -> Sequence[Words]:
    """Give a seat to another player: REPLACE France with Dora <dora@x.org>; with me; from the list.

    Several may go to robots: REPLACE France, Italy and Turkey with a robot.
    """
    check_not_over(gm)
    powers, text = powers_of_list(gm, request.arguments[0]), request.arguments[1]
    if gm.table.state == FORMING:
        raise NotDone(_after_begin(gm, powers[0]))
    if A_ROBOT.fullmatch(text.strip()):
        return _replace_by_robots(gm, request, powers)
    if powers != together(gm, powers[0]):
        raise NotDone(sentence("gm_seats", "one_player_for_several", powers=[*map(gm.named, powers)]))
    newcomer = _newcomer(gm, powers[0], text)
    if _knows_secrets(gm, newcomer.address):
        raise NotDone(sentence("gm_seats", "has_seen", address=newcomer.address))
    had_player = any(seat.power in powers for seat in gm.seats)
    _vacate(gm, request, powers, "replaced", newcomer.address)
    new = [take(gm.session, gm.table, power, newcomer) for power in powers]
    is_resumed = go_on_if_stopped(_at(gm))
    is_moved = give_time(gm.table, gm.now) or is_resumed
    for seat in new:
        introduce(_at(gm), seat)
    return _tell_of_new_player(gm, request, new, is_moved=is_moved, had_player=had_player)


def _after_begin(gm: GmContext, power: str) -> Sentence:
    """Say how somebody can get a power although the game has not begun and nobody has one yet."""
    judge = gm.office.credentials.judge
    return sentence("gm_seats", "no_seats_yet", table=gm.table.key, power=power, judge=judge)


def _knows_secrets(gm: GmContext, address: str) -> bool:
    """Return whether secrets keep somebody from playing; not the game master in office, who may stand in."""
    reasons = (SAW_ALL,) if address == gm.table.gm_address else (SAW_ALL, LOOKED)
    return has_seen(gm.session, gm.table, address, *reasons)


def _tell_of_new_player(
    gm: GmContext, request: GmRequest, new: Sequence[Seat], *, is_moved: bool, had_player: bool
) -> Sequence[Words]:
    """Store who plays the seats now, inform everybody, and return the answer."""
    powers, seat = [gm.named(one.power) for one in new], new[0]
    player = seat.player if house_rules(gm.table).names == "shown" else ""
    logged = sentence("gm_seats", "new_player", powers=powers, player=player)
    gm.write_down(request, logged, for_bulletin=True)
    is_gm = seat.address == gm_seat(gm.table).address
    if is_gm:
        gm.write_down(request, sentence("gm_seats", "gm_plays"), for_bulletin=True)
    facts: dict[str, Any] = {"powers": powers, "player": player, "turns": 0, "is_gm": is_gm}
    gm.notify_table(request, "new_player", with_deadline=is_moved, but=seat.address, **facts)
    return [
        sentence(
            "gm_seats",
            "replaced",
            powers=powers,
            player=player,
            address=seat.address,
            had_player=had_player,
        ),
        *([sentence("gm_seats", "you_play")] if is_gm else []),
    ]


def _replace_by_robots(gm: GmContext, request: GmRequest, powers: Sequence[str]) -> Sequence[Words]:
    """Let robots play seats until somebody takes them over: REPLACE Umbar and Rohan with a robot."""
    level = _level_meant(request)
    in_the_game = playing(gm.game.due(gm.table.position), gm.game.card.seats)
    if gone := next((power for power in powers if power not in in_the_game), ""):
        raise NotDone(sentence("gm_seats", "not_in_the_game", power=gm.named(gone)))
    _vacate(gm, request, powers, "replaced", BY_ROBOT)
    for power in powers:
        robots.unseat(gm.session, gm.table.key, power)
        robots.seat(gm.session, gm.table, power, level or robots.STANDS_IN, gm.now)
    is_resumed = go_on_if_stopped(_at(gm))
    named = [gm.named(power) for power in powers]
    gm.write_down(request, sentence("gm_seats", "robots_play", powers=named), for_bulletin=True)
    gm.notify_table(request, "robots_play", with_deadline=is_resumed, powers=named)
    is_over = end_if_agreed(gm.session, gm.office, gm.table, gm.now)
    return [
        sentence(
            "gm_seats",
            "robots_seated",
            named=named,
            power=powers[0],
            table=gm.table.key,
            is_over=is_over,
            level=level,
        )
    ]


def _level_meant(request: GmRequest) -> Level | None:
    """Return the level of robots that the line names, None if it names none."""
    words = request.arguments[1].lower().split()
    return next((level for level in LEVELS if level in words), None)


def _vacate(
    gm: GmContext,
    request: GmRequest,
    powers: Sequence[str],
    reason: str,
    successor: str = "",
) -> None:
    """Take seats from their players, if any, and inform them; *successor* is an address, or BY_ROBOT."""
    former: dict[tuple[str, str], list[str]] = {}
    for seat in [seat for power in powers if (seat := seat_of(gm.session, gm.table.key, power))]:
        notify_second(gm, request, seat, successor)
        vacate(gm.session, gm.table, seat, reason, gm.now)
        former.setdefault((seat.player, seat.address), []).append(seat.power)
    for to, lost in former.items():
        if to[1] not in (successor, gm.table.gm_address):
            back = lost[0] if successor == BY_ROBOT else ""
            gm.notify_one(request, to, "seat_taken_away", powers=[*map(gm.named, lost)], back=back)


def notify_second(gm: GmContext, request: GmRequest, seat: Seat, successor: str = "") -> None:
    """Inform the second player of a seat that is taken away, before it is vacated."""
    other = second_player(gm.session, seat)
    if other is not None and other.address != successor:
        gm.notify_one(request, (other.name, other.address), "share_ended", power=gm.named(seat.power))


def eject(gm: GmContext, request: GmRequest) -> Sequence[Words]:
    """Take seats away: EJECT France; EJECT France and Italy; before the game begins, EJECT Ann."""
    check_not_over(gm)
    if gm.table.state == FORMING:
        return _remove_applicant(gm, request)
    powers = powers_of_list(gm, request.arguments[0])
    for power in powers:
        _seated(gm, request, power)
    _vacate(gm, request, powers, "ejected")
    named = [gm.named(power) for power in powers]
    gm.write_down(request, sentence("gm_seats", "open", powers=named), for_bulletin=True)
    facts = gm.facts_of(request, {"powers": named, "power": powers[0], "turns": 0})
    free = news_of_free_seat(
        _at(gm), lambda is_stopped: worded_news(gm.office, "seat_open", {**facts, "is_stopped": is_stopped})
    )
    gm.send_news(request, free.news)
    is_over = end_if_agreed(gm.session, gm.office, gm.table, gm.now)
    return [sentence("gm_seats", "ejected", powers=named, is_over=is_over, is_stopped=free.is_stopped)]


def _remove_applicant(gm: GmContext, request: GmRequest) -> Sequence[Words]:
    wanted = select(Applicant).where(Applicant.table_key == gm.table.key).order_by(col(Applicant.id))
    rows = list(gm.session.exec(wanted))
    found = called(request.argument, rows, with_address=True)
    if len(found) != 1:
        there = [f"{row.player} <{row.address}>" for row in found or rows]
        if found:
            raise NotDone(sentence("gm_seats", "several_joined", who=request.argument, there=there))
        raise NotDone(
            sentence("gm_seats", "not_joined", who=request.argument, table=gm.table.key, there=there)
        )
    row = found[0]
    gm.session.delete(row)
    gm.session.flush()
    gm.notify_one(request, (row.player, row.address), "removed_from_list")
    return [sentence("gm_seats", "off_the_list", player=row.player, address=row.address)]


def brief_all(gm: GmContext, headline: Sentence) -> None:
    """Mail every player the present position and a form, as something to reply to."""
    for seat in gm.seats:
        brief(_at(gm), seat, headline)


def _at(gm: GmContext) -> TableContext:
    return TableContext(gm.session, gm.office, gm.table, gm.now)


def renew(gm: GmContext, request: GmRequest) -> Sequence[Words]:
    """Make a new reply address and void the old one: RENEW France; RENEW GM."""
    if request.argument.upper() == GM:
        return _renew_own(gm, request)
    seat = _seated(gm, request)
    seat.epoch += 1
    gm.session.flush()
    brief(_at(gm), seat, sentence("briefing", "renewed", power=gm.named(seat.power)))
    gm.write_down(request, sentence("gm_seats", "renewal_logged", power=gm.named(seat.power)))
    return [sentence("gm_seats", "renewed", power=gm.named(seat.power))]


def _renew_own(gm: GmContext, request: GmRequest) -> Sequence[Words]:
    gm.table.gm_epoch += 1
    gm.session.flush()
    welcome(gm.session, gm.office, gm.table, gm_seat(gm.table), gm.now)
    gm.write_down(request, sentence("gm_seats", "own_renewal_logged"))
    return [sentence("gm_seats", "own_renewed")]


def mail_again(gm: GmContext, request: GmRequest) -> Sequence[Words]:
    """Send mail again to a mailbox that accepted nothing: MAIL France."""
    seat = _seated(gm, request)
    if seat.suspended_utc is None:
        raise NotDone(sentence("gm_seats", "not_suspended", power=gm.named(seat.power)))
    count = bounces.is_alive(gm.session, seat.address, gm.now)
    gm.write_down(request, sentence("gm_seats", "mail_logged", power=gm.named(seat.power)))
    return [sentence("gm_seats", "mail_sent", address=seat.address, count=count)]


def _seated(gm: GmContext, request: GmRequest, named: str = "") -> Seat:
    """Return the seat that the request, or *named*, names. Raises NotDone if nobody plays it."""
    power = named or power_of(gm, request.arguments[0], powers_at(gm))
    seat = seat_of(gm.session, gm.table.key, power)
    if seat is None:
        raise NotDone(sentence("gm_seats", "nobody_plays", power=gm.named(power)))
    return seat


def _newcomer(gm: GmContext, power: str, text: str) -> Person:
    if text.strip().lower() in ("me", "myself"):
        return Person(gm.table.gm_name, gm.table.gm_address, gm.table.zone)
    if WAITING_LIST.fullmatch(text.strip()):
        return _first_in_line(gm)
    name, address = named(text)
    if not address or is_ours(address, gm.office.credentials.judge):
        raise NotDone(sentence("gm_seats", "no_person", text=text, power=power))
    try:
        return Person(name or _known_name(gm, address), registrable(address), gm.table.zone)
    except ValueError as fault:
        raise NotDone(sentence("gm_actions", "unusable", why=cause_of(fault))) from None


def _known_name(gm: GmContext, address: str) -> str:
    """Return the name that somebody at the table or on its lists has, else the first part of the address."""
    listed = [(one.player, one.address) for one in applicants_of(gm.session, gm.table.key)]
    names = {who: name for name, who in [*listed, *all_readers(gm.session, gm.table)]}
    return names.get(address) or address.partition("@")[0]


def _first_in_line(gm: GmContext) -> Person:
    first = next_in_line(gm.session, gm.table)
    if first is None:
        raise NotDone(sentence("gm_seats", "empty_list", table=gm.table.key))
    return first


ACTIONS = (
    GmAction(
        "REPLACE", r"replace\s+([^<>@]{1,120}?)\s+(?:with|by|from)\s+(.{2,200})", replace_player, "seats"
    ),
    GmAction("EJECT", r"eject\s+(.{1,120})", eject, "seats"),
    GmAction("RENEW", r"renew\s+(.{1,40})", renew, "seats"),
    GmAction("MAIL", r"mail\s+(.{1,40})", mail_again, "seats"),
)

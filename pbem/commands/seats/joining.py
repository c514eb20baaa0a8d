"""Joining a table: JOIN, the waiting list, and a game that begins when it is full.

Seats that change hands while a game is played are in `pbem.commands.seats.seat_changes`.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime

from sqlmodel import Session, col, select

from adjudicator.core.dice import SeededDice
from adjudicator.core.game import Game
from pbem.commands.command import Command, Group
from pbem.commands.context import CommandContext, Person, SeatCommandContext, done, power_meant, refused
from pbem.commands.lookup.help import listing
from pbem.commands.seats.all_seeing import check_has_not_seen
from pbem.commands.seats.preferences import clean_name, zone_meant
from pbem.commands.visitors import table_meant, unknown_table
from pbem.core.sentences import Sentence, Unusable, sentence
from pbem.messages.script import Request
from pbem.reports import AnswerPage, CommandResult
from pbem.reports.mail_links import join_url, take_over_url
from pbem.reports.notes import worded
from pbem.store.game_tables import GameTable, Seat, seats_of
from pbem.store.player_tables import Applicant
from pbem.store.states import FORMING, OVER, RUNNING
from pbem.tables import opening
from pbem.tables.gm_sight import gm_plays
from pbem.tables.house_rules import first_deadline, house_rules, sentences
from pbem.tables.identity import is_registered, led_by
from pbem.tables.office import Office
from pbem.tables.people import readers
from pbem.tables.people.names import called
from pbem.tables.people.reliability import met_until, reliability
from pbem.tables.robots import in_place_of_players, is_public
from pbem.tables.seats.vacancies import joined_and_wanted, playing, vacant

LONGEST_LIST = 50  # people on the waiting list of one table


# --- a table that is not full yet ------------------------------------------------------------------------


def begin(session: Session, office: Office, table: GameTable, now: datetime) -> None:
    """Give everybody who has joined a seat and the first position, in the caller's transaction."""
    game = office.find_game(table.game)
    applicants = applicants_of(session, table.key)
    taken = {seat.power for seat in seats_of(session, table.key)}  # by a REPLACE of an earlier version
    free = [hand for hand in opening.hands_of(office, table) if not taken.intersection(hand)]
    given = seating(applicants, free, table.seed)
    for power in opening.powers_of(office, table):
        if power in given:
            _sit_down(session, table, power, given[power])
    for address in dict.fromkeys(row.address for row in given.values()):
        _off_the_list(session, table, address)
    session.flush()
    deadline = first_deadline(table, game.due(table.position), game.card.phases, now)
    table.state = RUNNING
    table.deadline_utc, table.final_utc = deadline.due_utc, deadline.final_utc
    session.flush()
    opening.announce(session, office, table, seats_of(session, table.key), now)


def seating(
    applicants: Sequence[Applicant], hands: Sequence[Sequence[str]], seed: str
) -> Mapping[str, Applicant]:
    """Return who gets each power: in random order, each takes the preferred powers that are left."""
    dice = SeededDice(f"{seed}:seats", 0)
    waiting, free = list(applicants), list(hands)
    given: dict[str, Applicant] = {}
    while waiting and free:
        one = waiting.pop(dice.roll(len(waiting)) - 1)
        preferred = [hand for power in one.preferences for hand in free if power in hand]
        hand = preferred[0] if preferred else free[dice.roll(len(free)) - 1]
        free.remove(hand)
        given |= dict.fromkeys(hand, one)
    return given


def _sit_down(session: Session, table: GameTable, power: str, applicant: Applicant) -> None:
    player, address, zone = applicant.player, applicant.address, applicant.zone
    session.add(Seat(table_key=table.key, power=power, player=player, address=address, zone=zone))


def _off_the_list(session: Session, table: GameTable, address: str) -> None:
    """Take a new player off the waiting list and the list of readers."""
    row = application(session, table, address)
    if row is not None:
        session.delete(row)
    readers.stop(session, table, address)


def applicants_of(session: Session, table_key: str) -> list[Applicant]:
    """Return the people who wait for a seat, in order of arrival."""
    wanted = select(Applicant).where(Applicant.table_key == table_key)
    return list(session.exec(wanted.order_by(col(Applicant.id))))


# --- JOIN ------------------------------------------------------------------------------------------------


def join(visit: CommandContext, request: Request) -> CommandResult:
    try:
        table, rest = table_meant(visit, request.argument)
        game = visit.office.find_game(table.game)
        wanted = preferences(rest, opening.powers_of(visit.office, table))
        person = described(visit, game, table.zone)
        check_free_to_join(visit, table)
    except Unusable as fault:
        return refused(request, fault.sentence)
    if table.state == FORMING:
        return _join_forming(visit, request, table, _applies(visit, table, person, wanted))
    return _join_waiting_list(visit, request, table, person, wanted)


def preferred_and_free(visit: CommandContext, written: str) -> str:
    """Return the first power of *written* that nobody plays in a running game, in the words of TAKE OVER."""
    try:
        table, rest = table_meant(visit, written)
        wanted = preferences(rest, opening.powers_of(visit.office, table))
    except Unusable:
        return ""
    free = vacant(visit.session, table, visit.office.find_game(table.game)) if wanted else []
    return next((f"{power} in {table.key}" for power in wanted if power in free), "")


def preferences(written: str, powers: Sequence[str]) -> list[str]:
    """Return the powers that *written* names, in order. Raises Unusable for an unknown word."""
    if unknown := unknown_table(written):
        raise Unusable(sentence("joining", "no_such_table", table=unknown))
    split = re.split(r"[,;>/]|\b(?:or|then|and|please|thanks|thank you)\b", written, flags=re.I)
    plain = [
        re.sub(r"^(?:(?:as|for|prefer(?:ring|ably)?)\b[\s:]*)+", "", piece.strip(" .!"), flags=re.I)
        for piece in split
    ]
    pieces = [piece for piece in plain if piece]
    anything = ("any", "anything", "random", "whatever", "any seat")
    named = [power_meant(piece, powers) for piece in pieces if piece.lower() not in anything]
    return list(dict.fromkeys(named))


def described(visit: CommandContext, game: Game, zone_of_table: str = "") -> Person:
    """Return the sender, with the NAME and ZONE of the message. Raises Unusable.

    Without ZONE, and without a seat elsewhere, they have *zone_of_table*, if there is one.
    """
    written, zone = visit.script.argument("NAME"), visit.script.argument("ZONE")
    usual = visit.person.zone if visit.person.has_seat else zone_of_table or visit.person.zone
    return Person(
        clean_name(written, game.card.seats) if written else _usable(visit, game),
        visit.person.address,
        zone_meant(zone) if zone else usual,
    )


def _usable(visit: CommandContext, game: Game) -> str:
    """Return the name in From if it is usable, else one that does not identify the sender."""
    try:
        return clean_name(visit.person.name, game.card.seats)
    except Unusable:
        return visit.words(sentence("joining", "anonymous"))


def check_free_to_join(visit: CommandContext, table: GameTable) -> None:
    """Raise Unusable if this person cannot have a seat there."""
    if table.state == OVER:
        raise Unusable(sentence("joining", "over", table=table.key))
    if not visit.person.address.isascii():
        raise Unusable(sentence("joining", "address_not_plain", address=visit.person.address))
    _check_may_join(visit, table)
    check_has_not_seen(visit.session, table, visit.person.address)
    if visit.person.address == table.gm_address:
        raise Unusable(sentence("joining", "is_gm", table=table.key))
    for seat in seats_of(visit.session, table.key):
        if is_registered(visit.session, seat, visit.person.address):
            named = visit.office.find_game(table.game).card.named(seat.power)
            raise Unusable(sentence("joining", "plays_already", power=named, table=table.key))


def _check_may_join(visit: CommandContext, table: GameTable) -> None:
    """Raise Unusable if the house rules do not let this person join."""
    rules, own = house_rules(table), visit.person.address.lower()
    key, gm = table.key, table.gm_name
    if _is_among(own, rules.denied):
        raise Unusable(sentence("joining", "denied", table=key, gm=gm, address=own))
    if rules.invited and not _is_among(own, rules.invited):
        raise Unusable(sentence("joining", "invited_only", table=key, gm=gm, address=own))
    known = reliability(visit.session, visit.office, own, visit.now)
    if not known.meets(rules.min_reliability):
        least, more = rules.min_reliability, met_until(known, rules.min_reliability)
        raise Unusable(
            sentence("joining", "unreliable", known=known, least=least, more=more, table=key, gm=gm)
        )


def _is_among(address: str, listed: Sequence[str]) -> bool:
    """Return whether *listed* holds the address, or "@" and its domain."""
    return address in listed or f"@{address.rpartition('@')[2]}" in listed


def _applies(visit: CommandContext, table: GameTable, person: Person, wanted: Sequence[str]) -> Applicant:
    """Put the person on the list, or update name, zone and preferences there."""
    row = application(visit.session, table, person.address)
    if row is None:
        row = Applicant(table_key=table.key, player=person.name, address=person.address, since_utc=visit.now)
        visit.session.add(row)
    row.player, row.zone, row.preferences = person.name, person.zone, list(wanted)
    visit.session.flush()
    return row


def application(session: Session, table: GameTable, address: str) -> Applicant | None:
    wanted = select(Applicant).where(Applicant.table_key == table.key, Applicant.address == address)
    return session.exec(wanted).first()


def _join_forming(visit: CommandContext, request: Request, table: GameTable, row: Applicant) -> CommandResult:
    seats = opening.hands_of(visit.office, table)
    joined = len(applicants_of(visit.session, table.key))
    nameless = visit.words(sentence("joining", "anonymous"))
    if joined < len(seats):
        return done(
            request,
            sentence(
                "joining",
                "joined",
                table=table.key,
                title=table.title,
                player=row.player if row.player != nameless else "",
                nameless=nameless,
                preferences=row.preferences,
                joined=joined,
                most=len(seats),
                is_begun_by_gm=house_rules(table).begins == "by the gm",
            ),
        )
    if house_rules(table).begins == "by the gm":
        _notify_full(visit, table)
        return done(request, sentence("joining", "joined_last", table=table.key))
    begin(visit.session, visit.office, table, visit.now)
    return done(request, sentence("joining", "begins", table=table.key))


def _notify_full(visit: CommandContext, table: GameTable) -> None:
    """Notify the game master that the table is full."""
    joined = [row.player for row in applicants_of(visit.session, table.key)]
    facts = {"table": table.key, "players": joined}
    visit.notify_gm(
        table, worded("table_full", f"full {' '.join(joined)}", facts, visit.office.house.templates)
    )


def _join_waiting_list(
    visit: CommandContext, request: Request, table: GameTable, person: Person, wanted: Sequence[str]
) -> CommandResult:
    free = vacant(visit.session, table, visit.office.find_game(table.game))
    offer = [sentence("joining", "offer", free=free, table=table.key)] if free else []
    if not house_rules(table).waiting_list:
        return refused(request, sentence("joining", "no_waiting_list", table=table.key), *offer)
    if len(applicants_of(visit.session, table.key)) >= LONGEST_LIST:
        return refused(request, sentence("joining", "waiting_list_full", table=table.key), *offer)
    _applies(visit, table, person, wanted)
    place = len(applicants_of(visit.session, table.key))
    if free:
        return done(request, sentence("joining", "waits_beside_free", table=table.key), *offer)
    return done(request, sentence("joining", "waits", table=table.key, place=place), *offer)


# --- who is where ----------------------------------------------------------------------------------------


def stop(visit: CommandContext, request: Request) -> CommandResult:
    person = visit.person
    try:
        table, _ = table_meant(visit, request.argument)
    except Unusable as unknown:
        return refused(request, unknown.sentence)
    row = application(visit.session, table, person.address)
    if row is not None:
        visit.session.delete(row)
        visit.session.flush()
    was_reader = readers.stop(visit.session, table, person.address)
    if row is not None or was_reader:
        was_waiting = row is not None
        gone = sentence("joining", "stopped", table=table.key, was_waiting=was_waiting, was_reader=was_reader)
        return done(request, gone)
    if any(seat.address == person.address for seat in seats_of(visit.session, table.key)):
        return refused(request, sentence("joining", "plays_there", table=table.key))
    return done(request, sentence("joining", "was_no_reader", table=table.key))


def games(visit: CommandContext, request: Request) -> AnswerPage | CommandResult:
    if request.argument:
        table = visit.session.get(GameTable, request.argument.lower())
        if table is None:
            return refused(request, sentence("joining", "no_table", written=request.argument))
        return listing(
            visit,
            table.key,
            _in_a_line(visit, table),
            *sentences(
                table, visit.office.find_game(table.game).card, gm_plays=gm_plays(visit.session, table)
            ),
        )
    tables = visit.session.exec(
        select(GameTable).where(GameTable.state != OVER, is_public()).order_by(GameTable.key)
    )
    lines = [_in_a_line(visit, table) for table in tables] or [sentence("joining", "no_games")]
    led = [table.key for _, table in led_by(visit.session, visit.person.address) if table.state != OVER]
    lines += [sentence("joining", "leads", tables=led)] if led else []
    return listing(visit, sentence("joining", "games"), *lines)


def _in_a_line(visit: CommandContext, table: GameTable) -> Sentence:
    """Return the state of a table, and the links to join it or to take over a seat."""
    if table.state == OVER:
        return sentence("joining", "table_over", table=table.key, title=table.title)
    return (_forming if table.state == FORMING else _running)(visit, table)


def _forming(visit: CommandContext, table: GameTable) -> Sentence:
    joined, most = joined_and_wanted(visit.session, visit.office, table)
    return sentence(
        "joining",
        "table_forming",
        table=table.key,
        title=table.title,
        joined=joined,
        most=most,
        link=join_url(visit.office.house.judge, table.key),
    )


def _running(visit: CommandContext, table: GameTable) -> Sentence:
    game = visit.office.find_game(table.game)
    free = vacant(visit.session, table, game)
    return sentence(
        "joining",
        "table_running",
        table=table.key,
        title=table.title,
        turn=game.due(table.position).turn,
        due=table.deadline_utc,
        zone=visit.person.zone,
        free=free,
        links=[take_over_url(visit.office.house.judge, table.key, power) for power in free],
    )


def players(acting: SeatCommandContext, request: Request) -> CommandResult | AnswerPage:
    """List who plays what, or answer WHOIS; if names are hidden, the answer is the same for every name."""
    at = acting.at
    seats = seats_of(acting.session, at.table.key)
    seated = {seat.power: seat.player for seat in seats}
    is_hidden = acting.rules.names == "hidden"
    office, now = acting.visit.office, acting.visit.now
    of_the_game = playing(at.game.due(at.table.start), at.game.card.seats)
    robots = in_place_of_players(acting.session, at.table.key)
    known = {seat.power: reliability(acting.session, office, seat.address, now) for seat in seats}
    plays = {
        power: sentence(
            "joining",
            "plays",
            power=power,
            player="" if is_hidden else seated.get(power, ""),
            is_played=power in seated,
            is_robot=power in robots,
            reliability=None if is_hidden else known.get(power),
        )
        for power in at.game.card.seats
        if power in seated or power in of_the_game
    }
    if request.argument.lower() not in ("", at.table.key):
        return _who_is(request, plays, () if is_hidden else seats, is_hidden=is_hidden)
    gm = sentence("joining", "gm", name=at.table.gm_name)
    secret = is_hidden and acting.rules.reveal
    hidden = [sentence("joining", "names_at_the_end")] if secret else []
    return listing(acting.visit, sentence("joining", "players"), *plays.values(), gm, *hidden)


def _who_is(
    request: Request, plays: Mapping[str, Sentence], known: Sequence[Seat], *, is_hidden: bool
) -> CommandResult:
    """Answer for a power or for a player by name. Nobody gets an address."""
    written = request.argument.rstrip("?")
    named = [seat.power for seat in called(written, known)]
    try:
        meant = named or [power_meant(written, list(plays))]
    except Unusable as unknown:
        why = unknown.sentence
        return refused(request, sentence("joining", "unknown_who", why=why, is_hidden=is_hidden))
    return done(request, *(sentence("joining", "who_is", plays=plays[power]) for power in meant))


COMMANDS = (
    Command(
        "GAMES",
        r"(?:games|list(?:\s+(?:games|full|all|openings))?|lobby|openings)(?:[\s:]+([a-z][\w-]{0,30}))?(?:\s+full)?",
        changes=False,
        group=Group.SEATS,
        page="join",
        run_as_guest=games,
    ),
    Command(
        "PLAYERS",
        r"(?:players|who(?:\s+(?:plays|are\s+the\s+players|is\s+who))?|who\s?(?:is|game))()"
        r"|(?:who\s?is|info\s+player)\s+(.{1,60})|who\s?game\s+([a-z][\w-]{0,30})",
        changes=False,
        group=Group.LOOK_UP,
        page="join",
        topics=("whois",),
        run=players,
        after_the_end=True,
    ),
    Command(
        "STOP",
        r"(?:stop|unsubscribe|leave|stop\s+observing)(?:[\s:]+(?:me\s+)?(?:from\s+)?([a-z][\w-]{0,30}))?",
        group=Group.SEATS,
        page="join",
        topics=("waiting list",),
        run_as_guest=stop,
        by_program=False,
    ),
)

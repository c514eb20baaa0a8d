"""SHARE and UNSHARE: two people play one seat.

The second player is asked at their own address, and nothing happens before they have said YES. From then on
both may order, and every mail to the seat goes to both (`pbem.outbound.outbox`). Either may leave; the other
keeps the seat, with a new reply address, so that the old tokens are void. Nobody who knew the seat's secrets
can play another power at the table.
"""

import re

from msgspec.structs import replace

from pbem.commands.command import ByGm, Command, Group
from pbem.commands.context import CommandContext, SeatCommandContext, done, power_meant, reason, refused
from pbem.commands.lookup.briefing import introduce_second
from pbem.commands.seats import preferences
from pbem.commands.seats.all_seeing import check_has_not_seen
from pbem.commands.seats.joining import application
from pbem.commands.seats.seat_changes import check_knows_nothing
from pbem.core.addresses import registrable
from pbem.core.person import named
from pbem.core.sentences import Sentence, Unusable, sentence
from pbem.messages.script import Request
from pbem.reports import CommandResult
from pbem.reports.notes import worded
from pbem.store.game_tables import GameTable, Seat
from pbem.store.player_tables import AddressChange, FormerSeat
from pbem.store.states import OVER
from pbem.tables import identity
from pbem.tables.people import reply_addresses

WITH = re.compile(r"(?:(?P<power>.+?)\s+)?with\s+(?P<person>.+)", re.I)
THE_SEAT = ("", "my seat", "the seat", "it")
BEFORE = Request("SHARE", "", 0, "SHARE")


def share(acting: SeatCommandContext, request: Request) -> CommandResult:
    """Ask a second player whether they want to share the seat."""
    found = WITH.fullmatch(request.argument.strip())
    if found is None:
        return refused(request, sentence("sharing", "how", power=acting.at.row.power))
    name, written = named(found["person"])
    try:
        address = registrable(written)
        clean = preferences.clean_name(name or address.partition("@")[0], acting.at.game.card.seats)
        _check_power(acting, (found["power"] or "").strip())
    except ValueError as fault:
        return refused(request, reason(fault))
    refusal = _refusal(acting, address)
    if refusal is not None:
        return refused(request, refusal)
    change = AddressChange(
        table_key=acting.at.table.key,
        power=acting.at.row.power,
        epoch=acting.at.row.epoch,
        address=address,
        shares=True,
        name=clean,
        asked_utc=acting.visit.now,
    )
    acting.session.add(change)
    acting.session.flush()
    _ask(acting, change)
    return done(request, sentence("sharing", "asked", name=clean, address=address))


def _check_power(acting: SeatCommandContext, written: str) -> None:
    """Raise Unusable if *written* names another power than the seat's."""
    own = acting.at.row.power
    if written.lower() in THE_SEAT or power_meant(written, acting.at.game.card.seats) == own:
        return
    raise Unusable(sentence("sharing", "how", power=own))


def _refusal(acting: SeatCommandContext, address: str) -> Sentence | None:
    """Return why nobody is asked, without the role of *address* at this table, which may be secret."""
    seat = acting.at.row
    other = identity.second_player(acting.session, seat)
    if other is not None:
        return sentence("sharing", "shared_already", name=other.name)
    if address == seat.address or identity.is_registered(acting.session, seat, address):
        return sentence("sharing", "own_address")
    if reply_addresses.is_ours(address, acting.visit.office.credentials.judge):
        return sentence("preferences", "address_of_ours", written=address)
    if preferences.asked_today(acting) >= preferences.CHANGES_A_DAY:
        return sentence("preferences", "most_changes", most=preferences.CHANGES_A_DAY)
    return None


def _ask(acting: SeatCommandContext, change: AddressChange) -> None:
    visit, number = acting.visit, change.id or 0
    facts = {"table": change.table_key, "game": acting.at.card.table.title}
    note = worded("share_ask", f"share {number}", facts, visit.office.house.templates)
    reply_to, tag = reply_addresses.change_reply(visit.office.credentials, number)
    question = replace(note, reply_to=reply_to, tag=tag)
    visit.send_note(acting.at.card.table, (change.name, change.address), question)


# --- the answer of the second player ---------------------------------------------------------------------


def confirm_change(visit: CommandContext, number: int) -> CommandResult:
    """Execute the reply of an address that was asked: to be the player's, or to share a seat."""
    found = preferences.answered_change(visit, number)
    if isinstance(found, CommandResult):
        return found
    change, seat = found
    return _begin(visit, change, seat) if change.shares else preferences.carry_out(visit, change, seat)


def _begin(visit: CommandContext, change: AddressChange, seat: Seat) -> CommandResult:
    """Let the second player in, tell both and the game master, and mail the position to the newcomer."""
    table = visit.session.get_one(GameTable, seat.table_key)
    change.done_utc = visit.now
    try:
        _check_may_share(visit, table, change, seat)
    except Unusable as fault:
        return refused(BEFORE, fault.sentence)
    row = application(visit.session, table, change.address)
    if row is not None:
        visit.session.delete(row)
    preferences.register(visit.session, seat, change.address, visit.now, sharer=change.name)
    card, own = visit.office.seat_card(table, seat), visit.office.house.templates
    facts = {"table": table.key, "power": card.named, "first": seat.player, "second": change.name}
    note = worded("share_begun", f"shared {change.id}", facts, own)
    visit.send_note(
        card.table, (seat.player, seat.address), replace(note, reply_to=card.reply_to, tag=card.tag)
    )
    introduce_second(visit.at(table), seat, (change.name, change.address))
    facts |= {"address": change.address}
    visit.notify_gm(table, worded("share_told", f"shared {change.id}", facts, own))
    return done(BEFORE, note.text)


def _check_may_share(visit: CommandContext, table: GameTable, change: AddressChange, seat: Seat) -> None:
    """Raise Unusable for somebody who knows, or may come to know, another power's secrets."""
    if table.state == OVER:
        raise Unusable(sentence("joining", "over", table=table.key))
    if identity.second_player(visit.session, seat) is not None:
        raise Unusable(sentence("preferences", "nothing_to_confirm"))
    is_gm = any(one.address == change.address for one in identity.gm_seats(visit.session, table))
    if is_gm or identity.plays(visit.session, table, change.address):
        raise Unusable(sentence("sharing", "plays_there", table=table.key))
    check_has_not_seen(visit.session, table, change.address)
    check_knows_nothing(visit.at(table), change.address, seat.power)


# --- either leaves ---------------------------------------------------------------------------------------


def unshare(acting: SeatCommandContext, request: Request) -> CommandResult:
    """Let the sender leave a shared seat; the other keeps it."""
    other = identity.second_player(acting.session, acting.at.row)
    if other is None:
        return refused(
            request, sentence("sharing", "not_shared", power=acting.at.row.power, named=acting.at.card.named)
        )
    is_second = acting.visit.message.sender.lower() == other.address
    seat, before = acting.at.row, (acting.at.row.player, acting.at.row.address)
    gone, left = ((other.name, other.address), before) if is_second else (before, (other.name, other.address))
    _note_former(acting, *gone)
    acting.session.delete(other)
    acting.session.flush()
    if not is_second:
        _move_to_second(seat, left)
    seat.epoch += 1
    acting.session.flush()
    _tell(acting, gone, left)
    answer = done(request, sentence("sharing", "left", other=left[0], power=acting.at.card.named))
    return replace(answer, left_by=gone)


def _note_former(acting: SeatCommandContext, player: str, address: str) -> None:
    seat = acting.at.row
    acting.session.add(
        FormerSeat(
            table_key=seat.table_key,
            power=seat.power,
            player=player,
            address=address,
            epoch=seat.epoch,
            reason="unshared",
            number=acting.at.table.number,
            left_utc=acting.visit.now,
        )
    )


def _move_to_second(seat: Seat, second: tuple[str, str]) -> None:
    """Make the second player the only one; additional addresses of the first become void."""
    seat.player, seat.address = second
    seat.bounces, seat.suspended_utc = 0, None


def _tell(acting: SeatCommandContext, gone: tuple[str, str], left: tuple[str, str]) -> None:
    """Inform the player who has left, and the one who keeps the seat, with its new reply address."""
    visit, seat, table = acting.visit, acting.at.row, acting.at.table
    card = visit.office.seat_card(table, seat)
    facts = {
        "table": table.key,
        "power": acting.at.game.card.named(seat.power),
        "gone": gone[0],
        "left": left[0],
    }
    own, once = visit.office.house.templates, f"unshared {seat.epoch}"
    visit.send_note(card.table, gone, worded("share_over", once, facts | {"is_left": False}, own))
    note = worded("share_over", once, facts | {"is_left": True}, own)
    visit.send_note(card.table, left, replace(note, reply_to=card.reply_to, tag=card.tag))


COMMANDS = (
    Command(
        "SHARE",
        r"share(?:\s+(.{1,160}))?",
        group=Group.SEATS,
        page="share",
        run=share,
        by_gm=ByGm.NO,
        by_program=False,
        is_grave=True,
    ),
    Command(
        "UNSHARE",
        r"(?:unshare|(?:stop|end)\s+sharing)(?:\s+(?:my\s+|the\s+)?(?:seat|[a-z -]{1,40}))?()",
        group=Group.SEATS,
        page="share",
        run=unshare,
        by_gm=ByGm.NO,
        by_program=False,
        is_grave=True,
    ),
)

"""A player's name, address, time zone and preferences: NAME, ADDRESS, ZONE, SET, RENEW.

Names are the attacker's: one line, of letters that can be seen, no address in it, and nobody else's title. A
new address counts when a message from it has confirmed it, and both addresses are told.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from difflib import get_close_matches
from functools import cache
from zoneinfo import available_timezones

from msgspec.structs import replace
from sqlmodel import Session, select

from pbem.commands.context import CommandContext, SeatCommandContext, done, refused
from pbem.core.addresses import registrable
from pbem.messages.headers import one_line
from pbem.messages.script import Request
from pbem.messages.verdict import Verdict, verdict
from pbem.reports import CommandResult
from pbem.reports.notes import worded
from pbem.store.database import GameTable, Seat
from pbem.store.player_tables import AddressChange, SeatAddress
from pbem.tables import identity, reply_addresses
from pbem.tables.house_rules import house_rules
from pbem.tables.office import table_card

LONGEST_NAME = 40
MOST_ADDED = 5  # further addresses of a seat
WHEN_CHANGED = "When it answers YES, your mail goes there; until then nothing changes."
WHEN_ADDED = "When it answers YES, you can write from there too; until then nothing changes."
ONLY_YES = "Reply from the address that was asked, with YES on a line of its own."
CHANGES_A_DAY = 3
TITLES = ("gm", "the gm", "judge", "the judge", "game master", "host", "somebody", "bulletin")


def clean_name(said: str, powers: tuple[str, ...] = ()) -> str:
    """*said* as a name. Raises ValueError with what would do."""
    name = one_line(said).strip(" .,;:\"'")[: LONGEST_NAME + 1].strip()
    if not any(character.isalnum() for character in name):
        raise ValueError("That is no name.")
    if len(name) > LONGEST_NAME:
        raise ValueError(f"A name has {LONGEST_NAME} letters at most.")
    if any(character in "@<>{}[]#|\\" for character in name) or "http" in name.lower():
        raise ValueError("A name holds no addresses, links and brackets.")
    if name.lower() in (*TITLES, *(power.lower() for power in powers)):
        raise ValueError(f'"{name}" is the name of somebody else here.')
    return name


def name(acting: SeatCommandContext, request: Request) -> CommandResult:
    """NAME Ann Archer"""
    try:
        acting.at.row.player = clean_name(request.argument, acting.at.game.card.seats)
    except ValueError as fault:
        return refused(request, str(fault))
    acting.session.flush()
    return done(request, f"You are {acting.at.row.player} from now on.")


@cache
def _zones() -> Mapping[str, str]:
    """The time zones by name and by city, both in small letters; to find them folders are looked through."""
    zones = sorted(available_timezones(), reverse=True)
    cities = {zone.lower().rpartition("/")[2]: zone for zone in zones}
    return cities | {zone.lower(): zone for zone in zones}


def zone_meant(said: str) -> str:
    """The time zone. Raises ValueError with what would do."""
    wanted = "_".join(said.split()).lower()
    zone = _zones().get(wanted)
    if zone:
        return zone
    near = get_close_matches(wanted, _zones(), 1)
    meant = f"Did you mean {_zones()[near[0]]}?" if near else "Write one like Europe/London."
    raise ValueError(f'There is no time zone "{said}". {meant}')


def zone(acting: SeatCommandContext, request: Request) -> CommandResult:
    """ZONE Europe/London"""
    try:
        acting.at.row.zone = zone_meant(request.argument)
    except ValueError as fault:
        return refused(request, str(fault))
    acting.session.flush()
    return done(request, f"Times in your mails are those of {acting.at.row.zone} from now on.")


def set_preference(acting: SeatCommandContext, request: Request) -> CommandResult:
    """SET PICTURE OFF, SET JSON ON, SET BULLETIN OFF"""
    what, _, word = request.argument.lower().partition(" ")
    key = next((key for key in ("json", "bulletin") if what.startswith(key)), "picture")
    is_on = word.strip() in ("on", "yes")
    acting.at.row.preferences = {**acting.at.row.preferences, key: "on" if is_on else "off"}
    acting.session.flush()
    told = {
        ("picture", True): "Your reports hold the map.",
        ("picture", False): "Your reports come without the map; the bulletin has it still.",
        ("json", True): "Your reports bring a file for machines (JSON) with them.",
        ("json", False): "Your reports bring no file for machines.",
        ("bulletin", True): "You get the bulletins again.",
        (
            "bulletin",
            False,
        ): "You get no more bulletins until the last one, which says that the game is over. Your"
        " reports come all the same.",
    }
    return done(request, told[key, is_on])


def renew(acting: SeatCommandContext, request: Request) -> CommandResult:
    """RENEW: the old reply addresses of the seat are void."""
    acting.at.row.epoch += 1
    acting.session.flush()
    return done(
        request,
        "This mail brings your new reply address. All the old ones are void: reply to this mail, or to newer"
        " ones.",
    )


def address(acting: SeatCommandContext, request: Request) -> CommandResult:
    """ADDRESS ann@new.org, ADDRESS ADD ann@work.org: ask the new address. ADDRESS REMOVE: at once."""
    how, _, said = request.argument.replace(":", " ").rpartition(" ")
    adds, seat = how.strip().lower() == "add", acting.at.row
    try:
        new = registrable(said.strip("<>.,;"))
    except ValueError as fault:
        return refused(request, f"{fault}.")
    if reply_addresses.is_ours(new, acting.visit.office.credentials.judge):
        return refused(request, f'"{said}" is no address of yours. Write name@host.')
    if how.strip().lower() == "remove":
        return _remove_address(acting, request, new)
    reason = _why_not(acting, new, adds=adds)
    if reason:
        return refused(request, reason)
    change = AddressChange(
        table_key=acting.at.table.key,
        power=seat.power,
        epoch=seat.epoch,
        address=new,
        adds=adds,
        asked_utc=acting.visit.now,
    )
    acting.session.add(change)
    acting.session.flush()
    _ask(acting.visit, acting.at.table, change)
    return done(
        request,
        f"I have asked {new}. " + (WHEN_ADDED if adds else WHEN_CHANGED),
        "If this was not you, write RENEW: then the change is void.",
    )


def _why_not(acting: SeatCommandContext, new: str, *, adds: bool) -> str:
    """Why *new* is not asked; "" if it is."""
    seat = acting.at.row
    if new == seat.address:
        return "That is your address already."
    if adds and identity.is_registered(acting.session, seat, new):
        return f"You can write from {new} already."
    if adds and len(_added(acting.session, seat)) >= MOST_ADDED:
        return f"You can add {MOST_ADDED} addresses at most. ADDRESS REMOVE takes one off the list."
    if _asked_today(acting) >= CHANGES_A_DAY:
        return f"You have asked for {CHANGES_A_DAY} changes in 24 hours; that is all for today."
    return ""


def _added(session: Session, seat: Seat) -> list[SeatAddress]:
    """The further addresses of the player of *seat*."""
    wanted = select(SeatAddress).where(
        SeatAddress.table_key == seat.table_key,
        SeatAddress.power == seat.power,
        SeatAddress.owner == seat.address,
    )
    return list(session.exec(wanted))


def _remove_address(acting: SeatCommandContext, request: Request, address: str) -> CommandResult:
    row = next((one for one in _added(acting.session, acting.at.row) if one.address == address), None)
    if row is None:
        others = ", ".join(one.address for one in _added(acting.session, acting.at.row))
        there = f"The ones that you added: {others}." if others else "You have added none."
        return refused(request, f"{address} is not an address that you added. {there}")
    acting.session.delete(row)
    acting.session.flush()
    return done(request, f"Orders from {address} do not count any more.")


def _asked_today(acting: SeatCommandContext) -> int:
    """Each asks a stranger: nobody may use us to write to the whole world."""
    wanted = select(AddressChange.id).where(
        AddressChange.table_key == acting.at.table.key,
        AddressChange.power == acting.at.row.power,
        AddressChange.asked_utc > acting.visit.now - timedelta(hours=24),
    )
    return len(acting.session.exec(wanted).all())


def _ask(visit: CommandContext, table: GameTable, change: AddressChange) -> None:
    credentials, number = visit.office.credentials, change.id or 0
    facts = {"table": table.key, "adds": change.adds}
    note = worded("address_ask", f"address {number}", facts, visit.office.house.templates)
    reply_to, tag = reply_addresses.change_reply(credentials, number)
    said = replace(note, reply_to=reply_to, tag=tag)
    visit.tell(table_card(table, visit.office.find_game(table.game)), ("", change.address), said)


def confirm_change(visit: CommandContext, number: int) -> CommandResult:
    """Do what the reply of the new address says: only a YES from there makes the change."""
    request = Request("ADDRESS", "", 0, "ADDRESS")
    change = visit.session.get(AddressChange, number)
    seat = _seat_of(visit.session, change) if change else None
    if change is None or seat is None or change.done_utc is not None or seat.epoch != change.epoch:
        return refused(request, "There is no change of address to confirm here any more.")
    said, is_asked = verdict(visit.message.text), visit.person.address.lower() == change.address
    if said is Verdict.UNCLEAR or not is_asked or not visit.message.is_of_a_person:
        return refused(request, f"Nothing has changed. {ONLY_YES}")
    if said is Verdict.NO:
        change.done_utc = visit.now
        return refused(request, "Nothing has changed, and you will not be asked about this seat again.")
    return _add(visit, change, seat) if change.adds else _change(visit, request, change, seat)


def register(session: Session, seat: Seat, address: str, now: datetime) -> None:
    """Let the player of *seat* write from *address* too, unless they can already."""
    if identity.is_registered(session, seat, address):
        return
    session.add(
        SeatAddress(
            table_key=seat.table_key,
            power=seat.power,
            owner=seat.address,
            address=address.lower(),
            since_utc=now,
        )
    )
    session.flush()


def _add(visit: CommandContext, change: AddressChange, seat: Seat) -> CommandResult:
    """Register the address that has said YES beside the primary one, and inform both."""
    table = visit.session.get_one(GameTable, seat.table_key)
    change.done_utc = visit.now
    register(visit.session, seat, change.address, visit.now)
    card = visit.office.seat_card(table, seat)
    facts = {"table": table.key, "power": seat.power, "address": change.address, "primary": seat.address}
    note = worded("address_added", f"added {change.id}", facts, visit.office.house.templates)
    visit.tell(card.table, (seat.player, change.address), replace(note, closing=""))
    visit.tell(card.table, (seat.player, seat.address), replace(note, reply_to=card.reply_to, tag=card.tag))
    return done(Request("ADDRESS", "", 0, "ADDRESS"), note.text)


def _change(visit: CommandContext, request: Request, change: AddressChange, seat: Seat) -> CommandResult:
    """Make the new address the primary one; the old tokens are void, and both addresses are informed."""
    table = visit.session.get_one(GameTable, seat.table_key)
    second = _second_seat(visit, table, change)
    if second is not None and house_rules(table).two_seats == "no":
        return refused(request, f"By the house rules of {table.key} nobody plays two seats.")
    for row in _added(visit.session, seat):
        row.owner = change.address
    old, seat.address = seat.address, change.address
    seat.epoch += 1
    change.done_utc = visit.now
    visit.session.flush()
    if second is not None and house_rules(table).two_seats == "told":
        _notify_gm_of_two(visit, table, seat, second)
    return done(request, _notify_both(visit, table, seat, old, f"changed {change.id}"))


def _second_seat(visit: CommandContext, table: GameTable, change: AddressChange) -> Seat | None:
    """The other seat at the table that the new address has."""
    wanted = select(Seat).where(
        Seat.table_key == table.key, Seat.address == change.address, Seat.power != change.power
    )
    return visit.session.exec(wanted).first()


def _notify_gm_of_two(visit: CommandContext, table: GameTable, seat: Seat, second: Seat) -> None:
    facts = {"table": table.key, "power": seat.power, "other": second.power, "address": seat.address}
    once = f"two seats {seat.power} {second.power} {seat.epoch}"
    note = worded("two_seats", once, facts, visit.office.house.templates)
    visit.notify_gm(table, note)


def _notify_both(visit: CommandContext, table: GameTable, seat: Seat, old: str, once: str) -> str:
    """The old address hears of it, and the new one with its reply address; what they are told."""
    card = visit.office.seat_card(table, seat)
    facts = {"table": table.key, "power": seat.power, "old": old, "new": seat.address}
    note = worded("address_new", once, facts, visit.office.house.templates)
    visit.tell(card.table, (seat.player, old), replace(note, closing=""))
    visit.tell(card.table, (seat.player, seat.address), replace(note, reply_to=card.reply_to, tag=card.tag))
    return note.text


def _seat_of(session: Session, change: AddressChange) -> Seat | None:
    wanted = select(Seat).where(Seat.table_key == change.table_key, Seat.power == change.power)
    return session.exec(wanted).first()

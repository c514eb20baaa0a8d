"""How does a player want to be called, reached and written to?  NAME, ADDRESS, ZONE, SET, RENEW.

Names are the attacker's: one line, of letters that can be seen, no address in it, and nobody else's title. A
new address counts when a letter from it has confirmed it, and both addresses are told.
"""

from collections.abc import Mapping
from datetime import timedelta
from difflib import get_close_matches
from functools import cache
from zoneinfo import available_timezones

from msgspec.structs import replace
from sqlmodel import Session, select

from pbem import identify
from pbem.addresses import registrable
from pbem.commands import Request
from pbem.deeds import Acting, Visit, done, refused
from pbem.desk_tables import AddressChange
from pbem.headers import one_line
from pbem.house_rules import house_rules
from pbem.notes import worded
from pbem.office import table_card
from pbem.reports import Deed
from pbem.store import GameTable, Seat

LONGEST_NAME = 40
CHANGES_A_DAY = 3
TITLES = ("gm", "the gm", "judge", "the judge", "game master", "host", "somebody", "bulletin")


def clean_name(said: str, powers: tuple[str, ...] = ()) -> str:
    """*said* as a name. Raises ValueError with what would do."""
    name = one_line(said).strip(" .,;:\"'")[: LONGEST_NAME + 1].strip()
    if not any(letter.isalnum() for letter in name):
        raise ValueError("That is no name.")
    if len(name) > LONGEST_NAME:
        raise ValueError(f"A name has {LONGEST_NAME} letters at most.")
    if any(letter in "@<>{}[]#|\\" or "http" in name.lower() for letter in name):
        raise ValueError("A name holds no addresses, links and brackets.")
    if name.lower() in (*TITLES, *(power.lower() for power in powers)):
        raise ValueError(f'"{name}" is the name of somebody else here.')
    return name


def name(acting: Acting, request: Request) -> Deed:
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


def zone(acting: Acting, request: Request) -> Deed:
    """ZONE Europe/London"""
    try:
        acting.at.row.zone = zone_meant(request.argument)
    except ValueError as fault:
        return refused(request, str(fault))
    acting.session.flush()
    return done(request, f"Times in your mails are those of {acting.at.row.zone} from now on.")


def set_wish(acting: Acting, request: Request) -> Deed:
    """SET PICTURE OFF, SET JSON ON, SET BULLETIN OFF"""
    what, _, word = request.argument.lower().partition(" ")
    key = next((key for key in ("json", "bulletin") if what.startswith(key)), "picture")
    is_on = word.strip() in ("on", "yes")
    acting.at.row.wishes = {**acting.at.row.wishes, key: "on" if is_on else "off"}
    acting.session.flush()
    told = {
        ("picture", True): "Your reports hold the map.",
        ("picture", False): "Your reports come without the map; the bulletin has it still.",
        ("json", True): "Your reports bring a file for machines (JSON) with them.",
        ("json", False): "Your reports bring no file for machines.",
        ("bulletin", True): "You get the bulletins again.",
        ("bulletin", False): "You get no more bulletins; your reports come all the same.",
    }
    return done(request, told[key, is_on])


def renew(acting: Acting, request: Request) -> Deed:
    """RENEW: the old reply addresses of the seat are void."""
    acting.at.row.epoch += 1
    acting.session.flush()
    return done(
        request,
        "This mail brings your new reply address. All the old ones are void: reply to this mail, or to newer"
        " ones.",
    )


def address(acting: Acting, request: Request) -> Deed:
    """ADDRESS ann@new.org: asks the new address, and tells the old one."""
    seat = acting.at.row
    try:
        new = registrable(request.argument.strip("<>.,;"))
    except ValueError as fault:
        return refused(request, f"{fault}.")
    if identify.is_ours(new, acting.visit.office.door.judge):
        return refused(request, f'"{request.argument}" is no address. Write name@host.')
    if new == seat.address:
        return refused(request, "That is your address already.")
    if _asked_today(acting) >= CHANGES_A_DAY:
        return refused(
            request, f"You have asked for {CHANGES_A_DAY} changes in 24 hours; that is all for today."
        )
    change = AddressChange(
        table_key=acting.at.table.key,
        power=seat.power,
        epoch=seat.epoch,
        address=new,
        asked_utc=acting.visit.now,
    )
    acting.session.add(change)
    acting.session.flush()
    _ask(acting.visit, acting.at.table, change)
    return done(
        request,
        f"A mail went to {new}. When it is replied to, your mail goes there; until then all stays as it is.",
        "If this was not you, write RENEW: then the change is void.",
    )


def _asked_today(acting: Acting) -> int:
    """Each asks a stranger: nobody may use us to write to the whole world."""
    wanted = select(AddressChange.id).where(
        AddressChange.table_key == acting.at.table.key,
        AddressChange.power == acting.at.row.power,
        AddressChange.asked_utc > acting.visit.now - timedelta(hours=24),
    )
    return len(acting.session.exec(wanted).all())


def _ask(visit: Visit, table: GameTable, change: AddressChange) -> None:
    door, number = visit.office.door, change.id or 0
    note = worded("address_ask", f"address {number}", {"table": table.key}, visit.office.house.templates)
    reply_to = identify.change_address(door.seal, number, door.judge)
    said = replace(note, reply_to=reply_to, tag=identify.change_tag(door.seal, number))
    visit.tell(table_card(table, visit.office.find_game(table.game)), ("", change.address), said)


def confirm_change(visit: Visit, number: int) -> Deed:
    """The new address has replied. The old one is told, and its tokens are void."""
    request = Request("ADDRESS", "", 0, "ADDRESS")
    change = visit.session.get(AddressChange, number)
    seat = _seat_of(visit.session, change) if change else None
    if change is None or seat is None or change.done_utc is not None or seat.epoch != change.epoch:
        return refused(request, "There is no change of address to confirm here any more.")
    table = visit.session.get_one(GameTable, seat.table_key)
    second = _second_seat(visit, table, change)
    if second is not None and house_rules(table).two_seats == "no":
        return refused(request, f"By the house rules of {table.key} nobody plays two seats.")
    old, seat.address = seat.address, change.address
    seat.epoch += 1
    change.done_utc = visit.now
    visit.session.flush()
    if second is not None and house_rules(table).two_seats == "told":
        _tell_gm_of_two(visit, table, seat, second)
    return done(request, _tell_both(visit, table, seat, old, f"changed {number}"))


def _second_seat(visit: Visit, table: GameTable, change: AddressChange) -> Seat | None:
    """The other seat at the table that the new address has."""
    wanted = select(Seat).where(
        Seat.table_key == table.key, Seat.address == change.address, Seat.power != change.power
    )
    return visit.session.exec(wanted).first()


def _tell_gm_of_two(visit: Visit, table: GameTable, seat: Seat, second: Seat) -> None:
    facts = {"table": table.key, "power": seat.power, "other": second.power, "address": seat.address}
    once = f"two seats {seat.power} {second.power} {seat.epoch}"
    note = worded("two_seats", once, facts, visit.office.house.templates)
    visit.tell_gm(table, note)


def _tell_both(visit: Visit, table: GameTable, seat: Seat, old: str, once: str) -> str:
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

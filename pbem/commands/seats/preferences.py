"""A player's name, address, time zone and preferences: NAME, ADDRESS, ZONE, SET, RENEW.

A name may come from an attacker: it must be one line of visible characters, without an address, and not a
title of somebody else. A new address counts after a message from it has confirmed it; both addresses are
notified.
"""

import re
from datetime import datetime, timedelta

from msgspec.structs import replace
from sqlmodel import Session, select

from pbem.commands.command import ByGm, Command, Group
from pbem.commands.context import CommandContext, SeatCommandContext, done, reason, refused
from pbem.core.addresses import registrable
from pbem.core.dates.zones import zone_like, zone_named
from pbem.core.sentences import Sentence, Unusable, sentence
from pbem.messages.headers import one_line
from pbem.messages.script import SET, Request
from pbem.messages.verdict import Verdict, verdict
from pbem.reports import CommandResult
from pbem.reports.notes import worded
from pbem.store.game_tables import GameTable, Seat
from pbem.store.player_tables import AddressChange, SeatAddress
from pbem.tables import identity
from pbem.tables.house_rules import house_rules
from pbem.tables.office import table_card
from pbem.tables.people import profiles, reliability, reply_addresses

BY_REPLY = Request("ADDRESS", "", 0, "ADDRESS")  # nobody wrote this command in the reply
ALSO = re.compile(r"\W*i\s?am\s?also\b", re.I)  # as on older judges: I AM ALSO ann@work.org
BETWEEN_ADDRESSES = re.compile(r"(?:\s*,\s*|\s+and\s+)(?=\S+@)", re.I)
LONGEST_NAME = 40
MOST_ADDED = 5  # most additional addresses of a seat
CHANGES_A_DAY = 3
TITLES = ("gm", "the gm", "judge", "the judge", "game master", "host", "somebody", "bulletin")


def clean_name(written: str, powers: tuple[str, ...] = ()) -> str:
    """Return *written* as a name. Raises Unusable."""
    name = one_line(written).strip(" .,;:\"'")[: LONGEST_NAME + 1].strip()
    if not any(character.isalnum() for character in name):
        raise Unusable(sentence("preferences", "no_name"))
    if len(name) > LONGEST_NAME:
        raise Unusable(sentence("preferences", "long_name", most=LONGEST_NAME))
    if any(character in "@<>{}[]#|\\" for character in name) or "http" in name.lower():
        raise Unusable(sentence("preferences", "name_with_address"))
    if name.lower() in (*TITLES, *(power.lower() for power in powers)):
        raise Unusable(sentence("preferences", "name_of_another", name=name))
    return name


def name(acting: SeatCommandContext, request: Request) -> CommandResult:
    try:
        new = clean_name(request.argument, acting.at.game.card.seats)
    except Unusable as fault:
        return refused(request, fault.sentence)
    second = _as_second(acting)
    if second is not None:
        second.name = new
    else:
        acting.at.row.player = new
    acting.session.flush()
    return done(request, sentence("preferences", "named", name=new))


def _as_second(acting: SeatCommandContext) -> SeatAddress | None:
    """Return the second player of the seat if they have sent the message."""
    other = identity.second_player(acting.session, acting.at.row)
    return other if other and acting.visit.message.sender.lower() == other.address else None


def zone_meant(written: str) -> str:
    """Return the time zone that *written* names. Raises Unusable."""
    zone = zone_named(written)
    if not zone:
        raise Unusable(sentence("preferences", "no_zone", written=written, near=zone_like(written)))
    return zone


def zone(acting: SeatCommandContext, request: Request) -> CommandResult:
    try:
        acting.at.row.zone = zone_meant(request.argument)
    except Unusable as fault:
        return refused(request, fault.sentence)
    acting.session.flush()
    return done(request, sentence("preferences", "zone", zone=acting.at.row.zone))


def set_preference(acting: SeatCommandContext, request: Request) -> CommandResult:
    what, _, word = request.argument.lower().partition(" ")
    key = next((key for key in ("json", "bulletin", "echo") if what.startswith(key)), "picture")
    is_on = word.strip() in ("on", "yes")
    acting.at.row.preferences = {**acting.at.row.preferences, key: "on" if is_on else "off"}
    acting.session.flush()
    return done(request, sentence("preferences", "set", key=key, is_on=is_on))


def renew(acting: SeatCommandContext, request: Request) -> CommandResult:
    """Make all older reply addresses of the seat void."""
    acting.at.row.epoch += 1
    acting.session.flush()
    return done(request, sentence("preferences", "renewed"))


def address(acting: SeatCommandContext, request: Request) -> CommandResult:
    """Ask the new address to confirm; ADDRESS REMOVE works at once. Only the first player of a seat may."""
    if _as_second(acting):
        return refused(request, sentence("sharing", "address_of_first", name=acting.at.row.player))
    several = BETWEEN_ADDRESSES.split(request.argument)
    if len(several) > 1:
        return _several_addresses(acting, request, several)
    return _one_address(acting, request)


def _one_address(acting: SeatCommandContext, request: Request) -> CommandResult:
    """Move the mail to an address, or add or remove one to write from."""
    how, _, written = request.argument.replace(":", " ").rpartition(" ")
    adds = how.strip().lower() == "add" or bool(ALSO.match(request.written))
    try:
        new = registrable(written.strip("<>.,;"))
    except ValueError as fault:
        return refused(request, sentence("preferences", "unusable_address", why=reason(fault)))
    if reply_addresses.is_ours(new, acting.visit.office.credentials.judge):
        return refused(request, sentence("preferences", "address_of_ours", written=written))
    if how.strip().lower() == "remove":
        return _remove_address(acting, request, new)
    refusal = _refusal(acting, new, adds=adds)
    if refusal:
        return refused(request, refusal)
    _begin_change(acting, new, adds=adds)
    return done(request, sentence("preferences", "asked", address=new, adds=adds))


def _begin_change(acting: SeatCommandContext, new: str, *, adds: bool, copies: bool = False) -> None:
    """Ask the address *new* whether it is the player's."""
    seat = acting.at.row
    change = AddressChange(
        table_key=acting.at.table.key,
        power=seat.power,
        epoch=seat.epoch,
        address=new,
        adds=adds,
        copies=copies,
        asked_utc=acting.visit.now,
    )
    acting.session.add(change)
    acting.session.flush()
    _ask(acting.visit, acting.at.table, change)


def _several_addresses(acting: SeatCommandContext, request: Request, written: list[str]) -> CommandResult:
    """Let the mail of the seat go to several addresses, its present one and others: ADDRESS a, b."""
    seat, judge = acting.at.row, acting.visit.office.credentials.judge
    try:
        named = list(dict.fromkeys(registrable(one.strip("<>.,;")) for one in written))
    except ValueError as fault:
        return refused(request, sentence("preferences", "unusable_address", why=reason(fault)))
    ours = [one for one in named if reply_addresses.is_ours(one, judge)]
    if ours:
        return refused(request, sentence("preferences", "address_of_ours", written=ours[0]))
    if seat.address not in named:
        return refused(request, sentence("preferences", "without_the_first", address=seat.address))
    others = [one for one in named if one != seat.address]
    known = {row.address: row for row in _added(acting.session, seat) if not row.shares}
    unknown = [one for one in others if one not in known]
    for refusal in (_refusal(acting, one, adds=True) for one in unknown):
        if refusal:
            return refused(request, refusal)
    if len(known) + len(unknown) > MOST_ADDED or asked_today(acting) + len(unknown) > CHANGES_A_DAY:
        return refused(request, sentence("preferences", "most_at_once", most=CHANGES_A_DAY))
    for row in known.values():
        row.copies, row.name = row.address in others, seat.player
    for one in unknown:
        _begin_change(acting, one, adds=True, copies=True)
    acting.session.flush()
    now = [one for one in others if one in known]
    return done(request, sentence("preferences", "several", address=seat.address, now=now, asked=unknown))


def _refusal(acting: SeatCommandContext, new: str, *, adds: bool) -> Sentence | None:
    """Return why *new* is not asked; None if it may be."""
    seat = acting.at.row
    if new == seat.address:
        return sentence("preferences", "own_address")
    if adds and identity.is_registered(acting.session, seat, new):
        return sentence("preferences", "added_already", address=new)
    if adds and len(_added(acting.session, seat)) >= MOST_ADDED:
        return sentence("preferences", "most_added", most=MOST_ADDED)
    if asked_today(acting) >= CHANGES_A_DAY:
        return sentence("preferences", "most_changes", most=CHANGES_A_DAY)
    return None


def _added(session: Session, seat: Seat) -> list[SeatAddress]:
    """Return the additional addresses of the player of *seat*."""
    wanted = select(SeatAddress).where(
        SeatAddress.table_key == seat.table_key,
        SeatAddress.power == seat.power,
        SeatAddress.owner == seat.address,
    )
    return list(session.exec(wanted))


def _remove_address(acting: SeatCommandContext, request: Request, address: str) -> CommandResult:
    rows = [one for one in _added(acting.session, acting.at.row) if not one.shares]
    row = next((one for one in rows if one.address == address), None)
    if row is None:
        added = [one.address for one in rows]
        return refused(request, sentence("preferences", "not_added", address=address, added=added))
    acting.session.delete(row)
    acting.session.flush()
    return done(request, sentence("preferences", "removed", address=address))


def asked_today(acting: SeatCommandContext) -> int:
    """Count the changes requested today: each mails a stranger, so they are limited."""
    wanted = select(AddressChange.id).where(
        AddressChange.table_key == acting.at.table.key,
        AddressChange.power == acting.at.row.power,
        AddressChange.asked_utc > acting.visit.now - timedelta(hours=24),
    )
    return len(acting.session.exec(wanted).all())


def _ask(visit: CommandContext, table: GameTable, change: AddressChange) -> None:
    credentials, number = visit.office.credentials, change.id or 0
    facts = {"table": table.key, "adds": change.adds, "copies": change.copies}
    note = worded("address_ask", f"address {number}", facts, visit.office.house.templates)
    reply_to, tag = reply_addresses.change_reply(credentials, number)
    question = replace(note, reply_to=reply_to, tag=tag)
    visit.send_note(table_card(table, visit.office.find_game(table.game)), ("", change.address), question)


def answered_change(visit: CommandContext, number: int) -> tuple[AddressChange, Seat] | CommandResult:
    """Return the change to which the address that was asked says YES; else a refusal."""
    request = BY_REPLY
    change = visit.session.get(AddressChange, number)
    seat = _seat_of(visit.session, change) if change else None
    if change is None or seat is None or change.done_utc is not None or seat.epoch != change.epoch:
        return refused(request, sentence("preferences", "nothing_to_confirm"))
    answer, is_asked = verdict(visit.message.text), visit.person.address.lower() == change.address
    if answer is Verdict.UNCLEAR or not is_asked or not visit.message.is_of_a_person:
        return refused(request, sentence("preferences", "only_yes"))
    if answer is Verdict.NO:
        change.done_utc = visit.now
        return refused(request, sentence("preferences", "rejected"))
    return change, seat


def carry_out(visit: CommandContext, change: AddressChange, seat: Seat) -> CommandResult:
    """Make a confirmed change of a player's own address."""
    return _add(visit, change, seat) if change.adds else _change(visit, BY_REPLY, change, seat)


def register(session: Session, seat: Seat, address: str, now: datetime, *, sharer: str = "") -> None:
    """Let the player of *seat* write from *address* too, or a second player called *sharer*."""
    if identity.is_registered(session, seat, address):
        return
    session.add(
        SeatAddress(
            table_key=seat.table_key,
            power=seat.power,
            owner=seat.address,
            address=address.lower(),
            since_utc=now,
            shares=bool(sharer),
            name=sharer,
        )
    )
    session.flush()


def _add(visit: CommandContext, change: AddressChange, seat: Seat) -> CommandResult:
    """Register the address that has written YES in addition to the primary one, and inform both."""
    table = visit.session.get_one(GameTable, seat.table_key)
    change.done_utc = visit.now
    register(visit.session, seat, change.address, visit.now)
    if change.copies:
        row = next(one for one in _added(visit.session, seat) if one.address == change.address)
        row.copies, row.name = True, seat.player
    card = visit.office.seat_card(table, seat)
    facts: dict[str, object] = {"table": table.key, "power": card.named, "copies": change.copies}
    facts |= {"address": change.address, "primary": seat.address}
    note = worded("address_added", f"added {change.id}", facts, visit.office.house.templates)
    visit.send_note(card.table, (seat.player, change.address), replace(note, closing=""))
    visit.send_note(
        card.table, (seat.player, seat.address), replace(note, reply_to=card.reply_to, tag=card.tag)
    )
    return done(Request("ADDRESS", "", 0, "ADDRESS"), note.text)


def _change(visit: CommandContext, request: Request, change: AddressChange, seat: Seat) -> CommandResult:
    """Make the new address the primary one; the old tokens are void, and both addresses are informed."""
    table = visit.session.get_one(GameTable, seat.table_key)
    second = _second_seat(visit, table, change)
    if second is not None and house_rules(table).two_seats == "no":
        return refused(request, sentence("preferences", "two_seats", table=table.key))
    for row in _added(visit.session, seat):
        row.owner = change.address
    old, seat.address = seat.address, change.address
    profiles.moved(visit.session, old, change.address)
    reliability.moved(visit.session, old, change.address, table.key, seat.power)
    seat.epoch += 1
    change.done_utc = visit.now
    visit.session.flush()
    if second is not None and house_rules(table).two_seats == "told":
        _notify_gm_of_two(visit, table, seat, second)
    return done(request, _notify_both(visit, table, seat, old, f"changed {change.id}"))


def _second_seat(visit: CommandContext, table: GameTable, change: AddressChange) -> Seat | None:
    """Return another seat of the new address at the table."""
    wanted = select(Seat).where(
        Seat.table_key == table.key, Seat.address == change.address, Seat.power != change.power
    )
    return visit.session.exec(wanted).first()


def _notify_gm_of_two(visit: CommandContext, table: GameTable, seat: Seat, second: Seat) -> None:
    named = visit.office.find_game(table.game).card.named
    facts = {"table": table.key, "power": named(seat.power), "other": named(second.power)}
    facts["address"] = seat.address
    once = f"two seats {seat.power} {second.power} {seat.epoch}"
    note = worded("two_seats", once, facts, visit.office.house.templates)
    visit.notify_gm(table, note)


def _notify_both(visit: CommandContext, table: GameTable, seat: Seat, old: str, once: str) -> str:
    """Notify the old address, and the new one with its reply address; return the text."""
    card = visit.office.seat_card(table, seat)
    facts = {"table": table.key, "power": card.named, "old": old, "new": seat.address}
    note = worded("address_new", once, facts, visit.office.house.templates)
    visit.send_note(card.table, (seat.player, old), replace(note, closing=""))
    visit.send_note(
        card.table, (seat.player, seat.address), replace(note, reply_to=card.reply_to, tag=card.tag)
    )
    return note.text


def _seat_of(session: Session, change: AddressChange) -> Seat | None:
    wanted = select(Seat).where(Seat.table_key == change.table_key, Seat.power == change.power)
    return session.exec(wanted).first()


OWN_NAME = r"(?:(?-i:NAME)|(?:set\s+|my\s+)name(?:\s+is)?|name\s*:)"
COMMANDS = (
    Command(
        "NAME",
        OWN_NAME + r"\s*(.{1,80})",
        group=Group.PLAYER,
        page="name",
        run=name,
        after_the_end=True,
        by_gm=ByGm.NO,
        by_program=False,
        guests_may_write=True,
    ),
    Command(
        "ADDRESS",
        SET + r"(?:new\s+)?(?:e-?mail\s+)?address(?:es)?[\s:]+((?:(?:add|remove)[\s:]+)?\S+@\S+"
        r"(?:(?:\s*,\s*|\s+and\s+)\S+@\S+){0,5})"
        r"|i\s?am\s?also\s+(\S+@\S+)",
        group=Group.PLAYER,
        page="name",
        topics=("addresses", "email", "e-mail", "mail", "account"),
        run=address,
        after_the_end=True,
        by_gm=ByGm.NO,
        by_program=False,
        is_grave=True,
    ),
    Command(
        "ZONE",
        SET + r"(?:time\s*)?zone[\s:]+([\w/+ -]{1,40})",
        group=Group.PLAYER,
        page="name",
        run=zone,
        after_the_end=True,
        by_gm=ByGm.NO,
        by_program=False,
        guests_may_write=True,
    ),
    Command(
        "SET",
        r"(?:set\s+)?((?:json|pictures?|maps?|bulletins?|echo)\s+(?:on|off|yes|no))",
        group=Group.PLAYER,
        page="name",
        topics=("json", "picture", "echo"),
        run=set_preference,
        by_gm=ByGm.NO,
        by_program=False,
    ),
    Command(
        "RENEW",
        r"(?:renew(?:\s+(?:my\s+)?(?:token|reply\s+address))?|new\s+token)()",
        group=Group.PLAYER,
        page="name",
        topics=("token", "password", "link", "links"),
        run=renew,
        after_the_end=True,
        by_gm=ByGm.NO,
        by_program=False,
    ),
)

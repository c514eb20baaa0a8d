"""The game master and the seats: REPLACE, EJECT, RENEW, MAIL.

Everybody is told that a power has another player; who he is only where names are shown.
"""

import re
from collections.abc import Sequence

from sqlmodel import col, select

from pbem.commands.context import Person, power_meant
from pbem.commands.seat_changes import brief, end_if_agreed, give_time, next_in_line, seat_of, take, vacate
from pbem.core.addresses import registrable
from pbem.core.lists import listed
from pbem.core.person import named
from pbem.outbound import bounces
from pbem.store.database import FORMING, Seat
from pbem.store.player_tables import Applicant
from pbem.tables.gm_actions import GmContext, NotDone, Order
from pbem.tables.house_rules import house_rules
from pbem.tables.identity import GM, gm_seat, is_ours
from pbem.tables.opening import welcome

WAITING_LIST = re.compile(r"(?:the\s+)?(?:first\s+(?:of|on|in|from)\s+)?(?:the\s+)?(?:waiting\s+)?list", re.I)


def replace_player(gm: GmContext, order: Order) -> Sequence[str]:
    """REPLACE France with Dora <dora@x.org>; with me; from the waiting list"""
    power = _power(gm, order.arguments[0])
    sitter = _sitter(gm, order.arguments[1])
    old = seat_of(gm.session, gm.table.key, power)
    if old is not None:
        vacate(gm.session, gm.table, old, "replaced", gm.now)
        _notify_former(gm, order, old, sitter.address)
    seat = take(gm.session, gm.table, power, sitter)
    is_moved = give_time(gm.table, gm.now)
    brief(gm.session, gm.office, gm.table, seat, gm.now)
    who = f": {seat.player}" if house_rules(gm.table).names == "shown" else ""
    sentence = f"{power} has a new player{who}."
    gm.write_down(order, sentence, for_bulletin=True)
    shown = seat.player if who else ""
    facts = {"power": power, "player": shown, "turns": 0}
    gm.notify_table(order, "new_player", with_deadline=is_moved, but=seat.address, **facts)
    return [f"{sentence} The old reply address of {power} is void; {seat.address} has been briefed."]


def _notify_former(gm: GmContext, order: Order, seat: Seat, successor: str = "") -> None:
    """Who loses a seat by the game master's word hears it from us, and not from silence."""
    if seat.address not in (successor, gm.table.gm_address):
        gm.tell(order, (seat.player, seat.address), "seat_taken_away", power=seat.power)


def eject(gm: GmContext, order: Order) -> Sequence[str]:
    """EJECT France; EJECT Ann, from a table that has not begun"""
    if gm.table.state == FORMING:
        return _strike_off(gm, order)
    power = _power(gm, order.arguments[0])
    seat = _seated(gm, power)
    vacate(gm.session, gm.table, seat, "ejected", gm.now)
    _notify_former(gm, order, seat)
    sentence = f"{power} has no player now, and can be taken over."
    gm.write_down(order, sentence, for_bulletin=True)
    gm.notify_table(order, "seat_open", power=power, turns=0)
    if end_if_agreed(gm.session, gm.office, gm.table, gm.now):
        return [sentence, "All who play now had voted for one motion: it has passed, and the game is over."]
    return [f"{sentence} Its orders on file stay."]


def _strike_off(gm: GmContext, order: Order) -> Sequence[str]:
    """Off the list of a table that has not begun."""
    wanted = select(Applicant).where(Applicant.table_key == gm.table.key).order_by(col(Applicant.id))
    rows = list(gm.session.exec(wanted))
    said = order.argument.lower()
    row = next((row for row in rows if said in (row.player.lower(), row.address)), None)
    if row is None:
        there = listed([f"{row.player} <{row.address}>" for row in rows]) or "nobody"
        raise NotDone(f'"{order.argument}" has not joined {gm.table.key}; {there} has.')
    gm.session.delete(row)
    gm.session.flush()
    gm.tell(order, (row.player, row.address), "struck_off")
    return [f"{row.player} <{row.address}> is off the list, and has been told."]


def brief_all(gm: GmContext) -> None:
    """The position as it is now, and a form, to every player: something to reply to."""
    for seat in gm.seats:
        brief(gm.session, gm.office, gm.table, seat, gm.now)


def renew(gm: GmContext, order: Order) -> Sequence[str]:
    """RENEW France: a new reply address, the old one is void; RENEW GM: the game master's own"""
    if order.argument.upper() == GM:
        return _renew_own(gm, order)
    seat = _seated(gm, _power(gm, order.arguments[0]))
    seat.epoch += 1
    gm.session.flush()
    brief(gm.session, gm.office, gm.table, seat, gm.now)
    gm.write_down(order, f"{seat.power} has a new reply address.")
    return [f"{seat.power} has a new reply address, and a report with it; the old one is void."]


def _renew_own(gm: GmContext, order: Order) -> Sequence[str]:
    gm.table.gm_epoch += 1
    gm.session.flush()
    welcome(gm.session, gm.office, gm.table, gm_seat(gm.table), gm.now)
    gm.write_down(order, "The game master has a new reply address.")
    return ["A mail of its own brings the new reply address; the old one is void."]


def mail_on(gm: GmContext, order: Order) -> Sequence[str]:
    """MAIL France: send again to a mailbox that took nothing"""
    seat = _seated(gm, _power(gm, order.arguments[0]))
    if seat.suspended_utc is None:
        raise NotDone(f"the mail of {seat.power} is not suspended.")
    count = bounces.is_alive(gm.session, seat.address, gm.now)
    gm.write_down(order, f"Mail to {seat.power} is sent again.")
    return [f"{seat.address} gets mail again; {count} that waited are on their way."]


def _power(gm: GmContext, said: str) -> str:
    try:
        return power_meant(said, gm.game.card.seats)
    except ValueError as fault:
        raise NotDone(str(fault)) from None


def _seated(gm: GmContext, power: str) -> Seat:
    seat = seat_of(gm.session, gm.table.key, power)
    if seat is None:
        raise NotDone(f"nobody plays {power}.")
    return seat


def _sitter(gm: GmContext, said: str) -> Person:
    if said.strip().lower() in ("me", "myself"):
        return Person(gm.table.gm_name, gm.table.gm_address, gm.table.zone)
    if WAITING_LIST.fullmatch(said.strip()):
        return _first_in_line(gm)
    name, address = named(said)
    if not address or is_ours(address, gm.office.credentials.judge):
        raise NotDone(f'"{said}" is no player; write "REPLACE France with Dora <dora@example.org>".')
    try:
        return Person(name or address.partition("@")[0], registrable(address), gm.table.zone)
    except ValueError as fault:
        raise NotDone(f"{fault}.") from None


def _first_in_line(gm: GmContext) -> Person:
    first = next_in_line(gm.session, gm.table)
    if first is None:
        raise NotDone(f"nobody is on the waiting list of {gm.table.key}.")
    return first

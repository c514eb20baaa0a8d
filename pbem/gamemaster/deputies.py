"""Deputies and successors of the game master: DEPUTY, NO DEPUTY, GM IS, ACCEPT.

A deputy has a reply address of his own and may say those words that he was given, and no others. Whoever is
asked to lead the table says ACCEPT, so that no slip of the pen gives it to nobody. All of it is told to all.
"""

import re
from collections.abc import Sequence

from msgspec.structs import replace
from sqlmodel import Session, col, select

from pbem import reports
from pbem.commands import gm_log
from pbem.commands.preferences import clean_name
from pbem.core.addresses import registrable
from pbem.core.lists import listed
from pbem.core.person import named
from pbem.outbound import outbox
from pbem.outbound.outbox import About
from pbem.reports.notes import worded
from pbem.store.database import GameTable, Seat
from pbem.store.gm_tables import Deputy
from pbem.tables.gm_actions import GmContext, NotDone, Order
from pbem.tables.identity import GM, deputy_seat, gm_seat, is_ours
from pbem.tables.opening import welcome

ALWAYS = ("STATUS", "LOG", "HOUSE RULES")
ACCEPT = "ACCEPT"
RIGHTS = {
    "clock": ("PAUSE", "RESUME", "EXTEND", "RUN NOW", "BEGIN"),
    "words": ("PRESS", "BROADCAST", "RULING", "NOTE"),
    "seats": ("REPLACE", "EJECT", "BECOME", "RENEW", "MAIL"),
    "turns": ("ROLLBACK", "ROLLFORWARD", "REOPEN", "CORRECT"),
    "orders": ("PREVIEW RUN",),
    "rules": ("SET",),
    "end": ("END GAME",),
}
ALL = tuple(word for words in RIGHTS.values() for word in words)


def who(session: Session, table: GameTable, seat: Seat) -> tuple[str, Sequence[str] | None]:
    """As whom he who sits there stands in the log, and which words are his; None for all of them."""
    if seat.power == GM:
        return gm_log.GAME_MASTER, None
    deputy = next(row for row in deputies(session, table) if f"{GM}{row.number}" == seat.power)
    return f"{deputy.name}, for the game master", tuple(deputy.rights)


def deputies(session: Session, table: GameTable) -> list[Deputy]:
    wanted = select(Deputy).where(Deputy.table_key == table.key)
    return list(session.exec(wanted.order_by(col(Deputy.number))))


def appoint(gm: GmContext, order: Order) -> Sequence[str]:
    """DEPUTY Dora <dora@x.org> may extend, pause"""
    name, address = _named(gm, order.arguments[0])
    rights = read_rights(order.arguments[1] if len(order.arguments) > 1 else "clock")
    deputy = _deputy(gm, name, address)
    deputy.rights = list(rights)
    gm.session.flush()
    _brief(gm, deputy, "deputy")
    sentence = f"{name} is a deputy of the game master, and may {listed(rights)}."
    gm.write_down(order, sentence, for_bulletin=True)
    gm.notify_table(order, "deputy_named", but=address, name=name, rights=listed(rights))
    return [f"{sentence} A mail to {address} brings the reply address for it."]


def read_rights(said: str) -> tuple[str, ...]:
    """ "extend, pause", "clock and words", "everything" → words. Raises NotDone with what would do."""
    pieces = [piece.strip().lower() for piece in re.split(r",|\band\b", said.rstrip(". ")) if piece.strip()]
    if pieces in (["everything"], ["all"], ["anything"]):
        return ALL
    found = [word for piece in pieces for word in _words_of(piece)]
    return tuple(word for word in ALL if word in found)


def _words_of(piece: str) -> Sequence[str]:
    if piece in RIGHTS:
        return RIGHTS[piece]
    words = [word for word in ALL if piece == word.lower() or piece == word.split()[0].lower()]
    if not words:
        known = f"{', '.join(word.lower() for word in ALL)}; or {', '.join(RIGHTS)}, everything"
        raise NotDone(f'"{piece}" is nothing that a deputy may be let do; write some of {known}.')
    return words


def dismiss(gm: GmContext, order: Order) -> Sequence[str]:
    """NO DEPUTY Dora"""
    said = named(order.argument)[1] or order.argument.lower()
    rows = deputies(gm.session, gm.table)
    row = next((row for row in rows if said in (row.address, row.name.lower())), None)
    if row is None:
        there = listed([one.name for one in rows]) or "nobody"
        raise NotDone(f'"{order.argument}" is no deputy at {gm.table.key}; {there} is.')
    gm.session.delete(row)
    gm.session.flush()
    sentence = f"{row.name} is no deputy of the game master any more."
    gm.write_down(order, sentence, for_bulletin=True)
    gm.notify_table(order, "deputy_gone", name=row.name)
    gm.tell(order, (row.name, row.address), "deputy_gone", name=row.name)
    return [f"{sentence} The reply address is void."]


def hand_over(gm: GmContext, order: Order) -> Sequence[str]:
    """GM IS Dora <dora@x.org>: she is asked; until she accepts nothing changes"""
    name, address = _named(gm, order.argument)
    deputy = _deputy(gm, name, address)
    deputy.rights = [*(word for word in deputy.rights if word != ACCEPT), ACCEPT]
    gm.session.flush()
    _brief(gm, deputy, "asked_to_lead")
    gm.write_down(order, f"{name} was asked to lead the game.")
    return [f"{name} has been asked, at {address}. You lead {gm.table.key} until {name} accepts; "
            f"NO DEPUTY {name} takes it back."]  # fmt: skip


def accept(gm: GmContext, order: Order) -> Sequence[str]:
    """ACCEPT"""
    rows = deputies(gm.session, gm.table)
    asked = next((row for row in rows if f"{GM}{row.number}" == gm.power), None)
    if asked is None or ACCEPT not in asked.rights:
        raise NotDone("nobody has asked you to lead this game.")
    table, old = gm.table, (gm.table.gm_name, gm.table.gm_address)
    table.gm_name, table.gm_address = asked.name, asked.address
    table.gm_epoch += 1
    gm.session.delete(asked)
    gm.session.flush()
    sentence = f"{table.gm_name} is the game master now, after {old[0]}."
    gm.write_down(order, sentence, for_bulletin=True)
    gm.notify_table(order, "new_gm", name=table.gm_name, before=old[0])
    gm.tell(order, old, "gm_was", name=table.gm_name)
    welcome(gm.session, gm.office, table, gm_seat(table), gm.now)
    return [f"You lead {table.key}. A mail of its own brings your reply address."]


def _named(gm: GmContext, said: str) -> tuple[str, str]:
    """Name and address. Raises NotDone."""
    name, address = named(said)
    if not address or is_ours(address, gm.office.credentials.judge):
        raise NotDone(f'"{said}" is nobody; write a name and an address, as in Dora <dora@example.org>.')
    if address == gm.table.gm_address:
        raise NotDone(f"{address} leads {gm.table.key} already.")
    try:
        return clean_name(name or address.partition("@")[0]), registrable(address)
    except ValueError as fault:
        raise NotDone(str(fault)) from None


def _deputy(gm: GmContext, name: str, address: str) -> Deputy:
    """The row of that address, made if there is none."""
    rows = deputies(gm.session, gm.table)
    row = next((row for row in rows if row.address == address), None)
    if row is None:
        number = 1 + max((row.number for row in rows), default=1)
        row = Deputy(table_key=gm.table.key, number=number, name=name, address=address)
        row.epoch = _epoch(gm)
    row.name = name
    gm.session.add(row)
    return row


def _epoch(gm: GmContext) -> int:
    """No token is good twice: deputies that were dismissed have left their number to others."""
    return 1 + sum(deed.word in ("DEPUTY", "GM IS") for deed in gm_log.actions_of(gm.session, gm.table.key))


def _brief(gm: GmContext, deputy: Deputy, template: str) -> None:
    """To him who is to help, or to follow: what he may do, and the reply address for it."""
    card = gm.office.seat_card(gm.table, deputy_seat(gm.table, deputy))
    facts = {"table": gm.table, "rights": deputy.rights}
    once = f"{template} {gm.incoming_id} {deputy.number} {deputy.epoch} {' '.join(deputy.rights)}"
    said = worded(template, once, facts, gm.office.house.templates)
    note = replace(said, reply_to=card.reply_to, tag=card.tag)
    mail = reports.note(gm.office.context(gm.now), card.table, (deputy.name, deputy.address), note)
    outbox.put(gm.session, mail, About(gm.table.key, incoming_id=gm.incoming_id), gm.now)

"""Deputies and successors of the game master: DEPUTY, NO DEPUTY, GM IS, ACCEPT.

A deputy has a reply address of their own and only the rights that they were given (`pbem.gamemaster.rights`).
Somebody who is asked to run the table must write ACCEPT first, so that a misspelt address cannot get it.
Everybody at the table is informed of a change.
"""

from collections.abc import Sequence

from msgspec.structs import replace
from sqlmodel import Session, col, select

from pbem import reports
from pbem.commands.lookup import gm_log
from pbem.commands.seats.preferences import clean_name
from pbem.core.addresses import registrable
from pbem.core.person import named
from pbem.core.sentences import Words, cause_of, sentence
from pbem.gamemaster.rights import read_rights
from pbem.outbound import outbox
from pbem.outbound.outbox import About
from pbem.reports.notes import worded
from pbem.store.game_tables import GameTable, Seat
from pbem.store.gm_tables import Deputy
from pbem.tables.gm_actions import GmAction, GmContext, GmRequest, NotDone
from pbem.tables.gm_sight import gm_plays
from pbem.tables.identity import GM, deputy_seat, gm_seat, plays
from pbem.tables.office import Office, table_card
from pbem.tables.opening import welcome
from pbem.tables.people.reply_addresses import is_ours
from pbem.tables.seats import former_seats

ACCEPT = "ACCEPT"


def who_acts(
    session: Session, office: Office, table: GameTable, seat: Seat
) -> tuple[str, Sequence[str] | None]:
    """Return the name of the person for the GM log, and their permitted actions; None for all."""
    if seat.power == GM:
        return gm_log.GAME_MASTER, None
    deputy = next(row for row in deputies_of(session, table) if f"{GM}{row.number}" == seat.power)
    name = sentence("deputies", "in_the_log", name=deputy.name)
    return name.words(office.house.templates), tuple(deputy.rights)


def deputies_of(session: Session, table: GameTable) -> list[Deputy]:
    """Return the deputies of a table in the order of their numbers."""
    wanted = select(Deputy).where(Deputy.table_key == table.key)
    return list(session.exec(wanted.order_by(col(Deputy.number))))


def appoint(gm: GmContext, request: GmRequest) -> Sequence[Words]:
    """Add a deputy, or change their rights: DEPUTY Dora <dora@x.org> may extend, pause."""
    name, address = _named(gm, request.arguments[0])
    rights = read_rights(request.arguments[1] if len(request.arguments) > 1 else "clock")
    deputy = _deputy(gm, name, address)
    deputy.rights = list(rights)
    gm.session.flush()
    _brief(gm, deputy, "deputy")
    gm.write_down(request, sentence("deputies", "appointed", name=name, rights=rights), for_bulletin=True)
    gm.notify_table(request, "deputy_named", but=address, name=name, rights=rights)
    return [sentence("deputies", "appointment", name=name, rights=rights, address=address)]


def dismiss(gm: GmContext, request: GmRequest) -> Sequence[Words]:
    """Remove a deputy: NO DEPUTY Dora."""
    who = named(request.argument)[1] or request.argument.lower()
    rows = deputies_of(gm.session, gm.table)
    row = next((row for row in rows if who in (row.address, row.name.lower())), None)
    if row is None:
        there = [one.name for one in rows]
        raise NotDone(
            sentence("deputies", "no_deputy", who=request.argument, table=gm.table.key, there=there)
        )
    former_seats.remember_leader(gm.session, gm.table, deputy_seat(gm.table, row), gm.now)
    gm.session.delete(row)
    gm.session.flush()
    gm.write_down(request, sentence("deputies", "dismissed", name=row.name), for_bulletin=True)
    gm.notify_table(request, "deputy_gone", name=row.name)
    gm.notify_one(request, (row.name, row.address), "deputy_gone", name=row.name)
    return [sentence("deputies", "dismissal", name=row.name)]


def hand_over(gm: GmContext, request: GmRequest) -> Sequence[Words]:
    """Ask somebody to run the table; nothing changes until they accept: GM IS Dora <dora@x.org>."""
    name, address = _named(gm, request.argument)
    deputy = _deputy(gm, name, address)
    deputy.rights = [*(word for word in deputy.rights if word != ACCEPT), ACCEPT]
    gm.session.flush()
    _brief(gm, deputy, "asked_to_lead")
    gm.write_down(request, sentence("deputies", "asked", name=name))
    return [sentence("deputies", "question", name=name, address=address, table=gm.table.key)]


def accept(gm: GmContext, request: GmRequest) -> Sequence[Words]:
    """Make the person who was asked the game master: ACCEPT."""
    rows = deputies_of(gm.session, gm.table)
    asked = next((row for row in rows if f"{GM}{row.number}" == gm.power), None)
    if asked is None or ACCEPT not in asked.rights:
        raise NotDone(sentence("deputies", "not_asked"))
    table, old = gm.table, gm_seat(gm.table)
    table.gm_name, table.gm_address = asked.name, asked.address
    table.gm_epoch += 1
    former_seats.remember_leader(gm.session, table, old, gm.now)
    gm.session.delete(asked)
    gm.session.flush()
    new_gm = sentence("deputies", "new_gm", name=table.gm_name, before=old.player)
    gm.write_down(request, new_gm, for_bulletin=True)
    is_player = gm_plays(gm.session, table)
    if is_player:
        gm.write_down(request, sentence("gm_seats", "gm_plays"), for_bulletin=True)
    gm.notify_table(request, "new_gm", name=table.gm_name, before=old.player, is_player=is_player)
    _tell_former(gm, old)
    welcome(gm.session, gm.office, table, gm_seat(table), gm.now)
    return [sentence("deputies", "accepted", table=table.key)]


def _tell_former(gm: GmContext, old: Seat) -> None:
    """Mail the former game master; the void reply address identifies the table if they reply."""
    facts = {
        "table": gm.table.key,
        "name": gm.table.gm_name,
        "is_player": plays(gm.session, gm.table, old.address),
    }
    note = worded("gm_was", f"gm_was {gm.incoming_id} {old.address}", facts, gm.office.house.templates)
    note = gm.office.with_reply(gm.session, gm.table.key, old.address, note)
    if not note.reply_to:
        card = gm.office.seat_card(gm.table, old)
        note = replace(note, reply_to=card.reply_to, tag=card.tag)
    mail = reports.note(
        gm.office.context(gm.now), table_card(gm.table, gm.game), (old.player, old.address), note
    )
    outbox.put(gm.session, mail, About(gm.table.key, incoming_id=gm.incoming_id), gm.now)


def _named(gm: GmContext, text: str) -> tuple[str, str]:
    """Return name and address. Raises NotDone."""
    name, address = named(text)
    if not address or is_ours(address, gm.office.credentials.judge):
        raise NotDone(sentence("deputies", "no_person", text=text))
    if address == gm.table.gm_address:
        raise NotDone(sentence("deputies", "leads_already", address=address, table=gm.table.key))
    try:
        return clean_name(name or address.partition("@")[0]), registrable(address)
    except ValueError as fault:
        raise NotDone(cause_of(fault)) from None


def _deputy(gm: GmContext, name: str, address: str) -> Deputy:
    """Return the row of that address; add one if there is none."""
    rows = deputies_of(gm.session, gm.table)
    row = next((row for row in rows if row.address == address), None)
    if row is None:
        number = 1 + max((row.number for row in rows), default=1)
        row = Deputy(table_key=gm.table.key, number=number, name=name, address=address)
        row.epoch = _epoch(gm)
    row.name = name
    gm.session.add(row)
    return row


def _epoch(gm: GmContext) -> int:
    """Return a token number that no earlier deputy had, because seat numbers are reused."""
    return 1 + sum(entry.word in ("DEPUTY", "GM IS") for entry in gm_log.actions_of(gm.session, gm.table.key))


def _brief(gm: GmContext, deputy: Deputy, template: str) -> None:
    """Mail a deputy or a successor their rights and reply address."""
    card = gm.office.seat_card(gm.table, deputy_seat(gm.table, deputy))
    facts = {"table": gm.table, "rights": deputy.rights}
    once = f"{template} {gm.incoming_id} {deputy.number} {deputy.epoch} {' '.join(deputy.rights)}"
    note = worded(template, once, facts, gm.office.house.templates)
    note = replace(note, reply_to=card.reply_to, tag=card.tag)
    mail = reports.note(gm.office.context(gm.now), card.table, (deputy.name, deputy.address), note)
    outbox.put(gm.session, mail, About(gm.table.key, incoming_id=gm.incoming_id), gm.now)


ACTIONS = (
    GmAction(
        "DEPUTY", r"(?:(?:new|add)\s+)?deputy\s+(?:is\s+)?(.{3,120}?)(?:[\s,:]+may\s+(.{1,300}))?", appoint
    ),
    GmAction("NO DEPUTY", r"(?:no|remove|dismiss)\s+deputy\s+(.{1,120})", dismiss),
    GmAction("GM IS", r"(?:the\s+)?(?:new\s+)?gm\s*(?:is|:)\s*(.{3,200})", hand_over),
    GmAction(ACCEPT, r"(?:i\s+)?accept", accept),
)

"""How does the game master act as a seat?  BECOME France, and below it what its player could write, to END.

Orders, READY, votes, press and questions are done as if they stood in a letter of that seat. Its player is
told what was done in his name, word for word, and the log that it was done. What belongs to the player and
not to the seat (his address, his diary, leaving) cannot be done by anybody else. Where the house rules keep
orders from the game master he may send some, and is shown nothing of those that were there.
"""

from collections.abc import Sequence

from msgspec.structs import replace
from sqlmodel import select

from adjudicator.core.game import TAKEN, ReadLine
from pbem import reports
from pbem.commands import dispatch, early_orders
from pbem.commands import orders as hearing
from pbem.commands.context import CommandContext, Person, SeatCommandContext, SeatContext, power_meant
from pbem.commands.dispatch import AS_GUEST
from pbem.commands.seat_changes import seat_of
from pbem.core.lists import listed
from pbem.messages import message as letters
from pbem.messages.script import Script, read_script
from pbem.outbound import outbox
from pbem.outbound.outbox import About
from pbem.reports import AnswerPage, CommandResult
from pbem.reports.notes import sentence, worded
from pbem.store.database import FORMING, OVER, OrderLines, Seat, StoredMessage
from pbem.tables import order_sheets
from pbem.tables.gm_actions import Chair, NotDone, Order
from pbem.tables.house_rules import house_rules

OF_THE_PLAYER = (
    *("NAME", "ADDRESS", "ZONE", "SET", "RENEW", "RESIGN", "DIARY", "EXTEND", "REPORT", "TABLE", "TURN"),
    *AS_GUEST,
)
SHOWS = ("STATUS", "FORM", "OPTIONS", "PREVIEW", "ASSUME", "HISTORY", "VOTES")


def become(chair: Chair, order: Order) -> Sequence[str | AnswerPage]:
    """BECOME France, and what its player could write, to END"""
    at = _at(chair, order.arguments[0])
    kept = chair.session.get_one(StoredMessage, chair.letter_id)
    script = early_orders.for_now(read_script("\n".join(order.text)), at)
    _check(chair, at, script)
    is_sheet = hearing.is_sheet(at, script)
    filed = order_sheets.file(chair.session, at.place, kept, script) if is_sheet else None
    person = Person(at.row.player, at.row.address, at.row.zone)
    letter = letters.read(kept.raw)
    visit = CommandContext(chair.session, chair.office, kept, letter, script, chair.now, person)
    told = dispatch.perform(SeatCommandContext(visit, at), is_late=False)
    deeds = [one for one in told if isinstance(one, CommandResult)]
    refused = [_said(chair, "refused_line", line=line) for line in _refused(filed)]
    if not told and not (filed and filed.changed):
        raise NotDone("; ".join(refused) or _said(chair, "nothing", power=at.row.power))
    _write_down(chair, order, at, filed, told)
    if seat_of(chair.session, chair.table.key, at.row.power) and (deeds or (filed and filed.changed)):
        _tell_player(chair, order, at, filed, deeds)
    pages = [
        replace(one, title=f"{one.title}, {at.row.power}") for one in told if isinstance(one, AnswerPage)
    ]
    return [*_on_file(chair, at, filed), *refused, *_in_words(chair, deeds), *pages]


def _said(chair: Chair, occasion: str, **facts: object) -> str:
    return sentence("gm_becomes", occasion, chair.office.house.templates, **facts)


def _at(chair: Chair, said: str) -> SeatContext:
    """The seat that is meant; one without a player is the game master's for the while. Raises NotDone."""
    table = chair.table
    if table.state in (FORMING, OVER):
        raise NotDone(_said(chair, "not_now", table=table.key, state=table.state))
    try:
        power = power_meant(said, chair.game.card.seats)
    except ValueError as fault:
        raise NotDone(str(fault)) from None
    seat = seat_of(chair.session, table.key, power) or Seat(
        table_key=table.key,
        power=power,
        player=table.gm_name,
        address=table.gm_address.lower(),
        zone=table.zone,
        epoch=0,  # no token is signed for it that anybody would take
    )
    return SeatContext(table, seat, chair.game, chair.due, chair.office.seat_card(table, seat))


def _check(chair: Chair, at: SeatContext, script: Script) -> None:
    """Raises NotDone for what only the player may do, or what the house rules keep from the game master."""
    asked = [request.word for request in script.requests]
    own = [word for word in asked if word in OF_THE_PLAYER]
    if own:
        raise NotDone(_said(chair, "of_the_player", words=listed(own), power=at.row.power))
    shown = [word for word in asked if word in SHOWS]
    if shown and _is_kept_from_gm(at):
        raise NotDone(_said(chair, "kept_from_gm", words=listed(shown)))
    before = select(OrderLines.id).where(
        OrderLines.letter_id == chair.letter_id,
        OrderLines.table_key == at.table.key,
        OrderLines.power == at.row.power,
    )
    if chair.session.exec(before).first() is not None:
        raise NotDone(_said(chair, "twice", power=at.row.power))


def _is_kept_from_gm(at: SeatContext) -> bool:
    return house_rules(at.table).gm_reads == "public"


def _refused(filed: order_sheets.Filed | None) -> Sequence[ReadLine]:
    return [line for line in filed.reading.lines if line.reason] if filed else ()


def _write_down(
    chair: Chair,
    order: Order,
    at: SeatContext,
    filed: order_sheets.Filed | None,
    told: Sequence[CommandResult | AnswerPage],
) -> None:
    """Everybody may read the log: it says that something was done, and nothing that is the seat's secret."""
    done = {
        "sent_orders": filed is not None and filed.changed,
        "acted": any(isinstance(one, CommandResult) and not one.is_refused for one in told),
        "looked": any(isinstance(one, AnswerPage) for one in told),
    }
    deeds = [_said(chair, occasion, power=at.row.power) for occasion, is_done in done.items() if is_done]
    if deeds:
        chair.write_down(order, _said(chair, "logged", deeds=listed(deeds)))


def _on_file(chair: Chair, at: SeatContext, filed: order_sheets.Filed | None) -> Sequence[str]:
    if filed is None or not filed.changed:
        return ()
    if _is_kept_from_gm(at):
        own = [line.reading for line in filed.reading.lines if line.verdict == TAKEN]
        return [_said(chair, "taken", power=at.row.power), *(f"    {reading}" for reading in own)]
    return [_said(chair, "on_file", power=at.row.power), *(f"    {line}" for line in _orders(filed))]


def _orders(filed: order_sheets.Filed) -> Sequence[str]:
    return [dispatch.of_unit(row) for row in filed.reading.in_force]


def _in_words(chair: Chair, deeds: Sequence[CommandResult]) -> Sequence[str]:
    return [_said(chair, "done", deed=deed) for deed in deeds]


def _tell_player(
    chair: Chair,
    order: Order,
    at: SeatContext,
    filed: order_sheets.Filed | None,
    deeds: Sequence[CommandResult],
) -> None:
    """Nothing is done unseen in anybody's name."""
    orders = _orders(filed) if filed and filed.changed else ()
    once = f"become {chair.letter_id} {order.line} {at.row.power} {chair.now.isoformat()}"
    facts = {"orders": orders, "deeds": _in_words(chair, deeds)}
    said = worded("orders_by_gm", once, facts, chair.office.house.templates)
    note = replace(said, reply_to=at.card.reply_to, tag=at.card.tag)
    mail = reports.note(chair.office.desk(chair.now), at.card.table, (at.row.player, at.row.address), note)
    outbox.put(chair.session, mail, About(chair.table.key, at.row.power, chair.table.number), chair.now)

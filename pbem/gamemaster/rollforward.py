"""How is a rollback taken back?  ROLLFORWARD: the turn counts again as it was run, without being judged anew.

It can be done as long as the position is the one from which the turn was run. What was kept aside is on file
again: orders for the turn after it, later orders. Orders that came for the turn itself since the rollback
are kept aside in their place. Its reports count again, and those that had not left are sent.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, TypeVar

from sqlmodel import SQLModel, col, select

from pbem.core.deadlines import due
from pbem.gamemaster.rollback import aside
from pbem.gamemaster.seats import brief_all
from pbem.store.database import (
    OVER,
    RUNNING,
    SUPERSEDED,
    WAITING,
    AdjudicatedTurn,
    OrderLines,
    OrderSheet,
    OutgoingMail,
    Row,
    UtcTime,
    call_deferred,
    sheets_of,
)
from pbem.store.gm_tables import GmActionRow, SupersededRow
from pbem.store.player_tables import LaterOrders, Readiness
from pbem.tables.gm_actions import Chair, NotDone, Order, set_deadline
from pbem.tables.house_rules import pace_of

Kind = TypeVar("Kind", bound=Row)
KINDS: tuple[type[Row], ...] = (AdjudicatedTurn, OrderLines, OrderSheet, Readiness, LaterOrders)


def rollforward(chair: Chair, order: Order) -> Sequence[str]:
    """ROLLFORWARD"""
    table = chair.table
    kept = _kept_turn(chair)
    if kept is None:
        raise NotDone(f"nothing was rolled back at {table.key} that could count again now.")
    if kept.row["before"] != table.position:
        raise NotDone(f"{kept.row['name']} was run from another position than that of now, and cannot count.")
    _put_newer_aside(chair, kept)
    turn = _restore(chair, kept)
    _count_reports_again(chair, turn, kept.aside_utc)
    _go_on(chair, turn)
    sentence = f"{turn.name} counts again as it was run; the rollback was taken back."
    chair.write_down(order, sentence, for_bulletin=True)
    chair.tell_all(order, "counts_again", with_deadline=table.state == RUNNING, turn=turn.name)
    if table.state == RUNNING:
        brief_all(chair)
    return [sentence, "Everybody has been told."]


def _kept_turn(chair: Chair) -> SupersededRow | None:
    """The turn that is due now as it was run before it was rolled back, if it was."""
    wanted = select(SupersededRow).where(
        SupersededRow.table_key == chair.table.key,
        SupersededRow.kind == AdjudicatedTurn.__tablename__,
        SupersededRow.number == chair.table.number,
    )
    return chair.session.exec(wanted.order_by(col(SupersededRow.id).desc())).first()


def _put_newer_aside(chair: Chair, kept: SupersededRow) -> None:
    """What was sent for the turn since the rollback: the sheets are again those that were judged."""
    newer = select(OrderLines).where(
        OrderLines.table_key == chair.table.key,
        OrderLines.number == kept.number,
        OrderLines.received_utc > kept.aside_utc,
    )
    entries: list[Row] = [*chair.session.exec(newer)]
    _take_out(chair, entries)
    judged: dict[str, str] = kept.row["orders"]
    changed = [
        sheet
        for power, sheet in sheets_of(chair.session, chair.table.key, kept.number).items()
        if sheet.orders != judged.get(power)
    ]
    _take_out(chair, [sheet for sheet in changed if sheet.power not in judged])
    for sheet in changed:
        if sheet.power in judged:
            chair.session.add(aside(chair, sheet))
            sheet.orders = judged[sheet.power]


def _take_out(chair: Chair, rows: Sequence[Row]) -> None:
    for row in rows:
        chair.session.add(aside(chair, row))
        chair.session.delete(row)
    chair.session.flush()


def _restore(chair: Chair, kept: SupersededRow) -> AdjudicatedTurn:
    """All that the rollback of that turn has put aside, as new rows."""
    wanted = select(SupersededRow).where(
        SupersededRow.table_key == kept.table_key, SupersededRow.edition == kept.edition
    )
    rows = sorted(chair.session.exec(wanted), key=lambda row: (row.kind, row.row["id"]))
    kinds = {str(kind.__tablename__): kind for kind in KINDS}
    for row in rows:
        if row.aside_utc == kept.aside_utc and row.kind != kept.kind and row.kind in kinds:
            chair.session.add(_row(kinds[row.kind], row.row))
    turn = _row(AdjudicatedTurn, kept.row)
    chair.session.add(turn)
    chair.session.flush()
    return turn


def _row(kind: type[Kind], said: dict[str, Any]) -> Kind:
    columns = SQLModel.metadata.tables[str(kind.__tablename__)].c
    moments = {column.name for column in columns if isinstance(column.type, UtcTime)}
    values = {name: _moment(value) if name in moments else value for name, value in said.items()}
    return kind(**{name: value for name, value in values.items() if name != "id"})


def _moment(value: str | None) -> datetime | None:
    return datetime.fromisoformat(value) if value else None


def _count_reports_again(chair: Chair, turn: AdjudicatedTurn, until: datetime) -> None:
    wanted = select(OutgoingMail).where(
        OutgoingMail.table_key == chair.table.key,
        OutgoingMail.number == turn.number + 1,
        OutgoingMail.created_utc >= turn.judged_utc,
        OutgoingMail.created_utc <= until,
    )
    for parcel in chair.session.exec(wanted):
        parcel.is_void = False
        parcel.state = WAITING if parcel.state == SUPERSEDED else parcel.state


def _go_on(chair: Chair, turn: AdjudicatedTurn) -> None:
    table, game = chair.table, chair.game
    after = game.due(turn.position)
    table.position, table.number = turn.position, turn.number + 1
    table.edition, table.moves = table.edition + 1, table.moves + 1
    table.held_reason, table.is_run_asked, table.paused_left_s = "", False, None
    table.state = OVER if after.over else RUNNING
    pace = pace_of(table, game.card.phases)
    set_deadline(table, None if after.over else due(chair.now, after.phase, pace), chair.now)
    call_deferred(chair.session, table.key)
    for seat in chair.seats:
        seat.missed += turn.silent.count(seat.power)
    for deed in _told_by(chair, turn):
        deed.printed = turn.number


def _told_by(chair: Chair, turn: AdjudicatedTurn) -> list[GmActionRow]:
    """What its bulletin has printed."""
    wanted = select(GmActionRow).where(
        GmActionRow.table_key == chair.table.key,
        col(GmActionRow.for_bulletin).is_(True),
        col(GmActionRow.printed).is_(None),
        GmActionRow.done_utc <= turn.judged_utc,
    )
    return list(chair.session.exec(wanted))

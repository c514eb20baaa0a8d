"""ROLLFORWARD: undo a rollback; the turn counts again as it was run, without a new adjudication.

This works as long as the position is the one from which the turn was run. Everything that the rollback
superseded is restored: orders for the next turn, later orders. Orders for the turn itself that came since the
rollback are superseded instead. The reports of the turn count again, and unsent ones are sent.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, TypeVar

from sqlmodel import SQLModel, col, select

from pbem.core.deadlines import due
from pbem.core.sentences import Words, sentence
from pbem.gamemaster.repairs.rollback import MISSED, supersede, superseded
from pbem.gamemaster.seats import brief_all
from pbem.store.game_tables import AdjudicatedTurn, OrderLines, OrderSheet, sheets_of
from pbem.store.gm_tables import GmActionRow, SupersededRow
from pbem.store.mail_tables import OutgoingMail, call_deferred
from pbem.store.player_tables import LaterOrders, Readiness
from pbem.store.rows import Row, UtcTime
from pbem.store.states import OVER, RUNNING, SUPERSEDED, WAITING
from pbem.tables.deadlines.deadline_of_table import set_deadline
from pbem.tables.gm_actions import GmAction, GmContext, GmRequest, NotDone
from pbem.tables.house_rules import pace_of

Kind = TypeVar("Kind", bound=Row)
KINDS: tuple[type[Row], ...] = (AdjudicatedTurn, OrderLines, OrderSheet, Readiness, LaterOrders)


def rollforward(gm: GmContext, request: GmRequest) -> Sequence[Words]:
    """Undo a rollback: ROLLFORWARD."""
    table = gm.table
    stored = _superseded_turn(gm)
    if stored is None:
        raise NotDone(sentence("rollback", "nothing_to_redo", table=table.key))
    if stored.row["before"] != table.position:
        raise NotDone(sentence("rollback", "other_position", turn=stored.row["name"]))
    _supersede_newer(gm, stored)
    turn = _restore(gm, stored)
    _count_reports_again(gm, turn, stored.superseded_utc)
    _go_on(gm, turn)
    _count_as_missed(gm, stored)
    gm.write_down(request, sentence("rollback", "redo_logged", turn=turn.name), for_bulletin=True)
    gm.notify_table(request, "counts_again", with_deadline=table.state == RUNNING, turn=turn.name)
    if table.state == RUNNING:
        brief_all(gm, sentence("briefing", "counts_again", turn=turn.name))
    return [sentence("rollback", "redone", turn=turn.name, later=_next_to_redo(gm))]


def _next_to_redo(gm: GmContext) -> str:
    """Return the name of the turn that another ROLLFORWARD restores; "" if none."""
    stored = _superseded_turn(gm)
    return stored.row["name"] if stored and stored.row["before"] == gm.table.position else ""


def _superseded_turn(gm: GmContext) -> SupersededRow | None:
    """Return the turn that is due as it was run before a rollback, or None."""
    wanted = select(SupersededRow).where(
        SupersededRow.table_key == gm.table.key,
        SupersededRow.kind == AdjudicatedTurn.__tablename__,
        SupersededRow.number == gm.table.number,
    )
    return gm.session.exec(wanted.order_by(col(SupersededRow.id).desc())).first()


def _supersede_newer(gm: GmContext, stored: SupersededRow) -> None:
    """Supersede what was sent since the rollback, so that the sheets are the adjudicated ones again."""
    newer = select(OrderLines).where(
        OrderLines.table_key == gm.table.key,
        OrderLines.number == stored.number,
        OrderLines.received_utc > stored.superseded_utc,
    )
    rows: list[Row] = [*gm.session.exec(newer)]
    supersede(gm, rows)
    adjudicated: dict[str, str] = stored.row["orders"]
    changed = [
        sheet
        for power, sheet in sheets_of(gm.session, gm.table.key, stored.number).items()
        if sheet.orders != adjudicated.get(power)
    ]
    supersede(gm, [sheet for sheet in changed if sheet.power not in adjudicated])
    for sheet in changed:
        if sheet.power in adjudicated:
            gm.session.add(superseded(gm, sheet))
            sheet.orders = adjudicated[sheet.power]


def _restore(gm: GmContext, stored: SupersededRow) -> AdjudicatedTurn:
    """Restore what the rollback of that turn superseded, as new rows; return the turn."""
    wanted = select(SupersededRow).where(
        SupersededRow.table_key == stored.table_key, SupersededRow.edition == stored.edition
    )
    rows = sorted(gm.session.exec(wanted), key=lambda row: (row.kind, row.row.get("id", 0)))
    kinds = {str(kind.__tablename__): kind for kind in KINDS}
    for row in rows:
        if row.superseded_utc == stored.superseded_utc and row.kind != stored.kind and row.kind in kinds:
            gm.session.add(_row(kinds[row.kind], row.row))
    turn = _row(AdjudicatedTurn, stored.row)
    gm.session.add(turn)
    gm.session.flush()
    return turn


def _row(kind: type[Kind], stored: dict[str, Any]) -> Kind:
    columns = SQLModel.metadata.tables[str(kind.__tablename__)].c
    moments = {column.name for column in columns if isinstance(column.type, UtcTime)}
    values = {name: _moment(value) if name in moments else value for name, value in stored.items()}
    return kind(**{name: value for name, value in values.items() if name != "id"})


def _moment(value: str | None) -> datetime | None:
    return datetime.fromisoformat(value) if value else None


def _count_reports_again(gm: GmContext, turn: AdjudicatedTurn, until: datetime) -> None:
    wanted = select(OutgoingMail).where(
        OutgoingMail.table_key == gm.table.key,
        OutgoingMail.number == turn.number + 1,
        OutgoingMail.created_utc >= turn.adjudicated_utc,
        OutgoingMail.created_utc <= until,
    )
    for parcel in gm.session.exec(wanted):
        parcel.is_void = False
        parcel.state = WAITING if parcel.state == SUPERSEDED else parcel.state


def _go_on(gm: GmContext, turn: AdjudicatedTurn) -> None:
    table, game = gm.table, gm.game
    after = game.due(turn.position)
    table.position, table.number = turn.position, turn.number + 1
    table.edition, table.moves = table.edition + 1, table.moves + 1
    table.held_reason, table.is_run_asked = "", False
    table.paused_left_s = table.paused_until_utc = None
    table.state = OVER if after.over else RUNNING
    pace = pace_of(table, game.card.phases)
    deadline = None if after.over else due(gm.now, after.phase, pace).because("counts_again")
    set_deadline(table, deadline, gm.now)
    call_deferred(gm.session, table.key)
    for entry in _printed_by(gm, turn):
        entry.printed = turn.number


def _count_as_missed(gm: GmContext, stored: SupersededRow) -> None:
    """Count the turn again for the players, still in their seats, for whom the rollback took it off."""
    wanted = select(SupersededRow).where(
        SupersededRow.table_key == gm.table.key,
        SupersededRow.kind == MISSED,
        SupersededRow.number == stored.number,
        SupersededRow.superseded_utc == stored.superseded_utc,
    )
    epochs: dict[str, int] = {
        power: epoch for row in gm.session.exec(wanted) for power, epoch in row.row.items()
    }
    for seat in gm.seats:
        if seat.epoch == epochs.get(seat.power):
            seat.missed += 1


def _printed_by(gm: GmContext, turn: AdjudicatedTurn) -> list[GmActionRow]:
    """Return the entries of the GM log that the bulletin of the turn has printed."""
    wanted = select(GmActionRow).where(
        GmActionRow.table_key == gm.table.key,
        col(GmActionRow.for_bulletin).is_(True),
        col(GmActionRow.printed).is_(None),
        GmActionRow.done_utc <= turn.adjudicated_utc,
    )
    return list(gm.session.exec(wanted))


ACTIONS = (
    GmAction(
        "ROLLFORWARD", r"roll\s?forward(?:\s+(?:one|1|a|the(?:\s+last)?)\s+turn)?", rollforward, "turns"
    ),
)

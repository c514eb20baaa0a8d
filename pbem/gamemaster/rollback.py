"""ROLLBACK: undo the last turn, or several, as if they had not been run.

The position is that before the turn, and the orders that were judged are on file again, to be changed or
left. Everything later (the turn itself, orders for the turn after it) is kept aside, in whole. Reports of
the turn are void: those that wait are not sent, and orders that answer one are not taken. The dice of a
turn come from its number, so they fall again as they fell, but for a game that was over, whose seed is known.
ROLLFORWARD is in `pbem.gamemaster.rollforward`.
"""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

from sqlmodel import col, select

from pbem.core.deadlines import due
from pbem.gamemaster import reopening
from pbem.gamemaster.corrections import goes_on
from pbem.gamemaster.seats import brief_all
from pbem.messages.script import names_turn
from pbem.store.database import (
    FORMING,
    OVER,
    PAUSED,
    RUNNING,
    SUPERSEDED,
    WAITING,
    AdjudicatedTurn,
    OrderLines,
    OrderSheet,
    OutgoingMail,
    Row,
)
from pbem.store.gm_tables import GmActionRow, SupersededRow
from pbem.store.player_tables import LaterOrders, Readiness
from pbem.tables.gm_actions import GmContext, NotDone, Order, set_deadline
from pbem.tables.house_rules import pace_of

REPORTS = ("report", "bulletin", "briefing")
MOST_NAMED = 6


def rollback(gm: GmContext, order: Order) -> Sequence[str]:
    """ROLLBACK; ROLLBACK 3 turns; ROLLBACK to Spring 1901"""
    table = gm.table
    if table.state == OVER and reopening.end_of(gm) is not None:
        raise NotDone(f"{table.key} was ended by word, not by a turn: REOPEN takes that back.")
    if table.state == FORMING or table.number == 1:
        raise NotDone(f"{table.key} has run no turn that could be undone.")
    was_over = table.state == OVER
    undone = _turns_meant(gm, order.argument)
    count = sum(_undo(gm, turn) for turn in undone)
    first, later = undone[-1].name, _later(len(undone) - 1)
    sentence = f"{first} was rolled back{later}: it is to be played again."
    gm.write_down(order, sentence, for_bulletin=True)
    if was_over:
        reopening.new_seed(gm, order)
    gm.notify_table(order, "rolled_back", with_deadline=True, turn=first, later=later)
    brief_all(gm)
    return [f"{sentence} Later orders are kept aside; {count} mails that had not left were withdrawn."
            " ROLLFORWARD takes it back."]  # fmt: skip


def _later(count: int) -> str:
    return f", and {count} turn{'s' if count > 1 else ''} after it" if count else ""


def _turns_meant(gm: GmContext, said: str) -> list[AdjudicatedTurn]:
    """The turns to be undone, the last one first. Raises NotDone."""
    wanted = select(AdjudicatedTurn).where(AdjudicatedTurn.table_key == gm.table.key)
    run = list(gm.session.exec(wanted.order_by(col(AdjudicatedTurn.number).desc())))
    if said.isdigit() or not said:
        count = int(said or 1)
    else:
        count = next((place for place, turn in enumerate(run, 1) if names_turn(said, turn.name)), 0)
    if not 1 <= count <= len(run):
        names = ", ".join(turn.name for turn in run[:MOST_NAMED])
        raise NotDone(f'"{said}" is no turn that was run; the last ones: {names}.')
    return run[:count]


def _undo(gm: GmContext, undone: AdjudicatedTurn) -> int:
    """One turn; how many mails were withdrawn."""
    _put_aside(gm, undone)
    count = _void_reports(gm, undone.number)
    _go_back(gm, undone)
    for seat in gm.seats:
        seat.missed -= min(seat.missed, undone.nmr_powers.count(seat.power))
    return count


def _put_aside(gm: GmContext, undone: AdjudicatedTurn) -> None:
    """The turn, and whatever was said for a later one."""
    rows: list[Row] = [undone]
    for kind in (OrderLines, OrderSheet, Readiness):
        wanted = select(kind).where(kind.table_key == gm.table.key, kind.number > undone.number)
        rows.extend(gm.session.exec(wanted))
    later = select(LaterOrders).where(
        LaterOrders.table_key == gm.table.key, col(LaterOrders.number) > undone.number
    )
    kept_for_later = list(gm.session.exec(later))
    rows.extend(kept_for_later)
    for row in rows:
        gm.session.add(aside(gm, row))
        gm.session.delete(row)
    gm.session.flush()


def aside(gm: GmContext, row: Row) -> SupersededRow:
    number = getattr(row, "number", gm.table.number)
    kind = str(row.__tablename__)
    return SupersededRow(
        table_key=gm.table.key,
        edition=gm.table.edition,
        number=number,
        kind=kind,
        row={name: _plain(getattr(row, name)) for name in type(row).model_fields},
        superseded_utc=gm.now,
    )


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime | date) else value


def _void_reports(gm: GmContext, number: int) -> int:
    """Reports that invite orders for a turn after *number*; how many of them had not left."""
    wanted = select(OutgoingMail).where(
        OutgoingMail.table_key == gm.table.key, col(OutgoingMail.number) > number
    )
    count = 0
    for parcel in gm.session.exec(wanted):
        parcel.is_void = True
        if parcel.state == WAITING and parcel.kind in REPORTS:
            parcel.state = SUPERSEDED
            count += 1
    return count


def _go_back(gm: GmContext, undone: AdjudicatedTurn) -> None:
    table, game = gm.table, gm.game
    table.position = _position_before(gm, undone)
    table.number, table.edition = undone.number, table.edition + 1
    table.moves += 1  # one number less, two moves more: a calendar takes it for newer
    table.held_reason, table.is_run_asked = "", False
    was_paused = table.state == PAUSED
    table.state = RUNNING
    deadline = due(gm.now, undone.phase, pace_of(table, game.card.phases))
    set_deadline(table, deadline, gm.now)
    if was_paused:
        table.state, table.paused_left_s = PAUSED, (deadline.due_utc - gm.now).total_seconds()
        table.deadline_utc = table.final_utc = None
    for deed in _printed_in(gm, undone.number):
        deed.printed = None


def _position_before(gm: GmContext, undone: AdjudicatedTurn) -> str:
    """As corrected, if it was: the position is kept with each turn that was judged from it.

    A correction of before, which nobody had checked, may have made a position that the game cannot read: then
    it is as it was before that.
    """
    as_it_was = _end_of(gm, undone.number - 1)
    return undone.before if undone.before and goes_on(gm.game, undone.before) else as_it_was


def _end_of(gm: GmContext, number: int) -> str:
    wanted = select(AdjudicatedTurn.position).where(
        AdjudicatedTurn.table_key == gm.table.key, AdjudicatedTurn.number == number
    )
    return gm.session.exec(wanted).first() or gm.table.start


def _printed_in(gm: GmContext, number: int) -> list[GmActionRow]:
    wanted = select(GmActionRow).where(GmActionRow.table_key == gm.table.key, GmActionRow.printed == number)
    return list(gm.session.exec(wanted))

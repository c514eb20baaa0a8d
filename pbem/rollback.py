"""How is a turn undone?  ROLLBACK takes the last turn back, as if it had not been run.

The position is that before the turn, and the orders that were judged are on file again, to be changed or
left. Everything later (the turn itself, orders for the turn after it) is kept aside, in whole. Reports of
the turn are void: those that wait are not sent, and orders that answer one are not taken. The dice of a
turn come from its number, so they fall again as they fell.
"""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

from sqlmodel import SQLModel, col, select

from pbem.deadlines import due
from pbem.desk_tables import LaterOrders, Readiness
from pbem.gm_desk import Chair, NotDone, Order, set_deadline
from pbem.gm_tables import Aside, GmDeed
from pbem.house_rules import pace_of
from pbem.store import (
    FORMING,
    PAUSED,
    RUNNING,
    SUPERSEDED,
    WAITING,
    Entry,
    JudgedTurn,
    OrderSheet,
    Parcel,
)

REPORTS = ("report", "bulletin", "briefing")


def rollback(chair: Chair, order: Order) -> Sequence[str]:
    """ROLLBACK"""
    table = chair.table
    undone = _last_turn(chair)
    if undone is None or table.state == FORMING:
        raise NotDone(f"{table.key} has run no turn that could be undone.")
    _put_aside(chair, undone)
    count = _void_reports(chair, undone.number)
    _go_back(chair, undone)
    sentence = f"{undone.name} was rolled back: the turn is to be played again."
    chair.write_down(order, sentence, for_bulletin=True)
    chair.tell_all(
        f"{undone.name} is rolled back",
        f"The game master has undone {undone.name}"
        + (f": {order.reason.rstrip('.')}." if order.reason else "."),
        f"The reports and the bulletin of {undone.name} are superseded: please forget them. The position is"
        " that before it, and the orders that you had sent for it are on file again; STATUS shows them.",
        with_deadline=True,
    )
    return [f"{sentence} Later orders are kept aside; {count} mails that had not left were withdrawn."]


def _last_turn(chair: Chair) -> JudgedTurn | None:
    wanted = select(JudgedTurn).where(
        JudgedTurn.table_key == chair.table.key, JudgedTurn.number == chair.table.number - 1
    )
    return chair.session.exec(wanted).first()


def _put_aside(chair: Chair, undone: JudgedTurn) -> None:
    """The turn, and whatever was said for a later one."""
    rows: list[SQLModel] = [undone]
    for kind in (Entry, OrderSheet, Readiness):
        wanted = select(kind).where(kind.table_key == chair.table.key, kind.number > undone.number)
        rows.extend(chair.session.exec(wanted))
    later = select(LaterOrders).where(
        LaterOrders.table_key == chair.table.key, col(LaterOrders.number) > undone.number
    )
    kept_for_later = list(chair.session.exec(later))
    rows.extend(kept_for_later)
    for row in rows:
        chair.session.add(_aside(chair, row))
        chair.session.delete(row)
    chair.session.flush()


def _aside(chair: Chair, row: SQLModel) -> Aside:
    number = getattr(row, "number", chair.table.number)
    kind = str(row.__tablename__)
    return Aside(
        table_key=chair.table.key,
        edition=chair.table.edition,
        number=number,
        kind=kind,
        row={name: _plain(value) for name, value in row.model_dump().items()},
        aside_utc=chair.now,
    )


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime | date) else value


def _void_reports(chair: Chair, number: int) -> int:
    """Reports that invite orders for a turn after *number*; how many of them had not left."""
    wanted = select(Parcel).where(Parcel.table_key == chair.table.key, col(Parcel.number) > number)
    count = 0
    for parcel in chair.session.exec(wanted):
        parcel.is_void = True
        if parcel.state == WAITING and parcel.kind in REPORTS:
            parcel.state = SUPERSEDED
            count += 1
    return count


def _go_back(chair: Chair, undone: JudgedTurn) -> None:
    table, game = chair.table, chair.game
    table.position = _position_before(chair, undone)
    table.number, table.edition = undone.number, table.edition + 1
    table.moves += 1  # one number less, two moves more: a calendar takes it for newer
    table.held_reason, table.is_run_asked = "", False
    was_paused = table.state == PAUSED
    table.state = RUNNING
    deadline = due(chair.now, undone.phase, pace_of(table, game.card.phases))
    set_deadline(table, deadline, chair.now)
    if was_paused:
        table.state, table.paused_left_s = PAUSED, (deadline.due_utc - chair.now).total_seconds()
        table.deadline_utc = table.final_utc = None
    for deed in _printed_in(chair, undone.number):
        deed.printed = None


def _position_before(chair: Chair, undone: JudgedTurn) -> str:
    """As corrected, if it was: the position is kept with each turn that was judged from it."""
    return undone.before or _end_of(chair, undone.number - 1)


def _end_of(chair: Chair, number: int) -> str:
    wanted = select(JudgedTurn.position).where(
        JudgedTurn.table_key == chair.table.key, JudgedTurn.number == number
    )
    return chair.session.exec(wanted).first() or chair.table.start


def _printed_in(chair: Chair, number: int) -> list[GmDeed]:
    wanted = select(GmDeed).where(GmDeed.table_key == chair.table.key, GmDeed.printed == number)
    return list(chair.session.exec(wanted))

"""ROLLBACK: undo the last turn, or several, as if they had not been run.

The position is that before the turn, and the adjudicated orders are on file again and can be changed.
Everything later (the turn itself, orders for the next turn) is stored as superseded. Reports of the turn are
void: those that wait are not sent, and orders in reply to one are not accepted. The dice of a turn depend on
its number, so they fall in the same way again, except in a game that was over, whose seed is known.
`pbem.gamemaster.repairs.previews` makes the preview that must be confirmed; ROLLFORWARD is in
`pbem.gamemaster.repairs.rollforward`.
"""

from collections.abc import Sequence
from datetime import date, datetime
from difflib import get_close_matches
from typing import Any

from sqlmodel import col, select

from pbem.commands.sheets import readiness
from pbem.core.dates.lengths import NUMBERS
from pbem.core.deadlines import due
from pbem.core.sentences import Words, sentence
from pbem.gamemaster.repairs import reopening
from pbem.gamemaster.repairs.position_changes import lines_known_to
from pbem.gamemaster.seats import brief_all
from pbem.messages.script import names_turn
from pbem.store.game_tables import AdjudicatedTurn, OrderLines, OrderSheet
from pbem.store.gm_tables import GmActionRow, SupersededRow
from pbem.store.mail_tables import OutgoingMail
from pbem.store.player_tables import LaterOrders, Readiness
from pbem.store.rows import Row
from pbem.store.states import DIGEST, FORMING, OVER, PAUSED, RUNNING, SUPERSEDED, WAITING
from pbem.tables.deadlines import pauses
from pbem.tables.deadlines.deadline_of_table import set_deadline
from pbem.tables.gm_actions import GmAction, GmContext, GmRequest, NotDone
from pbem.tables.house_rules import house_rules, pace_of
from pbem.tables.trial_run import goes_on

REPORTS = ("report", "bulletin", "briefing")
MISSED = "missed"
MOST_NAMED = 6
NEAR_NAME = 0.8  # similarity of a text to the turn that it misspells, by difflib
COUNTS = "|".join(NUMBERS)
MOST_CHANGES = 60  # lines of the mail to each reader


def rollback(gm: GmContext, request: GmRequest) -> Sequence[Words]:
    """Undo the last turns: ROLLBACK; ROLLBACK 3 turns; ROLLBACK to Spring 1901."""
    table = gm.table
    if table.state == OVER and reopening.end_of(gm) is not None:
        raise NotDone(sentence("rollback", "not_by_turn", table=table.key))
    if table.state == FORMING or not _turns_run(gm):
        raise NotDone(sentence("rollback", "no_turn", table=table.key))
    was_over, position = table.state == OVER, table.position
    undone = _turns_meant(gm, request.argument)
    count = sum(_undo(gm, turn) for turn in undone)
    _keep_from_running_at_once(gm)
    first, later = undone[-1].name, len(undone) - 1
    gm.write_down(request, sentence("rollback", "logged", turn=first, later=later), for_bulletin=True)
    if was_over:
        reopening.new_seed(gm, request)

    def facts(powers: Sequence[str]) -> dict[str, object]:
        changes = lines_known_to(gm, position, powers)
        more = max(0, len(changes) - MOST_CHANGES)
        shown = {"changes": changes[:MOST_CHANGES], "more": more}
        return {"turn": first, "later": later, "is_early": house_rules(table).early != "never", **shown}

    gm.notify_each(request, "rolled_back", facts, with_deadline=True)
    brief_all(gm, sentence("briefing", "rolled_back"))
    deadline, zone = gm.table.deadline_utc, gm.table.zone
    return [
        sentence(
            "rollback", "rolled_back", turn=first, later=later, count=count, deadline=deadline, zone=zone
        )
    ]


def _keep_from_running_at_once(gm: GmContext) -> None:
    """Mark nobody as ready if the complete orders on file would run the turn at once."""
    if readiness.orders_are_enough(house_rules(gm.table), gm.due):
        for seat in gm.seats:
            readiness.store(gm.session, gm.table, seat.power, is_ready=False)


def _turns_meant(gm: GmContext, text: str) -> list[AdjudicatedTurn]:
    """Return the turns to undo, the last one first. Raises NotDone."""
    run = _turns_run(gm)
    number = str(NUMBERS.get(text.lower(), text))
    if number.isdigit() or not text:
        count = int(number or 1)
        if count > len(run):
            raise NotDone(sentence("rollback", "fewer_turns", count=len(run), first=run[-1].name))
    else:
        count = next((place for place, turn in enumerate(run, 1) if names_turn(text, turn.name)), 0)
    if not 1 <= count <= len(run):
        names = [turn.name for turn in run[:MOST_NAMED]]
        near = _turn_meant(text, run)
        raise NotDone(sentence("rollback", "no_such_turn", text=text, names=names, near=near))
    return run[:count]


def _turn_meant(text: str, run: Sequence[AdjudicatedTurn]) -> str:
    """Return the name of the turn that *text* may be misspelling; "" if none."""
    names = {turn.name.partition(",")[0].lower(): turn.name for turn in reversed(run)}
    return "".join(names[near] for near in get_close_matches(text.lower(), names, 1, NEAR_NAME))


def _turns_run(gm: GmContext) -> list[AdjudicatedTurn]:
    """Return the turns of the table, the last one first."""
    wanted = select(AdjudicatedTurn).where(AdjudicatedTurn.table_key == gm.table.key)
    return list(gm.session.exec(wanted.order_by(col(AdjudicatedTurn.number).desc())))


def _undo(gm: GmContext, undone: AdjudicatedTurn) -> int:
    """Undo one turn; return how many mails were withdrawn."""
    _supersede_later(gm, undone)
    _forgive(gm, undone)
    count = _void_reports(gm, undone.number)
    _go_back(gm, undone)
    return count


def _forgive(gm: GmContext, undone: AdjudicatedTurn) -> None:
    """Take the turn off the count of players who had sent no orders.

    The seats are stored for `rollforward`: a player who takes over one of them did not miss the turn.
    """
    silent = [seat for seat in gm.seats if seat.missed and seat.power in undone.nmr_powers]
    gm.session.add(_stored(gm, undone.number, MISSED, {seat.power: seat.epoch for seat in silent}))
    for seat in silent:
        seat.missed -= 1


def _supersede_later(gm: GmContext, undone: AdjudicatedTurn) -> None:
    """Supersede the turn, and what players sent for a later one."""
    rows: list[Row] = [undone]
    for kind in (OrderLines, OrderSheet):
        wanted = select(kind).where(kind.table_key == gm.table.key, kind.number > undone.number)
        rows.extend(gm.session.exec(wanted))
    ready = select(Readiness).where(
        Readiness.table_key == gm.table.key,
        Readiness.number >= undone.number,  # of the turn, too: it would be run again at once
    )
    ready_rows = gm.session.exec(ready)
    rows.extend(ready_rows)
    later = select(LaterOrders).where(
        LaterOrders.table_key == gm.table.key, col(LaterOrders.number) > undone.number
    )
    late_rows = gm.session.exec(later)
    rows.extend(late_rows)
    supersede(gm, rows)


def supersede(gm: GmContext, rows: Sequence[Row]) -> None:
    """Delete *rows* after storing a copy of each."""
    for row in rows:
        gm.session.add(superseded(gm, row))
        gm.session.delete(row)
    gm.session.flush()


def superseded(gm: GmContext, row: Row) -> SupersededRow:
    """Return a copy of *row* for the table of superseded rows."""
    number = getattr(row, "number", gm.table.number)
    columns = {name: _plain(getattr(row, name)) for name in type(row).model_fields}
    return _stored(gm, number, str(row.__tablename__), columns)


def _stored(gm: GmContext, number: int, kind: str, row: dict[str, Any]) -> SupersededRow:
    return SupersededRow(
        table_key=gm.table.key,
        edition=gm.table.edition,
        number=number,
        kind=kind,
        row=row,
        superseded_utc=gm.now,
    )


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime | date) else value


def _void_reports(gm: GmContext, number: int) -> int:
    """Void the reports that ask for orders for a turn after *number*; return how many were not sent yet."""
    wanted = select(OutgoingMail).where(
        OutgoingMail.table_key == gm.table.key, col(OutgoingMail.number) > number
    )
    count = 0
    for parcel in gm.session.exec(wanted):
        parcel.is_void = True
        if parcel.state in (WAITING, DIGEST) and parcel.kind in REPORTS:
            parcel.state = SUPERSEDED
            count += 1
    return count


def _go_back(gm: GmContext, undone: AdjudicatedTurn) -> None:
    table, game = gm.table, gm.game
    table.position = _position_before(gm, undone)
    table.number, table.edition = undone.number, table.edition + 1
    table.moves += 1  # one number less, two moves more, so that calendars see it as newer
    table.held_reason, table.is_run_asked = "", False
    was_paused, was_stopped = table.state == PAUSED, pauses.is_stopped(table)
    table.state = RUNNING
    deadline = due(gm.now, undone.phase, pace_of(table, game.card.phases))
    set_deadline(table, deadline.because("rolled_back"), gm.now)
    if was_paused:
        pauses.begin(table, deadline.due_utc - gm.now, table.paused_until_utc)
        table.deadline_utc = table.final_utc = None
    if was_stopped:
        pauses.mark_stopped(table)
    for entry in _printed_in(gm, undone.number):
        entry.printed = None


def _position_before(gm: GmContext, undone: AdjudicatedTurn) -> str:
    """Return the position from which the turn was adjudicated, including corrections.

    An unchecked correction of an earlier version may have made a position that the game cannot read; then
    return the position before it.
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


ACTIONS = (
    GmAction(
        "ROLLBACK",
        r"(?:roll\s?back|undo)(?:\s+now|\s+(?:one|a|the(?: last)?) turn"
        rf"|\s+(\d{{1,3}}|{COUNTS}) turns?|\s+to (.{{3,60}}))?",
        rollback,
        "turns",
    ),
)

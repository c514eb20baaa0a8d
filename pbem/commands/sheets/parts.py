"""Turns that are played in parts: where a game lets a power order the rest of its turn later.

Orders that are a part (`Reading.is_part`) are carried out at once: they count as READY, and those of the
power that plays first run the turn up to there, whether or not the powers after it are ready. What those have
sent is kept, and what they send next still counts for their turn.
"""

from collections.abc import Sequence

from sqlmodel import Session, select

from adjudicator.core.game import Due, Power
from pbem.commands.context import SeatCommandContext, SeatContext
from pbem.commands.sheets import readiness
from pbem.core.sentences import Sentence, sentence
from pbem.store.game_tables import AdjudicatedTurn
from pbem.tables.house_rules import house_rules
from pbem.tables.order_sheets import Filed


def not_begun(before: Due, after: Due) -> frozenset[Power]:
    """Return the powers whose turn was due too and has not begun, because another's is not over."""
    if not after.is_rest:
        return frozenset()
    return frozenset(
        power
        for power in [*after.owed][1:]
        if power in before.owed and before.of(power).turn == after.of(power).turn
    )


def due_since(session: Session, at: SeatContext) -> int:
    """Return the number of the run since which orders of this power are for the same turn of its own.

    In turn order, that is the run after its last turn: it may send a sheet at any time before the next.
    """
    number, due = at.table.number, at.due
    while at.game.card.plays_in_turn and (before := _due_at(session, at, number - 1)):
        if at.row.power in before.owed and at.row.power not in not_begun(before, due):
            break
        number, due = number - 1, before
    return number


def turn_of_run(session: Session, at: SeatContext, number: int) -> str:
    """Return the name of this power's own turn in a run; "" if there was no such run."""
    due = _due_at(session, at, number)
    return due.of(at.row.power).turn if due else ""


def _due_at(session: Session, at: SeatContext, number: int) -> Due | None:
    """Return what was due before a run; None if there was no such run."""
    wanted = select(AdjudicatedTurn.before).where(
        AdjudicatedTurn.table_key == at.table.key, AdjudicatedTurn.number == number
    )
    before = session.exec(wanted).first()
    return at.game.due(before) if before else None


def take_back(acting: SeatCommandContext, filed: Filed, *, was_part: bool) -> None:
    """Take back READY of the part that these orders replace, or of a part with a refused line."""
    is_part = filed.reading.is_part
    if filed.changed and (was_part or is_part) and not _counts_as_ready(acting.at, filed):
        readiness.forget(acting.session, acting.at.table, acting.at.row.power)


def make_ready(acting: SeatCommandContext, filed: Filed) -> None:
    """Store READY for orders that are a part, unless the power has answered READY or WAIT."""
    at, session = acting.at, acting.session
    if not _counts_as_ready(at, filed) or acting.visit.script.asks("PREVIEW"):
        return
    if readiness.is_ready(session, at.table, at.row.power) is None:
        readiness.store(session, at.table, at.row.power, is_ready=True)


def _counts_as_ready(at: SeatContext, filed: Filed) -> bool:
    """Return whether the orders that were filed are a part without a refused line, and due now."""
    is_part = filed.changed and filed.reading.is_part and not filed.lacks_lines
    return is_part and at.row.power in at.due.owed and house_rules(at.table).early != "never"


def notes(session: Session, at: SeatContext, filed: Filed) -> Sequence[Sentence]:
    """Return when a part that was filed is carried out."""
    if not (filed.changed and filed.reading.is_part and at.row.power in at.due.owed):
        return ()
    if house_rules(at.table).early == "never":
        return (sentence("parts", "never_early"),)
    if not readiness.is_ready(session, at.table, at.row.power):
        return (sentence("parts", "at_the_deadline"),)
    if at.due.waits_for_all:
        return (sentence("parts", "when_all_ready"),)
    is_first = at.row.power == next(iter(at.due.owed))
    return (sentence("parts", "at_once") if is_first else sentence("parts", "when_ready"),)

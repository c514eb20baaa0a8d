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
    """Return the number of the run since which the turn of this power is due."""
    number, due = at.table.number, at.due
    while at.row.power in [*due.owed][1:] and due.is_rest:
        wanted = select(AdjudicatedTurn.before).where(
            AdjudicatedTurn.table_key == at.table.key, AdjudicatedTurn.number == number - 1
        )
        before = session.exec(wanted).first()
        due_before = at.game.due(before) if before else None
        if due_before is None or at.row.power not in not_begun(due_before, due):
            break
        number, due = number - 1, due_before
    return number


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

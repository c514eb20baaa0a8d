"""Conditional orders for a later phase: checked on arrival, evaluated when the phase is due."""

from collections.abc import Sequence

from msgspec import Struct
from sqlmodel import Session, col, select

from adjudicator.core.game import TAKEN
from adjudicator.core.language.conditions import Conditional, conditional
from pbem.commands.context import SeatContext, reason
from pbem.core.sentences import Sentence, Unusable, Words, sentence
from pbem.store.game_tables import AdjudicatedTurn
from pbem.tables.public_conditions import Judge, PublicResult


class Decided(Struct, frozen=True):
    """The lines that count, and remarks on those with a condition."""

    lines: Sequence[str]
    notes: Sequence[Sentence] = ()


def faults(lines: Sequence[str], at: SeatContext) -> dict[str, Words]:
    """Return the lines with a condition that cannot be evaluated, and why."""
    judge, found = Judge(at.game.card, at.row.power), dict[str, Words]()
    for line in lines:
        asked = _asked(line, at)
        try:
            if asked is not None:
                judge.check(asked)
        except Unusable as fault:
            found[line] = reason(fault)
    return found


def decide(session: Session, at: SeatContext, lines: Sequence[str]) -> Decided:
    """Replace each line with a condition by the order that counts."""
    asked = {line: _asked(line, at) for line in lines}
    if not any(asked.values()):
        return Decided(lines)
    judge, result = Judge(at.game.card, at.row.power), _public_result(session, at)
    conditions = {line: one for line, one in asked.items() if one is not None}
    chosen = {line: judge.chosen(one, result) for line, one in conditions.items()}
    counting = [chosen.get(line, line) for line in lines]
    notes = [
        sentence(
            "conditions", "decided", line=line, order=order, unmet=_unmet(judge, conditions[line], result)
        )
        for line, order in chosen.items()
    ]
    return Decided([line for line in counting if line], notes)


def _unmet(judge: Judge, asked: Conditional, result: PublicResult) -> str:
    """Return the condition that does not hold, as it was written; "" if all do, or none can be evaluated."""
    try:
        return judge.unmet(asked, result)
    except Unusable:
        return ""


def _asked(line: str, at: SeatContext) -> Conditional | None:
    """Return the condition of a line; None if the game itself has orders with such conditions."""
    asked = conditional(line)
    if asked is None:
        return None
    lines = at.game.read(at.table.position, at.row.power, None, [line]).lines
    return None if any(one.verdict == TAKEN for one in lines) else asked


def _public_result(session: Session, at: SeatContext) -> PublicResult:
    """Return the public facts of the position and of the turns since the last movement."""
    phases = at.game.card.phases
    wanted = select(AdjudicatedTurn).where(AdjudicatedTurn.table_key == at.table.key)
    turns = []
    for turn in session.exec(wanted.order_by(col(AdjudicatedTurn.number).desc()).limit(len(phases))):
        turns.append(at.game.show(turn.position, turn.record, None).facts)
        if turn.phase == phases[0]:
            break
    return PublicResult(at.game.show(at.table.position, None, None).facts, turns)

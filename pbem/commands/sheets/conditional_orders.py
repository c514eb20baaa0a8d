"""Conditional orders for a later phase: checked on arrival, evaluated when the phase is due."""

from collections.abc import Callable, Sequence

from msgspec import Struct
from sqlmodel import Session, col, select

from adjudicator.core.game import TAKEN, Game, Power, State, Turn
from adjudicator.core.language.conditions import Conditional, conditional
from pbem.commands.context import SeatContext, reason
from pbem.core.sentences import Sentence, Unusable, Words, sentence
from pbem.store.game_tables import AdjudicatedTurn, GameTable
from pbem.tables.public_conditions import Judge, PublicResult


class Known(Struct, frozen=True):
    """Where the lines of a power are read; *result* gets what everybody knows about it."""

    game: Game
    position: State
    power: Power
    result: Callable[[], PublicResult]

    def asked(self, line: str) -> Conditional | None:
        """Return the condition of a line; None if the game itself has orders with such conditions."""
        asked = conditional(line)
        if asked is None:
            return None
        lines = self.game.read(self.position, self.power, None, [line]).lines
        return None if any(one.verdict == TAKEN for one in lines) else asked


class Played(Struct, frozen=True):
    """A turn that was just adjudicated and is not stored yet."""

    turn: Turn
    phase: str


class Decided(Struct, frozen=True):
    """The lines that count, and remarks on those with a condition."""

    lines: Sequence[str]
    notes: Sequence[Sentence] = ()


def faults(lines: Sequence[str], at: SeatContext) -> dict[str, Words]:
    """Return the lines with a condition that cannot be evaluated, and why."""
    judge, found = Judge(at.game.card, at.row.power), dict[str, Words]()
    known = Known(at.game, at.table.position, at.row.power, lambda: PublicResult({}, ()))
    for line in lines:
        asked = known.asked(line)
        try:
            if asked is not None:
                judge.check(asked)
        except Unusable as fault:
            found[line] = reason(fault)
    return found


def decide(known: Known, lines: Sequence[str]) -> Decided:
    """Replace each line with a condition by the order that counts."""
    asked = {line: known.asked(line) for line in lines}
    if not any(asked.values()):
        return Decided(lines)
    judge, result = Judge(known.game.card, known.power), known.result()
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


def public_result(
    session: Session, game: Game, table: GameTable, played: Played | None = None
) -> PublicResult:
    """Return the public facts of the position and of the turns since the last movement.

    The latest turn is *played*, if it is not stored yet.
    """
    position = played.turn.state if played else table.position
    here = game.show(position, None, None).facts
    first = game.card.phases[0]
    turns = [game.show(played.turn.state, played.turn.record, None).facts] if played else []
    if played and played.phase == first:
        return PublicResult(here, turns)
    wanted = select(AdjudicatedTurn).where(AdjudicatedTurn.table_key == table.key)
    latest_first = wanted.order_by(col(AdjudicatedTurn.number).desc())
    for turn in session.exec(latest_first.limit(len(game.card.phases))):
        turns.append(game.show(turn.position, turn.record, None).facts)
        if turn.phase == first:
            break
    return PublicResult(here, turns)

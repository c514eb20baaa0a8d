"""Steps vi and vii: second moves of Cavalry and their combat (HB 2.2, 3.2(g), 4.4)."""

from adjudicator.hardbop import ground
from adjudicator.hardbop.resolve import battle_lines, journeys, supports
from adjudicator.hardbop.resolve.battle_lines import BIT, Aid, BattleLine
from adjudicator.hardbop.resolve.turn_state import Holder, TurnState
from adjudicator.hardbop.resolve.units import SECOND, ActingPiece, ActingUnit
from adjudicator.middle_earth.language.orders import HoldThenMove, Lead, Move, Place, SupportSecond
from adjudicator.middle_earth.resolve.battle import Support
from adjudicator.middle_earth.resolve.outcomes import Failed, Succeeded, Void, VoidReason


def second_moves(turn: TurnState) -> None:
    """Resolve all second moves at once, on the board as first moves and retreats left it."""
    riders = [unit for unit in turn.units if len(unit.path) == 2]
    targets: dict[int, Place] = {}
    for unit in riders:
        if _rides_on(unit):
            targets[unit.number] = unit.path[1]
        elif unit.here and not unit.retreated:  # a dislodged unit has its outcome
            turn.set_outcome(unit, Failed("no first move"))
        for number in unit.given:
            turn.given[number].waits = False
    kept_away = journeys.nazgul_keeps_away(turn, journeys.SECOND_PHASE)
    strengths = {number: _strength(turn, turn.units[number], kept_away) for number in targets}
    moving = [t for t in turn.pieces if t.here and _goes_on(turn, t, targets, kept_away)]
    line = battle_lines.draw_up(turn, targets, strengths, battle_lines.keepers(turn, moving))
    _line_up(turn, line)
    line.battle.fight()
    battle_lines.carry_out(turn, line, SECOND)
    journeys.second_steps(turn, kept_away)
    _settle_leads(turn)


def _settle_leads(turn: TurnState) -> None:
    """Set the outcome of leads. A leader who moves one space is not affected by a second move (3.2(g))."""
    for piece in turn.pieces:
        if not piece.here or piece.leads < 0 or not isinstance(piece.order, Lead):
            continue
        unit = turn.units[piece.leads]
        turn.given[piece.given].waits = False
        if turn.moves_two(piece) or unit.beaten or len(unit.path) < 2:
            journeys.share_fate(turn, piece)


def _rides_on(unit: ActingUnit) -> bool:
    """Return whether its first order did not fail and it was not dislodged (4.4(d), 4.4(h))."""
    return unit.here and not unit.failed and not unit.retreated and not unit.paralysed


def _goes_on(turn: TurnState, piece: ActingPiece, targets: dict[int, Place], kept_away: bool) -> bool:
    """Return whether a piece leaves its space in step vi (3.2(g), 3.10(c))."""
    if piece.stays or (piece.kind == "Nazgul" and kept_away):
        return False
    return len(piece.path) == 2 or (piece.leads in targets and turn.moves_two(piece))


def _strength(turn: TurnState, unit: ActingUnit, kept_away: bool) -> int:
    """Return its strength: only leaders who move two spaces add to it (3.2(g))."""
    led = [t for t in turn.leaders(unit) if turn.moves_two(t) and not (t.kind == "Nazgul" and kept_away)]
    return unit.size + sum(turn.adds(piece) for piece in led)


def _line_up(turn: TurnState, line: BattleLine) -> None:
    for unit in turn.units:
        if unit.second is not None and isinstance(unit.second, SupportSecond):
            turn.given[unit.given_second].waits = False
            _take(turn, line, unit, unit.second, unit.given_second)
    gandalf = turn.piece("Gandalf")
    if gandalf is not None and isinstance(gandalf.order, SupportSecond):
        _take(turn, line, gandalf, gandalf.order, gandalf.given)


def _take(turn: TurnState, line: BattleLine, helper: Holder, order: SupportSecond, given: int) -> None:
    found = _void(helper) or _support(turn, line, helper, order)
    if isinstance(found, str):
        turn.set_outcome_of(given, Void(found))
        return
    line.battle.supports.append(found)
    line.aids.append(Aid(len(line.battle.supports) - 1, helper, (given,)))
    if isinstance(helper, ActingPiece):
        turn.publish(helper)


def _void(helper: Holder) -> VoidReason | None:
    """Return why the support is void, or None: only a C that did not move gives it (4.4(c, d, g))."""
    if isinstance(helper, ActingPiece):
        return None
    if helper.kind != "C" or helper.path:
        return "impossible"
    if helper.paralysed:
        return "paralysed"
    return None if helper.here and not helper.failed and not helper.retreated else "failed"


def _support(turn: TurnState, line: BattleLine, helper: Holder, order: SupportSecond) -> Support | VoidReason:
    unit = next(
        (p for p in turn.here() if p.origin == order.supported.place and p.kind == "C" and p is not helper),
        None,
    )
    if unit is None:
        return "no such unit"
    attack = line.attacks.get(unit.number, -1)
    target = line.battle.attacks[attack].target if attack >= 0 else unit.place
    if bool(order.path) != (attack >= 0) or (order.path and order.path[-1] != target):
        return "moves" if attack >= 0 and not order.path else "does not move"
    if not supports.may_help(turn, helper, unit.power):
        return "opposed"
    if not ground.may_support(helper.kind, helper.place, target, unit.place):
        return "impossible"
    strength = turn.standing_strength(helper) if isinstance(helper, ActingUnit) else 1
    return Support(helper.place, target, strength, BIT[helper.power], attack)


def finish(turn: TurnState) -> None:
    """Set the outcome of orders that were waiting for the second moves."""
    for unit in turn.units:
        if unit.here:
            turn.set_outcome(unit, Succeeded())
    for piece in turn.pieces:
        if piece.here and isinstance(piece.order, Move | HoldThenMove):
            turn.given[piece.given].waits = False
            turn.set_outcome(piece, Succeeded())

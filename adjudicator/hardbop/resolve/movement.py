"""Steps ii and iii: first moves and their combat (HB 2, 3.2, 4, 5)."""

from adjudicator.hardbop import ground
from adjudicator.hardbop.resolve import battle_lines, convoys, journeys, supports
from adjudicator.hardbop.resolve.battle_lines import BattleLine
from adjudicator.hardbop.resolve.turn_state import TurnState
from adjudicator.hardbop.resolve.units import FIRST, ActingUnit
from adjudicator.middle_earth.language.orders import (
    Convoy,
    HoldThenMove,
    MarchWithEnts,
    Move,
    Neutralise,
    Place,
    SupportSecond,
    Unit,
)
from adjudicator.middle_earth.resolve.outcomes import Succeeded, Void, VoidReason


def first_moves(turn: TurnState) -> None:
    """Move all units at once, then their leaders and the lone pieces."""
    for unit in turn.here():
        _make_lawful(turn, unit)
    journeys.set_out(turn)
    _intend_convoys(turn)
    convoys.embark(turn)
    journeys.stay_ashore(turn)
    kept_away = journeys.nazgul_keeps_away(turn, journeys.FIRST_PHASE)
    line = _draw_up(turn, kept_away)
    supports.line_up(turn, line)
    convoys.add_routes(turn, line)
    line.battle.fight()
    battle_lines.carry_out(turn, line, FIRST)
    journeys.first_steps(turn, kept_away)
    _settle(turn)


def _make_lawful(turn: TurnState, unit: ActingUnit) -> None:
    """Set its path, or void its order so that it stands (0(a))."""
    if unit.paralysed and isinstance(unit.order, Move | HoldThenMove):
        stop(turn, unit, "paralysed")
        return
    match unit.order:
        case Move(path=path) if path[0] in ground.WATER and unit.kind in (*ground.ARMIES, "C"):
            _go_by_sea(turn, unit, path[-1])
        case Move(path=path) if _may_march(unit, path):
            unit.path = path
        case Move(path=path) if len(path) == 1:
            _go_by_sea(turn, unit, path[0])
        case Move():
            stop(turn, unit, "impossible")
        case HoldThenMove(target=target) if unit.kind == "C" and ground.may_step("C", unit.place, target):
            unit.path = ("", target)
        case HoldThenMove():
            stop(turn, unit, "impossible")


def stop(turn: TurnState, unit: ActingUnit, why: VoidReason) -> None:
    turn.set_outcome(unit, Void(why))
    unit.order, unit.path, unit.failed = None, (), True


def _may_march(unit: ActingUnit, path: tuple[Place, ...]) -> bool:
    if len(path) > (2 if unit.kind == "C" else 1):
        return False
    return all(
        ground.may_step(unit.kind, start, end) for start, end in zip((unit.place, *path), path, strict=False)
    )


def _go_by_sea(turn: TurnState, unit: ActingUnit, target: Place) -> None:
    """Set a move by sea; only armies are convoyed (4.4(i))."""
    coasts = bool(ground.FLEET[unit.place]) and bool(ground.FLEET[target])
    if (
        unit.kind not in ground.ARMIES
        or unit.place == target
        or not coasts
        or not convoys.may_land(unit.kind, target)
    ):
        stop(turn, unit, "impossible")
    else:
        unit.path, unit.by_sea = (target,), True


def _intend_convoys(turn: TurnState) -> None:
    """Let an army go by sea to an adjacent space if a fleet of its own power was ordered to convoy it."""
    goals = {unit.order.target for unit in turn.here() if isinstance(unit.order, Convoy)}
    for unit in turn.here():
        if unit.kind not in ground.ARMIES or len(unit.path) != 1 or unit.by_sea:
            continue
        if unit.path[0] not in goals:
            continue
        fleets = convoys.carriers(turn, Unit(unit.kind, unit.origin), unit.path[0])
        mine = any(fleet.power == unit.power for fleet in fleets)
        if mine and convoys.reaches(unit.place, unit.path[0], convoys.seas_of(fleets)):
            unit.by_sea = True


def _draw_up(turn: TurnState, kept_away: bool) -> BattleLine:
    targets = {p.number: p.path[0] for p in turn.here() if p.path and p.path[0]}
    strengths = {number: attack_strength(turn, turn.units[number], kept_away) for number in targets}
    there = [t for t in turn.pieces if t.here and not (t.kind == "Nazgul" and kept_away)]
    alone = [t for t in there if t.path and t.path[0]]
    leaving = [t for t in there if t.leads in targets]
    return battle_lines.draw_up(turn, targets, strengths, battle_lines.keepers(turn, (*alone, *leaving)))


def attack_strength(turn: TurnState, unit: ActingUnit, kept_away: bool) -> int:
    """Return its strength, without a Nazgul that stays behind (3.10(c))."""
    behind = kept_away and any(piece.kind == "Nazgul" for piece in turn.leaders(unit))
    return turn.strength(unit) - behind


def _settle(turn: TurnState) -> None:
    """Set the outcome of orders without a second part. The others wait for step vi."""
    for unit in turn.here():
        waits = len(unit.path) == 2 and not unit.failed
        for number in unit.given:
            turn.given[number].waits = waits
        turn.set_outcome(unit, Succeeded())
    for piece in turn.pieces:
        if not piece.here or piece.order is None or isinstance(piece.order, LATER):
            continue
        if piece.leads < 0:
            turn.set_outcome(piece, Succeeded())
        elif len(turn.units[piece.leads].path) == 2 and turn.moves_two(piece):
            turn.given[piece.given].waits = True
        else:
            journeys.share_fate(turn, piece)


LATER = (MarchWithEnts, SupportSecond, Neutralise)

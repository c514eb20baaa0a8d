"""Phase one: moves, landings, ferries and battles of ordinary units.

(XIII 1, 4.7 to 4.11, 6b.5 to 6b.8, 6d.1, 6g, 7; part S, step 5)
"""

from typing import Final

from adjudicator.downfall_xiii import ground, options
from adjudicator.downfall_xiii.resolve import battle_lines, company, embarking, supports
from adjudicator.downfall_xiii.resolve.battle_lines import BattleLine
from adjudicator.downfall_xiii.resolve.order_collection import CollectedOrders
from adjudicator.downfall_xiii.resolve.turn_state import ActingPiece, ActingStack, TurnState
from adjudicator.middle_earth.language.orders import Hold, HoldThenMove, Move, Place
from adjudicator.middle_earth.resolve.battle import Battle
from adjudicator.middle_earth.resolve.outcomes import Dislodged, Outcome, Succeeded, SupportCut, Void

VALE: Final = "MVa"  # where the Paths of the Dead end


def find_ways(collected: CollectedOrders) -> None:
    """Void moves, ferries and landings without a way; their units hold."""
    _make_lawful(collected)
    embarking.ferry(collected)
    for stack in [
        stack for stack in collected.turn.stacks if type(stack.order) is Move and not stack.ferried
    ]:
        _check_way(collected.turn, stack)
    embarking.keep_to_ships(collected.turn)


def phase_one(collected: CollectedOrders) -> None:
    """Move all ordinary units at once. Company follows its stack."""
    turn = collected.turn
    for piece in turn.pieces:
        _show_company(piece)
    line, given = _fight(turn)
    if turn.raising and _vale_withstands(turn, line.battle):
        turn.raising = False
        line, given = _fight(turn)
    _apply(turn, line, given)


def _make_lawful(collected: CollectedOrders) -> None:
    for stack in collected.turn.stacks:
        order = stack.order
        if type(order) is Move:
            _make_move_lawful(collected.turn, stack, order.path)
        elif type(order) is HoldThenMove:
            _make_wait_lawful(collected.turn, stack, order.target)
        elif type(order) is Hold:
            stack.order = None


def _make_wait_lawful(turn: TurnState, stack: ActingStack, target: Place) -> None:
    """Set the path of a C that moves in phase two, unless a group option forbids it (6f.6)."""
    if stack.kinds == ("C",) and turn.options[options.HOLD_THEN_MOVE] == "allowed":
        stack.path = ("", target)
    else:
        stack.void("impossible")


def _make_move_lawful(turn: TurnState, stack: ActingStack, path: tuple[Place, ...]) -> None:
    """Set the path, or void the order. Whether there is a way is checked when ferries are known."""
    if len(path) == 2 and tuple(stack.counts) != ("C",):
        path = path[:1] if "C" in stack.counts else ()  # 6f.8
    if not path or (len(path) == 2 and not _is_open_country(stack, path)):
        stack.void("impossible")
        return
    if _breaks_truce(turn, stack, path):
        stack.void("truce")
        return
    stack.path = path


def _is_open_country(stack: ActingStack, path: tuple[Place, ...]) -> bool:
    """Return whether a two-space move avoids forests at its start, middle and end (6f.10)."""
    return not ground.FOREST & {stack.origin, *path}


def _breaks_truce(turn: TurnState, stack: ActingStack, path: tuple[Place, ...]) -> bool:
    """Return whether Mordor attacks units or centres of Umbar during the truce of six turns (9.7)."""
    if stack.power != "Mordor" or not turn.before.timers.get("umbar_truce", 0):
        return False
    umbars = {stack.place for stack in turn.before.stacks if stack.power == "Umbar"}
    umbars |= {place for place, owner in turn.before.owners.items() if owner == "Umbar"}
    return bool(umbars & set(path))


def _check_way(turn: TurnState, stack: ActingStack) -> None:
    """Void the move if its first area is not adjacent or not open (1.1, 6e, 6g.5, 7d, 7h)."""
    target = stack.path[0]
    barred = turn.barred(stack.power)
    ways = all(ground.may_step(kind, stack.place, target, barred) for kind in stack.counts)
    carries = stack.is_fleet and target not in ground.WATER and _has_cargo(turn, stack)
    if stack.fleet is not None or carries or not ways:
        stack.void("no fleet" if ground.seas_between(stack.origin, target) else "impossible")


def _has_cargo(turn: TurnState, fleet: ActingStack) -> bool:
    """Return whether *fleet* has an army that stays aboard or lands from there (6g.5)."""
    return any(stack.fleet is fleet and not stack.ferried for stack in turn.stacks)


def _show_company(piece: ActingPiece) -> None:
    """Disclose personalities that move with a unit, and Gandalf and Aragorn in any company (5.7, 6a.2)."""
    sails = piece.fleet is not None and bool(piece.fleet.path)
    if piece.is_personality and sails:
        piece.shown = True
    if piece.stack is None:
        return
    moves = bool(piece.stack.path) or sails or piece.place != piece.origin
    piece.shown = piece.shown or moves or piece.kind in company.PROTECTORS
    if piece.shown and piece.given is not None:
        piece.given.public = True


def _fight(turn: TurnState) -> tuple[BattleLine, list[supports.Aid]]:
    line = battle_lines.draw_up(turn)
    given = supports.line_up(turn, line)
    if turn.raising:
        line.battle.sealed.add(VALE)
    line.battle.fight()
    return line, given


def _vale_withstands(turn: TurnState, battle: Battle) -> bool:
    """Return whether three or more with Sauron, his captain or Gandalf stay in the vale (6b.7)."""
    staying = [stack for stack in turn.stacks if stack.place == VALE and not _leaves(stack, battle)]
    guides = ("Sauron", "Lord of the Nazgul", "Gandalf")
    led = any(piece.kind in guides for stack in staying for piece in turn.company_of(stack))
    pieces = {
        piece for stack in staying for piece in turn.company_of(stack) if turn.is_strong_company(piece, stack)
    }
    return led and sum(stack.count for stack in staying) + len(pieces) >= 3


def _leaves(stack: ActingStack, battle: Battle) -> bool:
    return stack.ferried or (stack.attack >= 0 and battle.succeeded(stack.attack))


def _apply(turn: TurnState, line: BattleLine, given: list[supports.Aid]) -> None:
    """Set the outcomes, then move everybody at once."""
    battle = line.battle
    beaten = beaten_stacks(turn, line)
    for aid in given:
        _set_support_outcome(turn, line, aid)
    for stack in turn.stacks:
        if stack.attack >= 0:
            set_move_outcome(stack, battle_lines.outcome(turn, line, stack))
    for stack, (origins, by) in beaten.items():
        dislodge(turn, stack, origins, by)
    for stack in turn.stacks:
        if stack.attack >= 0 and battle.succeeded(stack.attack):
            advance(stack, stack.path[0], 1)
        elif stack.ferried:
            stack.place, stack.ferried = stack.fleet.place if stack.fleet else stack.place, False
            for piece in stack.company:
                piece.place, piece.fleet = stack.place, stack.fleet
    embarking.sail(turn)
    turn.contested |= battle_lines.contested(turn, battle)


def beaten_stacks(
    turn: TurnState, line: BattleLine
) -> dict[ActingStack, tuple[tuple[Place, ...], ActingStack | None]]:
    found: dict[ActingStack, tuple[tuple[Place, ...], ActingStack | None]] = {}
    battle = line.battle
    for stack in [stack for stack in turn.stacks if stack.place in battle.into or turn.raising]:
        if stack.fleet is not None or not stack.here or _leaves(stack, battle):
            continue
        victor = battle.victor(stack.place)
        if victor >= 0:
            found[stack] = (tuple(battle.attacks[victor].origins), line.leader(victor))
        elif turn.raising and stack.place == VALE:
            found[stack] = (("DHa",), None)
    return found


def set_move_outcome(stack: ActingStack, outcome: Outcome) -> None:
    """Set the outcome of the move of a stack and of its company."""
    stack.set_outcome(outcome)
    for piece in stack.company:
        piece.set_outcome(outcome)


def dislodge(turn: TurnState, stack: ActingStack, origins: tuple[Place, ...], by: ActingStack | None) -> None:
    """Dislodge a stack with all its company (5.9). The Ring needs `beaten_by`."""
    named = turn.name(by) if by else _aragorn(turn)
    for piece in turn.company_of(stack):
        piece.beaten_from, piece.came_with = origins, stack.power
        piece.stack = stack
        if piece.given is not None and type(piece.given.outcome) is not Void:
            piece.given.outcome = Dislodged(named)
    stack.beaten_from = origins
    stack.beaten_by = by
    for given in stack.given:
        given.outcome = Dislodged(named)
    turn.contested.discard(stack.place)


def _aragorn(turn: TurnState) -> battle_lines.Named:
    piece = turn.piece("Aragorn")
    return battle_lines.Named(piece.power if piece else "Gandalf", "Aragorn", "DHa")


def advance(stack: ActingStack, target: Place, phase: int) -> None:
    """Move a stack and its company. Whoever lands or was ferried leaves the ship."""
    came_from = stack.place
    stack.place, stack.entered, stack.entered_from = target, phase, came_from
    stack.fleet, stack.ferried = None, False
    for piece in [piece for piece in stack.company if piece.place == came_from]:
        if "Dead" in stack.counts or (piece.path and piece.path[0 if phase == 1 else -1]) == target:
            piece.place, piece.entered, piece.entered_from, piece.fleet = target, phase, came_from, None


def _set_support_outcome(turn: TurnState, line: BattleLine, aid: supports.Aid) -> None:
    outcome: Outcome = Succeeded()
    if not line.battle.given(aid.number):
        by = line.leader(line.battle.cutter(aid.number))
        outcome = SupportCut(turn.name(by)) if by else SupportCut(_aragorn(turn))
    aid.by.set_outcome(outcome)

"""Step xii: destroying pieces by order.

(HB 3.3(d) to 3.3(i), 3.7(a), 3.8(a), 3.10(e), 7.3(g))
"""

from adjudicator.hardbop.resolve import losses
from adjudicator.hardbop.resolve.order_collection import controller
from adjudicator.hardbop.resolve.pieces import ring
from adjudicator.hardbop.resolve.turn_state import Holder, TurnState, kind_text
from adjudicator.hardbop.resolve.units import BUILT, ActingPiece, ActingUnit, AtTheEnd
from adjudicator.middle_earth.language.orders import (
    Condition,
    Destroy,
    HoldThenMove,
    Lead,
    Move,
    Neutralise,
    Target,
)
from adjudicator.middle_earth.resolve.outcomes import Destroyed, Succeeded, Void
from adjudicator.middle_earth.resolve.pieces import EVIL, NAMES

Destruction = tuple[ActingUnit, ActingPiece]


def destroy(turn: TurnState) -> None:
    """Resolve all orders to destroy at once."""
    destructions: list[Destruction] = []
    for one in turn.at_end:
        if isinstance(one.order, Destroy) and one.player not in turn.eliminated:
            found = _destructions(turn, one, one.order)
            turn.given[one.given].outcome = Succeeded() if found else Void("nothing")
            destructions += found
    for unit, piece in destructions:
        if piece.here:
            _die(turn, unit, piece)


def _destructions(turn: TurnState, one: AtTheEnd, order: Destroy) -> list[Destruction]:
    """Return what the order destroys. Any of the armies that were off-board may be meant."""
    if not all(_holds(turn, condition) for condition in order.conditions):
        return []
    return [
        (unit, piece)
        for unit in _named(turn, one, order)
        if unit.here and _acts(turn, unit, one, order)
        for piece in turn.pieces_in(unit.place)
        if _is_aimed_at(order.target, piece) and may_destroy(turn, unit, piece)
    ]


def _named(turn: TurnState, one: AtTheEnd, order: Destroy) -> list[ActingUnit]:
    """Return the units that the order names (9(d)).

    An order of the movement sheet is that of the unit that stood there, not of one that was built since;
    if nobody stood there, it waits for one that is built (3.3(d)).
    """
    if one.late:
        return [unit for unit in turn.units if unit.place == order.unit.place]
    there = [unit for unit in turn.units if unit.origin == order.unit.place]
    return [unit for unit in there if unit.entered != BUILT] or there


def _acts(turn: TurnState, unit: ActingUnit, one: AtTheEnd, order: Destroy) -> bool:
    """Return whether *unit* may act on the order: not if it retreated in this turn (3.3(e))."""
    return order.unit.kind in ("", unit.kind) and not unit.retreated and controller(turn, unit) == one.player


def _is_aimed_at(target: Target, piece: ActingPiece) -> bool:
    if target.kind == "any":
        return True
    return target.kind == piece.kind and target.place in ("", piece.place, piece.origin)


def may_destroy(turn: TurnState, unit: ActingUnit, piece: ActingPiece) -> bool:
    if piece.power == unit.power:
        return False  # 3.3(h)
    match piece.kind:
        case "Gandalf" | "Nazgul":
            return unit.size > 1 or bool(turn.leaders(unit))
        case "R":
            return turn.align(unit.power) == EVIL or unit.power in turn.ranger_foes
    return True


def _holds(turn: TurnState, condition: Condition) -> bool:
    """Return whether the condition is met. A move that nobody made neither succeeded nor failed."""
    everybody: list[Holder] = [*turn.units, *turn.pieces]
    tried = [one for one in everybody if _is_meant(one, condition) and _path(one) == condition.path]
    if not tried:
        return False
    arrived = any(one.place == condition.path[-1] and one.entered and not _gone(one) for one in tried)
    return arrived == condition.succeeds


def _gone(one: Holder) -> bool:
    return one.dead or (isinstance(one, ActingUnit) and one.retreated)


def _is_meant(one: Holder, condition: Condition) -> bool:
    return condition.unit.kind in ("", one.kind) and condition.unit.place in ("", one.origin)


def _path(one: Holder) -> tuple[str, ...]:
    match one.order:
        case Move(path=path) | Neutralise(path=path) | Lead(path=path):
            return path
        case HoldThenMove(target=target):
            return (target,)
    return one.path


def _die(turn: TurnState, unit: ActingUnit, piece: ActingPiece) -> None:
    piece.dead = True
    turn.tell_end(piece)
    turn.set_outcome(piece, Destroyed("order", turn.name(unit)))
    if piece.given >= 0:
        turn.given[piece.given].waits = False
    turn.add_news(
        "piece.destroyed",
        None,
        piece=NAMES.get(piece.kind, piece.kind),
        owner=piece.power,
        place=piece.place,
        power=unit.power,
        unit=kind_text(unit),
    )
    if turn.holder is piece:
        ring.take(turn, unit)
    losses.depart(turn, piece)

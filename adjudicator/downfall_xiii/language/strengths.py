"""Estimate the strength of a stack for confirmations (XIII 1.2, 4.2, 5.4, 6a.ii).

Only the player's own units and pieces count, and the fortress of a unit that stays: no supports, garrisons
or company of other powers.
"""

from collections.abc import Callable, Sequence

import msgspec

from adjudicator.core.language.words import listed
from adjudicator.downfall_xiii import ground, options
from adjudicator.downfall_xiii.language.knowledge import FLEETS, Known, ways
from adjudicator.downfall_xiii.resolve.company import PROTECTORS
from adjudicator.downfall_xiii.sentences import say
from adjudicator.downfall_xiii.view.wording import unit_name
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Place, Standable, Unit
from adjudicator.middle_earth.resolve.pieces import is_personality, is_piece

FANGORN = "Fan"
ACTIONS = (
    *(act.Hold, act.Move, act.HoldThenMove),
    *(act.SupportHold, act.SupportMove, act.SupportGarrison, act.SupportSecond),
)
KINDS_OF_ACTIONS = frozenset(ACTIONS)
OrdersTo = Callable[[Unit], Sequence[Standable]]


def words(unit: Unit, order: Standable | None, orders_to: OrdersTo, known: Known) -> str:
    """Return ", with strength 3"; "" for 1 without a fortress, and for orders that are no actions."""
    if unit.kind == "Aragorn" and known.state.dead.word == "awake":
        return _with_the_dead(order, known)
    if is_piece(unit.kind) or not (order is None or type(order) in KINDS_OF_ACTIONS):
        return ""
    company = _company(unit, order, orders_to, known)
    strength = _units(unit, order, orders_to, known) + len(company)
    walls = _fortress(unit, order, known)
    if strength == 1 and not walls:
        return ""
    parts = [say("with_strength", strength=strength)]
    if company:
        parts.append(say("strength_of_company", pieces=listed(map(unit_name, company), "and")))
    return "".join([*parts, _of_walls(walls, order)])


def _with_the_dead(order: Standable | None, known: Known) -> str:
    """Return that the Dead do what Aragorn does (6b.8)."""
    if order is None:
        return say("dead_stay_with_him")
    strength = options.value(known.state, options.THE_DEAD)
    return say("with_the_dead", strength=strength) if type(order) in KINDS_OF_ACTIONS else ""


def _of_walls(walls: int, order: Standable | None) -> str:
    """Return what the fortress adds. It adds nothing to a support."""
    if not walls:
        return ""
    is_support = order is not None and not isinstance(order, act.Hold)
    if is_support:
        return say("strength_of_walls_if_attacked", walls=walls)
    return say("strength_of_walls", walls=walls)


def _fortress(unit: Unit, order: Standable | None, known: Known) -> int:
    """Return what the fortress adds to a unit that stays; nothing in Fangorn, whose Ents may go (6i.10)."""
    if unit.place not in ground.WALLS - {FANGORN} or isinstance(order, act.Move | act.HoldThenMove):
        return 0
    return ground.fortress(unit.place, known.power, known.align(known.power), known.state.fortresses_gone)


def _units(unit: Unit, order: Standable | None, orders_to: OrdersTo, known: Known) -> int:
    """Return the number of units that act together: kinds of a stack with the same order."""
    if unit.kind in FLEETS:
        return unit.count
    here = known.stacks_in.get(unit.place, ())
    if len(here) == 1 and here[0].kind == unit.kind:
        return unit.count
    others = [Unit(s.kind, s.place, s.count) for s in here if s.kind not in ("F", unit.kind)]
    return unit.count + sum(
        other.count for other in others if _does_same(_action(orders_to(other)), order, unit)
    )


def _action(orders: Sequence[Standable]) -> Standable | None:
    return next((order for order in reversed(orders) if isinstance(order, ACTIONS)), None)


def _does_same(theirs: Standable | None, order: Standable | None, unit: Unit) -> bool:
    mine, other = order or act.Hold(unit), theirs or act.Hold(unit)
    return isinstance(mine, ACTIONS) and msgspec.structs.replace(other, unit=mine.unit) == mine


def _company(unit: Unit, order: Standable | None, orders_to: OrdersTo, known: Known) -> Sequence[Unit]:
    """Return the pieces that go with it, including idle personalities where it stays."""
    if unit.kind in FLEETS:
        return ()
    there = known.pieces_in.get(unit.place)
    if not there or not _is_of_own_side(unit, known):
        return ()
    pieces = [Unit(piece.kind, piece.place) for piece in there]
    path = next((path for one, path in ways(order) if one == unit), ()) if order else ()
    return [piece for piece in pieces if _goes_with(piece, unit, path, orders_to(piece), known)]


def _is_of_own_side(unit: Unit, known: Known) -> bool:
    owners = known.owners.get((unit.place, unit.kind), ())
    return {known.align(owner) for owner in owners} == {known.align(known.power)}


def _goes_with(
    piece: Unit, unit: Unit, path: tuple[Place, ...], orders: Sequence[Standable], known: Known
) -> bool:
    asleep = piece.kind == "Theoden" and known.state.theoden.word == "asleep"
    if asleep or not (is_personality(piece.kind) or piece.kind in PROTECTORS):
        return False
    for order in orders:
        match order:
            case act.Accompany(companion=stack, path=way) | act.Lead(led=stack, path=way):
                return stack.kind in ("", unit.kind) and way in ((), path[: len(way)], path[-1:])
            case act.Move() | act.SupportHold() | act.SupportMove() | act.Embark():
                return False
    automatic = options.value(known.state, options.IDLE) == "automatic"
    return automatic and is_personality(piece.kind) and not path

"""Convoys by fleets and pirates (HB 0, 3.1(c), 4.4(i), 4.5(d))."""

from collections.abc import Collection, Iterable
from functools import partial

from adjudicator.hardbop import ground
from adjudicator.hardbop.resolve.battle_lines import BattleLine
from adjudicator.hardbop.resolve.turn_state import TurnState
from adjudicator.hardbop.resolve.units import ActingPiece, ActingUnit
from adjudicator.middle_earth.language.orders import Convoy, Place, Unit
from adjudicator.middle_earth.resolve.battle import ConvoyRoute
from adjudicator.middle_earth.resolve.outcomes import Void
from adjudicator.middle_earth.resolve.pieces import is_piece

CARRIERS = ("F", "P")


def reaches(start: Place, end: Place, seas: Collection[Place]) -> bool:
    """Return whether *seas* make a chain from one coast to the other."""
    waiting = [sea for sea in sorted(seas) if sea in ground.FLEET[start]]
    reached = set(waiting)
    while waiting:
        here = waiting.pop()
        if end in ground.FLEET[here]:
            return True
        news = [sea for sea in sorted(seas) if sea in ground.FLEET[here] and sea not in reached]
        reached.update(news)
        waiting += news
    return False


def may_land(kind: str, place: Place) -> bool:
    """Return whether it may land there: not in a marsh, nor in Erech (5.6, 5.7)."""
    return place not in ground.WATER and (kind not in ground.ARMIES or bool(ground.ARMY[place]))


def carriers(turn: TurnState, passenger: Unit, target: Place) -> list[ActingUnit]:
    """Return the fleets and pirates at sea that are ordered to convoy *passenger* to *target*."""
    return [unit for unit in turn.units if _takes(unit, passenger, target) and is_carrier(unit) and unit.here]


def is_carrier(unit: ActingUnit) -> bool:
    return unit.kind in CARRIERS and unit.place in ground.WATER


def _takes(unit: ActingUnit, passenger: Unit, target: Place) -> bool:
    order = unit.order
    if type(order) is not Convoy or order.target != target:
        return False
    who = order.passenger
    return who.kind in ("", passenger.kind) and who.place in ("", passenger.place)


def seas_of(units: Iterable[ActingUnit]) -> frozenset[Place]:
    return frozenset(unit.place for unit in units)


def add_routes(turn: TurnState, line: BattleLine) -> None:
    """Make the attack of a convoyed army depend on a chain of its fleets."""
    for number, attack in line.attacks.items():
        unit = turn.units[number]
        if not unit.by_sea:
            continue
        target = line.battle.attacks[attack].target
        seas = seas_of(carriers(turn, Unit(unit.kind, unit.origin), target))
        line.battle.attacks[attack].route = len(line.battle.routes)
        line.battle.routes.append(ConvoyRoute(tuple(sorted(seas)), partial(reaches, unit.place, target)))


def embark(turn: TurnState) -> None:
    """Void convoyed moves without a chain of fleets, and convoys without a passenger."""
    for unit in turn.here():
        if unit.by_sea and not reaches(
            unit.place, unit.path[0], seas_of(carriers(turn, Unit(unit.kind, unit.origin), unit.path[0]))
        ):
            turn.set_outcome(unit, Void("no fleet"))
            unit.order, unit.path, unit.by_sea = None, (), False
    for unit in turn.here():
        if isinstance(unit.order, Convoy):
            _check(turn, unit, unit.order)


def _check(turn: TurnState, unit: ActingUnit, order: Convoy) -> None:
    """Void a convoy without a passenger. A lone piece as passenger stays secret (3.1(c))."""
    if not is_piece(order.passenger.kind):
        goes = any(one.by_sea and _takes(unit, Unit(one.kind, one.origin), one.path[0]) for one in turn.units)
        if not goes or not is_carrier(unit):
            turn.set_outcome(unit, Void("no such convoy"))
            unit.order = None
        return
    for number in unit.given:
        turn.given[number].public = False
    unit.given.append(turn.add_order(unit.power, Convoy(order.unit, Unit("?"), ""), public=True))


def arrives(turn: TurnState, piece: ActingPiece, target: Place) -> bool:
    """Return whether fleets that were not dislodged convoy a lone piece there."""
    left = [unit for unit in _ordered_for(turn, piece, target) if not unit.beaten]
    return reaches(piece.place, target, seas_of(left))


def was_offered(turn: TurnState, piece: ActingPiece, target: Place) -> bool:
    """Return whether fleets were ordered to convoy it there, dislodged or not."""
    return reaches(piece.place, target, seas_of(_ordered_for(turn, piece, target)))


def _ordered_for(turn: TurnState, piece: ActingPiece, target: Place) -> list[ActingUnit]:
    """Return the ordered fleets. Unlike in `carriers` they may be dislodged."""
    who = Unit(piece.kind, piece.origin)
    return [unit for unit in turn.units if not unit.dead and is_carrier(unit) and _takes(unit, who, target)]

"""Which fleets and pirates take whom over the sea?  (HB 0, 3.1(c), 4.4(i), 4.5(d))"""

from collections.abc import Collection, Iterable
from functools import partial

from adjudicator.hardbop import ground
from adjudicator.hardbop.resolve.battle_lines import BattleLine
from adjudicator.hardbop.resolve.turn_state import TurnState
from adjudicator.hardbop.resolve.units import ActingUnit, Token
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Place, Unit
from adjudicator.middle_earth.resolve.battle import Way
from adjudicator.middle_earth.resolve.outcomes import Void
from adjudicator.middle_earth.resolve.pieces import is_piece

CARRIERS = ("F", "P")


def reaches(start: Place, end: Place, seas: Collection[Place]) -> bool:
    """Do *seas* make a chain from one coast to the other?"""
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
    """Not in a marsh, nor in Erech (5.6, 5.7)."""
    return place not in ground.WATER and (kind not in ground.ARMIES or bool(ground.ARMY[place]))


def carriers(f: TurnState, passenger: Unit, target: Place) -> list[ActingUnit]:
    """Fleets and pirates at sea that are ordered to take it there."""
    return [part for part in f.parts if _takes(part, passenger, target) and is_carrier(part) and part.here]


def is_carrier(part: ActingUnit) -> bool:
    return part.kind in CARRIERS and part.place in ground.WATER


def _takes(part: ActingUnit, passenger: Unit, target: Place) -> bool:
    order = part.order
    if type(order) is not act.Convoy or order.target != target:
        return False
    who = order.passenger
    return who.kind in ("", passenger.kind) and who.place in ("", passenger.place)


def seas_of(parts: Iterable[ActingUnit]) -> frozenset[Place]:
    return frozenset(part.place for part in parts)


def open_ways(f: TurnState, line: BattleLine) -> None:
    """A convoyed army comes only while a chain of its fleets is left."""
    for number, attack in line.attacks.items():
        part = f.parts[number]
        if not part.by_sea:
            continue
        target = line.battle.attacks[attack].target
        seas = seas_of(carriers(f, Unit(part.kind, part.origin), target))
        line.battle.attacks[attack].way = len(line.battle.ways)
        line.battle.ways.append(Way(tuple(sorted(seas)), partial(reaches, part.place, target)))


def embark(f: TurnState) -> None:
    """Who goes by sea?  An army without a chain of fleets that was ordered for it stands."""
    for part in f.here():
        if part.by_sea and not reaches(
            part.place, part.path[0], seas_of(carriers(f, Unit(part.kind, part.origin), part.path[0]))
        ):
            f.come(part, Void("no fleet"))
            part.order, part.path, part.by_sea = None, (), False
    for part in f.here():
        if isinstance(part.order, act.Convoy):
            _check(f, part, part.order)


def _check(f: TurnState, part: ActingUnit, order: act.Convoy) -> None:
    """Is there a passenger for it?  One that is a lone personality is not told (3.1(c))."""
    if not is_piece(order.passenger.kind):
        goes = any(one.by_sea and _takes(part, Unit(one.kind, one.origin), one.path[0]) for one in f.parts)
        if not goes or not is_carrier(part):
            f.come(part, Void("no such convoy"))
            part.order = None
        return
    for number in part.said:
        f.said[number].public = False
    part.said.append(f.say(part.power, act.Convoy(order.unit, Unit("?"), ""), public=True))


def arrives(f: TurnState, token: Token, target: Place) -> bool:
    """A lone personality is taken there by fleets that were not dislodged."""
    left = [part for part in _ordered_for(f, token, target) if not part.beaten]
    return reaches(token.place, target, seas_of(left))


def was_offered(f: TurnState, token: Token, target: Place) -> bool:
    """Were fleets ordered to take it there, whatever became of them?"""
    return reaches(token.place, target, seas_of(_ordered_for(f, token, target)))


def _ordered_for(f: TurnState, token: Token, target: Place) -> list[ActingUnit]:
    """`carriers` looks at those that still stand; these may be beaten."""
    who = Unit(token.kind, token.origin)
    return [part for part in f.parts if not part.dead and is_carrier(part) and _takes(part, who, target)]

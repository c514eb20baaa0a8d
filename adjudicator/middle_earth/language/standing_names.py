"""Resolve the names in a standing order of any kind.

Whether the order can be carried out is decided in each turn in which it is used.
"""

from collections.abc import Callable
from dataclasses import dataclass

import msgspec

from adjudicator.core.language.words import Unreadable
from adjudicator.middle_earth.language import conditions
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.names import Powers
from adjudicator.middle_earth.language.orders import Place, Standable, Unit
from adjudicator.middle_earth.language.standing import ANYWHERE
from adjudicator.middle_earth.resolve.pieces import is_piece
from adjudicator.middle_earth.sentences import say


@dataclass(frozen=True)
class StandingNames:
    """Resolves the words for units, places and powers in the standing orders of one game."""

    powers: Powers
    place_meant: Callable[[str, bool], Place]  # the words, and whether they name water
    target_meant: Callable[[act.Target], act.Target]
    check_destroyer: Callable[[Unit], None]  # raises NotAllowed for a unit that cannot destroy
    check_kind: Callable[[Unit], None]  # raises NotAllowed for a kind of unit that the game does not have
    fleets: tuple[str, ...] = ()  # the kinds of unit whose places are water

    def resolved(self, order: Standable) -> Standable:
        """Return *order* with ids for all words. Raises `Unreadable` or `NotAllowed`."""
        match order:
            case act.Declare() | act.Waive():
                return order
            case act.Proxy(unit=unit, to=to):
                return act.Proxy(self.unit(unit) if unit else None, self.powers.meant(to))
            case act.OfferRing(unit=unit, power=power):
                return act.OfferRing(self.unit(unit), self.powers.meant(power))
            case act.Destroy():
                return self._destroy(order)
        water = order.unit.kind in self.fleets
        found = {key: self._value(key, getattr(order, key), order, water) for key in order.__struct_fields__}
        return msgspec.structs.replace(order, **found)

    def unit(self, unit: Unit) -> Unit:
        self.check_kind(unit)
        if unit.place == ANYWHERE:
            return unit
        if unit.place:
            return Unit(unit.kind, self.place_meant(unit.place, unit.kind in self.fleets), unit.count)
        if not is_piece(unit.kind):
            raise Unreadable(say("you_do_not_say_which_unit"), say("write_where_it_stands"))
        return Unit(unit.kind)

    def _destroy(self, order: act.Destroy) -> act.Destroy:
        unit = self.unit(order.unit)
        self.check_destroyer(unit)
        target = self.target_meant(order.target)
        depends_on = []
        for one in order.conditions:
            conditions.check(one)
            path = self._places(one.path, one.unit.kind in self.fleets)
            depends_on.append(act.Condition(self.unit(one.unit), path, one.succeeds))
        return act.Destroy(unit, target, tuple(depends_on))

    def _value(self, key: str, value: object, order: Standable, water: bool) -> object:
        """Return the value of a field with ids; units, places, paths and orders may be nested in it."""
        match value:
            case Unit():
                return self._fleet(value) if key == "fleet" else self.unit(value)
            case str() if value:
                return self.place_meant(value, water or isinstance(order, act.ThrowRing))
            case tuple() if key == "parts":
                return tuple(self._part(one) for one in value)
            case tuple():
                return self._places(value, water)
            case msgspec.Struct():
                return self.resolved(value)  # type: ignore[arg-type]  # the order of a Command
        return value

    def _part(self, part: act.Merger | act.StackOrder) -> act.Merger | Standable:
        if not isinstance(part, act.Merger):
            return self.resolved(part)
        water = part.unit.kind in self.fleets
        return act.Merger(self.unit(part.unit), self.place_meant(part.target, water) if part.target else "")

    def _fleet(self, unit: Unit) -> Unit:
        return Unit("F", self.place_meant(unit.place, True), unit.count)

    def _places(self, words: tuple[str, ...], water: bool) -> tuple[Place, ...]:
        return tuple(self.place_meant(one, water) for one in words)

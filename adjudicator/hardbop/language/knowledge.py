"""The position of Hardbop as the author of a sheet knows it, and the units and places that words refer to.

Everything is public or belongs to the author: no answer depends on a hidden piece of another power (0(b)).
Raises `Unreadable` for an unknown name, and `NotAllowed` for a unit that the author may not order.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property

from adjudicator.core.language.words import Names, NotAllowed
from adjudicator.hardbop import ground
from adjudicator.hardbop.position import (
    ADJUSTMENT,
    MOVEMENT,
    RETREAT,
    SECOND_RETREAT,
    Beaten,
    Military,
    Personality,
    State,
)
from adjudicator.hardbop.resolve.pieces.returns import FIRST_PLACES, OWNERS
from adjudicator.hardbop.sentences import say
from adjudicator.hardbop.view.wording import place_name
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.knowledge import Knowledge, by_place, of_position
from adjudicator.middle_earth.language.names import Powers, spellings
from adjudicator.middle_earth.language.orders import Order, Place, Power, Unit
from adjudicator.middle_earth.resolve.pieces import EVIL, GOOD, NEUTRAL, is_piece
from adjudicator.middle_earth.resolve.pieces import NAMES as KINDS
from adjudicator.middle_earth.view.wording import short_unit

PERSONALITIES = ("Faramir", "Sauron", "Saruman", "Gandalf", "R", "Fe", "Nazgul")


SPELLINGS = spellings(ground.PROVINCES, {})
PLACES = Names(SPELLINGS, called="place")
POWERS = Powers(ground.POWERS)


def place_meant(words: str) -> Place:
    return PLACES.find(words)


def of(one: Military | Personality) -> Unit:
    """Return the unit as an order names it."""
    return Unit(one.kind, one.place, one.size if type(one) is Military else 1)


class Known(Knowledge[State]):
    """The position of Hardbop as one power knows it."""

    places, names = PLACES, ground.SPOKEN

    @of_position
    def at(self) -> dict[Place, list[Military]]:
        """All Military Units, which are public. Only off the board is there more than one in a place."""
        return by_place(self.state.military)

    @of_position
    def units(self) -> tuple[Military, ...]:
        """The Military Units that the power may order."""
        return tuple(one for one in self.state.military if self.orders(one))

    def orders(self, one: Military) -> bool:
        if one.kind == "E" and not self.state.offboard_centres:
            return False
        return self.by_proxy or one.power == self.power

    @cached_property
    def pieces(self) -> tuple[Personality, ...]:
        """The pieces of the power, those included whose first place it chooses (1(c))."""
        own = [piece for piece in self.state.personalities if piece.power == self.power]
        own += [
            Personality(self.power, kind, self.first_place(kind))
            for kind in (*self.state.unplaced, *self._named(self.state.may_start))
            if OWNERS[kind] == self.power
        ]
        return tuple(own)

    def _named(self, kinds: Iterable[str]) -> list[str]:
        """Return those of *kinds* whose first place this sheet names."""
        named = {order.unit.kind for order in self.ordered if type(order) is act.StartsAt}
        return [kind for kind in kinds if kind in named]

    def mine(self) -> list[Unit]:
        """Return the units and pieces; the armies off the board count as one."""
        return list(dict.fromkeys([*map(of, self.units), *map(of, self.pieces)]))

    def public(self, place: Place) -> list[Unit]:
        return [of(one) for one in self.at.get(place, ())]

    def first_place(self, kind: str) -> Place:
        chosen = [o.place for o in self.ordered if type(o) is act.StartsAt and o.unit.kind == kind]
        return chosen[-1] if chosen else FIRST_PLACES[kind]

    @of_position
    def units_in(self) -> dict[Place, list[Military]]:
        """The Military Units that the power may order, by place."""
        return by_place(self.units)

    @of_position
    def beaten(self) -> tuple[Beaten, ...]:
        return tuple(row for row in self.state.beaten if row.unit.power == self.power)

    @cached_property
    def built(self) -> tuple[Military, ...]:
        """What this sheet builds (the last line for a space counts): it may destroy at once (9(c))."""
        kinds = {order.unit.place: order.unit.kind for order in self.ordered if type(order) is act.Build}
        return tuple(Military(self.power, kind, place) for place, kind in kinds.items())

    # Alignments.

    def announced(self, power: Power) -> str:
        return self.state.alignments[power]

    def sides(self, power: Power) -> set[str]:
        """Return the alignments that it may have this turn: the declarations of others are hidden."""
        now = self.align(power)
        return {GOOD, NEUTRAL, EVIL} if now == NEUTRAL and power != self.power else {now}

    def is_fellow(self, other: Power) -> bool:
        """Return whether a line may rely on a proxy: not between Good and Evil."""
        return not self.opposed(self.power, other)

    # The units and places that words refer to.

    def own(self, written: Unit) -> Unit:
        """Return the power's own unit or piece that *written* names."""
        if is_piece(written.kind):
            return self.own_piece(written)
        place = self.place_of(written)
        there = [*self.units_in.get(place, ()), *(one for one in self.built if one.place == place)]
        if not written.kind and not there:
            return self.piece_in(written, place)
        fit = [one for one in there if written.kind in ("", one.kind)]
        if not fit:
            raise self.not_yours(written, place)
        return self._sized(written, fit[0])

    def place_named(self, written: Unit) -> Place:
        return place_meant(written.place)

    def _sized(self, written: Unit, one: Military) -> Unit:
        unit = of(one)
        if written.count in (1, one.size):
            return unit
        asked = short_unit(Unit(written.kind, "", written.count))
        raise NotAllowed(
            say("holds_not", place=one.place, short=short_unit(Unit(one.kind, "", one.size)), asked=asked),
            say("write", short=short_unit(unit)),
        )

    def own_piece(self, written: Unit) -> Unit:
        """Return one's own piece. Its place may be left out; a wrong one is refused."""
        if written.kind not in PERSONALITIES:
            raise NotAllowed(say("there_is_no_in_hardbop", kind=written.kind), self.to_order)
        mine = next((piece for piece in self.pieces if piece.kind == written.kind), None)
        if mine is None:
            raise NotAllowed(self._no_piece(written.kind), self.to_order)
        place = place_meant(written.place) if written.place else mine.place
        if place != mine.place:
            called, is_in = KINDS.get(written.kind, written.kind), place_name(mine.place)
            where = say("your_is_in_not", called=called, is_in=is_in, place=place_name(place))
            raise NotAllowed(where, say("write_without_place", kind=written.kind))
        return Unit(written.kind, place)

    def _no_piece(self, kind: str) -> str:
        if kind == "Nazgul" and self.state.nazgul_controller != self.power:
            return say("nazgul_obeys", power=self.state.nazgul_controller)
        owner = {"Nazgul": self.state.nazgul_controller, "Gandalf": "Gondor"}.get(kind)
        if owner == self.power:
            return say("is_not_on_board", kind=ground.SPEECH.named(KINDS.get(kind, kind)))
        return say("you_do_not_command", kind=ground.SPEECH.named(KINDS.get(kind, kind)))

    def not_yours(self, written: Unit, place: Place) -> NotAllowed:
        there = [one for one in self.at.get(place, ()) if written.kind in ("", one.kind)]
        if not there:
            return self.not_there(written, place)
        if there[0].power == self.power:
            return NotAllowed(say("obeys_no_power_at_present", short=short_unit(of(there[0]))), self.to_order)
        return self.by_proxy_only(of(there[0]), there[0].power)

    def any_unit(self, written: Unit) -> Unit:
        """Return the Military Unit of any power that *written* names."""
        if is_piece(written.kind):
            raise NotAllowed(say("this_order_needs_military_unit"), say("name_it_by_where_it_stands"))
        place = self.place_of(written)
        there = [one for one in self.at.get(place, ()) if written.kind in ("", one.kind)]
        if there:
            return self._sized(written, there[0])
        raise self.no_such_unit(written, place)

    def owner(self, unit: Unit) -> Power:
        return next(one.power for one in self.at[unit.place] if unit.kind in ("", one.kind))

    @property
    def wears_ring(self) -> bool:
        """Return whether the power wears the Ring, which it then never takes off or passes (7.4)."""
        ring = self.state.ring
        return ring.how == "worn" and ring.bearer is not None and ring.bearer.power == self.power

    # Where units will be.

    @property
    def living(self) -> Sequence[str]:
        """Return the kinds of pieces that are, or may be, in the game, as far as everybody knows."""
        return [kind for kind in PERSONALITIES if kind not in self.state.fallen]

    def ends(self, unit: Unit) -> set[Place]:
        """Return where *unit* may stand at the end of the turn, given its orders."""
        found = {unit.place}
        for order in self.ordered:
            for one, path in ways(order):
                found.update(path if _is_same(one, unit) else ())
            if type(order) is act.Lead and order.unit.kind == unit.kind:
                found |= self._ends_of_led(order)
        return found

    def goals(self, unit: Unit) -> set[Place]:
        """Return where its move ends (R11), or where it stands if it has none."""
        for order in reversed(self.ordered):
            if type(order) is act.Lead and order.unit.kind == unit.kind:
                return self._goals_of_lead(order)
            for one, path in ways(order):
                if path and _is_same(one, unit):
                    return {path[-1]}
        return {unit.place}

    def _goals_of_lead(self, order: act.Lead) -> set[Place]:
        """Return where the leader's path leads, or where the led unit may be if it names none (3.2(g))."""
        return set(order.path) or self._ends_of_led(order)

    def _ends_of_led(self, order: act.Lead) -> set[Place]:
        """Return where the led unit may be. Orders of others are hidden: it may go to any place in reach."""
        led = order.led
        if any(self.orders(one) for one in self.at.get(led.place, ())):
            return {led.place} | {p for o in self.ordered for u, path in ways(o) if u == led for p in path}
        return {led.place, *ground.steps(led.kind or "A", led.place)}

    def is_movement(self) -> bool:
        return self.state.phase == MOVEMENT

    def is_retreat(self) -> bool:
        return self.state.phase in (RETREAT, SECOND_RETREAT)

    def is_adjustment(self) -> bool:
        return self.state.phase == ADJUSTMENT


def _is_same(one: Unit, other: Unit) -> bool:
    """Return whether both name the same piece, or a Military Unit in the same place."""
    alike = one.kind == other.kind if is_piece(other.kind) else not is_piece(one.kind)
    return alike and one.place == other.place


Ways = list[tuple[Unit, tuple[Place, ...]]]


def ways(order: Order) -> Ways:  # noqa: PLR0911  (one case a kind)
    """Return the units that *order* moves, with their paths."""
    if type(order) is act.Move:
        return [(order.unit, order.path)]
    if act.is_plain(order) or type(order) is act.Destroy:
        return []
    match order:
        case act.Neutralise():
            return [(order.unit, order.path)]
        case act.HoldThenMove():
            return [(order.unit, (order.target,))]
        case act.Lead():
            return [(order.unit, order.path), (order.led, order.path)]
        case act.PathsOfTheDead():
            return [(order.unit, (ground.ERECH,))]
        case act.MarchWithEnts():
            return [(order.unit, (ground.ISENGARD,))]
    return []

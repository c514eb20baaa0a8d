"""A second resolver for standard movement: slow, and written directly from the definitions in the DATC, 5.B.

It shares only the map and the order types with `adjudicator.standard.resolve.decisions`. Every condition is
an equation over facts that are true or false: does a move succeed, is a support given, does a convoying fleet
survive? A fact is settled when its equation has the same result whatever the open facts are.

The remaining facts form knots: sets of facts that depend on each other. For each knot all combinations of
values are tried. If exactly one is consistent, it is used. If none or several are, the convoys of the knot
fail (Szykman); a knot without convoys is a circle of moves, which succeed.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import product

from adjudicator.core import board
from adjudicator.core.position import Place
from adjudicator.standard.language.orders import Action, Convoy, Move, SupportHold, SupportMove

Fact = tuple[str, str]  # ("move" | "support" | "convoy", province of the unit)
Value = Callable[[Fact], bool]

BOARD = board.load("adjudicator.standard")


class Unknown(Exception):  # noqa: N818  (not an error: it asks for the fact)
    """An equation needed a fact that is open."""

    def __init__(self, fact: Fact) -> None:
        self.fact = fact


def province(place: Place) -> str:
    return BOARD.province_of(place)


def is_water(name: str) -> bool:
    return BOARD.provinces[name].is_water


def borders_by_sea(one: str, other: str) -> bool:
    """Return whether a fleet can pass the border of the two provinces."""
    return any(
        province(place) == one and other in [province(p) for p in beside]
        for place, beside in BOARD.fleet_neighbours.items()
    )


class Reference:
    """The orders of one movement, one for each unit; `solve` returns the value of each fact."""

    def __init__(self, orders: Sequence[Action]) -> None:
        self.orders: dict[str, Action] = {province(order.unit.place): order for order in orders}
        self.moves = {
            at: province(order.target)
            for at, order in self.orders.items()
            if isinstance(order, Move) and self.is_possible(order)
        }
        self.convoyed = {at for at in self.moves if self.goes_by_convoy(at)}
        self.supports = {at: helped for at in self.orders if (helped := self.supported(at))}
        self.convoys = [at for at in self.orders if isinstance(self.orders[at], Convoy) and is_water(at)]
        self.facts: list[Fact] = [
            *(("move", at) for at in self.moves),
            *(("support", at) for at in self.supports),
            *(("convoy", at) for at in self.convoys),
        ]

    # What the orders are

    def power(self, at: str) -> str:
        return self.orders[at].unit.power

    def is_possible(self, order: Move) -> bool:
        if order.unit.kind == "F":
            return order.target in BOARD.fleet_neighbours[order.unit.place]
        at, target = province(order.unit.place), province(order.target)
        return at != target and not is_water(target)

    def convoying_fleets(self, at: str) -> list[str]:
        """Return the seas whose fleets are ordered to convoy the army in *at* to where it moves."""
        return [
            sea
            for sea, order in self.orders.items()
            if isinstance(order, Convoy)
            and is_water(sea)
            and (province(order.army), province(order.target)) == (at, self.moves[at])
        ]

    def goes_by_convoy(self, at: str) -> bool:
        order = self.orders[at]
        assert isinstance(order, Move)
        if order.unit.kind == "F":
            return False
        if self.moves[at] not in BOARD.army_neighbours[at] or order.by_convoy:
            return True
        at_sea = [sea for sea in self.orders if is_water(sea)]
        ways = [way for way in self.ways(at, self.moves[at], at_sea) if not self.has_detour(at, way)]
        own = [sea for sea in self.convoying_fleets(at) if self.power(sea) == self.power(at)]
        return any(sea in way for sea in own for way in ways)

    def ways(self, at: str, target: str, seas: Sequence[str]) -> list[tuple[str, ...]]:
        """Return every chain of *seas* from *at* to *target* that has no sea twice."""
        chains: list[tuple[str, ...]] = [(sea,) for sea in seas if borders_by_sea(sea, at)]
        for chain in chains:
            chains.extend(
                (*chain, sea) for sea in seas if sea not in chain and borders_by_sea(sea, chain[-1])
            )
        return [chain for chain in chains if borders_by_sea(chain[-1], target)]

    def has_detour(self, at: str, way: tuple[str, ...]) -> bool:
        """Return whether the route could do without one of its fleets."""
        stations = (at, *way, self.moves[at])
        return any(
            borders_by_sea(stations[i], stations[j])
            for i in range(len(stations))
            for j in range(i + 2, len(stations))
            if (i, j) != (0, len(stations) - 1)
        )

    def supported(self, at: str) -> str | None:
        """Return the province of the unit that *at* supports, if that unit's order matches."""
        order = self.orders[at]
        if not isinstance(order, SupportMove | SupportHold):
            return None
        helped = province(order.supported)
        into = province(order.target) if isinstance(order, SupportMove) else helped
        near = (
            list(BOARD.army_neighbours[at])
            if order.unit.kind == "A"
            else [province(place) for place in BOARD.fleet_neighbours[order.unit.place]]
        )
        if helped not in self.orders or into not in near or helped == at:
            return None
        if isinstance(order, SupportHold):
            return None if helped in self.moves else helped
        if self.moves.get(helped) != into:
            return None
        move = self.orders[helped]
        assert isinstance(move, Move)
        names_other_coast = "/" in order.target and move.unit.kind == "F" and order.target != move.target
        return None if names_other_coast else helped

    def bound_for(self, target: str) -> list[str]:
        return [at for at, goal in self.moves.items() if goal == target]

    def is_head_to_head(self, at: str) -> bool:
        other = self.moves[at]
        return self.moves.get(other) == at and at not in self.convoyed and other not in self.convoyed

    # The equations (DATC 5.B)

    def equation(self, fact: Fact, value: Value) -> bool:
        kind, at = fact
        if kind == "move":
            return self.move(at, value)
        if kind == "support":
            return not self.is_cut(at, value)
        return not any(value(("move", other)) for other in self.bound_for(at))

    def move(self, at: str, value: Value) -> bool:
        strength = self.attack(at, value)
        target = self.moves[at]
        opposed = self.defend(target, value) if self.is_head_to_head(at) else self.hold(target, value)
        return strength > opposed and all(
            strength > self.prevent(other, value) for other in self.bound_for(target) if other != at
        )

    def is_cut(self, at: str, value: Value) -> bool:
        order = self.orders[at]
        aimed_at = province(order.target) if isinstance(order, SupportMove) else None
        for other in self.bound_for(at):
            foreign = self.power(other) != self.power(at)
            if foreign and other != aimed_at and self.path(other, value):
                return True
            if value(("move", other)):
                return True
        return False

    def path(self, at: str, value: Value) -> bool:
        if at not in self.convoyed:
            return True
        standing = [sea for sea in self.convoying_fleets(at) if value(("convoy", sea))]
        return bool(self.ways(at, self.moves[at], standing))

    def helpers(self, at: str, value: Value, not_of: str | None = None) -> int:
        return sum(
            1
            for helper, helped in self.supports.items()
            if helped == at and self.power(helper) != not_of and value(("support", helper))
        )

    def hold(self, target: str, value: Value) -> int:
        if target not in self.orders:
            return 0
        if target in self.moves:
            return 0 if value(("move", target)) else 1
        return 1 + self.helpers(target, value)

    def defend(self, at: str, value: Value) -> int:
        return 1 + self.helpers(at, value)

    def prevent(self, at: str, value: Value) -> int:
        if not self.path(at, value):
            return 0
        if self.is_head_to_head(at) and value(("move", self.moves[at])):
            return 0
        return 1 + self.helpers(at, value)

    def attack(self, at: str, value: Value) -> int:
        if not self.path(at, value):
            return 0
        target = self.moves[at]
        leaves = target in self.moves and not self.is_head_to_head(at) and value(("move", target))
        if target not in self.orders or leaves:
            return 1 + self.helpers(at, value)
        if self.power(target) == self.power(at):
            return 0
        return 1 + self.helpers(at, value, not_of=self.power(target))

    # Solving them

    def solve(self) -> Mapping[Fact, bool]:
        known: dict[Fact, bool] = {}
        while len(known) < len(self.facts):
            if not self.settle(known):
                self.untie(known)
        return known

    def settle(self, known: dict[Fact, bool]) -> bool:
        """Settle the facts that do not depend on open facts; return whether there were any."""
        news = {}
        for fact in self.facts:
            if fact not in known:
                results = {result for result, _ in self.results(fact, known)}
                if len(results) == 1:
                    news[fact] = results.pop()
        known.update(news)
        return bool(news)

    def results(self, fact: Fact, known: Mapping[Fact, bool]) -> list[tuple[bool, Mapping[Fact, bool]]]:
        """Return all possible values of *fact*, each with the values that were assumed for open facts."""
        waiting: list[dict[Fact, bool]] = [{}]
        found: list[tuple[bool, Mapping[Fact, bool]]] = []
        while waiting:
            taken = waiting.pop()
            try:
                found.append((self.equation(fact, reader({**known, **taken})), taken))
            except Unknown as unknown:
                waiting.extend({**taken, unknown.fact: answer} for answer in (False, True))
        return found

    def hangs_on(self, fact: Fact, known: Mapping[Fact, bool]) -> set[Fact]:
        """Return the open facts that can make a difference to *fact*."""
        read = sorted({other for _, taken in self.results(fact, known) for other in taken})
        table = {
            answers: self.equation(fact, reader({**known, **dict(zip(read, answers, strict=True))}))
            for answers in product((False, True), repeat=len(read))
        }
        return {
            other
            for number, other in enumerate(read)
            if any(
                result != table[(*answers[:number], not answers[number], *answers[number + 1 :])]
                for answers, result in table.items()
            )
        }

    def untie(self, known: dict[Fact, bool]) -> None:
        knot = self.knot(known)
        fitting = []
        for answers in product((False, True), repeat=len(knot)):
            taken = dict(zip(knot, answers, strict=True))
            value = reader({**known, **taken})
            if all(self.equation_within(fact, value, known) == taken[fact] for fact in knot):
                fitting.append(taken)
        convoys = [fact for fact in knot if fact[0] == "convoy"]
        if len(fitting) == 1:
            known.update(fitting[0])
        elif convoys:
            known.update(dict.fromkeys(convoys, False))
        else:
            known.update({fact: True for fact in knot if fact[0] == "move"})

    def equation_within(self, fact: Fact, value: Value, known: Mapping[Fact, bool]) -> bool:
        """Evaluate the equation; open facts outside the knot count as false, because they do not matter."""
        try:
            return self.equation(fact, value)
        except Unknown as unknown:
            outside = unknown.fact
        return self.equation_within(fact, lambda other: other != outside and value(other), known)

    def knot(self, known: Mapping[Fact, bool]) -> list[Fact]:
        """Return the smallest set of open facts that depend on each other and on no other."""
        edges = {fact: self.hangs_on(fact, known) for fact in self.facts if fact not in known}
        closed = {fact: closure(fact, edges) for fact in edges}
        return min(
            (sorted(facts) for fact, facts in closed.items() if all(closed[f] == facts for f in facts)),
            key=lambda facts: (len(facts), facts),
        )


def closure(fact: Fact, edges: Mapping[Fact, set[Fact]]) -> set[Fact]:
    reached: set[Fact] = set()
    waiting = [fact]
    while waiting:
        for other in edges[waiting.pop()]:
            if other not in reached:
                reached.add(other)
                waiting.append(other)
    return reached


def reader(known: Mapping[Fact, bool]) -> Value:
    def value(fact: Fact) -> bool:
        if fact not in known:
            raise Unknown(fact)
        return known[fact]

    return value

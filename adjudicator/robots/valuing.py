"""The worth of positions for one power in points, by `worth.toml` and the facts that the power may know."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from adjudicator.core.game import Facts, Game, Power, State
from adjudicator.robots.geography import Geography, Standing, geography_of
from adjudicator.robots.worth import Aim, Worth, worth_of

UNOWNED = 1.3  # how much more attractive a centre is that nobody owns
CAPITAL = 1.0
PACE = 2  # turns and retreats after which a search goes on to the next place
SHARE_OF_OTHERS = 0.15  # the weight of all other centres together, next to the most attractive one
Errand = tuple[Standing, Aim, Sequence[str]]  # a piece, and what draws it where


class Values:
    """Values positions for *power*, from one position on which it must give orders."""

    def __init__(self, game: Game, position: State, power: Power) -> None:
        self.game, self.power = game, power
        self.worth: Worth = worth_of(game.card.key)
        self.land: Geography = geography_of(game, position)
        self.facts = game.describe(position)
        self.is_in_turn = power in game.due(position).owed
        self._pulls: dict[tuple[Power, bool], dict[str, float]] = {}
        number = game.due(position).number
        self._searched = [(aim, self._goals(aim, number)) for aim in self.worth.aims if aim.searches]
        self._errands = tuple(self._sent())

    # --- units and owners ------------------------------------------------------------------------------

    def owners(self, facts: Facts) -> dict[str, Power]:
        """Return the owner of each centre that has one."""
        place = self.land.place
        return {place(name): power for power, names in facts["centres"].items() for name in names}

    def units(self, facts: Facts) -> dict[Power, list[Standing]]:
        standing = self.land.standing
        return {power: [standing(text) for text in texts] for power, texts in facts["units"].items()}

    def size(self, unit: Standing) -> float:
        return unit.number * self.worth.kinds.get(unit.kind, 1.0)

    # --- attractive places -----------------------------------------------------------------------------

    def pull(self, power: Power, place: str, *, by_water: bool) -> float:
        """Return how attractive *place* is for units of *power*, by the position before the orders."""
        key = (power, by_water)
        if key not in self._pulls:
            self._pulls[key] = self._pull_of(power, by_water=by_water)
        return self._pulls[key].get(place, 0.0)

    def _pull_of(self, power: Power, *, by_water: bool) -> dict[str, float]:
        owners, decay = self.owners(self.facts), self.worth.decay
        wanted = {
            place: UNOWNED if place not in owners else CAPITAL
            for place in {*self.land.centres, *owners}
            if owners.get(place) != power
        }
        found = {}
        for place in self.land.places:
            draws = [
                value * decay**steps
                for goal, value in wanted.items()
                if (steps := self.land.distance(place, goal, by_water=by_water)) < len(self.land.places)
            ]
            found[place] = max(draws, default=0.0) + SHARE_OF_OTHERS * sum(draws)
        return found

    # --- the worth of a position -----------------------------------------------------------------------

    def of(self, state: State) -> float:
        """Return the worth of *state*, which follows from a position that the power may know."""
        due = self.game.due(state)
        facts = self.game.describe(state)
        value = self._of_facts(facts)
        if due.over:
            share = self.worth.win / max(1, len(due.winners))
            value += share if self.power in due.winners else -self.worth.win / 2
        return value

    def _of_facts(self, facts: Facts) -> float:
        worth = self.worth
        units, owners = self.units(facts), self.owners(facts)
        there = _strengths(self, units)
        own = units.get(self.power, ())
        value = sum(self._of_unit(unit) for unit in own)
        for place in {*self.land.centres, *owners}:
            value += worth.centre * self._of_centre(place, owners.get(place), there)
        value += sum(self._aimed_once(aim, own) for aim in worth.aims if aim.once)
        value += sum(self._on_the_search(aim, goals, own) for aim, goals in self._searched)
        for path, weight in worth.numbers.items():
            value += weight * self._number(facts, path)
        return value

    def _of_unit(self, unit: Standing) -> float:
        size = self.size(unit)
        value = size * self.worth.unit
        if size:
            by_water = unit.kind in self.worth.ships
            value += min(size, 2.0) * self.worth.near * self.pull(self.power, unit.place, by_water=by_water)
        if self.worth.marked in unit.text:
            value += self.worth.mark
        return value + self._aimed(unit)

    def _aim(self, unit: Standing) -> Aim | None:
        meant = (aim for aim in self.worth.aims if not aim.once and is_meant(aim, self.power, unit))
        return next(meant, None)

    def _aimed(self, unit: Standing) -> float:
        aim = self._aim(unit)
        return self._drawn_to(aim, unit, aim.places) if aim and not aim.searches else 0.0

    def _aimed_once(self, aim: Aim, units: Iterable[Standing]) -> float:
        meant = [unit for unit in units if unit.number and is_meant(aim, self.power, unit)]
        return max((self._drawn_to(aim, unit, aim.places) for unit in meant), default=0.0)

    def _goals(self, aim: Aim, number: int) -> list[str]:
        own = self.units(self.facts).get(self.power, ())
        return searched_now(aim, sum(is_meant(aim, self.power, unit) for unit in own), number)

    def _on_the_search(self, aim: Aim, goals: Sequence[str], units: Iterable[Standing]) -> float:
        """Return the sum over *goals*, each of which draws the nearest piece."""
        meant = [unit for unit in units if is_meant(aim, self.power, unit)]
        return sum(max((self._drawn_to(aim, unit, (goal,)) for unit in meant), default=0.0) for goal in goals)

    def errand(self, power: Power, entry: str, order: str) -> float:
        """Return how attractive *order* is because it leads to a place that one such piece should be at."""
        unit = self.land.standing(entry)
        there = unit._replace(place=self.land.goal(order) or unit.place)
        aims = (aim for aim in self.worth.aims if aim.once and is_meant(aim, power, unit))
        value = sum(self._drawn_to(aim, there, aim.places) for aim in aims)
        sent = self._errand_of(entry) if power == self.power else None
        if sent:
            own, aim, goals = sent
            moves = order.startswith(f"{entry} - ")
            value += self._drawn_to(aim, own._replace(place=there.place) if moves else own, goals)
        return value / self.worth.centre

    def accomplished(self, entry: str, order: str) -> str:
        """Return what the piece of *entry* does at once where *order* takes it, "" for nothing."""
        sent = self._errand_of(entry)
        if sent is None or not order.startswith(f"{entry} - "):
            return ""
        _, aim, goals = sent
        return f"{entry} {aim.then}" if aim.then and self.land.goal(order) in goals else ""

    def _errand_of(self, entry: str) -> Errand | None:
        return next((one for one in self._errands if is_called(entry, one[0], self.worth)), None)

    def _sent(self) -> Iterator[Errand]:
        """Yield the pieces that carry something somewhere or search."""
        left = {aim.places: [*goals] for aim, goals in self._searched}
        for unit in self.units(self.facts).get(self.power, ()):
            aim = self._aim(unit)
            if aim is None:
                continue
            goals = aim.places
            if aim.searches:
                goals = (min(left[goals], key=partial(self._steps, unit)),)
                left[aim.places].remove(goals[0])
            yield unit, aim, goals

    def holds_no_ground(self, entry: str) -> bool:
        """Return whether the piece of *entry* holds no ground, so that no centre attracts it."""
        return self.worth.kinds.get(self.land.standing(entry).kind) == 0

    def _drawn_to(self, aim: Aim, unit: Standing, goals: Sequence[str]) -> float:
        return aim.weight / (1 + min(self._steps(unit, goal) for goal in goals))

    def _steps(self, unit: Standing, goal: str) -> int:
        return self.land.distance(unit.place, goal, by_water=False)

    def _of_centre(
        self, place: str, owner: Power | None, there: Mapping[str, Mapping[Power, float]]
    ) -> float:
        """Return the share of the centre that counts for the power, minus a part of that of others."""
        worth, here = self.worth, there.get(place, {})
        holder = max(here, key=lambda power: here[power], default=None)
        mine = float(owner == self.power)
        others = float(owner is not None and owner != self.power)
        if holder == self.power and owner != self.power:
            mine, others = worth.capture, others * (1 - worth.capture)
        elif holder is not None and holder != self.power and owner == self.power:
            mine, others = 1 - worth.capture, worth.capture
        if mine and worth.threat:
            mine -= worth.threat * mine * self._danger(place, there)
        return mine - worth.rival * others

    def _danger(self, place: str, there: Mapping[str, Mapping[Power, float]]) -> float:
        """Return from 0 to 1 how far the power's own units there and next to it are outnumbered."""
        own = there.get(place, {}).get(self.power, 0.0)
        foes: dict[Power, float] = defaultdict(float)
        for near in {*self.land.by_land.get(place, ()), *self.land.by_water.get(place, ())}:
            for power, size in there.get(near, {}).items():
                if power == self.power:
                    own += size * 0.5
                else:
                    foes[power] += size
        most = max(foes.values(), default=0.0)
        return min(1.0, max(0.0, most - own) / 2) if most else 0.0

    def _number(self, facts: Any, path: str) -> float:
        """Return the power's own number minus the greatest number of another power."""
        for key in path.split("."):
            facts = facts.get(key, {}) if isinstance(facts, Mapping) else {}
        numbers = facts if isinstance(facts, Mapping) else {}
        others = [float(value) for power, value in numbers.items() if power != self.power]
        return float(numbers.get(self.power, 0)) - max(others, default=0.0)


def searched_now(aim: Aim, pieces: int, number: int) -> list[str]:
    """Return the places of a search that are due in turn *number*: one for each piece, all over the round."""
    gone, length = number // PACE, len(aim.places)
    return [aim.places[(piece * length // pieces + gone) % length] for piece in range(pieces)]


def is_called(entry: str, unit: Standing, worth: Worth) -> bool:
    """Return whether orders call *unit* that: "Gandalf", "R Shi", and "Fe Shi" for "Fellowship Shi"."""
    kind, _, place = entry.rpartition(" ")
    is_short = kind in worth.kinds and unit.kind.startswith(kind)
    return entry == unit.kind or (place == unit.place and (kind == unit.kind or is_short))


def is_meant(aim: Aim, power: Power, unit: Standing) -> bool:
    """Return whether *aim* draws that unit of *power*."""
    return (
        unit.kind in aim.kinds
        and (not aim.powers or power in aim.powers)
        and aim.mark in unit.text
        and (not aim.but or aim.but not in unit.text)
    )


def _strengths(values: Values, units: Mapping[Power, Iterable[Standing]]) -> dict[str, dict[Power, float]]:
    """Return the number of units by place and power."""
    found: dict[str, dict[Power, float]] = {}
    for power, standing in units.items():
        for unit in standing:
            if size := values.size(unit):
                here = found.setdefault(unit.place, {})
                here[power] = here.get(power, 0.0) + size
    return found

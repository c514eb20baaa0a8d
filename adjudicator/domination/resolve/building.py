"""Carry out builds. Clauses 2.7 and 6."""

from collections.abc import Callable, Iterable, Sequence

from adjudicator.domination.data import WATER
from adjudicator.domination.language.orders import MY_CITIES, Build
from adjudicator.domination.language.vocabulary import counted
from adjudicator.domination.position import MINI, pieces_of
from adjudicator.domination.record import FAILS, SKIPPED, SUCCEEDS, VOID, Outcome
from adjudicator.domination.resolve.turn_state import TurnState
from adjudicator.domination.sentences import say

Sites = Callable[[TurnState, str, str, str], Sequence[str]]  # the spaces that a place on a line stands for
# Why this player may not build this kind of unit there, "" if they may.
SiteRule = Callable[[TurnState, str, str, str], str]

NO_PLACE = say("it_may_not_be_built_there")
NOT_YOUR_SPACE = say("you_do_not_hold_that_space")
NOT_YOUR_CITY = say("you_do_not_hold_that_city")
NO_CITY = say("no_city_is_there")
NO_WATER_AT_A_CITY = say("ships_are_built_beside_cities")
NO_MONEY = say("money_is_spent")
NO_TOKENS = say("reserve_is_empty")
NOT_YOURS = say("you_do_not_have_that_piece")
NO_SUCH_CITY = say("you_do_not_have_that_many_cities")


def why_not_start_at(state: TurnState, player: str, kind: str, space: str) -> str:
    """Return why *player* may not start with a unit of *kind* in *space*; 2.7, ships as in 6.3."""
    if state.data.units[kind].kind == WATER:
        return why_not_at(state, player, kind, space)
    if state.is_water(space):
        return NO_PLACE
    return "" if state.owners.get(space) == player else NOT_YOUR_SPACE


def why_not_at(state: TurnState, player: str, kind: str, space: str) -> str:
    """Return why *space* is no city of the player, or for ships no water that borders one; 6.2, 6.3."""
    cities = state.cities(player)
    if state.data.units[kind].kind == WATER:
        is_beside = state.is_water(space) and any(city in state.ground.borders[space] for city in cities)
        return "" if is_beside else NO_WATER_AT_A_CITY
    if space in cities:
        return ""
    return NOT_YOUR_CITY if state.ground.spaces[space].city else NO_CITY


def as_named(_state: TurnState, _player: str, _kind: str, place: str) -> Sequence[str]:
    return (place,)


def opening_sites(state: TurnState, player: str, kind: str, place: str) -> Sequence[str]:
    """Return the spaces that a place named before the board was laid stands for; 11.4.

    A ship built at a city goes to the first water that borders it.
    """
    if place in MY_CITIES:
        cities = state.cities(player)
        number = MY_CITIES.index(place)
        place = cities[number] if number < len(cities) else ""
    is_known = place in state.ground.spaces
    if state.settings.variant != MINI:
        is_known = is_known and place[0] in pieces_of(state.settings, state.start.slots, player)
    if not is_known:
        return ()
    if state.data.units[kind].kind == WATER and not state.is_water(place):
        water = [space for space in state.ground.borders[place] if state.is_water(space)]
        return sorted(water, key=lambda space: state.ground.rank[space]) or (place,)
    return (place,)


def money(state: TurnState, player: str) -> int:
    """Return the current income less the spells of this turn; 6.1."""
    return max(0, state.income(player) - state.spent.get(player, 0))


class PlayerBuilds:
    """Carry out the builds of one player in the order listed; 6.5."""

    def __init__(self, state: TurnState, player: str, allowed: SiteRule, sites: Sites = as_named) -> None:
        self.state = state
        self.player = player
        self.allowed = allowed
        self.sites = sites
        self.money = money(state, player)

    def build(self, order: Build) -> Outcome:
        named = (self._sites(part.kind, order.places) for part in order.units)
        if not any(named):
            return Outcome(SKIPPED, NO_SUCH_CITY if set(order.places) <= set(MY_CITIES) else NOT_YOURS)
        faults: list[str] = []
        wanted = built = 0
        for part in order.units:
            number = self.state.reserves[self.player] + 1 if order.rest else part.count
            done, fault = self._kind(part.kind, number, order.places)
            wanted, built = wanted + number, built + done
            faults += [fault] if fault else []
        if not built:
            return Outcome(VOID, "; ".join(dict.fromkeys(faults)))
        if built == wanted or order.rest:
            return Outcome(SUCCEEDS)
        return Outcome(FAILS, "; ".join(dict.fromkeys(faults)), built, wanted)

    def _sites(self, kind: str, places: Iterable[str]) -> list[str]:
        return [site for place in places for site in self.sites(self.state, self.player, kind, place)]

    def _kind(self, kind: str, number: int, places: Iterable[str]) -> tuple[int, str]:
        """Return how many units were built, and why not more."""
        sites = self._sites(kind, places)
        faults = {one: self.allowed(self.state, self.player, kind, one) for one in sites}
        place = next((one for one, why in faults.items() if not why), None)
        if place is None:
            return 0, next(iter(faults.values()), NO_PLACE)
        built, fault = 0, ""
        while built < number and not (fault := self._hindrance(kind)):
            self.money -= self.state.data.units[kind].cost
            self.state.recruit(kind, self.player, place)
            built += 1
        if built:
            self.state.report("built", self.player, place, units=counted(kind, built))
        return built, fault

    def _hindrance(self, kind: str) -> str:
        if self.state.reserves[self.player] <= 0:
            return NO_TOKENS
        return NO_MONEY if self.state.data.units[kind].cost > self.money else ""

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
SiteRule = Callable[[TurnState, str, str, str], bool]  # may this player build this kind in this space?

NO_PLACE = say("it_may_not_be_built_there")
NO_MONEY = say("money_is_spent")
NO_TOKENS = say("reserve_is_empty")
NOT_YOURS = say("you_do_not_have_that_piece")
NO_SUCH_CITY = say("you_do_not_have_that_many_cities")


def may_start_at(state: TurnState, player: str, kind: str, space: str) -> bool:
    """Return whether *player* may start with a unit of *kind* in *space*; 2.7, ships as in 6.3."""
    if state.data.units[kind].kind == WATER:
        return may_build_at(state, player, kind, space)
    return state.owners.get(space) == player


def may_build_at(state: TurnState, player: str, kind: str, space: str) -> bool:
    """Return whether *space* is a city of the player, or for ships water that borders one; 6.2, 6.3."""
    cities = state.cities(player)
    if state.data.units[kind].kind == WATER:
        return state.is_water(space) and any(city in state.ground.borders[space] for city in cities)
    return space in cities


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
        place = next((one for one in sites if self.allowed(self.state, self.player, kind, one)), None)
        if place is None:
            return 0, NO_PLACE
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

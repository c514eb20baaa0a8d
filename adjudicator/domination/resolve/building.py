"""Builds and their prices. Clauses 2.7 and 6."""

from collections.abc import Callable, Iterable

from adjudicator.domination.data import WATER
from adjudicator.domination.language.orders import Build
from adjudicator.domination.record import FAILS, SUCCEEDS, VOID, Outcome
from adjudicator.domination.resolve.turn_state import Table
from adjudicator.domination.view.wording import several

Site = Callable[[Table, str, str, str], bool]

NO_PLACE = "it may not be built there"
NO_MONEY = "the money is spent"
NO_TOKENS = "the reserve is empty"


def may_start_at(table: Table, player: str, kind: str, space: str) -> bool:
    """Any space that the player controls; ships as in 6.3; clause 2.7."""
    if table.data.units[kind].kind == WATER:
        return may_build_at(table, player, kind, space)
    return table.owners.get(space) == player


def may_build_at(table: Table, player: str, kind: str, space: str) -> bool:
    """A city that the player controls, or for ships water that borders one; 6.2, 6.3."""
    cities = table.cities(player)
    if table.data.units[kind].kind == WATER:
        return table.is_water(space) and any(city in table.ground.borders[space] for city in cities)
    return space in cities


def money(table: Table, player: str) -> int:
    """The income of the moment less the spells of this turn; 6.1."""
    return max(0, table.income(player) - table.spent.get(player, 0))


class Works:
    """One player's builds, in the order listed; 6.5."""

    def __init__(self, table: Table, player: str, allowed: Site) -> None:
        self.table = table
        self.player = player
        self.allowed = allowed
        self.money = money(table, player)

    def build(self, order: Build) -> Outcome:
        faults: list[str] = []
        wanted = built = 0
        for part in order.units:
            number = self.table.reserves[self.player] + 1 if order.rest else part.count
            done, fault = self._kind(part.kind, number, order.places)
            wanted, built = wanted + number, built + done
            faults += [fault] if fault else []
        if not built:
            return Outcome(VOID, "; ".join(dict.fromkeys(faults)))
        return Outcome(SUCCEEDS) if built == wanted or order.rest else Outcome(FAILS, "; ".join(faults))

    def _kind(self, kind: str, number: int, places: Iterable[str]) -> tuple[int, str]:
        """How many were built, and why no more."""
        place = next((one for one in places if self.allowed(self.table, self.player, kind, one)), None)
        if place is None:
            return 0, NO_PLACE
        built, fault = 0, ""
        while built < number and not fault:
            fault = self._hindrance(kind)
            if not fault:
                self.money -= self.table.data.units[kind].cost
                self.table.recruit(kind, self.player, place)
                built += 1
        if built:
            self.table.tell("built", self.player, place, units=several(kind, built))
        return built, fault

    def _hindrance(self, kind: str) -> str:
        if self.table.reserves[self.player] <= 0:
            return NO_TOKENS
        return NO_MONEY if self.table.data.units[kind].cost > self.money else ""

"""The working state of a turn: the position unit by unit, which the steps of the turn change in place."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from adjudicator.core.dice import Dice
from adjudicator.domination.data import AERIAL, FORT, LAND, SpellEffect, UnitCard
from adjudicator.domination.ground import Space
from adjudicator.domination.language.orders import OrderLine, OrderSheet
from adjudicator.domination.position import (
    CasualtyChoice,
    Effect,
    Position,
    Preference,
    Units,
    data_of,
    ground_of,
    player_order,
)
from adjudicator.domination.record import Event, Outcome, Result


class Unit:
    """A unit on the board. *points* are left for moves (4.1); if it *rests*, it does not move again (8.8)."""

    __slots__ = ("card", "player", "points", "rests", "space")

    def __init__(self, card: UnitCard, player: str, space: str) -> None:
        self.card = card
        self.player = player
        self.space = space
        self.points = card.move
        self.rests = False

    @property
    def kind(self) -> str:
        return self.card.name


class BattleMoment(NamedTuple):
    """A round of a battle, and the hits on each side once the dice are rolled; a Fireball has round 0."""

    space: str
    number: int
    hits: Mapping[str, int]


class TurnState:
    """Everything that the steps of a turn read and change. Facts have the names of `Position`.

    `position` returns the result as an immutable value.
    """

    def __init__(self, position: Position, sheets: Mapping[str, OrderSheet], dice: Dice) -> None:
        self.start = position
        self.settings = position.settings
        self.data = data_of(position)
        self.rules = self.data.rules
        self.ground = ground_of(position)
        self.order = player_order(position)
        self.sheets = sheets
        self.dice = dice
        self.events: list[Event] = []
        self.results: list[Result] = []
        self.condition_held: dict[tuple[str, int], bool] = {}  # by player and number of the line
        self.answers: list[tuple[str, ...]] | None = None  # casualty choices; None if nobody is asked
        self.asking: CasualtyChoice | None = None
        self.moment: BattleMoment | None = None  # while losses are taken
        self._copy(position)

    def _copy(self, position: Position) -> None:
        """Begin with the facts of *position*, as values that the steps may change."""
        self.owners = dict(position.owners)
        self.home = dict(position.home)
        self.forts = dict(position.forts)
        self.reserves = dict(position.reserves)
        self.dead = dict(position.dead)
        self.hands = {player: list(cards) for player, cards in position.hands.items()}
        self.deck = list(position.deck)
        self.discard = list(position.discard)
        self.cast = list(position.cast)
        self.spent = dict(position.spent)
        self.effects: list[Effect] = list(position.effects)
        self.casts: list[Effect] = list(position.casts or ())
        self.standing: list[Preference] = list(position.standing)
        self.passing: list[Preference] = list(position.passing)
        self.waiting = dict(position.waiting)
        self.last_builds = dict(position.last_builds)
        self.over, self.winners = position.over, position.winners
        self._at: dict[str, list[Unit]] = {}
        for row in position.units:
            for _ in range(row.count):
                self.put(Unit(self.data.units[row.kind], row.player, row.space))

    # Queries

    def units(self) -> Iterator[Unit]:
        return (unit for units in self._at.values() for unit in units)

    def here(self, space: str, player: str = "") -> list[Unit]:
        """Return the units in *space*, of all players or of one."""
        found = self._at.get(space, [])
        return [unit for unit in found if unit.player == player] if player else list(found)

    def is_water(self, space: str) -> bool:
        return self.ground.spaces[space].is_water

    def space(self, space: str) -> Space:
        return self.ground.spaces[space]

    def strength(self, space: str, player: str) -> int:
        """Count the units and fortification tokens of *player* in *space*; 1.6."""
        return len(self.here(space, player)) + self.fort_tokens(space, player)

    def fort_tokens(self, space: str, player: str) -> int:
        return self.forts.get(space, 0) if self.owners.get(space) == player else 0

    def enemies(self, space: str, player: str) -> int:
        """Count the units and fortification tokens of all other players; 1.6."""
        others = sum(1 for unit in self._at.get(space, ()) if unit.player != player)
        walls = self.forts.get(space, 0) if self.owners.get(space, player) != player else 0
        return others + walls

    def sides(self, space: str) -> list[str]:
        """Return the players with units or fortification tokens in *space*, in player order."""
        return [player for player in self.order if self.strength(space, player)]

    def is_opponents(self, space: str, player: str) -> bool:
        """Return whether another player controls *space*; nobody controls water; 1.6."""
        return not self.is_water(space) and self.owners.get(space, player) != player

    def income(self, player: str) -> int:
        """Return the income values of the player's spaces; 2.5."""
        return sum(self.space(space).value for space, owner in self.owners.items() if owner == player)

    def cities(self, player: str) -> list[str]:
        return [city for city in self.ground.cities() if self.owners.get(city) == player]

    def berths(self, space: str, player: str) -> int:
        """Count the berths on the ships of *player* in *space*; 4.12."""
        return sum(unit.card.carries for unit in self.here(space, player))

    def land_aboard(self, space: str, player: str) -> list[Unit]:
        return [unit for unit in self.here(space, player) if unit.card.kind == LAND]

    def fliers(self, space: str, player: str) -> list[Unit]:
        return [unit for unit in self.here(space, player) if unit.card.kind == AERIAL]

    def ships(self, space: str, player: str) -> list[Unit]:
        """Return the ships that carry, the one with most points first; 4.15."""
        found = [unit for unit in self.here(space, player) if unit.card.carries]
        return sorted(found, key=lambda unit: -unit.points)

    def effects_at(self, space: str, effect: SpellEffect, player: str = "") -> list[Effect]:
        """Return the spells with this effect that are in force in *space*."""
        return [
            row
            for row in self.effects
            if row.space == space
            and self.data.spells[row.spell].effect == effect
            and player in ("", row.player)
        ]

    # Changes

    def put(self, unit: Unit) -> None:
        self._at.setdefault(unit.space, []).append(unit)

    def take(self, unit: Unit) -> None:
        self._at[unit.space].remove(unit)

    def shift(self, unit: Unit, space: str) -> None:
        self.take(unit)
        unit.space = space
        self.put(unit)

    def recruit(self, kind: str, player: str, space: str) -> Unit:
        """Put a unit from the reserve on the board; 6.4."""
        self.reserves[player] -= 1
        unit = Unit(self.data.units[kind], player, space)
        self.put(unit)
        return unit

    def kill(self, unit: Unit) -> None:
        """Remove a unit for the rest of the game; 1.5."""
        self.take(unit)
        self.dead[unit.player] = self.dead.get(unit.player, 0) + 1

    def lose_one(self, space: str, player: str, kind: str) -> None:
        """Remove a unit of that kind, or for `FORT` a fortification token."""
        if kind == FORT:
            self.forts[space] -= 1
        else:
            self.kill(next(unit for unit in self.here(space, player) if unit.kind == kind))

    def report(self, key: str, player: str = "", space: str = "", **words: str) -> None:
        self.events.append(Event(key, player, space, words))

    def roll(self) -> int:
        return self.dice.roll(self.data.about.die)

    # Order sheets

    def lines(self, player: str, phase: str) -> list[OrderLine]:
        return [line for line in self.sheets.get(player, ()) if line.phase == phase]

    def add_result(self, player: str, line: OrderLine, outcome: Outcome) -> None:
        self.results.append(Result(player, line, outcome))

    def _counted_units(self) -> tuple[Units, ...]:
        """Return the units as rows, by player, space and kind."""
        counted = Counter((unit.player, unit.kind, unit.space) for unit in self.units())
        seat = {player: number for number, player in enumerate(self.settings.seats)}
        kinds = {kind: number for number, kind in enumerate(self.data.units)}

        def rank(row: tuple[str, str, str]) -> tuple[int, int, int]:
            player, kind, space = row
            return seat[player], self.ground.rank[space], kinds[kind]

        return tuple(Units(*row, counted[row]) for row in sorted(counted, key=rank))

    def position(self) -> Position:
        return replace(
            self.start,
            units=self._counted_units(),
            owners=dict(self.owners),
            home=dict(self.home),
            forts=dict(self.forts),
            reserves=dict(self.reserves),
            dead=dict(self.dead),
            hands={player: tuple(cards) for player, cards in self.hands.items()},
            deck=tuple(self.deck),
            discard=tuple(self.discard),
            cast=tuple(self.cast),
            spent=dict(self.spent),
            effects=tuple(self.effects),
            casts=(tuple(self.casts) if self.data.mail.setup else ()) or UNSET,
            standing=tuple(self.standing),
            passing=tuple(self.passing),
            waiting=dict(self.waiting),
            last_builds=dict(self.last_builds),
            asking=self.asking,
            over=self.over,
            winners=self.winners,
        )

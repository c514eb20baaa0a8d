"""Cache what a game computes for the page of one seat: the lists of orders, the places and the map.

They are needed whenever the page is shown, and stay the same until the position changes. An entry is found
only by the table, the turn and its edition, the seat, and all that the game computes from: no seat finds
another's.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from msgspec import Struct

from adjudicator.core.atlas import PlaceEntry
from adjudicator.core.game import (
    Game,
    Orders,
    Power,
    Record,
    State,
    WithEqualUnits,
    WithLaterChoices,
)
from pbem.commands.context import SeatContext, atlas_of
from pbem.store.game_tables import GameTable

MOST_VIEWS = 128  # lists, and as many maps; each has some 100 to 300 kB
MOVE = " - "
# Our pages allow no inline styles; the rest is for the painter of the pictures in mails.
NOT_SHOWN = re.compile(r' (?:style="background:[^"]*"|data-(?:box|at|colours)="[^"]*")')
MOST_CHOICES = 3000  # orders that are listed; others can be typed


class Place(Struct, frozen=True):
    """The turn of a table that one seat looks at."""

    game: Game
    table: str
    number: int
    edition: int
    power: Power


def place_of(game: Game, table: GameTable, power: Power) -> Place:
    """Return the turn that is due at a table, for the seat of *power*."""
    return Place(game, table.key, table.number, table.edition, power)


def atlas(at: SeatContext) -> Sequence[PlaceEntry]:
    """Return the places with all that the seat may know of them."""
    return _atlas(place_of(at.game, at.table, at.row.power), at.table.position)


@lru_cache(maxsize=MOST_VIEWS)
def _atlas(place: Place, position: State) -> Sequence[PlaceEntry]:
    return atlas_of(place.game, position, place.power)


@lru_cache(maxsize=MOST_VIEWS)
def choices(place: Place, position: State, power: Power) -> Sequence[tuple[str, Sequence[str]]]:
    """Return `Game.choices` of *power*: that of *place*, or another for which it assumes orders."""
    left, found = MOST_CHOICES, []
    for entry, orders in place.game.choices(position, power).items():
        listed = tuple(orders)[:left]
        left -= len(listed)
        found.append((entry, listed))
    return tuple(found)


@lru_cache(maxsize=MOST_VIEWS)
def later_choices(place: Place, position: State, orders: Orders) -> Mapping[str, Sequence[str]]:
    """Return what the *orders* of the seat of *place* make possible, if the game has that."""
    if not isinstance(place.game, WithLaterChoices):
        return {}
    return place.game.later_choices(position, place.power, orders)


@lru_cache(maxsize=MOST_VIEWS)
def alike(place: Place, position: State, power: Power) -> Mapping[str, int]:
    """Return how many units an entry of `choices` stands for, where it is more than one."""
    return place.game.alike(position, power) if isinstance(place.game, WithEqualUnits) else {}


@lru_cache(maxsize=MOST_VIEWS)
def moves_of_others(place: Place, position: State) -> Sequence[tuple[Power, Sequence[str]]]:
    """Return the moves of each other power's units, as far as the seat of *place* may know of them."""
    try:
        imagined = place.game.imagined(position, place.power)
    except ValueError:
        return ()
    found = []
    for power in place.game.card.seats:
        if power != place.power:
            listed = place.game.choices(imagined, power).items()
            found.append(
                (power, tuple(f"{unit}{MOVE}{to}" for unit, orders in listed for to in targets(unit, orders)))
            )
    return tuple(found)


def targets(unit: str, orders: Sequence[str]) -> Iterator[str]:
    """Yield where a unit may move in one step, and does nothing else."""
    for order in orders:
        head, move, target = order.partition(MOVE)
        if move and head == unit and " " not in target:
            yield target


@lru_cache(maxsize=MOST_VIEWS)
def picture(place: Place, position: State, record: Record | None) -> str:
    """Return `Game.picture` for the seat of *place*, as its page shows it."""
    return NOT_SHOWN.sub("", place.game.picture(position, record, place.power))

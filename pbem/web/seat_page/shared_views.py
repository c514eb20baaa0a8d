"""Cache what a game computes for the page of one seat: the lists of orders and the map.

Both are asked for at each look, and stay the same until the position changes. An entry is found only by the
table, the turn and its edition, the seat, and all that the game computes from: no seat finds another's.
"""

from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

from adjudicator.core.game import Game, Power, Record, State

MOST_VIEWS = 128  # lists, and as many maps; each has some 100 to 300 kB
MOST_CHOICES = 3000  # orders that are listed; others can be typed


class Place(Struct, frozen=True):
    """The turn of a table that one seat looks at."""

    game: Game
    table: str
    number: int
    edition: int
    power: Power


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
def picture(place: Place, position: State, record: Record | None) -> str:
    """Return `Game.picture` for the seat of *place*."""
    return place.game.picture(position, record, place.power)

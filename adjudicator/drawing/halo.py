"""A ring around the place that the headline of the turn is about."""

from collections.abc import Iterator
from functools import lru_cache

from adjudicator.core.board import Place
from adjudicator.drawing.ground import Ground
from adjudicator.drawing.layers import part_at
from adjudicator.drawing.palette import GOLD, INK
from adjudicator.drawing.svg import number

HALO = "the headline"
WIDE = 2.1  # in radii of a unit


def halo_at(ground: Ground, place: Place) -> Iterator[str]:
    """Yield the ring around *place*; nothing where there is none."""
    spot = ground.spots.get(place)
    if spot is not None:
        radius = WIDE * spot.room
        reach = radius + 5
        box = (-reach, -reach, 2 * reach, 2 * reach)
        yield part_at(spot.at, box, halo_around(radius), pointer_events="none")


@lru_cache(maxsize=64)
def halo_around(radius: float) -> str:
    """Return the ring, drawn around (0, 0)."""
    ring = f'<circle r="{number(radius)}" fill="none" stroke='
    return f'{ring}"{INK}" stroke-width="7"/>{ring}"{GOLD}" stroke-width="4"/>'

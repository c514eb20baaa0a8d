"""Draw a ring around the place in the headline of the bulletin, and around that of the reader's own headline.

A map that is the same for every reader has only the first.
"""

from collections.abc import Iterator
from functools import lru_cache

from adjudicator.core.board import Place
from adjudicator.drawing.ground import Ground
from adjudicator.drawing.layers import part_at
from adjudicator.drawing.palette import GOLD, INK
from adjudicator.drawing.svg import Point, number

HALO = "headline news"
WIDE = 2.1  # in radii of a unit


def halo_at(ground: Ground, place: Place) -> Iterator[str]:
    """Yield the ring around *place*, if there is one."""
    spot = ground.spots.get(place)
    if spot is not None:
        yield halo(spot.at, WIDE * spot.room)


def halo(at: Point, radius: float) -> str:
    """Return the ring around a point, as a part of the turn's layer."""
    reach = radius + 5
    named = f"<title>{HALO}</title>{halo_around(radius)}"
    return part_at(at, (-reach, -reach, 2 * reach, 2 * reach), named, pointer_events="none")


@lru_cache(maxsize=64)
def halo_around(radius: float) -> str:
    """Return the ring, drawn around (0, 0)."""
    ring = f'<circle r="{number(radius)}" fill="none" stroke='
    return f'{ring}"{INK}" stroke-width="7"/>{ring}"{GOLD}" stroke-width="4"/>'

"""Where does everything stand?  Units, owners and season of a game of provinces, as an immutable value."""

from collections.abc import Mapping

from msgspec import Struct

Place = str  # a province by its short name on the board, with the coast where it matters: "Par", "Stp/nc"


class Unit(Struct, frozen=True, order=True, gc=False, array_like=True):
    """A unit where it stands. *kind* is the letter of the order language: "A", "F"."""

    power: str
    kind: str
    place: Place


class Dislodged(Struct, frozen=True, order=True, gc=False):
    """A unit that waits for its retreat; *attacked_from* is None where no province is barred for that."""

    unit: Unit
    attacked_from: Place | None


class Position(Struct, frozen=True):
    """A moment of a standard game. *phase* is "movement", "retreat" or "adjustment"."""

    year: int
    season: str  # "Spring", "Autumn"
    phase: str
    number: int  # of the next judging, 1 for the first
    units: tuple[Unit, ...]
    owners: Mapping[Place, str]  # supply centres that somebody owns
    dislodged: tuple[Dislodged, ...] = ()
    contested: tuple[Place, ...] = ()  # left empty by a stand-off in the movement before a retreat
    winners: tuple[str, ...] = ()
    over: bool = False

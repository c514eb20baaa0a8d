"""What a robot strives for in a game: data, in the file `worth.toml` beside the game's rules.

A game on a map of its own, and one without such a file, is played with that of the standard rules.
"""

from collections.abc import Mapping
from functools import cache

import msgspec
from msgspec import Struct

from adjudicator.core.package_files import page_beside
from adjudicator.core.toml import tables_of

FILE = "worth.toml"


class Aim(Struct, frozen=True, forbid_unknown_fields=True):
    """Where the pieces of *kinds* are drawn, of *power* or of any.

    *mark* is what their description must have ("[Ring"), *but* what it may not have. A piece goes to the
    nearest of *places*; with *searches* to one of them after another.
    """

    kinds: tuple[str, ...]
    places: tuple[str, ...]
    weight: float
    power: str = ""
    mark: str = ""
    but: str = ""
    searches: bool = False


class Worth(Struct, frozen=True, forbid_unknown_fields=True):
    """The worth of a position, in points."""

    centre: float = 10.0  # a centre that is owned
    capture: float = 0.8  # the share of that for a centre of others on which a unit stands; also when lost
    threat: float = 0.35  # the share lost of a centre that stronger neighbours could enter
    unit: float = 3.0
    near: float = 1.0  # the pull of centres that are not one's own
    decay: float = 0.5  # of that pull, for each step
    rival: float = 0.25  # how much a centre of others counts against one's own
    mark: float = 0.0  # a piece of one's own whose description has *marked*
    marked: str = "[Ring"
    missing: float = 0.0  # what it costs if the game finds the sheet as a whole wanting
    win: float = 1000.0
    judged: int = 2000  # how many positions the level "steady" judges for a sheet
    limited: bool = False  # a sheet takes only so many orders
    ships: tuple[str, ...] = ("F",)  # kinds that go by water
    kinds: Mapping[str, float] = {}  # what a kind counts as a unit, 1 where none is given
    numbers: Mapping[str, float] = {}  # of the described position, by power: "state.income"
    aims: tuple[Aim, ...] = ()
    eager: tuple[str, ...] = ()  # orders beside the action that are given wherever they are lawful
    never: tuple[str, ...] = ()  # orders that are not given


@cache
def worth_of(key: str) -> Worth:
    """Return the worth of the game with that key."""
    own = page_beside(f"adjudicator.{key.replace('-', '_')}", FILE)
    text = own or page_beside("adjudicator.standard", FILE)
    return msgspec.convert(tables_of(text), Worth)

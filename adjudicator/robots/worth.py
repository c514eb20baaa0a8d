"""The goals of a robot in a game: data in the file `worth.toml` beside the game's rules.

Games without such a file, and maps for the standard rules, use the one of the standard rules.
"""

from collections.abc import Mapping
from functools import cache

import msgspec
from msgspec import Struct

from adjudicator.core.package_files import page_beside
from adjudicator.core.toml import tables_of

FILE = "worth.toml"


class Aim(Struct, frozen=True, forbid_unknown_fields=True):
    """Places that attract pieces of *kinds*, of *powers* or of any power.

    The description of a piece must contain *mark* ("[Ring") and must not contain *but*. A piece goes to the
    nearest of *places*. With *once*, only the nearest piece counts. With *searches*, *places* are a round,
    which the pieces begin at different places; they go on from turn to turn, so that they see all of it.
    """

    kinds: tuple[str, ...]
    places: tuple[str, ...]
    weight: float
    powers: tuple[str, ...] = ()
    mark: str = ""
    but: str = ""
    searches: bool = False
    once: bool = False
    then: str = ""  # what a piece that arrives there does at once: "destroys the Ring"
    why: str = ""  # what a move there is good for, in a sentence for players


class Guard(Struct, frozen=True, forbid_unknown_fields=True):
    """How a move is ordered on a condition; at most *most* orders of a sheet are.

    *line* and *otherwise* are filled in with the unit, its order, its goal, and one more than its number.
    Only orders that contain *needs* are meant; with *in_sequence*, where powers play one after another, only
    those before which something can change: others play first, or the sheet itself moves there before.
    """

    line: str
    otherwise: str = ""
    needs: str = ""
    most: int = 1
    in_sequence: bool = False


class Worth(Struct, frozen=True, forbid_unknown_fields=True):
    """The worth of a position, in points."""

    centre: float = 10.0  # for each centre that the power owns
    capture: float = (
        0.8  # the share of it for a unit on another's centre; lost for another's unit on one's own
    )
    threat: float = 0.35  # the share lost for a centre that stronger neighbours could enter
    unit: float = 3.0
    near: float = 1.0  # the attraction of centres of others
    decay: float = 0.5  # factor of that attraction for each step
    rival: float = 0.25  # how much a centre of others counts, compared with one of the power's own
    mark: float = 0.0  # for each piece of the power whose description contains *marked*
    marked: str = "[Ring"
    missing: float = 0.0  # the cost of a sheet that the game finds incomplete
    win: float = 1000.0
    judged: int = 2000  # positions that the level "steady" adjudicates for a sheet until it ends its search
    futures: int = 8  # its guesses at the others' sheets
    begins: int = 16  # its initial candidates
    limited: bool = False  # the number of orders on a sheet is limited
    ships: tuple[str, ...] = ("F",)  # kinds that move by water
    kinds: Mapping[str, float] = {}  # how many units one of a kind counts as, by default 1
    numbers: Mapping[str, float] = {}  # weights of numbers by power in `Game.describe`: "state.income"
    aims: tuple[Aim, ...] = ()
    eager: tuple[str, ...] = ()  # additional orders that are given whenever they are legal
    never: tuple[str, ...] = ()  # orders that are never given
    never_of: Mapping[str, tuple[str, ...]] = {}  # by power, orders that it never gives: against its friends
    ends: tuple[str, ...] = ()  # lines that end a turn, and do nothing else: the last of a sheet
    spare: tuple[str, ...] = ()  # words of orders that fill a sheet with room left, in order of preference
    later: Mapping[
        str, float
    ] = {}  # by the word of an order, the mean worth of what it brings in later turns
    why: Mapping[str, str] = {}  # by the word of an order, what it is good for, in a sentence for players
    boosts: tuple[str, ...] = ()  # endings of orders that make them stronger
    elsewhere: str = ""  # how orders begin that may name further places, in case the first is lost: "rest "
    or_else: str = " or "  # between these places
    guard: Guard | None = None

    def is_eager(self, order: str) -> bool:
        """Return whether *order* is one of the additional orders that are given whenever they are legal."""
        return any(word in order for word in self.eager)


@cache
def worth_of(key: str) -> Worth:
    """Return the worth of the game with that key."""
    own = page_beside(f"adjudicator.{key.replace('-', '_')}", FILE)
    text = own or page_beside("adjudicator.standard", FILE)
    return msgspec.convert(tables_of(text), Worth)

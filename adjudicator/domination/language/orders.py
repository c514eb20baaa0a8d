"""Everything that a player can order, as values, and as text for the service to store."""

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from adjudicator.core import encoding

MOVE, MAGIC, COMBAT, BUILD, SET_UP = "move", "magic", "combat", "build", "setup"
HEADINGS = (MOVE, MAGIC, COMBAT, BUILD)

LOSE, KEEP, TARGET = "lose", "keep", "target"
EVERY = 0  # as a count: all there are
NONE = -1  # as a count: nought was written


class UnitCount(Struct, frozen=True, array_like=True):
    """So many of a kind; `EVERY` for all of them, and kind "" for all units of whatever kind."""

    count: int
    kind: str


class Move(Struct, frozen=True, tag="move"):
    """*way* ends with the goal. *carrying* is None where the line does not say whom a ship takes along."""

    units: tuple[UnitCount, ...]
    origin: str
    way: tuple[str, ...]
    carrying: tuple[UnitCount, ...] | None = None


class Hold(Struct, frozen=True, tag="hold"):
    units: tuple[UnitCount, ...]
    place: str


class Cast(Struct, frozen=True, tag="cast"):
    """*units* and *city* are Recall's; *on* is the player at whom a Fireball is thrown, "" if not named."""

    spell: str
    place: str
    on: str = ""
    units: tuple[UnitCount, ...] = ()
    city: str = ""


class Prefer(Struct, frozen=True, tag="prefer"):
    """*what* is lose, keep or target; *place* "" is everywhere."""

    what: str
    kinds: tuple[str, ...] = ()
    player: str = ""
    place: str = ""


class Build(Struct, frozen=True, tag="build"):
    units: tuple[UnitCount, ...]
    places: tuple[str, ...]
    rest: bool = False


class Pieces(Struct, frozen=True, tag="piece"):
    pieces: tuple[str, ...]


class Claim(Struct, frozen=True, tag="claim"):
    spaces: tuple[str, ...]


Order = Move | Hold | Cast | Prefer | Build | Pieces | Claim

ENEMY, NOBODY = "enemy", "nobody"


class Test(Struct, frozen=True, array_like=True):
    """A condition: *number* units of *who* (a player, ENEMY or NOBODY) at *place*, or who *holds* it."""

    __test__ = False  # none of pytest's

    who: str
    place: str
    number: int = 1
    holds: bool = False
    negated: bool = False


class OrderLine(Struct, frozen=True):
    """A line that was taken; *otherwise* is the number of the `if` line that must not have held, or 0."""

    number: int
    phase: str  # the heading it counts under
    order: Order
    tests: tuple[Test, ...] = ()
    otherwise: int = 0

    @property
    def is_conditional(self) -> bool:
        return bool(self.tests or self.otherwise)


Sheet = Sequence[OrderLine]

_DECODER = msgspec.json.Decoder(tuple[OrderLine, ...])


def to_text(sheet: Sheet) -> str:
    return encoding.to_text(tuple(sheet))


def from_text(text: str | None) -> tuple[OrderLine, ...]:
    return _DECODER.decode(text) if text else ()

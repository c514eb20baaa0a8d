"""The kinds of order, as a closed union of values, and order sheets as text for the service to store."""

from collections.abc import Sequence

import msgspec
from msgspec import UNSET, Struct, UnsetType

from adjudicator.core import encoding

MOVE, MAGIC, COMBAT, BUILD, SET_UP = "move", "magic", "combat", "build", "setup"
HEADINGS = (MOVE, MAGIC, COMBAT, BUILD)

LOSE, KEEP, TARGET = "lose", "keep", "target"
EVERY = 0  # as a count: all units there
NONE = -1  # as a count: 0 was written, which is refused


class UnitCount(Struct, frozen=True, array_like=True):
    """A number of units of a kind; the kind "" stands for all units."""

    count: int
    kind: str


class Move(Struct, frozen=True, tag="move"):
    """*way* ends with the goal. *carrying* is None if the line does not name a ship's passengers."""

    units: tuple[UnitCount, ...]
    origin: str
    way: tuple[str, ...]
    carrying: tuple[UnitCount, ...] | None = None


class Hold(Struct, frozen=True, tag="hold"):
    units: tuple[UnitCount, ...]
    place: str


class Cast(Struct, frozen=True, tag="cast"):
    """*units* and *city* belong to Recall; *on* is the target of a Fireball, "" if not named."""

    spell: str
    place: str
    on: str = ""
    units: tuple[UnitCount, ...] = ()
    city: str = ""


class Prefer(Struct, frozen=True, tag="prefer"):
    """*what* is LOSE, KEEP or TARGET; the *place* "" means everywhere."""

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
MY_CITIES = (
    "first city",
    "second city",
    "third city",
    "fourth city",
)  # named as places before the board is laid


class Test(Struct, frozen=True, array_like=True):
    """A condition: *who* (a player, ENEMY or NOBODY) has *number* units at *place*, or *holds* it."""

    __test__ = False  # not a pytest class

    who: str
    place: str
    number: int = 1
    holds: bool = False
    negated: bool = False


PIECE, CASTS, HITS, ROUND = "piece", "casts", "hits", "round"


class Case(Struct, frozen=True, array_like=True):
    """A condition on a piece, a spell, hits or the round of a battle.

    PIECE: *who* has the piece of the board with the letter *place*.
    CASTS: *who* has cast *spell* ("" for any) at *place* ("" for anywhere) in this turn.
    HITS: the player takes *number* hits or more in this round, at *place* ("" for anywhere).
    ROUND: it is round *number* of the battle.
    """

    about: str
    who: str
    place: str = ""
    number: int = 1
    spell: str = ""
    negated: bool = False

    @property
    def is_in_battle(self) -> bool:
        """Return whether it is tested during battles, each time that a preference is needed."""
        return self.about in (HITS, ROUND)


Condition = Test | Case


class OrderLine(Struct, frozen=True):
    """An accepted line; *otherwise* is the number of the `if` line that an `else` belongs to, or 0."""

    number: int
    phase: str  # its heading
    order: Order
    tests: tuple[Test, ...] = ()
    otherwise: int = 0
    cases: tuple[Case, ...] | UnsetType = UNSET

    @property
    def conditions(self) -> tuple[Condition, ...]:
        return (*self.tests, *(self.cases or ()))

    @property
    def is_conditional(self) -> bool:
        return bool(self.tests or self.cases or self.otherwise)

    @property
    def is_standing(self) -> bool:
        """Return whether it is a preference that is in force until changed; 11.7."""
        if type(self.order) is not Prefer or self.otherwise:
            return False
        return not self.conditions or any(case.is_in_battle for case in self.cases or ())


OrderSheet = Sequence[OrderLine]

_DECODER = msgspec.json.Decoder(tuple[OrderLine, ...])


def to_text(sheet: OrderSheet) -> str:
    return encoding.to_text(tuple(sheet))


def from_text(text: str | None) -> tuple[OrderLine, ...]:
    return _DECODER.decode(text) if text else ()

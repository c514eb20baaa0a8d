"""The position of a game of provinces, as an immutable value: units, owners and season."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Generic, Literal

from msgspec import UNSET, Struct, UnsetType

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    Name = TypeVar("Name", bound=str, default=str)
else:
    from typing import TypeVar

    Name = TypeVar("Name", bound=str)

Place = str  # a province by its short name on the board, with the coast where it matters: "Par", "Stp/nc"


class Unit(Struct, Generic[Name], frozen=True, order=True, gc=False, array_like=True):
    """A unit where it stands: *place* is a `Place`, *kind* the letter of the order language ("A", "F")."""

    power: Name
    kind: Name
    place: Name


class Dislodged(Struct, Generic[Name], frozen=True, order=True, gc=False):
    """A unit that waits for its retreat; *attacked_from* is None where no province is barred for that."""

    unit: Unit[Name]
    attacked_from: Name | None


class Position(Struct, Generic[Name], frozen=True):
    """A moment of a standard game. *phase* is "movement", "retreat" or "adjustment"."""

    year: int
    season: str  # "Spring", "Autumn"
    phase: str
    number: int  # of the next judging, 1 for the first
    units: tuple[Unit[Name], ...]
    owners: Mapping[Name, Name]  # supply centres that somebody owns
    dislodged: tuple[Dislodged[Name], ...] = ()
    contested: tuple[Name, ...] = ()  # left empty by a stand-off in the movement before a retreat
    winners: tuple[str, ...] = ()
    over: bool = False
    options: tuple[str, ...] | UnsetType = UNSET  # of the rules that are on; none: the text is as without


def named(kind: Any, names: Iterable[str]) -> Any:
    """The type *kind* where it holds no names but *names*: what is read as it has these very strings.

    They are found, not made, and the keys of the board's tables already, which spares their comparison.
    """
    return kind[Literal[tuple(names)]]

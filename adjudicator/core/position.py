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

Place = str  # a province by its short name, with a coast if it matters: "Par", "Stp/nc"


class Unit(Struct, Generic[Name], frozen=True, order=True, gc=False, array_like=True):
    """A unit and its *place*; *kind* is the letter of the order language ("A", "F")."""

    power: Name
    kind: Name
    place: Name


class Dislodged(Struct, Generic[Name], frozen=True, order=True, gc=False):
    """A unit that must retreat; *attacked_from* is None if no province is barred because of the attack."""

    unit: Unit[Name]
    attacked_from: Name | None


class Position(Struct, Generic[Name], frozen=True):
    """A position of a standard game. *phase* is "movement", "retreat" or "adjustment"."""

    year: int
    season: str  # "Spring", "Autumn"
    phase: str
    number: int  # of the next adjudication, from 1
    units: tuple[Unit[Name], ...]
    owners: Mapping[Name, Name]  # owned supply centres
    dislodged: tuple[Dislodged[Name], ...] = ()
    contested: tuple[Name, ...] = ()  # left empty by a stand-off in the movement before a retreat phase
    winners: tuple[str, ...] = ()
    over: bool = False
    options: tuple[str, ...] | UnsetType = UNSET  # options that are on; not stored if none are


def named(kind: Any, names: Iterable[str]) -> Any:
    """Return a decoder type like *kind* whose names are restricted to, and shared with, *names*.

    Decoded strings are then identical to the keys of the board's tables, which makes comparisons fast.
    """
    return kind[Literal[tuple(names)]]

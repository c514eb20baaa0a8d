"""The orders of standard Diplomacy, as values; `reading.read` makes them from a sheet."""

from collections.abc import Sequence
from functools import cache
from typing import Generic, TypeAlias, final

import msgspec
from msgspec import Struct

from adjudicator.core import encoding
from adjudicator.core.position import Name, Unit, named
from adjudicator.standard.resolve.board_tables import Tables, names


class Hold(Struct, Generic[Name], frozen=True, tag=True, gc=False):
    """Standard 6.2 (a unit without an order holds)."""

    unit: Unit[Name]


class Move(Struct, Generic[Name], frozen=True, tag=True, gc=False):
    """*by_convoy* is True only if the sheet says "via convoy"."""

    unit: Unit[Name]
    target: Name
    by_convoy: bool = False


class SupportHold(Struct, Generic[Name], frozen=True, tag=True, gc=False):
    """Supports whatever unit stays in *supported* (its province; coasts do not matter for support)."""

    unit: Unit[Name]
    supported: Name


class SupportMove(Struct, Generic[Name], frozen=True, tag=True, gc=False):
    """Supports the move of the unit in *supported* to *target*, with a coast only if the sheet names one."""

    unit: Unit[Name]
    supported: Name
    target: Name


class Convoy(Struct, Generic[Name], frozen=True, tag=True, gc=False):
    unit: Unit[Name]
    army: Name
    target: Name


class Signal(Struct, Generic[Name], frozen=True, tag=True, gc=False):
    """An order that cannot succeed, printed for others to read; its unit holds. Standard 15.2"""

    unit: Unit[Name]
    meant: Move[Name] | SupportHold[Name] | SupportMove[Name] | Convoy[Name]


class Proxy(Struct, Generic[Name], frozen=True, tag=True, gc=False):
    """Lets the power *to* order the unit. Standard 15.1"""

    unit: Unit[Name]
    to: str


class Retreat(Struct, Generic[Name], frozen=True, tag=True, gc=False):
    unit: Unit[Name]
    target: Name


class Disband(Struct, Generic[Name], frozen=True, tag=True, gc=False):
    unit: Unit[Name]


class Build(Struct, Generic[Name], frozen=True, tag=True, gc=False):
    unit: Unit[Name]


class Remove(Struct, Generic[Name], frozen=True, tag=True, gc=False):
    unit: Unit[Name]


@final
class Waive(Struct, frozen=True, tag=True, gc=False):
    count: int = 1


# No kind has subclasses; readers write `type(order) is Waive`, which is ten times as fast as `isinstance`.
Action = Hold | Move | SupportHold | SupportMove | Convoy
UnitOrder = Action | Signal | Proxy | Retreat | Disband | Build | Remove
Order = UnitOrder | Waive


_Actions: TypeAlias = Hold[Name] | Move[Name] | SupportHold[Name] | SupportMove[Name] | Convoy[Name]
_OnPurpose: TypeAlias = Signal[Name] | Proxy[Name]
_Orders: TypeAlias = list[
    _Actions[Name] | _OnPurpose[Name] | Retreat[Name] | Disband[Name] | Build[Name] | Remove[Name] | Waive
]
NONE = "[]"  # the text of no orders


@cache
def decoder(board: Tables) -> msgspec.json.Decoder[list[Order]]:
    """Return a decoder for the orders of one power, which accepts only names on *board*."""
    return msgspec.json.Decoder(named(_Orders, names(board)))


def to_text(orders: Sequence[Order]) -> str:
    """Return *orders* of one power as the service stores them: a JSON array."""
    return encoding.to_text(orders)


def from_text(board: Tables, text: str | None) -> list[Order]:
    """Decode the orders that `to_text` wrote; none for None or an empty text."""
    return decoder(board).decode(text or NONE)

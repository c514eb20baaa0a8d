"""What may be ordered in standard Diplomacy?  As values; `reading.read` makes them of a sheet."""

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from adjudicator.position import Place, Unit


class Hold(Struct, frozen=True, tag=True, gc=False):
    """Standard 6.2 (a unit without an order holds)."""

    unit: Unit


class Move(Struct, frozen=True, tag=True, gc=False):
    """*by_convoy* is True for "via convoy", False where the sheet does not say it."""

    unit: Unit
    target: Place
    by_convoy: bool = False


class SupportHold(Struct, frozen=True, tag=True, gc=False):
    """Supports whatever unit stays in *supported* (its province; coasts do not matter for support)."""

    unit: Unit
    supported: Place


class SupportMove(Struct, frozen=True, tag=True, gc=False):
    """Supports the move of the unit in *supported* to *target*, with a coast only if the sheet names one."""

    unit: Unit
    supported: Place
    target: Place


class Convoy(Struct, frozen=True, tag=True, gc=False):
    unit: Unit
    army: Place
    target: Place


class Retreat(Struct, frozen=True, tag=True, gc=False):
    unit: Unit
    target: Place


class Disband(Struct, frozen=True, tag=True, gc=False):
    unit: Unit


class Build(Struct, frozen=True, tag=True, gc=False):
    unit: Unit


class Remove(Struct, frozen=True, tag=True, gc=False):
    unit: Unit


class Waive(Struct, frozen=True, tag=True, gc=False):
    count: int = 1


Action = Hold | Move | SupportHold | SupportMove | Convoy
Order = Action | Retreat | Disband | Build | Remove | Waive


_DECODER = msgspec.json.Decoder(list[Order])


def to_text(orders: Sequence[Order]) -> str:
    """*orders* of one power as the service keeps them: a JSON array."""
    return msgspec.json.encode(orders).decode()


def from_text(text: str | None) -> list[Order]:
    """The orders that `to_text` wrote; none for None or an empty text."""
    return _DECODER.decode(text) if text else []

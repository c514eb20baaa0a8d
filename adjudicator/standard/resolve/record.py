"""The record of a turn, written once when it is adjudicated."""

from collections.abc import Sequence

import msgspec
from msgspec import UNSET, Struct, UnsetType

from adjudicator.core.outcomes import Outcome
from adjudicator.core.position import Place
from adjudicator.standard.language.orders import Order, Waive


class Result(Struct, frozen=True, array_like=True, gc=False):
    """An order and its outcome; the power is that of the order's unit."""

    order: Order
    outcome: Outcome


class Change(Struct, frozen=True, gc=False):
    """A supply centre that changed hands; *before* is None if it was unowned."""

    centre: Place
    owner: str
    before: str | None


class Record(Struct, frozen=True, gc=False):
    """A turn that was adjudicated. *silent*: powers that owed orders and sent none.

    *ordered_by* are the powers that ordered units left to them, by the place of the unit; unset if none did.
    """

    year: int
    season: str
    phase: str
    number: int
    results: tuple[Result, ...]
    changes: tuple[Change, ...] = ()
    silent: tuple[str, ...] = ()
    waived: tuple[tuple[str, int], ...] = ()  # the builds waived, by power
    ordered_by: dict[Place, str] | UnsetType = UNSET


_DECODER = msgspec.json.Decoder(Record)


def from_text(text: str) -> Record:
    return _DECODER.decode(text)


def results_of(results: Sequence[Result], power: str) -> tuple[Result, ...]:
    """Return the results of one power's units."""
    return tuple(result for result in results if power_of(result.order) == power)


def proxy_of(record: Record, order: Order) -> str:
    """Return the power that ordered a unit which was left to it; "" if its owner did."""
    if record.ordered_by is UNSET or isinstance(order, Waive):
        return ""
    return record.ordered_by.get(order.unit.place, "")


def power_of(order: Order) -> str:
    """Return whose order it is; "" for a waiver, which has no unit."""
    return "" if isinstance(order, Waive) else order.unit.power

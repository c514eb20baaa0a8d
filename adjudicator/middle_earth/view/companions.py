"""Pieces that went with a unit of their own power: one line tells both.

Only results that a reader may know come here, so that nobody learns of a companion from the line of its unit.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from adjudicator.core.language.words import listed
from adjudicator.core.phrasing import Speech
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Order
from adjudicator.middle_earth.resolve.pieces import NAMES
from adjudicator.middle_earth.resolve.record import Result
from adjudicator.middle_earth.sentences import say

Escort = act.Lead | act.Accompany


class ResultLine(NamedTuple):
    """The result of an order, and the orders of pieces that are told in the same line."""

    row: Result
    escorts: Sequence[Escort] = ()


def together(rows: Sequence[Result], cause: Callable[[Result], str]) -> list[ResultLine]:
    """Return *rows* without those of pieces that had the same outcome as the unit that they went with."""
    hosts: dict[act.Unit, list[Result]] = {}  # of a divided stack several parts
    for row in rows:
        if (unit := _goes_one_way(row.order)) is not None:
            hosts.setdefault(unit, []).append(row)
    escorts: dict[int, list[Escort]] = {}
    left: list[Result] = []
    for row in rows:
        order = row.order
        if isinstance(order, Escort):
            host = next((one for one in hosts.get(of_unit(order), ()) if _is_as_ordered(order, one)), None)
            if host is not None and _fare(row, cause) == _fare(host, cause):
                escorts.setdefault(id(host), []).append(order)
                continue
        left.append(row)
    return [ResultLine(row, escorts.get(id(row), ())) for row in left]


def _fare(row: Result, cause: Callable[[Result], str]) -> tuple[str, str]:
    return row.outcome.word, cause(row)


def with_escorts(words: str, told: ResultLine, speech: Speech | None) -> str:
    """Add to the *words* of an order who led the unit or went with it."""
    named = speech.named if speech else str
    leaders = [named(NAMES.get(one.unit.kind, one.unit.kind)) for one in told.escorts if _leads(one)]
    others = [named(NAMES.get(one.unit.kind, one.unit.kind)) for one in told.escorts if not _leads(one)]
    if leaders:
        words = say("led_by", order=words, leaders=listed(leaders, "and"))
    return say("went_with", order=words, companions=listed(others, "and")) if others else words


def of_unit(order: Escort) -> act.Unit:
    return order.led if isinstance(order, act.Lead) else order.companion


def _leads(order: Escort) -> bool:
    return type(order) is act.Lead


def _goes_one_way(order: Order) -> act.Unit | None:
    """Return the unit that holds or moves one area; None for others: not all go on with a second move."""
    is_one = type(order) is act.Hold or (type(order) is act.Move and len(order.path) == 1)
    return order.unit if is_one and isinstance(order, act.Hold | act.Move) else None


def _is_as_ordered(order: Escort, host: Result) -> bool:
    path = host.order.path if type(host.order) is act.Move else ()
    return order.path in ((), path)

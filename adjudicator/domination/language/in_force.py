"""The orders that are in force after a message, and the sheet before it with new preferences."""

from collections.abc import Mapping
from typing import assert_never

from msgspec.structs import replace

from adjudicator.core.game import InForce
from adjudicator.domination.language.legality import ReadingContext
from adjudicator.domination.language.orders import (
    MOVE,
    Build,
    Cast,
    Claim,
    Hold,
    Move,
    Order,
    OrderLine,
    OrderSheet,
    Pieces,
    Prefer,
)
from adjudicator.domination.position import PHASES, Preference
from adjudicator.domination.resolve.owed import acting_now
from adjudicator.domination.sentences import say
from adjudicator.domination.view.wording import sentence, short, stack


def in_force(
    context: ReadingContext, sheet: OrderSheet, source: str, in_words: Mapping[OrderLine, str]
) -> tuple[InForce, ...]:
    """Return the orders in force; *in_words* has the sentences of lines of this message."""
    names = context.ground.titles
    found = [
        InForce("", in_words.get(line) or sentence(line, names), source, short(line.order)) for line in sheet
    ]
    found += [
        InForce("", f"standing: {sentence(_line_of(row), names)}", "standing")
        for row in context.position.standing
        if row.player == context.player and not _is_replaced(row.order, sheet)
    ]
    return (*found, *_without_orders(context, sheet))


def with_preferences(before: OrderSheet, new: OrderSheet) -> tuple[OrderLine, ...]:
    """Return the sheet *before* with the preferences of *new* instead of those that they replace."""
    first = max(line.number for line in before) + 1
    numbered = tuple(replace(line, number=first + at) for at, line in enumerate(new))
    kept = tuple(line for line in before if not _is_said_again(line, new))
    return (*kept, *numbered)


def _is_said_again(line: OrderLine, new: OrderSheet) -> bool:
    return isinstance(line.order, Prefer) and line.is_standing and _is_replaced(line.order, new)


def _line_of(row: Preference) -> OrderLine:
    return OrderLine(0, "", row.order, row.tests or (), cases=row.cases)


def _is_replaced(standing: Prefer, sheet: OrderSheet) -> bool:
    return any(
        isinstance(line.order, Prefer)
        and line.is_standing
        and (line.order.what, line.order.place) == (standing.what, standing.place)
        for line in sheet
    )


def _without_orders(context: ReadingContext, sheet: OrderSheet) -> list[InForce]:
    """Return the player's units in spaces that no line names."""
    position = context.position
    if MOVE not in PHASES[position.phase].headings or context.player not in acting_now(position):
        return []
    named = {_space_of(line.order) for line in sheet}
    return [
        InForce(f"{stack(row.kind, row.count)} {row.space}", say("no_order_stands"), "missing")
        for row in position.units
        if row.player == context.player and row.space not in named
    ]


def _space_of(order: Order) -> str:
    match order:
        case Move(origin=space) | Hold(place=space) | Cast(place=space) | Prefer(place=space):
            return space
        case Build() | Pieces() | Claim():
            return ""
        case _ as never:
            assert_never(never)

"""The orders that are in force after a message, and what stays of the sheet before it."""

from collections.abc import Mapping, Sequence
from typing import assert_never

from adjudicator.core.game import MISSING, InForce
from adjudicator.domination.language.legality import ReadingContext
from adjudicator.domination.language.orders import (
    EVERY,
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
from adjudicator.domination.position import PHASES, Preference, Units
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
    found += [InForce("", f"standing: {words}", "standing") for words in standing(context, sheet)]
    return (*found, *_without_orders(context, sheet))


def standing(context: ReadingContext, sheet: OrderSheet) -> tuple[str, ...]:
    """Return the preferences of earlier turns that stay in force with *sheet*, in full words; 11.7."""
    return tuple(sentence(line, context.ground.titles) for line in standing_lines(context, sheet))


def standing_lines(context: ReadingContext, sheet: OrderSheet) -> tuple[OrderLine, ...]:
    """Return the preferences of earlier turns that stay in force with *sheet*; 11.7."""
    own = (_line_of(row) for row in context.position.standing if row.player == context.player)
    return tuple(line for line in own if not replacing(line, sheet))


def replacing(preference: OrderLine, sheet: OrderSheet) -> tuple[OrderLine, ...]:
    """Return the lines of *sheet* that take the place of a preference: of its kind, for its place; 11.7."""
    old = preference.order
    if not isinstance(old, Prefer) or not preference.is_standing:
        return ()
    return tuple(
        line
        for line in sheet
        if isinstance(line.order, Prefer)
        and line.is_standing
        and (line.order.what, line.order.place) == (old.what, old.place)
    )


def kept_beside(before: OrderSheet, new: OrderSheet) -> tuple[OrderLine, ...]:
    """Return the lines of *before* without the preferences that *new* replaces."""
    return tuple(line for line in before if not replacing(line, new))


def ordered_in(sheet: OrderSheet, row: Units) -> int:
    """Return how many units of a stack have orders in *sheet*."""
    return _ordered([line for line in sheet if _space_of(line.order) == row.space], row)


def _line_of(row: Preference) -> OrderLine:
    return OrderLine(0, "", row.order, row.tests or (), cases=row.cases)


def _without_orders(context: ReadingContext, sheet: OrderSheet) -> list[InForce]:
    """Return the player's units that no line orders, though others of their space may have orders."""
    position = context.position
    if MOVE not in PHASES[position.phase].headings or context.player not in acting_now(position):
        return []
    by_space: dict[str, list[OrderLine]] = {}
    for line in sheet:
        by_space.setdefault(_space_of(line.order), []).append(line)
    return [
        InForce(f"{stack(row.kind, left)} {row.space}", say("no_order_stands"), MISSING)
        for row in position.units
        if row.player == context.player
        and (left := row.count - _ordered(by_space.get(row.space, ()), row)) > 0
    ]


def _space_of(order: Order) -> str:
    """Return the space whose units get the order; "" if none do."""
    match order:
        case Move(origin=space) | Hold(place=space) | Cast(place=space):
            return space
        case Prefer() | Build() | Pieces() | Claim():
            return ""
        case _ as never:
            assert_never(never)


def _ordered(lines: Sequence[OrderLine], row: Units) -> int:
    """Return how many of a stack its orders name; of those that depend on something, the largest counts."""
    numbers = [(line.is_conditional, _number_in(line.order, row)) for line in lines]
    depending = max((number for is_conditional, number in numbers if is_conditional), default=0)
    return depending + sum(number for is_conditional, number in numbers if not is_conditional)


def _number_in(order: Order, row: Units) -> int:
    """Return how many of a stack an order there names; a spell names units only if it calls them back."""
    match order:
        case Move(units=units, carrying=carried):
            units = (*units, *(carried or ()))
        case Hold(units=units) | Cast(units=units):
            pass
        case Prefer() | Build() | Pieces() | Claim():
            return 0
        case _ as never:
            assert_never(never)
    counts = [part.count for part in units if part.kind in (row.kind, "")]
    return sum(row.count if count == EVERY else count for count in counts)

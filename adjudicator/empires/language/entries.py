"""The lines of a sheet as they are stored."""

from collections.abc import Sequence
from typing import NamedTuple

from adjudicator.core.language.words import Refusal, one_slip_from
from adjudicator.empires.language.orders import (
    COMMANDS,
    ActionOrder,
    ArmyOrder,
    Conditional,
    Items,
    Order,
    SheetOrder,
    command_of,
)
from adjudicator.empires.language.parsing import said
from adjudicator.empires.language.splitting import Said
from adjudicator.empires.language.writing import in_notation


class Entry(NamedTuple):
    """A line of the sheet as it is stored; *said* is the clause of this message that it comes from."""

    text: str
    order: SheetOrder | Refusal
    said: Said | None = None
    has_more: bool = False  # a heading; the orders on its line are the entries after it


def entries_of(lines: Sequence[str]) -> tuple[Entry, ...]:
    """Return the entries of a stored sheet."""
    parsed = ((line.text, line.order) for line in said(lines))
    return tuple(Entry(text, order) for text, order in parsed if isinstance(order, SheetOrder | Refusal))


def lines_of(entries: Sequence[Entry]) -> tuple[str, ...]:
    """Return the entries as they are stored."""
    return tuple(entry.text for entry in entries)


def entries_said(clauses: Sequence[Said]) -> tuple[Entry, ...]:
    return tuple(entry for one in clauses for entry in entries_of_clause(one))


def entries_of_clause(one: Said) -> tuple[Entry, ...]:
    order = one.order
    if isinstance(order, Refusal):
        return (Entry(one.text, order, one),)
    assert isinstance(order, SheetOrder)  # noqa: S101  (the reading sorts the others out)
    texts = in_notation(order)
    found = [Entry(text, _as_stored(text), one, len(texts) > 1) for text in texts]
    return tuple(found)


def _as_stored(text: str) -> SheetOrder | Refusal:
    [line] = said([text])
    if isinstance(line.order, SheetOrder | Refusal):
        return line.order
    raise AssertionError(f"not read again: {text}")


def subject(order: Order | Refusal | None) -> Order | Refusal | None:
    """Return the order of a line; if the line has a condition, the order for the case that it holds."""
    return order.order if isinstance(order, Conditional) else order


def command(entry: Entry) -> str:
    order = subject(entry.order)
    if isinstance(order, ActionOrder):
        return command_of(order)
    if isinstance(entry.order, Refusal):
        first = entry.text.split()[0].strip(",:.!").upper()
        return first if first in COMMANDS else one_slip_from(first, COMMANDS)
    return ""


def is_of_action(entry: Entry) -> bool:
    """Return whether the line is one of the action above it: an army, recruits, or unreadable."""
    if isinstance(entry.order, Refusal):
        return not command(entry)
    return isinstance(subject(entry.order), ArmyOrder | Items)

"""The orders of a sentence with a condition, each with the condition in notation."""

import re
from collections.abc import Iterator, Sequence

from adjudicator.domination.language.grammar import parse_line
from adjudicator.domination.language.legality import ReadingContext
from adjudicator.domination.language.orders import Hold, Move
from adjudicator.domination.language.sentences.prose import orders_of
from adjudicator.domination.language.sentences.rewording import conditions
from adjudicator.domination.language.sentences.wordings import with_all, wordings
from adjudicator.domination.language.space_numbers import with_ids

MOST_SHARED = 8  # spaces of a text that one pattern may share out, so that its work is bounded
_BETWEEN = re.compile(r"\s*,? (?:and|und|et)(?: also| then)?\s+|\s*,\s+", re.IGNORECASE)
_BEGINS_WITH_IF = re.compile(r"(?:if|when|in case|should)\b", re.IGNORECASE)
IF_HE = re.compile(  # in a game of two
    r"\b(?P<if>if|when|in case|should) (?:he|she|my (?:enemy|opponent|neighbou?r)"
    r"|the (?:opponent|other player))"
    r"(?= (?:still |also |then |really )*"
    r"(?:is|stands|sits|waits|attacks?|enters?|invades?|comes?|moves?|goes|reaches|holds?|has|controls?|takes?)\b)",
    re.IGNORECASE,
)
_THEY = re.compile(r"^(?:they(?: both| all)?|it)\b", re.IGNORECASE)
_MOVED = re.compile(r"(?P<units>[^:;.>-]{2,60}?\b[a-z]\d{1,2}) (?:- |holds)", re.IGNORECASE)


def conditional_orders(context: ReadingContext, text: str) -> Iterator[Sequence[str]]:
    """Yield the orders of a sentence with "if" or "otherwise", each in notation."""
    orders: list[str] = []
    stacks: list[str] = []
    for test, order in conditions(with_opponent(context, with_ids(context, text))):
        units = as_one_stack(stacks)
        some = orders_behind(context, _THEY.sub(units, order) if units else order)
        stacks = [found["units"] for found in map(_MOVED.match, some) if found]
        orders += [f"{test} {one}" for one in some]
    if orders:
        yield tuple(orders)


def as_one_stack(stacks: Sequence[str]) -> str:
    """Return "1 Knight + 1 Griffin A7" for "1 Knight A7" and "1 Griffin A7", "" for several spaces."""
    parted = [stack.rpartition(" ") for stack in stacks]
    spaces = {space for _, _, space in parted}
    units = list(dict.fromkeys(units for units, _, _ in parted))
    return f"{' + '.join(units)} {spaces.pop()}" if len(spaces) == 1 else ""


def with_opponent(context: ReadingContext, text: str) -> str:
    """Return "if Blue attacks C11" for "if he attacks C11", if Blue is the only opponent."""
    others = [seat for seat in context.position.settings.seats if seat != context.player]
    found = IF_HE.search(text) if len(others) == 1 else None
    if found is None or (found.start() and _BEGINS_WITH_IF.match(text)):
        return text
    return f"{text[: found.start()]}{found['if']} {others[0]}{text[found.end() :]}"


def orders_behind(context: ReadingContext, text: str) -> Sequence[str]:
    """Return the orders after a condition, in notation; *text* itself if it says none."""
    said = (one if one == text else with_all(one) for one in wordings(context, text))
    in_tables = ((one,) for one in said if parse_line(context.data, one))
    for some in (in_tables, orders_of(context, text)):
        if orders := next(iter(some), None):
            return orders
    return _each_of_several(context, text) or (text,)


def _each_of_several(context: ReadingContext, text: str) -> Sequence[str]:
    """Return the orders of "the Griffin in A7 goes to A8, two Knights A7 to A11 and the Wizard holds".

    Return nothing if one of them cannot be read by itself, or if they are not of one kind: builds behind the
    moves of a condition may be meant in any case.
    """
    parts = _BETWEEN.split(text)
    if not 1 < len(parts) <= MOST_SHARED:
        return ()
    found: list[str] = []
    for part in parts:
        written = parse_line(context.data, part)
        some = (part,) if written else next(iter(orders_of(context, part)), ())
        if not some:
            return ()
        found += some
    parsed = [parse_line(context.data, one) for one in found]
    kinds = {isinstance(one.order, Move | Hold) if one else None for one in parsed}
    return found if len(kinds) == 1 and None not in kinds else ()

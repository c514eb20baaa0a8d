"""Read "else if" below a conditional order: it counts if the condition above does not hold and its own does.

The order language has no such line, but it has the two conditions together. That is the same only if nothing
changes between them: the condition above must be of others' units alone, which no move of the player changes.
"""

import re
from collections.abc import Sequence

from msgspec.structs import replace

from adjudicator.domination.language.grammar import ParsedLine, bare, parse_line
from adjudicator.domination.language.legality import ReadingContext
from adjudicator.domination.language.orders import ENEMY, Hold, Move, Test
from adjudicator.domination.language.sentences.conditional_orders import conditional_orders

LONGEST = 200  # characters of such a line
_ELSE_IF = re.compile(
    r"(?P<lead>\W*)(?:else|otherwise)[\s,:]*if (?P<test>[^:]+?):\s*(?P<order>[^:]+)", re.IGNORECASE
)
_ELSE = re.compile(r"(?P<lead>\W*)(?:else|otherwise)\b[\s,:]*(?!if\b)(?P<order>[^:]+)", re.IGNORECASE)


def with_else_ifs(context: ReadingContext, lines: Sequence[str]) -> list[str]:
    """Return the lines; "else if" and an "else" below it have the opposites of the conditions above."""
    found = list(lines)
    chain: tuple[str, ...] = ()  # the opposites of the conditions right above, if an "else if" is among them
    for at in range(1, len(lines)):
        line = lines[at] if len(lines[at]) <= LONGEST else ""
        if said := _ELSE_IF.fullmatch(line):
            opposites = chain or tuple(filter(None, [_opposite(context, lines[at - 1])]))
            own = _opposite(context, f"if {said['test']}: {said['order']}")
            found[at] = _joined(line, said, (*opposites, said["test"])) if opposites else line
            chain = (*opposites, own) if opposites and own else ()
        else:
            last = _ELSE.fullmatch(line) if chain else None
            found[at] = _joined(line, last, chain) if last else lines[at]
            chain = ()
    return found


def _joined(line: str, said: re.Match[str], tests: Sequence[str]) -> str:
    """Return the order of *line* after all *tests*."""
    return f"{line[: said.end('lead')]}if {' and '.join(tests)}: {said['order']}"


def _opposite(context: ReadingContext, line: str) -> str:
    """Return the opposite of the only condition of a line; "" if an order may change whether it holds."""
    parsed = _conditional(context, line)
    if parsed is None or len(parsed.tests) != 1 or parsed.cases or not isinstance(parsed.order, Move | Hold):
        return ""
    [test] = parsed.tests
    is_of_others = test.who == ENEMY or test.who in _others(context)
    return _in_notation(replace(test, negated=not test.negated)) if is_of_others and not test.holds else ""


def _conditional(context: ReadingContext, line: str) -> ParsedLine | None:
    """Return the conditional order of a line in notation or in words, None if it is not one."""
    if len(line) > LONGEST or not bare(line).casefold().startswith("if "):
        return None
    orders = next(conditional_orders(context, bare(line)), ())
    parsed = parse_line(context.data, bare(line))
    return parsed or (parse_line(context.data, orders[0]) if len(orders) == 1 else None)


def _others(context: ReadingContext) -> set[str]:
    return {seat for seat in context.position.settings.seats if seat != context.player}


def _in_notation(test: Test) -> str:
    number = f"{test.number} " if test.number > 1 else ""
    return f"{'not ' if test.negated else ''}{number}{test.who} at {test.place}"

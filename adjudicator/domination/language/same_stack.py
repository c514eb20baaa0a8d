"""Units that the order above names: "another one goes to B10", "the last knight stays", "the other two hold".

A sentence is translated into notation with a blank for the unit (`BLANK`). When it is read, the orders above
say which stack is meant and how many of it are left. What is not plain is not filled in.
"""

import re
from collections.abc import Sequence

from adjudicator.domination.language.legality import ReadingContext, stack_size
from adjudicator.domination.language.orders import EVERY, Hold, Move, OrderLine

ANOTHER, LAST, OTHERS = "another", "last", "others"
BLANK = re.compile(
    r"(?P<which>another|last|others\d{1,2}|\d) (?P<kind>[^|]*)\|(?P<end> - .+| holds)(?: at (?P<place>\w+))?"
)
ORDINALS = {"second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6}


def blank(which: str, kind: str, end: str) -> str:
    """Return the notation with a blank: *which* is ANOTHER, LAST, OTHERS with a number, or a place ("4")."""
    return f"{which} {kind}|{end}"


def without_blank(order: str) -> str:
    """Return *order* with any unit in its blank, to see whether the rest of it can be read."""
    found = BLANK.fullmatch(order)
    return f"Militia A1{found['end']}" if found else order


def filled(context: ReadingContext, sheet: Sequence[OrderLine], order: str) -> str:
    """Return *order* with the unit that the orders above mean; "" unless it is plain which one."""
    found = BLANK.fullmatch(order)
    stack = _stack_above(sheet)
    if not found or not stack:
        return ""
    kind, space = stack
    if (found["kind"] or kind) != kind or (found["place"] or space) != space:
        return ""
    size = stack_size(context, kind, space)
    left = size - _ordered(sheet, kind, space, size)
    if found["which"].startswith(OTHERS):
        is_number = found["which"] == f"{OTHERS}{left}" and left > 0
        return f"{left} {kind} {space}{found['end']}" if is_number else ""
    is_plain = left >= 1 if found["which"] == ANOTHER else left == 1
    if not is_plain or (found["which"].isdigit() and int(found["which"]) != size):
        return ""
    return f"1 {kind} {space}{found['end']}"


def _stack_above(sheet: Sequence[OrderLine]) -> tuple[str, str] | None:
    """Return kind and space of the units of the last order, if it moves or holds units of one kind."""
    match sheet[-1] if sheet else None:
        case OrderLine(order=Move(units=[part], origin=space) | Hold(units=[part], place=space)) as line:
            return (part.kind, space) if part.kind and not line.is_conditional else None
    return None


def _ordered(sheet: Sequence[OrderLine], kind: str, space: str, size: int) -> int:
    """Return how many of a stack have an order; all of it if an order depends on something."""
    total = 0
    for line in sheet:
        match line.order:
            case Move(units=units, origin=where) | Hold(units=units, place=where) if where == space:
                counts = [part.count for part in units if part.kind in (kind, "")]
                total += size if counts and line.is_conditional else 0
                total += sum(size if count == EVERY else count for count in counts)
    return total

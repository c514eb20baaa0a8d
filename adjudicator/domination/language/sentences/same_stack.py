"""Units that the order above names: "another one goes to B10", "the griffin there stays".

A sentence is translated into notation with a blank for the unit (`BLANK`). When it is read, the orders above
say which stack is meant and how many of it are left. What is not plain is not filled in.
"""

import re
from collections.abc import Sequence

from adjudicator.domination.language.legality import ReadingContext, stack_size
from adjudicator.domination.language.orders import EVERY, Cast, Hold, Move, OrderLine

ANOTHER, LAST, OTHERS, BESIDE = "another", "last", "others", "beside"
BLANK = re.compile(
    r"(?P<which>another|last|others\d{1,2}|beside\d{1,2}|\d) (?P<kind>[^|]*)\|"
    r"(?P<end> - .+| holds)(?: at (?P<place>\w+))?"
)
ORDINALS = {
    **dict.fromkeys(("second", "zweite", "zweiter", "deuxième"), 2),
    **dict.fromkeys(("third", "dritte", "dritter", "troisième"), 3),
    **dict.fromkeys(("fourth", "vierte", "vierter", "quatrième"), 4),
    **dict.fromkeys(("fifth", "fünfte", "cinquième"), 5),
    **dict.fromkeys(("sixth", "sechste", "sixième"), 6),
}


def blank(which: str, kind: str, end: str) -> str:
    """Return the notation with a blank.

    *which* is ANOTHER, LAST, OTHERS with a number, a place among the units ("4"), or BESIDE with the number
    of units that stand where the order above begins or ends (0 for all).
    """
    return f"{which} {kind}|{end}"


def without_blank(order: str) -> str:
    """Return *order* with any unit in its blank, to see whether the rest of it can be read."""
    found = BLANK.fullmatch(order)
    return f"Militia A1{found['end']}" if found else order


def filled(context: ReadingContext, sheet: Sequence[OrderLine], order: str) -> str:
    """Return *order* with the unit that the orders above mean; "" unless it is plain which one."""
    found = BLANK.fullmatch(order)
    if found and found["which"].startswith(BESIDE):
        return _beside(context, sheet, found)
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


def _beside(context: ReadingContext, sheet: Sequence[OrderLine], found: re.Match[str]) -> str:
    """Return the order of units that stand where the order above begins or ends; "" if both may be meant.

    Those of a stack that goes as a whole are not meant.
    """
    number, kind = int(found["which"].removeprefix(BESIDE)), found["kind"]
    sizes = {space: stack_size(context, kind, space) for space in _spaces_above(sheet)}
    left = {space: size - _ordered(sheet, kind, space, size) for space, size in sizes.items()}
    spaces = [space for space in sizes if left[space] >= max(number, 1)]
    return f"{number or 'all'} {found['kind']} {spaces[0]}{found['end']}" if len(spaces) == 1 else ""


def _spaces_above(sheet: Sequence[OrderLine]) -> tuple[str, ...]:
    """Return where the units of the last order stand and where they go."""
    match sheet[-1] if sheet else None:
        case OrderLine(order=Move(origin=origin, way=way)) as line if not line.is_conditional:
            return tuple(dict.fromkeys((origin, way[-1])))
        case OrderLine(order=Hold(place=place) | Cast(place=place)) as line if not line.is_conditional:
            return (place,)
    return ()


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

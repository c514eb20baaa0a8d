"""Find the orders that are standing ones because of a heading above them, or before them on their line."""

import re
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from adjudicator.core.clauses.clause import Clause, Part, Sense
from adjudicator.core.clauses.stops import bare
from adjudicator.core.languages import is_closing

_STANDING = re.compile(r"\bstanding\b", re.IGNORECASE)
_BEGINS = re.compile(r"\W*standing\b", re.IGNORECASE)
_ALONE = re.compile(
    r"\W*(?:(?:here|these) are )?(?:my |the )?standing(?: orders?)?(?: (?:are|is|follow))?\W*", re.IGNORECASE
)


def heads_standing(text: str, sense: Sense) -> bool:
    """Return whether *text* is "STANDING:" alone or the like, in a game that has standing orders."""
    return bool(sense.standing) and _ALONE.fullmatch(text) is not None


def is_of_standing(heading: str, sense: Sense) -> bool:
    return bool(sense.standing) and _STANDING.search(heading) is not None


def as_standing(order: str, sense: Sense) -> str:
    """Return *order* as a standing order, or as it is if it is about one itself; "" if it cannot be one."""
    words = bare(order)
    standing = words if _STANDING.search(words) else f"{sense.standing}{words}"
    return standing if sense.reads(standing) else ""


def standing_clauses(parts: Sequence[Part], number: int, heading: str, sense: Sense) -> Iterator[Clause]:
    """Yield the clauses of a line below the *heading* of standing orders."""
    for part in parts:
        orders = tuple(as_standing(order, sense) for order in part.orders)
        is_comment = part.is_comment and not orders
        if (orders and all(orders)) or is_comment:
            yield Clause(number, part.text, orders, is_comment=is_comment)
        elif part.text.endswith("?") or is_closing(part.text):
            yield Clause(number, part.text)
        else:
            yield Clause(number, part.text, other_heading=heading)


def with_standing(parts: Sequence[Part], sense: Sense) -> list[Part]:
    """Return the parts; in "STANDING: A Lam H, A Pel H" both are standing orders.

    Of an order behind a full stop it is not clear whether it is one.
    """
    first = parts[0]
    if not (sense.standing and first.orders and _BEGINS.match(first.orders[0])):
        return list(parts)
    found, is_same = [first], True
    for part in parts[1:]:
        is_same = is_same and not part.begins_sentence
        orders = tuple(as_standing(order, sense) for order in part.orders)
        if not orders or not all(orders) or orders == tuple(map(bare, part.orders)):
            found.append(part)
        elif is_same:
            found.append(replace(part, orders=orders))
        else:
            found.append(replace(part, orders=(), doubt=first.text))
    return found

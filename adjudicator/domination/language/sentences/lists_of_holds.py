"""Read lists of those who hold; each names its units in its own way.

"Militia E7, Wizard E15 and the ship hold", "D3, D12 and the Militia in Dunmere stay", "Wizards and Militia,
wherever they are: hold". A list is only read as a whole.
"""

import re
from collections.abc import Sequence

from adjudicator.domination.language.grammar import parse_line
from adjudicator.domination.language.legality import ReadingContext, stack_size
from adjudicator.domination.language.names_in_text import named_spaces, named_units
from adjudicator.domination.language.orders import Hold
from adjudicator.domination.language.sentences.prose import orders_of
from adjudicator.domination.language.sentences.who_holds import who_holds
from adjudicator.domination.language.space_numbers import with_ids
from adjudicator.domination.language.vocabulary import many

MOST_ITEMS = 12
FEWEST_ITEMS = 2
LONGEST = 200  # characters
_LIST = re.compile(
    r"(?P<list>[^:;.!?]{3,160}?)(?P<sign>\s*[:,–-]\s*|\s+)"
    r"(?:(?:all|both|just|simply|also|will|shall|should|please|are to|is to"
    r"|wherever they (?:are|stand))\b[\s,:]*)*"
    r"(?:hold|stay|remain|wait|stand|sit|bleib|reste)(?:s|en|nt|t)?"
    r"(?: (?:put|still|tight|there|here|home|at home|in place|where (?:they|it) (?:are|is|stands?)"
    r"|wherever they (?:are|stand)|stehen|sur place))*[.!]*"
    r"|(?P<list2>[^:;.!?]{3,160}?)\s*[:,–-]\s*(?:no (?:change|changes|moves?|orders?)|unchanged)[.!]*",
    re.IGNORECASE,
)
_DOES = re.compile(  # another order is among them
    r"->|\s-+\s|\b(?:to|into|nach|vers|holds?|stays?|remains?|waits?|bleib\w*|restent|reste|goe?s?|moves?"
    r"|attacks?|build|buy|lose|keep|if|not|except|but|or)\b",
    re.IGNORECASE,
)
_BETWEEN = re.compile(r"\s*(?:,|&|\+|\b(?:and|und|et)\b)+\s*", re.IGNORECASE)
_SPACE = re.compile(r"[a-z]\d{1,2}", re.IGNORECASE)  # such a list alone is read elsewhere
_PLACE = re.compile(
    r"(?:(?:all|everything|everybody|everyone|those) (?:in |at )?)?(?P<space>[a-z]\d{1,2})", re.IGNORECASE
)
_STACK = re.compile(
    r"(?:(?:the|my|our|all|both|an?|one|two|three|four|five|six|seven|eight|nine|ten|\d{1,2}"
    r"|die|der|les|le) )*"
    r"[^\W\d_]+(?: (?:ships?|riders?|serpents?))? (?:(?:in|at|on|from|of|auf|aus|von|à|en|de) )?[a-z]\d{1,2}",
    re.IGNORECASE,
)
_KIND = re.compile(
    r"(?:(?:the|my|our|all|other|any|both|die|alle|les|mes) )*[^\W\d_]{3,}(?: (?:ships?|riders?|serpents?))?",
    re.IGNORECASE,
)


def holds_of_list(context: ReadingContext, text: str) -> tuple[str, ...]:
    """Return the holds of such a list, () if any of it is not read."""
    found = _LIST.fullmatch(with_ids(context, text)) if len(text) <= LONGEST else None
    listed = (found["list"] or found["list2"]).strip(" ,") if found else ""
    items = [one for one in _BETWEEN.split(listed) if one]
    if (
        _DOES.search(listed)
        or not FEWEST_ITEMS <= len(items) <= MOST_ITEMS
        or all(map(_SPACE.fullmatch, items))
    ):
        return ()
    orders: list[str] = []
    for at, item in enumerate(items):
        some = _holds(context, item, behind=orders, is_last=at == len(items) - 1 or _is_kind(items[at + 1]))
        if not some:
            return ()
        orders += some
    return tuple(orders)


def _is_kind(item: str) -> bool:
    return _KIND.fullmatch(item) is not None


def _holds(context: ReadingContext, item: str, *, behind: Sequence[str], is_last: bool) -> Sequence[str]:
    """Return the holds of one item; a kind alone is all of it, if no space of another item can be its own."""
    own = [row for row in context.position.units if row.player == context.player]
    if place := _PLACE.fullmatch(item):
        is_there = any(row.space == place["space"].upper() for row in own)
        return [f"all {place['space'].upper()} holds"] if is_there else []
    if _STACK.fullmatch(item):
        orders = next(iter(orders_of(context, f"{item} holds")), ())
        return orders if all(_is_hold(context, order) for order in orders) else []
    if not _is_kind(item):
        return []
    kinds, spaces = (
        named_units(context, item),
        {one for text in behind for one in named_spaces(context, text)},
    )
    stacks = [row for row in own if row.kind in kinds]
    is_shared = not is_last or any(stack_size(context, row.kind, space) for row in stacks for space in spaces)
    is_all = len(kinds) == 1 and bool(stacks) and (_is_many(item, kinds[0]) or len(stacks) == 1)
    order = f"all other {many(kinds[0])} hold" if is_all and not is_shared else ""
    return [order] if order and who_holds(order, context.data) else []


def _is_many(item: str, kind: str) -> bool:
    return item.casefold().endswith(("s", "en")) or kind == "Militia"


def _is_hold(context: ReadingContext, order: str) -> bool:
    parsed = parse_line(context.data, order)
    return parsed is not None and isinstance(parsed.order, Hold)

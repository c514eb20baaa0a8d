"""Divide a text that is refused among the orders that it nearly says, so that each has its own suggestion."""

import re
from collections.abc import Sequence

from adjudicator.domination.language.legality import ReadingContext
from adjudicator.domination.language.names_in_text import named_spaces, named_units

LONGEST = 700  # characters
_STOPS = re.compile(
    r"\s*[.;!?,+&](?=\s)\s*|\s+(?:and|und|et|plus|then|dann|puis)\s+(?:(?:then|also|dann|auch|puis|aussi)\s+)?"
    r"|(?<=\w)\s*[;,+&]\s*(?=\d)",
    re.IGNORECASE,
)
_ELSE = re.compile(r"else\b", re.IGNORECASE)  # it belongs to the order before it
_HANGS = re.compile(r"[\s,;+&]+(?:(?:and|und|et|plus|then|dann|puis|also|auch|aussi)\b\s*)*$", re.IGNORECASE)


def parted(context: ReadingContext, text: str, orders: Sequence[str]) -> list[str]:
    """Return the part of *text* that says each of *orders*, [] if it is not clear which part says which."""
    is_apart = len(orders) > 1 and len(text) <= LONGEST and not any(map(_ELSE.match, orders))
    stops = list(_STOPS.finditer(text)) if is_apart else []
    starts = [0, *(stop.end() for stop in stops)]
    ends = [*(stop.start() for stop in stops), len(text)]
    told = [
        start
        for start, end in zip(starts, ends, strict=True)
        if named_units(context, text[start:end]) or named_spaces(context, text[start:end])
    ]
    if len(told) != len(orders):
        return []
    begins = [0, *told[1:]]
    spans = zip(begins, [*told[1:], len(text)], strict=True)
    parts = [_HANGS.sub("", text[begin:end]) for begin, end in spans]
    are_said = (_says(context, part, order) for part, order in zip(parts, orders, strict=True))
    return parts if all(are_said) else []


def _says(context: ReadingContext, part: str, order: str) -> bool:
    """Return whether *part* names the kind of units of *order*, or no kind."""
    kinds, wanted = named_units(context, part), named_units(context, order)
    return not kinds or bool({*kinds} & {*wanted})

"""Find the retreats in a message of nothing but prose: "Gascony it is, the army from Spain".

A message in which nothing was read leaves a unit to be disbanded. If one of its sentences names a place that
a unit may retreat to, the writer is asked for the order.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from msgspec.structs import replace

from adjudicator.core.game import REFUSED, REMARK, TAKEN, ReadLine
from adjudicator.core.language.words import unaccented

MOST_LINES = 40  # of a message
MOST_NAMED = 3


def asked_for(
    lines: Sequence[ReadLine],
    retreats: Sequence[str],
    names: Mapping[str, str],
    refused: Callable[[ReadLine, Sequence[str]], ReadLine],
) -> tuple[ReadLine, ...]:
    """Return the answers; if nothing was read, sentences that name a place of one of *retreats* are refused.

    *retreats* are the legal ones, which end in their places; *names* are places by short name. *refused*
    returns the refusal of a line, with the orders that it may mean.
    """
    if len(lines) > MOST_LINES or any(line.verdict in (TAKEN, REFUSED) for line in lines):
        return tuple(lines)
    found = [(line, _meant(line, retreats, names)) for line in lines]
    return tuple(refused(line, orders[:MOST_NAMED]) if orders else line for line, orders in found)


def refusal(line: ReadLine, reason: str, remedy: str) -> ReadLine:
    return replace(line, verdict=REFUSED, reason=reason, remedy=remedy)


def _meant(line: ReadLine, retreats: Sequence[str], names: Mapping[str, str]) -> list[str]:
    if line.verdict != REMARK or line.text.endswith("?"):
        return []
    text = unaccented(line.text)
    places = ((order, order.split()[-1]) for order in retreats)
    return [order for order, short in places if _name(names.get(short, order), short).search(text)]


@lru_cache(maxsize=1024)
def _name(place: str, short: str) -> re.Pattern[str]:
    """Return a pattern of a place, by its name or by the short one of the form; "den" is not Denmark."""
    return re.compile(rf"\b(?:{re.escape(unaccented(place))}|{re.escape(short)})\b")

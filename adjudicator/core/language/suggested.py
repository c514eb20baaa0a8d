"""The orders that a refusal suggests: what a "yes" to "Did you mean A Par - Bur?" means."""

import re
from collections.abc import Callable, Iterable, Sequence

from adjudicator.core.language.words import listed
from adjudicator.core.languages import condition_in, doubt_in
from adjudicator.core.sentences import say

FEWEST_TOGETHER = 2
MOST_BESIDE = 6  # orders beside a doubt that are suggested
MOST_TO_CHOOSE = 3  # of them, if only one is meant
_AROUND = tuple(
    words.split("\0") for words in (say("did_you_mean", names="\0"), say("if_order_did_you_mean", names="\0"))
)
_BETWEEN = listed(("\0", "\0")).strip("\0")
_UNIT = re.compile(r"(?:\d*(?:[ACFRPE]|Fe) )?\S+(?= )")
_DENIED = re.compile(
    r"\W*(?:(?:and|but|please|so|bitte|surtout|certainly|definitely|absolutely),? )*"
    r"(?:not|never|nicht|niemals|pas|jamais|no (?=[^\W\d_]+ ?-))\b(?! (?:only|just|sure)\b)",
    re.IGNORECASE,
)
_PAST = re.compile(
    r"\b(?:was|were|had|thought|wanted|planned|used to|going to|war|waren|wollte|hatte|voulais|pensais)\b",
    re.IGNORECASE,
)
_BESIDE = re.compile(r" (?:destroys|passes|puts|throws|claims) ")  # what a unit may do besides its own order


def denied(text: str) -> bool:
    """Return whether *text* begins as a denial, so that what it names is not suggested: "Not Sev - Arm!"."""
    return _DENIED.match(text) is not None


def suggested(remedy: str) -> str:
    """Return the orders that *remedy* suggests; "" if it suggests none, or several to choose from."""
    for before, behind in _AROUND:
        if remedy.startswith(before) and remedy.endswith(behind):
            order = remedy.removeprefix(before).removesuffix(behind)
            return "" if _BETWEEN in order else order
    return ""


def together(meant: Iterable[str], text: str) -> Sequence[str]:
    """Return the orders that a *text* gives as one suggestion, "A Par - Bur and A Mar H", if all are *meant*.

    They are returned as they are, to choose from, if two are for one unit, or if the text has a word by
    which one may be denied or depend on something, or tells what was.
    """
    orders = list(meant)
    units = set(map(_subject, orders))
    is_choice = len(orders) < FEWEST_TOGETHER or len(units) < len(orders)
    if is_choice or doubt_in(text) or condition_in(text) or _PAST.search(text):
        return orders[:MOST_TO_CHOOSE]
    return [listed(orders, "and")]


def with_rest(
    found: Iterable[str], rest: Sequence[str], meant: Callable[[str], Sequence[str]], text: str
) -> Sequence[str]:
    """Return the orders *found* in a *text*, together with those that its other parts may mean.

    *meant* returns the orders that one part of the *rest* may mean; of several nothing is said.
    """
    parts = [meant(part) for part in rest[:MOST_BESIDE]]
    return together(dict.fromkeys([*found, *(part[0] for part in parts if len(part) == 1)]), text)


def _subject(order: str) -> str:
    """Return the unit that an order in notation is for, and what it does besides; an adjustment itself."""
    unit = _UNIT.match(order)
    beside = _BESIDE.search(order)
    is_adjustment = unit is None or unit[0] in ("Build", "Remove")
    return order if unit is None or is_adjustment else f"{unit[0]}{beside[0] if beside else ''}"

"""Recognise that an order is withdrawn: "Forget the order for A Mar", "A Mar: no order", "cancel F Bre H".

All wordings that name a unit become CLEAR ORDER and the unit, which the games read like an order. Then the
unit has no order, neither from this message nor from an earlier one. Those that name an order become CLEAR
THIS ORDER and the order: it no longer counts if it is in force, else the line is refused. The wordings are in
the data of the languages.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from adjudicator.core.language.necessary import Guarded
from adjudicator.core.language.short_texts import remembered
from adjudicator.core.language.words import listed
from adjudicator.core.languages import doubt_in, languages
from adjudicator.core.sentences import say

CLEARS, CLEARS_THIS = "CLEAR ORDER ", "CLEAR THIS ORDER "
NOT_ON_FILE = say("not_on_file")
MOST_WORDS_OF_DOUBT = 4  # before what may be withdrawn: "maybe we should cancel A Par - Bur"
LONGEST = 120  # characters of such a text
_UNIT = r"(?P<unit>[^\W_][^;:!?]{1,60}?)"
_ORDER = re.compile(  # what an order has and the name of a unit has not
    r"(?<!\w)(?:build|remove|disband|waive|declare)\b|(?<=\w) ?-+>? ?(?=\w)|\u2192"
    r"|\b(?:to|into|h|s|c|r|m|d|ff|holds?|supports?|moves?|attacks?|convoys?|retreats?|destroys?|leads?|with"
    r"|embarks?|disembarks?|passes|throws|nach|vers|unterstützt|soutient)\b",
    re.IGNORECASE,
)
_OTHER_ORDER = re.compile(  # beside the one that is withdrawn
    r":|\b(?:instead|rather|better|stattdessen|lieber|plutôt|should|shall|must|can|may|will|soll|doit)\b",
    re.IGNORECASE,
)
_BETWEEN = re.compile(
    r"\s*(?:,|&|\+|/|\b(?:and|und|et)\b)\s*(?:(?:the|my|die|der|la|le)\b\s*)?", re.IGNORECASE
)


@cache
def _patterns() -> tuple[Guarded, Sequence[re.Pattern[str]]]:
    """Return the pattern of all such texts, and one for each wording."""
    wordings = [one for language in languages() for one in language.withdrawals]
    every = "|".join(f"(?:{one.replace('<unit>', '.{2,61}?')})" for one in wordings)
    named = [re.compile(one.replace("<unit>", _UNIT), re.IGNORECASE) for one in wordings]
    return Guarded(rf"(?:{every})\W*$"), named


@remembered
def withdrawals(text: str) -> Sequence[str]:
    """Return CLEAR ORDER for each unit whose order *text* withdraws; () if it is about something else."""
    likely, named = _patterns()
    if len(text) > LONGEST or likely.match(text) is None:
        return ()
    words = text.rstrip(" .!,;")
    found = next(filter(None, (pattern.fullmatch(words) for pattern in named)), None)
    return tuple(f"{CLEARS}{unit}" for unit in _units(found["unit"])) if found else ()


@cache
def _before_an_order() -> Guarded:
    wordings = "|".join(one for language in languages() for one in language.cancellations)
    return Guarded(rf"(?:{wordings})[\s:,]*")


@cache
def _behind_an_order() -> Guarded:
    wordings = "|".join(one for language in languages() for one in language.cancelled_behind)
    return Guarded(rf"(?:\s*[:,(-]+\s*|\s+)(?:{wordings})[\s.!)]*$")


@cache
def _headings() -> Guarded:
    return Guarded("|".join(one for language in languages() for one in language.cancel_headings))


@remembered
def heads_cancelled(text: str) -> bool:
    """Return whether *text* is a heading of orders that are withdrawn: "Please cancel these orders:"."""
    return len(text) <= LONGEST and _headings().fullmatch(text) is not None


@remembered
def order_cancelled(text: str) -> str:
    """Return the words for the order that *text* withdraws; "" if it is about something else."""
    if len(text) > LONGEST:
        return ""
    begun, ended = _before_an_order().match(text), _behind_an_order().search(text)
    order = text[begun.end() :] if begun else text[: ended.start()] if ended else ""
    is_one = _ORDER.search(order) is not None and _OTHER_ORDER.search(order) is None
    return order.strip(" .!,;\"'") if is_one else ""


@remembered
def perhaps_withdrawn(text: str) -> tuple[str, Sequence[str]]:
    """Return the order, or the units, that a hesitant text may withdraw: "maybe cancel A Par - Bur"."""
    words = text.split(None, MOST_WORDS_OF_DOUBT) if len(text) <= LONGEST else []
    for first in range(1, len(words)):
        if doubt_in(" ".join(words[:first])) and (rest := " ".join(words[first:])):
            if order := order_cancelled(rest):
                return order, ()
            if units := withdrawals(rest):
                return "", tuple(map(unit_withdrawn, units))
    return "", ()


def cancellations(text: str) -> Iterator[Sequence[str]]:
    """Yield CLEAR THIS ORDER for the order that *text* withdraws, or for each of several units.

    In "cancel A Par - Bur, A Par - Pic" the second order is what is meant instead.
    """
    order = order_cancelled(text)
    if order:
        yield (f"{CLEARS_THIS}{order}",)
    several = tuple(filter(None, _BETWEEN.split(order)))
    units = {_ORDER.split(one, 1)[0].strip().casefold() for one in several}
    if len(several) > 1 and len(units) == len(several) and all(map(_ORDER.search, several)):
        yield tuple(f"{CLEARS_THIS}{one}" for one in several)


def order_withdrawn(order: str) -> str:
    """Return the words for the order that is withdrawn; "" if *order* is another order."""
    return order.removeprefix(CLEARS_THIS) if order.startswith(CLEARS_THIS) else ""


def _units(named: str) -> Iterator[str]:
    yield from filter(None, _BETWEEN.split(named.strip()))


def unit_withdrawn(order: str) -> str:
    """Return the words for the unit whose order is withdrawn; "" if *order* is another order."""
    return order.removeprefix(CLEARS) if order.startswith(CLEARS) else ""


def cancelled_answer(order: str) -> str:
    """Return the answer to the withdrawal of *order*, which is in full words."""
    return say("order_cancelled", order=order)


def on_file_instead(orders: Sequence[str]) -> str:
    """Return what to write to withdraw one of the *orders* that are on file for the same unit, if any are."""
    return say("on_file_instead", found=listed(withdrawing(orders))) if orders else say("status_lists_orders")


def withdrawing(orders: Sequence[str]) -> list[str]:
    """Return the lines that withdraw each of *orders*."""
    return [say("cancel_order", order=order) for order in orders]

"""Find orders that a later sentence takes back or makes conditional: "no wait, scrap that".

Nothing is guessed: such an order is not accepted, and the player is asked to write it again.
"""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from adjudicator.core.languages import is_closing, retracting

MOST = 20  # sentences of a message that take something back
MOST_BETWEEN = 2  # lines without orders between a sentence and the order it takes back
LONGEST = 300  # characters of such a sentence
SHORTEST_WORD = 4  # letters; shorter words do not distinguish orders
_TOKENS = re.compile(r"\w+")
_ALL = re.compile(
    r"\b(?:everything|all(?: of)? (?:that|this|it|them)|the whole|whole sheet|alles)\b", re.IGNORECASE
)
_OTHER_MESSAGE = re.compile(
    r"\b(?:(?:e-?)?mails?|messages?|sheets?|i sent|sent (?:you|in|it|ahead)"
    r"|yesterday|earlier|previous|old)\b",
    re.IGNORECASE,
)
_IS_NEAR = re.compile(  # these mean the order right above, whatever else is named
    r"\b(?:wait|hang on|hold on|last|line"
    r"|(?:scrap|scratch|strike|forget|ignore|delete|cancel|drop|undo) (?:that|this|it))\b",
    re.IGNORECASE,
)
_SEVERAL = re.compile(r"\b(?:the )?(?:last|first|above|these|those) (two|three|four)\b", re.IGNORECASE)
_FIRST = re.compile(r"\bthe first (?:one|line|order|move)\b", re.IGNORECASE)
_NUMBERS = {"two": 2, "three": 3, "four": 4}
_ABOVE = re.compile(r"\babove\b", re.IGNORECASE)
_COMMON = frozenset(  # words that do not distinguish orders
    re.findall(
        r"\w+",
        "that this line them they wait scrap order orders have will with make second thoughts thought"
        " anyway nonsense course sorry mean meant instead because there here army armies fleet move moves"
        " attack attacks attacking first last hold holds support supports what then than from into would"
        " should could reach mind changed your please forget ignore strike cancel drop delete mistake"
        " wrong typo rather better only also build builds after before turn just like does doing done"
        " want wanted said wrote not",
    )
)


class Spoken(NamedTuple):
    """A clause of a message."""

    number: int  # of its line
    text: str
    is_order: bool
    is_comment: bool = False
    units: Callable[[], frozenset[str]] = frozenset  # that its orders are for
    names_a_place: Callable[[], bool] = bool


def taken_back(said: Sequence[Spoken]) -> dict[int, str]:
    """Return the indices in *said* of orders that are taken back, each with the sentence."""
    found: dict[int, str] = {}
    marks = [at for at in range(len(said)) if _takes_back(said, at)]
    for at in marks[:MOST]:
        for place in _meant(said, at):
            found.setdefault(place, said[at].text)
    return found


def begins_retraction(text: str) -> bool:
    """Return whether *text* begins as what takes back the order above it: "No wait"."""
    return retracting().at_start.match(text) is not None


def _takes_back(said: Sequence[Spoken], at: int) -> bool:
    one = said[at]
    if one.is_order or one.is_comment or not 1 < len(one.text) <= LONGEST or is_closing(one.text):
        return False
    is_behind = at > 0 and said[at - 1].is_order and said[at - 1].number == one.number
    pattern = retracting()
    if pattern.condition.match(one.text):
        return at > 0 and said[at - 1].is_order
    return bool(
        pattern.at_start.match(one.text)
        or pattern.anywhere.search(one.text)
        or (is_behind and pattern.behind.match(one.text))
    )


def _meant(said: Sequence[Spoken], at: int) -> list[int]:
    text = said[at].text
    above = [place for place in range(at) if said[place].is_order]
    if not above or (_OTHER_MESSAGE.search(text) and not _ABOVE.search(text)):
        return []
    if _ALL.search(text):
        return above
    if counted := _counted(text, above):
        return counted
    is_condition = retracting().condition.match(text) is not None
    if not is_condition and _is_replaced(said, at, above):
        return []
    named = None if is_condition else _named(said, at)
    if named is not None and not _IS_NEAR.search(text):
        return [named] if said[named].is_order else []
    nearest = _nearest(said, at, above)
    return sorted({*nearest, *([named] if named is not None and said[named].is_order else [])})


def _counted(text: str, above: list[int]) -> list[int]:
    """Return the orders above that *text* means by their number: "the last two", "the first one"."""
    if several := _SEVERAL.search(text):
        return above[-_NUMBERS.get(several[1].casefold(), len(above)) :]
    return above[:1] if _FIRST.search(text) else []


def _is_replaced(said: Sequence[Spoken], at: int, above: Sequence[int]) -> bool:
    """Return whether the order right behind is for a unit that has one above: it takes its place."""
    units = {unit for one in said[at + 1 : at + 2] if one.is_order for unit in one.units()}
    return bool(units) and any(units & said[place].units() for place in above)


def _nearest(said: Sequence[Spoken], at: int, above: Sequence[int]) -> list[int]:
    """Return the orders of the last line above that has any, if no other order was tried since."""
    last = said[above[-1]].number
    since = [one for one in said[above[-1] + 1 : at] if one.text.strip() and not begins_retraction(one.text)]
    between = {one.number for one in since if one.number != last} - {said[at].number}
    if len(between) > MOST_BETWEEN or any(one.names_a_place() for one in since):
        return []
    return [place for place in above if said[place].number == last]


def _named(said: Sequence[Spoken], at: int) -> int | None:
    """Return the index of the clause above that shares most words with that at *at*, the nearest if tied."""
    words = _words(said[at].text)
    counts = [(len(words & _words(said[place].text)), place) for place in range(at) if words]
    most = max(counts, default=(0, 0))
    return most[1] if most[0] else None


def _words(text: str) -> set[str]:
    """Return the words of *text* that distinguish orders: long ones, names of spaces, single capitals."""
    return {
        word.casefold()
        for word in _TOKENS.findall(text)
        if (len(word) >= SHORTEST_WORD and word.casefold() not in _COMMON)
        or (word[0].isalpha() and word[1:].isdigit())
        or (len(word) == 1 and word.isupper() and word != "I")
    }

"""The numbers of units in a text with a slip: what is suggested never says another number."""

import re
from collections.abc import Sequence
from functools import lru_cache

from adjudicator.domination.data import Data
from adjudicator.domination.language.legality import ReadingContext, stack_size
from adjudicator.domination.language.orders import MY_CITIES
from adjudicator.domination.language.sentences.lexicon import lexicon
from adjudicator.domination.language.vocabulary import vocabulary

_FIGURE = re.compile(r"(?<![^\W_])(?<!\b[a-z] )(\d{1,2})(?= ?[^\W\d_])|[(x×] ?(\d{1,2})\)?(?!\w)")
_WORD = re.compile(r"[^\W\d_]+")
_OF_SO_MANY = re.compile(  # "two of the three griffins": how many there are is not the number of an order
    r"(?<![^\W_])((?:\d{1,2}|[^\W\d_]{3,6}) (?:of|von|des|der|de) "
    r"(?:(?:the|my|our|these|those|den|meinen|mes|les) )*)"
    r"(?:\d{1,2}|two|three|four|five|six|seven|eight|nine|ten|zwei|drei|vier|fünf|sechs|deux|trois|quatre|cinq)\b"
)
_ORDER = re.compile(
    rf"(?P<count>\d+ )?(?P<kind>[^\W\d_]+(?: [^\W\d_]+)?) (?P<space>[A-Z]\d{{1,2}}|{'|'.join(MY_CITIES)})"
    r"(?P<end> - .*| holds)?"
)
_ARTICLES = frozenset(("a", "an", "un", "une", "ein", "eine", "einen", "einer", "single"))


def as_written(context: ReadingContext, text: str, orders: Sequence[str]) -> list[str]:
    """Return those of *orders*, which are to be suggested, with the number of units that *text* says.

    An order is left out if fewer units are there, or if *text* says several numbers and not its own.
    """
    numbers = numbers_in(context.data, text) if orders else frozenset()
    return [order for one in orders if (order := _with_number(context, one, numbers))]


def _with_number(context: ReadingContext, order: str, numbers: frozenset[int]) -> str:
    found = _ORDER.fullmatch(order)
    if not (numbers and found) or found["kind"] not in context.data.units:
        return order
    if len(numbers) > 1:
        return order if int(found["count"] or 1) in numbers else ""
    [number] = numbers
    if found["end"] and number > stack_size(context, found["kind"], found["space"]):
        return ""
    plain = f"{found['kind']} {found['space']}{found['end'] or ''}"
    return plain if number == 1 else f"{number} {plain}"


def numbers_in(data: Data, text: str) -> frozenset[int]:
    """Return the numbers of a text that may be of units: in figures, or in words."""
    folded = _OF_SO_MANY.sub(r"\1", text.casefold())
    figures = {int(found[1] or found[2]) for found in _FIGURE.finditer(folded)}
    words = _WORD.findall(folded)
    names = _number_words(data)
    return frozenset(figures | {names[word] for word in words if word in names}) - {0}


@lru_cache(maxsize=32)
def _number_words(data: Data) -> dict[str, int]:
    names = {word: int(one.said) for word, one in lexicon(data).words.items() if one.letter == "#"}
    return {
        word: number for word, number in names.items() if word not in _ARTICLES | {*vocabulary(data).units}
    }

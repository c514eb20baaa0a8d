"""Parse the text of one order, with the dots and hyphens of its names.

What an order means on the board is checked afterwards, in `reading` and in the modules of each game.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial

from msgspec import Struct

from adjudicator.core.language.corrections.withdrawing import order_withdrawn, unit_withdrawn
from adjudicator.core.language.words import Names, Refusal, key
from adjudicator.middle_earth.language.grammar import (
    LONGEST_LINE,
    Clear,
    HoldAll,
    ParsedOrder,
    TakeBack,
    Withdraw,
    parse_order,
    plain,
)
from adjudicator.middle_earth.language.orders import CancelStanding, Hold, Order, Power, Standing, Unit

_ORDERED_TO = re.compile(r"\b(?:is |are )?ordered to\b", re.IGNORECASE)
_WORDS = re.compile(r"[^\W\d_]+")
_BY_PROXY = re.compile(r"[ ,]*\bby proxy$", re.IGNORECASE)
# Both begin at the start of a word, so that a long word is not searched again from each of its letters.
_DOTTED = re.compile(r"(?<![^\W\d_])[^\W\d_]+(?:\.[^\W\d_]+)+")
_RUN = re.compile(r"(?<![^\W\d_])[^\W\d_]+(?:-[^\W\d_]+)+")
MOST_WORDS_OF_A_NAME = 6
NOT_CANCELLED = (Clear, HoldAll, Withdraw, TakeBack, Standing, CancelStanding)


@dataclass(frozen=True, eq=False)
class OrderLanguage:
    """What a game adds to the grammar: its places and powers, and its sentences for orders."""

    places: Names
    fragments: frozenset[str]  # words with a hyphen that are parts of names
    power_named: Callable[[str], Power | None]
    sentence: Callable[[Order], str]
    words_of_names: frozenset[str] = frozenset()  # of places and powers, in lower case
    full_names: Mapping[str, str] = field(default_factory=dict)  # of places, by the short names of the form


def words_of(names: Iterable[str]) -> frozenset[str]:
    """Return all words of *names* in lower case."""
    return frozenset(word.casefold() for name in names for word in _WORDS.findall(name))


def fragments(names: Sequence[str]) -> frozenset[str]:
    """Return the words of *names* that contain a hyphen, normalised."""
    return frozenset(key(word) for name in names for word in name.split() if "-" in word)


class OrderText(Struct, frozen=True):
    """The text of one order; *under* is the power in the heading above it, if there is one."""

    number: int  # of the line
    text: str
    under: Power | None
    is_noted: bool = False  # a heading, a comment or an empty line
    sentence: str = ""  # with what follows on the lines below, if it runs on


class ReadItem(Struct):
    """The text of one order, the parsed order, and the order with ids or the reason why it is refused."""

    item: OrderText
    parsed: ParsedOrder | None
    order: Order | None = None
    refusal: Refusal | None = None
    by_proxy: bool = False
    note: str = ""
    is_doubted: bool = False  # refused for what is beside it, which may be a slip
    beside: tuple[str, ...] = ()  # the orders in it then
    has_orders: bool = False  # even if none of them is accepted
    rest: tuple[str, ...] = ()  # and the other parts of its sentence
    is_choice: bool = False  # refused because only one of several orders is meant
    holds: tuple[Order, ...] = ()  # of all units that no other order names, if it says so
    withdrawn: Unit | None = None  # the unit whose order it withdraws
    answer: str = ""  # to a line that withdraws an order, in full words


@lru_cache(maxsize=8192)
def parse_line(text: str, language: OrderLanguage) -> ParsedOrder | None:
    """Return the order in *text*; None if it is not an order."""
    if len(text) > LONGEST_LINE:
        return None
    dotless = _DOTTED.sub(partial(_without_dots, language=language), _BY_PROXY.sub("", text))
    written = plain(dotless)
    parsed = parse_order(without_hyphens(written, language)) or parse_order(written)
    if parsed is None and _ORDERED_TO.search(text):
        return parse_line(_ORDERED_TO.sub("to", text), language)  # "A MTi ordered to Los" has no other verb
    return parsed


def withdrawn(text: str, language: OrderLanguage) -> Withdraw | TakeBack | None:
    """Return the order that *text* withdraws, or the unit whose order it does; None for another order."""
    if said := order_withdrawn(text):
        order = parse_line(said, language)
        return None if order is None or isinstance(order, NOT_CANCELLED) else TakeBack(order)
    unit = unit_withdrawn(text)
    hold = parse_line(f"{unit} H", language) if unit else None
    return Withdraw(hold.unit) if isinstance(hold, Hold) else None


def is_by_proxy(text: str) -> bool:
    """Return whether *text* ends with "by proxy"."""
    return _BY_PROXY.search(text) is not None


def _without_dots(run: re.Match[str], language: OrderLanguage) -> str:
    """Remove the full stops inside names: "A.M.Ti" becomes "A MTi"."""
    words, joined = run[0].split("."), []
    while words:
        many = next((n for n in _lengths(words) if language.places.is_name("".join(words[:n]))), 1)
        joined.append("".join(words[:many]))
        words = words[many:]
    return " ".join(joined)


def without_hyphens(text: str, language: OrderLanguage) -> str:
    """Return *text* without the hyphens inside names."""
    return _RUN.sub(partial(_without_hyphens, language=language), text)


def _without_hyphens(run: re.Match[str], language: OrderLanguage) -> str:
    """Remove the hyphens inside names, so that "A Barad-dur-Gor" has one dash."""
    words, joined = run[0].split("-"), []
    while words:
        many = next((n for n in _lengths(words) if _is_name(words[:n], language)), 1)
        joined.append("".join(words[:many]))
        words = words[many:]
    return "-".join(joined)


def _lengths(words: Sequence[str]) -> range:
    """Return how many of the words may be one name, longest first; bounded, for lines of nothing but dots."""
    return range(min(len(words), MOST_WORDS_OF_A_NAME), 1, -1)


def _is_name(words: Sequence[str], language: OrderLanguage) -> bool:
    name = "".join(words)
    if language.places.is_name(name) or key(name) in language.fragments:
        return True
    return bool(language.places.meant(name)) and not all(language.places.is_name(word) for word in words)

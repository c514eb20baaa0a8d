"""Split the lines of a message into single orders and parse each of them.

Each line stands for itself, so that a bad line spoils no other. What an order means on the board is checked
afterwards, in `reading` and in the modules of each game.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial

from adjudicator.core.game import ReadLine
from adjudicator.core.limits import unread, worth_reading
from adjudicator.core.words import Names, NotAllowed, Refusal, clean, key
from adjudicator.middle_earth.language.grammar import (
    LONGEST_LINE,
    ParsedOrder,
    parse_order,
    plain,
    uncommented,
)
from adjudicator.middle_earth.language.orders import Order, Power

_HEADING = re.compile(r"^([^\W\d_][\w' -]{2,24}?)(?:'s)?(?: orders?)?\s*:\s*(.*)$", re.IGNORECASE)
_ORDERED_TO = re.compile(r"\b(?:is |are )?ordered to\b", re.IGNORECASE)
_BY_PROXY = re.compile(r"[ ,]*\bby proxy$", re.IGNORECASE)
# Both begin at the start of a word, so that a long word is not searched again from each of its letters.
_DOTTED = re.compile(r"(?<![^\W\d_])[^\W\d_]+(?:\.[^\W\d_]+)+")
_RUN = re.compile(r"(?<![^\W\d_])[^\W\d_]+(?:-[^\W\d_]+)+")
MOST_WORDS_OF_A_NAME = 6


@dataclass(frozen=True, eq=False)
class OrderLanguage:
    """What a game adds to the grammar: its places and powers, and its sentences for orders."""

    places: Names
    fragments: frozenset[str]  # words with a hyphen that are parts of names
    power_named: Callable[[str], Power | None]
    sentence: Callable[[Order], str]


def fragments(names: Sequence[str]) -> frozenset[str]:
    """Return the words of *names* that contain a hyphen, normalised."""
    return frozenset(key(word) for name in names for word in name.split() if "-" in word)


@dataclass(frozen=True)
class OrderText:
    """The text of one order; *under* is the power in the heading above it, if there is one."""

    number: int  # of the line
    text: str
    under: Power | None


@dataclass
class ReadItem:
    """The text of one order, the parsed order, and the order with ids or the reason why it is refused."""

    item: OrderText
    parsed: ParsedOrder | None
    order: Order | None = None
    refusal: Refusal | None = None
    by_proxy: bool = False
    note: str = ""


def parse_lines(lines: Sequence[str], language: OrderLanguage) -> list[ReadItem]:
    """Return an item for each order of the lines that are read, and one for each line that is not."""
    read = worth_reading(lines)
    found = [one for item in _split(read, language) for one in _parse_item(item, language)]
    return [*found, *(_not_read(line) for line in unread(lines, read))]


def _not_read(line: ReadLine) -> ReadItem:
    item = OrderText(line.number, line.text, None)
    return ReadItem(item, None, refusal=NotAllowed(line.reason, line.remedy))


def _split(lines: Sequence[str], language: OrderLanguage) -> list[OrderText]:
    items: list[OrderText] = []
    under: Power | None = None
    for number, line in enumerate(lines, 1):
        text = uncommented(clean(line))
        heading = _HEADING.match(text)
        named = language.power_named(heading[1]) if heading else None
        if heading and named:
            under, text = named, heading[2]
        parts = [part.strip() for part in text.split(";") if part.strip()]
        items += [OrderText(number, part, under) for part in parts]
        if not parts:
            items.append(OrderText(number, clean(line), None))
    return items


def _parse_item(item: OrderText, language: OrderLanguage) -> list[ReadItem]:
    """Parse *item*; if it is no order but its parts between commas are, return an item for each part."""
    parsed = parse_line(item.text, language)
    if parsed is not None:
        return [ReadItem(item, parsed, by_proxy=bool(_BY_PROXY.search(item.text)))]
    parts = [part.strip() for part in uncommented(item.text).split(",") if part.strip()]
    found = [parse_line(part, language) for part in parts]
    has_bare_name = any(map(language.places.meant, parts))  # "C Hrd H, NHa" is not an order to hold
    if len(parts) > 1 and not has_bare_name and any(found):
        return [
            ReadItem(OrderText(item.number, part, item.under), one)
            for part, one in zip(parts, found, strict=True)
        ]
    return [ReadItem(item, None)]


@lru_cache(maxsize=8192)
def parse_line(text: str, language: OrderLanguage) -> ParsedOrder | None:
    """Return the order in *text*; None if it is no order."""
    if len(text) > LONGEST_LINE:
        return None
    dotless = _DOTTED.sub(partial(_without_dots, language=language), _BY_PROXY.sub("", text))
    written = plain(dotless)
    parsed = parse_order(_RUN.sub(partial(_without_hyphens, language=language), written)) or parse_order(
        written
    )
    if parsed is None and _ORDERED_TO.search(text):
        return parse_line(_ORDERED_TO.sub("to", text), language)  # "A MTi ordered to Los" has no other verb
    return parsed


def _without_dots(run: re.Match[str], language: OrderLanguage) -> str:
    """Remove the full stops inside names: "A.M.Ti" becomes "A MTi"."""
    words, joined = run[0].split("."), []
    while words:
        many = next((n for n in _lengths(words) if language.places.is_name("".join(words[:n]))), 1)
        joined.append("".join(words[:many]))
        words = words[many:]
    return " ".join(joined)


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

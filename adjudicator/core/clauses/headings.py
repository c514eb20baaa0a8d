"""Recognise a heading by its words: the power, the turn that is due, and its phase, in any order.

"ENG S'04:" names England and Spring 1904, though England's short name is also that of a sea. A text with any
other word is not a heading, nor is one that names another turn: that is left to the reader of orders.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from adjudicator.core.languages import heading_words

LONGEST = 60  # characters of a heading
FEWEST_NAMED = 2  # of power, season and year: "ENG:" alone may be the unit at a place
FEWEST_LETTERS = 3  # of the beginning of a name: "Fra"
DIGITS_OF_A_YEAR = 4
_WORD = re.compile(r"[^\W\d_]+|\d+")
_GLUED = re.compile(r"(\d)[mrab]\b", re.IGNORECASE)  # "S1901M"
_SIGNS = re.compile(r"[\w\s'.,/()\[\]:*#=-]+")
_LAST = re.compile(r"\s*\b[^\W\d_]+\W*$")
_SAYS_WHAT = re.compile(r"\W*(?:builds?|removals?|removes?|disbands?)\W*", re.IGNORECASE)


def split_heading(text: str, headed: str, reads: Callable[[str], bool]) -> tuple[str, str]:
    """Return the heading of a line and the text after it; "" for the heading if there is none.

    *headed* are the turn that is due and the names of the power: "Spring 1901, movement; France". A last word
    that says what the orders are ("FRA W01 builds:") is not split off, nor one that the game *reads*.
    """
    for end in _ends(text):
        head = text[:end].rstrip(" :")
        last = _LAST.search(head)
        says_what = _SAYS_WHAT.fullmatch(last[0]) if last else None
        if not _is_heading(head[: last.start()] if last and says_what else head, headed):
            continue
        if last and (says_what or reads(f"{last[0].strip(' ,.-/')}:")):
            head = head[: last.start()]
        return head, text[len(head) :].lstrip(" :,.-/)]")
    return "", text


def _ends(text: str) -> Iterator[int]:
    """Yield where a heading may end, the last place first: at a colon, or with the line."""
    if len(text) <= LONGEST:
        yield len(text)
    yield from reversed([found.start() for found in re.finditer(":", text[:LONGEST])])


def _is_heading(head: str, headed: str) -> bool:
    """Return whether all words of *head* are of headings, and name enough of the turn and the power."""
    if not _SIGNS.fullmatch(head):
        return False
    of_turn, of_power = _words_of(headed)
    kinds: set[str] = set()
    for word in _WORD.findall(_GLUED.sub(r"\1", head.casefold())):
        kind = _kind(word, of_turn, of_power)
        if not kind:
            return False
        kinds.add(kind)
    if "letter" in kinds and "year" not in kinds:  # "F Eng" is a fleet
        return False
    return "full season" in kinds or len(kinds - {"other"}) >= FEWEST_NAMED


@lru_cache(maxsize=64)
def _words_of(headed: str) -> tuple[Sequence[str], Sequence[str]]:
    """Return the words of the turn and those of the power."""
    turn, _, power = headed.casefold().partition(";")
    is_numbered = any(map(str.isdigit, turn))  # the title of a phase, "Set-up: the pieces", is not a turn
    return tuple(_WORD.findall(turn)) if is_numbered else (), tuple(_WORD.findall(power))


def _kind(word: str, turn: Sequence[str], power: Sequence[str]) -> str:
    """Return what a word of a heading names, or "other"; "" for a word that no heading has."""
    if word.isdigit():
        return "year" if any(_is_number(word, one) for one in turn) else ""
    is_part = len(word) >= FEWEST_LETTERS
    if word in power or (is_part and any(one.startswith(word) for one in power)):
        return "power"
    if word in heading_words().others:
        return "other"
    return "" if _SAYS_WHAT.fullmatch(word) else _season(word, turn)


def _season(word: str, turn: Sequence[str]) -> str:
    """Return how a word names the season of the turn that is due: in full, in part or by a letter; or ""."""
    is_part = len(word) >= FEWEST_LETTERS
    if word in turn:
        return "full season" if is_part else "season"
    if any(season in turn for season in heading_words().seasons.get(word, "").split()):
        return "season" if is_part else "letter"
    return "season" if is_part and any(one.startswith(word) for one in turn) else ""


def _is_number(word: str, number: str) -> bool:
    """Return whether *word* is the number of a turn, or a year, perhaps in two digits: "'04"."""
    return word.lstrip("0") == number or (len(number) == DIGITS_OF_A_YEAR and number[-2:] == word)

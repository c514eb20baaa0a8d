"""The words that sentences may have, each with the letter that stands for it in the patterns of `prose`.

The words are in `free_words.toml`; names of units and spaces come from the data of the game.
"""

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any, NamedTuple

from adjudicator.core.language.words import unaccented
from adjudicator.core.package_files import text_beside
from adjudicator.core.toml import tables_of
from adjudicator.domination.data import FORT, Data
from adjudicator.domination.language.vocabulary import vocabulary

PAIR = 2  # "both", "the other", "he": one of two
INITIALS = 2  # letters of "BS", one Battleship
SOMEONE = "someone"  # the kind of "the one at C6"
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})
_A_WORD = re.compile(r"[^\W\d_]+")


class Word(NamedTuple):
    """A word or name of a text: its letter in the patterns, and what it is called in orders."""

    letter: str
    said: str
    is_plural: bool = False


class Lexicon(NamedTuple):
    words: Mapping[str, Word]
    parts: frozenset[str]
    longest: Mapping[str, int]  # by first word: how many words an entry has at most


@cache
def word_tables() -> Mapping[str, Any]:
    return tables_of(text_beside("adjudicator.domination.language", "free_words.toml"))


@lru_cache(maxsize=32)
def lexicon(data: Data) -> Lexicon:
    words = _common_words() | _unit_words(data)
    words = {form: said for word, said in words.items() for form in _without_accents(word)} | words
    parts = frozenset(part for word in words for part in _A_WORD.findall(word))
    longest: dict[str, int] = {}
    for entry in words:
        first, *others = entry.split(" ")
        longest[first] = max(longest.get(first, 1), 1 + len(others))
    return Lexicon(words, parts, longest)


def _common_words() -> dict[str, Word]:
    """Return the words that mean the same in every game. A later table takes the place of an earlier one."""
    tables = word_tables()
    words = {word: Word("", word) for word in tables["noise"]["words"]}
    words |= {word: Word(letter, word) for letter, many in tables["classes"].items() for word in many}
    words |= {word: Word("#", str(number)) for word, number in tables["numbers"].items()}
    for one in tables["said_as"]:
        words |= dict.fromkeys(one["words"], Word(one["letter"], one["said"]))
    words["f"] = Word("U", FORT)
    words |= {word: Word("*", "all") for word in tables["everyone"]["words"]}
    return words | {word: Word("Z", city) for city, many in tables["own_cities"].items() for word in many}


def _unit_words(data: Data) -> dict[str, Word]:
    kinds = {*vocabulary(data).units.values()}
    named = ((word, kind) for kind, many in word_tables()["units"].items() if kind in kinds for word in many)
    return {word: Word("U", kind, _is_plural(word)) for word, kind in named}


def _is_plural(word: str) -> bool:
    return len(word) > INITIALS and word.endswith(("s", "en"))


def _without_accents(word: str) -> tuple[str, ...]:
    """Return how *word* is written where the keyboard has no accents: "fünf" is "fuenf" or "funf"."""
    if word.isascii():
        return ()
    return (word.translate(_UMLAUTS), unaccented(word))

"""Tell what a heading or the end of a line says of the lines above and below it."""

import re
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from adjudicator.core.language.short_texts import remembered
from adjudicator.core.languages.phrases import (
    languages,
    with_plain_keys,
    with_plain_letters,
    with_plain_words,
    words_for,
)

LONGEST_OPEN = 8  # characters of a word that another must follow, and what stands before it
LONGEST_DENIAL = 80  # characters of the end of a line that denies what is below
_NAMED_IN_IT = re.compile("<(?:who|to)>")


class HeadingWords(NamedTuple):
    """The words of headings in all languages."""

    seasons: Mapping[str, str]  # with the words of the game that they may stand for
    others: frozenset[str]


@cache
def heading_words() -> HeadingWords:
    """Return the words that a heading may have besides the names of the turn and the power."""
    tables = [language.headings for language in languages()]
    seasons = {word: season for table in tables for word, season in table["seasons"].items()}
    others = {word for table in tables for word in table["others"].split()}
    return HeadingWords(with_plain_keys(seasons), with_plain_words(others))


@cache
def _left_open() -> re.Pattern[str]:
    words = words_for(lambda one: map(with_plain_letters, one.line_ends.open))
    return re.compile(rf"\b(?:{words})$", re.IGNORECASE)


def is_left_open(text: str) -> bool:
    """Return whether *text* ends in the middle of a sentence: "Forget the", "Not the army in"."""
    return _left_open().search(text[-LONGEST_OPEN:]) is not None


@cache
def _denying() -> re.Pattern[str]:
    replaced = words_for(lambda one: map(with_plain_letters, one.line_ends.replaced))
    denied = words_for(lambda one: map(with_plain_letters, one.line_ends.denied))
    behind = words_for(lambda one: map(with_plain_letters, one.line_ends.before_a_stop))
    return re.compile(
        rf"(?<!\w)(?:(?P<replaced>{replaced})|(?:{denied}))(?:[ ,]+(?:{behind}))*[ ,:;\u2026-]*$",
        re.IGNORECASE,
    )


class Denial(NamedTuple):
    """What a line denies: one order below it, or all that stand there."""

    is_of_one: bool
    is_of_below: bool  # its last word shows that it cannot be about the orders above: "never mind the"


@remembered
def denies_below(text: str) -> Denial | None:
    """Return what *text* denies of the lines below it: "Please do not", "instead of"; None for nothing."""
    end = text[-LONGEST_DENIAL:]
    found = _denying().search(end)
    is_of_one = found is not None and found["replaced"] is not None
    return Denial(is_of_one, _of_below().search(end) is not None) if found else None


@cache
def _conditional() -> tuple[re.Pattern[str], re.Pattern[str]]:
    begins = words_for(lambda one: map(with_plain_letters, one.line_ends.conditional))
    courteous = words_for(lambda one: map(with_plain_letters, one.line_ends.courteous))
    return (
        re.compile(begins, re.IGNORECASE),
        re.compile(rf"(?<!\w)(?:{courteous})(?!\w)", re.IGNORECASE),
    )


@remembered
def begins_condition(text: str) -> bool:
    """Return whether *text* begins as a condition: "In case France agrees", not "If in doubt, ask me"."""
    begins, courteous = _conditional()
    return begins.match(text) is not None and courteous.search(text) is None


@cache
def _of_below() -> re.Pattern[str]:
    words = words_for(lambda one: map(with_plain_letters, one.line_ends.of_below))
    return re.compile(rf"\b(?:{words})$", re.IGNORECASE)


class PointsAbove(NamedTuple):
    """A sentence about the order above: what it says, and the unit or the place that it names."""

    says: str  # "same", "follows" or "goes_on"
    named: str
    is_pronoun: bool


@cache
def _pointing() -> Mapping[str, re.Pattern[str]]:
    return {
        kind: re.compile(_pattern_of_unclear(kind), re.IGNORECASE) for kind in ("same", "follows", "goes_on")
    }


def _pattern_of_unclear(kind: str) -> str:
    """Return the pattern of all sentences of a kind; each has a group of its own for what it names."""
    every = (one for language in languages() for one in getattr(language.unclear, kind))
    named = (
        _NAMED_IN_IT.sub(rf"(?P<named{at}>[^,;:.!?]{{2,40}}?)", with_plain_letters(one))
        for at, one in enumerate(every)
    )
    return rf"(?:{'|'.join(named)})\W*"


@cache
def _pronouns() -> re.Pattern[str]:
    return re.compile(words_for(lambda one: map(with_plain_letters, one.unclear.pronouns)), re.IGNORECASE)


@remembered
def points_above(text: str) -> PointsAbove | None:
    """Return what *text* says of the order above it, without naming all of it: "Kiel follows"."""
    for kind, pattern in _pointing().items():
        if found := pattern.fullmatch(text):
            named = next(filter(None, found.groups()))
            return PointsAbove(kind, named, is_pronoun=_pronouns().fullmatch(named) is not None)
    return None

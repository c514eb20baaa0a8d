"""Find out what a sentence that is no order says of the orders above it: something else, or that units stay.

The words are in `changed_minds.toml`, in all languages.
"""

from functools import cache

from adjudicator.core.language.necessary import Guarded
from adjudicator.core.language.short_texts import remembered
from adjudicator.core.languages import giving_reasons
from adjudicator.core.package_files import text_beside
from adjudicator.core.toml import tables_of


@cache
def _pattern(table: str) -> Guarded:
    words = tables_of(text_beside("adjudicator.core.language", "changed_minds.toml"))[table]
    return Guarded(rf"(?<!\w)(?:{'|'.join(words)})(?!\w)")


@remembered
def says_otherwise(text: str) -> bool:
    """Return whether *text* says that something else is meant: "no, send 4", "the Knights stay after all"."""
    return _pattern("otherwise").search(_plain(text)) is not None or swaps(text)


@remembered
def prefers(text: str) -> bool:
    """Return whether *text* says that something else is meant than what was said before it."""
    return _pattern("prefers").search(_plain(text)) is not None


@remembered
def is_hope(text: str) -> bool:
    """Return whether *text* begins as a hope or a wish: it orders nothing."""
    return _pattern("hopes").match(text.lstrip(" ,.;:-(")) is not None


@remembered
def swaps(text: str) -> bool:
    """Return whether *text* says that two orders are meant the other way round."""
    return _pattern("swaps").search(text) is not None


@remembered
def says_stays(text: str) -> bool:
    """Return whether *text* says of somebody that they stay where they are."""
    return _pattern("stays").search(text) is not None


@remembered
def says_goes(text: str) -> bool:
    """Return whether *text* says of somebody that they go, or do not go."""
    return _pattern("goes").search(text) is not None


def _plain(text: str) -> str:
    """Return *text* without its reason, and without words that only look like a denial."""
    reason = giving_reasons().search(text)
    return _pattern("harmless").sub(" ", text[: reason.start()] if reason else text)

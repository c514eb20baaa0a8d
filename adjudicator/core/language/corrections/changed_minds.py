"""Find out whether a sentence changes the orders above: that something else is meant, or that units stay.

The words are in `changed_minds.toml`, in all languages.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache

from adjudicator.core.language.necessary import Guarded
from adjudicator.core.language.short_texts import remembered
from adjudicator.core.languages import giving_reasons
from adjudicator.core.package_files import text_beside
from adjudicator.core.toml import tables_of

_NUMBER_BEFORE = re.compile(r"\s*\(?(?P<n>\d{1,2})[.):](?!\d)")
_BARE_NUMBER = re.compile(r"\W*(?P<n>\d{1,2}) ")


@cache
def _words() -> Mapping[str, Sequence[str]]:
    found: Mapping[str, Sequence[str]] = tables_of(
        text_beside("adjudicator.core.language.corrections", "changed_minds.toml")
    )
    return found


@cache
def _pattern(table: str) -> Guarded:
    return Guarded(rf"(?<!\w){words_of(table)}(?!\w)")


@cache
def words_of(table: str) -> str:
    """Return the words of a table as one group of a regular expression, for a larger pattern."""
    return rf"(?:{'|'.join(_words()[table])})"


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
def asks_leave(text: str) -> bool:
    """Return whether *text* only asks whether an order is allowed: "Wait, is that allowed?"."""
    return (
        text.rstrip(" )").endswith("?") and _pattern("asks_leave").fullmatch(text.strip(" ().?!")) is not None
    )


@remembered
def swaps(text: str) -> bool:
    """Return whether *text* says that two orders are meant the other way round."""
    return _pattern("swaps").search(text) is not None


@remembered
def says_stays(text: str) -> bool:
    """Return whether *text* says of somebody that they stay where they are."""
    return any(_pattern(table).search(text) for table in ("stays", "staying"))


@remembered
def says_goes(text: str) -> bool:
    """Return whether *text* says of somebody that they go, or do not go."""
    return _pattern("goes").search(text) is not None


@remembered
def lets_be(text: str) -> bool:
    """Return whether *text* says that nothing is done with what it names: "Turkey can wait"."""
    return _pattern("let_be").search(text) is not None


@remembered
def may_change_later(text: str) -> bool:
    """Return whether *text* only says that another message may change an order, which stands until then."""
    return _pattern("may_change").search(text) is not None


@remembered
def numbers_replaced(text: str) -> frozenset[int]:
    """Return the numbers of the lines above in whose place *text* puts something else: "number 3 becomes"."""
    if not (_pattern("replaces").search(text) or says_otherwise(text)):
        return frozenset()
    named = {int(found["one"] or found["two"]) for found in _pattern("numbered").finditer(text)}
    bare = _BARE_NUMBER.match(text)
    begun = {int(bare["n"])} if bare and _pattern("replaces").match(text[bare.end() :]) else set()
    return frozenset(named | begun | _ordinals_in(text))


def _ordinals_in(text: str) -> set[int]:
    if _pattern("ordinals").search(text) is None:
        return set()
    words = _words()["ordinals"]
    return {at for at, word in enumerate(words, 1) if re.search(rf"(?<!\w){word}(?!\w)", text, re.IGNORECASE)}


@remembered
def announces_list(text: str) -> bool:
    """Return whether *text* announces orders in the place of all those above: "My real orders are:"."""
    return _list_announced("new_lists").fullmatch(text) is not None or _list_below().search(text) is not None


@remembered
def begins_list(text: str) -> bool:
    """Return whether *text* announces orders if something is taken back before it: "So instead:"."""
    return text.rstrip().endswith(":") and _list_announced("instead_lists").fullmatch(text) is not None


@remembered
def says_first_ideas(text: str) -> bool:
    """Return whether *text* says that the orders above were first thoughts."""
    return _pattern("first_ideas").search(text) is not None


@cache
def _list_announced(table: str) -> Guarded:
    before, behind = words_of("before_a_list"), words_of("behind_a_list")
    return Guarded(rf"\W*(?:{before}[\s,:;.!–-]+){{0,4}}{words_of(table)}(?:[\s,(–-]+{behind}){{0,3}}\W*")


@cache
def _list_below() -> Guarded:
    """Return the pattern of "sorry, that was nonsense - new version:", with other words before it."""
    behind = words_of("behind_a_list")
    return Guarded(rf"[,;.:!)–-]\s*{words_of('new_lists')}(?:[\s,(–-]+{behind}){{0,3}}\s*:\W*$")


def number_before(text: str) -> int:
    """Return the number that a line begins with, "3." or "(3)", 0 for none."""
    found = _NUMBER_BEFORE.match(text)
    return int(found["n"]) if found else 0


def _plain(text: str) -> str:
    """Return *text* without its reason, and without words that only look like a denial."""
    reason = giving_reasons().search(text)
    return _pattern("harmless").sub(" ", text[: reason.start()] if reason else text)

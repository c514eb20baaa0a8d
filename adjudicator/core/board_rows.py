"""Tables of a board's file as records, and what is said about those that are at fault.

A key that is nearly one of ours is reported as a misspelling.
"""

import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from adjudicator.core.lazy_imports import IMPORTS
from adjudicator.core.sentences import say

NEARLY = 75  # of 100: from here on a name counts as a misspelling of another
IN_WORDS = {  # what to write for each type, by the name that msgspec gives it
    "int": "a whole number",
    "float": "a number",
    "str": "a text in quotes",
    "bool": "true or false",
    "array": "a list: [ ... ]",
    "object": "a table: { ... }",
    "null": "",
}
Record = TypeVar("Record", bound=Struct)
Wanted = TypeVar("Wanted")


class BoardError(ValueError):
    """A fault in a board's file: one line, with file, table, key and remedy."""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return ' (did you mean "Bur"?)', or "" if no known word is near."""
    with IMPORTS:
        from rapidfuzz import fuzz, process  # only faults need it

    names = list(known)
    folded = [name.casefold() for name in names]
    found = process.extractOne(word.casefold(), folded, scorer=fuzz.ratio, score_cutoff=60)
    return f' (did you mean "{names[found[2]]}"?)' if found else ""


def no_province(where: str, name: str, known: Iterable[str]) -> BoardError:
    """Return the fault that *name* is not a province; *where* it is: file, table and key."""
    return BoardError(
        say("board_province_is_unknown", where=where, called=name, near=did_you_mean(name, known))
    )


def no_power(where: str, name: str, known: Iterable[str]) -> BoardError:
    """Return the fault that *name* is not a power; *where* it is: file, table and key."""
    return BoardError(say("board_power_is_unknown", where=where, called=name, near=did_you_mean(name, known)))


def record_of(type_: type[Record], row: Mapping[str, Any], where: str) -> Record:
    """Convert a row to a record; unknown keys go to its *facts*."""
    known = _keys(type_)
    facts = {key: value for key, value in row.items() if key not in known}
    if not facts:
        return converted(row, type_, where)
    for key in facts:
        refuse_misspelt_key(key, known, f"{where}, {key}", "key")
    own = {key: value for key, value in row.items() if key in known}
    return converted({**own, "facts": facts}, type_, where)


@cache
def _keys(type_: type[Struct]) -> tuple[str, ...]:
    return tuple(field for field in type_.__struct_fields__ if field != "facts")


def refuse_misspelt_key(key: str, known: tuple[str, ...], where: str, what: str) -> None:
    meant = _misspelt(key, known)
    if meant:
        raise BoardError(say("board_key_is_misspelt", where=where, what=what, key=key, meant=meant))


@lru_cache(maxsize=1024)
def _misspelt(key: str, known: tuple[str, ...]) -> str | None:
    """Return the known word that *key* nearly is; cached, because many rows have the same keys."""
    alike = [] if key in known else [word for word in known if _have_letters_in_common(key, word)]
    if not alike:
        return None
    with IMPORTS:
        from rapidfuzz import fuzz, process  # most keys have nothing in common with ours

    found = process.extractOne(key, alike, scorer=fuzz.ratio, score_cutoff=NEARLY)
    return found[0] if found else None


def _have_letters_in_common(key: str, word: str) -> bool:
    """Return whether they share as many letters as words that are NEARLY the same, in any order."""
    common = sum(min(key.count(letter), word.count(letter)) for letter in set(key))
    return 200 * common >= NEARLY * (len(key) + len(word))


def converted(value: Any, type_: type[Wanted], where: str) -> Wanted:
    """Return *value* as a *type_*. Raises BoardError, which begins with *where*."""
    try:
        return msgspec.convert(value, type_)
    except msgspec.ValidationError as fault:
        raise BoardError(f"{where}{_in_words(fault)}") from None


def _in_words(fault: msgspec.ValidationError) -> str:
    """Return ', kind: write a text in quotes' or ': between is missing', to follow the name of a table."""
    what, _, path = str(fault).partition(" - at `$")
    key = path.rstrip("`").lstrip(".")
    return f"{', ' + key if key else ''}: {_remedy(what)}"


def _remedy(what: str) -> str:
    named = re.findall(r"`(.*?)`", what)
    if what.startswith("Object missing required field"):
        return f"{named[0]} is missing; write {named[0]} = ..."
    if what.startswith("Object contains unknown field"):
        return f'no key "{named[0]}"; drop it'
    if what.startswith("Expected") and len(named) == 2 and set(named[0].split(" | ")) <= IN_WORDS.keys():
        return f"write {' or '.join(IN_WORDS[kind] for kind in named[0].split(' | ') if kind != 'null')}"
    return f"{what[:1].lower()}{what[1:]}"

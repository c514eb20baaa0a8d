"""The words for units, spells, players and places, from the data with a GM's own cards."""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from adjudicator.domination.data import FORT, Data

SHORTEST_BEGINNING = 2  # letters of an abbreviation
_TURKISH = str.maketrans("İı", "ii")  # a regular expression matches them as "i"
WALLS = (FORT, "Forts", "Fortification", "Fortifications")


class Vocabulary(NamedTuple):
    """The meaning of each word; words are in lower case with single spaces."""

    units: Mapping[str, str]
    spells: Mapping[str, str]
    colours: Mapping[str, str]
    named: Mapping[str, str]  # cities and towers of all pieces
    pieces: tuple[str, ...]
    sea: str


@lru_cache(maxsize=32)
def vocabulary(the_data: Data) -> Vocabulary:
    named = {
        name.casefold(): space
        for piece in the_data.pieces.values()
        for side in (piece.front, piece.back)
        for space, name in (*side.cities.items(), *side.towers.items())
    }
    return Vocabulary(
        units=_units(the_data),
        spells={spell.casefold(): spell for spell in the_data.spells},
        colours={colour.casefold(): colour for colour in the_data.colours},
        named=named,
        pieces=tuple(the_data.pieces),
        sea=the_data.sea.prefix,
    )


def _units(the_data: Data) -> dict[str, str]:
    """Return names, plurals, first and last words of names, unambiguous beginnings, and letters."""
    whole = {kind: _forms(kind) for kind in the_data.units} | {FORT: list(WALLS)}
    begun: dict[str, set[str]] = {}
    for kind, names in whole.items():
        for name in names:
            for length in range(SHORTEST_BEGINNING, len(name)):
                begun.setdefault(name[:length].strip().casefold(), set()).add(kind)
    words = {
        start: kind for start, kinds in begun.items() for kind in kinds if len(kinds) == 1 and len(start) > 1
    }
    words |= {name.casefold(): kind for kind, names in whole.items() for name in names}
    return words | {card.code.casefold(): card.name for card in the_data.units.values()}


def _forms(name: str) -> list[str]:
    first, *_, last = (*name.split(), name.rsplit(maxsplit=1)[-1])
    return [form for word in dict.fromkeys((name, last, first)) for form in (_plural(word), word)]


def _plural(word: str) -> str:
    return f"{word[:-1]}ies" if word.endswith("y") else f"{word}s"


def counted(kind: str, number: int) -> str:
    """Return "Knight", "3 Knights", "2 Harpies"; Militia is its own plural."""
    if number == 1:
        return kind
    return f"{number} {many(kind)}"


def many(kind: str) -> str:
    """Return "Knights", "Harpies"; Militia is its own plural."""
    return kind if not kind or kind.endswith(("ia", "s")) else _plural(kind)


def meaning(words: Mapping[str, str], text: str) -> str:
    """Return what *text* means; the grammar accepts only text that means something."""
    return words[spelt(words, text)]


def spelt(words: Mapping[str, str], text: str) -> str:
    """Return the one of *words* that *text* is a spelling of."""
    wanted = re.sub(r"\s+", " ", text.translate(_TURKISH)).casefold()
    if wanted in words:
        return wanted
    return next(word for word in words if _joined(word) == _joined(wanted))


def _joined(word: str) -> str:
    return re.sub(r"[\s-]+", "", word)


def pattern(words: Iterable[str]) -> str:
    """Return a regular expression for any of *words*, which also matches SeaSerpent and Sea-Serpent."""
    ordered = sorted(words, key=lambda word: (-len(word), word))
    return "|".join(re.escape(word).replace(r"\ ", r"[\s-]*").replace("/", r"\/") for word in ordered)

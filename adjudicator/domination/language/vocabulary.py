"""The words for units, spells, players and places, made from the data, with a GM's own cards."""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

import msgspec

from adjudicator.domination.data import FORT, Data, data

SHORTEST_BEGINNING = 2
_TURKISH = str.maketrans("İı", "ii")  # to a regular expression each is an "i"
WALLS = (FORT, "Forts", "Fortification", "Fortifications")


class Vocabulary(NamedTuple):
    """By the word in small letters with single blanks: what it means."""

    units: Mapping[str, str]
    spells: Mapping[str, str]
    colours: Mapping[str, str]
    named: Mapping[str, str]  # cities and towers, on whatever piece
    pieces: tuple[str, ...]
    sea: str


def vocabulary(the_data: Data) -> Vocabulary:
    return _vocabulary(the_data.key)


@lru_cache(maxsize=32)
def _vocabulary(key: str) -> Vocabulary:
    the_data = data(msgspec.json.decode(key))
    named = {
        name.casefold(): space
        for piece in the_data.pieces.values()
        for face in (piece.front, piece.back)
        for space, name in (*face.cities.items(), *face.towers.items())
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
    """Names, plurals, the last word of a name, beginnings that fit one unit only, and letters."""
    whole = {kind: _wholes(kind) for kind in the_data.units} | {FORT: list(WALLS)}
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


def _wholes(name: str) -> list[str]:
    first, *_, last = (*name.split(), name.rsplit(maxsplit=1)[-1])
    return [form for word in dict.fromkeys((name, last, first)) for form in (*_plurals(word), word)]


def _plurals(word: str) -> list[str]:
    return [f"{word[:-1]}ies"] if word.endswith("y") else [f"{word}s"]


def meaning(words: Mapping[str, str], said: str) -> str:
    """What *said* means; it came through the grammar, so that it means something."""
    return words[spelt(words, said)]


def spelt(words: Mapping[str, str], said: str) -> str:
    """The one of *words* that was *said*, as the list spells it."""
    wanted = re.sub(r"\s+", " ", said.translate(_TURKISH)).casefold()
    if wanted in words:
        return wanted
    return next(word for word in words if _joined(word) == _joined(wanted))


def _joined(word: str) -> str:
    return re.sub(r"[\s-]+", "", word)


def pattern(words: Iterable[str]) -> str:
    """A regular expression for any of *words*, the longest first; SeaSerpent and Sea-Serpent will do."""
    ordered = sorted(words, key=lambda word: (-len(word), word))
    return "|".join(re.escape(word).replace(r"\ ", r"[\s-]*").replace("/", r"\/") for word in ordered)

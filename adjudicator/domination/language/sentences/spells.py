"""Spells in sentences: "Fireball at Eaglecrag on Green", "the Fireball goes on Yellow in E2"."""

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from adjudicator.domination.data import Data
from adjudicator.domination.language.legality import ReadingContext
from adjudicator.domination.language.sentences.lexicon import word_tables
from adjudicator.domination.language.space_numbers import with_ids
from adjudicator.domination.language.vocabulary import pattern, vocabulary

LONGEST = 100  # characters of such a text
ON_A_PLAYER = "Fireball"
OF_UNITS = "Recall"  # which is only read in notation
_SPACE = re.compile(r"\b[a-z]\d{1,2}\b", re.IGNORECASE)
_ASKS = re.compile(
    r"\?|^\W*(?:is|are|am|should|shall|will|would|can|could|may|do|does|did|was)\b", re.IGNORECASE
)
_LETTERS = re.compile(r"[^\W_]")


def spells_in(context: ReadingContext, text: str) -> Iterator[Sequence[str]]:
    """Yield the order of a text that names one spell and one space, if all its other words are known."""
    is_order = len(text) <= LONGEST and _ASKS.search(text) is None
    found = list(_any_spell(context.data).finditer(text)) if is_order else []
    spell = vocabulary(context.data).spells[found[0][0].casefold()] if len(found) == 1 else OF_UNITS
    if spell == OF_UNITS:
        return
    rest = with_ids(context, _any_spell(context.data).sub(" ", text))
    spaces = _SPACE.findall(rest)
    rest, player = _without_player(context, _SPACE.sub(" ", rest))
    is_known = not _LETTERS.search(_any_word().sub(" ", rest.casefold()))
    if len(spaces) == 1 and is_known and (not player or spell == ON_A_PLAYER):
        yield (f"cast {spell} {spaces[0].upper()}{f' on {player}' if player else ''}",)


def _without_player(context: ReadingContext, text: str) -> tuple[str, str]:
    """Split off the player against whom a spell is cast: "on Red". In "Red: Fireball" it is who casts it."""
    found = _on_player(context.data).search(text)
    if found is None:
        return text, ""
    player = vocabulary(context.data).colours[found["who"].casefold()]
    player = vocabulary(context.data).colours[found["who"].casefold()]
    return f"{text[: found.start()]} {text[found.end() :]}", player


@lru_cache(maxsize=32)
def _any_spell(data: Data) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{pattern(vocabulary(data).spells)})\b", re.IGNORECASE)


@lru_cache(maxsize=32)
def _on_player(data: Data) -> re.Pattern[str]:
    words = word_tables()["spells"]
    return re.compile(
        rf"\b(?:{'|'.join(words['on'])}) (?:the )?(?P<who>{pattern(vocabulary(data).colours)})\b"
        rf"(?:['’]s)?(?: (?:{'|'.join(words['units'])}))?",
        re.IGNORECASE,
    )


@cache
def _any_word() -> re.Pattern[str]:
    words = "|".join(sorted(word_tables()["spells"]["words"], key=len, reverse=True))
    return re.compile(rf"(?<!\w)(?:{words})(?!\w)")


@cache
def words_of_spells() -> frozenset[str]:
    """Return each single word that may be around the name of a spell."""
    tables = word_tables()["spells"]
    return frozenset(word for key in ("words", "on", "units") for word in " ".join(tables[key]).split())

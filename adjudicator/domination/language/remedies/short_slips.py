"""Slips in short words, which are too near to others to be corrected alone: "adn", "milita an grifin"."""

import re
from functools import lru_cache

from adjudicator.domination.data import Data
from adjudicator.domination.language.sentences.lexicon import SOMEONE, lexicon
from adjudicator.domination.language.vocabulary import pattern, vocabulary

_MEANT = {
    **dict.fromkeys(("adn", "nad", "anf", "amd", "ans", "annd"), "and"),
    **dict.fromkeys(("teh", "hte", "tht", "thw", "thr"), "the"),
    **dict.fromkeys(("ot", "tto"), "to"),
    **dict.fromkeys(("fo", "fro"), "of"),
    **dict.fromkeys(("ta", "att"), "at"),
    **dict.fromkeys(("ni", "inn"), "in"),
}
_SLIP = re.compile(rf"\b(?:{'|'.join(_MEANT)})\b", re.IGNORECASE)
_TOO = re.compile(r"\b(?:to|tto|ot)\W*$", re.IGNORECASE)


def without_short_slips(text: str) -> str:
    """Return *text* with its short words as they are spelt; "to" at its end is "too"."""
    return _SLIP.sub(lambda found: _MEANT[found[0].casefold()], _TOO.sub("too", text))


def with_units_joined(data: Data, text: str) -> str:
    """Return "militia and griffin" for "militia an griffin": "an" between two units joins them."""
    return _an_between_units(data).sub(r"\1 and", text)


@lru_cache(maxsize=32)
def _an_between_units(data: Data) -> re.Pattern[str]:
    known = lexicon(data).words.items()
    others = {word for word, one in known if one.letter == "U" and one.said != SOMEONE}
    units = pattern(dict.fromkeys(word for word in {*vocabulary(data).units, *others} if len(word) > 1))
    return re.compile(rf"\b((?:{units})s?) an(?= (?:{units})s?\b)", re.IGNORECASE)

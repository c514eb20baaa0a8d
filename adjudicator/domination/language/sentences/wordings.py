"""A sentence in the wordings that the tables give, the most literal first."""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from adjudicator.core.language.rewording import Pairs, Rewording, rewordings_of
from adjudicator.domination.language.legality import ReadingContext
from adjudicator.domination.language.sentences.rewording import (
    goes_by_way_of,
    named_once,
    way_first,
)

LONGEST_PLAIN = 70  # characters of what one change of words may make an order
_PLURAL = re.compile(r"[^\W\d_]{2,}s(?: [^\W\d_]+s)? [a-z]\d{1,2}\b", re.IGNORECASE)
GOES = re.compile(r"->|-|>|\b(?:to|holds?|h)\b", re.IGNORECASE)
_PLACE = r"[^\W_][\w' -]*?"


def with_all(wording: str) -> str:
    """Return "all Knights G13 - G7" for "Knights G13 - G7": in a sentence they are all that are there."""
    return f"all {wording}" if _PLURAL.match(wording) and GOES.search(wording) else wording


def wordings(context: ReadingContext, text: str) -> Iterator[str]:
    """Yield *text* and its translations by the tables, the most literal first."""
    named = way_first(named_once(context.data, text))
    yield named
    if not goes_by_way_of(named):
        yield from _in_notation(named)


def _in_notation(text: str) -> Iterator[str]:
    if len(text) <= LONGEST_PLAIN:
        yield from map(_neat, _pairs().alone(text))
    neat = _neat(text)
    if neat != text:
        yield neat
    yield from _pairs().together(neat, _neat)


def _neat(text: str) -> str:
    return " ".join(text.split()).strip(" ,;:")


@cache
def _pairs() -> Pairs:
    return Pairs(rewordings())


def rewordings() -> Sequence[Rewording]:
    return rewordings_of("adjudicator.domination", "<space>", _PLACE)

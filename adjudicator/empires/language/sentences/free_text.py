"""Translate sentences of players into the notation of orders: "3 from Cologne to Brussels", "Offensive!".

Each word is replaced by one letter (`lexicon`), and patterns over these letters recognise the orders, so that
no word is ignored. Actions, recruits and moves have modules of their own. The result is parsed and checked
like any other order.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from adjudicator.empires.ground import ZONE_NAMES
from adjudicator.empires.language.sentences import actions_in_words, moves_in_words, recruits_in_words
from adjudicator.empires.language.sentences.actions_in_words import several_retreats
from adjudicator.empires.language.sentences.descriptions import REF, Found, Writer
from adjudicator.empires.language.sentences.lexicon import (
    is_plural,
    lexicon,
    parts_of_names,
    without_vowels,
    words_of,
)
from adjudicator.empires.language.sentences.moves_in_words import one_each, several_armies, swapped
from adjudicator.empires.language.sentences.shorthand import is_short
from adjudicator.empires.language.sentences.standing_sentences import (
    WORDS_OF_DEFEAT,
    in_preference,
    is_retreat,
    standing_order,
    words_of_standing,
)

MOST_WORDS = 40  # of an order
EVERYONE = "all"


def knows(word: str) -> bool:
    """Return whether *word*, in lower case, can be part of an order in a sentence."""
    known = lexicon().parts, parts_of_names(), words_of_standing(), WORDS_OF_DEFEAT
    return (
        any(word in words for words in known)
        or bool(ZONE_NAMES.meant(word))
        or is_short(word)
        or is_plural(word)
        or bool(without_vowels(word))
    )


def reworded(text: str) -> Iterator[Sequence[str]]:
    """Yield *text* in the notation of orders, if every word of it is understood."""
    order = in_notation(text)
    if order:
        yield (order,)
    elif several := several_retreats(text) or several_armies(text) or swapped(text) or one_each(text):
        yield several
    elif staying := several_stay(text):
        yield staying


@lru_cache(maxsize=4096)
def in_notation(text: str) -> str:
    """Return *text* in the notation of orders; "" if it is not understood."""
    if standing := standing_order(text):
        return standing
    words = words_of(in_preference(text) if is_retreat(text) else text)
    if not words or len(words) > MOST_WORDS:
        return ""
    letters = "".join(word.letter for word in words)
    for pattern, write in _patterns():
        match = pattern.fullmatch(letters)
        if match and (order := write(Found(words, match))):
            return order
    return ""


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], Writer], ...]:
    """Return all patterns in the order in which they are tried."""
    written = (*actions_in_words.PATTERNS, *recruits_in_words.PATTERNS, *moves_in_words.PATTERNS)
    return tuple((re.compile(pattern), write) for pattern, write in written)


def several_stay(text: str) -> Sequence[str]:
    """Return "Army Riga stays" for each army of "Riga, Minsk and Kiev don't move"."""
    words = words_of(text) or ()
    letters = "".join(word.letter for word in words)
    if not re.fullmatch(rf"[n&]*{REF}(?:&+{REF})+x+", letters):
        return ()
    return [f"Army {word.said} stays" for word in words if word.letter == "Z"]


def stays(text: str) -> str:
    """Return the zone of the army that stays where it is according to *text*, "all" for every army, or "".

    "Nothing else" leaves the others where they stand; it is no PASS, below which no order may stand.
    """
    words = words_of(text)
    letters = "".join(word.letter for word in words or ())
    if re.fullmatch(r"E+A*x+|[n&]*u+n*", letters):
        return EVERYONE
    if not words or not re.fullmatch(rf"[na:x]*O?{REF}x+(?:f?Z?A?)|x+O?{REF}", letters):
        return ""
    return next(word.said for word in words if word.letter == "Z")

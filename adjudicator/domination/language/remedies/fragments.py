"""Find the orders that a sentence nearly says, to ask its writer whether they were meant.

Words that are not known are corrected if one letter makes them known, and otherwise left out. What comes of
it is only suggested, never taken. A part of a sentence that denies or depends on something suggests nothing.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from adjudicator.core.languages import condition_in
from adjudicator.domination.language.grammar import bare
from adjudicator.domination.language.legality import ReadingContext
from adjudicator.domination.language.names_in_text import named_spaces
from adjudicator.domination.language.remedies.mending import corrected, known_words
from adjudicator.domination.language.remedies.short_slips import with_units_joined, without_short_slips
from adjudicator.domination.language.remedies.suggestions import corrects_itself, depends, says_another_number
from adjudicator.domination.language.sentences.prose import orders_of
from adjudicator.domination.language.sentences.prose_words import begun

MOST_FRAGMENTS = 6  # of a text that are examined
LONGEST = 300  # characters
LONGEST_RUN = 3  # fragments that may say an order together
MOST_DROPPED = 8  # unknown words of a fragment: with more of them it is about something else
_STOPS = re.compile(r"(?<=[,;:.!?)])\s+|\s+(?=\()|\s+(?=(?:and|but|while|so|und|aber|et|mais)\s)")
_JOINED = re.compile(r"^(?:and|but|while|so|und|aber|et|mais)\s", re.IGNORECASE)
_BARRED = re.compile(
    r"\b(?:not|\w+n['’]t|dont|wont|never|no|nor|nobody|none|without|except|instead|unless|if|when"
    r"|should (?:he|she|it|they)|otherwise|else|maybe|perhaps|might|could|or"
    r"|apart from|save for|au(?:ß|ss)er|bis auf|sauf|hormis|half|halves"
    r"|nicht|kein\w*|wenn|falls|sonst|oder|pas|si|sinon)\b",
    re.IGNORECASE,
)
_A_WORD = re.compile(r"[^\W\d_][\w'’]*")
_SPACE = re.compile(r"[a-z]\d{1,2}", re.IGNORECASE)
_AROUND = " ,;:.!()'’-"
_LOSSES = re.compile(r"^(?:at [^:]*: )?(?:lose|keep) ")
_OF_LOSSES = re.compile(r"\blos(?:e|ing|ses)\b|\bbefore all\b", re.IGNORECASE)
_BLANK = re.compile(r"\||(?:there|likewise|along)$")  # left to the orders above


class Fragment(NamedTuple):
    """A part of a text, and the orders that it nearly says."""

    text: str
    orders: tuple[str, ...]


def fragments(context: ReadingContext, text: str) -> list[Fragment]:
    """Return the parts of *text* with the orders they nearly say; [] if none says one."""
    if len(text) > LONGEST or corrects_itself(text):
        return []
    if whole := nearly_said(context, text):
        return [Fragment(text, whole)]
    pieces = _STOPS.split(text)
    if not 1 < len(pieces) <= MOST_FRAGMENTS:
        return []
    found: list[Fragment] = []
    at = 0
    while at < len(pieces):
        part = _longest(context, pieces[at : at + LONGEST_RUN], text)
        at += part.pieces
        one = Fragment(part.text, part.orders)
        if found and not (one.orders and found[-1].orders):
            one = Fragment(f"{found[-1].text} {one.text}", found[-1].orders or one.orders)
            found.pop()
        found.append(one)
    if (depends(text) or condition_in(text)) and not all(
        _LOSSES.search(order) for one in found for order in one.orders
    ):
        return []  # not without what they depend on
    return found if found[0].orders else []


class _Run(NamedTuple):
    """The first pieces of a text that say orders together, or the first one alone."""

    pieces: int
    text: str
    orders: tuple[str, ...]


def _longest(context: ReadingContext, pieces: Sequence[str], whole: str) -> _Run:
    """Return the longest run at the beginning of *pieces* that nearly says orders."""
    for many in range(len(pieces), 0, -1):
        text = " ".join(pieces[:many])
        if orders := _with_their_place(context, whole, nearly_said(context, text)):
            return _Run(many, text, orders)
    return _Run(1, pieces[0], ())


def says_exactly(text: str) -> bool:
    """Return whether no word of *text* denies an order, makes it depend on something or takes part of it."""
    return not (_BARRED.search(text) or says_another_number(text))


def nearly_said(context: ReadingContext, text: str) -> tuple[str, ...]:
    """Return the orders that the known words of *text* say."""
    plain = "" if not says_exactly(text) else _known_part(context, _JOINED.sub("", bare(text))).strip(_AROUND)
    orders = tuple(next(iter(orders_of(context, plain)), ())) if plain else ()
    return () if any(map(_BLANK.search, orders)) else _with_their_place(context, text, orders)


def _with_their_place(context: ReadingContext, text: str, orders: tuple[str, ...]) -> tuple[str, ...]:
    """Return *orders*; losses are of the only space that *text* names, and () if it names several."""
    if any(map(_LOSSES.match, orders)) and len(_OF_LOSSES.findall(text)) > 1:
        return ()
    if (
        not any(map(_LOSSES.match, orders))
        or orders[0].startswith("at ")
        or not (spaces := named_spaces(context, text))
    ):
        return orders
    return tuple(f"at {spaces[0]}: {order}" for order in orders) if len(spaces) == 1 else ()


def _known_part(context: ReadingContext, text: str) -> str:
    """Return *text* without unknown words; "" if there are too many of them."""
    known = known_words(context.data)
    dropped = 0

    def kept(found: re.Match[str]) -> str:
        nonlocal dropped
        word = found[0].casefold().removesuffix("'s").removesuffix("’s")
        if word in known or _SPACE.fullmatch(word):
            return found[0]
        if meant := begun(context, word) or corrected(context.data, word):
            return meant
        dropped += 1
        return ""

    spelt = without_short_slips(text.replace(" '", " "))
    plain = with_units_joined(context.data, _A_WORD.sub(kept, spelt))
    return plain if dropped <= MOST_DROPPED else ""

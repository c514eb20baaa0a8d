"""Find the conditional orders that a sentence nearly says, to ask its writer whether they were meant.

A condition of the game is about players, never about kinds of units. So "if Blue's knight is still there" is
only asked about, as "if Blue at B8": a Griffin of Blue would fulfil it as well.
"""

import re
from collections.abc import Mapping
from functools import lru_cache

from adjudicator.domination.data import Data
from adjudicator.domination.language.grammar import bare, parse_line
from adjudicator.domination.language.legality import ReadingContext
from adjudicator.domination.language.remedies.fragments import Fragment
from adjudicator.domination.language.sentences.free_text import conditional_orders
from adjudicator.domination.language.sentences.lexicon import lexicon
from adjudicator.domination.language.space_numbers import with_ids
from adjudicator.domination.language.vocabulary import vocabulary

LONGEST = 240  # characters
_WHEN = re.compile(  # the moment at which every condition is tested
    r"[, ]*\b(?:when|as|once|by the time) (?:i|we|it|my \w+) (?:\w+ )?"
    r"(?:moves?|goe?s?|arrives?|gets? there|attacks?|acts?)\b(?: there)?"
    r"|[, ]*\bat (?:that|the) (?:time|moment|end)\b|[, ]*\bwhen it comes to (?:it|that)\b",
    re.IGNORECASE,
)
_WHENEVER = re.compile(r"^(?:when(?:ever)?|as soon as|once|wenn|falls|sobald)\b", re.IGNORECASE)
_LABEL = re.compile(r"^[^\W\d_]+(?: [^\W\d_]+)?: (?=if\b)", re.IGNORECASE)
_OR_MORE = re.compile(
    r"\b(?:at least )?(?P<number>two|three|four|five|six|seven|eight|nine|ten|\d{1,2})(?: or more)?"
    r"(?= [^\W\d_]+ (?:(?:at|in|on) )?[a-z]\d)",
    re.IGNORECASE,
)
_UNLESS = re.compile(r"\bunless\b", re.IGNORECASE)
_ELSE = re.compile(
    r"\s*[.;,]\s*(?=(?:(?:and|but) )?(?:else|otherwise|if not|if (?:he|she|it|they|nobody|no one)\b))",
    re.IGNORECASE,
)
_IF_GONE = re.compile(
    r"[.;,]\s*(?:and |but )?if (?:he|she|it|they) (?:has|have|is|are)(?: already)? "
    r"(?:gone|left|away|moved(?: on| away)?)\s*[,:]?\s*(?:then )?",
    re.IGNORECASE,
)
_INSTEAD = re.compile(r"\s+instead(?=\s*[.;,!]?$)", re.IGNORECASE)


def conditional_fragments(context: ReadingContext, text: str) -> list[Fragment]:
    """Return the parts of a sentence with the conditional orders they nearly say, [] if not all is clear."""
    said = _in_plain_words(context, bare(text)) if len(text) <= LONGEST else ""
    orders = next(iter(conditional_orders(context, _UNLESS.sub("if", said))), ()) if said else ()
    if not orders or not all(parse_line(context.data, order) for order in orders):
        return []
    if _UNLESS.search(said):
        orders = (re.sub("^if (?!not )", "if not ", orders[0]), *orders[1:])
    parts = _ELSE.split(text)
    if len(parts) == len(orders):
        return [Fragment(part, (order,)) for part, order in zip(parts, orders, strict=True)]
    return [Fragment(text, tuple(orders))]


def _in_plain_words(context: ReadingContext, text: str) -> str:
    """Return *text* with spaces for names, and players for their units."""
    text = with_ids(context, text)
    text = _OR_MORE.sub(lambda found: _figure(context.data, found["number"]), _LABEL.sub("", text))
    text = _WHENEVER.sub("if", text)
    text = _INSTEAD.sub("", _IF_GONE.sub(". Otherwise ", _WHEN.sub("", text)))
    colours = vocabulary(context.data).colours
    return _units_of_players(context.data).sub(lambda found: _colour(found, colours), text)


def _figure(data: Data, word: str) -> str:
    number = lexicon(data).words.get(word.casefold())
    return number.said if number else word


def _colour(found: re.Match[str], colours: Mapping[str, str]) -> str:
    return colours.get(found["who"].casefold(), found[0])


@lru_cache(maxsize=32)
def _units_of_players(data: Data) -> re.Pattern[str]:
    """Return the pattern of "Blue's knight", "a red unit", "the Blue griffins"."""
    known = vocabulary(data)
    kinds = {word for word, one in lexicon(data).words.items() if one.letter == "U"} | {*known.units}
    words = {"unit", "units", "piece", "pieces", "army", "troops", "men", "force", "forces", "stack", *kinds}
    longest = sorted((word for word in words if len(word) > 1), key=len, reverse=True)
    return re.compile(
        rf"\b(?:(?:an?|any|the|some|that) )?(?:lone |single )?(?P<who>{'|'.join(known.colours)})(?:['’]s?)?"
        rf"(?: (?:lone|single|big|last|five|four|three|two))? (?:{'|'.join(map(re.escape, longest))})\b",
        re.IGNORECASE,
    )

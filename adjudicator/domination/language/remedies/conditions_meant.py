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
from adjudicator.domination.language.names_in_text import named_units
from adjudicator.domination.language.remedies.fragments import Fragment
from adjudicator.domination.language.sentences.conditional_orders import conditional_orders
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
_TEST = re.compile(
    r"\b(?:if|unless|when(?:ever)?|in case|should|wenn|falls|si)\b(?P<test>[^,:]*?)(?:[,:]|$)", re.IGNORECASE
)
_THERE_FIRST = re.compile(
    r"(?P<test>if (?:(?!\b[a-z]\d)[^,:])*?)\b(?:in |at )?there\b(?P<order>\s*[,:].+)", re.IGNORECASE
)
_SPACE = re.compile(r"\b[a-z]\d{1,2}\b", re.IGNORECASE)
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
    text = _with_goal_for_there(with_ids(context, text))
    text = _OR_MORE.sub(lambda found: _figure(context.data, found["number"]), _LABEL.sub("", text))
    text = _WHENEVER.sub("if", text)
    text = _INSTEAD.sub("", _IF_GONE.sub(". Otherwise ", _WHEN.sub("", text)))
    colours = {**vocabulary(context.data).colours, "my": "me", "our": "me"}
    for pattern in _units_of_players(context.data):
        text = pattern.sub(lambda found: _colour(found, colours), text)
    return text


def asks_for_a_kind(context: ReadingContext, text: str) -> bool:
    """Return whether the condition of *text* is about a kind of units: "if Blue's knight is at B8"."""
    found = _TEST.search(text)
    return found is not None and bool(named_units(context, found["test"]))


def _with_goal_for_there(text: str) -> str:
    """Return "if Green is at D2, Griffin D3 - D2" for "if Green is there, Griffin D3 - D2"."""
    found = _THERE_FIRST.match(text)
    spaces = _SPACE.findall(found["order"]) if found else []
    if found is None or len(spaces) != len(("from", "to")):
        return text
    return f"{found['test']}at {spaces[-1]}{found['order']}"


def _figure(data: Data, word: str) -> str:
    number = lexicon(data).words.get(word.casefold())
    return number.said if number else word


def _colour(found: re.Match[str], colours: Mapping[str, str]) -> str:
    who = found.groupdict().get("who") or "enemy"
    number = found.groupdict().get("number") or ""
    return f"{number}{colours.get(who.casefold(), who)}"


@lru_cache(maxsize=32)
def _units_of_players(data: Data) -> tuple[re.Pattern[str], ...]:
    """Return the patterns of "Blue's knight", "a red unit", "the wizard of Green", "Green has a dragon"."""
    known = vocabulary(data)
    kinds = {word for word, one in lexicon(data).words.items() if one.letter == "U"} | {*known.units}
    words = {"unit", "units", "piece", "pieces", "army", "troops", "men", "force", "forces", "stack", *kinds}
    longest = sorted((word for word in words if len(word) > 1), key=len, reverse=True)
    units = rf"(?:{'|'.join(map(re.escape, longest))})"
    who = rf"(?P<who>{'|'.join(known.colours)}|enemy)"
    a = r"(?:(?:an?|any|the|some|that|his|her|their) )?(?:(?:lone|single|big|last) )?"
    many = r"(?:(?:lone|single|big|last|five|four|three|two) )?"
    written = (
        rf"\b{a}{units} (?:of|from|belonging to) (?:the )?{who}\b(?: player)?",
        rf"\b{who} (?:(?:still|also) )?(?:has|keeps|owns)(?: still| got)? {a}{many}{units}"
        r"(?= (?:at|in|on)\b)",
        rf"\b{a}{who}(?:['’]s?)? {many}{units}\b",
        rf"(?<=\bif )(?P<who>my|our) {many}{units}\b(?= (?:(?:is|are|stands?|still) )*(?:at|in|on) )",
        rf"(?<=\bif )(?:(?:his|her|their|an?|any|the) )?(?P<number>\d{{1,2}} )?{units}\b"
        r"(?= (?:(?:is|are|stands?|still) )*(?:at|in|on) )",  # of a player who is not named
    )
    return tuple(re.compile(pattern, re.IGNORECASE) for pattern in written)

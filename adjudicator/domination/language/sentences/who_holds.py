"""Sentences that say that all units hold, or all of a kind: "everybody else stays", "nobody moves".

Units without an order stand anyway, but whoever writes such a line is told that it was understood.
"""

import re
from typing import NamedTuple

from adjudicator.domination.data import Data
from adjudicator.domination.language.vocabulary import vocabulary

_ALL_HOLD = re.compile(
    r"(?!.*\b(?:except|but|apart|save|without|not|außer|ausser|bis auf|sauf|excepté)\b)"
    r"(?:all|both|every(?:one|body|thing)?|(?:all |the |any |my )*(?:rest|others?|remaining)"
    r"(?: (?:ones?|twos?|threes?|four|five|six|seven|eight|nine|ten|\d{1,2}))?)"
    r"(?: (?>else\b|other\b|of (?:them|(?:my|the|our)(?: (?:army|armies|troops|units|forces))?)\b|"
    r"(?:my |the )?(?P<kind>[^\W\d_]+(?: (?:ships?|riders?|serpents?)\b)?)))*?"
    r"(?::| -)? (?:h|holds?|holding|stays?|stands?|std|remains?|waits?|sits?|bleiben|bleibt|hält|halten)"
    r"(?: (?:put|still|fast|tight|home|there|here|in (?:place|position)|where (?:it|they) (?:is|are)|at home"
    r"|stehen|back|behind|(?:like|as) (?:in|on) (?:the|your) form"
    r"|as (?:before|usual|always|ever|now|it is|they are)"
    r"|(?:as|on) (?:an? |the )?(?:guards?|garrison|reserves?)))*",
    re.IGNORECASE,
)
_ARMY = r"(?:the |my |our )?(?:whole |entire )?(?:army|armies|troops|units|men|forces|garrisons|people)"
_NONE_MOVE = re.compile(
    rf"(?:(?:(?:i|we)(?: all)?|{_ARMY}|(?:all |the )*(?:others?|rest))"
    r"(?: (?:just|simply|will|shall|should|all|both))* "
    r"(?:(?:(?:do(?:es)?|will|shall|should)? ?(?:not|n['’]t|(?<=o)nt)|won['’]?t) "
    r"(?:(?:want|wish|need|intend|plan|like) to )?(?:move|budge|stir|go anywhere|march)"
    r"|(?:am|is|are|['’]m|['’]re)(?: not|n['’]t) (?:moving|budging|going anywhere)"
    r"|(?:stays?|holds?|remains?|stands?|sits?)(?! (?:all|both)))"
    r"|(?:(?:other|all|the other|all other) (?:units|pieces|stacks): )?"
    r"(?:no|not any|zero|keine|pas de|aucun) (?:moves?|movements?|moving|züge|bewegung(?:en)?|mouvements?)"
    r"|(?:the )?others?: no moves?"
    r"|(?:(?:all|the) )*(?:rest|others?(?: units?)?) (?:(?:is|are|stays?) )?(?:like|as) (?:in|on|per)"
    r" (?:the|your) (?:order )?form)"
    r"(?: (?:(?:anyone|anybody|anything)(?: else)?|(?:any|one) (?:of (?:my|the|our) )?(?:units?|men|piece)"
    r"|put|still|home|at home|in (?:place|position)|where (?:it|they|we|i) (?:is|are|am)|everywhere|at all"
    r"|this (?:turn|time|round)|today|(?:like|as) (?:in|on) (?:the|your) form|as (?:before|usual|always|ever)"
    r"|for now|from me|for me|with (?:anyone|anybody|anything)|now|please))*",
    re.IGNORECASE,
)
_OTHERS = (  # whoever has no order
    r"(?:(?:(?:all|the|my|our|of|any|every) )*(?:rest|remainder|others?|remaining|else)"
    r"|(?:every|any)(?:one|body|thing) (?:else|not (?:mentioned|named|listed)(?: (?:above|here|so far))?))"
    r"(?: (?:of (?:the|my|our) )?(?:units?|pieces?|troops?|stacks?|ones?|army|armies|men|forces?|people))?"
)
_STANDS = (
    r"(?:holds?|stays?|remains?|stands?|waits?|sits?|rests?|does nothing|do nothing|unchanged"
    r"|as (?:it is|they are)"
    r"|(?:no|without) (?:orders?|moves?|movements?|moving|change|changes|action))"
    r"(?: (?:put|still|fast|tight|firm|home|there|here|at home|in place|idle|behind))*"
)
_OTHERS_STAND = re.compile(  # "everyone else: no orders", "no movement for the rest", "nobody else moves"
    rf"(?:and |but )?(?:(?:{_OTHERS})(?: ?[:,=-])? "
    rf"(?:(?:(?:just|simply|will|shall|should|all|get) )*)(?:{_STANDS})"
    rf"|(?:keep|leave|hold) (?:{_OTHERS})"
    r" (?:at home|home|there|alone|in place|back|put|idle|where (?:it|they) (?:is|are|stands?)"
    r"|as (?:it is|they are))"
    rf"|(?:no|without) (?:orders?|moves?|movements?|change|changes) (?:for|by|from|with|of|in) (?:{_OTHERS})"
    r"|no (?:other|further|more|additional) (?:orders?|moves?|movements?|units? (?:moves?|to move))"
    r"|(?:nobody|no ?one|none|nothing|no unit|no other unit)(?: else| of the others?)?"
    r" (?:(?:will|shall|should|is to|is going to) )?(?:moves?|budges?|stirs?|goes anywhere|leaves|marches))"
    r"(?: (?:this (?:turn|time|round)|today|for now|please|at all|anywhere|yet))*"
    r"(?:,? (?:not even|and not even|including|also not) (?:(?:the|my|our|all|both) )*"
    r"[^\W\d_]+(?: [^\W\d_]+)?(?: (?:in|at|on|from|of) [^\W_][\w']*(?: [^\W\d_]+)?)?)?",
    re.IGNORECASE,
)
_BEGINS = re.compile(r"[^\W\d_]")
_OF_ALL = frozenset(
    ("units", "unit", "pieces", "piece", "forces", "troops", "else", "others", "other", "rest")
)
PATTERNS = (_ALL_HOLD.pattern, _NONE_MOVE.pattern, _OTHERS_STAND.pattern)


_SAYS_OTHERS = re.compile(
    r"\b(?:rest|remain(?:der|ing)|others?|else|not (?:mentioned|named|listed)|further|more|additional"
    r"|übrige[nrs]?|andere[nrs]?|autres?)\b",
    re.IGNORECASE,
)


class Held(NamedTuple):
    """What a line says that holds: all units of a kind ("" for any), or the *others*, without an order."""

    kind: str
    of_others: bool


def is_of_others(text: str) -> bool:
    """Return whether what holds are the units that have no order: "the rest stays"."""
    return _SAYS_OTHERS.search(text) is not None


def who_holds(text: str, data: Data) -> str | None:
    """Return the kind of units that hold by *text* ("" for all); None if it says no such thing."""
    if _BEGINS.match(text) is None:
        return None
    found = _ALL_HOLD.fullmatch(text)
    if found is None:
        return "" if _NONE_MOVE.fullmatch(text) or _OTHERS_STAND.fullmatch(text) else None
    kind = (found["kind"] or "units").casefold()
    return "" if kind in _OF_ALL else vocabulary(data).units.get(kind)

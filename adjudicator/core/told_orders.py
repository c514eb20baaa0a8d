"""Find the lawful orders that a sentence tells in words that are not read: "our men in Rome will see Venice".

They are only suggested. A sentence tells an order if it names each of its places and has a word for what is
done.
"""

import re
from collections.abc import Callable, Iterable, Mapping

from adjudicator.core.words import clean

MOST_NAMED = 3
LONGEST = 300  # characters
SHORTEST_NAME = 3  # letters of a short name
_WORDS = re.compile(r"[^\W\d_]+")
_PARTS = re.compile(r"[^\s:,()]+")
_DONE = {  # what stands in an order, and words for it
    "-": r"to|into|towards?|moves?|go|goes|takes?|attacks?|enters?|hits?|march|marches|sails?|walks?",
    "S": r"supports?|supporting|helps?|assists?|backs?",
    "C": r"convoys?|ships?|transports?|carry|carries|ferry|ferries",
    "H": r"holds?|stays?|remains?|stands?|sits?|waits?|defends?",
    "R": r"retreats?|withdraws?|flees?|falls?|escapes?",
    "D": r"disbands?|divides?|splits?",
    "Build": r"builds?|raises?|recruits?|new|another|create|want|army|armies|fleets?|cavalry|ships?",
    "Remove": r"removes?|disbands?|destroys?|scrap|lose",
    "leads": r"leads?|leading|led",
    "with": r"with|along|accompan\w+",
    "destroys": r"destroys?|kills?|slays?",
    "embarks": r"embarks?|aboard|boards?",
    "neutralises": r"neutrali[sz]\w*",
    "M": r"merges?|joins?",
}
_PATTERNS = {sign: re.compile(rf"\b(?:{words})\b", re.IGNORECASE) for sign, words in _DONE.items()}
_PATTERNS["-"] = re.compile(rf"\b(?:{_DONE['-']})\b|-+>|\s-\s", re.IGNORECASE)
_KINDS = {  # of units, as orders name them: what a sentence calls them counts for an order
    "A": re.compile(r"\barm(?:y|ies)\b"),
    "F": re.compile(r"\b(?:fleets?|ships?|navy)\b"),
    "C": re.compile(r"\b(?:cavalry|horse\w*|riders?)\b"),
}


def told(text: str, lawful: Callable[[], Iterable[str]], names: Mapping[str, str]) -> list[str]:
    """Return up to three of the *lawful* orders that *text* tells; *names* are those of places by short ones.

    *lawful* is only called for a text that names a place and has a word for an order.
    """
    said = clean(text).casefold()
    if len(said) > LONGEST:
        return []
    words = set(_WORDS.findall(said))
    here = {short for short, full in names.items() if _is_named(short, full, said, words)}
    done = {sign for sign, pattern in _PATTERNS.items() if pattern.search(said)}
    if not here or not done:
        return []
    best: dict[str, int] = {}
    for order in lawful():
        parts = _PARTS.findall(order)
        places = {part for part in parts if part in names}
        signs = {part for part in parts if part in _PATTERNS}
        if places and signs and places <= here and signs <= done:
            kinds = sum(part in _KINDS and bool(_KINDS[part].search(said)) for part in parts)
            best[order] = len(places) + len(signs) + kinds
    most = max(best.values(), default=0)
    found = [order for order, score in best.items() if score == most]
    return found if len(found) <= MOST_NAMED else []


def _is_named(short: str, full: str, said: str, words: set[str]) -> bool:
    if len(short) >= SHORTEST_NAME and short.casefold() in words:
        return True
    return re.search(rf"\b{re.escape(clean(full).casefold())}\b", said) is not None

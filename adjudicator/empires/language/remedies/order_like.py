"""Find text that was meant as an order although it is not understood; it is refused, never ignored."""

import re
from itertools import product

from adjudicator.core.languages import is_closing, is_greeting
from adjudicator.empires.ground import TECHNOLOGY_NAMES, TRACK_NAMES, ZONE_NAMES, zone_name
from adjudicator.empires.language.grammar import plain
from adjudicator.empires.language.sentences.lexicon import heard, letters_of

LONGEST = 160  # characters of an order
MOST_WORDS = 14  # of an order without a heading
SHORTEST = 3  # letters of a name
MOST_TRIES = 6  # ways to read a word that may be several zones
_OPENS = r"act\w*|rec\w*|rcrts?|off(?:ensive)?|blds?|builds?"
_HEAD = re.compile(
    rf"(?:{_OPENS}|res(?:earch)?|dip\w*|ent\w*|miss?(?:ions)?|sos?|standing orders?|ret(?:reats?)?|gas)"
    r"\.? ?\d?\s*[:=]\s*(?P<rest>\S.*)",
    re.IGNORECASE,
)
_OPENER = re.compile(rf"(?:{_OPENS})\.? ?\d?\s*[:=]\s*(?P<rest>\S.*)", re.IGNORECASE)
_MOVE = re.compile(r"(?<![\w-])([^\W\d_]{3,})\s?(?:-+>?|=*>|\u2192|\u2013)\s?([^\W\d_]{3,})(?![\w-])")
_STANDING = re.compile(
    r"\b(?:(?:second|2nd|two) loss(?:es)?|loss(?:es)? (?:2\b|of (?:a |the )?supporters?)|canc(?:el)? air|"
    r"supporter'?s? loss|cancel air|ca (?:never|always)|"
    r"trench(?:es)? (?:always|never|save))\b",
    re.IGNORECASE,
)
_ROW = re.compile(  # "Lublin/2: Brest-Litovsk, support"
    r"(?P<zone>[^\W\d_]{3,})\s?[(/#]?\d?\)?\s*[:|].*\b(?:att?|attacks?|supp?|supports?|helps?|moves?|to)\b",
    re.IGNORECASE,
)
_SAME = re.compile(r"\b(?:same (?:for|with|at|goes for)|ditto|dito|idem|likewise|ebenso)\b", re.IGNORECASE)
_CHOICE = re.compile(  # of a list that is not understood: "2nd choice Brest-Litovsk"
    r"\b(?:choice|option|preference|failing that|failing this|or else|second best|wahl|choix|à défaut)\b",
    re.IGNORECASE,
)
_CHANGES = re.compile(  # "I would like to change to Gas"
    r"\b(?:change|switch|swap|wechs[le]+n?|tauschen?)\b.{0,40}\b(?:to|for|into|auf|zu)\b", re.IGNORECASE
)
_CHANGED = frozenset("ZXHMpolT")  # letters of what orders are about
_SAYS = re.compile(r"(?=.*Z)(?=.*[ksrqet=])")  # letters of a zone and of what an army does there
_WORD = re.compile(r"[^\W\d_][\w']*")


def is_like_an_order(text: str) -> bool:
    """Return whether a text that is not understood has the heading, the names or the sign of an order."""
    if len(text) > LONGEST or text.rstrip().endswith("?") or is_greeting(text) or is_closing(text):
        return False
    bare = plain(text)
    if (found := _HEAD.match(bare)) and _has_names(found["rest"]):
        return True
    if len(bare.split()) > MOST_WORDS:
        return False
    if (row := _ROW.match(bare)) and ZONE_NAMES.meant(row["zone"]):
        return True
    if _points_to_others(bare):
        return True
    return _names_a_move(bare) or bool(_STANDING.search(bare)) or bool(_SAYS.match(letters_of(bare)))


def _points_to_others(bare: str) -> bool:
    """Return whether it says that something is the same as, or comes in place of, what others say."""
    letters = {word.letter for word in heard(bare)}
    if _CHANGES.search(bare) and letters & _CHANGED:
        return True
    return "Z" in letters and (_SAME.search(bare) or _CHOICE.search(bare)) is not None


def opens_a_list(text: str) -> bool:
    """Return whether it is like the heading ACTIVATE, OFFENSIVE or RECRUIT with orders on its line."""
    found = _OPENER.match(plain(text)) if len(text) <= LONGEST else None
    return found is not None and _has_names(found["rest"])


def _has_names(text: str) -> bool:
    known = (ZONE_NAMES, TRACK_NAMES, TECHNOLOGY_NAMES)
    words = (word for word in _WORD.findall(text) if len(word) >= SHORTEST)
    return any(names.meant(word) for word in words for names in known)


def _names_a_move(text: str) -> bool:
    pairs = (found.groups() for found in _MOVE.finditer(text))
    return any(
        ZONE_NAMES.meant(one) and ZONE_NAMES.meant(other) and not ZONE_NAMES.meant(one + other)
        for one, other in pairs
    )


def in_full(text: str) -> list[str]:
    """Return *text* with each word that may be several zones as each of them; [] if there is none."""
    bare = plain(text)
    several = {
        word: meant
        for word in _WORD.findall(bare)
        if len(word) >= SHORTEST and len(meant := ZONE_NAMES.meant(word)) > 1
    }
    ways = list(product(*several.values()))
    if not several or len(ways) > MOST_TRIES:
        return []
    return [_replaced(bare, dict(zip(several, way, strict=True))) for way in ways]


def _replaced(text: str, zones: dict[str, str]) -> str:
    return _WORD.sub(lambda word: zone_name(zones[word[0]]) if word[0] in zones else word[0], text)

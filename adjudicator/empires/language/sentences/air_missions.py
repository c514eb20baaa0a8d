"""Write how many missions an attack spends as the notation does: "aviation (up to 2 missions)" is "air 2".

MISSIONS alone is an action (13.1), so the number must not be cut off from the aviation that it belongs to.
"""

import re

_AIR = r"(?:air(?: support| force|craft)?|aviation|(?:air)?planes|aeroplanes|flugzeugen?|luftwaffe|avions)"
_NUMBER = r"(?P<number>[1-6]|one|two|three|four|five|six|an?|eine|zwei|drei|une|deux|trois)"
_MOST = r"(?:(?:with|using|for|spending|at|of|bis|mit|the|a) )*(?:(?:most|up to|max(?:imum)?(?: of)?|zu) )?"
_MISSIONS = r"(?:missions?|missionen)"
_BEHIND = re.compile(  # "aviation, 2 missions", "air (at most two missions)"
    rf"\b{_AIR}\s*[,:(-]?\s*{_MOST}{_NUMBER} {_MISSIONS}\b\)?", re.IGNORECASE
)
_BEFORE = re.compile(  # "..., spending up to 2 missions on aviation", "and 1 air mission"
    r"\s*[,;(]?\s*(?:and |und |et )?(?:(?:spend(?:s|ing)?|us(?:e|es|ing)|with|for|plus|it|i|we) )*"
    rf"{_MOST}{_NUMBER} "
    rf"(?:{_MISSIONS} (?:on|for|of|into|auf|für|pour) (?:the |my )?{_AIR}|air {_MISSIONS})\b\)?",
    re.IGNORECASE,
)
_TANKS = re.compile(
    rf"\b(tanks?|panzern?|chars)\s*[,:(-]?\s*{_MOST}{_NUMBER} {_MISSIONS}\b\)?", re.IGNORECASE
)
_ATTACKS = re.compile(
    r"\b(?:att?|atks?|attac\w*|attaqu\w*|assault\w*|greif\w*|angreif\w*|with|x)\b", re.IGNORECASE
)
_CANCELS = re.compile(r"\bcanc(?:el)?\b", re.IGNORECASE)
_MAY_BE = re.compile(rf"\b{_MISSIONS}\b", re.IGNORECASE)
_NUMBERS = dict.fromkeys(("a", "an", "one", "eine", "une"), 1)
_NUMBERS |= {
    "two": 2,
    "zwei": 2,
    "deux": 2,
    "three": 3,
    "drei": 3,
    "trois": 3,
    "four": 4,
    "five": 5,
    "six": 6,
}


def with_air_missions(text: str) -> str:
    """Return *text* with the missions of an attack as "air 2" behind it; a standing order is left alone."""
    if not _MAY_BE.search(text) or _CANCELS.search(text) or not _ATTACKS.search(text):
        return text
    return _TANKS.sub(r"\1", _BEFORE.sub(_air, _BEHIND.sub(_air, text)))


def _air(found: re.Match[str]) -> str:
    word = found["number"].casefold()
    before = "" if found.re is _BEHIND else " "
    return f"{before}air {_NUMBERS.get(word, word)}"

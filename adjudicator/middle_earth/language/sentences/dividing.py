"""Translate how players divide a stack into notation: "3A Gorgoroth: two to Udun, the other holds"."""

import re
from collections.abc import Iterator
from typing import NamedTuple

NUMBERS = {"one": 1, "a": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
MOST_SHARES = 5
_NUMBER_WORDS = re.compile(r"\b(two|three|four|five|six)\b(?= (?:arm|fleet|cavalr))", re.IGNORECASE)
_DIVIDES = (
    r"(?:(?:(?:is|are|gets?|shall|will|must|should|to|be) )*"
    r"(?:divided?|divides|splits?|parts?|separates?)(?: up)?(?: (?:in|into) (?:two|2|parts|two parts))?|d)\b"
)
_VERB_FIRST = re.compile(  # "Split the 2 armies in Anorien: one to Eastfold, one holds"
    r"^(?:split|divide|separate)s?(?: up)? (?=(?:(?:the|my|our) )*\d)", re.IGNORECASE
)
_STACK = re.compile(
    r"(?:the |my |our )?(?P<count>\d+) ?(?P<kind>[acf]|arm(?:y|ies)|cavalry|fleets?) (?:in |at )?"
    rf"(?P<place>[^\W\d_][\w' .-]*?)(?=\s*:|\s*,?\s*\b{_DIVIDES})\s*[:,]?\s*(?:{_DIVIDES}\s*[:,]?\s*)?"
    r"(?P<shares>.+)",
    re.IGNORECASE,
)
_WITHOUT_COUNT = re.compile(  # "Anorien: one army to Minas Tirith, one stays"
    rf"(?:from )?(?P<place>[^\W\d_][\w' .-]*?)\s*(?::|\s-+|,?\s{_DIVIDES}\s*[:,]?)\s*"
    rf"(?:(?:the |they )?(?:pair|two|stack|double)? ?{_DIVIDES}\s*[:,]?\s*)?"
    r"(?P<shares>(?:\d+|one|two|three|four|five|six) ?(?P<kind>arm(?:y|ies)|cavalry|fleets?|[acf]\b).+)",
    re.IGNORECASE,
)
_STACK_BEHIND = re.compile(  # "Barad-dûr: the two armies part, one to Ered Lithui, one to Gorgoroth"
    r"(?P<place>[^\W\d_][\w' .-]*?)\s*[:,]\s*(?:the |my |our )?(?P<count>\d+) "
    rf"(?P<kind>arm(?:y|ies)|fleets?|cavalry)(?: there)?,? {_DIVIDES}\s*[:,]?\s*(?P<shares>.+)",
    re.IGNORECASE,
)
_NUMBER = r"\d+|an?|one|two|three|four|five|six"
_KIND = r"arm(?:y|ies)|cavalry|fleets?|[acf]\b"
_REST = r"the (?:others?|rest|remaining|second|third|fourth|fifth|last)\b"
_SOME_OF = re.compile(  # "one of the two armies in Anorien goes to Eastfold, the other stays"
    rf"(?P<some>{_NUMBER}) (?:out )?of (?:the|my|our) (?:(?P<count>\d+) ?)?(?P<kind>{_KIND}) "
    rf"(?:in|at|from) (?:the )?(?P<does>.+?),? (?:and |while )*(?P<rest>(?:{_REST}|(?:{_NUMBER})\b).*)",
    re.IGNORECASE,
)
_ONE_AND_THE_OTHER = re.compile(  # "one army from Anorien to Eastfold, the other to Minas Tirith"
    rf"(?P<some>{_NUMBER}) ?(?P<kind>{_KIND}) (?:in|at|from) (?:the )?(?P<does>.+?),? (?:and |while )*"
    rf"(?P<rest>(?:{_REST}|(?:{_NUMBER})\b).*)",
    re.IGNORECASE,
)
_OF_THE_STACK = re.compile(  # "Of the 3 armies in Anorien, two go to Eastfold and one holds"
    r"(?:(?:(?:out )?of|from|among|split|divide|separate) (?:(?:the|my|our|all) )*|(?:the |my |our )?(?=\d))"
    rf"(?:(?P<count>\d+) ?)?(?P<kind>{_KIND}) (?:in |at |from )?(?:the )?(?P<place>[^\W\d_][\w' .-]*?)"
    rf"(?: up)?\s*[,:]?\s+(?P<shares>(?:{_NUMBER})\b.+)",
    re.IGNORECASE,
)
_THE_STACK = re.compile(  # "The armies in Anorien: two to Eastfold, one holds"
    rf"(?:the |my |our )(?P<kind>armies|fleets) (?:in|at|from) (?:the )?(?P<place>[^\W\d_][\w' .-]*?)"
    rf"\s*[,:]\s*(?P<shares>(?:{_NUMBER})\b.+)",
    re.IGNORECASE,
)
_SINGLE = ("one", "1", "a", "an")
_THE_OTHER = re.compile(r"the other(?: one)?(?! (?:one|two|three|four|five|six)\b) ", re.IGNORECASE)
_PLACE_AND_REST = re.compile(
    r"(?P<place>[^\W\d_][\w' .-]*?) "
    r"(?P<does>(?:moves?|go(?:es)?|marche?s?|holds?|stays?|remains?|to|into|->?)\b.*|-.*)",
    re.IGNORECASE,
)
_BETWEEN = re.compile(r"\s*(?:[,;]\s*(?:and\s+)?|\sand\s)\s*", re.IGNORECASE)
_SHARE = re.compile(
    r"(?:(?P<count>\d+|one|two|three|four|five|six|a)(?: of them)? ?"
    r"|(?P<rest>the (?:(?:other|remaining) (?P<left>one|two|three|four|five|six)"
    r"|others?|rest|remaining(?: \w+)?)"
    r"|(?:the )?(?P<single>second|third|fourth|fifth|last)) ?)"
    r"(?:[acf]\b|arm(?:y|ies)|cavalry|fleets?|ones?\b)?\s*"
    r"(?:to (?=(?:go|move|march|hold|stay|remain|wait)\b))?"
    r"(?:(?P<holds>(?:holds?|stays?|remains?|waits?|h)\b.*)"
    r"|(?:(?:(?:moves?|go(?:es)?|marches|march|comes?(?: in| on)?) )?(?:to|into)\b|[-=]*>|-"
    r"|(?:moves?|go(?:es)?)"
    r"|(?:attacks?|enters?|takes?|hits?)\b)\s*(?:the )?(?P<to>.+))",
    re.IGNORECASE,
)


class _Share(NamedTuple):
    number: int  # 0 for the rest
    left: int  # the number that is given for the rest; 0 for none
    to: str  # "" if it holds


def numbers_in_digits(text: str) -> str:
    """Return *text* with the numbers of units in digits: "two armies"."""
    return _NUMBER_WORDS.sub(lambda word: str(NUMBERS[word[0].casefold()]), text)


def divided(text: str) -> Iterator[str]:
    """Yield the order that divides a stack, if *text* says how all of it is divided."""
    found = _STACK.fullmatch(_stack_first(_VERB_FIRST.sub("", numbers_in_digits(text))))
    shares = [_share(part) for part in _BETWEEN.split(found["shares"])] if found else []
    if found is None or not 1 < len(shares) <= MOST_SHARES or None in shares:
        return
    known = [share for share in shares if share is not None]
    left = int(found["count"]) - sum(share.number for share in known)
    if left < 0 or sum(not share.number for share in known) > 1:
        return
    if any(share.left not in (0, left) for share in known):
        return
    kind, place = found["kind"][0].upper(), found["place"].strip()
    parts = ", ".join(_part(share.number or left, kind, place, share.to) for share in known)
    yield f"{found['count']}{kind} {place} D : {parts}"


def _stack_first(text: str) -> str:
    """Return *text* with the size of the stack in front, if it is the sum of what the text says of it."""
    if found := _SOME_OF.fullmatch(text):
        return _of_place(found["count"] or "", found) or text
    if found := _ONE_AND_THE_OTHER.fullmatch(text):
        is_pair = found["some"].casefold() in _SINGLE and _THE_OTHER.match(found["rest"]) is not None
        return _of_place("2" if is_pair else "", found) or text
    if found := _STACK_BEHIND.fullmatch(text):
        return f"{found['count']} {found['kind']} {found['place']}: {found['shares']}"
    if found := _OF_THE_STACK.fullmatch(text):
        return _whole(found["count"] or "", found["kind"], found["place"], found["shares"]) or text
    found = _THE_STACK.fullmatch(text) or _WITHOUT_COUNT.fullmatch(text)
    return (_whole("", found["kind"], found["place"], found["shares"]) or text) if found else text


def _whole(count: str, kind: str, place: str, shares: str) -> str:
    """Return the stack and its shares; "" if its size is neither said nor the sum of the shares."""
    size = count or _sum(shares)
    return f"{size} {kind} {place}: {shares}" if size else ""


def _sum(shares: str) -> str:
    """Return the number of units in all *shares*; "" if one of them does not say how many."""
    known = [_share(part) for part in _BETWEEN.split(shares)]
    if not all(share is not None and (share.number or share.left) for share in known):
        return ""
    return str(sum(share.number or share.left for share in known if share is not None))


def _of_place(count: str, found: re.Match[str]) -> str:
    """Return the stack and its shares; "" if the first share does not begin with a place."""
    does = _PLACE_AND_REST.fullmatch(found["does"])
    if does is None:
        return ""
    return _whole(count, found["kind"], does["place"], f"{found['some']} {does['does']}, {found['rest']}")


def _share(text: str) -> _Share | None:
    found = _SHARE.fullmatch(text.strip())
    if found is None:
        return None
    word = (found["count"] or "").casefold()
    count = NUMBERS.get(word) or int(word or 0)
    left = NUMBERS.get((found["left"] or "").casefold(), 0)
    return _Share(count or int(found["single"] is not None), left, (found["to"] or "").strip())


def _part(count: int, kind: str, place: str, to: str) -> str:
    number = str(count) if count > 1 else ""
    return f"{number}{kind} {place} - {to}" if to else f"{number}{kind} {place} H"

"""Parse sentences about the order, the unit or the place right above them, or about a word of an order."""

import re
from collections.abc import Sequence

from adjudicator.core.language.necessary import Guarded

UNIT_THERE = re.compile(  # "Venice has to be safe, so the army there stays put"
    r"(?:(?:so|and|then|therefore|hence|now|thus),? )*(?:the|my|our) "
    r"(?:(?P<kind>army|fleet|cavalry)|unit|garrison) "
    r"(?:(?:which|that) is )?there (?P<does>[^\W\d_].{2,60})",
    re.IGNORECASE,
)
_CONVOYS_IT = Guarded(  # "(BLA convoys)", "the Channel and MAO carry it across"
    r"(?:(?:and|with) )?(?:(?:the|my|both) )*(?P<unit>[^,;:]{2,40}?) "
    r"(?:(?:will|shall|should|both) )*(?:convoys?|conv|c|carry|carries|ships?|ferry|ferries|transports?)"
    r"(?: (?:it|that|this|him|her|that army|the army)(?: (?:over|across|there))?)?\.?",
)
_OPEN_CONVOY = re.compile(r".{2,40}? (?:convoys?|convoying|conv|c)\.?", re.IGNORECASE)
_TAKES_ITS_PLACE = Guarded(
    r"(?:(?:and|then|so|while|with) )*(?:(?:the|my) )?(?P<unit>.{2,40}?) (?:(?:then|will|shall|should|now) )*"
    r"(?:(?:takes?|taking|fills?|filling)(?: up)?"
    r"|(?:moves?|steps?|comes?|goes|slips?)(?: (?:up|in|over))* (?:in)?to)"
    r" (?:its|his|her|their|that) (?:old |former )?(?:place|post|position|spot)",
)
_HAS_IT_DO = Guarded(  # "and move it to Picardy", "let it hold", "keep it where it is"
    r"(?:(?:and|but|then|instead|rather|please|better),? )*(?:"
    r"(?:move|send|bring|march|sail|shift|order|redirect|let|have)s? (?:it|him|her|them)"
    r"(?: (?:go|move|march|sail|back|over|up|down|instead|rather))* (?:to|into) (?:the )?"
    r"(?P<to>[^,;:]{2,40}?)"
    r"|(?P<holds>(?:keep|leave)s? (?:it|him|her|them) (?:there|put|at home|in place"
    r"|where (?:it|he|she|they) (?:is|are)))"
    r"|(?:(?:let|have|make) (?:it|him|her|them)|(?:it|he|she|they)(?: (?:will|shall|should|must))?)"
    r" (?:(?:just|simply|rather) )*(?P<does>[^,;:]{3,60}?))"
    r"(?: (?:instead|rather|then))?",
)
_STARRED = re.compile(  # "A Ruh - Bek *Bel (damn autocorrect)"
    r"(?P<order>.{3,100}?)[ ,(]+\*(?P<right>[^\W\d_]{3,20})\b\*?"
    r"(?P<remark>(?:[ ,!.)(]+[^\W\d_]+){0,4})[ ,!.)]*"
)
MOST_WORDS_STARRED = 12  # of an order, one of which is corrected
_BETWEEN_ITEMS = re.compile(r"\s*[,;]\s*(?:and\s+)?|\s+(?:and|&|\+)\s+", re.IGNORECASE)
MOST_ITEMS = 4  # in brackets after an order
_NAMES = re.compile(r"[^\W\d_][\w'’-]*")


def convoying(text: str) -> Sequence[str]:
    """Return the fleets of "MAO and ENG convoy it"; () if *text* says something else."""
    found = _CONVOYS_IT.fullmatch(text)
    return _BETWEEN_ITEMS.split(found["unit"]) if found else ()


def is_open_convoy(text: str) -> bool:
    """Return whether *text* is a convoy without its army: "F ION convoys"."""
    return _OPEN_CONVOY.fullmatch(text.strip()) is not None


def successor(text: str) -> str:
    """Return the unit of "Portugal takes its place"; "" if *text* says something else."""
    found = _TAKES_ITS_PLACE.fullmatch(text)
    return found["unit"] if found else ""


def done_instead(text: str) -> str:
    """Return what a unit does by "and move it to Picardy"; "" if *text* says something else."""
    found = _HAS_IT_DO.fullmatch(text)
    if found is None:
        return ""
    return f"- {found['to']}" if found["to"] else "H" if found["holds"] else found["does"]


def items_of(text: str) -> Sequence[str]:
    """Return the items of "BLA convoys, Ser sup"; () if there are too many."""
    items = _BETWEEN_ITEMS.split(text, MOST_ITEMS)
    return items if len(items) <= MOST_ITEMS else ()


def with_starred(text: str) -> tuple[Sequence[str], str]:
    """Return "A Ruh - Bek *Bel" with each word in turn replaced by the last, and the remark after it."""
    found = _STARRED.fullmatch(text)
    words = dict.fromkeys(one for one in _NAMES.findall(found["order"]) if len(one) > 1) if found else {}
    if found is None or len(words) > MOST_WORDS_STARRED:
        return (), ""
    corrected = (re.sub(rf"\b{re.escape(one)}\b", found["right"], found["order"]) for one in words)
    return tuple(corrected), found["remark"]

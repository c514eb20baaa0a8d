"""Keep an attack and its support together, wherever the support is.

"Cologne to Brussels, attack. The other army backs it up." is one order, in the next sentence, on the next
line or in the next row.
"""

import re
from collections.abc import Sequence

from adjudicator.core.language.words import clean
from adjudicator.empires.language.sentences import free_text
from adjudicator.empires.language.sentences.lexicon import heard

MOST_JOINED = 24  # supports of a message that are tried at the order before them
LONGEST = 160  # characters of an attack with its support
HELPS = (
    r"(?:supp?|supp?s|supports?|supporting|supporters?|supported|helps?|helping|assists?|assisting|"
    r"backs?(?= (?:it|him|this|that|them|up)\b)|backing|back-?up|"
    r"joins?(?= in\b| it\b| (?:the|this|that) attack)|gives? a hand|lends? a hand|unterst[uü]tz(?:t|en|ung)?|"
    r"souti(?:ent|ennent|en)|soutenue?s?|appu(?:ie|ient|y[ée]e?s?)|aid[ée]e?s?)"
)
SUPPORT = re.compile(rf"(?<!\w){HELPS}(?!\w)", re.IGNORECASE)
_ALONG = re.compile(  # "Kamenets goes along and supports that one"
    r"\b(?:goes|go|comes|come|moves|move|marches|follows|joins|tags|rides)"
    r"(?: (?:along|there|too|as well|with (?:it|him|them|her)|behind))+,? (?:and (?:also )?|to )"
    rf"(?={HELPS}(?!\w))",
    re.IGNORECASE,
)
_IN_SUPPORT = re.compile(  # "with Kamenets following in support"
    r"\b(?:following|going along|coming along|coming too|tagging along|moving along|joining)"
    r"(?: (?:it|him|them))? (?:in|as|for|to) support\b",
    re.IGNORECASE,
)
_THAT_ONE = re.compile(  # "supports that one"
    rf"(?P<helps>(?<!\w){HELPS}) (?:that|this|the|its|his)(?: (?:first|second|last|same|army['’]s))? "
    r"(?:one|attack|assault|army)(?=\s*(?:$|[,;.!)]))",
    re.IGNORECASE,
)
_STOP = re.compile(r"[.;!]\s+|\s*\((?=[^()]*\)\W*$)")
_DENIED = re.compile(
    r"\b(?:no|not|none|never|without|nobody|nothing|if|unless|maybe|perhaps)\b|n't\b", re.IGNORECASE
)
_ENDS = " .;,!)"
_OPEN = re.compile(
    rf"(?<!\w){HELPS}(?!\w).* (?:and|plus|\+|&|und|et)\s*$", re.IGNORECASE
)  # a supporter must follow
_MORE = re.compile(
    rf"(?:also|too)? ?(.{{3,40}}?) (?:also |too )?{HELPS}(?: too| also| as well)?", re.IGNORECASE
)


_OF_WHOM = re.compile(  # "Lemberg supports Czernowitz", "Lemberg helps the attack on Lutsk"
    rf"(?P<who>.+?)(?: \((?:stays?|holds?)\))? (?P<helps>{HELPS}) (?:(?:the|its|his) )?"
    r"(?:(?P<attack>attack(?:s|ing)? (?:of|on|from|by|against) )|army (?:of|in|at|from) )?"
    r"(?:the )?(?P<whom>[^\W\d_][\w'-]+(?: [^\W\d_][\w'-]+)?)(?: army)?",
    re.IGNORECASE,
)


def supports_joined(lines: Sequence[str]) -> Sequence[str]:
    """Return *lines* with a support in a sentence of its own joined to the attack before it."""
    joined, left = [_in_short(line) if SUPPORT.search(line) else line for line in lines], MOST_JOINED
    for at, line in enumerate(joined):
        if left < 1 or not SUPPORT.search(line):
            continue
        left -= 1
        joined[at] = _within(joined[at])
        above = next((one for one in range(at - 1, max(at - 3, -1), -1) if joined[one].strip()), -1)
        if above >= 0:
            joined[above], joined[at] = _across(joined[above], joined[at])
    return joined


def _in_short(line: str) -> str:
    """Return "Kamenets supports" for "Kamenets goes along and supports that one": supporters go along."""
    return _THAT_ONE.sub(r"\g<helps>", _IN_SUPPORT.sub("in support", _ALONG.sub("", line)))


def _within(line: str) -> str:
    """Return "Metz attacks Nancy, the other helps" for "Metz attacks Nancy. The other helps"."""
    start = 0
    stops = list(_STOP.finditer(line))[:MOST_JOINED]
    for stop, after in zip(stops, (*(one.start() for one in stops[1:]), len(line)), strict=False):
        support = line[stop.end() : after]
        if SUPPORT.search(support) and (whole := _whole(line[start : stop.start()], support)):
            return f"{line[:start]}{whole}{line[after:].lstrip(_ENDS) and line[after:]}"
        start = stop.end()
    return line


def _across(above: str, line: str) -> tuple[str, str]:
    """Return two lines, with the support that begins the second, or is wrapped into it, on the first."""
    first, stop, rest = _first_sentence(clean(line))
    if not SUPPORT.search(first):
        return above, line
    cut = max((one.end() for one in _STOP.finditer(above)), default=0)
    if whole := _whole(above[cut:], first):
        return f"{above[:cut]}{whole}", rest
    before = list(_STOP.finditer(above))
    if not before:
        return above, line
    begin = before[-2].end() if len(before) > 1 else 0
    if whole := _whole(above[begin : before[-1].start()], f"{above[cut:].strip()} {first}"):
        return f"{above[:begin]}{whole}{stop.strip()}", rest
    return above, line


def _first_sentence(line: str) -> tuple[str, str, str]:
    found = _STOP.search(line)
    return (line[: found.start()], found[0], line[found.end() :]) if found else (line, "", "")


def _whole(attack: str, support: str) -> str:
    """Return an attack with the support after it, "" if they are not read as one."""
    more = _MORE.fullmatch(support.strip(_ENDS))
    if more and _OPEN.search(attack) and not _DENIED.search(support):
        text = f"{attack.strip()} {more[1]}"
        return text if len(text) <= LONGEST and " with " in free_text.in_notation(text) else ""
    support = _without_whom(support.strip(_ENDS + "-*").strip(), attack)
    text = f"{attack.strip().rstrip(_ENDS)}, {support}"
    if len(text) > LONGEST or _DENIED.search(support) or " with " in free_text.in_notation(attack):
        return ""
    return text if " with " in free_text.in_notation(text) else ""


def _without_whom(support: str, attack: str) -> str:
    """Return "Lemberg supports" for "Lemberg supports Czernowitz" beside the attack from there."""
    found = _OF_WHOM.fullmatch(support)
    named = heard(found["whom"]) if found else ()
    zones = [word for word in heard(attack) if word.letter == "Z"]
    meant = zones if found and found["attack"] else zones[:1]
    return f"{found['who']} {found['helps']}" if found and len(named) == 1 and named[0] in meant else support

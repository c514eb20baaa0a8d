"""Put a sentence that takes an order back on its own: "Drop the missions, research Gas instead" is two.

A mail program may break the line inside it, and then what is taken back would stand on the next line as an
order: "Drop the", "missions".
"""

import re
from collections.abc import Sequence

MOST = 20  # sentences of a message that are set apart
LONGEST = 400  # characters of a line that is examined
_VERBS = (
    r"(?:cancel|scrap|scratch|drop|skip|undo|forget|ignore|withdraw|revoke|retract|delete|strike|call off"
    r"|take back|leave out|cross out|streiche|vergiss|oublie[zr]?|annule[rz]?)"
)
_LEAD = (
    r"(?:(?:and|but|so|oh|no|please|sorry|ok(?:ay)?|well|wait|then|also|actually|on second thoughts?"
    r"|(?:can|could|would) you|i(?:['’]ll| will| want to| would like to)?|we|let['’]?s)[, ]+)*"
)
_BEGINS = rf"(?:^|(?<=[.!?;]\s))\W*{_LEAD}{_VERBS}(?: about)?\b"
_ARTICLES = r"(?: (?:the|my|our|that|this|these|those|all|die|den|das|la|le|les))*"
_MAY = re.compile(
    rf"{_VERBS}|\b(?:instead|place|stead)\b|\b(?:leave|take|in (?:its|their))\s*$", re.IGNORECASE
)
_OPEN = re.compile(rf"(?P<open>{_BEGINS}{_ARTICLES})\s*$", re.IGNORECASE)
_RUNS_ON = re.compile(  # "I have slept on it: please drop"
    r"(?:^|(?<=[.!?;]\s))(?P<open>[^.!?;]*?(?<!not )(?<!n['’]t )(?<!never )"
    r"\b(?:cancel|scrap|scratch|drop|skip|undo|forget(?: about)?|ignore|revoke|retract|delete|call off"
    rf"|take back|leave(?: out)?|cross out|withdraw|streiche|annule[rz]?){_ARTICLES})\s*$",
    re.IGNORECASE,
)
_GOES_ON = re.compile(  # the line below it: "the diplomacy", "out the missions", not "Lemberg alone"
    r"\s*(?:(?:out|off) )?(?:(?:the|my|our|that|this|these|those|all|die|den|das|la|le|les)\b"
    r"|(?:missions?|research|diplomacy|recruit|reinforce|entrench|trench|activat|attack|gas\b|orders?\b|offensive))",
    re.IGNORECASE,
)
_IN_ITS_PLACE = re.compile(  # "Instead of it I activate"
    r"(?P<begins>(?:^|(?<=[.!?;,]\s))\W*)(?:(?:instead|in place) of (?:it|that|this|them|these|those)"
    r"|in (?:its|their|his) (?:place|stead))\b,?(?=\s+\w)",
    re.IGNORECASE,
)
_TAKES_BACK = re.compile(
    rf"\b{_VERBS}(?: about)? (?:the|my|our|that|this|those|die|den|das|la|le|les)\b", re.IGNORECASE
)
_HALF_OF_IT = re.compile(
    r"(?:^|(?<=[.!?;,]\s))(?P<open>\W*(?:instead|instead of|in place of|in (?:its|their)))\s*$",
    re.IGNORECASE,
)
_SKIP = re.compile(  # "skip" alone is PASS
    rf"(?P<lead>(?:^|(?<=[.!?;]\s))\W*{_LEAD})skip(?= (?:the|my|our|that|this|those)\b)", re.IGNORECASE
)
_ACTION = (
    r"(?:research|recruit|reinforce|entrench|dig|diplomacy|missions?|activate|army|offensive|gas|build|push|full"
    r"|reduced|move|take|put|forsche|rekrutiere)\b"
)
_ORDER_BEHIND = re.compile(  # not in "Cancel the missions, research and diplomacy"
    rf"(?P<back>{_BEGINS}{_ARTICLES} [^,;:.!?]{{3,60}}?)(?:,\s+(?:and\s+)?|\s+and\s+)"
    r"(?P<order>(?:(?:please|then|but|rather|i|we|i['’]ll|i will|i want to|let['’]?s|make it)\s+)+"
    rf"{_ACTION}|{_ACTION}(?=[^.!?;]*\b(?:instead|stattdessen|à la place)\b))",
    re.IGNORECASE,
)


def retractions_apart(lines: Sequence[str]) -> Sequence[str]:
    """Return *lines*; what takes an order back is a whole sentence that ends before the next order."""
    found, left = list(lines), MOST
    for at, line in enumerate(lines):
        if left < 1 or len(line) > LONGEST or not _MAY.search(line):
            continue
        left -= 1
        if at + 1 < len(found) and found[at + 1].strip() and (is_open := _open_at_end(found, at)):
            found[at + 1] = f"{is_open['open'].strip()} {found[at + 1].strip()}"
            found[at] = found[at][: is_open.start()].rstrip()
    return [
        _with_stop(line, found[at - 1] if at else "") if len(line) <= LONGEST and _MAY.search(line) else line
        for at, line in enumerate(found)
    ]


def _open_at_end(lines: Sequence[str], at: int) -> re.Match[str] | None:
    """Return the end of line *at* that is the beginning of a sentence which goes on below."""
    line, below = lines[at], lines[at + 1]
    runs_on = _RUNS_ON.search(line) if _GOES_ON.match(below) else None
    half = _HALF_OF_IT.search(line) if below.lstrip()[:1].islower() else None
    return _OPEN.search(line) or runs_on or half


def _with_stop(line: str, above: str) -> str:
    """Return *line*; "instead of it" is left out after what takes something back, as it says no more."""
    if found := _IN_ITS_PLACE.search(line):
        is_said = _TAKES_BACK.search(line[: found.start()] or above[-LONGEST:])
        line = _IN_ITS_PLACE.sub(r"\g<begins>" if is_said else r"\g<begins>Instead", line, count=1)
    return _ORDER_BEHIND.sub(r"\g<back>. \g<order>", _SKIP.sub(r"\g<lead>Drop", line), count=1)

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
_MAY = re.compile(_VERBS, re.IGNORECASE)
_OPEN = re.compile(rf"(?P<open>{_BEGINS}{_ARTICLES})\s*$", re.IGNORECASE)
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
        below = found[at + 1] if at + 1 < len(found) else ""
        if (is_open := _OPEN.search(found[at])) and below.strip():
            found[at + 1] = f"{is_open['open'].strip()} {below.strip()}"
            found[at] = found[at][: is_open.start()].rstrip()
    return [_with_stop(line) if len(line) <= LONGEST and _MAY.search(line) else line for line in found]


def _with_stop(line: str) -> str:
    return _ORDER_BEHIND.sub(r"\g<back>. \g<order>", _SKIP.sub(r"\g<lead>Drop", line), count=1)

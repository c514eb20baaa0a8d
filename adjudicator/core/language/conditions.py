"""Read conditions in orders: "IF A Mun is dislodged THEN A Mun R Boh ELSE ...", "IF Warsaw is ours: ...".

This module finds the parts of a line and the kinds of conditions. The caller decides what the names in a
condition mean and whether it holds: it gets each possible reading and takes the first whose names it knows.
"""

import re
from collections.abc import Iterator, Mapping
from itertools import islice

from msgspec import Struct

ELSE = r"[\s,;.]+(?:else|otherwise)\b[\s,:]*"  # between the two orders of a line
_BEGINS = re.compile(r"\W*if\s+", re.IGNORECASE)
_STOP = re.compile(r"\s*[,:]?\s+then\b\W*|\s*[,:]\W*", re.IGNORECASE)  # between a condition and its order
_ORDER = re.compile(rf"(?P<order>.+?)(?:{ELSE}(?P<otherwise>.+))?", re.IGNORECASE)
_AND = re.compile(r"\s*,?\s+and\s+(?:if\s+)?", re.IGNORECASE)
_IS = r"(?:is|was|gets|got|has\s+been|have\s+been|are|were|will\s+be)\s+(?P<no>not\s+)?"
_DOES = r"(?:(?:do|does|did|has|have)\s+)?(?P<no>not\s+)?"
_HAVE = (
    r"(?P<verb>hold|holds|held|have|has|had|own|owns|control|controls|keep|keeps|kept"
    r"|take|takes|took|lose|loses|lost)"
)
GONE = r"dislodged|destroyed|eliminated|driven\s+out|beaten|gone"
_UNIT = r"(?:my\s+|the\s+)?(?P<unit>.+?)"
_FAILED = rf"(?:(?:{_IS})?(?:bounced|stood\s+off)|bounces|fails?|failed)"
KINDS: Mapping[str, re.Pattern[str]] = {
    name: re.compile(pattern, re.IGNORECASE)
    for name, pattern in {
        "dislodged": rf"{_UNIT}\s+{_IS}(?:{GONE})",
        "fails": rf"{_UNIT}\s+{_FAILED}",
        "succeeds": rf"{_UNIT}\s+{_DOES}(?:succeeds?|succeeded|gets?\s+through|got\s+through)",
        "free": r"(?P<place>.+?)\s+(?:is|was)\s+(?P<no>not\s+)?(?P<how>empty|free|vacant|occupied)",
        "owned": r"(?P<place>.+?)\s+(?:is|are|was)\s+(?P<no>not\s+)?(?P<who>.+?)(?:['\u2019]s?)?",
        "owns": rf"(?P<who>.+?)\s+{_DOES}{_HAVE}\s+(?P<place>.+)",
    }.items()
}
_CONTRACTED = re.compile(r"(?<=[a-z])n['\u2019]t\b", re.IGNORECASE)  # "isn't"
MOST_LETTERS = 400  # of a line
MOST_SPLITS = 6  # ways to separate a condition from its order that are tried
LOSING = ("lose", "loses", "lost")


class Conditional(Struct, frozen=True):
    """A line with a condition; *otherwise* is the ELSE part, "" for none."""

    conditions: tuple[str, ...]
    order: str
    otherwise: str = ""


class Asked(Struct, frozen=True):
    """One way to read a condition. *parts* are its words by name; *is_denied* if the opposite must hold."""

    kind: str
    parts: Mapping[str, str]
    is_denied: bool


def conditional(line: str) -> Conditional | None:
    """Return the parts of a line that begins with IF; None for any other."""
    return next(splits(line), None)


def begins(line: str) -> bool:
    """Return whether a line begins with IF."""
    return _BEGINS.match(line) is not None


def splits(line: str) -> Iterator[Conditional]:
    """Yield each way to separate the condition of a line from its order, the shortest condition first."""
    text = line.strip()
    beginning = _BEGINS.match(text)
    if beginning is None or len(text) >= MOST_LETTERS:
        return
    start = beginning.end()
    for stop in islice(_STOP.finditer(text, start + 1), MOST_SPLITS):
        if found := _ORDER.fullmatch(text, stop.end()):
            conditions = listed(text[start : stop.start()])
            yield Conditional(conditions, found["order"].strip(), (found["otherwise"] or "").strip())


def listed(words: str) -> tuple[str, ...]:
    """Split conditions joined by AND."""
    return tuple(_AND.split(words.strip()))


def readings(words: str, kinds: Mapping[str, re.Pattern[str]] = KINDS) -> Iterator[Asked]:
    """Yield each possible reading of a condition, in the order of *kinds*; a group `no` is for "not"."""
    plain = _CONTRACTED.sub(" not", bare(words))
    for name, pattern in kinds.items():
        if found := pattern.fullmatch(plain):
            parts = {part: value for part, value in found.groupdict().items() if value is not None}
            is_denied = parts.pop("no", None) is not None
            yield Asked(name, parts, is_denied ^ (parts.get("verb", "").lower() in LOSING))


def bare(words: str) -> str:
    """Return a condition without the punctuation around it."""
    return words.strip(" .,:;()")

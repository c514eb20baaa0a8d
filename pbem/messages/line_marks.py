"""The marks that mail programs put on a line: quote signs, separators, introductions.

Lines are examined several times, also together with the lines around them. Each sign is searched for once, so
that the patterns go over any message only once.
"""

import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Generic, TypeVar

from pbem.messages.quote_phrases import ATTRIBUTION_START, FOOTER, LIST_FOOTER, ROLE_OF, WROTE

LONGEST_SIGN = 30  # characters of a date, or of "somebody wrote", over two lines
LONGEST_ENDING = 24

_QUOTE = re.compile(
    r" *(?:>|[A-Z]{2}>(?: |$))| {0,3}\|(?: (?![^\n]{0,200}\| *$)|$)"
)  # not a row of a table, | A | Par |, nor one whose first cell is empty, far from the margin
_BAR = re.compile(r"\|")
_RULE_OF_TABLE = re.compile(r"(?=.*[-=])[-=+| ]{5,}")
FEWEST_BARS = 2  # of a row
_ROLE = re.compile(r"[*_ ]{0,3}([^\W\d_](?:[\w .'’/-]{0,24}\w)?)[*_ ]{0,2}[:：]([*_ ]|$)")
# A year alone is not a date here: players write about 1902.
_DATED = re.compile(
    r"\d{1,2}[:.h]\d{2}|\d{1,2}[./-] ?\d{1,2}[./-] ?\d{2}|\d{1,2}\D{1,20}\d{4}|\d{4}\s?\D{1,3}\s?\d{1,2}"
)
_MAILED = re.compile(r"@[\w.-]|<mailto:")
_YEAR = re.compile(r"\b(19|20)\d\d\b")
# Words that no signature contains: below bare dashes they are the writer's own.
_SPOKEN = re.compile(
    r" - |->|\b(holds?|supports?|builds?|retreats?)\b| [SHC] "
    r"|^ *(press|end|ready|wait|clear|status|vote|away)\b",
    re.IGNORECASE,
)


Sign = TypeVar("Sign")


class _Once(Generic[Sign]):
    """Like `functools.cached_property`, whose lock in Python 3.11 takes longer than most of these checks."""

    def __init__(self, look: "Callable[[MarkedLine], Sign]") -> None:
        self._look = look

    def __get__(self, line: "MarkedLine", _kind: type) -> Sign:
        found = line.__dict__[self._look.__name__] = self._look(line)
        return found


def marked_lines(texts: Sequence[str]) -> list["MarkedLine"]:
    """Return the lines; a row whose first cell is empty is no quotation if its bars are below others."""
    lines = [MarkedLine(text, below) for text, below in pairwise((*texts, ""))]
    columns: set[int] = set()
    for line in lines:
        if line.text.count("|") < FEWEST_BARS:
            columns = columns if columns and _RULE_OF_TABLE.fullmatch(line.text) else set()
            continue
        bars = [found.start() for found in _BAR.finditer(line.text)]
        if line.text.lstrip().startswith("|"):
            line.is_row = columns.issuperset(bars)
        else:
            columns = set(bars)
    return lines


class MarkedLine:
    """A line of at most LONGEST_LINE characters, and the one below it."""

    is_row = False  # of a table

    def __init__(self, text: str, below: str) -> None:
        self.text = text
        self.bare = text.strip()
        self._below = below

    @_Once
    def is_quoted(self) -> bool:
        return not self.is_row and _QUOTE.match(self.text) is not None

    @_Once
    def role(self) -> str:
        """Return which header of a quoted message the line is, as in HEADER_ROLES; "" if none."""
        found = _ROLE.match(self.text)
        return ROLE_OF.get(found.group(1).lower(), "") if found else ""

    @_Once
    def is_dated(self) -> bool:
        return _DATED.search(self.bare) is not None

    @_Once
    def is_mailed(self) -> bool:
        return _MAILED.search(self.bare) is not None

    @_Once
    def says_wrote(self) -> bool:
        return WROTE.search(self.bare) is not None

    @_Once
    def says_year(self) -> bool:
        return _YEAR.search(self.bare) is not None

    @_Once
    def is_dated_with_next(self) -> bool:
        """Return whether a date begins here and ends on the line below."""
        return _DATED.search(self._seam) is not None

    @_Once
    def says_wrote_with_next(self) -> bool:
        return WROTE.search(self._seam) is not None

    @_Once
    def begins_attribution(self) -> bool:
        return ATTRIBUTION_START.match(self.bare) is not None

    @_Once
    def ends_attribution(self) -> bool:
        return self.bare.endswith((":", ">", "：")) or _ends_in_wrote(self.bare)

    @_Once
    def is_of_footer(self) -> bool:
        return FOOTER.search(self.text) is not None

    @_Once
    def is_of_list_footer(self) -> bool:
        return LIST_FOOTER.search(self.text) is not None

    @_Once
    def is_spoken(self) -> bool:
        return _SPOKEN.search(self.text) is not None

    @_Once
    def _seam(self) -> str:
        return f"{self.bare[-LONGEST_SIGN:]} {self._below[:LONGEST_SIGN]}"


def _ends_in_wrote(bare: str) -> bool:
    ending = bare[-LONGEST_ENDING:]
    if not WROTE.search(ending):
        return False
    *_, last = WROTE.finditer(ending)
    return not ending[last.end() :].strip(" .:：-")

"""Find tables whose columns are only lined up with blanks, by the heads of their columns."""

import re
from collections.abc import Sequence

from adjudicator.core.languages import counts_rows, says_nothing

LONGEST_ROW = 200  # characters
_RULE = re.compile(r"[\s|+=-]+")  # below the head
_COUNTED = re.compile(r"^\|?\s*(?P<number>\d{1,2})[.)]?\s*\|\s*")
_GAP = re.compile(r"(?<=\S)(?: {2,}|\s*\t\s*)(?=\S)")


def with_lines(lines: Sequence[str]) -> list[str]:
    """Return the lines; the rows of a table "Unit    Order" are written with lines between their columns.

    A first column that only counts them becomes the number of an item: "2. A East Emnet | hold".
    """
    found = list(lines)
    head = ""  # of the table that the line is in
    for at, line in enumerate(found):
        if head and _RULE.fullmatch(line):
            continue
        row = _row(line) if len(line) <= LONGEST_ROW else ""
        head = row if row and says_nothing(row) else head if row else ""
        if head and "|" not in line:
            found[at] = row
        if head and head != row and counts_rows(head):
            found[at] = _COUNTED.sub(r"\g<number>. ", row).rstrip("| ")
    return found


def _row(line: str) -> str:
    """Return the line with its columns set apart; "" if it has none."""
    text = line.strip()
    if "|" in text:
        return text
    return _GAP.sub(" | ", text) if _GAP.search(text) else ""

"""Find tables whose columns are only lined up with blanks, by the heads of their columns."""

import re
from collections.abc import Sequence

from adjudicator.core.languages import says_nothing

LONGEST_ROW = 200  # characters
_GAP = re.compile(r"(?<=\S)(?: {2,}|\s*\t\s*)(?=\S)")


def with_lines(lines: Sequence[str]) -> list[str]:
    """Return the lines; the rows of a table "Unit    Order" are written with lines between their columns."""
    found = list(lines)
    is_table = False
    for at, line in enumerate(found):
        row = _row(line) if len(line) <= LONGEST_ROW else ""
        is_table = bool(row) and (is_table or says_nothing(row))
        if is_table:
            found[at] = row
    return found


def _row(line: str) -> str:
    """Return the line with its columns set apart; "" if it has none."""
    text = line.strip()
    return _GAP.sub(" | ", text) if "|" not in text and _GAP.search(text) else ""

"""Find tables whose columns are only aligned with spaces, by the headings of their columns."""

import re
from collections.abc import Mapping, Sequence

from adjudicator.core.languages import counts_rows, says_nothing

LONGEST_ROW = 200  # characters
_RULE = re.compile(r"[\s|+=-]+")  # below the head
_COUNTED = re.compile(r"^\|?\s*(?P<number>\d{1,2})[.)]?\s*\|\s*")
_GAP = re.compile(r"(?<=\S)(?: {2,}|\s*\t\s*)(?=\S)")


def with_lines(lines: Sequence[str]) -> list[str]:
    """Return the lines; the columns of a table "Unit    Order" are separated by "|".

    A first column that only numbers the rows becomes the number of an item: "2. A East Emnet | hold".
    """
    found = list(lines)
    table: dict[int, str] = {}  # the rows of the table that the line is in, by their lines
    head = ""
    for at, line in enumerate(found):
        if head and _RULE.fullmatch(line):
            continue
        row = _row(line) if len(line) <= LONGEST_ROW else ""
        if row and head and not says_nothing(row):
            table[at] = row
            continue
        _write(found, table, head)
        table, head = {}, row if row and says_nothing(row) else ""
        if head and "|" not in line:
            found[at] = head
    _write(found, table, head)
    return found


def _write(lines: list[str], table: Mapping[int, str], head: str) -> None:
    """Write the rows of a table, once it has ended, into *lines*."""
    counted = [_COUNTED.match(row) for row in table.values()] if counts_rows(head) else []
    numbers = [int(one["number"]) for one in counted if one]
    is_counted = bool(numbers) and numbers == list(range(1, len(counted) + 1))  # else they may count units
    for at, row in table.items():
        if is_counted:
            lines[at] = _COUNTED.sub(r"\g<number>. ", row).rstrip("| ")
        elif "|" not in lines[at]:
            lines[at] = row


def _row(line: str) -> str:
    """Return the line with its columns separated by "|"; "" if it has none."""
    text = line.strip()
    if "|" in text:
        return text
    return _GAP.sub(" | ", text) if _GAP.search(text) else ""

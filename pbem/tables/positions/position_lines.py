"""The lines in which a position is written: `units.France = ["A Par", "F Bre"]`, as in rule cases.

POSITION ALL shows them, and CORRECT and NEW TABLE read them again, also after a mail program has wrapped them
or has made their quotation marks curly.
"""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pbem.core.text_layout import WIDTH

BARE = re.compile(r"[\w-]+", re.ASCII)  # a key that needs no quotes in TOML
CURLY = str.maketrans(dict.fromkeys("\u201c\u201d\u201e\u201f", '"'))
QUOTE = re.compile(r'(?<!\\)"')
HANG = "    "


def key_of(name: str) -> str:
    """Return *name* as a TOML key."""
    return name if BARE.fullmatch(name) else json.dumps(name, ensure_ascii=False)


def as_lines(facts: Mapping[str, Any], above: str = "") -> list[str]:
    """Return a line for each value of a description; a long list goes on below, between two items."""
    found: list[str] = []
    for key, value in facts.items():
        name = f"{above}{key_of(key)}"
        if isinstance(value, Mapping):
            found += as_lines(value, f"{name}.")
        elif isinstance(value, list):
            found += _rows(f"{name} = [", [json.dumps(one, ensure_ascii=False) for one in value])
        elif value is not None:
            found.append(f"{name} = {json.dumps(value, ensure_ascii=False)}")
    return found


def _rows(start: str, items: Sequence[str]) -> Iterator[str]:
    row = start
    for place, item in enumerate(items):
        end = "," if place < len(items) - 1 else "]"
        gap = "" if row.endswith("[") or row == HANG else " "
        if row not in (start, HANG) and len(row) + len(gap) + len(item) + len(end) > WIDTH:
            yield row
            row, gap = HANG, ""
        row += f"{gap}{item}{end}"
    yield row if items else f"{row}]"


def read_lines(text: str) -> dict[str, Any]:
    """Return the values of such lines. Raises TOMLDecodeError."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        mended = _mended(text.translate(CURLY))
        if mended == text:
            raise
        return tomllib.loads(mended)


def unreadable_row(text: str) -> str:
    """Return the first row that cannot be read, as it was written; "" if each can be read alone."""
    row = ""
    for line in _mended(text.translate(CURLY)).splitlines():
        row = f"{row} {line.strip()}".strip()
        try:
            tomllib.loads(row)
        except tomllib.TOMLDecodeError:
            if row.count("[") <= row.count("]"):
                return row
        else:
            row = ""
    return row


def _mended(text: str) -> str:
    """Return *text* with the rows joined that were wrapped within a name or before a value."""
    rows: list[str] = []
    is_open = False
    for line in text.splitlines():
        if is_open:
            rows[-1] = f"{rows[-1].rstrip()} {line.strip()}"
        else:
            rows.append(line)
        row = rows[-1].rstrip()
        is_open = '"""' not in row and (row.endswith("=") or len(QUOTE.findall(row)) % 2 == 1)
    return "\n".join(rows)

"""Apply to a stored position the difference between two others that are less complete.

Rows that a game numbers (the armies of Empires) have other numbers in a position that was made from a
description. They are matched by what else they say, and only rows that are new get new numbers.
"""

from collections.abc import Mapping
from typing import Any

NEXT_ID = "next_id"  # key of a position whose rows begin with numbers: the number of the next row


def patched(now: Any, before: Any, after: Any) -> Any:
    """Return *now*, changed as *before* was to *after*."""
    if before == after:
        return now
    if isinstance(now, dict) and isinstance(before, dict) and isinstance(after, dict):
        if NEXT_ID in now:
            before, after = _renumbered(now, before), _renumbered(now, after)
        stored = {key: value for key, value in now.items() if key in after or key not in before}
        changes = {key: patched(now.get(key), before.get(key), value) for key, value in after.items()}
        changed = {key: value for key, value in changes.items() if before.get(key) != after[key]}
        return {**stored, **changed}
    if isinstance(now, list) and isinstance(before, list) and isinstance(after, list):
        return _patched_list(now, before, after)
    return after


def _patched_list(now: list[Any], before: list[Any], after: list[Any]) -> list[Any]:
    """Return *now* without removed and with added items; *after* if nothing else differs."""
    if now == before:
        return after
    gone, come = (
        [item for item in before if item not in after],
        [item for item in after if item not in before],
    )
    return [*(item for item in now if item not in gone), *come]


def _renumbered(now: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    """Return *other* with the numbers that its rows have in *now*, and new ones for its other rows."""
    next_id = now[NEXT_ID]
    rows: dict[str, Any] = {}
    for key, value in other.items():
        if _is_numbered(value) and _is_numbered(now.get(key, [])):
            left = [*now.get(key, [])]
            rows[key] = []
            for row in value:
                same = next((one for one in left if one[1:] == row[1:]), None)
                if same is not None:
                    left.remove(same)
                rows[key].append([next_id, *row[1:]] if same is None else same)
                next_id += same is None
    return {**other, **rows, NEXT_ID: next_id}


def _is_numbered(value: Any) -> bool:
    """Return whether it is a list of rows that each begin with a number of their own."""
    if not isinstance(value, list) or not all(isinstance(row, list) and row for row in value):
        return False
    numbers = [row[0] for row in value]
    return all(type(number) is int for number in numbers) and len(set(numbers)) == len(numbers)

"""Parameters and examples of which `make test` takes only some; `make thorough` takes the others."""

import os
from collections import defaultdict
from collections.abc import Iterable, Sequence
from zlib import crc32

import pytest

TIMES = int(os.environ.get("TIMES", "1"))  # how many times as many examples `make thorough` draws


def examples(few: int) -> int:
    """Return how many examples are drawn where `make test` draws *few*."""
    return few * TIMES


def every(step: int, values: Iterable[object]) -> list[object]:
    """Return *values* as parameters; the first and each *step*-th after it belong to `make test`."""
    return every_row(step, ((value,) for value in values))


def every_row(step: int, rows: Iterable[Sequence[object]]) -> list[object]:
    """Return *rows*, each with the values of several parameters, as `every` does."""
    return [
        pytest.param(*row, marks=() if number % step == 0 else pytest.mark.thorough)
        for number, row in enumerate(rows)
    ]


WHOLE = ("tests/rules/test_cases.py",)  # each is a clause
STEP = 5


def leave_to_thorough(items: Iterable[pytest.Item]) -> None:
    """Of each test with at least `STEP` parameters leave all but each `STEP`-th to `make thorough`.

    Tests begin with different ones, so that each game and each kind of mail is met in many of them.
    """
    tests: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        name, bracket, _ = item.nodeid.partition("[")
        if bracket and not name.startswith(WHOLE) and not item.get_closest_marker("thorough"):
            tests[name].append(item)
    for name, each in tests.items():
        if len(each) >= STEP:
            first = crc32(name.encode()) % STEP
            for number, item in enumerate(each):
                if number % STEP != first:
                    item.add_marker(pytest.mark.thorough)

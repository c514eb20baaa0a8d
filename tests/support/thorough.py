"""Choose the parameters and examples that `make test` runs; `make thorough` runs the others."""

import os
from collections import defaultdict
from collections.abc import Iterable, Sequence
from zlib import crc32

import pytest

TIMES = int(os.environ.get("TIMES", "1"))  # how many times as many examples `make thorough` draws


def examples(few: int) -> int:
    """Return how many examples to draw: *few*, or a multiple of it in `make thorough`."""
    return few * TIMES


def every(step: int, values: Iterable[object]) -> list[object]:
    """Return *values* as parameters; only the first and each *step*-th after it are run by `make test`."""
    return every_row(step, ((value,) for value in values))


def every_row(step: int, rows: Iterable[Sequence[object]]) -> list[object]:
    """Do the same as `every` for *rows*, each of which has the values of several parameters."""
    return [
        pytest.param(*row, marks=() if number % step == 0 else pytest.mark.thorough)
        for number, row in enumerate(rows)
    ]


WHOLE = ("tests/rules/test_cases.py",)  # `make test` runs all of these, because each case shows a clause
STEP = 5


def leave_to_thorough(items: Iterable[pytest.Item]) -> None:
    """Mark, for each test with at least `STEP` parameters, all but each `STEP`-th parameter as thorough.

    Tests begin at different parameters, so that `make test` runs many tests of each game and kind of mail.
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

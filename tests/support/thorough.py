"""Of what `make test` takes some: parameters, of which `make thorough` takes the others, and examples."""

import os
from collections.abc import Iterable, Sequence

import pytest

TIMES = int(os.environ.get("TIMES", "1"))  # what `make test` tries is tried so many times


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

"""Of what `make test` takes some: parameters, of which `make thorough` takes the others, and examples."""

import os
from collections.abc import Iterable

import pytest

TIMES = int(os.environ.get("TIMES", "1"))  # what `make test` tries is tried so many times


def examples(few: int) -> int:
    """Return how many examples are drawn where `make test` draws *few*."""
    return few * TIMES


def every(step: int, values: Iterable[object]) -> list[object]:
    """Return *values* as parameters; the first and each *step*-th after it belong to `make test`."""
    return [value if number % step == 0 else _for_thorough(value) for number, value in enumerate(values)]


def _for_thorough(value: object) -> object:
    several = value if isinstance(value, tuple) else (value,)
    return pytest.param(*several, marks=pytest.mark.thorough)

"""Parameters of a test of which `make test` takes some, and `make thorough` all the others."""

from collections.abc import Iterable

import pytest


def every(step: int, values: Iterable[object]) -> list[object]:
    """Return *values* as parameters; the first and each *step*-th after it belong to `make test`."""
    return [
        value if number % step == 0 else pytest.param(value, marks=pytest.mark.thorough)
        for number, value in enumerate(values)
    ]

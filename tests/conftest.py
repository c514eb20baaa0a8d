"""Fixtures for every test, and how hypothesis draws its examples."""

import gc
import os
from collections.abc import Sequence

import pytest
import structlog
from hypothesis import HealthCheck, settings

pytest_plugins = ["tests.support.table", "tests.support.postgres", "tests.support.wheel"]

# By default a traceback has the values of all variables, which takes seconds on a busy machine.
structlog.configure(
    processors=[
        *structlog.get_config()["processors"][:-1],
        structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback),
    ]
)

# On a build machine the same examples every time, so that a failure can be reproduced; by hand new ones.
# There is no deadline for an example: the machine may be busy.
settings.register_profile("by hand", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("build", settings.get_profile("by hand"), derandomize=True, database=None)
settings.load_profile("build" if os.environ.get("CI") else "by hand")

# Long ones start first, so that no worker is left with one at the end.
LONGEST = (
    "test_xiii_games",
    "test_crash",
    "test_xiii_secrecy",
    "test_demo",
    "test_players_desk",
    "test_backup",
    "test_gamemaster",
    "test_hardbop_games",
    "test_hardbop_secrecy",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: _place(item.path.stem, LONGEST))


def pytest_collection_finish() -> None:
    """Exempt the collected tests from garbage collection, and collect less often.

    With the default thresholds an eighth of a random game's time was garbage collection.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


def _place(name: str, longest: Sequence[str]) -> int:
    return longest.index(name) if name in longest else len(longest)

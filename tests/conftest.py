"""Fixtures for every test, and how hypothesis draws its examples."""

import gc
import os
from collections.abc import Sequence

import pytest
import structlog
from hypothesis import HealthCheck, settings

pytest_plugins = ["tests.support.table", "tests.support.postgres", "tests.support.wheel"]

# With the values of all variables, as it is by default, an error takes seconds to be told on a busy machine.
structlog.configure(
    processors=[
        *structlog.get_config()["processors"][:-1],
        structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback),
    ]
)

# On a build machine the same examples every time, so that a red build can be looked into; by hand new ones.
# How long one takes says nothing: the machine may be busy, or stand still.
settings.register_profile("by hand", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("build", settings.get_profile("by hand"), derandomize=True, database=None)
settings.load_profile("build" if os.environ.get("CI") else "by hand")

# Long ones begin first, so that no worker is left with one when the others have nothing more to do.
LONGEST = (
    "test_xiii_games",
    "test_crash",
    "test_xiii_secrecy",
    "test_demo",
    "test_player_commands",
    "test_backup",
    "test_gamemaster",
    "test_hardbop_games",
    "test_hardbop_secrecy",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: _place(item.path.stem, LONGEST))


def pytest_collection_finish() -> None:
    """Thousands of tests stay in memory all the time: they need not be looked through for garbage.

    Nor what tests make every seven hundred objects: an eighth of a random game's time was that.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


def _place(name: str, longest: Sequence[str]) -> int:
    return longest.index(name) if name in longest else len(longest)

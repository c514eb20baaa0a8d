"""Fixtures for every test, and how hypothesis draws its examples."""

import gc
import os
from collections.abc import Sequence
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest
import structlog
from hypothesis import HealthCheck, settings

from tests.support.thorough import leave_to_thorough

pytest_plugins = [
    "tests.support.table",
    "tests.support.chromium",
    "tests.support.postgres",
    "tests.support.play.war",
    "tests.support.wheel",
]

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
    "test_player_commands",
    "test_backup",
    "test_gamemaster",
    "test_hardbop_games",
    "test_hardbop_secrecy",
)


def pytest_configure() -> None:
    """Refuse to test compiled modules of the rules that are older than the sources."""
    rules = Path(__file__).parents[1] / "adjudicator"
    compiled = [file.stat().st_mtime for file in rules.rglob(f"*{EXTENSION_SUFFIXES[0]}")]
    if compiled and min(compiled) < max(file.stat().st_mtime for file in rules.rglob("*.py")):
        raise pytest.UsageError(
            "The compiled modules of the rules are older than their sources, and Python would import them. "
            "Run `make uncompiled` to delete them or `make compiled` to compile them again."
        )


@pytest.hookimpl(tryfirst=True)  # before those that the command line leaves out are taken away
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not any(".py" in argument for argument in config.args):  # a file that is named is run whole
        leave_to_thorough(items)
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

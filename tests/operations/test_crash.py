"""The short form of `make crash`: a real process, real SMTP, a few kills."""

from pathlib import Path

import pytest

from tests.endurance import crash


@pytest.mark.thorough
def test_killed_a_few_times_nothing_is_lost_and_nothing_done_twice(tmp_path: Path) -> None:
    ended = crash.play("sqlite+smtp", tmp_path, kills=3, seed=2)
    assert sum(ended.killed.values()) == 3
    assert ended.turns >= 2

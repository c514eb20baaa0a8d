"""A short crash test (`make crash` is the long one): a real process, real SMTP, a few kills."""

from pathlib import Path

import pytest

from tests.endurance import crash


@pytest.mark.thorough
def test_nothing_is_lost_or_done_twice_by_a_service_that_is_killed_a_few_times(tmp_path: Path) -> None:
    ended = crash.play("sqlite+smtp", tmp_path, kills=3, seed=2)
    assert sum(ended.killed.values()) == 3
    assert ended.turns >= 2

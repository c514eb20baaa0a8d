"""The short form of `make crash`: a real process, real SMTP, a few kills."""

from pathlib import Path

from tests import crash


def test_killed_a_few_times_nothing_is_lost_and_nothing_done_twice(tmp_path: Path) -> None:
    killed = crash.play(f"sqlite:///{tmp_path / 'pbem.sqlite'}", tmp_path, kills=3, seed=2)
    assert killed.total() == 3

"""The deadlines of a turn that is played in parts, as arithmetic."""

from datetime import UTC, datetime, timedelta

import pytest

from pbem.core.deadlines import read_pace
from pbem.core.part_deadlines import after_rest, of_rest, turn_deadline
from pbem.reports.deadline_reasons import why

START = datetime(2026, 3, 2, 12, tzinfo=UTC)
PAUSE = timedelta(hours=24)


def _at(hours: float) -> datetime:
    return START + timedelta(hours=hours)


@pytest.mark.parametrize(
    ("run", "same", "expected"),
    [
        (1, 72, 72),  # early: the same deadline
        (60, 72, 84),  # late: at least the time for the rest
        (72, 72, 96),
    ],
)
def test_the_rest_is_due_with_the_turn(run: int, same: int, expected: int) -> None:
    deadline = of_rest(_at(run), "Russia", read_pace("72h"), PAUSE, _at(same))
    assert deadline.due_utc == _at(expected)
    assert turn_deadline(deadline.why) == _at(same)


def test_a_fast_pace_leaves_less_time_for_the_rest() -> None:
    assert of_rest(_at(24), "Russia", read_pace("24h; grace 2h"), PAUSE, _at(24)).due_utc == _at(36)
    assert of_rest(_at(24), "Russia", read_pace("24h; grace 2h"), PAUSE, _at(24)).final_utc == _at(38)
    assert of_rest(_at(24), "Russia", read_pace("24h"), PAUSE, None).due_utc == _at(36)
    daily = read_pace("1d 12:00 UTC")
    assert of_rest(_at(24), "Russia", daily, PAUSE, _at(24)).due_utc == _at(48)


@pytest.mark.parametrize(
    ("run", "pace", "expected"),
    [
        (60, "72h", 132),  # before the deadline at 72: nothing to take back
        (84, "72h", 144),  # counted from 72
        (96, "72h", 144),
        (120, "72h", 156),  # half is left
        (96, "48h", 120),
        (102, "48h", 126),
        (96, "every Sunday 12:00 UTC", 144),
    ],
)
def test_the_next_turn_is_counted_from_the_deadline_of_the_whole_turn(
    run: int, pace: str, expected: int
) -> None:
    assert after_rest(_at(run), "Russia", read_pace(pace), _at(72)).due_utc == _at(expected)


@pytest.mark.parametrize(("late", "told"), [(timedelta(seconds=2), False), (timedelta(hours=12), True)])
def test_a_turn_run_right_after_its_deadline_was_not_delayed_by_the_rest(late: timedelta, told: bool) -> None:
    [reason] = after_rest(_at(72) + late, "Russia", read_pace("72h"), _at(72)).why
    assert ("came later" in why([reason], "UTC", None)) is told

"""Dates are written in one way, with names and forms that a host can change."""

from datetime import UTC, date, datetime
from pathlib import Path

from pbem.core.dates.moments import MomentContext, as_written, read_moment
from pbem.core.sentences import sentence
from pbem.core.templating import long_day, short_day, when, when_here, when_soon

FRIDAY = datetime(2026, 12, 4, 20, 0, tzinfo=UTC)
NEW_YORK = "America/New_York"


def test_a_date_is_written_for_its_zone() -> None:
    assert (short_day(date(2026, 12, 4)), long_day(FRIDAY)) == ("Fri 4 Dec", "Fri 4 Dec 2026")
    assert when(FRIDAY, "Europe/London") == "Fri 4 Dec 2026, 20:00 GMT"
    assert when_soon(FRIDAY, FRIDAY, NEW_YORK) == "Fri 15:00"
    assert when_soon(datetime(2026, 11, 4, tzinfo=UTC), FRIDAY, "UTC") == "Fri 4 Dec 20:00"


def test_utc_is_added_where_it_differs() -> None:
    assert when_here(FRIDAY, "Europe/London") == "Fri 4 Dec 2026, 20:00 GMT"
    assert when_here(FRIDAY, NEW_YORK) == "Fri 4 Dec 2026, 15:00 EST (20:00 UTC)"
    assert when_here(FRIDAY, "Asia/Tokyo") == "Sat 5 Dec 2026, 05:00 JST (Fri 20:00 UTC)"


def test_a_host_can_change_names_and_forms(tmp_path: Path) -> None:
    (tmp_path / "dates.txt").write_text(
        "{% block weekdays %}Mo Di Mi Do Fr Sa So{% endblock %}"
        "{% block when %}{{ weekday }} {{ day }}.12., {{ hour }}.{{ minute }} Uhr{% endblock %}"
    )
    assert when(FRIDAY, "UTC", tmp_path) == "Fr 4.12., 20.00 Uhr"
    assert long_day(FRIDAY, tmp_path) == "Fr 4 Dec 2026"
    moved = sentence("clock", "paused", table="std1", left="1 hour", until=FRIDAY, due=FRIDAY, zone="UTC")
    assert "Fr 4.12., 20.00 Uhr" in moved.words(tmp_path)


def test_the_days_of_an_absence_are_written_in_the_words_of_the_host(tmp_path: Path) -> None:
    (tmp_path / "dates.txt").write_text("{% block long_day %}{{ day }}.{{ month }}{% endblock %}")
    away = sentence("absences", "away", first=FRIDAY.date(), last=FRIDAY.date())
    assert away.words(tmp_path) == "You are away from 4.Dec to 4.Dec."


def test_a_date_that_a_gm_is_asked_to_write_is_read() -> None:
    written = as_written(FRIDAY, "UTC")
    assert written == "4 Dec 20:00"
    assert read_moment(written, MomentContext("UTC", datetime(2026, 11, 30, tzinfo=UTC), FRIDAY)) == FRIDAY

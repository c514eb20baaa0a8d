"""EXTEND in everyday words, and rest days for only some phases."""

from datetime import UTC, datetime

import pytest

from pbem.core.dates.moments import MomentContext, read_moment
from pbem.core.deadlines import Pace, due, read_pace, read_rest
from pbem.core.sentences import Unusable
from tests.support.gamemaster import gm, gm_asks
from tests.support.table import MONDAY, Table, text_of

DUE = datetime(2026, 11, 26, 9, 0, tzinfo=UTC)  # a Thursday, 72 hours after MONDAY


def on(day: int, hour: int, month: int = 11, minute: int = 0) -> datetime:
    return datetime(2026, month, day, hour, minute, tzinfo=UTC)


@pytest.mark.parametrize(
    ("line", "moment"),
    [
        ("EXTEND TO Sunday 20:00", on(29, 20)),
        ("EXTEND TO Sunday", on(29, 9)),
        ("EXTEND TO Thursday 20:00", on(26, 20)),
        ("EXTEND TO Thursday", on(3, 9, 12)),
        ("extend until next Monday at 8pm", on(30, 20)),
        ("EXTEND TO 27 Nov", on(27, 9)),
        ("EXTEND TO Nov 27 18:30", on(27, 18, minute=30)),
        ("EXTEND TO Fri 27th of November, 18:00", on(27, 18)),
        ("EXTEND TO 2026-12-04 20:00 UTC", on(4, 20, 12)),
        ("EXTEND TO 28 Nov 20:00 Europe/Berlin", on(28, 19)),
        ("EXTEND TO 7.30pm on Sunday", on(29, 19, minute=30)),
        ("EXTEND TO noon tomorrow", on(24, 12)),
        ("EXTEND TO the day after tomorrow 21:00", on(25, 21)),
        ("DEADLINE noon on Tuesday", on(1, 12, 12)),
        ("DEADLINE in three days", on(26, 9)),
        ("DEADLINE Sunday", on(29, 9)),
        ("EXTEND a week", on(3, 9, 12)),
        ("EXTEND a fortnight", on(10, 9, 12)),
        ("EXTEND BY two days", on(28, 9)),
        ("EXTEND half a day because of the snow", on(26, 21)),
        ("EXTEND the game by 3 more days", on(29, 9)),
        ("EXTEND 1 day and 12 hours", on(27, 21)),
        ("EXTEND BY 1d12h", on(27, 21)),
        ("extend by a week, two days", on(5, 9, 12)),
        ("EXTEND until the 30th", on(30, 9)),
        ("DEADLINE the 5th, 20:00", on(5, 20, 12)),
        ("EXTEND TO Friday the 4th at 18:00", on(4, 18, 12)),
        ("EXTEND a couple of days", on(28, 9)),
        ("EXTEND BY a day and a half", on(27, 21)),
        ("EXTEND TO the 1st of December at 20.00", on(1, 20, 12)),
        ("EXTEND TO in two weeks at 20:00", on(7, 20, 12)),
        ("EXTEND until a week from Friday", on(4, 9, 12)),
        ("EXTEND TO next Wednesday noon", on(2, 12, 12)),
        ("EXTEND TO Wednesday next week", on(2, 9, 12)),
        ("EXTEND TO after the weekend", on(30, 9)),
        ("EXTEND TO this Friday 20h", on(27, 20)),
        ("EXTEND TO the end of November, 8 pm", on(30, 20)),
        ("EXTEND TO 13/12", on(13, 9, 12)),
        ("EXTEND TO 8pm on 12/12", on(12, 20, 12)),
        ("EXTEND TO 1/12/2026 18:00", on(1, 18, 12)),
        ("EXTEND TO 3/11 20:00", datetime(2027, 3, 11, 20, tzinfo=UTC)),
        ("EXTEND TO 1.12. 20:00", on(1, 20, 12)),
        ("DEADLINE the day after tomorrow at noon", on(25, 12)),
        ("EXTEND TO Sunday at 8 pm New York time", on(30, 1)),
        ("EXTEND TO Sunday 24:00", on(30, 0)),
        ("EXTEND TO Boxing Day", on(26, 9, 12)),
    ],
)
def test_the_deadline_moves_to_what_the_words_mean(table: Table, line: str, moment: datetime) -> None:
    assert table.row().deadline_utc == DUE
    told = gm(table, line)
    assert table.row().deadline_utc == moment
    assert "Thu 26 Nov 2026, 09:00" in told  # where it comes from


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            "EXTEND Red 2 days",
            "A deadline is the same for everybody who owes orders; did you mean EXTEND 2 days?",
        ),
        ("Extend the deadline for Blue by 48 hours", "did you mean EXTEND 48 hours?"),
        ("EXTEND TO Monday 27 Nov", '"Monday 27 Nov": that day is a Friday'),
        ("EXTEND TO Monday the 27th", "that day is a Friday"),
        ("EXTEND 2 hours 1 day", "is not a length of time"),
        ("EXTEND TO the Friday after next", "EXTEND TO 4 Dec 09:00 or EXTEND TO 11 Dec 09:00"),
        ("EXTEND TO Monday after next at 20:00", "EXTEND TO 7 Dec 20:00 or EXTEND TO 14 Dec 20:00"),
        ("EXTEND TO 1/12", "EXTEND TO 1 Dec 09:00 or EXTEND TO 12 Jan 09:00"),
        ("EXTEND TO the weekend", "EXTEND TO 28 Nov 09:00 or EXTEND TO 29 Nov 09:00"),
        ("EXTEND TO the end of the week", "EXTEND TO 27 Nov 09:00 or EXTEND TO 29 Nov 09:00"),
        ("EXTEND TO next Friday", "EXTEND TO 27 Nov 09:00 or EXTEND TO 4 Dec 09:00"),
        ("EXTEND TO Sunday midnight", "EXTEND TO 29 Nov 00:00 or EXTEND TO 30 Nov 00:00"),
        ("EXTEND TO Sunday 8 o'clock", "EXTEND TO 29 Nov 08:00 or EXTEND TO 29 Nov 20:00"),
        ("EXTEND TO next month", "EXTEND TO 1 Dec 09:00 or EXTEND TO 23 Dec 09:00"),
        ("EXTEND TO 31/31", '"31/31" is not in the calendar; write "EXTEND 24h", "EXTEND TO Saturday 09:00"'),
        (
            "EXTEND TO Sunday 1.12",
            'write "EXTEND 24h", "EXTEND TO Saturday 09:00" or "EXTEND TO 28 Nov 09:00"',
        ),
        (
            "EXTEND a few days",
            '"a few days" is not a date and time; write "EXTEND 24h", "EXTEND TO Saturday 09:00"',
        ),
    ],
)
def test_an_impossible_time_is_refused_with_a_suggestion(table: Table, line: str, told: str) -> None:
    answer = gm(table, line)
    assert "NOT DONE" in answer
    assert told in answer
    assert table.row().deadline_utc == DUE


def test_the_answer_says_why_the_deadline_is_what_it_is(table: Table) -> None:
    assert "By the pace of this game that is 3 days after the game began." in gm(table, "STATUS")
    assert "two days later than Thu 26 Nov 2026, 09:00" in gm(table, "EXTEND BY two days")
    assert "as you wrote, instead of" in gm(table, "EXTEND TO Sunday 20:00 because Ann is ill")
    for told in (gm(table, "STATUS"), text_of(table.says("ann@x.org", "STATUS"))):
        assert "The game master has moved it; it was Sat 28 Nov 2026, 09:00" in told
        assert "The reason: Ann is ill." in told
        assert "By the pace" not in told
    gm(table, "PAUSE")
    assert "that is the time that was left when it was paused, 155 hours" in gm(table, "RESUME")


def test_an_extension_to_a_rest_day_counts_and_is_pointed_out(table: Table) -> None:
    gm(table, "SET rest_weekdays Saturday, Sunday")
    told = gm(table, "EXTEND TO Sunday 20:00")
    assert "That is a rest day by the house rules" in told
    assert table.row().deadline_utc == on(29, 20)


def test_a_rest_day_for_one_phase_moves_no_other_deadline() -> None:
    pace = read_pace("72h", ("movement", "retreat"))
    rest = read_rest(["Saturday", "Sunday (movement)"], ["30 Nov (retreat)"], "UTC", ("movement", "retreat"))
    paced = type(pace)(pace.usual, pace.phases, rest=rest)
    wednesday, thursday = on(25, 9), on(26, 9)
    assert due(wednesday, "movement", paced).due_utc == on(30, 9)  # Saturday, Sunday
    assert due(wednesday, "retreat", paced).due_utc == on(29, 9)  # Saturday
    assert due(thursday, "retreat", paced).due_utc == on(29, 9)
    assert due(on(27, 9), "retreat", paced).due_utc == on(1, 9, 12)  # the last of November
    assert due(on(27, 9), "movement", paced).due_utc == on(30, 9)


def test_rest_days_by_phase_are_a_house_rule(table: Table) -> None:
    table.opens("std3", "72h", {"France": "france@x.org"}, "standard")
    told = gm(table, "SET rest_weekdays Saturday, Sunday (movement, retreat)", "std3")
    assert "nothing is due on Saturday, Sunday (movement, retreat)" in told
    assert table.row("std3").house["rest_weekdays"] == ["Saturday", "Sunday (movement, retreat)"]
    assert 'no phase "siesta"' in gm(table, "SET rest_weekdays Sunday (siesta)", "std3")
    week = "Mon, Tue, Wed, Thu, Fri, Sat, Sun (movement)"
    assert "leave one on which orders can be due" in gm(table, f"SET rest_weekdays {week}", "std3")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("PAUSE UNTIL the weekend", "PAUSE UNTIL 28 Nov 09:00 or PAUSE UNTIL 29 Nov 09:00"),
        ("PAUSE UNTIL 1/12", "PAUSE UNTIL 1 Dec 09:00 or PAUSE UNTIL 12 Jan 09:00"),
        ("PAUSE UNTIL the Friday after next", "PAUSE UNTIL 4 Dec 09:00 or PAUSE UNTIL 11 Dec 09:00"),
        ("PAUSE UNTIL the week is over", '"PAUSE UNTIL Wednesday 09:00" or "PAUSE UNTIL 25 Nov 09:00"'),
    ],
)
def test_a_pause_is_asked_about_in_its_own_words(table: Table, line: str, told: str) -> None:
    answer = gm(table, line)
    assert "NOT DONE" in answer
    assert told in answer
    assert "EXTEND" not in answer
    assert table.row().deadline_utc == DUE


@pytest.mark.parametrize(
    ("line", "moment"),
    [
        ("PAUSE UNTIL the day after tomorrow", on(25, 9)),
        ("PAUSE UNTIL in two weeks", on(7, 9, 12)),
        ("PAUSE UNTIL next Monday", on(30, 9)),
        ("PAUSE for a couple of days", on(25, 9)),
        ("PAUSE UNTIL Christmas", on(25, 9, 12)),
        ("pause the game until after Christmas", on(27, 9, 12)),
    ],
)
def test_a_pause_ends_when_the_words_say(table: Table, line: str, moment: datetime) -> None:
    gm(table, line)
    assert table.row().paused_until_utc == moment


def test_the_examples_of_a_refusal_are_soon_after_the_deadline(table: Table) -> None:
    gm(table, "EXTEND TO 20 Jan 2027 18:30")
    assert '"EXTEND TO Friday 18:30" or "EXTEND TO 22 Jan 18:30"' in gm(table, "EXTEND TO whenever")
    for example in ("EXTEND TO Friday 18:30", "EXTEND TO 22 Jan 18:30"):
        gm(table, example)
        assert table.row().deadline_utc == datetime(2027, 1, 22, 18, 30, tzinfo=UTC)
        gm(table, "EXTEND TO 20 Jan 2027 18:30 NOW")


def test_help_has_examples_that_are_soon_after_the_deadline(table: Table) -> None:
    gm(table, "EXTEND TO 20 Jan 2027 18:30")
    assert "EXTEND TO 22 Jan 18:30" in gm(table, "HELP EXTEND")
    assert "EXTEND TO 22 Jan 18:30" in gm(table, "SET deadline to something else")
    assert "EXTEND TO 22 Jan 18:30" in gm(table, "postpone to the day after Boxing Day")


@pytest.mark.parametrize("deadline", ["1 Dec 09:00", "12 Jan 2027 09:00"])
def test_a_numbered_date_before_the_deadline_may_be_meant(table: Table, deadline: str) -> None:
    gm(table, f"EXTEND TO {deadline}")
    before = table.row().deadline_utc
    told = gm(table, "EXTEND TO 1/12 20:00")
    assert "EXTEND TO 1 Dec 20:00 or EXTEND TO 12 Jan 20:00" in told
    assert table.row().deadline_utc == before


def test_a_day_of_history_may_be_numbered(table: Table) -> None:
    table.deadline_passes()
    assert "may be" in text_of(table.says("ann@x.org", "HISTORY FROM 1/11"))
    told = text_of(table.says("ann@x.org", "HISTORY FROM today"))
    assert "No turn" not in told


def test_a_rest_day_whose_month_is_unclear_is_asked_about(table: Table) -> None:
    assert '"1/12" may be 12 January or 1 December; write' in gm(table, "SET rest_days + 1/12")
    assert "is not a day" not in gm_asks(table, "SET rest_days + Christmas Eve to New Year")
    gm(table, "SET rest_days + 24/12 NOW")
    assert table.row().house["rest_days"] == ["24/12"]
    assert due(on(21, 9, 12), "", read_pace_with(["24/12"])).due_utc == on(25, 9, 12)


def read_pace_with(days: list[str]) -> Pace:
    return Pace(read_pace("72h", ()).usual, rest=read_rest([], days, "UTC"))


@pytest.mark.parametrize(
    "text", ["", "20:00", "soon", "Sunday 13pm", "32 Nov", "Sunday 20", "tomorrow 8", "noon", "the 32nd"]
)
def test_text_that_is_not_a_time_is_refused(text: str) -> None:
    with pytest.raises(Unusable):
        read_moment(text, MomentContext("UTC", MONDAY, DUE))


def test_the_present_deadline_is_not_suggested_as_the_one_meant(table: Table) -> None:
    assert "If you meant Thu 26 Nov 2026, 20:00" not in gm(table, "EXTEND TO Thursday 20:00")
    told = gm(table, "DEADLINE Thursday 20:00")
    assert "Orders are due Thu 3 Dec 2026, 20:00" in told
    assert "If you meant" not in told
    assert "If you meant Thu 26 Nov 2026, 20:00" in gm(table, "DEADLINE Thursday 20:00")

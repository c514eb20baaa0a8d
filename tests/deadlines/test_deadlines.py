"""Deadlines computed from paces, time zones, rest days, nights and grace."""

from datetime import UTC, date, datetime, time, timedelta

import pytest
from msgspec.structs import replace

from pbem.core.dates.lengths import (
    exact_notation,
    in_words,
    notation,
    of_notation,
    read_length,
    to_the_minute,
)
from pbem.core.dates.rest_days import easter, holidays_of, orthodox_easter
from pbem.core.deadlines import due, first_due, read_night, read_pace, read_rest

LONDON, BERLIN = "Europe/London", "Europe/Berlin"
NEW_YORK, HOWE = "America/New_York", "Australia/Lord_Howe"

# A pace, a phase, when the last turn was run and when this is due (both UTC), and why.
CASES = [
    ("72h", "movement", "2026-11-20 18:00", "2026-11-23 18:00", "hours are hours"),
    ("72h", "movement", "2026-03-28 18:00", "2026-03-31 18:00", "hours know no summer time"),
    ("90m", "movement", "2026-11-20 18:00", "2026-11-20 19:30", "minutes"),
    ("1.5 days", "movement", "2026-11-20 18:00", "2026-11-22 06:00", "parts of days"),
    ("30s", "movement", "2026-11-20 18:00:00", "2026-11-20 18:00:30", "seconds, for demonstrations"),
    ("72h; retreat 24h", "retreat", "2026-11-20 18:00", "2026-11-21 18:00", "a phase of its own"),
    ("72h; retreat 24h", "movement", "2026-11-20 18:00", "2026-11-23 18:00", "and the others as usual"),
    ("72h; Retreat 24h", "retreat", "2026-11-20 18:00", "2026-11-21 18:00", "capitals do not matter"),
    (f"3d 20:00 {LONDON}", "movement", "2026-11-20 18:00", "2026-11-23 20:00", "calendar days, winter"),
    (f"3d 20:00 {LONDON}", "movement", "2026-03-27 18:00", "2026-03-30 19:00", "into summer time"),
    (f"3d 20:00 {LONDON}", "movement", "2026-10-23 18:00", "2026-10-26 20:00", "out of summer time"),
    (f"1d 20:00 {NEW_YORK}", "movement", "2026-11-21 02:00", "2026-11-22 01:00", "still the 20th over there"),
    (f"1d 02:30 {BERLIN}", "movement", "2026-03-28 12:00", "2026-03-29 01:30", "an hour left out: one later"),
    (f"1d 02:30 {BERLIN}", "movement", "2026-10-24 12:00", "2026-10-25 00:30", "an hour twice: the first"),
    (f"1d 02:15 {HOWE}", "movement", "2026-10-03 01:00", "2026-10-03 15:45", "half an hour of summer time"),
    (f"every Sunday 18:00 {LONDON}", "movement", "2026-11-20 12:00", "2026-11-22 18:00", "the next one"),
    (f"every Sunday 18:00 {LONDON}", "movement", "2026-11-22 18:00", "2026-11-29 18:00", "never at once"),
    (f"every Sunday 18:00 {LONDON}", "movement", "2026-11-22 17:59", "2026-11-22 18:00", "a minute will do"),
    (f"every Sunday 18:00 {LONDON}", "movement", "2026-03-22 18:00", "2026-03-29 17:00", "wall clock"),
    (f"every Mon, Thu 20:00 {BERLIN}", "movement", "2026-11-23 20:00", "2026-11-26 19:00", "two days a week"),
    (f"every mon and thu 20:00 {BERLIN}", "movement", "2026-11-26 20:00", "2026-11-30 19:00", "other words"),
    (f"every Monday 00:30 {NEW_YORK}", "movement", "2026-11-23 05:00", "2026-11-23 05:30", "their Monday"),
    (f"every Sunday 18:00 {LONDON}; retreat 24h; adjustment 24h", "adjustment", "2026-11-22 18:00",
     "2026-11-23 18:00", "short phases between long ones"),
    (f"72h; second movement every Fri 12:00 {LONDON}", "second movement", "2026-11-20 18:00",
     "2026-11-27 12:00", "a phase of two words"),
]  # fmt: skip


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(("pace", "phase", "closed", "expected", "_why"), CASES)
def test_deadlines_of_paces(pace: str, phase: str, closed: str, expected: str, _why: str) -> None:
    deadline = due(utc(closed), phase, read_pace(pace))
    assert deadline.due_utc == utc(expected)
    assert deadline.final_utc == deadline.due_utc
    assert deadline.due_utc.tzinfo is UTC


LEAST = [
    ("every Sunday 18:00 UTC", "movement", "2026-11-22 15:00", "2026-11-29 18:00", "run early that day"),
    ("every Sunday 18:00 UTC", "movement", "2026-11-22 06:00", "2026-11-29 18:00", "not quite the time"),
    ("every Sunday 18:00 UTC", "movement", "2026-11-22 05:59", "2026-11-22 18:00", "just the time"),
    ("1d 08:00 UTC", "movement", "2026-11-20 21:00", "2026-11-22 08:00", "a night is no turn"),
    ("1d 20:00 UTC", "movement", "2026-11-20 20:00:01", "2026-11-21 20:00", "a day is"),
    ("6h", "movement", "2026-11-20 21:00", "2026-11-21 03:00", "hours are what they are"),
    ("every Sunday 18:00 UTC; retreat every Sunday 20:00 UTC", "retreat", "2026-11-22 18:00",
     "2026-11-22 20:00",
     "a phase of its own is taken as it is written"),
]  # fmt: skip


@pytest.mark.parametrize(("pace", "phase", "closed", "expected", "_why"), LEAST)
def test_a_turn_by_the_clock_has_its_least_time(
    pace: str, phase: str, closed: str, expected: str, _why: str
) -> None:
    least = replace(read_pace(pace), least=timedelta(hours=12))
    assert due(utc(closed), phase, least).due_utc == utc(expected)


@pytest.mark.parametrize(
    ("pace", "opened", "expected"),
    [
        ("every Sunday 18:00 UTC", "2026-11-22 12:00", "2026-11-29 18:00"),
        ("every Sunday 18:00 UTC", "2026-11-20 12:00", "2026-11-22 18:00"),
        ("every Sunday 18:00 UTC; movement every Mon, Thu 20:00 UTC", "2026-11-23 12:00", "2026-11-26 20:00"),
        ("1d 20:00 UTC", "2026-11-20 19:00", "2026-11-22 20:00"),
        ("24h", "2026-11-20 19:00", "2026-11-21 19:00"),
    ],
)
def test_the_first_deadline_is_not_hours_after_the_opening(pace: str, opened: str, expected: str) -> None:
    deadline = first_due(utc(opened), "movement", read_pace(pace), timedelta(hours=48))
    assert deadline.due_utc == utc(expected)


def test_grace_comes_on_top() -> None:
    deadline = due(utc("2026-11-20 18:00"), "movement", read_pace("72h; grace 12h"))
    assert (deadline.due_utc, deadline.final_utc) == (utc("2026-11-23 18:00"), utc("2026-11-24 06:00"))


def test_a_moment_without_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="has no time zone"):
        due(datetime(2026, 11, 20, 18), "movement", read_pace("72h"))  # noqa: DTZ001 - that is the point


WRONG = [
    ("", "no pace is given"),
    ("soon", '"soon" is not a pace; write "72h"'),
    ("0h", '"0h" is not a pace'),
    ("every Funday 18:00 UTC", '"funday" is not a day of the week'),
    ("every day 18:00 UTC", 'written "1d'),
    ("every Sunday 25:00 UTC", '"25:00" is not a time of day'),
    ("every Sunday 18:00 Europe/Londres", '"Europe/Londres" is not a time zone'),
    ("72h; retreet 24h", 'no phase "retreet"; it has movement, retreat'),
    ("72h; grace every Sunday 18:00 UTC", "grace is a length of time"),
    ("72h; 24h", '"24h" is not a pace for a phase'),
]


@pytest.mark.parametrize(("text", "said"), WRONG)
def test_a_wrong_pace_is_refused_with_a_remedy(text: str, said: str) -> None:
    with pytest.raises(ValueError) as fault:
        read_pace(text, ("movement", "retreat"))
    assert said in str(fault.value)


# A clock of every kind of summer time, on both halves of the globe: the hour that is left out, and the hour
# that comes twice; a daily deadline in it, and what was due in UTC.
CLOCKS = [
    ("Australia/Sydney", "02:30", "2026-10-02 20:00", "2026-10-03 16:30", "left out, in October there"),
    ("Australia/Sydney", "02:30", "2026-04-03 20:00", "2026-04-04 15:30", "twice, in April: the first"),
    ("America/New_York", "02:30", "2026-03-07 20:00", "2026-03-08 07:30", "left out: half past three"),
    ("America/New_York", "01:30", "2026-10-31 12:00", "2026-11-01 05:30", "twice: the first"),
    ("Europe/London", "01:30", "2026-03-28 12:00", "2026-03-29 01:30", "left out: half past two"),
    ("Europe/London", "01:30", "2026-10-24 12:00", "2026-10-25 00:30", "twice: the first"),
    ("America/Santiago", "00:30", "2026-09-05 12:00", "2026-09-06 04:30", "left out at midnight: 01:30"),
    ("America/Santiago", "23:30", "2026-04-03 12:00", "2026-04-05 02:30", "twice before midnight: the first"),
    ("Africa/Casablanca", "20:00", "2026-02-13 12:00", "2026-02-14 19:00", "one hour ahead all the year ..."),
    ("Africa/Casablanca", "20:00", "2026-02-18 12:00", "2026-02-19 20:00", "... but for Ramadan"),
    ("Pacific/Apia", "20:00", "2011-12-29 12:00", "2011-12-31 06:00", "30 December 2011 never was there"),
    ("Asia/Kathmandu", "20:00", "2026-11-20 12:00", "2026-11-21 14:15", "a quarter of an hour"),
]  # fmt: skip


@pytest.mark.parametrize(("zone", "hour", "closed", "expected", "_why"), CLOCKS)
def test_clocks_of_every_kind(zone: str, hour: str, closed: str, expected: str, _why: str) -> None:
    assert due(utc(closed), "movement", read_pace(f"1d {hour} {zone}")).due_utc == utc(expected)


# A pace, the zone of the table, rest weekdays and days, when the last turn was run, when this is due, why.
RESTS = [
    ("72h", "UTC", (["Saturday", "Sunday"], []), "2026-11-25 18:00", "2026-11-30 18:00", "over the week-end"),
    ("72h", "UTC", (["Sat"], []), "2026-11-24 18:00", "2026-11-27 18:00", "a Friday is none"),
    ("24h", "UTC", ([], ["2026-12-24 to 2026-12-26"]), "2026-12-23 20:00", "2026-12-27 20:00", "holidays"),
    ("24h", "UTC", (["Sunday"], ["12-25", "12-26"]), "2026-12-24 20:00", "2026-12-28 20:00", "a Sunday too"),
    ("24h", "UTC", ([], ["12-25"]), "2031-12-24 20:00", "2031-12-26 20:00", "every year"),
    ("24h", "UTC", ([], ["02-29"]), "2028-02-28 20:00", "2028-03-01 20:00", "a day that most years have not"),
    ("24h", "UTC", ([], ["2026-12-25"]), "2027-12-24 20:00", "2027-12-25 20:00", "in that year only"),
    ("24h", "UTC", ([], ["24 Dec to 2 Jan"]), "2026-12-28 20:00", "2027-01-03 20:00", "over the new year"),
    ("24h", "UTC", ([], ["25 December"]), "2026-12-24 20:00", "2026-12-26 20:00", "in words"),
    ("24h", "UTC", ([], ["Dec 24, 2026"]), "2026-12-23 20:00", "2026-12-25 20:00", "in other words"),
    ("24h", "UTC", ([], ["Good Friday", "Easter Monday"]), "2027-03-25 20:00", "2027-03-27 20:00", "Easter"),
    ("24h", "UTC", ([], ["Easter", "Easter Monday"]), "2026-04-04 20:00", "2026-04-07 20:00", "5 April 2026"),
    ("24h", "UTC", ([], ["orthodox Easter"]), "2026-04-11 20:00", "2026-04-13 20:00", "a week later"),
    ("24h", "UTC", ([], ["last Monday of May"]), "2026-05-24 20:00", "2026-05-26 20:00", "not the fourth"),
    ("24h", "UTC", ([], ["4th Thursday of November"]), "2026-11-25 20:00", "2026-11-27 20:00", "the fourth"),
    ("24h", "UTC", ([], ["Monday before 25 May"]), "2026-05-17 20:00", "2026-05-19 20:00", "never the 25th"),
    ("24h", "UTC", ([], ["Saturday from 20 June"]), "2026-06-19 20:00", "2026-06-21 20:00", "the 20th too"),
    ("24h", "UTC", (["Sat", "Sun"], ["holidays of England"]), "2026-12-24 20:00", "2026-12-28 20:00", "all"),
    ("24h", "UTC", ([], ["holidays of the USA"]), "2026-07-03 20:00", "2026-07-05 20:00", "another list"),
    (f"every Sunday 18:00 {LONDON}", LONDON, ([], ["2026-12-27"]), "2026-12-20 18:00", "2026-12-28 18:00",
     "a weekly table plays a day later, not a week"),
    ("24h", LONDON, (["Saturday"], []), "2026-03-27 20:00", "2026-03-29 19:00", "the wall, in spring"),
    ("24h", LONDON, (["Saturday"], []), "2026-10-23 20:00", "2026-10-25 21:00", "and in autumn"),
    ("24h", BERLIN, (["Saturday"], []), "2026-03-27 01:30", "2026-03-29 01:30", "02:30 is left out: 03:30"),
    ("24h", BERLIN, (["Saturday"], []), "2026-10-23 00:30", "2026-10-25 00:30", "02:30 twice: the first"),
    ("24h", NEW_YORK, (["Sunday"], []), "2026-11-21 03:00", "2026-11-22 03:00", "there it is still Saturday"),
    ("24h", NEW_YORK, (["Saturday"], []), "2026-11-21 03:00", "2026-11-23 03:00", "a free Saturday"),
]  # fmt: skip


@pytest.mark.parametrize(("pace", "zone", "days", "closed", "expected", "_why"), RESTS)
def test_nothing_is_due_on_a_rest_day(
    pace: str, zone: str, days: tuple[list[str], list[str]], closed: str, expected: str, _why: str
) -> None:
    resting = replace(read_pace(pace), rest=read_rest(*days, zone))
    assert due(utc(closed), "movement", resting).due_utc == utc(expected)


def test_grace_is_not_lengthened_by_a_rest_day() -> None:
    resting = replace(read_pace("24h; grace 24h"), rest=read_rest(["Sunday"], [], "UTC"))
    deadline = due(utc("2026-11-20 18:00"), "movement", resting)
    assert (deadline.due_utc, deadline.final_utc) == (utc("2026-11-21 18:00"), utc("2026-11-22 18:00"))


# From published tables: the earliest, the latest, and years in which simpler formulas fail.
EASTERS = [("1954-04-18", "1954-04-25"), ("1981-04-19", "1981-04-26"), ("2008-03-23", "2008-04-27"),
           ("2025-04-20", "2025-04-20"), ("2026-04-05", "2026-04-12"), ("2027-03-28", "2027-05-02"),
           ("2038-04-25", "2038-04-25"), ("2049-04-18", "2049-04-25")]  # fmt: skip


@pytest.mark.parametrize(("west", "east"), EASTERS)
def test_easter(west: str, east: str) -> None:
    year = int(west[:4])
    assert (easter(year), orthodox_easter(year)) == (date.fromisoformat(west), date.fromisoformat(east))


def test_every_list_of_holidays_can_be_read_and_is_distinct() -> None:
    whole = [date(2026, 1, 1) + timedelta(number) for number in range(365)]
    lists = {
        country: [day for day in whole if any(holiday.hold(day) for holiday in holidays_of(country))]
        for country in ("england", "usa", "germany", "greece", "sweden", "canada")
    }
    assert [len(days) for days in lists.values()] == [8, 11, 9, 12, 13, 7]
    assert date(2026, 11, 26) in lists["usa"]
    assert date(2026, 5, 25) in lists["england"]
    assert date(2026, 5, 18) in lists["canada"]
    assert date(2026, 6, 1) in lists["greece"]


REST_FAULTS = [
    (["Sunnday"], [], "not a day of the week"),
    (["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"], [], "leave one"),
    ([], ["Pancake Day"], '"Pancake Day" is not a day'),
    ([], ["2026-02-30"], '"2026-02-30" is not a day'),
    ([], ["2026-12-24 to 2026-12-20"], "ends before it begins"),
    ([], ["2026-12-24 to 01-02"], "a year at one end only"),
    ([], ["Good Fridy"], "did you mean Good Friday"),
    ([], ["fifth Monday of May"], "is not a day"),
    ([], ["last Munday of May"], "is not a day"),
    ([], ["31 June"], "is not a day"),
    ([], ["holidays of Narnia"], "there are England, .*USA"),
]


@pytest.mark.parametrize(("weekdays", "days", "said"), REST_FAULTS)
def test_a_wrong_rest_day_is_refused_with_a_remedy(weekdays: list[str], days: list[str], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        read_rest(weekdays, days, "UTC")


LENGTHS = [
    ("24h", "24 hours"),
    ("48 hours", "2 days"),
    ("90m", "90 minutes"),
    ("2 days", "2 days"),
    ("1h", "1 hour"),
    ("a week", "7 days"),
    ("two days", "2 days"),
    ("half an hour", "30 minutes"),
    ("2 weeks", "14 days"),
]


@pytest.mark.parametrize(("said", "told"), LENGTHS)
def test_durations_are_written_in_words(said: str, told: str) -> None:
    assert in_words(read_length(said)).words(None) == told


@pytest.mark.parametrize("minutes", [1, 59, 60, 61, 119, 120, 121, 600, 792, 1440, 2880, 4321])
def test_a_stored_duration_is_worded_like_the_duration_itself(minutes: int) -> None:
    length = timedelta(minutes=minutes)
    assert of_notation(notation(length)) == in_words(length)
    assert of_notation(exact_notation(length)) == to_the_minute(length)
    assert exact_notation(length) == to_the_minute(length).words(None)


@pytest.mark.parametrize("said", ["", "0h", "soon", "-3h", "h"])
def test_text_that_is_not_a_length_is_refused(said: str) -> None:
    with pytest.raises(ValueError, match="is not a length of time"):
        read_length(said)


def test_a_length_of_more_than_a_year_is_too_long() -> None:
    assert read_length("366 days").days == 366
    with pytest.raises(ValueError, match="is too long; a length of time has at most 366 days"):
        read_length("99999999999h")


IN_BERLIN = read_rest((), (), BERLIN)


@pytest.mark.parametrize(
    ("pace", "closed", "expected", "why"),
    [
        ("72h", "2026-11-20 02:30", "2026-11-23 07:00", "03:30 in Berlin is night: 08:00 there"),
        ("72h", "2026-11-20 22:30", "2026-11-24 07:00", "23:30 is night too: 08:00 of the next day"),
        ("72h", "2026-11-20 07:00", "2026-11-23 07:00", "the night is over at its end"),
        ("72h", "2026-11-20 20:59", "2026-11-23 20:59", "and has not begun a minute before"),
        ("72h", "2026-03-26 02:30", "2026-03-29 06:00", "08:00 in summer time"),
        ("5h", "2026-11-20 20:00", "2026-11-21 01:00", "a game played in one sitting"),
        ("6h", "2026-11-20 20:00", "2026-11-21 07:00", "six hours are no sitting"),
        (
            "2d 03:00 Europe/Berlin",
            "2026-11-20 12:00",
            "2026-11-22 02:00",
            "as the GM named it",
        ),
    ],
)
def test_a_deadline_counted_in_hours_does_not_fall_into_the_night(
    pace: str, closed: str, expected: str, why: str
) -> None:
    own = replace(read_pace(pace), night=read_night("22:00-08:00"), rest=IN_BERLIN)
    assert due(_utc(closed), "movement", own).due_utc == _utc(expected), why
    assert due(_utc(closed), "movement", replace(own, night=read_night("none"))).due_utc <= _utc(expected)


def test_a_night_may_be_before_midnight() -> None:
    night = read_night("19:00 to 23:00")
    assert night is not None
    assert [night.holds(time(hour)) for hour in (18, 19, 22, 23)] == [False, True, True, False]


def _utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)

"""Days in words, rewritten as dates: "the end of the week", "in two weeks", "1/12", "next Friday".

People do not mean the same by all of them: the weekend may begin or end, and 1/12 may be in January.
`readings` returns a text for each date that may be meant, and whoever reads them asks if there are several.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import date, timedelta

from msgspec import Struct

from pbem.core.dates.lengths import COUNT_WORDS, count_of
from pbem.core.dates.rest_days import FROM_EASTER, MONTHS, NAMED_DAYS, WEEKDAYS, read_days

MOST_READINGS = 8  # of one text
FAR_AWAY = timedelta(days=183)  # a date without a year that is further away has probably just passed
A_DAY, A_WEEK = timedelta(days=1), timedelta(days=7)
MONDAY, FRIDAY, SATURDAY, SUNDAY = 0, 4, 5, 6
DAYS_OF_UNIT = {"day": 1, "week": 7, "fortnight": 14}
WEEKDAY_NAME = r"(?:mon|tues?|wed(?:s|nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?\b"
WEEKDAY = rf"(?P<weekday>{WEEKDAY_NAME})"
MONTH = rf"(?P<month>{'|'.join(MONTHS)}|(?:{'|'.join(name[:3] for name in MONTHS)})\b)"
AMOUNT = rf"(?P<count>\d{{1,3}}|{COUNT_WORDS})\s+(?P<unit>day|week|fortnight)s?\b"
START_DAY = rf"(?P<day>today|now|tomorrow|{WEEKDAY_NAME})"
HOLIDAYS = "|".join(sorted({*FROM_EASTER, *NAMED_DAYS}, key=len, reverse=True))


class Calendar(Struct, frozen=True):
    """The writer's *today*, and the *earliest* day that makes sense; if *is_past*, the latest is today."""

    today: date
    earliest: date
    is_past: bool = False

    def next(self, weekday: int) -> date:
        """Return the first such weekday after today."""
        return self.today + timedelta(days=(weekday - self.today.weekday() - 1) % 7 + 1)

    def last(self, weekday: int) -> date:
        """Return the last such weekday before today."""
        return self.today - timedelta(days=(self.today.weekday() - weekday - 1) % 7 + 1)

    def in_weeks(self, weekday: int, weeks: int) -> Sequence[date]:
        """Return the days that "Friday next week" may be: for some people a week begins on Sunday."""
        first = of_week(self.today, weekday) + weeks * A_WEEK
        is_unclear = self.today.weekday() == SUNDAY and weekday != SUNDAY
        return [first, first + A_WEEK] if is_unclear else [first]

    def kept(self, days: Sequence[date]) -> Sequence[date]:
        """Return the days that make sense; all of them if none does."""
        good = [day for day in days if (day <= self.today if self.is_past else day >= self.earliest)]
        return sorted({*good} or {*days})


Found = re.Match[str]
Days = Callable[[Found, Calendar], Sequence[date]]


def readings(text: str, calendar: Calendar) -> Sequence[str]:
    """Return *text* with dates such as "4 december 2026" for its days in words, once for each reading.

    Raises ValueError if a day is not in the calendar.
    """
    return [*dict.fromkeys(_rewritten(" ".join(text.split()), calendar))]


def of_week(day: date, weekday: int) -> date:
    """Return that weekday of the week of *day*, which begins on Monday."""
    return day + timedelta(days=weekday - day.weekday())


def _rewritten(text: str, calendar: Calendar) -> Sequence[str]:
    found, days = next(_wordings(text), (None, None))
    if found is None or days is None:
        return [text]
    parts = found.groupdict()
    has_year = parts.get("year", "") is not None
    meant = days(found, calendar) if "first" in parts else calendar.kept(days(found, calendar))
    dates = [written(day, has_year=has_year) for day in meant]
    before = _rewritten(text[: found.start()], calendar)
    after = _rewritten(text[found.end() :], calendar)
    return [f"{start}{day}{end}" for start in before for day in dates for end in after][:MOST_READINGS]


def _wordings(text: str) -> Iterator[tuple[Found, Days]]:
    """Yield the wordings in *text*, those that are not part of another first."""
    for pattern, days in WORDINGS:
        if found := pattern.search(text):
            yield found, days


def written(day: date, *, has_year: bool = True) -> str:
    """Return a date as everything that reads dates understands it."""
    return f"{day.day} {MONTHS[day.month - 1]}" + (f" {day.year:04}" if has_year else "")


def weekday_of(name: str) -> int:
    """Return the number of the weekday that begins with the first three letters of *name*."""
    return [weekday[:3] for weekday in WEEKDAYS].index(name[:3].lower())


def _weekday(found: Found) -> int:
    return weekday_of(found["weekday"])


def length_of(count: str, unit: str) -> timedelta:
    """Return the length that the two groups of AMOUNT name."""
    return timedelta(days=count_of(count) * DAYS_OF_UNIT[unit.lower()])


def _length(found: Found) -> timedelta:
    return length_of(found["count"], found["unit"])


def _start(found: Found, calendar: Calendar) -> date:
    """Return the day from which "a week from Friday" is counted."""
    name = found["day"].lower()
    if name in ("today", "now"):
        return calendar.today
    return calendar.today + A_DAY if name == "tomorrow" else calendar.next(weekday_of(name))


def _from_today(days: int) -> Days:
    return lambda _, calendar: [calendar.today + timedelta(days=days)]


def _later(found: Found, calendar: Calendar) -> Sequence[date]:
    return [calendar.today + _length(found)]


def _ago(found: Found, calendar: Calendar) -> Sequence[date]:
    return [calendar.today - _length(found)]


def _later_than(found: Found, calendar: Calendar) -> Sequence[date]:
    return [_start(found, calendar) + _length(found)]


def _week_later(found: Found, calendar: Calendar) -> Sequence[date]:
    return [_start(found, calendar) + A_WEEK]


def _last(found: Found, calendar: Calendar) -> Sequence[date]:
    return [calendar.last(_weekday(found))]


def _this_weekday(found: Found, calendar: Calendar) -> Sequence[date]:
    return [calendar.next(_weekday(found)) if _weekday(found) != calendar.today.weekday() else calendar.today]


def _next_weekday(found: Found, calendar: Calendar) -> Sequence[date]:
    """Return the coming Friday and that of next week: people disagree about "next Friday"."""
    days = [calendar.next(_weekday(found)), *calendar.in_weeks(_weekday(found), 1)]
    if days[-1] >= calendar.earliest:
        return days
    weeks = -((days[0] - calendar.earliest).days // 7)
    return [days[0] + weeks * A_WEEK]


def _after_next(found: Found, calendar: Calendar) -> Sequence[date]:
    coming = calendar.next(_weekday(found))
    return [coming + A_WEEK, coming + 2 * A_WEEK]


def _weekday_of(weeks: int) -> Days:
    """Return a reader of "Friday next week" (1) and "Friday this week" (0)."""
    return lambda found, calendar: calendar.in_weeks(_weekday(found), weeks)


def _of_this_week(*weekdays: int) -> Days:
    """Return a reader of words for days of the first week that makes sense; 7 is Monday after it."""
    return lambda _, calendar: [of_week(calendar.earliest, weekday) for weekday in weekdays]


def _of_next_week(*weekdays: int) -> Days:
    return lambda _, calendar: [day for weekday in weekdays for day in calendar.in_weeks(weekday, 1)]


def _next_weekend(_: Found, calendar: Calendar) -> Sequence[date]:
    weeks = (1,) if calendar.today.weekday() >= SATURDAY else (0, 1)
    return [
        of_week(calendar.today, weekday) + week * A_WEEK for week in weeks for weekday in (SATURDAY, SUNDAY)
    ]


def _next_week(_: Found, calendar: Calendar) -> Sequence[date]:
    return [calendar.today + A_WEEK, *calendar.in_weeks(MONDAY, 1)]


def first_of_next_month(day: date) -> date:
    return (day.replace(day=1) + timedelta(days=32)).replace(day=1)


def last_of_month(day: date) -> date:
    return first_of_next_month(day) - A_DAY


def first_of(month: str, today: date) -> date:
    """Return the first day of the next such month that is not over."""
    number = [name[:3] for name in MONTHS].index(month[:3].lower()) + 1
    return date(today.year + (number < today.month), number, 1)


def _end_of_named_month(found: Found, calendar: Calendar) -> Sequence[date]:
    return [last_of_month(first_of(found["month"], calendar.today))]


def _start_of_named_month(found: Found, calendar: Calendar) -> Sequence[date]:
    first = first_of(found["month"], calendar.today)
    return [first if first >= calendar.today else first.replace(year=first.year + 1)]


def _end_of_month(_: Found, calendar: Calendar) -> Sequence[date]:
    return [last_of_month(calendar.earliest)]


def _end_of_next_month(_: Found, calendar: Calendar) -> Sequence[date]:
    return [last_of_month(first_of_next_month(calendar.today))]


def _start_of_next_month(_: Found, calendar: Calendar) -> Sequence[date]:
    return [first_of_next_month(calendar.today)]


def _next_month(_: Found, calendar: Calendar) -> Sequence[date]:
    first = first_of_next_month(calendar.today)
    return [first, first.replace(day=min(calendar.today.day, last_of_month(first).day))]


def _holiday(found: Found, calendar: Calendar) -> Sequence[date]:
    days = read_days(found["holiday"])
    step = -A_DAY if calendar.is_past else A_DAY
    ahead = (calendar.today + number * step for number in range(2 * 366))
    return [next(day for day in ahead if any(one.hold(day) for one in days))]


def _numbered(found: Found, calendar: Calendar) -> Sequence[date]:
    """Return the days of 1/12: the first number may be the day or the month."""
    first, second = int(found["first"]), int(found["second"])
    days = [_day_of(pair, found["year"], calendar) for pair in ((first, second), (second, first))]
    if not any(days):
        raise ValueError(found[0])
    return [day for day in days if day]


def _dotted(found: Found, calendar: Calendar) -> Sequence[date]:
    """Return the day of 1.12. or 1.12.2026, where the day comes first."""
    day = _day_of((int(found["first"]), int(found["second"])), found["year"], calendar)
    if day is None:
        raise ValueError(found[0])
    return [day]


def _year_first(found: Found, _: Calendar) -> Sequence[date]:
    return [date(int(found["year"]), int(found["second"]), int(found["first"]))]


def _day_of(day_and_month: tuple[int, int], year: str | None, calendar: Calendar) -> date | None:
    """Return that day, the next or the last one if it has no year; None if it is not in the calendar."""
    if year:
        return _real(int(year) + 2000 * (len(year) == 2), *day_and_month)
    today, step = calendar.today, -1 if calendar.is_past else 1
    days = [_real(today.year + years, *day_and_month) for years in (0, step)]
    return next((day for day in days if day and (day <= today if calendar.is_past else day >= today)), None)


def _real(year: int, day: int, month: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


THIS = r"(?:(?:the|this|the\s+coming|this\s+coming|the\s+present|the\s+current)\s+)?"
END, START = r"(?:the\s+)?(?:very\s+)?end\s+of\s+", r"(?:the\s+)?(?:beginning|start)\s+of\s+"
NUMBERS = r"(?P<first>\d{1,2})"
WORDINGS: Sequence[tuple[re.Pattern[str], Days]] = tuple(
    (re.compile(rf"(?<![\w/.]){pattern}", re.I), days)
    for pattern, days in (
        (r"(?P<year>\d{4})/(?P<second>\d{1,2})/(?P<first>\d{1,2})(?![\d/])", _year_first),
        (rf"{NUMBERS}(?P<sign>[/-])(?P<second>\d{{1,2}})(?P=sign)(?P<year>\d{{4}})(?!\d)", _numbered),
        (rf"{NUMBERS}/(?P<second>\d{{1,2}})(?:/(?P<year>\d\d))?(?![\d/])", _numbered),
        (rf"{NUMBERS}\.\s?(?P<second>\d{{1,2}})\.(?:\s?(?P<year>\d{{4}})(?!\d))?(?!\d)", _dotted),
        (r"(?:the\s+)?day\s+after\s+tomorrow\b", _from_today(2)),
        (r"(?:the\s+)?day\s+before\s+yesterday\b", _from_today(-2)),
        (r"yesterday\b", _from_today(-1)),
        (rf"{AMOUNT}\s+ago\b", _ago),
        (rf"last\s+{WEEKDAY}", _last),
        (rf"{AMOUNT}\s+(?:from|after)\s+(?:the\s+)?{START_DAY}", _later_than),
        (rf"{AMOUNT}\s+(?:on\s+)?{START_DAY}", _later_than),
        (rf"(?:in|after)\s+{AMOUNT}(?:['\u2019]?\s+time\b)?", _later),
        (rf"{START_DAY}\s+week\b", _week_later),
        (rf"{WEEKDAY}\s+(?:of\s+|in\s+)?next\s+week\b", _weekday_of(1)),
        (rf"next\s+week,?\s+(?:on\s+)?{WEEKDAY}", _weekday_of(1)),
        (rf"{WEEKDAY}\s+(?:of\s+|in\s+)?this\s+week\b", _weekday_of(0)),
        (rf"this\s+week,?\s+(?:on\s+)?{WEEKDAY}", _weekday_of(0)),
        (rf"(?:the\s+)?{WEEKDAY}\s+after\s+(?:the\s+)?next(?:\s+one)?\b", _after_next),
        (rf"(?:the\s+)?next\s+{WEEKDAY}", _next_weekday),
        (rf"(?:this|the\s+coming|this\s+coming)\s+{WEEKDAY}", _this_weekday),
        (rf"{END}next\s+week\b", _of_next_week(FRIDAY, SUNDAY)),
        (rf"{END}{THIS}week\b", _of_this_week(FRIDAY, SUNDAY)),
        (rf"{START}next\s+week\b", _of_next_week(MONDAY)),
        (rf"(?:over|after)\s+{THIS}weekend\b", _of_this_week(MONDAY + 7)),
        (rf"before\s+{THIS}weekend\b", _of_this_week(FRIDAY)),
        (rf"{END}{THIS}weekend\b", _of_this_week(SUNDAY)),
        (rf"{START}{THIS}weekend\b", _of_this_week(SATURDAY)),
        (r"(?:the\s+)?next\s+weekend\b", _next_weekend),
        (rf"{THIS}weekend\b", _of_this_week(SATURDAY, SUNDAY)),
        (r"next\s+week\b", _next_week),
        (rf"{END}next\s+month\b", _end_of_next_month),
        (rf"{END}{THIS}month\b", _end_of_month),
        (rf"{END}{MONTH}(?!\s*\d{{4}}\b)", _end_of_named_month),
        (rf"{START}next\s+month\b", _start_of_next_month),
        (rf"{START}{MONTH}(?!\s*\d{{4}}\b)", _start_of_named_month),
        (r"next\s+month\b", _next_month),
        (rf"(?P<holiday>(?:orthodox\s+)?(?:{HOLIDAYS}))\b(?!\s*\d{{4}}\b)", _holiday),
    )
)

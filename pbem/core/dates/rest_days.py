"""Parse holidays and other rest days, and say whether a date is one.

    2026-12-24                      that day
    12-25, 25 December, 25.12.      every year; 25/12 as well, where only one number can be the month
    24 Dec to 2 Jan                 from one day to another, over the new year too; with a year, that one only
    Good Friday, Whit Monday        by Easter; "orthodox Easter Monday" by the other one
    last Monday of May              or "first", "2nd", "third", "4th"
    Monday before 25 May            the last one before it; "Saturday from 20 June": the first since then
    holidays of Germany             a list of config/holidays.toml

All of it is computed from dates alone: no list of years has to be maintained.
"""

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from datetime import date, timedelta
from difflib import get_close_matches
from functools import lru_cache

from msgspec import Struct

from pbem.core.sentences import Unusable, sentence
from pbem.core.templating import packaged

NAMED_DAYS = {  # every year
    "new year": "1 jan",
    "new year's day": "1 jan",
    "new year's eve": "31 dec",
    "xmas": "25 dec",
    "christmas eve": "24 dec",
    "christmas": "25 dec",
    "christmas day": "25 dec",
    "boxing day": "26 dec",
}
NEAR_WEEKDAY = 0.75  # similarity of a word to the weekday that it misspells, by difflib
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
MONTHS = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
NTH = {"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4, "last": -1}
FROM_EASTER = {  # days after Easter Sunday
    "shrove monday": -48,
    "shrove tuesday": -47,
    "ash wednesday": -46,
    "maundy thursday": -3,
    "good friday": -2,
    "easter": 0,
    "easter sunday": 0,
    "easter monday": 1,
    "ascension": 39,
    "ascension day": 39,
    "whit sunday": 49,
    "pentecost": 49,
    "whit monday": 50,
    "pentecost monday": 50,
    "corpus christi": 60,
}
NUMBERS = re.compile(r"(?:(?P<year>\d{4})-)?(?P<month>\d{1,2})-(?P<day>\d{1,2})")
WORDS = re.compile(
    r"(?P<day>\d{1,2})(?:st|nd|rd|th|\.)?\s+(?:of\s+)?(?P<name>[a-z]{3,9})\.?(?:\s+(?P<year>\d{4}))?"
)
ENGLISH = re.compile(r"(?P<name>[a-z]{3,9})\.?\s+(?P<day>\d{1,2})(?:st|nd|rd|th)?(?:,?\s+(?P<year>\d{4}))?")
DOTTED = re.compile(r"(?P<day>\d{1,2})\.\s?(?P<month>\d{1,2})\.(?:\s?(?P<year>\d{4}))?")
SLASHED = re.compile(r"(?P<day>\d{1,2})/(?P<month>\d{1,2})(?:/(?P<year>\d{4}))?")
OF_MONTH = re.compile(r"(?P<nth>\w+)\s+(?P<weekday>[a-z]+)\s+(?:of|in)\s+(?P<month>[a-z]+)")
NEAR = re.compile(r"(?P<weekday>[a-z]+)\s+(?P<side>before|from)\s+(?P<day>.+)")
COUNTRY = re.compile(r"(?:public\s+)?holidays\s+(?:of|in)\s+(?:the\s+)?(.+)")
EXAMPLES = sentence("written", "days")
LEAP = 2000  # days of every year are kept in a year that has a 29 February


class Days(Struct, frozen=True):
    """From *first* to *last*, both included; with *is_yearly* the year does not matter."""

    first: date
    last: date
    is_yearly: bool = False

    def hold(self, day: date) -> bool:
        if not self.is_yearly:
            return self.first <= day <= self.last
        first, last = ((end.month, end.day) for end in (self.first, self.last))
        own = (day.month, day.day)
        return first <= own <= last if first <= last else own >= first or own <= last


class ByEaster(Struct, frozen=True):
    """A number of days after Easter Sunday."""

    after: int
    is_orthodox: bool = False

    def hold(self, day: date) -> bool:
        sunday = orthodox_easter(day.year) if self.is_orthodox else easter(day.year)
        return day == sunday + timedelta(self.after)


class OfMonth(Struct, frozen=True):
    """The *nth* such weekday (0 is Monday) of a month; -1 is the last."""

    nth: int
    weekday: int
    month: int

    def hold(self, day: date) -> bool:
        if (day.weekday(), day.month) != (self.weekday, self.month):
            return False
        return (day + timedelta(7)).month != day.month if self.nth < 0 else (day.day + 6) // 7 == self.nth


class NearDay(Struct, frozen=True):
    """The first such weekday in the seven days that begin a number of days after a day of every year."""

    weekday: int
    month: int
    day: int
    after: int

    def hold(self, day: date) -> bool:
        first = date(day.year, self.month, self.day) + timedelta(self.after)
        return day.weekday() == self.weekday and first <= day < first + timedelta(7)


Holiday = Days | ByEaster | OfMonth | NearDay


def easter(year: int) -> date:
    """Return Easter Sunday by the Gregorian calendar (the method of Meeus, Jones and Butcher)."""
    golden, century, of_century = year % 19, year // 100, year % 100
    moon = (19 * golden + century - century // 4 - (century - (century + 8) // 25 + 1) // 3 + 15) % 30
    sunday = (32 + 2 * (century % 4) + 2 * (of_century // 4) - moon - of_century % 4) % 7
    late = (golden + 11 * moon + 22 * sunday) // 451
    month, day = divmod(moon + sunday - 7 * late + 114, 31)
    return date(year, month, day + 1)


def orthodox_easter(year: int) -> date:
    """Return Easter Sunday by the Julian calendar as a Gregorian date (13 days later from 1900 to 2099)."""
    moon = (19 * (year % 19) + 15) % 30
    sunday = (2 * (year % 4) + 4 * (year % 7) - moon + 34) % 7
    month, day = divmod(moon + sunday + 114, 31)
    return date(year, month, day + 1) + timedelta(13)


# --- reading ---------------------------------------------------------------------------------------------


def read_days(said: str) -> Sequence[Holiday]:
    """Parse *said* as rest days. Raises ValueError with a remedy."""
    plain = " ".join(said.lower().split())
    if found := COUNTRY.fullmatch(plain):
        return holidays_of(found[1])
    for read in READERS:
        if (day := read(plain)) is not None:
            return (day,)
    near = get_close_matches(plain, FROM_EASTER, 1, 0.7)
    raise Unusable(
        sentence("written", "no_day", said=said, near=near[0].title() if near else "", examples=EXAMPLES)
    )


def weekday_meant(word: str) -> str:
    """Return the weekday that *word* misspells, with a capital; "" if none, or if it is right."""
    written = word.lower()
    near = [] if written in WEEKDAYS else get_close_matches(written, WEEKDAYS, len(WEEKDAYS), NEAR_WEEKDAY)
    same = [day for day in near if day[0] == written[0]]  # Sonday is Sunday, not Monday
    return next(iter(same or near), "").capitalize()


def _by_name(said: str) -> Holiday | None:
    return _span(NAMED_DAYS[said]) if said in NAMED_DAYS else None


def _by_easter(said: str) -> Holiday | None:
    name = said.removeprefix("orthodox ")
    return ByEaster(FROM_EASTER[name], is_orthodox=name != said) if name in FROM_EASTER else None


def _of_month(said: str) -> Holiday | None:
    found = OF_MONTH.fullmatch(said)
    weekday, month = (
        (_begun(found["weekday"], WEEKDAYS), _begun(found["month"], MONTHS)) if found else (None, None)
    )
    if found is None or found["nth"] not in NTH or weekday is None or month is None:
        return None
    return OfMonth(NTH[found["nth"]], weekday, month + 1)


def _near(said: str) -> Holiday | None:
    found = NEAR.fullmatch(said)
    weekday = _begun(found["weekday"], WEEKDAYS) if found else None
    day = _date(found["day"]) if found else None
    if found is None or weekday is None or day is None:
        return None
    return NearDay(weekday, day[0].month, day[0].day, after=-7 if found["side"] == "before" else 0)


def _span(said: str) -> Holiday | None:
    begin, _, end = (part.strip() for part in said.partition(" to "))
    first, last = _date(begin), _date(end or begin)
    if first is None or last is None:
        return None
    if first[1] != last[1]:
        raise Unusable(sentence("written", "year_at_one_end", said=said))
    if first[1] and last[0] < first[0]:
        raise Unusable(sentence("written", "ends_first", said=said))
    return Days(first[0], last[0], is_yearly=not first[1])


READERS: Sequence[Callable[[str], Holiday | None]] = (_by_name, _by_easter, _of_month, _near, _span)


def _date(said: str) -> tuple[date, bool] | None:
    """Parse a day, and whether it has a year; None if no calendar has it."""
    said = NAMED_DAYS.get(said, said)
    if found := SLASHED.fullmatch(said):
        return _slashed(found)
    patterns = (NUMBERS, DOTTED, WORDS, ENGLISH)
    found = next(filter(None, (pattern.fullmatch(said) for pattern in patterns)), None)
    return _dated(found.groupdict()) if found else None


def _slashed(found: re.Match[str]) -> tuple[date, bool] | None:
    """Return the day of 25/12. Raises Unusable if both numbers may be the month."""
    parts = found.groupdict()
    meant = {_dated(parts), _dated(parts | {"day": parts["month"], "month": parts["day"]})} - {None}
    days = sorted(day for day in meant if day)
    if len(days) > 1:
        lines = [_written(*day) for day in days]
        raise Unusable(sentence("written", "which_day", said=found[0], days=lines))
    return days[0] if days else None


def _written(day: date, has_year: bool) -> str:
    return f"{day.day} {MONTHS[day.month - 1].title()}" + (f" {day.year}" if has_year else "")


def _dated(parts: Mapping[str, str | None]) -> tuple[date, bool] | None:
    name, year = parts.get("name"), parts["year"]
    named = _begun(name, MONTHS) if name else int(parts["month"] or 0) - 1
    try:
        month = (-1 if named is None else named) + 1
        return date(int(year or LEAP), month, int(parts["day"] or 0)), bool(year)
    except ValueError:
        return None


def _begun(said: str, names: Sequence[str]) -> int | None:
    """Return the one of *names* that begins with *said*, which has at least three letters."""
    found = [number for number, name in enumerate(names) if len(said) >= 3 and name.startswith(said)]
    return found[0] if found else None


def holidays_of(country: str) -> Sequence[Holiday]:
    """Return public holidays from config/holidays.toml. Raises ValueError with the countries it knows."""
    lists = _lists()
    if country not in lists:
        known = ", ".join(name.title() if len(name) > 3 else name.upper() for name in lists)
        raise Unusable(sentence("written", "no_holidays", country=country, known=known, examples=EXAMPLES))
    return [day for said in lists[country] for day in read_days(said)]


@lru_cache(maxsize=1)
def _lists() -> Mapping[str, Sequence[str]]:
    written = tomllib.loads((packaged("config") / "holidays.toml").read_text("utf-8"))
    return {name.lower(): days for name, days in written.items()}

"""Moments as people write them: "Sunday 20:00", "27 Nov", "8pm on Tuesday", "2026-12-04 20:00 UTC".

A moment is in a given time zone unless it names one. A morning is 9:00, an afternoon 15:00, an evening
20:00, a night 22:00; together with an hour they say which half of the day is meant. Without an hour a moment
has the hour of the one that it replaces. A day without a year, or without a month ("the 20th"), is the next
such day; the name of a weekday is the first such day that makes the moment later than the one that it
replaces. What `day_words` reads ("the weekend", "1/12") may be several moments, and is then refused with all.
"""

import re
from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from msgspec import Struct

from pbem.core.dates.day_words import FAR_AWAY, WEEKDAY_NAME, Calendar, readings, weekday_of
from pbem.core.dates.lengths import is_length, read_length
from pbem.core.dates.rest_days import MONTHS, WEEKDAYS, weekday_meant
from pbem.core.dates.zones import zone_named
from pbem.core.deadlines import known_zone
from pbem.core.sentences import Sentence, Unusable, sentence

WEEKDAY = rf"(?P<weekday>{WEEKDAY_NAME})"
HOUR = r"(?:at\s+)?(?P<hour>\d{1,2})(?:(?P<sign>[:.])(?P<minute>\d{2}))?\s*(?P<half>[ap]m)?"
ZONE = r"(?:(?P<zone>utc|gmt|[a-z][\w+-]*/[\w/+-]+|[a-z]{3,4})|(?P<city>[a-z][a-z ]{2,20}?)\s+time)"
DAY = (
    r"(?:(?P<iso>\d{4}-\d{2}-\d{2})"
    r"|(?:the\s+)?(?P<day>\d{1,2})(?:st|nd|rd|th|\.)?\s+(?:of\s+)?(?P<month>[a-z]{3})[a-z]*\.?,?(?:\s*(?P<year>\d{4}))?"
    r"|(?:the\s+)?(?P<nth>\d{1,2})(?:st|nd|rd|th)"
    r"|(?P<month2>[a-z]{3})[a-z]*\.?\s+(?P<day2>\d{1,2})(?:st|nd|rd|th)?,?(?:\s+(?P<year2>\d{4}))?)"
)
NEAR = {"today": 0, "tomorrow": 1}
NOON = re.compile(r"\b(?:12\s+)?(?:noon|midday)\b", re.I)
PARTS = {"morning": "9:00", "afternoon": "15:00", "evening": "20:00", "night": "22:00"}
PART = re.compile(rf"(?<=[a-z\d.,])\s+(?:in\s+the\s+|at\s+)?({'|'.join(PARTS)})\b", re.I)
TONIGHT = re.compile(rf"\btonight\b|\bthis\s+(?P<part>{'|'.join(PARTS)})\b", re.I)
MIDNIGHT = re.compile(r"\bmidnight\b", re.I)
CLOCK = re.compile(r"\b(\d{1,2})\s*o['\u2019]?\s?clock\b", re.I)
FRENCH_HOUR = re.compile(r"\b(\d{1,2})\s?h(\d\d)?\b", re.I)
FROM_NOW = re.compile(r"in\s+(?P<ahead>.+)|(?P<later>.+)\s+from\s+now", re.I)
HOUR_OF_PART = re.compile(
    r"\b(?:at\s+)?(\d{1,2})[:.](\d\d)\b(?!\s*[ap]m)|\bat\s+(\d{1,2})(?!\d|[:.]\d|\s*[ap]m)", re.I
)
HALF = re.compile(r"\d\s*[ap]m\b", re.I)
FIRST_OF_NIGHT = 6  # "Friday night, 1:00" may be a day later
HOUR_FIRST = re.compile(
    r"(?:at\s+)?(\d{1,2}(?:[:.]\d{2}(?:\s*[ap]m)?|\s*[ap]m))\s*(?:,|\son\s)?\s*([a-z\d].+)", re.I
)
MOMENT = re.compile(
    rf"(?:on\s+)?(?:(?:the\s+)?(?P<near>{'|'.join(NEAR)})|(?=[a-z\d])(?:(?:next\s+|this\s+)?{WEEKDAY}\.?,?\s*)?(?:{DAY})?)"
    rf"(?:[\s,]*{HOUR}(?:\s+{ZONE})?)?",
    re.I,
)
A_WEEK = 7
NOON_HOUR, MIDNIGHT_HOUR = 12, 24
EXAMPLE_AHEAD = timedelta(days=2)


class SeveralMoments(Unusable):
    """A text may mean several moments, and only its writer knows which."""


class MomentContext(Struct, frozen=True):
    """Where a moment is written: the time zone, when, and the moment that it replaces.

    *lead* are the words of the command before it. A weekday without an hour is never today unless
    *is_today_meant*.
    """

    zone: str
    now: datetime
    replaced: datetime
    lead: str = "EXTEND TO"
    is_today_meant: bool = True

    @property
    def there(self) -> ZoneInfo:
        return ZoneInfo(self.zone)

    @property
    def today(self) -> date:
        return self.now.astimezone(self.there).date()

    @property
    def calendar(self) -> Calendar:
        """Return which days make sense: those after the day of the moment that is replaced."""
        following = self.replaced.astimezone(self.there).date() + timedelta(days=1)
        return Calendar(self.today, max(self.today, following))


def as_written(moment: datetime, zone: str) -> str:
    """Return *moment* as `read_moment` reads it without a year: "4 Dec 20:00"."""
    there = moment.astimezone(ZoneInfo(zone))
    return f"{there.day} {MONTHS[there.month - 1][:3].title()} {there:%H:%M}"


def read_moment(text: str, at: MomentContext) -> datetime:
    """Return the moment that *text* names. Raises Unusable with a remedy, SeveralMoments with all of them."""
    if (span := FROM_NOW.fullmatch(text.strip())) and is_length(length := span["ahead"] or span["later"]):
        return at.now + read_length(length)
    moments = _likely(_all_moments(text, at), at.now)
    if len(moments) > 1:
        lines = [f"{at.lead} {as_written(moment, at.zone)}" for moment in moments]
        raise SeveralMoments(sentence("clock", "which_moment", text=text, lines=lines))
    return moments[0]


def _all_moments(text: str, at: MomentContext) -> Sequence[datetime]:
    """Return each moment that *text* may mean, the first one first. Raises Unusable if there is none."""
    moments: set[datetime] = set()
    fault: Unusable | None = None
    for one in _readings(text, at):
        try:
            moments.add(_read(one, text, at))
        except Unusable as found:
            fault = fault or found
    if fault and not moments:
        raise fault
    return sorted(moments)


def date_soon_after(zone: str, now: datetime, replaced: datetime | None) -> str:
    """Return a date that is an example of what may be written in the place of the deadline *replaced*."""
    return as_written(max(now, replaced or now) + EXAMPLE_AHEAD, zone)


def _readings(text: str, at: MomentContext) -> Sequence[str]:
    try:
        return [each for one in readings(text, at.calendar) for each in _hours(one)]
    except ValueError:
        raise Unusable(_no_such_moment(text, at)) from None


def _likely(moments: Sequence[datetime], now: datetime) -> Sequence[datetime]:
    """Return the moments that are neither past nor far away; all of them if none is."""
    return [moment for moment in moments if now < moment <= now + FAR_AWAY] or moments


def _read(reading: str, text: str, at: MomentContext) -> datetime:
    """Return the moment that *reading* names, in which *text* has dates for days in words."""
    found = MOMENT.fullmatch(_day_first(reading))
    if found is None or _is_unclear(found):
        raise Unusable(_no_moment(text, at))
    there = _zone(found) or at.there
    try:
        hour, days = _hour(found) if found["hour"] else (at.replaced.astimezone(there).time(), 0)
        day = _day(found, at.now.astimezone(there).date())
    except ValueError:
        raise Unusable(_no_such_moment(text, at)) from None
    if day is None:
        after = max(at.now, at.replaced)
        if not at.is_today_meant and not found["hour"]:
            after = max(after, datetime.combine(at.now.astimezone(there).date(), time.max, there))
        day = _next(found["weekday"], hour, there, after - timedelta(days=days))
    elif found["weekday"] and not _is_weekday(day, found["weekday"]):
        raise Unusable(sentence("clock", "other_weekday", text=text, weekday=WEEKDAYS[day.weekday()].title()))
    return datetime.combine(day + timedelta(days=days), hour, there).astimezone(UTC)


def _zone(found: re.Match[str]) -> ZoneInfo | None:
    """Return the time zone that is named, also as "London time". Raises Unusable."""
    name = found["zone"] or (zone_named(found["city"]) or found["city"] if found["city"] else "")
    return ZoneInfo(known_zone(name)) if name else None


def _no_moment(text: str, at: MomentContext) -> Sentence:
    day, moment = _examples(at)
    return sentence(
        "clock", "no_moment", text=text, near=_day_meant(text), lead=at.lead, day=day, date=moment
    )


def _no_such_moment(text: str, at: MomentContext) -> Sentence:
    day, moment = _examples(at)
    return sentence(
        "clock", "no_such_moment", text=text, near=_day_meant(text), lead=at.lead, day=day, date=moment
    )


def _examples(at: MomentContext) -> tuple[str, str]:
    """Return a moment soon after the one that is replaced, as a day of the week and as a date."""
    moment = (max(at.now, at.replaced) + EXAMPLE_AHEAD).astimezone(at.there)
    day = f"{WEEKDAYS[moment.weekday()].title()} {moment:%H:%M}"
    return day, date_soon_after(at.zone, at.now, at.replaced)


def week_before(text: str, zone: str, now: datetime, moment: datetime) -> datetime | None:
    """Return the same time a week before *moment*, if *text* names only a weekday and that is to come yet.

    It may have been meant: "Friday" is the first one after the deadline that it moves, not after today.
    """
    found = MOMENT.fullmatch(_day_first(text))
    if found is None or not found["weekday"] or any(found[name] for name in ("iso", "day", "day2", "nth")):
        return None
    there = ZoneInfo(known_zone(found["zone"])) if found["zone"] else ZoneInfo(zone)
    local = moment.astimezone(there)
    earlier = datetime.combine(local.date() - timedelta(days=A_WEEK), local.time(), there).astimezone(UTC)
    return earlier if earlier > now else None


def past_days(text: str, zone: str, now: datetime) -> Sequence[date]:
    """Return the days that *text* may name, the last such days if it names no year; nothing if none."""
    today = now.astimezone(ZoneInfo(zone)).date()
    try:
        written = readings(text, Calendar(today, today, is_past=True))
        days = {day for one in written if (day := _past_day(one, today)) is not None}
    except ValueError:
        return ()
    return sorted({day for day in days if day <= today} or days)


def _past_day(reading: str, today: date) -> date | None:
    found = MOMENT.fullmatch(reading)
    if found is None or found["hour"] or not any(found[name] for name in ("near", "iso", "day", "day2")):
        return None
    day = _day(found, today) or today
    has_year = found["iso"] or found["year"] or found["year2"]
    return day if has_year or day <= today else day.replace(year=day.year - 1)


def _day_meant(text: str) -> str:
    """Return *text* with a slip in the name of a weekday corrected: Sonday 20:00; "" if there is none."""
    words = text.split()
    meant = [weekday_meant(word.strip(",.")) or word for word in words]
    return " ".join(meant) if meant != words else ""


def _day_first(text: str) -> str:
    """ "noon on Tuesday" → "Tuesday 12:00"; text in another order stays."""
    today = TONIGHT.sub(lambda found: f"today {found['part'] or 'night'}", " ".join(text.split()))
    written = NOON.sub("12:00", today)
    if part := PART.search(written):
        written = _with_hour(written, part)
    found = HOUR_FIRST.fullmatch(written)
    return f"{found[2]} {found[1]}" if found else written


def _hours(text: str) -> Sequence[str]:
    """ "Sunday midnight" → "Sunday 0:00" and "Sunday 24:00"; "8 o'clock" is in the morning or the evening."""
    written = FRENCH_HOUR.sub(lambda found: f"{found[1]}:{found[2] or '00'}", text)
    if MIDNIGHT.search(written):
        return [MIDNIGHT.sub(hour, written) for hour in ("0:00", "24:00")]
    found = CLOCK.search(written)
    if found is None:
        return [written]
    hour = int(found[1])
    is_clear = not 0 < hour <= NOON_HOUR or PART.search(written) or TONIGHT.search(written)
    return [CLOCK.sub(f"{one}:00", written) for one in ((hour,) if is_clear else (hour, hour + NOON_HOUR))]


def _with_hour(text: str, part: re.Match[str]) -> str:
    """ "Sunday evening at 8" → "Sunday 20:00", "Sunday evening" as well; what makes no sense stays."""
    name, rest = part[1].lower(), f"{text[: part.start()]}{text[part.end() :]}"
    if HALF.search(rest):
        return rest
    found = HOUR_OF_PART.search(rest)
    if found is None:
        return f"{text[: part.start()]} {PARTS[name]}{text[part.end() :]}"
    hour = int(found[1] or found[3])
    if (hour > 11) if name == "morning" else (name == "night" and hour < FIRST_OF_NIGHT):
        return text
    late = hour + 12 if name != "morning" and hour < 12 else hour
    return f"{rest[: found.start()]}{late}:{found[2] or '00'}{rest[found.end() :]}"


def _is_unclear(found: re.Match[str]) -> bool:
    """Return whether no day is named, or the hour may be a number of something else."""
    has_day = any(found[name] for name in ("near", "weekday", "iso", "day", "day2", "nth"))
    if not found["hour"] or found["half"]:
        return not has_day
    has_date = any(found[name] for name in ("iso", "day", "day2", "nth"))
    is_date = found["sign"] == "." and not has_date and 0 < int(found["minute"]) <= len(MONTHS)
    return not has_day or not found["minute"] or is_date


def _hour(found: re.Match[str]) -> tuple[time, int]:
    """Return the hour, and how many days later than the day that is named: 1 for 24:00."""
    hour = int(found["hour"])
    if found["half"]:
        if not 1 <= hour <= 12:
            raise ValueError(hour)
        hour = hour % 12 + (12 if found["half"].lower() == "pm" else 0)
    days, hour = (1, 0) if hour == MIDNIGHT_HOUR and int(found["minute"] or 0) == 0 else (0, hour)
    return time(hour, int(found["minute"] or 0)), days


def _day(found: re.Match[str], today: date) -> date | None:
    """Return the day that is named; None for a weekday alone. Raises ValueError if it does not exist."""
    if found["near"]:
        return today + timedelta(days=NEAR[found["near"].lower()])
    if found["iso"]:
        return date.fromisoformat(found["iso"])
    if found["nth"]:
        return _next_nth(int(found["nth"]), today)
    day, month, year = (found[name] or found[f"{name}2"] for name in ("day", "month", "year"))
    if not day:
        return None
    number = [name[:3] for name in MONTHS].index(month.lower()) + 1  # ValueError if it is not a month
    if year:
        return date(int(year), number, int(day))
    return _next_date(int(day), number, today)


def _next_date(day: int, month: int, today: date) -> date:
    this_year = date(today.year, month, day)
    return this_year if this_year >= today else this_year.replace(year=today.year + 1)


def _next_nth(day: int, today: date) -> date:
    """Return the next day with that number in its month. Raises ValueError if no month has it."""
    ahead = (today + timedelta(days=number) for number in range(62))
    return next((one for one in ahead if one.day == day), None) or today.replace(day=day)


def _is_weekday(day: date, weekday: str) -> bool:
    return day.weekday() == weekday_of(weekday)


def _next(weekday: str, hour: time, zone: ZoneInfo, after: datetime) -> date:
    """Return the first such weekday on which *hour* is later than *after*."""
    number = weekday_of(weekday)
    first = after.astimezone(zone).date()
    day = first + timedelta(days=(number - first.weekday()) % A_WEEK)
    is_later = datetime.combine(day, hour, zone) > after
    return day if is_later else day + timedelta(days=A_WEEK)

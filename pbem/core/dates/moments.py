"""Moments as people write them: "Sunday 20:00", "27 Nov", "8pm on Tuesday", "2026-12-04 20:00 UTC".

A moment is in a given time zone unless it names one. A morning is 9:00, an afternoon 15:00, an evening
20:00, a night 22:00; together with an hour they say which half of the day is meant. Without an hour a moment
has the hour of the one that it replaces. A day without a year, or without a month ("the 20th"), is the next
such day; the name of a weekday is the first such day that makes the moment later than the one that it
replaces.
"""

import re
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from pbem.core.dates.rest_days import MONTHS, WEEKDAYS, weekday_meant
from pbem.core.deadlines import known_zone
from pbem.core.sentences import Unusable, sentence

WEEKDAY = r"(?P<weekday>mon|tue|wed|thu|fri|sat|sun)[a-z]*"
HOUR = r"(?:at\s+)?(?P<hour>\d{1,2})(?:[:.](?P<minute>\d{2}))?\s*(?P<half>[ap]m)?"
ZONE = r"(?P<zone>utc|gmt|[a-z][\w+-]*/[\w/+-]+|[a-z]{3,4})"
DAY = (
    r"(?:(?P<iso>\d{4}-\d{2}-\d{2})"
    r"|(?P<day>\d{1,2})(?:st|nd|rd|th|\.)?\s+(?:of\s+)?(?P<month>[a-z]{3})[a-z]*\.?,?(?:\s*(?P<year>\d{4}))?"
    r"|(?:the\s+)?(?P<nth>\d{1,2})(?:st|nd|rd|th)"
    r"|(?P<month2>[a-z]{3})[a-z]*\.?\s+(?P<day2>\d{1,2})(?:st|nd|rd|th)?,?(?:\s+(?P<year2>\d{4}))?)"
)
NEAR = {"today": 0, "tomorrow": 1, "day after tomorrow": 2}
NOON = re.compile(r"\b(?:12\s+)?(?:noon|midday)\b", re.I)
PARTS = {"morning": "9:00", "afternoon": "15:00", "evening": "20:00", "night": "22:00"}
PART = re.compile(rf"(?<=[a-z\d.,])\s+(?:in\s+the\s+|at\s+)?({'|'.join(PARTS)})\b", re.I)
TONIGHT = re.compile(r"\btonight\b", re.I)
HOUR_OF_PART = re.compile(
    r"\b(?:at\s+)?(\d{1,2})[:.](\d\d)\b(?!\s*[ap]m)|\bat\s+(\d{1,2})(?!\d|[:.]\d|\s*[ap]m)", re.I
)
HALF = re.compile(r"\d\s*[ap]m\b", re.I)
FIRST_OF_NIGHT = 6  # "Friday night, 1:00" may be a day later
HOUR_FIRST = re.compile(
    r"(?:at\s+)?(\d{1,2}(?:[:.]\d{2}(?:\s*[ap]m)?|\s*[ap]m))\s*(?:,|\son\s)?\s*([a-z].+)", re.I
)
MOMENT = re.compile(
    rf"(?:on\s+)?(?:(?:the\s+)?(?P<near>{'|'.join(NEAR)})|(?=[a-z\d])(?:(?:next\s+|this\s+)?{WEEKDAY}\.?,?\s*)?(?:{DAY})?)"
    rf"(?:[\s,]*{HOUR}(?:\s+{ZONE})?)?",
    re.I,
)
AFTER_NEXT = re.compile(
    rf"(?:on\s+)?(?:the\s+)?{WEEKDAY}\s+after\s+(?:the\s+)?next(?:\s+one)?(?P<rest>\b.*)", re.I
)
HAS_HOUR = re.compile(r"\d|noon|midday|night|morning|evening", re.I)
A_WEEK = 7


def as_written(moment: datetime, zone: str) -> str:
    """Return *moment* as `read_moment` reads it without a year: "4 Dec 20:00"."""
    there = moment.astimezone(ZoneInfo(zone))
    return f"{there.day} {MONTHS[there.month - 1][:3].title()} {there:%H:%M}"


def read_moment(
    text: str, zone: str, now: datetime, replaced: datetime, *, is_today_meant: bool = True
) -> datetime:
    """Return the moment that *text* names, as a replacement for *replaced*.

    A weekday without an hour is never today unless *is_today_meant*. Raises Unusable with a remedy.
    """
    found = MOMENT.fullmatch(_day_first(text))
    if after_next := AFTER_NEXT.fullmatch(" ".join(text.split())):
        _ask_which_week(text, f"{after_next['weekday']}{after_next['rest']}", zone, now, replaced)
    if found is None or _is_unclear(found):
        raise Unusable(sentence("clock", "no_moment", text=text, near=_day_meant(text)))
    there = ZoneInfo(known_zone(found["zone"])) if found["zone"] else ZoneInfo(zone)
    try:
        hour = _hour(found) if found["hour"] else replaced.astimezone(there).time()
        day = _day(found, now.astimezone(there).date())
    except ValueError:
        raise Unusable(sentence("clock", "no_such_moment", text=text, near=_day_meant(text))) from None
    if day is None:
        after = max(now, replaced)
        if not is_today_meant and not found["hour"]:
            after = max(after, datetime.combine(now.astimezone(there).date(), time.max, there))
        day = _next(found["weekday"], hour, there, after)
    elif found["weekday"] and not _is_weekday(day, found["weekday"]):
        raise Unusable(sentence("clock", "other_weekday", text=text, weekday=WEEKDAYS[day.weekday()].title()))
    return datetime.combine(day, hour, there).astimezone(UTC)


def _ask_which_week(text: str, day: str, zone: str, now: datetime, replaced: datetime) -> None:
    """Raise Unusable with both dates that "the Friday after next" may be, as people disagree about "next".

    *day* is the weekday alone, with its hour.
    """
    there = ZoneInfo(zone)
    local = replaced.astimezone(there)
    midnight = datetime.combine(now.astimezone(there).date() + timedelta(days=1), time(), there)
    coming = read_moment(day, zone, now, midnight.astimezone(UTC))
    if not HAS_HOUR.search(day):
        coming = datetime.combine(coming.astimezone(there).date(), local.time(), there)
    dates = [as_written(coming + timedelta(days=A_WEEK * weeks), zone) for weeks in (1, 2)]
    raise Unusable(sentence("clock", "which_after_next", text=text, first=dates[0], other=dates[1]))


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


def read_past_day(text: str, zone: str, now: datetime) -> date:
    """Return the day that *text* names, the last such day if it names no year. Raises Unusable."""
    found = MOMENT.fullmatch(" ".join(text.split()))
    if found is None or found["hour"] or not any(found[name] for name in ("near", "iso", "day", "day2")):
        raise Unusable(sentence("clock", "no_moment", text=text, near=_day_meant(text)))
    today = now.astimezone(ZoneInfo(zone)).date()
    try:
        day = _day(found, today) or today
        has_year = found["iso"] or found["year"] or found["year2"]
        return day if has_year or day <= today else day.replace(year=day.year - 1)
    except ValueError:
        raise Unusable(sentence("clock", "no_such_moment", text=text, near=_day_meant(text))) from None


def _day_meant(text: str) -> str:
    """Return *text* with a slip in the name of a weekday corrected: Sonday 20:00; "" if there is none."""
    words = text.split()
    meant = [weekday_meant(word.strip(",.")) or word for word in words]
    return " ".join(meant) if meant != words else ""


def _day_first(text: str) -> str:
    """ "noon on Tuesday" → "Tuesday 12:00"; text in another order stays."""
    written = NOON.sub("12:00", TONIGHT.sub("today night", " ".join(text.split())))
    if part := PART.search(written):
        written = _with_hour(written, part)
    found = HOUR_FIRST.fullmatch(written)
    return f"{found[2]} {found[1]}" if found else written


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
    return not has_day or bool(found["hour"] and not found["minute"] and not found["half"])


def _hour(found: re.Match[str]) -> time:
    hour = int(found["hour"])
    if found["half"]:
        if not 1 <= hour <= 12:
            raise ValueError(hour)
        hour = hour % 12 + (12 if found["half"].lower() == "pm" else 0)
    return time(hour, int(found["minute"] or 0))


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
    return WEEKDAYS[day.weekday()].startswith(weekday.lower())


def _next(weekday: str, hour: time, zone: ZoneInfo, after: datetime) -> date:
    """Return the first such weekday on which *hour* is later than *after*."""
    number = [name[:3] for name in WEEKDAYS].index(weekday.lower())
    first = after.astimezone(zone).date()
    day = first + timedelta(days=(number - first.weekday()) % A_WEEK)
    is_later = datetime.combine(day, hour, zone) > after
    return day if is_later else day + timedelta(days=A_WEEK)

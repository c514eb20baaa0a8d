"""Parse days from one to another, as people write that they are away: "3 to 10 August", "the weekend".

Days without a year are the next such days that are not over. What may be several spans of days ("for a week",
3/8 to 5/8, "next weekend") is read as all of them, and whoever reads them asks which is meant.
"""

import re
from collections.abc import Callable, Sequence
from datetime import date, timedelta

from msgspec import Struct

from pbem.core.dates.day_words import (
    A_DAY,
    A_WEEK,
    AMOUNT,
    FRIDAY,
    MONDAY,
    MONTH,
    SATURDAY,
    SUNDAY,
    THIS,
    WEEKDAY_NAME,
    Calendar,
    first_of,
    first_of_next_month,
    last_of_month,
    length_of,
    of_week,
    readings,
    weekday_of,
    written,
)
from pbem.core.dates.rest_days import MONTHS, WEEKDAYS
from pbem.core.sentences import Sentence, Unusable, sentence

Span = tuple[date, date]  # the first and the last day
BETWEEN = re.compile(r"\s*(?:\bto\b|\buntil\b|\btill\b|\bthrough\b|--?|\u2013)\s*")
OPEN = re.compile(r"(?:until|till|to|through)\s+")
ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
ONLY_ISO = re.compile(rf"(?:{ISO.pattern}|\s|to|until|till|through|-|\u2013)+")
PART_OF_DAY = re.compile(
    r"\s+(?:early\s+|late\s+|in\s+the\s+)?(?:morning|afternoon|evening|night|noon|midday)\b"
)
BOTH = re.compile(r"(?P<first>.+?)\s+(?:and|&)\s+(?P<last>.+)")
ITS_AMOUNT = AMOUNT.replace("P<", "P<its_")
FOR = re.compile(rf"(?:from\s+)?(?P<start>.+?)\s+for\s+{AMOUNT}|for\s+{ITS_AMOUNT}\s+from\s+(?P<from>.+)")
EXAMPLE_AHEAD, EXAMPLE_LENGTH = timedelta(days=3), timedelta(days=4)


class _Day(Struct, frozen=True):
    """A day as it was written, with 0 for omitted parts; *weekday* is -1 if there is none."""

    day: int
    month: int = 0
    year: int = 0
    weekday: int = -1


def read_spans(text: str, today: date) -> Sequence[Span]:
    """Return the days that *text* may mean, at least one span. Raises Unusable."""
    plain = PART_OF_DAY.sub("", " ".join(text.lower().replace(",", " ").split()))
    for pattern, spans in WORDINGS:
        if found := pattern.fullmatch(plain):
            return spans(found, today)
    if found := FOR.fullmatch(plain):
        return _for_some_days(found, today)
    if (found := BOTH.fullmatch(plain)) and (both := _two_days(found, today)):
        return both
    return _from_to(plain, today)


def example(today: date) -> Sentence:
    """Return how days are written, with days that are soon."""
    first = today + EXAMPLE_AHEAD
    last = first + EXAMPLE_LENGTH
    days = [written(day, has_year=False).title() for day in (first, last)]
    return sentence(
        "absences", "example", first=days[0], last=days[1], iso=first.isoformat(), until=last.isoformat()
    )


def _for_some_days(found: re.Match[str], today: date) -> Sequence[Span]:
    """ "from Friday for 3 days", "for 3 days from Friday" → Friday to Sunday."""
    count, unit = found["count"] or found["its_count"], found["unit"] or found["its_unit"]
    starts = [first for first, last in read_spans(found["start"] or found["from"], today) if first == last]
    if not starts:
        raise Unusable(sentence("absences", "unreadable_days", written=found[0], example=example(today)))
    return [(start, start + length_of(count, unit) - A_DAY) for start in starts]


def _two_days(found: re.Match[str], today: date) -> Sequence[Span]:
    """ "Friday and Saturday" → both, if one day follows the other."""
    try:
        spans = _from_to(f"{found['first']} to {found['last']}", today)
    except Unusable:
        return ()
    return [span for span in spans if span[1] - span[0] == A_DAY]


def _from_to(plain: str, today: date) -> Sequence[Span]:
    spans: list[Span] = []
    fault: Unusable | None = None
    for one in _readings(plain, today):
        try:
            spans.append(_read(one, today))
        except Unusable as found:
            fault = fault or found
    if fault and not spans:
        raise _in_own_words(fault, plain, today)
    return [*dict.fromkeys(spans)]


def _in_own_words(fault: Unusable, plain: str, today: date) -> Unusable:
    """Return the fault with the days as they were written, not with the dates that they mean."""
    match fault.sentence.name:
        case "unreadable_day":
            return Unusable(sentence("absences", "unreadable_day", written=plain, example=example(today)))
        case "unreadable_days":
            return Unusable(sentence("absences", "unreadable_days", written=plain, example=example(today)))
        case _:
            return fault


def _readings(plain: str, today: date) -> Sequence[str]:
    if ONLY_ISO.fullmatch(plain):
        return [plain]
    try:
        return readings(ISO.sub(_iso_in_words, plain), Calendar(today, today))
    except ValueError:
        raise Unusable(
            sentence("absences", "unreadable_day", written=plain, example=example(today))
        ) from None


def _iso_in_words(found: re.Match[str]) -> str:
    year, month, day = found.groups()
    return f"{int(day)} {MONTHS[int(month) - 1]} {year}" if 1 <= int(month) <= len(MONTHS) else found[0]


def _read(reading: str, today: date) -> Span:
    dated = _dated_words(reading, today)
    plain = dated.removeprefix("from ").removeprefix("on ")
    is_open = OPEN.match(plain)
    pieces = [plain[is_open.end() :]] if is_open else _pieces(plain, today)
    if len(pieces) == 1 and dated.startswith("from "):
        raise Unusable(sentence("absences", "no_end", written=reading, example=example(today)))
    days = [_day(piece, today) for piece in pieces]
    first, last = (None, days[0]) if is_open else (days[0], days[-1])
    until = last if last.month or first is None else _Day(last.day, first.month, last.year, last.weekday)
    begins = _Day(first.day, first.month or until.month, first.year or 0, first.weekday) if first else None
    return _dated(begins, until, today)


def _dated_words(plain: str, today: date) -> str:
    """Replace "tomorrow" and "friday" by days; a weekday is the next one of that name.

    In "friday to sunday" the second one is the next after the first, which may be in another week.
    """
    days = {"today": today, "tomorrow": today + A_DAY}
    earliest = today

    def dated(found: re.Match[str]) -> str:
        nonlocal earliest
        word = found[1]
        is_weekday = word not in days
        ahead = (weekday_of(word) - earliest.weekday()) % 7 if is_weekday else 0
        day = earliest + timedelta(days=ahead) if is_weekday else days[word]
        earliest = day + timedelta(days=is_weekday)
        return written(day)

    return re.sub(rf"\b(today\b|tomorrow\b|{WEEKDAY_NAME})(?!\.?\s+(?:the\s+)?\d)", dated, plain)


def _pieces(plain: str, today: date) -> list[str]:
    """Return the texts of the two days; ISO days contain dashes themselves."""
    iso = [found[0] for found in ISO.finditer(plain)]
    pieces = iso or [piece for piece in BETWEEN.split(plain) if piece]
    if not 1 <= len(pieces) <= 2:
        raise Unusable(sentence("absences", "unreadable_days", written=plain, example=example(today)))
    return pieces


def _day(text: str, today: date) -> _Day:
    if found := ISO.fullmatch(text):
        return _Day(int(found[3]), int(found[2]), int(found[1]))
    named = re.match(rf"({WEEKDAY_NAME})\.?\s+(?:the\s+)?(?=\d)", text)
    plain = text[named.end() :] if named else text.removeprefix("the ")
    weekday = weekday_of(named[1]) if named else -1
    if found := re.fullmatch(
        r"(\d{1,2})(?:st|nd|rd|th|\.)?(?:\s+(?:of\s+)?([a-z]{3,9})\.?)?(?:\s+(\d{4}))?", plain
    ):
        return _Day(int(found[1]), _month(found[2], today), int(found[3] or 0), weekday)
    if found := re.fullmatch(r"([a-z]{3,9})\.?\s+(?:the\s+)?(\d{1,2})(?:st|nd|rd|th)?(?:\s+(\d{4}))?", plain):
        return _Day(int(found[2]), _month(found[1], today), int(found[3] or 0), weekday)
    raise Unusable(sentence("absences", "unreadable_day", written=text, example=example(today)))


def _month(word: str | None, today: date) -> int:
    if word is None:
        return 0
    found = [number for number, month in enumerate(MONTHS, 1) if month.startswith(word)]
    if len(found) != 1:
        raise Unusable(sentence("absences", "no_month", written=word, example=example(today)))
    return found[0]


def _dated(first: _Day | None, last: _Day, today: date) -> Span:
    """Return real days: without a month this month or the next, without a year the next that is not over."""
    ends = _on_its_weekday(last, _next(last, first or last, today))
    if first is None:
        return today, ends
    years = [first.year] if first.year else [ends.year, ends.year - 1]
    month = first.month or ends.month
    begins = [day for year in years if (day := _real(year, month, first.day, today)) <= ends]
    if not begins:
        raise Unusable(sentence("absences", "ends_before", last=ends))
    return _on_its_weekday(first, begins[0]), ends


def _on_its_weekday(day: _Day, found: date) -> date:
    if day.weekday not in (-1, found.weekday()):
        weekday, text = WEEKDAYS[found.weekday()].title(), written(found).title()
        raise Unusable(sentence("absences", "other_weekday", written=text, weekday=weekday))
    return found


def _next(day: _Day, other: _Day, today: date) -> date:
    if not day.month:
        this = _real(today.year, today.month, day.day, today)
        following = first_of_next_month(today)
        return this if this >= today else _real(following.year, following.month, day.day, today)
    if day.year or other.year:
        return _real(day.year or other.year, day.month, day.day, today)
    this = _real(today.year, day.month, day.day, today)
    return this if this >= today else _real(today.year + 1, day.month, day.day, today)


def _real(year: int, month: int, day: int, today: date) -> date:
    try:
        return date(year, month, day)
    except ValueError:
        name = MONTHS[month - 1].title() if 1 <= month <= 12 else month
        why = sentence("absences", "no_day", day=day, month=name, year=year, example=example(today))
        raise Unusable(why) from None


# --- spans in words --------------------------------------------------------------------------------------


def _weekend(_: re.Match[str], today: date) -> Sequence[Span]:
    return [(max(today, of_week(today, SATURDAY)), of_week(today, SUNDAY))]


def _next_weekend(_: re.Match[str], today: date) -> Sequence[Span]:
    this = (of_week(today, SATURDAY), of_week(today, SUNDAY))
    following = (this[0] + A_WEEK, this[1] + A_WEEK)
    return [following] if today.weekday() >= SATURDAY else [this, following]


def _until_weekend(_: re.Match[str], today: date) -> Sequence[Span]:
    return [(today, day) for weekday in (FRIDAY, SUNDAY) if (day := of_week(today, weekday)) >= today]


def _until_after_weekend(_: re.Match[str], today: date) -> Sequence[Span]:
    sunday = of_week(today, SUNDAY)
    return [(today, sunday), (today, sunday + A_DAY)]


def _this_week(_: re.Match[str], today: date) -> Sequence[Span]:
    return [(today, of_week(today, SUNDAY))]


def _next_week(_: re.Match[str], today: date) -> Sequence[Span]:
    mondays = Calendar(today, today).in_weeks(MONDAY, 1)
    return [(monday, monday + timedelta(days=6)) for monday in mondays]


def _this_month(_: re.Match[str], today: date) -> Sequence[Span]:
    return [(today, last_of_month(today))]


def _next_month(_: re.Match[str], today: date) -> Sequence[Span]:
    first = first_of_next_month(today)
    return [(first, last_of_month(first))]


def _whole_month(found: re.Match[str], today: date) -> Sequence[Span]:
    first = first_of(found["month"], today)
    return [(max(first, today), last_of_month(first))]


def _from_today(found: re.Match[str], today: date) -> Sequence[Span]:
    """ "for three days": today may be one of them or not."""
    last = today + length_of(found["count"], found["unit"])
    return [(today, last - A_DAY), (today, last)]


def _from_a_day(found: re.Match[str], today: date) -> Sequence[Span]:
    """ "a week from Friday": a week that begins on Friday, or the Friday a week later."""
    starts = [first for first, last in read_spans(found["start"], today) if first == last]
    length = length_of(found["count"], found["unit"])
    return [span for day in starts for span in ((day, day + length - A_DAY), (day + length, day + length))]


LEAD, ALL = (
    r"(?:over\s+|on\s+|at\s+|for\s+|during\s+|in\s+)?",
    r"(?:(?:all|the\s+whole|the\s+rest)(?:\s+of)?\s+)?",
)
WORDINGS: Sequence[tuple[re.Pattern[str], Callable[[re.Match[str], date], Sequence[Span]]]] = tuple(
    (re.compile(pattern), spans)
    for pattern, spans in (
        (rf"{LEAD}{ALL}{THIS}weekend", _weekend),
        (rf"{LEAD}{ALL}(?:the\s+)?next\s+weekend", _next_weekend),
        (rf"(?:until|till|to)\s+{THIS}weekend", _until_weekend),
        (rf"(?:until|till|to)\s+after\s+{THIS}weekend", _until_after_weekend),
        (rf"{LEAD}{ALL}{THIS}week", _this_week),
        (rf"{LEAD}{ALL}next\s+week", _next_week),
        (rf"{LEAD}{ALL}{THIS}month", _this_month),
        (rf"{LEAD}{ALL}next\s+month", _next_month),
        (rf"{LEAD}{ALL}{MONTH}", _whole_month),
        (rf"(?:for\s+)?(?:(?:the|these)\s+)?(?:next\s+)?{AMOUNT}", _from_today),
        (rf"{AMOUNT}\s+from\s+(?P<start>.+)", _from_a_day),
    )
)

"""Lengths of time: as people write them, as the database keeps them, and in words for people.

The database stores them as "13 hours 12 minutes", in English whatever the language of the templates.
"""

import re
from collections.abc import Sequence
from datetime import datetime, timedelta

from pbem.core.sentences import Sentence, Unusable, sentence

UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400, "w": 7 * 86400, "f": 14 * 86400}
ONE_LENGTH = r"\d+(?:\.\d+)?\s*(?:s|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|wks?|weeks?|fortnights?)"
LENGTH = re.compile(rf"({ONE_LENGTH})(?:(?:\s*,)?(?:\s*\band)?\s*({ONE_LENGTH}))?")
PART_OF_LENGTH = re.compile(r"([\d.]+)\s*(\w)")
NUMBERS = {
    word: number
    for number, word in enumerate(
        ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"), 1
    )
}
COUPLE = r"(?:a\s+)?couple\s+of"
COUNT_WORDS = rf"(?:{COUPLE}|an?|{'|'.join(NUMBERS)})"
IN_WORDS = re.compile(rf"(half\s+)?\b({COUNT_WORDS})\s+(?=[a-z])")
WITH_HALF = re.compile(
    rf"(?P<count>\d+|{COUNT_WORDS})\s+(?P<unit>[a-z]+)\s+and\s+a\s+half"
    rf"|(?P<number>\d+|{COUNT_WORDS})\s+and\s+a\s+half\s+(?P<units>[a-z]+)"
)
LONGEST_DAYS = 366
LONGEST_SEARCHED, MOST_WORDS = 300, 5  # characters of a text, and words of a length in it
DAYS_FROM = 96  # hours
KEPT = ("day", "hour", "minute", "second")
A_PART = re.compile(rf"(\d+) ({'|'.join(KEPT)})s?")
Parts = Sequence[tuple[int, str]]  # numbers, each with its unit


def read_length(text: str) -> timedelta:
    """ "24h", "2 days", "a week", "1 day and 12 hours" → that length. Raises ValueError with a remedy."""
    lengths = _in_seconds(text)
    if not lengths:
        raise Unusable(sentence("written", "no_length", text=text))
    seconds = sum(lengths)
    if seconds > LONGEST_DAYS * 86400:
        raise Unusable(sentence("written", "too_long", text=text, most=LONGEST_DAYS))
    return timedelta(seconds=seconds)


def is_length(text: str) -> bool:
    """Return whether `read_length` reads *text*, or finds it too long."""
    return bool(_in_seconds(text))


def length_in(text: str) -> str:
    """Return the first length that *text* names, "" if none."""
    words = [word.strip(",.;:!?()") for word in text[:LONGEST_SEARCHED].split()]
    for first in range(len(words)):
        for count in range(MOST_WORDS, 0, -1):
            if is_length(found := " ".join(words[first : first + count])):
                return found
    return ""


def _in_seconds(text: str) -> Sequence[float]:
    """Return each part of a length, the larger unit first; nothing if *text* is none."""
    found = LENGTH.fullmatch(_with_digits(text.strip().lower()))
    parts = [PART_OF_LENGTH.match(part) for part in found.groups() if part] if found else []
    lengths = [(float(part[1]), UNITS[part[2]]) for part in parts if part]
    units = [unit for _, unit in lengths]
    is_right = units == sorted({*units}, reverse=True) and all(number > 0 for number, _ in lengths)
    return [number * unit for number, unit in lengths] if is_right else []


def count_of(word: str) -> int:
    """Return the number that a word of COUNT_WORDS, or digits, stand for: "a couple of" is 2."""
    plain = word.lower()
    return int(plain) if plain.isdecimal() else 2 if "couple" in plain else NUMBERS.get(plain, 1)


def _with_digits(text: str) -> str:
    """ "half a week", "two days", "a day and a half" → "0.5 week", "2 days", "1.5 day"."""
    whole = WITH_HALF.fullmatch(text)
    if whole:
        number, unit = whole["count"] or whole["number"], whole["unit"] or whole["units"]
        return f"{count_of(number) + 0.5} {unit}"
    return IN_WORDS.sub(lambda found: f"{count_of(found[2]) * (0.5 if found[1] else 1)} ", text)


def in_words(length: timedelta) -> Sentence:
    """ "24 hours", "3 days", "90 minutes": the largest unit that fits evenly."""
    return _said(_even(length))


def to_the_minute(length: timedelta) -> Sentence:
    """ "13 hours 12 minutes", "4 days 5 hours 12 minutes", or as in `in_words`."""
    return _said(_exact(length))


def notation(length: timedelta) -> str:
    """Return what the database keeps of a length, in the units of `in_words`."""
    return _noted(_even(length))


def exact_notation(length: timedelta) -> str:
    """Return what the database keeps of a length, in the units of `to_the_minute`."""
    return _noted(_exact(length))


def of_notation(text: str) -> Sentence:
    """Return in words what `notation` or `exact_notation` returned."""
    return _said([(int(number), unit) for number, unit in A_PART.findall(text)])


def time_left(now: datetime, moment: datetime) -> Sentence | None:
    """Return the time from *now* to *moment* in whole hours or, from four days on, in days; None if past."""
    hours = int((moment - now).total_seconds() // 3600)
    if hours < 1:
        return sentence("lengths", "under_an_hour") if moment > now else None
    return _said([(hours, "hour") if hours < DAYS_FROM else (hours // 24, "day")])


def _even(length: timedelta) -> Parts:
    seconds = round(length.total_seconds())
    for name, unit, least in (("day", 86400, 2), ("hour", 3600, 1), ("minute", 60, 1)):
        if seconds % unit == 0 and seconds // unit >= least:
            return [(seconds // unit, name)]
    return [(seconds // 60, "minute")] if seconds >= 600 else [(seconds, "second")]


def _exact(length: timedelta) -> Parts:
    minutes = round(length.total_seconds() / 60)
    if minutes < 120 or minutes % 60 == 0:
        return _even(timedelta(minutes=minutes))
    hours = minutes // 60
    if hours < DAYS_FROM:
        return [(hours, "hour"), (minutes % 60, "minute")]
    parts = [(hours // 24, "day"), (hours % 24, "hour"), (minutes % 60, "minute")]
    return [(number, unit) for number, unit in parts if number]


def _noted(parts: Parts) -> str:
    return " ".join(f"{number} {unit}{'s' if number != 1 else ''}" for number, unit in parts)


def _said(parts: Parts) -> Sentence:
    return sentence("lengths", "length", parts=[_part(number, unit) for number, unit in parts])


def _part(number: int, unit: str) -> Sentence:
    match unit:
        case "day":
            return sentence("lengths", "days", number=number)
        case "hour":
            return sentence("lengths", "hours", number=number)
        case "minute":
            return sentence("lengths", "minutes", number=number)
        case _:
            return sentence("lengths", "seconds", number=number)

"""Deadlines: arithmetic on given times, without a clock.

A pace is written as people say it, its parts between semicolons:

    72h                                   72 hours after the last turn was run
    3d 20:00 Europe/London                at 20:00 there, three calendar days later
    every Sunday 18:00 Europe/London      or "every Mon, Thu 20:00 Europe/Berlin"
    every Sunday 18:00 Europe/London; retreat 24h; adjustment 24h; grace 12h

The first part is for every phase; a part that begins with the name of a phase is for that phase alone;
"grace" is how long orders are still accepted if some are missing. Only if a zone is named are hours local
time: then summer time is followed, and an hour that it skips is read as one hour later (02:30 becomes 03:30).

If a pace names an hour or a day of the week, the deadline is the first such moment that is far enough away:
`Pace.least` after the last turn was run, or what the house rules give the first turn. A part for a single
phase is followed as it is written.

A deadline counted in hours that falls into the night moves to its end (`Pace.night`), unless the pace is that
of a game played in one sitting.

A deadline on a rest day (a weekday, or a day as in `pbem.core.dates.rest_days`) moves to the same local time
on the next day that is not one; "Sunday (movement)" is a rest day for that phase alone. Grace and extensions
are plain hours: rest days do not lengthen them.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from msgspec import Struct, structs

from pbem.core.dates.lengths import is_length, notation, read_length
from pbem.core.dates.rest_days import WEEKDAYS, Holiday, read_days, weekday_meant
from pbem.core.dates.zones import zone_like
from pbem.core.sentences import Unusable, sentence

DAILY = re.compile(r"(\d+)\s*(?:d|days?)\s+(?:at\s+)?(\d{1,2}):(\d{2})(?:\s+(\S+))?")
WEEKLY = re.compile(r"every\s+([a-z][a-z, ]*?)\s+(?:at\s+)?(\d{1,2}):(\d{2})(?:\s+(\S+))?", re.I)
SHORTEST_BY_DAY = timedelta(hours=6)  # a faster pace is for one sitting, even at night
NIGHT = re.compile(r"(\d{1,2}):(\d{2})\s*(?:-|to|\u2013)\s*(\d{1,2}):(\d{2})")
OF_PHASES = re.compile(r"\s*\(([^()]*)\)\s*$")
MOST_REST = 366  # days in a row; otherwise a table could rest for ever


class After(Struct, frozen=True):
    """A length of time after the last turn was run."""

    length: timedelta


class Daily(Struct, frozen=True):
    """*days* calendar days later, at *hour* in *zone*."""

    days: int
    hour: time
    zone: str


class Weekly(Struct, frozen=True):
    """On each of *weekdays* (0 is Monday), at *hour* in *zone*."""

    weekdays: tuple[int, ...]
    hour: time
    zone: str


Beat = After | Daily | Weekly


class Rest(Struct, frozen=True):
    """Rest days, by the calendar of *zone*; 0 is Monday. *phases* have further days of their own."""

    weekdays: frozenset[int] = frozenset()
    days: tuple[Holiday, ...] = ()
    zone: str = "UTC"
    phases: Mapping[str, "Rest"] = {}

    def during(self, phase: str) -> "Rest":
        """Return the rest days of one phase."""
        own = self.phases.get(phase.lower())
        return Rest(self.weekdays | own.weekdays, (*self.days, *own.days), self.zone) if own else self

    def holds(self, day: date) -> bool:
        return day.weekday() in self.weekdays or any(holiday.hold(day) for holiday in self.days)


class Night(Struct, frozen=True):
    """The local hours into which a deadline counted in hours must not fall."""

    begins: time
    ends: time

    def holds(self, hour: time) -> bool:
        if self.begins <= self.ends:
            return self.begins <= hour < self.ends
        return hour >= self.begins or hour < self.ends


class Pace(Struct, frozen=True):
    """How fast a table plays; *least* is the shortest turn of the *usual* beat, if that names an hour.

    *night* is by the clock of the zone of *rest*.
    """

    usual: Beat
    phases: Mapping[str, Beat] = {}
    grace_hours: float = 0.0
    rest: Rest = Rest()
    least: timedelta = timedelta()
    night: Night | None = None


class Reason(Struct, frozen=True):
    """Something that a deadline depends on; *kind* is one of `pbem.reports.deadline_reasons`."""

    kind: str
    words: Mapping[str, str] = {}


class Deadline(Struct, frozen=True):
    """*due_utc* is announced; orders are accepted until *final_utc* if any are missing; *why*: for people."""

    due_utc: datetime
    final_utc: datetime
    why: tuple[Reason, ...] = ()

    def because(self, kind: str, **words: str) -> "Deadline":
        """Return the deadline with one more reason."""
        return structs.replace(self, why=(*self.why, Reason(kind, words)))


def due(closed: datetime, phase: str, pace: Pace) -> Deadline:
    """Return when orders for the *phase* after *closed* are due. Raises ValueError if that has no zone."""
    own = pace.phases.get(phase.lower())
    least = timedelta() if own else pace.least
    return _deadline(closed, own or pace.usual, least, _during(pace, phase))


def first_due(opened: datetime, phase: str, pace: Pace, least: timedelta) -> Deadline:
    """Return when the first orders of a table are due: as `due`, but no hour or weekday within *least*."""
    first = _deadline(opened, pace.phases.get(phase.lower(), pace.usual), least, _during(pace, phase))
    why = [structs.replace(one, words={**one.words, "since": "start"}) for one in first.why[:1]]
    return structs.replace(first, why=(*why, *first.why[1:]))


def _during(pace: Pace, phase: str) -> Pace:
    return structs.replace(pace, rest=pace.rest.during(phase))


def _deadline(closed: datetime, beat: Beat, least: timedelta, pace: Pace) -> Deadline:
    if closed.tzinfo is None:
        raise ValueError(f"{closed} has no time zone")
    moment = next_beat(closed, beat, least)
    why = [_reason_of(beat)]
    if pace.night and isinstance(beat, After) and beat.length >= SHORTEST_BY_DAY:
        awake = after_night(moment, pace.night, pace.rest.zone)
        why += _reasons_of_night(pace.night) if awake != moment else []
        moment = awake
    rested = after_rest(moment, pace.rest)
    why += _reasons_of_rest(moment, rested, pace.rest.zone)
    return Deadline(rested, rested + timedelta(hours=pace.grace_hours), tuple(why))


def by_day(moment: datetime, pace: Pace) -> tuple[datetime, list[Reason]]:
    """Return *moment*, or the end of the night that it falls into if the pace counts hours, and why."""
    if not pace.night or not isinstance(pace.usual, After) or pace.usual.length < SHORTEST_BY_DAY:
        return moment, []
    awake = after_night(moment, pace.night, pace.rest.zone)
    return awake, _reasons_of_night(pace.night) if awake != moment else []


def _reason_of(beat: Beat) -> Reason:
    match beat:
        case After(length):
            return Reason("after", {"length": notation(length)})
        case Daily(days, hour, zone):
            return Reason("daily", {"days": str(days), "hour": _on_the_wall(hour), "zone": zone})
        case Weekly(weekdays, hour, zone):
            named = ", ".join(WEEKDAYS[day].capitalize() for day in weekdays)
            return Reason("weekly", {"weekdays": named, "hour": _on_the_wall(hour), "zone": zone})


def _reasons_of_night(night: Night) -> list[Reason]:
    return [Reason("night", {"begins": _on_the_wall(night.begins), "ends": _on_the_wall(night.ends)})]


def _reasons_of_rest(moment: datetime, rested: datetime, zone: str) -> list[Reason]:
    """Return the first and the last of the days that were skipped, [] for none."""
    if moment == rested:
        return []
    first, after = (one.astimezone(ZoneInfo(zone)).date() for one in (moment, rested))
    return [Reason("rest", {"first": first.isoformat(), "last": (after - timedelta(days=1)).isoformat()})]


def _on_the_wall(hour: time) -> str:
    return f"{hour:%H:%M}"


def after_rest(moment: datetime, rest: Rest) -> datetime:
    """Return *moment*, or the same local time on the next day that is not a rest day, in UTC."""
    there = moment.astimezone(ZoneInfo(rest.zone))
    days = next((days for days in range(MOST_REST) if not rest.holds(there.date() + timedelta(days))), 0)
    return _at(moment, days, there.timetz().replace(tzinfo=None), rest.zone) if days else moment


def after_night(moment: datetime, night: Night, zone: str) -> datetime:
    """Return *moment*, or the end of the night that it falls into, in UTC."""
    there = moment.astimezone(ZoneInfo(zone))
    hour = there.timetz().replace(tzinfo=None)
    if not night.holds(hour):
        return moment
    return _at(moment, 1 if hour > night.ends else 0, night.ends, zone)


def next_beat(closed: datetime, beat: Beat, least: timedelta = timedelta()) -> datetime:
    """Return the first moment of *beat* after *closed*, in UTC; an hour or weekday at least *least* later."""
    match beat:
        case After(length):
            return closed.astimezone(UTC) + length
        case Daily(days, hour, zone):
            days_too = (days + more for more in range(MOST_REST))
            return next(at for day in days_too if (at := _at(closed, day, hour, zone)) >= closed + least)
        case Weekly(weekdays, hour, zone):
            return min(_next_weekday(closed + least, weekday, hour, zone) for weekday in weekdays)


def _at(closed: datetime, days: int, hour: time, zone: str) -> datetime:
    """Return *hour* local time in *zone*, so many calendar days after *closed*."""
    there = closed.astimezone(ZoneInfo(zone))
    day = there.date() + timedelta(days=days)
    return datetime.combine(day, hour, ZoneInfo(zone)).astimezone(UTC)


def _next_weekday(closed: datetime, weekday: int, hour: time, zone: str) -> datetime:
    days = (weekday - closed.astimezone(ZoneInfo(zone)).weekday()) % 7
    moment = _at(closed, days, hour, zone)
    return moment if moment > closed else _at(closed, days + 7, hour, zone)


def read_pace(text: str, phases: tuple[str, ...] = (), zone: str = "UTC") -> Pace:
    """Parse *text* as a pace. Raises ValueError with the fault and a remedy.

    *phases* are those of the game; without them any word may name a phase. A time of day without a time zone
    is in *zone*.
    """
    parts = [part.strip() for part in text.split(";") if part.strip()]
    if not parts:
        raise Unusable(sentence("written", "not_a_pace", text=""))
    by_phase: dict[str, Beat] = {}
    grace_hours = 0.0
    for part in parts[1:]:
        name, beat = _named_beat(part, zone)
        if name == "grace":
            grace_hours = _grace(beat, part)
            continue
        by_phase[_known_phase(name, phases)] = beat
    return Pace(read_beat(parts[0], zone), by_phase, grace_hours)


def _named_beat(part: str, zone: str) -> tuple[str, Beat]:
    """ "retreat every Sunday 18:00 UTC" → its name, which may have several words, and its beat."""
    found = re.match(r"(?P<name>[^\d]+?)\s+(?P<beat>\d.*|every\s.*)$", part, re.I)
    if found is None:
        raise Unusable(sentence("written", "no_pace_for_phase", part=part))
    return found["name"].lower(), read_beat(found["beat"], zone)


def _grace(beat: Beat, part: str) -> float:
    if not isinstance(beat, After):
        raise Unusable(sentence("written", "grace_is_a_length", part=part))
    return beat.length / timedelta(hours=1)


def _known_phase(name: str, phases: tuple[str, ...]) -> str:
    known = [phase.lower() for phase in phases]
    if known and name not in known:
        raise Unusable(sentence("written", "no_such_phase", name=name, known=known))
    return name


def read_beat(text: str, zone: str = "UTC") -> Beat:
    """Parse one part of a pace, in *zone* unless it names one. Raises ValueError with a remedy."""
    if found := DAILY.fullmatch(text):
        return Daily(int(found[1]), _hour(found[2], found[3]), known_zone(found[4] or zone))
    if found := WEEKLY.fullmatch(text):
        return Weekly(_weekdays(found[1]), _hour(found[2], found[3]), known_zone(found[4] or zone))
    if is_length(text):
        return After(read_length(text))
    raise Unusable(sentence("written", "not_a_pace", text=text))


def _hour(hours: str, minutes: str) -> time:
    if int(hours) > 23 or int(minutes) > 59:
        raise Unusable(sentence("written", "no_time_of_day", hours=hours, minutes=minutes))
    return time(int(hours), int(minutes))


def _weekdays(text: str) -> tuple[int, ...]:
    words = [word for word in re.split(r"[,\s]+|\band\b", text.lower()) if word]
    return tuple(sorted({_weekday(word) for word in words}))


def _weekday(word: str) -> int:
    if word == "day":
        raise Unusable(sentence("written", "every_day"))
    found = [number for number, day in enumerate(WEEKDAYS) if len(word) >= 3 and day.startswith(word)]
    if not found:
        raise Unusable(sentence("written", "no_day_of_week", word=word, near=weekday_meant(word)))
    return found[0]


def known_zone(name: str) -> str:
    """Return *name* if it is a time zone. Raises ValueError with a remedy."""
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError) as fault:
        raise Unusable(sentence("written", "no_time_zone", name=name, near=zone_like(name))) from fault
    return name


def read_rest(weekdays: Sequence[str], days: Sequence[str], zone: str, phases: Sequence[str] = ()) -> Rest:
    """Parse the rest days of a table: "Sunday", or "Sunday (movement)" for one phase alone.

    *phases* are the names of the game's; without them any word may name one. Raises ValueError with a remedy.
    """
    own: dict[str, tuple[list[str], list[str]]] = {}
    for texts, place in ((weekdays, 0), (days, 1)):
        for text in texts:
            for phase in _phases_of(text, tuple(phases)):
                own.setdefault(phase, ([], []))[place].append(OF_PHASES.sub("", text).strip())
    found = {phase: _rest(*texts, zone) for phase, texts in own.items()}
    usual = found.pop("", Rest(zone=known_zone(zone)))
    for one in found.values():
        _check_week(usual.weekdays | one.weekdays)
    return structs.replace(usual, phases=found)


def _phases_of(text: str, known: tuple[str, ...]) -> list[str]:
    """Return the phases that "Sunday (movement and retreat)" names; "" stands for all."""
    found = OF_PHASES.search(text)
    if found is None:
        return [""]
    names = [name.strip().lower() for name in re.split(r",|\band\b", found[1]) if name.strip()]
    return [_known_phase(name, known) for name in names] or [""]


def _rest(weekdays: Sequence[str], days: Sequence[str], zone: str) -> Rest:
    resting = frozenset(_weekday(word.lower()) for word in weekdays)
    _check_week(resting)
    return Rest(resting, tuple(day for text in days for day in read_days(text)), known_zone(zone))


def _check_week(resting: frozenset[int]) -> None:
    if len(resting) == len(WEEKDAYS):
        raise Unusable(sentence("written", "no_day_is_left"))


def read_night(text: str) -> Night | None:
    """ "22:00-08:00" → those hours, "none" → None. Raises ValueError."""
    if text.strip().lower() in ("none", "no", ""):
        return None
    found = NIGHT.fullmatch(text.strip().lower())
    numbers = [int(group) for group in found.groups()] if found else []
    if len(numbers) != 4 or max(numbers[0::2]) > 23 or max(numbers[1::2]) > 59:
        raise Unusable(sentence("written", "no_night", text=text))
    return Night(time(numbers[0], numbers[1]), time(numbers[2], numbers[3]))

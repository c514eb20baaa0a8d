"""Deadlines of a turn that is played in parts.

The parts share the deadline of the turn. If the rest is due later than that, because its first part was run
near the deadline, the time comes from the next turn, which is counted from the deadline of this one but keeps
half of its length. So a game whose turns are played in parts takes hardly any longer.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from msgspec import structs

from pbem.core.dates.lengths import notation
from pbem.core.deadlines import After, Beat, Deadline, Pace, Reason, due

KIND = "part"  # of the reason that holds the deadline of the whole turn
NOTICED = timedelta(hours=1)  # a turn is run some moments after its deadline: that delays nothing
HALF = 1 / 2  # the most time for a rest, and the least that it leaves of the next turn


def of_rest(now: datetime, phase: str, pace: Pace, pause: timedelta, same: datetime | None) -> Deadline:
    """Return when the rest of a turn is due: with the turn, *pause* after its first part at the earliest.

    At a fast pace half of its length counts as *pause*. *same* is the deadline of the turn, if it is known.
    """
    beat, usual = _beat(pace, phase), due(now, phase, pace)
    pause = min(pause, beat.length * HALF) if isinstance(beat, After) else pause
    short = min(usual, due(now, phase, _every(pace, pause)), key=lambda deadline: deadline.due_utc)
    first = same or short.due_utc
    grace = short.final_utc - short.due_utc
    at = max(first, short.due_utc)
    return Deadline(at, at + grace).because(KIND, length=notation(pause), turn=first.isoformat())


def turn_deadline(reasons: Sequence[Reason]) -> datetime | None:
    """Return the deadline of the whole turn, if *reasons* are those of the rest of one."""
    found = next((reason.words["turn"] for reason in reasons if reason.kind == KIND), "")
    return datetime.fromisoformat(found) if found else None


def after_rest(now: datetime, phase: str, pace: Pace, first: datetime) -> Deadline:
    """Return when the turn is due that begins *now*, after a rest whose whole turn was due at *first*.

    A pace that names an hour or a day of the week has its own calendar, which nothing delays.
    """
    usual, beat = due(now, phase, pace), _beat(pace, phase)
    if first >= now or not isinstance(beat, After):
        return usual
    least = beat.length * HALF
    counted, kept = due(first, phase, pace), due(now, phase, _every(pace, least))
    borrowed = max(counted, kept, key=lambda deadline: deadline.due_utc)
    if borrowed.due_utc >= usual.due_utc:
        return usual
    is_late = usual.due_utc - borrowed.due_utc >= NOTICED
    words = {"length": notation(beat.length), "least": notation(least) if is_late else ""}
    reason = Reason("after_part", words)
    return structs.replace(borrowed, why=(reason, *borrowed.why[1:]))


def _beat(pace: Pace, phase: str) -> Beat:
    return pace.phases.get(phase.lower(), pace.usual)


def _every(pace: Pace, length: timedelta) -> Pace:
    return structs.replace(pace, usual=After(length), phases={})

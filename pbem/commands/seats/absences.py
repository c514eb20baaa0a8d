"""Absences of players: AWAY and BACK, and how they move a deadline.

    AWAY 3 to 10 August           AWAY August 3 - 10         AWAY 30 July to 2 August 2026
    AWAY 2026-08-03 to 2026-08-10   AWAY 3.8. - 10.8.        AWAY until 10 August

Days are days in the time zone of the player, from the beginning of the first to the end of the last. A day
without a year is the next such day that is not over.
"""

import re
from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from msgspec import Struct
from sqlmodel import Session, col, select

from pbem.commands.command import Command, Group
from pbem.commands.context import SeatCommandContext, done, refused
from pbem.core.dates.rest_days import MONTHS
from pbem.core.deadlines import Deadline, Pace, after_rest
from pbem.core.sentences import Sentence, Unusable, sentence
from pbem.messages.script import SET, Request
from pbem.reports import CommandResult
from pbem.reports.notes import worded
from pbem.store.game_tables import GameTable, Seat
from pbem.store.player_tables import Absence
from pbem.store.rows import id_of
from pbem.tables.house_rules import house_rules

EXAMPLE = sentence("absences", "example")
REASON = re.compile(r"[\s,;:]*\bbecause(?:\s+of)?\s+(.+)$|\s*\(([^()]{3,120})\)[\s.]*$", re.I)
BETWEEN = re.compile(r"\s*(?:\bto\b|\buntil\b|\btill\b|\bthrough\b|--?|\u2013)\s*")


class _Day(Struct, frozen=True):
    """A day as it was written, with 0 for omitted parts."""

    day: int
    month: int = 0
    year: int = 0


def read_absence(text: str, today: date) -> tuple[date, date]:
    """Return the first and the last day. Raises Unusable."""
    written = _dated_words(" ".join(text.lower().replace(",", " ").split()), today)
    for lead in ("from ", "on "):
        written = written.removeprefix(lead)
    is_open = re.match(r"(until|till|to)\s", written)
    pieces = [written[is_open.end() :]] if is_open else _pieces(written)
    days = [_day(piece) for piece in pieces]
    first, last = (None, days[0]) if is_open else (days[0], days[-1])
    until = last if last.month or first is None else _Day(last.day, first.month, last.year)
    begins = _Day(first.day, first.month or until.month, first.year or 0) if first else None
    return _dated(begins, until, today)


def _dated_words(written: str, today: date) -> str:
    """Replace "tomorrow" and "friday" by days; a weekday is the next one of that name.

    In "friday to sunday" the second one is the next after the first, which may be in another week.
    """
    days = {"today": today, "tomorrow": today + timedelta(days=1)}
    weekdays: dict[str, int] = {}
    for ahead in range(7):
        day = today + timedelta(days=ahead)
        weekdays |= {f"{day:%A}".lower(): day.weekday(), f"{day:%a}".lower(): day.weekday()}
    whole = "|".join(sorted({*days, *weekdays}, key=len, reverse=True))
    earliest = today

    def dated(found: re.Match[str]) -> str:
        nonlocal earliest
        word = found[1]
        day = days.get(word) or earliest + timedelta(days=(weekdays[word] - earliest.weekday()) % 7)
        earliest = day + timedelta(days=word in weekdays)
        return f"{day:%-d %B %Y}".lower()

    return re.sub(rf"\b(?:(?:next|this)\s+)?({whole})\b(?!\s+\d)", dated, written)


def _pieces(written: str) -> list[str]:
    """Return the texts of the two days; ISO days contain dashes themselves."""
    iso = re.findall(r"\d{4}-\d{1,2}-\d{1,2}", written)
    pieces = iso or [piece for piece in BETWEEN.split(written) if piece]
    if not 1 <= len(pieces) <= 2:
        raise Unusable(sentence("absences", "unreadable_days", written=written, example=EXAMPLE))
    return pieces


def _day(text: str) -> _Day:
    if found := re.fullmatch(r"(\d{4})-(\d{1,2})-(\d{1,2})", text):
        return _Day(int(found[3]), int(found[2]), int(found[1]))
    if found := re.fullmatch(r"(\d{1,2})\.\s?(\d{1,2})\.?\s?(\d{4})?", text):
        return _Day(int(found[1]), int(found[2]), int(found[3] or 0))
    if found := re.fullmatch(
        r"(\d{1,2})(?:st|nd|rd|th|\.)?(?:\s+(?:of\s+)?([a-z]{3,9})\.?)?(?:\s+(\d{4}))?", text
    ):
        return _Day(int(found[1]), _month(found[2]), int(found[3] or 0))
    if found := re.fullmatch(r"([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?(?:\s+(\d{4}))?", text):
        return _Day(int(found[2]), _month(found[1]), int(found[3] or 0))
    raise Unusable(sentence("absences", "unreadable_day", written=text, example=EXAMPLE))


def _month(word: str | None) -> int:
    if word is None:
        return 0
    found = [number for number, month in enumerate(MONTHS, 1) if month.startswith(word)]
    if len(found) != 1:
        raise Unusable(sentence("absences", "no_month", written=word, example=EXAMPLE))
    return found[0]


def _dated(first: _Day | None, last: _Day, today: date) -> tuple[date, date]:
    """Return real days: without a month this month or the next, without a year the next that is not over."""
    ends = _next(last, first or last, today)
    if first is None:
        return today, ends
    years = [first.year] if first.year else [ends.year, ends.year - 1]
    begins = [day for year in years if (day := _real(year, first.month or ends.month, first.day)) <= ends]
    if not begins:
        raise Unusable(sentence("absences", "ends_before", last=ends))
    return begins[0], ends


def _next(day: _Day, other: _Day, today: date) -> date:
    if not day.month:
        this = _real(today.year, today.month, day.day)
        following = (today.replace(day=1) + timedelta(days=32)).replace(day=1)
        return this if this >= today else _real(following.year, following.month, day.day)
    if day.year or other.year:
        return _real(day.year or other.year, day.month, day.day)
    this = _real(today.year, day.month, day.day)
    return this if this >= today else _real(today.year + 1, day.month, day.day)


def _real(year: int, month: int, day: int) -> date:
    try:
        return date(year, month, day)
    except ValueError:
        name = MONTHS[month - 1].title() if 1 <= month <= 12 else month
        why = sentence("absences", "no_day", day=day, month=name, year=year, example=EXAMPLE)
        raise Unusable(why) from None


def away(acting: SeatCommandContext, request: Request) -> CommandResult:
    """Store an absence; AWAY alone lists them."""
    if not request.argument:
        known = describe(acting.session, acting)
        return done(request, *(known or [sentence("absences", "not_away", example=EXAMPLE)]))
    zone = ZoneInfo(acting.at.row.zone)
    today = acting.visit.now.astimezone(zone).date()
    try:
        written, reason = _without_reason(request.argument)
        first, last = read_absence(written, today)
        _check(first, last, today, acting.rules.away_days)
    except Unusable as fault:
        return refused(request, fault.sentence)
    _put(acting, _midnight(first, zone), _midnight(last + timedelta(days=1), zone))
    _notify_gm(acting, request, sentence("absences", "days", first=first, last=last), reason)
    moves = acting.rules.away == "wait"
    noted = sentence(
        "absences", "noted", first=first, last=last, moves_deadlines=moves, has_reason=bool(reason)
    )
    return done(request, noted)


def _without_reason(text: str) -> tuple[str, str]:
    """ "3 to 10 August because of a wedding" → "3 to 10 August", "a wedding"."""
    found = REASON.search(text)
    return (text[: found.start()], (found[1] or found[2]).strip(" .")) if found else (text, "")


def _notify_gm(acting: SeatCommandContext, request: Request, days: Sentence, reason: str) -> None:
    at, visit = acting.at, acting.visit
    power = at.game.card.named(at.row.power)
    facts = {"power": power, "days": acting.words(days), "rule": acting.rules.away, "reason": reason}
    once = f"away {id_of(visit.stored)} {request.line}"
    note = worded("away", once, facts, visit.office.house.templates)
    visit.notify_gm(at.table, note)


def _notify_gm_of_return(acting: SeatCommandContext, request: Request) -> None:
    visit = acting.visit
    facts = {"power": acting.at.game.card.named(acting.at.row.power), "table": acting.at.table.key}
    once = f"back {id_of(visit.stored)} {request.line}"
    visit.notify_gm(acting.at.table, worded("back", once, facts, visit.office.house.templates))


def _check(first: date, last: date, today: date, most: int) -> None:
    if last < today:
        raise Unusable(sentence("absences", "over", last=last))
    days = (last - first).days + 1
    if days > most:
        raise Unusable(sentence("absences", "too_long", days=days, most=most))
    if (first - today).days > 366:
        raise Unusable(sentence("absences", "too_far", first=first))


def _midnight(day: date, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, time(0), zone)


def _put(acting: SeatCommandContext, begins: datetime, ends: datetime) -> None:
    table, power = acting.at.table, acting.at.row.power
    for row in absences_of(acting.session, table.key, power):
        if row.begins_utc < ends and begins < row.ends_utc:  # a later AWAY replaces what it overlaps
            acting.session.delete(row)
    acting.session.add(Absence(table_key=table.key, power=power, begins_utc=begins, ends_utc=ends))
    acting.session.flush()


def back(acting: SeatCommandContext, request: Request) -> CommandResult:
    rows = absences_of(acting.session, acting.at.table.key, acting.at.row.power)
    for row in rows:
        acting.session.delete(row)
    acting.session.flush()
    if any(row.ends_utc > acting.visit.now for row in rows):
        _notify_gm_of_return(acting, request)
    return done(request, sentence("absences", "back", was_away=bool(rows)))


def describe(session: Session, acting: SeatCommandContext) -> Sequence[Sentence]:
    """Return the absences of a seat that are not over."""
    spans = to_come(session, acting.at.row, acting.visit.now)
    return [sentence("absences", "away", first=first, last=last) for first, last in spans]


def to_come(session: Session, seat: Seat, now: datetime) -> Sequence[tuple[date, date]]:
    """Return the first and the last day of each absence of a player that is not over."""
    zone = ZoneInfo(seat.zone)
    return [
        (
            row.begins_utc.astimezone(zone).date(),
            (row.ends_utc - timedelta(hours=1)).astimezone(zone).date(),
        )
        for row in absences_of(session, seat.table_key, seat.power)
        if row.ends_utc > now
    ]


def absences_of(session: Session, table_key: str, power: str) -> list[Absence]:
    wanted = select(Absence).where(Absence.table_key == table_key, Absence.power == power)
    return list(session.exec(wanted.order_by(col(Absence.begins_utc))))


class Gap(Struct, frozen=True):
    """The absence of a power's player from *begins_utc* to *ends_utc*."""

    power: str
    begins_utc: datetime
    ends_utc: datetime


def gaps(session: Session, table: GameTable) -> list[Gap]:
    """Return the absences that move deadlines of the table: none unless its house rules say so."""
    if house_rules(table).away != "wait":
        return []
    wanted = select(Absence).where(Absence.table_key == table.key)
    rows = session.exec(wanted.order_by(col(Absence.begins_utc), col(Absence.power)))
    return [Gap(row.power, row.begins_utc, row.ends_utc) for row in rows]


def after_absences(deadline: Deadline, away: Sequence[Gap], pace: Pace, most: timedelta) -> Deadline:
    """Return *deadline*, or the same hour of the first day on which nobody is away, at most *most* later."""
    zone = ZoneInfo(pace.rest.zone)
    wall = deadline.due_utc.astimezone(zone)
    days = range(max(1, most.days + 1))
    moments = [after_rest((wall + timedelta(days=day)).astimezone(UTC), pace.rest) for day in days]
    free = next((moment for moment in moments if not _is_anybody_away(away, moment)), None)
    moment = moments[-1] if free is None else free
    moved = Deadline(moment, moment + (deadline.final_utc - deadline.due_utc), deadline.why)
    why = "absence_goes_on" if free is None else "absence"
    return moved.because(why) if moment != deadline.due_utc else moved


def _is_anybody_away(away: Sequence[Gap], moment: datetime) -> bool:
    return any(gap.begins_utc <= moment < gap.ends_utc for gap in away)


I_AM = r"(?:i\s+am\s+|i['\u2019]m\s+|i\s+will\s+be\s+|i['\u2019]ll\s+be\s+|i\s+shall\s+be\s+)?"
COMMANDS = (
    Command(
        "AWAY",
        rf"{I_AM}(?:{SET}(?:absence|vacation|holiday)|away)(?:\s+(?:from\s+)?(.{{1,60}}(?:\bbecause\b.{{1,120}})?))?",
        group=Group.DEADLINE,
        page="away",
        topics=("absence",),
        run=away,
        by_program=False,
    ),
    Command(
        "BACK",
        I_AM + r"(?:back|not\s+away|set\s+no\s?(?:absence|vacation|holiday))()",
        group=Group.DEADLINE,
        page="away",
        run=back,
        by_program=False,
    ),
)

"""Absences of players: AWAY and BACK, and how they move a deadline.

    AWAY 3 to 10 August           AWAY August 3 - 10         AWAY 30 July to 2 August 2026
    AWAY 2026-08-03 to 2026-08-10   AWAY 3.8. - 10.8.        AWAY until 10 August
    AWAY the weekend              AWAY until the end of the week     AWAY from tomorrow for 3 days

Days are days in the time zone of the player, from the beginning of the first to the end of the last. A day
without a year is the next such day that is not over. What may be several absences ("for a week", 3/8 to 5/8)
is refused with all of them.
"""

import re
from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from msgspec import Struct
from sqlmodel import Session, col, select

from pbem.commands.command import Command, Group
from pbem.commands.context import SeatCommandContext, done, refused
from pbem.core.dates.day_spans import Span, example, read_spans
from pbem.core.dates.day_words import FAR_AWAY, written
from pbem.core.deadlines import Deadline, Pace, after_rest
from pbem.core.sentences import Sentence, Unusable, sentence
from pbem.messages.script import SET, Request
from pbem.reports import CommandResult
from pbem.reports.notes import worded
from pbem.store.game_tables import GameTable, Seat
from pbem.store.player_tables import Absence
from pbem.store.rows import id_of
from pbem.tables.house_rules import house_rules

REASON = re.compile(r"[\s,;:]*\bbecause(?:\s+of)?\s+(.+)$|\s*\(([^()]{3,120})\)[\s.]*$", re.I)


def away(acting: SeatCommandContext, request: Request) -> CommandResult:
    """Store an absence; AWAY alone lists them."""
    zone = ZoneInfo(acting.at.row.zone)
    today = acting.visit.now.astimezone(zone).date()
    if not request.argument:
        known = describe(acting.session, acting)
        return done(request, *(known or [sentence("absences", "not_away", example=example(today))]))
    try:
        text, reason = _without_reason(request.argument)
        first, last = read_absence(text, today, acting.rules.away_days)
    except Unusable as fault:
        return refused(request, fault.sentence)
    _put(acting, _midnight(first, zone), _midnight(last + timedelta(days=1), zone))
    _notify_gm(acting, request, sentence("absences", "days", first=first, last=last), reason)
    moves = acting.rules.away == "wait"
    noted = sentence(
        "absences", "noted", first=first, last=last, moves_deadlines=moves, has_reason=bool(reason)
    )
    return done(request, noted)


def read_absence(text: str, today: date, most_days: int) -> Span:
    """Return the first and the last day of an absence that the house rules allow. Raises Unusable."""
    spans = read_spans(text, today)
    allowed = [span for span in spans if _why_not(span, today, most_days) is None]
    soon = [span for span in allowed if span[0] - today <= FAR_AWAY] or allowed
    if len(soon) > 1:
        lines = [_line(span) for span in soon]
        raise Unusable(sentence("absences", "which_days", written=text, lines=lines))
    if not soon and (why := _why_not(spans[0], today, most_days)):
        raise Unusable(why)
    return soon[0]


def _line(span: Span) -> str:
    """Return how an absence is written: AWAY 3 August to 10 August."""
    days = [written(day).title() for day in dict.fromkeys(span)]
    return f"AWAY {' to '.join(days)}"


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


def _why_not(span: Span, today: date, most_days: int) -> Sentence | None:
    """Return why nobody can be away on these days; None if they can."""
    first, last = span
    if last < today:
        return sentence("absences", "over", last=last)
    days = (last - first).days + 1
    if days > most_days:
        return sentence("absences", "too_long", days=days, most=most_days)
    return sentence("absences", "too_far", first=first) if (first - today).days > 366 else None


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

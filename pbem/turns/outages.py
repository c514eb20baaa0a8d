"""Detect outages of the service. The service regularly stores its pulse in the database; a gap is an outage.

A deadline that fell into an outage moves by its length, with its grace period, and everybody is informed. The
same holds for an outage during the grace period: orders that would have been in time must not be late now. If
several nodes share a database, any of them stores the pulse.
"""

from contextlib import suppress
from datetime import datetime, timedelta

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, select

from pbem.commands.lookup import gm_log
from pbem.core.dates.lengths import exact_notation, to_the_minute
from pbem.core.deadlines import Deadline
from pbem.core.logs import log
from pbem.core.sentences import sentence
from pbem.store.database import Installation
from pbem.store.game_tables import GameTable
from pbem.store.mail_tables import call_deferred
from pbem.store.states import RUNNING
from pbem.tables.deadlines.deadline_of_table import set_deadline
from pbem.tables.news import notify_all, worded_news
from pbem.tables.office import Office, reasons_of

PULSE = "pulse"
BEAT = timedelta(seconds=30)  # how often the pulse is stored
OUTAGE = timedelta(minutes=3)  # a longer gap is an outage


def wake_up(office: Office, now: datetime) -> int:
    """Store the pulse; after an outage move the deadlines that fell into it. Return how many."""
    with office.store.reading() as session:
        last = last_pulse(session)
    if last is None:
        _begin_pulse(office, now)
        return 0
    if now - last < BEAT:
        return 0
    with office.store.writing() as session:
        last = _take_pulse(session, now)  # another node may have been quicker
        if now - last <= OUTAGE:
            return 0
        log.warning(
            "the service was down", since=last.isoformat(), minutes=(now - last) // timedelta(minutes=1)
        )
        return _move_deadlines(session, office, last, now)


def last_pulse(session: Session) -> datetime | None:
    """Return when a scheduler last ran; None if none ever did."""
    stored = session.get(Installation, PULSE)
    return datetime.fromisoformat(stored.value) if stored else None


def _begin_pulse(office: Office, now: datetime) -> None:
    """Store the first pulse, unless another node has just done so."""
    with suppress(IntegrityError), office.store.writing() as session:
        session.add(Installation(name=PULSE, value=now.isoformat()))


def _take_pulse(session: Session, now: datetime) -> datetime:
    """Return when the pulse was last stored, and store *now*."""
    stored = session.get_one(Installation, PULSE, with_for_update=True)
    last = datetime.fromisoformat(stored.value)
    stored.value = now.isoformat()
    return last


def _move_deadlines(session: Session, office: Office, since: datetime, now: datetime) -> int:
    fell = select(GameTable).where(
        GameTable.state == RUNNING, col(GameTable.final_utc) >= since, col(GameTable.deadline_utc) <= now
    )
    tables = list(session.exec(fell.order_by(col(GameTable.key)).with_for_update()))
    for table in tables:
        if not table.is_run_asked:
            _move_deadline(session, office, table, (since, now))
    return len(tables)


def _move_deadline(
    session: Session, office: Office, table: GameTable, out: tuple[datetime, datetime]
) -> None:
    since, now = out
    due, final = table.deadline_utc, table.final_utc
    if due is None or final is None:
        return
    length = now - since
    said = max(length, timedelta(minutes=1))
    moved = Deadline(due + length if due >= since else due, final + length, reasons_of(table))
    set_deadline(table, moved.because("outage", length=exact_notation(said)), now)
    call_deferred(session, table.key)
    log.warning("deadline moved", table=table.key, minutes=length // timedelta(minutes=1))
    logged = sentence("outages", "logged", length=to_the_minute(said), before=due, zone=table.zone)
    gm_log.by_the_service(session, table, "OUTAGE", logged.words(office.house.templates), now)
    facts = {"length": to_the_minute(said).words(office.house.templates), "before": due, "zone": table.zone}
    news = worded_news(office, "outage", facts, with_deadline=True)
    notify_all(session, office, table, news, now)

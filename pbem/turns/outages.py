"""Detect outages of the service. Its pulse is stored in the database; a gap in it is an outage.

A deadline that fell into an outage slides by its length, with its time of grace, and everybody is told. One
that fell into the time of grace of a table slides too: who would still have been in time then must not be
late now. Where several programs share a database any of them keeps the pulse.
"""

from contextlib import suppress
from datetime import datetime, timedelta

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, select

from pbem.commands import gm_log
from pbem.core.deadlines import Deadline, in_words
from pbem.core.logs import log
from pbem.core.templating import when
from pbem.store.database import RUNNING, GameTable, Installation, call_deferred
from pbem.tables.news import notify_all, set_deadline, worded_news
from pbem.tables.office import Office

PULSE = "pulse"
BEAT = timedelta(seconds=30)  # so often the pulse is written down
OUTAGE = timedelta(minutes=3)  # a longer gap is an outage


def wake_up(office: Office, now: datetime) -> int:
    """Keep the pulse; after an outage move what fell into it. How many tables were moved."""
    with office.store.reading() as session:
        last = last_pulse(session)
    if last is None:
        _begin_pulse(office, now)
        return 0
    if now - last < BEAT:
        return 0
    with office.store.writing() as session:
        last = _take_pulse(session, now)  # another program may have been quicker
        if now - last <= OUTAGE:
            return 0
        log.warning(
            "the service was out", since=last.isoformat(), minutes=(now - last) // timedelta(minutes=1)
        )
        return _slide(session, office, last, now)


def last_pulse(session: Session) -> datetime | None:
    """When a scheduler was last awake; None if none ever was."""
    stored = session.get(Installation, PULSE)
    return datetime.fromisoformat(stored.value) if stored else None


def _begin_pulse(office: Office, now: datetime) -> None:
    """If another program begins it in the same moment, its pulse is the one."""
    with suppress(IntegrityError), office.store.writing() as session:
        session.add(Installation(name=PULSE, value=now.isoformat()))


def _take_pulse(session: Session, now: datetime) -> datetime:
    """When it was last kept; from now on that is *now*."""
    stored = session.get_one(Installation, PULSE, with_for_update=True)
    last = datetime.fromisoformat(stored.value)
    stored.value = now.isoformat()
    return last


def _slide(session: Session, office: Office, since: datetime, now: datetime) -> int:
    fell = select(GameTable).where(
        GameTable.state == RUNNING, col(GameTable.final_utc) >= since, col(GameTable.deadline_utc) <= now
    )
    tables = list(session.exec(fell.order_by(col(GameTable.key)).with_for_update()))
    for table in tables:
        if not table.is_run_asked:
            _slide_one(session, office, table, (since, now))
    return len(tables)


def _slide_one(session: Session, office: Office, table: GameTable, out: tuple[datetime, datetime]) -> None:
    since, now = out
    due, final = table.deadline_utc, table.final_utc
    if due is None or final is None:
        return
    length = now - since
    set_deadline(table, Deadline(due + length if due >= since else due, final + length), now)
    told = in_words(timedelta(minutes=max(1, round(length.total_seconds() / 60))))
    call_deferred(session, table.key)
    log.warning("deadline moved", table=table.key, minutes=length // timedelta(minutes=1))
    sentence = f"The service was out for {told}; the deadline, {when(due, table.zone)}, has moved by as much."
    gm_log.by_the_service(session, table, "OUTAGE", sentence, now)
    facts = {"length": told, "before": when(due, table.zone)}
    news = worded_news(office, "outage", facts, with_deadline=True)
    notify_all(session, office, table, news, now)

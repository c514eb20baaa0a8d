"""Find what is wrong with the service: one line each, for monitors and for a mail to the host.

Most of it is read from the database and the disk on request. What only the running service knows (an inlet or
the relay that it cannot reach) is stored in the database every minute, so that every node reports the same. A
problem that lasts for `PATIENCE` is mailed to the host once; it must have been absent for `CALM` before it is
mailed again.
"""

import shutil
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path

from msgspec import Struct
from sqlmodel import Session, col, func, or_, select

from pbem.core.dates.lengths import in_words
from pbem.core.sentences import Sentence, sentence
from pbem.store.engine import file_of
from pbem.store.game_tables import GameTable
from pbem.store.mail_tables import OutgoingMail, StoredMessage
from pbem.store.states import FAILED, RUNNING, WAITING
from pbem.store.troubles import NoticedTrouble
from pbem.tables import notices
from pbem.tables.office import Office
from pbem.turns import outages
from pbem.web import undelivered

PASSWORD, INLET, RELAY, DISK = "password", "inlet", "relay", "disk"
SCHEDULER, UNREAD, FAILING, UNSENT, LATE = "scheduler", "messages", "failing", "unsent", "turns"
UNDELIVERED = "undelivered"
KINDS = (PASSWORD, INLET, RELAY, DISK, SCHEDULER, UNREAD, FAILING, UNSENT, UNDELIVERED, LATE)
OF_A_NODE = (PASSWORD, INLET, RELAY)  # problems that only the running service can notice

TOO_LATE = timedelta(minutes=5)  # for a turn
TOO_OLD = timedelta(minutes=5)  # for an unread message
TOO_LONG = timedelta(hours=1)  # for an unsent mail
FAILED_WITHIN, MOST_FAILED = timedelta(hours=1), 2  # messages; more are a problem
MEGABYTE = 2**20
HOUR_SECONDS, DAY_SECONDS = 3600, 86400
LEAST_FREE = 200 * MEGABYTE  # bytes on the disk of the database
SEEN_WITHIN = timedelta(minutes=3)  # a problem that was noticed longer ago is over
PATIENCE = timedelta(minutes=5)
CALM = timedelta(minutes=30)


class Trouble(Struct, frozen=True):
    """A problem; *reason* is a line without secrets."""

    kind: str
    reason: str
    subject: str = ""


def troubles(session: Session, office: Office, now: datetime) -> list[Trouble]:
    """Return everything that is wrong now."""
    return [*_noticed(session, now), *measured(session, office, now)]


def measured(session: Session, office: Office, now: datetime) -> Iterator[Trouble]:
    """Yield the problems that the database and the disk show. Queries only pending rows."""
    yield from _pulse(session, office, now)
    yield from _disk(office)
    yield from _unread(session, office, now)
    yield from _failing(session, office, now)
    yield from _unsent(session, office, now)
    yield from _undelivered(session, office, now)
    yield from _late(session, office, now)


def _noticed(session: Session, now: datetime) -> list[Trouble]:
    wanted = select(NoticedTrouble).where(
        col(NoticedTrouble.kind).in_(OF_A_NODE), NoticedTrouble.seen_utc >= now - SEEN_WITHIN
    )
    rows = session.exec(wanted.order_by(NoticedTrouble.kind, NoticedTrouble.subject))
    return [Trouble(row.kind, row.reason, row.subject) for row in rows]


def _pulse(session: Session, office: Office, now: datetime) -> Iterator[Trouble]:
    pulse = outages.last_pulse(session)
    if pulse is None or now - pulse > outages.OUTAGE:
        last = "" if pulse is None else _ago(pulse, now)
        yield Trouble(SCHEDULER, _said(office, sentence("health", "scheduler", last=last)))


def free_bytes(url: str) -> tuple[Path, int] | None:
    """Return the folder of an SQLite file and the free bytes on its disk; None for another database."""
    file = file_of(url)
    folder = file.absolute().parent if file else None
    return (folder, shutil.disk_usage(folder).free) if folder and folder.is_dir() else None


def _disk(office: Office) -> Iterator[Trouble]:
    found = free_bytes(office.store.url)
    if found is not None and found[1] < LEAST_FREE:
        free, least = found[1] // MEGABYTE, LEAST_FREE // MEGABYTE
        said = sentence("health", "disk", free=free, folder=found[0], least=least)
        yield Trouble(DISK, _said(office, said))


def _unread(session: Session, office: Office, now: datetime) -> Iterator[Trouble]:
    wanted = select(func.count(), func.min(StoredMessage.received_utc)).where(StoredMessage.state == WAITING)
    number, first = session.exec(wanted).one()
    if first is not None and now - first > TOO_OLD:
        said = sentence("health", "unread", number=number, oldest=_ago(first, now))
        yield Trouble(UNREAD, _said(office, said))


def _failing(session: Session, office: Office, now: datetime) -> Iterator[Trouble]:
    wanted = select(func.count(), func.max(StoredMessage.id)).where(
        StoredMessage.state == FAILED, col(StoredMessage.handled_utc) > now - FAILED_WITHIN
    )
    number, last = session.exec(wanted).one()
    if number > MOST_FAILED:
        yield Trouble(FAILING, _said(office, sentence("health", "failing", number=number, last=last)))


def _unsent(session: Session, office: Office, now: datetime) -> Iterator[Trouble]:
    """Check for unsent mail, except answers delayed by the hourly limit."""
    is_due = or_(OutgoingMail.due_utc <= now, col(OutgoingMail.attempts) > 0)
    wanted = select(func.count(), func.min(OutgoingMail.created_utc)).where(
        OutgoingMail.state == WAITING, is_due
    )
    number, first = session.exec(wanted).one()
    if first is not None and now - first > TOO_LONG:
        said = sentence("health", "unsent", number=number, oldest=_ago(first, now))
        yield Trouble(UNSENT, _said(office, said))


def _undelivered(session: Session, office: Office, now: datetime) -> Iterator[Trouble]:
    for mail in undelivered.nobody_knows(session, office.settings.house.host, now):
        yield Trouble(UNDELIVERED, _said(office, mail.described()), mail.subject)


def _late(session: Session, office: Office, now: datetime) -> Iterator[Trouble]:
    late = [seconds for seconds in lateness(session, now) if seconds > TOO_LATE.total_seconds()]
    if late:
        said = sentence("health", "late", number=len(late), longest=_words(max(late)))
        yield Trouble(LATE, _said(office, said))


def lateness(session: Session, now: datetime) -> list[float]:
    """Return how late each due turn is. A table that waits for everybody's orders is never late."""
    due = select(GameTable.final_utc, GameTable.house).where(
        GameTable.state == RUNNING, col(GameTable.final_utc) <= now
    )
    return [
        max((now - final).total_seconds(), 0.0)
        for final, house in session.exec(due)
        if final is not None and not waits_for_everybody(house)
    ]


def is_late(table: GameTable, now: datetime) -> bool:
    """Return whether the turn of a table should have been run."""
    final = table.final_utc if table.state == RUNNING and not waits_for_everybody(table.house) else None
    return final is not None and final <= now


def waits_for_everybody(house: Mapping[str, object]) -> bool:
    """Return whether a table with these house rules waits for everybody's orders, and is never late."""
    return house.get("silence") == "wait"


def _said(office: Office, reason: Sentence) -> str:
    return reason.words(office.house.templates)


def _ago(moment: datetime, now: datetime) -> Sentence:
    return _words((now - moment).total_seconds())


def _words(seconds: float) -> Sentence:
    """Return a length in minutes; in hours from two hours on, and in days from two days on."""
    unit = next((unit for unit in (DAY_SECONDS, HOUR_SECONDS) if seconds >= 2 * unit), 60)
    return in_words(timedelta(seconds=round(seconds / unit) * unit))


# --- one mail to the host --------------------------------------------------------------------------------


def watch(office: Office, of_this_node: Sequence[Trouble], now: datetime) -> int:
    """Record problems, and mail the host those that have lasted and are not mailed yet; return the mails."""
    with office.store.writing() as session:
        found = [*of_this_node, *measured(session, office, now)]
        rows = {(row.kind, row.subject): row for row in session.exec(select(NoticedTrouble))}
        for trouble in found:
            row = rows.get((trouble.kind, trouble.subject)) or _new(session, trouble, now)
            row.reason, row.seen_utc = trouble.reason, now
            rows[trouble.kind, trouble.subject] = row
        for row in [row for row in rows.values() if now - row.seen_utc > CALM]:
            session.delete(row)
        return sum(_notify(session, office, row, now) for row in rows.values())


def _new(session: Session, trouble: Trouble, now: datetime) -> NoticedTrouble:
    row = NoticedTrouble(
        kind=trouble.kind, subject=trouble.subject, reason=trouble.reason, since_utc=now, seen_utc=now
    )
    session.add(row)
    return row


def _notify(session: Session, office: Office, row: NoticedTrouble, now: datetime) -> bool:
    if row.notified_utc is not None or row.seen_utc != now or now - row.since_utc < PATIENCE:
        return False
    row.notified_utc = now
    notices.host_trouble(session, office, row, now)
    return True

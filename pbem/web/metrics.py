"""Metrics for a monitor, and reasons to call the service unwell.

Every figure is read from the database when it is asked for, so that all nodes report the same and none holds
any state; only pictures are counted in the process that paints them. Figures contain no names: no table, no
player, no address.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from msgspec import Struct
from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from sqlmodel import Session, col, func, select

from pbem.core.clock import Clock
from pbem.core.deadlines import in_words
from pbem.pictures import png
from pbem.store.database import (
    DEFERRED,
    DONE,
    FAILED,
    FORMING,
    HELD,
    OVER,
    PAUSED,
    RUNNING,
    SENT,
    SUPERSEDED,
    SUSPENDED,
    WAITING,
    AdjudicatedTurn,
    GameTable,
    OutgoingMail,
    Store,
    StoredMessage,
)
from pbem.turns import outages

MESSAGES = (WAITING, DEFERRED, HELD, DONE, FAILED)
MAILS = (WAITING, SENT, SUSPENDED, SUPERSEDED, FAILED)
TABLES = (FORMING, RUNNING, PAUSED, HELD, OVER)
LATE_BY = (0, 60, 600, 3600)  # seconds
TOO_LATE = timedelta(minutes=5)
TOO_OLD = timedelta(minutes=5)


class Figures(Struct, frozen=True):
    """The service at one moment; ages in seconds, 0 where there is nothing that could be old.

    *late_s*: how long the time of grace has been over, for each running game where it is. *pulse_s* None: the
    scheduler was never awake.
    """

    messages: Mapping[str, int]
    oldest_message_s: float
    mails: Mapping[str, int]
    refused_mails: int
    oldest_mail_s: float
    tables: Mapping[str, int]
    late_s: Sequence[float]
    turns: int
    pulse_s: float | None


def figures(session: Session, now: datetime) -> Figures:
    """Return all figures, by a handful of queries that read indexes."""
    message_waits, mail_waits = StoredMessage.state == WAITING, OutgoingMail.state == WAITING
    first_message = session.exec(select(func.min(StoredMessage.received_utc)).where(message_waits)).one()
    first_mail = session.exec(select(func.min(OutgoingMail.created_utc)).where(mail_waits)).one()
    refused = select(func.count()).where(mail_waits, col(OutgoingMail.attempts) > 0)
    pulse = outages.last_pulse(session)
    return Figures(
        messages=_counted(session, StoredMessage.state, MESSAGES),
        oldest_message_s=_since(first_message, now),
        mails=_counted(session, OutgoingMail.state, MAILS),
        refused_mails=session.exec(refused).one(),
        oldest_mail_s=_since(first_mail, now),
        tables=_counted(session, GameTable.state, TABLES),
        late_s=_late(session, now),
        turns=session.exec(select(func.count()).select_from(AdjudicatedTurn)).one(),
        pulse_s=None if pulse is None else _since(pulse, now),
    )


def _counted(session: Session, state: Any, states: Sequence[str]) -> dict[str, int]:
    found = dict(session.exec(select(state, func.count()).group_by(state)).all())
    return dict.fromkeys(states, 0) | found


def _since(moment: datetime | None, now: datetime) -> float:
    return max((now - moment).total_seconds(), 0.0) if moment else 0.0


def _late(session: Session, now: datetime) -> list[float]:
    """Return how late each due turn is. A table that waits for everybody's orders is never late."""
    due = select(GameTable.final_utc, GameTable.house).where(
        GameTable.state == RUNNING, col(GameTable.final_utc) <= now
    )
    return [_since(final, now) for final, house in session.exec(due) if house.get("silence") != "wait"]


def reasons(session: Session, now: datetime) -> list[str]:
    """Return why the service is not well, a line each; none if it is. Queries only what waits."""
    found = []
    pulse = outages.last_pulse(session)
    if pulse is None or now - pulse > outages.OUTAGE:
        beat = "has not begun" if pulse is None else f"stopped {_words(_since(pulse, now))} ago"
        found.append(f"scheduler: its pulse {beat}; is pbem serve running?")
    waiting = select(func.count(), func.min(StoredMessage.received_utc)).where(StoredMessage.state == WAITING)
    number, first = session.exec(waiting).one()
    if first is not None and now - first > TOO_OLD:
        found.append(f"messages: {number} not read yet, the oldest for {_words(_since(first, now))}")
    late = [seconds for seconds in _late(session, now) if seconds > TOO_LATE.total_seconds()]
    if late:
        found.append(f"turns: {len(late)} late, the longest by {_words(max(late))}; see pbem games")
    return found


def _words(seconds: float) -> str:
    return in_words(timedelta(minutes=round(seconds / 60)))


# --- for Prometheus --------------------------------------------------------------------------------------


class Gauges(Collector):
    """Collect the figures each time they are scraped."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self.store, self.clock = store, clock

    def describe(self) -> Iterator[Metric]:
        """Yield nothing, so that registering does not query the database."""
        yield from ()

    def collect(self) -> Iterator[Metric]:
        with self.store.reading() as session:
            found = figures(session, self.clock.now())
        yield from _gauges(found)


def _gauges(found: Figures) -> Iterator[Metric]:
    by_state = [
        ("pbem_messages", "Messages by what became of them; waiting: not read yet", found.messages),
        ("pbem_mails", "Mails by what became of them; waiting: to be sent", found.mails),
        ("pbem_tables", "Games by state; held: set aside after an error", found.tables),
    ]
    for name, help_text, numbers in by_state:
        yield _labelled(name, help_text, "state", {state: float(number) for state, number in numbers.items()})
    late = {str(most): float(sum(seconds >= most for seconds in found.late_s)) for most in LATE_BY}
    yield _labelled("pbem_late_turns", "Turns due and not run, late by so many seconds or more", "by", late)
    single = [
        ("pbem_oldest_message_seconds", "Age of the oldest message not read yet", found.oldest_message_s),
        ("pbem_oldest_mail_seconds", "Age of the oldest mail that waits to be sent", found.oldest_mail_s),
        ("pbem_refused_mails", "Mails that were refused and will be tried again", found.refused_mails),
        ("pbem_latest_turn_seconds", "How late the latest turn is", max(found.late_s, default=0.0)),
        ("pbem_turns", "Turns run; a rollback takes some away", found.turns),
    ]
    for name, help_text, number in single:
        yield GaugeMetricFamily(name, help_text, number)
    if found.pulse_s is not None:
        yield GaugeMetricFamily("pbem_pulse_seconds", "Since the scheduler was last awake", found.pulse_s)


def _labelled(name: str, help_text: str, label: str, numbers: Mapping[str, float]) -> Metric:
    family = GaugeMetricFamily(name, help_text, labels=[label])
    for value, number in numbers.items():
        family.add_metric([value], number)
    return family


def registry(store: Store, clock: Clock) -> CollectorRegistry:
    """Return a registry of the figures, the pictures painted by this process, and its memory and CPU time."""
    own = CollectorRegistry(auto_describe=False)
    own.register(Gauges(store, clock))
    own.register(png.SECONDS)
    ProcessCollector(registry=own)
    return own


def exposition(own: CollectorRegistry) -> str:
    """Return the metrics in the text format of Prometheus."""
    return generate_latest(own).decode()

"""Metrics for a monitor.

Every figure is read from the database on request, so that all nodes report the same and hold no state, except
that pictures are counted in the process that paints them. Figures contain no names: no table, no player, no
address.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from msgspec import Struct
from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from sqlmodel import Session, col, func, select

from pbem.core.clock import Clock
from pbem.pictures import png
from pbem.store.game_tables import AdjudicatedTurn, GameTable
from pbem.store.mail_tables import OutgoingMail, StoredMessage
from pbem.store.states import (
    DEFERRED,
    DIGEST,
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
)
from pbem.tables.office import Office
from pbem.turns import outages
from pbem.web import health

MESSAGES = (WAITING, DEFERRED, HELD, DONE, FAILED)
MAILS = (WAITING, DIGEST, SENT, SUSPENDED, SUPERSEDED, FAILED)
TABLES = (FORMING, RUNNING, PAUSED, HELD, OVER)
LATE_BY = (0, 60, 600, 3600)  # seconds


class Figures(Struct, frozen=True):
    """The service at one moment; ages are in seconds, 0 if there is nothing.

    *late_s*: how long grace has been over, for each running game that is late. *pulse_s* None: the scheduler
    never ran.
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
    """Return all figures, with a few queries that read indexes."""
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
        late_s=health.lateness(session, now),
        turns=session.exec(select(func.count()).select_from(AdjudicatedTurn)).one(),
        pulse_s=None if pulse is None else _since(pulse, now),
    )


def _counted(session: Session, state: Any, states: Sequence[str]) -> dict[str, int]:
    found = dict(session.exec(select(state, func.count()).group_by(state)).all())
    return dict.fromkeys(states, 0) | found


def _since(moment: datetime | None, now: datetime) -> float:
    return max((now - moment).total_seconds(), 0.0) if moment else 0.0


# --- for Prometheus --------------------------------------------------------------------------------------


class Gauges(Collector):
    """Collect the figures each time they are scraped."""

    def __init__(self, office: Office, clock: Clock) -> None:
        self.office, self.clock = office, clock

    def describe(self) -> Iterator[Metric]:
        """Yield nothing, so that registering does not query the database."""
        yield from ()

    def collect(self) -> Iterator[Metric]:
        with self.office.store.reading() as session:
            found = figures(session, self.clock.now())
            wrong = {one.kind for one in health.troubles(session, self.office, self.clock.now())}
        yield from _gauges(found)
        present = {kind: float(kind in wrong) for kind in health.KINDS}
        yield _labelled("pbem_trouble", "1 while /health reports a trouble of the kind", "kind", present)
        free = health.free_bytes(self.office.store.url)
        if free is not None:
            yield GaugeMetricFamily("pbem_disk_free_bytes", "Free on the disk of the database", free[1])


def _gauges(found: Figures) -> Iterator[Metric]:
    by_state = [
        ("pbem_messages", "Messages by state; waiting: not read yet", found.messages),
        ("pbem_mails", "Mails by state; waiting: to be sent", found.mails),
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
        ("pbem_turns", "Turns run; those rolled back are not counted", found.turns),
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


def registry(office: Office, clock: Clock) -> CollectorRegistry:
    """Return a registry of the figures, the pictures painted by this process, and its memory and CPU time."""
    own = CollectorRegistry(auto_describe=False)
    own.register(Gauges(office, clock))
    own.register(png.SECONDS)
    ProcessCollector(registry=own)
    return own


def exposition(own: CollectorRegistry) -> str:
    """Return the metrics in the text format of Prometheus."""
    return generate_latest(own).decode()

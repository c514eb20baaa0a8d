"""Claim messages: which are processed now, by which process, and how many at once.

A message is claimed before anything is done with it: the try is counted, because a message may kill the
program, and no other node takes it. If the node dies, another one takes it after `CLAIMED`; a process that is
alone on a database need not wait. A message is finished in the same transaction as all its effects, by the
process that still finds it waiting.

If many wait and there are worker processes, they share them; related messages go to the same one.
"""

from collections.abc import Collection, Sequence
from datetime import UTC, datetime, timedelta
from itertools import groupby

from msgspec import Struct
from sqlalchemy import and_, bindparam, or_, select, update
from sqlmodel import Session

from pbem.store.database import Store
from pbem.store.mail_tables import StoredMessage
from pbem.store.prepared_queries import PreparedQuery, as_row
from pbem.store.states import WAITING
from pbem.tables.people import reply_addresses

TOGETHER = 20  # messages claimed at once, for one sync of the disk
MOST_LOOKED_UP = 100  # messages whose tables are looked up
CLAIMED = timedelta(seconds=15)
FOREVER = datetime.max.replace(tzinfo=UTC)

MESSAGES = StoredMessage.__table__.c  # type: ignore[attr-defined]  # rows that no session tracks
IS_WAITING = and_(MESSAGES.id == bindparam("message"), MESSAGES.state == WAITING)
IS_FREE = or_(MESSAGES.tries == 0, MESSAGES.handled_utc.is_(None), MESSAGES.handled_utc <= bindparam("since"))
FREE = select(MESSAGES.id).where(IS_WAITING, IS_FREE).with_for_update(skip_locked=True)
CLAIM = PreparedQuery(
    update(StoredMessage)
    .where(MESSAGES.id.in_(FREE))
    .values(tries=MESSAGES.tries + 1, handled_utc=bindparam("now"))
    .returning(*MESSAGES)
)
RELEASE = PreparedQuery(
    update(StoredMessage)
    .where(IS_WAITING, MESSAGES.tries > 0)
    .values(tries=MESSAGES.tries - 1, handled_utc=None)
)
STILL_WAITING = PreparedQuery(select(MESSAGES.id).where(IS_WAITING).with_for_update(skip_locked=True))
OUTCOME = ("state", "tries", "table_key", "note", "handled_utc", "echo", "has_bad_token")
FINISH = PreparedQuery(update(StoredMessage).where(MESSAGES.id == bindparam("message")))


class WaitingMessage(Struct, frozen=True):
    """A message that waits; *tries* is above 0 if it was claimed before, when the program died."""

    number: int
    tries: int
    envelope_from: str
    recipients: Sequence[str]


def waiting(session: Session) -> list[WaitingMessage]:
    """Return the messages to process, in the order in which they were received."""
    columns = (MESSAGES.id, MESSAGES.tries, MESSAGES.envelope_from, MESSAGES.recipients)
    wanted = select(*columns).where(MESSAGES.state == WAITING).order_by(MESSAGES.received_utc, MESSAGES.id)
    return [WaitingMessage(*row) for row in session.connection().execute(wanted)]


def tables_of(session: Session, numbers: Collection[int]) -> set[str | None]:
    """Return the tables that these messages were for; None among them if not each is for one table."""
    if len(numbers) > MOST_LOOKED_UP:
        return {None}
    wanted = select(MESSAGES.table_key).where(MESSAGES.id.in_(numbers)).distinct()
    return set(session.connection().execute(wanted).scalars())


def together(messages: Sequence[WaitingMessage]) -> list[list[int]]:
    """Return the numbers of messages in groups that are claimed at once.

    A message that was claimed before is alone, so that it cannot harm the others.
    """
    groups: list[list[int]] = []
    for is_tried, alike in groupby(messages, lambda one: one.tries > 0):
        groups += lots([one.number for one in alike], 1 if is_tried else TOGETHER)
    return groups


def lots(numbers: Sequence[int], most: int = TOGETHER) -> list[list[int]]:
    """Return *numbers* in groups of at most *most*."""
    return [list(numbers[first : first + most]) for first in range(0, len(numbers), most)]


def apart(messages: Sequence[WaitingMessage], judge: str) -> list[list[int]]:
    """Return the numbers of messages in bundles that may be processed in parallel.

    Messages of one sender, to one table, or without any token are in one bundle, in the order of arrival.
    """
    bundles: list[list[int]] = [[]]
    for group in _related(messages, judge):
        if bundles[-1] and len(bundles[-1]) + len(group) > TOGETHER:
            bundles.append([])
        bundles[-1] += group
    return [bundle for bundle in bundles if bundle]


def _related(messages: Sequence[WaitingMessage], judge: str) -> Collection[list[int]]:
    """Return the numbers of messages that ties connect, directly or indirectly (union-find)."""
    leads_to: dict[str, str] = {}
    for one in messages:
        first, *others = [_last(tie, leads_to) for tie in _ties(one, judge)]
        for other in others:
            leads_to[other] = first
    groups: dict[str, list[int]] = {}
    for one in messages:
        groups.setdefault(_last(_ties(one, judge)[0], leads_to), []).append(one.number)
    return groups.values()


def _last(tie: str, leads_to: dict[str, str]) -> str:
    """Return the root of *tie*, with path compression."""
    while leads_to.setdefault(tie, tie) != tie:
        leads_to[tie] = leads_to[leads_to[tie]]
        tie = leads_to[tie]
    return tie


def _ties(message: WaitingMessage, judge: str) -> list[str]:
    """Return its sender, and the tables in its tokens; without one the table is not known yet ("")."""
    tables = reply_addresses.tables_of(message.recipients, judge)
    if message.envelope_from == "<>":
        return tables or [f"#{message.number}"]  # a bounce
    return [*filter(None, [message.envelope_from.lower()]), *(tables or [""])]


def take(store: Store, incoming_ids: Sequence[int], now: datetime) -> list[StoredMessage]:
    """Claim and return these messages, in the same order, without those that are done or that others have."""
    since = FOREVER if store.is_sqlite else now - CLAIMED
    with store.writing() as session:
        found = [CLAIM.first(session, message=number, since=since, now=now) for number in incoming_ids]
    return [as_row(StoredMessage, dict(zip(MESSAGES.keys(), row, strict=True))) for row in found if row]


def release(store: Store, messages: Sequence[StoredMessage]) -> None:
    """Release messages that still wait: nothing could be done, for reasons outside them."""
    with store.writing() as session:
        for stored in messages:
            RELEASE.do(session, message=stored.id)


def is_ours(session: Session, stored: StoredMessage) -> bool:
    """Return whether the message still waits; if so, lock it until the transaction ends."""
    return STILL_WAITING.first(session, message=stored.id) is not None


def finish(session: Session, stored: StoredMessage) -> None:
    """Store the outcome of the message."""
    FINISH.do(session, message=stored.id, **{name: getattr(stored, name) for name in OUTCOME})

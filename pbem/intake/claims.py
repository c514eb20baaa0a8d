"""Claim messages: which are taken in now, by which process, and how many at once.

A message is begun before anything is done with it: the try is counted, for the message that kills the
program, and no other node takes what is in somebody's hands. If that node dies, another one does so after
`CLAIMED`. Whoever is alone on a database need not wait for himself. A message is put down in the transaction
of all that it has brought about, by whoever finds it waiting still.

Where much waits and there are processes beside the service, they share it: messages that have to do with each
other go to one of them.
"""

from collections.abc import Collection, Sequence
from datetime import UTC, datetime, timedelta
from itertools import groupby

from msgspec import Struct
from sqlalchemy import and_, bindparam, or_, select, update
from sqlmodel import Session

from pbem.store.database import WAITING, Store, StoredMessage
from pbem.store.prepared_queries import PreparedQuery, as_row
from pbem.tables import identity

TOGETHER = 20  # messages begun at once, for one sync of the disk
CLAIMED = timedelta(seconds=15)
FOREVER = datetime.max.replace(tzinfo=UTC)

MESSAGES = StoredMessage.__table__.c  # type: ignore[attr-defined]  # rows, of which no session keeps book
IS_WAITING = and_(MESSAGES.id == bindparam("message"), MESSAGES.state == WAITING)
IS_FREE = or_(MESSAGES.tries == 0, MESSAGES.handled_utc.is_(None), MESSAGES.handled_utc <= bindparam("since"))
FREE = select(MESSAGES.id).where(IS_WAITING, IS_FREE).with_for_update(skip_locked=True)
BEGUN = PreparedQuery(
    update(StoredMessage)
    .where(MESSAGES.id.in_(FREE))
    .values(tries=MESSAGES.tries + 1, handled_utc=bindparam("now"))
    .returning(*MESSAGES)
)
LET_GO = PreparedQuery(
    update(StoredMessage)
    .where(IS_WAITING, MESSAGES.tries > 0)
    .values(tries=MESSAGES.tries - 1, handled_utc=None)
)
STILL_WAITING = PreparedQuery(select(MESSAGES.id).where(IS_WAITING).with_for_update(skip_locked=True))
FATE = ("state", "tries", "table_key", "note", "handled_utc", "echo", "has_bad_token")
PUT_DOWN = PreparedQuery(update(StoredMessage).where(MESSAGES.id == bindparam("message")))


class Waiting(Struct, frozen=True):
    """A message that waits; *tries* are above 0 if it was begun before, when the program died."""

    number: int
    tries: int
    envelope_from: str
    recipients: Sequence[str]


def waiting(session: Session) -> list[Waiting]:
    """The messages to be taken in, in the order in which they were received."""
    columns = (MESSAGES.id, MESSAGES.tries, MESSAGES.envelope_from, MESSAGES.recipients)
    wanted = select(*columns).where(MESSAGES.state == WAITING).order_by(MESSAGES.received_utc, MESSAGES.id)
    return [Waiting(*row) for row in session.connection().execute(wanted)]


def together(messages: Sequence[Waiting]) -> list[list[int]]:
    """The numbers of messages that are begun at once.

    One that was begun before is alone: the others have no part in it.
    """
    groups: list[list[int]] = []
    for is_tried, alike in groupby(messages, lambda one: one.tries > 0):
        groups += lots([one.number for one in alike], 1 if is_tried else TOGETHER)
    return groups


def lots(numbers: Sequence[int], most: int = TOGETHER) -> list[list[int]]:
    """The same, so many at once."""
    return [list(numbers[first : first + most]) for first in range(0, len(numbers), most)]


def apart(messages: Sequence[Waiting], judge: str) -> list[list[int]]:
    """The numbers of messages in bundles that may be taken in side by side, in any sequence.

    Messages of one sender, to one table, or without any token are in one bundle, in the order of the post.
    """
    bundles: list[list[int]] = [[]]
    for group in _akin(messages, judge):
        if bundles[-1] and len(bundles[-1]) + len(group) > TOGETHER:
            bundles.append([])
        bundles[-1] += group
    return [bundle for bundle in bundles if bundle]


def _akin(messages: Sequence[Waiting], judge: str) -> Collection[list[int]]:
    """The numbers of those that any tie connects, be it by way of others."""
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
    """Where the way from *tie* ends; it is made shorter for the next who goes there."""
    while leads_to.setdefault(tie, tie) != tie:
        leads_to[tie] = leads_to[leads_to[tie]]
        tie = leads_to[tie]
    return tie


def _ties(message: Waiting, judge: str) -> list[str]:
    """Its sender, and the tables whose tokens it is addressed with; without one nobody knows them yet."""
    tables = identity.tables_of(message.recipients, judge)
    if message.envelope_from == "<>":
        return tables or [f"#{message.number}"]  # a bounce
    return [*filter(None, [message.envelope_from.lower()]), *(tables or [""])]


def take(store: Store, incoming_ids: Sequence[int], now: datetime) -> list[StoredMessage]:
    """Begin these messages, in the same order, except those that are claimed by another process or done."""
    since = FOREVER if store.is_sqlite else now - CLAIMED
    with store.writing() as session:
        found = [BEGUN.first(session, message=number, since=since, now=now) for number in incoming_ids]
    return [as_row(StoredMessage, dict(zip(MESSAGES.keys(), row, strict=True))) for row in found if row]


def let_go(store: Store, messages: Sequence[StoredMessage]) -> None:
    """Nothing could be done with these, through no fault of theirs: those that wait still were not tried."""
    with store.writing() as session:
        for stored in messages:
            LET_GO.do(session, message=stored.id)


def is_ours(session: Session, stored: StoredMessage) -> bool:
    """Does the message wait still?  Then it is ours until the transaction ends."""
    return STILL_WAITING.first(session, message=stored.id) is not None


def put_down(session: Session, stored: StoredMessage) -> None:
    """Write down what became of it."""
    PUT_DOWN.do(session, message=stored.id, **{name: getattr(stored, name) for name in FATE})

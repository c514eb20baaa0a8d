"""Which letters are taken in now, by whom, and how many at once?

A letter is begun before anything is done with it: the try is counted, for the letter that kills the program,
and no other node takes what is in somebody's hands. If that node dies, another one does so after `CLAIMED`.
Whoever is alone on a database need not wait for himself. A letter is put down in the transaction of all that
it has brought about, by whoever finds it waiting still.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import groupby

from sqlalchemy import and_, bindparam, or_, select, update
from sqlmodel import Session

from pbem.questions import Question
from pbem.store import WAITING, KeptLetter, Store

TOGETHER = 20  # letters begun at once, for one sync of the disk
CLAIMED = timedelta(seconds=15)
FOREVER = datetime.max.replace(tzinfo=UTC)

LETTERS = KeptLetter.__table__.c  # type: ignore[attr-defined]  # rows, of which no session keeps book
IS_WAITING = and_(LETTERS.id == bindparam("letter"), LETTERS.state == WAITING)
IS_FREE = or_(LETTERS.tries == 0, LETTERS.handled_utc.is_(None), LETTERS.handled_utc <= bindparam("since"))
FREE = select(LETTERS.id).where(IS_WAITING, IS_FREE).with_for_update(skip_locked=True)
BEGUN = Question(
    update(KeptLetter)
    .where(LETTERS.id.in_(FREE))
    .values(tries=LETTERS.tries + 1, handled_utc=bindparam("now"))
    .returning(*LETTERS)
)
LET_GO = Question(
    update(KeptLetter).where(IS_WAITING, LETTERS.tries > 0).values(tries=LETTERS.tries - 1, handled_utc=None)
)
STILL_WAITING = Question(select(LETTERS.id).where(IS_WAITING).with_for_update(skip_locked=True))
FATE = ("state", "tries", "table_key", "note", "handled_utc", "echo", "has_bad_token")
PUT_DOWN = Question(update(KeptLetter).where(LETTERS.id == bindparam("letter")))


def waiting(session: Session) -> list[list[int]]:
    """The ids of letters to be taken in, in the order in which they were received, and how many at once.

    One that was begun before, when the program died, is alone: the others have no part in it.
    """
    wanted = select(LETTERS.id, LETTERS.tries).where(LETTERS.state == WAITING)
    found = session.connection().execute(wanted.order_by(LETTERS.received_utc, LETTERS.id)).all()
    groups: list[list[int]] = []
    for is_tried, alike in groupby(found, lambda row: row.tries > 0):
        numbers, most = [row.id for row in alike], 1 if is_tried else TOGETHER
        groups += [numbers[first : first + most] for first in range(0, len(numbers), most)]
    return groups


def take(store: Store, letter_ids: Sequence[int], now: datetime) -> list[KeptLetter]:
    """Begin these letters, but for those that are in somebody else's hands, or done; in the same sequence."""
    since = FOREVER if store.is_sqlite else now - CLAIMED
    with store.writing() as session:
        found = [BEGUN.first(session, letter=number, since=since, now=now) for number in letter_ids]
    return [KeptLetter(**dict(zip(LETTERS.keys(), row, strict=True))) for row in found if row]


def let_go(store: Store, letters: Sequence[KeptLetter]) -> None:
    """Nothing could be done with these, through no fault of theirs: those that wait still were not tried."""
    with store.writing() as session:
        for kept in letters:
            LET_GO.do(session, letter=kept.id)


def is_ours(session: Session, kept: KeptLetter) -> bool:
    """Does the letter wait still?  Then it is ours until the transaction ends."""
    return STILL_WAITING.first(session, letter=kept.id) is not None


def put_down(session: Session, kept: KeptLetter) -> None:
    """Write down what became of it."""
    PUT_DOWN.do(session, letter=kept.id, **{name: getattr(kept, name) for name in FATE})

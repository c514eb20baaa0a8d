"""Delete the content of old mails and messages, and pictures that no mail uses any more.

Short rows stay: those of mails that asked for orders, so that a late answer is recognised as one for an
earlier turn, and those of messages to a table, so that a repetition is recognised. They are deleted with
their table (`pbem.service.table_archive`).

Each step is a transaction on `AT_ONCE` rows and takes a few milliseconds, so that messages and turns hardly
wait. Several nodes may do it at once.
"""

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

from msgspec import Struct
from sqlalchemy import Column, delete, insert, update
from sqlalchemy.engine import make_url
from sqlmodel import Session, SQLModel, col, or_, select
from sqlmodel.sql.expression import Select

import pbem.store.gm_tables
import pbem.store.player_tables  # noqa: F401  every table that refers to a message must be known
from pbem.core.logs import log
from pbem.core.settings import RetentionSettings
from pbem.store.database import Store
from pbem.store.game_tables import AdjudicatedTurn, GameTable
from pbem.store.mail_contents import MailPicture, Picture, forget_pictures
from pbem.store.mail_tables import OutgoingMail, Receipt, StoredMessage
from pbem.store.states import DONE, FAILED, HELD, OVER, SENT, SUPERSEDED, SUSPENDED

AT_ONCE = 100  # rows of one transaction
MOST_STEPS = 200  # steps of one run; the next one continues
UNUSED = timedelta(days=1)  # pictures of mails that are being written are younger
STRANGERS = timedelta(days=365)  # a repeated message to no table is recognised for this long
EXPIRED = "expired"

Rules = RetentionSettings
Step = Callable[[Session, Rules, datetime], int]


def tidy(
    store: Store, rules: Rules, now: datetime, is_stopping: Callable[[], bool], most: int = MOST_STEPS
) -> int:
    """Do up to *most* steps; return how many rows were removed or emptied."""
    removed = 0
    for step in STEPS:
        while most > 0 and not is_stopping():
            most -= 1
            with store.writing() as session:
                number = step(session, rules, now)
            removed += number
            if number < AT_ONCE:
                break
    if removed:
        log.info("old mail removed", rows=removed)
    return removed


def tidy_all(store: Store, rules: Rules, now: datetime) -> int:
    """Do every step that is left; return how many rows were removed or emptied."""
    removed = 0
    while some := tidy(store, rules, now, lambda: False):
        removed += some
    return removed


class Shrunk(Struct, frozen=True):
    """The file of the database, and its size in megabytes before and after."""

    file: str
    before: float
    after: float


def shrink(store: Store) -> Shrunk:
    """Give free pages of the SQLite file back to the disk. Raises OperationalError if it is in use."""
    file = Path(make_url(store.url).database or "")
    with closing(sqlite3.connect(file, timeout=30, isolation_level=None)) as connection:
        connection.execute("PRAGMA wal_checkpoint(PASSIVE)")  # pages that are only in the log count too
        before = file.stat().st_size
        connection.execute("VACUUM")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return Shrunk(str(file), before / 1e6, file.stat().st_size / 1e6)


def _mails(session: Session, rules: Rules, now: datetime) -> int:
    """Empty old mails that asked for orders, and delete the others."""
    if not rules.mails_days:
        return 0
    found = session.exec(_old_mails(now - timedelta(days=rules.mails_days))).all()
    asked = [number for number, turn in found if turn is not None]
    others = [number for number, turn in found if turn is None]
    forget_pictures(session, [*asked, *others])
    _empty_mails(session, asked)
    session.connection().execute(delete(OutgoingMail).where(col(OutgoingMail.id).in_(others)))
    return len(found)


def _old_mails(until: datetime) -> Select[int | None, int | None]:
    """Select the number and the turn of mails whose turn was run before *until*, or that belong to none."""
    was_run = (
        select(AdjudicatedTurn.id)
        .where(AdjudicatedTurn.table_key == OutgoingMail.table_key)
        .where(AdjudicatedTurn.number == OutgoingMail.number, AdjudicatedTurn.adjudicated_utc <= until)
    )
    is_over = select(GameTable.key).where(GameTable.key == OutgoingMail.table_key, GameTable.state == OVER)
    return (
        select(col(OutgoingMail.id), col(OutgoingMail.number))
        .where(col(OutgoingMail.is_emptied).is_(False), OutgoingMail.created_utc <= until)
        .where(col(OutgoingMail.state).in_((SENT, FAILED, SUPERSEDED, SUSPENDED)))
        .where(or_(col(OutgoingMail.number).is_(None), was_run.exists(), is_over.exists()))
        .order_by(col(OutgoingMail.created_utc))
        .limit(AT_ONCE)
        .with_for_update(skip_locked=True)
    )


def _empty_mails(session: Session, numbers: Sequence[int | None]) -> None:
    """Remove the content of mails; one that waits for its reader's mailbox will not be sent any more."""
    theirs = update(OutgoingMail).where(col(OutgoingMail.id).in_(numbers))
    late = theirs.where(col(OutgoingMail.state) == SUSPENDED).values(state=SUPERSEDED)
    for change in (late, theirs.values(raw=b"", is_emptied=True)):
        session.connection().execute(change)
    if session.connection().dialect.name == "sqlite":
        _move_together(session, numbers)


def _move_together(session: Session, numbers: Sequence[int | None]) -> None:
    """Write the rows again. SQLite leaves a row that shrinks on its page, which nothing else then fills."""
    wanted = select(OutgoingMail).where(col(OutgoingMail.id).in_(numbers)).order_by(col(OutgoingMail.id))
    rows = [row.model_dump() for row in session.exec(wanted).all()]
    session.expunge_all()
    for row in rows:
        session.connection().execute(delete(OutgoingMail).where(col(OutgoingMail.id) == row["id"]))
        session.connection().execute(insert(OutgoingMail).values(**row))


def _messages(session: Session, rules: Rules, now: datetime) -> int:
    """Empty old messages; those that failed or were never confirmed are given up."""
    if not rules.messages_days:
        return 0
    found = (
        select(col(StoredMessage.id))
        .where(col(StoredMessage.is_emptied).is_(False))
        .where(StoredMessage.received_utc <= now - timedelta(days=rules.messages_days))
        .where(col(StoredMessage.state).in_((DONE, FAILED, HELD)))
        .order_by(col(StoredMessage.received_utc))
        .limit(AT_ONCE)
        .with_for_update(skip_locked=True)
    )
    numbers = session.exec(found).all()
    theirs = update(StoredMessage).where(col(StoredMessage.id).in_(numbers))
    given_up = theirs.where(col(StoredMessage.state).in_((FAILED, HELD))).values(state=DONE, note=EXPIRED)
    for change in (given_up, theirs.values(raw=b"", fault="", is_emptied=True)):
        session.connection().execute(change)
    session.connection().execute(delete(Receipt).where(col(Receipt.incoming_id).in_(numbers)))
    return len(numbers)


def _strangers(session: Session, rules: Rules, now: datetime) -> int:
    """Delete the rows of messages that belong to no table."""
    if not rules.messages_days:
        return 0
    wanted = (
        select(col(StoredMessage.id))
        .where(col(StoredMessage.is_emptied).is_(True), col(StoredMessage.table_key).is_(None))
        .where(StoredMessage.received_utc <= now - max(STRANGERS, timedelta(days=rules.messages_days)))
        .where(
            *(
                ~select(column).where(column == col(StoredMessage.id)).exists()
                for column in references_to_messages()
            )
        )
        .limit(AT_ONCE)
        .with_for_update(skip_locked=True)
    )
    numbers = session.exec(wanted).all()
    for table, column in ((Receipt, Receipt.incoming_id), (StoredMessage, StoredMessage.id)):
        session.connection().execute(delete(table).where(col(column).in_(numbers)))
    return len(numbers)


def references_to_messages() -> list[Column[int]]:
    """Return every column that refers to a message, except in its receipts, which are deleted with it."""
    own = SQLModel.metadata.tables["incoming_messages"].c.id
    return [
        foreign.parent
        for table in SQLModel.metadata.sorted_tables
        if table.name != "arrivals"
        for foreign in table.foreign_keys
        if foreign.column is own
    ]


def _sent_pictures(session: Session, rules: Rules, now: datetime) -> int:
    """Remove old pictures from mails that were sent; those of mails that still wait stay."""
    if not rules.pictures_days:
        return 0
    waits = (
        select(MailPicture.mail_id)
        .join(OutgoingMail, col(OutgoingMail.id) == col(MailPicture.mail_id))
        .where(MailPicture.sha256 == Picture.sha256, OutgoingMail.state != SENT)
    )
    shown = select(MailPicture.mail_id).where(MailPicture.sha256 == Picture.sha256)
    old = (
        select(col(Picture.sha256))
        .where(Picture.used_utc <= now - timedelta(days=rules.pictures_days))
        .where(shown.exists(), ~waits.exists())
        .order_by(col(Picture.used_utc))
        .limit(AT_ONCE)
    )
    names = session.exec(old).all()
    session.connection().execute(delete(MailPicture).where(col(MailPicture.sha256).in_(names)))
    return len(names)


def _pictures(session: Session, _rules: Rules, now: datetime) -> int:
    """Delete pictures that no mail uses."""
    shown = select(MailPicture.mail_id).where(MailPicture.sha256 == Picture.sha256)
    unused = (
        select(col(Picture.sha256))
        .where(Picture.used_utc <= now - UNUSED, ~shown.exists())
        .limit(AT_ONCE)
        .with_for_update(skip_locked=True)
    )
    names = session.exec(unused).all()
    session.connection().execute(delete(Picture).where(col(Picture.sha256).in_(names)))
    return len(names)


STEPS: tuple[Step, ...] = (_mails, _messages, _strangers, _sent_pictures, _pictures)

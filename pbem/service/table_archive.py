"""Move a finished table to a file, and out of the database.

The file is that of `pbem export`, compressed: `pbem import` brings the table back with all that was in it. A
row stays (`ArchivedTable`), so that the name is not used again: the signed reply addresses of the old seats
would be valid there.
"""

import gzip
import os
from datetime import datetime
from pathlib import Path

import sqlalchemy as sa
from sqlmodel import Session, SQLModel, col, func, select
from sqlmodel.sql.expression import SelectOfScalar

from pbem.core.logs import log
from pbem.core.sentences import sentence
from pbem.service.retention import references_to_messages
from pbem.service.transfer import CannotMove, export_table, write_privately
from pbem.store.archived_tables import ArchivedTable
from pbem.store.game_tables import AdjudicatedTurn, GameTable
from pbem.store.mail_contents import MailPicture
from pbem.store.mail_tables import OutgoingMail
from pbem.store.states import OVER, WAITING
from pbem.tables.events.tournament_scores import tournament_of
from pbem.tables.house_rules import house_rules
from pbem.tables.office import Office

MAGIC = b"\x1f\x8b"  # of gzip
LARGEST = 1024**3  # bytes of an archive, unpacked


def archive_table(office: Office, key: str, file: Path, now: datetime) -> int:
    """Write the finished table to *file*, then delete it here; return its turns. Raises CannotMove.

    After a crash between the two, both exist: the file, and the table as it was.
    """
    key = key.lower()
    _check_is_over(office, key)
    if file.exists():
        raise CannotMove(sentence("retention", "file_exists", file=file))
    text = export_table(office, key, now, closes=False)
    try:
        write_privately(file, gzip.compress(text.encode(), mtime=0))
        _flush(file)
    except OSError as fault:
        raise CannotMove(sentence("transfer", "cannot_write", file=file, reason=fault.strerror)) from None
    with office.store.writing() as session:
        archived = _remembered(session, key, now)
        _delete(session, key)
        session.add(archived)
    log.info("table archived", table=key, file=str(file))
    return archived.turns


def read_file(file: Path) -> str:
    """Return the text of an archive or an export. Raises OSError, EOFError and UnicodeDecodeError."""
    content = file.read_bytes()
    if not content.startswith(MAGIC):
        return content.decode("utf-8")
    with gzip.open(file) as unpacked:
        return unpacked.read(LARGEST).decode("utf-8")


def _check_is_over(office: Office, key: str) -> None:
    with office.store.reading() as session:
        table = session.get(GameTable, key)
        waiting = session.exec(_waiting(key)).one()
        event = tournament_of(session, key)
    if table is None:
        raise CannotMove(sentence("transfer", "no_table", table=key))
    if table.state != OVER:
        raise CannotMove(sentence("retention", "not_over", table=key, state=table.state))
    if event is not None:
        raise CannotMove(sentence("retention", "of_a_tournament", table=key, tournament=event.key))
    if waiting:
        raise CannotMove(sentence("retention", "mail_waits", table=key, number=waiting))


def _waiting(key: str) -> SelectOfScalar[int]:
    wanted = select(func.count()).select_from(OutgoingMail)
    return wanted.where(OutgoingMail.table_key == key, OutgoingMail.state == WAITING)


def _flush(file: Path) -> None:
    with file.open("rb") as written:
        os.fsync(written.fileno())


def _remembered(session: Session, key: str, now: datetime) -> ArchivedTable:
    table = session.get_one(GameTable, key)
    turns = select(func.count()).where(AdjudicatedTurn.table_key == key)
    return ArchivedTable(
        key=key,
        title=table.title,
        turns=session.exec(turns).one(),
        is_public=house_rules(table).archive == "shown",
        created_utc=table.created_utc,
        archived_utc=now,
    )


def _delete(session: Session, key: str) -> None:
    """Delete every row of the table, each before the row to which it refers.

    A message that was also sent to another table stays, because rows of that table refer to it.
    """
    mails = select(col(OutgoingMail.id)).where(OutgoingMail.table_key == key)
    session.connection().execute(sa.delete(MailPicture).where(col(MailPicture.mail_id).in_(mails)))
    messages = SQLModel.metadata.tables["incoming_messages"]
    for table in reversed(SQLModel.metadata.sorted_tables):
        if table is messages:
            _delete_messages(session, messages, key)
        elif table.name == "tables":
            session.connection().execute(sa.delete(table).where(table.c.key == key))
        elif "table_key" in table.c:
            session.connection().execute(sa.delete(table).where(table.c.table_key == key))


def _delete_messages(session: Session, messages: sa.Table, key: str) -> None:
    """Delete the messages of the table to which no row of another one refers, with their arrivals."""
    own = sa.select(messages.c.id).where(messages.c.table_key == key)
    for column in references_to_messages():
        own = own.where(~sa.select(column).where(column == messages.c.id).exists())
    numbers = session.connection().execute(own).scalars().all()
    arrivals = SQLModel.metadata.tables["arrivals"]
    for begin in range(0, len(numbers), 500):
        some = numbers[begin : begin + 500]
        session.connection().execute(sa.delete(arrivals).where(arrivals.c.incoming_id.in_(some)))
        session.connection().execute(sa.delete(messages).where(messages.c.id.in_(some)))

"""Handle messages that raise an error: store and mark each, answer once, report it to the GM.

A message that killed the program too often is not read again, so only the host is informed. When the cause is
fixed, the host can retry it with `again`.
"""

import sys
import traceback
from datetime import datetime

from msgspec import Struct
from sqlalchemy import bindparam, update
from sqlalchemy.exc import OperationalError
from sqlmodel import col, select

from pbem.commands.answers import to_senders
from pbem.core.logs import log
from pbem.core.sentences import sentence
from pbem.intake.understanding import read
from pbem.messages.message import IncomingMessage
from pbem.store.database import failing_apart
from pbem.store.game_tables import GameTable
from pbem.store.mail_tables import StoredMessage
from pbem.store.rows import id_of
from pbem.store.states import FAILED, WAITING
from pbem.tables import notices
from pbem.tables.office import Office

MESSAGE = (  # built once: building takes longer than running
    select(StoredMessage)
    .where(StoredMessage.id == bindparam("message"), StoredMessage.state == WAITING)
    .with_for_update(skip_locked=True)
)


class Fault(Struct, frozen=True):
    """Why a message failed, with the cause on the first line, and at which table, if known."""

    text: str
    table: str | None = None


def fault_of(error: BaseException) -> str:
    """Return what is stored of *error*: the cause on the first line, and the traceback."""
    cause = " ".join("".join(traceback.format_exception_only(error)).split())
    return _writable(f"{cause}\n\n{''.join(traceback.format_exception(error))}")


def fail(stored: StoredMessage, table: str | None, office: Office, now: datetime) -> None:
    """Set aside the message that raised the exception that is being handled. Raises only OperationalError."""
    log.exception("message failed", message=stored.id, again=False)
    error = sys.exc_info()[1]
    fault = Fault(fault_of(error) if error else "", table)
    _set_aside_whatever_happens(stored, office, fault, _readable(stored, office), now)


def give_up(stored: StoredMessage, tries: int, office: Office, now: datetime) -> None:
    """Set aside a message that killed the program too many times."""
    log.error("message given up", message=stored.id, tries=tries, again=False)
    died = sentence("failures", "program_died", tries=tries)
    fault = Fault(died.words(office.house.templates))
    _set_aside_whatever_happens(stored, office, fault, None, now)


def again(incoming_id: int, office: Office) -> bool:
    """Retry a failed message; return False if there is no such message."""
    with office.store.writing() as session:
        stored = session.get(StoredMessage, incoming_id)
        if stored is None or stored.state != FAILED:
            return False
        stored.state, stored.tries = WAITING, 0
    return True


def _set_aside(
    incoming_id: int, office: Office, fault: Fault, message: IncomingMessage | None, now: datetime
) -> None:
    """Mark the message, answer it once if it can be read, and report it to the GM."""
    with office.store.writing() as session:
        stored = session.exec(MESSAGE, params={"message": incoming_id}).first()
        if stored is None:
            return
        stored.state, stored.fault, stored.handled_utc = FAILED, fault.text, now
        stored.table_key = fault.table
        with failing_apart(session, "nobody could be informed of a message that failed", message=incoming_id):
            table = session.get(GameTable, stored.table_key) if stored.table_key else None
            notices.message_failed(session, office, table, stored, now)
        with failing_apart(session, "no answer to a message that failed", message=incoming_id):
            to_senders.answer_failed(session, office, stored, message, now)


def _set_aside_whatever_happens(
    stored: StoredMessage, office: Office, fault: Fault, message: IncomingMessage | None, now: datetime
) -> None:
    """Set the message aside with everything that belongs to it, or at least mark it."""
    try:
        _set_aside(id_of(stored), office, fault, message, now)
    except OperationalError:
        raise
    except Exception:  # the others must not be affected
        log.exception("message marked as failed, and nothing else", message=stored.id, again=False)
        _mark(id_of(stored), office, fault, now)


def _mark(incoming_id: int, office: Office, fault: Fault, now: datetime) -> None:
    with office.store.writing() as session:
        theirs = (col(StoredMessage.id) == incoming_id, col(StoredMessage.state) == WAITING)
        marked = {"state": FAILED, "fault": fault.text, "handled_utc": now}
        session.connection().execute(update(StoredMessage).where(*theirs).values(marked))


def _writable(text: str) -> str:
    """Return *text* as every database accepts it: no lone surrogates, no NUL."""
    return text.encode("utf-8", "replace").decode().replace("\0", "\N{REPLACEMENT CHARACTER}")


def _readable(stored: StoredMessage, office: Office) -> IncomingMessage | None:
    """Return the message, unless reading it was what failed."""
    try:
        return read(stored, office)
    except Exception:  # it failed before, and that was logged
        return None

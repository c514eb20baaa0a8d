"""The service at one moment, for its host: `pbem status` and the host's page.

It names tables and numbers of messages; it shows no order and no position. Only a mail that was given up has
its address, which the host's page leaves out because it has no login.
"""

from datetime import datetime
from typing import Any

from sqlmodel import Session, col, select

from adjudicator.core.game import Due
from pbem.core.templating import when
from pbem.store.game_tables import GameTable, seats_of, sheets_of
from pbem.store.mail_tables import StoredMessage
from pbem.store.states import FAILED
from pbem.tables.office import Office
from pbem.web import health, metrics, undelivered
from pbem.web.undelivered import Undelivered

MOST_FAILURES = 50
LONGEST_CAUSE = 200


def overview(session: Session, office: Office, now: datetime) -> dict[str, Any]:
    """Return everything that is shown, as JSON values."""
    found = metrics.figures(session, now)
    free = health.free_bytes(office.store.url)
    return {
        "time": now.isoformat(),
        "troubles": [
            {"kind": one.kind, "reason": one.reason} for one in health.troubles(session, office, now)
        ],
        "messages": dict(found.messages),
        "oldest_message_seconds": round(found.oldest_message_s),
        "mails": dict(found.mails),
        "oldest_mail_seconds": round(found.oldest_mail_s),
        "refused_mails": found.refused_mails,
        "turns": found.turns,
        "disk_free_bytes": free[1] if free else None,
        "tables": [_table(session, office, table) for table in _tables(session)],
        "failures": [_failure(message) for message in _failures(session)],
        "undelivered": [
            _undelivered(office, mail)
            for mail in undelivered.latest(session, office.settings.house.host, MOST_FAILURES)
        ],
    }


def _tables(session: Session) -> list[GameTable]:
    return list(session.exec(select(GameTable).order_by(col(GameTable.key))))


def _table(session: Session, office: Office, table: GameTable) -> dict[str, Any]:
    due: Due = office.find_game(table.game).due(table.position)
    on_file = sheets_of(session, table.key, table.number)
    seated = {seat.power for seat in seats_of(session, table.key)}
    return {
        "table": table.key,
        "title": table.title,
        "state": table.state,
        "reason": table.held_reason.partition(":")[0],
        "due": "" if due.over else due.turn,
        "number": table.number,
        "deadline": table.deadline_utc.isoformat() if table.deadline_utc else None,
        "printed": when(table.deadline_utc, table.zone) if table.deadline_utc else "",
        "missing": [power for power in due.owed if power in seated and power not in on_file],
    }


def _failures(session: Session) -> list[StoredMessage]:
    wanted = select(StoredMessage).where(StoredMessage.state == FAILED)
    return list(session.exec(wanted.order_by(col(StoredMessage.id).desc()).limit(MOST_FAILURES)))


def _failure(message: StoredMessage) -> dict[str, Any]:
    """Return a failed message; the cause without its text, which may quote the message."""
    return {
        "message": message.id,
        "received": message.received_utc.isoformat(),
        "table": message.table_key,
        "cause": message.fault.partition("\n")[0].partition(":")[0][:LONGEST_CAUSE],
    }


def _undelivered(office: Office, mail: Undelivered) -> dict[str, Any]:
    own = office.house.templates
    return {
        "mail": mail.mail,
        "created": mail.created.isoformat(),
        "address": mail.address,
        "said": mail.described().words(own),
        "remedy": mail.remedy().words(own),
    }

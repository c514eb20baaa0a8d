"""Mails that were given up: which, to whom, why, and what to do.

The game master is informed of mails to players. Nobody is informed of one to a game master or the host, so
these are a problem of the service (`pbem.web.health`) until a later mail has reached the same address.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

from msgspec import Struct
from sqlalchemy.orm import aliased, defer
from sqlmodel import Session, col, func, or_, select
from sqlmodel.sql.expression import SelectOfScalar

from pbem.core.logs import ADDRESSES
from pbem.core.sentences import Sentence, sentence
from pbem.store.game_tables import GameTable
from pbem.store.mail_tables import OutgoingMail
from pbem.store.rows import id_of
from pbem.store.states import FAILED, SENT

FORGOTTEN_AFTER = timedelta(days=7)  # a problem that nobody has fixed by then is not news
TO_GM, TO_HOST, TO_PLAYER, TO_OTHER = "gm", "host", "player", "other"
RAW: Any = OutgoingMail.raw  # a column, which the type of its values hides


class Undelivered(Struct, frozen=True):
    """A mail that was given up. Only the host may see its *address*; *why* holds none."""

    mail: int
    kind: str
    table: str | None
    power: str | None
    reader: str  # TO_GM, TO_HOST, TO_PLAYER or TO_OTHER
    address: str
    why: str
    created: datetime

    @property
    def subject(self) -> str:
        """Return what distinguishes the address from others, and does not name it."""
        return sha256(self.address.encode()).hexdigest()[:16]

    def described(self) -> Sentence:
        """Return which mail it is, for whom and why it failed, without an address."""
        return sentence(
            "undelivered",
            "mail",
            mail=self.mail,
            kind=self.kind,
            table=self.table,
            power=self.power,
            reader=self.reader,
            why=self.why,
        )

    def remedy(self) -> Sentence:
        """Return what the host can do."""
        return sentence("undelivered", "remedy", reader=self.reader, table=self.table, power=self.power)


def latest(session: Session, host: str, most: int) -> list[Undelivered]:
    """Return the latest mails that were given up, newest first."""
    wanted = _failed().order_by(col(OutgoingMail.id).desc()).limit(most)
    return [_undelivered(session, mail, host) for mail in session.exec(wanted)]


def nobody_knows(session: Session, host: str, now: datetime) -> Iterator[Undelivered]:
    """Yield the newest mail to each game master or host whom nothing has reached since."""
    later = aliased(OutgoingMail)
    reached = select(later.id).where(
        later.recipient == OutgoingMail.recipient, col(later.id) > OutgoingMail.id, later.state == SENT
    )
    wanted = (
        _failed()
        .join(GameTable, col(GameTable.key) == col(OutgoingMail.table_key), isouter=True)
        .where(col(OutgoingMail.created_utc) > now - FORGOTTEN_AFTER)
        .where(
            or_(OutgoingMail.recipient == host, OutgoingMail.recipient == func.lower(GameTable.gm_address))
        )
        .where(~reached.exists())
        .order_by(col(OutgoingMail.id))
    )
    newest = {mail.recipient: mail for mail in session.exec(wanted)}
    yield from (_undelivered(session, mail, host) for mail in newest.values())


def _failed() -> SelectOfScalar[OutgoingMail]:
    return select(OutgoingMail).where(OutgoingMail.state == FAILED).options(defer(RAW))


def _undelivered(session: Session, mail: OutgoingMail, host: str) -> Undelivered:
    table = session.get(GameTable, mail.table_key) if mail.table_key else None
    return Undelivered(
        mail=id_of(mail),
        kind=mail.kind,
        table=mail.table_key,
        power=mail.power,
        reader=_reader(mail, table, host),
        address=mail.recipient,
        why=ADDRESSES.sub("…", mail.last_error).rstrip("."),
        created=mail.created_utc,
    )


def _reader(mail: OutgoingMail, table: GameTable | None, host: str) -> str:
    if table is not None and mail.recipient == table.gm_address.lower():
        return TO_GM
    if mail.recipient == host:
        return TO_HOST
    return TO_PLAYER if table is not None and mail.power else TO_OTHER

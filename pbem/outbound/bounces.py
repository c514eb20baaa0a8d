"""Suspend addresses whose mail bounces three times in a row.

Mail for a suspended address is stored and not sent, and the GM of each of its tables is notified. A message
from the address, or a command of the GM, ends the suspension; the newest mail of each kind is then sent.
"""

from datetime import datetime

from sqlalchemy import bindparam
from sqlmodel import Session, col, or_, select

from pbem.store.game_tables import Seat
from pbem.store.mail_tables import OutgoingMail
from pbem.store.prepared_queries import PreparedQuery
from pbem.store.states import SUSPENDED, WAITING

MOST_BOUNCES = 3
SUSPENDED_OF = PreparedQuery(
    select(Seat.id).where(Seat.address == bindparam("address"), col(Seat.suspended_utc).is_not(None))
)
HAS_TROUBLE = PreparedQuery(
    select(
        or_(
            select(Seat.id)
            .where(Seat.address == bindparam("address"))
            .where(or_(col(Seat.bounces) > 0, col(Seat.suspended_utc).is_not(None)))
            .exists(),
            select(OutgoingMail.id)
            .where(OutgoingMail.recipient == bindparam("address"), OutgoingMail.state == SUSPENDED)
            .exists(),
        )
    )
)


def count_bounce(session: Session, address: str, now: datetime) -> list[Seat]:
    """Count a bounce from *address*; return the seats that are suspended by it."""
    seats = _seats(session, address)
    for seat in seats:
        seat.bounces += 1
    fallen = [seat for seat in seats if seat.bounces >= MOST_BOUNCES and seat.suspended_utc is None]
    for seat in fallen:
        seat.suspended_utc = now
    if fallen:
        _hold_back(session, address)
    return fallen


def is_suspended(session: Session, address: str) -> bool:
    """Return whether *address*, in lower case, is suspended."""
    return SUSPENDED_OF.first(session, address=address) is not None


def is_alive(session: Session, address: str, now: datetime) -> int:
    """End a suspension: reset the count and release the stored mails; return how many."""
    if not _has_trouble(session, address.lower()):
        return 0
    for seat in _seats(session, address):
        seat.bounces, seat.suspended_utc = 0, None
    wanted = select(OutgoingMail).where(
        OutgoingMail.recipient == address.lower(), OutgoingMail.state == SUSPENDED
    )
    stored = list(session.exec(wanted.order_by(col(OutgoingMail.id))))
    newest = {(parcel.table_key, parcel.kind): parcel for parcel in stored}
    for parcel in newest.values():
        parcel.state, parcel.due_utc = WAITING, now
    session.flush()
    return len(newest)


def _has_trouble(session: Session, address: str) -> bool:
    """Return whether the address has a bounce or a stored mail, in one query: nearly always no."""
    return HAS_TROUBLE.first(session, address=address) == (True,)


def _hold_back(session: Session, address: str) -> None:
    wanted = select(OutgoingMail).where(
        OutgoingMail.recipient == address.lower(), OutgoingMail.state == WAITING
    )
    for parcel in session.exec(wanted):
        parcel.state = SUSPENDED


def _seats(session: Session, address: str) -> list[Seat]:
    return list(session.exec(select(Seat).where(Seat.address == address.lower())))

"""The press of a seat as conversations: the same messages that its player got and sent by mail.

Each message is shown with the same names as in its mail. Not shown are messages that the player has blocked,
that wait for the results of the turn, or that are older than the player's time in the seat.
"""

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct
from sqlmodel import Session, col, func, select

from pbem.commands.press.blocking import is_blocked
from pbem.commands.press.recipients import BULLETIN, GM
from pbem.commands.press.sending import POSTAL
from pbem.commands.press.shown import GREY, author, members, shown_to
from pbem.store.game_tables import GameTable, Seat
from pbem.store.mail_tables import OutgoingMail
from pbem.store.player_tables import Press
from pbem.store.states import OVER
from pbem.tables.house_rules import house_rules

MOST = 200  # messages, the latest


class Line(Struct, frozen=True):
    """One message of a conversation."""

    by: str
    to: Sequence[str]
    text: str
    sent_utc: datetime
    is_own: bool


class Conversation(Struct, frozen=True):
    """All messages between the same people; *others* are the recipients of an answer, () for grey press.

    *robots* are those of the others that robots play: no message reaches them.
    """

    others: Sequence[str]
    lines: Sequence[Line]
    robots: Sequence[str] = ()


def conversations(
    session: Session, table: GameTable, seat: Seat, robots: Sequence[str]
) -> list[Conversation]:
    """Return the conversations of *seat*, the one with the latest message first.

    *robots* are the powers that no player plays.
    """
    since = _since(session, seat)
    wanted = select(Press).where(Press.table_key == table.key)
    rows = [row for row in session.exec(wanted.order_by(col(Press.id))) if since and row.sent_utc >= since]
    found: dict[tuple[str, ...], list[Line]] = {}
    for row in [row for row in rows if _is_read(row, table, seat)][-MOST:]:
        others = _others(row, seat.power)
        found.setdefault(others, []).append(_line(row, seat.power))
    latest = sorted(found.items(), key=lambda one: one[1][-1].sent_utc, reverse=True)
    return [Conversation(others, lines, [one for one in others if one in robots]) for others, lines in latest]


def _since(session: Session, seat: Seat) -> datetime | None:
    """Return when the player got the first mail for this seat."""
    wanted = select(func.min(OutgoingMail.created_utc)).where(
        OutgoingMail.table_key == seat.table_key,
        OutgoingMail.power == seat.power,
        OutgoingMail.recipient == seat.address.lower(),
    )
    return session.exec(wanted).first()


def _is_read(row: Press, table: GameTable, seat: Seat) -> bool:
    if row.power == seat.power:
        return [*row.to] != [BULLETIN]
    if seat.power not in row.to or row.observer or is_blocked(seat, row):
        return False
    is_postal = house_rules(table).press_delivery == POSTAL and table.state != OVER
    return row.power is None or not is_postal or row.number < table.number


def _others(row: Press, power: str) -> tuple[str, ...]:
    """Return the others in the conversation, as its readers see them; () for grey press from others."""
    if row.power == power:
        return tuple(sorted({*row.to} - {BULLETIN, power}))
    return () if row.manner == GREY else tuple(sorted(members(row) - {power}))


def _line(row: Press, power: str) -> Line:
    is_own = row.power == power
    to = row.to if is_own else shown_to(row)
    named = ["the GM" if name == GM else name for name in to if name != BULLETIN]
    return Line(author(row), named, row.text, row.sent_utc, is_own)

"""Report problems to the GM and the host, each once.

Every notice says what failed, what is not affected and what to do. It is written in the transaction
that the problem belongs to; a second notice of the same problem has the same Message-ID and is left out.
"""

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct
from sqlmodel import Session

from pbem import reports
from pbem.core.error_text import without_names
from pbem.core.sentences import sentence
from pbem.inbound.inlet import SetAside
from pbem.outbound import bounces, outbox
from pbem.outbound.outbox import About
from pbem.reports.mail_links import take_over_url
from pbem.reports.notes import worded
from pbem.store.game_tables import GameTable, Seat
from pbem.store.mail_tables import OutgoingMail, StoredMessage
from pbem.store.rows import id_of
from pbem.store.troubles import NoticedTrouble
from pbem.tables.gm_sight import sees_all
from pbem.tables.identity import gm_seat
from pbem.tables.office import Office

LONGEST_REASON = 300


def turn_not_run(session: Session, office: Office, table: GameTable, reason: str, now: datetime) -> None:
    """Report that the turn raised an error, and that the table was set aside."""
    once, cause = f"held {table.number} {now.isoformat()}", for_gm(session, table, reason)
    _notify(session, office, table, _worded(office, "turn_not_run", once, table=table, reason=cause), now)


def for_gm(session: Session, table: GameTable, reason: str) -> str:
    """Return an error as the GM may know it: its text may contain orders, its class does not.

    See `pbem.tables.gm_sight`. The log has all of it for the host.
    """
    return reason if sees_all(session, table) else reason.partition(":")[0]


def turn_waits(session: Session, office: Office, table: GameTable, now: datetime) -> None:
    """Report, once for a turn, that messages that are in time may be where they cannot be fetched.

    The reason is for the host alone: servers repeat user names and more in theirs.
    """
    if table.notified_waiting >= table.number:
        return
    table.notified_waiting = table.number
    once = f"waits {table.number}"
    reason = sentence("health", "no_mailbox").words(office.house.templates)
    _notify(session, office, table, _worded(office, "turn_waits", once, table=table, reason=reason), now)


def came_too_late_to_us(
    session: Session, office: Office, table: GameTable, message: StoredMessage, now: datetime
) -> None:
    """Report a message that reached the mail server in time but us only after the turn was run."""
    once = f"missed {id_of(message)}"
    problem = _worded(office, "came_too_late_to_us", once, table=table, message=id_of(message))
    _notify(session, office, table, problem, now)


class Vacancies(Struct, frozen=True):
    """The powers that nobody plays, and how many people are on the waiting list."""

    free: Sequence[str]
    waiting: int


def nobody_plays(
    session: Session, office: Office, table: GameTable, vacancies: Vacancies, now: datetime
) -> None:
    """Report that the table was paused because nobody plays it any more."""
    once = f"nobody plays {table.number} {now.isoformat()}"
    links = [take_over_url(office.house.judge, table.key, power) for power in vacancies.free]
    facts = {"free": vacancies.free, "waiting": vacancies.waiting, "links": links}
    _notify(session, office, table, _worded(office, "nobody_plays", once, table=table, **facts), now)


def message_failed(
    session: Session, office: Office, table: GameTable | None, message: StoredMessage, now: datetime
) -> None:
    """Report to the GM and the host, each time, that a message raised an error; it is stored."""
    number = id_of(message)
    reason = message.fault.partition("\n")[0][:LONGEST_REASON]
    once = f"failed {number} {now.isoformat()}"
    if table is not None:
        shown = for_gm(session, table, reason)
        _notify(
            session, office, table, _worded(office, "message_failed", once, message=number, reason=shown), now
        )
    if table is None or table.gm_address.lower() != office.settings.house.host:
        _notify_host(
            session, office, _worded(office, "host_message_failed", once, message=number, reason=reason), now
        )


def forged(session: Session, office: Office, table: GameTable, message: StoredMessage, now: datetime) -> None:
    """Report that a held message was rejected by the address in whose name it came."""
    once = f"forged {id_of(message)}"
    _notify(session, office, table, _worded(office, "forged", once, table=table, message=message), now)


def message_too_large(session: Session, office: Office, aside: SetAside, now: datetime) -> None:
    """Report to the host a message that was not fetched; its sender is not certain."""
    once = f"aside {aside.inlet} {aside.uid}"
    _notify_host(session, office, _worded(office, "message_too_large", once, aside=aside), now)


def _notify_host(session: Session, office: Office, problem: reports.Trouble, now: datetime) -> None:
    mail = reports.host_notice(office.context(now), office.settings.house.host, problem)
    outbox.put(session, mail, About(), now)


def not_delivered(session: Session, office: Office, parcel: OutgoingMail, now: datetime) -> None:
    """Report a mail of a table that was given up, unless it was for the GM.

    The third in a row suspends the address, at each of its tables.
    """
    for seat in bounces.count_bounce(session, parcel.recipient, now):
        _suspended(session, office, seat, now)
    table = session.get(GameTable, parcel.table_key) if parcel.table_key else None
    if table is None or parcel.recipient == table.gm_address.lower():
        return
    once = f"undelivered {id_of(parcel)}"
    reason = without_names(parcel.last_error, office.settings.sender.user)
    problem = _worded(office, "not_delivered", once, table=table, parcel=parcel, reason=reason)
    _notify(session, office, table, problem, now)


def _suspended(session: Session, office: Office, seat: Seat, now: datetime) -> None:
    table = session.get_one(GameTable, seat.table_key)
    once = f"suspended {seat.address} {now.isoformat()}"
    named, most = office.find_game(table.game).card.named(seat.power), bounces.MOST_BOUNCES
    problem = _worded(office, "suspended", once, table=table, seat=seat, named=named, most=most)
    _notify(session, office, table, problem, now)


def host_trouble(session: Session, office: Office, trouble: NoticedTrouble, now: datetime) -> None:
    """Report to the host what stops the service, with a remedy."""
    once = f"trouble {trouble.kind} {trouble.subject} {trouble.since_utc.isoformat()}"
    problem = _worded(office, "host_trouble", once, kind=trouble.kind, reason=trouble.reason)
    _notify_host(session, office, problem, now)


def guessing(session: Session, office: Office, address: str, now: datetime) -> None:
    """Report to the host that many messages have unknown tokens: somebody is guessing addresses."""
    problem = _worded(office, "guessing", f"guessing {now:%Y-%m-%d}", address=address)
    _notify_host(session, office, problem, now)


def _worded(office: Office, template: str, once: str, **facts: object) -> reports.Trouble:
    """Return ``note_TEMPLATE.txt``: what failed, what is not affected, what to do."""
    note = worded(template, once, facts, office.house.templates)
    return reports.Trouble(note.subject, note.text, note.closing, once)


def _notify(
    session: Session, office: Office, table: GameTable, problem: reports.Trouble, now: datetime
) -> None:
    mail = reports.gm_notice(office.context(now), office.seat_card(table, gm_seat(table)), problem)
    outbox.put(session, mail, About(table=table.key), now)

"""What does the service tell the GM, and the host, of its own accord?  Troubles, each told once.

Every notice says what did not happen, what is unharmed and what to do. It is put into the transaction that
the trouble belongs to; a second notice of the same trouble has the same Message-ID and is not put.
"""

import hashlib
from datetime import datetime

from sqlmodel import Session

from pbem import bounces, outbox, reports
from pbem.identify import gm_seat
from pbem.mailbox import SetAside
from pbem.office import Office
from pbem.outbox import About
from pbem.store import GameTable, KeptLetter, Parcel, Seat, id_of


def turn_not_run(session: Session, office: Office, table: GameTable, reason: str, now: datetime) -> None:
    """The turn raised an error, and the table was set aside."""
    trouble = reports.Trouble(
        f"{table.key} was not run: {reason}",
        "Nothing has changed and no report went out; orders are kept, and still taken. Other games go on.",
        f"See: pbem show {table.key}. When the cause is gone: pbem run {table.key} --now",
        f"held {table.number} {now.isoformat()}",
    )
    _tell(session, office, table, trouble, now)


def turn_waits(session: Session, office: Office, table: GameTable, reason: str, now: datetime) -> None:
    """Letters in time may lie where they cannot be fetched."""
    if table.told_waiting >= table.number:
        return
    table.told_waiting = table.number
    trouble = reports.Trouble(
        f"{table.key} waits: {reason}",
        "Letters that reached the mail server in time will count; nothing is lost.",
        "The turn is run as soon as the letters can be fetched."
        f" To run it without them: pbem run {table.key} --now",
        f"waits {table.number}",
    )
    _tell(session, office, table, trouble, now)


def came_too_late_to_us(
    session: Session, office: Office, table: GameTable, letter: KeptLetter, now: datetime
) -> None:
    """A letter that was in time at the mail server, and was fetched when the turn had been run."""
    trouble = reports.Trouble(
        f"a letter in time missed its turn at {table.key}",
        f"Letter {id_of(letter)} reached the mail server in time, but us only after the turn was run."
        " It is kept; the turn stands as it was run.",
        f"Talk to the players. The letter: pbem show {table.key}",
        f"missed {id_of(letter)}",
    )
    _tell(session, office, table, trouble, now)


def letter_failed(
    session: Session, office: Office, table: GameTable | None, letter: KeptLetter, now: datetime
) -> None:
    """A letter raised an error: it is kept, and was answered once."""
    number = id_of(letter)
    what = f"letter {number} could not be taken in"
    unharmed = "The letter is kept as it came; nothing that it asks for was done. Other letters go on."
    reason = letter.fault.strip().rpartition("\n")[2]
    todo = f"The cause: {reason} When it is gone: pbem again {number}"
    if table is not None:
        trouble = reports.Trouble(what, unharmed, todo, f"failed {number}")
        _tell(session, office, table, trouble, now)
        return
    _tell_host(session, office, reports.Trouble(what, unharmed, todo, f"letter {number}"), now)


def letter_too_large(session: Session, office: Office, aside: SetAside, now: datetime) -> None:
    """A letter was not even fetched: its sender is not known for certain, so only the host is told."""
    trouble = reports.Trouble(
        f"a letter of {aside.size_bytes // 1024} KiB was not read",
        f"It says that it is from {aside.sender or 'nobody'}, about: {aside.subject or 'nothing'}."
        f" It lies in {aside.where}.",
        "Larger letters are taken with [letters] letter_limit_kib.",
        f"aside {aside.inlet} {aside.uid}",
    )
    _tell_host(session, office, trouble, now)


def _tell_host(session: Session, office: Office, trouble: reports.Trouble, now: datetime) -> None:
    name = hashlib.sha256(trouble.once.encode()).hexdigest()[:20]
    heard = reports.Heard(f"<{name}@{office.house.domain}>", (), trouble.what)
    text = f"{trouble.unharmed}\n\n{trouble.todo}"
    told = reports.text_answer(office.settings.house.host, trouble.what, text)
    mail = reports.answer(office.desk(now, heard), told)
    outbox.put(session, mail, About(), now)


def not_delivered(session: Session, office: Office, parcel: Parcel, now: datetime) -> None:
    """A mail of a table was given up; a mail to the GM himself is told to nobody.

    The third in a row suspends the address, at each of its tables.
    """
    for seat in bounces.came_back(session, parcel.recipient, now):
        _suspended(session, office, seat, now)
    table = session.get(GameTable, parcel.table_key) if parcel.table_key else None
    if table is None or parcel.recipient == table.gm_address.lower():
        return
    trouble = reports.Trouble(
        f"{table.key}: no mail reaches {parcel.recipient}",
        f"The mail ({parcel.kind}) was given up after {parcel.attempts} tries: {parcel.last_error}"
        " The game goes on; all the other mails are not concerned.",
        "Reach the player another way.",
        f"undelivered {id_of(parcel)}",
    )
    _tell(session, office, table, trouble, now)


def _suspended(session: Session, office: Office, seat: Seat, now: datetime) -> None:
    table = session.get_one(GameTable, seat.table_key)
    trouble = reports.Trouble(
        f"{table.key}: the mailbox of {seat.power} takes nothing",
        f"{bounces.MOST_BOUNCES} mails in a row to {seat.address} came back. What would go there is kept and"
        " not sent; the game goes on, and letters from the player count as before.",
        f"A letter from that address lets everything leave, and so does MAIL {seat.power} as a reply to this"
        f" mail. REPLACE {seat.power} with Dora <dora@example.org> gives the seat to somebody else.",
        f"suspended {seat.address} {now.isoformat()}",
    )
    _tell(session, office, table, trouble, now)


def guessing(session: Session, office: Office, address: str, now: datetime) -> None:
    """Many letters with tokens that nobody has: somebody tries addresses."""
    trouble = reports.Trouble(
        "somebody guesses reply addresses",
        f"Many letters of the last hour had tokens that nobody has, the last one was sent to {address}."
        " None of them was taken, and no more of them are answered for now. Everybody else is not concerned.",
        "A token has 80 bits, so nothing has to be done; the letters are kept.",
        f"guessing {now:%Y-%m-%d}",
    )
    _tell_host(session, office, trouble, now)


def _tell(
    session: Session, office: Office, table: GameTable, trouble: reports.Trouble, now: datetime
) -> None:
    mail = reports.gm_notice(office.desk(now), office.seat_card(table, gm_seat(table)), trouble)
    outbox.put(session, mail, About(table=table.key), now)

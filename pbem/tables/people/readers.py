"""The readers of a table's bulletins, and how they unsubscribe."""

from collections.abc import Sequence

from sqlmodel import Session, col, select

from pbem.reports import Reader
from pbem.store.game_tables import GameTable, Seat, seats_of
from pbem.store.player_tables import Subscriber
from pbem.tables import robots
from pbem.tables.identity import gm_seats
from pbem.tables.office import Office
from pbem.tables.people.reply_addresses import seat_reply

BULLETINS, NEWS = ALL_KINDS = ("bulletins", "news")  # kinds of mail to observers


def stop(session: Session, table: GameTable, address: str) -> bool:
    """Stop bulletins for an observer or a player; return False if they got none."""
    row = subscription(session, table, address)
    if row is not None:
        session.delete(row)
    seats = [seat for seat in _seats_at(session, table, address) if _wants_bulletins(seat)]
    for seat in seats:
        seat.preferences = {**seat.preferences, "bulletin": "off"}
    session.flush()
    return row is not None or bool(seats)


def stop_by_token(session: Session, office: Office, table_key: str, token: str) -> GameTable | None:
    """Stop the bulletins of the reader whose token it is; return the table, None if it is nobody's."""
    table, address = session.get(GameTable, table_key), _address_of(session, office, table_key, token)
    if table is None or address is None:
        return None
    stop(session, table, address)
    return table


def table_of_token(session: Session, office: Office, table_key: str, token: str) -> GameTable | None:
    """Return the table whose bulletins `stop_by_token` would stop, without stopping them."""
    is_known = _address_of(session, office, table_key, token) is not None
    return session.get(GameTable, table_key) if is_known else None


def _address_of(session: Session, office: Office, table_key: str, token: str) -> str | None:
    """Return whose token it is. Tokens are not stored, so each reader's is computed and compared."""
    table = session.get(GameTable, table_key)
    readers = all_readers(session, table) if table else []
    seal = office.credentials.seal
    return next((one for _, one in readers if seal.holds(token, "stop", table_key, one)), None)


def _seats_at(session: Session, table: GameTable, address: str) -> list[Seat]:
    return [seat for seat in seats_of(session, table.key) if seat.address == address]


def _wants_bulletins(seat: Seat) -> bool:
    return seat.preferences.get("bulletin") == "on"  # their report has everything that the bulletin says


def subscription(session: Session, table: GameTable, address: str) -> Subscriber | None:
    """Return the subscription of an observer, None if they have none."""
    wanted = select(Subscriber).where(Subscriber.table_key == table.key, Subscriber.address == address)
    return session.exec(wanted).first()


def observes(session: Session, address: str) -> bool:
    """Return whether an address gets the bulletins of any table as an observer."""
    wanted = select(Subscriber.id).where(Subscriber.address == address.lower())
    return session.exec(wanted.limit(1)).first() is not None


def subscribers_of(session: Session, table_key: str) -> list[Subscriber]:
    """Return the observers of a table."""
    wanted = select(Subscriber).where(Subscriber.table_key == table_key)
    return list(session.exec(wanted.order_by(col(Subscriber.id))))


def all_readers(session: Session, table: GameTable, kind: str = "") -> list[tuple[str, str]]:
    """Return name and address of everybody at the table: players, GMs, observers, each address once.

    With a *kind*, observers who have chosen others are left out.
    """
    seats = [(seat.player, seat.address) for seat in seats_of(session, table.key)]
    observers = subscribers_of(session, table.key)
    others = [(row.name, row.address) for row in observers if not kind or not row.kinds or kind in row.kinds]
    first: dict[str, str] = {}
    is_led = robots.practice_of(session, table.key) is None  # nobody else gets mail of a practice table
    gms = [(seat.player, seat.address) for seat in gm_seats(session, table) if is_led]
    for name, address in [*seats, *gms, *others]:
        first.setdefault(address, name)
    return [(name, address) for address, name in first.items()]


def bulletin_readers(session: Session, office: Office, table: GameTable) -> list[Reader]:
    """Return who gets the bulletin: the GMs, observers, and the players who have asked for it."""
    return bulletin_readers_among(session, table, last_readers(session, office, table))


def bulletin_readers_among(session: Session, table: GameTable, everybody: Sequence[Reader]) -> list[Reader]:
    """Return the same of *everybody* at the table."""
    seats = seats_of(session, table.key)
    wanted = {seat.address for seat in seats if _wants_bulletins(seat)}
    wanted |= {
        row.address for row in subscribers_of(session, table.key) if BULLETINS in (row.kinds or ALL_KINDS)
    }
    wanted |= {seat.address for seat in gm_seats(session, table)}
    return [reader for reader in everybody if reader.address in wanted]


def all_seeing(session: Session, table: GameTable) -> frozenset[str]:
    """Return the addresses of the observers who may see everything."""
    return frozenset(row.address for row in subscribers_of(session, table.key) if row.sees_all)


def last_readers(session: Session, office: Office, table: GameTable) -> list[Reader]:
    """Return who gets the last bulletin, which says that the game is over: everybody.

    A reply of somebody who has a seat, or runs the table, speaks for it as a reply to any other mail does.
    """
    own = {seat.address: seat for seat in (*gm_seats(session, table), *seats_of(session, table.key))}
    replies = {address: seat_reply(office.credentials, seat) for address, seat in own.items()}
    return [
        Reader(
            name,
            address,
            "" if address == table.gm_address else office.stop_address(table.key, address),
            *replies.get(address, ("", "")),
        )
        for name, address in all_readers(session, table)
    ]

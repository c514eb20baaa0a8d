"""Who reads the bulletins of a table without playing?  OBSERVE and STOP."""

from sqlmodel import Session, col, select

from pbem.commands import Request
from pbem.deeds import Visit, done, refused
from pbem.desk_tables import Subscriber
from pbem.house_rules import house_rules
from pbem.identify import gm_seats
from pbem.reports import Deed
from pbem.store import GameTable, Seat, seats_of
from pbem.visiting import table_meant


def observe(visit: Visit, request: Request) -> Deed:
    """OBSERVE std3"""
    try:
        table, _ = table_meant(visit, request.argument)
    except ValueError as unknown:
        return refused(request, str(unknown))
    if not house_rules(table).observers:
        return refused(request, f"By its house rules {table.key} has no observers.")
    if _gets_bulletins(visit.session, table, visit.person.address):
        return done(request, f"You get the bulletins of {table.key} already.")
    visit.session.add(
        Subscriber(
            table_key=table.key,
            name=visit.person.name,
            address=visit.person.address,
            since_utc=visit.now,
        )
    )
    visit.session.flush()
    return done(request, f"You get the bulletins of {table.key} from now on. STOP {table.key} ends it.")


def stop(session: Session, table: GameTable, address: str) -> bool:
    """No more bulletins; False if there were none."""
    row = _row(session, table, address)
    if row is not None:
        session.delete(row)
        session.flush()
    return row is not None


def _gets_bulletins(session: Session, table: GameTable, address: str) -> bool:
    plays = select(Seat.id).where(Seat.table_key == table.key, Seat.address == address)
    return (
        _row(session, table, address) is not None
        or session.exec(plays).first() is not None
        or table.gm_address == address
    )


def _row(session: Session, table: GameTable, address: str) -> Subscriber | None:
    wanted = select(Subscriber).where(Subscriber.table_key == table.key, Subscriber.address == address)
    return session.exec(wanted).first()


def subscribers_of(session: Session, table_key: str) -> list[Subscriber]:
    wanted = select(Subscriber).where(Subscriber.table_key == table_key)
    return list(session.exec(wanted.order_by(col(Subscriber.id))))


def all_readers(session: Session, table: GameTable) -> list[tuple[str, str]]:
    """Name and address of everybody who gets the bulletin: players, GM, observers, each address once."""
    seats = [(seat.player, seat.address) for seat in seats_of(session, table.key)]
    others = [(row.name, row.address) for row in subscribers_of(session, table.key)]
    first: dict[str, str] = {}
    gms = [(seat.player, seat.address) for seat in gm_seats(session, table)]
    for name, address in [*seats, *gms, *others]:
        first.setdefault(address, name)
    return [(name, address) for address, name in first.items()]

"""Who sits where?  A seat is left and taken, with a new token each time, so that the old one is void.

Orders on file stay with the power. Who takes a seat gets the position as a report of his own, and enough
time: his first deadline is at least `substitute_time` away (house rules).
"""

from datetime import datetime, timedelta

from msgspec import Struct
from sqlmodel import Session, col, select

from pbem import outbox, reports
from pbem.deadlines import Deadline, read_length
from pbem.desk_tables import Absence, Applicant, FormerSeat, LaterOrders, Readiness, Vote
from pbem.gm_desk import set_deadline
from pbem.house_rules import house_rules, pace_of
from pbem.office import Office, run_of
from pbem.outbox import About
from pbem.store import RUNNING, GameTable, Seat


class Sitter(Struct, frozen=True):
    """Who is to sit on a seat."""

    player: str
    address: str
    zone: str = "UTC"


def seat_of(session: Session, table_key: str, power: str) -> Seat | None:
    wanted = select(Seat).where(Seat.table_key == table_key, Seat.power == power)
    return session.exec(wanted).first()


def vacate(session: Session, table: GameTable, seat: Seat, reason: str, now: datetime) -> None:
    """Nobody plays the power from here on; *reason*: "resigned", "ejected", "replaced", "silent"."""
    session.add(
        FormerSeat(
            table_key=table.key,
            power=seat.power,
            player=seat.player,
            address=seat.address,
            epoch=seat.epoch,
            reason=reason,
            number=table.number,
            left_utc=now,
        )
    )
    for kind in (Vote, Readiness, Absence, LaterOrders):
        wanted = select(kind).where(kind.table_key == table.key, kind.power == seat.power)
        for row in session.exec(wanted):
            session.delete(row)
    session.delete(seat)
    session.flush()


def take(session: Session, table: GameTable, power: str, sitter: Sitter) -> Seat:
    """*sitter* plays the power, which has no player now; every older token of it is void."""
    wanted = select(FormerSeat.epoch).where(FormerSeat.table_key == table.key, FormerSeat.power == power)
    seat = Seat(
        table_key=table.key,
        power=power,
        player=sitter.player,
        address=sitter.address.lower(),
        zone=sitter.zone,
        epoch=1 + max(session.exec(wanted), default=0),
    )
    session.add(seat)
    session.flush()
    return seat


def next_in_line(session: Session, table: GameTable) -> Sitter | None:
    """The first on the waiting list, who is taken off it."""
    wanted = select(Applicant).where(Applicant.table_key == table.key)
    first = session.exec(wanted.order_by(col(Applicant.since_utc), col(Applicant.id))).first()
    if first is None or not house_rules(table).waiting_list:
        return None
    session.delete(first)
    session.flush()
    return Sitter(first.player, first.address, first.zone)


def give_time(table: GameTable, now: datetime) -> bool:
    """Move the deadline if a newcomer would have too little time; True if it was moved."""
    least = now + read_length(house_rules(table).substitute_time)
    if table.state != RUNNING or table.deadline_utc is None or table.deadline_utc >= least:
        return False
    set_deadline(table, Deadline(least, least + timedelta(hours=pace_of(table).grace_hours)), now)
    return True


def brief(session: Session, office: Office, table: GameTable, seat: Seat, now: datetime) -> None:
    """The position as a report to *seat*, under its own token: what a newcomer begins with."""
    game = office.find_game(table.game)
    position, card = table.position, office.seat_card(table, seat)
    form = game.form(position, seat.power)
    told = reports.Told(game.show(position, None, seat.power), form, game.picture(position, None, seat.power))
    run = run_of(table, game.due(position))
    mail = reports.turn_report(office.desk(now), card, run, told, f".{seat.epoch}.{table.moves}")
    outbox.put(session, mail, About(table.key, seat.power, table.number), now)


def tell_loss(session: Session, office: Office, table: GameTable, seat: Seat, now: datetime) -> None:
    """To who was silent too often, before the seat is somebody else's."""
    rules, card = house_rules(table), office.seat_card(table, seat)
    said = (
        f"For {rules.silent_turns} turns no orders came from you, and by the house rules of {table.key} your"
        f" seat, {seat.power}, is not yours any more. If you would like to play again: JOIN {table.key}."
    )
    note = reports.Note("your seat", "Your seat", said, f"lost {table.number} {seat.power} {seat.epoch}")
    mail = reports.note(office.desk(now), card.table, (seat.player, seat.address), note)
    outbox.put(session, mail, About(table.key), now)

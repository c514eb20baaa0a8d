"""Seats that change hands: TAKE OVER and RESIGN; ejections and substitutes go the same way.

A seat has a row in `seats` as long as somebody plays it. Whoever leaves is kept in `former_seats`, and who
takes over gets a higher epoch, so that no reply address of the one before speaks for the other. Orders on
file stay with the power. Who takes a seat gets the position as a report of his own, and enough time: his
first deadline is at least `substitute_time` away (house rules). Each change of hands is told to everybody at
the table.
"""

import re
from datetime import datetime

from msgspec.structs import replace
from sqlmodel import Session, col, select

from adjudicator.core.game import Game
from pbem import reports
from pbem.commands import ending, joining, votes
from pbem.commands.context import (
    CommandContext,
    Person,
    SeatCommandContext,
    TableContext,
    done,
    power_meant,
    refused,
)
from pbem.commands.joining import (
    applicants_of,
    application,
    check_free_to_join,
    described,
    preferred_and_free,
    vacant,
)
from pbem.commands.visitors import table_meant
from pbem.core.deadlines import read_length
from pbem.core.lists import listed
from pbem.messages.script import Request
from pbem.outbound import outbox
from pbem.outbound.outbox import About
from pbem.reports import CommandResult
from pbem.reports.notes import worded
from pbem.store.database import FORMING, OVER, RUNNING, GameTable, Seat, id_of
from pbem.store.player_tables import Absence, Applicant, FormerSeat, LaterOrders, Readiness, Vote
from pbem.tables import readers
from pbem.tables.house_rules import house_rules
from pbem.tables.news import News, notify_all, set_deadline, with_grace
from pbem.tables.office import Office, run_of

# --- a seat is left and taken ----------------------------------------------------------------------------


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


def take(session: Session, table: GameTable, power: str, person: Person) -> Seat:
    """*person* plays the power, which has no player now; every older token of it is void."""
    wanted = select(FormerSeat.epoch).where(FormerSeat.table_key == table.key, FormerSeat.power == power)
    seat = Seat(
        table_key=table.key,
        power=power,
        player=person.name,
        address=person.address.lower(),
        zone=person.zone,
        epoch=1 + max(session.exec(wanted), default=0),
    )
    session.add(seat)
    session.flush()
    return seat


def next_in_line(session: Session, table: GameTable) -> Person | None:
    """The first on the waiting list, who is taken off it."""
    wanted = select(Applicant).where(Applicant.table_key == table.key)
    first = session.exec(wanted.order_by(col(Applicant.since_utc), col(Applicant.id))).first()
    if first is None or not house_rules(table).waiting_list:
        return None
    session.delete(first)
    session.flush()
    return Person(first.player, first.address, first.zone)


def give_time(table: GameTable, now: datetime) -> bool:
    """Move the deadline if a newcomer would have too little time; True if it was moved."""
    least = now + read_length(house_rules(table).substitute_time)
    if table.state != RUNNING or table.deadline_utc is None or table.deadline_utc >= least:
        return False
    set_deadline(table, with_grace(table, least), now)
    return True


def brief(session: Session, office: Office, table: GameTable, seat: Seat, now: datetime) -> None:
    """The position as a report to *seat*, under its own token: what a newcomer begins with."""
    game = office.find_game(table.game)
    position, card = table.position, office.seat_card(table, seat)
    form = game.form(position, seat.power)
    svg = game.picture(position, None, seat.power) if card.has_picture else ""
    told = reports.TurnView(game.show(position, None, seat.power), form, svg)
    run = run_of(table, game.due(position))
    mail = reports.turn_report(office.context(now), card, run, told, f".{seat.epoch}.{table.moves}")
    outbox.put(session, mail, About(table.key, seat.power, table.number), now)


def tell_loss(session: Session, office: Office, table: GameTable, seat: Seat, now: datetime) -> None:
    """To who was silent too often, before the seat is somebody else's."""
    card, once = office.seat_card(table, seat), f"lost {table.number} {seat.power} {seat.epoch}"
    facts = {"table": table.key, "power": seat.power, "turns": house_rules(table).silent_turns}
    note = worded("seat_lost", once, facts, office.house.templates)
    mail = reports.note(office.context(now), card.table, (seat.player, seat.address), note)
    outbox.put(session, mail, About(table.key), now)


def heed_leaving(session: Session, office: Office, table: GameTable, now: datetime) -> bool:
    """A power has no player now: a motion that only waited for it has passed; True if the game is over."""
    if table.state in (FORMING, OVER):
        return False
    motion = votes.passed(session, table.key, office.find_game(table.game).due(table.position))
    if motion is not None:
        ending.end_game(session, office, table, ending.agreed(motion), now)
    return motion is not None


# --- what players ask for ---------------------------------------------------------------------------------


def join(visit: CommandContext, request: Request) -> CommandResult:
    """JOIN std3 France, England: the dearest that is free in a game that has begun, or a place in line."""
    free = preferred_and_free(visit, request.argument)
    return take_over(visit, replace(request, argument=free)) if free else joining.join(visit, request)


def take_over(visit: CommandContext, request: Request) -> CommandResult:
    """TAKE OVER Italy in std3"""
    try:
        table, rest = table_meant(visit, request.argument)
        game = visit.office.find_game(table.game)
        check_free_to_join(visit, table)
        power = _vacancy(visit, table, game, rest)
        _check_knows_nothing(visit, table, power)
        person = described(visit, game)
    except ValueError as fault:
        return refused(request, str(fault))
    seat_player(visit.at(table), power, person)
    return done(
        request, f"You play {power} at {table.key} from now on. A report comes with all that {power} knows."
    )


def _vacancy(visit: CommandContext, table: GameTable, game: Game, said: str) -> str:
    """The seat that is meant, and free. Raises ValueError."""
    free = vacant(visit.session, table, game)
    if table.state == FORMING:
        raise ValueError(f"{table.key} has not begun yet; write JOIN {table.key}.")
    if not free:
        raise ValueError(f"No seat of {table.key} is free. JOIN {table.key} puts you on its waiting list.")
    if not said.strip() and len(free) == 1:
        return free[0]
    power = power_meant(said, game.card.seats) if said.strip() else "Which one? It"
    if power not in free:
        raise ValueError(f"{power} is not free. Free at {table.key}: {listed(free)}.")
    return power


def _check_knows_nothing(visit: CommandContext, table: GameTable, power: str) -> None:
    """Who has sat there knows secrets: he may come back once to where he was, and not if put out."""
    wanted = select(FormerSeat).where(
        FormerSeat.table_key == table.key, FormerSeat.address == visit.person.address
    )
    left = list(visit.session.exec(wanted))
    if any(former.power != power or former.reason == "ejected" for former in left) or len(left) > 1:
        raise ValueError(f"You have played {left[0].power} at {table.key}. Please ask the game master.")


def seat_player(sitting: TableContext, power: str, person: Person) -> Seat:
    """*person* plays a vacant *power*: gets all that it knows, and everybody is told that it has a player."""
    session, table = sitting.session, sitting.table
    row = application(session, table, person.address)
    if row is not None:
        session.delete(row)
    readers.stop(session, table, person.address)
    seat = take(session, table, power, person)
    is_moved = give_time(table, sitting.now)
    brief(session, sitting.office, table, seat, sitting.now)
    facts = {"table": table.key, "power": power, "is_moved": is_moved}
    note = worded("seat_taken", "", facts, sitting.office.house.templates)
    news = News(note.subject, [note.text], with_deadline=is_moved)
    notify_all(session, sitting.office, table, news, sitting.now)
    return seat


def resign(acting: SeatCommandContext, request: Request) -> CommandResult:
    """RESIGN France"""
    at = acting.at
    said = re.sub(rf"\b(?:at|in|from|{re.escape(at.table.key)})\b", " ", request.argument, flags=re.I).strip()
    try:
        is_sure = bool(said) and power_meant(said, at.game.card.seats) == at.row.power
    except ValueError:
        is_sure = False
    if not is_sure:
        return refused(
            request, f"To leave your seat for good write RESIGN {at.row.power}. So far nothing has changed."
        )
    power = at.row.power
    _leave(acting.sitting, at.row)
    return done(request, f"You have left {power} at {at.table.key}. Thank you for having told us.")


def _leave(sitting: TableContext, seat: Seat) -> None:
    """Everybody is told, who waits is asked; a motion that only waited for this player passes."""
    session, office, table, power = sitting.session, sitting.office, sitting.table, seat.power
    once = f"free {power} {id_of(seat)}"
    vacate(session, table, seat, "resigned", sitting.now)
    note = worded("seat_free", once, {"table": table.key, "power": power}, office.house.templates)
    notify_all(session, office, table, News(note.subject, [note.text]), sitting.now)
    for row in applicants_of(session, table.key):
        sitting.tell((row.player, row.address), note)
    heed_leaving(session, office, table, sitting.now)

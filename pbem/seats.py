"""How do seats change hands?  TAKE OVER and RESIGN; the GM's ejections and substitutes go the same way.

A seat has a row in `seats` as long as somebody plays it. Whoever leaves is kept in `former_seats`, and who
takes over gets a higher epoch, so that no reply address of the one before speaks for the other. Each change
of hands is told to everybody at the table, by the power's name alone.
"""

import re

from sqlmodel import select

from adjudicator.game import Game
from pbem import ending, reports, seating, subscribers, votes
from pbem.commands import Request
from pbem.deeds import Acting, Person, Sitting, Visit, done, listed, power_meant, refused
from pbem.desk_tables import FormerSeat
from pbem.joining import applicants_of, application, check_free_to_join, described, vacant
from pbem.rendering import when
from pbem.reports import Deed
from pbem.store import FORMING, GameTable, Seat, id_of
from pbem.visiting import table_meant


def take_over(visit: Visit, request: Request) -> Deed:
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


def _vacancy(visit: Visit, table: GameTable, game: Game, said: str) -> str:
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


def _check_knows_nothing(visit: Visit, table: GameTable, power: str) -> None:
    """Who has sat there knows secrets: he may come back once to where he was, and not if put out."""
    wanted = select(FormerSeat).where(
        FormerSeat.table_key == table.key, FormerSeat.address == visit.person.address
    )
    left = list(visit.session.exec(wanted))
    if any(former.power != power or former.reason == "ejected" for former in left) or len(left) > 1:
        raise ValueError(f"You have played {left[0].power} at {table.key}. Please ask the game master.")


def seat_player(sitting: Sitting, power: str, person: Person) -> Seat:
    """*person* plays a vacant *power*: gets all that it knows, and everybody is told that it has a player."""
    session, table = sitting.session, sitting.table
    row = application(session, table, person.address)
    if row is not None:
        session.delete(row)
    subscribers.stop(session, table, person.address)
    seat = seating.take(session, table, power, seating.Sitter(person.name, person.address, person.zone))
    is_moved = seating.give_time(table, sitting.now)
    seating.brief(session, sitting.office, table, seat, sitting.now)
    text = f"{power} at {table.key} has a player again."
    if is_moved and table.deadline_utc:
        text += f" To give him time, the deadline is {when(table.deadline_utc, table.zone)}."
    tell_all(sitting, f"{power} has a player", text, f"{power} {seat.epoch} sits")
    return seat


def resign(acting: Acting, request: Request) -> Deed:
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


def _leave(sitting: Sitting, seat: Seat) -> None:
    """Everybody is told, who waits is asked; a motion that only waited for this player passes."""
    session, table, power, number = sitting.session, sitting.table, seat.power, id_of(seat)
    seating.vacate(session, table, seat, "resigned", sitting.now)
    text = (
        f"Nobody plays {power} at {table.key} at the moment. TAKE OVER {power} in {table.key} takes the seat."
    )
    tell_all(sitting, f"{power} has no player", text, f"{power} {number} free")
    _ask_waiting(sitting, power, number)
    motion = votes.passed(session, table.key, sitting.game.due(table.position))
    if motion is not None:
        ending.end_game(session, sitting.office, table, ending.agreed(motion), sitting.now)


def _ask_waiting(sitting: Sitting, power: str, number: int) -> None:
    """Who waits for a seat hears of one; the first to take it has it."""
    key = sitting.table.key
    text = f"{power} at {key} is free. Reply with TAKE OVER {power} in {key}; who is first has it."
    for row in applicants_of(sitting.session, key):
        note = reports.Note(f"{power} is free", f"{power} is free", text, f"asked {power} {number}")
        sitting.tell((row.player, row.address), note)


def tell_all(sitting: Sitting, subject: str, text: str, once: str) -> None:
    """News of the table to players, GM and observers; *once* tells it from the next."""
    for to in subscribers.all_readers(sitting.session, sitting.table):
        sitting.tell(to, reports.Note(subject, subject, text, once))

"""Seats that change hands: TAKE OVER and RESIGN, and also ejections and substitutes.

A seat has a row in `seats` as long as somebody plays it. A player who leaves gets a row in `former_seats`,
and the next one a higher epoch, so that no reply address of the old player speaks for the new one. Orders on
file stay with the power. The new player gets the position as a report, and enough time: the first deadline is
at least `substitute_time` away (house rules). Everybody at the table is notified of each change.
"""

import re
from collections.abc import Sequence
from datetime import datetime

from msgspec.structs import replace
from sqlmodel import Session, col, select

from adjudicator.core.game import Game
from pbem import reports
from pbem.commands.command import ByGm, Command, Group
from pbem.commands.context import (
    CommandContext,
    Person,
    SeatCommandContext,
    SeatContext,
    TableContext,
    done,
    power_meant,
    refused,
)
from pbem.commands.lookup.briefing import introduce
from pbem.commands.seats import joining
from pbem.commands.seats.empty_tables import go_on_if_stopped, news_of_free_seat
from pbem.commands.seats.joining import (
    applicants_of,
    application,
    check_free_to_join,
    described,
    preferred_and_free,
)
from pbem.commands.visitors import table_meant, without_password
from pbem.commands.voting import ending, votes
from pbem.core.dates.lengths import read_length
from pbem.core.sentences import Unusable, sentence
from pbem.messages.script import Request
from pbem.outbound import outbox
from pbem.outbound.outbox import About
from pbem.reports import CommandResult
from pbem.reports.notes import worded
from pbem.store.game_tables import GameTable, Seat, seats_of
from pbem.store.player_tables import (
    Absence,
    Applicant,
    DefaultOrders,
    FormerSeat,
    FormOffer,
    LaterOrders,
    PollVote,
    Readiness,
    Vote,
)
from pbem.store.rows import id_of
from pbem.store.states import FORMING, OVER, RUNNING
from pbem.tables import robots
from pbem.tables.deadlines.deadline_of_table import set_deadline, with_grace
from pbem.tables.house_rules import house_rules
from pbem.tables.identity import second_player
from pbem.tables.news import News, notify_all, worded_news
from pbem.tables.office import Office
from pbem.tables.people import readers
from pbem.tables.seats import shared_hands
from pbem.tables.seats.former_seats import LED
from pbem.tables.seats.vacancies import vacant

# --- a seat is left and taken ----------------------------------------------------------------------------


def seat_of(session: Session, table_key: str, power: str) -> Seat | None:
    wanted = select(Seat).where(Seat.table_key == table_key, Seat.power == power)
    return session.exec(wanted).first()


def vacate(session: Session, table: GameTable, seat: Seat, reason: str, now: datetime) -> None:
    """Free the seat; *reason*: "resigned", "ejected", "replaced", "silent"."""
    session.add(_former(table, seat, reason, now))
    for kind in (Vote, PollVote, Readiness, Absence, LaterOrders, DefaultOrders, FormOffer):
        wanted = select(kind).where(kind.table_key == table.key, kind.power == seat.power)
        for row in session.exec(wanted):
            session.delete(row)
    other = second_player(session, seat)
    if other is not None:
        former = _former(table, seat, "unshared", now)
        former.player, former.address = other.name, other.address
        session.add(former)
        session.delete(other)
    session.delete(seat)
    session.flush()


def _former(table: GameTable, seat: Seat, reason: str, now: datetime) -> FormerSeat:
    return FormerSeat(
        table_key=table.key,
        power=seat.power,
        player=seat.player,
        address=seat.address,
        epoch=seat.epoch,
        reason=reason,
        number=table.number,
        left_utc=now,
    )


def take(session: Session, table: GameTable, power: str, person: Person) -> Seat:
    """Seat *person* at a vacant power; every older token of the seat is void."""
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
    robots.unseat(session, table.key, power)
    session.flush()
    return seat


def next_in_line(session: Session, table: GameTable) -> Person | None:
    """Take the first off the waiting list and return them."""
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
    set_deadline(table, with_grace(table, least).because("substitute"), now)
    return True


def notify_of_loss(at_table: TableContext, seats: Sequence[Seat]) -> None:
    """Notify the player of *seats*, who was without orders too often, before somebody else gets them.

    Whoever shared one of them is notified as well.
    """
    table, first = at_table.table, seats[0]
    named = [at_table.game.card.named(seat.power) for seat in seats]
    facts = {"table": table.key, "powers": named, "turns": house_rules(table).silent_turns}
    once = f"lost {table.number} {first.power} {first.epoch}"
    note = worded("seat_lost", once, facts, at_table.office.house.templates)
    others = [second_player(at_table.session, seat) for seat in seats]
    to = {first.address: first.player} | {other.address: other.name for other in others if other}
    for address, name in to.items():  # without a reply address of the seat, which is void in a moment
        mail = reports.note(at_table.office.context(at_table.now), at_table.card, (name, address), note)
        outbox.put(at_table.session, mail, About(table.key), at_table.now)


def end_if_agreed(session: Session, office: Office, table: GameTable, now: datetime) -> bool:
    """End the game if a motion lacked only the vote of a power that is now vacant; True if it is over."""
    if table.state in (FORMING, OVER):
        return False
    motion = votes.passed(session, office, table, office.find_game(table.game).due(table.position))
    if motion is not None:
        ending.end_game(session, office, table, ending.agreed(motion, office.find_game(table.game).card), now)
    return motion is not None


# --- what players ask for ---------------------------------------------------------------------------------


def join(visit: CommandContext, request: Request) -> CommandResult:
    """Take over the first power that is free in a running game, or join the table or its waiting list."""
    free = preferred_and_free(visit, request.argument)
    return take_over(visit, replace(request, argument=free)) if free else joining.join(visit, request)


def take_over(visit: CommandContext, request: Request) -> CommandResult:
    try:
        table, rest = table_meant(visit, request.argument)
        game = visit.office.find_game(table.game)
        check_free_to_join(visit, table)
        power = _vacancy(visit, table, game, rest)
        check_knows_nothing(visit.at(table), visit.person.address, power)
        person = described(visit, game, table.zone)
    except Unusable as fault:
        return refused(request, fault.sentence)
    free = vacant(visit.session, table, game)
    powers = [one for one in game.due(table.position).hand_of(power) if one in free]
    for one in powers:
        seat_player(visit.at(table), one, person)
    named = [game.card.named(one) for one in powers]
    return done(request, sentence("joining", "takes_over", powers=named, table=table.key))


def _vacancy(visit: CommandContext, table: GameTable, game: Game, written: str) -> str:
    """Return the vacant power that is meant. Raises Unusable."""
    free = vacant(visit.session, table, game)
    if table.state == FORMING:
        raise Unusable(sentence("joining", "not_begun", table=table.key))
    if not free:
        raise Unusable(sentence("joining", "none_free", table=table.key))
    if not written.strip() and len(free) == 1:
        return free[0]
    power = power_meant(written, game.card.seats) if written.strip() else ""
    if power not in free:
        raise Unusable(
            sentence("joining", "not_free", power=game.card.named(power), table=table.key, free=free)
        )
    return power


def check_knows_nothing(at_table: TableContext, address: str, power: str) -> None:
    """Raise Unusable for a former player, who knows secrets: they may return once, to their own power."""
    table = at_table.table
    wanted = select(FormerSeat).where(
        FormerSeat.table_key == table.key, FormerSeat.address == address, FormerSeat.reason != LED
    )
    left = list(at_table.session.exec(wanted))
    if any(former.power != power or former.reason == "ejected" for former in left) or len(left) > 1:
        named = at_table.game.card.named(left[0].power)
        raise Unusable(sentence("joining", "has_played", power=named, table=table.key))


def seat_player(at_table: TableContext, power: str, person: Person) -> Seat:
    """Seat *person* at a vacant *power*, mail them its position, and notify everybody."""
    session, table = at_table.session, at_table.table
    row = application(session, table, person.address)
    if row is not None:
        session.delete(row)
    readers.stop(session, table, person.address)
    seat = take(session, table, power, person)
    is_resumed = go_on_if_stopped(at_table)
    is_moved = give_time(table, at_table.now)
    introduce(at_table, seat)
    player = seat.player if house_rules(table).names == "shown" else ""
    if player == sentence("joining", "anonymous").words(at_table.office.house.templates):
        player = ""
    named = at_table.office.find_game(table.game).card.named(power)
    facts = {
        "table": table.key,
        "power": named,
        "player": player,
        "is_moved": is_moved and not is_resumed,
        "is_resumed": is_resumed,
    }
    note = worded("seat_taken", "", facts, at_table.office.house.templates)
    with_deadline = is_moved or is_resumed
    news = News(note.subject, [note.text], with_deadline=with_deadline, informed=[seat.address])
    notify_all(session, at_table.office, table, news, at_table.now)
    return seat


def resign(acting: SeatCommandContext, request: Request) -> CommandResult:
    at = acting.at
    if not _is_sure(at, request.argument):
        return refused(request, sentence("joining", "not_resigned", power=at.row.power))
    seats = seats_of(acting.session, at.table.key)
    powers = shared_hands.together(at.due, seats, at.row.power)
    own = [seat for seat in seats if seat.power in powers]
    other = next(filter(None, (second_player(acting.session, seat) for seat in own)), None)
    if other is not None:
        is_second = acting.visit.message.sender.lower() == other.address
        name = at.row.player if is_second else other.name
        return refused(request, sentence("sharing", "resign_shared", name=name))
    named = [at.game.card.named(seat.power) for seat in own]
    for seat in own:
        _leave(acting.at_table, seat)
    return done(request, sentence("joining", "resigned", powers=named, table=at.table.key))


def _is_sure(at: SeatContext, argument: str) -> bool:
    """Return whether *argument* names the power of the seat that is resigned."""
    around = rf"\b(?:at|in|from|{re.escape(at.table.key)})\b|@"
    written = re.sub(around, " ", without_password(argument), flags=re.I).strip()
    try:
        return bool(written) and power_meant(written, at.game.card.seats) == at.row.power
    except Unusable:
        return False


def _leave(at_table: TableContext, seat: Seat) -> None:
    """Vacate the seat, and notify everybody at the table and on its waiting list."""
    session, office, table, power = at_table.session, at_table.office, at_table.table, seat.power
    if robots.practice_of(session, table.key) is not None:
        ending.end_game(session, office, table, ending.practice_left(), at_table.now)
        return
    once = f"free {power} {id_of(seat)}"
    vacate(session, table, seat, "resigned", at_table.now)
    named = office.find_game(table.game).card.named(power)
    facts = {"table": table.key, "power": power, "named": named}
    free = news_of_free_seat(
        at_table, lambda is_stopped: worded_news(office, "seat_free", {**facts, "is_stopped": is_stopped})
    )
    notify_all(session, office, table, free.news, at_table.now)
    note = worded("seat_free", once, {**facts, "is_stopped": free.is_stopped}, office.house.templates)
    for row in applicants_of(session, table.key):
        at_table.send_note((row.player, row.address), note)
    end_if_agreed(session, office, table, at_table.now)


COMMANDS = (
    Command(
        "JOIN",
        r"join(?:[\s:]+(.{1,200}))?|sign\s?on\s+\?([a-z][\w-]{0,30})(?:\s+\S{1,80}){0,2}",
        group=Group.SEATS,
        page="join",
        run_as_guest=join,
        by_program=False,
    ),
    Command(
        "TAKE OVER",
        r"take\s?-?over(?:[\s:]+(.{1,100}))?",
        group=Group.SEATS,
        page="join",
        topics=("takeover",),
        run_as_guest=take_over,
        by_program=False,
    ),
    Command(
        "RESIGN",
        r"resign(?:[\s:]+(.{1,100}))?",
        group=Group.SEATS,
        page="join",
        topics=("quit", "quitting", "leave", "leaving", "drop out", "give up"),
        run=resign,
        by_gm=ByGm.NO,
        by_program=False,
        is_grave=True,
    ),
)

"""Joining a table: JOIN, the waiting list, and a game that begins when it is full.

How seats change hands while a game is played is told in `pbem.commands.seat_changes`.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime

from msgspec.structs import replace
from sqlmodel import Session, col, select

from adjudicator.core.dice import SeededDice
from adjudicator.core.game import Due, Game
from pbem import reports
from pbem.commands.command import Command, Group
from pbem.commands.context import CommandContext, Person, SeatCommandContext, done, power_meant, refused
from pbem.commands.help import listing
from pbem.commands.preferences import clean_name, zone_meant
from pbem.commands.visitors import table_meant
from pbem.core.lists import listed
from pbem.core.templating import when
from pbem.messages.script import Request
from pbem.outbound import outbox
from pbem.outbound.outbox import About
from pbem.reports import AnswerPage, CommandResult
from pbem.reports.notes import worded
from pbem.store.database import FORMING, OVER, RUNNING, GameTable, Seat, seats_of
from pbem.store.player_tables import Applicant
from pbem.tables import opening, readers
from pbem.tables.house_rules import first_deadline, house_rules, sentences
from pbem.tables.identity import gm_seat
from pbem.tables.office import Office

LONGEST_LIST = 50  # who waits for a seat at one table


# --- a table that is not full yet ------------------------------------------------------------------------


def begin(session: Session, office: Office, table: GameTable, now: datetime) -> None:
    """Everybody who has joined gets a seat, and the first position. In the caller's transaction."""
    game = office.find_game(table.game)
    applicants = applicants_of(session, table.key)
    given = seating(applicants, opening.hands_of(office, table), table.seed)
    for power in opening.powers_of(office, table):
        if power in given:
            _sit_down(session, table, power, given[power])
    for address in dict.fromkeys(row.address for row in given.values()):
        _off_the_list(session, table, address)
    session.flush()
    deadline = first_deadline(table, game.due(table.position), game.card.phases, now)
    table.state = RUNNING
    table.deadline_utc, table.final_utc = deadline.due_utc, deadline.final_utc
    session.flush()
    opening.announce(session, office, table, seats_of(session, table.key), now)


def seating(
    applicants: Sequence[Applicant], hands: Sequence[Sequence[str]], seed: str
) -> Mapping[str, Applicant]:
    """Power → who gets it: by lot one after the other takes the dearest hand of powers that is left."""
    dice = SeededDice(f"{seed}:seats", 0)
    waiting, free = list(applicants), list(hands)
    given: dict[str, Applicant] = {}
    while waiting and free:
        one = waiting.pop(dice.roll(len(waiting)) - 1)
        preferred = [hand for power in one.preferences for hand in free if power in hand]
        hand = preferred[0] if preferred else free[dice.roll(len(free)) - 1]
        free.remove(hand)
        given |= dict.fromkeys(hand, one)
    return given


def _sit_down(session: Session, table: GameTable, power: str, applicant: Applicant) -> None:
    player, address, zone = applicant.player, applicant.address, applicant.zone
    session.add(Seat(table_key=table.key, power=power, player=player, address=address, zone=zone))


def _off_the_list(session: Session, table: GameTable, address: str) -> None:
    """Who has a seat waits for none, and gets the bulletins as a player."""
    row = application(session, table, address)
    if row is not None:
        session.delete(row)
    readers.stop(session, table, address)


def applicants_of(session: Session, table_key: str) -> list[Applicant]:
    """Who waits for a seat, the first to come first."""
    wanted = select(Applicant).where(Applicant.table_key == table_key)
    return list(session.exec(wanted.order_by(col(Applicant.id))))


# --- JOIN ------------------------------------------------------------------------------------------------


def join(visit: CommandContext, request: Request) -> CommandResult:
    """JOIN std3 France, England"""
    try:
        table, rest = table_meant(visit, request.argument)
        game = visit.office.find_game(table.game)
        wanted = preferences(rest, opening.powers_of(visit.office, table))
        person = described(visit, game)
        check_free_to_join(visit, table)
    except ValueError as fault:
        return refused(request, str(fault))
    if table.state == FORMING:
        return _join_forming(visit, request, table, _applies(visit, table, person, wanted))
    return _join_waiting_list(visit, request, table, person, wanted)


def preferred_and_free(visit: CommandContext, said: str) -> str:
    """The dearest power of *said* that nobody plays in a game that has begun, as TAKE OVER has it."""
    try:
        table, rest = table_meant(visit, said)
        wanted = preferences(rest, opening.powers_of(visit.office, table))
    except ValueError:
        return ""
    free = vacant(visit.session, table, visit.office.find_game(table.game)) if wanted else []
    return next((f"{power} in {table.key}" for power in wanted if power in free), "")


def preferences(said: str, powers: Sequence[str]) -> list[str]:
    """The powers that *said* names, the dearest first. Raises ValueError for a word that is none."""
    plain = re.sub(r"^(?:as|for|prefer(?:ring|ably)?|please)\b[\s:]*", "", said.strip(), flags=re.I)
    pieces = [piece.strip() for piece in re.split(r"[,;>/]|\b(?:or|then|and)\b", plain) if piece.strip()]
    anything = ("any", "anything", "random", "whatever", "any seat")
    named = [power_meant(piece, powers) for piece in pieces if piece.lower() not in anything]
    return list(dict.fromkeys(named))


def described(visit: CommandContext, game: Game) -> Person:
    """Who wrote, with the NAME and ZONE that the message itself holds. Raises ValueError."""
    said, zone = visit.script.argument("NAME"), visit.script.argument("ZONE")
    return Person(
        clean_name(said, game.card.seats) if said else _usable(visit.person.name, game),
        visit.person.address,
        zone_meant(zone) if zone else visit.person.zone,
    )


def _usable(name: str, game: Game) -> str:
    """The name of the message's From if it will do; else nothing tells of its writer."""
    try:
        return clean_name(name, game.card.seats)
    except ValueError:
        return "A player"


def check_free_to_join(visit: CommandContext, table: GameTable) -> None:
    """Raises ValueError if this person cannot have a seat there."""
    if table.state == OVER:
        raise ValueError(f"{table.key} is over.")
    if not visit.person.address.isascii():
        raise ValueError(
            f"Many mail servers do not take your address, {visit.person.address}."
            " Write from an address of plain letters (a to z)."
        )
    invited, own = house_rules(table).invited, visit.person.address
    if invited and own not in invited and f"@{own.rpartition('@')[2]}" not in invited:
        raise ValueError(f"{table.key} is for invited players; its game master is {table.gm_name}.")
    if visit.person.address == table.gm_address:
        raise ValueError(f"You are the game master of {table.key}.")
    for seat in seats_of(visit.session, table.key):
        if seat.address == visit.person.address:
            raise ValueError(f"You play {seat.power} at {table.key} already.")


def _applies(visit: CommandContext, table: GameTable, person: Person, wanted: Sequence[str]) -> Applicant:
    """On the list, or what he wishes changed."""
    row = application(visit.session, table, person.address)
    if row is None:
        row = Applicant(table_key=table.key, player=person.name, address=person.address, since_utc=visit.now)
        visit.session.add(row)
    row.player, row.zone, row.preferences = person.name, person.zone, list(wanted)
    visit.session.flush()
    return row


def application(session: Session, table: GameTable, address: str) -> Applicant | None:
    wanted = select(Applicant).where(Applicant.table_key == table.key, Applicant.address == address)
    return session.exec(wanted).first()


def _join_forming(visit: CommandContext, request: Request, table: GameTable, row: Applicant) -> CommandResult:
    seats = opening.hands_of(visit.office, table)
    joined = len(applicants_of(visit.session, table.key))
    preferred = f" You would like {listed(row.preferences)}." if row.preferences else ""
    if joined < len(seats):
        return done(
            request,
            f"You have joined {table.key} ({table.title}) as {row.player}.{preferred}",
            f"{joined} of {len(seats)} are there; the game begins when it is full. STOP {table.key} takes you"
            " off again.",
        )
    if house_rules(table).begins == "by the gm":
        notify_full(visit.session, visit.office, table, visit.now)
        return done(request, f"You have joined {table.key}, and it is full. Its game master begins it.")
    begin(visit.session, visit.office, table, visit.now)
    return done(request, f"You have joined {table.key}, and it is full: the game begins. See your report.")


def notify_full(session: Session, office: Office, table: GameTable, now: datetime) -> None:
    """To the game master: the table waits for him alone."""
    card = office.seat_card(table, gm_seat(table))
    joined = [row.player for row in applicants_of(session, table.key)]
    facts = {"table": table.key, "players": joined}
    said = worded("table_full", f"full {' '.join(joined)}", facts, office.house.templates)
    note = replace(said, reply_to=card.reply_to, tag=card.tag)
    mail = reports.note(office.context(now), card.table, (card.player, card.address), note)
    outbox.put(session, mail, About(table.key), now)


def _join_waiting_list(
    visit: CommandContext, request: Request, table: GameTable, person: Person, wanted: Sequence[str]
) -> CommandResult:
    free = vacant(visit.session, table, visit.office.find_game(table.game))
    offer = (
        [f"Free now: {listed(free)}. To play one of them write JOIN {table.key} {free[0]}, say."]
        if free
        else []
    )
    if not house_rules(table).waiting_list:
        return refused(request, f"{table.key} is being played, and has no waiting list.", *offer)
    if len(applicants_of(visit.session, table.key)) >= LONGEST_LIST:
        return refused(request, f"The waiting list of {table.key} is full.", *offer)
    _applies(visit, table, person, wanted)
    place = len(applicants_of(visit.session, table.key))
    if free:
        return done(request, f"{table.key} is being played; you are on its waiting list.", *offer)
    return done(request, f"{table.key} is full; you are no. {place} on its waiting list.", *offer)


def playing(due: Due, seats: Sequence[str]) -> list[str]:
    """Powers that are still in the game, by what everybody knows."""
    alive = set(due.owed) | {power for motion in due.motions for power in motion.voters}
    return [power for power in seats if power in alive] if alive else list(seats)


def vacant(session: Session, table: GameTable, game: Game) -> list[str]:
    """Powers in the game that nobody plays."""
    seated = {seat.power for seat in seats_of(session, table.key)}
    if table.state in (FORMING, OVER):
        return []
    return [power for power in playing(game.due(table.position), game.card.seats) if power not in seated]


# --- who is where ----------------------------------------------------------------------------------------


def stop(visit: CommandContext, request: Request) -> CommandResult:
    """STOP std3: no more bulletins, off the list."""
    person = visit.person
    try:
        table, _ = table_meant(visit, request.argument)
    except ValueError as unknown:
        return refused(request, str(unknown))
    row = application(visit.session, table, person.address)
    if row is not None:
        visit.session.delete(row)
        visit.session.flush()
    was_reader = readers.stop(visit.session, table, person.address)
    gone = [what for what, is_so in (("off the list", row), ("no bulletins", was_reader)) if is_so]
    if gone:
        return done(request, f"You are out of {table.key}: {listed(gone)}.")
    if any(seat.address == person.address for seat in seats_of(visit.session, table.key)):
        return refused(
            request,
            f"You get no bulletins of {table.key}, and play there: your reports come all the same."
            " To leave the seat write RESIGN and the name of your power.",
        )
    return done(request, f"You were no reader of {table.key}.")


def games(visit: CommandContext, request: Request) -> AnswerPage | CommandResult:
    """GAMES; GAMES std3"""
    if request.argument:
        table = visit.session.get(GameTable, request.argument.lower())
        if table is None:
            return refused(request, f'There is no table "{request.argument}". GAMES lists them.')
        return listing(
            table.key, _in_a_line(visit, table), *sentences(table, visit.office.find_game(table.game).card)
        )
    tables = visit.session.exec(select(GameTable).where(GameTable.state != OVER).order_by(GameTable.key))
    lines = [_in_a_line(visit, table) for table in tables]
    return listing("Games here", *(lines or ["There is none at the moment."]))


def _in_a_line(visit: CommandContext, table: GameTable) -> str:
    game = visit.office.find_game(table.game)
    if table.state == OVER:
        return f"{table.key}: {table.title}, over."
    if table.state == FORMING:
        joined = len(applicants_of(visit.session, table.key))
        most = len(opening.hands_of(visit.office, table))
        return f"{table.key}: {table.title}, {joined} of {most} players. JOIN {table.key}."
    free = vacant(visit.session, table, game)
    turn = game.due(table.position).turn
    until = f", due {when(table.deadline_utc, visit.person.zone)}" if table.deadline_utc else ""
    seats = f" Free: {listed(free)}." if free else ""
    return f"{table.key}: {table.title}, {turn}{until}.{seats}"


def players(acting: SeatCommandContext, request: Request) -> CommandResult | AnswerPage:
    """PLAYERS; WHOIS Turkey; WHOIS Ann, which where names are hidden is answered the same whoever she is"""
    at = acting.at
    seated = {seat.power: seat.player for seat in seats_of(acting.session, at.table.key)}
    is_hidden = acting.rules.names == "hidden"
    told = {
        power: ("a player" if is_hidden else seated[power]) if power in seated else "nobody"
        for power in at.game.card.seats
    }
    if request.argument:
        return _who_is(request, told, is_hidden=is_hidden)
    lines = [f"{power}: {who}" for power, who in told.items()]
    hidden = ["Names are told when the game is over."] if is_hidden and acting.rules.reveal else []
    return listing("Players", *lines, f"Game master: {at.table.gm_name}", *hidden)


def _who_is(request: Request, told: Mapping[str, str], *, is_hidden: bool) -> CommandResult:
    """Of a power or of a player. No address is told to anybody."""
    said = request.argument.rstrip("?").lower()
    named = [power for power, who in told.items() if said == who.lower() and not is_hidden]
    try:
        meant = named or [power_meant(request.argument.rstrip("?"), list(told))]
    except ValueError as unknown:
        secret = "By the house rules nobody is told who plays what." if is_hidden else "PLAYERS tells all."
        return refused(request, str(unknown), secret)
    return done(request, *(f"{power}: {told[power]}." for power in meant))


COMMANDS = (
    Command(
        "GAMES",
        r"(?:games|list(?:\s+games)?|lobby)(?:[\s:]+([a-z][\w-]{0,30}))?",
        usage="GAMES: the tables here, and where seats are free; GAMES std3: that one, with its house rules",
        changes=False,
        group=Group.SEATS,
        page="join",
        run_as_guest=games,
    ),
    Command(
        "PLAYERS",
        r"(?:players|who(?:\s+(?:plays|are\s+the\s+players|is\s+who))?|who\s?(?:is|game))()|who\s?is\s+(.{1,60})",
        usage="PLAYERS, WHOIS Turkey: who plays, where the house rules allow it",
        changes=False,
        group=Group.LOOK_UP,
        page="join",
        topics=("whois",),
        run=players,
        after_the_end=True,
    ),
    Command(
        "STOP",
        r"(?:stop|unsubscribe|leave|stop\s+observing)(?:[\s:]+(?:me\s+)?(?:from\s+)?([a-z][\w-]{0,30}))?",
        usage="STOP std3: no more bulletins, or off the waiting list",
        group=Group.SEATS,
        page="join",
        topics=("waiting list",),
        run_as_guest=stop,
        by_program=False,
    ),
)

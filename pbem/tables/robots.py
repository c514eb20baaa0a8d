"""Computer players at a table: which powers they play, and the sheets that they have written.

A robot's sheet is written before its turn is run, by a separate job (`pbem.service.robots`), and stored
together with the position it is for. A turn waits for a sheet that it needs and that is not written yet. The
sheet for a player's power is used only if that player is silent (house rule `silence = robot`); such sheets
are written for every player who owes orders, so that nothing depends on who is silent.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from hashlib import sha256

from msgspec import Struct
from sqlalchemy import ColumnElement
from sqlmodel import Session, col, select

from adjudicator.core.game import Game, Orders, Power, WithTurns
from adjudicator.robots.robot import LEVELS, Advice, Level, advice
from pbem.store.game_tables import GameTable, seats_of
from pbem.store.robot_rows import PracticeTable, RobotSeat, RobotSheet
from pbem.store.states import RUNNING
from pbem.tables.house_rules import house_rules
from pbem.tables.office import Office

STANDS_IN: Level = "steady"  # level of robots for silent players
AHEAD = timedelta(minutes=10)  # how long before a deadline the sheets for silent players are written

Lines = Mapping[Power, Sequence[str]]


class Task(Struct, frozen=True):
    """A sheet to be written, with all that a process without the database needs."""

    table_key: str
    game: str
    number: int
    position: str
    power: Power
    level: Level
    seed: str
    is_ahead: bool = False  # for a hint to a power whose turn is still to come


def written(task: Task, game: Game) -> Advice:
    """Write the sheet: the same task gives the same sheet."""
    position = task.position
    if task.is_ahead and isinstance(game, WithTurns):
        position = game.ahead(position, task.power)
    return advice(game, position, task.power, task.level, task.seed)


def levels_of(session: Session, table_key: str) -> dict[Power, Level]:
    """Return the powers that robots play, with their levels."""
    rows = session.exec(select(RobotSeat).where(RobotSeat.table_key == table_key).order_by(col(RobotSeat.id)))
    return {row.power: level_of(row.level) for row in rows}


def in_place_of_players(session: Session, table_key: str) -> list[Power]:
    """Return the powers that robots play and no player: press does not reach them."""
    players = {seat.power for seat in seats_of(session, table_key)}
    return [power for power in levels_of(session, table_key) if power not in players]


def level_of(text: str) -> Level:
    return next((level for level in LEVELS if level == text), "steady")


def seat(session: Session, table: GameTable, power: Power, level: Level, now: datetime) -> None:
    """Let a robot play *power* until somebody takes it over."""
    session.add(RobotSeat(table_key=table.key, power=power, level=level, since_utc=now))
    session.flush()


def unseat(session: Session, table_key: str, power: Power) -> None:
    """Note that a person plays *power* again."""
    wanted = select(RobotSeat).where(RobotSeat.table_key == table_key, RobotSeat.power == power)
    for row in session.exec(wanted):
        session.delete(row)


def practice_of(session: Session, table_key: str) -> PracticeTable | None:
    """Return the row of a practice table, None for any other table."""
    return session.get(PracticeTable, table_key)


def is_public() -> ColumnElement[bool]:
    """Return the query condition that a table is not a practice table."""
    return col(GameTable.key).not_in(select(PracticeTable.table_key))


# --- sheets ------------------------------------------------------------------------------------------------


def fingerprint(position: str) -> str:
    return sha256(position.encode()).hexdigest()


def stored(session: Session, table: GameTable) -> dict[Power, RobotSheet]:
    """Return the sheets that robots have written for the position of the table."""
    wanted = select(RobotSheet).where(
        RobotSheet.table_key == table.key,
        RobotSheet.number == table.number,
        RobotSheet.position == fingerprint(table.position),
    )
    return {row.power: row for row in session.exec(wanted)}


def store(session: Session, task: Task, found: Advice, now: datetime) -> None:
    """Store a sheet, unless another node has already stored it."""
    wanted = select(RobotSheet.id).where(
        RobotSheet.table_key == task.table_key,
        RobotSheet.number == task.number,
        RobotSheet.power == task.power,
        RobotSheet.position == fingerprint(task.position),
    )
    if session.exec(wanted).first() is None:
        session.add(
            RobotSheet(
                table_key=task.table_key,
                number=task.number,
                power=task.power,
                position=fingerprint(task.position),
                lines=list(found.lines),
                gains=list(found.gains),
                made_utc=now,
            )
        )
        session.flush()


def missing(session: Session, office: Office, table: GameTable, now: datetime) -> list[Task]:
    """Return the sheets that are still to be written for the turn that is due."""
    if table.state != RUNNING:
        return []
    wanted = dict(_wanted(session, office, table, now))
    there = stored(session, table) if wanted else {}
    owed = office.find_game(table.game).due(table.position).owed if wanted else {}
    played = levels_of(session, table.key) if wanted else {}
    return [
        Task(
            table.key,
            table.game,
            table.number,
            table.position,
            power,
            level,
            f"{table.seed}:robot",
            is_ahead=power not in owed and power not in played,
        )
        for power, level in wanted.items()
        if power not in there
    ]


def _wanted(
    session: Session, office: Office, table: GameTable, now: datetime
) -> Iterator[tuple[Power, Level]]:
    robots, practice = levels_of(session, table.key), practice_of(session, table.key)
    stands_in = house_rules(table).silence == "robot" and _is_near(table, now)
    if not robots and not stands_in:
        return
    due = office.find_game(table.game).due(table.position)
    yield from ((power, level) for power, level in robots.items() if power in {**due.owed, **due.asked})
    for one in seats_of(session, table.key):
        if practice is not None and one.power in {**due.owed, **due.asked}:
            yield one.power, STANDS_IN  # for HINT
        elif stands_in and one.power in due.owed:
            yield one.power, STANDS_IN


def _is_near(table: GameTable, now: datetime) -> bool:
    final = table.final_utc or table.deadline_utc
    return table.is_run_asked or (final is not None and final - AHEAD <= now)


def sheets(game: Game, table: GameTable, lines: Lines) -> dict[Power, Orders]:
    """Return the orders of each sheet."""
    return {power: game.read(table.position, power, None, own).orders for power, own in lines.items()}


def used(session: Session, table: GameTable, silent: Sequence[Power]) -> dict[Power, tuple[str, ...]]:
    """Return the sheets that are used for the turn: of powers that robots play, and of *silent* players."""
    robots = levels_of(session, table.key)
    stands_in = silent if house_rules(table).silence == "robot" else ()
    there = stored(session, table) if robots or stands_in else {}
    return {power: tuple(row.lines) for power, row in there.items() if power in {*robots, *stands_in}}

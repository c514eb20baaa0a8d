"""Whole games of Empires and Domination between random players or robots, with what occurred in them.

In random games of Empires each Power researches towards one technology. Days are counted at the usual paces,
as if every phase lasted until its deadline (`bench.game_calendar`). `bench.liveliness` writes the pages.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple, get_args

from adjudicator import domination, empires
from adjudicator.core.dice import Dice, SeededDice
from adjudicator.core.game import TAKEN, Due, Power, Reading, State
from adjudicator.core.language.words import listed
from adjudicator.domination import position as domination_position
from adjudicator.domination import record as domination_record
from adjudicator.domination.data import data
from adjudicator.domination.language import orders as domination_orders
from adjudicator.empires import practice
from adjudicator.empires import record as empires_record
from adjudicator.empires.ground import BOARD, POWERS
from adjudicator.empires.language.orders import COMMANDS
from adjudicator.empires.position import Position, from_text
from adjudicator.empires.record import EventKind
from adjudicator.empires.resolve import phases, research
from adjudicator.robots.arena import robot
from bench.game_calendar import GameCalendar
from tests.support.play import domination_play

PACES = (72, 48, 24)
LONGEST = 400  # phases
SILENT = 5  # percent of the sheets of Domination that are not sent
MANY_ROBOTS = 5  # a game of Domination with four robots takes this much longer than one with two
OFTEN = 100  # percent of the actions after which a Power pauses: always
SOMETIMES = 10  # percent of the actions: in about a tenth of the turns
ROBOTS = ", robots"  # at the end of the name of a kind of table
RARE = 3  # one turn in RARE has research in addition to its random sheet
OF_A_LINE = {
    "IF": "on a condition",
    "attacks": "attacks",
    "tanks": "with tanks",
    "air": "with air",
    "=>": "strategic move",
    "sea": "by sea",
}


class Length(NamedTuple):
    """How long one game took.

    *days* has the days for each pace, given in hours; *days_late* has them for a game in which each part of a
    turn is sent at the deadline. In *rests* of the *phases* the rest of a turn after PAUSE was due.
    """

    phases: int
    days: Mapping[int, float]
    days_late: Mapping[int, float]
    rests: int = 0


class FinishedGame(NamedTuple):
    """One game: its length, how it ended, and what occurred in it, such as "spell Inferno"."""

    length: Length
    ending: str
    occurred: Counter[str]
    reports: int = 0  # to one seat, the first message of the game included
    confirmations: int = 0  # to one seat that sends one message for each sheet

    @property
    def phases(self) -> int:
        return self.length.phases


class TableKind(NamedTuple):
    """A kind of table; *possible* has all that can occur at it. Only each *every*-th game is played."""

    name: str
    play: Callable[[str], FinishedGame]
    possible: tuple[str, ...]
    every: int = 1


class Mails:
    """Count the messages of each turn to each seat, as `pbem.turns.turn_mails` sends them."""

    def __init__(self) -> None:
        self._reports, self._sheets = Counter[Power](), Counter[Power]()

    def count(self, before: Due, after: Due, seats: Sequence[Power]) -> None:
        """Count the messages of a phase.

        A player gets a report if they owed something in the phase or owe something in the next one, and at
        the end of the game. The notices that others may get are not counted.
        """
        concerned = {*before.owed, *before.asked, *after.owed, *after.asked}
        self._sheets.update(list(before.owed))
        self._reports.update(power for power in seats if power in concerned or after.over)

    @property
    def reports(self) -> int:
        """Return the highest number of reports to one seat, the first message of the game included."""
        return 1 + max(self._reports.values(), default=0)

    @property
    def confirmations(self) -> int:
        return max(self._sheets.values(), default=0)


class Clock:
    """Counts the phases of a game, and its days at each pace."""

    def __init__(self) -> None:
        self.phases, self._rests = 0, 0
        self._prompt = {pace: GameCalendar(pace) for pace in PACES}
        self._late = {pace: GameCalendar(pace, is_prompt=False) for pace in PACES}

    def run(self, before: Due, after: Due) -> None:
        """Count a phase."""
        self.phases, self._rests = self.phases + 1, self._rests + before.is_rest
        for calendar in (*self._prompt.values(), *self._late.values()):
            calendar.run(before, after)

    @property
    def length(self) -> Length:
        prompt, late = ({pace: one.days for pace, one in them.items()} for them in (self._prompt, self._late))
        return Length(self.phases, prompt, late, self._rests)


# ---- Empires


Sheets = Callable[[Position, State, Power, Dice], Sequence[str]]  # of a Power of Empires


def wanted(position: Position, power: Power, goal: str) -> str:
    """Return a technology that brings *power* nearer to its *goal*, or else any; "" if there is none."""
    possible = research.possible(position, power)
    branch, _, number = goal.partition(" ")
    steps = [f"{branch} {one}" for one in range(1, int(number) + 1)] if number.isdigit() else [goal]
    begun = position.research.get(power, ())
    nearer = [name for name in steps if name in possible]
    others = [
        *(name for name in begun if name in possible),
        *(name for name in possible if name not in begun),
    ]
    return next(iter([*nearer, *others]), "")


def goals(dice: Dice) -> dict[Power, str]:
    """Draw the goal of each Power."""
    named = {power: BOARD.powers[power].technologies for power in POWERS}
    return {power: names[dice.roll(len(names)) - 1] for power, names in named.items()}


def towards(lines: Sequence[str], name: str, dice: Dice) -> list[str]:
    """Return the sheet with its research directed at *name*, or sometimes with research added."""
    if not name:
        return list(lines)
    sheet = [f"RESEARCH {name}" if line.startswith("RESEARCH") else line for line in lines]
    if f"RESEARCH {name}" in sheet or dice.roll(RARE) > 1:
        return sheet
    return [f"RESEARCH {name}", *sheet]


def play_empires(
    seed: str, options: Mapping[str, str], *, pauses: int = 0, robots: bool = False
) -> FinishedGame:
    """Play a game of Empires to its end; random Powers pause after so many percent of their actions."""
    game, state = empires.game, empires.game.start(options, SeededDice(seed, 0))
    write = _robots_of_empires(seed) if robots else _random_powers(seed, pauses)
    occurred, last_id, mails, clock = Counter[str](), 0, Mails(), Clock()
    while not (due := game.due(state)).over:
        dice, orders = SeededDice(seed, clock.phases + 1), {}
        for power in {**due.owed, **(due.asked if robots else {})}:
            reading = game.read(state, power, None, write(from_text(state), state, power, dice))
            occurred.update(_kinds_of_lines(reading))
            orders[power] = reading.orders
        turn = game.judge(state, orders, dice)
        occurred.update(_events(empires_record.from_text(turn.record)))
        state = turn.state
        mails.count(due, game.due(state), POWERS)
        clock.run(due, game.due(state))
        new = [army for army in from_text(state).armies if army.id >= last_id]
        occurred.update(f"unit {army.size or 'full'} {army.nation}" for army in new)
        last_id = from_text(state).next_id
    last = from_text(state)
    for power in POWERS:
        occurred.update(f"technology {name}" for name in research.in_box_2(last, power))
    ending = f"won by {listed(due.winners, 'and')}"
    return FinishedGame(clock.length, ending, occurred, mails.reports, mails.confirmations)


def _random_powers(seed: str, pauses: int) -> Sheets:
    """Return a function that writes random sheets; each Power researches towards a technology of its own."""
    drawn_goals = goals(SeededDice(seed, 0))

    def write(position: Position, _: State, power: Power, dice: Dice) -> Sequence[str]:
        lines = practice.sheet(position, power, dice, pauses=pauses)
        here = phases.as_if_in_turn(position, power)
        return towards(lines, wanted(here, power, drawn_goals[power]), dice)

    return write


def _robots_of_empires(seed: str) -> Sheets:
    return lambda _, state, power, __: robot("easy")(empires.game, state, power, seed)


def _kinds_of_lines(reading: Reading) -> Iterator[str]:
    for line in reading.lines:
        if line.verdict == TAKEN and (words := line.text.split()):
            yield from [f"order {words[0]}"] if words[0] in COMMANDS else []
            yield from (f"order {name}" for word, name in OF_A_LINE.items() if word in words)


def _events(record: empires_record.Record) -> Iterator[str]:
    for turn in empires_record.parts(record):
        in_combats = [event for step in turn.steps if step.combat for event in step.combat.events]
        events = (*in_combats, *(event for step in turn.steps for event in step.events), *turn.end)
        yield from (f"event {event.kind.replace('_', ' ')}" for event in events)


def _possible_in_empires() -> tuple[str, ...]:
    technologies = dict.fromkeys(name for power in POWERS for name in BOARD.powers[power].technologies)
    kinds = [*(f"order {name}" for name in (*COMMANDS, *OF_A_LINE.values()) if name != "PAUSE")]
    units = [f"unit {size or 'full'} {nation}" for nation, size in BOARD.counters]
    events = [f"event {kind.replace('_', ' ')}" for kind in KINDS]
    return (*(f"technology {name}" for name in technologies), *units, *kinds, *events)


OF_OLDER_RECORDS = ("gained", "late")  # kinds of events that only older records have
KINDS = tuple(kind for kind in get_args(EventKind) if kind not in OF_OLDER_RECORDS)


# ---- Domination


def _random_sheet(state: State, player: Power, seed: str, chance: random.Random) -> Sequence[str] | None:
    """Return a random sheet, sometimes none."""
    return domination_play.sheet(state, player, chance) if chance.randrange(100) >= SILENT else None


def _robot_sheet(state: State, player: Power, seed: str, chance: random.Random) -> Sequence[str]:
    return robot("easy")(domination.game, state, player, seed)


Writer = Callable[[State, Power, str, random.Random], Sequence[str] | None]


def play_domination(seed: str, options: Mapping[str, str], writer: Writer = _random_sheet) -> FinishedGame:
    """Play a game of Domination to its end."""
    game, state = domination.game, domination.game.start(options, SeededDice(seed, 0))
    chance, occurred, ending = random.Random(seed), Counter[str](), "not ended"
    clock, mails, seats = Clock(), Mails(), domination_position.from_text(state).settings.seats
    while clock.phases < LONGEST and not (due := game.due(state)).over:
        sheets = {player: writer(state, player, seed, chance) for player in due.owed}
        orders = {
            player: game.read(state, player, None, lines).orders
            for player, lines in sheets.items()
            if lines is not None
        }
        turn = game.judge(state, orders, SeededDice(seed, clock.phases + 1))
        record, state = domination_record.from_text(turn.record), turn.state
        mails.count(due, game.due(state), seats)
        clock.run(due, game.due(state))
        occurred.update(_of_domination(record))
        ending = next((event.key for event in record.events if event.key in domination_play.ENDS), ending)
    return FinishedGame(clock.length, ending, occurred, mails.reports, mails.confirmations)


def _of_domination(record: domination_record.Record) -> Iterator[str]:
    for row in record.results:
        yield f"order {type(row.line.order).__name__}"
        order = row.line.order
        if isinstance(order, domination_orders.Build) and row.outcome.word == domination_record.SUCCEEDS:
            yield from (f"unit {unit.kind}" for unit in order.units)
    for event in record.events:
        if event.key == "cast":
            yield f"spell {event.words['spell']}"


def _possible_in_domination(options: Mapping[str, str]) -> tuple[str, ...]:
    state = domination.game.start(options, SeededDice("possible", 0))
    settings = domination_position.from_text(state).settings
    units = [card.name for card in domination_position.in_play(settings)]
    spells = [spell.name for spell in data(settings.changes).spells.values()]
    castable = [f"spell {name}" for name in spells if "Wizard" in units]
    return (*(f"unit {name}" for name in units), *castable)


# ---- the tables


def table_kinds() -> list[TableKind]:
    """Return the kinds of tables that are measured."""
    return [*_tables_of_empires(), *_tables_of_domination()]


def _tables_of_empires() -> Iterator[TableKind]:
    war = _possible_in_empires()
    for players in ("4", "3", "2"):
        yield TableKind(f"Empires, {players} players", _empires({"players": players}), war)
    for name, pauses in ((SOME_PAUSES, SOMETIMES), (MANY_PAUSES, OFTEN)):
        yield TableKind(name, _empires({"players": "4"}, pauses), (*war, "order PAUSE"))
    robots = partial(play_empires, options={"players": "4"}, robots=True)
    yield TableKind(f"Empires, 4 players{ROBOTS}", robots, war)


SOME_PAUSES = "Empires, 4 players, PAUSE in a tenth of the turns"
MANY_PAUSES = "Empires, 4 players, PAUSE as often as allowed"


def _tables_of_domination() -> Iterator[TableKind]:
    for players in ("2", "4"):
        for side, which in (("front", "fronts"), ("back", "backs")):
            options = {"players": players, "side": side}
            possible = _possible_in_domination(options)
            name = f"Domination, {players} players, {which}"
            yield TableKind(name, _domination(options), possible)
            slow = MANY_ROBOTS if players == "4" else 1
            yield TableKind(f"{name}{ROBOTS}", _domination(options, _robot_sheet), possible, slow)
            short = {**options, "length": "short"}
            yield TableKind(f"{name}, short", _domination(short), possible)
        options = {"players": players, "scheme": "table", "side": "back"}
        name = f"Domination, {players} players, backs, scheme table"
        yield TableKind(name, _domination(options), _possible_in_domination(options))


def _empires(options: Mapping[str, str], pauses: int = 0) -> Callable[[str], FinishedGame]:
    return lambda seed: play_empires(seed, options, pauses=pauses)


def _domination(options: Mapping[str, str], writer: Writer = _random_sheet) -> Callable[[str], FinishedGame]:
    return lambda seed: play_domination(seed, options, writer)

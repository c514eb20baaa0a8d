"""Measure how long games of Empires and Domination are, how they end, and what happens in them.

    python -m bench.liveliness --games 200 --write      # make liveliness

Random players and robots play whole games. In random games of Empires each Power researches towards one
technology. For each kind of table it prints the length of games in phases, and in days at the usual paces if
every phase lasts until its deadline (`bench.game_calendar`); how they ended; and how many games had each
technology, spell, unit and kind of order. What never occurred is listed first.

Each game has a page in docs/, which `--write` replaces; `--only Domination` measures one of the two games.
Ctrl-C ends the run with the games that are finished. With `--keep FILE` finished games are stored there, and
the next run with the same file continues; `--minutes 0` then only writes what is there.
"""

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
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
from bench.stored_games import StoredGames
from tests.support.play import domination_play

DOCS = Path(__file__).parents[1] / "docs"
PAGES = {"Empires": DOCS / "liveliness.md", "Domination": DOCS / "liveliness-domination.md"}
TITLES = {"liveliness.md": "Liveliness", "liveliness-domination.md": "Liveliness of Domination"}
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


class Finished(NamedTuple):
    """One game: its length, how it ended, and what occurred in it, such as "spell Inferno"."""

    length: Length
    ending: str
    occurred: Counter[str]
    reports: int = 0  # to one seat, the first message of the game included
    confirmations: int = 0  # to one seat that sends one message for each sheet

    @property
    def phases(self) -> int:
        return self.length.phases


class Kind(NamedTuple):
    """A kind of table; *possible* has all that can occur at it. Only each *every*-th game is played."""

    name: str
    play: Callable[[str], Finished]
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


def play_empires(seed: str, options: Mapping[str, str], *, pauses: int = 0, robots: bool = False) -> Finished:
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
    return Finished(clock.length, ending, occurred, mails.reports, mails.confirmations)


def _random_powers(seed: str, pauses: int) -> Sheets:
    """Return a function that writes random sheets; each Power researches towards a technology of its own."""
    wishes = goals(SeededDice(seed, 0))

    def write(position: Position, _: State, power: Power, dice: Dice) -> Sequence[str]:
        lines = practice.sheet(position, power, dice, pauses=pauses)
        here = phases.as_if_in_turn(position, power)
        return towards(lines, wanted(here, power, wishes[power]), dice)

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


def play_domination(seed: str, options: Mapping[str, str], writer: Writer = _random_sheet) -> Finished:
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
        told, state = domination_record.from_text(turn.record), turn.state
        mails.count(due, game.due(state), seats)
        clock.run(due, game.due(state))
        occurred.update(_of_domination(told))
        ending = next((event.key for event in told.events if event.key in domination_play.ENDS), ending)
    return Finished(clock.length, ending, occurred, mails.reports, mails.confirmations)


def _of_domination(told: domination_record.Record) -> Iterator[str]:
    for row in told.results:
        yield f"order {type(row.line.order).__name__}"
        order = row.line.order
        if isinstance(order, domination_orders.Build) and row.outcome.word == domination_record.SUCCEEDS:
            yield from (f"unit {unit.kind}" for unit in order.units)
    for event in told.events:
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


def kinds() -> list[Kind]:
    """Return the kinds of tables that are measured."""
    return [*_tables_of_empires(), *_tables_of_domination()]


def _tables_of_empires() -> Iterator[Kind]:
    war = _possible_in_empires()
    for players in ("4", "3", "2"):
        yield Kind(f"Empires, {players} players", _empires({"players": players}), war)
    for name, pauses in ((SOME_PAUSES, SOMETIMES), (MANY_PAUSES, OFTEN)):
        yield Kind(name, _empires({"players": "4"}, pauses), (*war, "order PAUSE"))
    robots = partial(play_empires, options={"players": "4"}, robots=True)
    yield Kind(f"Empires, 4 players{ROBOTS}", robots, war)


SOME_PAUSES = "Empires, 4 players, PAUSE in a tenth of the turns"
MANY_PAUSES = "Empires, 4 players, PAUSE as often as allowed"


def _tables_of_domination() -> Iterator[Kind]:
    for players in ("2", "4"):
        for side, which in (("front", "fronts"), ("back", "backs")):
            options = {"players": players, "side": side}
            possible = _possible_in_domination(options)
            name = f"Domination, {players} players, {which}"
            yield Kind(name, _domination(options), possible)
            slow = MANY_ROBOTS if players == "4" else 1
            yield Kind(f"{name}{ROBOTS}", _domination(options, _robot_sheet), possible, slow)
            short = {**options, "length": "short"}
            yield Kind(f"{name}, short", _domination(short), possible)
        options = {"players": players, "scheme": "table", "side": "back"}
        name = f"Domination, {players} players, backs, scheme table"
        yield Kind(name, _domination(options), _possible_in_domination(options))


def _empires(options: Mapping[str, str], pauses: int = 0) -> Callable[[str], Finished]:
    return lambda seed: play_empires(seed, options, pauses=pauses)


def _domination(options: Mapping[str, str], writer: Writer = _random_sheet) -> Callable[[str], Finished]:
    return lambda seed: play_domination(seed, options, writer)


class Bar(NamedTuple):
    """A target: at most that many *days* at a kind of table with that many *hours* to a phase.

    With *late*, each part of a turn is sent at its deadline.
    """

    name: str
    hours: int
    days: int
    late: bool = False


BARS = (
    *(Bar(name, 72, 115) for name in ("Empires, 4 players", SOME_PAUSES, MANY_PAUSES)),
    Bar("Empires, 4 players, robots", 72, 115),
    *(Bar(name, 72, 115, late=True) for name in (SOME_PAUSES, MANY_PAUSES)),
    *(Bar(name, 24, 40) for name in ("Empires, 4 players", SOME_PAUSES, MANY_PAUSES)),
    *(
        Bar(f"Domination, {players} players, {which}", hours, 25)
        for players in (2, 4)
        for which in ("fronts", "fronts, robots", "fronts, short", "backs", "backs, robots", "backs, short")
        for hours in (72, 48)
    ),
)


def bars(results: Mapping[str, Sequence[Finished]]) -> str:
    """Return a section with the target lengths, the longest games, and how many games meet the targets."""
    rows = [_bar(bar, results[bar.name]) for bar in BARS if bar.name in results]
    head = ["## Targets", "", "| | days at most | longest game, days | games within | met |"]
    return "\n".join([*head, "|---|---:|---:|---:|---|", *rows, ""])


def _bar(bar: Bar, games: Sequence[Finished]) -> str:
    days = [(game.length.days_late if bar.late else game.length.days)[bar.hours] for game in games]
    within = sum(one <= bar.days for one in days)
    is_met = "yes" if within == len(games) else "no"
    late = ", parts sent at the deadline" if bar.late else ""
    name = f"{bar.name}{late}, {bar.hours} h to a phase"
    return f"| {name} | {bar.days} | {max(days):.0f} | {within} of {len(games)} | {is_met} |"


def summary(kind: Kind, games: Sequence[Finished]) -> str:
    """Return a section of the page about all *games* of a kind."""
    by_length = sorted(games, key=lambda game: (game.length.days[PACES[0]], game.phases))
    middle = by_length[len(games) // 2]
    endings = Counter(game.ending for game in games)
    return "\n".join(
        [
            f"## {kind.name}",
            "",
            f"{len(games)} {'game' if len(games) == 1 else 'games'}.",
            "",
            "| | phases | " + " | ".join(f"days at {pace} h" for pace in PACES) + " |",
            "|---|" + "---:|" * (1 + len(PACES)),
            *(
                _row(what, game.length)
                for what, game in (("shortest", by_length[0]), ("median", middle), ("longest", by_length[-1]))
            ),
            "",
            *_phases_by_number(games),
            *_rests(games),
            _mails(games),
            "",
            "Endings: " + "; ".join(f"{what} {count}" for what, count in endings.most_common()) + ".",
            "",
            *_occurrences(kind, games),
            "",
        ]
    )


def _occurrences(kind: Kind, games: Sequence[Finished]) -> list[str]:
    """Return the lines about what occurred in the games, and what never did."""
    names = sorted({*kind.possible, *(name for game in games for name in game.occurred)})
    missing = never(kind, games)
    return [
        f"Never occurred: {listed(missing, 'and')}." if missing else "Everything that is counted occurred.",
        "",
        "| occurred | games | times |",
        "|---|---:|---:|",
        *(_counted(name, games) for name in names),
    ]


def _mails(games: Sequence[Finished]) -> str:
    """Return how many messages one seat got in the median game."""
    reports = sorted(game.reports for game in games)[len(games) // 2]
    answers = sorted(game.confirmations for game in games)[len(games) // 2]
    return (
        f"Messages to one seat in the median game: {reports + answers}, of which {reports} are reports and"
        f" {answers} confirmations."
    )


def never(kind: Kind, games: Sequence[Finished]) -> list[str]:
    """Return what can occur at such a table and occurred in none of *games*."""
    return [name for name in kind.possible if not any(game.occurred[name] for game in games)]


def _row(what: str, length: Length) -> str:
    days = " | ".join(f"{length.days[pace]:.0f}" for pace in PACES)
    return f"| {what} | {length.phases} | {days} |"


def _phases_by_number(games: Sequence[Finished]) -> list[str]:
    """Return how many games took how many phases, if they differ."""
    counted = sorted(Counter(game.phases for game in games).items())
    named = listed([f"{number} of {phases}" for phases, number in counted], "and")
    return [f"Games by their number of phases: {named}.", ""] if counted[1:] else []


def _rests(games: Sequence[Finished]) -> list[str]:
    """Return how the longest game at the first pace spent its days, if a Power has paused in any game."""
    if not any(game.length.rests for game in games):
        return []
    pace = PACES[0]
    longest = max((game.length for game in games), key=lambda length: length.days_late[pace])
    deadlines = longest.phases - longest.rests
    turns = deadlines * pace / 24
    prompt, late = (days[pace] - turns for days in (longest.days, longest.days_late))
    return [
        f"The longest game at {pace} h: {turns:.0f} days for the {deadlines} deadlines of"
        f" turns; the {longest.rests} parts after PAUSE add {prompt:.0f} days, and {late:.0f} if every part"
        " is sent at its deadline.",
        "",
    ]


def _counted(name: str, games: Sequence[Finished]) -> str:
    had = sum(bool(game.occurred[name]) for game in games)
    return f"| {name} | {had} | {sum(game.occurred[name] for game in games)} |"


Kept = StoredGames[Finished]


def played(tables: Sequence[Kind], most: int, seconds: float, kept: Kept) -> dict[Kind, list[Finished]]:
    """Play *most* games of each kind, fewer if the time is up or after Ctrl-C, but at least one.

    Random players play first; the robots, which are slow, use the time that is left. All *kept* games count.
    """
    begun = time.process_time()
    found = {kind: [kept.played(kind.name, _seed(kind, 0), kind.play)] for kind in tables}
    with suppress(KeyboardInterrupt):
        for kind, number in _order_of_play(tables, most):
            is_time = time.process_time() - begun < seconds
            seed = _seed(kind, number)
            game = kept.played(kind.name, seed, kind.play) if is_time else kept.get(kind.name, seed)
            found[kind] += [game] if game else []
    return found


def _seed(kind: Kind, number: int) -> str:
    return f"liveliness {kind.name} {number}"


def _order_of_play(tables: Sequence[Kind], most: int) -> Iterator[tuple[Kind, int]]:
    """Yield the games to be played, without the first one of each kind: the kind and the number."""
    for are_robots in (False, True):
        group = [kind for kind in tables if kind.name.endswith(ROBOTS) == are_robots]
        for number in range(1, most):
            yield from ((kind, number) for kind in group if number % kind.every == 0)


HEAD = """# {title}

`make liveliness` measures whole games between random players, and between robots (level `easy`). Days count
as if every phase lasted until its deadline, with no nights, no rest days and no early runs. "24 h" stands for
a table at which everybody is ready within a day. "Games" counts the games in which something occurred.
Messages are those to a seat that sends one message for each of its sheets: reports, which sum up what others
did in between, and confirmations. Reminders, press and notices are not counted.
"""

OF_EMPIRES = """In random games each Power researches towards a random technology and otherwise acts at
random, so the endings say little about games between people. No Power writes PAUSE, except in the rows that
say so. "As often as allowed" means that each Power pauses as soon as it can, three times a year, which no
player does; "in a tenth of the turns" is a guess at what players do. A part before PAUSE is run when a third
of the time has passed, if its Power plays first among those that owe orders; otherwise it waits for the
deadline. In rows with "parts sent at the deadline" every part waits for it. The deadlines are those of the
service (`pause_time`). "By sea" counts lines with these words; robots write a voyage without them.
"""

OF_DOMINATION = """Each player has the number of unit tokens in the book (40), and 30 in short games
(`length = short`); this limits the length of the game. A game of eight phases takes 24 days at 72 h: the
pieces and starting builds, six turns, and the final turn. Some take longer, up to 33 days, so a table that is
opened without a pace has 48 h for each phase. The target of 25 days is for the standard scheme: with scheme
`table` each phase of a turn has a deadline of its own, and a game takes as long as the table says. Games of
four robots are slow, so only every fifth is played.
"""
OF_GAMES = {"Empires": OF_EMPIRES, "Domination": OF_DOMINATION}


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.liveliness")
    parser.add_argument("--games", type=int, default=200, help="of each kind")
    parser.add_argument("--minutes", type=float, default=12, help="processor time for all kinds together")
    parser.add_argument(
        "--write", action="store_true", help="write the pages in docs/ instead of printing them"
    )
    parser.add_argument(
        "--keep", type=Path, help="store finished games in this file; a later run with it continues"
    )
    parser.add_argument("--only", choices=sorted(PAGES), help="measure only this game")
    given = parser.parse_args(arguments)
    kept = StoredGames(given.keep, Finished)
    for game in [given.only] if given.only else PAGES:
        tables = [kind for kind in kinds() if kind.name.startswith(game)]
        minutes = given.minutes / (1 if given.only else len(PAGES))
        results = played(tables, given.games, minutes * 60, kept)
        text = page_of(game, results, kept.in_words(game))
        if given.write:
            PAGES[game].write_text(text, "utf-8")
        else:
            print(text)


def page_of(game: str, results: Mapping[Kind, Sequence[Finished]], commits: str) -> str:
    """Return the page about all kinds of tables of *game*."""
    by_name = {kind.name: games for kind, games in results.items()}
    head = f"{HEAD.format(title=TITLES[PAGES[game].name])}\n{OF_GAMES[game]}"
    sections = [summary(kind, games) for kind, games in results.items()]
    return "\n".join([head, f"{commits}\n", *_retreats(results), bars(by_name), *sections])


def _retreats(results: Mapping[Kind, Sequence[Finished]]) -> list[str]:
    """Return how often a beaten army of Empires had nowhere to go; single tables have few such events."""
    games = [
        game for kind, played in results.items() if "event no retreat" in kind.possible for game in played
    ]
    went, stuck = (
        sum(game.occurred[f"event {name}"] for game in games) for name in ("retreats", "no retreat")
    )
    if not games:
        return []
    return [
        'The event "no retreat" is rare by the rules: only a full army whose trench took one of its two\n'
        "losses retreats (9.2.17), and all neighbouring zones of its Power must be full or gone. In all"
        f" {len(games)} games\ntogether {went} armies retreated and {stuck} had nowhere to go.",
        "",
    ]


if __name__ == "__main__":
    main(sys.argv[1:])

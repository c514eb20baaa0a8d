"""Measure how long games of Empires and Domination are, how they end, and what happens in them.

    python -m bench.liveliness --games 200 --write      # make liveliness

Random players and robots play whole games (`bench.measured_games`). For each kind of table this prints how
long the games are, in phases and in days at the usual paces; how they ended; and how many games had each
technology, spell, unit and kind of order. What never occurred is listed first.

Each game has a page in docs/, which `--write` replaces; `--only Domination` measures one of the two games.
Ctrl-C ends the run with the games that are finished. With `--keep FILE` finished games are stored there, and
the next run with the same file continues; `--minutes 0` then only writes what is there.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from adjudicator.core.language.words import listed
from bench.measured_games import (
    MANY_PAUSES,
    PACES,
    ROBOTS,
    SOME_PAUSES,
    FinishedGame,
    Length,
    TableKind,
    table_kinds,
)
from bench.stored_games import StoredGames

DOCS = Path(__file__).parents[1] / "docs"
PAGES = {"Empires": DOCS / "liveliness.md", "Domination": DOCS / "liveliness-domination.md"}
TITLES = {"liveliness.md": "Liveliness", "liveliness-domination.md": "Liveliness of Domination"}


class Target(NamedTuple):
    """A target: at most that many *days* at a kind of table with that many *hours* to a phase.

    With *late*, each part of a turn is sent at its deadline.
    """

    name: str
    hours: int
    days: int
    late: bool = False


TARGETS = (
    *(Target(name, 72, 115) for name in ("Empires, 4 players", SOME_PAUSES, MANY_PAUSES)),
    Target("Empires, 4 players, robots", 72, 115),
    *(Target(name, 72, 115, late=True) for name in (SOME_PAUSES, MANY_PAUSES)),
    *(Target(name, 24, 40) for name in ("Empires, 4 players", SOME_PAUSES, MANY_PAUSES)),
    *(
        Target(f"Domination, {players} players, {which}", hours, 25)
        for players in (2, 4)
        for which in ("fronts", "fronts, robots", "fronts, short", "backs", "backs, robots", "backs, short")
        for hours in (72, 48)
    ),
)


def targets(results: Mapping[str, Sequence[FinishedGame]]) -> str:
    """Return a section with the target lengths, the longest games, and how many games meet the targets."""
    rows = [_target_row(target, results[target.name]) for target in TARGETS if target.name in results]
    head = ["## Targets", "", "| | days at most | longest game, days | games within | met |"]
    return "\n".join([*head, "|---|---:|---:|---:|---|", *rows, ""])


def _target_row(target: Target, games: Sequence[FinishedGame]) -> str:
    days = [(game.length.days_late if target.late else game.length.days)[target.hours] for game in games]
    within = sum(one <= target.days for one in days)
    is_met = "yes" if within == len(games) else "no"
    late = ", parts sent at the deadline" if target.late else ""
    name = f"{target.name}{late}, {target.hours} h to a phase"
    return f"| {name} | {target.days} | {max(days):.0f} | {within} of {len(games)} | {is_met} |"


def summary(kind: TableKind, games: Sequence[FinishedGame]) -> str:
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


def _occurrences(kind: TableKind, games: Sequence[FinishedGame]) -> list[str]:
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


def _mails(games: Sequence[FinishedGame]) -> str:
    """Return how many messages one seat got in the median game."""
    reports = sorted(game.reports for game in games)[len(games) // 2]
    answers = sorted(game.confirmations for game in games)[len(games) // 2]
    return (
        f"Messages to one seat in the median game: {reports + answers}, of which {reports} are reports and"
        f" {answers} confirmations."
    )


def never(kind: TableKind, games: Sequence[FinishedGame]) -> list[str]:
    """Return what can occur at such a table and occurred in none of *games*."""
    return [name for name in kind.possible if not any(game.occurred[name] for game in games)]


def _row(what: str, length: Length) -> str:
    days = " | ".join(f"{length.days[pace]:.0f}" for pace in PACES)
    return f"| {what} | {length.phases} | {days} |"


def _phases_by_number(games: Sequence[FinishedGame]) -> list[str]:
    """Return how many games took how many phases, if they differ."""
    counted = sorted(Counter(game.phases for game in games).items())
    named = listed([f"{number} of {phases}" for phases, number in counted], "and")
    return [f"Games by their number of phases: {named}.", ""] if counted[1:] else []


def _rests(games: Sequence[FinishedGame]) -> list[str]:
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


def _counted(name: str, games: Sequence[FinishedGame]) -> str:
    had = sum(bool(game.occurred[name]) for game in games)
    return f"| {name} | {had} | {sum(game.occurred[name] for game in games)} |"


def played(
    tables: Sequence[TableKind], most: int, seconds: float, stored: StoredGames[FinishedGame]
) -> dict[TableKind, list[FinishedGame]]:
    """Play *most* games of each kind, fewer if the time is up or after Ctrl-C, but at least one.

    Random players play first; the robots, which are slow, use the time that is left. Games in *stored* count.
    """
    begun = time.process_time()
    found = {kind: [stored.played(kind.name, _seed(kind, 0), kind.play)] for kind in tables}
    with suppress(KeyboardInterrupt):
        for kind, number in _order_of_play(tables, most):
            is_time = time.process_time() - begun < seconds
            seed = _seed(kind, number)
            game = stored.played(kind.name, seed, kind.play) if is_time else stored.get(kind.name, seed)
            found[kind] += [game] if game else []
    return found


def _seed(kind: TableKind, number: int) -> str:
    return f"liveliness {kind.name} {number}"


def _order_of_play(tables: Sequence[TableKind], most: int) -> Iterator[tuple[TableKind, int]]:
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
    stored = StoredGames(given.keep, FinishedGame)
    for game in [given.only] if given.only else PAGES:
        tables = [kind for kind in table_kinds() if kind.name.startswith(game)]
        minutes = given.minutes / (1 if given.only else len(PAGES))
        results = played(tables, given.games, minutes * 60, stored)
        text = page_of(game, results, stored.in_words(game))
        if given.write:
            PAGES[game].write_text(text, "utf-8")
        else:
            print(text)


def page_of(game: str, results: Mapping[TableKind, Sequence[FinishedGame]], commits: str) -> str:
    """Return the page about all kinds of tables of *game*."""
    by_name = {kind.name: games for kind, games in results.items()}
    head = f"{HEAD.format(title=TITLES[PAGES[game].name])}\n{OF_GAMES[game]}"
    sections = [summary(kind, games) for kind, games in results.items()]
    return "\n".join([head, f"{commits}\n", *_retreats(results), targets(by_name), *sections])


def _retreats(results: Mapping[TableKind, Sequence[FinishedGame]]) -> list[str]:
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

"""The shell commands of the rules: rule cases, choices, a position, a replay, a benchmark.

Exit codes: 0 success, 1 a case failed or a replay differs, 2 something could not be read.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias

import msgspec

from adjudicator import replay
from adjudicator.case_files import Case, CaseError, load, load_skipped
from adjudicator.cases import Difference, check
from adjudicator.core.dice import SeededDice
from adjudicator.core.game import Game, ReportFacts, State
from adjudicator.games import find, on_map
from adjudicator.map_making import commands as map_commands

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
FAILED, UNREADABLE = 1, 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; *arguments* are those of the shell if not given."""
    asked = _parser().parse_args(arguments)
    try:
        return int(asked.run(asked))
    except BrokenPipeError:
        return 0  # the reader has seen enough
    except (OSError, ValueError) as fault:
        print(f"adjudicator: {fault}", file=sys.stderr)
        return UNREADABLE


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="adjudicator", description="The rules of the games, without the email service."
    )
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    _add_check(commands)
    _add_choices(commands)
    _add_show_and_draw(commands)
    map_commands.add_to(commands)
    _add_replay(commands)
    _add_bench(commands)
    return parser


def _add_check(commands: Commands) -> None:
    command = commands.add_parser("check", help="run rule cases, and report those with another result")
    command.add_argument("files", nargs="+", type=Path, metavar="FILE")
    command.add_argument(
        "--skip", type=Path, metavar="FILE", help="leave out the cases that FILE lists with a reason"
    )
    command.add_argument("--json", action="store_true", help="for programs")
    command.set_defaults(run=_check)


def _add_choices(commands: Commands) -> None:
    command = commands.add_parser("choices", help="the legal orders of each unit of a power")
    command.add_argument("game")
    command.add_argument("state", type=Path, metavar="STATEFILE")
    command.add_argument("power")
    command.set_defaults(run=_choices)


def _add_show_and_draw(commands: Commands) -> None:
    command = commands.add_parser("show", help="a position as a reader may know it, in words")
    _add_position(command)
    command.set_defaults(run=_show)

    command = commands.add_parser("draw", help="a position, or a map in a folder, as SVG")
    _add_position(command)
    command.add_argument("-o", "--out", type=Path, metavar="FILE", help="instead of the standard output")
    command.set_defaults(run=_draw)


def _add_replay(commands: Commands) -> None:
    command = commands.add_parser("replay", help="adjudicate a recorded game again, and compare every byte")
    command.add_argument("file", type=Path, metavar="FILE")
    command.set_defaults(run=_replay)


def _add_bench(commands: Commands) -> None:
    command = commands.add_parser("bench", help="measure how many turns are adjudicated a second")
    command.add_argument("--game", action="append", help="of this game only; may be repeated")
    command.add_argument(
        "--against", choices=["diplomacy"], help="compare with this package, in alternating rounds"
    )
    command.add_argument("--rounds", type=int, default=7, metavar="N")
    command.add_argument("--json", action="store_true", help="for programs")
    command.set_defaults(run=_bench)


def _add_position(command: argparse.ArgumentParser) -> None:
    command.add_argument("game")
    command.add_argument(
        "state",
        type=Path,
        nargs="?",
        metavar="STATEFILE",
        help="the position; by default the start of the game",
    )
    command.add_argument("--power", help="the reader; everybody if not given")


def _check(asked: argparse.Namespace) -> int:
    skipped = load_skipped(asked.skip) if asked.skip else {}
    cases, faults = _load_all(asked.files)
    judged = [(case, check(case, find)) for case in cases if case.id not in skipped]
    failed = [(case, differences) for case, differences in judged if differences]
    left_out = {case.id: skipped[case.id] for case in cases if case.id in skipped}
    for fault in faults:
        print(f"adjudicator: {fault}", file=sys.stderr)
    if asked.json:
        _print_json(len(judged) - len(failed), failed, left_out)
    else:
        _print_check(len(judged) - len(failed), failed, left_out)
    if faults:
        return UNREADABLE
    return FAILED if failed else 0


def _load_all(paths: Sequence[Path]) -> tuple[list[Case], list[CaseError]]:
    """Return the cases of the files that can be read, and what is wrong with the others."""
    cases: list[Case] = []
    faults: list[CaseError] = []
    for path in paths:
        try:
            cases += load(path)
        except CaseError as unreadable:
            faults.append(unreadable)
    return cases, faults


Failed = Sequence[tuple[Case, Sequence[Difference]]]


def _print_check(passed: int, failed: Failed, left_out: dict[str, str]) -> None:
    for case, differences in failed:
        print(f"{case.id}  ({case.rule}: {case.why})")
        for what, expected, came in differences:
            print(f"    {what}\n        expected  {expected}\n        came      {came}")
    for id_, reason in left_out.items():
        print(f"{id_}  skipped: {reason}")
    print(f"{passed} passed, {len(failed)} failed")


def _print_json(passed: int, failed: Failed, left_out: dict[str, str]) -> None:
    told = {
        "passed": passed,
        "failed": len(failed),
        "failures": [
            {
                "id": case.id,
                "rule": case.rule,
                "differences": [difference._asdict() for difference in differences],
            }
            for case, differences in failed
        ],
        "skipped": left_out,
    }
    print(msgspec.json.format(msgspec.json.encode(told)).decode())


def _state(asked: argparse.Namespace, game: Game) -> State:
    if not asked.state:
        return game.start({}, SeededDice("start", 0))
    text: str = asked.state.read_text(encoding="utf-8")
    try:
        game.due(text)
    except ValueError as fault:
        raise ValueError(f"{asked.state}: no stored state of {game.card.title}: {fault}") from None
    return text


def _reader(power: str | None, game: Game) -> str | None:
    known = {seat.casefold(): seat for seat in game.card.seats}
    if power is not None and power.casefold() not in known:
        raise ValueError(
            f'{game.card.title} has no power "{power}"; its powers: {", ".join(game.card.seats)}'
        )
    return known[power.casefold()] if power is not None else None


def _choices(asked: argparse.Namespace) -> int:
    game = find(asked.game)
    choices = game.choices(_state(asked, game), _reader(asked.power, game) or "")
    for unit, orders in choices.items():
        print(unit)
        for order in orders:
            print(f"    {order}")
    return 0


def _show(asked: argparse.Namespace) -> int:
    game = find(asked.game)
    _print_sheet(game.show(_state(asked, game), None, _reader(asked.power, game)))
    return 0


def _print_sheet(sheet: ReportFacts) -> None:
    print(f"{sheet.game}: {sheet.turn}, for {sheet.reader or 'everybody'}\n{sheet.headline}\n\n{sheet.lead}")
    for section in sheet.sections:
        print(f"\n{section.title}")
        for item in section.items:
            print(f"    {item.text}")
        for table in section.tables:
            _print_table((table.columns, *table.rows))


def _print_table(rows: Sequence[Sequence[str]]) -> None:
    widths = [max(map(len, column)) for column in zip(*rows, strict=False)]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=False))
        print(f"    {'  '.join(cells)}".rstrip())


def _draw(asked: argparse.Namespace) -> int:
    is_folder = "/" in asked.game or Path(asked.game).is_dir()
    game = on_map(map_commands.package_in(Path(asked.game))) if is_folder else find(asked.game)
    picture = game.picture(_state(asked, game), None, _reader(asked.power, game))
    if asked.out:
        asked.out.write_text(picture, encoding="utf-8")
    else:
        sys.stdout.write(picture)
    return 0


def _replay(asked: argparse.Namespace) -> int:
    recorded = replay.load(asked.file)
    differences = replay.differences(recorded, find(recorded.game))
    for difference in differences:
        print(difference)
    turns = len(recorded.turns)
    print(f"{turns} turns adjudicated again: {'not the same' if differences else 'the same to the byte'}")
    return FAILED if differences else 0


def _bench(asked: argparse.Namespace) -> int:
    try:
        from bench import rules  # noqa: PLC0415  (slow to load, and not in the wheel)
    except ModuleNotFoundError:
        print("The benchmarks come with the source: run this in a checkout.", file=sys.stderr)
        return UNREADABLE
    return rules.run(asked.game or [], asked.against, asked.rounds, asked.json)


if __name__ == "__main__":
    sys.exit(main())

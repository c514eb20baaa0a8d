"""The benchmark measures what it claims to measure; no test checks how fast anything is."""

import json
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest

from adjudicator.core.dice import SeededDice
from adjudicator.downfall_xiii import game as downfall_xiii
from adjudicator.hardbop import game as hardbop
from adjudicator.robots import random_games
from adjudicator.robots.random_games import middle_game
from adjudicator.standard import game
from bench import rules, serving
from bench.__main__ import LINES, Bar, Comparison, Figure, as_facts, keep, last_kept, measure
from bench.contests import PLAYED
from bench.crowds import hardbop as hardbop_crowds
from bench.crowds import xiii as crowds_xiii
from bench.diplomacy_package import Rival
from tests.support.thorough import every

# The package `diplomacy` leaves one of its files open.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(random_games, "PHASES", 6)
    monkeypatch.setattr(random_games, "GAME_PHASES", 12)
    monkeypatch.setattr(rules, "is_compiled", lambda: False)  # otherwise the sources are measured too


@pytest.mark.usefixtures("few")
def test_the_measured_phases_have_many_units_and_conflicts() -> None:
    phases = middle_game(game)
    assert len(phases) == 6
    assert phases == middle_game(game)
    for phase in phases:
        units: Mapping[str, list[str]] = game.describe(phase.state)["units"]
        assert phase.units == sum(map(len, units.values())) >= random_games.LEAST_UNITS
        record = game.judge(phase.state, phase.orders, SeededDice("bench", 1)).record
        outcomes = [
            word for own in game.describe(phase.state, record)["results"].values() for word in own.values()
        ]
        assert len(outcomes) - outcomes.count("succeeds") >= 4


@pytest.mark.usefixtures("few")
def test_both_adjudicators_run_the_same_phases_and_mostly_agree() -> None:
    phases = middle_game(game)
    after = [
        game.describe(game.judge(phase.state, phase.orders, SeededDice("bench", 1)).state)["units"]
        for phase in phases
    ]
    rival = Rival(phases)
    assert rival.agreed(after) >= 0.5
    swapped = [*after[1:], after[0]]
    assert rival.agreed(swapped) == 0.0


@pytest.mark.thorough
@pytest.mark.usefixtures("few")
def test_the_figures_are_printed_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert rules.run(["standard"], "diplomacy", 1, as_json=True) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["rounds"] == rules.LEAST_ROUNDS
    assert [figure["what"] for figure in printed["figures"]] == ["resolve", "turn"]
    assert {figure["engine"] for figure in printed["figures"]} == {"written"}
    for figure in printed["figures"]:
        assert figure["ratio"] == pytest.approx(figure["theirs"] / figure["ours"])


@pytest.mark.usefixtures("few")
def test_the_figures_are_printed_as_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert rules.run(["standard"], None, 7, as_json=False) == 0
    assert "resolve" in capsys.readouterr().out


@pytest.mark.parametrize("units", every(4, crowds_xiii.SIZES))
def test_a_crowd_of_downfall_xiii_has_the_wanted_number_of_units_and_orders_for_all(units: int) -> None:
    made = crowds_xiii.crowds(downfall_xiii, units)[0]
    assert sum(stack.count for stack in made.state.stacks) == units
    assert {stack.power for stack in made.state.stacks} <= set(made.sheets)
    assert sum(len(sheet.orders) for sheet in made.sheets.values()) >= units


@pytest.mark.parametrize("units", crowds_xiii.SIZES[:2])
def test_a_crowd_of_hardbop_has_the_wanted_number_of_units(units: int) -> None:
    made = hardbop_crowds.crowds(hardbop, units)[0]
    assert len(made.state.military) == units
    assert {one.power for one in made.state.military} <= set(made.sheets)
    assert sum(len(sheet.orders) for sheet in made.sheets.values()) >= units / 2


# --- the table of `make bench` -----------------------------------------------------------------------------

OUTSIDE = ("message over SMTP", "start, ", "import ")  # these start processes, which takes seconds
WITHIN = [line for line in LINES if not line.name.startswith(OUTSIDE)]
LONG = (
    "turn with pictures",
    "words to next",
    "picture, ",
    *(f"whole game, {key}" for key in PLAYED if key != "domination"),
)


@pytest.mark.parametrize(
    "line", [line for line in WITHIN if not line.name.startswith(LONG)], ids=lambda line: line.name
)
def test_a_line_measures_the_time_of_both_sides(line: Comparison) -> None:
    rounds: list[None] = []
    figure = measure(line, 1, 1, lambda: rounds.append(None))
    assert len(rounds) == 1
    assert figure.ours > 0
    assert figure.theirs > 0
    assert as_facts(figure)["ratio"] == pytest.approx(figure.theirs / figure.ours)


def test_no_two_lines_have_the_same_name() -> None:
    assert len({line.name for line in LINES}) == len(LINES)


@pytest.mark.parametrize(
    ("bar", "holds"),
    [
        (Bar("ms", 8), False),
        (Bar("ms", 10), True),
        (Bar("ratio", 2), True),
        (Bar("ratio", 3), False),
        (Bar("a second", 100), True),
        (Bar("a second", 101), False),
        (None, None),
    ],
)
def test_a_target_is_reached_or_not(bar: Bar | None, holds: bool | None) -> None:
    assert Figure("message", "message", 10.0, "a peer", 25.0, bar).holds is holds


def test_messages_over_smtp_are_sent_and_counted() -> None:
    with ExitStack() as stack:
        times = serving.received_messages(1, stack, partial(ThreadPoolExecutor, 1))()
    assert min(times) > 0


def test_the_time_of_child_processes_is_measured() -> None:
    with ExitStack() as stack:
        times = serving.begun("sum(range(300_000))", "pass", 1, stack)()
    assert min(times) > 0


def test_the_import_of_libraries_is_measured() -> None:
    with ExitStack() as stack:
        times = serving.begun("pass", serving.importing(["json"]), 1, stack)()
    assert min(times) > 0


def test_the_history_gives_the_ratios_of_the_last_run(tmp_path: Path) -> None:
    history, now = tmp_path / "history.jsonl", datetime(2026, 11, 25, tzinfo=UTC)
    assert last_kept(history) == {}
    for theirs in (25.0, 30.0):
        keep(history, [Figure("message", "message", 10.0, "a peer", theirs, None)], now)
    assert last_kept(history) == {"message": 3.0}
    assert [json.loads(line)["day"] for line in history.read_text().splitlines()] == ["2026-11-25"] * 2

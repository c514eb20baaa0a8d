"""The output and the exit codes of the commands of `adjudicator`."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from adjudicator.__main__ import main
from adjudicator.core.dice import SeededDice
from adjudicator.games import find

RIGHT = """
[[case]]
id = "right"
rule = "standard 7.1"
why = "nobody stands in the way"
game = "standard"
phase = "movement"
units = "France: A Par"
orders = "France:\\n  A Par - Bur"
after = "France: A Bur"
"""
WRONG = RIGHT.replace('"right"', '"wrong"').replace("France: A Bur", "France: A Gas")
Out = pytest.CaptureFixture[str]


def put(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_check_passes(tmp_path: Path, capsys: Out) -> None:
    assert main(["check", put(tmp_path, "a.toml", RIGHT)]) == 0
    assert capsys.readouterr().out == "1 passed, 0 failed\n"


def test_check_prints_the_expected_and_the_actual_result(tmp_path: Path, capsys: Out) -> None:
    assert main(["check", put(tmp_path, "a.toml", RIGHT + WRONG)]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "wrong  (standard 7.1: nobody stands in the way)",
        "    after, France",
        "        expected  A Gas",
        "        came      A Bur",
        "1 passed, 1 failed",
    ]


def test_check_prints_why_an_order_was_refused(tmp_path: Path, capsys: Out) -> None:
    refused = RIGHT.replace("A Par - Bur", "A Par - Lon") + 'results = { "A Par - Lon" = "succeeds" }\n'
    assert main(["check", put(tmp_path, "a.toml", refused)]) == 1
    came = capsys.readouterr().out.splitlines()[-2]
    assert came == "        came      void, refused: London is not next to Paris."


def test_check_prints_json(tmp_path: Path, capsys: Out) -> None:
    assert main(["check", "--json", put(tmp_path, "a.toml", RIGHT + WRONG)]) == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["passed"], told["failed"]) == (1, 1)
    assert told["failures"][0]["differences"] == [
        {"what": "after, France", "expected": "A Gas", "came": "A Bur"}
    ]


def test_check_skips_the_listed_cases(tmp_path: Path, capsys: Out) -> None:
    skip = put(tmp_path, "skipped.toml", '[[skip]]\nid = "wrong"\nreason = "not yet"\n')
    assert main(["check", put(tmp_path, "a.toml", RIGHT + WRONG), "--skip", skip]) == 0
    assert capsys.readouterr().out == "wrong  skipped: not yet\n1 passed, 0 failed\n"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("[[case]", "not TOML"),
        (RIGHT.replace("after", "aftr"), "case right: aftr: no such key"),
        (RIGHT.replace('after = "France: A Bur"', ""), "case right: no result is expected"),
    ],
)
def test_check_of_an_unreadable_file(tmp_path: Path, capsys: Out, text: str, fault: str) -> None:
    bad, good = put(tmp_path, "bad.toml", text), put(tmp_path, "good.toml", RIGHT)
    assert main(["check", bad, good]) == 2
    told = capsys.readouterr()
    assert told.err.startswith(f"adjudicator: {bad}")
    assert fault in told.err
    assert told.out == "1 passed, 0 failed\n"


def test_check_of_a_missing_file(tmp_path: Path, capsys: Out) -> None:
    assert main(["check", str(tmp_path / "none.toml")]) == 2
    assert "cannot be opened" in capsys.readouterr().err


def test_choices(tmp_path: Path, capsys: Out) -> None:
    game = find("standard")
    state = put(tmp_path, "state.json", game.start({}, SeededDice("seed", 0)))
    assert main(["choices", "standard", state, "france"]) == 0
    told = capsys.readouterr().out
    for unit, orders in game.choices(game.start({}, SeededDice("seed", 0)), "France").items():
        assert unit in told.splitlines()
        assert f"    {orders[0]}" in told.splitlines()


@pytest.mark.parametrize("power", [[], ["--power", "France"]])
def test_show_the_start(capsys: Out, power: list[str]) -> None:
    assert main(["show", "standard", *power]) == 0
    told = capsys.readouterr().out
    assert "Spring 1901" in told.splitlines()[0]
    assert (power or ["everybody"])[-1] in told.splitlines()[0]


def test_draw_the_start(tmp_path: Path, capsys: Out) -> None:
    out = tmp_path / "out.svg"
    assert main(["draw", "standard", "-o", str(out)]) == 0
    assert main(["draw", "standard"]) == 0
    assert capsys.readouterr().out == out.read_text(encoding="utf-8")
    assert out.read_text(encoding="utf-8").startswith("<svg")


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (["show", "standrad"], 'no game "standrad"'),
        (["show", "standard", "--power", "Spain"], 'no power "Spain"'),
        (["show", "standard", "/none/state.json"], "/none/state.json"),
        (["show", "standard", __file__], __file__),
        (["replay", __file__], "not a recorded game"),
    ],
)
def test_an_unreadable_file_is_reported_in_one_line(capsys: Out, arguments: list[str], fault: str) -> None:
    assert main(arguments) == 2
    told = capsys.readouterr().err
    assert told.startswith("adjudicator: ")
    assert fault in told
    assert told.count("\n") == 1


def recorded(seed: str) -> dict[str, Any]:
    """Return two turns of standard Diplomacy as the service would store them."""
    game = find("standard")
    state, turns = game.start({}, SeededDice(seed, 0)), []
    for number, line in enumerate(["A Par - Bur", "A Bur - Mun"], 1):
        orders = {"France": game.read(state, "France", None, [line]).orders}
        turn = game.judge(state, orders, SeededDice(seed, number))
        turns.append({"orders": orders, **msgspec.to_builtins(turn)})
        state = turn.state
    return {"game": "standard", "options": {}, "seed": seed, "turns": turns}


def test_replay_confirms_a_correct_record(tmp_path: Path, capsys: Out) -> None:
    assert main(["replay", put(tmp_path, "game.json", json.dumps(recorded("s")))]) == 0
    assert capsys.readouterr().out == "2 turns adjudicated again: the same to the byte\n"


@pytest.mark.parametrize("what", ["state", "record"])
def test_replay_says_where_it_differs(tmp_path: Path, capsys: Out, what: str) -> None:
    game = recorded("s")
    game["turns"][1][what] = game["turns"][1][what].replace("Mun", "Ruh")
    assert main(["replay", put(tmp_path, "game.json", json.dumps(game))]) == 1
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith(f"turn 2, {what}: differs at character ")
    assert "Ruh" in told[0]
    assert "Mun" in told[0]
    assert told[-1] == "2 turns adjudicated again: not the same"


def test_replay_fails_if_the_orders_were_changed(tmp_path: Path) -> None:
    game = recorded("s")
    game["turns"][0]["orders"] = {}
    assert main(["replay", put(tmp_path, "game.json", json.dumps(game))]) == 1


def test_the_command_lists_its_subcommands_when_run_as_a_process() -> None:
    told = subprocess.run(
        [sys.executable, "-m", "adjudicator", "--help"], capture_output=True, text=True, check=True
    )
    for command in ("check", "choices", "show", "draw", "replay", "bench"):
        assert command in told.stdout

"""GM actions at the shell: the same as in a message, and one line for each error."""

import json
import os
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from pbem.cli.main import app
from pbem.core.templating import packaged
from pbem.service.transfer import FORMAT
from tests.support.thorough import every_row

NEW = [
    "new",
    "std3",
    "--gm",
    "gm@w.org",
    "--player",
    "France=Ann <ann@x.org>",
    "--player",
    "England=bob@y.org",
]

# Each action with words of its output, executed one after the other at the same table.
ACTIONS = [
    (["pause", "std3", "--because", "I am away"], "std3 is paused"),
    (["resume", "std3"], "std3 goes on"),
    (["pause", "std3", "--until", "a week", "--because", "I am away"], "It goes on by itself"),
    (["pause", "std3", "--until", "2099-12-31 20:00"], "It goes on by itself Thu 31 Dec 2099, 20:00"),
    (["resume", "std3"], "std3 goes on"),
    (["extend", "std3", "24h", "--because", "Ann is ill"], "Orders are due"),
    (["become", "std3", "france", "A Par - Bur"], "On file for France"),
    (["preview", "std3"], "nothing has changed"),
    (["broadcast", "std3", "Hello all."], "Sent to everybody"),
    (["ruling", "std3", "No coast, no fleet."], "next bulletin prints"),
    (["rule", "std3", "silence", "wait"], "House rule silence"),
    (
        ["correct", "std3", 'units.France = ["A Pic", "A Mar", "F Bre"]', "--because", "a slip"],
        "was corrected",
    ),
    (["replace", "std3", "France", "Dora <dora@v.org>"], "France has a new player: Dora"),
    (["eject", "std3", "England"], "England has no player now"),
    (["gm", "std3", "STATUS"], "Without a player"),
    (["run", "std3", "--now"], "turn 1 was run"),
    (["rollback", "std3", "--because", "too early"], "was rolled back"),
    (["rollforward", "std3"], "counts again as it was run"),
    (["rollback", "std3", "--to", "spring 1901"], "Spring 1901, movement was rolled back"),
    (["end", "std3", "France"], "France has won"),
]


@pytest.fixture(autouse=True)
def _own_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PBEM_DATABASE__URL", f"sqlite:///{tmp_path / 'pbem.sqlite'}")
    monkeypatch.setenv("PBEM_HOUSE__JUDGE", "judge@judge.example")
    monkeypatch.setenv("COLUMNS", "200")


def pbem(*arguments: str, said: str = "") -> Result:
    return CliRunner().invoke(app, list(arguments), input=said)


def opened(*more: str) -> None:
    assert pbem(*NEW, *("--game", "standard", *more)).exit_code == 0


def state() -> str:
    (row,) = json.loads(pbem("games", "--json").stdout)
    return str(row["state"])


def test_every_action_at_the_shell() -> None:
    opened()
    for arguments, said in ACTIONS:
        done = pbem(*arguments)
        assert (done.exit_code, said in done.stdout) == (0, True), (arguments, done.output)
    assert state() == "over"


def test_the_log_for_people_and_programs() -> None:
    opened()
    assert "Nothing was done yet" in pbem("log", "std3").stdout
    pbem("pause", "std3", "--because", "I am away")
    assert "the host: The game was paused" in pbem("log", "std3").stdout
    (row,) = json.loads(pbem("log", "std3", "--json").stdout)
    assert (row["word"], row["reason"], row["by"]) == ("PAUSE", "I am away", "the host")


def test_a_text_comes_from_standard_input() -> None:
    opened()
    assert "Sent to everybody" in pbem("broadcast", "std3", "-", said="Dear all,\nhello.\n").stdout
    assert "is paused" in pbem("gm", "std3", "-", said="EXTEND 24h\nPAUSE\n").stdout


FAULTS = [
    (["pause", "none"], 'no table "none"'),
    (["resume", "std3"], "not paused"),
    (["extend", "std3", "soon"], '"soon" is not a date and time; write "EXTEND 24h"'),
    (["replace", "std3", "Narnia", "dora@v.org"], 'no power "Narnia"'),
    (["replace", "std3", "France", "dora"], '"dora" is not a player'),
    (["correct", "std3", "units.France = []"], "printed with its reason"),
    (["become", "std3", "France", "A Xxx - Yyy"], "Xxx"),
    (["rollback", "std3"], "has run no turn"),
    (["rollforward", "std3"], "Nothing was rolled back"),
    (["begin", "std3"], "it has already begun"),
    (["log", "none"], 'no table "none"'),
    (["export", "none"], 'no table "none"'),
    (["export", "std3", "--to", "/no/such/folder/x"], "cannot be written"),
    (["import", "/no/such/file"], "cannot be read"),
    (["new", "x", "--gm", "gm@w.org", "--rules", "/no/such/file"], "cannot be read"),
]


@pytest.mark.parametrize(("arguments", "said"), every_row(4, FAULTS))
def test_an_error_is_one_line_and_an_exit_code(arguments: list[str], said: str) -> None:
    opened()
    done = pbem(*arguments)
    assert done.exit_code in (1, 2)
    assert said in done.stderr
    assert "Traceback" not in done.output


def test_a_table_is_written_and_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened()
    assert "std3 is in" in pbem("export", "std3", "--to", "std3.json", "--close").stdout
    assert state() == "paused"
    assert "already" in pbem("import", "std3.json").stderr
    monkeypatch.setenv("PBEM_DATABASE__URL", f"sqlite:///{tmp_path / 'other.sqlite'}")
    assert "std3 goes on here" in pbem("import", "std3.json").stdout
    assert state() == "running"


@pytest.mark.parametrize("to", ["pbem.toml", "none/std3.json"])
def test_an_export_replaces_no_file_but_an_export(to: str) -> None:
    """If the export fails, the game is not paused."""
    opened()
    Path("pbem.toml").write_text("[house]\n", "utf-8")
    done = pbem("export", "std3", "--to", to, "--close")
    assert (done.exit_code, Path("pbem.toml").read_text("utf-8"), state()) == (1, "[house]\n", "running")
    assert "is not an export: nothing was written" in done.stderr or "cannot be written" in done.stderr


def test_house_rules_from_a_copy_of_the_file(tmp_path: Path) -> None:
    text = (packaged("config") / "house-rules.toml").read_text("utf-8")
    (tmp_path / "rules.toml").write_text(text.replace('silence = "hold"', 'silence = "wait"'))
    assert pbem(*NEW, "--rules", "rules.toml").exit_code == 0
    (tmp_path / "rules.toml").write_text(text.replace('silence = "hold"', 'silence = "shoot"'))
    done = pbem("new", "std4", *NEW[2:], "--rules", "rules.toml")
    assert (done.exit_code, "write hold, wait" in done.stderr) == (2, True)


def test_an_export_is_readable_by_its_owner_only() -> None:
    """An export, also over a file that anybody could read, and the database itself with what is beside it."""
    Path("std3.json").write_text(f"{FORMAT}\n" + "x" * 10_000_000)
    Path("std3.json").chmod(0o644)
    old_umask = os.umask(0)
    try:
        opened()
        for name in ("new.json", "std3.json"):
            assert pbem("export", "std3", "--to", name).exit_code == 0
    finally:
        os.umask(old_umask)
    files = [Path("new.json"), Path("std3.json"), *Path().glob("pbem.sqlite*")]
    assert [file.name for file in files if file.stat().st_mode & 0o077] == []
    assert json.loads(Path("std3.json").read_text())["tables"]
    assert len(files) > 2

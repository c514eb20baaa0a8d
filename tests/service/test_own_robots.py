"""The robot of docs/robots.md reads report.json, and its sheet is accepted."""

import json
import re
import subprocess
import sys
from pathlib import Path

from adjudicator.core.dice import SeededDice
from adjudicator.core.game import Game, Power, State
from adjudicator.games import find
from adjudicator.robots.arena import Limits, play, playing, robot
from tests.support.table import Table, text_of

DOCUMENT = Path(__file__).parents[2] / "docs" / "robots.md"


def test_the_robot_of_the_document_plays_by_mail(tmp_path: Path) -> None:
    (program,) = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text("utf-8"), re.S)
    assert len(program.splitlines()) <= 36
    (tmp_path / "robot.py").write_text(program, "utf-8")
    table = Table(tmp_path)
    table.vouched.add("bot@x.org")
    table.opens("std1", "72h", {"France": "bot@x.org"}, "standard")
    table.mail("bot@x.org", "SET JSON ON", "std1")
    table.deadline_passes("std1")
    report = table.report_to("bot@x.org")
    (attached,) = [part for part in report.iter_attachments() if part.get_filename() == "report.json"]
    raw = attached.get_content()
    facts = json.loads(raw if isinstance(raw, str) else bytes(raw))
    (tmp_path / "report.json").write_text(json.dumps(facts), "utf-8")
    written = subprocess.run(
        [sys.executable, "robot.py", "report.json"],
        cwd=tmp_path,
        env={"PYTHONPATH": str(DOCUMENT.parents[1])},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert len(written.splitlines()) == 3
    table.reply(report, written)
    answer = text_of(table.last_to("bot@x.org"))
    assert answer.count(" moves to ") == 3


def test_a_function_can_be_a_player_in_a_robot_game() -> None:
    def holds(game: Game, state: State, power: Power, _seed: str) -> list[str]:
        return [*game.form(game.imagined(state, power), power)]

    game = find("standard")
    start = game.start({}, SeededDice("own", 0))
    players = dict.fromkeys(playing(game, start), robot("random")) | {"France": holds}
    result = play(game, start, players, "own", Limits(9, "Winter 1901"))
    assert "France" in result.alive

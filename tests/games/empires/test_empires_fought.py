"""Where a Power attacked is remembered until its next turn; PAUSE keeps it, and the next turn forgets it."""

from collections.abc import Sequence

from adjudicator.core.dice import SeededDice
from adjudicator.empires import game
from adjudicator.empires.position import from_text

FACTS = {
    "phase": "Germany",
    "turn": 3,
    "units": {
        "Germany": ["Army Metz", "Army Königsberg"],
        "Franco-British": ["French Army Verdun"],
        "Russia": ["Army Vilna"],
    },
}


def zones(state: str) -> list[str]:
    return [one.zone for one in from_text(state).fought if one.power == "Germany"]


def turn(state: str, lines: Sequence[str]) -> str:
    own = game.read(state, "Germany", None, lines)
    assert not [line for line in own.lines if line.verdict == "refused"]
    return game.judge(state, {"Germany": own.orders}, SeededDice("fought", game.due(state).number)).state


def test_the_next_turn_forgets_where_the_power_attacked_before() -> None:
    state = turn(game.place(FACTS), ["ACTIVATE", "Army Metz - Verdun attacks"])
    assert zones(state) == ["verdun"]
    for _ in range(3):
        state = game.judge(state, {}, SeededDice("others", 1)).state
    assert zones(state) == ["verdun"], "the turns of others change nothing"
    assert zones(turn(state, ["ACTIVATE", "Army Königsberg - Vilna attacks"])) == ["vilna"]


def test_the_rest_of_a_turn_adds_to_its_first_part() -> None:
    state = turn(game.place(FACTS), ["ACTIVATE", "Army Metz - Verdun attacks", "PAUSE"])
    assert zones(turn(state, ["ACTIVATE", "Army Königsberg - Vilna attacks"])) == ["verdun", "vilna"]

"""A game that is played in turn order keeps sheets that come ahead: who sent one is not silent."""

import pytest

from adjudicator import games
from adjudicator.core.dice import SeededDice
from pbem.turns.nmr import missing_powers

DICE = SeededDice("early", 1)


@pytest.mark.parametrize(("ahead", "silent"), [(True, []), (False, ["Franco-British"])])
def test_whoever_mailed_his_sheet_ahead_is_not_silent(ahead: bool, silent: list[str]) -> None:
    game = games.find("empires")
    start = game.start({"pace": "single"}, SeededDice("early", 0))
    orders = {"Germany": game.read(start, "Germany", None, ["PASS"]).orders}
    if ahead:
        orders["Franco-British"] = game.read(start, "Franco-British", None, ["ENTRENCH Paris"]).orders
    turn = game.judge(start, orders, DICE)
    assert list(game.due(turn.state).owed) == ["Franco-British"]
    assert missing_powers(game, turn.state, {}) == silent

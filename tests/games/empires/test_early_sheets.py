"""A game that is played in turn order keeps sheets that come ahead: who sent one is not silent."""

import pytest

from adjudicator import games
from adjudicator.core.dice import SeededDice
from pbem.tables.reminders import missing_powers

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


@pytest.mark.parametrize("is_stored", [False, True])
def test_change_replaces_one_action_of_a_sheet_sent_ahead(is_stored: bool) -> None:
    game = games.find("empires")
    state = game.start({}, SeededDice("early", 0))
    ahead = game.read(state, "Franco-British", None, ["ENTRENCH Paris", "RESEARCH Aviation"]).orders
    if is_stored:  # Germany's turn has passed, and the state has the sheet
        german = game.read(state, "Germany", None, ["PASS"]).orders
        state = game.judge(state, {"Germany": german, "Franco-British": ahead}, DICE).state
    reading = game.read(state, "Franco-British", None if is_stored else ahead, ["CHANGE ENTRENCH Lille"])
    assert [row.order for row in reading.in_force[:2]] == ["Entrenches in Lille", "Researches Aviation"]
    assert 'This replaces one line of your sheet, "ENTRENCH Paris"; the others stay.' in reading.warnings

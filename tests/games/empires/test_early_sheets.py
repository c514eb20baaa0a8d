"""In a game in turn order sheets may be sent ahead, and their senders are not silent."""

import pytest

from adjudicator import games
from adjudicator.core.dice import SeededDice
from adjudicator.core.game import REFUSED
from pbem.tables.deadlines.reminders import missing_powers

DICE = SeededDice("early", 1)


@pytest.mark.parametrize(("ahead", "silent"), [(True, []), (False, ["Franco-British"])])
def test_a_player_with_a_sheet_sent_ahead_is_not_silent(ahead: bool, silent: list[str]) -> None:
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


BEFORE_GERMANY = {
    "phase": "Germany",
    "turn": 3,
    "units": {
        "Germany": ["Army Metz"],
        "Russia": ["2 Armies Warsaw", "Army Kamenets", "Army Odessa"],
        "Austria-Hungary": ["Army Lutsk reduced"],
    },
}


def form_with(*sheet: str) -> list[str]:
    """Return the form of Russia when Germany has played and Russia's sheet was sent ahead."""
    game = games.find("empires")
    state = game.place(BEFORE_GERMANY)
    orders = {
        "Germany": game.read(state, "Germany", None, ["PASS"]).orders,
        "Russia": game.read(state, "Russia", None, sheet).orders,
    }
    after = game.judge(state, orders, DICE).state
    form = list(game.form(after, "Russia"))
    assert not any(line.verdict == REFUSED for line in game.read(after, "Russia", None, form).lines)
    return form


def test_the_form_beside_a_sheet_shows_what_is_left() -> None:
    """The form once had only the sheet, so neither an idle army nor a free action was visible."""
    form = form_with("ACTIVATE", "Army Warsaw - Krakow")
    idle = form.index("# Armies of yours without an order; your ACTIVATE has room for 2 more:")
    assert form[idle + 3] == "#   Army Odessa - ..."
    assert form[idle + 4] == "# You have 1 action left; a line below ALSO adds it:"
    assert "# ENTRENCH ..." in form


def test_the_form_of_a_full_sheet_has_no_more_actions() -> None:
    form = form_with("ENTRENCH Warsaw", "RESEARCH Manoeuvre")
    assert form[-2:] == ["ENTRENCH Warsaw", "RESEARCH Manoeuvre"]


def test_a_refused_line_is_a_comment_of_the_form() -> None:
    form = form_with("ACTIVATE", "Army Warsaw - Petrograd", "Army Odessa - Kiev", "ENTRENCH Warsaw")
    at = form.index("# The line marked below is refused as things stand, so it is only a comment here:")
    assert "# Army Warsaw - Petrograd   # refused" in form[at:]


def test_the_form_beside_a_sheet_shows_that_recruit_may_be_added() -> None:
    """7.3: RECRUIT is the first action or none; ALSO puts it above the sheet on file."""
    form = form_with("ENTRENCH Warsaw")
    left = form.index("# You have 1 action left; a line below ALSO adds it:")
    assert form[left + 1].startswith("# RECRUIT full in ..., reduced in ...")
    assert not any(line.startswith("# RECRUIT") for line in form_with("RECRUIT reduced in Riga"))

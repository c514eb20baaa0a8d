"""Corrections of a position in each game: accepted if the game can continue from it."""

from typing import Any

import pytest

from adjudicator.core.dice import SeededDice
from adjudicator.core.game import Game
from adjudicator.games import rule_sets
from pbem.gamemaster.repairs.corrections import corrected
from pbem.tables.gm_actions import NotDone
from pbem.tables.trial_run import goes_on
from tests.support.gamemaster import gm, gm_answers, gm_asks, news_to
from tests.support.table import ASKS, Table, text_of
from tests.support.thorough import every

GAMES = {game.card.key: game for game in rule_sets()}
SHAPES: list[Any] = [
    "x",
    3,
    -1,
    True,
    2.5,
    [],
    [4],
    ["x"],
    [["x"]],
    {},
    {"x": 3},
    {"x": ["y"]},
    "9" * 9,
    10**30,
]


def after(key: str, turns: int, **options: str) -> str:
    """Return the position after that many turns without any orders."""
    game = GAMES[key]
    state = game.start(options, SeededDice("x", 0))
    for _ in range(turns):
        state = game.judge(state, {}, SeededDice("x", game.due(state).number)).state
    return state


@pytest.mark.parametrize(
    ("key", "wanted", "why"),
    [
        ("standard", {"units": {"France": ["A Par", "F Bre", "A Par"]}}, "one province"),
        ("standard", {"units": {"France": ["A Vie"]}}, "one province"),
        ("standard", {"units": {"Turkey": ["F Bul/ec"], "Russia": ["F Bul/sc"]}}, "one province"),
        ("standard", {"units": {"France": ["F Par"]}}, "cannot be there"),
        ("standard", {"units": {"France": "A Par"}}, "write a list"),
        ("standard", {"units": {"France": [3]}}, "each thing in the list"),
        ("standard", {"units": "none"}, "write a table"),
        ("downfall-xiii", {"units": {"Gandalf": ["Aragorn Iml", "Aragorn Shi"]}}, "there is only one"),
        ("downfall-xiii", {"units": {"Umbar": ["Sauron Cit"]}}, "there is only one"),
        ("downfall-xiii", {"units": {"Dwarves": ["A Ere [Ring]", "A Iro [Ring]"]}}, "there is only one"),
        ("downfall-xiii", {"units": {"Dwarves": ["F Ere"]}}, "cannot stand"),
        ("hardbop", {"units": {"Dwarves": ["F Erb"]}}, "cannot stand"),
        ("hardbop", {"units": {"Rohan": ["A HDe [Ring]", "C Dhw [Ring]"]}}, "there is only one"),
        ("hardbop", {"units": {"Rohan": ["A MTi"]}}, "nothing stacks"),
        ("hardbop", {"units": {"Umbar": ["Sauron Cit"]}}, "there is only one"),
        ("empires", {"units": {"Germany": ["9 Armies Metz"]}}, "may stand there"),
        ("empires", {"units": {"Germany": ["99999999 Armies Metz"]}}, "that large"),
        ("domination", {"units": {"Red": ["Knight A3"]}}, "on this board"),
        ("domination", {"state": {"dead": {"Red": -3}}}, "cannot have -3 units"),
    ],
)  # fmt: skip
def test_an_impossible_position_is_refused_with_the_reason(
    key: str, wanted: dict[str, Any], why: str
) -> None:
    with pytest.raises(NotDone, match=why):
        corrected(GAMES[key], after(key, 0), wanted)


def test_only_units_of_the_cards_in_play_stand_on_a_board() -> None:
    with pytest.raises(NotDone, match="no Ogre in this game"):
        corrected(GAMES["domination"], after("domination", 2), {"units": {"Red": ["Ogre A3"]}})


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("turns", [0, 1, 3])
def test_a_domination_position_is_corrected_whoever_is_due(players: int, turns: int) -> None:
    state = after("domination", turns, players=str(players))
    new = corrected(GAMES["domination"], state, {"state": {"dead": {"Red": 3}}})
    assert GAMES["domination"].describe(new)["state"]["dead"]["Red"] == 3


@pytest.mark.parametrize(("key", "power"), [("standard", "Austria"), ("downfall-xiii", "Dwarves")])
def test_a_position_with_retreats_is_corrected(key: str, power: str) -> None:
    """Units that wait to retreat cannot be described fully, so they stay as they are."""
    game = GAMES[key]
    state = _with_a_retreat(game)
    waiting = game.describe(state)["dislodged"]
    assert any(waiting.values())
    units = game.describe(state)["units"][power][1:]
    new = corrected(game, state, {"units": {power: units}})
    assert (game.describe(new)["units"][power], game.describe(new)["dislodged"]) == (units, waiting)


def _with_a_retreat(game: Game) -> str:
    if game.card.key == "standard":
        facts = {"phase": "retreat", "units": {"Austria": ["A Vie", "A Bud"], "Italy": ["A Ser"]}}
        return game.place({**facts, "dislodged": {"Turkey": ["A Ser < Bud"]}})
    units = {"Dwarves": ["A Blu", "A Ere"], "Gondor": ["A MTi"]}
    beaten = {"Mordor": ["A Osg < MTi"]}
    return game.place({"phase": "retreat", "units": units, "dislodged": beaten, "state": {"ring": "Bre"}})


@pytest.mark.parametrize("key", every(2, GAMES))
def test_no_value_of_a_correction_breaks_the_game(key: str) -> None:
    """Any value in any place is refused with a sentence, or the game continues from it."""
    game, state = GAMES[key], after(key, 0)
    facts = {name: value for name, value in game.describe(state).items() if name not in ("results", "winner")}
    for where in _places(facts):
        for value in SHAPES:
            wanted: Any = value
            for name in reversed(where):
                wanted = {name: wanted}
            try:
                new = corrected(game, state, wanted)
            except NotDone:
                continue
            assert goes_on(game, new), wanted


def _places(facts: Any) -> list[tuple[str, ...]]:
    """Return each key and the keys below it; of many similar keys the first and an unknown one."""
    found: list[tuple[str, ...]] = []
    for key, value in facts.items():
        found.append((key,))
        if isinstance(value, dict):
            below = list(value) if key == "state" else list(value)[:1]
            found += [(key, name) for name in (*below, "x")]
            found += [(key, name, "x") for name in below if isinstance(value[name], dict)]
    return found


def test_a_rollback_undoes_a_position_that_cannot_be_read(table: Table) -> None:
    """A correction by an earlier version left an unreadable position; the rollback must not raise."""
    table.opens("dom", "72h", {"Red": "ann@x.org", "Blue": "bob@y.org"}, "domination")
    table.deadline_passes("dom")
    turn = table.turns("dom")[-1]
    start = table.row("dom").start
    with table.store.writing() as session:
        turn.before = start.replace('"units":[]', '"units":[["Red","Knight","A3",1]]')
        assert turn.before != start
        session.add(turn)
    assert not goes_on(GAMES["domination"], turn.before)
    table.clock.passes(hours=1)
    assert "was rolled back" in gm(table, "ROLLBACK", "dom")
    assert table.row("dom").position == start
    assert "rolled back" in text_of(table.mails_to("bob@y.org")[-2])


def seated(table: Table) -> None:
    players = {"Gandalf": "ann@x.org", "Mordor": "bob@y.org"}
    table.opens("xiii", "72h", players, "downfall-xiii")
    table.post_office.forget()


def test_each_player_is_mailed_what_they_may_know_of_a_correction(table: Table) -> None:
    seated(table)
    told = gm(table, CORRECTION, "xiii")
    assert "Aragorn Nen" in told  # the game master wrote it, and may read everything
    assert "Aragorn is in Nenuial" in text_of(table.last_to("ann@x.org"))
    mordor = text_of(table.last_to("bob@y.org"))
    assert "corrected the position: a message was lost." in mordor
    assert "Nothing that you may know of has changed" in mordor
    table.deadline_passes("xiii")
    assert "The position was corrected. Reason: a message was lost" in text_of(table.report_to("bob@y.org"))
    table.mail("bob@y.org", "LOG", "xiii")
    for mail in table.mails_to("bob@y.org"):
        assert "Aragorn" not in text_of(mail)


def test_the_bulletin_prints_what_everybody_may_know_of_a_correction(table: Table) -> None:
    seated(table)
    gm(table, 'CORRECT because it is dead\nunits.Dwarves = ["A Ere", "A Iro", "Dain Ere"]\nEND', "xiii")
    assert "Army Erebor, Army Iron Hills, Dain in Erebor" in text_of(table.last_to("bob@y.org"))
    table.deadline_passes("xiii")
    assert "Army Erebor, Army Iron Hills, Dain in Erebor" in text_of(table.report_to("bob@y.org"))


def test_a_correction_reveals_nothing_to_a_gm_who_may_not_read_secrets(table: Table) -> None:
    """It reveals neither that a guess was right nor why it was refused."""
    seated(table)
    gm(table, "SET gm_reads public", "xiii")
    gm(table, CORRECTION, "xiii")
    assert gm(table, CORRECTION, "xiii") == gm(table, CORRECTION.replace("Nen", "Wit"), "xiii")
    told = gm(table, 'CORRECT because x\nunits.Umbar = ["Aragorn Cit"]\nEND', "xiii")
    assert ("Nen" in told, "Wit" in told, "Iml" in told) == (False, False, False)
    assert "no place is called" in gm(table, 'CORRECT because x\nstate.ring = "Nowhere"\nEND', "xiii")


CORRECTION = """CORRECT because a message was lost
units.Gandalf = ["Aragorn Nen", "Fe Iml", "R FEr", "R Shi"]
END"""


# --- undone ----------------------------------------------------------------------------------------------

TO_FOUR = "CORRECT because Red was cheated\nat.Red = 4\nEND"


@pytest.mark.parametrize(
    "line",
    [
        "UNDO CORRECT because it was right before",
        "undo the correction",
        "Take back my last correction, please",
        "Please take the correction back.",
        "Rollback the correction",
    ],
)
def test_a_correction_is_undone_after_a_preview(table: Table, line: str) -> None:
    gm(table, TO_FOUR)
    assert "Red stands at 4" in gm(table, "POSITION")
    told = gm_asks(table, line)
    assert ASKS in told and "Red stands at 0" in told
    assert "Red stands at 4" in gm(table, "POSITION")
    gm_asks(table, line)
    assert "The last correction of the position was taken back" in gm_answers(table, "YES")
    assert table.row().position == table.row().start
    assert "Red stands at 0" in text_of(news_to(table, "Blue", "taken back"))
    assert "was taken back" in gm(table, "LOG")


def test_corrections_are_undone_one_after_the_other(table: Table) -> None:
    gm(table, TO_FOUR)
    gm(table, TO_FOUR.replace("4", "5"))
    gm(table, "UNDO CORRECT")
    assert "Red stands at 4" in gm(table, "POSITION")
    gm(table, "UNDO CORRECT")
    assert table.row().position == table.row().start
    assert "There is no correction of r1 that could be taken back" in gm(table, "UNDO CORRECT")


def test_after_a_turn_the_rollback_comes_first(table: Table) -> None:
    gm(table, TO_FOUR)
    corrected = table.row().position
    table.deadline_passes()
    assert "ROLLBACK undoes a turn" in gm(table, "UNDO CORRECT")
    gm(table, "ROLLBACK because it was run too early")
    assert table.row().position == corrected
    gm(table, "UNDO CORRECT")
    assert table.row().position == table.row().start


def test_undo_after_a_correction_says_that_there_is_a_smaller_step(table: Table) -> None:
    table.deadline_passes()
    gm(table, TO_FOUR.replace("4", "5"))
    told = gm_asks(table, "UNDO")
    assert "If you mean the correction alone, answer NO and write UNDO CORRECT." in told
    gm_answers(table, "NO")
    gm(table, "UNDO CORRECT")
    assert "write UNDO CORRECT" not in gm_asks(table, "UNDO")


def test_undoing_a_correction_may_need_two_approvals(table: Table) -> None:
    gm(table, TO_FOUR)
    gm(table, "DEPUTY Dora <dora@v.org> may approve\nSET two_approvals yes")
    corrected = table.row().position
    assert "a second person must approve" in gm(table, "UNDO CORRECT")
    assert table.row().position == corrected
    table.reply(news_to(table, "dora@v.org", "your approval is needed"), "yes")
    assert table.row().position == table.row().start


@pytest.mark.parametrize(
    "body",
    ['CORRECT units.France = ["A Bur", "F Bre"] because of a slip',
     'correct: units.France = ["A Bur", "F Bre"], because it was a slip\nEND',
     'CORRECT units.France = ["A Bur", "F Bre"] because of a slip\n\nBest wishes,\nGrace',
     'CORRECT units.France = ["A Bur"] because of a slip\nunits.Germany = ["F Kie"]\nThanks!'],
)  # fmt: skip
def test_the_correct_value_may_be_on_the_line_of_the_command(table: Table, body: str) -> None:
    table.opens("std1", game="standard", players={"France": "france@x.org", "Germany": "germany@x.org"})
    told = gm_asks(table, body, "std1")
    assert ASKS in told and "Army Burgundy" in told
    assert ("Fleet Kiel" in told) == ("Germany" in body)
    gm_answers(table, "YES")
    assert "Army Burgundy" in gm(table, "POSITION", "std1")
    assert "slip" in gm(table, "LOG", "std1")


def test_a_correction_on_the_line_of_the_command_needs_a_reason_too(table: Table) -> None:
    table.opens("std1", game="standard", players={"France": "france@x.org"})
    assert "A correction is printed with its reason" in gm(table, 'CORRECT units.France = ["A Bur"]', "std1")

"""The standard rules play a board that is a folder of data and no code, beside the ordinary one."""

import pytest

from adjudicator import games
from adjudicator.core.board import load, read
from adjudicator.core.board_rows import BoardError
from adjudicator.core.dice import ListedDice
from adjudicator.core.game import REFUSED, TAKEN, Turn
from adjudicator.core.package_files import text_beside
from adjudicator.games import every_game, find, rule_sets
from adjudicator.standard import StandardGame

NO_DICE = ListedDice([])
LANDS = StandardGame(load("tests.boards.three_lands"))
ORDINARY = find("standard")
WHOLE_GAME = (
    # turn as printed, Ash's sheet, Oak's sheet
    ("Thaw 700, movement", "Ashen army Asaland to Mitte", "A Oka H"),
    ("Harvest 700, movement", "A Mid H", ""),
    ("Frost 700, adjustment", "Build F Asa", ""),
    ("Thaw 701, movement", "F Asa - Lak", "A Oka H"),
    ("Harvest 701, movement", "A Mid - Oka; F Lak S A Mid - Oka", "A Oka H"),
    ("Harvest 701, retreat", "", "A Oka - Asa"),
    ("Thaw 702, movement", "A Oka - Asa; F Lak S A Oka - Asa", "A Asa H"),
    ("Thaw 702, retreat", "", ""),
    ("Harvest 702, movement", "A Asa H", ""),
)


def judged(state: str, **sheets: str) -> Turn:
    """Adjudicate a turn of the Three Lands; every line must be accepted."""
    orders: dict[str, str] = {}
    for power, sheet in sheets.items():
        reading = LANDS.read(state, power, None, sheet.split(";") if sheet else [])
        assert all(line.verdict == TAKEN for line in reading.lines), reading.lines
        orders |= {power: reading.orders} if sheet else {}
    return LANDS.judge(state, orders, NO_DICE)


def play(turns: int) -> tuple[str, list[Turn]]:
    played: list[Turn] = []
    state = LANDS.start({}, NO_DICE)
    for title, ash, oak in WHOLE_GAME[:turns]:
        assert LANDS.due(state).turn == title
        played.append(judged(state, Ash=ash, Oak=oak))
        state = played[-1].state
        ORDINARY.due(ORDINARY.start({}, NO_DICE))  # the other board does not interfere
    return state, played


def test_a_whole_game_is_played_from_data_alone() -> None:
    state, played = play(len(WHOLE_GAME))
    assert LANDS.due(state).over
    assert LANDS.due(state).winners == ("Ash",)
    facts = LANDS.describe(state)
    assert facts["units"] == {"Ash": ["A Asa", "F Lak"], "Oak": []}
    assert facts["centres"]["Ash"] == ["Asa", "Oka", "Mid"]
    assert LANDS.show(state, played[-1].record, None).headline == "Ash wins the game"


def test_support_dislodges_and_the_beaten_retreats() -> None:
    state, played = play(5)
    assert LANDS.describe(state)["dislodged"] == {"Ash": {}, "Oak": {"A Oka": ["Asa"]}}
    results = LANDS.describe(state, played[-1].record)["results"]
    assert results["Oak"] == {"Army Okaland holds": "dislodged"}
    assert results["Ash"] == {
        "Army Middle moves to Okaland": "succeeds",
        "Fleet Round Lake supports the move from Middle to Okaland": "succeeds",
    }


def test_the_card_and_the_report_speak_of_this_board() -> None:
    card = LANDS.card
    assert (card.key, card.title, card.seats) == ("three-lands", "Three Lands", ("Ash", "Oak"))
    assert card.sentence == "Two powers, secret orders: first to 3 supply centres wins."
    assert card.seasons == ("Thaw", "Harvest", "Frost")
    assert card.credits == ("Drawn for a test.",)
    sheet = LANDS.show(LANDS.start({}, NO_DICE), None, "Ash")
    assert sheet.headline == "2 powers, 3 centres to win"
    assert sheet.lead == "Ash and Oak play. Three Lands is won with 3 supply centres after a Harvest turn."
    assert sheet.alt.startswith("The map of the Three Lands, Thaw 700, movement")


def test_the_picture_is_of_this_board() -> None:
    state, played = play(1)
    drawn = LANDS.picture(state, played[0].record, None)
    assert "Round Lake" in drawn
    assert "Three Lands: Thaw 700, movement" in drawn
    assert "Burgundy" not in drawn


def test_units_are_built_in_any_own_centre_where_the_board_says_so() -> None:
    state = LANDS.place({"phase": "adjustment", "units": {"Ash": ["F Lak"]}, "centres": {"Ash": ["Mid"]}})
    assert "Build A Mid" in LANDS.choices(state, "Ash")["Build 1"]
    assert LANDS.describe(judged(state, Ash="Build A Mid").state)["units"]["Ash"] == ["F Lak", "A Mid"]
    [line] = LANDS.read(state, "Ash", None, ["Build A Oka"]).lines
    assert line.reason == "Okaland is not yours now."
    assert line.remedy == "Free supply centres: Asa and Mid."


def test_units_are_built_in_home_centres_on_the_ordinary_board() -> None:
    facts = {"phase": "adjustment", "units": {"France": []}, "centres": {"France": ["Par", "Bel"]}}
    state = ORDINARY.place(facts)
    [line] = ORDINARY.read(state, "France", None, ["Build A Bel"]).lines
    assert (line.reason, line.remedy) == (
        "Belgium is not a home centre of France.",
        "Free home centres: Par, Bre and Mar.",
    )


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("A Asa - Par", 'There is no province "Par".'),
        ("Ashfolk: A Oka H", "Army Okaland belongs to Oak."),
        ("Build A Asa", "Builds and removals follow the Harvest turn; now orders to move are due."),
        ("A Asa S", "This is not understood."),
    ],
)
def test_refusals_mention_only_places_of_this_board(said: str, reason: str) -> None:
    [line] = LANDS.read(LANDS.start({}, NO_DICE), "Ash", None, [said]).lines
    assert (line.verdict, line.reason) == (REFUSED, reason)
    assert "Par" not in line.remedy


def test_another_boards_names_are_not_read_in_a_state() -> None:
    with pytest.raises(ValueError, match="Invalid enum value"):
        LANDS.due(ORDINARY.start({}, NO_DICE))


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("victory.centres = 3\n", "victory is missing; write victory = ..."),
        ('game.called = "the game of Three Lands"\n', "game: called is missing; write called = ..."),
    ],
)
def test_an_incomplete_board_is_refused_with_what_is_missing(line: str, fault: str) -> None:
    text = text_beside("tests.boards.three_lands", "board.toml")
    less = text.replace(line, "")
    assert less != text
    with pytest.raises(BoardError, match=fault):
        StandardGame(read(less, "board.toml"))


def test_a_folder_among_the_maps_is_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "MAPS", "tests.boards")
    assert find("three-lands").card == LANDS.card
    assert find("Three Lands") is find("lands") is find("three-lands")
    assert every_game() == (*rule_sets(), find("three-lands"))
    assert find("standard") is ORDINARY
    with pytest.raises(ValueError, match=r"there are standard, .*, three-lands"):
        find("nothing of the kind")

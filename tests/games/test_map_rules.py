"""What a map may say of the rules: the first phase, ties, where units are built, neutral units, islands."""

from pathlib import Path

import pytest

from adjudicator.core.board import NEUTRAL, Board, load
from adjudicator.core.board_rows import BoardError
from adjudicator.core.dice import ListedDice
from adjudicator.core.game import Game
from adjudicator.core.package_files import text_beside
from adjudicator.games import find
from adjudicator.standard import StandardGame

NO_DICE = ListedDice([])
LANDS = text_beside("tests.boards.three_lands", "board.toml")
ON_THE_ORDINARY_MAP = ("fleet-rome", "chaos", "winter-1900", "france-v-austria", "germany-v-italy")


def lands(folder: Path, *changes: tuple[str, str]) -> StandardGame:
    """Return the game of the Three Lands with *changes* to its file, in a folder of its own."""
    text = LANDS
    for before, after in changes:
        assert before in text, before
        text = text.replace(before, after)
    place = folder / str(abs(hash(changes)))
    place.mkdir()
    (place / "board.toml").write_text(text, "utf-8")
    return StandardGame(load(str(place)))


def sheets(game: Game, state: str, **orders: str) -> dict[str, str]:
    return {power: game.read(state, power, None, lines.split(";")).orders for power, lines in orders.items()}


@pytest.mark.parametrize("key", ON_THE_ORDINARY_MAP)
def test_a_map_that_says_only_what_differs_is_played_on_the_ordinary_one(key: str) -> None:
    game = find(key)
    state = game.start({}, NO_DICE)
    assert game.card.places == find("standard").card.places
    assert set(game.due(state).owed) == set(game.card.seats)
    assert len(game.picture(state, None, None)) > 100_000


def test_fleet_rome_differs_in_one_unit() -> None:
    ordinary, game = find("standard"), find("fleet-rome")
    units = game.describe(game.start({}, NO_DICE))["units"]
    before = ordinary.describe(ordinary.start({}, NO_DICE))["units"]
    assert units["Italy"] != before["Italy"]
    assert "F Rom" in units["Italy"]
    assert {**units, "Italy": ()} == {**before, "Italy": ()}


def test_a_game_may_begin_with_builds() -> None:
    game = find("winter-1900")
    state = game.start({}, NO_DICE)
    due = game.due(state)
    assert (due.turn, due.number, due.owed["Russia"]) == ("Winter 1900, adjustment", 1, "4 builds")
    orders = sheets(game, state, Italy="Build F Rom; Build A Ven; Build F Nap")
    after = game.judge(state, orders, NO_DICE).state
    assert game.due(after).turn == "Spring 1901, movement"
    assert game.describe(after)["units"]["Italy"] == ["F Rom", "A Ven", "F Nap"]
    assert game.describe(after)["units"]["France"] == []


def test_each_of_thirty_four_players_has_one_centre_and_builds_in_any() -> None:
    game = find("chaos")
    state = game.start({}, NO_DICE)
    assert len(game.card.seats) == len(game.card.centres) == 34
    assert set(game.due(state).owed.values()) == {"1 build"}
    position = game.place({"phase": "adjustment", "units": {}, "centres": {"Paris": ["Par", "Bre"]}})
    reading = game.read(position, "Paris", None, ["Build F Bre"])
    assert [line.verdict for line in reading.lines] == ["taken"]


def test_homes_of_powers_that_do_not_play_are_neutral() -> None:
    game = find("france-v-austria")
    facts = game.describe(game.start({}, NO_DICE))
    assert facts["centres"] == {"Austria": ["Vie", "Bud", "Tri"], "France": ["Par", "Bre", "Mar"]}
    assert set(facts["units"]) == {"Austria", "France"}


@pytest.mark.parametrize(
    ("tie", "ahead", "level"),
    [
        ("shared", ("Ash", "Oak"), ("Ash", "Oak")),
        ("the most", ("Ash",), ("Ash", "Oak")),
        ("goes on", ("Ash",), ()),
    ],
)
def test_what_a_tie_brings_is_the_map_s_to_say(
    tmp_path: Path, tie: str, ahead: tuple[str, ...], level: tuple[str, ...]
) -> None:
    game = lands(tmp_path, ("victory.centres = 3", f'victory.centres = 1\nvictory.tie = "{tie}"'))
    for centres, winners in (({"Ash": ["Asa", "Mid"]}, ahead), ({}, level)):
        state = game.place({"turn": 2, "units": {"Ash": ["A Asa"], "Oak": ["A Oka"]}, "centres": centres})
        after = game.judge(state, {}, NO_DICE).state
        assert game.due(after).winners == winners
        assert game.due(after).over == bool(winners)


def test_units_are_built_in_chosen_centres(tmp_path: Path) -> None:
    game = lands(
        tmp_path,
        ('game.builds = "anywhere"', 'game.builds = "chosen centres"'),
        ("victory.centres = 3", 'victory.centres = 3\nbuilding = { Ash = ["Mid"] }'),
    )
    state = game.place(
        {"phase": "adjustment", "units": {}, "centres": {"Ash": ["Asa", "Mid"], "Oak": ["Oka"]}}
    )
    lines = game.read(state, "Ash", None, ["Build A Mid", "Build A Asa"]).lines
    assert [line.verdict for line in lines] == ["taken", "refused"]
    assert game.due(state).owed == {"Ash": "1 build"}  # Oak may build nowhere


def test_turns_may_be_half_decades(tmp_path: Path) -> None:
    game = lands(
        tmp_path,
        ("game.first_year = 700", "game.first_year = 1425"),
        (
            'seasons = { spring = "Thaw", autumn = "Harvest", adjustment = "Frost" }',
            "seasons = { years = 10, autumn_after = 5 }",
        ),
    )
    state = game.start({}, NO_DICE)
    turns = []
    for _ in range(4):
        turns.append(game.due(state).turn)
        state = game.judge(state, {}, NO_DICE).state
    assert turns == [
        "Spring 1425, movement",
        "Autumn 1430, movement",
        "Spring 1435, movement",
        "Autumn 1440, movement",
    ]


WITH_NEUTRAL = ("start = [", 'start = [\n    { power = "Neutral", unit = "A", at = "Mid" },')


def test_a_neutral_unit_holds_and_owes_nothing(tmp_path: Path) -> None:
    game = lands(tmp_path, WITH_NEUTRAL)
    state = game.start({}, NO_DICE)
    assert NEUTRAL not in game.card.seats
    assert set(game.due(state).owed) == {"Ash", "Oak"}
    turn = game.judge(state, sheets(game, state, Ash="A Asa - Mid"), NO_DICE)
    assert game.describe(turn.state)["units"]["Ash"] == ["A Asa"]
    turn = game.judge(turn.state, {}, NO_DICE)
    assert game.due(turn.state).turn == "Thaw 701, movement"  # nothing is removed, and nobody owns Middle
    assert "Mid" not in str(game.describe(turn.state)["centres"])


def test_a_neutral_unit_that_is_beaten_is_gone_at_once_and_put_back_where_nobody_owns_the_place(
    tmp_path: Path,
) -> None:
    game = lands(tmp_path, WITH_NEUTRAL)
    facts = {"units": {"Ash": ["A Asa", "F Lak"], "Oak": ["A Oka"], NEUTRAL: ["A Mid"]}}
    state = game.place(facts)
    beaten = game.judge(state, sheets(game, state, Ash="A Asa - Mid; F Lak S A Asa - Mid"), NO_DICE).state
    assert game.due(beaten).phase == "movement"  # no retreat is asked of anybody
    away = game.judge(beaten, sheets(game, beaten, Ash="A Mid - Asa"), NO_DICE).state
    assert game.describe(away)["units"][NEUTRAL] == ["A Mid"]
    stays = game.judge(beaten, sheets(game, beaten, Ash="A Mid H"), NO_DICE).state
    assert game.describe(stays)["units"].get(NEUTRAL, []) == []


def test_a_fleet_at_an_island_convoys_where_the_map_says_so(tmp_path: Path) -> None:
    closed = ('{ between = ["Asa", "Mid"], kind = "land", army = true, fleet = true }', "")
    island = ('aliases = ["Mitte"], kind', 'aliases = ["Mitte"], convoys = true, kind')
    closed = (
        '{ between = ["Asa", "Mid"], kind = "land", army = true',
        '{ between = ["Asa", "Mid"], kind = "land", army = false',
    )
    shut = (
        '{ between = ["Oka", "Mid"], kind = "land", army = true',
        '{ between = ["Oka", "Mid"], kind = "land", army = false',
    )
    far = (
        '{ between = ["Asa", "Oka"], kind = "land", army = true, fleet = true }',
        '{ between = ["Asa", "Oka"], kind = "land", army = false, fleet = true }',
    )
    facts = {"units": {"Ash": ["A Asa", "F Mid"]}}
    written = ["A Asa - Oka via convoy", "F Mid C A Asa - Oka"]
    plain = lands(tmp_path, closed, shut, far)
    lines = plain.read(plain.place(facts), "Ash", None, written).lines
    assert {line.verdict for line in lines} == {"refused"}
    game = lands(tmp_path, closed, shut, far, island)
    state = game.place(facts)
    reading = game.read(state, "Ash", None, written)
    assert {line.verdict for line in reading.lines} == {"taken"}
    after = game.judge(state, {"Ash": reading.orders}, NO_DICE).state
    assert game.describe(after)["units"]["Ash"] == ["A Oka", "F Mid"]


ONE_WAY = ('["Oka", "Mid"], kind = "land",', '["Oka", "Mid"], kind = "land", one_way = true,')


def test_a_border_may_lead_one_way_for_moves_supports_and_retreats(tmp_path: Path) -> None:
    facts = {"units": {"Ash": ["A Mid"], "Oak": ["A Oka"]}}
    both, one = lands(tmp_path), lands(tmp_path, ONE_WAY)
    for power, line, ways in (
        ("Oak", "A Oka - Mid", ("taken", "taken")),
        ("Oak", "A Oka S A Mid", ("taken", "taken")),
        ("Ash", "A Mid - Oka", ("taken", "refused")),
        ("Ash", "A Mid S A Oka", ("taken", "refused")),
    ):
        read = [game.read(game.place(facts), power, None, [line]).lines[0] for game in (both, one)]
        assert tuple(found.verdict for found in read) == ways, line
    beaten = {"phase": "retreat", "units": {"Oak": ["A Asa"]}, "dislodged": {"Ash": ["A Mid < Asa"]}}
    retreats = [game.describe(game.place(beaten))["dislodged"]["Ash"]["A Mid"] for game in (both, one)]
    assert retreats == [["Oka"], []]
    assert "**Some borders lead one way only:** Okaland to Middle" in one.card.rules
    assert "One way" not in both.card.rules


def test_a_bridge_is_a_border_for_armies_and_lets_ships_pass_below(tmp_path: Path) -> None:
    bridge = ('["Oka", "Mid"], kind = "land"', '["Oka", "Mid"], kind = "bridge"')
    without = ('    { between = ["Oka", "Mid"], kind = "land", army = true, fleet = true },\n', "")
    army, ship = {"units": {"Oak": ["A Oka"]}}, {"units": {"Ash": ["F Lak"]}}
    with_it, no_way = lands(tmp_path, bridge), lands(tmp_path, without)
    for game, verdict in ((with_it, "taken"), (no_way, "refused")):
        assert game.read(game.place(army), "Oak", None, ["A Oka - Mid"]).lines[0].verdict == verdict
        assert game.read(game.place(ship), "Ash", None, ["F Lak - Mid"]).lines[0].verdict == "taken"
    assert "**Bridges** join Okaland and Middle" in with_it.card.rules
    assert "Bridges" not in no_way.card.rules


def test_nobody_enters_impassable_land(tmp_path: Path) -> None:
    alps = (
        "victory.centres = 3",
        'victory.centres = 3\nimpassable = [{ name = "High Alps", between = ["Asa", "Mid"] }]',
    )
    game, plain = lands(tmp_path, alps), lands(tmp_path)
    line = game.read(game.start({}, NO_DICE), "Ash", None, ["A Asa - High Alps"]).lines[0]
    assert line.verdict == "refused"
    assert "**High Alps** is impassable: nobody enters it. It lies between" in " ".join(
        game.card.rules.split()
    )
    assert "impassable" not in plain.card.rules


def test_units_are_built_at_home_or_anywhere(tmp_path: Path) -> None:
    facts = {"phase": "adjustment", "units": {}, "centres": {"Ash": ["Asa", "Mid"], "Oak": ["Oka"]}}
    home = ('game.builds = "anywhere"', 'game.builds = "home centres"')
    for game, verdict in ((lands(tmp_path), "taken"), (lands(tmp_path, home), "refused")):
        assert game.read(game.place(facts), "Ash", None, ["Build A Mid"]).lines[0].verdict == verdict


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        (
            "victory.centres = 3",
            'victory.centres = 3\nimpassable = [{ name = "Alps", between = ["Asa", "Mdi"] }]',
            'no province "Mdi"',
        ),
        (
            "victory.centres = 3",
            'victory.centres = 3\nimpassable = [{ name = "Alps", between = ["Asa"] }]',
            "write the provinces around it",
        ),
        ("victory.centres = 3", 'victory.centres = 3\nvictory.tie = "never"', "never"),
        ('game.builds = "anywhere"', 'game.builds = "chosen centres"', "building"),
        ("victory.centres = 3", 'victory.centres = 3\nbuilding = { Ash = ["Lak"] }', '"Lak"'),
        ("victory.centres = 3", 'victory.centres = 3\nbuilding = { Asch = ["Mid"] }', 'did you mean "Ash"'),
        ('kind = "sea" }', 'kind = "sea", convoy = true }', 'did you mean "convoys"'),
        (
            'board.name = "Three Lands"',
            'base = "adjudicator.nowhere"\nboard.name = "X"',
            "adjudicator.standard",
        ),
    ],
)
def test_a_mistake_in_the_file_is_one_sentence(tmp_path: Path, before: str, after: str, said: str) -> None:
    with pytest.raises(BoardError, match=said):
        lands(tmp_path, (before, after))


def test_a_board_in_a_folder_is_loaded_by_its_path(tmp_path: Path) -> None:
    (tmp_path / "board.toml").write_text(LANDS, "utf-8")
    board: Board = load(str(tmp_path))
    assert (board.name, board.package, board.drawing) == ("Three Lands", str(tmp_path), str(tmp_path))


CANAL = """
    { id = "Can", name = "Long Canal", kind = "land" },
    { id = "FAR", name = "Far Sea", kind = "sea" },
    { id = "Isl", name = "Lone Island", kind = "land", centre = true },
"""
BY_THE_CANAL = """
    { between = ["Can", "Mid"], army = true },
    { between = ["Can", "Lak"], fleet = true },
    { between = ["Can", "FAR"], fleet = true },
    { between = ["Isl", "FAR"], fleet = true },
"""


def with_canal(folder: Path) -> StandardGame:
    """Return the Three Lands with a canal between the lake and a sea, and an island in that sea."""
    return lands(
        folder, ("province = [\n", f"province = [{CANAL}"), ("border = [\n", f"border = [{BY_THE_CANAL}")
    )


def test_a_fleet_passes_a_canal_by_standing_in_it_and_armies_do_too(tmp_path: Path) -> None:
    game = with_canal(tmp_path)
    state = game.place({"units": {"Ash": ["F Lak"], "Oak": ["A Mid"]}})
    past = game.read(state, "Ash", None, ["F Lak - FAR"]).lines[0]
    assert past.verdict == "refused"
    state = game.judge(state, sheets(game, state, Ash="F Lak - Can"), NO_DICE).state
    state = game.judge(state, sheets(game, state, Ash="F Can - FAR", Oak="A Mid - Can"), NO_DICE).state
    assert game.describe(state)["units"] == {"Ash": ["F FAR"], "Oak": ["A Can"]}


def test_armies_reach_an_island_only_by_convoy(tmp_path: Path) -> None:
    game = with_canal(tmp_path)
    alone = game.place({"units": {"Oak": ["A Can"]}})
    assert game.read(alone, "Oak", None, ["A Can - Isl"]).lines[0].verdict == "refused"
    state = game.place({"units": {"Ash": ["F FAR"], "Oak": ["A Can"]}})
    orders = sheets(game, state, Ash="F FAR C A Can - Isl", Oak="A Can - Isl via convoy")
    after = game.judge(state, orders, NO_DICE).state
    assert game.describe(after)["units"] == {"Ash": ["F FAR"], "Oak": ["A Isl"]}

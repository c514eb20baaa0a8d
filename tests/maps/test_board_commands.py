"""`adjudicator board new`, `check` and `import`, and `draw` for a map in a folder."""

from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

import pytest

from adjudicator.__main__ import main
from adjudicator.core.board import Board, load
from adjudicator.core.dice import ListedDice
from adjudicator.core.game import REFUSED, TAKEN, Game
from adjudicator.core.package_files import text_beside
from adjudicator.games import every_game, on_map, rule_sets
from adjudicator.map_making.checking import faults
from adjudicator.standard.map_facts import facts_of
from tests.support.thorough import every

LANDS = text_beside("tests.boards.three_lands", "board.toml")
NO_DICE = ListedDice([])
IMPORTS = Path(__file__).parents[1] / "boards" / "imports"
ON_MAPS = [game.card.key for game in every_game() if game not in rule_sets()]


def lands(folder: Path, *changes: tuple[str, str]) -> Path:
    """Write the Three Lands with *changes* into a folder and return it."""
    text = LANDS.replace("[0, 0, 300, 300]", "[0, 0, 900, 700]")
    for before, after in changes:
        assert before in text, before
        text = text.replace(before, after)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "board.toml").write_text(text, "utf-8")
    return folder


def test_a_map_is_drawn_checked_and_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = lands(tmp_path / "lands")
    assert main(["board", "check", str(folder)]) == 1
    assert "has no drawing yet; make it: adjudicator board new" in capsys.readouterr().out
    assert main(["board", "new", str(folder)]) == 0
    assert "4 provinces drawn" in capsys.readouterr().out
    assert main(["board", "check", str(folder)]) == 0
    assert capsys.readouterr().out == "Three Lands: 4 provinces, nothing wrong\n"
    assert main(["draw", str(folder), "-o", str(tmp_path / "map.svg")]) == 0
    assert "Round Lake" in (tmp_path / "map.svg").read_text("utf-8")


@pytest.mark.thorough
def test_a_drawing_that_differs_from_the_facts_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = lands(tmp_path / "lands")
    assert main(["board", "new", str(folder)]) == 0
    border = '    { between = ["Mid", "Lak"], kind = "coast", army = false, fleet = true },\n'
    other = lands(tmp_path / "other", (border, ""))
    (other / "board.geojson").write_text((folder / "board.geojson").read_text("utf-8"), "utf-8")
    capsys.readouterr()
    assert main(["board", "check", str(other)]) == 1
    assert (
        "Lak and Mid: they touch in the drawing, but nothing passes between them" in capsys.readouterr().out
    )


@pytest.mark.parametrize("key", ["standard", *ON_MAPS])
def test_our_own_maps_have_no_mistakes(key: str) -> None:
    folder = key.replace("-", "_")
    assert faults("adjudicator.standard" if key == "standard" else f"adjudicator.boards.{folder}") == []


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ('["Mid", "Lak"]', '["Mid", "Lac"]',
         'border Mid-Lac: there is no province "Lac" (did you mean "Lak"?).'),
        ('["Mid", "Lak"], kind = "coast", army = false', '["Mid", "Lak"], kind = "coast", army = true',
         "border Mid-Lak: an army cannot go to sea; write army = false."),
        ('["Oka", "Mid"], kind = "land", army = true, fleet = true',
         '["Oka", "Mid"], kind = "land", army = false, fleet = false',
         "border Oka-Mid: neither army nor fleet passes; write true for one, or drop the border."),
        ('["Oka", "Mid"]', '["Asa", "Mid"]', "border Asa-Mid: given twice (Asa-Mid is the other); keep one."),
        ('["Oka", "Mid"]', '["Mid", "Mid"]', "border Mid-Mid: a province is not its own neighbour."),
        ('name = "Okaland", kind = "land", centre = true', 'name = "Okaland", kind = "land"',
         "Oka: the home of Oak is no supply centre; write centre = true or drop home."),
        ('home = "Oak"', 'home = "Oaks"',
         'Oka: home of "Oaks", but no power is called so (did you mean "Oak"?).'),
        ('aliases = ["Mitte"]', 'aliases = ["asa land"]',
         'Mid: the name "asa land" is that of Asa ("Asaland") too; choose another.'),
        ('aliases = ["Mitte"]', 'aliases = ["Hold"]',
         'Mid: the name "Hold" is a word of orders; choose another.'),
        ('id = "Mid"', 'id = "ASA"', 'ASA: the name "ASA" is that of Asa ("Asa") too; choose another.'),
        ('unit = "A", at = "Oka"', 'unit = "A", at = "Lak"', "start Oak A Lak: an army cannot begin at sea."),
        ('    { power = "Oak", unit = "A", at = "Oka" },\n', "",
         'Oak: it has no unit; write one under start, or game.begins = "adjustment".'),
        ('{ power = "Oak", unit = "A", at = "Oka" }', '{ power = "Oak", unit = "A", at = "Asa" }',
         "Asa: 2 units begin there; a province holds one."),
        ("victory.centres = 3", "victory.centres = 4",
         "victory.centres is 4, but there are 3 supply centres; nobody could win."),
        ('examples.movement = ["A Asa H"', 'examples.movement = ["A Par H"',
         'examples.movement: "A Par H" is no order, or it names no province of this map.'),
        ('game.builds = "anywhere"', 'game.builds = "nowhere"', "nowhere"),
        ("province = [", "provinces = [", "province"),
    ],
)  # fmt: skip
def test_a_mistake_is_reported_in_a_sentence(tmp_path: Path, before: str, after: str, said: str) -> None:
    found = faults(str(lands(tmp_path / str(abs(hash((before, after)))), (before, after))))
    assert any(said in fault for fault in found), found


def test_all_mistakes_are_reported_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = lands(
        tmp_path / "wrong",
        ('["Mid", "Lak"]', '["Mid", "Lac"]'),
        ('home = "Oak"', 'home = "Oaks"'),
        ("victory.centres = 3", "victory.centres = 9"),
    )
    assert main(["board", "check", str(folder)]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "3 to mend"
    assert main(["board", "new", str(folder)]) == 1
    assert not (folder / "board.geojson").exists()


def test_an_inland_fleet_and_a_centre_out_of_reach_are_reported(tmp_path: Path) -> None:
    more = (
        '    { id = "Peak", name = "Peak", kind = "land" },\n'
        '    { id = "Far", name = "Far Land", kind = "land", centre = true },\n'
        '    { id = "Away", name = "Away", kind = "land" },\n'
    )
    borders = (
        '    { between = ["Far", "Away"], kind = "land", army = true, fleet = true },\n'
        '    { between = ["Asa", "Peak"], kind = "land", army = true, fleet = false },\n'
    )
    found = faults(
        str(
            lands(
                tmp_path / "far",
                ("province = [\n", f"province = [\n{more}"),
                ("border = [\n", f"border = [\n{borders}"),
                ('unit = "A", at = "Oka"', 'unit = "F", at = "Peak"'),
            )
        )
    )
    assert found == [
        "border Far-Away: Far has no shore, so no fleet comes there; write fleet = false.",
        "border Far-Away: Away has no shore, so no fleet comes there; write fleet = false.",
        "Far: no unit can ever come to this supply centre; write a border to it.",
        "start Oak F Peak: a fleet cannot begin on land that has no shore.",
    ]


@pytest.mark.thorough
def test_a_border_that_leads_one_way_is_asked_about(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = lands(
        tmp_path / "lands",
        ('["Oka", "Mid"], kind = "land",', '["Oka", "Mid"], kind = "land", one_way = true,'),
    )
    assert main(["board", "new", str(folder)]) == 0
    assert main(["board", "check", str(folder)]) == 0
    assert "Is this meant? Oka to Mid leads one way only" in capsys.readouterr().out


def neighbours(board: Board) -> tuple[set[tuple[str, str]], set[tuple[str, str]]]:
    def steps(beside: object) -> set[tuple[str, str]]:
        assert hasattr(beside, "items")
        return {(one.lower(), other.lower()) for one, near in beside.items() for other in near}

    return steps(board.army_neighbours), steps(board.fleet_neighbours)


@pytest.mark.parametrize("name", ["two_islands.map", "two_islands.xml"])
def test_a_map_of_another_program_is_read(
    tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "two_islands"
    assert main(["board", "import", str(IMPORTS / name), str(folder)]) == 0
    assert "6 provinces, 2 powers" in capsys.readouterr().out
    assert faults(str(folder)) == []
    board = load(str(folder))
    lands = [(land.name, land.between) for land in facts_of(board).impassable]
    assert lands == ([("Rock", ("Aaa", "Bbb"))] if name.endswith(".map") else [])
    assert (board.powers, board.centres) == (("Red", "Blue"), ("Aaa", "Bbb", "Ccc", "Ddd"))
    assert board.homes == {"Red": ("Aaa",), "Blue": ("Ddd",)}
    armies, fleets = neighbours(board)
    assert armies == {
        ("aaa", "bbb"), ("bbb", "aaa"), ("bbb", "ccc"), ("ccc", "bbb"), ("ccc", "ddd"), ("ddd", "ccc"),
    }  # fmt: skip
    assert ("ccc", "ddd/ec") in fleets
    assert ("ddd/wc", "out") in fleets
    assert ("bbb", "ccc") not in fleets
    facts = on_map(str(folder)).describe(on_map(str(folder)).start({}, NO_DICE))
    assert facts["units"] == {"Red": ["A Aaa"], "Blue": ["F Ddd/ec"]}
    assert on_map(str(folder)).card.sentence == "Two powers, secret orders: first to 3 supply centres wins."
    assert "F Ccc" not in str(facts)
    assert main(["board", "import", str(IMPORTS / name), str(folder)]) == 2  # is there already


def test_the_ordinary_map_of_the_dpjudge_is_ours(tmp_path: Path) -> None:
    spec = find_spec("diplomacy")
    assert spec is not None
    file = Path(str(spec.origin)).parent / "maps" / "standard.map"
    assert main(["board", "import", str(file), str(tmp_path / "ordinary")]) == 0
    assert neighbours(load(str(tmp_path / "ordinary"))) == neighbours(load("adjudicator.standard"))


def test_a_map_that_builds_on_another_file_is_read_with_it(tmp_path: Path) -> None:
    (tmp_path / "two_islands.map").write_text((IMPORTS / "two_islands.map").read_text("utf-8"), "utf-8")
    text = "MAP two_islands.map\nUNPLAYED RED\nBLUE (BLUISH) DDD CCC\nA CCC\nVICTORY 4\n"
    text += "TRIBES (TRIBAL:T) BBB\nDUMMY\nA BBB\n"
    (tmp_path / "alone.map").write_text(text, "utf-8")
    assert main(["board", "import", str(tmp_path / "alone.map"), str(tmp_path / "alone")]) == 0
    board = load(str(tmp_path / "alone"))
    assert board.homes == {"Blue": ("Ccc", "Ddd")}
    assert [(row.unit, row.at) for row in board.start] == [("F", "Ddd/ec"), ("A", "Ccc"), ("A", "Bbb")]
    assert board.start[-1].power == "Neutral"
    assert board.centres == ("Aaa", "Bbb", "Ccc", "Ddd")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("WATER AAA ABUTS BBB", '"BBB" has no line of neighbours'),
        ("VICTORY many", "line 1: invalid literal"),
        ("BEGIN SPRING", "line 1: write a year"),
        ("USE standard", "standard.map: not beside the other file"),
        ("USE odd", "odd.map: not beside the other file"),
        ("FLOW AAA", "line 1: FLOW is not read here"),
        ("RED AAA BBB", "has no line of neighbours"),
    ],
)
def test_a_file_that_is_not_understood_is_reported_with_its_line(
    tmp_path: Path, text: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "odd.map").write_text(text, "utf-8")
    assert main(["board", "import", str(tmp_path / "odd.map"), str(tmp_path / "odd")]) == 2
    assert said in capsys.readouterr().err


def test_xml_with_entities_is_not_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "odd.xml").write_text('<!DOCTYPE x [<!ENTITY a "aaaa">]><VARIANTS/>', "utf-8")
    assert main(["board", "import", str(tmp_path / "odd.xml"), str(tmp_path / "odd")]) == 2
    assert "entities are not read" in capsys.readouterr().err


LONG_BAY_TURNS = (
    {"Ardland": "A Ard - Hil\nF Cap/sc - BAY", "Brone": "A Bro - Fen\nF Eld - Gat"},
    {"Ardland": "A Ard - Cap\nF BAY H", "Brone": "A Fen H\nF Gat H"},
    {"Brone": "Build A Bro\nBuild F Eld"},
)


def played(game: Game, state: str, sheets: Mapping[str, str]) -> str:
    """Return the position after a turn in which no order is refused."""
    orders = {}
    for power in game.due(state).owed:
        sheet = game.read(state, power, None, sheets[power].splitlines())
        assert [line.text for line in sheet.lines if line.verdict == REFUSED] == []
        orders[power] = sheet.orders
    return game.judge(state, orders, NO_DICE).state


@pytest.mark.parametrize("name", every(2, ["long_bay.map", "long_bay.xml"]))
@pytest.mark.thorough
def test_an_imported_map_is_drawn_and_played_to_its_builds(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "long_bay"
    assert main(["board", "import", str(IMPORTS / name), str(folder)]) == 0
    assert main(["board", "new", str(folder)]) == 0
    assert main(["board", "check", str(folder)]) == 0
    game = on_map(str(folder))
    assert game.card.seats == ("Ardland", "Brone")
    state = game.start({}, NO_DICE)
    assert game.describe(state)["units"] == {
        "Ardland": ["A Ard", "F Cap/sc"], "Brone": ["A Bro", "F Eld"], "Neutral": ["A Hil"],
    }  # fmt: skip
    for sheets in LONG_BAY_TURNS:
        state = played(game, state, sheets)
    units = game.describe(state)["units"]
    assert {power: set(own) for power, own in units.items()} == {
        "Ardland": {"A Cap", "F BAY"},
        "Brone": {"A Bro", "F Eld", "A Fen", "F Gat"},
        "Neutral": {"A Hil"},
    }
    left = game.place({"phase": "adjustment", "units": {}, "centres": {"Brone": ["Bro", "Gat"]}})
    sheet = game.read(left, "Brone", None, ["Build F Gat"])
    assert [line.verdict for line in sheet.lines] == [TAKEN]


def test_an_unsupported_rule_of_jdip_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (IMPORTS / "long_bay.xml").read_text("utf-8").replace("ANY_OWNED", "ANY_IF_HOME_OWNED")
    (tmp_path / "odd.xml").write_text(text, "utf-8")
    neighbours_file = IMPORTS / "long_bay_adjacency.xml"
    (tmp_path / neighbours_file.name).write_text(neighbours_file.read_text("utf-8"), "utf-8")
    assert main(["board", "import", str(tmp_path / "odd.xml"), str(tmp_path / "odd")]) == 2
    assert "VALUE_BUILDS_ANY_IF_HOME_OWNED is not supported" in capsys.readouterr().err

"""Map files may come from strangers: whatever they contain, the answer is a sentence and comes quickly."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator import games
from adjudicator.__main__ import main
from adjudicator.core.package_files import text_beside
from adjudicator.games import faults_of_maps, use_maps
from adjudicator.map_making.checking import faults

LANDS = text_beside("tests.boards.three_lands", "board.toml")
DRAWING = text_beside("tests.boards.three_lands", "board.geojson")
ALIASES = next(line for line in LANDS.splitlines() if line.startswith("game.aliases"))
MARKUP = ("<script>alert(1)</script>", "*Bold* [x](http://x.org)")
NAMES = (*MARKUP, "", " ", "Two\\nLines", "\\u202eback", "L" * 5000)


@pytest.fixture(autouse=True)
def _no_maps_are_left() -> Iterator[None]:
    yield
    use_maps(None)


def board(folder: Path, text: str, key: str = "odd", drawing: str = DRAWING) -> Path:
    """Write a map into a folder of the host, and return that folder."""
    (folder / key).mkdir(parents=True, exist_ok=True)
    (folder / key / "board.toml").write_text(text.replace('"three-lands"', f'"{key}"'), "utf-8")
    if drawing:
        (folder / key / "board.geojson").write_text(drawing, "utf-8")
    return folder / key


def said_of(folder: Path) -> str:
    """Return what is wrong with the only map of the host."""
    use_maps(folder.parent)
    (fault,) = faults_of_maps().values()
    assert len(fault) < 400
    assert "\n" not in fault
    return fault


def changed(before: str, after: str) -> str:
    assert before in LANDS, before
    return LANDS.replace(before, after)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("where", ["province", "power", "title"])
def test_a_name_that_is_markup_or_invisible_is_refused(tmp_path: Path, name: str, where: str) -> None:
    before = {"province": "Asaland", "power": '"Ash"', "title": 'game.title = "Three Lands"'}[where]
    after = {"province": name, "power": f'"{name}"', "title": f'game.title = "{name}"'}[where]
    folder = board(tmp_path, changed(before, after).replace("Ash =", f'"{name}" ='))
    assert "is not a valid name; write 1 to 60 letters" in said_of(folder)
    assert any("is not a valid name" in fault for fault in faults(str(folder)))


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ('"Asa"', '"A a"', 'province "A a": write an id of 1 to 5 letters'),
        ('"Asa"', '"<b>"', 'province "<b>": write an id of 1 to 5 letters'),
        ('"Ash"', '"GM"', 'board.powers: "GM" already has a meaning in messages'),
        ('"Ash"', '"gm2"', 'board.powers: "gm2" already has a meaning in messages'),
        ("victory.centres = 3", "victory.centres = 0", "victory.centres is 0; write at least 1"),
        ("victory.centres = 3", 'victory.centres = "all"', "victory.centres: write a whole number"),
        ("first_year = 700", "first_year = 99999999999999", "game.first_year: write a year from 1 to 9999"),
        ('id = "Mid"', 'id = "Mid", unit_at = "here"', "Mid: unit_at is a point; write unit_at = [x, y]"),
        ('id = "Mid"', 'id = "Mid", convoys = "yes"', "Mid: write convoys = true or false"),
        ("[0, 0, 300, 300]", "[0, 0, nan, 300]", "board.frame: write [0, 0, WIDTH, HEIGHT]"),
        ("[0, 0, 300, 300]", "[0, 0, 1e9, 300]", "board.frame: write [0, 0, WIDTH, HEIGHT]"),
        ('unit = "A", at = "Oka"', 'unit = "A", at = "Oka", count = 1000000000', "a province holds one unit"),
        ('board.geometry = "board', 'board.geometry = "../../secret', "the name of a file beside this"),
        ("board.frame", 'board.north = "Nowhere"\nboard.frame', 'there is no province "Nowhere"'),
        ("province = [", "province = 3\nprovinces = [", "province"),
    ],
)  # fmt: skip
def test_what_a_map_may_not_contain(tmp_path: Path, before: str, after: str, said: str) -> None:
    assert said in said_of(board(tmp_path, changed(before, after)))


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ('board.powers = ["Ash", "Oak"]', "board.powers = 5", "board: powers is missing; write"),
        ('home = "Ash"', 'home = ["Ash"]', "home: write a text in quotes"),
        ('name = "Asaland"', 'name = "Asaland", aliases = true', "aliases: write a list: [ ... ]"),
        ('name = "Asaland"', 'name = "Asaland", coasts = { a = 1 }', "coasts: write a list: [ ... ]"),
        ('between = ["Asa", "Oka"]', "between = 5", "between: write a list: [ ... ]"),
        ('power = "Ash"', "power = []", "power: write a text in quotes"),
    ],
)
def test_the_check_names_a_value_of_a_wrong_type(tmp_path: Path, before: str, after: str, said: str) -> None:
    (fault,) = faults(str(board(tmp_path, changed(before, after))))
    assert said in fault


@pytest.mark.parametrize(("name", "title"), [("Diplomacy", "Diplomacy"), ("hundred", "Hundred")])
def test_no_map_takes_the_name_of_another_game(tmp_path: Path, name: str, title: str) -> None:
    folder = board(tmp_path, changed(ALIASES, f'game.aliases = ["{name}"]'))
    assert faults(str(folder)) == [f'game.title or game.aliases: "{name}" is {title}; choose another.']
    use_maps(tmp_path)
    assert games.find("odd").card.key == "odd"
    assert games.find(name).card.title == title


@pytest.mark.parametrize("colour", ["red", '"><script>', "#12345"])
def test_invalid_colours_are_refused(tmp_path: Path, colour: str) -> None:
    text = LANDS.partition("board.colours")[2].partition("\n")[0]
    folder = board(tmp_path, LANDS.replace(text, f" = {{ Ash = '{colour}', Oak = '#112233' }}"))
    assert 'write a colour for Ash, such as "#ce7716"' in said_of(folder)


def many(count: int) -> str:
    """Return a map of *count* provinces in a row, on each of which a power has its home."""
    ids = [f"{number:05}" for number in range(count)]
    provinces = "".join(f'{{ id = "{id_}", name = "Land {id_}", centre = true }},\n' for id_ in ids)
    borders = "".join(f'{{ between = ["{one}", "{ids[place + 1]}"], army = true }},\n'
                      for place, one in enumerate(ids[:-1]))  # fmt: skip
    head = LANDS.partition("province = [")[0].partition("examples.")[0]
    return f"{head}\nprovince = [\n{provinces}]\nborder = [\n{borders}]\nstart = []\n"


def test_five_thousand_provinces_are_too_many(tmp_path: Path) -> None:
    folder = board(tmp_path, many(5000))
    assert "there are 5000; a map has at most 500" in said_of(folder)


def test_the_number_of_printed_mistakes_is_limited(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = board(tmp_path, many(300).replace('between = ["', 'between = ["x'))
    for command in ("check", "new"):
        assert main(["board", command, str(folder)]) == 1
        lines = capsys.readouterr().out.splitlines()
        assert len(lines) == 101
        assert lines[-1].endswith("to mend; the first 100 are above")


def test_a_drawing_is_written_beside_its_map_only(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = changed('board.geometry = "board', 'board.geometry = "../elsewhere')
    folder = board(tmp_path, text.replace("300, 300]", "900, 700]"))
    assert main(["board", "new", str(folder)]) == 1
    assert "board.geometry: write the name of a file beside this one" in capsys.readouterr().out
    assert not (tmp_path / "elsewhere.geojson").exists()


def test_a_file_of_megabytes_is_not_read(tmp_path: Path) -> None:
    assert "larger than any map" in said_of(board(tmp_path, LANDS + "#" * 2_000_000))


def test_maps_based_on_each_other_are_refused(tmp_path: Path) -> None:
    one, other = board(tmp_path, "", "one"), board(tmp_path, "", "other")
    (one / "board.toml").write_text(f'base = "{other}"\n', "utf-8")
    (other / "board.toml").write_text(f'base = "{one}"\n', "utf-8")
    use_maps(tmp_path)
    found = faults_of_maps()
    assert len(found) == 2
    assert all("is based on another board itself; write that one" in fault for fault in found.values())


@pytest.mark.parametrize("base", ["this", "os.path", ".", "adjudicator.nowhere.at.all", "/nowhere/at/all"])
def test_a_base_that_is_not_a_board_is_not_imported(
    tmp_path: Path, base: str, capsys: pytest.CaptureFixture[str]
) -> None:
    said = said_of(board(tmp_path, f'base = "{base}"\n'))
    assert "base: n" in said  # "not another board", "no board"
    assert capsys.readouterr().out == ""


def test_a_map_without_a_drawing_of_it_is_no_game_and_says_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = json.loads(DRAWING)
    other["features"] = [one for one in other["features"] if one["properties"].get("id") != "Asa"]
    drawings = (
        ("", "has no drawing yet; make it: adjudicator board new"),
        ("{", "does not fit the map; make it again: adjudicator board new"),
        ('{"features": [1]}', "does not fit the map; make it again"),
        (json.dumps(other), "(Asa is not in it)"),
        (DRAWING.replace('"coordinates"', '"co"'), "does not fit the map; make it again"),
    )
    for number, (drawing, said) in enumerate(drawings):
        folder = board(tmp_path / str(number), LANDS, drawing=drawing)
        assert said in said_of(folder)
        with pytest.raises(ValueError, match="adjudicator board new"):
            games.find("odd")
        assert main(["draw", str(folder)]) == 2
        assert "adjudicator board new" in capsys.readouterr().err
        assert main(["board", "check", str(folder)]) == 1
        assert said in capsys.readouterr().out


def test_included_files_are_read_a_limited_number_of_times(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "loop.map").write_text("MAP loop.map\n" * 50_000, "utf-8")
    (tmp_path / "wide.map").write_text("MAP two.map\n" * 50_000, "utf-8")
    (tmp_path / "two.map").write_text("MAP three.map\n" * 50_000, "utf-8")
    (tmp_path / "three.map").write_text("# nothing\n" * 50_000, "utf-8")
    for name, said in (("loop", "not beside the other file"), ("wide", "more than 10 files are included")):
        assert main(["board", "import", str(tmp_path / f"{name}.map"), str(tmp_path / name)]) == 2
        assert said in capsys.readouterr().err

"""Drawings of maps: their borders are those of the board file, and the same file gives the same bytes."""

import json
import os
import subprocess
import sys
from itertools import combinations
from pathlib import Path

import pytest
import shapely

from adjudicator.core.board import Board, load
from adjudicator.core.dice import ListedDice
from adjudicator.core.game import Game
from adjudicator.core.package_files import text_beside
from adjudicator.drawing import View, draw
from adjudicator.drawing.ground import ground_of
from adjudicator.drawing.legend import LINKS
from adjudicator.games import every_game, rule_sets
from adjudicator.map_making.comparing import differences
from adjudicator.map_making.geometry import CROWDED, contradictions, covered, drawn

NO_DICE = ListedDice([])
MADE = ("ancient_mediterranean", "canton", "hundred", "pure", "sengoku")
FLEET = 12.0  # pixels around the middle of a small fleet
READABLE = 16.0  # pixels of a name in a picture of 1600: half as many in one of 800
ON_MAPS = [game for game in every_game() if game not in rule_sets()]
ROOT = Path(__file__).resolve().parents[2]


def drawing_of(name: str) -> tuple[Board, str]:
    package = f"adjudicator.boards.{name}"
    return load(package), text_beside(package, "board.geojson")


@pytest.mark.parametrize("name", MADE)
def test_the_borders_of_the_picture_are_those_of_the_facts(name: str) -> None:
    assert differences(*drawing_of(name)) == []


@pytest.mark.parametrize("name", MADE)
def test_every_province_has_room_for_a_name_that_can_be_read(name: str) -> None:
    board, drawing = drawing_of(name)
    features = [one["properties"] for one in json.loads(drawing)["features"]]
    provinces = {one["id"]: one for one in features if one["layer"] == "province"}
    assert set(provinces) == set(board.provinces)
    assert all(one["label_size"] >= READABLE and one["unit_radius"] >= 9 for one in provinces.values())
    assert all(("dot_at" in one) == board.provinces[id_].centre for id_, one in provinces.items())
    assert all(set(one.get("coasts_at", ())) == {f"{id_}/{coast}" for coast in board.provinces[id_].coasts}
               for id_, one in provinces.items())  # fmt: skip


def test_a_drawing_that_contradicts_the_facts_is_detected() -> None:
    board, drawing = drawing_of("hundred")
    changed = json.loads(drawing)
    for one in changed["features"]:
        if one["properties"].get("id") == "Lon":
            one["properties"]["id"] = "Orl"
        elif one["properties"].get("id") == "Orl":
            one["properties"]["id"] = "Lon"
    found = differences(board, json.dumps(changed))
    assert "Lon and STR: neighbours, but they neither touch nor are linked" in found
    assert "Orl and STR: they touch in the drawing, but nothing passes between them" in found
    assert "STR: not in the drawing" in differences(board, drawing.replace('"id": "STR"', '"id": "SXR"'))


@pytest.mark.thorough
def test_the_same_facts_give_the_same_bytes() -> None:
    program = (
        "from adjudicator.core.board import load\n"
        "from adjudicator.map_making.geometry import drawn\n"
        "print(drawn(load('adjudicator.boards.pure')), end='')"
    )
    again = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONHASHSEED": "7"},
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    assert again.stdout == drawing_of("pure")[1]


@pytest.mark.skipif("MAP_GAMES" not in os.environ, reason="takes half a minute: in `make boards`")
def test_places_of_units_at_which_names_are_covered_give_way_to_the_borders() -> None:
    """Canton is such a map: its own drawing is the one that `board new` makes."""
    board, drawing = drawing_of("canton")
    said: list[str] = []
    assert drawn(board, said.append) == drawing
    assert CROWDED in said
    assert contradictions(board) == [CROWDED]


@pytest.mark.parametrize("name", MADE)
def test_no_unit_covers_a_name(name: str) -> None:
    features = json.loads(drawing_of(name)[1])["features"]
    assert covered(features) == []
    first = next(one["properties"] for one in features if one["properties"]["layer"] == "province")
    first["unit_at"] = first["at"]
    assert covered(features) == [f"{first['id']}: a unit in {first['id']} would cover the name"]


def test_a_map_in_two_parts_is_refused_with_the_part(tmp_path: Path) -> None:
    text = text_beside("tests.boards.three_lands", "board.toml")
    island = (
        '{ id = "Isl", name = "Island", kind = "land" },\n    { id = "Bay", name = "Bay", kind = "sea" },'
    )
    text = text.replace("province = [", f"province = [\n    {island}")
    text = text.replace(
        "border = [",
        'border = [\n    { between = ["Isl", "Bay"], kind = "coast", army = false, fleet = true },',
    )
    (tmp_path / "board.toml").write_text(text, "utf-8")
    with pytest.raises(ValueError, match="no border joins Bay, Isl to the rest of the map"):
        drawn(load(str(tmp_path)))


@pytest.mark.parametrize("game", ON_MAPS, ids=[game.card.key for game in ON_MAPS])
def test_every_map_is_drawn_with_its_start(game: Game) -> None:
    picture = game.picture(game.start({}, NO_DICE), None, None)
    assert picture == game.picture(game.start({}, NO_DICE), None, None)
    assert all(f">{power}</text>" in picture for power in game.card.seats)
    assert all(f">{place}</text>" in picture for place in game.card.places)


def test_bridges_one_way_borders_and_impassable_land_are_drawn(tmp_path: Path) -> None:
    text = text_beside("tests.boards.three_lands", "board.toml").replace(
        "[0, 0, 300, 300]", "[0, 0, 900, 700]"
    )
    for before, after in (
        ('["Oka", "Mid"], kind = "land"', '["Oka", "Mid"], kind = "bridge"'),
        ('["Asa", "Mid"], kind = "land",', '["Asa", "Mid"], kind = "land", one_way = true,'),
        ("victory.centres", 'impassable = [{ name = "Alps", between = ["Asa", "Oka"] }]\nvictory.centres'),
    ):
        assert before in text
        text = text.replace(before, after)
    (tmp_path / "board.toml").write_text(text, "utf-8")
    board = load(str(tmp_path))
    drawing = drawn(board)
    features = [one["properties"] for one in json.loads(drawing)["features"]]
    links = {(*one["between"], one["kind"]) for one in features if one["layer"] == "link"}
    assert links == {("Mid", "Oka", "bridge"), ("Asa", "Mid", "one-way")}
    assert "Alps" in [one["name"] for one in features if one["layer"] == "void"]
    assert ["Mid", "Oka"] not in [one["between"] for one in features if one["layer"] == "border"]
    assert differences(board, drawing) == []
    turned = drawing.replace(
        '"between": ["Asa", "Mid"], "kind": "one-way"', '"between": ["Mid", "Asa"], "kind": "one-way"'
    )
    assert differences(board, turned) == [
        "Asa and Mid: an arrow one way in the drawing or in the facts, not in both",
        "Mid and Asa: an arrow one way in the drawing or in the facts, not in both",
    ]
    (tmp_path / "board.geojson").write_text(drawing, "utf-8")
    assert ">one way only</text>" in draw(str(tmp_path), View())


def test_names_dots_and_fleets_on_coasts_do_not_collide() -> None:
    for name in MADE:
        ground = ground_of(f"adjudicator.boards.{name}")
        boxes = [shapely.box(*one) for boxes in ground.keep_free.values() for one in boxes]
        assert not [one for one, other in combinations(boxes, 2) if one.intersection(other).area > 1]
        fleets = [place for place in ground.spots if "/" in place]
        near = {
            place: min(box.distance(shapely.Point(ground.spots[place].at)) for box in boxes)
            for place in fleets
        }
        assert all(distance > FLEET for distance in near.values()), near


def test_links_and_neutral_units_are_in_the_legend() -> None:
    sengoku = next(game for game in ON_MAPS if game.card.key == "sengoku")
    picture = sengoku.picture(sengoku.start({}, NO_DICE), None, None)
    assert ">bridge</text>" in picture
    assert ">Neutral</text>" in picture
    assert ">neighbours that do not touch</text>" in draw("adjudicator.boards.pure", View())
    plain = draw("adjudicator.boards.canton", View(title="Canton"))
    assert "neighbours that do not touch" not in plain
    assert ">bridge</text>" not in plain
    assert "Neutral" not in plain


@pytest.mark.parametrize("name", ["downfall_xiii", "hardbop"])
def test_every_arrow_of_the_board_is_in_the_legend(name: str) -> None:
    """The gateways, the Paths of the Dead and the way of the Ents were drawn and explained nowhere."""
    words = {kind: LINKS[kind] for kind in ground_of(f"adjudicator.{name}").links}
    assert {"gateway", "paths-of-the-dead", "ents", "entry"} <= set(words)
    legend = draw(f"adjudicator.{name}", View())
    assert [kind for kind, told in words.items() if f">{told}</text>" not in legend] == []

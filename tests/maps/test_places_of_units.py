"""Maps that give the places of units: the picture uses those places, or the answer says why not."""

import json
from itertools import permutations
from pathlib import Path

import pytest
from msgspec.structs import replace

from adjudicator.__main__ import main
from adjudicator.core.board import Board, load
from adjudicator.core.package_files import text_beside
from adjudicator.map_making.comparing import differences
from adjudicator.map_making.from_points import arranged
from adjudicator.map_making.geometry import CONTRADICTED, drawn
from adjudicator.map_making.triangulation import Pair, triangulated

FAR = 0.15  # of the width of the map: places that are nearer may change sides
KEPT = 0.95  # of the pairs that are farther apart; some provinces need room at the cost of their places
Places = dict[str, tuple[float, float]]


def places_in(drawing: str) -> Places:
    found = [one["properties"] for one in json.loads(drawing)["features"]]
    return {one["id"]: tuple(one["unit_at"]) for one in found if "unit_at" in one}


def with_places(board: Board, given: Places) -> Board:
    provinces = {
        id_: replace(one, facts={**one.facts, "unit_at": [*given[id_]]})
        for id_, one in board.provinces.items()
    }
    return replace(board, provinces=provinces)


def in_order(given: Places, shown: Places, axis: int) -> float:
    """Return the share of pairs, of those clearly apart, that lie in the picture as they were given."""
    size = max(at[axis] for at in given.values()) - min(at[axis] for at in given.values())
    apart = [
        (one, other) for one, other in permutations(given, 2)
        if given[other][axis] - given[one][axis] > FAR * size
    ]  # fmt: skip
    assert len(apart) > len(given)
    return sum(shown[one][axis] < shown[other][axis] for one, other in apart) / len(apart)


@pytest.mark.thorough
def test_the_ordinary_map_is_drawn_from_the_places_of_its_units_alone() -> None:
    board = load("adjudicator.standard")
    given = places_in(text_beside("adjudicator.standard", "board.geojson"))
    said: list[str] = []
    drawing = drawn(with_places(board, given), said.append)
    assert CONTRADICTED not in said
    assert differences(board, drawing) == []
    assert in_order(given, places_in(drawing), 0) > KEPT
    assert in_order(given, places_in(drawing), 1) > KEPT


@pytest.mark.parametrize("name", ["hundred"])
def test_our_maps_with_places_of_units_keep_them(name: str) -> None:
    board = load(f"adjudicator.boards.{name}")
    given = {id_: tuple(one.facts["unit_at"]) for id_, one in board.provinces.items()}
    shown = places_in(text_beside(f"adjudicator.boards.{name}", "board.geojson"))
    assert in_order(given, shown, 0) > KEPT
    assert in_order(given, shown, 1) > KEPT


@pytest.mark.thorough
def test_places_that_contradict_the_borders_are_named_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = text_beside("tests.boards.three_lands", "board.toml").replace("300, 300]", "900, 700]")
    for id_, at in (("Asa", [0, 0]), ("Oka", [300, 0]), ("Mid", [300, 300]), ("Lak", [0, 300])):
        text = text.replace(f'id = "{id_}"', f'id = "{id_}", unit_at = {at}')
    (tmp_path / "board.toml").write_text(text, "utf-8")
    assert main(["board", "new", str(tmp_path)]) == 0
    assert capsys.readouterr().out.count(CONTRADICTED) == 1
    assert main(["board", "check", str(tmp_path)]) == 0
    assert capsys.readouterr().out == f"{CONTRADICTED}\nThree Lands: 4 provinces, nothing wrong\n"
    inside = tmp_path / "inside"
    inside.mkdir()
    (inside / "board.toml").write_text(text.replace("[0, 300]", "[200, 100]"), "utf-8")
    assert main(["board", "new", str(inside)]) == 0
    assert CONTRADICTED not in capsys.readouterr().out
    shown = places_in((inside / "board.geojson").read_text("utf-8"))
    assert shown["Asa"][0] < shown["Lak"][0] < shown["Mid"][0]
    assert shown["Oka"][1] < shown["Lak"][1] < shown["Mid"][1]


def test_places_do_not_hide_that_a_part_of_the_map_is_not_joined() -> None:
    board = load("tests.boards.three_lands")
    at: Places = {"Asa": (0, 0), "Oka": (300, 0), "Mid": (300, 300), "Lak": (200, 100)}
    apart = [border for border in board.borders if "Mid" not in border.between]
    with pytest.raises(ValueError, match="no border joins Mid to the rest of the map"):
        drawn(with_places(replace(board, borders=apart), at))


RING: list[Pair] = [("A", "B"), ("B", "C"), ("C", "D"), ("A", "D")]
TO_ISLE: list[Pair] = [("A", "Isle"), ("B", "Isle")]


def test_crossings_are_removed_by_moving_few_places() -> None:
    places = {"A": (0.0, 0.0), "B": (10.0, 0.0), "C": (10.0, 10.0), "D": (0.0, 10.0), "E": (-0.5, 5.0)}
    found = arranged(tuple(places), [*RING, ("A", "C"), ("C", "E")], places, (), frozenset())
    assert found is not None
    assert 0 < len([name for name in places if found.places[name] != places[name]]) < 3
    crossed = arranged(tuple(places), [*RING, ("A", "E"), ("A", "C"), ("B", "D")], places, (), frozenset())
    assert crossed is None


def test_an_island_has_water_on_its_outer_side() -> None:
    names, islands = ("A", "B", "C", "D", "Isle"), frozenset({"Isle"})
    places = {"A": (0.0, 0.0), "B": (10.0, 0.0), "C": (10.0, 10.0), "D": (0.0, 10.0), "Isle": (5.0, -5.0)}
    by_places = arranged(names, [*RING, *TO_ISLE], places, (), islands)
    assert by_places is not None
    for net in (by_places.net, *triangulated(names, [*RING, *TO_ISLE], islands)):
        rim = {net.owner[corner] for one in net.triangles if set(one) & set(net.outside) for corner in one}
        assert "Isle" not in rim
        assert {"A", "B"} <= rim

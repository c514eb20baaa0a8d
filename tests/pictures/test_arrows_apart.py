"""Arrows can be told apart: none lies on another, and heads and crosses lie on no piece and no name."""

import math
import re
from itertools import combinations, pairwise

from adjudicator.domination.position import Units
from adjudicator.domination.view import drawing_marches
from adjudicator.domination.view.drawing_marches import LANE, beside, room_for_head
from adjudicator.domination.view.drawing_turn import placed
from adjudicator.drawing import Arrow, Piece, View, draw
from adjudicator.drawing.ground import ground_of
from adjudicator.drawing.svg import Point, towards

HARDBOP = "adjudicator.hardbop"
ROW = {"A1": (0.0, 0.0), "A2": (99.0, 0.0), "A3": (198.0, 0.0), "A4": (297.0, 0.0)}


def test_moves_over_the_same_border_have_separate_lines() -> None:
    taken: dict[tuple[str, str], set[int]] = {}
    paths = (("A1", "A2", "A3"), ("A1", "A2", "A3", "A4"), ("A3", "A2", "A1"), ("A2", "A3"))
    lines = [beside([ROW[one] for one in path], drawing_marches._lane(path, taken) * LANE) for path in paths]
    heights = [line[0][1] for line in lines]
    assert all(abs(one - other) >= LANE - 0.1 for one, other in combinations(heights, 2))


def test_a_march_around_a_corner_keeps_beside_its_way() -> None:
    corner: list[Point] = [(0.0, 0.0), (99.0, 0.0), (148.5, 85.7)]
    moved = beside(corner, LANE)
    for (a, b), (c, d) in zip(pairwise(corner), pairwise(moved), strict=True):
        assert math.isclose(_to_line(c, a, b), LANE, rel_tol=0.01)
        assert math.isclose(_to_line(d, a, b), LANE, rel_tol=0.01)


def _to_line(at: Point, start: Point, end: Point) -> float:
    cross = (end[0] - start[0]) * (at[1] - start[1]) - (end[1] - start[1]) * (at[0] - start[0])
    return abs(cross) / math.dist(start, end)


def test_the_head_of_a_march_lies_beside_the_tokens_where_it_ends() -> None:
    units = [
        Units("Red", "Knight", "A2", 1),
        Units("Blue", "Knight", "A2", 3),
        Units("Blue", "Griffin", "A2", 1),
    ]
    for count in (1, 2, 3):
        tokens = placed(units[:count], ROW["A2"])
        for start in (ROW["A1"], ROW["A3"]):
            tip = towards(ROW["A2"], start, room_for_head([start, ROW["A2"]], tokens))
            assert all(math.dist(tip, one.at) > one.radius + 3.5 for one in tokens)


def _crosses(svg: str) -> list[Point]:
    found = re.findall(r'd="M([-\d.]+) ([-\d.]+)l11 11', svg)
    return [(float(x) + 5.5, float(y) + 5.5) for x, y in found]


def test_a_cross_lies_on_no_name() -> None:
    """On the move from Harlond to the Brandywine it once lay under "Bra"."""
    arrow = Arrow("move", ("Har", "Bra"), "fails", "Elves")
    svg = draw(HARDBOP, View(pieces=(Piece("Elves", "F", "Har"),), arrows=(arrow,)))
    boxes = [box for boxes in ground_of(HARDBOP).keep_free.values() for box in boxes]
    (x, y), *_ = _crosses(svg.partition('data-layer="turn"')[2])
    assert not any(box[0] - 5 < x < box[2] + 5 and box[1] - 5 < y < box[3] + 5 for box in boxes)


def test_two_moves_from_one_place_to_another_are_two_lines() -> None:
    arrows = (
        Arrow("move", ("MTi", "Osg"), "fails", "Gondor"),
        Arrow("move", ("MTi", "Osg"), "fails", "Rohan"),
    )
    pieces = (Piece("Gondor", "A", "MTi"), Piece("Rohan", "A", "MTi"))
    svg = draw(HARDBOP, View(pieces=pieces, arrows=arrows))
    first, second = dict.fromkeys(_crosses(svg.partition('data-layer="turn"')[2]))
    assert math.dist(first, second) > 3

"""Sentences of Epic Domination about groups of units: who goes, who stays, and what the others do."""

import json
from pathlib import Path

import pytest

from adjudicator.core.game import REFUSED, TAKEN
from adjudicator.domination import game
from bench.first_sight import FOLDER

POSITIONS = json.loads((Path(FOLDER) / "domination" / "positions.json").read_text("utf-8"))


def _taken(position: str, *lines: str) -> list[str]:
    place = POSITIONS[position]
    read = game.read(place["state"], place["power"], None, lines).lines
    assert not [line.text for line in read if line.verdict == REFUSED]
    return [line.reading for line in read if line.verdict == TAKEN]


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("from A7 send 3 militia to A8 and 2 to A6", ["3 Militia A7 - A8", "2 Militia A7 - A6"]),
        (
            "five of my militia in A10 go to A9, the other five stay",
            ["5 Militia A10 - A9", "5 Militia A10 holds"],
        ),
        ("Split the knights in A6: two to A5, two to A2", ["2 Knight A6 - A5", "2 Knight A6 - A2"]),
        ("2 of the griffins at G3 to G7, 1 to G8", ["2 Griffin G3 - G7", "Griffin G3 - G8"]),
        (
            "The knight at A11 goes with the four knights from A6 to A5",
            ["Knight A11 - A5", "4 Knight A6 - A5"],
        ),
        ("Griffins return to A8 from G3", ["all Griffin G3 - A8"]),
        ("The knights march A6 to A5", ["all Knight A6 - A5"]),
        ("All militia from A10 except two to A9", ["8 Militia A10 - A9"]),
        ("Leave 2 militia in A10, the others go to A9", ["2 Militia A10 holds", "8 Militia A10 - A9"]),
        ("Send the whole stack at A1 to A4", ["all A1 - A4"]),
        ("A10 M5 -> A9", ["5 Militia A10 - A9"]),
        ("Knights A6 (4) -> A5", ["4 Knight A6 - A5"]),
        ("A6 -> A5 (all 4 knights)", ["4 Knight A6 - A5"]),
        ("To A5: 4 knights from A6, militia A4", ["4 Knight A6 - A5", "Militia A4 - A5"]),
        ("Hold: A7, A10", ["all A7 holds", "all A10 holds"]),
        ("all griffins home to A8", ["3 Griffin G3 - A8"]),
        (
            "Everything holds except the knights from A6, which attack A5",
            ["all Knight A6 - A5", "all others hold"],
        ),
        ("if Red enters A7 then lose militia first", ["if Red at A7: lose Militia"]),
        (
            "If there are enemies at A5, attack them with the knights from A6",
            ["if enemy at A5: all Knight A6 - A5"],
        ),
        ("Losses: griffins last, militia first", ["lose Militia", "keep Griffin"]),
        ("Knights should never die if possible", ["keep Knight"]),
        ("with 12 gold: build 2 knights A7, 1 militia A10", ["build 2 Knight A7", "build Militia A10"]),
        (
            "Build: 1 griffin in A7, militia A10 with what remains",
            ["build Griffin A7", "build rest Militia A10"],
        ),
    ],
)
def test_sentences_about_groups(text: str, orders: list[str]) -> None:
    assert _taken("209", text) == [one for order in orders for one in _taken("209", order)]


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("D2: K K K", ["3 Knight D2"]),
        ("Knights: 1 in D2, 2 in D11", ["Knight D2", "2 Knight D11"]),
        ("2 militia and 1 knight in each city", ["2 Militia D2", "Knight D2", "2 Militia D11", "Knight D11"]),
        ("2 knights in Dawnport and 2 militia in the other city", ["2 Knight D2", "2 Militia D11"]),
    ],
)
def test_starting_builds(text: str, orders: list[str]) -> None:
    assert _taken("205", text) == [one for order in orders for one in _taken("205", order)]


@pytest.mark.parametrize(
    ("lines", "order"),
    [
        (("meine Reihenfolge: F, C, A",), "piece F, C, A"),
        (
            ("Glimmerdale please. If that's gone Ashmoor, then Hollowmark,", "Carrowmere, Farholt."),
            "piece G, A, H, C, F",
        ),
    ],
)
def test_lists_of_pieces(lines: tuple[str, ...], order: str) -> None:
    assert _taken("201", *lines) == _taken("201", order)


@pytest.mark.parametrize(
    "text",
    [
        "The one in A11 attacks A9, the other goes home to A7",  # which other one?
        "five of my militia in A10 go to A9, the other four to A6",  # there are ten
        "Can the knights march A6 to A5?",
    ],
)
def test_an_incomplete_order_is_refused_and_not_guessed(text: str) -> None:
    place = POSITIONS["209"]
    read = game.read(place["state"], place["power"], None, (text,)).lines
    taken = [line.reading for line in read if line.verdict == TAKEN]
    assert not [
        order
        for order in taken
        if order not in ("Knight from A11 to A9", "5 Militia from A10 Ambermouth to A9")
    ]
    assert any(line.verdict != TAKEN for line in read)


def test_a_list_of_pieces_that_begins_with_a_comma_is_refused() -> None:
    place = POSITIONS["201"]
    [line] = game.read(place["state"], place["power"], None, ("piece , A, B, C",)).lines
    assert line.verdict == REFUSED
    assert line.remedy


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("The militia defend Embergate", "all Militia E15 holds"),
        ("The militia in Embergate stay put", "all Militia E15 holds"),
        ("The militia defends Embergate", "Militia E15 holds"),
        ("2 militia defend Embergate", "2 Militia E15 holds"),
        ("Militia E15 hold", "Militia E15 holds"),  # notation
    ],
)
def test_a_plural_without_a_number_is_the_whole_stack(text: str, order: str) -> None:
    assert _taken("608", text) == _taken("608", order)


@pytest.mark.parametrize(
    ("lines", "without_orders"),
    [
        (["2 Militia E15 - E14", "all E15 holds"], ["3 Knight G9"]),
        (
            ["Militia E15 - E14", "lose Militia", "Griffin E15 - E14"],
            ["4 Militia E15", "Knight E15", "3 Knight G9"],
        ),
        (["at G9: keep Knight", "all E15 holds"], ["3 Knight G9"]),
        (
            ["if enemy at E14: 3 Militia E15 - E14", "else: 2 Militia E15 - E14", "all Knight G9 holds"],
            ["2 Militia E15", "Knight E15", "Griffin E15"],
        ),
        (["all militia stay", "Knight E15 - E14"], ["5 Militia E15", "Griffin E15", "3 Knight G9"]),
    ],
)
def test_every_unit_has_an_order_or_is_listed_without(lines: list[str], without_orders: list[str]) -> None:
    place = POSITIONS["608"]
    read = game.read(place["state"], place["power"], None, lines)
    assert [row.unit for row in read.in_force if row.source == "missing"] == without_orders


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("The knight leaves E15 to attack G9", ["Knight E15 - G9"]),
        ("My five militia leave Embergate and go to E14", ["5 Militia E15 - E14"]),
        ("The knight leaves E15 for E14", ["Knight E15 - E14"]),
        ("Les trois chevaliers quittent G9 et attaquent E14", ["3 Knight G9 - E14"]),
        (
            "Knight E15 - E14. It is joined by the griffin from E15.",
            ["Knight E15 - E14", "Griffin E15 - E14"],
        ),
        ("Knight E15 - E14\nthe griffin from E15 joins him", ["Knight E15 - E14", "Griffin E15 - E14"]),
        ("4 of the 5 militia E15 - E14, last one holds E15", ["4 Militia E15 - E14", "Militia E15 holds"]),
        (
            "three of my five militia go from E15 to E14 and two go to E16",
            ["3 Militia E15 - E14", "2 Militia E15 - E16"],
        ),
    ],
)
def test_units_that_leave_and_units_that_go_with_them(text: str, orders: list[str]) -> None:
    assert _taken("608", *text.splitlines()) == [one for order in orders for one in _taken("608", order)]


@pytest.mark.parametrize(
    "text",
    [
        "3 of the 5 militia E15 - E14, last one holds E15",  # two are left
        "The knight leaves E15",  # where to?
        "Nobody is joined by the griffin from E15",
    ],
)
def test_unclear_units_and_leaving_without_a_destination_are_refused(text: str) -> None:
    place = POSITIONS["608"]
    read = game.read(place["state"], place["power"], None, [text]).lines
    assert [line for line in read if line.verdict == REFUSED]


@pytest.mark.parametrize(
    ("text", "example"),
    [
        ("the griffin helps them", "Griffin E15 holds"),
        ("Please build only militia, half there", "build Militia"),
    ],
)
def test_the_example_names_the_units_of_the_line(text: str, example: str) -> None:
    place = POSITIONS["608"]
    [line] = game.read(place["state"], place["power"], None, [text]).lines
    assert line.verdict == REFUSED
    assert example in line.remedy

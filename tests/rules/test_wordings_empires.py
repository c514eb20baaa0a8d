"""Kinds of wording of Empires that newcomers use, each in several wordings of our own."""

from collections.abc import Sequence

import pytest

from adjudicator.core.game import REFUSED, TAKEN, ReadLine
from adjudicator.games import find

GAME = find("empires")
UNITS = {
    "Germany": ["2 Armies Cologne", "Army Berlin", "Army Danzig reduced", "2 Armies Metz", "Army Posen"],
    "Franco-British": ["French Army Verdun"],
    "Russia": ["Army Warsaw"],
}
STATE = GAME.place({"units": UNITS, "phase": "Germany", "turn": 5})


def read(lines: Sequence[str]) -> Sequence[ReadLine]:
    return GAME.read(STATE, "Germany", None, lines).lines


def taken(lines: Sequence[str]) -> list[str]:
    return [one.reading for one in read(lines) if one.verdict == TAKEN]


@pytest.mark.parametrize(
    "line", ["Research: Gas?", "RESEARCH Attack 1?", "DIPLOMACY Turkey forward?", "MISSIONS?"]
)
def test_a_question_is_not_taken_as_an_order(line: str) -> None:
    [answer] = read([line])
    assert answer.verdict == REFUSED
    assert "write it without the question mark" in answer.remedy


@pytest.mark.parametrize(
    ("lines", "orders"),
    [
        (
            [
                "Unit     From      To        Notes",
                "German   Posen     Warsaw    attack",
                "German   Berlin    Posen",
            ],
            ["ACTIVATE", "Army Posen - Warsaw attacks", "Army Berlin - Posen"],
        ),
        (
            ["| Army | Start | Target | Support |", "| full | Metz | Verdun | Metz |"],
            ["ACTIVATE", "full Army Metz - Verdun attacks with Army Metz"],
        ),
        (
            ["No.  Action    Where    Destination   Attack?", "1    Activate  Posen    Warsaw        yes"],
            ["ACTIVATE", "Army Posen - Warsaw attacks"],
        ),
        (
            ["Action   Zone     Details", "Recruit  Cologne  full", "Entrench  Metz  -"],
            ["RECRUIT full in Cologne", "ENTRENCH Metz"],
        ),
    ],
)
def test_rows_below_the_names_of_columns_are_orders(lines: list[str], orders: list[str]) -> None:
    heading = [] if "Action" in lines[0] else ["ACTIVATE"]
    read_orders = [one for one in taken([*heading, *lines]) if one != "Activates armies"]
    assert read_orders == [one for one in taken(orders) if one != "Activates armies"] != []


@pytest.mark.parametrize(
    "lines",
    [
        ["I come   from    Rome    to you", "Metz   Verdun"],
        ["From   To", "Metz   to be seen   and Verdun   later"],
        ["Unit   From   To", "Metz   Verdun"],
    ],
)
def test_what_is_no_table_is_not_read_as_one(lines: list[str]) -> None:
    assert not taken(["ACTIVATE", *lines])[1:]


@pytest.mark.parametrize(
    ("lines", "orders"),
    [
        (
            ["Activate:", "  Posen: Warsaw, attack", "  Berlin: Posen"],
            ["Army Posen - Warsaw attacks", "Army Berlin - Posen"],
        ),
        (
            ["ACTIVATION", "Metz: attacks Verdun", "  support: the other Metz army"],
            ["Army Metz - Verdun attacks with Army Metz"],
        ),
        (["Activate", "Metz: attack Verdun", "with Cologne"], []),
        (
            ["Recruiting:", "  Cologne: full", "  Berlin - 1 reduced German army"],
            ["full in Cologne", "reduced in Berlin"],
        ),
    ],
)
def test_a_row_below_a_heading_may_name_the_zone_first(lines: list[str], orders: list[str]) -> None:
    heading = "RECRUIT" if lines[0].startswith("R") else "ACTIVATE"
    read_orders = taken(lines)[1:]
    assert read_orders == taken([heading, *orders])[1:]
    assert len(read_orders) == len(orders)


@pytest.mark.parametrize("heading", ["Retreats", "Standing orders", "Diplomacy", "What I think:"])
def test_below_another_heading_a_row_is_no_move(heading: str) -> None:
    assert "Army Metz moves to Cologne" not in taken(["ACTIVATE", "Berlin - Posen", heading, "Metz: Cologne"])

"""Units that stay, columns of a table, changed builds, and second choices with reasons."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from adjudicator.core.game import REFUSED, TAKEN, Reading
from adjudicator.games import find

BREE = "Army Brandywine retreats to Bree or Cardolan"
SHEETS = Path(__file__).parents[3] / "bench" / "written_sheets"


@cache
def _positions(game: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((SHEETS / game / "positions.json").read_text())
    return found


def _read(game: str, position: str, text: str) -> Reading:
    at = _positions(game)[position]
    return find(game).read(at["state"], at["power"], None, text.splitlines())


def _taken(game: str, position: str, text: str) -> list[str]:
    return [line.reading for line in _read(game, position, text).lines if line.verdict == TAKEN]


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ("The fleet can stay in harbour.", "Fleet Lamedon holds"),
        ("Gondor's fleet stays", "Fleet Lamedon holds"),
        ("Die Flotte bleibt im Hafen.", "Fleet Lamedon holds"),
        ("La flotte ne bouge pas.", "Fleet Lamedon holds"),
        ("The army in Belfalas does not move.", "Army Belfalas holds"),
        ("Die Armee Belfalas bewegt sich nicht.", "Army Belfalas holds"),
        ("A Bel hodl", "Army Belfalas holds"),
        ("A Bel hold - the pirates may well come, but let them try", "Army Belfalas holds"),
        ("the rest of my army does not move", "All units without another order hold"),
        ("none of the others will move", "All units without another order hold"),
        ("tout le monde reste", "All units without another order hold"),
        ("Personne d'autre ne bouge.", "All units without another order hold"),
        ("Niemand sonst bewegt sich.", "All units without another order hold"),
        ("alle bleiben stehen", "All units without another order hold"),
    ],
)
def test_units_that_do_not_move_hold(text: str, reading: str) -> None:
    assert _taken("hardbop", "1204", text) == [reading]


def test_the_units_of_another_power_do_not_hold() -> None:
    assert _taken("standard", "1105", "Italy's armies stay in place") == []


@pytest.mark.parametrize(
    "table",
    [
        "| Unit | Order | Why |\n|---|---|---|\n| A Burgundy | to Belgium | they are thin there |\n"
        "| A Piedmont | hold | |\n| F Mid-Atlantic | Spain, south coast | the sun |",
        "Unit | Order\nA Burgundy | Belgium\nA Piedmont | hold\nF MAO | Spain (sc)",
        "Einheit | Ziel | Grund\nA Burgund | Belgien | leer\nA Piemont | hält |\nF MAO | Spain/sc | Sonne",
    ],
)
def test_a_column_of_reasons_does_not_belong_to_the_orders(table: str) -> None:
    orders = ["Army Burgundy moves to Belgium", "Army Piedmont holds"]
    assert _taken("standard", "1105", table) == [
        *orders,
        "Fleet Mid-Atlantic Ocean moves to Spain (south coast)",
    ]


def test_a_bar_between_orders_without_a_heading_is_not_a_table() -> None:
    assert _taken("standard", "1105", "A Bur - Bel | A Pie H") == [
        "Army Burgundy moves to Belgium",
        "Army Piedmont holds",
    ]


@pytest.mark.parametrize(
    "change",
    [
        "Build A Smyrna instead",
        "Hmm, on reflection: Build A Smyrna",
        "Make Smyrna an army too.",
        "Hmm, on reflection he has one fleet left. Make Smyrna\nan army after all.",
    ],
)
def test_a_build_is_changed_by_another_at_its_place(change: str) -> None:
    read = _read("standard", "1211", f"Build A Ankara\nBuild F Smyrna\n{change}")
    assert [line.reading for line in read.lines if line.verdict == TAKEN] == [
        "Army Ankara is built",
        "Army Smyrna is built",
    ]
    assert read.lines[1].verdict == REFUSED


def test_of_two_builds_at_a_place_without_a_word_of_change_the_first_counts() -> None:
    assert _taken("standard", "1211", "Build F Smyrna\nBuild A Smyrna") == ["Fleet Smyrna is built"]


def test_the_place_after_a_wrapped_instead_of_is_not_built() -> None:
    text = "bld A Blu\nbld A Iro\n\nNot Blu, I need one in Erebor, so instead of\nA Blu please A Erb."
    assert _taken("hardbop", "1207", text) == ["Army Iron Hills is built", "Army Erebor is built"]


@pytest.mark.parametrize("kept", ["keep the cavalry and take him", "I need the cavalry down there"])
def test_a_unit_to_be_kept_is_not_removed(kept: str) -> None:
    assert _taken("downfall-xiii", "1207", f"remove a lam\nremove c dor\n\n{kept}") == [
        "Army Lamedon is removed"
    ]


@pytest.mark.parametrize(
    ("text", "removed"),
    [
        ("take off the army in Eastfold and the one in Dol Amroth", ["Eastfold", "Dol Amroth"]),
        ("So please take off\nthe army in Eastfold and the one in\nDol Amroth.", ["Eastfold", "Dol Amroth"]),
        ("remove the army in Eastfold and the one in Dol Amroth", ["Eastfold", "Dol Amroth"]),
    ],
)
def test_units_to_take_off_are_removed(text: str, removed: list[str]) -> None:
    assert _taken("downfall-xiii", "1207", text) == [f"Army {place} is removed" for place in removed]


@pytest.mark.parametrize(
    ("position", "text", "reading"),
    [
        ("1106", "A Bra R Bree. Plan B is Cardolan.", BREE),
        ("1106", "A Bra R Bree. Plan B is Bree... no, Cardolan.", BREE),
        ("1106", "l'armée A Bra se retire à Bree, sinon à Cardolan.", BREE),
        (
            "1104",
            "A Esg R Dale, because it is near. Should Dale not work out, Central Mirkwood (near home).",
            "Army Esgaroth retreats to Dale or Central Mirkwood",
        ),
        ("1104", "A Esg R Dale because it is close", "Army Esgaroth retreats to Dale"),
    ],
)  # fmt: skip
def test_second_choices_and_reasons(position: str, text: str, reading: str) -> None:
    assert _taken("hardbop", position, text) == [reading]


@pytest.mark.parametrize(
    ("position", "text", "reading"),
    [
        ("1102", "the Rumanian fleet goes back home to Sevastopol.", "Fleet Rumania retreats to Sevastopol"),
        ("1103", "die Armee Holland weicht nach Ruhr aus", "Army Holland retreats to the Ruhr"),
        ("1103", "Armee Holland zieht sich zurück nach Ruhr", "Army Holland retreats to the Ruhr"),
    ],
)
def test_retreats_in_standard_diplomacy(position: str, text: str, reading: str) -> None:
    assert _taken("standard", position, text) == [reading]


@pytest.mark.parametrize(
    "support",
    [
        "Sweden supports Denmark in that.",
        "The fleet in Sweden helps it by supporting that move.",
        "Sweden supports the fleet in Denmark in this.",
    ],
)
def test_a_support_of_the_order_before_it(support: str) -> None:
    assert _taken("standard", "1112", f"Denmark sails to the Baltic Sea. {support}") == [
        "Fleet Denmark moves to the Baltic Sea",
        "Fleet Sweden supports the move from Denmark to the Baltic Sea",
    ]


def test_a_support_of_another_unit_is_not_read_as_one_of_the_order_before() -> None:
    assert _taken("standard", "1112", "Denmark sails to the Baltic Sea. Sweden supports Norway in that.") == [
        "Fleet Denmark moves to the Baltic Sea"
    ]


def test_a_question_in_brackets_inside_a_reason_does_not_refuse_the_order() -> None:
    text = "C SIt retreats to North Ithilien, because I may build no other (6f.1, right?)."
    assert _taken("downfall-xiii", "1109", text) == ["Cavalry South Ithilien retreats to North Ithilien"]
    assert _taken("downfall-xiii", "1109", "C SIt retreats to North Ithilien (or what?)") == []


def test_a_unit_that_does_not_move_holds_whatever_was_ordered_above() -> None:
    read = _read("standard", "1105", "A Bur - Bel\n\nBurgundy does not move, it\nstays where it is.")
    assert '"type":"Hold"' in read.orders and '"type":"Move"' not in read.orders


def test_a_number_in_a_table_may_be_the_number_of_units_that_move() -> None:
    table = "| No. | Unit | From | To |\n| 5 | Knight | H13 | H10 |"
    position = next(iter(_positions("domination")))
    assert not any("Knight from" in reading for reading in _taken("domination", position, table))

"""Tables with a column that counts the rows, or with the kind of a unit after its place."""

import pytest

from adjudicator.core.game import TAKEN
from adjudicator.games import find

GONDOR = {
    "phase": "movement",
    "turn": 4,
    "units": {"Gondor": ["A MTi", "A EEm", "A Eas", "Faramir EEm", "A Pel"]},
}
ENGLAND = {"phase": "movement", "turn": 2, "units": {"England": ["F ENG", "F NTH", "A Lvp"]}}


def _read(game: str, position: dict[str, object], power: str, text: str) -> list[str]:
    read = find(game).read(find(game).place(position), power, None, text.splitlines())
    return [line.reading for line in read.lines if line.verdict == TAKEN]


NUMBERED = [
    "Army Minas Tirith holds",
    "Army East Emnet holds",
    "Army Eastfold supports Army East Emnet where it stays",
]


@pytest.mark.parametrize(
    "table",
    [
        "No  Unit            Does\n1   A Minas Tirith  hold\n2   A East Emnet    hold\n"
        "3   A Eastfold      support 2",
        "| # | Unit | Order |\n|---|---|---|\n| 1 | A Minas Tirith | hold |\n| 2 | A East Emnet | hold |\n"
        "| 3 | A Eastfold | support 2 |",
        "Nr. | Einheit | Befehl\n1 | A Minas Tirith | bleibt\n2 | A East Emnet | bleibt\n"
        "3 | A Eastfold | unterstuetzt 2",
    ],
)
def test_the_number_of_a_row_is_not_a_strength(table: str) -> None:
    assert _read("downfall-xiii", GONDOR, "Gondor", table) == NUMBERED


def test_a_leader_of_a_numbered_row() -> None:
    table = "No | Unit | Order\n1 | A East Emnet | hold\n2 | Faramir | leads 1"
    assert "Faramir leads Army East Emnet" in _read("downfall-xiii", GONDOR, "Gondor", table)


def test_without_such_a_column_a_number_is_a_strength() -> None:
    assert _read("downfall-xiii", GONDOR, "Gondor", "Unit | Order\n2 A East Emnet | hold") == []


@pytest.mark.parametrize(
    "text",
    [
        "unit          | order\n--------------+------\nEng Channel F | to Belgium\n"
        "North Sea F   | supp. Channel to Belgium\nLiverpool A   | to Yorkshire",
        "Eng Channel F to Belgium\nNorth Sea supp. Channel to Belgium\nLiverpool (A) to Yorkshire",
    ],
)
def test_the_kind_after_the_place(text: str) -> None:
    assert _read("standard", ENGLAND, "England", text) == [
        "Fleet English Channel moves to Belgium",
        "Fleet North Sea supports the move from the English Channel to Belgium",
        "Army Liverpool moves to Yorkshire",
    ]


def test_an_abbreviated_support_does_not_end_the_sentence() -> None:
    assert "Fleet English Channel moves to Belgium" not in _read(
        "standard", ENGLAND, "England", "North Sea supp. Channel to Belgium"
    )


def test_builds_in_a_numbered_table() -> None:
    winter = {"phase": "adjustment", "turn": 4, "units": {"Gondor": ["A Ano", "A Los"]}}
    table = "No. | Where | What\n1 | Minas Tirith | Army\n2 | Belfalas | Fleet"
    assert _read("hardbop", winter, "Gondor", table) == [
        "Army Minas Tirith is built",
        "Fleet Belfalas is built",
    ]

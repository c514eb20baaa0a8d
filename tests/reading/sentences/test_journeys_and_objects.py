"""Moves of several steps, supports whose object follows, and second thoughts after a build."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest

from adjudicator.core.dice import SeededDice
from adjudicator.core.game import TAKEN
from adjudicator.games import find

WINTER = {"phase": "adjustment", "turn": 4, "units": {"Gondor": ["A Ano", "A Los", "A Osg"]}}


@cache
def _start(game: str) -> str:
    return find(game).start({}, SeededDice("objects", 0))


def _read(game: str, power: str, text: str, position: Mapping[str, Any] | None = None) -> list[str]:
    state = find(game).place(position) if position else _start(game)
    read = find(game).read(state, power, None, text.splitlines())
    return [line.reading for line in read.lines if line.verdict == TAKEN]


TO_THE_SHIRE = "My Ranger leaves Bree for the Brandywine and then the Shire"


def test_a_remark_after_a_dash_does_not_hide_the_second_step_of_a_move() -> None:
    whole = _read("hardbop", "Gondor", f"{TO_THE_SHIRE}.")
    assert whole == ["Ranger Bree moves to the Brandywine and on to the Shire"]
    for remark in ("somebody has to look for that hobbit", "it's quiet there", "what a nice place it is"):
        assert _read("hardbop", "Gondor", f"{TO_THE_SHIRE} - {remark}.") == whole


def test_a_move_whose_rest_is_not_understood_is_refused() -> None:
    assert _read("hardbop", "Gondor", f"{TO_THE_SHIRE} - a really nice place.") == []


def test_an_order_beside_a_misspelt_one_is_taken() -> None:
    text = "London - North Sea, Liverpool - Edinbrugh."
    assert _read("standard", "England", text) == ["Fleet London moves to the North Sea"]


@pytest.mark.parametrize(
    "text",
    [
        "A Leb H, A Lam S A Leb, A Bel - Anf",
        "A Leb H; A Lam S A Leb; A Bel - Anf",
        "A Leb H, A Bel - Anf, A Lam S A Leb",
        "A Leb H, Lam supports it, A Bel - Anf",
        "A Leb H, Lam supports, A Bel - Anf",
    ],
)
def test_a_support_is_not_separated_from_its_object(text: str) -> None:
    assert sorted(_read("hardbop", "Gondor", text)) == [
        "Army Belfalas moves to Anfalas",
        "Army Lamedon supports Army Lebennin where it stays",
        "Army Lebennin holds",
    ]


def test_the_place_or_move_of_a_supported_army_may_follow_its_power() -> None:
    order = "Army Isengard supports Army Helm's Deep moving to the Gap of Rohan"
    for how in (
        "Rohan's army, Helm's Deep - Gap",
        "the Rohan army, HDe - Gap",
        "Rohan's army from HDe to Gap",
    ):
        assert _read("hardbop", "Saruman", f"Isengard supports {how}") == [order]


def test_a_support_without_the_place_of_its_object_puts_the_next_order_in_doubt() -> None:
    assert _read("standard", "England", "Edinburgh supports my fleet, Lon - NTH") == []
    assert _read("standard", "England", "Edinburgh supports my fleet in London, Lon H") != []


BUILDS = "Build a fleet in Belfalas please.\n\n"
ON_REFLECTION = "Actually no wait, what would I do with a fleet when the orcs are in Lamedon."


def test_a_second_thought_puts_the_build_above_in_doubt() -> None:
    text = f"{BUILDS}{ON_REFLECTION} An army in Minas Tirith!"
    assert _read("hardbop", "Gondor", text, WINTER) == ["Army Minas Tirith is built"]


def test_an_additional_build_withdraws_nothing() -> None:
    more = _read("hardbop", "Gondor", f"{BUILDS}An army in Minas Tirith as well!", WINTER)
    assert "Fleet Belfalas is built" in more
    assert "Fleet Belfalas is built" in _read("hardbop", "Gondor", f"{BUILDS}{ON_REFLECTION}", WINTER)

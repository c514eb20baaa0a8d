"""A place that is named instead of the one above is suggested with the unit above."""

import pytest

from adjudicator.core.game import REFUSED, TAKEN
from adjudicator.games import find
from tests.reading.corrections.test_choices_between_orders import FACTS

PLACES = {"standard": ("France", "A Par", "Pic", "Bur"), "downfall-xiii": ("Gondor", "A MTi", "Osg", "Ano")}


@pytest.mark.parametrize("key", PLACES)
@pytest.mark.parametrize(
    "text",
    ["{unit} - {one} no wait, {other}", "{unit} - {one}\nno, {other}", "{unit} - {one} (sorry, {other})"],
)
def test_the_place_that_is_meant_instead_is_suggested(key: str, text: str) -> None:
    power, unit, one, other = PLACES[key]
    lines = text.format(unit=unit, one=one, other=other).splitlines()
    reading = find(key).read(find(key).place(FACTS[key]), power, None, lines)
    assert not any(line.verdict == TAKEN for line in reading.lines)
    assert [line.remedy for line in reading.lines if line.verdict == REFUSED] == [
        f"Did you mean {unit} - {other}?"
    ]


@pytest.mark.parametrize("key", PLACES)
def test_or_rather_goes_elsewhere_is_a_move(key: str) -> None:
    power, unit, _, other = PLACES[key]
    reading = find(key).read(
        find(key).place(FACTS[key]), power, None, [f"{unit} holds, or rather goes to {other}."]
    )
    assert [row.notation for row in reading.in_force if row.notation.startswith(unit)] == [
        f"{unit} - {other}"
    ]

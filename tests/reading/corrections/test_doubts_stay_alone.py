"""A doubtful line puts in doubt only what it names; a choice of orders is refused with all as suggestions."""

import pytest

from adjudicator.core.game import REFUSED, TAKEN
from adjudicator.games import find

GAME = find("standard")
STATE = GAME.place(
    {"phase": "movement", "units": {"France": ("A Par", "A Mar", "F Bre"), "Germany": ("A Mun",)}}
)
BUILDS = GAME.place(
    {
        "phase": "adjustment",
        "units": {"France": ("A Spa",)},
        "centres": {"France": ("Par", "Mar", "Bre", "Spa")},
    }
)
OTHERS = ["Army Marseilles moves to Spain", "Fleet Brest moves to the Mid-Atlantic Ocean"]


@pytest.mark.parametrize(
    "doubtful",
    [
        "Perhaps A Par - Pic",
        "A Par - Bur or Pic",
        "A Par - Bur or maybe Pic",
        "Not sure about A Par - Pic",
        "If Germany is nice, A Par - Bur",
        "If Germany is nice, Paris should hold, I think",
        "A Par - Pic?",
    ],
)
def test_the_lines_below_a_doubtful_one_count(doubtful: str) -> None:
    for between in ("\n", "\n\n"):
        text = f"{doubtful}{between}A Mar - Spa\nF Bre - MAO"
        lines = GAME.read(STATE, "France", None, text.splitlines()).lines
        assert [line.reading for line in lines if line.verdict == TAKEN] == OTHERS


@pytest.mark.parametrize(
    ("text", "remedy"),
    [
        ("Build A Par, otherwise F Bre", "Did you mean Build A Par or Build F Bre?"),
        ("An army in Paris please, or else in Marseilles", "Did you mean Build A Par or Build A Mar?"),
        ("I would like an army in Paris, otherwise Marseilles", "Did you mean Build A Par or Build A Mar?"),
        ("Build A Paris or Marseilles", "Did you mean Build A Par, Build A Mar or Build F Mar?"),
    ],
)
def test_a_choice_is_refused_with_each_order_suggested(text: str, remedy: str) -> None:
    lines = GAME.read(BUILDS, "France", None, [text]).lines
    assert [(line.verdict, line.remedy) for line in lines] == [(REFUSED, remedy)]


def test_a_condition_is_not_a_choice() -> None:
    lines = GAME.read(BUILDS, "France", None, ["Build A Par if Germany builds, otherwise F Bre"]).lines
    assert [line.verdict for line in lines] == [REFUSED]
    assert "Did you mean" not in lines[0].remedy

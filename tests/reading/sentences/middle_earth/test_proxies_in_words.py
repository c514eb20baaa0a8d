"""Who orders a unit this turn, told without the notation: "Rohan may order my army in Eastfold"."""

import pytest

from adjudicator.core.game import TAKEN
from adjudicator.games import find

GAME = find("downfall-xiii")
UNITS = {"Gondor": ("A Eas", "A MTi"), "Rohan": ("C DHa",)}
STATE = GAME.place({"phase": "movement", "turn": 3, "units": UNITS})


def _taken(text: str) -> list[str]:
    lines = GAME.read(STATE, "Gondor", None, text.split("\n")).lines
    return [line.reading for line in lines if line.verdict == TAKEN]


@pytest.mark.parametrize(
    "text",
    [
        "My army in Eastfold: Rohan may give its order this turn (proxy). He asked\nfor it.",
        "Rohan may order my army in Eastfold this turn (proxy, we agreed on that by\nphone).",
        "Rohan gets a proxy for A Eas",
        "I give the army in Eastfold to Rohan this turn (proxy)",
        "I lend Eastfold to Rohan",
        "Let Rohan order Eastfold",
    ],
)
def test_a_proxy_is_given(text: str) -> None:
    assert _taken(text) == ["Proxy for Army Eastfold to Rohan"]


@pytest.mark.parametrize(
    "text", ["Rohan may order whatever he likes", "I give Eastfold to Rohan", "Rohan may hold"]
)
def test_what_may_be_no_proxy_gives_none(text: str) -> None:
    assert _taken(text) == []

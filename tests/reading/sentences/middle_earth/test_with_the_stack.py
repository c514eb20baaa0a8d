"""A piece may retreat with its stack only if that stack retreats, too (XIII 6d.4)."""

import pytest

from adjudicator import downfall_xiii
from adjudicator.core.game import REFUSED, TAKEN, State

GAME = downfall_xiii.game
WITH_IT = "Faramir R with the stack"


def _beaten(*units: str) -> State:
    return GAME.place(
        {
            "phase": "retreat",
            "turn": 3,
            "units": {"Gondor": ["A MTi"], "Mordor": ["3A Osg"]},
            "dislodged": {"Gondor": [f"{unit} < NIt" for unit in units]},
        }
    )


@pytest.mark.parametrize(
    ("units", "verdict"), [(("A Osg", "Faramir Osg"), TAKEN), (("Faramir Osg",), REFUSED)]
)
def test_a_piece_follows_only_a_stack_that_retreats(units: tuple[str, ...], verdict: str) -> None:
    """Alone it would be lost (N.2)."""
    state = _beaten(*units)
    (line,) = GAME.read(state, "Gondor", None, [WITH_IT]).lines
    assert line.verdict == verdict
    assert (WITH_IT in GAME.choices(state, "Gondor")["Faramir"]) is (verdict == TAKEN)


def test_the_fellowship_that_is_pursued_has_no_stack_to_follow() -> None:
    state = GAME.place(
        {"phase": "retreat", "turn": 3, "units": {"Mordor": ["A Iml"]}, "dislodged": {"Gandalf": ["Fe Iml"]}}
    )
    assert not any("with the stack" in order for order in GAME.choices(state, "Gandalf")["Fe Iml"])

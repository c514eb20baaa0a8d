"""A position without the Ring is described in words that can be read again, as CORRECT does."""

import pytest

from adjudicator.games import find
from adjudicator.middle_earth.view.notation import KEYS


@pytest.mark.parametrize("key", ["downfall-xiii", "hardbop"])
def test_a_position_without_the_ring_is_described_and_placed_again(key: str) -> None:
    game = find(key)
    state = game.place({"phase": "movement", "turn": 3, "units": {"Gondor": ["A Osg"]}})
    facts = game.describe(state)
    assert facts["state"]["ring"] == "nowhere"
    again = game.place({key: value for key, value in facts.items() if key in KEYS})
    assert game.describe(again)["state"]["ring"] == "nowhere"
    assert game.describe(again)["units"] == facts["units"]

"""The owner of a Ranger that could not neutralise a centre learns which unit prevented it."""

import pytest

from adjudicator.core.dice import SeededDice
from adjudicator.games import find

XIII = {"phase": "movement", "turn": 3, "units": {"Gandalf": ["R Bre"], "Mordor": ["A Shi"]}}
HARDBOP = {"phase": "movement", "units": {"Gondor": ["Ranger Bre"], "Mordor": ["A Shi"]}}


@pytest.mark.parametrize(
    ("key", "position", "power"), [("downfall-xiii", XIII, "Gandalf"), ("hardbop", HARDBOP, "Gondor")]
)
@pytest.mark.parametrize("is_owner", [True, False])
def test_the_unit_in_the_centre_is_named_to_the_owner_alone(
    key: str, position: dict[str, object], power: str, is_owner: bool
) -> None:
    game = find(key)
    state = game.place({**position, "centres": {"Mordor": ["Shi"]}})
    orders = {power: game.read(state, power, None, ["R Bre - Shi neutralises"]).orders}
    turn = game.judge(state, orders, SeededDice("x", 1))
    shown = game.show(turn.state, turn.record, power if is_owner else "Mordor")
    told = [item.text for section in shown.sections for item in section.items]
    assert any("because Mordor's Army from the Shire is there" in text for text in told) is is_owner

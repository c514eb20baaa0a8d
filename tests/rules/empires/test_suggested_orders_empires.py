"""A sentence that is not understood is answered with orders of this position that it may mean."""

import pytest

from adjudicator.core.game import REFUSED
from adjudicator.games import find

UNITS = {
    "Germany": ["2 Armies Cologne", "Army Berlin", "Army Danzig reduced", "2 Armies Metz"],
    "Franco-British": ["French Army Verdun"],
}
GAME = find("empires")


def _remedies(line: str, power: str = "Germany") -> list[str]:
    state = GAME.place({"units": UNITS, "phase": power, "turn": 5 if power == "Germany" else 7})
    return [one.remedy for one in GAME.read(state, power, None, [line]).lines if one.verdict == REFUSED]


@pytest.mark.parametrize(
    ("line", "orders"),
    [
        ("Meanwhile one of the armies idling at Cologne may stroll into Brussels, where nobody is at home.",
         "Army Cologne - Brussels"),
        ("From Metz our army will advance upon Verdun and there fall on the weaker of the French",
         "Army Metz - Verdun attacks"),
        ("Our first care shall be to raise a fresh army, at full strength, in Berlin itself.",
         "RECRUIT full in Berlin"),
        ("Danzig: reinforce the reduced German please if there is money", "RECRUIT reinforce Danzig"),
        ("Trench at Metz: use it always whatever they do to us", "TRENCH always in Metz"),
        ("Retreats: A Metz R Cologne, else Brussels.", "RETREAT Metz: Cologne, Brussels"),
    ],
)  # fmt: skip
def test_the_suggestion_is_made_of_the_armies_zones_and_verb(line: str, orders: str) -> None:
    assert [orders in remedy for remedy in _remedies(line)] == [True]


def test_an_example_is_never_an_order_of_another_power() -> None:
    """Austria-Hungary once was shown "Army Metz - Verdun attacks with Army Metz", an order of Germany."""
    (german,) = _remedies("recruit whatever helps the attack in the west, over there")
    assert "Nearest form: RECRUIT full in Cologne" in german
    french = _remedies("recruit whatever helps the attack in the west, over there", "Franco-British")
    assert ["Metz" in one for one in french] == [False]


def test_no_illegal_order_is_suggested() -> None:
    (remedy,) = _remedies("Our brave army in Berlin shall fall upon Verdun and attack everybody it finds")
    assert "Army Berlin - Verdun" not in remedy

"""A second move told in words: "to West Emnet and, as its second move, on to the Gap of Rohan"."""

import pytest

from adjudicator.core.game import REFUSED, TAKEN
from adjudicator.games import find

GAME = find("hardbop")
STATE = GAME.place({"phase": "movement", "units": {"Rohan": ("C Dhw", "C Edo", "A HDe")}})
TWO_STEPS = ["Cavalry Edoras moves to West Emnet and on to the Gap of Rohan"]
HELD_FIRST = ["Cavalry Dunharrow holds, then moves to West Emnet"]


def _taken(text: str) -> list[str]:
    lines = GAME.read(STATE, "Rohan", None, text.split("\n")).lines
    assert not [line for line in lines if line.verdict == REFUSED], lines
    return [line.reading for line in lines if line.verdict == TAKEN]


@pytest.mark.parametrize(
    "text",
    [
        "C Edoras to West Emnet, and with the second move Gap of Rohan",
        "Cavalerie Edoras --> West Emnet, puis (second mouvement) Gap of Rohan",
        "Edoras rides through West Emnet and, as its second move, on to the Gap of Rohan.",
        "Edoras rides to West Emnet first, and Gap of Rohan in the second phase",
        "Edo -> WEm. Second move: Gap of Rohan",
        "Edoras to West Emnet (then Gap of Rohan)",
        "Edo => WEm => Gap (both moves)",
        "Cavalry Edoras to West Emnet and, in phase two, to the\nGap of Rohan.",
    ],
)
def test_two_steps(text: str) -> None:
    assert _taken(text) == TWO_STEPS


@pytest.mark.parametrize(
    "text",
    [
        "Dunharrow holds first and then with the second move rides to West Emnet",
        "dhw: sit tight for the first step, then west emnet w/ the 2nd",
        "Dhw waits in phase one, then => WEm.",
        "Dhw H first, WEm second",
        "Dhw holds in the first phase and moves to West Emnet in the second",
        "Dhw holds. Second move: West Emnet",
        "Cavalry Dunharrow stays put, and then West Emnet as second move",
    ],
)
def test_a_move_after_waiting(text: str) -> None:
    assert _taken(text) == HELD_FIRST


@pytest.mark.parametrize("aside", ["only the one move, no second", "just one space", "one step only"])
def test_no_second_move(aside: str) -> None:
    assert _taken(f"Dhw to West Emnet, {aside}") == ["Cavalry Dunharrow moves to West Emnet"]


@pytest.mark.parametrize(
    "text",
    [
        "Edoras to West Emnet, the second move is to somewhere north",
        "Edo - WEm, second move to be decided",
    ],
)
def test_a_second_move_that_is_not_understood_leaves_no_first(text: str) -> None:
    lines = GAME.read(STATE, "Rohan", None, [text]).lines
    assert TAKEN not in [line.verdict for line in lines]


def test_the_second_order_of_another_unit_is_its_own() -> None:
    assert _taken("Dhw holds, then Edo supports it") == [
        "Cavalry Dunharrow holds",
        "Cavalry Edoras supports Cavalry Dunharrow where it stays",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Dhw holds and supports Edoras in the second move",
        "Dhw supports Edo in the second phase",
        "C Dhw S2 C Edo",
    ],
)
def test_a_support_in_the_second_phase(text: str) -> None:
    assert _taken(text) == ["Cavalry Dunharrow supports in phase two Cavalry Edoras where it then stands"]


@pytest.mark.parametrize(
    "text", ["Dhw H. In the second phase it supports Edo", "Dhw H, supports Foo in the second phase"]
)
def test_of_which_no_half_is_taken(text: str) -> None:
    lines = GAME.read(STATE, "Rohan", None, [text]).lines
    assert TAKEN not in [line.verdict for line in lines]

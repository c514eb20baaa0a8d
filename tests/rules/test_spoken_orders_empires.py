"""Refuse with a suggestion what orders something in passing; leave alone what only talks about it."""

from collections.abc import Sequence

import pytest

from adjudicator.core.game import NOTED, REFUSED, REMARK, ReadLine
from adjudicator.games import find

GAME = find("empires")
UNITS = {
    "Germany": ["3 Armies Cologne", "Army Metz reduced", "Army Posen"],
    "Franco-British": ["French Army Brussels"],
    "Russia": ["Army Warsaw"],
}
STATE = GAME.place({"units": UNITS, "phase": "Germany", "turn": 6})


def _read(*lines: str) -> Sequence[ReadLine]:
    return GAME.read(STATE, "Germany", None, list(lines)).lines


def _suggests(order: str, *lines: str) -> bool:
    return any(line.verdict == REFUSED and order in line.remedy for line in _read(*lines))


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("And let's talk to the Bulgarians, marker one forward.", "DIPLOMACY Bulgaria forward"),
        ("turky one forward, last chance ive read", "DIPLOMACY Turkey forward"),
        ("the Bulgarian marker, one forward please mate", "DIPLOMACY Bulgaria forward"),
        ("Could you also put a trench in Cologne for me?", "ENTRENCH Cologne"),
        ("Would you kindly dig a trench for me in Posen?", "ENTRENCH Posen"),
        ("Könnten Sie in Berlin rekrutieren?", "RECRUIT full in Berlin"),
        ("Colonge to Brusels and attakc, suported by antoher Colonge", "Cologne - Brussels attack"),
        ("Psoen to Warsw and atack, suportd by anothr Psoen", "Posen - Warsaw attack"),
    ],
)
def test_an_order_in_passing_is_suggested(text: str, order: str) -> None:
    assert _suggests(order, text)


@pytest.mark.parametrize(
    "lines",
    [
        ("And move the Turkish marker", "forward, it's the last chance if I read the table right."),
        ("Then I'd push the marker of the Turks", "one forward, they like us"),
    ],
)
def test_a_marker_and_its_way_may_stand_on_two_lines(lines: tuple[str, ...]) -> None:
    assert _suggests("DIPLOMACY Turkey forward", *lines)


@pytest.mark.parametrize(
    "lines",
    [
        ("Could you tell me whether I can entrench in Posen?",),
        ("Can you please explain how the Turkish marker moves forward?",),
        ("Can I recruit in Berlin?",),
        ("The Turkish marker went forward last season.",),
        ("I look forward to your report from Turkey.",),
        ("We talked to the Turks.", "Looking forward to the weekend"),
        ("Sory for the typos, new keybord",),
    ],
)
def test_talk_is_no_order(lines: tuple[str, ...]) -> None:
    assert {line.verdict for line in _read(*lines)} <= {REMARK, NOTED}


def test_a_marker_is_heard_at_the_end_of_a_long_message() -> None:
    talk = ["Oh dear me", "I had such a bad day at work", "They walk over to the other side"] * 4
    assert _suggests(
        "DIPLOMACY Bulgaria forward", *talk, "And let's talk to the Bulgarians, marker one forward."
    )

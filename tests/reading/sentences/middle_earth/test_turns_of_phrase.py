"""Ways of saying an order that veterans of the games of Middle-earth use, and what must be asked."""

from collections.abc import Mapping, Sequence

import pytest

from adjudicator.core.game import REFUSED, TAKEN, Reading
from adjudicator.games import find

MOVES: Mapping[str, object] = {
    "phase": "movement",
    "turn": 3,
    "units": {"Gondor": ("A MTi", "A Los", "A Lam", "Faramir MTi")},
}


def _read(key: str, text: str, facts: Mapping[str, object] = MOVES) -> Reading:
    game = find(key)
    return game.read(game.place(facts), "Gondor", None, text.splitlines())


def _taken(reading: Reading) -> list[str]:
    return [line.reading for line in reading.lines if line.verdict == TAKEN]


BOTH = pytest.mark.parametrize("key", ["hardbop", "downfall-xiii"])


@BOTH
@pytest.mark.parametrize(
    ("text", "orders"),
    [
        (
            "My army in Minas Tirith, led by Faramir, marches to Osgiliath.",
            [
                "Army Minas Tirith moves to Osgiliath",
                "Faramir leads Army Minas Tirith, which moves to Osgiliath",
            ],
        ),
        (
            "A MTi - Osg, A Los - MTi to follow",
            ["Army Minas Tirith moves to Osgiliath", "Army Lossarnach moves to Minas Tirith"],
        ),
        ("The big stacks: Minas Tirith to Osgiliath", ["Army Minas Tirith moves to Osgiliath"]),
        ("A MTi - Osg supported by nobody", ["Army Minas Tirith moves to Osgiliath"]),
    ],
)
def test_is_read(key: str, text: str, orders: Sequence[str]) -> None:
    assert _taken(_read(key, text)) == orders


@BOTH
def test_each_order_of_a_question_is_suggested(key: str) -> None:
    lines = _read(key, "A MTi - Osg, A Los - MTi led by Sauron? no, that is far away").lines
    assert not any(line.verdict == TAKEN for line in lines)
    assert lines[0].remedy == "Did you mean A MTi - Osg?"


@BOTH
def test_a_support_that_cannot_be_leaves_the_line_below(key: str) -> None:
    facts = {**MOVES, "units": {"Gondor": ("A MTi", "A Lam", "R SIt")}}
    reading = _read(key, "A MTi - Osg\nA Lam S that\nRanger to NIt", facts)
    assert _taken(reading) == [
        "Army Minas Tirith moves to Osgiliath",
        "Ranger South Ithilien moves to North Ithilien",
    ]
    assert [line.text for line in reading.lines if line.verdict == REFUSED] == ["A Lam S that"]


def test_gandalf_may_appear() -> None:
    facts = {"phase": "movement", "turn": 1, "units": {"Gondor": ("A MTi",)}}
    lines = _read("hardbop", "I'd like Gandalf to appear at MTi", facts).lines
    assert [line.verdict for line in lines] != ["remark"]


def test_who_passes_the_ring_may_go_on() -> None:
    assert _taken(_read("hardbop", "A MTi passes the Ring to Los and goes to Osgiliath")) == [
        "Army Minas Tirith passes the Ring to Lossarnach",
        "Army Minas Tirith moves to Osgiliath",
    ]

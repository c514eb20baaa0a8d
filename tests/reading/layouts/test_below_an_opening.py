"""A sentence above the orders does not change how each order line is read."""

import random

import pytest

from adjudicator.core.game import TAKEN
from adjudicator.games import find
from tests.support.play.read_lines import written_positions

GAMES = ("standard", "downfall-xiii", "hardbop", "empires", "domination")
OPENINGS = (
    "Here is what my units do this turn.",
    "I want some of the units to stay there and the other one to go.",
    "I want one of the two units of the south to go on\nand the other one to wait for it.",
    "My plan for this turn: we go east, they hold on to what they have.",
)
MOST_LINES = 5
GONDOR = {
    "phase": "movement",
    "turn": 7,
    "units": {
        "Gondor": ("A DAm", "A Pel", "A Osg", "C Lam", "A Dor", "Faramir Osg"),
        "Mordor": ("A MMo", "Sauron Bar"),
    },
    "state": {"ring": "Tyr"},
}


def _positions(game: str) -> list[dict[str, str]]:
    return list(written_positions(game).values())


def _misspelt(line: str, chance: random.Random) -> str:
    """Return *line*, perhaps with two letters of a long name swapped."""
    words = line.split()
    at = next((at for at, word in enumerate(words) if len(word) > 7), None)
    if at is None or chance.random() < 0.5:
        return line
    words[at] = f"{words[at][:3]}{words[at][4]}{words[at][3]}{words[at][5:]}"
    return " ".join(words)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("game", GAMES)
def test_a_sentence_above_legal_orders_changes_none(game: str, seed: int) -> None:
    chance = random.Random(f"{game} {seed}")
    placed = chance.choice(_positions(game))
    state, power = placed["state"], placed["power"]
    choices = [lines for lines in find(game).choices(state, power).values() if lines]
    orders = [chance.choice(lines) for lines in chance.sample(choices, min(len(choices), MOST_LINES))]
    lines = [_misspelt(order, chance) for order in orders]

    def taken(text: list[str]) -> list[str]:
        return [
            one.reading for one in find(game).read(state, power, None, text).lines if one.verdict == TAKEN
        ]

    assert taken([*chance.choice(OPENINGS).splitlines(), *lines]) == taken(lines), lines


def test_a_last_line_that_is_not_understood_leaves_the_orders_above() -> None:
    lines = ["A Pelagir - Los", "Dor moves to Pelargir", "Cavalry Lamedon to Dor-en-Ernil and then Lamedon"]
    opening, end = (
        "I want the army in Osgiliath to hold and the other one to go.",
        "Faramir goes with the other army to Lossarnach.",
    )
    read = find("downfall-xiii").read(
        find("downfall-xiii").place(GONDOR), "Gondor", None, [opening, *lines, end]
    )
    assert [(one.number, one.text) for one in read.lines if one.verdict == TAKEN][1:] == [
        (2, lines[0]),
        (3, lines[1]),
        (4, lines[2]),
    ]


def test_a_support_is_still_joined_with_the_order_on_the_next_line() -> None:
    """The two lines are refused as one, although the second alone would be an order."""
    start = find("standard").place({"phase": "movement", "turn": 1, "units": {"Germany": ("A Mun", "A Kie")}})
    read = find("standard").read(
        start, "Germany", None, ["A Munich supports the attack of", "A Kiel - Denmark"]
    )
    assert not [one for one in read.lines if one.verdict == TAKEN]

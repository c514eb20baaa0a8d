"""No word of a message is lost: the quoted pieces in the answer add up to the text."""

import os
import random
import re
from collections.abc import Iterator, Sequence
from functools import cache

import pytest

from adjudicator.core.dice import SeededDice
from adjudicator.core.game import Game, ReadLine
from adjudicator.core.language.words import clean
from adjudicator.core.languages import languages
from adjudicator.games import find
from tests.support.thorough import every

MESSAGES = int(os.environ.get("COMPOSED_MESSAGES", "40"))
KEYS = ("standard", "downfall-xiii", "hardbop", "empires", "domination")
_WORD = re.compile(r"[^\W\d_]+")
JOINS = frozenset(word for language in languages() for join in language.joins for word in join.split())

PROSE = (
    "Hi Gina,", "Hello everybody,", "Orders:", "My moves:", "Thanks!", "Best wishes", "-- ", "",
    "here are my orders for this turn:",
    "Cheers, Tom", "I wonder why nobody writes to me. Is Tom away?", "sorry for the delay",
    "Spring 1901:",
    "Turn 1:", "I hope that this works; if not, tell me.", "Sent from my iPhone", "# a comment",
    "The weather is fine here, and the garden is full of birds", "DEFAULT ORDERS",
    "Plan B:", "Viele Grüße",
)  # fmt: skip
FRAMES = (
    "{}",
    "{}.",
    "Orders: {}",
    "1) {}",
    "* {}",
    "I order {}",
    "please {}",
    "{} :-)",
    "{} # note",
    "not {}",
    "if you can, {}",
)
GLUE = (", ", "; ", " and ", ". ", " ", "\n", ", but ", " | ")


@cache
def position(key: str) -> tuple[Game, str, str, tuple[str, ...]]:
    """Return a game, its first position, a power and what it may order."""
    game = find(key)
    state = game.start({}, SeededDice("words", 0))
    power = next(power for power in game.due(state).owed if any(game.choices(state, power).values()))
    lawful = [order for orders in game.choices(state, power).values() for order in orders]
    return game, state, power, tuple(lawful[:: max(1, len(lawful) // 60)])


def composed(key: str, chance: random.Random) -> list[str]:
    """Return the lines of a message as people write them: orders and prose, glued together."""
    *_, lawful = position(key)
    lines: list[str] = []
    for _ in range(chance.randint(1, 8)):
        if chance.random() < 0.35:
            lines.append(chance.choice(PROSE))
            continue
        meant = chance.sample(lawful, chance.choice((1, 1, 1, 2, 3)))
        orders = [chance.choice(FRAMES).format(order) for order in meant]
        text = chance.choice(GLUE).join(orders)
        if chance.random() < 0.2 and " " in text[8:]:
            at = text.index(" ", 8)
            text = f"{text[:at]}\n{text[at + 1 :]}"
        lines += text.split("\n")
    return lines


def pieces(lines: Sequence[ReadLine]) -> Iterator[str]:
    """Yield the text of each piece once: one piece may be several orders, and a whole sheet has no text."""
    last = None
    for line in filter(lambda one: one.number, lines):
        if (line.number, line.text) != last:
            yield line.text
        last = line.number, line.text


def lost(written: Sequence[str], answered: Sequence[str]) -> list[str]:
    """Return the words that are in no piece, except for those that only join orders."""
    wanted = [word for text in answered for word in _WORD.findall(text)]
    missing, at = [], 0
    for word in (word for line in written for word in _WORD.findall(clean(line))):
        if at < len(wanted) and word == wanted[at]:
            at += 1
        elif word.casefold() not in JOINS:
            missing.append(word)
    return [*missing, *wanted[at:]]


@pytest.mark.parametrize("key", every(2, KEYS))
def test_the_pieces_of_a_message_add_up_to_its_text(key: str) -> None:
    game, state, power, _ = position(key)
    if key == "empires":
        pytest.xfail("of technologies for the set-up within a longer line, pieces are missing in the answer")
    chance = random.Random(f"words {key}")
    for _ in range(MESSAGES):
        lines = composed(key, chance)
        read = game.read(state, power, None, lines).lines
        assert lost(lines, list(pieces(read))) == [], lines


@pytest.mark.parametrize("key", KEYS)
def test_orders_as_the_game_prints_them_are_read_back_the_same(key: str) -> None:
    game, state, power, lawful = position(key)
    for order in lawful:
        alone = [line.reading for line in game.read(state, power, None, [order]).lines]
        framed = [line.reading for line in game.read(state, power, None, [f"Orders: {order}"]).lines]
        assert framed == alone

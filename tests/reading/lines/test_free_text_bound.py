"""Free text is interpreted up to a limit; after it only lines in plain notation are accepted."""

import random
from collections.abc import Sequence

import pytest

from adjudicator.core.clauses import Sense, cut
from adjudicator.core.clauses.doubts import TOO_FREE
from adjudicator.core.clauses.wordings import CHARACTERS_OF_A_TRY
from adjudicator.core.game import REFUSED, TAKEN
from adjudicator.games import find
from bench.contests import SHEETS, placed

WORDS = "my army Paris would like attack fleet with support from hold instead the Burgundy convoy"


def free_text(lines: int) -> list[str]:
    chance = random.Random(1)
    return [" ".join(chance.choices(WORDS.split(), k=14)) for _ in range(lines)]


@pytest.mark.parametrize("key", ["standard", "downfall-xiii", "hardbop"])
def test_after_much_free_text_only_orders_in_notation_are_accepted(key: str) -> None:
    text, order = free_text(68), SHEETS[key]["short"].splitlines()[0]
    reading = find(key).read(placed(key), SHEETS[key]["power"], None, [*text, "", order])
    assert {line.number for line in reading.lines} == set(range(1, len(text) + 3))
    assert [line.text for line in reading.lines if line.verdict == TAKEN] == [order]
    unread = [line for line in reading.lines if line.reason == TOO_FREE]
    assert unread
    assert {line.verdict for line in unread} == {REFUSED}
    assert all(line.remedy for line in unread)
    assert {line.text for line in unread} <= set(text)


def test_little_free_text_is_interpreted() -> None:
    reading = find("standard").read(placed("standard"), "France", None, free_text(3))
    assert TOO_FREE not in [line.reason for line in reading.lines]


def test_the_number_of_wordings_tried_is_limited() -> None:
    tried: list[str] = []

    def reworded(text: str) -> Sequence[Sequence[str]]:
        tried.append(text)
        return ()

    sense = Sense(reads=lambda _: False, knows=lambda _: True, reworded=reworded, headed="")
    longest = max(map(len, free_text(400)))
    cut(free_text(400), sense)
    assert sum(map(len, tried)) < CHARACTERS_OF_A_TRY * sense.most_tries + 2 * longest

"""Check what must be true of every random game of Middle-earth, on any board."""

import json
from collections import Counter
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any

import pytest

from adjudicator.core.dice import SeededDice
from tests.support.play.judged_turn import Judged
from tests.support.play.middle_earth_play import Board


def tally_folder(factory: pytest.TempPathFactory, worker_id: str, name: str) -> Path:
    """Return a folder that all pytest workers of this run share for their counts."""
    own = factory.getbasetemp()
    folder = (own if worker_id == "master" else own.parent) / name
    folder.mkdir(exist_ok=True)
    return folder


def assert_nothing_is_at_zero(
    tallies: Iterable[Path], expected: Iterable[str], explained: Collection[str]
) -> None:
    """Check that everything expected occurred in some game; the test of the last game calls this."""
    counted: Counter[str] = Counter()
    for one in tallies:
        counted.update(json.loads(one.read_text()))
    missing = [what for what in expected if not counted[what]]
    assert [what for what in missing if what not in explained] == []


def assert_each_choice_alone_is_taken_by_the_reader(
    board: Board[Any], seed: int, game: Iterable[Judged]
) -> None:
    for judged in game:
        for power in board.game.card.seats:
            choices = board.game.choices(judged.before, power)
            for line in [found[seed % len(found)] for found in choices.values()]:
                (read,) = board.game.read(judged.before, power, None, [line]).lines
                assert read.verdict == "taken", (power, line, read.reason)


def assert_it_replays_to_the_same_bytes(board: Board[Any], seed: int, game: Iterable[Judged]) -> None:
    """Check that each turn has the same result again, with the sheets in the opposite order."""
    for judged in game:
        reordered = dict(reversed(list(judged.orders.items())))
        again = board.game.judge(judged.before, reordered, SeededDice(str(seed), judged.number))
        assert (again.state, again.record) == (judged.after, judged.record)
        assert board.to_text(board.from_text(judged.after)) == judged.after

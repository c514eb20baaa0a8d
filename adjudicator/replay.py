"""Adjudicate a recorded game again and compare.

The record is a JSON file: {"game", "options", "seed", "turns": [{"orders", "state", "record"}]}, with the
orders by power and the state after the turn. The dice of a turn come from the seed and the turn's number,
those of the start from the seed and 0, so that every player can roll them again.
"""

from collections.abc import Mapping
from itertools import takewhile
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from adjudicator.core.dice import SeededDice
from adjudicator.core.game import Game, Orders, Power, Record, State

AROUND = 30  # characters shown on each side of the first difference


class PlayedTurn(Struct, frozen=True):
    orders: Mapping[Power, Orders]
    state: State
    record: Record


class RecordedGame(Struct, frozen=True):
    game: str
    seed: str
    turns: tuple[PlayedTurn, ...]
    options: Mapping[str, Any] = {}


def load(path: Path) -> RecordedGame:
    """Return the game in a file. Raises OSError, or ValueError that names the file and the key."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=RecordedGame)
    except msgspec.MsgspecError as fault:
        raise ValueError(f"{path}: not a recorded game: {fault}") from None


def differences(recorded: RecordedGame, game: Game) -> list[str]:
    """Return a sentence for each text that differs; each turn begins from the recorded state before it."""
    found: list[str] = []
    state = game.start(recorded.options, SeededDice(recorded.seed, 0))
    for number, played in enumerate(recorded.turns, 1):
        turn = game.judge(state, played.orders, SeededDice(recorded.seed, number))
        for what, was, now in (("state", played.state, turn.state), ("record", played.record, turn.record)):
            if was != now:
                found.append(f"turn {number}, {what}: {_first_difference(was, now)}")
        state = played.state
    return found


def _first_difference(was: str, now: str) -> str:
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(was, now, strict=False)))
    cut = slice(max(0, same - AROUND), same + AROUND)
    return f"differs at character {same + 1}: recorded …{was[cut]}…, judged …{now[cut]}…"

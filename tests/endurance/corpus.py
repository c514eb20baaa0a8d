"""Record random turns and parsed messages, to see whether a change of the code alters behaviour.

    python -m tests.endurance.corpus --write FILE     # before the change
    python -m tests.endurance.corpus --check FILE     # after it

The file has digests (hashes). For every game, random order sheets are drawn from `choices` and adjudicated.
Some digests cover the orders, positions and records, others what each reader is shown, which also changes
when only words change. The message fixtures are parsed, and their digests cover everything that was read.
Every change of a rule changes digests; therefore write the file on the commit just before the change.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path

import msgspec
from rich.progress import track

from adjudicator.core.dice import Dice, SeededDice
from adjudicator.core.game import Game, Orders, Power, State
from adjudicator.games import rule_sets
from pbem.messages import message

TURNS = 2_000  # of each game
LONGEST_GAME = 80  # turns; then another game begins
SHOWN_EVERY = 10  # turns: what readers are shown takes most of the time
MESSAGES = Path(__file__).parents[1] / "messages"


def turns(game: Game, count: int) -> Iterator[tuple[str, str]]:
    """Yield two digests for each turn: of what was decided, and of what readers are shown (mostly "")."""
    done, number = 0, 0
    while done < count:
        seed, number = f"corpus {number}", number + 1
        state = game.start({}, SeededDice(seed, 0))
        for turn in range(1, LONGEST_GAME):
            due = game.due(state)
            if due.over or done >= count:
                break
            dice = SeededDice(seed, turn)
            orders = _sheets(game, state, sorted({*due.owed, *due.asked}), dice)
            after = game.judge(state, orders, dice)
            shown = _shown(game, after.state, after.record) if done % SHOWN_EVERY == 0 else ""
            yield _digest(state, dict(orders), after.state, after.record), shown
            state, done = after.state, done + 1


def _sheets(game: Game, state: State, powers: list[Power], dice: Dice) -> Mapping[Power, Orders]:
    return {power: game.read(state, power, None, _lines(game, state, power, dice)).orders for power in powers}


def _lines(game: Game, state: State, power: Power, dice: Dice) -> list[str]:
    choices = game.choices(state, power)
    return [orders[dice.roll(len(orders)) - 1] for orders in choices.values() if orders]


def _shown(game: Game, state: State, record: str) -> str:
    readers = [None, *game.due(state).owed]
    return _digest(*(msgspec.json.encode(game.show(state, record, reader)).decode() for reader in readers))


def _digest(*parts: object) -> str:
    return sha256(json.dumps(parts, sort_keys=True, default=str).encode()).hexdigest()[:16]


def messages() -> dict[str, str]:
    """Return the digest of each parsed message fixture, by its name."""
    read = {path.stem: message.read(path.read_bytes()) for path in sorted(MESSAGES.glob("*.eml"))}
    return {name: _digest(msgspec.json.encode(found).decode()) for name, found in read.items()}


def corpus(count: int) -> dict[str, dict[str, str]]:
    """Return the digests: one of each kind for every hundred turns of a game, and one for each message."""
    found: dict[str, dict[str, str]] = {"messages": messages()}
    for game in rule_sets():
        both = list(track(turns(game, count), game.card.title, total=count))
        found[game.card.key] = {
            f"{kind} {first}": _digest([pair[column] for pair in both[first : first + 100]])
            for column, kind in enumerate(("decided", "shown"))
            for first in range(0, count, 100)
        }
    return found


def differences(old: Mapping[str, Mapping[str, str]], new: Mapping[str, Mapping[str, str]]) -> list[str]:
    """Return the name of each digest that is missing or not the same."""
    names = sorted({(part, name) for found in (old, new) for part in found for name in found[part]})
    return [
        f"{part}: {name}"
        for part, name in names
        if old.get(part, {}).get(name) != new.get(part, {}).get(name)
    ]


def main() -> int:
    """Write the digests, or compare them with a file; return 1 if anything differs."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--write", type=Path, help="write the digests to this file")
    parser.add_argument("--check", type=Path, help="compare with this file")
    parser.add_argument("--turns", type=int, default=TURNS, help="of each game")
    given = parser.parse_args()
    found = corpus(given.turns)
    if given.write:
        given.write.write_text(json.dumps(found, indent=1, sort_keys=True) + "\n", "utf-8")
    if not given.check:
        return 0
    changed = differences(json.loads(given.check.read_text("utf-8")), found)
    print("\n".join(changed) or f"The same: {given.turns} turns of each game, and every message.")
    return 1 if changed else 0


if __name__ == "__main__":
    sys.exit(main())

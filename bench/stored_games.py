"""Store finished games in a file, so that a run that was stopped can be continued: `--keep FILE`.

Each line of the file is a game as JSON: what was played, the seed, the commit, and the result. If the program
is stopped, only the game in progress is lost. A line that was cut off is removed, and its game is played
again. Delete the file when the rules or the players have changed: games of all commits are counted together.
"""

import subprocess
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from adjudicator.core.language.words import listed

ROOT = Path(__file__).parents[1]
Result = TypeVar("Result")


class StoredGame(NamedTuple):
    """One game as it is stored."""

    name: str
    seed: str
    commit: str
    result: msgspec.Raw


class StoredGames(Generic[Result]):
    """The finished games of this run and of earlier runs with the same *path*; *result* is their type.

    Without a path they are kept only until the end of the run.
    """

    def __init__(self, path: Path | None, result: type[Result]) -> None:
        self._path, self._result = path, result
        self._here = commit()
        self._lines = {(line.name, line.seed): line for line in _lines(path)}

    def get(self, name: str, seed: str) -> Result | None:
        """Return the result of a game if it was played before, else None."""
        line = self._lines.get((name, seed))
        return msgspec.json.decode(line.result, type=self._result, dec_hook=_counter) if line else None

    def add(self, name: str, seed: str, result: Result) -> Result:
        """Store the result of a game, and return it."""
        raw = msgspec.Raw(msgspec.json.encode(result))
        line = self._lines[name, seed] = StoredGame(name, seed, self._here, raw)
        if self._path:
            with self._path.open("ab") as file:
                file.write(msgspec.json.encode(line) + b"\n")
        return result

    def played(self, name: str, seed: str, play: Callable[[str], Result]) -> Result:
        """Return the result of a game, and play it unless it was played before."""
        known = self.get(name, seed)
        return known if known is not None else self.add(name, seed, play(seed))

    def commits(self, name: str = "") -> Mapping[str, int]:
        """Return how many games whose names begin with *name* were played at each commit."""
        return Counter(line.commit for line in self._lines.values() if line.name.startswith(name))

    def in_words(self, name: str = "") -> str:
        """Return a sentence that says at which commits the games were played."""
        counts = self.commits(name)
        places = [f"{one} ({count})" if counts.keys() != {one} else one for one, count in counts.items()]
        return f"Played at commit {listed(places, 'and')}."


def commit() -> str:
    """Return the current commit, marked if files differ from it; "unknown" without a repository."""
    command = ["git", "describe", "--always", "--abbrev=10", "--exclude=*", "--dirty= with changes"]
    try:
        found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return found.stdout.strip()


def _lines(path: Path | None) -> list[StoredGame]:
    if not path or not path.exists():
        return []
    text = path.read_bytes()
    if text and not text.endswith(b"\n"):  # the last line was cut off
        text = text[: text.rfind(b"\n") + 1]
        path.write_bytes(text)
    return [msgspec.json.decode(line, type=StoredGame) for line in text.splitlines()]


def _counter(kind: Any, value: Mapping[str, int]) -> object:
    """Decode the one type that msgspec does not know."""
    if getattr(kind, "__origin__", kind) is not Counter:
        raise NotImplementedError(kind)
    return Counter(value)

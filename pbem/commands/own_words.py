"""Find what players ask for in plain words: "I resign", "Did Bob support me?".

The patterns are data, in `own_words.toml`. Nothing is done: the answer names the command that would do it.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from adjudicator.core.package_files import text_beside
from adjudicator.core.toml import tables_of

LONGEST = 300  # characters of a line that are read


class OwnWords(NamedTuple):
    """What `own_words.toml` holds."""

    commands: Sequence[tuple[re.Pattern[str], str]]
    secret: re.Pattern[str]
    earlier: re.Pattern[str]


@cache
def _written() -> OwnWords:
    found = tables_of(text_beside("pbem.commands", "own_words.toml"))
    commands = tuple((re.compile(pattern, re.I), word) for pattern, word in found["commands"])
    return OwnWords(commands, *(re.compile(found[key], re.I) for key in ("secret", "earlier")))


def commands_meant(lines: Sequence[str]) -> Iterator[str]:
    """Yield the words of the commands that *lines* seem to ask for, each once."""
    short = [line for line in lines if len(line) <= LONGEST]
    for pattern, word in _written().commands:
        if any(map(pattern.search, short)):
            yield word


def asks_for_secrets(lines: Sequence[str]) -> bool:
    """Return whether a line asks what others have sent."""
    return any(len(line) <= LONGEST and _written().secret.search(line) for line in lines)


def means_earlier_orders(lines: Sequence[str]) -> bool:
    """Return whether a line means the orders of an earlier turn: "Same orders as last turn"."""
    return any(len(line) <= LONGEST and _written().earlier.search(line) for line in lines)

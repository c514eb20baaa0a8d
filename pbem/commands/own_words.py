"""Find what players ask for in plain words: "I resign", "Did Bob support me?".

The patterns are data, in `own_words.toml`. Nothing is done: the answer names the command that would do it.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from adjudicator.core.package_files import text_beside
from adjudicator.core.toml import tables_of

AROUND_TEXT = " \"'\u201c\u201d\u201e\u2018\u2019\u00ab\u00bb"
LONGEST = 300  # characters of a line that are read
TAKES_BACK = re.compile(r"CANCEL (?:STANDING|PROXY)\b")


class OwnWords(NamedTuple):
    """What `own_words.toml` holds."""

    commands: Sequence[tuple[re.Pattern[str], str]]
    secret: re.Pattern[str]
    silence: re.Pattern[str]
    earlier: re.Pattern[str]
    one_order: re.Pattern[str]
    tell: Sequence[re.Pattern[str]]


class ToTell(NamedTuple):
    """Whom a line asks to tell something, and the text, "" if the line only describes it."""

    who: str
    text: str


@cache
def _written() -> OwnWords:
    found = tables_of(text_beside("pbem.commands", "own_words.toml"))
    commands = tuple((re.compile(pattern, re.I), word) for pattern, word in found["commands"])
    tell = tuple(re.compile(pattern, re.I) for pattern in found["tell"])
    lines = ("secret", "silence", "earlier", "one_order")
    secret, silence, earlier, one_order = (re.compile(found[key], re.I) for key in lines)
    return OwnWords(commands, secret, silence, earlier, one_order, tell)


def commands_meant(lines: Sequence[str]) -> Iterator[str]:
    """Yield the words of the commands that *lines* seem to ask for, each once."""
    short = [line for line in lines if len(line) <= LONGEST]
    for pattern, word in _written().commands:
        if any(map(pattern.search, short)):
            yield word


def asks_for_secrets(lines: Sequence[str]) -> bool:
    """Return whether a line asks what others have sent."""
    return any(len(line) <= LONGEST and _written().secret.search(line) for line in lines)


def asks_about_silence(lines: Sequence[str]) -> bool:
    """Return whether a line asks what happens without orders."""
    return any(len(line) <= LONGEST and _written().silence.search(line) for line in lines)


def means_earlier_orders(lines: Sequence[str]) -> bool:
    """Return whether a line means the orders of an earlier turn: "Same orders as last turn"."""
    return any(len(line) <= LONGEST and _written().earlier.search(line) for line in lines)


def text_to_tell(line: str) -> ToTell | None:
    """Return what *line* asks to tell somebody else; None if it asks no such thing."""
    if len(line) > LONGEST:
        return None
    found = next(filter(None, (pattern.match(line) for pattern in _written().tell)), None)
    if found is None:
        return None
    is_text = (found["how"] or "that").casefold() == "that"
    return ToTell(found["who"].strip(), found["text"].strip(AROUND_TEXT) if is_text else "")


def taking_one_back(lines: Sequence[str]) -> list[str]:
    """Return the lines that want to take back one order: "Delete A Par - Bur".

    An order of a game in capitals that takes something back is none: its own refusal says what is wrong.
    """
    asked = [line for line in lines if len(line) <= LONGEST and not TAKES_BACK.match(line)]
    return [line for line in asked if _written().one_order.search(line)]

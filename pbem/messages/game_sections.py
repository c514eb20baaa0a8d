"""Split a message for several games. A GAME line begins a section; lines keep their numbers.

GAME std3                 the lines below are for that table
GAME std3 France          and for that seat, if one plays several there
SIGNON France@std3 word   the same, as on older judges; SIGN ON Fstd3 word. Passwords are not needed
"""

import re

from msgspec import Struct
from msgspec.structs import replace

from pbem.messages.script import TABLE, Script


class Heading(Struct, frozen=True):
    """A GAME line; *power* is "" if it names none. Its own line may have more of the section."""

    line: int
    table: str
    power: str = ""
    has_more: bool = False


def headings(script: Script) -> tuple[Heading, ...]:
    found = (one for one in script.requests if one.word == TABLE)
    return tuple(replace(_heading(one.line, one.argument), has_more=one.is_one_line) for one in found)


def _heading(line: int, said: str) -> Heading:
    if signed := re.fullmatch(r"sign\s?on\s+(\S+)", said, re.I):
        return _signed(line, signed[1])
    table, _, power = re.sub(r"[\s:,]+", " ", said).partition(" ")
    return Heading(line, table.lower(), power)


def _signed(line: int, said: str) -> Heading:
    """France@std3, Fstd3, ?std3, std3"""
    power, at, table = said.rpartition("@")
    if at:
        return Heading(line, table.lower(), power)
    if re.match(r"[A-Z?][a-z0-9]", said):
        return Heading(line, said[1:].lower(), said[0].strip("?"))
    return Heading(line, said.lower())


def parts(script: Script) -> list[Script]:
    """Return the text above the first heading, and the text below each."""
    found = headings(script)
    starts = [heading.line - heading.has_more for heading in found]
    ends = [*(heading.line for heading in found), len(script.lines) + len(script.requests) + 1]
    return [_between(script, first, last) for first, last in zip([0, *starts], ends, strict=True)]


def _between(script: Script, first: int, last: int) -> Script:
    lines = [line if first < number < last else "" for number, line in enumerate(script.lines, 1)]
    requests = [one for one in script.requests if first < one.line < last and one.word != TABLE]
    return Script(tuple(lines), tuple(requests))


def joined(one: Script, other: Script) -> Script:
    """Join two parts of one message for the same seat."""
    lines = tuple(mine or theirs for mine, theirs in zip(one.lines, other.lines, strict=True))
    requests = sorted((*one.requests, *other.requests), key=lambda request: request.line)
    return Script(lines, tuple(requests))

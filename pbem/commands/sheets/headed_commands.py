"""Find the commands after the name of the sender's own power: "Russia: READY".

The parser does not know for whom a message speaks, so it leaves such a line to the game, as it does with
"Russia: A War - Gal". After the name of another power nothing is a command, and neither is what has a text
below it or needs more than an authenticated address.
"""

import re
from collections.abc import Sequence

from msgspec.structs import replace

from pbem.commands.context import SeatContext, powers_begun
from pbem.commands.registry import BY_WORD, PARSER
from pbem.messages.script import CLEAR, OF_THE_TURN, Below, Request, Script

SHORTEST_NAME = 3  # letters of the beginning of a power
_HEADED = re.compile(
    r"[\W_]*(?P<name>[^\W\d_][^\W\d_ ]*(?: [^\W\d_]+)??)(?:['\u2019]s?)?"
    r"(?P<mark>\s*[:,\u2013\u2014-]+|\s+is|)\s+(?P<said>\S.*)"
)


def executed(script: Script, at: SeatContext) -> Script:
    """Return *script* with the commands after the name of the power of *at*; CLEAR drops lines above it."""
    found = [
        request
        for number, line in enumerate(script.lines, 1)
        if line.strip() and (request := _command(line, number, at)) is not None
    ]
    if not found:
        return script
    lines = list(script.lines)
    for one in found:
        lines[one.line - 1] = ""
    cleared = max((one.line for one in found if one.word == CLEAR), default=0)
    dropped = tuple(line.strip() for line in lines[:cleared] if line.strip())
    found = [replace(one, kept=dropped) if one.line == cleared else one for one in found]
    requests = sorted((*script.requests, *found), key=lambda one: one.line)
    return Script((*[""] * cleared, *lines[cleared:]), tuple(requests))


def _command(line: str, number: int, at: SeatContext) -> Request | None:
    headed = _HEADED.fullmatch(line.strip())
    if headed is None or not _is_of(headed["name"], at.row.power, at.game.card.seats):
        return None
    request = PARSER.read_command(headed["said"], number)
    if request is None or not _may_be_headed(request):
        return None
    is_marked = headed["mark"].strip() not in ("", "is")
    return replace(request, written=line.strip()) if is_marked or request.word in OF_THE_TURN else None


def _is_of(name: str, power: str, powers: Sequence[str]) -> bool:
    """Return whether *name*, or what it begins, is *power*."""
    return len(name) >= SHORTEST_NAME and powers_begun(name, powers) == [power]


def _may_be_headed(request: Request) -> bool:
    command = BY_WORD[request.word]
    is_executed = command.run is not None or request.word == CLEAR
    return is_executed and command.below is Below.NOTHING and not command.is_grave

"""Tell sentences that begin like a heading from headings: "Later I may attack Umbar, but for now:".

LATER, PHASE and ASSUME take the lines below them away from the orders of the turn, so a sentence that is read
as one of them would cost its writer these orders. In lower case such a line is a heading only if it names a
turn or phase, or a power, of this game, or nearly does. A heading that is misspelled is refused together with
the lines below it: read as orders for now, they might do what their writer did not mean.
"""

import re
from collections.abc import Callable, Mapping

from msgspec.structs import replace

from adjudicator.core.game import Card
from pbem.commands.context import SeatContext, is_nearly_power, power_meant
from pbem.core.turn_names import IDLE, is_nearly_part, read_label
from pbem.messages.script import Request, Script, is_in_capitals

_WORD = re.compile(r"[\w-]+")
_JOINED = re.compile(r"[,&+/]|\band\b", re.IGNORECASE)
_BARE = re.compile(r"\W*(?:(?:LATER|PHASE)\W*|(?i:later|phase)\s*[:?]\W*)")
_STANDING = re.compile(
    r"\W*(?:(?:cancel|delete|withdraw|revoke|no)\s+)?(?:(?:all|my)\s+)*standing\b", re.IGNORECASE
)
_STORED = ("LATER", "DEFAULT")
MOST_UNKNOWN = 1  # words of a misspelled heading


def without_prose(script: Script, at: SeatContext) -> Script:
    """Leave the sentences that only begin like a heading, and the lines below them, for the game."""
    prose = [request for request in script.requests if _is_prose(request, at)]
    lines = list(script.lines)
    for request in prose:
        put_in(lines, request)
        lines[request.line - 1] = request.written
    return Script(tuple(lines), tuple(one for one in script.requests if one not in prose))


def with_bare(script: Script) -> Script:
    """Read LATER alone on its line as a heading that names no turn, so that nothing below it counts now.

    Below "LATER?", which asks how it is written, lines are read as they were meant.
    """
    lines, requests = list(script.lines), list(script.requests)
    stops = {request.line for request in requests}
    for number in (at for at, line in enumerate(script.lines, 1) if _BARE.fullmatch(line)):
        written, lines[number - 1] = lines[number - 1].strip(), ""
        length = 0 if "?" in written else _length(lines, number, stops)
        text = tuple(lines[number : number + length])
        lines[number : number + length] = [""] * length
        requests.append(Request("LATER", "", number, written, text))
    return Script(tuple(lines), tuple(sorted(requests, key=lambda one: one.line)))


def until_standing(script: Script, at: SeatContext) -> Script:
    """End the lines for later above the first that is about a standing order, which counts from now on."""
    if not at.game.card.has_standing_orders:
        return script
    lines = list(script.lines)
    requests = [_cut(request, lines) if request.word in _STORED else request for request in script.requests]
    return Script(tuple(lines), tuple(requests))


def _cut(request: Request, lines: list[str]) -> Request:
    """Return *request* up to a line about a standing order, and put the others back into *lines*.

    A heading with nothing else below it keeps that line: an empty one would delete what is stored.
    """
    ends = [count for count, line in enumerate(request.text) if _STANDING.match(line)]
    if not ends or not any(map(str.strip, request.text[: ends[0]])):
        return request
    rest = request.text[ends[0] :]
    begins = request.line + ends[0] - is_beside(request)
    lines[begins : begins + len(rest)] = rest
    return replace(request, text=request.text[: ends[0]])


def put_in(lines: list[str], request: Request) -> None:
    """Put the text of *request* at its own lines; the first may be on the line of the heading."""
    begins = request.line - 1 if is_beside(request) else request.line
    lines[begins : begins + len(request.text)] = request.text


def is_beside(request: Request) -> bool:
    """Return whether the text begins on the line of the heading."""
    first = request.text[0].strip() if request.text else ""
    return bool(first) and request.written.endswith(first)


def _length(lines: list[str], begins: int, stops: set[int]) -> int:
    """Return how many lines from *begins* are below a heading: to an empty line, or the next command."""
    for count, line in enumerate(lines[begins:]):
        is_end = (count > 0 and not line.strip()) or _BARE.fullmatch(line) is not None
        if is_end or begins + count + 1 in stops:
            return count
    return len(lines) - begins


def _is_prose(request: Request, at: SeatContext) -> bool:
    names = _NAMES.get(request.word)
    return names is not None and not is_in_capitals(request.written) and not names(request, at)


def _names_turn(request: Request, at: SeatContext) -> bool:
    """Return whether it names a turn or phase, or may do so with a slip: "Later in sprnig:"."""
    try:
        read_label(request.argument, at.game.card)
    except ValueError:
        is_short = request.written.endswith(":") and len(_named(request.argument)) <= MOST_UNKNOWN
        return is_short or _is_nearly_turn(request.argument, at.game.card)
    return True


def _named(written: str) -> list[str]:
    return [word for word in _WORD.findall(written.lower()) if word not in IDLE]


def _is_nearly_turn(written: str, card: Card) -> bool:
    """Return whether a word is, or may be, a part of the name of a turn, and all others but one are, too."""
    named = _named(written)
    parts = [word for word in named if is_nearly_part(word, card)]
    return any(len(word) > 1 for word in parts) and len(named) - len(parts) <= MOST_UNKNOWN


def _names_power(request: Request, at: SeatContext) -> bool:
    """Return whether it names powers, or one with a slip."""
    return all(_is_power(part.strip(), at) for part in _JOINED.split(request.argument) if part.strip())


def _is_power(written: str, at: SeatContext) -> bool:
    try:
        power_meant(written, at.powers)
    except ValueError:
        return is_nearly_power(written, at.powers)
    return True


_NAMES: Mapping[str, Callable[[Request, SeatContext], bool]] = {"LATER": _names_turn, "ASSUME": _names_power}

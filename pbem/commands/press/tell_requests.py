"""Find lines that ask the judge to tell another power something: 'Tell Mordor: "I will not attack you."'.

Nothing is sent, because no line is press unless it says so. The answer has the command that would send it,
and the game does not see the line, so that an order in it is not mistaken for one of the writer's.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from adjudicator.core.game import TAKEN
from pbem.commands.context import SeatContext, refused
from pbem.commands.own_words import text_to_tell
from pbem.commands.press.recipients import recipients
from pbem.core.sentences import Unusable, sentence
from pbem.messages.script import Request, Script
from pbem.reports import CommandResult

SHORTEST_NAME = 2  # letters of one that may be a power: "GM"


def unsent(script: Script, at: SeatContext) -> list[CommandResult]:
    """Return for each such line that it was not sent, and how to send it."""
    found = [(number, _request(line, at)) for number, line in enumerate(script.lines, 1)]
    asked = {number: one for number, one in found if one is not None}
    if asked:
        read = at.place.read(None, script.lines).lines
        taken = {line.number for line in read if line.verdict == TAKEN}
        asked = {number: one for number, one in asked.items() if number not in taken}
    return [
        refused(
            Request("", "", number, script.lines[number - 1].strip()),
            sentence("press", "told_in_words", to=to, text=text),
        )
        for number, (to, text) in asked.items()
    ]


def without(script: Script, told: Sequence[CommandResult]) -> Script:
    """Return *script* without the lines that *told* answers."""
    answered = {one.line for one in told}
    lines = ("" if number in answered else line for number, line in enumerate(script.lines, 1))
    return replace(script, lines=tuple(lines)) if answered else script


def _request(line: str, at: SeatContext) -> tuple[Sequence[str], str] | None:
    """Return to whom *line* asks to tell something, and the text; None if it is not such a line."""
    found = text_to_tell(line)
    if found is None or len(found.who) < SHORTEST_NAME or not found.who[0].isalpha():
        return None
    try:
        to = recipients(found.who, at.powers)
    except Unusable:
        return None
    is_named = all(name.casefold() in found.who.casefold() for name in to) or len(to) > 1
    return (to, found.text) if is_named and at.row.power not in to[:1] else None

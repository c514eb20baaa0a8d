"""Find lines that were probably meant as commands but are none: REDY, STAUS, SET FOO.

A line is told only if it begins as a command would, in capitals or all alone, and the game finds no order in
it; whoever signs with his name hears nothing.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from adjudicator.core.game import REMARK
from adjudicator.core.words import one_slip_from
from pbem.commands.context import SeatContext, refused
from pbem.commands.registry import COMMANDS
from pbem.messages.script import Request, Script
from pbem.reports import CommandResult

BEGINS = re.compile(r"(?:^|, )(?:or )?([A-Z]{3,})\b")  # in "REPORT, MAP, SUMMARY: your last report ..."
FIRST_WORD = re.compile(r"\W*([^\W\d_]{3,12})\b")
MOST_WORDS = 8  # in a line that may have been meant for a command
MOST_TOLD = 8
MOST_HINTS = 3
FROM_NEAR = 4  # letters of a command that may be misspelt
FROM_ALONE = 5  # the same where the line is in small letters: Joan need not hear of JOIN
NO_COMMAND = ("FOR",)  # begins other lines: "FOR FRANCE"


def words_of(sentences: Sequence[str]) -> dict[str, str]:
    """The first word of each command with its sentence, "SET" with "SET PICTURE OFF, ...: what ..."."""
    found: dict[str, str] = {}
    for sentence in sentences:
        for word in BEGINS.findall(sentence.partition(":")[0]):
            found.setdefault(word, sentence)
    return found


PLAYERS_WORDS = words_of([command.usage for command in COMMANDS])


def meant(line: str, words: Mapping[str, str], least: int = FROM_NEAR) -> str:
    """The sentence of the command whose word *line* begins with, or with one letter wrong; "" if none."""
    begun = FIRST_WORD.match(line)
    first = begun[1].upper() if begun else ""
    if not first or first in NO_COMMAND:
        return ""
    return words.get(first) or words.get(one_slip_from(first, (w for w in words if len(w) >= least)), "")


def hints(lines: Sequence[str]) -> list[str]:
    """Return how the commands are written with whose words lines begin that were read as none."""
    begun = [re.findall(r"[a-z]+", line.lower()) for line in lines]
    meant = [
        command.usage
        for command in COMMANDS
        if any(words[: len(own)] == own for own in [command.word.lower().split()] for words in begun)
    ]
    return meant[:MOST_HINTS]


def _meant_by_player(line: str) -> str:
    said = line.split()
    if not said or len(said) > MOST_WORDS:
        return ""
    begun = FIRST_WORD.match(line)
    if begun and begun[1].isupper():
        return meant(line, PLAYERS_WORDS)
    return meant(line, PLAYERS_WORDS, FROM_ALONE) if len(said) == 1 else ""


def _suspects(script: Script) -> dict[int, str]:
    """The lines of the message that may have been meant for commands, by number, with what was meant."""
    told = {number: _meant_by_player(line) for number, line in enumerate(script.lines, 1)}
    return {number: sentence for number, sentence in told.items() if sentence}


def of_message(script: Script, at: SeatContext | None = None) -> list[CommandResult]:
    """What is told of such lines; with a seat only of those that are no orders there."""
    suspects = _suspects(script)
    if suspects and at is not None:
        read = at.place.read(None, script.lines).lines
        orders = {line.number for line in read if line.verdict != REMARK}
        suspects = {number: sentence for number, sentence in suspects.items() if number not in orders}
    return list(_told(script, suspects))[:MOST_TOLD]


def _told(script: Script, suspects: Mapping[int, str]) -> Iterator[CommandResult]:
    for number, sentence in suspects.items():
        said = script.lines[number - 1].strip()
        yield refused(
            Request("", "", number, said), f"This is not understood. If you meant a command: {sentence}."
        )

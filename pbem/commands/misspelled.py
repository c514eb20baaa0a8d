"""Find lines that were probably meant as commands: REDY, STAUS, SET FOO.

Only a line that begins like a command, in capitals or on its own, and is not an order of the game is
answered, so that signatures are not.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from adjudicator.core.game import Power
from adjudicator.core.language.words import one_slip_from
from pbem.commands import other_judges, own_words
from pbem.commands.command import usage_of
from pbem.commands.context import SeatContext, refused
from pbem.commands.lookup.examples import partners
from pbem.commands.registry import COMMANDS, PARSER
from pbem.core.sentences import Sentence, sentence
from pbem.messages.consent import consents
from pbem.messages.script import OF_THE_TURN, Request, Script
from pbem.messages.verdict import Verdict
from pbem.reports import CommandResult

BEGINS = re.compile(r"(?:^|, )(?:or )?([A-Z]{3,})\b")  # in "REPORT, MAP, SUMMARY: your last report ..."
FIRST_WORD = re.compile(r"\W*([^\W\d_]{3,12})\b")
IN_MARKS = re.compile(
    r"\s*[\"'\u201c\u201e\u201d\u2018\u00ab]\s*([^\W\d_].{2,300}?)\s*[\"'\u201c\u201d\u2019\u00bb]\W*"
)
MOST_WORDS = 8  # of a line that may have been meant as a command
MOST_ANSWERED = 8
MOST_HINTS = 3
FROM_NEAR = 4  # least letters of a command that may be misspelled
FROM_ALONE = 5  # the same in lower case: Joan did not mean JOIN
_SENTENCES = re.compile(r"(?<=[.!;])\s+")
NO_COMMAND = ("FOR",)  # begins other lines: "FOR FRANCE"


@cache
def _players_words() -> Mapping[str, str]:
    """Return the block of each usage by the words in capitals before its colon: REPORT and SUMMARY."""
    found: dict[str, str] = {}
    for command in COMMANDS:
        for word in BEGINS.findall(command.usage.words(None).partition(":")[0]):
            found.setdefault(word, command.usage_block)
    return found


def meant(line: str, words: Mapping[str, str], least: int = FROM_NEAR) -> str:
    """Return the value of the command whose word *line* begins with, or with one letter wrong; "" if none."""
    begun = FIRST_WORD.match(line)
    first = begun[1].upper() if begun else ""
    if not first or first in NO_COMMAND:
        return ""
    return words.get(first) or words.get(one_slip_from(first, (w for w in words if len(w) >= least)), "")


def hints(lines: Sequence[str]) -> list[Sentence]:
    """Return the usage of the commands that unread lines seem to mean."""
    begun = [re.findall(r"[a-z]+", line.lower()) for line in lines]
    asked_for = tuple(own_words.commands_meant(lines))
    meant = [
        command.usage
        for command in COMMANDS
        if command.word in asked_for
        or any(words[: len(own)] == own for own in [command.word.lower().split()] for words in begun)
    ]
    return meant[:MOST_HINTS]


def _meant_by_player(line: str) -> str:
    """Return the block of the usage that *line* may mean, "" for none."""
    written = line.split()
    if not written or len(written) > MOST_WORDS:
        return ""
    begun = FIRST_WORD.match(line)
    if begun and begun[1].isupper():
        if begun[1] == "END" and "VOTE" in own_words.commands_meant([line]):
            return _players_words()["VOTE"]
        return meant(line, _players_words())
    return meant(line, _players_words(), FROM_ALONE) if len(written) == 1 else ""


def of_message(script: Script, at: SeatContext | None = None) -> list[CommandResult]:
    """Return the answers to such lines; with a seat only if they are not orders there."""
    powers = partners(at.game.card, at.due, at.row.power) if at is not None else ()
    read_as = ((number, _answer_to(line, powers)) for number, line in enumerate(script.lines, 1))
    answers = {number: answer for number, answer in read_as if answer}
    if answers and at is not None:
        read = at.place.read(None, script.lines).lines
        orders = {line.number for line in read if line.is_order}
        answers = {number: answer for number, answer in answers.items() if number not in orders}
    slips = [
        refused(Request("", "", number, script.lines[number - 1].strip()), answer)
        for number, answer in answers.items()
    ]
    return slips[:MOST_ANSWERED]


def beside_others(script: Script) -> list[CommandResult]:
    """Return the answers to words that count only alone: READY in a longer line, YES with commands."""
    return [*_not_alone(script.lines), *_unasked(script)][:MOST_ANSWERED]


def _not_alone(lines: Sequence[str]) -> Iterator[CommandResult]:
    """Yield answers to READY or WAIT as one of the sentences of a line: "Ready. But A Mar H"."""
    for number, line in enumerate(lines, 1):
        sentences = [one.strip(" .!,;").upper() for one in _SENTENCES.split(line.strip())]
        for word in OF_THE_TURN if len(sentences) > 1 else ():
            if word in sentences:
                yield refused(Request("", "", number, word), sentence("commands", "not_alone", word=word))


def _unasked(script: Script) -> Iterator[CommandResult]:
    """Yield answers to YES or NO together with commands, where it answers no question."""
    for number, line in enumerate(script.lines, 1) if script.requests else ():
        if consents([line]) in (Verdict.YES, Verdict.NO):
            word = line.strip(" .!,").upper()
            yield refused(Request("", "", number, line.strip()), sentence("commands", "unasked", word=word))


def _answer_to(line: str, powers: Sequence[Power]) -> Sentence | None:
    marked = IN_MARKS.fullmatch(line)
    if marked and PARSER.read_command(marked[1]) is not None:
        return sentence("commands", "in_quotation_marks")
    block = _meant_by_player(line)
    if other := other_judges.answer(line):
        return other
    if not block:
        return None
    usage = usage_of(block, powers)
    if PARSER.read_command(line) is not None:  # one whose place in the message was doubtful
        return sentence("commands", "in_passing", usage=usage)
    return sentence("commands", "not_understood", usage=usage)

"""Find the commands in a message and tell them apart from lines for the game.

A command begins its line, in capitals or not; some have a text below them, which ends with END. Other lines
are left for the game, with their line numbers, so that the two languages need not know each other. The
commands are an argument: each is declared in `pbem.commands`, and the list of them is
`pbem.commands.registry`. The parser itself knows only END, CLEAR and TABLE.
"""

import re
from collections.abc import Iterator, Sequence
from enum import Enum, auto
from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from pbem.core.lazy_patterns import LazyPatterns
from pbem.messages.courtesies import is_courtesy, is_farewell
from pbem.messages.in_passing import is_in_passing

SET = r"(?:set\s+)?"  # as on older judges: SET WAIT
END, CLEAR, TABLE = "END", "CLEAR", "TABLE"
OF_THE_TURN = ("READY", "WAIT")
MORE = "MORE"  # the word of the first command beyond the limit
MOST_REQUESTS = 50
LAST_SENTENCE = re.compile(r"(.*[^\W\d_][.?!]) +([A-Z]{3,}(?: .*)?)\s*")  # that may be a look-up in capitals
STATED = re.compile(
    r"([^?\"\u201c]{0,300}[.!;]) +([^.!?;,]{2,60}[.!]?)\s*"
)  # a line and its last sentence, no question
SENTENCES = re.compile(r"([^.!,]{2,60})[.!,]+ +(\S.*)")  # the first of a line, and the rest
AROUND = " \t\r\n\u00a0.!?,;:*_"
BEFORE = re.compile(
    r"^(?:(?:dear\s+)?judge,\s+)?(?:please\s+(?:note\s+(?:that\s+)?)?|i(?:\s+would|['\u2019]d)\s+like\s+to\s+|i\s+want\s+to\s+"
    r"|(?:can|could|may|would)\s+(?:you|i)\s+(?:please\s+)?)?",
    re.I,
)
AFTER = re.compile(r"[\s,]+(?:please|thanks|thank\s+you|thx)$", re.I)
# Not "Autumn 1902:".
ENDS_AT_EMPTY = re.compile(r"\W*(?:(?:my\s+)?defaults?|phase|later|assume|suppose)\b", re.I)

ORDERS_FOR_NOW = re.compile(r"\W*(?:(?:my|the|and|now)\s+)*orders?(?:\s+for\s+(?:this\s+turn|now))?\W*", re.I)


class Below(Enum):
    """Which text may follow below a command, and where it ends."""

    NOTHING = auto()
    MESSAGE = auto()  # to END; without one, to the next message or note, or to the end
    NOTE = auto()  # the same, but empty if an empty line or a command is next
    FORM = auto()  # like MESSAGE, but does not end a message above it
    LINES = auto()  # to END, an empty line or the next command


class Syntax(Struct, frozen=True):
    """How a command is written.

    *pattern* matches the whole line, without surrounding blanks and full stops; its first group is the
    argument, its second the text on the line of the command. *changes* is false for a command that only asks:
    a message that changes anything is held until its sender is authenticated. *ends_line* if it counts as the
    last sentence of a line, too: "I am back. Please cancel my default orders."
    """

    word: str
    pattern: str
    below: Below = Below.NOTHING
    changes: bool = True
    ends_line: bool = False


class Request(Struct, frozen=True):
    """One command of a message; *line* counts from 1. *written* is that line; *text* is below it.

    *is_closed* if the text begins below its command and ends with END, so that its extent is certain, and
    *is_one_line* if it is on the line of its command.
    *is_beside* if the text is that of a reply to press which has other lines, too: these are *kept*, not
    sent. For CLEAR, *kept* is what is above it and is not read.
    """

    word: str
    argument: str
    line: int
    written: str = ""
    text: tuple[str, ...] = ()
    is_closed: bool = False
    is_one_line: bool = False
    changes: bool = True
    is_beside: bool = False
    kept: tuple[str, ...] = ()


class Script(Struct, frozen=True):
    """A parsed message. *lines* are for the game, with "" for commands, so that line numbers match."""

    lines: tuple[str, ...]
    requests: tuple[Request, ...] = ()

    def asks(self, word: str) -> bool:
        return any(request.word == word for request in self.requests)

    def argument(self, word: str) -> str:
        """Return the argument of the last such command, "" if there is none."""
        return next((request.argument for request in reversed(self.requests) if request.word == word), "")

    @property
    def is_for_the_game(self) -> bool:
        return any(line.strip() for line in self.lines)

    @property
    def acts(self) -> bool:
        """Return whether the message changes anything if it is executed."""
        return self.is_for_the_game or any(request.changes for request in self.requests)

    @property
    def own_lines(self) -> tuple[str, ...]:
        """Return the orders and commands as they were written, without the texts below them."""
        commands = {request.line: request.written for request in self.requests}
        numbers = range(1, max([len(self.lines), *commands]) + 1)
        lines = (
            " ".join(filter(None, ("".join(self.lines[number - 1 : number]), commands.get(number, ""))))
            for number in numbers
        )
        return tuple(line for line in lines if line.strip())


class CommandParser:
    """Parses messages with a list of commands; the first one that matches a line counts."""

    def __init__(self, commands: Sequence[Syntax]) -> None:
        self._below = {command.word: command.below for command in commands}
        self._end_lines = frozenset(command.word for command in commands if command.ends_line)
        self._patterns = tuple((command, LazyPatterns(command.pattern)) for command in commands)
        patterns = "|".join(f"(?:{command.pattern})" for command in commands)
        self._any = LazyPatterns(patterns)  # most lines match none, so they are compared once

    def read_script(self, text: str) -> Script:
        """Parse *text* up to END or one command too many. CLEAR drops the lines above it."""
        written = text.splitlines()
        lines: list[str] = []
        requests: list[Request] = []
        while len(lines) < len(written):
            number = len(lines) + 1
            request = self._command_at(written, number - 1)
            if request is None:
                line, asked = self._with_last_sentence(written[number - 1], number)
                lines.append(line)
                requests += asked[: MOST_REQUESTS - len(requests)]
                continue
            if request.word == END:
                break
            if len(requests) == MOST_REQUESTS:
                requests.append(Request(MORE, "", number, request.written, changes=False))
                break
            length = self._length(request, written[number:])
            requests.append(self._with_text(request, written[number : number + length]))
            stored = lines[: _cleared_to(requests)] if request.word == CLEAR else lines
            dropped = tuple(line.strip() for line in lines[len(stored) :] if line.strip())
            requests[-1] = replace(requests[-1], kept=dropped)
            lines = [*stored, *[""] * (number + length - len(stored))]
        return Script(tuple(lines[: len(written)]), tuple(requests))

    def top_lines(self, written: Sequence[str]) -> Iterator[tuple[int, Request | None]]:
        """Yield each line (from 0) that is not in a text below a command, with its command, up to END."""
        number = 0
        while number < len(written):
            request = self._command_at(written, number)
            yield number, request
            if request is not None and request.word == END:
                return
            number += 1 + (self._length(request, written[number + 1 :]) if request else 0)

    def read_command(self, line: str, number: int = 1) -> Request | None:
        """Return the command of a line, None for a line of the game.

        Thanks may follow it, and may come before READY or WAIT.
        """
        found = self._whole_line(line, number)
        parts = SENTENCES.fullmatch(line.strip()) if found is None else None
        if parts is None:
            return found
        first, rest = parts.groups()
        alone = self._whole_line(first, number) if is_farewell(rest) else None
        if alone is None and is_courtesy(first) and rest.strip(AROUND).upper() in OF_THE_TURN:
            alone = self._whole_line(rest, number)
        return replace(alone, written=line) if alone else None

    def _whole_line(self, line: str, number: int) -> Request | None:
        plain = BEFORE.sub("", AFTER.sub("", " ".join(line.strip(AROUND).split())).strip(AROUND))
        if self._any.fullmatch(plain) is None:
            return None
        for command, pattern in self._patterns:
            found = pattern.fullmatch(plain)
            if found:
                return _request(command, found, line, number)
        return None

    def _with_last_sentence(self, line: str, number: int) -> tuple[str, Sequence[Request]]:
        """Return a line for the game, and the command that is its last sentence."""
        ended = STATED.fullmatch(line)
        request = self._whole_line(ended[2], number) if ended else None
        if ended is not None and request is not None and request.word in self._end_lines:
            return ended[1], (request,)
        return self._with_look_up(line, number)

    def _with_look_up(self, line: str, number: int) -> tuple[str, Sequence[Request]]:
        """Return a line for the game, and the look-up in capitals that is its last sentence.

        Reports say "See RULES 3.3(i)", and a player may ask for it after a remark: "What? RULES 3.3(i)".
        """
        found = LAST_SENTENCE.fullmatch(line)
        if found is None:
            return line, ()
        above, last = found.groups()
        request = self.read_command(last, number)
        if (
            request is None
            or request.changes
            or request.text
            or self._below[request.word] is not Below.NOTHING
        ):
            return line, ()
        return above, (request,)

    def _command_at(self, written: Sequence[str], at: int) -> Request | None:
        """Return the command of line *at*, unless its words are only said in passing."""
        request = self.read_command(written[at], at + 1)
        if request is None or is_in_passing(written, at, request.word):
            return None
        return request

    def _length(self, request: Request, below: Sequence[str]) -> int:
        """Return how many of the lines below a command belong to it, its END among them."""
        kind = self._below[request.word]
        match kind:
            case Below.NOTHING:
                return 0
            case Below.LINES:
                return 0 if request.text else self._lines_length(request, below)
            case Below.MESSAGE | Below.NOTE | Below.FORM:
                return self._message_length(request, below, kind)
            case _ as never:
                assert_never(never)

    def _message_length(self, request: Request, below: Sequence[str], kind: Below) -> int:
        """Return the length to END; a text on the command's own line needs none.

        Without END a message goes on to the next message or note, and a note to the next command.
        """
        first = len(below)  # the line of the first command
        for count, word in enumerate(self._words(below)):
            if word == END:
                return count + 1
            first = min(first, count) if word else first
            if word and self._below[word] in (Below.MESSAGE, Below.NOTE):
                return 0 if request.text else first if kind is Below.NOTE else count
        is_alone = kind is Below.NOTE and not any(self._is_text(line) for line in below[:1])
        return 0 if request.text or is_alone else first if kind is Below.NOTE else len(below)

    def _is_text(self, line: str) -> bool:
        return bool(line.strip()) and self.read_command(line) is None

    def _lines_length(self, request: Request, below: Sequence[str]) -> int:
        ends_at_empty = ENDS_AT_EMPTY.match(request.written) is not None
        for count, (line, word) in enumerate(zip(below, self._words(below), strict=True)):
            if word == END:
                return count + 1
            is_end = not line.strip() or ORDERS_FOR_NOW.fullmatch(line) is not None
            if word or (ends_at_empty and count and is_end):
                return count
        return len(below)

    def _words(self, lines: Sequence[str]) -> Iterator[str]:
        """Yield for each line the word of its command, "" for none."""
        for line in lines:
            request = self.read_command(line)
            yield request.word if request else ""

    def _with_text(self, request: Request, below: Sequence[str]) -> Request:
        has_end = any(word == END for word in self._words(below[-1:]))
        text = (*request.text, *(below[:-1] if has_end else below))
        return replace(
            request,
            text=text,
            is_closed=has_end and not request.text,
            is_one_line=bool(request.text) and not below,
        )


def _cleared_to(requests: Sequence[Request]) -> int:
    """Return how many lines CLEAR keeps: in a message for several games those of the other games."""
    begun = [request for request in requests if request.word == TABLE]
    return begun[-1].line if len({request.argument for request in begun}) > 1 else 0


def _request(command: Syntax, found: re.Match[str], line: str, number: int) -> Request:
    groups = [group.strip() for group in found.groups() if group is not None]
    argument = groups[0] if groups else ""
    has_text = command.below is not Below.NOTHING
    text = tuple(_as_written(group, line) for group in groups[1:2] if group) if has_text else ()
    may_be_prose = command.below is Below.LINES and not is_in_capitals(line)  # with orders below it
    changes = command.changes or may_be_prose
    return Request(command.word, argument, number, line.strip(), text, changes=changes)


def _as_written(text: str, line: str) -> str:
    """Return *text* from the end of *line*, with the full stops and the "please" that were removed."""
    whole = " ".join(line.split())
    return whole[whole.rfind(text) :] if text in whole else text


def is_in_capitals(written: str) -> bool:
    """Return whether the first word of a line is in capitals, so that a command is certainly meant."""
    first = re.search(r"[^\W\d_]{2,}", written)
    return first is not None and first.group().isupper()


def names_turn(argument: str, turn: str) -> bool:
    """Return whether *argument* ("next", "Fall 1901") means *turn* ("Fall 1901, movement")."""
    wanted = " ".join(re.findall(r"\w+", argument.lower()))
    printed = " ".join(re.findall(r"\w+", turn.lower()))
    begins = (f"{wanted} ", f"turn {wanted} ")  # "3" for what is printed as "Turn 3 (Spring), movement"
    return wanted in ("next", "next turn") or (bool(wanted) and f"{printed} ".startswith(begins))

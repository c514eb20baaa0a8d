"""Parse a game master's message: its actions, and the lines that are none.

A message is read line by line; an action with a text includes the lines below it, up to END. A reason
follows "because" on the action's own line.
"""

import re
from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from pbem.commands import misspelled
from pbem.commands.registry import BY_WORD as PLAYERS_WORDS
from pbem.commands.registry import PARSER
from pbem.gamemaster import deputies, rights
from pbem.gamemaster.previews import PREVIEWED
from pbem.messages.courtesies import is_courtesy
from pbem.messages.in_passing import is_in_passing
from pbem.tables.gm_actions import GmAction, GmRequest

ACTIONS: Sequence[GmAction] = (*rights.ACTIONS, *deputies.ACTIONS)
BY_WORD = {action.word: action for action in ACTIONS}
SYNONYMS = {"DEADLINE": "EXTEND", "SHORTEN": "EXTEND", "KICK": "EJECT", "UNDO": "ROLLBACK"}
BY_LENGTH = sorted(BY_WORD, key=len, reverse=True)
FIRST_WORDS = {
    **{word.partition(" ")[0]: word for word in BY_LENGTH},
    **SYNONYMS,
}  # POSITION, not POSITION ALL
AROUND = " \t\r\n\u00a0.!;:*_"
OWN_TEXT = re.compile(r"\W*((?:broadcast|ruling|note|press\s+to\s)[^:]{0,120}):\s*(\S.*)", re.I)
ONE_LINE = re.compile(
    r"(BROADCAST|RULING)\s+(?!to\b|TO\b)(\S+\s+\S.*)"
)  # in capitals: it cannot be taken back
HELP = re.compile(r"help(?:\s+(?:on\s+|with\s+)?([\w' -]{1,40}))?", re.I)
REASON = re.compile(r"[,:]? because(?: of)?:? (.+)$", re.I)
MOST_OF_A_HEAD = 3  # words of a lower-case line that a text may belong to
NOW = re.compile(r"[\s,]+NOW[.!]?$")  # in capitals, because a reason may end with the word
NO_TABLE = (
    "a",
    "at",
    "by",
    "for",
    "from",
    "in",
    "of",
    "on",
    "the",
    "to",
    "with",
)  # though one may be called so
LONGEST_QUESTION = 200  # characters of a message that asks for tables alone
OF_MINE = re.compile(r"\b(?:mine|my)\b", re.I)  # GAMES OF MINE are those that a GM leads, for players, too
MOST_READ = 100  # most lines of a message that are actions or not understood


class NotUnderstood(Struct, frozen=True):
    """A line that is not an action; *unread* lines below it may be its text.

    *meant* is the action that it may be a misspelling of. *is_too_many* if it and all below were ignored.
    *other_table* is another table that the line names.
    """

    number: int
    written: str
    meant: str = ""
    unread: int = 0
    is_too_many: bool = False
    other_table: str = ""


class GmMessage(Struct, frozen=True):
    """A parsed GM message. *help_on* has the arguments of HELP, "" for HELP alone."""

    requests: tuple[GmRequest, ...]
    not_understood: tuple[NotUnderstood, ...] = ()
    help_on: tuple[str, ...] = ()


def read_line(line: str, number: int = 1) -> GmRequest | None:
    """Return the action of a line, or None."""
    own = OWN_TEXT.fullmatch(line.strip())
    if own and (head := _read_head(own[1], number)) is not None and BY_WORD[head.word].has_text:
        return GmRequest(head.word, head.arguments, "", (own[2],), number, line.strip())
    if (said := ONE_LINE.fullmatch(line.strip())) is not None and _read_head(line, number) is None:
        return GmRequest(said[1], (), "", (said[2],), number, line.strip())
    without = NOW.sub("", line.rstrip(" *_"))
    head = _read_head(without, number) if without != line.rstrip(" *_") else None
    if head is not None and head.word in PREVIEWED:
        return replace(head, is_now=True, written=line.strip())
    return _read_head(line, number)


def _read_head(line: str, number: int) -> GmRequest | None:
    whole = " ".join(line.split())
    found = REASON.search(whole)
    head, reason = (whole[: found.start()], found[1].strip()) if found else (whole, "")
    plain = head.strip(AROUND)
    for action in ACTIONS:
        matched = re.fullmatch(action.pattern, plain, re.I)
        if matched:
            arguments = tuple(group.strip() for group in matched.groups() if group is not None)
            return GmRequest(action.word, arguments, reason, (), number, line.strip())
    return None


def read(text: str) -> GmMessage:
    """Read a message up to a lone END, to MOST_READ lines, or to its end."""
    written, number = text.splitlines(), 0
    requests: list[GmRequest] = []
    not_understood: list[NotUnderstood] = []
    help_on: tuple[str, ...] = ()
    while number < len(written):
        line, number = written[number], number + 1
        if len(requests) + len(not_understood) == MOST_READ and line.strip():
            not_understood.append(NotUnderstood(number, line.strip(), is_too_many=True))
            break
        request = read_line(line, number)
        is_meant = request is None or not is_in_passing(written, number - 1, request.word)
        if request is not None and is_meant:
            length = _length(request, written[number:])
            requests.append(_with_text(request, written[number : number + length]))
            number += length
        elif is_end(line) and not is_in_passing(written, number - 1, "END"):
            break
        elif (asked := HELP.fullmatch(line.strip(AROUND))) is not None:
            help_on = (*help_on, asked[1] or "")
        elif line.strip():
            strange = _not_understood(number, line, written[number:])
            not_understood.append(strange)
            number += strange.unread
    is_asked = bool(requests or help_on)
    strange_lines = [one for one in not_understood if not (is_asked and _is_courtesy(one))]
    return GmMessage(tuple(requests), tuple(strange_lines), help_on)


def _is_courtesy(line: NotUnderstood) -> bool:
    """Return whether it is a greeting or thanks beside actions, without a text below it."""
    return not line.unread and not line.meant and not line.is_too_many and is_courtesy(line.written)


def for_table(message: GmMessage, own: str, is_table: Callable[[str], bool]) -> GmMessage:
    """Read lines again that name a table: PAUSE std5 is PAUSE at std5, and nothing at any other table."""
    requests: list[GmRequest] = []
    not_understood: list[NotUnderstood] = []
    for request in message.requests:
        named = "" if _may_name_a_table(request) else _table_in(request.written, is_table)
        again = _without(request.written, named, request.line)
        if not named or (named == own and (again is None or again.word != request.word)):
            requests.append(request)
        elif named == own and again is not None:
            requests.append(again)
        else:
            not_understood.append(NotUnderstood(request.line, request.written, other_table=named))
    for line in message.not_understood:
        named = _table_in(line.written, is_table)
        again = _without(line.written, named, line.number)
        if named == own and again is not None and not BY_WORD[again.word].has_text:
            requests.append(again)
        else:
            other = named if named != own and again is not None else ""
            not_understood.append(replace(line, other_table=other))
    return replace(
        message,
        requests=tuple(sorted(requests, key=lambda one: one.line)),
        not_understood=tuple(not_understood),
    )


def _may_name_a_table(request: GmRequest) -> bool:
    return request.word in rights.ALWAYS or BY_WORD[request.word].has_text


def _table_in(written: str, is_table: Callable[[str], bool]) -> str:
    """Return the table that the second or third word of a line names, "" if none."""
    words = [word.strip(AROUND + ",").lower() for word in REASON.sub("", written).split()[1:3]]
    return next((word for word in words if word not in NO_TABLE and is_table(word)), "")


def _without(written: str, named: str, number: int) -> GmRequest | None:
    """Return the action of a line without the name of the table."""
    words = written.split()
    left = [word for word in words[1:3] if word.strip(AROUND + ",").lower() != named]
    read_again = read_line(" ".join([*words[:1], *left, *words[3:]]), number) if named else None
    return replace(read_again, written=written) if read_again else None


def action_named(word: str) -> GmAction | None:
    """Return the action that HELP and *word* ask for."""
    wanted = " ".join(word.upper().split())
    begun = [action for action in ACTIONS if action.word.startswith(wanted)]
    exact = next((action for action in begun if action.word == wanted), None)
    if exact or begun:
        return exact or begun[0]
    request = _read_head(word, 1)
    return BY_WORD.get(request.word if request else SYNONYMS.get(wanted, ""))


def action_meant(line: str) -> str:
    """Return the longest action that *line* begins with, or one that it may be misspelling; "" if none."""
    written = " ".join(line.strip(AROUND).upper().split())
    begun = (word for word in BY_LENGTH if f"{written} ".startswith(f"{word} "))
    return next(begun, "") or ("" if of_players(line) else misspelled.meant(line, FIRST_WORDS))


def of_players(line: str) -> str:
    """Return the command of players that *line* begins with, if game masters have none of that name."""
    first = line.strip(AROUND).upper().partition(" ")[0]
    return first if first in PLAYERS_WORDS and first not in FIRST_WORDS else ""


def is_end(line: str) -> bool:
    return line.strip(AROUND).lower() in ("end", "sign off", "signoff")


def _length(request: GmRequest, below: Sequence[str]) -> int:
    """Return how many of the lines below a request are its text, with END."""
    if not BY_WORD[request.word].has_text:
        return 0
    if request.word == "BECOME":
        return _seat_length(below)
    if not request.text:
        return _to_end(below, len(below))
    more = below[: _to_end(below, len(below))]  # of a text that begins on the line, if it has no action
    return 0 if any(read_line(line) for line in more) else len(more)


def _to_end(below: Sequence[str], without: int) -> int:
    """Return how many lines there are up to and including END; *without* END that many."""
    return next((count + 1 for count, line in enumerate(below) if is_end(line)), without)


def _not_understood(number: int, line: str, below: Sequence[str]) -> NotUnderstood:
    """Return *line* with what it may mean, and the lines below that may be its text."""
    meant = action_meant(line)
    words = line.split()
    is_head = words[0].isupper() or len(words) <= MOST_OF_A_HEAD
    has_text = is_head and bool(meant) and BY_WORD[meant].has_text
    return NotUnderstood(number, line.strip(), meant, _to_end(below, len(below)) if has_text else 0)


def _seat_length(below: Sequence[str]) -> int:
    """Return the lines up to the END that belongs to none of the messages in them, or the next BECOME."""
    for number, command in PARSER.top_lines(below):
        if command is not None and command.word == "END":
            return number + 1
        if (request := read_line(below[number])) is not None and request.word == "BECOME":
            return number
    return len(below)


def _with_text(request: GmRequest, below: Sequence[str]) -> GmRequest:
    has_end = below and is_end(below[-1]) and request.word != "BECOME"  # its END may be that of a message
    text = (*request.text, *(below[:-1] if has_end else below))
    return replace(request, text=text)


def is_for_gm(text: str) -> bool:
    """Return whether the first line is a GM action, for GMs who play at their own table."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    request = read_line(first)
    return request is not None and (
        not BY_WORD[request.word].is_of_players or OF_MINE.search(request.written) is not None
    )


def asks_for_own_tables(text: str) -> bool:
    """Return whether a message has GAMES, perhaps with HELP, and nothing else: it is for no one table."""
    if len(text) > LONGEST_QUESTION:
        return False
    found = read(text)
    return {request.word for request in found.requests} == {"GAMES"} and not found.not_understood


def acts(text: str) -> bool:
    """Return whether a message changes anything, so that its sender must be proved."""
    return any(request.word not in rights.ALWAYS for request in read(text).requests)

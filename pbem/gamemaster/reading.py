"""Parse a game master's message: its actions, and the lines that are not actions.

A message is read line by line; an action with a text includes the lines below it, up to END. A reason
follows "because" on the action's own line. A line that is not written as an action may be a sentence that
means one (`pbem.gamemaster.own_words`).
"""

import re
from collections.abc import Callable, Sequence
from itertools import takewhile

from msgspec import Struct
from msgspec.structs import replace

from pbem.commands import misspelled
from pbem.commands.registry import BY_WORD as PLAYERS_WORDS
from pbem.commands.registry import PARSER
from pbem.commands.seats import new_table
from pbem.gamemaster import deputies, own_words, rights
from pbem.gamemaster.repairs.previews import PREVIEWED
from pbem.gamemaster.repairs.short_lines import is_short
from pbem.messages.in_passing import is_in_passing
from pbem.tables.gm_actions import GmAction, GmRequest

ACTIONS: Sequence[GmAction] = (*rights.ACTIONS, *deputies.ACTIONS)
BY_WORD = {action.word: action for action in ACTIONS}
SYNONYMS = {"DEADLINE": "EXTEND", "SHORTEN": "EXTEND", "KICK": "EJECT", "UNDO": "ROLLBACK"}
ONLY_IN_HELP = {
    "ARCHIVE": "HISTORY",
    "DEADLINES": "EXTEND",
    "DRAW": "END GAME",
    "HANDOVER": "GM IS",
    "HAND OVER": "GM IS",
    "OPEN": "NEW TABLE",
    "ORDERS": "LOOK",
    "ROBOT": "REPLACE",
    "ROBOTS": "REPLACE",
    "SEATS": "PLAYERS",
    "STANDBY": "REPLACE",
    "STAND-BY": "REPLACE",
    "STANDBY LIST": "REPLACE",
    "STAND-IN": "REPLACE",
    "SUBSTITUTE": "REPLACE",
    "UNPAUSE": "RESUME",
    "VOTE": "POLL",
    "WAITING LIST": "REPLACE",
    "WIN": "END GAME",
}
BY_LENGTH = sorted(BY_WORD, key=len, reverse=True)
FIRST_WORDS = {
    **{word.partition(" ")[0]: word for word in BY_LENGTH},
    **SYNONYMS,
}  # POSITION, not POSITION ALL
AROUND = " \t\r\n\u00a0.!;:*_"
OWN_TEXT = re.compile(r"\W*((?:broadcast|ruling|note|press\s+to\s)[^:]{0,120}):\s*(\S.*)", re.I)
CORRECTED = re.compile(
    r"(correct(?:\s+secretly)?)[\s:]+(\w+(?:\.[^=]{1,40})?=.*|(?:[^=]{1,80}?(?:->|→|=>|\bbecomes\b)|add\s|remove\s|delete\s).*)",
    re.I,
)  # the first of its lines
ONE_LINE = re.compile(
    r"(BROADCAST|RULING)\s+(?!to\b|TO\b)(\S+\s+\S.*)"
)  # in capitals: it cannot be taken back
HELP = re.compile(r"help(?:\s+(?:on\s+|with\s+)?([\w' -]{1,40}))?", re.I)
REASON = re.compile(r"[,:]? because(?: of)?:? (.+)$", re.I)
POLITE = re.compile(r"(?:[\s,;]+(?:please|pls|thanks|thank you|many thanks|thx|cheers))+[.!]*$", re.I)
MOST_OF_A_HEAD = 3  # words of a lower-case line that a text may belong to
AT_TABLE = re.compile(r"\s+(?:at|in)\s+(?:the\s+)?(?:table\s+|game\s+)?(\w[\w-]{0,30})$", re.I)
BETWEEN_ACTIONS = re.compile(r"\s*[,;.&/+]+\s*(?:and\s+|then\s+)?|\s+(?:and|then)\s+(?:then\s+)?", re.I)
NOW = re.compile(r"[\s,]+NOW[.!]?$")  # in capitals, because a reason may end with the word
NOW_FIRST = re.compile(r"(?<!because)[\s,]+NOW(?=[,:]? because\b)")  # EJECT Ann NOW because she ...
DIGITS = "0123456789"
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
)  # even if a table is called so
LONGEST_QUESTION = 200  # characters of a message that asks for tables alone
OF_MINE = re.compile(r"\b(?:mine|my)\b", re.I)  # GAMES OF MINE are those that a GM leads, for players, too
QUESTION = "WHOIS"  # "who is late?" is not a question for a person of that name
MOST_OF_A_SENTENCE = 4  # lines
MOST_STRANGE = 25  # lines without a meaning; below these, no further meaning is looked for
_ENDED = re.compile(r"[.!?:;,]\W*$")
MOST_READ = 100  # most lines of a message that are actions or not understood


class NotUnderstood(Struct, frozen=True):
    """A line that is not an action; *unread* lines below it may be its text.

    *meant* is the action that it may be a misspelling of; *suggested* are actions that it may mean.
    *is_too_many* if it and all below were ignored. *other_table* is another table that the line names.
    *is_begun* if it begins with an action, so that no more than what follows is wrong.
    """

    number: int
    written: str
    meant: str = ""
    unread: int = 0
    is_too_many: bool = False
    other_table: str = ""
    suggested: tuple[str, ...] = ()
    is_begun: bool = False


class Sentence(Struct, frozen=True):
    """A sentence that begins on a line, and what it means. *length* is the number of its lines below that."""

    text: str
    length: int = 0
    meaning: own_words.Meaning | None = None


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
    plain = line.rstrip(" *_")
    without = NOW_FIRST.sub("", NOW.sub("", plain))
    is_now = without != plain
    if (found := CORRECTED.fullmatch(without.strip())) and (head := _read_head(found[1], number)) is not None:
        because = REASON.search(found[2])
        value, reason = (found[2][: because.start()], because[1]) if because else (found[2], "")
        request = GmRequest(head.word, head.arguments, reason, (value,), number, line.strip())
        return replace(request, is_now=is_now)
    if (said := ONE_LINE.fullmatch(line.strip())) is not None and _read_head(line, number) is None:
        return GmRequest(said[1], (), "", (said[2],), number, line.strip())
    head = _read_head(without, number) if is_now else None
    if head is not None and head.word in PREVIEWED:
        return replace(head, is_now=True, written=line.strip())
    return _read_head(line, number)


def _read_head(line: str, number: int) -> GmRequest | None:
    whole = " ".join(line.split())
    found = REASON.search(whole)
    head, reason = (whole[: found.start()], found[1].strip()) if found else (whole, "")
    plain = head.strip(AROUND)
    for action in ACTIONS:
        # "Ann please" is not a name, and what changes seats is previewed
        own = POLITE.sub("", plain) if action.right == "seats" else plain
        matched = re.fullmatch(action.pattern, own, re.I)
        if matched:
            arguments = tuple(group.strip() for group in matched.groups() if group is not None)
            return GmRequest(action.word, arguments, reason, (), number, line.strip())
    return None


def read(text: str) -> GmMessage:
    """Read a message up to a lone END, to MOST_READ lines, or to its end."""
    reading, number = _Reading(text), 0
    while number < len(reading.written):
        number = _read_on(reading, number + 1)
    strange = [one for one in reading.not_understood if not _is_courtesy(one)]
    return GmMessage(tuple(reading.requests), tuple(strange), tuple(reading.help_on))


class _Reading:
    """A message while it is read: its lines, and what was found in those read so far."""

    def __init__(self, text: str) -> None:
        self.written = text.splitlines()
        self.requests: list[GmRequest] = []
        self.not_understood: list[NotUnderstood] = []
        self.help_on: list[str] = []

    def is_full(self) -> bool:
        return len(self.requests) + len(self.not_understood) >= MOST_READ


def _read_on(reading: _Reading, number: int) -> int:
    """Read line *number* with those below that belong to it; return the number of the last line read."""
    written, line = reading.written, reading.written[number - 1]
    if reading.is_full() and line.strip():
        reading.not_understood.append(NotUnderstood(number, line.strip(), is_too_many=True))
        return len(written)
    as_written = read_line(line, number)
    is_tried = len(reading.not_understood) < MOST_STRANGE
    sentence = _sentence(as_written, written, number) if is_tried else Sentence(line)
    found = _requests_of(sentence, number) or ([as_written] if as_written else [])
    if found and not is_in_passing(written, number - 1, found[0].word):
        return _take_requests(reading, found, sentence, number)
    if is_end(line) and not is_in_passing(written, number - 1, "END"):
        return len(written)
    if (asked := _help_asked(line, sentence)) is not None:
        reading.help_on.append(asked)
        return number + sentence.length
    return _take_strange(reading, sentence, number) if line.strip() else number


def _take_requests(reading: _Reading, found: Sequence[GmRequest], sentence: Sentence, number: int) -> int:
    """Take the actions of a line or sentence with the text below; return the number of the last line read."""
    if found[0].read_as:
        reading.not_understood += _rest_of(sentence, number)
        number += sentence.length
    length = _length(found[-1], reading.written[number:])
    text = reading.written[number : number + length]
    reading.requests += [_with_text(request, text) for request in found]
    return number + length


def _take_strange(reading: _Reading, sentence: Sentence, number: int) -> int:
    """Take a line that is not an action; return the number of the last line that belongs to it."""
    line, below = reading.written[number - 1], reading.written[number:]
    unknown = _suggesting(_not_understood(number, line, below), sentence)
    reading.not_understood.append(unknown)
    return number + unknown.unread + (sentence.length if unknown.suggested else 0)


def _sentence(request: GmRequest | None, written: Sequence[str], number: int) -> Sentence:
    """Return the sentence that begins on line *number*, without a meaning if that is an action as written."""
    line = written[number - 1]
    is_action = request is not None and request.word != QUESTION
    if is_action or not line.strip() or is_end(line) or line.lstrip(AROUND).startswith("HELP "):
        return Sentence(line)
    length = _sentence_length(written, number)
    text = " ".join(one.strip() for one in written[number - 1 : number + length])
    return Sentence(text, length, own_words.meaning(text, _short_action))


def _sentence_length(written: Sequence[str], number: int) -> int:
    """Return how many lines below line *number* go on with its sentence."""
    length = 0
    while length < MOST_OF_A_SENTENCE and number + length < len(written):
        above, below = written[number + length - 1], written[number + length].strip()
        if _ENDED.search(above) or not below[:1].islower() or read_line(below) is not None:
            break
        length += 1
    return length


def _short_action(text: str) -> str:
    """Return the action that *text* is, "" if none, or if it has a text below it or is one word alone."""
    request = read_line(text) if " " in text else None
    is_one = request is not None and not BY_WORD[request.word].has_text and request.word != QUESTION
    return request.word if request is not None and is_one else ""


def _requests_of(sentence: Sentence, number: int) -> list[GmRequest]:
    """Return the action that a sentence certainly means, or the pages that several sentences ask for."""
    means = sentence.meaning
    if means is None or (means.is_doubtful and not means.is_known):
        return []
    read_again = [(line, read_line(line, number)) for line in means.lines]
    found = [replace(one, written=sentence.text, read_as=line) for line, one in read_again if one]
    is_safe = not means.is_doubtful or all(one.word in rights.ALWAYS for one in found)
    return found if is_safe and len(found) == len(means.lines) else []


def _rest_of(sentence: Sentence, number: int) -> list[NotUnderstood]:
    """Return the sentences besides those that ask for pages."""
    return [NotUnderstood(number, one) for one in (sentence.meaning.rest if sentence.meaning else ())]


def _help_asked(line: str, sentence: Sentence) -> str | None:
    """Return what HELP is asked for, "" for all of it; None if it is not asked for."""
    means = sentence.meaning
    asking = means.lines[0] if means and not means.is_doubtful else line.strip(AROUND)
    asked = HELP.fullmatch(asking)
    return (asked[1] or "") if asked else None


def _suggesting(line: NotUnderstood, sentence: Sentence) -> NotUnderstood:
    """Return the line with the actions that the sentence may mean."""
    if sentence.meaning is None or _is_command(line, sentence.meaning.lines):
        return line
    return replace(line, written=sentence.text, suggested=sentence.meaning.lines)


def _is_command(line: NotUnderstood, suggested: Sequence[str]) -> bool:
    """Return whether the help of the action that the line begins with says more than what is *suggested*."""
    is_capital = line.written.split()[0].isupper()
    if line.meant:
        are_words = all(one in BY_WORD for one in suggested)
        return line.unread > 0 or (are_words and (is_capital or line.meant in suggested))
    return bool(of_players(line.written)) and is_capital


def _is_courtesy(line: NotUnderstood) -> bool:
    """Return whether it is a greeting or thanks, without a text below it."""
    is_plain = not (line.unread or line.meant or line.is_too_many or line.suggested)
    return is_plain and own_words.says_nothing(line.written)


def for_table(message: GmMessage, own: str, is_table: Callable[[str], bool]) -> GmMessage:
    """Read lines again that name a table: PAUSE std5 is PAUSE at std5, and nothing at any other table."""
    requests: list[GmRequest] = []
    not_understood: list[NotUnderstood] = []
    for request in message.requests:
        named, rest = _table_of_request(request, is_table)
        again = _read_again(request.written, rest, request.line)
        if not named or (named == own and (again is None or again.word != request.word)):
            requests.append(request)
        elif named == own and again is not None:
            requests.append(again)
        else:
            not_understood.append(NotUnderstood(request.line, request.written, other_table=named))
    for line in message.not_understood:
        named, rest = _named_table(line.written, is_table)
        again = _read_again(line.written, rest, line.number)
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


def is_like(word: str, own: str) -> bool:
    """Return whether *word* is the name of the table with another number: std9 where the table is std3."""
    return word != own and word.rstrip(DIGITS) == own.rstrip(DIGITS) != "" and word[-1:].isdigit()


def _table_of_request(request: GmRequest, is_table: Callable[[str], bool]) -> tuple[str, str]:
    """Return the table that an action names, and its line without it; "" if it may not name one."""
    if BY_WORD[request.word].has_text:
        return "", ""
    find = _table_at_end if request.word in rights.ALWAYS else _named_table
    return find(request.written, is_table)


def _named_table(written: str, is_table: Callable[[str], bool]) -> tuple[str, str]:
    """Return the table that a line names, and the line without it; "" if none."""
    named = _table_in(written, is_table)
    return (named, _without(written, named)) if named else _table_at_end(written, is_table)


def _table_at_end(written: str, is_table: Callable[[str], bool]) -> tuple[str, str]:
    """Return the table that a line names at its end, above its reason: EJECT Ann at std5 because ..."""
    whole = " ".join(written.split())
    ends = [found.start() for found in (NOW.search(whole), REASON.search(whole)) if found]
    end = min(ends, default=len(whole))
    found = AT_TABLE.search(whole[:end].rstrip(AROUND + ","))
    if found is None or not is_table(named := found[1].lower()):
        return "", ""
    return named, whole[: found.start()] + whole[end:]


def _table_in(written: str, is_table: Callable[[str], bool]) -> str:
    """Return the table that the second or third word of a line names, "" if none."""
    words = [word.strip(AROUND + ",").lower() for word in REASON.sub("", written).split()[1:3]]
    return next((word for word in words if word not in NO_TABLE and is_table(word)), "")


def _without(written: str, named: str) -> str:
    """Return a line without the name of the table as its second or third word."""
    words = written.split()
    left = [word for word in words[1:3] if word.strip(AROUND + ",").lower() != named]
    return " ".join([*words[:1], *left, *words[3:]])


def _read_again(written: str, rest: str, number: int) -> GmRequest | None:
    """Return the action of *rest*, a line without the name of the table."""
    found = read_line(rest, number) if rest else None
    return replace(found, written=written) if found else None


def action_named(word: str) -> GmAction | None:
    """Return the action that HELP and *word* ask for."""
    wanted = " ".join(word.upper().split())
    begun = [action for action in ACTIONS if action.word.startswith(wanted)]
    exact = next((action for action in begun if action.word == wanted), None)
    if exact or begun:
        return exact or begun[0]
    request = _read_head(word, 1)
    named = next((own for own in BY_LENGTH if wanted.startswith(f"{own} ")), "")  # LOOK AT, EXTEND DEADLINE
    meant = {**SYNONYMS, **ONLY_IN_HELP}.get(wanted, named)
    return BY_WORD.get(request.word if request else meant)


def action_meant(line: str) -> str:
    """Return the longest action that *line* begins with, or one that it may be misspelling; "" if none."""
    return _action_begun(line) or ("" if of_players(line) else misspelled.meant(line, FIRST_WORDS))


def _action_begun(line: str) -> str:
    """Return the longest action that *line* begins with, "" if none."""
    written = " ".join(re.findall(r"[^\W\d_]+|\S", line.strip(AROUND).upper()))
    return next((word for word in BY_LENGTH if f"{written} ".startswith(f"{word} ")), "")


def of_players(line: str) -> str:
    """Return the command of players that *line* begins with, if game masters have none of that name."""
    first = line.strip(AROUND).upper().partition(" ")[0]
    return first if first in PLAYERS_WORDS and first not in FIRST_WORDS else ""


def several_actions(line: str) -> tuple[str, ...]:
    """Return the actions of a line that holds several, nothing for another one: REMIND and EXTEND 24h."""
    for between in BETWEEN_ACTIONS.finditer(line):
        first, rest = line[: between.start()].strip(), line[between.end() :].strip()
        if _is_action(first):
            more = several_actions(rest)
            if more or _is_action(rest):
                return (first, *(more or (rest,)))
    return ()


def _is_action(text: str) -> bool:
    found = read_line(text)
    return found is not None and found.word != QUESTION


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
    if CORRECTED.fullmatch(request.written):
        return _to_end(below, 0) or len([*takewhile(lambda line: "=" in line or is_short(line), below)])
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
    unread = _to_end(below, len(below)) if has_text else 0
    is_begun = bool(_action_begun(line) or of_players(line)) and words[0].isupper()
    return NotUnderstood(number, line.strip(), meant, unread, is_begun=is_begun)


def _seat_length(below: Sequence[str]) -> int:
    """Return how many lines belong to a BECOME: up to its own END, or to the next BECOME.

    An END that closes a message among the lines is not its own.
    """
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


def lines_for_gm(text: str) -> tuple[str, ...]:
    """Return the lines that only a game master writes, or that mean an action in other words.

    Messages to people are left out: players write them too.
    """
    found = read(text)
    own = [one for one in found.requests if _is_of_gm_alone(one)]
    helps = [f"HELP {word}" for word in found.help_on if _is_help_for_gms(word)]
    return (*(one.written for one in own), *helps)


def _is_help_for_gms(word: str) -> bool:
    first = word.upper().partition(" ")[0]
    return first not in PLAYERS_WORDS and (word.upper() in BY_WORD or first in FIRST_WORDS)


def _is_of_gm_alone(request: GmRequest) -> bool:
    action = BY_WORD[request.word]
    if action.right == "words" or (action.right == "always" and not request.read_as):
        return False
    return bool(request.read_as) or not action.is_of_players


def asks_for_own_tables(text: str) -> bool:
    """Return whether a message has GAMES, perhaps with HELP, and nothing else: it is for no one table."""
    if len(text) > LONGEST_QUESTION:
        return False
    found = read(text)
    return {request.word for request in found.requests} == {"GAMES"} and not found.not_understood


def asks_for_help(text: str) -> bool:
    """Return whether one of its lines is HELP as it is written, and not a question that means it."""
    return any(HELP.fullmatch(line.strip(AROUND)) for line in text.splitlines())


def acts(text: str) -> bool:
    """Return whether a message changes anything, so that its sender must be proved."""
    return any(not only_shows(request) for request in read(text).requests)


def only_shows(request: GmRequest) -> bool:
    """Return whether an action changes nothing, so that its answer needs no confirmation by the sender."""
    is_form = request.word == "NEW TABLE" and new_table.asks_for_form(request.argument, request.text)
    return is_form or request.word in rights.ALWAYS

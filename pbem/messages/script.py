"""Find the commands in a message and tell them apart from lines for the game.

A command begins its line, in capitals or not; some have a text below them, which ends with END. `COMMANDS`
is the list of them; whatever is not one is left for the game to read, with its line number, so the two
languages do not have to know each other.
"""

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from pbem.core.lazy_patterns import LazyPatterns
from pbem.messages.in_passing import is_in_passing

NO_TEXT, MESSAGE, LINES = "", "message", "lines"


class Command(Struct, frozen=True):
    """*pattern* matches the whole line, without blanks and stops around it; its first group is the argument.

    *text* says what may follow: LETTER, to an END; LINES, to END, an empty line or the next command.
    *acts* if it changes anything, so that a message whose sender nobody vouches for is held first.
    """

    word: str
    pattern: str
    sentence: str
    acts: bool = True
    text: str = NO_TEXT


SET = r"(?:set\s+)?"
OWN = r"(?:(?-i:NAME)|(?:set\s+|my\s+)name(?:\s+is)?|name\s*:)"
PRESS = r"(?:(?:signed|white)\s+)?(?:press|message)"
TO = r"(?:\s+to[\s:]+([^:]{1,200})(?:\s*:\s*(.*))?)?"
I_AM = r"(?:i\s+am\s+|i['\u2019]m\s+|i\s+will\s+be\s+|i['\u2019]ll\s+be\s+|i\s+shall\s+be\s+)?"
FOR = r"(?:vote|set)\s+(?:yes\s+)?(?:for\s+|to\s+)?(?:an?\s+|the\s+)?"
AGAINST = r"(?:withdraw|unvote|vote\s+(?:no|against|not)|set\s+no)"
GREY = r"(?:(?:grey|gray|anonymous)\s+(?:press|message)|(?:press|message)\s+(?:grey|gray))"
A_TURN = (
    r"(?:spring|summer|autumn|fall|winter|\w{4,12}\s+ii?)\s+\d{4}(?:[\s,]+[a-z]{3,12})?|[sfaw]\d{4}[mrba]"
)
SIGN_ON = r"(sign\s?on\s+\S{2,60})(?:\s+\S{1,80}){0,3}"  # as old hands write it: SIGNON France@std3 secret
COMMANDS = (
    Command(
        "HELP", r"help(?:\s+([\w' -]{1,40}))?", "HELP, or HELP and a word: HELP PRESS, HELP VOTE ...", False
    ),
    Command(
        "RULES",
        r"(?:send\s+)?rules(?:\s+([\w' -]{1,40}))?",
        "RULES: the rules of your game as we play them",
        False,
    ),
    Command("STATUS", r"status()", "STATUS: all that I have for you: orders, votes, press, deadline", False),
    Command("FORM", r"(?:send\s+)?(?:order\s+)?form()", "FORM: an order form with every unit", False),
    Command(
        "OPTIONS",
        r"(?:options|choices)(?:\s+(?:for\s+)?(.{1,60}))?",
        "OPTIONS A PAR: what the unit may be ordered",
        False,
    ),
    Command(
        "PREVIEW",
        r"(?:preview|dry\s?run|what\s?if)()",
        "PREVIEW: what your orders would do; with ASSUME",
        False,
    ),
    Command(
        "ASSUME",
        r"(?:preview[\s,:]+(?:with\s+)?)?(?:assume|suppose)[\s:]+([^:]{1,40})(?:\s*:\s*(.*))?",
        "ASSUME Italy: A VEN - TYR: for a PREVIEW",
        False,
        LINES,
    ),
    Command(
        "HISTORY",
        r"(?:send\s+)?history(?:\s+(?:of\s+)?(.{1,40}))?",
        "HISTORY: the turns so far; HISTORY Autumn 1901: that turn as you were told it",
        False,
    ),
    Command(
        "REPORT",
        r"(?:send\s+)?(?:(?:my\s+|the\s+)?(?:last\s+)?(?:report|map)|summary)()",
        "REPORT, MAP, SUMMARY: your last report once more, with the map",
    ),
    Command("LOG", r"(?:send\s+)?(?:gm\s+)?log()", "LOG: what the game master did at your table", False),
    Command("HOUSE", r"house(?:\s+rules)?()", "HOUSE RULES: pace, grace, press, what silence costs", False),
    Command(
        "CLEAR", r"clear(?:\s+(?:all|orders|all orders|my orders))?()", "CLEAR: forget all that I ordered"
    ),
    Command(
        "LATER",
        rf"(?:(?:phase|later)[\s:]+([^:]{{1,40}})|({A_TURN}))(?:\s*:\s*(.*))?",
        "PHASE RETREAT, PHASE F1902M, Autumn 1902: orders below, kept until that is due",
        True,
        LINES,
    ),
    Command(
        "READY",
        SET + r"(?:i am |i'm )?ready(\s+without\s+(?:any\s+|my\s+)?orders)?|set\s+no\s?wait",
        "READY, READY WITHOUT ORDERS: you need not wait for me",
    ),
    Command("WAIT", SET + r"(?:wait|not\s+ready|unready)()", "WAIT: do not run the turn before the deadline"),
    Command(
        "VOTES",
        r"(?:votes|list votes|vote|motions)()",
        "VOTE: what can be voted on, and what you voted",
        False,
    ),
    Command(
        "UNVOTE",
        rf"{AGAINST}(?:\s+(?:my\s+)?(?:votes?\s*)?(?:for\s+|to\s+)?(.{{1,60}}))?",
        "WITHDRAW DRAW, WITHDRAW: your vote, or all of them, is taken back",
    ),
    Command(
        "VOTE",
        rf"{FOR}(draw|conce[a-z]+\b.{{0,120}})|vote\s+(.{{1,120}})|(concede\s+.{{1,120}})",
        "VOTE DRAW, VOTE CONCEDE Turkey: until you withdraw it",
    ),
    Command(
        "AWAY",
        rf"{I_AM}(?:{SET}absence|away|vacation)(?:\s+(?:from\s+)?(.{{1,60}}))?",
        "AWAY 3 to 10 August: you cannot play then",
    ),
    Command("BACK", I_AM + r"(?:back|not\s+away)()", "BACK: you are not away after all"),
    Command(
        "EXTEND",
        r"(?:extend|(?:give\s+me\s+|(?:ask\s+for\s+|request\s+))?(?:an\s+)?extension)(?:\s+(?:of\s+|by\s+)?(.{1,200}))?",
        "EXTEND 24h, and why: asks the GM for more time",
    ),
    Command(
        "GREY",
        GREY + TO,
        "GREY PRESS TO Rohan ... END: a message without your name, where allowed",
        True,
        MESSAGE,
    ),
    Command(
        "PRESS",
        rf"{PRESS}{TO}|{PRESS}\s+([^:]{{1,200}})\s*:\s*(.+)|(broadcast)(?:\s*:\s*(.*))?",
        "PRESS TO Gondor, Rohan ... END: a message; to ALL, GM, BULLETIN too",
        True,
        MESSAGE,
    ),
    Command(
        "DIARY",
        r"diary(?:\s*:\s*(.*))?()",
        "DIARY ... END: a note for yourself; DIARY alone shows them",
        True,
        MESSAGE,
    ),
    Command("NAME", OWN + r"\s*(.{1,80})", "NAME Ann Archer: how you are called"),
    Command(
        "ADDRESS",
        SET + r"(?:new\s+)?(?:e-?mail\s+)?address[\s:]+((?:(?:add|remove)[\s:]+)?\S+@\S+)",
        "ADDRESS ann@new.org: where your mail goes; ADDRESS ADD ann@work.org: one more to write from; ADDRESS"
        " REMOVE",
    ),
    Command(
        "ZONE", SET + r"(?:time\s*)?zone[\s:]+([\w/+ -]{1,40})", "ZONE Europe/London: the clock in your mails"
    ),
    Command(
        "SET",
        r"(?:set\s+)?((?:json|pictures?|maps?|bulletins?)\s+(?:on|off|yes|no))",
        "SET PICTURE OFF, SET JSON ON, SET BULLETIN OFF: what your mails hold",
    ),
    Command(
        "RENEW",
        r"(?:renew(?:\s+(?:my\s+)?(?:token|reply\s+address))?|new\s+token)()",
        "RENEW: a new reply address; the old one is void",
    ),
    Command(
        "GAMES",
        r"(?:games|list(?:\s+games)?|lobby)(?:[\s:]+([a-z][\w-]{0,30}))?",
        "GAMES: the tables here, and where seats are free; GAMES std3: that one, with its house rules",
        False,
    ),
    Command(
        "PLAYERS",
        r"(?:players|who(?:\s+(?:plays|are\s+the\s+players|is\s+who))?|who\s?(?:is|game))()|who\s?is\s+(.{1,60})",
        "PLAYERS, WHOIS Turkey: who plays, where the house rules tell it",
        False,
    ),
    Command("VERSION", r"version()", "VERSION: which version of the program answers", False),
    Command(
        "JOIN",
        r"join(?:[\s:]+(.{1,200}))?",
        "JOIN std4 France, England: a seat, dearest first, or the waiting list",
    ),
    Command(
        "TAKE OVER",
        r"take\s?-?over(?:[\s:]+(.{1,100}))?",
        "TAKE OVER Italy in std3: a seat that nobody plays",
    ),
    Command("RESIGN", r"resign(?:[\s:]+(.{1,100}))?", "RESIGN France: you leave your seat for good"),
    Command(
        "OBSERVE",
        r"(?:observe|watch|subscribe)(?:[\s:]+(.{1,60}))?",
        "OBSERVE std3: the bulletins of a game; STOP std3 ends it",
    ),
    Command(
        "STOP",
        r"(?:stop|unsubscribe|leave|stop\s+observing)(?:[\s:]+(?:me\s+)?(?:from\s+)?([a-z][\w-]{0,30}))?",
        "STOP std3: no more bulletins, or off the waiting list",
    ),
    Command(
        "NEW TABLE",
        r"new\s+(?:table|game)(?:[\s:]+(.{1,100}))?",
        "NEW TABLE std5 standard ... END: for game masters; alone: a form",
        True,
        MESSAGE,
    ),
    Command(
        "TABLE",
        rf"(?:table|game)[\s:]+([a-z][a-z0-9-]*(?:[\s:,]+[a-z][\w'-]{{0,20}}){{0,2}})|{SIGN_ON}",
        "GAME std3: what follows is for that game; several in one message, each below its GAME line",
        False,
    ),
    Command(
        "TURN", r"turn[\s:]+([\w ,()]{1,40})|(next turn)", "TURN Fall 1901, TURN NEXT: for that turn", False
    ),
    Command(
        "END",
        r"(?:end|end\s?press|sign\s?off)()",
        "END or SIGNOFF: read no further; or, the end of a message",
        False,
    ),
)
AROUND = " \t\r\n\u00a0.!?,;:*_"
BEFORE = re.compile(
    r"^(?:(?:dear\s+)?judge,\s+)?(?:please\s+(?:note\s+(?:that\s+)?)?|i(?:\s+would|['\u2019]d)\s+like\s+to\s+|i\s+want\s+to\s+"
    r"|(?:can|could|may|would)\s+(?:you|i)\s+(?:please\s+)?)?",
    re.I,
)
AFTER = re.compile(r"[\s,]+(?:please|thanks|thank\s+you|thx)$", re.I)
MORE = Command("MORE", r"(?!)", "", acts=False)  # the first command of a message that is not read
MOST_REQUESTS = 50
KINDS = {command.word: command for command in (*COMMANDS, MORE)}
PATTERNS = tuple((command, LazyPatterns(command.pattern)) for command in COMMANDS)
ANY = LazyPatterns("|".join(f"(?:{command.pattern})" for command in COMMANDS))  # most lines are none


class Request(Struct, frozen=True):
    """One command of a message; *line* counts from 1. *said* is its line; *text* what stands below it.

    *is_closed* if the text begins below its command and ends with END, so that nothing else can be in it.
    """

    word: str
    argument: str
    line: int
    said: str = ""
    text: tuple[str, ...] = ()
    is_closed: bool = False


class Script(Struct, frozen=True):
    """A message, read. *lines* are those for the game, with "" where commands stood, so that numbers fit."""

    lines: tuple[str, ...]
    requests: tuple[Request, ...] = ()

    def asks(self, word: str) -> bool:
        return any(request.word == word for request in self.requests)

    def argument(self, word: str) -> str:
        """What the last such command says, "" if there is none."""
        return next((request.argument for request in reversed(self.requests) if request.word == word), "")

    @property
    def is_for_the_game(self) -> bool:
        return any(line.strip() for line in self.lines)

    @property
    def acts(self) -> bool:
        """Does the message change anything, if it is heard?"""
        return self.is_for_the_game or any(KINDS[request.word].acts for request in self.requests)

    @property
    def own_lines(self) -> tuple[str, ...]:
        """Orders and commands as they were written, without the texts below them."""
        said = {request.line: request.said for request in self.requests}
        numbers = range(1, max([len(self.lines), *said]) + 1)
        lines = (said.get(number) or "".join(self.lines[number - 1 : number]) for number in numbers)
        return tuple(line for line in lines if line.strip())


def read_script(text: str) -> Script:
    """Commands and lines of *text*, up to END or one command too many. CLEAR forgets the lines above it."""
    written = text.splitlines()
    lines: list[str] = []
    requests: list[Request] = []
    while len(lines) < len(written):
        number = len(lines) + 1
        request = _command_at(written, number - 1)
        if request is None:
            lines.append(written[number - 1])
            continue
        if request.word == "END":
            break
        if len(requests) == MOST_REQUESTS:
            requests.append(Request(MORE.word, "", number, request.said))
            break
        length = _length(request, written[number:])
        requests.append(_with_text(request, written[number : number + length]))
        stored = lines[: _cleared_to(requests)] if request.word == "CLEAR" else lines
        lines = [*stored, *[""] * (number + length - len(stored))]
    return Script(tuple(lines[: len(written)]), tuple(requests))


def top_lines(written: Sequence[str]) -> Iterator[tuple[int, Request | None]]:
    """Each line (from 0) that is no part of a text below a command, with its command; END is the last."""
    number = 0
    while number < len(written):
        request = _command_at(written, number)
        yield number, request
        if request is not None and request.word == "END":
            return
        number += 1 + (_length(request, written[number + 1 :]) if request else 0)


def _command_at(written: Sequence[str], at: int) -> Request | None:
    """The command of line *at*, unless its words are only said in passing."""
    request = read_command(written[at], at + 1)
    if request is None or is_in_passing(written, at, request.word):
        return None
    return request


def _cleared_to(requests: Sequence[Request]) -> int:
    """CLEAR in a part of a message for several games leaves the other parts alone: how many lines stay."""
    begun = [request for request in requests if request.word == "TABLE"]
    return begun[-1].line if len({request.argument for request in begun}) > 1 else 0


def _length(request: Request, below: Sequence[str]) -> int:
    """How many of the lines below a command belong to it, its END among them."""
    kind = KINDS[request.word].text
    if kind == MESSAGE:
        return _message_length(request, below)
    if kind == LINES and not request.text:
        has_own_word = re.match(r"\W*(?:phase|later|assume|suppose)\b", request.said, re.I)
        return _lines_length(below, ends_at_empty=has_own_word is not None)
    return 0


def _message_length(request: Request, below: Sequence[str]) -> int:
    """To END; without one to the next message, or to the end; a text on the command's own line needs none."""
    for count, word in enumerate(_words(below)):
        if word == "END":
            return count + 1
        if word in ("PRESS", "GREY", "DIARY"):
            return 0 if request.text else count
    is_asked_for = request.word == "DIARY" and not any(_is_text(line) for line in below[:1])
    return 0 if request.text or is_asked_for else len(below)


def _is_text(line: str) -> bool:
    return bool(line.strip()) and read_command(line) is None


def _lines_length(below: Sequence[str], *, ends_at_empty: bool) -> int:
    """To END or the next command; below a word of ours to an empty line, below "Autumn 1902:" over it."""
    for count, (line, word) in enumerate(zip(below, _words(below), strict=True)):
        if word == "END":
            return count + 1
        if word or (ends_at_empty and count and not line.strip()):
            return count
    return len(below)


def _words(lines: Sequence[str]) -> Iterator[str]:
    """For each line the word of its command, "" for none."""
    for line in lines:
        request = read_command(line)
        yield request.word if request else ""


def _with_text(request: Request, below: Sequence[str]) -> Request:
    ends = [read_command(line) for line in below[-1:]]
    has_end = any(end is not None and end.word == "END" for end in ends)
    text = (*request.text, *(below[:-1] if has_end else below))
    is_closed = has_end and not request.text
    return Request(request.word, request.argument, request.line, request.said, text, is_closed)


def read_command(line: str, number: int = 1) -> Request | None:
    """The command of a line, None for a line of the game."""
    said = BEFORE.sub("", AFTER.sub("", " ".join(line.strip(AROUND).split())).strip(AROUND))
    if ANY.fullmatch(said) is None:
        return None
    for command, pattern in PATTERNS:
        found = pattern.fullmatch(said)
        if found:
            return _request(command, found, line, number)
    return None


def _request(command: Command, found: re.Match[str], line: str, number: int) -> Request:
    groups = [group.strip() for group in found.groups() if group is not None]
    if command.word == "DIARY":
        groups = ["", *groups]
    argument = groups[0] if groups else ""
    text = tuple(_as_written(group, line) for group in groups[1:2] if group) if command.text else ()
    return Request(command.word, argument, number, line.strip(), text)


def _as_written(text: str, line: str) -> str:
    """*text*, which stands at the end of *line*, with the stops and the "please" that were taken off it."""
    whole = " ".join(line.split())
    return whole[whole.rfind(text) :] if text in whole else text


def names_turn(argument: str, turn: str) -> bool:
    """Does *argument* ("next", "Fall 1901") mean the turn printed as *turn* ("Fall 1901, movement")?"""
    wanted = " ".join(re.findall(r"\w+", argument.lower()))
    printed = " ".join(re.findall(r"\w+", turn.lower()))
    begins = (f"{wanted} ", f"turn {wanted} ")  # "3" for what is printed as "Turn 3 (Spring), movement"
    return wanted in ("next", "next turn") or (bool(wanted) and f"{printed} ".startswith(begins))

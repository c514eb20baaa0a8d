"""What does a player ask for besides orders?  Lines that are commands are told from lines for the game.

A command stands alone on its line, in capitals or not. `COMMANDS` is the list of them; whatever is not one
is left for the game to read, with its line number, so the two languages do not have to know each other.
"""

import re
from collections.abc import Sequence

from msgspec import Struct

from adjudicator.game import Game
from pbem.rendering import packaged


class Command(Struct, frozen=True):
    """*pattern* matches the whole line, without blanks and stops around it; its group 1 is the argument."""

    word: str
    pattern: str
    sentence: str


COMMANDS = (
    Command(
        "HELP", r"help(?:\s+([\w' -]{1,40}))?", "HELP, or HELP and a word: how to write orders and commands"
    ),
    Command(
        "RULES", r"(?:send\s+)?rules(?:\s+([\w' -]{1,40}))?", "RULES: the rules of your game as we play them"
    ),
    Command("STATUS", r"status()", "STATUS: what is on file for you, and a form for the rest"),
    Command(
        "CLEAR", r"clear(?:\s+(?:all|orders|all orders|my orders))?()", "CLEAR: forget all that I ordered"
    ),
    Command("TABLE", r"(?:table|game)[\s:]+([a-z][a-z0-9-]*)", "TABLE std3: this letter is for that game"),
    Command("TURN", r"turn[\s:]+([\w ,]{3,40})|(next turn)", "TURN Fall 1901, TURN NEXT: for that turn"),
    Command("END", r"(?:end|sign\s?off)()", "END or SIGNOFF: read no further"),
)
AROUND = " \t\r\n\u00a0.!?,;:*_"


class Request(Struct, frozen=True):
    """One command of a letter; *line* counts from 1."""

    word: str
    argument: str
    line: int


class Script(Struct, frozen=True):
    """A letter, read. *lines* are those for the game, with "" where commands stood, so that numbers fit."""

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


def read_script(text: str) -> Script:
    """Commands and lines of *text*, up to END. CLEAR forgets the lines above it."""
    lines: list[str] = []
    requests: list[Request] = []
    for number, line in enumerate(text.splitlines(), 1):
        request = read_command(line, number)
        if request is None:
            lines.append(line)
            continue
        if request.word == "END":
            break
        lines = [""] * number if request.word == "CLEAR" else [*lines, ""]
        requests.append(request)
    return Script(tuple(lines), tuple(requests))


def read_command(line: str, number: int = 1) -> Request | None:
    """The command of a line, None for a line of the game."""
    said = " ".join(line.strip(AROUND).split())
    for command in COMMANDS:
        found = re.fullmatch(command.pattern, said, re.I)
        if found:
            argument = next((group for group in found.groups() if group), "")
            return Request(command.word, argument.strip(), number)
    return None


def names_turn(argument: str, turn: str) -> bool:
    """Does *argument* ("next", "Fall 1901") mean the turn printed as *turn* ("Fall 1901, movement")?"""
    wanted = " ".join(re.findall(r"\w+", argument.lower()))
    printed = " ".join(re.findall(r"\w+", turn.lower()))
    return wanted in ("next", "next turn") or (bool(wanted) and f"{printed} ".startswith(f"{wanted} "))


def help_text(games: Sequence[Game], topic: str) -> str:
    """The general help and the languages of *games*; or only that of the game which *topic* names."""
    asked = [
        game
        for game in games
        if topic.lower() in (game.card.key, game.card.title.lower(), *game.card.aliases)
    ]
    general = packaged("templates").joinpath("help.txt").read_text("utf-8")
    commands = "\n".join(f"    {command.sentence}" for command in COMMANDS)
    opening = [] if asked else [general, "Commands, each on a line of its own:\n\n" + commands]
    return "\n\n".join([*opening, *(language(game) for game in asked or games)])


def language(game: Game) -> str:
    return f"{game.card.title}\n\n{game.card.help or game.card.sentence}"


def rules_text(game: Game) -> str:
    return game.card.rules

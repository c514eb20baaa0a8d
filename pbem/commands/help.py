"""Help pages: one for each topic, the list of commands, and each game's order language."""

import re
import textwrap
from collections.abc import Sequence

from adjudicator.core.game import Game
from pbem.core.templating import WIDTH, packaged, wrapped
from pbem.messages.script import COMMANDS
from pbem.reports import AnswerPage

MOST_HINTS = 3
BREAK = re.compile(r"\s*$|#|\s*\||```")  # a blank, a heading, a row of a table
ITEM = re.compile(r"\s*([-*]|\d+\.) ")
EXAMPLE = re.compile(r"    ")
CLAUSE = re.compile(r"\*\*\d")
MOST_TOLD = 40  # letters of a topic that is told back

TOPICS = {
    "help-join.txt": (
        "join",
        "take over",
        "takeover",
        "resign",
        "observe",
        "stop",
        "games",
        "players",
        "whois",
        "waiting list",
    ),
    "help-later.txt": ("later", "phase", "standing", "retreats", "builds"),
    "help-status.txt": (
        "status",
        "form",
        "options",
        "clear",
        "table",
        "turn",
        "game",
        "signon",
        "sign on",
        "history",
        "report",
        "map",
        "summary",
    ),
    "help-preview.txt": ("preview", "assume"),
    "help-ready.txt": ("ready", "wait", "deadline"),
    "help-vote.txt": ("vote", "votes", "withdraw", "draw", "concede", "concession"),
    "help-away.txt": ("away", "back", "absence", "extend", "extension"),
    "help-press.txt": ("press", "grey", "grey press", "broadcast", "bulletin", "diary", "end"),
    "help-gm.txt": ("new table", "new game", "gm", "game master"),
    "help-you.txt": ("name", "address", "zone", "set", "json", "picture", "renew", "token"),
}


GROUPS = {
    "Your orders": ("STATUS", "FORM", "OPTIONS", "CLEAR", "LATER", "PREVIEW", "ASSUME"),
    "The deadline": ("READY", "WAIT", "AWAY", "BACK", "EXTEND"),
    "Messages": ("PRESS", "GREY", "DIARY"),
    "Votes": ("VOTES", "VOTE", "UNVOTE"),
    "To look things up": ("REPORT", "HISTORY", "PLAYERS", "HOUSE", "LOG", "RULES", "HELP", "VERSION"),
    "To come and go": ("GAMES", "JOIN", "TAKE OVER", "RESIGN", "OBSERVE", "STOP", "NEW TABLE"),
    "How you are called and written to": ("NAME", "ADDRESS", "ZONE", "SET", "RENEW"),
    "How a message is read": ("TABLE", "TURN", "END"),
}


class Prose(AnswerPage, frozen=True):
    """A leaf in Markdown, of which HTML makes paragraphs, headings and lists."""

    is_prose: bool = True


def listing(title: str, *lines: str) -> Prose:
    """A leaf of so many items, of our own words: in a player's orders "3*A" is no emphasis."""
    return Prose(title, "\n".join(f"- {line}" for line in lines))


def help_text(games: Sequence[Game], topic: str) -> str:
    """Help on *topic*; without one the general help and the languages of *games*."""
    wanted = " ".join(topic.lower().split())
    page = next((page for page, words in TOPICS.items() if wanted in words), None)
    if page:
        return _folded(_page(page))
    asked = [game for game in games if wanted in (game.card.key, game.card.title.lower(), *game.card.aliases)]
    if wanted and not asked:
        return f'There is no page on "{wanted[:MOST_TOLD]}". {_pages_there_are(games)}'
    opening = [] if asked else [_page("help.txt"), "Commands, each on a line of its own:", *_commands()]
    return _folded("\n\n".join([*opening, *(language(game) for game in asked or games)]))


def _commands() -> list[str]:
    """All of them, below a heading for each group."""
    told = {command.word: f"* {command.sentence}" for command in COMMANDS}
    return [
        "\n".join([f"## {group}", "", *(told[word] for word in words)]) for group, words in GROUPS.items()
    ]


def _folded(text: str) -> str:
    """*text* in lines of at most WIDTH; what goes on hangs a little deeper than a list or an example."""
    return "\n".join(line if len(line) <= WIDTH else _fold(line) for line in text.splitlines())


def _fold(line: str) -> str:
    words = line.lstrip()
    hang = 2 if words.startswith(("* ", "- ")) else 4 if words != line else 0
    return wrapped(words, len(line) - len(words), hang)


def _pages_there_are(games: Sequence[Game]) -> str:
    """A word for each page, and the games whose language can be asked for."""
    words = [topics[0].upper() for topics in TOPICS.values()]
    own = [game.card.key.upper() for game in games]
    told = textwrap.wrap(", ".join([*words, *own]), WIDTH, initial_indent="    ", subsequent_indent="    ")
    return "HELP alone tells everything; HELP and one of these words tells of that:\n\n" + "\n".join(told)


def hints(lines: Sequence[str]) -> list[str]:
    """The commands with which lines begin that were read as none, as they are written."""
    begun = [re.findall(r"[a-z]+", line.lower()) for line in lines]
    meant = [
        command.sentence
        for command in COMMANDS
        if any(words[: len(own)] == own for own in [command.word.lower().split()] for words in begun)
    ]
    return meant[:MOST_HINTS]


def _page(name: str) -> str:
    return flowing(packaged("templates").joinpath(name).read_text("utf-8"))


def language(game: Game) -> str:
    return f"{game.card.title}\n\n{flowing(game.card.help or game.card.sentence)}"


def rules_text(game: Game) -> str:
    return flowing(game.card.rules)


def flowing(page: str) -> str:
    """*page* with each paragraph on one line, for the mail wraps it anew; lists, tables and examples stay."""
    lines: list[str] = []
    for line in page.splitlines():
        if lines and _goes_on(lines[-1], line):
            lines[-1] += f" {line.strip()}"
        else:
            lines.append(line)
    return "\n".join(lines)


def _goes_on(before: str, line: str) -> bool:
    if ITEM.match(before):
        return not BREAK.match(line) and not ITEM.match(line)
    return not any(kind.match(both) for kind in (BREAK, EXAMPLE) for both in (before, line)) and not (
        ITEM.match(line) or CLAUSE.match(line)
    )

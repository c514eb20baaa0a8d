"""Help pages: one for each topic, the list of commands, and each game's order language."""

import re
import textwrap
from collections.abc import Collection, Iterator, Sequence
from itertools import groupby
from pathlib import Path

from msgspec import Struct

from adjudicator.core.game import Game
from adjudicator.games import KEYS, find
from pbem.commands.command import USAGE, Command, Group, usage_of
from pbem.commands.context import CommandContext
from pbem.commands.lookup import help_topics
from pbem.commands.lookup.examples import Examples, of_game
from pbem.core.markdown_text import flowing, plain
from pbem.core.sentences import Words, sentence
from pbem.core.templating import blocks_of, words
from pbem.core.text_layout import GAP, WIDTH, wrapped
from pbem.reports import AnswerPage

EVERY_COMMAND = "commands"  # HELP COMMANDS
SELDOM = (Group.SEATS, Group.PLAYER, Group.READING)  # of these a player's HELP has the words alone,
SELDOM_WORDS = (  # and of these
    *("STATUS OF", "LATER", "GREY", "SIGNED", "BLOCK", "UNBLOCK"),
    *("STANDINGS", "VERSION", "PLAYERS", "LOG"),
)
CONDITIONS = "conditions"  # the heading of those that orders for the turn that is due may have
SHORTEST_WORD = 3  # letters of a word that is looked for in the order languages
WORDS_OF_A_LABEL = 2
MOST_QUOTED = 40  # characters of an unknown topic that are quoted


class Seated(Struct, frozen=True):
    """What HELP knows of a player: examples, the table's order language, commands of no use there."""

    examples: Examples
    language: str
    not_for: Collection[str] = ()


class Prose(AnswerPage, frozen=True):
    """A page in Markdown, rendered as paragraphs, headings and lists in HTML."""

    is_prose: bool = True


class Asker(Struct, frozen=True):
    """Who asks for HELP, and what it can show them; *at* is None unless they are a player at a table."""

    commands: Sequence[Command]
    games: Sequence[Game]
    examples: Examples
    at: Seated | None
    own_templates: Path | None

    def languages(self, games: Sequence[Game]) -> list[str]:
        """Return the order languages of *games*; for a player that of the table."""
        return [self.at.language] if self.at and self.games else [language(game) for game in games]


def listing(visit: CommandContext, title: Words, *lines: Words) -> Prose:
    """Return a page with a list; not for players' orders, in which "3*A" is not emphasis."""
    return Prose(visit.words(title), "\n".join(f"- {visit.words(line)}" for line in lines))


def page(
    commands: Sequence[Command],
    games: Sequence[Game],
    topic: str,
    own_templates: Path | None,
    shown: Examples | Seated,
) -> AnswerPage:
    """Return the answer to HELP, with examples that fit the asker."""
    title = sentence("commands", "help", topic=" ".join(topic.upper().split())[:MOST_QUOTED]).words(
        own_templates
    )
    text = help_text(commands, games, topic, own_templates, shown)
    return Prose(title, text, is_set=True, plain=plain(text))


def help_text(
    commands: Sequence[Command],
    games: Sequence[Game],
    topic: str,
    own_templates: Path | None = None,
    shown: Examples | Seated | None = None,
) -> str:
    """Return help on *topic*; without one the general help and the languages of *games*.

    For a player it names the commands that are seldom needed in a turn, and HELP COMMANDS explains them.
    The examples are those of the first of the games, or of standard Diplomacy, unless others are given.
    """
    at = shown if isinstance(shown, Seated) else None
    own = at.examples if at else shown if isinstance(shown, Examples) else None
    examples = own or of_game(games[0] if games else find("standard"))
    asker = Asker(commands, games, examples, at, own_templates)
    wanted = " ".join(topic.lower().split())
    return _on_topic(asker, wanted) if wanted else _general(asker)


def _general(asker: Asker) -> str:
    """Return the answer to HELP alone."""
    heading = sentence("commands", "list_of_commands").words(asker.own_templates)
    languages = asker.languages(asker.games)
    return _folded("\n\n".join([_page(asker, "help.txt"), *languages, heading, *_listed_for(asker)]))


def _on_topic(asker: Asker, wanted: str) -> str:
    """Return the page about *wanted*, or what the lists and the order languages say about the word."""
    subject = help_topics.subject(wanted)
    if help_topics.is_about_orders(wanted) or (subject and help_topics.is_about_orders(subject)):
        return _folded("\n\n".join(filter(None, [*_on_orders(asker), _page_about(asker, wanted)])))
    found = (
        _found_about(asker, words) for words in dict.fromkeys((wanted, subject, *subject.split())) if words
    )
    if said := next(filter(None, found), ""):
        return _folded(said)
    return _general(asker) if help_topics.is_about_everything(subject) else _nothing_about(asker, wanted)


def _on_orders(asker: Asker) -> list[str]:
    """Return the first words of HELP and the order language; for a guest also where each game has its own."""
    if asker.games:
        return [_page(asker, "help.txt"), *asker.languages(asker.games)]
    games = sentence("commands", "orders_of_games", games=[key.upper() for key in KEYS])
    return [_page(asker, "help.txt"), games.words(asker.own_templates)]


def _found_about(asker: Asker, wanted: str) -> str:
    """Return what there is about *wanted*, in the help of the game or of the service; "" for nothing."""
    if asker.at and (headed := _headed(asker.languages(asker.games), wanted)):
        return headed
    if page := _page_about(asker, wanted):
        is_of_both = help_topics.is_also_of_the_service(wanted)
        return "\n\n".join(filter(None, [_about_word(asker, wanted) if is_of_both else "", page]))
    if wanted == EVERY_COMMAND:
        return "\n\n".join(_listed(asker, asker.commands))
    if asked := [game for game in asker.games if _is_called(game, wanted)]:
        return "\n\n".join(asker.languages(asked))
    languages = asker.languages(asker.games)
    said = _line_of(asker, wanted) or _of_languages(asker, languages, wanted)
    return said or _about_name(asker, languages, wanted) or _about_word(asker, wanted)


def _page_about(asker: Asker, wanted: str) -> str:
    """Return the help page that is found by *wanted*; "" for none."""
    found = next((page for page, words in topics(asker.commands).items() if wanted in words), None)
    return _page(asker, f"help-{found.replace(' ', '-')}.txt") if found else ""


def _headed(languages: Sequence[str], wanted: str) -> str:
    """Return the paragraphs whose heading is *wanted* or begins with that word, with their examples."""
    shown: list[str] = []
    for paragraph in (part for said in languages for part in said.split("\n\n")):
        heading = re.match(r"\*\*(.+?)\*\*", paragraph)
        named = (heading[1], heading[1].split()[0]) if heading else ()
        is_meant = _letters(wanted) in map(_letters, named)
        is_example = paragraph.startswith("    ") and shown and shown[-1] != ""
        shown.append(paragraph if is_meant or is_example else "")
    return "\n\n".join(filter(None, shown))


def _letters(words: str) -> str:
    """Return words as they are compared with headings: "setup" and "Set-up" are the same."""
    return re.sub(r"[\W_]", "", words.casefold()).removesuffix("s")


def _is_called(game: Game, wanted: str) -> bool:
    return wanted in (game.card.key, game.card.title.lower(), *game.card.aliases)


def _nothing_about(asker: Asker, wanted: str) -> str:
    refusal = sentence("commands", "no_page", topic=wanted[:MOST_QUOTED], plays=bool(asker.games))
    return f"{refusal.words(asker.own_templates)}\n\n{_pages_there_are(asker.commands, asker.games)}"


def topics(commands: Sequence[Command]) -> dict[str, list[str]]:
    """Return the words by which each help page is found, the pages in the order of the list of commands."""
    found: dict[str, list[str]] = {}
    for command in _in_order(commands):
        if command.page:
            found.setdefault(command.page, [command.page]).extend([command.word.lower(), *command.topics])
    return found


def _in_order(commands: Sequence[Command]) -> list[Command]:
    """Return the commands by group, in the order of the template of their usage."""
    places = {block: place for place, block in enumerate(blocks_of(f"sentences/{USAGE}.txt"))}
    groups = [*Group]
    return sorted(commands, key=lambda one: (groups.index(one.group), places[one.usage_block]))


def _listed_for(asker: Asker) -> Iterator[str]:
    """Yield the commands as `_listed`; for a player those of every turn, and the words of the others."""
    if asker.at is None:
        yield from _listed(asker, asker.commands)
        return
    used = [one for one in _in_order(asker.commands) if one.word not in asker.at.not_for]
    others = [one.word for one in used if one.group in SELDOM or one.word in SELDOM_WORDS]
    yield from _listed(asker, [one for one in used if one.word not in others])
    yield sentence("commands", "more", words=others).words(asker.own_templates)


def _listed(asker: Asker, commands: Sequence[Command]) -> Iterator[str]:
    """Yield the usage of the commands of each group, below its heading."""
    for group, listed in groupby(_in_order(commands), key=lambda one: one.group):
        heading = sentence("commands", "group", group=group.value).words(asker.own_templates)
        yield "\n".join([f"## {heading}", "", *(_usage(asker, command) for command in listed)])


def _usage(asker: Asker, command: Command) -> str:
    return f"* {usage_of(command.usage_block, asker.examples.partners).words(asker.own_templates)}"


def _line_of(asker: Asker, wanted: str) -> str:
    """Return the line of a command that has no page: of LOG, and of HOUSE for "house rules"."""
    word = wanted.partition(" ")[0]
    found = next((one for one in asker.commands if not one.page and one.word.lower() == word), None)
    return _usage(asker, found) if found else ""


def _of_languages(asker: Asker, languages: Sequence[str], wanted: str) -> str:
    """Return what the order languages say about a word, and that the rules may say more; "" for nothing."""
    found = _in_languages(languages, wanted)
    if found and any(wanted in game.card.rules.casefold() for game in asker.games):
        more = sentence("commands", "rules_of_a_word", word=wanted.upper())
        found = [*found, more.words(asker.own_templates)]
    return "\n\n".join(found)


def _in_languages(languages: Sequence[str], wanted: str) -> Sequence[str]:
    """Return the paragraphs of the order languages with a word of theirs, such as PASS, each once."""
    word = re.compile(rf"\b{re.escape(wanted.upper())}\b")
    found: list[str] = []
    for said in languages:
        above = ""
        for part in said.split("\n\n"):
            if _is_examples(part):
                found += _with_word(above, part, word)
            elif word.search(part):
                found.append(part)
            above = part
    return tuple(dict.fromkeys(found))


def _is_examples(part: str) -> bool:
    return part.startswith("    ")


def _with_word(above: str, examples: str, word: re.Pattern[str]) -> list[str]:
    """Return the examples with the word below what is above them; all, where lines belong together.

    A line that is no more than the word explains nothing.
    """
    lines = [line for line in examples.splitlines() if word.search(line)]
    if all(word.fullmatch(line.strip()) for line in lines):
        return []
    is_sheet = any(line.startswith("      ") for line in examples.splitlines())
    return [above, examples if is_sheet else "\n".join(lines)]


def _about_name(asker: Asker, languages: Sequence[str], wanted: str) -> str:
    """Return the lines of the order languages about a piece or another name of the game; "" for none."""
    lines = [line for said in languages for line in said.splitlines()]
    names = {name for game in asker.games for name in game.card.pieces.values()}
    singular = wanted.removesuffix("s")
    is_name = any(name.casefold() in (wanted, singular) for name in names)
    name = re.compile(rf"(?<=[a-z,] ){re.escape(wanted.capitalize())}\b")  # inside a sentence
    if not is_name and not any(map(name.search, lines)):
        return ""
    heading = sentence("commands", "about_a_name", name=wanted.capitalize())
    return _lines_with(lines, rf"\b{re.escape(singular)}s?\b", heading.words(asker.own_templates))


def _about_word(asker: Asker, wanted: str) -> str:
    """Return the lines of the order languages with a word such as "support", in any form; "" for none."""
    lines = [line for said in asker.languages(asker.games) for line in said.splitlines()]
    stem = wanted.removesuffix("s")
    if len(stem) < SHORTEST_WORD or " " in stem:
        return ""
    heading = sentence("commands", "about_a_word", word=wanted)
    return _lines_with(lines, rf"\b{re.escape(stem)}\w{{0,4}}\b", heading.words(asker.own_templates))


def _lines_with(lines: Sequence[str], pattern: str, heading: str) -> str:
    """Return the lines that match *pattern*, sentences above examples, below *heading*; "" for none."""
    word = re.compile(pattern, re.I)
    found = [line for line in lines if word.search(line) and not _is_label(line)]
    if not found:
        return ""
    told = [f"* {line.removeprefix('* ')}" for line in found if not line.startswith(" ")]
    examples = [line for line in found if line.startswith(" ")]
    return "\n\n".join(
        [heading, *(["\n".join(told)] if told else []), *(["\n".join(examples)] if examples else [])]
    )


def _is_label(line: str) -> bool:
    """Return whether it is a heading, or one or two words above examples."""
    return line.startswith("#") or (not line.startswith(" ") and len(line.split()) <= WORDS_OF_A_LABEL)


def _folded(text: str) -> str:
    """Wrap *text* at WIDTH; further lines of an item or an example are indented.

    An example and the explanation after it stay on one line: text and pages lay these out differently.
    """
    return "\n".join(line if len(line) <= WIDTH else _fold(line) for line in text.splitlines())


def _fold(line: str) -> str:
    words = line.lstrip()
    if words != line and GAP.search(words):
        return line
    hang = 2 if words.startswith(("* ", "- ")) else 4 if words != line else 0
    return wrapped(words, len(line) - len(words), hang)


def _pages_there_are(commands: Sequence[Command], games: Sequence[Game]) -> str:
    """Return the name of each page, and the games with a help page."""
    words = [page.upper() for page in topics(commands)]
    own = [game.card.key.upper() for game in games]
    return textwrap.fill(", ".join([*words, *own]), WIDTH, initial_indent="    ", subsequent_indent="    ")


def _page(asker: Asker, template: str) -> str:
    not_for = asker.at.not_for if asker.at else ()
    has_own = asker.at is not None and bool(_headed(asker.languages(asker.games), CONDITIONS))
    facts = {
        "examples": asker.examples,
        "is_seated": asker.at is not None,
        "has_known": "KNOWN" not in not_for,
        "has_own_conditions": has_own,
    }
    return flowing(words(template, facts, asker.own_templates))


def language(game: Game, at_table: str = "") -> str:
    """Return the order language of a game, or *at_table* that part of it which a table needs."""
    text = flowing(at_table or game.card.help or game.card.sentence)
    return text if text.startswith(f"# {game.card.title}") else f"# {game.card.title}\n\n{text}"

"""RULES: the rules of a game by chapters and clauses, as players read them.

`RULES` sends the contents, `RULES 6a` a chapter, `RULES 8.2` a clause with its parts, `RULES retreats` the
chapter of that name or the clauses that mention it, `RULES why no loss` the clauses with the most words of
the question, `RULES ALL` everything. Notes for testers are left out.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from difflib import get_close_matches
from pathlib import Path

from adjudicator.core.game import Game
from adjudicator.core.language.words import unaccented
from pbem.commands.command import Command, Group
from pbem.commands.context import SeatCommandContext, refused
from pbem.commands.lookup import rules_basics, rules_questions, rules_text
from pbem.commands.lookup.help import Prose
from pbem.commands.lookup.rules_forms import (
    SHORTEST_WORD,
    forms,
    has_word,
    letters,
    means_the_same,
    without_ending,
)
from pbem.commands.lookup.rules_text import CHAPTER, CLAUSE, Chapter, Clause, on_one_line
from pbem.core.markdown_text import flowing, plain
from pbem.core.sentences import in_words, sentence
from pbem.messages.script import Request
from pbem.reports import AnswerPage, CommandResult
from pbem.tables.rule_options import rulings

MOST_MENTIONS = 25  # most clauses that are listed for a word
NEAR = 0.65  # suggestions for a word that is not found
SHORT = 66  # characters of a clause in a list
FEW_LINES = 40  # of the clauses for a word that are sent in full
ENDINGS = r"(?:e?[sd]|i?ng|e?rs?)?"  # of a word that a clause begins with: "Neutralising."
HALF_A_PAGE = 24  # lines of the first ones, if they are more
A_LINE = 76
PRONOUN = re.compile(r"(?:[\w'.]+,? ){0,4}(?:he|she|it|they|him|his|its|their)\b", re.IGNORECASE)
SUBJECT = re.compile(r"[^:.;(]{1,40}(?=[:.;]|$)")
A_HEAD_OF_ROWS = 2  # the names of the columns and the line below them
SIGNS = (  # marks of clauses in the rules of some games, and what they mean
    (re.compile(r"\[R\]"), sentence("rules", "of_a_reading")),
    (re.compile("RULING"), sentence("rules", "of_a_ruling")),
    (re.compile("RECONSTRUCTED"), sentence("rules", "of_a_reconstruction")),
    (re.compile(r"\[\d\.[A-Z]\.\d+\]"), sentence("rules", "of_a_test_case")),
    (re.compile(r"`\w+ = on`"), sentence("rules", "of_an_option")),
)
EVERYTHING = "all"
ARTICLE = re.compile(r"^the ", re.IGNORECASE)
MUCH = 0.5  # share of the places with a word, from which its chapter is named first


def opening(game: Game) -> str:
    """Return the text above the first chapter, without the title."""
    above = re.split(r"^## ", game.card.rules, maxsplit=1, flags=re.MULTILINE)[0]
    return above.partition("\n")[2].strip().removesuffix("---").strip()


def chapters(game: Game) -> Sequence[Chapter]:
    """Return the chapters of the rules of *game*."""
    return rules_text.chapters(game.card.rules)


def clauses(game: Game) -> Sequence[Clause]:
    """Return every numbered clause of the rules of *game*, with the text up to the next one."""
    return rules_text.clauses(game.card.rules)


def pages(game: Game, wanted: str, own: Sequence[str], templates: Path | None) -> Sequence[AnswerPage]:
    """Return the answer to RULES *wanted*; *own* are the rulings of a table. Raises LookupError."""
    title = sentence("rules", "title", game=game.card.title)
    whole = " ".join(wanted.split())
    if not chapters(game) or whole.lower() == EVERYTHING:
        return [_page(in_words(title, templates), "\n\n".join(_everything(game, own)))]
    if not whole:
        return [_page(in_words(title, templates), _contents(game, own, templates))]
    chapter = _chapter(game, whole)
    if chapter is not None:
        return [_explained(chapter.heading, _without_heading(chapter), templates)]
    clause = next((one for one in clauses(game) if one.key.lower() == whole.lower()), None)
    if clause is not None:
        named = sentence("rules", "clause", game=game.card.title, key=clause.key)
        return [_explained(in_words(named, templates), _with_parts(game, clause), templates)]
    group = [one.text for one in clauses(game) if one.key.lower().startswith(f"{whole.lower()}.")]
    if group and whole[0].isdigit():  # 9.0, which has clauses and no heading
        named = sentence("rules", "clause", game=game.card.title, key=whole)
        return [_explained(in_words(named, templates), "\n\n".join(group), templates)]
    return [_on_word(game, whole, templates)]


def is_subject(game: Game, word: str) -> bool:
    """Return whether RULES with this word sends a chapter, or clauses that are about it."""
    return _chapter(game, word) is not None or bool(_about(game, word))


def _with_parts(game: Game, clause: Clause) -> str:
    """Return the text of a clause and of its parts: of 3.8 that of 3.8(a) and 3.8(b), too."""
    parts = (one for one in clauses(game) if _is_part(one, clause))
    return "\n".join((_alone(game, clause), *(part.text for part in parts)))


def _alone(game: Game, clause: Clause, word: str = "") -> str:
    """Return the text of a clause that is shown without those around it.

    If it begins with a pronoun, its subject is added; of a table only the rows with *word* are kept.
    """
    key = CLAUSE.match(clause.text)
    subject = _subject(game, clause)
    text = clause.text
    if key is not None and subject and PRONOUN.match(on_one_line(clause).removeprefix(clause.key).lstrip()):
        text = f"{text[: key.end('key')]} ({subject}){text[key.end('key') :]}"
    wanted = unaccented(word)
    places = [short for short, names in game.card.places.items() if wanted in map(unaccented, names)]
    return _few_rows(text, word, places) if word else text


def _subject(game: Game, clause: Clause) -> str:
    """Return what the clause or chapter that this one is a part of is about: "Ranger" of 3.8(a)."""
    whole = re.split(r"[(.](?=[^(.]*$)", clause.key)[0]
    told = next((on_one_line(one).removeprefix(one.key) for one in clauses(game) if one.key == whole), "")
    told = told or next((one.title for one in chapters(game) if one.key == whole), "")
    found = SUBJECT.match(told.strip(" ."))
    return found[0] if found else ""


def _few_rows(text: str, word: str, short: Sequence[str]) -> str:
    """Return *text* with the rows of its tables that have *word*, or a *short* name of its place."""
    kept: list[str] = []
    rows = 0
    named = [rf"\b{re.escape(unaccented(name))}\b" for name in short]
    with_word = re.compile("|".join((forms(word), *named)))
    for line in text.splitlines():
        rows = rows + 1 if line.lstrip().startswith("|") else 0
        if rows <= A_HEAD_OF_ROWS or with_word.search(unaccented(line)):
            kept.append(line)
    return "\n".join(kept)


def _is_part(one: Clause, clause: Clause) -> bool:
    return one.key.startswith((f"{clause.key}(", f"{clause.key}."))


def _on_word(game: Game, asked: str, templates: Path | None) -> AnswerPage:
    """Return what the rules say about a word or a question, and the rules of Diplomacy about it.

    Raises LookupError if neither has anything.
    """
    subject = rules_questions.subject(asked)
    wanted = subject if subject and _is_in(game, subject) else asked
    if wanted != asked and (chapter := _chapter(game, wanted)) is not None:
        return _explained(chapter.heading, _without_heading(chapter), templates)
    is_common = not rules_questions.same(wanted) and _lines(_mentioning(game, wanted)) > FEW_LINES
    basics = rules_basics.about(game.card, wanted, is_common)
    try:
        told, shown = _own_clauses(game, wanted, templates)
    except LookupError:
        if not basics:
            raise
        told, shown = asked, []
    if basics:
        heading = sentence("rules", "of_diplomacy", is_all=not shown)
        shown = [*shown, in_words(heading, templates), basics]
    title = in_words(sentence("rules", "mentions", word=asked if told == wanted else told), templates)
    return _explained(title, "\n\n".join(shown), templates)


def _is_in(game: Game, word: str) -> bool:
    return _chapter(game, word) is not None or bool(_mentioning(game, word))


def _own_clauses(game: Game, asked: str, templates: Path | None) -> tuple[str, list[str]]:
    """Return the words that were found, and the clauses with them. Raises LookupError if there are none.

    A word that no clause has is looked for without its ending: "elimination" in "is eliminated".
    """
    word = asked if _mentioning(game, asked) else without_ending(asked)
    if not (mentioning := _mentioning(game, word)):
        return _on_question(game, asked, templates)
    about = _about(game, word)
    others = [one for one in mentioning if not any(one == its or _is_part(one, its) for its in about)]
    shown = [_with_parts(game, clause) for clause in about]
    if (most := _mostly_in(game, word)) is not None and not about:
        shown.append(in_words(sentence("rules", "mostly_in", key=most.key, heading=most.heading), templates))
    if len(rules_questions.words_of(asked)) > 1:
        others = _with_those_of_a_question(game, asked, others)
    return asked, [*shown, *_in_full_or_listed(game, others, word, bool(about), templates)]


def _with_those_of_a_question(game: Game, asked: str, found: Sequence[Clause]) -> list[Clause]:
    """Return *found*, and the clauses that have the words of *asked* apart: "passed" and "the Ring"."""
    _, apart = rules_questions.best(rules_questions.words_of(asked), _in_context(game))
    return [one for one in clauses(game) if one in found or one in apart]


def _in_full_or_listed(
    game: Game, found: Sequence[Clause], word: str, has_more: bool, templates: Path | None
) -> list[str]:
    """Return the clauses in full if they are few; else the first words of each.

    Unless there *has_more* been shown, those that are most about the word are in full all the same.
    """
    first = found if _lines(found) <= FEW_LINES else [] if has_more else _most_about(found, word)
    shown = [_alone(game, clause, word) for clause in first]
    others = [one for one in found if one not in first]
    if others and (first or has_more):
        shown.append(in_words(sentence("rules", "others"), templates))
    if others:
        more = sentence("rules", "send_for_one", key=others[0].key)
        shown += [_list_of(others), in_words(more, templates)]
    return shown


def _most_about(found: Sequence[Clause], word: str) -> list[Clause]:
    """Return those of the clauses, up to half a page, that begin with the word or have it most densely."""
    has = re.compile(forms(word))
    told = {one.key: unaccented(on_one_line(one)) for one in found}
    share = {key: len(has.findall(text)) / len(text) for key, text in told.items()}
    ranked = sorted(found, key=lambda one: (not has.search(told[one.key][:SHORT]), -share[one.key]))
    count = next((at for at in range(len(ranked), 0, -1) if _lines(ranked[:at]) <= HALF_A_PAGE), 1)
    return [one for one in found if one in ranked[:count]]


def _lines(found: Sequence[Clause]) -> int:
    return sum(len(on_one_line(one)) // A_LINE + 1 for one in found)


def _on_question(game: Game, question: str, templates: Path | None) -> tuple[str, list[str]]:
    """Return the clauses that have the most words of a question. Raises LookupError if none has any."""
    words = rules_questions.words_of(question)
    if not words or (near := _nearest(game, question)):
        raise LookupError(near if words else _nearest(game, question))
    told, found = rules_questions.best(words, _in_context(game))
    if len(words) == 1 and told:
        with suppress(LookupError):
            return _own_clauses(game, words[0], templates)
    if not told:
        raise LookupError
    return ", ".join(told), _in_full_or_listed(game, found[:MOST_MENTIONS], told[0], False, templates)


def _in_context(game: Game) -> list[tuple[Clause, str]]:
    """Return each clause with its text below the titles that it stands under: "7. The Ring", "3.8 Ranger"."""
    titles = {one.key: one.title for one in chapters(game)}
    return [
        (one, " ".join((titles.get(one.key.split(".")[0].split("(")[0], ""), _subject(game, one), one.text)))
        for one in clauses(game)
    ]


def _list_of(found: Sequence[Clause]) -> str:
    return "\n".join(f"- {_begins(clause)}" for clause in found)


def _everything(game: Game, own: Sequence[str]) -> Iterator[str]:
    yield "\n".join(f"- {ruling}" for ruling in own)
    if not chapters(game):
        yield flowing(game.card.rules)
        return
    yield flowing(opening(game))
    yield from (flowing(chapter.text) for chapter in chapters(game) if chapter.depth == CHAPTER)


def _contents(game: Game, own: Sequence[str], templates: Path | None) -> str:
    """Return the list of chapters, how to request them, and the rulings of the table."""
    listed = "\n".join(f"{'' if one.depth == CHAPTER else '  '}- {one.heading}" for one in chapters(game))
    first = chapters(game)[1] if len(chapters(game)) > 1 else chapters(game)[0]
    asked = in_words(
        sentence("rules", "how_to_ask", key=first.key, clause=_an_example(game), word=_a_word(game)),
        templates,
    )
    parts = [asked, listed]
    if own:
        heading = in_words(sentence("rules", "options"), templates)
        parts += [heading, "\n".join(f"- {ruling}" for ruling in own)]
    return "\n\n".join(parts)


def _an_example(game: Game) -> str:
    return next((clause.key for clause in clauses(game)[5:] if re.fullmatch(r"\w+\.\d+", clause.key)), "1.1")


def _a_word(game: Game) -> str:
    """Return the longest word that finds a chapter."""
    return max((one.title for one in chapters(game) if one.title.isalpha()), key=len, default="the").lower()


def _chapter(game: Game, wanted: str) -> Chapter | None:
    """Return the chapter of that number or title, or the only one with that word in its title."""
    number = wanted.rstrip(".").replace(" ", "").lower()
    numbered = [one for one in chapters(game) if one.key.lower() == number]
    named = [one for one in chapters(game) if letters(ARTICLE.sub("", one.title)) == letters(wanted)]
    is_word = len(wanted) >= SHORTEST_WORD
    titled = [one for one in chapters(game) if is_word and has_word(one.title, wanted)]
    alike = [one for one in chapters(game) if is_word and means_the_same(one.title, wanted)]
    return next((found[0] for found in (numbered, named, titled, alike) if len(found) == 1), None)


def _mentioning(game: Game, word: str) -> list[Clause]:
    """Return the first clauses with that word, however joined; none if it is too short to look for."""
    begins = re.compile(forms(word))  # "arrows" is not in "narrows"
    found = [clause for clause in clauses(game) if begins.search(unaccented(clause.text))]
    return found[:MOST_MENTIONS] if len(word) >= SHORTEST_WORD else []


def _mostly_in(game: Game, word: str) -> Chapter | None:
    """Return the chapter that has at least half of all places with *word*, in the titles or the text."""
    begins = re.compile(forms(word))
    whole = [one for one in chapters(game) if one.depth == CHAPTER]
    counted = [(len(begins.findall(unaccented(one.text))), one) for one in whole]
    most, chapter = max(counted, key=lambda one: one[0])
    return chapter if most > 1 and most >= MUCH * sum(count for count, _ in counted) else None


def _about(game: Game, word: str) -> list[Clause]:
    """Return the clauses that begin with that word as their subject: "3.8 Ranger: two spaces"."""
    subject = re.compile(rf"\W*{forms(word)}{ENDINGS}[:.,]")
    return [one for one in clauses(game) if subject.match(unaccented(on_one_line(one).removeprefix(one.key)))]


def _begins(clause: Clause) -> str:
    """Return the number of a clause and its first words."""
    words = on_one_line(clause)
    return words if len(words) <= SHORT else f"{words[:SHORT].rsplit(' ', 1)[0]} ..."


def _nearest(game: Game, wanted: str) -> str:
    numbered = (*(one.key for one in chapters(game)), *(one.key for one in clauses(game)))
    keys = {key.lower(): key for key in numbered}
    told = (word.strip(",.()") for one in chapters(game) for word in one.title.split())
    words = {word.lower(): word for word in told if len(word) > SHORTEST_WORD}
    near = get_close_matches(wanted.lower(), [*keys, *words], 1, NEAR)
    return {**words, **keys}[near[0]] if near else ""


def _without_heading(chapter: Chapter) -> str:
    return flowing(chapter.text.partition("\n")[2].strip())


def _explained(title: str, markdown: str, templates: Path | None) -> AnswerPage:
    """Return a page that explains the signs in it; the whole rules do so at their beginning."""
    signs = [in_words(explained, templates) for sign, explained in SIGNS if sign.search(markdown)]
    return _page(title, "\n\n".join([markdown.strip(), *signs]))


def _page(title: str, markdown: str) -> AnswerPage:
    return Prose(title, markdown.strip(), plain=plain(markdown))


# --- the command ------------------------------------------------------------------------------------------


def rules(acting: SeatCommandContext, request: Request) -> AnswerPage | CommandResult:
    """Return the requested rules of the table's game."""
    game, own = acting.at.game, rulings(acting.at.game, acting.at.table)
    try:
        return pages(game, request.argument, own, acting.visit.office.house.templates)[0]
    except LookupError as unknown:
        return refused(request, sentence("rules", "unknown", wanted=request.argument, near=str(unknown)))


def of_a_guest(
    find_game: Callable[[str], Game], written: str, templates: Path | None
) -> Sequence[AnswerPage]:
    """Return the rules of the game that *written* begins with. Raises ValueError or LookupError."""
    words = written.split()
    for count in range(len(words), 0, -1):
        with suppress(ValueError):
            return pages(find_game(" ".join(words[:count])), " ".join(words[count:]), (), templates)
    return pages(find_game(written), "", (), templates)


COMMANDS = (
    Command(
        "RULES",
        r"(?:(?:send|get)\s+)?rules?(?:\s+([\w'(). -]{1,40}"
        r"|(?:why|when|what|how|where|who|which|can|may|must|do|does|is|are|if)\b[\w'(),. -]{1,100})\??)?",
        changes=False,
        group=Group.LOOK_UP,
        run=rules,
        after_the_end=True,
        guests_may_write=True,
    ),
)

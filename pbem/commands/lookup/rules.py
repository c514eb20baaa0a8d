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

from msgspec import Struct

from adjudicator.core.game import Game
from adjudicator.core.language.words import unaccented
from pbem.commands.command import Command, Group
from pbem.commands.context import SeatCommandContext, refused
from pbem.commands.lookup import rules_questions
from pbem.commands.lookup.help import Prose
from pbem.core.markdown_text import flowing, plain, unmarked
from pbem.core.sentences import in_words, sentence
from pbem.messages.script import Request
from pbem.reports import AnswerPage, CommandResult
from pbem.tables.rule_options import rulings

HEADING = re.compile(r"(?P<marks>##+) (?P<key>[0-9A-Z]+[a-z]?(?:\.\d+)?)\.? (?P<title>.+)")
NUMBER = r"[0-9A-Z]+[a-z]?(?:\.(?:\d+|[ivx]+))*(?:\([a-z]\))?"  # 7.5.2, 6a.iv, 3.2(c)
CLAUSE = re.compile(
    rf"(?:- )?(?:\*\*)?(?P<key>(?=[^\s.(]*(?:\.[\divx]|\())(?>{NUMBER}))[ *.]"
)  # no "8.5); ..."
FOR_TESTERS = "rule cases"  # in the heading of a chapter
CHAPTER = 2  # the marks of its heading; parts of a chapter have three
MOST_MENTIONS = 25  # most clauses that are listed for a word
SHORTEST_WORD = 3
ENDING = re.compile(r"(?:ions?|ing|ed|ments?)$")  # of "elimination", "eliminated"
SHORTEST_WITHOUT_ENDING = 5
NEAR = 0.65  # suggestions for a word that is not found
SHORT = 66  # characters of a clause in a list
FEW_LINES = 40  # of the clauses for a word that are sent in full
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


class Chapter(Struct, frozen=True):
    """A chapter or a part of one: "6a", "Gandalf", and its Markdown including its parts."""

    key: str
    title: str
    depth: int
    text: str

    @property
    def heading(self) -> str:
        return f"{self.key}. {self.title}"


class Clause(Struct, frozen=True):
    """A numbered clause, and its Markdown."""

    key: str
    text: str


def chapters(game: Game) -> Sequence[Chapter]:
    """Return the chapters of the rules in order, without those for testers."""
    lines = game.card.rules.splitlines()
    heads = [(at, match) for at, line in enumerate(lines) if (match := HEADING.fullmatch(line))]
    found = []
    for number, (at, match) in enumerate(heads):
        depth = len(match["marks"])
        ends = (later for later, other in heads[number + 1 :] if len(other["marks"]) <= depth)
        text = "\n".join(lines[at : next(ends, len(lines))]).strip()
        found.append(Chapter(match["key"], match["title"], depth, text))
    return [one for one in found if FOR_TESTERS not in one.title]


def opening(game: Game) -> str:
    """Return the text above the first chapter, without the title."""
    above = re.split(r"^## ", game.card.rules, maxsplit=1, flags=re.MULTILINE)[0]
    return above.partition("\n")[2].strip().removesuffix("---").strip()


def clauses(game: Game) -> Sequence[Clause]:
    """Return every numbered clause, with the text up to the next one."""
    found: list[tuple[str, list[str]]] = [("", [])]
    for chapter in (one for one in chapters(game) if one.depth == CHAPTER):
        for line in chapter.text.splitlines():
            match = CLAUSE.match(line.strip())
            if match is not None or HEADING.fullmatch(line):
                found.append((match["key"] if match else "", []))
            found[-1][1].append(line)
    return [Clause(key, "\n".join(text).strip()) for key, text in found if key]


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
    if key is not None and subject and PRONOUN.match(_words(clause).removeprefix(clause.key).lstrip()):
        text = f"{text[: key.end('key')]} ({subject}){text[key.end('key') :]}"
    wanted = unaccented(word)
    places = [short for short, names in game.card.places.items() if wanted in map(unaccented, names)]
    return _few_rows(text, word, places) if word else text


def _subject(game: Game, clause: Clause) -> str:
    """Return what the clause or chapter that this one is a part of is about: "Ranger" of 3.8(a)."""
    whole = re.split(r"[(.](?=[^(.]*$)", clause.key)[0]
    told = next((_words(one).removeprefix(one.key) for one in clauses(game) if one.key == whole), "")
    told = told or next((one.title for one in chapters(game) if one.key == whole), "")
    found = SUBJECT.match(told.strip(" ."))
    return found[0] if found else ""


def _few_rows(text: str, word: str, short: Sequence[str]) -> str:
    """Return *text* with the rows of its tables that have *word*, or a *short* name of its place."""
    kept: list[str] = []
    rows = 0
    named = [rf"\b{re.escape(unaccented(name))}\b" for name in short]
    has_word = re.compile("|".join((re.escape(_stem(word)), *named)))
    for line in text.splitlines():
        rows = rows + 1 if line.lstrip().startswith("|") else 0
        if rows <= A_HEAD_OF_ROWS or has_word.search(unaccented(line)):
            kept.append(line)
    return "\n".join(kept)


def _is_part(one: Clause, clause: Clause) -> bool:
    return one.key.startswith((f"{clause.key}(", f"{clause.key}."))


def _on_word(game: Game, asked: str, templates: Path | None) -> AnswerPage:
    """Return the clauses about that word in full, and the first words of others that contain it.

    A word that no clause has is looked for without its ending: "elimination" in "is eliminated".
    """
    word = asked
    mentioning = _mentioning(game, word)
    if not mentioning:
        word = _without_ending(asked)
        mentioning = _mentioning(game, word)
    if not mentioning:
        return _on_question(game, asked, templates)
    about = _about(game, word)
    others = [one for one in mentioning if not any(one == its or _is_part(one, its) for its in about)]
    shown = [_with_parts(game, clause) for clause in about]
    if (most := _mostly_in(game, word)) is not None and not about:
        shown.append(in_words(sentence("rules", "mostly_in", key=most.key, heading=most.heading), templates))
    if sum(len(_words(clause)) // A_LINE + 1 for clause in others) <= FEW_LINES:
        shown += [_alone(game, clause, word) for clause in others]
    elif others:
        listed = _list_of(others)
        if shown:
            shown.append(in_words(sentence("rules", "others"), templates))
        more = sentence("rules", "send_for_one", key=others[0].key)
        shown += [listed, in_words(more, templates)]
    title = in_words(sentence("rules", "mentions", word=asked), templates)
    return _explained(title, "\n\n".join(shown), templates)


def _on_question(game: Game, question: str, templates: Path | None) -> AnswerPage:
    """Return the clauses that have the most words of a question. Raises LookupError if none has any."""
    words = rules_questions.words_of(question)
    if not words or (near := _nearest(game, question)):
        raise LookupError(near if words else _nearest(game, question))
    told, found = rules_questions.best(words, [(one, one.text) for one in clauses(game)])
    if len(words) == 1 and told:
        with suppress(LookupError):
            return pages(game, words[0], (), templates)[0]
    if not told:
        raise LookupError
    few = sum(len(_words(one)) // A_LINE + 1 for one in found) <= FEW_LINES
    listed = [_alone(game, one) for one in found] if few else [_list_of(found[:MOST_MENTIONS])]
    more = [] if few else [in_words(sentence("rules", "send_for_one", key=found[0].key), templates)]
    title = in_words(sentence("rules", "mentions", word=", ".join(told)), templates)
    return _explained(title, "\n\n".join([*listed, *more]), templates)


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
    named = [one for one in chapters(game) if _letters(ARTICLE.sub("", one.title)) == _letters(wanted)]
    is_word = len(wanted) >= SHORTEST_WORD
    titled = [one for one in chapters(game) if is_word and _has_word(one.title, wanted)]
    return next((found[0] for found in (numbered, named, titled) if len(found) == 1), None)


def _has_word(title: str, wanted: str) -> bool:
    """Return whether words of *title* begin like *wanted*: "gas" is not in "Hungary"."""
    words = re.split(r"[-\s]+", title)
    return any(_letters("".join(words[at:])).startswith(_letters(wanted)) for at in range(len(words)))


def _letters(words: str) -> str:
    """Return words as they are compared with titles: "setup", "Set up" and "SET-UPS" are the same."""
    return re.sub(r"[-\s]", "", _stem(words))


def _stem(word: str) -> str:
    """Return the word without accents and the ending of a plural: "retreats" is found in "Retreat"."""
    plain = unaccented(word)
    return plain.removesuffix("s") if len(plain) > SHORTEST_WORD and not plain.endswith("ss") else plain


def _without_ending(word: str) -> str:
    """Return a single word without the ending of a noun or a participle; others as they are."""
    shorter = ENDING.sub("", _stem(word))
    return shorter if len(shorter) >= SHORTEST_WITHOUT_ENDING and " " not in word else word


def _forms(word: str) -> str:
    """Return a pattern for a word, its plural and longer words, however joined: "armies" finds "army"."""
    *before, last = re.findall(r"\w+", _stem(word)) or [_stem(word)]
    ending = next((one for one in ("ie", "y") if last.endswith(one) and len(last) > SHORTEST_WORD + 1), "")
    singular = f"{re.escape(last.removesuffix(ending))}(?:y|ie)" if ending else re.escape(last)
    return r"\b" + r"[-\s]*".join([*map(re.escape, before), singular])


def _mentioning(game: Game, word: str) -> list[Clause]:
    """Return the first clauses with that word, however joined; none if it is too short to look for."""
    begins = re.compile(_forms(word))  # "arrows" is not in "narrows"
    found = [clause for clause in clauses(game) if begins.search(unaccented(clause.text))]
    return found[:MOST_MENTIONS] if len(word) >= SHORTEST_WORD else []


def _mostly_in(game: Game, word: str) -> Chapter | None:
    """Return the chapter that has at least half of all places with *word*, in the titles or the text."""
    begins = re.compile(_forms(word))
    whole = [one for one in chapters(game) if one.depth == CHAPTER]
    counted = [(len(begins.findall(unaccented(one.text))), one) for one in whole]
    most, chapter = max(counted, key=lambda one: one[0])
    return chapter if most > 1 and most >= MUCH * sum(count for count, _ in counted) else None


def _about(game: Game, word: str) -> list[Clause]:
    """Return the clauses that begin with that word as their subject: "3.8 Ranger: two spaces"."""
    subject = re.compile(rf"\W*{re.escape(_stem(word))}s?(?:es)?[:.,]")
    return [one for one in clauses(game) if subject.match(unaccented(_words(one).removeprefix(one.key)))]


def _words(clause: Clause) -> str:
    """Return a clause on one line, without marks."""
    return " ".join(unmarked(clause.text).split()).removeprefix("- ")


def _begins(clause: Clause) -> str:
    """Return the number of a clause and its first words."""
    words = _words(clause)
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

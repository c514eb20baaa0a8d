"""What the rules of Diplomacy say about a word, for games that are built on them.

`Card.basic_rules` has the chapters that hold in the game wherever its own rules say nothing else.
"""

import re
from collections.abc import Sequence

from adjudicator.core.game import Card
from adjudicator.core.language.words import unaccented
from pbem.commands.lookup import rules_questions, rules_text
from pbem.commands.lookup.rules_forms import SHORTEST_WORD, forms
from pbem.commands.lookup.rules_text import CHAPTER, Chapter
from pbem.core.markdown_text import flowing

MOST_CLAUSES = 6  # a word in more of them is too common to be explained by them
NUMBER = re.compile(r"^\d+\.\d+ ", re.MULTILINE)  # of a clause; the game has the same for others
NUMBERS_IN_TEXT = re.compile(r" ?(?:\[\d\.[A-Z][^\]]*\]|\(\d+(?:\.\d+)?\))")  # of test cases and clauses


def about(card: Card, asked: str, is_common: bool) -> str:
    """Return the chapters of the basic rules that are about *asked*, or the clauses that mention it.

    If *is_common*, the game has enough of its own, and only a chapter of that name is wanted.
    """
    if len(asked) < SHORTEST_WORD:
        return ""
    words = [re.compile(forms(word)) for word in rules_questions.words_of(asked) or (asked,)]
    titled = [one for one in _chapters(card) if _has_all(one.title, words)]
    if titled:
        return "\n\n".join(_plain(one.text.partition("\n")[2].strip()) for one in titled)
    told = [
        one for one in rules_text.clauses(card.basic_rules) if not is_common and _has_all(one.text, words)
    ]
    return "\n\n".join(_plain(one.text) for one in told) if len(told) <= MOST_CLAUSES else ""


def _chapters(card: Card) -> list[Chapter]:
    return [one for one in rules_text.chapters(card.basic_rules) if one.depth == CHAPTER]


def _has_all(text: str, words: Sequence[re.Pattern[str]]) -> bool:
    return all(word.search(unaccented(text)) for word in words)


def _plain(markdown: str) -> str:
    """Return clauses as a list, without the numbers of other clauses and of test cases."""
    return flowing(NUMBERS_IN_TEXT.sub("", NUMBER.sub("- ", markdown)))

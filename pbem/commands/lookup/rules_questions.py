"""What a question about the rules is about: "why no loss" is about losses.

The words are data, in `rules_questions.toml`: those that say nothing, and other words that the rules use for
the same thing.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TypeVar

from msgspec import Struct

from adjudicator.core.language.words import unaccented
from adjudicator.core.package_files import text_beside
from adjudicator.core.toml import tables_of
from pbem.commands.lookup import help_topics

SHORTEST = 3  # letters of a word that is looked for
SHORTEST_BEGINNING = 3  # letters of it
ENDINGS = (re.compile(r"(?:ing|ed|(?<!s)s)$"), re.compile(r"(?:ie|e|y)$"))
DOUBLED = re.compile(r"([bdgmnprt])\1$")  # of "cutting"
T = TypeVar("T")


class Words(Struct, frozen=True):
    """What `rules_questions.toml` holds."""

    after_rules: frozenset[str]  # that say nothing of what a question is about
    beside_orders: frozenset[str]  # the same in a question in a message with orders
    same: Mapping[str, Sequence[str]]
    subjects: Mapping[str, str]


@cache
def _words() -> Words:
    found = tables_of(text_beside("pbem.commands.lookup", "rules_questions.toml"))
    common, more, beside = (
        frozenset(found[key].split()) for key in ("of_questions", "after_rules", "beside_orders")
    )
    return Words(common | more, common | beside, found["same"], found["subjects"])


def is_filler_beside_orders(word: str) -> bool:
    """Return whether *word* says nothing of what a question in a message with orders is about."""
    return word in _words().beside_orders or help_topics.is_filler(word)


def subject(question: str) -> str:
    """Return the word under which the rules answer a question in other words, "" if it is none of these."""
    written = " ".join(re.findall(r"\w+", unaccented(question)))
    return next(
        (word for asked, word in _words().subjects.items() if re.search(rf"\b{asked}\b", written)), ""
    )


def words_of(question: str) -> Sequence[str]:
    """Return the words that say what *question* is about, each once; none if it is a single word."""
    if same(question):
        return ()
    written = re.findall(r"\w+", unaccented(question))
    about = dict.fromkeys(one for one in written if one not in _words().after_rules and len(one) >= SHORTEST)
    return tuple(about) if len(written) > 1 else ()


def best(words: Sequence[str], texts: Sequence[tuple[T, str]]) -> tuple[Sequence[str], Sequence[T]]:
    """Return those of *texts* with the most of *words*, and the words that are in any of them."""
    patterns = {word: _pattern(word) for word in words}
    counted = [
        (thing, [word for word, found in patterns.items() if found.search(unaccented(text))])
        for thing, text in texts
    ]
    most = max((len(found) for _, found in counted), default=0)
    if not most:
        return (), ()
    chosen = [(thing, found) for thing, found in counted if len(found) == most]
    told = {word for _, found in chosen for word in found}
    return tuple(word for word in words if word in told), tuple(thing for thing, _ in chosen)


def same(word: str) -> str:
    """Return a pattern for the other words that mean the same as *word*, "" if there are none."""
    begins = _words().same.get(unaccented(word), ())
    return rf"\b(?:{'|'.join(begins)})" if begins else ""


def _pattern(word: str) -> re.Pattern[str]:
    """Return a pattern for the beginning of a word, or of others that mean the same."""
    return re.compile(same(word) or rf"\b{re.escape(_without_endings(word))}")


def _without_endings(word: str) -> str:
    """Return the beginning that the forms of a word share: "carr" of "carry", "pass" of "passing"."""
    shorter = word
    for ending in ENDINGS:
        without = ending.sub("", shorter)
        shorter = without if len(without) >= SHORTEST_BEGINNING else shorter
    return DOUBLED.sub(r"\1", shorter) if shorter != word else word

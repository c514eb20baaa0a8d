"""Put a sentence in the words of the tables: sums of money, losses and numbers in brackets.

The wordings are in `plain_words.toml`.
"""

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any

from adjudicator.core.language.words import clean
from adjudicator.core.languages import words_in
from adjudicator.core.package_files import text_beside
from adjudicator.core.toml import tables_of
from adjudicator.domination.data import Data
from adjudicator.domination.language.legality import ReadingContext
from adjudicator.domination.language.sentences.lexicon import Word, lexicon
from adjudicator.domination.language.vocabulary import vocabulary

_ELISION = re.compile(r"(?<!\w)[dlj]['’](?=\w)")
_ARTICLE = re.compile(  # German, not the verb
    r"(^|[,;:] ?|\b(?:und|and) )die (?=(?:\d|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn"
    r"|ritter|greife|miliz|milizen|zauberer|drachen|oger|harpyien|katapulte)\b)"
)
_BUILD_LETTER = re.compile(r"^b\s*:")
_BUILD_LETTER_OF_UNITS = re.compile(r"^b\s*:(?=\s*\d{1,2} ?(?![a-z]\d)[a-z])")  # "B: 3K A7" is no unit
_TWO_WORDS = re.compile(r"(?P<one>[^\W\d_]+) \((?:the |i\.?e\.? |= ?)?(?P<other>[^\W\d_]+)\)")
_NUMBER_IN_BRACKETS = re.compile(
    r"(?P<before>(?<!\w)\d{1,2} )?\((?P<all>all |alle |toutes les |tous les |tous |toutes )?(?P<number>\w+)"
    r"(?: of (?:them|these|those))?(?:\)|$)"
)
_WHOLE_SENTENCES = ("that_they_are_losses", "taken", "first_in_brackets")  # the others are words of lists


@cache
def _tables() -> Mapping[str, Any]:
    return tables_of(text_beside("adjudicator.domination.language", "plain_words.toml"))


@cache
def _wordings(table: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    """Return the patterns of a table, each with what is written for it, in order."""
    return tuple((re.compile(_with_parts(text)), to) for text, to in _tables()[table]["wordings"])


@cache
def _of_losses(name: str) -> re.Pattern[str]:
    return re.compile(_tables()["losses"][name])


def _with_parts(text: str) -> str:
    for name, part in _tables()["parts"].items():
        text = text.replace(f"<{name}>", part)
    return text


@cache
def words_of_wordings() -> frozenset[str]:
    """Return each single word, in lower case, that is understood here and may be in no other table."""
    wordings = (pattern.pattern for table in ("plurals", "money", "short") for pattern, _ in _wordings(table))
    return words_in((*wordings, *(_of_losses(name).pattern for name in _WHOLE_SENTENCES)))


def in_plain_words(context: ReadingContext, text: str) -> str:
    """Return *text* in small letters, with what has several words or signs in the words of the tables."""
    folded = _reworded(_reworded(_ELISION.sub("", clean(text).casefold()), "plurals"), "money")
    folded = _losses_in_short(_kind_once(context, folded))
    folded = _NUMBER_IN_BRACKETS.sub(lambda one: _in_figures(context, one), folded)
    folded = _reworded(_ARTICLE.sub(r"\1", folded), "short")
    is_unit = vocabulary(context.data).units.get("b") in context.own
    folded = (_BUILD_LETTER_OF_UNITS if is_unit else _BUILD_LETTER).sub("build:", folded)
    return _number_of_letter(context.data).sub(r"\1 (\2)", folded)


def _reworded(text: str, table: str) -> str:
    for pattern, to in _wordings(table):
        text = pattern.sub(to, text)
    return text


def _losses_in_short(text: str) -> str:
    """Return *text* with what is said about losses in fewer words."""
    folded = _of_losses("taken").sub("losses:", text)
    is_of_losses, is_of_tokens = _of_losses("losing").search(folded), _of_losses("tokens").search(folded)
    if is_of_losses and not is_of_tokens:  # it comes after the tokens as well
        folded = _of_losses("only_at_the_end").sub("to be kept to the last", folded)
    return _first_first(_of_losses("that_they_are_losses").sub("", folded) if is_of_losses else folded)


def _kind_once(context: ReadingContext, text: str) -> str:
    """Return *text* with the kind of units that it names twice only once: "2 chevaliers (knights)"."""

    def once(found: re.Match[str]) -> str:
        words = lexicon(context.data).words
        one, other = (words.get(word) or _unit(context, word) for word in (found["one"], found["other"]))
        is_same = one is not None and other is not None and one.letter == other.letter == "U"
        return found["one"] if is_same and one and other and one.said == other.said else found[0]

    return _TWO_WORDS.sub(once, text) if "(" in text else text


def _unit(context: ReadingContext, word: str) -> Word | None:
    kind = vocabulary(context.data).units.get(word)
    return Word("U", kind, word.endswith("s")) if kind else None


def _first_first(text: str) -> str:
    """Return "losses fort, militia, knight" for "losses militia, knight (fort first)"."""
    found = _of_losses("first_in_brackets").fullmatch(text)
    label = _of_losses("label").match(found["list"]) if found else None
    if not found or not label:
        return text
    return f"{label['label']} {found['first']}, {found['list'][label.end() :]}"


def _in_figures(context: ReadingContext, found: re.Match[str]) -> str:
    """Return "(5)" for "(five)", and for "(all five)" if the player has five there."""
    word = lexicon(context.data).words.get(found["number"])
    number = found["number"] if found["number"].isdigit() else word.said if word else ""
    sizes = {row.count for row in context.position.units if row.player == context.player}
    if found["before"] and found["before"].strip() == number:
        return found["before"]
    is_number = number.isdigit() and not found["before"] and (not found["all"] or int(number) in sizes)
    return f"({number})" if is_number else found[0]


@lru_cache(maxsize=32)
def _number_of_letter(data: Data) -> re.Pattern[str]:
    """Return the pattern of "K4" for four Knights: a letter that is a unit but no part of the board."""
    known = vocabulary(data)
    spaces = {letter.casefold() for letter in (*known.pieces, known.sea)}
    letters = "".join(word for word in known.units if len(word) == 1 and word not in spaces)
    return re.compile(rf"(?<![^\W_])([{letters}])(\d{{1,2}})(?![^\W_])" if letters else r"(?!)()()")

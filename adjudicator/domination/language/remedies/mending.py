"""Find what a sentence with misspelt words would order, to ask its writer whether that was meant."""

import re
from functools import lru_cache
from typing import NamedTuple

from adjudicator.core.language.words import one_slip_from
from adjudicator.domination.data import FORT, Data
from adjudicator.domination.language.grammar import bare, parse_line
from adjudicator.domination.language.legality import ReadingContext
from adjudicator.domination.language.orders import MY_CITIES
from adjudicator.domination.language.remedies.short_slips import with_units_joined, without_short_slips
from adjudicator.domination.language.remedies.suggestions import KEYWORDS
from adjudicator.domination.language.sentences.lexicon import lexicon
from adjudicator.domination.language.sentences.prose import orders_of
from adjudicator.domination.language.vocabulary import vocabulary

FEWEST_LETTERS = 4  # of a misspelt word; a shorter one may be anything
_SMALL = ("i", "a", "an", "enemies", "hit", "my", "the")  # words of the notation besides `KEYWORDS`
MOST_MISSPELT = 4  # words of a sentence
MOST_WORDS = 30  # of a sentence that is examined
_A_WORD = re.compile(r"[^\W\d_]+")
_A_WORD_OF_NOTATION = re.compile(r"(?<![^\W_])[^\W\d_]+(?![^\W_])")  # not the letter of "C7"
_ONE = re.compile(r"^(?:(build )?1 |build (?=rest ))")
_PURPOSE = re.compile(  # of a move: "and get that griffin"
    r",? (?:in order )?(?:to|and) "
    r"(?:get|kill|eat|catch|smash|swat|beat|destroy|crush|finish|meet|face|chase)(?:e?s)?\b"
    r"(?!.*[a-z]\d)[^.;:]*$",
    re.IGNORECASE,
)


class Mended(NamedTuple):
    """The misspelt words of a sentence, and the orders that it gives with correct ones."""

    misspelt: tuple[str, ...]
    orders: tuple[str, ...]


def mended(context: ReadingContext, text: str) -> Mended | None:
    """Return the orders of *text* with its misspelt words corrected, None if there are none to correct."""
    said = without_short_slips(_PURPOSE.sub("", bare(text)))
    written = {word.casefold(): word for word in reversed(_A_WORD.findall(said))}
    words = _A_WORD.findall(said.casefold())
    known = known_words(context.data)
    strange = [word for word in dict.fromkeys(words) if word not in known]
    if not 0 < len(strange) <= MOST_MISSPELT or len(words) > MOST_WORDS:
        return None
    if min(map(len, strange)) < FEWEST_LETTERS:
        return None
    meant = {word: _meant(context.data, word) for word in strange}
    if not all(meant.values()):
        return None
    corrected = _A_WORD.sub(lambda found: meant.get(found[0].casefold(), found[0]), said)
    orders = next(iter(orders_of(context, with_units_joined(context.data, corrected))), ())
    plain = tuple(_ONE.sub(r"\1", order) for order in orders)
    return Mended(tuple(written[word] for word in strange), plain) if orders else None


def corrected(data: Data, word: str) -> str:
    """Return the known word that is one letter from *word*; "" if there is none, or *word* is short."""
    return _meant(data, word) if len(word) >= FEWEST_LETTERS else ""


def mended_line(context: ReadingContext, text: str) -> Mended | None:
    """Return an order in notation with misspelt words corrected and all else as written, else None."""
    said = bare(text)
    written = {word.casefold(): word for word in reversed(_A_WORD_OF_NOTATION.findall(said))}
    words = dict.fromkeys(_A_WORD_OF_NOTATION.findall(said.casefold()))
    known = _words_of_notation(context.data)
    strange = [word for word in words if word not in known]
    if not 0 < len(strange) <= MOST_MISSPELT or len(words) > MOST_WORDS:
        return None
    meant = {word: _meant_in_notation(context.data, word) for word in strange}
    if not all(meant.values()):
        return None
    line = _A_WORD_OF_NOTATION.sub(lambda found: meant.get(found[0].casefold(), found[0]), said)
    parsed = parse_line(context.data, line)
    is_order = parsed is not None and parsed.order is not None
    return Mended(tuple(written[word] for word in strange), (line,)) if is_order else None


@lru_cache(maxsize=4096)
def _meant_in_notation(data: Data, word: str) -> str:
    if len(word) < FEWEST_LETTERS:
        return ""
    words = vocabulary(data)
    whole = [one for one in sorted(_words_of_notation(data)) if len(one) >= FEWEST_LETTERS]
    meant = one_slip_from(word, [one for one in whole if one in words.units]) or one_slip_from(word, whole)
    return words.colours.get(meant, meant)


@lru_cache(maxsize=32)
def _words_of_notation(data: Data) -> frozenset[str]:
    """Return each single word of an order in notation, in lower case."""
    words = vocabulary(data)
    names = (*words.units, *words.named, *words.spells, *words.colours, *MY_CITIES, *KEYWORDS, *_SMALL)
    letters = {letter.casefold() for letter in (*words.pieces, words.sea)}
    return frozenset(part for name in names for part in _A_WORD.findall(name.casefold())) | letters


@lru_cache(maxsize=4096)
def _meant(data: Data, word: str) -> str:
    """Return the word that is one letter from *word*: a unit or a name before any other."""
    named, others = _candidates(data)
    return one_slip_from(word, named) or one_slip_from(word, others)


@lru_cache(maxsize=32)
def _candidates(data: Data) -> tuple[tuple[str, ...], tuple[str, ...]]:
    words = vocabulary(data)
    whole = (*data.units, FORT, *words.named)
    names = {part for name in whole for part in _A_WORD.findall(name.casefold())}
    kinds = {word for word, one in lexicon(data).words.items() if one.letter == "U"}
    named = {f"{name}{end}" for name in names | kinds for end in ("", "s")}
    long = {word for word in (*named, *lexicon(data).parts) if len(word) >= FEWEST_LETTERS}
    return tuple(sorted(long & named)), tuple(sorted(long - named))


@lru_cache(maxsize=32)
def known_words(data: Data) -> frozenset[str]:
    """Return each single word that may be part of an order, in lower case."""
    words = vocabulary(data)
    names = {part for name in (*words.units, *words.named) for part in _A_WORD.findall(name.casefold())}
    letters = {letter.casefold() for letter in (*words.pieces, words.sea)}
    return frozenset(names | letters | lexicon(data).parts | {f"{name}s" for name in names})

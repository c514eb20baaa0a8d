"""Find the pieces of the board that a player would like to have in a sentence or a list."""

import re
from collections.abc import Mapping
from functools import cache, lru_cache

from adjudicator.core.language.words import clean, one_slip_from
from adjudicator.domination.data import Data
from adjudicator.domination.language.legality import ReadingContext
from adjudicator.domination.language.sentences.lexicon import lexicon, word_tables
from adjudicator.domination.language.sentences.plain_words import words_of_wordings
from adjudicator.domination.language.sentences.prose_words import MOST_TOKENS
from adjudicator.domination.language.vocabulary import vocabulary

_LETTER = (  # not the article "a"
    r"(?<![^\W_])(?:[B-H]|A(?=\s*(?:[,.;:)>-]|$|then\b|and\b|or\b|[B-H](?![^\W_]))))(?![^\W_'])"
)
_LETTERS = re.compile(rf"{_LETTER}\W+(?:(?:then|and|or|dann|und|oder|puis|et|ou)\W+)*{_LETTER}")
_RANKS = re.compile(  # in a list of letters, which may be the initials of a name
    r"\b(?:piece|teil|stück|pièce|1st|first|then|otherwise|else|failing|sonst|dann|sinon|puis|somebody|if)\b",
    re.IGNORECASE,
)
WORDS_OF_A_SENTENCE = 4
LETTERS_FOR_A_SLIP = 6  # that the name of a piece must have
_A_WORD = re.compile(r"[^\W\d_]+")


def words_of_sentences(data: Data) -> frozenset[str]:
    """Return each single word, in lower case, that an order in a sentence may have."""
    of_wishes = re.findall(r"[^\W\d_]+", " ".join((*_filler_words(), *_names_of_pieces(data))))
    return lexicon(data).parts | {"d", "l", *of_wishes} | words_of_wordings()  # the letters are French


def pieces_in(context: ReadingContext, text: str) -> list[str]:
    """Return the pieces that *text* names by their names or those of their cities, in order."""
    names = _names_of_pieces(context.data)
    found = _any_piece(context.data).findall(text.casefold())
    return list(dict.fromkeys(names[name] for name in found))


def names_pieces(context: ReadingContext, text: str) -> bool:
    """Return whether *text* names pieces, or their letters in a list or a sentence: "A, then B"."""
    has_letters = _LETTERS.search(text) or (
        re.search(_LETTER, text) and len(_A_WORD.findall(text)) >= WORDS_OF_A_SENTENCE
    )
    return bool(has_letters or pieces_nearly_in(context, text, with_letters=False))


def pieces_nearly_in(context: ReadingContext, text: str, *, with_letters: bool = True) -> list[str]:
    """Return the pieces that *text* names, even with one letter wrong ("Dunmarow"), or by their letters."""
    names = _names_of_pieces(context.data)
    words = _A_WORD.findall(text.casefold())[:MOST_TOKENS]
    slips = {
        word: one_slip_from(word, names)
        for word in words
        if len(word) >= LETTERS_FOR_A_SLIP and word not in names
    }
    mended = _A_WORD.sub(lambda found: slips.get(found[0].casefold()) or found[0], text)
    if not with_letters:
        return pieces_in(context, mended)
    found = re.finditer(rf"(?i:{_any_piece(context.data).pattern})|{_LETTER}", mended)
    return list(dict.fromkeys(names.get(one[0].casefold(), one[0]) for one in found))


@lru_cache(maxsize=32)
def _any_piece(data: Data) -> re.Pattern[str]:
    longest_first = sorted(_names_of_pieces(data), key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, longest_first))})\b")


@lru_cache(maxsize=32)
def _names_of_pieces(data: Data) -> Mapping[str, str]:
    named = {piece.name.casefold(): piece.id for piece in data.pieces.values()}
    return {name: space[0].upper() for name, space in vocabulary(data).named.items()} | named


def preferred(context: ReadingContext, text: str) -> list[str]:
    """Return the pieces that *text* lists in order of preference, [] if not every word is understood."""
    words = clean(text)
    listed = _listed(context, words) if pieces_in(context, words) or _RANKS.search(words) else []
    return listed if len(listed) > 1 or pieces_in(context, words) else []


def only_pieces_in(context: ReadingContext, text: str) -> list[str]:
    """Return the pieces that *text* lists by name or letter, in order; [] if it says anything else."""
    return _listed(context, clean(text))


def _listed(context: ReadingContext, words: str) -> list[str]:
    names = _names_of_pieces(context.data)
    any_piece = re.compile(rf"(?i:{_any_piece(context.data).pattern})|{_LETTER}")
    pieces = [names.get(one[0].casefold(), one[0]) for one in any_piece.finditer(words)]
    rest = _any_filler(context.data).sub(" ", any_piece.sub(" ", words).casefold())
    return [] if re.search(r"[^\W_]", rest) else list(dict.fromkeys(pieces))


@lru_cache(maxsize=32)
def _any_filler(data: Data) -> re.Pattern[str]:
    """Return the pattern of the words that may be around the names of pieces, and of numbers."""
    longest_first = sorted({*lexicon(data).words, *_filler_words()}, key=len, reverse=True)
    words = "|".join(re.escape(word) for word in longest_first if word[0].isalnum())
    return re.compile(rf"(?<!\w)(?:{words}|\d+)(?!\w)")


@cache
def _filler_words() -> tuple[str, ...]:
    return tuple(word_tables()["around_pieces"]["words"])

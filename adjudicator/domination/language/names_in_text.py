"""Find the units and the spaces that a text names, in any language and with a letter wrong."""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from adjudicator.core.language.words import one_slip_from
from adjudicator.domination.data import Data
from adjudicator.domination.language.legality import ReadingContext
from adjudicator.domination.language.sentences.lexicon import SOMEONE, lexicon
from adjudicator.domination.language.vocabulary import vocabulary

LONGEST_SLIP = 40  # letters of a misspelt word
WHOLE_WORD = 4  # letters; a shorter word may be anything
MOST_WORDS = 12  # of a line that may be an order with a slip
WORD = re.compile(r"[^\W\d_][\w']*")
FEWEST_LETTERS = 2  # of the name of a unit in a sentence; "M" and "be" may be something else
NO_UNITS = frozenset(("for",))  # begins "Fort"
SPACE = re.compile(r"\b[a-z]\d{1,2}\b", re.IGNORECASE)


def named_units(context: ReadingContext, text: str) -> list[str]:
    """Return the kinds of units that *text* names, each by more than a letter or two."""
    units = words_of_units(context.data)
    words = [word.casefold() for word in WORD.findall(text)]
    named = [word for word in words if len(word) > FEWEST_LETTERS and word not in NO_UNITS]
    found = dict.fromkeys(units[word] for word in named if word in units)
    return list(found) or _nearly_named_units(named[:MOST_WORDS], context.data)


@lru_cache(maxsize=32)
def words_of_units(data: Data) -> Mapping[str, str]:
    """Return the words for units in all languages, each with its unit."""
    known = lexicon(data).words.items()
    units = {word: one.said for word, one in known if one.letter == "U" and one.said != SOMEONE}
    return {word: kind for word, kind in units.items() if " " not in word} | {**vocabulary(data).units}


def _nearly_named_units(words: Iterable[str], data: Data) -> list[str]:
    """Return the kinds of units whose names are among *words* with one letter wrong: "milita"."""
    kinds = (_nearly_named_unit(word, data) for word in words if WHOLE_WORD < len(word) <= LONGEST_SLIP)
    return list(dict.fromkeys(filter(None, kinds)))


@lru_cache(maxsize=2048)
def _nearly_named_unit(word: str, data: Data) -> str:
    units = words_of_units(data)
    whole = [name for name, kind in units.items() if len(name) >= WHOLE_WORD and not _is_begun(name, kind)]
    return units.get(one_slip_from(word, whole), "")


def _is_begun(name: str, kind: str) -> bool:
    """Return whether *name* only begins a kind: "tran" is near to other words, such as "train"."""
    return kind.casefold().startswith(name) and name != kind.casefold()


def named_spaces(context: ReadingContext, text: str) -> list[str]:
    """Return the spaces of this board that *text* names, in its order."""
    found = {one[0].upper(): one.start() for one in SPACE.finditer(text)}
    folded = text.casefold()
    for name, space in context.ground.names.items():
        if name in folded:
            found.setdefault(space, folded.index(name))
    return [space for space in sorted(found, key=found.__getitem__) if space in context.ground.spaces]

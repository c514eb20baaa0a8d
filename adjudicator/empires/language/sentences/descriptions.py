"""Write down the armies that a sentence describes: "the two full German armies in Metz"."""

import re
from collections.abc import Callable, Sequence
from itertools import pairwise

from adjudicator.core.language.word_letters import LetterMatch
from adjudicator.empires.language.sentences.lexicon import Word

REF = r"[f#NSFA]*Z(?:#(?=A))?[AFNS]*"  # a number after the zone in "Metz (2 armies)" only
TARGET = r"[#NSFAf]*"
FROM_WORDS = ("from", "out of", "aus", "von", "depuis")

Found = LetterMatch[Word]
Writer = Callable[[Found], str]
Patterns = Sequence[tuple[str, Writer]]  # a pattern over the letters of a sentence, and who writes the order


def kind_words(words: Sequence[Word]) -> str:
    """Return how an order describes an army, with a trailing space: "full German "."""
    said = [word.said for word in words if word.letter in "FSN"]
    return " ".join(said) + " " if said else ""


def number_word(words: Sequence[Word]) -> str:
    numbers = [word.said for word in words if word.letter == "#"]
    return f"{numbers[0]} " if numbers and numbers[0] != "1" else ""


def is_clear(words: Sequence[Word]) -> bool:
    """Return whether a description has at most one number, size, strength and nation."""
    letters = "".join(word.letter for word in words)
    return all(letters.count(letter) <= 1 for letter in "#SFNZ")


def ref_words(words: Sequence[Word]) -> str:
    zone = next(word.said for word in words if word.letter == "Z")
    return f"{number_word(words)}{kind_words(words)}{'Armies' if number_word(words) else 'Army'} {zone}"


def refs_apart(words: Sequence[Word]) -> list[Sequence[Word]]:
    """Split a list of armies after each zone and its description: "Krakow full"."""
    ends, letters = [], "".join(word.letter for word in words)
    for found in re.finditer(r"Z(?:#(?=A))?[AFNS]*", letters):
        ends.append(found.end())
    return [words[begin:end] for begin, end in pairwise([0, *ends])]


def heading_word(head: str) -> str:
    return "ACTIVATE " if "a" in head else "OFFENSIVE " if "o" in head else ""

"""Sentences as letters: each word is one letter, and patterns over the letters recognise orders."""

import re
from collections.abc import Sequence
from typing import Generic, Protocol, TypeVar


class LetteredWord(Protocol):
    """A word of a sentence: its letter in the patterns, and what it is called in orders."""

    @property
    def letter(self) -> str: ...

    @property
    def said(self) -> str: ...


Word = TypeVar("Word", bound=LetteredWord)


class LetterMatch(Generic[Word]):
    """A match of a pattern over letters, with the words after them."""

    def __init__(self, words: Sequence[Word], match: re.Match[str]) -> None:
        self.all_words, self._match = words, match

    def words(self, group: str) -> Sequence[Word]:
        """Return the words of a group; none if the pattern has no such group."""
        begin, end = self._match.span(group) if group in self._match.re.groupindex else (-1, -1)
        return self.all_words[begin:end] if begin >= 0 else ()

    def letters(self, group: str) -> str:
        return "".join(word.letter for word in self.words(group))

    def named(self, group: str, letter: str) -> list[str]:
        return [word.said for word in self.words(group) if word.letter == letter]

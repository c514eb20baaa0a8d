"""The clauses of one line, and the ways to cut the line into parts of one or several of them."""

import re
from collections import Counter
from collections.abc import Sequence

import msgspec

from adjudicator.core.clauses.clause import Part
from adjudicator.core.clauses.stops import doubtful, questions

_MARK = re.compile(r"[,;:.!?()-]")
LONGEST_RUN = 5  # clauses that may be one order together


class Clauses:
    """The clauses of *text*: where each begins and ends, and the first clause of its sentence."""

    def __init__(self, text: str, spans: Sequence[tuple[int, int]], starts: Sequence[int]) -> None:
        self.text = text
        self.spans = spans
        self.starts = starts
        self._sizes = Counter(starts)
        self._doubtful = doubtful(text, spans, starts)
        self._questions = questions(text, spans, starts)

    def beginnings(self, end: int) -> Sequence[int]:
        """Return where a part that ends before clause *end* may begin: at its sentence, or nearby."""
        sentence = self.starts[end - 1]
        nearby = range(max(sentence, end - LONGEST_RUN), end)
        return nearby if sentence in nearby else (sentence, *nearby)

    def stretch(self, begin: int, end: int) -> tuple[int, int]:
        """Return where these clauses begin and end in the text. A question keeps its mark, for the game."""
        first, last = self.spans[begin][0], self.spans[end - 1][1]
        if self.starts[begin] in self._questions and "?" in self.text[last : last + 2]:
            last = self.text.index("?", last) + 1
        return first, last

    def is_short(self, at: int) -> bool:
        """Return whether the sentence of a clause has no more clauses than may be one order."""
        return self._sizes[self.starts[at]] <= LONGEST_RUN

    def words(self, begin: int, end: int) -> str:
        """Return the text of these clauses."""
        first, last = self.stretch(begin, end)
        return self.text[first:last].strip()

    def is_glued(self, end: int) -> bool:
        """Return whether nothing is between the clause before *end* and the next: "A Los S A Leb"."""
        return end < len(self.spans) and self.spans[end - 1][1] == self.spans[end][0]

    def is_unstopped(self, end: int) -> bool:
        """Return whether no punctuation is between the clause before *end* and the next."""
        return end < len(self.spans) and not self.text[self.spans[end - 1][1] : self.spans[end][0]].strip()

    def is_unmarked(self, begin: int) -> bool:
        """Return whether only words such as "and" are between clause *begin* and the one before it."""
        return _MARK.search(self.text[self.spans[begin - 1][1] : self.spans[begin][0]]) is None

    def is_barred(self, begin: int, end: int) -> bool:
        """Return whether no order is taken from these clauses: a question, or a part of doubtful words."""
        sentence = self.starts[begin]
        ends = len(self.spans), self.starts[min(end, len(self.spans) - 1)]
        is_sentence = begin == sentence and end in ends
        return sentence in self._questions or (sentence in self._doubtful and not is_sentence)


class Cut(msgspec.Struct, frozen=True):
    """The beginning of a line in parts, each with where it begins and ends; then *verb* applies."""

    verb: str = ""
    unread: int = 0  # words
    parts: tuple[tuple[int, int, Part], ...] = ()
    unstopped: int = 0  # parts without punctuation before them: only with "and"

    @property
    def cost(self) -> tuple[int, int, int]:
        return self.unread, self.unstopped, len(self.parts)

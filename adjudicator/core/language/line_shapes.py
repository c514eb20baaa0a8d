"""Parse lines that differ only in names (that have the same shape) once.

A grammar of orders knows no provinces: in "A Gor - Nur" and "A Osg - SIt" it sees the same meaningful words
and the same gaps. So words without meaning are masked, the tree of the rest is cached, and for a line of a
known shape only the names are filled into the gaps. The result is the same as without the cache.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Generic, NamedTuple, TypeVar

from lark import Lark, Token, Tree
from lark.exceptions import LarkError

KEPT_SHAPES = 2048
KEPT_WORDS = 8192
SHORT = 2  # letters; shorter words may be "a", "s2" or "by" and are never masked
WORDS = re.compile(r"([^\W\d_]\w*)")
GAP = "x"  # has no meaning in any grammar

Said = TypeVar("Said")
Shifts = Sequence[int]  # by how much each gap and those before it shift the text after it
Told = Callable[[str, Shifts], Any]


class Mask(NamedTuple):
    """What is masked: the words that *pattern* (one group) finds and that *are_free*, by *gap*."""

    pattern: re.Pattern[str]
    gap: str
    are_free: Callable[[str], bool]


def names(parser: Lark) -> Mask:
    """Mask all words except short ones and those that begin like a word of the grammar."""
    begins = tuple({run for one in parser.terminals for run in _runs(one.pattern.to_regexp())})

    def is_name(word: str) -> bool:
        if word == GAP:
            return True
        plain = len(word) > SHORT and word.isascii() and word.isalpha()
        return plain and not word.lower().startswith(begins)

    return Mask(WORDS, GAP, lru_cache(KEPT_WORDS)(is_name))


def every(pattern: str, gap: str) -> Mask:
    """Mask all words that *pattern* matches; it must match *gap* too."""
    return Mask(re.compile(rf"(?<!\w)({pattern})(?!\w)", re.IGNORECASE), gap, bool)


def _runs(pattern: str) -> list[str]:
    """Return the runs of at least three letters that a regular expression needs."""
    return re.findall(r"[a-z]{3,}", re.sub(r"\\.|\w\?", " ", pattern.lower()))


class Shapes(Generic[Said]):
    """Parses lines as *parser* would with *speech* as transformer; thread-safe."""

    def __init__(self, parser: Lark, speech: object, mask: Mask, start: str) -> None:
        """Take a *parser* without a transformer; *start* is one of its starts."""
        self._parser = parser
        self._speech = speech
        self._mask = mask
        self._start = start
        self._template = lru_cache(KEPT_SHAPES)(self._parsed)

    def read(self, text: str) -> Said | None:
        """Parse *text*; None if it does not match the grammar. Raises what *speech* raises."""
        pattern, gap, are_free = self._mask
        parts, shifts, shift = pattern.split(text), [0], 0
        for place in range(1, len(parts), 2):
            word = parts[place]
            if are_free(word):
                shift += len(word) - len(gap)
                shifts.append(shift)
                parts[place] = gap
        told = self._template("".join(parts))
        return told(text, shifts) if told else None

    def _parsed(self, shape: str) -> Told | None:
        try:
            tree = self._parser.parse(shape, self._start)
        except LarkError:
            return None
        gaps = [found.end() for found in self._mask.pattern.finditer(shape) if found[1] == self._mask.gap]
        return self._made(tree, gaps)

    def _made(self, part: Tree[Token] | Token, gaps: Sequence[int]) -> Told:
        """Build the value of this part of a line; *gaps* are the ends of the masked words."""
        if isinstance(part, Token):
            return self._made_of_token(part, gaps)
        name = str(part.data)
        build = getattr(self._speech, name, None)
        children = [self._made(one, gaps) for one in part.children]
        if build is None:
            return lambda text, shifts: Tree(name, [child(text, shifts) for child in children])
        return lambda text, shifts: build([child(text, shifts) for child in children])

    def _made_of_token(self, token: Token, gaps: Sequence[int]) -> Told:
        begin, end = token.start_pos or 0, token.end_pos or 0
        before, within = bisect_right(gaps, begin), bisect_right(gaps, end)
        kind, said = token.type, getattr(self._speech, token.type, None)
        if before == within:
            return (lambda _text, _shifts: said(token)) if said else (lambda _text, _shifts: token)

        def filled(text: str, shifts: Shifts) -> Token:
            return Token(kind, text[begin + shifts[before] : end + shifts[within]])

        return (lambda text, shifts: said(filled(text, shifts))) if said else filled

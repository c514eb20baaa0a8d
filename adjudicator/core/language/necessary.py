"""Find the text that a regular expression needs, so that most searches for it need not be made.

Whatever `\\b(?:supports?|helps?) (?:it|that)\\b` matches has "support" or "help" in it. Looking for these
is much faster than searching with the pattern, which tries each of its alternatives at each letter.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache, reduce
from operator import or_

from adjudicator.core.language.short_texts import remembered

MOST_NEEDED = 200  # texts; of more, nearly every text has one
MOST_SETS = 4  # of a pattern, that are looked for
KEPT_WORDS = 4096
LONGEST_WORD = 40  # characters of a word that is remembered
_LIKE_LETTERS = str.maketrans("ſı", "si")  # "s" and "i" in a pattern match these too if case is ignored
_ZERO_WIDTH = "bBAZ"
_CLASSES = "wWsSdD"
_QUANTIFIER = re.compile(r"(?P<sign>[*+?]|\{(?P<least>\d*)(?:,\d*)?\})[?+]?")
_CLASS = re.compile(r"\[\^?\]?(?:\\.|[^\]\\])*\]")
_SIGNS = re.compile(r"\[((?!\^)(?:[^\\\]](?!-[^\]]))+)\]")  # a class without ranges and other classes
_GROUP = re.compile(r"\(\?(?P<how>P<\w+>|[:>]|<?[=!])")
_BACKWARDS = re.compile(r"\(\?P=\w+\)")
_CODE = re.compile(r"\\(?:x([0-9a-f]{2})|u([0-9a-f]{4}))", re.IGNORECASE)

Needed = Sequence[str]  # a text must hold at least one of these
Needs = Sequence[Needed]  # a text must hold one of each; if there are none, nothing is known


class UnknownSignError(ValueError):
    """A pattern has a part that is rarely used, and is not examined here."""


@cache
def needed(pattern: str) -> tuple[str, ...]:
    """Return texts such that each text that *pattern* matches has at least one, as `folded` leaves it.

    () if none are known.
    """
    return next(iter(all_needed(pattern)), ())


@cache
def all_needed(pattern: str) -> tuple[tuple[str, ...], ...]:
    """Return sets of texts as `needed` does, each text having one of each set; the rarest come first."""
    try:
        found = _Pattern(pattern).needed()
    except UnknownSignError:
        return ()
    few = (tuple(dict.fromkeys(needs)) for needs in found if 0 < len(needs) <= MOST_NEEDED)
    return tuple(sorted(dict.fromkeys(few), key=_worth, reverse=True))


def folded(text: str) -> str:
    """Return *text* for a comparison with `needed`."""
    small = text.lower()
    return small if small.isascii() else small.translate(_LIKE_LETTERS)


@remembered
def _words(text: str) -> tuple[Sequence[str], Sequence[str]]:
    """Return the words of *text*, those whose patterns are remembered, and those that are too long."""
    words = dict.fromkeys(folded(text).split())
    long = tuple(one for one in words if len(one) > LONGEST_WORD)
    return tuple(one for one in words if one not in long) if long else tuple(words), long


class _Pattern:
    """A regular expression that is read from left to right."""

    def __init__(self, pattern: str) -> None:
        self._pattern = pattern
        self._at = 0

    def needed(self) -> Needs:
        found = self._alternatives()
        if self._at < len(self._pattern):
            raise UnknownSignError(self._pattern)
        return found

    def _alternatives(self) -> Needs:
        """Return what is needed up to the end of the group: of several alternatives, something of each."""
        each = [self._one_alternative()]
        while self._pattern.startswith("|", self._at):
            self._at += 1
            each.append(self._one_alternative())
        if len(each) == 1:
            return each[0]
        return [[text for needs in each for text in max(needs, key=_worth)]] if all(each) else ()

    def _one_alternative(self) -> Needs:
        found: list[Needed] = []
        run = ""
        while self._at < len(self._pattern) and self._pattern[self._at] not in "|)":
            part = self._part()
            least, most = self._times()
            if isinstance(part, str) and part and least:
                run += folded(part)
            if part == "" or (isinstance(part, str) and (least, most) == (1, 1)):
                continue
            found += [[run]] if run else []
            run = ""
            if least and not isinstance(part, str):
                found += part
        return [*found, [run]] if run else found

    def _times(self) -> tuple[int, int]:
        """Skip a quantifier; return how often the part before it is there at least, and at most (1 or 2)."""
        quantifier = _QUANTIFIER.match(self._pattern, self._at)
        if quantifier is None:
            return 1, 1
        self._at = quantifier.end()
        if quantifier["least"] is None:
            return int(quantifier["sign"] == "+"), 2
        return min(int(quantifier["least"] or 0), 1), 2

    def _part(self) -> str | Needs:
        """Skip a part; return a letter, "" if it matches between letters, or else what it needs."""
        sign = self._pattern[self._at]
        if sign in "^$":
            self._at += 1
            return ""
        if sign == "\\":
            return self._escaped()
        if sign == "(":
            return self._group()
        skipped = _CLASS.match(self._pattern, self._at) if sign == "[" else None
        self._at = skipped.end() if skipped else self._at + 1
        if skipped and (signs := _SIGNS.fullmatch(skipped[0])):
            return (tuple(map(folded, signs[1])),)
        return () if sign in "[." else sign

    def _escaped(self) -> str | Needs:
        code = _CODE.match(self._pattern, self._at)
        sign = self._pattern[self._at + 1]
        self._at = code.end() if code else self._at + 2
        if code:
            return chr(int(code[1] or code[2], 16))
        if sign in _ZERO_WIDTH:
            return ""
        return () if sign in _CLASSES or sign.isdigit() else sign

    def _group(self) -> str | Needs:
        """Skip a group; what must not be there needs nothing."""
        if backwards := _BACKWARDS.match(self._pattern, self._at):
            self._at = backwards.end()
            return ()
        how = _GROUP.match(self._pattern, self._at)
        if how is None and self._pattern.startswith("(?", self._at):
            raise UnknownSignError(self._pattern)
        self._at = how.end() if how else self._at + 1
        needs = self._alternatives()
        self._at += 1
        if how is not None and how["how"] in ("!", "<!"):
            return ""
        return needs


def _worth(needs: Needed) -> int:
    """Return the length of the shortest, of which fewest texts have it by chance."""
    return min(map(len, needs), default=0)


class Likely:
    """Finds out which of several patterns may match a text, by the words of the text."""

    def __init__(self, patterns: Sequence[str]) -> None:
        each = [[_within_words(needs) for needs in all_needed(pattern)] for pattern in patterns]
        sets = [list(filter(None, needs))[:MOST_SETS] for needs in each]
        self._patterns, self._most = len(patterns), max(map(len, sets), default=0)
        # a bit for the first set of each pattern, then for the second set of each, and so on
        layers = [one[nth] if nth < len(one) else () for nth in range(self._most) for one in sets]
        self._always, self._bits = 0, dict[str, int]()
        for at, needs in enumerate(layers):
            self._always |= 0 if needs else 1 << at
            self._bits |= {text: self._bits.get(text, 0) | 1 << at for text in needs}
        self._lengths: dict[str, set[int]] = {}  # of the texts, by their first signs
        for text in self._bits:
            self._lengths.setdefault(text[0], set()).add(len(text))
        self._of_word = lru_cache(KEPT_WORDS)(self._found_in)

    def those(self, text: str) -> int:
        """Return the patterns that may match *text*, a bit for each: 1 for the first, 2 for the second."""
        found = self._always
        short, long = _words(text)
        for word in short:
            found |= self._of_word(word)
        for word in long:
            found |= self._found_in_long(word)
        those = (1 << self._patterns) - 1
        for _ in range(self._most):
            those &= found
            found >>= self._patterns
        return those

    def _found_in(self, word: str) -> int:
        found = 0
        for at, sign in enumerate(word):
            for length in self._lengths.get(sign, ()):
                found |= self._bits.get(word[at : at + length], 0)
        return found

    def _found_in_long(self, word: str) -> int:
        """Do the same as `_found_in`, faster for a word with more signs than there are texts."""
        return reduce(or_, (bits for text, bits in self._bits.items() if text in word), 0)

    def changes(self, text: str, change: Callable[[int, str], str]) -> Iterator[str]:
        """Yield *text* after each pattern that changes it; *change* takes the number of the pattern."""
        those, first = self.those(text), 0
        while left := those >> first << first:
            at = (left & -left).bit_length() - 1
            changed, first = change(at, text), at + 1
            if changed != text:
                text = changed
                yield text
                those = self.those(text)


def numbers(those: int) -> Iterator[int]:
    """Yield the numbers of the patterns in what `Likely.those` returns, from 0."""
    while those:
        yield (those & -those).bit_length() - 1
        those &= those - 1


def _within_words(needs: Needed) -> Needed:
    """Return the longest part of each that has no blank in it; () if one is only a blank."""
    parts = [max(one.split(), key=len, default="") for one in needs]
    return parts if all(parts) else ()


class Guarded:
    """A pattern that is compared only with texts that have what it needs."""

    def __init__(self, pattern: str) -> None:
        """Take a *pattern* without regard to capitals."""
        self.pattern = pattern
        self._compiled = re.compile(pattern, re.IGNORECASE)
        self._may_match = Likely((pattern,)).those

    def search(self, text: str) -> re.Match[str] | None:
        return self._compiled.search(text) if self._may_match(text) else None

    def match(self, text: str) -> re.Match[str] | None:
        return self._compiled.match(text) if self._may_match(text) else None

    def fullmatch(self, text: str) -> re.Match[str] | None:
        return self._compiled.fullmatch(text) if self._may_match(text) else None

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        return self._compiled.finditer(text) if self._may_match(text) else iter(())

    def sub(self, to: str, text: str) -> str:
        return self._compiled.sub(to, text) if self._may_match(text) else text

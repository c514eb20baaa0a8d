"""Find the place or piece that a player's words mean.

`clean` undoes what mail programs do to dashes, quotes and spaces. A name is then matched as a short name or
another full spelling, or else as the beginning of exactly one name, and never by a guess: an ambiguous name
is refused with the candidates, an unknown one with the nearest.
"""

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, filterfalse, starmap

from adjudicator.core.language.short_texts import remembered
from adjudicator.core.lazy_imports import IMPORTS
from adjudicator.core.sentences import say

NEAR_ENOUGH = 74.0  # of 100, by rapidfuzz; below it no name is suggested
MOST_INITIALS = 3  # names with initials in a text that are tried
_WITH_INITIALS = re.compile(r"(?<![\w'-])[^\W\d_]{1,2}\.? [^\W\d_]{3,}(?![\w'])")
ROUNDING = 0.001  # tolerance for comparing rapidfuzz's scores
MARGIN = 4.0  # the lead that a single best suggestion needs; otherwise all near ones are named
SHORTEST_BEGINNING = 3  # letters: "br" for Brest is as likely an error and is refused
FEWEST_LETTERS_OF_A_WORD = 2  # of each word of a shortened name: "Wes Med"; of one there may be fewer
POINTS = ("north", "south", "east", "west")
SMALL_WORDS = frozenset(("of", "the"))
MOST_NAMED = 4  # most names in a question
LONGEST_NAME = 60  # letters; longer words are not misspelt names
MOST_PARTS = 8  # most words of two names
LOOK_UP = say("options_lists_names")

# Characters as changed by mail programs and telephones; soft hyphens and zero-width characters vanish.
_SIGNS = {
    **dict.fromkeys(map(ord, "‐‑‒–—―−⁃﹘﹣－"), "-"),
    **dict.fromkeys(map(ord, "→⇒➔➙➛➜➝➞➡⟶⟹⇨➤►▶↠⇾"), "->"),
    **dict.fromkeys(map(ord, "‘’‚‛ʼ`´′"), "'"),
    **dict.fromkeys(map(ord, "“”„‟«»″"), '"'),
    **dict.fromkeys(map(ord, "•·▪◦‣∙●"), "*"),
    **dict.fromkeys([0xAD, *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2065)], None),
    **dict.fromkeys([0xFEFF, *range(0xFE00, 0xFE10), *range(0xE0000, 0xE0080)], None),
    **dict.fromkeys(map(ord, "ﷺﷻ"), " "),  # whole phrases: normalising grew one character eighteenfold
}
_LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i"})
_SPACES = re.compile(r"[\s\x00-\x1f\x7f]+")
_ENDS_OF_PLACE = re.compile(r"/[a-z]{2}\b|[,:]")  # of a short name in an order: its coast, a comma
_NOT_A_LETTER = re.compile(r"[\W_]+")


class Refusal(ValueError):  # noqa: N818  (an answer to a player, named as he hears it)
    """Text that cannot be accepted as an order: *reason* is a sentence, *remedy* what would be accepted."""

    def __init__(self, reason: str, remedy: str = "") -> None:
        self.reason = reason[:1].upper() + reason[1:]  # it may begin with "the Brandywine"
        super().__init__(f"{self.reason} {remedy}".strip())
        self.remedy = remedy


class Unreadable(Refusal):
    """The text is not understood; *near* are the ids and names of what a misspelt name may mean."""

    def __init__(self, reason: str, remedy: str = "", near: Mapping[str, str] | None = None) -> None:
        super().__init__(reason, remedy)
        self._near = near or {}

    def remedy_among(self, orders: Iterable[str], units: Collection[str]) -> str:
        """Return the remedy with only those names that are in legal *orders*, if possible of the *units*."""
        if not self._near:
            return self.remedy
        words = [_ENDS_OF_PLACE.sub("", order).split() for order in orders]
        own = [line for line in words if len(line) > 1 and line[1] in units]
        possible = {word for line in own or words for word in line}
        found = [name for one, name in self._near.items() if one in possible]
        return say("did_you_mean", names=listed(found)) if found else LOOK_UP


class NotAllowed(Refusal):
    """The text is understood, but not allowed by the rules and the facts that the author may know."""


def clean(text: str) -> str:
    """Return *text* with plain dashes, "->" arrows, plain quotes and single spaces; keep accents and case."""
    if not text.isascii():
        return _clean(text)
    if text.isprintable() and "  " not in text:  # as nearly all lines
        return text.strip()
    return _SPACES.sub(" ", text).strip()


@remembered
def _clean(text: str) -> str:
    """Return what `clean` makes of a text with other letters than ASCII, which takes longer."""
    signs = unicodedata.normalize("NFKC", text.translate(_SIGNS)).translate(_SIGNS)
    return _SPACES.sub(" ", signs).strip()


@lru_cache(maxsize=8192)
def key(name: str) -> str:
    """Return *name* without capitals, accents, spaces and punctuation: equal keys mean the same name."""
    return _NOT_A_LETTER.sub("", unaccented(name))


def _parts(name: str) -> tuple[str, ...]:
    """Return the words of a name, each as by `key`."""
    return tuple(filter(None, _NOT_A_LETTER.split(unaccented(name))))


def _full_words(name: str) -> tuple[str, ...]:
    """Return the words of a name that count: "Gulf of Lyon" is two."""
    return tuple(word for word in _parts(name) if word not in SMALL_WORDS)


def _has_initials(whole: str, part: str) -> bool:
    """Return whether *part* begins *whole*, or is its first letter and a later one."""
    if whole.startswith(part):
        return True
    return len(part) == len("nr") and whole[0] == part[0] and part[1] in whole[1:]


def _is_point(whole: str, part: str) -> bool:
    """Return whether *part* is the letter of a point of the compass in *whole*: S of South, not of Sea."""
    return len(part) == 1 and whole.startswith(POINTS)


def unaccented(name: str) -> str:
    """Return *name* in lower case without accents."""
    folded = name.casefold()
    if folded.isascii():
        return folded
    apart = unicodedata.normalize("NFKD", folded.translate(_LETTERS))
    return "".join(filterfalse(unicodedata.combining, apart))


def listed(names: Iterable[str], last: str = "or") -> str:
    """Return "a, b or c"."""
    given = list(names)
    if len(given) < 2:
        return "".join(given)
    return f"{', '.join(given[:-1])} {last} {given[-1]}"


class Names:
    """The names of one kind of thing on a board: `Names({"Par": ("Paris",), …})`.

    The first name is the one that is printed. Ids are names too; a complete name takes precedence over a
    beginning. Two things may share a name, which is then ambiguous.
    """

    def __init__(self, names: Mapping[str, Sequence[str]], called: str = "province") -> None:
        self._called = called
        self._given = {thing: tuple(given) for thing, given in names.items()}
        self._names = {thing: given[0] for thing, given in names.items()}
        self._exact: dict[str, tuple[str, ...]] = {}
        for thing, given in names.items():
            for name in (thing, *given):
                known = self._exact.setdefault(key(name), ())
                self._exact[key(name)] = known if thing in known else (*known, thing)
        beginnings = sorted((key(name), thing) for thing, given in names.items() for name in given)
        self._keys = [begins for begins, _ in beginnings]
        self._things = [thing for _, thing in beginnings]
        self._written = {thing: tuple(map(_parts, (thing, *given))) for thing, given in names.items()}
        # by the number of words and the beginning: the id, and the words
        self._shortened: dict[tuple[int, str], list[tuple[str, ...]]] = {}
        for thing, given in names.items():
            for words in {_full_words(name) for name in given}:
                beginning = (len(words), words[0][:SHORTEST_BEGINNING] if words else "")
                self._shortened.setdefault(beginning, []).append((thing, *words))
        self._words = sorted(
            {word for written in self._written.values() for name in written for word in name}
        )
        self._meant = lru_cache(maxsize=4096)(self._look_up)
        self._near = lru_cache(maxsize=1024)(self._nearest)

    def meant(self, words: str) -> tuple[str, ...]:
        """Return the ids of everything that *words* may mean, in a fixed order."""
        return self._meant(words)

    def every(self) -> Iterable[str]:
        """Return all ids and names, as they are written on the board."""
        return dict.fromkeys(name for thing, given in self._given.items() for name in (thing, *given))

    def beginnings(self) -> Iterable[str]:
        """Return the same, and each beginning of a name."""
        lengths = ((name, range(SHORTEST_BEGINNING, len(name))) for name in self.every())
        begun = (name[:length] for name, all_lengths in lengths for length in all_lengths)
        return dict.fromkeys((*self.every(), *begun))

    def begins_word(self, word: str) -> bool:
        """Return whether a word in a name begins with *word*, which has a few letters: "Gon" of Gondor."""
        wanted = key(word)
        at = bisect_left(self._words, wanted)
        is_begun = at < len(self._words) and self._words[at].startswith(wanted)
        return is_begun and len(wanted) >= SHORTEST_BEGINNING

    def is_name(self, words: str) -> bool:
        """Return whether something has exactly this name."""
        return key(words) in self._exact

    def _look_up(self, words: str) -> tuple[str, ...]:
        found, parts = self._named(key(words)), _parts(words)
        if not found:
            return self._each_begun(words)
        if not self._two_in(parts):
            return found
        return tuple(thing for thing in found if self._is_written_so(thing, parts))

    def _named(self, wanted: str) -> tuple[str, ...]:
        """Return the ids of all with this name, or else of all whose names begin with it."""
        exact = self._exact.get(wanted)
        if exact or len(wanted) < SHORTEST_BEGINNING:
            return exact or ()
        return self._begun(wanted)

    def _each_begun(self, text: str) -> tuple[str, ...]:
        """Return the ids of all whose words begin with these: "Wes Med" does Western Mediterranean.

        One word may be a letter or two of it: "S Gon", "Nr Har".
        """
        begun = _full_words(text)
        if len(begun) < len(("Wes", "Med")):
            return ()
        if min(map(len, begun)) < FEWEST_LETTERS_OF_A_WORD:
            return self._initials(begun)
        return self._begun_each(begun) or self._initials(begun)

    def _initials(self, begun: Sequence[str]) -> tuple[str, ...]:
        """Return the ids of all whose words have these letters, each long one of which begins its word."""
        if sum(len(part) < SHORTEST_BEGINNING for part in begun) != 1:
            return ()
        named = (
            words for (count, _), some in self._shortened.items() if count == len(begun) for words in some
        )
        pairs = ((thing, list(zip(words, begun, strict=True))) for thing, *words in named)
        found = {thing: words for thing, words in pairs if all(starmap(_has_initials, words))}
        points = [thing for thing, words in found.items() if any(starmap(_is_point, words))]
        return tuple(points or found)

    def _begun_each(self, begun: Sequence[str]) -> tuple[str, ...]:
        found = self._shortened.get((len(begun), begun[0][:SHORTEST_BEGINNING]), ())
        pairs = ((thing, zip(words, begun, strict=True)) for thing, *words in found)
        fitting = (thing for thing, both in pairs if all(whole.startswith(part) for whole, part in both))
        return tuple(dict.fromkeys(fitting))

    def _two_in(self, parts: Sequence[str]) -> tuple[str, ...]:
        """Return the ids that *parts* name one after the other, "Swe Den"; () unless they are two names."""
        for at in range(1, len(parts) if len(parts) <= MOST_PARTS else 0):
            first, other = self._exact.get("".join(parts[:at])), self._named("".join(parts[at:]))
            if first and other:
                return first[0], other[0]
        return ()

    def _is_written_so(self, thing: str, parts: Sequence[str]) -> bool:
        """Return whether a name of *thing* begins with these parts: "Mar Balt" does Mar Baltico."""
        last = len(parts) - 1
        return any(
            name[:last] == parts[:last] and name[last:] and name[last].startswith(parts[last])
            for name in self._written[thing]
        )

    def _begun(self, wanted: str) -> tuple[str, ...]:
        """Return the ids of all whose names begin with these letters, ignoring case and accents."""
        first = bisect_left(self._keys, wanted)
        last = bisect_left(self._keys, wanted + "\U0010ffff", first)
        return tuple(dict.fromkeys(self._things[first:last]))

    def find(self, words: str, fits: Callable[[str], bool] | None = None) -> str:
        """Return the id that *words* mean; if they are ambiguous, the only one that *fits*.

        Raises Unreadable with the candidates.
        """
        meant = self._meant(words)
        if len(meant) > 1 and fits:
            meant = tuple(thing for thing in meant if fits(thing)) or meant
        if len(meant) == 1:
            return meant[0]
        two = () if meant else self._two_in(_parts(words))
        if two:
            both = listed((self._names[thing] for thing in two), "and")
            reason = say("names_two", words=words, kind=self._called, both=both)
            raise Unreadable(reason, say("write_dash_between_places"))
        begun = self._begun(key(words)) if key(words) and not meant else ()
        if meant or 1 < len(begun) <= MOST_NAMED:
            may_be = listed(self._names[thing] for thing in meant or begun)
            raise Unreadable(say("may_be", words=words, names=may_be), say("write_name_in_full"))
        if not words:
            raise Unreadable(say("does_not_say_which", kind=self._called), say("write_short_name"))
        near = self._suggested(words)
        remedy = say("did_you_mean", names=listed(near.values())) if near else LOOK_UP
        raise Unreadable(say("knows_no", kind=self._called, words=words), remedy, near)

    def full(self, words: str) -> str:
        """Return the printed name of what *words* mean. Raises Unreadable unless they mean one thing."""
        return self._names[self.find(words)]

    def near(self, words: str) -> tuple[str, ...]:
        """Return the ids nearest to a misspelt name: one if it leads clearly, else up to three, or none."""
        return self._near(words)

    def _nearest(self, words: str) -> tuple[str, ...]:
        # only misspellings need it, and it is slow to load
        with IMPORTS:
            from rapidfuzz import fuzz, process

        if not SHORTEST_BEGINNING <= len(key(words)) <= LONGEST_NAME:
            return ()
        found = process.extract(key(words), self._keys, scorer=fuzz.ratio, score_cutoff=NEAR_ENOUGH, limit=8)
        best: dict[str, float] = {}
        for _, score, place in found:
            best.setdefault(self._things[place], score)
        lead = max(best.values(), default=0.0) - MARGIN
        return tuple([thing for thing, score in best.items() if score > lead][:3])

    def _suggested(self, words: str) -> Mapping[str, str]:
        """Return the ids of what a misspelt name may mean, with their names."""
        is_short = 0 < len(key(words)) < SHORTEST_BEGINNING
        found = self._begun(key(words))[:MOST_NAMED] if is_short else self.near(words)
        return {thing: self._names[thing] for thing in found}


def names_in_full(text: str, names: Names) -> Iterator[str]:
    """Yield *text* with one, or several, of its names with initials in full: "a s gon h" for South Gondor."""
    found = [one for one in _WITH_INITIALS.finditer(text) if len(names.meant(one[0])) == 1][:MOST_INITIALS]
    for many in range(len(found), 0, -1):
        for some in combinations(found, many):
            yield _with_full(text, some, names)


def _with_full(text: str, found: Sequence[re.Match[str]], names: Names) -> str:
    for one in reversed(found):
        text = f"{text[: one.start()]}{names.full(one[0])}{text[one.end() :]}"
    return text


def one_slip_from(word: str, known: Iterable[str]) -> str:
    """Return the first of *known* that is one letter, or two letters swapped, from *word*; "" if none is."""
    with IMPORTS:
        from rapidfuzz.distance import OSA  # as in Names.near
        from rapidfuzz.process import extract_iter

    near = extract_iter(word, list(known), scorer=OSA.distance, score_cutoff=1)
    return next((one for one, _, _ in near), "")


def nearest_form(line: str, forms: Sequence[str]) -> str:
    """Return the one of *forms* (example orders, "A Par - Bur") that *line* resembles most."""
    with IMPORTS:
        from rapidfuzz import fuzz, process  # as in Names.near

    said, folded = line.casefold(), _folded(tuple(forms))
    [(_, most, _)] = process.extract(said, folded, scorer=fuzz.ratio, limit=1)
    least = max(0.0, most - ROUNDING)
    as_near = process.extract(said, folded, scorer=fuzz.ratio, score_cutoff=least, limit=None)
    return max((score, forms[place]) for _, score, place in as_near)[1]


@lru_cache(maxsize=64)
def _folded(forms: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(map(str.casefold, forms))

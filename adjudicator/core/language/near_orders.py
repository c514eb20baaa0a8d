"""Find the legal order that a line with a typing error was probably meant to be.

The distance between the line and each legal order is counted in letters (two swapped ones count once), with
short and with full names. So a misspelt place finds only orders that the unit may have.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import islice, product

from adjudicator.core.language.words import clean, one_slip_from, unaccented
from adjudicator.core.lazy_imports import IMPORTS

MOST_LETTERS_WRONG = 0.3  # share of wrong letters above which a line does not resemble an order
FEWEST_LETTERS_WRONG = 2  # wrong letters that are always allowed
MORE_FOR_SUPPORT = 1  # letters more than in the nearest order, so that a support stays one
SIGNS_FOR_EACH_WRONG = 3  # at most one wrong letter in three: "hi" resembles no order
MOST_SUGGESTIONS = 12  # suggestions for one message, so that the work is bounded
MOST_LOOKS = 30  # sentences of one message that are compared with the orders that they may describe
MOST_NAMED = 3
MOST_MENDED = 12  # texts of one message whose words are all corrected
MOST_MENDINGS = 8  # of one text
MOST_WORDS_WRONG = 6  # in one text
SHORTEST_MENDED = 4  # least letters of a misspelt word in such a text
LETTERS_FOR_TWO = 7  # that a word must have to be known with two letters wrong
SHORTEST_SLIP = 5  # least letters of a misspelt verb
LONGEST = 160  # characters
KEPT_LISTS = 64  # of orders, in the words in which they are compared
_ARROWS = re.compile(r"\s*(?:[-=]*>|[-_]+)\s*")
_STOPS = re.compile(r"[().,:;!?\"']+")
_DIGITS = "0123456789"
_INITIAL = re.compile(r"(?<=[^-] )(?:[^\W\d_]{1,2} -|- [^\W\d_]{1,2}$)")  # in the position of a place
NOTHING = re.compile(r"(?!)")
_TOKENS = re.compile(r"\S+")
_COMMON_SLIPS = {"teh": "the", "hte": "the", "ot": "to", "adn": "and", "si": "is"}
_FIRST_VERB = re.compile(r"(?<= )(?:-|[hs])(?= |$)")
_APOSTROPHES = re.compile("['\u2019]")
_WORD = re.compile(r"([^\W\d_]+)")


def _begin(parts: Sequence[str], order: str) -> bool:
    """Return whether *parts* begin the words of *order*, one each."""
    words = order.lstrip(_DIGITS).split()
    return len(words) == len(parts) and all(map(str.startswith, words, parts))


class LawfulOrders:
    """The legal orders of a position, to suggest some to the writer of one message; this is limited."""

    def __init__(
        self, orders: Callable[[], Sequence[str]], mend: Callable[[str], Sequence[str]] = lambda _text: ()
    ) -> None:
        """Take the *orders*, and *mend*, which returns those that a text with misspelt words may mean."""
        self._orders = orders
        self._mend = mend
        self._suggestions = self._looks = self._mended = 0

    def __call__(self) -> Sequence[str]:
        """Return the orders; none when enough suggestions were made."""
        self._suggestions += 1
        return self._orders() if self._suggestions <= MOST_SUGGESTIONS else ()

    def builds_at(self, place: str) -> list[str]:
        """Return the orders to build a unit in *place*, which needs no comparison of words."""
        return [one for one in self._orders() if one.startswith("Build ") and one.split()[-1] == place]

    def mended(self, text: str) -> Sequence[str]:
        """Return the legal orders that *text* may mean, with any of its words misspelt."""
        if len(text) > LONGEST:
            return ()
        self._mended += 1
        return self._mend(text)[:MOST_NAMED] if self._mended <= MOST_MENDED else ()

    def may_look(self) -> bool:
        """Return whether one more sentence may be compared with them."""
        self._looks += 1
        return self._looks <= MOST_LOOKS


class Spelling:
    """The spelling of a game's orders."""

    def __init__(
        self, names: Mapping[str, str], words: Mapping[str, str], dropped: re.Pattern[str] = NOTHING
    ) -> None:
        """Take *names* by short name, *words* with synonyms, and words without meaning, *dropped*."""
        self._names = names
        self._words = words
        self._verbs = tuple(word for word in words if len(word) >= SHORTEST_SLIP)
        self._dropped = dropped
        self._even = lru_cache(maxsize=16384)(self._evened)
        self._wordings = lru_cache(maxsize=KEPT_LISTS)(self._short_and_full)

    def nearest(self, text: str, orders: Iterable[str], most_wrong: int = 99) -> list[str]:
        """Return the order that is nearest to *text*, or up to three that are equally near.

        None if more than *most_wrong* letters are wrong.
        """
        with IMPORTS:
            from rapidfuzz.distance import OSA  # only typing errors need it, and it is slow to load
            from rapidfuzz.process import extract

        wanted = self._even(text)
        if not wanted or len(wanted) > LONGEST:
            return []
        if short := self._abbreviated(wanted, orders):
            return short
        limit = max(FEWEST_LETTERS_WRONG, int(len(wanted) * MOST_LETTERS_WRONG))
        limit = min(limit, most_wrong, len(wanted) // SIGNS_FOR_EACH_WRONG)
        given = tuple(dict.fromkeys(orders))
        wrong: dict[int, int] = {}  # letters, by the index of the order
        for texts in self._wordings(given):
            for _, distance, at in extract(
                wanted, texts, scorer=OSA.distance, score_cutoff=limit, limit=None
            ):
                wrong[at] = min(distance, wrong.get(at, distance))
        if self._is_support(text):
            most = min(wrong.values(), default=0) + MORE_FOR_SUPPORT
            near = {at: many for at, many in wrong.items() if many <= most}
            wrong = {at: many for at, many in near.items() if self._is_support(given[at])}
        least = min(wrong.values(), default=0)
        found = [given[at] for at in sorted(wrong) if wrong[at] == least][:MOST_NAMED]
        return self.without_swapped(found, text)

    def begins_with(self, text: str, unit: str) -> bool:
        """Return whether *text* begins with *unit*, by its short or its full name."""
        wanted = self._even(text)
        return any(wanted.startswith(f"{self._even(one)} ") for one in (unit, self._in_full(unit)))

    def _abbreviated(self, wanted: str, orders: Iterable[str]) -> list[str]:
        """Return the orders of which *wanted* has each word or its first letters: "a m - osg"; () if many."""
        parts = wanted.lstrip(_DIGITS).split()
        if _INITIAL.search(wanted) is None:
            return []
        texts = ((order, form) for order in orders for form in (order, self._in_full(order)))
        found = dict.fromkeys(order for order, form in texts if _begin(parts, self._even(form)))
        return [*found] if len(found) <= MOST_NAMED else []

    def without_swapped(self, found: Sequence[str], text: str) -> list[str]:
        """Return the orders without those that are one in *text* with its words in another sequence."""
        wanted = self._even(text)
        words = {order: self._even(order).split() for order in found}
        whole = {order: sorted(words[order]) for order in found if self._even(order) in wanted}
        return [order for order in found if order in whole or sorted(words[order]) not in whole.values()]

    def _is_support(self, text: str) -> bool:
        """Return whether the first verb of *text* is a support: a suggestion for it is never a move."""
        found = _FIRST_VERB.search(self._even(_APOSTROPHES.sub("", text)))
        return found is not None and found[0] == "s"

    def _short_and_full(self, orders: tuple[str, ...]) -> tuple[Sequence[str], Sequence[str]]:
        return [*map(self._even, orders)], [self._even(self._in_full(order)) for order in orders]

    def _in_full(self, order: str) -> str:
        """Return *order* with full names for short ones."""
        return _TOKENS.sub(lambda token: self._names.get(token[0], token[0]), order)

    def _evened(self, text: str) -> str:
        """Return *text* in lower case with uniform dashes, no full stops, and synonyms replaced."""
        even = " ".join(word for token in _with_even_signs(text).split() if (word := self._even_word(token)))
        return self._dropped.sub("", even)

    def _even_word(self, token: str) -> str:
        if len(token) < SHORTEST_SLIP or token in self._words:
            return self._words.get(token, token)
        meant = one_slip_from(token, self._verbs)
        return self._words.get(meant, token)


@lru_cache(maxsize=8192)
def _with_even_signs(text: str) -> str:
    return _STOPS.sub(" ", _ARROWS.sub(" - ", clean(text))).casefold()


def mendings(text: str, is_known: Callable[[str], bool], words: Sequence[str]) -> Sequence[str]:
    """Return *text* with each unknown word replaced by the nearest of *words*; () if one has none.

    If several are equally near, there is a text for each. *words* are in lower case, without accents.
    """
    parts = [_COMMON_SLIPS.get(part, part) for part in _WORD.split(text)]
    said = [part if at % 2 == 0 else unaccented(part) for at, part in enumerate(parts)]
    wrong = [
        at for at in range(1, len(parts), 2) if len(said[at]) >= SHORTEST_MENDED and not is_known(said[at])
    ]
    if not 0 < len(wrong) <= MOST_WORDS_WRONG:
        return ()
    found = []
    for right in islice(product(*(_nearest_words(said[at], words) for at in wrong)), MOST_MENDINGS):
        mended = list(parts)
        for at, word in zip(wrong, right, strict=True):
            mended[at] = word
        found.append("".join(mended))
    return found


def _nearest_words(word: str, words: Sequence[str]) -> list[str]:
    with IMPORTS:
        from rapidfuzz.distance import OSA  # as in Spelling.nearest
        from rapidfuzz.process import extract

    most = 1 if len(word) < LETTERS_FOR_TWO else 2
    near = extract(word, words, scorer=OSA.distance, score_cutoff=most, limit=MOST_NAMED)
    least = min((distance for _, distance, _ in near), default=0)
    return [found for found, distance, _ in near if distance == least]

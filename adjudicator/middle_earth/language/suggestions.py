"""Suggest the legal orders that a misspelt line was probably meant to be."""

import re
from collections.abc import Sequence
from functools import cache

from adjudicator.core.language.corrections.withdrawing import order_cancelled, perhaps_withdrawn, withdrawing
from adjudicator.core.language.described_orders import told
from adjudicator.core.language.near_orders import LawfulOrders, Spelling, mendings
from adjudicator.core.language.suggested import denied
from adjudicator.core.language.words import LOOK_UP, key, listed, one_slip_from, unaccented
from adjudicator.core.languages import words_known
from adjudicator.middle_earth.language.parsing import OrderLanguage
from adjudicator.middle_earth.language.sentences.rewording import REWORDINGS
from adjudicator.middle_earth.sentences import say

MOST_WORDS = 12  # longest line that may be a misspelt order
SLIP = 2  # letters
SHORTEST_NAME = 5  # letters of a piece that may be misspelt
WORDS = {
    **dict.fromkeys(("army", "armies"), "a"),
    **dict.fromkeys(("fleet", "fleets", "flt"), "f"),
    **dict.fromkeys(("cavalry", "cav"), "c"),
    **dict.fromkeys(("ranger", "rangers"), "r"),
    **dict.fromkeys(("fellowship",), "fe"),
    **dict.fromkeys(("holds", "hold"), "h"),
    **dict.fromkeys(("supports", "support"), "s"),
    **dict.fromkeys(("to", "moves", "goes"), "-"),
    **dict.fromkeys(("retreats", "retreat"), "r"),
    **dict.fromkeys(("removes",), "remove"),
    **dict.fromkeys(("builds",), "build"),
    **dict.fromkeys(("disbands", "disband"), "d"),
    **dict.fromkeys(("destroys", "destroy"), "destroys"),
    **dict.fromkeys(("passes", "pass", "gives"), "passes"),
    **dict.fromkeys(("leads", "lead"), "leads"),
    **dict.fromkeys(("the", "in", "at", ":"), ""),
}
ALIGNMENTS = ("good", "neutral", "evil")
ALONE = ("waive", "clear")  # orders of one word
PIECES = (
    *("gandalf", "aragorn", "nazgul", "faramir", "saruman", "sauron", "theoden", "galadriel", "boromir"),
    *("eomer", "balrog", "fellowship", "ranger", "cavalry", "fleet"),
)
MENDED = (
    *("army", "with", "leads", "please", "into", "stays", "attacks", "any", "neutralises", "paralyses"),
    *("remove", "build", "disband", "retreat", "retreats", "waive"),
    *("follows", "enters", "marches", "returns", "advances", "sails", "rides"),
)
SHORTEST_WORD = 3  # letters of a word that a misspelt one may be
_QUESTION_WORD = re.compile(r"^\W*(?:(?:and|so|but|or|also)[, ]+)*can\s+", re.IGNORECASE)
_IF = re.compile(  # a condition, not "if you please"
    r"\b(?:if|unless|in case|wenn|sofern|sauf)\b(?! (?:you|i|we|possible|necessary|needed)\b)", re.IGNORECASE
)
_WORDS = re.compile(r"[^\W\d_]+")


def is_near_an_order(text: str, language: OrderLanguage) -> bool:
    """Return whether *text* is short and names a place or nearly a piece, so that it may be a misspelling."""
    words = _WORDS.findall(text)
    if len(words) == 1:
        return bool(one_slip_from(words[0].casefold(), ALONE))  # perhaps a declaration
    if not words or len(words) > MOST_WORDS:
        return False
    return any(
        language.places.is_name(word)
        or (len(word) >= SHORTEST_NAME and bool(one_slip_from(word.casefold(), PIECES)))
        for word in words
    )


def suggested(text: str, language: OrderLanguage, lawful: LawfulOrders, otherwise: str = LOOK_UP) -> str:
    """Return a remedy with the legal order nearest to *text*, or *otherwise* if none is clearly nearest."""
    if order := order_cancelled(text):
        near = nearest(order, language, lawful)
        described = [] if near else told(order, lawful, language.full_names)
        meant = [*withdrawing(near or described), *described]
        return say("did_you_mean", found=listed(meant)) if meant else otherwise
    if denied(text):
        return otherwise
    found = near_or_mended(text, language, lawful) or told(text, lawful, language.full_names)
    found = with_condition(without_swapped(found, text, language), text)
    is_clear = len(found) == 1 or (otherwise == LOOK_UP and found)
    return say("did_you_mean", found=listed(found)) if is_clear else otherwise


def with_condition(found: Sequence[str], text: str) -> Sequence[str]:
    """Return the orders *found*; if *text* has a condition, those that destroy only with one, too."""
    if _IF.search(text) is None:
        return found
    return [one for one in found if " destroys " not in one or _IF.search(one)]


def behind_question_word(text: str) -> str:
    """Return *text* without the verb with which a question begins: "Can" names no place then."""
    return _QUESTION_WORD.sub("", text) if text.rstrip(" )").endswith("?") else text


def without_swapped(found: Sequence[str], text: str, language: OrderLanguage) -> list[str]:
    """Return the orders *found* without those that *text* has with two places the other way round."""
    return _spelling(language).without_swapped(found, text)


def near_or_mended(text: str, language: OrderLanguage, lawful: LawfulOrders) -> Sequence[str]:
    """Return the legal orders nearest to *text*: with a slip or two, or with all words corrected."""
    near = nearest(text, language, lawful)
    return _spelling(language).nearest(text, near, SLIP) or lawful.mended(text) or near


def slips(text: str, language: OrderLanguage, lawful: LawfulOrders) -> Sequence[str]:
    """Return the legal orders that are a slip or two from *text*, () if it is one as it stands."""
    near = nearest(text, language, lawful, SLIP)
    return () if _spelling(language).nearest(text, near, 0) else near


def corrected(text: str, language: OrderLanguage) -> Sequence[str]:
    """Return *text* with its misspelt words corrected, once for each way to correct them."""
    texts = mendings(text, _known(language).__contains__, _to_mend(language))
    ends = [text.rpartition(" ") for text in texts]  # "C Edo - EEm Rohan": whose unit it is
    return [*texts, *(begin for begin, _, end in ends if begin and language.power_named(end))]


@cache
def _known(language: OrderLanguage) -> frozenset[str]:
    """Return the words that are right as they are, in lower case without accents."""
    joined = (key(word) for name in language.places.every() for word in name.split())  # "Beorns"
    return words_known() | REWORDINGS.words | frozenset((*_to_mend(language), *joined))


@cache
def _to_mend(language: OrderLanguage) -> tuple[str, ...]:
    """Return the words that a misspelt one may be: of names, pieces, and what they do."""
    named = {unaccented(word) for word in language.words_of_names}
    words = {word for word in (*named, *WORDS, *PIECES, *MENDED) if len(word) >= SHORTEST_WORD}
    return tuple(sorted(words))


def perhaps_withdrawing(text: str, language: OrderLanguage, lawful: LawfulOrders) -> Sequence[str]:
    """Return the lines that "maybe cancel A Edo - WEm" may mean: the order is withdrawn, or it stays."""
    order, units = perhaps_withdrawn(text)
    near = nearest(order, language, lawful, SLIP) if order else []
    return [*withdrawing(near), *near] if order else withdrawing(units)


def nearest(text: str, language: OrderLanguage, lawful: LawfulOrders, most_wrong: int = 99) -> list[str]:
    """Return the legal orders nearest to *text*, with at most *most_wrong* wrong letters."""
    return _spelling(language).nearest(text, lawful(), most_wrong)


@cache
def _spelling(language: OrderLanguage) -> Spelling:
    return Spelling(language.full_names, WORDS)

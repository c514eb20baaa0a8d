"""Suggest the legal orders that a misspelt line was probably meant to be."""

import re
from functools import cache

from adjudicator.core.near_orders import LawfulOrders, Spelling
from adjudicator.core.told_orders import told
from adjudicator.core.words import LOOK_UP, listed, one_slip_from
from adjudicator.middle_earth.language.parsing import OrderLanguage
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
    found = nearest(text, language, lawful) or told(text, lawful, language.full_names)
    is_clear = len(found) == 1 or (otherwise == LOOK_UP and found)
    return say("did_you_mean", found=listed(found)) if is_clear else otherwise


def nearest(text: str, language: OrderLanguage, lawful: LawfulOrders, most_wrong: int = 99) -> list[str]:
    """Return the legal orders nearest to *text*, with at most *most_wrong* wrong letters."""
    return _spelling(language).nearest(text, lawful(), most_wrong)


@cache
def _spelling(language: OrderLanguage) -> Spelling:
    return Spelling(language.full_names, WORDS)

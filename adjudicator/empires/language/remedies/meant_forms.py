"""Find out which form of order may be meant by a text that is not an order."""

import re
from collections.abc import Mapping
from functools import cache
from itertools import islice

from adjudicator.empires.ground import TECHNOLOGY_NAMES, ZONE_NAMES
from adjudicator.empires.language.grammar import has_arrow
from adjudicator.empires.language.sentences.lexicon import (
    ELISION,
    MOST_TOKENS,
    SHORTEST_BEGINNING,
    lexicon,
    word_tables,
)

FEWEST_ABOUT, MOST_ABOUT = 2, 12  # words of a sentence about a topic of the game
_WORD = re.compile(r"[^\W\d_][\w'-]*")
_WORD_OR_COLON = re.compile(rf"{_WORD.pattern}|:")
REQUESTS = "requests"  # in the table of topics, the words that a request begins with
MOST_FOR_RESEARCH = 5  # tokens of a text about research
MOST_FOR_THE_OTHER = 10  # tokens of a text about "the other" army
_FORMS = {"r": "recruit", "q": "reinforce", "a": "activate", "h": "research", "e": "entrench",
          "Y": "technologies",
          "d": "diplomacy", "g": "activate", "M": "missions", "p": "gas", "o": "offensive"}  # fmt: skip
_SHORT_MOVE = re.compile(r"\W*(?:A(?:rmy)? )?([^\W\d_]{3,})-([^\W\d_]{2,})\W*", re.IGNORECASE)  # "Riga-Kbg"
_THE_OTHER = (
    re.compile(  # an army that only the order above identifies: "and the other one goes to Frankfurt"
        r"\W*(?:(?:and|then|und|et) )*(?:the |my |die |der |l')?"
        r"(?:other|others|second|last|remaining|one|both|it|they|andere|anderen|zweite|autre)\b",
        re.IGNORECASE,
    )
)


def form_meant(text: str) -> str:
    """Return the command that a text which is not an order may be meant as; "" if it may be prose.

    Such a text begins with the word of a command and a colon; is short and names research and a technology;
    moves "the other one" to a zone; or names a zone, an army or a second zone, and an action.
    """
    if (move := _SHORT_MOVE.fullmatch(text)) and any(map(ZONE_NAMES.is_name, move.groups())):
        return "army"
    said = _WORD_OR_COLON.finditer(ELISION.sub("", text.casefold()))
    tokens = [token[0] for token in islice(said, MOST_TOKENS)]
    words = lexicon().words
    letters = [words[token].letter for token in tokens if token in words]
    if len(tokens) > 1 and tokens[1] == ":" and tokens[0] in words:
        return _FORMS.get(words[tokens[0]].letter, "") or _topic(text)
    zones = sum(len(token) >= SHORTEST_BEGINNING and bool(ZONE_NAMES.is_name(token)) for token in tokens)
    verbs = [letter for letter in letters if letter in "mkrqegyQ"]
    if "h" in letters and len(tokens) <= MOST_FOR_RESEARCH and any(map(TECHNOLOGY_NAMES.is_name, tokens)):
        return "research"
    if (
        zones == 1
        and set(letters) & set("mk")
        and len(tokens) <= MOST_FOR_THE_OTHER
        and _THE_OTHER.match(text)
    ):
        return "army"
    if not (zones and verbs and (zones > 1 or set(letters) & set("AFSN"))):
        return _topic(text)
    command = next((letter for letter in verbs if letter in "rqQe"), "")
    return {"r": "recruit", "q": "reinforce", "Q": "reinforce", "e": "entrench"}.get(command, "army")


def _topic(text: str) -> str:
    """Return the order that a request about a topic of the game may mean: "Third: the trenches always"."""
    words = [word[0] for word in islice(_WORD.finditer(text.casefold()), MOST_ABOUT + 1)]
    asking, topics = _topics()
    if not FEWEST_ABOUT <= len(words) <= MOST_ABOUT or words[0] not in asking:
        return ""
    return next((topics[word] for word in words if word in topics), "")


@cache
def _topics() -> tuple[frozenset[str], Mapping[str, str]]:
    """Return the words that a request begins with, and the command for each topic."""
    topics = word_tables()["topics"]
    by_word = {word: name for name, words in topics.items() if name != REQUESTS for word in words}
    return frozenset(topics[REQUESTS]), by_word


def begins_with_a_description(text: str) -> bool:
    """Return whether *text* begins with the step, the size or the nation of an army."""
    tokens = [word[0] for word in islice(_WORD.finditer(text.casefold()), 2)]
    found = [lexicon().words.get(token) for token in tokens]
    kinds = [word.letter for word in found if word and word.letter]
    return bool(kinds) and kinds[0] in "FSN"


def is_like_an_order(text: str) -> bool:
    """Return whether some zone or track and some word of an order are in *text*."""
    tokens = _WORD.findall(text.casefold())
    letters = {lexicon().words[token].letter for token in tokens if token in lexicon().words}
    names = any(len(token) >= SHORTEST_BEGINNING and ZONE_NAMES.is_name(token) for token in tokens)
    verbs = letters & set("krqhedpobat") or has_arrow(text)
    return (bool(verbs) and (names or "X" in letters)) or (names and "m" in letters)

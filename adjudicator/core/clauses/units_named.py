"""Find the places that a text names, and the units that it names where an order would."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from adjudicator.core.clauses.clause import Sense
from adjudicator.core.clauses.exact_names import NO_NAMES
from adjudicator.core.clauses.stops import WORDS
from adjudicator.core.languages import words_known

MOST_PIECES = 8  # of a text that are searched for units
MOST_WORDS_BEFORE_A_UNIT = 6  # its name included
LONGEST_NAME = 4  # words
MOST_WORDS_OF_NAMES = 60  # of a clause; only these are searched for names of places
SHORTEST_NAME = 3  # letters
SHORTEST_SLIP = 4  # letters of a name that may be misspelt
NAMELESS = (*NO_NAMES, "the", "The", "then", "Then", "not", "Not", "nor")
_PIECES = re.compile(r"[,;:.!?&+]\s+|\b(?:and|und|et)\s")
_KIND = re.compile(r"^(?:the |my )?(?:(?:[AFC]|army|fleet|cavalry)\s+)?", re.IGNORECASE)
_GOING = re.compile(  # what follows is where they go, not where they are: "the 3 Knights going to H13"
    r"\b(?:going|moving|heading|marching|flying|sailing|riding) (?:back )?(?:to|into|on|for|towards)\b",
    re.IGNORECASE,
)


def units_named(text: str, sense: Sense) -> Iterator[str]:
    """Yield the units that *text* names where an order does: first, after a comma, or after "and"."""
    pieces = (part for piece in _PIECES.split(text) for part in sense.begins.split(piece))
    for piece in islice(pieces, MOST_PIECES):
        words = piece.rstrip(" .,;:!?").split()[:MOST_WORDS_BEFORE_A_UNIT]
        if place := sense.first_place(_GOING.split(piece)[0]):
            yield place
        runs = (" ".join(words[at : at + many]) for at in range(len(words)) for many in (3, 2, 1))
        if unit := next(filter(None, (_unit(run, sense) for run in runs)), ""):
            yield unit


def units_of_refused(text: str, sense: Sense) -> frozenset[str]:
    """Return the units that a refused order may be for: a misspelt name counts as all that are near it."""
    if unit := sense.subject(text):
        return frozenset((unit,))
    return frozenset((*units_named(text, sense), *_units_near(text, sense)))


def _units_near(text: str, sense: Sense) -> Iterator[str]:
    """Yield the units whose names are near the first word of *text* that may be a misspelt name."""
    for words in (text.split(), WORDS.findall(text)):  # a hyphen may be part of a name, or a dash
        written = (word.strip(".,;:!?") for word in words[:MOST_WORDS_BEFORE_A_UNIT])
        unknown = (
            word for word in written if len(word) >= SHORTEST_SLIP and not _is_known(word.casefold(), sense)
        )
        near: Sequence[str] = next(filter(None, map(sense.near, unknown)), ())
        yield from filter(None, (sense.subject(f"{name} H") for name in near))


def _is_known(word: str, sense: Sense) -> bool:
    return word in words_known() or sense.knows(word)


def _unit(run: str, sense: Sense) -> str:
    """Return the unit that is called *run*; "" if none is, or if it is an ordinary word."""
    name = _KIND.sub("", run)
    if name.casefold() in NAMELESS or len(name) < SHORTEST_NAME:
        return ""
    return sense.subject(f"{run} H")


def places_named(text: str, sense: Sense, *, is_order: bool) -> Iterator[str]:
    """Yield the places that *text* names, each with all that its name may mean, longest names first."""
    words = WORDS.findall(text)[:MOST_WORDS_OF_NAMES]
    at = 0
    while at < len(words):
        for many in range(min(LONGEST_NAME, len(words) - at), 0, -1):
            name = " ".join(words[at : at + many])
            if (is_order or sense.is_name(name)) and _may_be_name(name) and (meant := sense.places(name)):
                yield from meant
                at += many - 1
                break
        at += 1


def _may_be_name(words: str) -> bool:
    is_small = words.islower() and words in words_known()
    return len(words) >= SHORTEST_NAME and not is_small and words not in NAMELESS

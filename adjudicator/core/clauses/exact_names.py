"""Names that are given twice, the exact one in brackets: "Atlantique (MAO)", "to Gouffre (Deep)"."""

import re
from collections.abc import Callable, Sequence
from functools import cache

from adjudicator.core.clauses.clause import Sense
from adjudicator.core.clauses.stops import WORDS
from adjudicator.core.languages import goals

LONGEST_NAME = 4  # words
LONGEST_EXACT = 30  # characters of a name in brackets that stands for one in another language
NO_NAMES = ("and", "And", "both", "Both", "off")  # words, though names of places may begin with them
_BRACKET = re.compile(r"\s*\([^()]*\)")
_FULL_WORD = re.compile(r"[^\W\d_]{3,}\S*")  # no kind of unit, and no sign


@cache
def _to_strange_name() -> re.Pattern[str]:
    return re.compile(
        rf"(?:[-=]+>|\s-|\b(?:{goals()}))\s+(?P<name>[^\W\d_][^,;:()>-]{{2,40}}?)\s*$", re.IGNORECASE
    )


def with_exact_names(text: str, sense: Sense, knows: Callable[[str], bool]) -> str:
    """Return *text* with the exact names instead of those before them, where these are not clear.

    "Atlantique" may be more than one sea, and "Gouffre" is a word that the game does not know.
    """
    found, last = "", 0
    for aside in _BRACKET.finditer(text):
        before, exact = text[last : aside.start()], aside[0].strip(" ()").removeprefix("=").lstrip()
        unclear = _strange_name(exact, before, sense, knows) or _unclear_name(exact, before, sense)
        found += f"{before.removesuffix(unclear)}{exact}" if unclear else f"{before}{aside[0]}"
        last = aside.end()
    return found + text[last:]


def _unclear_name(exact: str, before: str, sense: Sense) -> str:
    """Return the words right before a name in brackets that may, or nearly, mean the same place."""
    if not sense.is_name(exact) or is_named_before(exact, before, sense):
        return ""
    meant, words = sense.places(exact), before.split()[-LONGEST_NAME:]
    names = (" ".join(words[at:]) for at in range(len(words)) if _FULL_WORD.fullmatch(words[at]))
    return next((one for one in names if before.endswith(one) and _may_be(meant, one, sense)), "")


def _may_be(place: Sequence[str], name: str, sense: Sense) -> bool:
    """Return whether *name* is not clear, and the single *place* one of those that it may mean."""
    meant = sense.places(name)
    return len(place) == 1 and len(meant) != 1 and place[0] in (meant or sense.near(name))


def _strange_name(exact: str, before: str, sense: Sense, knows: Callable[[str], bool]) -> str:
    """Return the destination right before a name in brackets, if it has a word that is not known."""
    found = _to_strange_name().search(before) if 2 < len(exact) <= LONGEST_EXACT else None
    meant = {*sense.places(exact)}
    if found is None or len(meant) != 1:
        return ""
    words = WORDS.findall(found["name"])
    are_other = any(names_a_place(word, sense) and not meant & {*sense.places(word)} for word in words)
    return "" if are_other or all(map(knows, words)) else found["name"]


def names_a_place(word: str, sense: Sense) -> bool:
    """Return whether a word names a place; "and", "both" and the writer's power do not count."""
    return word not in (*NO_NAMES, *sense.headed.split()) and sense.is_name(word)


def is_named_before(name: str, before: str, sense: Sense) -> bool:
    """Return whether the words before it mean the same place: "English Channel (ENG)"."""
    meant = sense.places(name)
    words = before.split()[-LONGEST_NAME:]
    return len(meant) == 1 and any(sense.places(" ".join(words[at:])) == meant for at in range(len(words)))

"""Names that are given twice, the exact one in brackets: "Atlantique (MAO)", "English Channel (ENG)"."""

import re
from collections.abc import Sequence

from adjudicator.core.clauses.clause import Sense

LONGEST_NAME = 4  # words
_BRACKET = re.compile(r"\s*\([^()]*\)")
_FULL_WORD = re.compile(r"[^\W\d_]{3,}\S*")  # no kind of unit, and no sign


def with_exact_names(text: str, sense: Sense) -> str:
    """Return *text* with "MAO" for "Atlantique (MAO)", in which the brackets say which sea is meant."""
    found, last = "", 0
    for aside in _BRACKET.finditer(text):
        before, exact = text[last : aside.start()], aside[0].strip(" ()")
        unclear = _unclear_name(exact, before, sense)
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


def is_named_before(name: str, before: str, sense: Sense) -> bool:
    """Return whether the words before it mean the same place: "English Channel (ENG)"."""
    meant = sense.places(name)
    words = before.split()[-LONGEST_NAME:]
    return len(meant) == 1 and any(sense.places(" ".join(words[at:])) == meant for at in range(len(words)))

"""Read that the order of a unit is withdrawn: "Forget the order for A Mar", "A Mar: no order".

All wordings become CLEAR ORDER and the unit, which the games read like an order. Then the unit has no order,
neither from this message nor from an earlier one. The wordings are in the data of the languages.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from adjudicator.core.language.necessary import Guarded
from adjudicator.core.language.short_texts import remembered
from adjudicator.core.languages import languages

CLEARS = "CLEAR ORDER "
LONGEST = 120  # characters of such a text
_UNIT = r"(?P<unit>[^\W_][^;:!?]{1,60}?)"
_BETWEEN = re.compile(
    r"\s*(?:,|&|\+|/|\b(?:and|und|et)\b)\s*(?:(?:the|my|die|der|la|le)\b\s*)?", re.IGNORECASE
)


@cache
def _patterns() -> tuple[Guarded, Sequence[re.Pattern[str]]]:
    """Return the pattern of all such texts, and one for each wording."""
    wordings = [one for language in languages() for one in language.withdrawals]
    every = "|".join(f"(?:{one.replace('<unit>', '.{2,61}?')})" for one in wordings)
    named = [re.compile(one.replace("<unit>", _UNIT), re.IGNORECASE) for one in wordings]
    return Guarded(rf"(?:{every})\W*$"), named


@remembered
def withdrawals(text: str) -> Sequence[str]:
    """Return CLEAR ORDER for each unit whose order *text* withdraws; () if it is about something else."""
    likely, named = _patterns()
    if len(text) > LONGEST or likely.match(text) is None:
        return ()
    words = text.rstrip(" .!,;")
    found = next(filter(None, (pattern.fullmatch(words) for pattern in named)), None)
    return tuple(f"{CLEARS}{unit}" for unit in _units(found["unit"])) if found else ()


def _units(named: str) -> Iterator[str]:
    yield from filter(None, _BETWEEN.split(named.strip()))


def unit_withdrawn(order: str) -> str:
    """Return the words for the unit whose order is withdrawn; "" if *order* is another order."""
    return order.removeprefix(CLEARS) if order.startswith(CLEARS) else ""

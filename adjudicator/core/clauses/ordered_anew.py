"""Find accepted orders whose unit gets another order further down, in a line that is refused.

"A Lam H ... Lamedon comes up to fill the gap in Lossarnach": the second line is not understood, but it says
that the first is no longer meant. The first is then not accepted either, and the player is asked.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice

from msgspec import Struct

from adjudicator.core.clauses.clause import Sense
from adjudicator.core.clauses.units_named import places_named, units_named, units_of_refused
from adjudicator.core.language.retraction_words import (
    ADJUSTS_OTHERWISE,
    AS_ABOVE,
    HOLDS,
    IS_CONDITION,
    IS_HOPE,
    OTHER_MESSAGE,
    RESTS,
)
from adjudicator.core.languages import gives_reason

MOST = 20  # refused lines of a message that are compared with the orders above
LONGEST = 300  # characters of such a line
_HELPS = re.compile(  # the unit that follows has its order elsewhere
    r"\bs\b|\b(?:sup\w*|help\w*|assist\w*|back(?:s|ed|ing)?|convoy\w*|unterst\w+|hilft|helfen|souti\w+|soutenu\w*|aide\w*)\b",
    re.IGNORECASE,
)


_BESIDE = re.compile(  # orders that a unit may have besides its own
    r"\b(?:d\.|destroy|kill|slay|pass|lead|led\b|neutrali|paraly|throw|puts?\b|claim|merg|embark|disembark|ring\b|garrison"
    r"|standing|until further|always|tötet|vernicht|führt|lähmt|détrui|tue\b|mène|paralys)",
    re.IGNORECASE,
)
_SHOULD = re.compile(  # a condition: "Should he come, Lorien holds"
    r"(?:^|[,;:.] ?|\band )should\b|\bshould (?:he|she|it|they|any|some|the)\b", re.IGNORECASE
)
_GOAL = re.compile(r"->|\s-+\s|\b(?:to|into|onto|towards|nach|in|zu|vers|à|en)\b", re.IGNORECASE)
_DECLARES = re.compile(r"\bdeclar\w*", re.IGNORECASE)
_SIDES = re.compile(r"\b(?:good|evil|neutral)\b", re.IGNORECASE)
DECLARATION = "declaration"  # stands for the unit of an order that has none
_ADJUSTS = ("Build ", "Remove ", "Waive")


class Answered(Struct, frozen=True, dict=True):
    """A clause of a message after it was read."""

    number: int  # the line it stands in
    text: str
    orders: tuple[str, ...]  # those that were accepted, as the game reads them
    is_refused: bool
    sense: Sense

    @cached_property
    def units(self) -> frozenset[str]:
        """The units that the accepted orders are for."""
        units = frozenset(map(self.sense.subject, self.orders)) - {""}
        return units or (_declaration(" ".join(self.orders)))

    @cached_property
    def places(self) -> frozenset[str]:
        """The places that the clause names, by any of their names."""
        texts = self.orders or (self.text,)
        is_order = bool(self.orders)
        return frozenset(
            place for text in texts for place in places_named(text, self.sense, is_order=is_order)
        )


def in_doubt(said: Sequence[Answered]) -> dict[int, str]:
    """Return the indices of accepted orders that a refused line below contradicts, each with that line."""
    found: dict[int, str] = {}
    for at in islice((at for at, one in enumerate(said) if at and _orders_anew(one)), MOST):
        for place in _contradicted(said, at):
            found.setdefault(place, said[at].text)
    return found


def _orders_anew(one: Answered) -> bool:
    """Return whether the clause is refused but no condition, hope, reason or mere slip in notation."""
    text = one.text
    if not one.is_refused or len(text) > LONGEST or OTHER_MESSAGE.search(text) or AS_ABOVE.search(text):
        return False
    if text.endswith("?") and not ADJUSTS_OTHERWISE.search(text):
        return False
    if _BESIDE.search(text) or _SHOULD.search(text):
        return False
    is_talk = IS_CONDITION.search(text) or IS_HOPE.match(text) or gives_reason(text)
    is_unlawful = bool(one.sense.subject(text)) and not one.sense.is_lawful(text)
    return not (is_talk or is_unlawful)


def _contradicted(said: Sequence[Answered], at: int) -> Iterator[int]:
    """Yield the accepted orders above for a unit of the line at *at* that do something else."""
    one = said[at]
    units = _units_of(one)
    if not units:
        return
    units -= {unit for below in said[at + 1 :] for unit in below.units}
    for place in range(at):
        above = said[place]
        is_same = (above.number, above.text) == (one.number, one.text)
        if above.units & units and not (is_same or _agrees(one, above)):
            yield place


def _units_of(one: Answered) -> frozenset[str]:
    """Return the units that the refused line orders; only the supporting one if it is a support."""
    if _HELPS.search(one.text):
        return frozenset(islice(units_named(one.text, one.sense), 1))
    if found := _declaration(one.text):
        return found
    found = units_of_refused(_GOAL.split(one.text)[0], one.sense)
    return found or units_of_refused(one.text, one.sense)


def _agrees(one: Answered, above: Answered) -> bool:
    """Return whether the refused line may say the same as the order above.

    It does not if it names another place, or if it names none and tells a moving unit to stay.
    """
    if DECLARATION in above.units:
        return _sides(one.text) == _sides(above.orders[0])
    if above.orders[0].startswith(_ADJUSTS):
        return ADJUSTS_OTHERWISE.search(one.text) is None
    places = one.places - {unit.split()[-1] for unit in above.units if unit.strip()}
    if places:
        return places <= above.places
    return HOLDS.search(above.orders[0]) is not None or RESTS.search(one.text) is None


def _declaration(text: str) -> frozenset[str]:
    return frozenset((DECLARATION,)) if _DECLARES.search(text) else frozenset()


def _sides(text: str) -> set[str]:
    return {side.casefold() for side in _SIDES.findall(text)}

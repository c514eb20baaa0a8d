"""Find the army that a piece goes with, if it is named by where it goes.

"Faramir goes with the army to Osgiliath": it must be ordered there in the same message or before. The piece
then leads it.
"""

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from adjudicator.core.clauses.stops import bare
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.grammar import parse_order
from adjudicator.middle_earth.language.orders import Order, Unit
from adjudicator.middle_earth.resolve.pieces import is_piece

_GOES_WITH_ARMY = re.compile(
    r"(?:and |also )?(?:the )?(?P<who>[^,;:]{3,30}?) (?:(?:will|shall|should|also) )*"
    r"(?:go(?:es)?|rides?|march(?:es)?|moves?|travels?|walks?) (?:along |together )?with "
    r"(?:the |this |that |my |our )(?P<kind>army|cavalry|fleet) "
    r"(?:(?:that|which) (?:is )?(?:going|goes|moves|marches) )?"
    r"(?:in)?to (?:the )?(?P<to>[^,;:]{2,40})",
    re.IGNORECASE,
)


_SUPPORTS_LED = re.compile(
    r"(?P<support>[^,;:]{2,50}? (?:s|supports?)) (?P<who>[^,;:]{3,30}?) (?:leads?|leading) "
    r"(?P<led>[^,;:]{2,100})",
    re.IGNORECASE,
)


class LedThere(Struct, frozen=True):
    """A piece, and the kind of the unit and the place that it goes with and to, as they were written."""

    who: Unit
    kind: str
    place: str


def led_there(text: str) -> LedThere | None:
    """Return what *text* says if it names the unit that a piece goes with only by where both go."""
    found = _GOES_WITH_ARMY.fullmatch(bare(text).rstrip(".!"))
    order = parse_order(f"{found['who']} H") if found else None
    if found is None or not isinstance(order, act.Hold) or not is_piece(order.unit.kind):
        return None
    return LedThere(order.unit, found["kind"][0].upper(), found["to"])


def ordered_there(said: LedThere, place: str, orders: Sequence[Order]) -> Iterator[act.Lead]:
    """Yield the orders to lead each unit of the kind that is ordered to *place*."""
    for move in _moves(orders):
        if move.unit.kind == said.kind and move.path[-1] == place:
            yield act.Lead(said.who, move.unit, move.path)


def may_go_there(said: LedThere, place: str, units: Sequence[Unit]) -> Iterator[act.Lead]:
    """Yield the orders to lead each of the *units* of the kind to *place*."""
    for unit in units:
        if unit.kind == said.kind:
            yield act.Lead(said.who, unit, (place,))


def support_of_led(text: str) -> str:
    """Return the support in "A Pel S Faramir leads 2A MTi - Los", of the unit; "" for another text."""
    found = _SUPPORTS_LED.fullmatch(bare(text))
    return f"{found['support']} {found['led']}" if found and _is_piece(found["who"]) else ""


def _is_piece(text: str) -> bool:
    order = parse_order(f"{text} H")
    return isinstance(order, act.Hold) and is_piece(order.unit.kind)


def _moves(orders: Sequence[Order]) -> Iterator[act.Move]:
    for order in orders:
        parts = order.parts if isinstance(order, act.Divide) else (order,)
        yield from (part for part in parts if isinstance(part, act.Move))

"""A reader's own orders for the rest of a turn that waits for retreats or builds (HB I(c)).

Part of `sight`: it uses only what is public, and what is the reader's own.
"""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from adjudicator.hardbop import ground
from adjudicator.hardbop.position import ADJUSTMENT, State
from adjudicator.hardbop.resolve.units import BUILT, ActingUnit, Unfinished
from adjudicator.middle_earth.language.orders import (
    Destroy,
    DestroyRing,
    PassRing,
    Power,
    Proxy,
    PutOnRing,
    Standable,
    Unit,
)
from adjudicator.middle_earth.resolve.pieces import GOOD, is_piece

AT_THE_END = (Destroy, DestroyRing, PassRing, PutOnRing)
LED_OR_MULTIPLE = {"Gandalf": "3.7(a)", "Nazgul": "3.10(e)"}  # what only such units destroy, with the clause


def waiting(state: State, reader: Power | None) -> Iterator[Standable]:
    """Return the orders, also conditional ones, that name units by where they are now; and proxies."""
    if state.unfinished is None or reader is None:
        return
    for one in state.unfinished.given:
        over = state.phase == ADJUSTMENT and isinstance(one.order, PassRing)  # step ix is over
        over = over or (isinstance(one.order, Destroy) and one.order.target.kind in state.fallen)
        if one.power == reader and not one.reported and not over and (one.waits or one.outcome is None):
            yield from _by_its_place_now(one.order, reader, state.unfinished)
    for unit, to in state.unfinished.proxies.get(reader, ()):
        yield Proxy(unit, to)


def _by_its_place_now(order: Standable, power: Power, turn: Unfinished) -> Iterator[Standable]:
    """Yield *order* with the unit where it is now; nothing if the unit is lost (9(d))."""
    there = _meant(order.unit, power, turn) if isinstance(order, AT_THE_END) else []
    if isinstance(order, Destroy) and there:
        yield from (
            replace(order, unit=Unit(one.kind, one.place, one.size)) for one in there[:1] if not one.dead
        )
        return
    yield order


def _meant(unit: Unit, power: Power, turn: Unfinished) -> Sequence[ActingUnit]:
    """Return the unit that began the turn in the place of *unit*; none of several off the board."""
    if is_piece(unit.kind) or unit.place == ground.OFF:
        return []
    own = (one for one in turn.units if one.power == power and one.origin == unit.place)
    return [one for one in own if one.entered != BUILT and unit.kind in ("", one.kind)]


def in_vain(order: Standable, state: State, reader: Power) -> str:
    """Return the clause by which *order* of `waiting` has no effect by what everybody knows; else ""."""
    if isinstance(order, PutOnRing):
        return "7.4" if state.alignments[reader] == GOOD else ""
    if not isinstance(order, Destroy) or state.unfinished is None:
        return ""
    target = order.target.kind
    if target not in LED_OR_MULTIPLE or order.unit.count > 1 or _is_led(order.unit, reader, state.unfinished):
        return ""
    return LED_OR_MULTIPLE[target]


def _is_led(unit: Unit, power: Power, turn: Unfinished) -> bool:
    """Return whether a piece leads the unit, which is public (3.3(a)), or no unit stands there yet."""
    there = [one.number for one in turn.units if (one.power, one.place) == (power, unit.place)]
    return not there or any(piece.leads in there and not piece.dead for piece in turn.pieces)

"""The orders for the Ring that its holder may give now (HB 7.3, 7.4, 7.7)."""

from collections.abc import Collection, Iterator
from functools import partial

from adjudicator.hardbop import ground
from adjudicator.hardbop.language.checking import checked
from adjudicator.hardbop.language.knowledge import Known
from adjudicator.hardbop.position import State
from adjudicator.hardbop.sentences import group
from adjudicator.middle_earth.language import lawful_choices
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Power, Standable, Unit
from adjudicator.middle_earth.resolve.pieces import GOOD
from adjudicator.middle_earth.view.ring import CARRIED, Advice, RingOrders, example

_ADVICE = group("ring_advice")
_MAY_WEAR = {"Saruman": _ADVICE["worn by Saruman"], "Mordor": _ADVICE["worn by Sauron"]}


def advice(power: Power, alignment: str, living: Collection[str]) -> Advice:
    """Return what the holder reads, including what it may do with the Ring as a power of that alignment.

    *living* are the kinds of its pieces: once Saruman is dead, his units may wear it (7.4(b)).
    """
    may_units = power not in living and power != "Mordor"
    wear = _ADVICE["worn by others"] if may_units else _MAY_WEAR[power]
    return Advice(
        carried=(
            _ADVICE["carries"],
            _ADVICE["won by a Good power"] if alignment == GOOD else wear,
            _ADVICE["destroyed in Orodruin"],
            _ADVICE["taken by the victor"],
        ),
        worn=(_ADVICE["wears"], _ADVICE["lost by the wearer"]),
    )


def ring_orders(state: State, power: Power) -> RingOrders:
    """Return the orders for the Ring that *power*, its holder, may give."""
    known = Known(state, power)
    bearer = state.ring.bearer
    if state.ring.how != CARRIED or bearer is None or known.is_retreat():
        return RingOrders()
    unit = Unit(bearer.kind, bearer.place)
    now = tuple(lawful_choices.as_written(_candidates(state, known, unit), known, checked))
    near = partial(ground.near, chosen=state.options)
    later = example(unit, sorted(near(unit.place)), near, known, checked) if known.is_movement() else None
    return RingOrders(now, later)


def _candidates(state: State, known: Known, unit: Unit) -> Iterator[Standable]:
    yield from (act.DestroyRing(unit), act.PutOnRing(unit))
    if known.is_movement():  # when builds are due, the Ring can no longer be passed (9)
        mine = [(one.kind, one.place) for one in known.pieces] + [
            (one.kind, one.place) for one in known.units
        ]
        here = {place for kind, place in mine if place == unit.place and kind != unit.kind}
        near = sorted(ground.near(unit.place, state.options))
        yield from (act.PassRing(unit, place) for place in (*sorted(here), *near))

"""The orders for the Ring that its holder may give now (XIII 8.4, 8.9, 8.12 to 8.24)."""

from collections.abc import Iterator

from adjudicator.downfall_xiii.language.checking import checked
from adjudicator.downfall_xiii.language.knowledge import Known
from adjudicator.downfall_xiii.position import State
from adjudicator.downfall_xiii.sentences import group
from adjudicator.downfall_xiii.view.choices import OFFERED_IN, SEIZED_IN, away_with_ring, to_order
from adjudicator.middle_earth.language import lawful_choices
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Power, Standable, Unit
from adjudicator.middle_earth.view.ring import CARRIED, Advice

_ADVICE = group("ring_advice")
ADVICE = Advice(
    carried=(
        _ADVICE["carries"],
        _ADVICE["destroyed in Orodruin"],
        _ADVICE["taken by an attack"],
    ),
    fellowship=(
        _ADVICE["carries"],
        _ADVICE["destroyed in Orodruin"],
        _ADVICE["retreats with it"],
    ),
    worn=(
        _ADVICE["wears"],
        _ADVICE["lost by the wearer"],
    ),
)


def ring_orders(state: State, power: Power) -> tuple[str, ...]:
    """Return the orders for the Ring that *power*, its holder, may give."""
    known = Known(state, power)
    bearer = state.ring.bearer
    if state.ring.how != CARRIED or bearer is None or not known.is_movement():
        return ()
    kinds = ("A/F", "F") if bearer.kind == "F" else (bearer.kind,)
    found = [unit for unit in to_order(known) if unit.kind in kinds and unit.place == bearer.place]
    return tuple(
        order
        for unit in found[:1]
        for order in lawful_choices.as_written(_candidates(state, known, unit), known, checked)
    )


def _candidates(state: State, known: Known, unit: Unit) -> Iterator[Standable]:
    yield act.DestroyRing(unit)
    if _may_wear(state, known.power, unit):
        yield act.PutOnRing(unit)
    if unit.place == OFFERED_IN and state.owners.get(OFFERED_IN) == "Elves":
        yield act.OfferRing(unit, "Elves")
    yield from away_with_ring(unit, known)


def _may_wear(state: State, power: Power, unit: Unit) -> bool:
    """Return whether the condition of a place is fulfilled; the others are checked with the order."""
    match power:
        case "Elves":
            return unit.place == OFFERED_IN
        case "Rohan":
            return state.owners.get(SEIZED_IN) != "Gondor"
    return True

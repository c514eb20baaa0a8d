"""The orders for the Ring that its holder may give now (XIII 8.4, 8.9, 8.12 to 8.24)."""

from collections.abc import Collection, Iterator, Mapping
from functools import partial
from typing import Protocol

from adjudicator.downfall_xiii import ground
from adjudicator.downfall_xiii.language.checking import checked
from adjudicator.downfall_xiii.language.knowledge import Known
from adjudicator.downfall_xiii.position import State
from adjudicator.downfall_xiii.resolve.perils import PERILOUS
from adjudicator.downfall_xiii.resolve.pieces.wearing import FALLS
from adjudicator.downfall_xiii.sentences import group
from adjudicator.downfall_xiii.view.choices import OFFERED_IN, SEIZED_IN, away_with_ring, to_order
from adjudicator.middle_earth.language import lawful_choices
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Place, Power, Standable, Unit
from adjudicator.middle_earth.resolve.pieces import GOOD, NEUTRAL
from adjudicator.middle_earth.view.ring import CARRIED, Advice, Example, Held, RingOrders, example

_ADVICE = group("ring_advice")
_WEARING = group("ring_wearing")


class Board(Protocol):
    """What is public of the board."""

    @property
    def owners(self) -> Mapping[Place, Power]: ...
    @property
    def alignments(self) -> Mapping[Power, str]: ...


def advice(held: Held, power: Power, living: Collection[str], board: Board) -> Advice:
    """Return what the holder reads, including what it may do with the Ring as this power.

    *living* are the kinds of its pieces.
    """
    fire = "destroyed by the Good" if board.alignments[power] == GOOD else "destroyed by others"
    turns = FALLS[power].turns if power in FALLS else 0
    wear = _WEARING[_wearing(held, power, living, board)].format(turns=turns, mine="{mine}")
    carried = (_ADVICE["carries"], wear, _ADVICE[fire])
    return Advice(
        carried=(*carried, _ADVICE["taken by an attack"]),
        fellowship=(*carried, _ADVICE["retreats with it"]),
        worn=(_ADVICE["wears"], _ADVICE["lost by the wearer"]),
    )


def _wearing(held: Held, power: Power, living: Collection[str], board: Board) -> str:
    """Return the key of the sentence on putting it on (8.14 to 8.21)."""
    match power:
        case "Saruman" if power not in living:
            return "Saruman, once he is dead"
        case "Saruman" | "Mordor":
            himself = held.kind in ("Saruman", "Sauron")
            return power if himself else f"{power}, by another"
        case "Rohan" if board.alignments[power] != NEUTRAL or board.owners.get(SEIZED_IN) == "Gondor":
            return "Rohan, not now"
    return power


def ring_orders(state: State, power: Power) -> RingOrders:
    """Return the orders for the Ring that *power*, its holder, may give."""
    known = Known(state, power)
    bearer = state.ring.bearer
    if state.ring.how != CARRIED or bearer is None or not known.is_movement():
        return RingOrders()
    kinds = ("A/F", "F") if bearer.kind == "F" else (bearer.kind,)
    found = [unit for unit in to_order(known) if unit.kind in kinds and unit.place == bearer.place]
    if not found:
        return RingOrders()
    now = lawful_choices.as_written(_candidates(state, known, found[0]), known, checked)
    return RingOrders(tuple(now), _example(found[0], known))


def _example(unit: Unit, known: Known) -> Example | None:
    goals = sorted(ground.steps("F" if unit.kind == "A/F" else unit.kind, unit.place) - {*PERILOUS})
    return example(unit, goals, partial(ground.steps, "A"), known, checked)


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

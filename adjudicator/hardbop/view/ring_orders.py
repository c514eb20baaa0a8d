"""The orders for the Ring that its holder may give now (HB 7.3, 7.4, 7.7)."""

from collections.abc import Iterator

from adjudicator.hardbop import ground
from adjudicator.hardbop.language.checking import checked
from adjudicator.hardbop.language.knowledge import Known
from adjudicator.hardbop.position import State
from adjudicator.middle_earth.language import lawful_choices
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Power, Standable, Unit
from adjudicator.middle_earth.view.ring import CARRIED, Advice, Held

ADVICE = Advice(
    carried=(
        "Your {unit} in {place} carries the Ring, which goes where your {unit} goes. (See RULES 7.3.)",
        "It can be destroyed in Orodruin (Oro). (See RULES 7.7.)",
        "If your {unit} is destroyed, or dislodged with a unit, the victor has the Ring. (See RULES 7.3(e).)",
    ),
    worn=(
        "Your {unit} in {place} wears the Ring. It is never taken off or passed. (See RULES 7.4.)",
        "If your {unit} is dislodged or destroyed, you are eliminated. (See RULES 7.6.)",
    ),
)


def held(state: State, reader: Power | None) -> Held | None:
    """Return the Ring, if *reader* holds it."""
    bearer = state.ring.bearer
    if bearer is None or bearer.power != reader or state.over or reader in state.eliminated:
        return None
    unit = Unit(bearer.kind, bearer.place)
    return Held(bearer.kind, bearer.place, state.ring.how, _orders(state, reader, unit))


def _orders(state: State, power: Power, unit: Unit) -> tuple[str, ...]:
    known = Known(state, power)
    if state.ring.how != CARRIED or known.is_retreat():
        return ()
    return tuple(lawful_choices.as_written(_candidates(state, known, unit), known, checked))


def _candidates(state: State, known: Known, unit: Unit) -> Iterator[Standable]:
    yield from (act.DestroyRing(unit), act.PutOnRing(unit))
    if known.is_movement():  # passing is behind it when builds are due (9)
        mine = [(one.kind, one.place) for one in known.pieces] + [
            (one.kind, one.place) for one in known.units
        ]
        here = {place for kind, place in mine if place == unit.place and kind != unit.kind}
        near = sorted(ground.near(unit.place, state.options))
        yield from (act.PassRing(unit, place) for place in (*sorted(here), *near))

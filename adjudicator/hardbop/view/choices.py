"""All legal orders of a power, as far as it may know, in the notation of orders.

Candidates are combined unit by unit; the rules for reading orders decide which of them are legal.
"""

from collections.abc import Iterable, Iterator
from functools import partial

from adjudicator.hardbop import ground
from adjudicator.hardbop.language.checking import checked
from adjudicator.hardbop.language.in_force import to_order
from adjudicator.hardbop.language.knowledge import Known, of
from adjudicator.hardbop.language.legality_company import LENT_LEADERS
from adjudicator.hardbop.position import Beaten, State
from adjudicator.hardbop.resolve import adjustments
from adjudicator.hardbop.resolve.alignments import may_declare
from adjudicator.hardbop.resolve.convoys import CARRIERS
from adjudicator.middle_earth.language import lawful_choices
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Place, Power, Standable, Unit
from adjudicator.middle_earth.resolve.pieces import is_piece
from adjudicator.middle_earth.view.later_choices import BESIDES
from adjudicator.middle_earth.view.wording import short_unit

ALIGNMENT = "Alignment"


def choices(state: State, power: Power) -> dict[str, list[str]]:
    """Return each unit's and piece's actions and additional orders, and an entry for each build due."""
    return lawful_choices.of_power(state, power, Known, candidates, checked)


def candidates(known: Known) -> dict[str, Iterable[Standable]]:
    """Return candidates before `is_lawful` checks each; built only when needed."""
    if known.is_retreat():
        return {short_unit(of(row.unit)): _retreats(row) for row in known.beaten}
    return _moving(known) if known.is_movement() else _adjusting(known)


def _moving(known: Known) -> dict[str, Iterable[Standable]]:
    found: dict[str, Iterable[Standable]] = {}
    off_board = 0
    for unit, _ in to_order(known):
        name = short_unit(unit)
        if unit.place == ground.OFF:  # each of them has orders of its own
            off_board += 1
            name = f"{name} {off_board}"
        found[name] = actions(unit, known)
        found[BESIDES.format(unit=name)] = besides(unit, known)
    for kind in ("Gandalf", "Nazgul"):
        found[f"{kind}, first place"] = _starts(kind, known)
        found[f"{kind}, return"] = _returns(kind, known)
    found[ALIGNMENT] = map(act.Declare, may_declare(known.state, known.power))
    return found


is_lawful = partial(lawful_choices.is_lawful, check=checked)


def _near(unit: Unit) -> list[Place]:
    return sorted(ground.steps(unit.kind, unit.place))


# What a unit does.


def actions(unit: Unit, known: Known) -> Iterator[Standable]:
    yield act.Hold(unit)
    yield from _moves(unit)
    if unit.place == ground.OFF:
        return
    yield from _supports(unit, known)
    yield from _voyages(unit, known)
    if is_piece(unit.kind):
        yield from _leads(unit, known)
        yield from _special_orders(unit, known)
    elif unit.kind in CARRIERS and unit.place in ground.WATER:
        yield from _convoys(unit, known)


def _moves(unit: Unit) -> Iterator[Standable]:
    for place in _near(unit):
        yield act.Move(unit, (place,))
    if unit.kind in ground.TWO_SPACES:
        for first in _near(unit):
            yield act.HoldThenMove(unit, first)
            for second in sorted(ground.steps(unit.kind, first)):
                yield act.Move(unit, (first, second))


def _supports(unit: Unit, known: Known) -> Iterator[Standable]:
    if is_piece(unit.kind) and unit.kind != "Gandalf":
        return
    near = set(_near(unit))
    for place in sorted(near & (ground.GARRISONS | set(ground.DWARVEN_HALLS))):
        yield act.SupportGarrison(unit, place)
    for place, there in sorted(known.at.items()):
        other = of(there[0])
        if place in near:
            yield act.SupportHold(unit, other)
        for goal in sorted(near & ground.steps(other.kind, place)):
            yield act.SupportMove(unit, other, (goal,))
        if other.kind == "C" and unit.kind in ("C", "Gandalf"):
            yield from _second_supports(unit, other, near)


def _second_supports(unit: Unit, other: Unit, near: set[Place]) -> Iterator[Standable]:
    if other.place in near:
        yield act.SupportSecond(unit, other, ())
    for first in sorted(ground.steps("C", other.place)):
        if first in near:
            yield act.SupportSecond(unit, other, (first,), holds=True)
        for second in sorted(near & ground.steps("C", first)):
            yield act.SupportSecond(unit, other, (first, second))


def _voyages(unit: Unit, known: Known) -> Iterator[Standable]:
    """Yield convoys over one sea with a fleet or a Pirate."""
    for sea in sorted(ground.FLEET[unit.place] & ground.WATER):
        if any(one.kind in CARRIERS for one in known.at.get(sea, ())):
            for coast in sorted(ground.FLEET[sea] - ground.WATER - set(_near(unit))):
                yield act.Move(unit, (coast,))


def _convoys(unit: Unit, known: Known) -> Iterator[Standable]:
    coasts = sorted(ground.FLEET[unit.place] - ground.WATER)
    for start in coasts:
        for one in known.at.get(start, ()):
            yield from (act.Convoy(unit, of(one), end) for end in coasts if end != start)
    for piece in known.pieces:
        if piece.place in coasts:
            yield from (act.Convoy(unit, of(piece), end) for end in coasts if end != piece.place)


# What pieces do.


def _leads(unit: Unit, known: Known) -> Iterator[Standable]:
    for one in known.at.get(unit.place, ()):
        led = of(one)
        yield act.Lead(unit, led)
        for place in _near(led):
            yield act.Lead(unit, led, (place,))
            if led.kind == "C":
                yield from (act.Lead(unit, led, (place, n)) for n in sorted(ground.steps("C", place)))


def _special_orders(unit: Unit, known: Known) -> Iterator[Standable]:
    match unit.kind:
        case "Nazgul":
            for _, there in sorted(known.at.items()):
                yield from (act.Paralyse(unit, of(one)) for one in there)
        case "R":
            yield act.PathsOfTheDead(unit)
            for first in _near(unit):
                yield act.Neutralise(unit, (first,))
                yield from (act.Neutralise(unit, (first, n)) for n in sorted(ground.steps("R", first)))
        case "Fe":
            yield act.MarchWithEnts(unit)


# In addition to the action.


def besides(unit: Unit, known: Known) -> Iterator[Standable]:
    if unit.place == ground.OFF:
        return
    yield from _permissions(unit, known)
    own = {piece.kind for piece in known.pieces}
    for kind in ("any", *known.living):
        if kind not in own:
            yield act.Destroy(unit, act.Target(kind))
    if not known.wears_ring:
        yield from (act.DestroyRing(unit), act.PutOnRing(unit))
        near = sorted(ground.near(unit.place, known.state.options))
        yield from (act.PassRing(unit, place) for place in (unit.place, *near))
    if unit.kind == "Nazgul":
        yield from (act.Retreat(unit, (place,)) for place in _near(unit))


def _permissions(unit: Unit, known: Known) -> Iterator[Standable]:
    """Yield permissions for Gondor's pieces. 3.5(b)"""
    if not is_piece(unit.kind) and known.power != "Gondor":
        yield from (act.Lead(Unit(kind), unit) for kind in LENT_LEADERS if kind in known.living)


def _starts(kind: str, known: Known) -> Iterator[Standable]:
    if kind in known.state.unplaced:
        yield from (act.StartsAt(Unit(kind), place) for place in ground.LAND)


def _returns(kind: str, known: Known) -> Iterator[Standable]:
    if kind in known.state.returns:
        yield from (act.ReturnsTo(Unit(kind), place) for place in ground.LAND)


# Retreats and adjustments.


def _retreats(row: Beaten) -> Iterator[Standable]:
    unit = of(row.unit)
    for place in row.free:
        yield act.Retreat(unit, (place,))
    yield act.Disband(unit)


def _adjusting(known: Known) -> dict[str, Iterable[Standable]]:
    state, power = known.state, known.power
    due = adjustments.due(state, power)
    builds = [
        act.Build(Unit(kind, place))
        for place in adjustments.sites(state, power)
        for kind in adjustments.kinds(state, power, place)
    ]
    removals = [act.Remove(Unit(one.kind, one.place)) for one in known.units]
    besides = {
        BESIDES.format(unit=short_unit(of(one))): list(beside_builds(of(one), known)) for one in known.units
    }
    return {
        **{f"Build {number}": [*builds, act.Waive()] for number in range(1, due + 1)},
        **{f"Removal {number}": removals for number in range(1, 1 - due)},
        **besides,
    }


def beside_builds(unit: Unit, known: Known) -> Iterator[Standable]:
    """Yield the orders that are allowed when builds are due. 9(c)"""
    if unit.place != ground.OFF:
        own = {piece.kind for piece in known.pieces}
        yield from (act.Destroy(unit, act.Target(kind)) for kind in ("any", *known.living) if kind not in own)
        if not known.wears_ring:
            yield from (act.DestroyRing(unit), act.PutOnRing(unit))

"""What may be ordered besides `choices`.

Once a move is ordered: the Ring is passed from where it ends (HB 7.3), or the Nazgul retreats from there
(3.10(d)). Rarely ordered: proxies, and what pieces do when builds are due (9(c)).
"""

from collections.abc import Iterator, Sequence

from adjudicator.hardbop import ground
from adjudicator.hardbop.language.checking import checked
from adjudicator.hardbop.language.in_force import to_order
from adjudicator.hardbop.language.knowledge import Known, of
from adjudicator.hardbop.language.legality_company import LENT_LEADERS
from adjudicator.hardbop.position import State
from adjudicator.hardbop.view.choices import actions, beside_builds, besides
from adjudicator.middle_earth.language import lawful_choices
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Order, Place, Power, Standable, Unit
from adjudicator.middle_earth.resolve.pieces import is_piece
from adjudicator.middle_earth.view.later_choices import BESIDES, Candidates, destroying, once_ordered, proxies
from adjudicator.middle_earth.view.wording import short_unit


def later_choices(state: State, power: Power, orders: Sequence[Order]) -> dict[str, list[str]]:
    """Return what *orders* make possible; see `middle_earth.view.later_choices`."""
    known = Known(state, power, orders)
    if state.over or power in state.eliminated or known.is_retreat():
        return {}
    if not known.is_movement():
        return _of_pieces(known)
    here = [unit for unit, _ in to_order(known) if unit.place != ground.OFF]
    moving = {unit: known.ends(unit) - {unit.place} for unit in here}
    return {
        **once_ordered(moving, orders, known, Candidates(actions, besides, _later, checked), {}),
        **proxies(here, ground.POWERS, (), known, checked),
    }


def _of_pieces(known: Known) -> dict[str, list[str]]:
    """Return what pieces may do when builds are due. 9(c)"""
    pieces = [Unit(piece.kind, piece.place) for piece in known.pieces]
    found = {BESIDES.format(unit=short_unit(piece)): beside_builds(piece, known) for piece in pieces}
    return lawful_choices.by_unit(found, known, checked)


def _later(unit: Unit, ends: Sequence[Place], known: Known) -> Iterator[Standable]:
    yield from destroying(unit, ("any", *known.living), known.ordered)
    if ends and not known.wears_ring:
        yield act.DestroyRing(unit)
    for end in (unit.place, *ends) if not known.wears_ring else ():
        near = sorted(ground.near(end, known.state.options))
        yield from (act.PassRing(unit, place) for place in (end, *near) if end != unit.place)
        yield from _to_own(unit, (end, *near), known)
    for end in ends:
        if unit.kind == "Nazgul":
            yield from (act.Retreat(unit, (place,)) for place in sorted(ground.steps(unit.kind, end)))
        elif not is_piece(unit.kind) and known.power != "Gondor":
            leaders = (kind for kind in LENT_LEADERS if kind in known.living)
            yield from (act.Lead(Unit(kind), unit, (end,)) for kind in leaders)


def _to_own(unit: Unit, near: Sequence[Place], known: Known) -> Iterator[Standable]:
    """Yield passing the Ring to a unit or piece of one's own that is near."""
    own = (*map(of, known.units), *(Unit(piece.kind, piece.place) for piece in known.pieces))
    yield from (act.PassRing(unit, receiver=one) for one in own if one != unit and one.place in near)

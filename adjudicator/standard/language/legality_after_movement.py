"""Whether a unit may retreat, be built or be removed so.

As in `legality`, an order in the player's words becomes a value, or is refused with what would do.
"""

from collections.abc import Sequence

from adjudicator.core.position import Place, Unit
from adjudicator.core.words import NotAllowed, listed
from adjudicator.standard.language import orders
from adjudicator.standard.language.grammar import WrittenOrder
from adjudicator.standard.language.names import Ground, coast_for, find, own_unit, province_of
from adjudicator.standard.map_facts import ANYWHERE
from adjudicator.standard.resolve import retreats
from adjudicator.standard.resolve.adjustments import building_sites, owed
from adjudicator.standard.view.wording import short_unit


def retreat(written: WrittenOrder, ground: Ground) -> orders.Order:
    unit = own_unit(written.unit, ground)
    if len(written.route) > 1:
        raise NotAllowed("A unit retreats one province.", "Name one province.")
    open_to = retreats.places(ground.board, ground.position, ground.beaten[province_of(unit.place)])
    province, coast = find(ground, written.route[-1], {province_of(place) for place in open_to}.__contains__)
    if province not in map(province_of, open_to):
        raise NotAllowed(
            f"{ground.unit(unit)} may not retreat to {ground.place(province)}.",
            _ways_out(unit, open_to),
        )
    return orders.Retreat(
        unit, province if unit.kind == "A" else coast_for(ground.board, unit, province, coast)
    )


def _ways_out(unit: Unit, open_to: Sequence[Place]) -> str:
    return f"Open to it: {', '.join(open_to)}." if open_to else f"No way is open: {short_unit(unit)} disband."


def disband(written: WrittenOrder, ground: Ground) -> orders.Order:
    return orders.Disband(own_unit(written.unit, ground))


def build(written: WrittenOrder, ground: Ground) -> orders.Order:
    _owes(owed(ground.board, ground.position, ground.power) > 0, "You have no build now.")
    sites = building_sites(ground.board, ground.position, ground.power)
    province, coast = find(ground, written.unit.place, sites.__contains__)
    if province not in sites:
        raise NotAllowed(
            _no_site(province, ground), f"Free {_sites_called(ground)}s: {listed(sites, 'and') or 'none'}."
        )
    kind = written.unit.kind
    if not kind and province in ground.language.inland:
        kind = "A"
    if not kind:
        raise NotAllowed("An army or a fleet?", f"Write Build A {province} or Build F {province}.")
    return orders.Build(Unit(ground.power, kind, _built_at(ground, kind, province, coast)))


def _sites_called(ground: Ground) -> str:
    return "supply centre" if ground.board.facts.builds == ANYWHERE else "home centre"


def _no_site(province: str, ground: Ground) -> str:
    name = ground.place(province)
    if province not in ground.board.sites[ground.power]:
        return f"{name} is not a {_sites_called(ground)} of {ground.power}."
    if ground.position.owners.get(province) != ground.power:
        return f"{name} is not yours now."
    return f"{ground.unit(ground.standing[province])} stands there."


def _built_at(ground: Ground, kind: str, province: str, coast: str) -> Place:
    coasts = ground.board.map.provinces[province].coasts
    if kind == "A":
        return province
    if province in ground.language.inland:
        raise NotAllowed(
            f"{ground.place(province)} has no shore: no fleet is built there.",
            f"Write Build A {province}.",
        )
    if coasts and coast not in coasts:
        named = [f"Build F {province}/{each}" for each in coasts]
        raise NotAllowed(f"On which coast of {ground.place(province)}?", f"Write {listed(named)}.")
    return f"{province}/{coast}" if coasts else province


def remove(written: WrittenOrder, ground: Ground) -> orders.Order:
    _owes(owed(ground.board, ground.position, ground.power) < 0, "You have nothing to remove now.")
    return orders.Remove(own_unit(written.unit, ground))


def waive(written: WrittenOrder, ground: Ground) -> orders.Order:
    due = owed(ground.board, ground.position, ground.power)
    _owes(due > 0, "You have no build to waive now.")
    if not 1 <= written.number <= due:
        raise NotAllowed(f"You have {due} to build.", f"Waive at most {due}.")
    return orders.Waive(written.number)


def adjust(written: WrittenOrder, ground: Ground) -> orders.Order:
    """A unit alone is built or removed: only one of the two can be due."""
    is_to_build = owed(ground.board, ground.position, ground.power) > 0
    return build(written, ground) if is_to_build else remove(written, ground)


def _owes(is_due: bool, reason: str) -> None:
    if not is_due:
        raise NotAllowed(reason, "STATUS tells what is due.")

"""Check retreats, builds and removals.

As in `legality`, an order in the player's words becomes a value, or is refused with a remedy.
"""

from collections.abc import Sequence

from adjudicator.core.language.words import NotAllowed, listed
from adjudicator.core.position import Place, Unit
from adjudicator.standard.language import orders
from adjudicator.standard.language.grammar import WrittenOrder
from adjudicator.standard.language.names import Ground, coast_for, find, own_unit, province_of
from adjudicator.standard.resolve import retreats
from adjudicator.standard.resolve.adjustments import building_sites, owed
from adjudicator.standard.sentences import say
from adjudicator.standard.view.wording import short_unit


def retreat(written: WrittenOrder, ground: Ground) -> orders.Order:
    unit = own_unit(written.unit, ground)
    if len(written.route) > 1:
        raise NotAllowed(say("retreats_one"), say("name_one"))
    open_to = retreats.places(ground.board, ground.position, ground.beaten[province_of(unit.place)])
    province, coast = find(ground, written.route[-1], {province_of(place) for place in open_to}.__contains__)
    if province not in map(province_of, open_to):
        raise NotAllowed(
            say("no_retreat_to", unit=ground.unit(unit), place=ground.place(province)),
            _ways_out(unit, open_to),
        )
    return orders.Retreat(
        unit, province if unit.kind == "A" else coast_for(ground.board, unit, province, coast)
    )


def _ways_out(unit: Unit, open_to: Sequence[Place]) -> str:
    if not open_to:
        return say("no_way_open", short=short_unit(unit))
    return say("open_to_it", places=", ".join(open_to))


def disband(written: WrittenOrder, ground: Ground) -> orders.Order:
    return orders.Disband(own_unit(written.unit, ground))


def build(written: WrittenOrder, ground: Ground) -> orders.Order:
    _owes(owed(ground.board, ground.position, ground.power) > 0, say("no_build"))
    sites = building_sites(ground.board, ground.position, ground.power)
    province, coast = find(ground, written.unit.place, sites.__contains__)
    if province not in sites:
        raise NotAllowed(_no_site(province, ground), _free_sites(sites, ground))
    kind = written.unit.kind
    if not kind and province in ground.language.inland:
        kind = "A"
    if not kind:
        raise NotAllowed(say("army_or_fleet"), say("write_kind", place=province))
    return orders.Build(Unit(ground.power, kind, _built_at(ground, kind, province, coast)))


def _free_sites(sites: Sequence[str], ground: Ground) -> str:
    places = listed(sites, "and") or say("none")
    if ground.board.facts.builds != "home centres":
        return say("free_centres", places=places)
    return say("free_home_centres", places=places)


def _no_site(province: str, ground: Ground) -> str:
    name = ground.place(province)
    if province not in ground.board.sites[ground.power]:
        if ground.board.facts.builds != "home centres":
            return say("not_a_centre", place=name, power=ground.power)
        return say("not_a_home_centre", place=name, power=ground.power)
    if ground.position.owners.get(province) != ground.power:
        return say("not_yours_now", place=name)
    return say("occupied", unit=ground.unit(ground.standing[province]))


def _built_at(ground: Ground, kind: str, province: str, coast: str) -> Place:
    coasts = ground.board.map.provinces[province].coasts
    if kind == "A":
        return province
    if province in ground.language.inland:
        raise NotAllowed(
            say("no_fleet_built", place=ground.place(province)), say("write_build_army", place=province)
        )
    if coasts and coast not in coasts:
        named = [f"Build F {province}/{each}" for each in coasts]
        raise NotAllowed(say("which_coast", place=ground.place(province)), say("write", orders=listed(named)))
    return f"{province}/{coast}" if coasts else province


def remove(written: WrittenOrder, ground: Ground) -> orders.Order:
    _owes(owed(ground.board, ground.position, ground.power) < 0, say("nothing_to_remove"))
    return orders.Remove(own_unit(written.unit, ground))


def waive(written: WrittenOrder, ground: Ground) -> orders.Order:
    due = owed(ground.board, ground.position, ground.power)
    _owes(due > 0, say("no_build_to_waive"))
    if not 1 <= written.number <= due:
        raise NotAllowed(say("you_have_to_build", count=due), say("waive_at_most", number=due))
    return orders.Waive(written.number)


def adjust(written: WrittenOrder, ground: Ground) -> orders.Order:
    """Read a unit without a verb as a build or a removal: only one of the two can be due."""
    is_to_build = owed(ground.board, ground.position, ground.power) > 0
    return build(written, ground) if is_to_build else remove(written, ground)


def _owes(is_due: bool, reason: str) -> None:
    if not is_due:
        raise NotAllowed(reason, say("status_tells"))

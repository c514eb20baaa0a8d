"""What is due, in the report: retreats, builds and removals, and what else may be ordered then."""

from collections.abc import Iterable, Iterator

from adjudicator.core.game import ADJUSTS, Item, Section
from adjudicator.core.language.words import listed
from adjudicator.hardbop import ground
from adjudicator.hardbop.position import ADJUSTMENT, Beaten, Military
from adjudicator.hardbop.sentences import form, say
from adjudicator.hardbop.view.centres import counted
from adjudicator.hardbop.view.sight import Seen
from adjudicator.hardbop.view.wording import place_name, unit_name
from adjudicator.middle_earth.language.orders import Destroy, Place, Target, Unit
from adjudicator.middle_earth.language.writing import short
from adjudicator.middle_earth.view.sections import retreat_due, section


def due(seen: Seen) -> Iterator[Section]:
    if seen.over:
        return
    items = [Item(_waiting(row)) for row in seen.beaten]
    items += [
        Item(_adjustment(seen, power, number), "" if power == seen.reader else ADJUSTS)
        for power, number in seen.adjustments.items()
    ]
    if seen.phase == ADJUSTMENT and seen.reader not in (None, *seen.adjustments, *seen.eliminated):
        items += map(Item, _without_builds(seen, seen.reader or ""))
    items += [Item(_at_the_end(seen, order)) for order in _end_of_turn(seen)]
    yield from section("due", say("due_title", turn=seen.due), items)


def _without_builds(seen: Seen, power: str) -> Iterator[str]:
    """Say why a power builds none: it has all the units that it may have, or no place for more."""
    number, allowed = counted(seen)[power], seen.allowed[power]
    if number == allowed > 0:
        yield ground.SPEECH.sentence(form("has_all_allowed"), power=power, number=str(number))
    elif number < allowed:
        told = ground.SPEECH.sentence(form("no_place_to_build"), power=power)
        yield " ".join([told, *_closed_to_builds(seen, power)])


def _end_of_turn(seen: Seen) -> Iterator[str]:
    """Yield an order for step xii that the reader may give with the adjustments, owing any or not. (9(c))"""
    if seen.phase == ADJUSTMENT and seen.reader not in seen.eliminated:
        own = [one for one in seen.military if one.power == seen.reader and one.place != ground.OFF]
        yield from (short(Destroy(_unit(one), Target("any"))) for one in own[:1])


def _at_the_end(seen: Seen, order: str) -> str:
    return ground.SPEECH.sentence(form("end_of_turn_anew"), power=seen.reader or "", order=order)


def _waiting(row: Beaten) -> str:
    ways = listed(place_name(place) for place in row.free)
    return retreat_due(row.unit.power, unit_name(_unit(row.unit)), ways)


def _unit(one: Military) -> Unit:
    return Unit(one.kind, one.place, one.size)


def _adjustment(seen: Seen, power: str, number: int) -> str:
    units = say("number_of_units", count=abs(number))
    if number < 0:
        return ground.SPEECH.sentence(form("must_remove"), power=power, units=units)
    if power != seen.reader:
        return ground.SPEECH.sentence(form("may_build_number"), power=power, units=units)
    return " ".join([_places_to_build(seen, power), *_closed_to_builds(seen, power)])


def _places_to_build(seen: Seen, power: str) -> str:
    where = ", ".join(place_name(place) for place in seen.build_places)
    if where:
        units = say("number_of_units", count=seen.builds)
        return ground.SPEECH.sentence(form("may_build_number_in"), power=power, units=units, places=where)
    return ground.SPEECH.sentence(form("no_place_to_build"), power=power)


def _closed_to_builds(seen: Seen, power: str) -> Iterator[str]:
    """Yield why *power*, the reader, may not build in its other home centres (6.1)."""
    held = {one.place for one in seen.military}
    closed = sorted(set(ground.HOMES[power]) - set(seen.build_places))
    lost = [home for home in closed if seen.owners.get(home) != power]
    full = [home for home in closed if home in held and seen.owners.get(home) == power]
    if lost:
        yield say("no_build_where_not_owned", places=_places(lost), count=len(lost))
    if full:
        yield say("no_build_where_a_unit_is", places=_places(full), count=len(full))


def _places(places: Iterable[Place]) -> str:
    return listed(map(ground.SPEECH.place, places), "and")

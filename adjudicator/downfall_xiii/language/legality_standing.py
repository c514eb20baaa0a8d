"""What may be a standing order?  Any order (N.1); only its names are asked.

It is for turns to come: whether it can be carried out is for the turn to say in which it is used.
"""

import msgspec

from adjudicator.core.words import NotAllowed, Unreadable
from adjudicator.downfall_xiii.language import legality_at_end
from adjudicator.downfall_xiii.language.knowledge import FLEETS, POWERS, place_meant
from adjudicator.middle_earth.language import conditions
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Place, Standable, Unit
from adjudicator.middle_earth.resolve.pieces import is_piece

ANYWHERE = "*"
WATERS = (act.ThrowRing,)


def named(order: Standable) -> Standable:
    """*order* with ids for all the words that name places and powers. Raises as `lawful`."""
    match order:
        case act.Declare() | act.Waive():
            return order
        case act.Proxy(unit=unit, to=to):
            return act.Proxy(_unit(unit) if unit else None, POWERS.meant(to))
        case act.Destroy() if order.unit.kind == "Gandalf" and order.target.kind == "Balrog":
            return act.DestroyBalrog(_unit(order.unit))
        case act.Destroy():
            return _destroy(order)
        case act.OfferRing():
            return act.OfferRing(_unit(order.unit), POWERS.meant(order.power))
    return _fields(order)


def _destroy(order: act.Destroy) -> act.Destroy:
    unit = _unit(order.unit)
    if unit.kind in legality_at_end.NEVER_DESTROY:
        raise NotAllowed(
            legality_at_end.NEVER_DESTROY[unit.kind], "Only Armies, Cavalry and Fleets destroy pieces."
        )
    target = legality_at_end.target_meant(order.target)
    depends_on = []
    for one in order.conditions:
        conditions.check(one)
        depends_on.append(
            act.Condition(_unit(one.unit), _places(one.path, one.unit.kind in FLEETS), one.succeeds)
        )
    return act.Destroy(unit, target, tuple(depends_on))


def _fields(order: Standable) -> Standable:
    """Every unit, place and path among the fields of *order*."""
    unit: Unit = getattr(order, "unit", Unit(""))
    water = unit.kind in FLEETS
    found = {key: _meant(key, getattr(order, key), order, water) for key in order.__struct_fields__}
    return msgspec.structs.replace(order, **found)


def _meant(key: str, value: object, order: Standable, water: bool) -> object:
    match value:
        case Unit():
            return _fleet(value) if key == "fleet" else _unit(value)
        case str() if value:
            return place_meant(value, water or isinstance(order, WATERS))
        case tuple() if key in ("path", "preferences"):
            return _places(value, water)
        case tuple() if key == "parts":
            return tuple(_part(one) for one in value)
        case msgspec.Struct():
            return named(value)  # type: ignore[arg-type]  # the order within a Command
    return value


def _part(one: object) -> object:
    if isinstance(one, act.Merger):
        return act.Merger(
            _unit(one.unit), place_meant(one.target, one.unit.kind in FLEETS) if one.target else ""
        )
    return named(one)  # type: ignore[arg-type]  # the parts of a Divide


def _places(words: tuple[str, ...], water: bool) -> tuple[Place, ...]:
    return tuple(place_meant(one, water) for one in words)


def _fleet(said: Unit) -> Unit:
    return Unit("F", place_meant(said.place, water=True), said.count)


def _unit(said: Unit) -> Unit:
    if said.kind in ("P", "E"):
        raise NotAllowed("XIII has no such units.", "Its units are A, C and F.")
    if said.place == ANYWHERE:
        return said
    if said.place:
        return Unit(said.kind, place_meant(said.place, said.kind in FLEETS), said.count)
    if not is_piece(said.kind):
        raise Unreadable(
            "It is not said which unit is meant.", "Write where it stands, or A * for all armies."
        )
    return Unit(said.kind)

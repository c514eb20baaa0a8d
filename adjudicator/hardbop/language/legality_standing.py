"""What may be a standing order?  Any order; only its names are asked.

It is for turns to come: whether it can be carried out is for the turn to say in which it is used.
"""

import msgspec

from adjudicator.core.words import NotAllowed, Unreadable
from adjudicator.hardbop.language.knowledge import POWERS, Known, place_meant
from adjudicator.hardbop.language.legality_at_end import target_meant
from adjudicator.middle_earth.language import conditions
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Place, Standable, Unit
from adjudicator.middle_earth.resolve.pieces import is_piece

ANYWHERE = "*"


def named(order: Standable, known: Known) -> Standable:
    """*order* with ids for all the words that name places and powers. Raises as `lawful`."""
    match order:
        case act.Declare() | act.Waive():
            return order
        case act.Proxy(unit=unit, to=to):
            return act.Proxy(_unit(unit) if unit else None, POWERS.meant(to))
        case act.Destroy():
            return _destroy(order, known)
        case act.Accompany(unit=unit, companion=led, path=path):
            return act.Lead(_unit(unit), _unit(led), _places(path))
    found = {key: _meant(getattr(order, key)) for key in order.__struct_fields__}
    return msgspec.structs.replace(order, **found)


def _destroy(order: act.Destroy, known: Known) -> act.Destroy:
    unit = _unit(order.unit)
    if is_piece(unit.kind):
        raise NotAllowed("Personality Units do not destroy.", "Military Units do.")
    depends_on = []
    for one in order.conditions:
        conditions.check(one)
        depends_on.append(act.Condition(_unit(one.unit), _places(one.path), one.succeeds))
    return act.Destroy(unit, target_meant(order.target, known), tuple(depends_on))


def _meant(value: object) -> object:
    match value:
        case Unit():
            return _unit(value)
        case str() if value:
            return place_meant(value)
        case tuple():
            return _places(value)
    return value


def _places(words: tuple[str, ...]) -> tuple[Place, ...]:
    return tuple(place_meant(one) for one in words)


def _unit(said: Unit) -> Unit:
    if said.place == ANYWHERE:
        return said
    if said.place:
        return Unit(said.kind, place_meant(said.place), said.count)
    if not is_piece(said.kind):
        raise Unreadable(
            "It is not said which unit is meant.", "Write where it stands, or A * for all armies."
        )
    return Unit(said.kind)

"""Check the orders for steps v to xiii: destroying, and the Ring (HB 3.3, 7.3, 7.4, 7.7, R11, R12).

Hidden pieces are never looked up, nor is the place of the Ring if the author does not hold it (0(b)).
Raises `Unreadable` and `NotAllowed` as in `legality`.
"""

from adjudicator.core.words import NotAllowed, Unreadable
from adjudicator.hardbop import ground
from adjudicator.hardbop.language.knowledge import PERSONALITIES, Known, place_meant
from adjudicator.hardbop.language.legality import path_meant
from adjudicator.hardbop.view.wording import unit_name
from adjudicator.middle_earth.language import conditions
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Unit
from adjudicator.middle_earth.resolve.pieces import GOOD, is_piece
from adjudicator.middle_earth.view.wording import short_unit


def doer(written: Unit, known: Known) -> Unit:
    """Return the unit, named by where it stands now; a piece also by where it will be."""
    if written.kind and is_piece(written.kind) and written.place:
        place = place_meant(written.place)
        mine = next((piece for piece in known.pieces if piece.kind == written.kind), None)
        if mine is not None and place in known.ends(Unit(mine.kind, mine.place)):
            return Unit(written.kind, mine.place)
    return known.own(written)


def destroy(order: act.Destroy, known: Known) -> act.Destroy:
    unit = doer(order.unit, known)
    if is_piece(unit.kind):
        what = {"Fe": "The Fellowship", "R": "The Ranger"}.get(unit.kind, unit_name(unit))
        raise NotAllowed(f"{what} cannot destroy.", "Only Military Units can destroy.")
    depends_on = tuple(_condition(one, known) for one in order.conditions)
    return act.Destroy(unit, target_meant(order.target, known), depends_on)


def target_meant(written: act.Target, known: Known) -> act.Target:
    if written.kind != "any" and written.kind not in PERSONALITIES:
        raise NotAllowed(
            "An order can destroy only pieces.",
            "Write A MTi destroys Nazgul, or destroys any.",
        )
    if written.power and known.power == written.power:
        raise NotAllowed("You cannot destroy your own pieces.", "")
    return act.Target(written.kind, place_meant(written.place) if written.place else "")


def _condition(written: act.Condition, known: Known) -> act.Condition:
    return conditions.meant(written, known, place_meant, lambda _, words: path_meant(words))


# The Ring. A power need not hold it to order this: it may change hands twice in a turn (7.3(c)).


def pass_ring(order: act.PassRing, known: Known) -> act.PassRing:
    unit = doer(order.unit, known)
    _check_not_worn(unit, known)
    if order.receiver is not None:
        named = order.receiver
        place = place_meant(named.place) if named.place else ""
        if not is_piece(named.kind) and not place:
            raise Unreadable("You do not say which unit you mean.", "Write where it stands: A Shi.")
        return act.PassRing(unit, receiver=Unit(named.kind, place, named.count))
    place = place_meant(order.place)
    ends = known.ends(unit)
    if place not in ends and not any(place in ground.near(end, known.state.options) for end in ends):
        raise NotAllowed(
            f"{place} is not next to {unit.place}.", "You can pass it within a space or to an adjacent one."
        )
    return act.PassRing(unit, place)


def _check_not_worn(unit: Unit, known: Known) -> None:
    bearer = known.state.ring.bearer
    mine = bearer is not None and (bearer.power, bearer.kind, bearer.place) == (
        known.power,
        unit.kind,
        unit.place,
    )
    if mine and known.state.ring.how == "worn":
        raise NotAllowed("The Ring is worn and cannot be taken off.", "It cannot be passed.")


def put_on(order: act.PutOnRing, known: Known) -> act.PutOnRing:
    """7.4, R12"""
    unit = doer(order.unit, known)
    if known.align(known.power) == GOOD:
        raise NotAllowed(f"A Good {known.power} cannot put on the Ring.", "Destroy it in Orodruin.")
    if known.power == "Mordor" and unit.kind != "Sauron":
        raise NotAllowed(
            "Of Mordor's pieces and units only Sauron can put on the Ring.", "Pass it on to him."
        )
    saruman = any(piece.kind == "Saruman" for piece in known.pieces)
    if known.power == "Saruman" and saruman and unit.kind != "Saruman":
        raise NotAllowed("While Saruman lives, only he can put on the Ring.", "Pass it on to him.")
    if unit.kind == "Nazgul":
        raise NotAllowed("The Nazgul cannot put on the Ring.", "Pass it on.")
    return act.PutOnRing(unit)


def destroy_ring(order: act.DestroyRing, known: Known) -> act.DestroyRing:
    """7.7, R11"""
    unit = doer(order.unit, known)
    if ground.FIRE not in known.goals(unit):
        raise NotAllowed(
            "The Ring can be destroyed only in Orodruin.",
            f"Send it there: {short_unit(unit)} - {ground.FIRE}.",
        )
    return act.DestroyRing(unit)

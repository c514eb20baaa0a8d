"""What may be ordered for steps v to xiii?  Destroying, and the Ring.  (HB 3.3, 7.3, 7.4, 7.7, R11, R12)

Whether a hidden piece is there, or where the Ring is that he does not hold, is never asked (0(b)).
Raises Unreadable and NotAllowed as `lawful` does.
"""

from adjudicator.core.words import NotAllowed, Unreadable
from adjudicator.hardbop import ground
from adjudicator.hardbop.language.knowledge import PERSONALITIES, Known, place_meant
from adjudicator.hardbop.language.legality import path_meant
from adjudicator.hardbop.view.wording import unit_name
from adjudicator.middle_earth.language import conditions
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Unit
from adjudicator.middle_earth.resolve.pieces import GOOD, NAMES, is_piece
from adjudicator.middle_earth.view.wording import short_unit


def doer(said: Unit, known: Known) -> Unit:
    """The unit, by where it stands now; for a piece, where it will be will do."""
    if said.kind and is_piece(said.kind) and said.place:
        place = place_meant(said.place)
        mine = next((piece for piece in known.pieces if piece.kind == said.kind), None)
        if mine is not None and place in known.ends(Unit(mine.kind, mine.place)):
            return Unit(said.kind, mine.place)
    return known.own(said)


def destroy(order: act.Destroy, known: Known) -> act.Destroy:
    unit = doer(order.unit, known)
    if is_piece(unit.kind):
        what = {"Fe": "The Fellowship", "R": "The Ranger"}.get(unit.kind, unit_name(unit))
        raise NotAllowed(f"{what} cannot destroy.", "Military Units destroy.")
    depends_on = tuple(_condition(one, known) for one in order.conditions)
    return act.Destroy(unit, target_meant(order.target, known), depends_on)


def target_meant(said: act.Target, known: Known) -> act.Target:
    if said.kind != "any" and said.kind not in PERSONALITIES:
        kind = NAMES.get(said.kind, "unit")
        raise NotAllowed(f"No {kind} is destroyed by order.", "Write A MTi destroys Nazgul, or destroys any.")
    if said.power and known.power == said.power:
        raise NotAllowed("One's own pieces are not destroyed.", "")
    return act.Target(said.kind, place_meant(said.place) if said.place else "")


def _condition(said: act.Condition, known: Known) -> act.Condition:
    return conditions.meant(said, known, place_meant, lambda _, words: path_meant(words))


# The Ring. Orders of one who does not hold it are taken: it may change hands twice in a turn (7.3(c)).


def pass_ring(order: act.PassRing, known: Known) -> act.PassRing:
    unit = doer(order.unit, known)
    _check_not_worn(unit, known)
    if order.receiver is not None:
        named = order.receiver
        place = place_meant(named.place) if named.place else ""
        if not is_piece(named.kind) and not place:
            raise Unreadable("It is not said which unit is meant.", "Write where it stands: A Shi.")
        return act.PassRing(unit, receiver=Unit(named.kind, place, named.count))
    place = place_meant(order.place)
    ends = known.ends(unit)
    if place not in ends and not any(place in ground.near(end, known.state.options) for end in ends):
        raise NotAllowed(
            f"{place} is not next to {unit.place}.", "It is passed within a space, or to the next."
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
        raise NotAllowed("The Ring is worn, and never taken off.", "It is not passed.")


def put_on(order: act.PutOnRing, known: Known) -> act.PutOnRing:
    """7.4, R12"""
    unit = doer(order.unit, known)
    if known.align(known.power) == GOOD:
        raise NotAllowed(f"A Good {known.power} may not put on the Ring.", "Destroy it in Orodruin.")
    if known.power == "Mordor" and unit.kind != "Sauron":
        raise NotAllowed("Of Mordor only Sauron puts on the Ring.", "Pass it on to him.")
    saruman = any(piece.kind == "Saruman" for piece in known.pieces)
    if known.power == "Saruman" and saruman and unit.kind != "Saruman":
        raise NotAllowed("While Saruman lives only he puts on the Ring.", "Pass it on to him.")
    if unit.kind == "Nazgul":
        raise NotAllowed("The Nazgul does not put on the Ring.", "Pass it on.")
    return act.PutOnRing(unit)


def destroy_ring(order: act.DestroyRing, known: Known) -> act.DestroyRing:
    """7.7, R11"""
    unit = doer(order.unit, known)
    if ground.FIRE not in known.goals(unit):
        raise NotAllowed(
            "The Ring is destroyed in Orodruin only.", f"Send it there: {short_unit(unit)} - {ground.FIRE}."
        )
    return act.DestroyRing(unit)

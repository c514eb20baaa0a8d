"""Check the orders for steps v to xiii: destroying, and the Ring (HB 3.3, 7.3, 7.4, 7.7, R11, R12).

Hidden pieces are never looked up, nor is the place of the Ring if the author does not hold it (0(b)).
Raises `Unreadable` and `NotAllowed` as in `legality`.
"""

from adjudicator.core.language.words import NotAllowed, Unreadable
from adjudicator.hardbop import ground
from adjudicator.hardbop.language.knowledge import PERSONALITIES, Known, place_meant
from adjudicator.hardbop.language.legality import path_meant
from adjudicator.hardbop.sentences import say
from adjudicator.hardbop.view.wording import unit_name
from adjudicator.middle_earth.language import conditions
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Place, Unit
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
        what = {"Fe": say("the_fellowship"), "R": say("the_ranger")}.get(unit.kind, unit_name(unit))
        raise NotAllowed(say("cannot_destroy", what=what), say("only_military_units_can_destroy"))
    depends_on = tuple(_condition(one, known) for one in order.conditions)
    return act.Destroy(unit, target_meant(order.target, known), depends_on)


def target_meant(written: act.Target, known: Known) -> act.Target:
    if written.kind != "any" and written.kind not in PERSONALITIES:
        raise NotAllowed(
            say("order_can_destroy_only_pieces"),
            say("write_mti_destroys_nazgul_or_destroys"),
        )
    if written.power and known.power == written.power:
        raise NotAllowed(say("you_cannot_destroy_your_own_pieces"), "")
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
            raise Unreadable(say("you_do_not_say_which_unit"), say("write_where_it_stands_shi"))
        return act.PassRing(unit, receiver=Unit(named.kind, place, named.count))
    place = place_meant(order.place)
    if not may_pass(unit, place, known):
        raise NotAllowed(say("is_not_next", end=place, start=unit.place), say("you_can_pass_it_within_space"))
    return act.PassRing(unit, place)


def may_pass(unit: Unit, place: Place, known: Known) -> bool:
    """Return whether *place* may be next to where *unit* passes it, or the same (7.3(b))."""
    ends = known.ends(unit)
    return place in ends or any(place in ground.near(end, known.state.options) for end in ends)


def _check_not_worn(unit: Unit, known: Known) -> None:
    bearer = known.state.ring.bearer
    mine = bearer is not None and (bearer.power, bearer.kind, bearer.place) == (
        known.power,
        unit.kind,
        unit.place,
    )
    if mine and known.state.ring.how == "worn":
        raise NotAllowed(say("ring_is_worn_and_cannot_be"), say("it_cannot_be_passed"))


def put_on(order: act.PutOnRing, known: Known) -> act.PutOnRing:
    """Check an order to put on the Ring (7.4, R12)."""
    unit = doer(order.unit, known)
    if known.align(known.power) == GOOD:
        raise NotAllowed(say("good_cannot_put_on_ring"), say("destroy_it_in_orodruin"))
    if known.power == "Mordor" and unit.kind != "Sauron":
        raise NotAllowed(say("of_mordor_pieces_and_units_only"), say("pass_it_on_to_him"))
    saruman = any(piece.kind == "Saruman" for piece in known.pieces)
    if known.power == "Saruman" and saruman and unit.kind != "Saruman":
        raise NotAllowed(say("while_saruman_lives_only_he_can"), say("pass_it_on_to_him"))
    if unit.kind == "Nazgul":
        raise NotAllowed(say("nazgul_cannot_put_on_ring"), say("pass_it_on"))
    return act.PutOnRing(unit)


def destroy_ring(order: act.DestroyRing, known: Known) -> act.DestroyRing:
    """Check an order to destroy the Ring (7.7, R11)."""
    unit = doer(order.unit, known)
    if ground.FIRE not in known.goals(unit):
        raise NotAllowed(
            say("ring_can_be_destroyed_only"),
            say("send_it_there", short=short_unit(unit), fire=ground.FIRE),
        )
    return act.DestroyRing(unit)

"""Check orders for the end of the move: destroying, the Ring, Theoden (XIII 5.8, 5.13, 6a.v and 8).

Hidden pieces are never looked up, nor the place of the Ring unless the author holds it (H.2): such orders
are accepted and may have no effect. Raises `Unreadable` and `NotAllowed` as in `legality`.
"""

from adjudicator.core.language.words import NotAllowed, Unreadable, listed
from adjudicator.downfall_xiii import ground
from adjudicator.downfall_xiii.language.knowledge import POWERS, Known, place_meant
from adjudicator.downfall_xiii.language.legality import path_meant
from adjudicator.downfall_xiii.position import commander
from adjudicator.downfall_xiii.sentences import group, say
from adjudicator.downfall_xiii.view.wording import unit_name
from adjudicator.middle_earth.language import conditions
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Place, Power, Unit
from adjudicator.middle_earth.resolve.pieces import EVIL, NEUTRAL, is_piece
from adjudicator.middle_earth.view.wording import short_unit

NEVER_DESTROY = group("never_destroy")
AWAKENERS = ("Gandalf", "Fe")
FIRE = "Oro"


def doer(written: Unit, known: Known) -> Unit:
    """Return the unit, named by where it starts the turn; a piece may be named by where it will be (1.6)."""
    if written.kind and is_piece(written.kind) and written.place:
        place = place_meant(written.place)
        mine = [piece for piece in known.pieces if piece.kind == written.kind]
        coming = [piece for piece in mine if place in known.ends(Unit(piece.kind, piece.place))]
        if not any(piece.place == place for piece in mine) and len(coming) == 1:
            return Unit(written.kind, coming[0].place)
    return known.own(written, part=True)


# Destroying.


def destroy(order: act.Destroy, known: Known) -> act.Destroy | act.DestroyBalrog:
    if order.unit.kind == "Gandalf" and order.target.kind == "Balrog":
        return destroy_balrog(act.DestroyBalrog(order.unit), known)
    unit = doer(order.unit, known)
    if is_piece(unit.kind):
        reason = NEVER_DESTROY.get(unit.kind, say("cannot_destroy", unit=unit_name(unit)))
        raise NotAllowed(reason, say("only_armies_cavalry_and_fleets_can"))
    target = target_meant(order.target)
    return act.Destroy(unit, target, tuple(_condition(one, known) for one in order.conditions))


def target_meant(written: act.Target) -> act.Target:
    if written.kind == "Fe":
        raise NotAllowed(say("fellowship_cannot_be_destroyed_by_order"), say("if_you_enter_its_area"))
    if written.kind != "any" and not is_piece(written.kind):
        raise NotAllowed(
            say("order_can_destroy_only_pieces"),
            say("write_mti_destroys_nazgul_or_destroys"),
        )
    place = place_meant(written.place) if written.place else ""
    return act.Target(written.kind, place, POWERS.meant(written.power) if written.power else "")


def _condition(written: act.Condition, known: Known) -> act.Condition:
    return conditions.meant(written, known, place_meant, path_meant)


def destroy_balrog(order: act.DestroyBalrog, known: Known) -> act.DestroyBalrog:
    """Check an order to destroy the Balrog: only in Khazad-dum, at the end of Gandalf's move (6a.v)."""
    unit = doer(order.unit, known)
    if unit.kind != "Gandalf":
        raise NotAllowed(say("only_gandalf_can_destroy_balrog"), "")
    if known.state.balrog != "alive":
        raise NotAllowed(say("balrog_is_dead_or_serves_saruman"), say("give_gandalf_another_order"))
    if "KDu" not in known.ends(unit):
        raise NotAllowed(say("gandalf_will_not_be_in_kdu"), say("send_him_there_gandalf_kdu"))
    return act.DestroyBalrog(unit)


# The Ring.


def _check_carries(unit: Unit, known: Known) -> None:
    """Raise `NotAllowed` if the player's *unit* does not carry the Ring, or wears it (8.12)."""
    ring, bearer = known.state.ring, known.state.ring.bearer
    if _owner(unit, known) != known.power:
        return  # 9.7: only the owner knows whether it does (H.2)
    kind = "F" if unit.kind == "A/F" else unit.kind
    if (
        bearer is None
        or (bearer.power, bearer.place) != (known.power, unit.place)
        or kind not in ("", bearer.kind)
    ):
        raise NotAllowed(
            say("does_not_carry_ring", short=short_unit(unit)), say("only_its_bearer_can_do_this")
        )
    if ring.how == "worn":
        raise NotAllowed(say("ring_is_worn_and_cannot_be"), say("it_can_be_neither_passed_nor"))


def _owner(unit: Unit, known: Known) -> Power:
    """Return the owner of the unit; if several powers have one, a power other than the author (9.7)."""
    if is_piece(unit.kind):
        return known.power
    there = [stack for stack in known.at.get(unit.place, ()) if unit.kind in ("", stack.kind)]
    others = [stack.power for stack in there if stack.power != known.power]
    mine = (power for power in others if commander(known.state, power) == known.power)
    return next(mine, known.power)


def pass_ring(order: act.PassRing, known: Known) -> act.PassRing:
    """Check that the Ring is passed within its area or to an adjacent one (8.4)."""
    unit = doer(order.unit, known)
    _check_carries(unit, known)
    if order.receiver is not None:
        return act.PassRing(unit, receiver=_receiver(order.receiver))
    place = place_meant(order.place)
    if place in ground.WATER:
        raise NotAllowed(
            say("you_cannot_pass_ring_to_sea"),
            say("write_throws_ring_into", short=short_unit(unit), place=place),
        )
    ends = known.ends(unit)
    if place not in ends and not any(ground.may_step("A", end, place, known.barred) for end in ends):
        near = sorted({near for end in ends for near in ground.steps("A", end)})
        raise NotAllowed(
            say("is_not_next", end=place, start=unit.place), say("you_can_pass", near=listed(near))
        )
    return act.PassRing(unit, place)


def _receiver(written: Unit) -> Unit:
    """Return the receiver. Whether it is there is not checked: the order may have no effect (1.6)."""
    place = place_meant(written.place) if written.place else ""
    if not is_piece(written.kind) and not place:
        raise Unreadable(say("you_do_not_say_which_unit"), say("write_where_it_stands_shi"))
    return Unit(written.kind, place, written.count)


def throw(order: act.ThrowRing, known: Known) -> act.ThrowRing:
    """Check that the Ring is thrown into water next to its area at the end of the move (8.9)."""
    unit = doer(order.unit, known)
    _check_carries(unit, known)
    water = place_meant(order.water, water=True)
    if water not in ground.WATER:
        raise NotAllowed(say("is_not_water", water=water), say("name_river_or_sea_area"))
    if not any(end in ground.FLEET[water] for end in known.ends(unit)):
        raise NotAllowed(say("is_not_next", end=water, start=unit.place), say("name_water_next_to_where"))
    return act.ThrowRing(unit, water)


def put_on(order: act.PutOnRing, known: Known) -> act.PutOnRing:
    """Refuse to put on the Ring only if the rules could never allow it for this unit (8.12 to 8.21)."""
    unit = (
        order.unit if order.unit.kind == "Galadriel" and known.power == "Elves" else doer(order.unit, known)
    )
    power = _owner(unit, known)
    if unit.kind in ("Nazgul", "Lord of the Nazgul") or power == "Gandalf":
        if power == "Gandalf":
            raise NotAllowed(say("gandalf_units_cannot_put_on_ring"), say("pass_it_on"))
        raise NotAllowed(say("cannot_put_on_ring", unit=unit_name(unit)), say("pass_it_on"))
    if power == "Gondor":
        raise NotAllowed(say("gondor_own_units_cannot_put_on"), say("boromir_can_seize_it_in_mti"))
    if power == "Mordor" and unit.kind != "Sauron":
        raise NotAllowed(say("of_mordor_pieces_and_units_only"), say("pass_it_on_to_him"))
    if power == "Rohan" and known.align(power) != NEUTRAL:
        if known.align(power) == EVIL:
            raise NotAllowed(say("evil_rohan_cannot_put_on_ring"), say("it_must_be_neutral"))
        raise NotAllowed(say("good_rohan_cannot_put_on_ring"), say("it_must_be_neutral"))
    if power == "Saruman" and unit.kind != "Saruman" and _has(known, "Saruman"):
        raise NotAllowed(say("while_saruman_lives_only_he_can"), say("pass_it_on_to_him"))
    return act.PutOnRing(Unit(unit.kind, unit.place, unit.count))


def _has(known: Known, kind: str) -> bool:
    return any(piece.kind == kind for piece in known.pieces)


def seize(order: act.SeizeRing, known: Known) -> act.SeizeRing:
    """Check Boromir's order to seize the Ring (8.16)."""
    if order.unit.kind != "Boromir" or known.power != "Gondor":
        raise NotAllowed(say("only_gondor_boromir_can_seize_ring"), say("gondor_writes_boromir_seizes_ring"))
    return act.SeizeRing(Unit("Boromir"))


def claim(order: act.ClaimRing, known: Known) -> act.ClaimRing:
    """Check a claim to the Ring (6a.ix, 8.5)."""
    unit = doer(order.unit, known)
    if is_piece(unit.kind) and unit.kind != "Gandalf":
        raise NotAllowed(
            say("cannot_claim_ring", unit=unit_name(unit)), say("gandalf_can_and_units_that_enter")
        )
    return act.ClaimRing(unit)


def offer(order: act.OfferRing, known: Known) -> act.OfferRing:
    """Check the Fellowship's offer of the Ring to the Elves (8.15)."""
    unit = doer(order.unit, known)
    power = POWERS.meant(order.power)
    if unit.kind != "Fe" or power != "Elves":
        raise NotAllowed(
            say("only_fellowship_can_offer_ring"),
            say("write_fe_offers_ring_to_elves"),
        )
    _check_carries(unit, known)
    return act.OfferRing(unit, power)


def destroy_ring(order: act.DestroyRing, known: Known) -> act.DestroyRing:
    """Check an order to destroy the Ring: only if the move may end in Orodruin (8.24)."""
    unit = doer(order.unit, known)
    if FIRE not in known.ends(unit):
        raise NotAllowed(say("ring_can_be_destroyed_only"), say("send_it_there_oro", short=short_unit(unit)))
    return act.DestroyRing(unit)


def awaken(order: act.Awaken, known: Known) -> act.Awaken:
    """Check an order to awaken Theoden (5.13, 5.14)."""
    unit = doer(order.unit, known)
    if unit.kind not in AWAKENERS:
        raise NotAllowed(say("only_gandalf_and_fellowship_can_awaken"), "")
    if known.state.theoden.word != "asleep":
        raise NotAllowed(
            say("theoden_is_no_longer_asleep"), say("give_another_order", short=short_unit(unit))
        )
    ends: set[Place] = known.ends(unit)
    if "DHa" not in ends:
        raise NotAllowed(say("theoden_is_asleep_in_dha"), say("send_there_first", short=short_unit(unit)))
    return act.Awaken(unit)

"""Check orders for the end of the move: destroying, the Ring, Theoden (XIII 5.8, 5.13, 6a.v and 8).

Hidden pieces are never looked up, nor is the place of the Ring if the author does not hold it (H.2): such
orders are accepted, and may have no effect. Raises `Unreadable` and `NotAllowed` as in `legality`.
"""

from adjudicator.core.words import NotAllowed, Unreadable, listed
from adjudicator.downfall_xiii import ground
from adjudicator.downfall_xiii.language.knowledge import POWERS, Known, place_meant
from adjudicator.downfall_xiii.language.legality import path_meant
from adjudicator.downfall_xiii.position import commander
from adjudicator.downfall_xiii.view.wording import unit_name
from adjudicator.middle_earth.language import conditions
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Place, Power, Unit
from adjudicator.middle_earth.resolve.pieces import EVIL, NEUTRAL, is_piece
from adjudicator.middle_earth.view.wording import short_unit

NEVER_DESTROY = {"R": "A Ranger cannot destroy.", "Fe": "The Fellowship cannot destroy."}
AWAKENERS = ("Gandalf", "Fe")
FIRE = "Oro"


def doer(written: Unit, known: Known) -> Unit:
    """Return the unit, named by where it starts the turn; a piece also by where it will be (1.6)."""
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
        reason = NEVER_DESTROY.get(unit.kind, f"{unit_name(unit)} cannot destroy.")
        raise NotAllowed(reason, "Only Armies, Cavalry and Fleets can destroy pieces.")
    target = target_meant(order.target)
    return act.Destroy(unit, target, tuple(_condition(one, known) for one in order.conditions))


def target_meant(written: act.Target) -> act.Target:
    if written.kind == "Fe":
        raise NotAllowed(
            "The Fellowship cannot be destroyed by an order.", "If you enter its area, it must retreat."
        )
    if written.kind != "any" and not is_piece(written.kind):
        raise NotAllowed(
            "An order can destroy only pieces.",
            "Write A MTi destroys Nazgul, or destroys any.",
        )
    place = place_meant(written.place) if written.place else ""
    return act.Target(written.kind, place, POWERS.meant(written.power) if written.power else "")


def _condition(written: act.Condition, known: Known) -> act.Condition:
    return conditions.meant(written, known, place_meant, path_meant)


def destroy_balrog(order: act.DestroyBalrog, known: Known) -> act.DestroyBalrog:
    """6a.v: only in Khazad-dum, at the end of his move."""
    unit = doer(order.unit, known)
    if unit.kind != "Gandalf":
        raise NotAllowed("Only Gandalf can destroy the Balrog.", "")
    if known.state.balrog != "alive":
        raise NotAllowed("The Balrog is dead or serves Saruman.", "Give Gandalf another order.")
    if "KDu" not in known.ends(unit):
        raise NotAllowed("Gandalf will not be in KDu.", "Send him there: Gandalf - KDu.")
    return act.DestroyBalrog(unit)


# The Ring.


def _check_carries(unit: Unit, known: Known) -> None:
    """Raise `NotAllowed` if the own *unit* does not carry the Ring, or wears it (8.12)."""
    ring, bearer = known.state.ring, known.state.ring.bearer
    if _owner(unit, known) != known.power:
        return  # 9.7: only the owner knows whether it does (H.2)
    kind = "F" if unit.kind == "A/F" else unit.kind
    if (
        bearer is None
        or (bearer.power, bearer.place) != (known.power, unit.place)
        or kind not in ("", bearer.kind)
    ):
        raise NotAllowed(f"{short_unit(unit)} does not carry the Ring.", "Only its bearer can do this.")
    if ring.how == "worn":
        raise NotAllowed("The Ring is worn and cannot be taken off.", "It can be neither passed nor thrown.")


def _owner(unit: Unit, known: Known) -> Power:
    """Return the owner of the unit; of units of several powers, another power before the author (9.7)."""
    if is_piece(unit.kind):
        return known.power
    there = [stack for stack in known.at.get(unit.place, ()) if unit.kind in ("", stack.kind)]
    others = [stack.power for stack in there if stack.power != known.power]
    mine = (power for power in others if commander(known.state, power) == known.power)
    return next(mine, known.power)


def pass_ring(order: act.PassRing, known: Known) -> act.PassRing:
    """8.4: within its area, or to an adjacent one."""
    unit = doer(order.unit, known)
    _check_carries(unit, known)
    if order.receiver is not None:
        return act.PassRing(unit, receiver=_receiver(order.receiver))
    place = place_meant(order.place)
    if place in ground.WATER:
        raise NotAllowed(
            "You cannot pass the Ring to a sea area.",
            f"Write {short_unit(unit)} throws the Ring into {place}.",
        )
    ends = known.ends(unit)
    if place not in ends and not any(ground.may_step("A", end, place, known.barred) for end in ends):
        near = sorted({near for end in ends for near in ground.steps("A", end)})
        raise NotAllowed(f"{place} is not next to {unit.place}.", f"You can pass it to {listed(near)}.")
    return act.PassRing(unit, place)


def _receiver(written: Unit) -> Unit:
    """Return the receiver. Whether it is there is not checked: the order may have no effect (1.6)."""
    place = place_meant(written.place) if written.place else ""
    if not is_piece(written.kind) and not place:
        raise Unreadable("You do not say which unit you mean.", "Write where it stands: A Shi.")
    return Unit(written.kind, place, written.count)


def throw(order: act.ThrowRing, known: Known) -> act.ThrowRing:
    """8.9: into a river or sea next to its area at the end of the move."""
    unit = doer(order.unit, known)
    _check_carries(unit, known)
    water = place_meant(order.water, water=True)
    if water not in ground.WATER:
        raise NotAllowed(f"{water} is not water.", "Name a river or a sea area.")
    if not any(end in ground.FLEET[water] for end in known.ends(unit)):
        raise NotAllowed(f"{water} is not next to {unit.place}.", "Name water next to where it will be.")
    return act.ThrowRing(unit, water)


def put_on(order: act.PutOnRing, known: Known) -> act.PutOnRing:
    """8.12 to 8.21: refused only if the rules could never allow it for this unit."""
    unit = (
        order.unit if order.unit.kind == "Galadriel" and known.power == "Elves" else doer(order.unit, known)
    )
    power = _owner(unit, known)
    if unit.kind in ("Nazgul", "Lord of the Nazgul") or power == "Gandalf":
        who = "Gandalf's units cannot" if power == "Gandalf" else f"The {unit_name(unit)} cannot"
        raise NotAllowed(f"{who} put on the Ring.", "Pass it on.")
    if power == "Gondor":
        raise NotAllowed("Gondor's own units cannot put on the Ring.", "Boromir can seize it in MTi.")
    if power == "Mordor" and unit.kind != "Sauron":
        raise NotAllowed(
            "Of Mordor's pieces and units only Sauron can put on the Ring.", "Pass it on to him."
        )
    if power == "Rohan" and known.align(power) != NEUTRAL:
        raise NotAllowed(f"{_a(known.align(power))} Rohan cannot put on the Ring.", "It must be Neutral.")
    if power == "Saruman" and unit.kind != "Saruman" and _has(known, "Saruman"):
        raise NotAllowed("While Saruman lives, only he can put on the Ring.", "Pass it on to him.")
    return act.PutOnRing(Unit(unit.kind, unit.place, unit.count))


def _a(alignment: str) -> str:
    return f"An {alignment}" if alignment == EVIL else f"A {alignment}"


def _has(known: Known, kind: str) -> bool:
    return any(piece.kind == kind for piece in known.pieces)


def seize(order: act.SeizeRing, known: Known) -> act.SeizeRing:
    """8.16"""
    if order.unit.kind != "Boromir" or known.power != "Gondor":
        raise NotAllowed(
            "Only Gondor's Boromir can seize the Ring.", "Gondor writes Boromir seizes the Ring."
        )
    return act.SeizeRing(Unit("Boromir"))


def claim(order: act.ClaimRing, known: Known) -> act.ClaimRing:
    """6a.ix, 8.5"""
    unit = doer(order.unit, known)
    if is_piece(unit.kind) and unit.kind != "Gandalf":
        raise NotAllowed(
            f"{unit_name(unit)} cannot claim the Ring.", "Gandalf can, and units that enter its area."
        )
    return act.ClaimRing(unit)


def offer(order: act.OfferRing, known: Known) -> act.OfferRing:
    """8.15"""
    unit = doer(order.unit, known)
    power = POWERS.meant(order.power)
    if unit.kind != "Fe" or power != "Elves":
        raise NotAllowed(
            "Only the Fellowship can offer the Ring, and only to the Elves.",
            "Write Fe offers the Ring to Elves.",
        )
    _check_carries(unit, known)
    return act.OfferRing(unit, power)


def destroy_ring(order: act.DestroyRing, known: Known) -> act.DestroyRing:
    """8.24: only if the move may end in Orodruin."""
    unit = doer(order.unit, known)
    if FIRE not in known.ends(unit):
        raise NotAllowed(
            "The Ring can be destroyed only in Orodruin.", f"Send it there: {short_unit(unit)} - Oro."
        )
    return act.DestroyRing(unit)


def awaken(order: act.Awaken, known: Known) -> act.Awaken:
    """5.13, 5.14"""
    unit = doer(order.unit, known)
    if unit.kind not in AWAKENERS:
        raise NotAllowed("Only Gandalf and the Fellowship can awaken Theoden.", "")
    if known.state.theoden.word != "asleep":
        raise NotAllowed("Theoden is no longer asleep.", f"Give {short_unit(unit)} another order.")
    ends: set[Place] = known.ends(unit)
    if "DHa" not in ends:
        raise NotAllowed("Theoden is asleep in DHa.", f"Send {short_unit(unit)} there first.")
    return act.Awaken(unit)

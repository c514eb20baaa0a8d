"""What may be ordered for the end of the move?  Destroying, the Ring, Theoden.

XIII 5.8, 5.13, 6a.v and section 8.
Whether a hidden piece is there, or where the Ring is that he does not hold, is never asked (H.2): such orders
are taken, and come to something or not. Raises Unreadable and NotAllowed as `lawful` does.
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
from adjudicator.middle_earth.resolve.pieces import EVIL, NAMES, NEUTRAL, is_piece
from adjudicator.middle_earth.view.wording import short_unit

NEVER_DESTROY = {"R": "A Ranger cannot destroy.", "Fe": "The Fellowship cannot destroy."}
AWAKENERS = ("Gandalf", "Fe")
FIRE = "Oro"


def doer(said: Unit, known: Known) -> Unit:
    """The unit, by where it began the turn; for a piece, where it will be will do (1.6)."""
    if said.kind and is_piece(said.kind) and said.place:
        place = place_meant(said.place)
        mine = [piece for piece in known.pieces if piece.kind == said.kind]
        coming = [piece for piece in mine if place in known.ends(Unit(piece.kind, piece.place))]
        if not any(piece.place == place for piece in mine) and len(coming) == 1:
            return Unit(said.kind, coming[0].place)
    return known.own(said, part=True)


# Destroying.


def destroy(order: act.Destroy, known: Known) -> act.Destroy | act.DestroyBalrog:
    if order.unit.kind == "Gandalf" and order.target.kind == "Balrog":
        return destroy_balrog(act.DestroyBalrog(order.unit), known)
    unit = doer(order.unit, known)
    if is_piece(unit.kind):
        reason = NEVER_DESTROY.get(unit.kind, f"{unit_name(unit)} cannot destroy.")
        raise NotAllowed(reason, "Only Armies, Cavalry and Fleets destroy pieces.")
    target = target_meant(order.target)
    return act.Destroy(unit, target, tuple(_condition(one, known) for one in order.conditions))


def target_meant(said: act.Target) -> act.Target:
    if said.kind == "Fe":
        raise NotAllowed(
            "The Fellowship cannot be destroyed by order.", "Enter its area, and it must retreat."
        )
    if said.kind != "any" and not is_piece(said.kind):
        kind = NAMES.get(said.kind, "unit")
        raise NotAllowed(
            f"Pieces are destroyed by order, no {kind}.", "Write A MTi destroys Nazgul, or destroys any."
        )
    place = place_meant(said.place) if said.place else ""
    return act.Target(said.kind, place, POWERS.meant(said.power) if said.power else "")


def _condition(said: act.Condition, known: Known) -> act.Condition:
    return conditions.meant(said, known, place_meant, path_meant)


def destroy_balrog(order: act.DestroyBalrog, known: Known) -> act.DestroyBalrog:
    """6a.v: in Khazad-dum at the end of his move."""
    unit = doer(order.unit, known)
    if unit.kind != "Gandalf":
        raise NotAllowed("Only Gandalf destroys the Balrog.", "")
    if known.state.balrog != "alive":
        raise NotAllowed("The Balrog is dead, or serves Saruman.", "Give Gandalf another order.")
    if "KDu" not in known.ends(unit):
        raise NotAllowed("Gandalf will not be in KDu.", "Send him there: Gandalf - KDu.")
    return act.DestroyBalrog(unit)


# The Ring.


def _check_carries(unit: Unit, known: Known) -> None:
    """What his unit carries its owner knows; whoever wears it keeps it (8.12)."""
    ring, bearer = known.state.ring, known.state.ring.bearer
    if _owner(unit, known) != known.power:
        return  # 9.7: whether it does is told to its owner alone (H.2)
    kind = "F" if unit.kind == "A/F" else unit.kind
    if (
        bearer is None
        or (bearer.power, bearer.place) != (known.power, unit.place)
        or kind not in ("", bearer.kind)
    ):
        raise NotAllowed(f"{short_unit(unit)} does not carry the Ring.", "Only its bearer does this.")
    if ring.how == "worn":
        raise NotAllowed("The Ring is worn, and never taken off.", "It is neither passed nor thrown.")


def _owner(unit: Unit, known: Known) -> Power:
    """Whose the unit is: of those that he commands, another's first (9.7)."""
    if is_piece(unit.kind):
        return known.power
    there = [stack for stack in known.at.get(unit.place, ()) if unit.kind in ("", stack.kind)]
    others = [stack.power for stack in there if stack.power != known.power]
    mine = (power for power in others if commander(known.state, power) == known.power)
    return next(mine, known.power)


def pass_ring(order: act.PassRing, known: Known) -> act.PassRing:
    """8.4: within its area, or to the next."""
    unit = doer(order.unit, known)
    _check_carries(unit, known)
    if order.receiver is not None:
        return act.PassRing(unit, receiver=_receiver(order.receiver))
    place = place_meant(order.place)
    if place in ground.WATER:
        raise NotAllowed(
            "The Ring is not passed to a sea area.", f"Write {short_unit(unit)} throws the Ring into {place}."
        )
    ends = known.ends(unit)
    if place not in ends and not any(ground.may_step("A", end, place, known.barred) for end in ends):
        near = sorted({near for end in ends for near in ground.steps("A", end)})
        raise NotAllowed(f"{place} is not next to {unit.place}.", f"It may be passed to {listed(near)}.")
    return act.PassRing(unit, place)


def _receiver(said: Unit) -> Unit:
    """Of others' pieces nothing is asked, nor whether the unit is there: the pass may be void (1.6)."""
    place = place_meant(said.place) if said.place else ""
    if not is_piece(said.kind) and not place:
        raise Unreadable("It is not said which unit is meant.", "Write where it stands: A Shi.")
    return Unit(said.kind, place, said.count)


def throw(order: act.ThrowRing, known: Known) -> act.ThrowRing:
    """8.9: into a river or sea next to its area at the end of the move."""
    unit = doer(order.unit, known)
    _check_carries(unit, known)
    water = place_meant(order.water, water=True)
    if water not in ground.WATER:
        raise NotAllowed(f"{water} is no water.", "Name a river or a sea area.")
    if not any(end in ground.FLEET[water] for end in known.ends(unit)):
        raise NotAllowed(f"{water} is not next to {unit.place}.", "Name water next to where it will be.")
    return act.ThrowRing(unit, water)


def put_on(order: act.PutOnRing, known: Known) -> act.PutOnRing:
    """8.12 to 8.21: only where the rules could ever allow it for this unit."""
    unit = (
        order.unit if order.unit.kind == "Galadriel" and known.power == "Elves" else doer(order.unit, known)
    )
    power = _owner(unit, known)
    if unit.kind in ("Nazgul", "Lord of the Nazgul") or power == "Gandalf":
        who = "Nobody of Gandalf's may" if power == "Gandalf" else f"The {unit_name(unit)} may not"
        raise NotAllowed(f"{who} put on the Ring.", "Pass it on.")
    if power == "Gondor":
        raise NotAllowed("Gondor's own units may not put on the Ring.", "Boromir may seize it in MTi.")
    if power == "Mordor" and unit.kind != "Sauron":
        raise NotAllowed("Of Mordor only Sauron puts on the Ring.", "Pass it on to him.")
    if power == "Rohan" and known.align(power) != NEUTRAL:
        raise NotAllowed(f"{_a(known.align(power))} Rohan may not put on the Ring.", "It must be Neutral.")
    if power == "Saruman" and unit.kind != "Saruman" and _has(known, "Saruman"):
        raise NotAllowed("While Saruman lives only he puts on the Ring.", "Pass it on to him.")
    return act.PutOnRing(Unit(unit.kind, unit.place, unit.count))


def _a(alignment: str) -> str:
    return f"An {alignment}" if alignment == EVIL else f"A {alignment}"


def _has(known: Known, kind: str) -> bool:
    return any(piece.kind == kind for piece in known.pieces)


def seize(order: act.SeizeRing, known: Known) -> act.SeizeRing:
    """8.16"""
    if order.unit.kind != "Boromir" or known.power != "Gondor":
        raise NotAllowed("Only Gondor's Boromir seizes the Ring.", "Gondor writes: Boromir seizes the Ring.")
    return act.SeizeRing(Unit("Boromir"))


def claim(order: act.ClaimRing, known: Known) -> act.ClaimRing:
    """6a.ix, 8.5"""
    unit = doer(order.unit, known)
    if is_piece(unit.kind) and unit.kind != "Gandalf":
        raise NotAllowed(f"{unit_name(unit)} cannot claim the Ring.", "Gandalf can, and units that enter.")
    return act.ClaimRing(unit)


def offer(order: act.OfferRing, known: Known) -> act.OfferRing:
    """8.15"""
    unit = doer(order.unit, known)
    power = POWERS.meant(order.power)
    if unit.kind != "Fe" or power != "Elves":
        raise NotAllowed(
            "Only the Fellowship offers the Ring, and to the Elves.", "Write Fe offers the Ring to Elves."
        )
    _check_carries(unit, known)
    return act.OfferRing(unit, power)


def destroy_ring(order: act.DestroyRing, known: Known) -> act.DestroyRing:
    """8.24: when the move ends in Orodruin."""
    unit = doer(order.unit, known)
    if FIRE not in known.ends(unit):
        raise NotAllowed(
            "The Ring is destroyed in Orodruin only.", f"Send it there: {short_unit(unit)} - Oro."
        )
    return act.DestroyRing(unit)


def awaken(order: act.Awaken, known: Known) -> act.Awaken:
    """5.13, 5.14"""
    unit = doer(order.unit, known)
    if unit.kind not in AWAKENERS:
        raise NotAllowed("Only Gandalf and the Fellowship awaken Theoden.", "")
    if known.state.theoden.word != "asleep":
        raise NotAllowed("Theoden sleeps no more.", f"Give {short_unit(unit)} another order.")
    ends: set[Place] = known.ends(unit)
    if "DHa" not in ends:
        raise NotAllowed("Theoden sleeps in DHa.", f"Send {short_unit(unit)} there first.")
    return act.Awaken(unit)

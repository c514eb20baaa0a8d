"""Check who leads whom, and the special actions of Personality Units (HB 3, R4, R9, R11).

Raises `Unreadable` and `NotAllowed` as in `legality`.
"""

from adjudicator.core.words import NotAllowed
from adjudicator.hardbop import ground
from adjudicator.hardbop.language.knowledge import Known, place_meant
from adjudicator.hardbop.language.legality import check_path, could_go, path_meant
from adjudicator.hardbop.resolve.order_collection import may_lead
from adjudicator.hardbop.resolve.pieces import nazgul
from adjudicator.hardbop.resolve.pieces.returns import OWNERS, may_start
from adjudicator.hardbop.view.wording import place_name, unit_name
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Power, Unit
from adjudicator.middle_earth.resolve.pieces import is_piece
from adjudicator.middle_earth.view.wording import short_unit

LENT_LEADERS = {
    "Faramir": "Gondor",
    "R": "Gondor",
    "Gandalf": "Gondor",
}  # they lead units of other powers with permission
WHOM = {
    "Faramir": "Faramir can lead only units of Gondor and Rohan.",
    "R": "The Ranger can lead only units of Gondor and Rohan.",
    "Gandalf": "Gandalf can lead only Good and Neutral units.",
    "Sauron": "Sauron can lead only Mordor's units.",
    "Saruman": "Saruman can lead only his own power's units.",
    "Nazgul": "The Nazgul can lead only units of the player who controls it.",
}


def accompany(order: act.Accompany, known: Known) -> act.Lead:
    """Return a lead: "Faramir - Ano with A MTi" means the same."""
    return lead(act.Lead(order.unit, order.companion, order.path), known)


def lead(order: act.Lead, known: Known) -> act.Lead:
    """3.2(c). From the owner of the unit it is the permission (3.5(b))."""
    kind = order.unit.kind
    if not is_piece(kind):
        raise NotAllowed("Only a Personality Unit can lead.", "Write Faramir leads A MTi.")
    if LENT_LEADERS.get(kind, known.power) != known.power:
        return _permission(order, known)
    piece = known.own_piece(order.unit)
    if kind == "Fe":
        raise NotAllowed("The Fellowship cannot lead.", could_go(piece))
    if is_piece(order.led.kind):
        raise NotAllowed("Only Military Units can be led.", could_go(piece))
    unit = known.any_unit(_here(order.led, piece))
    if unit.place != piece.place:
        raise NotAllowed(
            f"{kind} is in {piece.place}, {short_unit(unit)} is not.", "Name a unit in his space."
        )
    _check_whom(kind, known.power, known.owner(unit), known)
    path = _path(order, unit, known)
    if kind == "Nazgul" and ground.WATER.intersection(path):
        raise NotAllowed("The Nazgul never enters a sea.", could_go(piece))  # 3.10(a)
    return act.Lead(piece, unit, path, order.holds)


def _here(written: Unit, piece: Unit) -> Unit:
    return written if written.place else Unit(written.kind, piece.place, written.count)


def _check_whom(kind: str, own: Power, power: Power, known: Known) -> None:
    if not any(may_lead(kind, own, power, side) for side in known.sides(power)):
        raise NotAllowed(WHOM.get(kind, f"{kind} cannot lead."), "Name another unit.")


def _permission(order: act.Lead, known: Known) -> act.Lead:
    """Return the permission. The place of the piece is hidden and not looked up."""
    unit = known.own(order.led)
    if is_piece(unit.kind):
        raise NotAllowed("Only Military Units can be led.", "")
    _check_whom(order.unit.kind, LENT_LEADERS[order.unit.kind], known.power, known)
    place = place_meant(order.unit.place) if order.unit.place else ""
    return act.Lead(Unit(order.unit.kind, place), unit, _path(order, unit, known), order.holds)


def _path(order: act.Lead, unit: Unit, known: Known) -> tuple[str, ...]:
    path = path_meant(order.path)
    return check_path(unit, path, known) if path else ()


# Special actions of Personality Units.


def paralyse(order: act.Paralyse, known: Known) -> act.Paralyse:
    """3.10(g), R9"""
    unit = known.own(order.unit)
    if unit.kind != "Nazgul":
        raise NotAllowed("Only the Nazgul can paralyse.", could_go(unit))
    if is_piece(order.target.kind):
        raise NotAllowed("Personality Units cannot be paralysed.", "Name a Military Unit.")
    target = known.any_unit(order.target)
    if target.count > 1:
        raise NotAllowed("A Multiple Army cannot be paralysed.", "Name a single unit.")
    if not nazgul.is_in_reach(unit.place, target.place):
        raise NotAllowed(f"The Nazgul is not within one step of {target.place}.", could_go(unit))
    return act.Paralyse(unit, target)


def paths_of_the_dead(order: act.PathsOfTheDead, known: Known) -> act.PathsOfTheDead:
    unit = known.own(order.unit)
    if unit.kind != "R":
        raise NotAllowed("Only the Ranger can take the Paths of the Dead.", could_go(unit))
    if known.state.paths_walked:
        raise NotAllowed("The Ranger has already walked the Paths of the Dead.", could_go(unit))
    if unit.place != ground.DUNHARROW:
        raise NotAllowed(f"The Ranger is not in {ground.DUNHARROW}.", "He must start the turn there.")
    return act.PathsOfTheDead(unit)


def march_with_ents(order: act.MarchWithEnts, known: Known) -> act.MarchWithEnts:
    unit = known.own(order.unit)
    if unit.kind != "Fe":
        raise NotAllowed("Only the Fellowship can march with the Ents.", could_go(unit))
    if known.state.isengard == "destroyed":
        raise NotAllowed("The Ents have already marched.", could_go(unit))
    if unit.place != ground.FANGORN:
        raise NotAllowed(f"The Fellowship is not in {ground.FANGORN}.", "It must start the turn there.")
    return act.MarchWithEnts(unit)


def starts_at(order: act.StartsAt, known: Known) -> act.StartsAt:
    """1(c)"""
    kind, place = order.unit.kind, place_meant(order.place)
    if OWNERS.get(kind) != known.power:
        raise NotAllowed(f"You cannot choose the first place of {unit_name(Unit(kind))}.", "")
    if kind not in (*known.state.unplaced, *known.state.may_start):
        raise NotAllowed(f"{kind} is already on the board.", f"Write {kind} - and a place next to it.")
    if not may_start(kind, place):
        where = "in any space but Erech" if kind == "Gandalf" else "in a home centre of Mordor"
        raise NotAllowed(f"{kind} cannot start in {place_name(place)}.", f"It can start {where}.")
    return act.StartsAt(Unit(kind), place)


def returns_to(order: act.ReturnsTo, known: Known) -> act.ReturnsTo:
    """3.7(b), 3.10(f): with the orders of the turn at whose end it comes back."""
    kind, place = order.unit.kind, place_meant(order.place)
    owner = known.state.nazgul_controller if kind == "Nazgul" else "Gondor"
    due = known.state.returns.get(kind)
    late = kind == "Nazgul" and due is not None and due < known.state.turn
    if owner != known.power or (due != known.state.turn and not late):
        raise NotAllowed(f"{kind} is not due to return this turn.", "You will be asked when it is.")
    if kind == "Nazgul" and (place not in ground.HOMES[owner] or known.state.owners.get(place) != owner):
        raise NotAllowed(f"{place} is not one of your home centres.", "Name one that you own.")
    if place in (ground.ERECH, ground.OFF):
        raise NotAllowed(f"{kind} cannot return to {place_name(place)}.", "Name another space.")
    return act.ReturnsTo(Unit(kind), place)

"""Check who leads whom, and the special actions of Personality Units (HB 3, R4, R9, R11).

Raises `Unreadable` and `NotAllowed` as in `legality`.
"""

from adjudicator.core.language.words import NotAllowed
from adjudicator.hardbop import ground
from adjudicator.hardbop.language.knowledge import Known, place_meant
from adjudicator.hardbop.language.legality import check_path, could_go, path_meant
from adjudicator.hardbop.resolve.order_collection import may_lead
from adjudicator.hardbop.resolve.pieces import nazgul
from adjudicator.hardbop.resolve.pieces.returns import OWNERS, may_start
from adjudicator.hardbop.sentences import group, say
from adjudicator.hardbop.view.wording import place_name, unit_name
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Power, Unit
from adjudicator.middle_earth.resolve.pieces import NAMES, is_piece
from adjudicator.middle_earth.view.wording import short_unit

LENT_LEADERS = {
    "Faramir": "Gondor",
    "R": "Gondor",
    "Gandalf": "Gondor",
}  # they lead units of other powers with permission
WHOM = group("leads_only")


def accompany(order: act.Accompany, known: Known) -> act.Lead:
    """Return a lead: "Faramir - Ano with A MTi" means the same."""
    return lead(act.Lead(order.unit, order.companion, order.path), known)


def lead(order: act.Lead, known: Known) -> act.Lead:
    """Check a lead (3.2(c)). From the owner of the unit it is the permission (3.5(b))."""
    kind = order.unit.kind
    if not is_piece(kind):
        raise NotAllowed(say("only_personality_unit_can_lead"), say("write_faramir_leads_mti"))
    if LENT_LEADERS.get(kind, known.power) != known.power:
        return _permission(order, known)
    piece = known.own_piece(order.unit)
    if kind == "Fe":
        raise NotAllowed(say("fellowship_cannot_lead"), could_go(piece))
    if is_piece(order.led.kind):
        raise NotAllowed(say("only_military_units_can_be_led"), could_go(piece))
    unit = known.any_unit(_here(order.led, piece))
    if unit.place != piece.place:
        raise NotAllowed(
            say("is_in_is_not", kind=_the(kind), place=piece.place, short=short_unit(unit)),
            say("name_unit_in_his_space"),
        )
    _check_whom(kind, known.power, known.owner(unit), known)
    path = _path(order, unit, known)
    if kind == "Nazgul" and ground.WATER.intersection(path):
        raise NotAllowed(say("nazgul_never_enters_sea"), could_go(piece))  # 3.10(a)
    return act.Lead(piece, unit, path, order.holds)


def _the(kind: str) -> str:
    return ground.SPEECH.named(NAMES.get(kind, kind))


def _here(written: Unit, piece: Unit) -> Unit:
    return written if written.place else Unit(written.kind, piece.place, written.count)


def _check_whom(kind: str, own: Power, power: Power, known: Known) -> None:
    if not any(may_lead(kind, own, power, side) for side in known.sides(power)):
        raise NotAllowed(WHOM.get(kind, say("cannot_lead", kind=_the(kind))), say("name_another_unit"))


def _permission(order: act.Lead, known: Known) -> act.Lead:
    """Return the permission. The place of the piece is hidden and not looked up."""
    unit = known.own(order.led)
    if is_piece(unit.kind):
        raise NotAllowed(say("only_military_units_can_be_led"), "")
    _check_whom(order.unit.kind, LENT_LEADERS[order.unit.kind], known.power, known)
    place = place_meant(order.unit.place) if order.unit.place else ""
    return act.Lead(Unit(order.unit.kind, place), unit, _path(order, unit, known), order.holds)


def _path(order: act.Lead, unit: Unit, known: Known) -> tuple[str, ...]:
    path = path_meant(order.path)
    return check_path(unit, path, known) if path else ()


# Special actions of Personality Units.


def paralyse(order: act.Paralyse, known: Known) -> act.Paralyse:
    """Check a paralysis (3.10(g), R9)."""
    unit = known.own(order.unit)
    if unit.kind != "Nazgul":
        raise NotAllowed(say("only_nazgul_can_paralyse"), could_go(unit))
    if is_piece(order.target.kind):
        raise NotAllowed(say("personality_units_cannot_be_paralysed"), say("name_military_unit"))
    target = known.any_unit(order.target)
    if target.count > 1:
        raise NotAllowed(say("multiple_army_cannot_be_paralysed"), say("name_single_unit"))
    if not nazgul.is_in_reach(unit.place, target.place):
        raise NotAllowed(say("nazgul_is_not_within_one_step", place=target.place), could_go(unit))
    return act.Paralyse(unit, target)


def paths_of_the_dead(order: act.PathsOfTheDead, known: Known) -> act.PathsOfTheDead:
    unit = known.own(order.unit)
    if unit.kind != "R":
        raise NotAllowed(say("only_ranger_can_take_paths"), could_go(unit))
    if known.state.paths_walked:
        raise NotAllowed(say("ranger_has_already_walked_paths"), could_go(unit))
    if unit.place != ground.DUNHARROW:
        raise NotAllowed(say("ranger_is_not", dunharrow=ground.DUNHARROW), say("he_must_start_turn_there"))
    return act.PathsOfTheDead(unit)


def march_with_ents(order: act.MarchWithEnts, known: Known) -> act.MarchWithEnts:
    unit = known.own(order.unit)
    if unit.kind != "Fe":
        raise NotAllowed(say("only_fellowship_can_march_with_ents"), could_go(unit))
    if known.state.isengard == "destroyed":
        raise NotAllowed(say("ents_have_already_marched"), could_go(unit))
    if unit.place != ground.FANGORN:
        raise NotAllowed(say("fellowship_is_not", fangorn=ground.FANGORN), say("it_must_start_turn_there"))
    return act.MarchWithEnts(unit)


def starts_at(order: act.StartsAt, known: Known) -> act.StartsAt:
    """Check a first place (1(c))."""
    kind, place = order.unit.kind, place_meant(order.place)
    if OWNERS.get(kind) != known.power:
        raise NotAllowed(say("you_cannot_choose_first_place", unit=unit_name(Unit(kind))), "")
    if kind not in (*known.state.unplaced, *known.state.may_start):
        raise NotAllowed(say("is_already_on_board", kind=_the(kind)), say("write_and_place_next", kind=kind))
    if not may_start(kind, place):
        remedy = say("he_can_start") if kind == "Gandalf" else say("nazgul_can_start")
        raise NotAllowed(say("cannot_start", kind=_the(kind), place=place_name(place)), remedy)
    return act.StartsAt(Unit(kind), place)


def returns_to(order: act.ReturnsTo, known: Known) -> act.ReturnsTo:
    """Check a return, given with the orders of the turn at whose end it happens (3.7(b), 3.10(f))."""
    kind, place = order.unit.kind, place_meant(order.place)
    owner = known.state.nazgul_controller if kind == "Nazgul" else "Gondor"
    due = known.state.returns.get(kind)
    late = kind == "Nazgul" and due is not None and due < known.state.turn
    if owner != known.power or (due != known.state.turn and not late):
        raise NotAllowed(say("is_not_due_to_return_this", kind=_the(kind)), say("you_will_be_asked_when"))
    if kind == "Nazgul" and (place not in ground.HOMES[owner] or known.state.owners.get(place) != owner):
        raise NotAllowed(say("is_not_one_of_your_home", place=place), say("name_one_that_you_own"))
    if place in (ground.ERECH, ground.OFF):
        raise NotAllowed(
            say("cannot_return", kind=_the(kind), place=place_name(place)), say("name_another_space")
        )
    return act.ReturnsTo(Unit(kind), place)

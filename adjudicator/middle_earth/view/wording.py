"""Orders of Middle-earth in words: in full, "Army Pelargir moves to Lossarnach", and short.

`sentence` is the only wording of an order: confirmations and reports print it, and rule cases compare it.
"""

from collections.abc import Mapping
from functools import lru_cache, partial
from typing import assert_never

from adjudicator.core.phrasing import of_many
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Order, Place, Unit
from adjudicator.middle_earth.resolve.pieces import NAMES, PLURALS, is_piece

Names = Mapping[Place, str]  # the board's names of places by id


def place_name(place: Place, names: Names) -> str:
    return names.get(place, place)


def unit_name(unit: Unit, names: Names) -> str:
    """Return "Army Pelargir", "2 Armies Barad-dûr", "Gandalf", "Ranger Bree", "the unit in Pelargir"."""
    if unit.place == "*":
        return f"every {NAMES.get(unit.kind, unit.kind)}"
    if not unit.kind:
        return f"the unit in {place_name(unit.place, names)}"
    kind = NAMES.get(unit.kind, unit.kind)
    if is_piece(unit.kind) and unit.kind != "R":
        return "Lord of the Nazgûl" if kind == "Lord of the Nazgul" else kind
    if unit.count > 1:
        kind = f"{unit.count} {PLURALS.get(unit.kind, kind)}"
    return f"{kind} {place_name(unit.place, names)}".strip()


def does(unit: Unit, verb: str) -> str:
    """Return *verb* in the number of *unit*: an Army "holds", 2 Armies "hold"."""
    return of_many(verb) if _are_many(unit) else verb


def _are_many(unit: Unit) -> bool:
    return unit.count > 1 and unit.kind != "" and unit.place != "*" and not is_piece(unit.kind)


def short_unit(unit: Unit) -> str:
    """Return "A Pel", "2A Bar", "Gandalf", "R Bre"."""
    if is_piece(unit.kind) and unit.kind not in ("R", "Fe"):
        return unit.kind
    count = str(unit.count) if unit.count > 1 else ""
    return f"{count}{unit.kind} {unit.place}".strip()


def sentence(order: Order, names: Names) -> str:  # noqa: C901, PLR0911, PLR0912, PLR0915  (one case a kind)
    """Return *order* in full words, without the power.

    >>> sentence(act.Move(Unit("A", "Pel"), ("Los",)), {"Pel": "Pelargir", "Los": "Lossarnach"})
    'Army Pelargir moves to Lossarnach'
    """
    unit, place = partial(unit_name, names=names), partial(place_name, names=names)
    clause, way = partial(_clause, names=names), partial(_way, names=names)
    match order:
        case act.Hold():
            return clause(order.unit, "holds")
        case act.Move():
            return clause(order.unit, "moves") + way(order.path)
        case act.HoldThenMove():
            return f"{clause(order.unit, 'holds')}, then {does(order.unit, 'moves')} to {place(order.target)}"
        case act.SupportHold():
            stays = "where they stay" if _are_many(order.supported) else "where it stays"
            return f"{clause(order.unit, 'supports')} {unit(order.supported)} {stays}"
        case act.SupportMove():
            return f"{clause(order.unit, 'supports')} {unit(order.supported)} moving{way(order.path)}"
        case act.SupportGarrison():
            return f"{clause(order.unit, 'supports')} the garrison of {place(order.place)}"
        case act.SupportSecond():
            then = f"moving to {place(order.path[-1])}" if order.path else "where it then stands"
            return f"{clause(order.unit, 'supports')} in phase two {unit(order.supported)} {then}"
        case act.Merge():
            return _merge(order, names)
        case act.Accompany():
            return f"{unit(order.unit)} goes with {unit(order.companion)}{way(order.path)}"
        case act.Lead():
            return _lead(order, names)
        case act.Paralyse():
            return f"{clause(order.unit, 'paralyses')} {unit(order.target)}"
        case act.Neutralise():
            return f"{clause(order.unit, 'moves')}{way(order.path)} and {does(order.unit, 'neutralises')} it"
        case act.PathsOfTheDead():
            return f"{clause(order.unit, 'takes')} the Paths of the Dead"
        case act.MarchWithEnts():
            return f"{clause(order.unit, 'marches')} with the Ents"
        case act.StartsAt():
            return f"{clause(order.unit, 'starts')} at {place(order.place)}"
        case act.ReturnsTo():
            return f"{clause(order.unit, 'returns')} to {place(order.place)}"
        case act.Embark():
            return f"{clause(order.unit, 'embarks')} on {unit(order.fleet)}"
        case act.Disembark():
            return f"{clause(order.unit, 'disembarks')} in {place(order.target)}"
        case act.FastFerry():
            return f"{clause(order.unit, 'ferries')} {unit(order.passenger)} to {place(order.target)}"
        case act.Convoy():
            whom = f"{unit(order.passenger)} to {place(order.target)}" if order.target else "somebody"
            return f"{clause(order.unit, 'convoys')} {whom}"
        case act.Takes():
            return f"{clause(order.unit, 'takes')} {unit(order.passenger)} aboard"
        case act.Divide():
            parts = "; ".join(sentence(part, names) for part in order.parts)
            return f"{clause(order.unit, 'divides')}: {parts}"
        case act.Command():
            return f"{unit(order.unit)} commands: {sentence(order.order, names)}"
        case act.Destroy():
            return _destroy(order, names)
        case act.PassRing():
            to = unit(order.receiver) if order.receiver else place(order.place)
            return f"{clause(order.unit, 'passes')} the Ring to {to}"
        case act.ThrowRing():
            return f"{clause(order.unit, 'throws')} the Ring into {place(order.water)}"
        case act.PutOnRing():
            return f"{clause(order.unit, 'puts')} on the Ring"
        case act.SeizeRing():
            return f"{clause(order.unit, 'seizes')} the Ring"
        case act.ClaimRing():
            return f"{clause(order.unit, 'claims')} the Ring"
        case act.OfferRing():
            return f"{clause(order.unit, 'offers')} the Ring to {place(order.power)}"
        case act.DestroyRing():
            return f"{clause(order.unit, 'destroys')} the Ring"
        case act.DestroyBalrog():
            return f"{clause(order.unit, 'destroys')} the Balrog"
        case act.Awaken():
            return f"{clause(order.unit, 'awakens')} Théoden"
        case act.Retreat():
            to = " or ".join(map(place, order.preferences))
            return f"{clause(order.unit, 'retreats')} {'with the stack' if order.with_stack else f'to {to}'}"
        case act.Disband():
            return clause(order.unit, "disbands")
        case act.Build():
            return f"{unit(order.unit)} is built"
        case act.Remove():
            part = f"{_units(order.number)} of " if order.number < order.unit.count else ""
            return f"{part}{unit(order.unit)} {'is' if order.number == 1 else 'are'} removed"
        case act.Waive():
            return "1 build is waived" if order.count == 1 else f"{order.count} builds are waived"
        case act.Declare():
            return f"Declares itself {order.alignment}"
        case act.Proxy():
            return f"Proxy for {unit(order.unit) if order.unit else 'all units'} to {order.to}"
        case act.Standing():
            return f"Standing order: {sentence(order.order, names)}"
        case act.CancelStanding():
            which = f"Standing order {order.number} is" if order.number else "All standing orders are"
            return f"{which} cancelled"
        case _ as never:
            assert_never(never)


@lru_cache(maxsize=8192)  # many readers of a turn get the same line
def short(order: Order) -> str:  # noqa: C901, PLR0911, PLR0912, PLR0915  (one case a kind)
    """Return *order* in the order language, which reads back as the same order."""
    match order:
        case act.Hold():
            return f"{short_unit(order.unit)} H"
        case act.Move():
            return f"{short_unit(order.unit)}{_steps(order.path)}"
        case act.HoldThenMove():
            return f"{short_unit(order.unit)} H - {order.target}"
        case act.SupportHold():
            return f"{short_unit(order.unit)} S {short_unit(order.supported)}"
        case act.SupportMove():
            return f"{short_unit(order.unit)} S {short_unit(order.supported)}{_steps(order.path)}"
        case act.SupportGarrison():
            return f"{short_unit(order.unit)} S garrison {order.place}"
        case act.SupportSecond():
            second = f"{' H' if order.holds else ''}{_steps(order.path)}"
            return f"{short_unit(order.unit)} S2 {short_unit(order.supported)}{second}"
        case act.Merge():
            units = [f"{short_unit(part.unit)}{_steps(_goal(part))}" for part in order.parts]
            return " M ".join(units) + (f" : {short_unit(order.result)}" if order.result else "")
        case act.Accompany():
            return f"{short_unit(order.unit)}{_steps(order.path)} with {short_unit(order.companion)}"
        case act.Lead():
            led = f"{short_unit(order.led)}{' H' if order.holds else ''}{_steps(order.path)}"
            return f"{short_unit(order.unit)} leads {led}"
        case act.Paralyse():
            return f"{short_unit(order.unit)} paralyses {short_unit(order.target)}"
        case act.Neutralise():
            return f"{short_unit(order.unit)}{_steps(order.path)} neutralises"
        case act.PathsOfTheDead():
            return f"{short_unit(order.unit)} takes the Paths of the Dead"
        case act.MarchWithEnts():
            return f"{short_unit(order.unit)} marches with the Ents"
        case act.StartsAt():
            return f"{short_unit(order.unit)} starts at {order.place}"
        case act.ReturnsTo():
            return f"{short_unit(order.unit)} returns {order.place}"
        case act.Embark():
            return f"{short_unit(order.unit)} embarks {short_unit(order.fleet)}"
        case act.Disembark():
            return f"{_with_its_place(order.unit)} disembarks {order.target}"
        case act.FastFerry():
            return f"{short_unit(order.unit)} FF {short_unit(order.passenger)} - {order.target}"
        case act.Convoy():
            whom = f" {short_unit(order.passenger)} - {order.target}" if order.target else ""
            return f"{short_unit(order.unit)} C{whom}"
        case act.Takes():
            return f"{short_unit(order.unit)} takes {short_unit(order.passenger)}"
        case act.Divide():
            return f"{short_unit(order.unit)} D : {', '.join(map(short, order.parts))}"
        case act.Command():
            return f"{short_unit(order.unit)} orders {short(order.order)}"
        case act.Destroy():
            return _short_destroy(order)
        case act.PassRing():
            to = short_unit(order.receiver) if order.receiver else order.place
            return f"{short_unit(order.unit)} passes the Ring to {to}"
        case act.ThrowRing():
            return f"{short_unit(order.unit)} throws the Ring into {order.water}"
        case act.PutOnRing():
            return f"{short_unit(order.unit)} puts on the Ring"
        case act.SeizeRing():
            return f"{short_unit(order.unit)} seizes the Ring"
        case act.ClaimRing():
            return f"{short_unit(order.unit)} claims the Ring"
        case act.OfferRing():
            return f"{short_unit(order.unit)} offers the Ring to {order.power}"
        case act.DestroyRing():
            return f"{short_unit(order.unit)} destroys the Ring"
        case act.DestroyBalrog():
            return f"{short_unit(order.unit)} destroys the Balrog"
        case act.Awaken():
            return f"{short_unit(order.unit)} awakens Theoden"
        case act.Retreat():
            to = "with the stack" if order.with_stack else ", ".join(order.preferences)
            return f"{short_unit(order.unit)} R {to}"
        case act.Disband():
            return f"{short_unit(order.unit)} D"
        case act.Build():
            return f"Build {short_unit(order.unit)}"
        case act.Remove():
            part = f"{order.number} of " if order.number < order.unit.count else ""
            return f"Remove {part}{short_unit(order.unit)}"
        case act.Waive():
            return "Waive" if order.count == 1 else f"Waive {order.count}"
        case act.Declare():
            return f"DECLARE {order.alignment}"
        case act.Proxy():
            return f"PROXY {short_unit(order.unit) if order.unit else 'ALL'} TO {order.to}"
        case act.Standing():
            return f"STANDING: {short(order.order)}"
        case act.CancelStanding():
            return f"CANCEL STANDING {order.number}" if order.number else "CLEAR STANDING"
        case _ as never:
            assert_never(never)


def _clause(unit: Unit, verb: str, names: Names) -> str:
    return f"{unit_name(unit, names)} {does(unit, verb)}"


def _way(path: tuple[Place, ...], names: Names) -> str:
    """Return " to A and on to B" for a path, nothing for none."""
    return "".join(
        f" {word} {place_name(place, names)}" for word, place in zip(("to", "and on to"), path, strict=False)
    )


def _moves(unit: Unit, path: tuple[Place, ...], holds: bool, names: Names) -> str:
    moves = does(unit, "moves") + _way(path, names)
    if holds:
        return f"{does(unit, 'holds')}, then {moves}" if path else does(unit, "holds")
    return moves


def _merge(order: act.Merge, names: Names) -> str:
    """List the units in a fixed order, so that both owners' lines read the same."""
    parts = sorted(order.parts, key=lambda part: part.unit)
    units = [
        f"{unit_name(part.unit, names)} {_moves(part.unit, _goal(part), not part.target, names)}"
        for part in parts
    ]
    return " and ".join(units) + ", to merge"


def _goal(part: act.Merger) -> tuple[Place, ...]:
    return (part.target,) if part.target else ()


def _lead(order: act.Lead, names: Names) -> str:
    leads = f"{unit_name(order.unit, names)} leads {unit_name(order.led, names)}"
    if order.path or order.holds:
        return f"{leads}, which {_moves(order.led, order.path, order.holds, names)}"
    return leads


def _destroy(order: act.Destroy, names: Names) -> str:
    conditions = [
        f"{unit_name(one.unit, names)} moving{_way(one.path, names)} {_comes(one)}"
        for one in order.conditions
    ]
    destroys = f"{_clause(order.unit, 'destroys', names)} {_target(order.target, names)}"
    return destroys + (" if " + " and ".join(conditions) if conditions else "")


def _comes(condition: act.Condition) -> str:
    return "succeeds" if condition.succeeds else "fails"


def _target(target: act.Target, names: Names) -> str:
    if target.kind == "any":
        return "any piece that it may"
    if target.kind == "R" and not target.place:
        return "any Ranger" + (f" of {target.power}" if target.power else "")
    return unit_name(Unit(target.kind, target.place), names) + (f" of {target.power}" if target.power else "")


def _units(count: int) -> str:
    return "one unit" if count == 1 else f"{count} units"


def _steps(path: tuple[Place, ...]) -> str:
    return "".join(f" - {place}" for place in path)


def _with_its_place(unit: Unit) -> str:
    """Include the sea of a piece that lands: where its fleet goes may be hidden from its owner."""
    name = short_unit(unit)
    return f"{name} {unit.place}" if unit.place and not name.endswith(unit.place) else name


def _short_destroy(order: act.Destroy) -> str:
    target = " ".join(word for word in (order.target.kind, order.target.place) if word)
    target += f" of {order.target.power}" if order.target.power else ""
    conditions = [f"{short_unit(one.unit)}{_steps(one.path)} {_comes(one)}" for one in order.conditions]
    destroys = f"{short_unit(order.unit)} destroys {target}"
    return destroys + (" if " + " and ".join(conditions) if conditions else "")

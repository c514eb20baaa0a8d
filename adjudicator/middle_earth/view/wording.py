"""Orders of Middle-earth in words: in full, "Army Pelargir moves to Lossarnach", and short.

`sentence` is the one reading of an order: confirmations and reports print it, and rule cases compare it.
"""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from adjudicator.core.phrasing import of_many
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Order, Place, Unit
from adjudicator.middle_earth.resolve.pieces import NAMES, PLURALS, is_piece

Names = Mapping[Place, str]  # the board's names of places by id

_VERB = re.compile(r"<(\w+)>")


def place_name(place: Place, names: Names) -> str:
    return names.get(place, place)


def unit_name(unit: Unit, names: Names) -> str:
    """Gives "Army Pelargir", "2 Armies Barad-dûr", "Gandalf", "Ranger Bree", "the unit in Pelargir"."""
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
    """*verb* as it is said of *unit*: an Army "holds", 2 Armies "hold"."""
    return of_many(verb) if _are_many(unit) else verb


def _are_many(unit: Unit) -> bool:
    return unit.count > 1 and unit.kind != "" and unit.place != "*" and not is_piece(unit.kind)


def short_unit(unit: Unit) -> str:
    """Gives "A Pel", "2A Bar", "Gandalf", "R Bre"."""
    if is_piece(unit.kind) and unit.kind not in ("R", "Fe"):
        return unit.kind
    count = str(unit.count) if unit.count > 1 else ""
    return f"{count}{unit.kind} {unit.place}".strip()


def sentence(order: Order, names: Names) -> str:
    """*order* in full words; only the power is not in them.

    >>> sentence(act.Move(Unit("A", "Pel"), ("Los",)), {"Pel": "Pelargir", "Los": "Lossarnach"})
    'Army Pelargir moves to Lossarnach'
    """
    return FULL[type(order)](order, names)


@lru_cache(maxsize=8192)  # as with sentences, many readers are told the same
def short(order: Order) -> str:
    """*order* as the order language writes it; read again it is the same order."""
    return SHORT[type(order)](order)


def _way(path: tuple[Place, ...], names: Names) -> str:
    """ " to A and on to B" for a path, nothing for none."""
    return "".join(
        f" {word} {place_name(place, names)}" for word, place in zip(("to", "and on to"), path, strict=False)
    )


def _does(unit: Unit, path: tuple[Place, ...], holds: bool, names: Names) -> str:
    moves = does(unit, "moves") + _way(path, names)
    if holds:
        return f"{does(unit, 'holds')}, then {moves}" if path else does(unit, "holds")
    return moves


def _merge(order: act.Merge, names: Names) -> str:
    """In the order of the units, so that both owners' lines read the same."""
    parts = sorted(order.parts, key=lambda part: part.unit)
    told = [
        f"{unit_name(part.unit, names)} {_does(part.unit, _goal(part), not part.target, names)}"
        for part in parts
    ]
    return " and ".join(told) + ", to merge"


def _goal(part: act.Merger) -> tuple[Place, ...]:
    return (part.target,) if part.target else ()


def _lead(order: act.Lead, names: Names) -> str:
    told = f"{unit_name(order.unit, names)} leads {unit_name(order.led, names)}"
    if order.path or order.holds:
        return f"{told}, which {_does(order.led, order.path, order.holds, names)}"
    return told


def _accompany(order: act.Accompany, names: Names) -> str:
    told = f"{unit_name(order.unit, names)} goes with {unit_name(order.companion, names)}"
    return told + _way(order.path, names)


def _destroy(order: act.Destroy, names: Names) -> str:
    told = f"{unit_name(order.unit, names)} {does(order.unit, 'destroys')} {_target(order.target, names)}"
    conditions = [
        f"{unit_name(one.unit, names)} moving{_way(one.path, names)} {_comes(one.succeeds)}"
        for one in order.conditions
    ]
    return told + (" if " + " and ".join(conditions) if conditions else "")


def _comes(succeeds: bool) -> str:
    return "succeeds" if succeeds else "fails"


def _target(target: act.Target, names: Names) -> str:
    if target.kind == "any":
        return "any piece that it may"
    if target.kind == "R" and not target.place:
        return "any Ranger" + (f" of {target.power}" if target.power else "")
    return unit_name(Unit(target.kind, target.place), names) + (f" of {target.power}" if target.power else "")


def _passes(order: act.PassRing, names: Names) -> str:
    to = unit_name(order.receiver, names) if order.receiver else place_name(order.place, names)
    return f"{unit_name(order.unit, names)} {does(order.unit, 'passes')} the Ring to {to}"


def _retreat(order: act.Retreat, names: Names) -> str:
    to = " or ".join(place_name(place, names) for place in order.preferences)
    where = "with the stack" if order.with_stack else f"to {to}"
    return f"{unit_name(order.unit, names)} {does(order.unit, 'retreats')} {where}"


def _convoy(order: act.Convoy, names: Names) -> str:
    told = f"{unit_name(order.unit, names)} {does(order.unit, 'convoys')}"
    if not order.target:
        return f"{told} somebody"
    return f"{told} {unit_name(order.passenger, names)} to {place_name(order.target, names)}"


def _support_hold(order: act.SupportHold, names: Names) -> str:
    stays = "where they stay" if _are_many(order.supported) else "where it stays"
    helps = f"{unit_name(order.unit, names)} {does(order.unit, 'supports')}"
    return f"{helps} {unit_name(order.supported, names)} {stays}"


def _support_second(order: act.SupportSecond, names: Names) -> str:
    helps = f"{does(order.unit, 'supports')} in phase two"
    told = f"{unit_name(order.unit, names)} {helps} {unit_name(order.supported, names)}"
    return told + (
        f" moving to {place_name(order.path[-1], names)}" if order.path else " where it then stands"
    )


def _divide(order: act.Divide, names: Names) -> str:
    parts = "; ".join(sentence(part, names) for part in order.parts)
    return f"{unit_name(order.unit, names)} {does(order.unit, 'divides')}: {parts}"


def _plain(form: str) -> Callable[[Any, Names], str]:
    """A sentence whose blanks are fields of the order, and whose <verbs> are those of its unit."""
    of_one = _VERB.sub(lambda verb: verb[1], form)
    of_several = _VERB.sub(lambda verb: of_many(verb[1]), form)

    def told(order: Any, names: Names) -> str:
        said = of_several if _are_many(order.unit) else of_one
        return said.format_map({key: _word(getattr(order, key), names) for key in order.__struct_fields__})

    return told


def _word(value: Any, names: Names) -> str:
    match value:
        case Unit():
            return unit_name(value, names)
        case str():
            return place_name(value, names)
        case tuple() if all(isinstance(one, str) for one in value):
            return _way(value, names).strip()
    return str(value)


FULL: Mapping[type, Callable[[Any, Names], str]] = {
    act.Hold: _plain("{unit} <holds>"),
    act.Move: _plain("{unit} <moves> {path}"),
    act.HoldThenMove: _plain("{unit} <holds>, then <moves> to {target}"),
    act.SupportHold: _support_hold,
    act.SupportMove: _plain("{unit} <supports> {supported} moving {path}"),
    act.SupportGarrison: _plain("{unit} <supports> the garrison of {place}"),
    act.SupportSecond: _support_second,
    act.Merge: _merge,
    act.Accompany: _accompany,
    act.Lead: _lead,
    act.Paralyse: _plain("{unit} <paralyses> {target}"),
    act.Neutralise: _plain("{unit} <moves> {path} and <neutralises> it"),
    act.PathsOfTheDead: _plain("{unit} <takes> the Paths of the Dead"),
    act.MarchWithEnts: _plain("{unit} <marches> with the Ents"),
    act.StartsAt: _plain("{unit} <starts> at {place}"),
    act.ReturnsTo: _plain("{unit} <returns> to {place}"),
    act.Embark: _plain("{unit} <embarks> on {fleet}"),
    act.Disembark: _plain("{unit} <disembarks> in {target}"),
    act.FastFerry: _plain("{unit} <ferries> {passenger} to {target}"),
    act.Convoy: _convoy,
    act.Takes: _plain("{unit} <takes> {passenger} aboard"),
    act.Divide: _divide,
    act.Command: lambda order, names: (
        f"{unit_name(order.unit, names)} commands: {sentence(order.order, names)}"
    ),
    act.Destroy: _destroy,
    act.PassRing: _passes,
    act.ThrowRing: _plain("{unit} <throws> the Ring into {water}"),
    act.PutOnRing: _plain("{unit} <puts> on the Ring"),
    act.SeizeRing: _plain("{unit} <seizes> the Ring"),
    act.ClaimRing: _plain("{unit} <claims> the Ring"),
    act.OfferRing: _plain("{unit} <offers> the Ring to {power}"),
    act.DestroyRing: _plain("{unit} <destroys> the Ring"),
    act.DestroyBalrog: _plain("{unit} <destroys> the Balrog"),
    act.Awaken: _plain("{unit} <awakens> Théoden"),
    act.Retreat: _retreat,
    act.Disband: _plain("{unit} <disbands>"),
    act.Build: _plain("{unit} is built"),
    act.Remove: lambda order, names: f"{_removed(order, names)} removed",
    act.Waive: lambda order, _: f"The building of {_units(order.count)} is waived",
    act.Declare: lambda order, _: f"Declares itself {order.alignment}",
    act.Proxy: lambda order, names: (
        f"Proxy for {unit_name(order.unit, names) if order.unit else 'all units'} to {order.to}"
    ),
    act.Standing: lambda order, names: f"Standing order: {sentence(order.order, names)}",
    act.CancelStanding: lambda order, _: (
        f"Standing order {order.number} is cancelled" if order.number else "All standing orders are cancelled"
    ),
}


def _units(count: int) -> str:
    return "one unit" if count == 1 else f"{count} units"


def _removed(order: act.Remove, names: Names) -> str:
    if order.number < order.unit.count:
        return f"{_units(order.number)} of {unit_name(order.unit, names)} {_is_are(order.number)}"
    return f"{unit_name(order.unit, names)} {_is_are(order.number)}"


def _is_are(number: int) -> str:
    return "is" if number == 1 else "are"


def _steps(path: tuple[Place, ...]) -> str:
    return "".join(f" - {place}" for place in path)


def _short_form(form: str) -> Callable[[Any], str]:
    def told(order: Any) -> str:
        return form.format_map({key: _short_word(getattr(order, key)) for key in order.__struct_fields__})

    return told


def _short_word(value: Any) -> str:
    match value:
        case Unit():
            return short_unit(value)
        case tuple() if all(isinstance(one, str) for one in value):
            return _steps(value).strip()
    return str(value)


def _short_merge(order: act.Merge) -> str:
    told = [short_unit(part.unit) + (f" - {part.target}" if part.target else "") for part in order.parts]
    return " M ".join(told) + (f" : {short_unit(order.result)}" if order.result else "")


def _short_disembark(order: act.Disembark) -> str:
    """Of a piece the sea is named, too: where its fleet goes may be hidden from its owner."""
    unit = order.unit
    who = short_unit(unit)
    where = f" {unit.place}" if unit.place and not who.endswith(unit.place) else ""
    return f"{who}{where} disembarks {order.target}"


def _short_lead(order: act.Lead) -> str:
    return (
        f"{short_unit(order.unit)} leads {short_unit(order.led)}"
        + (" H" if order.holds else "")
        + _steps(order.path)
    )


def _short_destroy(order: act.Destroy) -> str:
    target = " ".join(word for word in (order.target.kind, order.target.place) if word)
    target += f" of {order.target.power}" if order.target.power else ""
    conditions = [
        f"{short_unit(one.unit)}{_steps(one.path)} {'succeeds' if one.succeeds else 'fails'}"
        for one in order.conditions
    ]
    told = f"{short_unit(order.unit)} destroys {target}"
    return told + (" if " + " and ".join(conditions) if conditions else "")


def _short_retreat(order: act.Retreat) -> str:
    to = "with the stack" if order.with_stack else ", ".join(order.preferences)
    return f"{short_unit(order.unit)} R {to}"


def _short_remove(order: act.Remove) -> str:
    part = f"{order.number} of " if order.number < order.unit.count else ""
    return f"Remove {part}{short_unit(order.unit)}"


SHORT: Mapping[type, Callable[[Any], str]] = {
    act.Hold: _short_form("{unit} H"),
    act.Move: _short_form("{unit} {path}"),
    act.HoldThenMove: _short_form("{unit} H - {target}"),
    act.SupportHold: _short_form("{unit} S {supported}"),
    act.SupportMove: _short_form("{unit} S {supported} {path}"),
    act.SupportGarrison: _short_form("{unit} S garrison {place}"),
    act.SupportSecond: lambda order: (
        f"{short_unit(order.unit)} S2 {short_unit(order.supported)}"
        f"{' H' if order.holds else ''}{_steps(order.path)}"
    ),
    act.Merge: _short_merge,
    act.Accompany: lambda order: (
        f"{short_unit(order.unit)}{_steps(order.path)} with {short_unit(order.companion)}"
    ),
    act.Lead: _short_lead,
    act.Paralyse: _short_form("{unit} paralyses {target}"),
    act.Neutralise: _short_form("{unit} {path} neutralises"),
    act.PathsOfTheDead: _short_form("{unit} takes the Paths of the Dead"),
    act.MarchWithEnts: _short_form("{unit} marches with the Ents"),
    act.StartsAt: _short_form("{unit} starts at {place}"),
    act.ReturnsTo: _short_form("{unit} returns {place}"),
    act.Embark: _short_form("{unit} embarks {fleet}"),
    act.Disembark: _short_disembark,
    act.FastFerry: _short_form("{unit} FF {passenger} - {target}"),
    act.Convoy: lambda order: (
        f"{short_unit(order.unit)} C {short_unit(order.passenger)} - {order.target}"
        if order.target
        else f"{short_unit(order.unit)} C"
    ),
    act.Takes: _short_form("{unit} takes {passenger}"),
    act.Divide: lambda order: f"{short_unit(order.unit)} D : " + ", ".join(map(short, order.parts)),
    act.Command: lambda order: f"{short_unit(order.unit)} orders {short(order.order)}",
    act.Destroy: _short_destroy,
    act.PassRing: lambda order: (
        f"{short_unit(order.unit)} passes the Ring to "
        f"{short_unit(order.receiver) if order.receiver else order.place}"
    ),
    act.ThrowRing: _short_form("{unit} throws the Ring into {water}"),
    act.PutOnRing: _short_form("{unit} puts on the Ring"),
    act.SeizeRing: _short_form("{unit} seizes the Ring"),
    act.ClaimRing: _short_form("{unit} claims the Ring"),
    act.OfferRing: _short_form("{unit} offers the Ring to {power}"),
    act.DestroyRing: _short_form("{unit} destroys the Ring"),
    act.DestroyBalrog: _short_form("{unit} destroys the Balrog"),
    act.Awaken: _short_form("{unit} awakens Theoden"),
    act.Retreat: _short_retreat,
    act.Disband: _short_form("{unit} D"),
    act.Build: _short_form("Build {unit}"),
    act.Remove: _short_remove,
    act.Waive: lambda order: "Waive" if order.count == 1 else f"Waive {order.count}",
    act.Declare: _short_form("DECLARE {alignment}"),
    act.Proxy: lambda order: f"PROXY {short_unit(order.unit) if order.unit else 'ALL'} TO {order.to}",
    act.Standing: lambda order: f"STANDING: {short(order.order)}",
    act.CancelStanding: lambda order: f"CANCEL STANDING {order.number}" if order.number else "CLEAR STANDING",
}

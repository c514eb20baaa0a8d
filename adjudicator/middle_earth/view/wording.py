"""Orders of Middle-earth in words: in full, "Army Pelargir moves to Lossarnach", and short.

`sentence` is the only wording of an order: confirmations and reports print it, and rule cases compare it.
"""

from collections.abc import Mapping
from functools import cache, lru_cache, partial
from typing import assert_never

from adjudicator.core.phrasing import agreed
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Order, Place, Unit
from adjudicator.middle_earth.resolve.pieces import NAMES, PLURALS, is_piece
from adjudicator.middle_earth.sentences import group, say

Names = Mapping[str, str]  # of the board: places by id, and of several units that are one, such as "2A"


def place_name(place: Place, names: Names) -> str:
    return names.get(place, place)


def unit_name(unit: Unit, names: Names) -> str:
    """Return "Army Pelargir", "2 Armies Barad-dûr", "Gandalf", "Ranger Bree", "the unit in Pelargir".

    Where a 2A is one unit with a name of its own, it is that: "Double Army Barad-dûr".
    """
    if unit.place == "*":
        return say("every", kind=NAMES.get(unit.kind, unit.kind))
    if not unit.kind:
        return say("unit_in", place=place_name(unit.place, names))
    kind = NAMES.get(unit.kind, unit.kind)
    if is_piece(unit.kind) and unit.kind != "R":
        return "Lord of the Nazgûl" if kind == "Lord of the Nazgul" else kind
    if unit.count > 1:
        kind = names.get(_number_and_kind(unit)) or f"{unit.count} {PLURALS.get(unit.kind, kind)}"
    return f"{kind} {place_name(unit.place, names)}".strip()


def _number_and_kind(unit: Unit) -> str:
    return f"{unit.count}{unit.kind}"


def _are_many(unit: Unit, names: Names) -> bool:
    if unit.count == 1 or unit.kind == "" or unit.place == "*" or is_piece(unit.kind):
        return False
    return _number_and_kind(unit) not in names


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
    phrase, way = partial(_phrase, names=names), partial(_way, names=names)
    match order:
        case act.Hold():
            return phrase("hold", order.unit)
        case act.Move():
            return phrase("move", order.unit, way=way(order.path))
        case act.HoldThenMove():
            return phrase("hold_then_move", order.unit, place=place(order.target))
        case act.SupportHold():
            kind = "support_hold_of_many" if _are_many(order.supported, names) else "support_hold"
            return phrase(kind, order.unit, supported=unit(order.supported))
        case act.SupportMove():
            return phrase("support_move", order.unit, supported=unit(order.supported), way=way(order.path))
        case act.Destroy():
            return _destroy(order, names)
        case act.SupportGarrison():
            return phrase("support_garrison", order.unit, place=place(order.place))
        case act.SupportSecond():
            supported = unit(order.supported)
            if not order.path:
                return phrase("support_second", order.unit, supported=supported)
            return phrase("support_second_move", order.unit, supported=supported, place=place(order.path[-1]))
        case act.Merge():
            return _merge(order, names)
        case act.Accompany():
            companion = unit(order.companion)
            if not order.path:
                return phrase("accompany", order.unit, companion=companion)
            return phrase("accompany_to", order.unit, companion=companion, way=way(order.path))
        case act.Lead():
            return _lead(order, names)
        case act.Paralyse():
            return phrase("paralyse", order.unit, target=unit(order.target))
        case act.Neutralise():
            return phrase("neutralise", order.unit, way=way(order.path))
        case act.PathsOfTheDead():
            return phrase("paths_of_the_dead", order.unit)
        case act.MarchWithEnts():
            return phrase("march_with_ents", order.unit)
        case act.StartsAt():
            return phrase("starts_at", order.unit, place=place(order.place))
        case act.ReturnsTo():
            return phrase("returns_to", order.unit, place=place(order.place))
        case act.Embark():
            return phrase("embark", order.unit, fleet=unit(order.fleet))
        case act.Disembark():
            return phrase("disembark", order.unit, place=place(order.target))
        case act.FastFerry():
            return phrase(
                "fast_ferry", order.unit, passenger=unit(order.passenger), place=place(order.target)
            )
        case act.Convoy():
            if not order.target:
                return phrase("convoy_somebody", order.unit)
            return phrase("convoy", order.unit, passenger=unit(order.passenger), place=place(order.target))
        case act.Takes():
            return phrase("takes", order.unit, passenger=unit(order.passenger))
        case act.Divide():
            return phrase(
                "divide", order.unit, parts="; ".join(sentence(part, names) for part in order.parts)
            )
        case act.Command():
            return phrase("command", order.unit, order=sentence(order.order, names))
        case act.PassRing():
            to = unit(order.receiver) if order.receiver else place(order.place)
            return phrase("pass_ring", order.unit, receiver=to)
        case act.ThrowRing():
            return phrase("throw_ring", order.unit, place=place(order.water))
        case act.PutOnRing():
            return phrase("put_on_ring", order.unit)
        case act.SeizeRing():
            return phrase("seize_ring", order.unit)
        case act.ClaimRing():
            return phrase("claim_ring", order.unit)
        case act.OfferRing():
            return phrase("offer_ring", order.unit, power=place(order.power))
        case act.DestroyRing():
            return phrase("destroy_ring", order.unit)
        case act.DestroyBalrog():
            return phrase("destroy_balrog", order.unit)
        case act.Awaken():
            return phrase("awaken", order.unit)
        case act.Retreat():
            if order.with_stack:
                return phrase("retreat_with_stack", order.unit)
            return phrase("retreat", order.unit, places=" or ".join(map(place, order.preferences)))
        case act.Disband():
            return phrase("disband", order.unit)
        case act.Build():
            return phrase("build", order.unit)
        case act.Remove():
            return _remove(order, names)
        case act.Waive():
            return say("builds_are_waived", count=order.count)
        case act.Declare():
            return say("declares", alignment=order.alignment)
        case act.Proxy():
            if order.unit is None:
                return say("proxy_for_all", power=order.to)
            return say("proxy_for_one", unit=unit(order.unit), power=order.to)
        case act.Standing():
            return say("standing_order", order=sentence(order.order, names))
        case act.CancelStanding():
            if not order.number:
                return say("standing_orders_are_cancelled")
            return say("standing_order_is_cancelled", number=order.number)
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


ORDERS = group("orders")


def _phrase(kind: str, unit: Unit, *, names: Names, **facts: object) -> str:
    """Return the sentence *kind* of [orders] about *unit*, in its number."""
    return _form(kind, _are_many(unit, names)).format(unit=unit_name(unit, names), **facts)


@cache
def _form(kind: str, are_many: bool) -> str:
    return agreed(ORDERS[kind], are_many)


def _way(path: tuple[Place, ...], names: Names) -> str:
    """Return "to A and on to B" for a path."""
    first, *then = (place_name(place, names) for place in path)
    return say("way_on", place=first, then=then[0]) if then else say("way", place=first)


def _merge(order: act.Merge, names: Names) -> str:
    """List the units in a fixed order, so that both owners' lines read the same."""
    parts = sorted(order.parts, key=lambda part: part.unit)
    units = [
        _phrase("move", part.unit, names=names, way=_way((part.target,), names))
        if part.target
        else _phrase("hold", part.unit, names=names)
        for part in parts
    ]
    return ORDERS["merge"].format(parts=" and ".join(units))


def _goal(part: act.Merger) -> tuple[Place, ...]:
    return (part.target,) if part.target else ()


def _lead(order: act.Lead, names: Names) -> str:
    facts = {"unit": unit_name(order.unit, names), "led": unit_name(order.led, names)}
    are_many = _are_many(order.led, names)
    if order.path:
        kind = "lead_holding_then" if order.holds else "lead_to"
        return _form(kind, are_many).format(**facts, way=_way(order.path, names))
    return _form("lead_holding" if order.holds else "lead", are_many).format(**facts)


def _destroy(order: act.Destroy, names: Names) -> str:
    target = _target(order.target, names)
    if not order.conditions:
        return _phrase("destroy", order.unit, names=names, target=target)
    conditions = " and ".join(_condition(one, names) for one in order.conditions)
    return _phrase("destroy_if", order.unit, names=names, target=target, conditions=conditions)


def _condition(one: act.Condition, names: Names) -> str:
    unit, way = unit_name(one.unit, names), _way(one.path, names)
    if one.succeeds:
        return say("move_succeeds", unit=unit, way=way)
    return say("move_fails", unit=unit, way=way)


def _target(target: act.Target, names: Names) -> str:
    if target.kind == "any":
        return say("any_piece")
    if target.kind == "R" and not target.place:
        return say("any_ranger_of", power=target.power) if target.power else say("any_ranger")
    name = unit_name(Unit(target.kind, target.place), names)
    return say("target_of_power", target=name, power=target.power) if target.power else name


def _remove(order: act.Remove, names: Names) -> str:
    kind = "remove_one" if order.number == 1 else "remove_many"
    if order.number < order.unit.count:
        kind += "_of"
    return ORDERS[kind].format(unit=unit_name(order.unit, names), number=order.number)


def _steps(path: tuple[Place, ...]) -> str:
    return "".join(f" - {place}" for place in path)


def _comes(condition: act.Condition) -> str:
    return "succeeds" if condition.succeeds else "fails"


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

"""Orders of Middle-earth in full words: "Army Pelargir moves to Lossarnach".

`sentence` is the only wording of an order: confirmations and reports print it, and rule cases compare it.
"""

from collections.abc import Mapping, Sequence
from functools import cache, partial
from typing import assert_never

from adjudicator.core.language.words import listed
from adjudicator.core.phrasing import Speech, agreed
from adjudicator.core.sentences import Filling, filling
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Order, Place, Power, Unit
from adjudicator.middle_earth.resolve.pieces import NAMES, PLURALS, is_piece
from adjudicator.middle_earth.sentences import group, say

THE = "the "  # before some names of places
Names = Mapping[str, str]  # inside a sentence: places by id, and of several units that are one, such as "2A"


def place_name(place: Place | Power, names: Names) -> str:
    """Return the name of a place or a power for use inside a sentence: "the Shire", "the Elves"."""
    return names.get(place, place)


def _bare(place: Place, names: Names) -> str:
    """Return the name after that of a unit: "Shire"."""
    return names.get(place, place).removeprefix(THE)


RANGERS = "any R"  # among the names of a board with one Ranger, who is named


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
        return kind
    if unit.count > 1:
        kind = names.get(_number_and_kind(unit)) or f"{unit.count} {PLURALS.get(unit.kind, kind)}"
    return f"{kind} {_bare(unit.place, names)}".strip()


def mine(kind: str, speech: Speech) -> str:
    """Return the reader's own piece or unit inside a sentence: "Gandalf", "your Ranger", "your Army"."""
    name = NAMES.get(kind, kind)
    is_person = is_piece(kind) and name not in speech.the and name not in speech.a
    return name if is_person else say("your_own", unit=name)


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


def sentence(order: Order, names: Names) -> str:
    """Return *order* in full words, without the power.

    >>> sentence(act.Move(Unit("A", "Pel"), ("Los",)), {"Pel": "Pelargir", "Los": "Lossarnach"})
    'Army Pelargir moves to Lossarnach'
    """
    if act.is_of_stack(order):
        return _stack_order(order, names)
    if act.is_joint(order):
        return _joint_order(order, names)
    if act.is_of_piece(order):
        return _piece_order(order, names)
    if act.is_at_the_end(order):
        return _order_at_end(order, names)
    if act.is_later(order):
        return _later_order(order, names)
    return _power_order(order, names)


def _stack_order(order: act.StackOrder, names: Names) -> str:  # noqa: PLR0911  (one case a kind)
    """Say what an ordinary unit does by itself; pieces may do some of it."""
    if type(order) is act.Move:
        return _phrase("move", order.unit, names=names, way=_way(order.path, names))
    if act.is_support(order):
        return _support(order, names)
    unit, place = partial(unit_name, names=names), partial(place_name, names=names)
    phrase = partial(_phrase, names=names)
    match order:
        case act.Hold():
            return phrase("hold", order.unit)
        case act.HoldThenMove():
            return phrase("hold_then_move", order.unit, place=place(order.target))
        case act.Embark():
            return phrase("embark", order.unit, fleet=unit(order.fleet))
        case act.Disembark():
            return phrase("disembark", order.unit, place=place(order.target))
        case act.FastFerry():
            return phrase(
                "fast_ferry", order.unit, passenger=unit(order.passenger), place=place(order.target)
            )
        case act.Convoy():
            return _convoy(order, names)
        case _ as never:
            assert_never(never)


def _support(order: act.Support, names: Names) -> str:
    unit, phrase = partial(unit_name, names=names), partial(_phrase, names=names)
    match order:
        case act.SupportMove():
            way = _way(order.path, names)
            return phrase("support_move", order.unit, supported=unit(order.supported), way=way)
        case act.SupportHold():
            kind = "support_hold_of_many" if _are_many(order.supported, names) else "support_hold"
            return phrase(kind, order.unit, supported=unit(order.supported))
        case act.SupportGarrison():
            return phrase("support_garrison", order.unit, place=place_name(order.place, names))
        case act.SupportSecond():
            supported = unit(order.supported)
            if not order.path:
                return phrase("support_second", order.unit, supported=supported)
            place = place_name(order.path[-1], names)
            return phrase("support_second_move", order.unit, supported=supported, place=place)
        case _ as never:
            assert_never(never)


def _convoy(order: act.Convoy, names: Names) -> str:
    if not order.target:
        return _phrase("convoy_somebody", order.unit, names=names)
    passenger, place = unit_name(order.passenger, names), place_name(order.target, names)
    return _phrase("convoy", order.unit, names=names, passenger=passenger, place=place)


def _joint_order(order: act.JointOrder, names: Names) -> str:
    """Say what several units or pieces do together."""
    phrase = partial(_phrase, names=names)
    match order:
        case act.Merge():
            return _merge(order, names)
        case act.Divide():
            parts = "; ".join(sentence(part, names) for part in order.parts)
            return phrase("divide", order.unit, parts=parts)
        case act.Accompany():
            companion = unit_name(order.companion, names)
            if not order.path:
                return phrase("accompany", order.unit, companion=companion)
            return phrase("accompany_to", order.unit, companion=companion, way=_way(order.path, names))
        case act.Lead():
            return _lead(order, names)
        case act.Command():
            return phrase("command", order.unit, order=sentence(order.order, names))
        case _ as never:
            assert_never(never)


def _piece_order(order: act.PieceOrder, names: Names) -> str:
    """Say what a piece does that no ordinary unit can do."""
    phrase = partial(_phrase, names=names)
    match order:
        case act.Paralyse():
            return phrase("paralyse", order.unit, target=unit_name(order.target, names))
        case act.Neutralise():
            return phrase("neutralise", order.unit, way=_way(order.path, names))
        case act.PathsOfTheDead():
            return phrase("paths_of_the_dead", order.unit)
        case act.MarchWithEnts():
            return phrase("march_with_ents", order.unit)
        case act.ReturnsTo():
            return phrase("returns_to", order.unit, place=place_name(order.place, names))
        case _ as never:
            assert_never(never)


def _order_at_end(order: act.EndOfMoveOrder, names: Names) -> str:  # noqa: C901, PLR0911  (one case a kind)
    """Say what happens after all movement, mostly with the Ring."""
    if type(order) is act.Destroy:
        return _destroy(order, names)
    place, phrase = partial(place_name, names=names), partial(_phrase, names=names)
    match order:
        case act.PassRing():
            to = unit_name(order.receiver, names) if order.receiver else place(order.place)
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
        case _ as never:
            assert_never(never)


def _later_order(order: act.LaterOrder, names: Names) -> str:
    """Say what is done in the phases after movement."""
    place, phrase = partial(place_name, names=names), partial(_phrase, names=names)
    match order:
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
        case _ as never:
            assert_never(never)


def _power_order(  # noqa: PLR0911  (one case a kind)
    order: act.ExtraOrder | act.Standing | act.CancelStanding, names: Names
) -> str:
    """Say what a power orders besides the actions of its units."""
    match order:
        case act.Takes():
            passenger = unit_name(order.passenger, names)
            return _phrase("takes", order.unit, names=names, passenger=passenger)
        case act.StartsAt():
            return _phrase("starts_at", order.unit, names=names, place=place_name(order.place, names))
        case act.Declare():
            return say("declares", alignment=order.alignment)
        case act.Proxy():
            if order.unit is None:
                return say("proxy_for_all", power=place_name(order.to, names))
            return say("proxy_for_one", unit=unit_name(order.unit, names), power=place_name(order.to, names))
        case act.Standing():
            return say("standing_order", order=sentence(order.order, names))
        case act.CancelStanding():
            if not order.number:
                return say("standing_orders_are_cancelled")
            return say("standing_order_is_cancelled", number=order.number)
        case _ as never:
            assert_never(never)


ORDERS = group("orders")


def _phrase(kind: str, unit: Unit, *, names: Names, **facts: object) -> str:
    """Return the sentence *kind* of [orders] about *unit*, in its number."""
    facts["unit"] = unit_name(unit, names)
    return _form(kind, _are_many(unit, names))(facts)


@cache
def _form(kind: str, are_many: bool) -> Filling:
    return filling(agreed(ORDERS[kind], are_many))


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


def _lead(order: act.Lead, names: Names) -> str:
    facts = {"unit": unit_name(order.unit, names), "led": unit_name(order.led, names)}
    are_many = _are_many(order.led, names)
    if order.path:
        kind = "lead_holding_then" if order.holds else "lead_to"
        return _form(kind, are_many)({**facts, "way": _way(order.path, names)})
    return _form("lead_holding" if order.holds else "lead", are_many)(facts)


def _destroy(order: act.Destroy, names: Names) -> str:
    target = target_name(order.target, names, _are_many(order.unit, names))
    if not order.conditions:
        return _phrase("destroy", order.unit, names=names, target=target)
    conditions = " and ".join(_condition(one, names) for one in order.conditions)
    return _phrase("destroy_if", order.unit, names=names, target=target, conditions=conditions)


def destroy_together(units: Sequence[Unit], target: act.Target, names: Names) -> str:
    """Say that several units destroy the same: "Army Bree and Army Pelargir destroy Sauron"."""
    facts = {"unit": listed((unit_name(unit, names) for unit in units), "and")}
    are_many = len(units) > 1 or _are_many(units[0], names)
    return _form("destroy", are_many)({**facts, "target": target_name(target, names, are_many)})


def _condition(one: act.Condition, names: Names) -> str:
    unit, way = unit_name(one.unit, names), _way(one.path, names)
    if one.succeeds:
        return say("move_succeeds", unit=unit, way=way)
    return say("move_fails", unit=unit, way=way)


def target_name(target: act.Target, names: Names, are_many: bool) -> str:
    if target.kind == "any":
        return say("any_piece_of_many") if are_many else say("any_piece")
    if target.kind == "R" and not target.place:
        return (
            say("any_ranger_of", power=target.power)
            if target.power
            else names.get(RANGERS, say("any_ranger"))
        )
    name = unit_name(Unit(target.kind, target.place), names)
    return say("target_of_power", target=name, power=target.power) if target.power else name


def _remove(order: act.Remove, names: Names) -> str:
    kind = "remove_one" if order.number == 1 else "remove_many"
    if order.number < order.unit.count:
        kind += "_of"
    return ORDERS[kind].format(unit=unit_name(order.unit, names), number=order.number)

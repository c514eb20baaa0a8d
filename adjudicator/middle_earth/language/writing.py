"""An order of Middle-earth in the order language: "A Pel - Los"."""

from functools import lru_cache
from typing import assert_never

from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Order, Place, Unit
from adjudicator.middle_earth.view.wording import short_unit


@lru_cache(maxsize=8192)  # many readers of a turn get the same line
def short(order: Order) -> str:
    """Return *order* in the order language, which reads back as the same order."""
    if act.is_of_stack(order):
        return _stack_order(order)
    if act.is_joint(order):
        return _joint_order(order)
    if act.is_of_piece(order):
        return _piece_order(order)
    if act.is_at_the_end(order):
        return _order_at_end(order)
    if act.is_later(order):
        return _later_order(order)
    return _power_order(order)


def _stack_order(order: act.StackOrder) -> str:  # noqa: C901, PLR0911  (one case a kind)
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
        case act.Embark():
            return f"{short_unit(order.unit)} embarks {short_unit(order.fleet)}"
        case act.Disembark():
            return f"{_with_its_place(order.unit)} disembarks {order.target}"
        case act.FastFerry():
            return f"{short_unit(order.unit)} FF {short_unit(order.passenger)} - {order.target}"
        case act.Convoy():
            whom = f" {short_unit(order.passenger)} - {order.target}" if order.target else ""
            return f"{short_unit(order.unit)} C{whom}"
        case _ as never:
            assert_never(never)


def _joint_order(order: act.JointOrder) -> str:
    match order:
        case act.Merge():
            units = [f"{short_unit(part.unit)}{_steps(_goal(part))}" for part in order.parts]
            return " M ".join(units) + (f" : {short_unit(order.result)}" if order.result else "")
        case act.Divide():
            return f"{short_unit(order.unit)} D : {', '.join(map(short, order.parts))}"
        case act.Accompany():
            return f"{short_unit(order.unit)}{_steps(order.path)} with {short_unit(order.companion)}"
        case act.Lead():
            led = f"{short_unit(order.led)}{' H' if order.holds else ''}{_steps(order.path)}"
            return f"{short_unit(order.unit)} leads {led}"
        case act.Command():
            return f"{short_unit(order.unit)} orders {short(order.order)}"
        case _ as never:
            assert_never(never)


def _piece_order(order: act.PieceOrder) -> str:
    match order:
        case act.Paralyse():
            return f"{short_unit(order.unit)} paralyses {short_unit(order.target)}"
        case act.Neutralise():
            return f"{short_unit(order.unit)}{_steps(order.path)} neutralises"
        case act.PathsOfTheDead():
            return f"{short_unit(order.unit)} takes the Paths of the Dead"
        case act.MarchWithEnts():
            return f"{short_unit(order.unit)} marches with the Ents"
        case act.ReturnsTo():
            return f"{short_unit(order.unit)} returns {order.place}"
        case _ as never:
            assert_never(never)


def _order_at_end(order: act.EndOfMoveOrder) -> str:  # noqa: C901, PLR0911  (one case a kind)
    match order:
        case act.Destroy():
            return _destroy(order)
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
        case _ as never:
            assert_never(never)


def _later_order(order: act.LaterOrder) -> str:
    match order:
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
        case _ as never:
            assert_never(never)


def _power_order(order: act.ExtraOrder | act.Standing | act.CancelStanding) -> str:
    match order:
        case act.Takes():
            return f"{short_unit(order.unit)} takes {short_unit(order.passenger)}"
        case act.StartsAt():
            return f"{short_unit(order.unit)} starts at {order.place}"
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


def _steps(path: tuple[Place, ...]) -> str:
    return "".join(f" - {place}" for place in path)


def _goal(part: act.Merger) -> tuple[Place, ...]:
    return (part.target,) if part.target else ()


def _with_its_place(unit: Unit) -> str:
    """Include the sea of a piece that lands: where its fleet goes may be hidden from its owner."""
    name = short_unit(unit)
    return f"{name} {unit.place}" if unit.place and not name.endswith(unit.place) else name


def _destroy(order: act.Destroy) -> str:
    target = " ".join(word for word in (order.target.kind, order.target.place) if word)
    target += f" of {order.target.power}" if order.target.power else ""
    conditions = [f"{short_unit(one.unit)}{_steps(one.path)} {_comes(one)}" for one in order.conditions]
    destroys = f"{short_unit(order.unit)} destroys {target}"
    return destroys + (" if " + " and ".join(conditions) if conditions else "")


def _comes(condition: act.Condition) -> str:
    return "succeeds" if condition.succeeds else "fails"

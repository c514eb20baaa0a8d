"""Check an order of any kind: by the map, and by what its author may know."""

from typing import assert_never

from adjudicator.core.words import NotAllowed
from adjudicator.hardbop.language import (
    legality,
    legality_at_end,
    legality_company,
    legality_later,
)
from adjudicator.hardbop.language.knowledge import Known
from adjudicator.hardbop.sentences import say
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Standable
from adjudicator.middle_earth.language.reading import FORM

STACKS = (act.Divide, act.Merge)
NOT_IN_HARDBOP = (
    *STACKS,
    *(act.Embark, act.Disembark, act.FastFerry, act.Takes, act.Command, act.ThrowRing, act.SeizeRing),
    *(act.ClaimRing, act.OfferRing, act.DestroyBalrog, act.Awaken),
)


def refuse_kind(order: Standable) -> None:
    """Raise `NotAllowed` for a kind of order that Hardbop does not have."""
    if isinstance(order, STACKS):
        raise NotAllowed(say("in_this_game_units_neither_divide"), say("order_each_unit_by_itself"))
    if isinstance(order, NOT_IN_HARDBOP):
        raise _no_such_order()


def _no_such_order() -> NotAllowed:
    return NotAllowed(say("hardbop_has_no_such_order"), FORM)


def checked(order: Standable, known: Known) -> Standable:
    """Return *order* with ids for its words. Raises `Unreadable` or `NotAllowed`."""
    if isinstance(order, act.StackOrder):
        return _unit_order(order, known)
    if isinstance(order, act.JointOrder):
        return _joint_order(order, known)
    if isinstance(order, act.PieceOrder):
        return _piece_order(order, known)
    if isinstance(order, act.EndOfMoveOrder):
        return _order_at_end(order, known)
    if isinstance(order, act.LaterOrder):
        return _later_order(order, known)
    return _extra_order(order, known)


def _unit_order(order: act.StackOrder, known: Known) -> act.StackOrder:  # noqa: PLR0911  (one case a kind)
    match order:
        case act.Hold():
            return legality.hold(order, known)
        case act.Move():
            return legality.move(order, known)
        case act.HoldThenMove():
            return legality.hold_then(order, known)
        case act.SupportHold():
            return legality.support_hold(order, known)
        case act.SupportMove():
            return legality.support_move(order, known)
        case act.SupportGarrison():
            return legality.support_garrison(order, known)
        case act.SupportSecond():
            return legality.support_second(order, known)
        case act.Convoy():
            return legality.convoy(order, known)
        case act.Embark() | act.Disembark() | act.FastFerry():
            raise _no_such_order()
        case _ as never:
            assert_never(never)


def _joint_order(order: act.JointOrder, known: Known) -> act.JointOrder:
    match order:
        case act.Accompany():
            return legality_company.accompany(order, known)
        case act.Lead():
            return legality_company.lead(order, known)
        case act.Merge() | act.Divide() | act.Command():
            raise _no_such_order()
        case _ as never:
            assert_never(never)


def _piece_order(order: act.PieceOrder, known: Known) -> act.PieceOrder:
    match order:
        case act.Paralyse():
            return legality_company.paralyse(order, known)
        case act.Neutralise():
            return legality.neutralise(order, known)
        case act.PathsOfTheDead():
            return legality_company.paths_of_the_dead(order, known)
        case act.MarchWithEnts():
            return legality_company.march_with_ents(order, known)
        case act.ReturnsTo():
            return legality_company.returns_to(order, known)
        case _ as never:
            assert_never(never)


def _order_at_end(order: act.EndOfMoveOrder, known: Known) -> act.EndOfMoveOrder:
    match order:
        case act.Destroy():
            return legality_at_end.destroy(order, known)
        case act.PassRing():
            return legality_at_end.pass_ring(order, known)
        case act.PutOnRing():
            return legality_at_end.put_on(order, known)
        case act.DestroyRing():
            return legality_at_end.destroy_ring(order, known)
        case act.ThrowRing() | act.SeizeRing() | act.ClaimRing() | act.OfferRing():
            raise _no_such_order()
        case act.DestroyBalrog() | act.Awaken():
            raise _no_such_order()
        case _ as never:
            assert_never(never)


def _later_order(order: act.LaterOrder, known: Known) -> act.LaterOrder:
    match order:
        case act.Retreat():
            return legality_later.retreat(order, known)
        case act.Disband():
            return legality_later.disband(order, known)
        case act.Build():
            return legality_later.build(order, known)
        case act.Remove():
            return legality_later.remove(order, known)
        case act.Waive():
            return legality_later.waive(order, known)
        case _ as never:
            assert_never(never)


def _extra_order(order: act.ExtraOrder, known: Known) -> act.ExtraOrder:
    match order:
        case act.StartsAt():
            return legality_company.starts_at(order, known)
        case act.Declare():
            return legality_later.declare(order, known)
        case act.Proxy():
            return legality_later.proxy(order, known)
        case act.Takes():
            raise _no_such_order()
        case _ as never:
            assert_never(never)

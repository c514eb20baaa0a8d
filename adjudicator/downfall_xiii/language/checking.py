"""Check an order of any kind: by the map, and by what its author may know."""

from typing import assert_never

from adjudicator.downfall_xiii.language import (
    legality,
    legality_at_end,
    legality_company,
    legality_later,
    legality_ships,
)
from adjudicator.downfall_xiii.language.knowledge import Known
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Standable

NOT_IN_XIII = (act.Convoy,)


def refuse_kind(order: Standable) -> None:
    """Raise `NotAllowed` for a kind of order that XIII does not have."""
    if isinstance(order, act.Convoy):
        raise legality_ships.no_convoys()


def checked(order: Standable, known: Known) -> Standable:
    """Return *order* with ids for its words. Raises `Unreadable` or `NotAllowed`."""
    if isinstance(order, act.StackOrder):
        return legality_company.stack_order(order, known)
    if isinstance(order, act.JointOrder):
        return _joint_order(order, known)
    if isinstance(order, act.PieceOrder):
        return _piece_order(order, known)
    if isinstance(order, act.EndOfMoveOrder):
        return _order_at_end(order, known)
    if isinstance(order, act.LaterOrder):
        return _later_order(order, known)
    return _extra_order(order, known)


def _joint_order(order: act.JointOrder, known: Known) -> act.JointOrder:
    match order:
        case act.Merge():
            return legality_company.merge(order, known)
        case act.Divide():
            return legality_company.divide(order, known)
        case act.Accompany():
            return legality_company.accompany(order, known)
        case act.Lead():
            return legality_company.lead(order, known)
        case act.Command():
            return legality_company.command(order, known)
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


def _order_at_end(order: act.EndOfMoveOrder, known: Known) -> act.EndOfMoveOrder:  # noqa: C901, PLR0911  (one case a kind)
    match order:
        case act.Destroy():
            return legality_at_end.destroy(order, known)
        case act.PassRing():
            return legality_at_end.pass_ring(order, known)
        case act.ThrowRing():
            return legality_at_end.throw(order, known)
        case act.PutOnRing():
            return legality_at_end.put_on(order, known)
        case act.SeizeRing():
            return legality_at_end.seize(order, known)
        case act.ClaimRing():
            return legality_at_end.claim(order, known)
        case act.OfferRing():
            return legality_at_end.offer(order, known)
        case act.DestroyRing():
            return legality_at_end.destroy_ring(order, known)
        case act.DestroyBalrog():
            return legality_at_end.destroy_balrog(order, known)
        case act.Awaken():
            return legality_at_end.awaken(order, known)
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
        case act.Takes():
            return legality_ships.takes(order, known)
        case act.StartsAt():
            return legality_company.starts_at(order, known)
        case act.Declare():
            return legality_later.declare(order, known)
        case act.Proxy():
            return legality_later.proxy(order, known)
        case _ as never:
            assert_never(never)

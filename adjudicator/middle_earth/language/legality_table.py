"""Check an order of any kind with the function that a game names for it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar, assert_never

from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.knowledge import AnyKnowledge
from adjudicator.middle_earth.language.orders import Standable

K = TypeVar("K", bound=AnyKnowledge)


@dataclass(frozen=True)
class LegalityTable(Generic[K]):
    """The functions that check one kind each, by the map and by what the author of the order may know.

    Each returns the order with ids for its words, and raises `Unreadable` or `NotAllowed`.
    """

    stack_order: Callable[[act.StackOrder, K], act.StackOrder]
    merge: Callable[[act.Merge, K], act.Merge]
    divide: Callable[[act.Divide, K], act.Divide]
    accompany: Callable[[act.Accompany, K], act.Accompany | act.Lead]
    lead: Callable[[act.Lead, K], act.Lead | act.Accompany]
    command: Callable[[act.Command, K], act.Command]
    paralyse: Callable[[act.Paralyse, K], act.Paralyse]
    neutralise: Callable[[act.Neutralise, K], act.Neutralise]
    paths_of_the_dead: Callable[[act.PathsOfTheDead, K], act.PathsOfTheDead]
    march_with_ents: Callable[[act.MarchWithEnts, K], act.MarchWithEnts]
    returns_to: Callable[[act.ReturnsTo, K], act.ReturnsTo]
    destroy: Callable[[act.Destroy, K], act.Destroy | act.DestroyBalrog]
    pass_ring: Callable[[act.PassRing, K], act.PassRing]
    throw_ring: Callable[[act.ThrowRing, K], act.ThrowRing]
    put_on_ring: Callable[[act.PutOnRing, K], act.PutOnRing]
    seize_ring: Callable[[act.SeizeRing, K], act.SeizeRing]
    claim_ring: Callable[[act.ClaimRing, K], act.ClaimRing]
    offer_ring: Callable[[act.OfferRing, K], act.OfferRing]
    destroy_ring: Callable[[act.DestroyRing, K], act.DestroyRing]
    destroy_balrog: Callable[[act.DestroyBalrog, K], act.DestroyBalrog]
    awaken: Callable[[act.Awaken, K], act.Awaken]
    retreat: Callable[[act.Retreat, K], act.Retreat]
    disband: Callable[[act.Disband, K], act.Disband]
    build: Callable[[act.Build, K], act.Build]
    remove: Callable[[act.Remove, K], act.Remove]
    waive: Callable[[act.Waive, K], act.Waive]
    takes: Callable[[act.Takes, K], act.Takes]
    starts_at: Callable[[act.StartsAt, K], act.StartsAt]
    declare: Callable[[act.Declare, K], act.Declare]
    proxy: Callable[[act.Proxy, K], act.Proxy]

    def checked(self, order: Standable, known: K) -> Standable:
        """Return *order* with ids for its words. Raises `Unreadable` or `NotAllowed`."""
        if act.is_of_stack(order):
            return self.stack_order(order, known)
        if act.is_joint(order):
            return self._joint_order(order, known)
        if act.is_of_piece(order):
            return self._piece_order(order, known)
        if act.is_at_the_end(order):
            return self._order_at_end(order, known)
        if act.is_later(order):
            return self._later_order(order, known)
        return self._extra_order(order, known)

    def _joint_order(self, order: act.JointOrder, known: K) -> act.JointOrder:
        match order:
            case act.Merge():
                return self.merge(order, known)
            case act.Divide():
                return self.divide(order, known)
            case act.Accompany():
                return self.accompany(order, known)
            case act.Lead():
                return self.lead(order, known)
            case act.Command():
                return self.command(order, known)
            case _ as never:
                assert_never(never)

    def _piece_order(self, order: act.PieceOrder, known: K) -> act.PieceOrder:
        match order:
            case act.Paralyse():
                return self.paralyse(order, known)
            case act.Neutralise():
                return self.neutralise(order, known)
            case act.PathsOfTheDead():
                return self.paths_of_the_dead(order, known)
            case act.MarchWithEnts():
                return self.march_with_ents(order, known)
            case act.ReturnsTo():
                return self.returns_to(order, known)
            case _ as never:
                assert_never(never)

    def _order_at_end(self, order: act.EndOfMoveOrder, known: K) -> act.EndOfMoveOrder:  # noqa: C901, PLR0911  (one case a kind)
        match order:
            case act.Destroy():
                return self.destroy(order, known)
            case act.PassRing():
                return self.pass_ring(order, known)
            case act.ThrowRing():
                return self.throw_ring(order, known)
            case act.PutOnRing():
                return self.put_on_ring(order, known)
            case act.SeizeRing():
                return self.seize_ring(order, known)
            case act.ClaimRing():
                return self.claim_ring(order, known)
            case act.OfferRing():
                return self.offer_ring(order, known)
            case act.DestroyRing():
                return self.destroy_ring(order, known)
            case act.DestroyBalrog():
                return self.destroy_balrog(order, known)
            case act.Awaken():
                return self.awaken(order, known)
            case _ as never:
                assert_never(never)

    def _later_order(self, order: act.LaterOrder, known: K) -> act.LaterOrder:
        match order:
            case act.Retreat():
                return self.retreat(order, known)
            case act.Disband():
                return self.disband(order, known)
            case act.Build():
                return self.build(order, known)
            case act.Remove():
                return self.remove(order, known)
            case act.Waive():
                return self.waive(order, known)
            case _ as never:
                assert_never(never)

    def _extra_order(self, order: act.ExtraOrder, known: K) -> act.ExtraOrder:
        match order:
            case act.Takes():
                return self.takes(order, known)
            case act.StartsAt():
                return self.starts_at(order, known)
            case act.Declare():
                return self.declare(order, known)
            case act.Proxy():
                return self.proxy(order, known)
            case _ as never:
                assert_never(never)

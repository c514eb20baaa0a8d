"""Orders for the end of the move, resolved in the order of part S, steps 9 to 11."""

from adjudicator.downfall_xiii import options
from adjudicator.downfall_xiii.position import Fate
from adjudicator.downfall_xiii.resolve.order_collection import CollectedOrders
from adjudicator.downfall_xiii.resolve.pieces import (
    aragorn,
    destroying,
    gandalf,
    rangers,
    ring,
    ring_reasons,
    wearing,
)
from adjudicator.downfall_xiii.resolve.turn_state import ActingPiece, GivenOrder, TurnState
from adjudicator.middle_earth.language.orders import (
    Awaken,
    ClaimRing,
    DestroyBalrog,
    DestroyRing,
    OfferRing,
    PassRing,
    Power,
    PutOnRing,
    SeizeRing,
    ThrowRing,
)
from adjudicator.middle_earth.resolve.outcomes import Succeeded, Void, VoidReason

TURNS_OF_THEODEN = 10


def destroy_and_claim(collected: CollectedOrders) -> None:
    """Resolve step 9: destroying, claiming the Ring, the Balrog, neutralising, Theoden, Fornost."""
    destroying.destroy(collected)
    for player, claim, given in collected.ordered(ClaimRing):
        worked = ring.claim(collected.turn, player, claim.unit)
        given.outcome = Succeeded() if worked else Void(_why_unclaimed(collected.turn, player, claim))
        _print_claim(collected.turn, given)
    for player, _, given in collected.ordered(DestroyBalrog):
        given.outcome = _came(gandalf.destroy_balrog(collected.turn, player))
        given.public = isinstance(given.outcome, Succeeded)
    rangers.neutralise(collected.turn)
    for player, order, given in collected.ordered(Awaken):
        reason = awaken(collected.turn, player, order)
        given.outcome = Void(reason) if reason else Succeeded()
        given.public = isinstance(given.outcome, Succeeded)
    aragorn.raise_fornost(collected.turn)


def _print_claim(turn: TurnState, given: GivenOrder) -> None:
    """Print a claim by Gandalf if the group has chosen that (6a.2)."""
    gandalf = turn.holder
    if (
        not isinstance(given.outcome, Succeeded)
        or not isinstance(gandalf, ActingPiece)
        or gandalf.kind != "Gandalf"
    ):
        return
    given.public = turn.options[options.CLAIMS] == "printed"
    gandalf.shown = gandalf.shown or given.public


def _came(worked: bool) -> Succeeded | Void:
    return Succeeded() if worked else Void("nothing")


def _why_unclaimed(turn: TurnState, player: Power, order: ClaimRing) -> VoidReason:
    """Return why a claim had no effect, as far as *player* knows: not who has the Ring, or where it is."""
    own = [one for one in ring.everybody(turn) if one.power == player and ring.is_named(one, order.unit)]
    return "nothing" if not own or any(one.entered for one in own) else "not entered"


def awaken(turn: TurnState, player: Power, order: Awaken) -> VoidReason | None:
    """Awaken Theoden. Return why it did not work, None if it did (5.13, 5.14, 6a.viii, 6i.11)."""
    theoden = turn.piece("Theoden")
    waker = turn.piece(order.unit.kind) if order.unit.kind in ("Gandalf", "Fe") else None
    if waker is None or waker.power != player or not waker.here:
        return "nothing"
    if theoden is None or turn.theoden.word != "asleep" or theoden.place != "DHa":
        return "not asleep"
    if waker.place != "DHa":
        return "not with Theoden"
    turn.theoden = Fate("awake", TURNS_OF_THEODEN)
    turn.begun.add("theoden")
    waker.shown = True
    turn.add_news("theoden.awake", None, piece=waker.kind)
    return None


def pass_ring(collected: CollectedOrders) -> None:
    """Resolve step 10: the bearer passes or throws the Ring, once a turn."""
    holder = collected.turn.holder
    for player, order, given in collected.ordered(PassRing, ThrowRing):
        worked = False
        if collected.turn.holder is holder and holder is not None:
            worked = ring.pass_on(collected.turn, player, order) if isinstance(order, PassRing) else False
            worked = worked or (isinstance(order, ThrowRing) and ring.throw(collected.turn, player, order))
        given.outcome = Succeeded() if worked else Void(ring_reasons.why_void(collected.turn, player, order))


def wear_or_destroy_ring(collected: CollectedOrders) -> None:
    """Resolve step 11: the Ring is put on, seized, or destroyed in the Fire."""
    turn = collected.turn
    offers = _offers(collected)
    for player, order, given in collected.ordered(PutOnRing, SeizeRing, DestroyRing):
        match order:
            case PutOnRing():
                worked = wearing.put_on(turn, player, order, offered=bool(offers))
            case SeizeRing():
                worked = wearing.seize(turn, player, order)
            case DestroyRing():
                worked = wearing.destroy(turn, player, order)
        given.outcome = Succeeded() if worked else Void(ring_reasons.why_void(turn, player, order))
        given.public = worked
    for given in offers:
        given.outcome = _came(turn.piece("Galadriel") is not None and turn.ring.how == "worn")


def _offers(collected: CollectedOrders) -> list[GivenOrder]:
    """Return the legal offers of the Fellowship. They succeed if the Elves take the Ring (8.15)."""
    turn = collected.turn
    made = []
    for player, order, given in collected.ordered(OfferRing):
        valid = turn.holder is not None and turn.holder.power == player and order.power == "Elves"
        works = valid and order.unit.kind == "Fe" and wearing.offers(turn)
        given.outcome = _came(False)
        made += [given] if works else []
    return made

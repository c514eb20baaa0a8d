"""What is ordered for the end of the move, and in which order is it done?  (Part S, steps 9 to 11)"""

from adjudicator.downfall_xiii import options
from adjudicator.downfall_xiii.position import Fate
from adjudicator.downfall_xiii.resolve.order_collection import Muster
from adjudicator.downfall_xiii.resolve.pieces import aragorn, destroying, gandalf, rangers, ring, wearing
from adjudicator.downfall_xiii.resolve.turn_state import GivenOrder, Token, TurnState
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Power
from adjudicator.middle_earth.resolve.outcomes import Succeeded, Void

TURNS_OF_THEODEN = 10


def first_deeds(m: Muster) -> None:
    """Step 9: destroying; the Ring claimed; the Balrog; centres neutralised; Theoden; Fornost."""
    destroying.destroy(m)
    for player, claim, said in m.ordered(act.ClaimRing):
        said.outcome = _came(ring.claim(m.f, player, claim.unit))
        _print_claim(m.f, said)
    for player, _, said in m.ordered(act.DestroyBalrog):
        said.outcome = _came(gandalf.destroy_balrog(m.f, player))
        said.public = isinstance(said.outcome, Succeeded)
    rangers.neutralise(m.f)
    for player, order, said in m.ordered(act.Awaken):
        said.outcome = _came(awaken(m.f, player, order))
        said.public = isinstance(said.outcome, Succeeded)
    aragorn.raise_fornost(m.f)


def _print_claim(f: TurnState, said: GivenOrder) -> None:
    """6a.2: only where the group plays that Gandalf is printed then."""
    gandalf = f.holder
    if not isinstance(said.outcome, Succeeded) or not isinstance(gandalf, Token) or gandalf.kind != "Gandalf":
        return
    said.public = f.options[options.CLAIMS] == "printed"
    gandalf.shown = gandalf.shown or said.public


def _came(worked: bool) -> Succeeded | Void:
    return Succeeded() if worked else Void("nothing")


def awaken(f: TurnState, player: Power, order: act.Awaken) -> bool:
    """5.13, 5.14, 6a.viii, 6i.11"""
    theoden = f.token("Theoden")
    waker = f.token(order.unit.kind) if order.unit.kind in ("Gandalf", "Fe") else None
    if theoden is None or waker is None or waker.power != player or not waker.here:
        return False
    if f.theoden.word != "asleep" or theoden.place != "DHa" or waker.place != "DHa":
        return False
    f.theoden = Fate("awake", TURNS_OF_THEODEN)
    f.begun.add("theoden")
    waker.shown = True
    f.tell("theoden.awake", None, piece=waker.kind)
    return True


def passing(m: Muster) -> None:
    """Step 10: one pass or throw a turn, by who has the Ring now."""
    holder = m.f.holder
    for player, order, said in m.ordered(act.PassRing, act.ThrowRing):
        worked = False
        if m.f.holder is holder and holder is not None:
            worked = ring.pass_on(m.f, player, order) if isinstance(order, act.PassRing) else False
            worked = worked or (isinstance(order, act.ThrowRing) and ring.throw(m.f, player, order))
        said.outcome = _came(worked)


def last_deeds(m: Muster) -> None:
    """Step 11: put on, seized, or destroyed in the Fire."""
    f = m.f
    offers = _offers(m)
    for player, order, said in m.ordered(act.PutOnRing, act.SeizeRing, act.DestroyRing):
        match order:
            case act.PutOnRing():
                worked = wearing.put_on(f, player, order, offered=bool(offers))
            case act.SeizeRing():
                worked = wearing.seize(f, player, order)
            case act.DestroyRing():
                worked = wearing.destroy(f, player, order)
        said.outcome, said.public = _came(worked), worked
    for said in offers:
        said.outcome = _came(f.token("Galadriel") is not None and f.ring.how == "worn")


def _offers(m: Muster) -> list[GivenOrder]:
    """8.15: the Fellowship's lawful offer; it comes to something when the Elves take it."""
    f = m.f
    made = []
    for player, order, said in m.ordered(act.OfferRing):
        valid = f.holder is not None and f.holder.power == player and order.power == "Elves"
        works = valid and order.unit.kind == "Fe" and wearing.offers(f)
        said.outcome = _came(False)
        made += [said] if works else []
    return made

"""Where is Gandalf, and what befalls him?  First place, Shadowfax, the Balrog, his return.  (XIII 2.2, 6a)"""

from adjudicator.downfall_xiii import ground
from adjudicator.downfall_xiii.position import Fate
from adjudicator.downfall_xiii.resolve.pieces import ring
from adjudicator.downfall_xiii.resolve.turn_state import Token, TurnState
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Order, OrderSheet
from adjudicator.middle_earth.resolve.outcomes import Succeeded, Void

PLAYER = "Gandalf"
BALROGS_HALL = "KDu"
FIRST_PLACE = "Iml"  # 2.2: with no choice, or an unlawful one


def first_place(f: TurnState) -> None:
    """2.2: with the orders of turn 1."""
    if f.gandalf.word != "unplaced":
        return
    chosen = [order for order in _orders(f) if type(order) is act.StartsAt]
    place = chosen[-1].place if chosen else FIRST_PLACE
    lawful = place in ground.GANDALF_STARTS
    for order in chosen:
        said = f.say(PLAYER, order, public=False)
        said.outcome = Succeeded() if lawful and order is chosen[-1] else Void("impossible")
    place = place if lawful else FIRST_PLACE
    f.tokens.append(Token(PLAYER, "Gandalf", place, place))
    f.gandalf = Fate("here")


def _orders(f: TurnState) -> tuple[Order, ...]:
    return f.sheets.get(PLAYER, OrderSheet()).orders


def gain_shadowfax(f: TurnState) -> None:
    """6a.vii"""
    gandalf = f.token("Gandalf")
    if gandalf is not None and gandalf.here and gandalf.place in ground.SHADOWFAX and not f.shadowfax:
        f.shadowfax = True
        f.tell("shadowfax", (gandalf.power,))


def come_back(f: TurnState) -> None:
    """6a.v: he stands at the end of the move where his player named a place."""
    if f.before.gandalf.word != "returning":
        return
    for said in f.said:
        if type(said.order) is not act.ReturnsTo or said.power != PLAYER:
            continue
        if said.order.place in ground.NORTH_WEST and f.gandalf.word == "returning":
            f.tokens.append(Token(PLAYER, "Gandalf", said.order.place, said.order.place))
            f.gandalf = Fate("here")
            said.outcome = Succeeded()
            f.tell("gandalf.back", None)
        else:
            said.outcome = Void("impossible")


def destroy_balrog(f: TurnState, player: str) -> bool:
    """6a.v: the Balrog is dead, and Gandalf away for as many turns as one die says."""
    gandalf = f.token("Gandalf")
    if gandalf is None or not gandalf.here or gandalf.power != player:
        return False
    if gandalf.place != BALROGS_HALL or f.balrog != "alive":
        return False
    f.balrog = "dead"
    gandalf.dead, gandalf.shown = True, False
    if f.holder is gandalf:
        ring.drop(f, BALROGS_HALL)  # 8.8
    f.gandalf = Fate("away", f.roll(6, "Gandalf"))
    f.begun.add("gandalf")
    f.tell("balrog.dead", None)
    return True


def pass_time(f: TurnState) -> None:
    """One turn fewer to miss; with the report of the last his player is asked for a place."""
    if f.gandalf.word == "away" and "gandalf" not in f.begun:
        turns = f.gandalf.turns - 1
        f.gandalf = Fate("away", turns) if turns else Fate("returning")
    if f.gandalf.word == "returning":
        f.tell("gandalf.asked", (PLAYER,))

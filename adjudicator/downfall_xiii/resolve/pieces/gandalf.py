"""Gandalf: first place, Shadowfax, the Balrog and his return (XIII 2.2, 6a)."""

from adjudicator.downfall_xiii import ground
from adjudicator.downfall_xiii.position import Fate
from adjudicator.downfall_xiii.resolve.pieces import ring
from adjudicator.downfall_xiii.resolve.turn_state import ActingPiece, TurnState
from adjudicator.middle_earth.language.orders import Order, OrderSheet, ReturnsTo, StartsAt
from adjudicator.middle_earth.resolve.outcomes import Succeeded, Void

PLAYER = "Gandalf"
BALROGS_HALL = "KDu"
FIRST_PLACE = "Iml"  # 2.2: without a legal choice


def first_place(turn: TurnState) -> None:
    """Place Gandalf with the orders of turn 1 (2.2)."""
    if turn.gandalf.word != "unplaced":
        return
    chosen = [order for order in _orders(turn) if type(order) is StartsAt]
    place = chosen[-1].place if chosen else FIRST_PLACE
    lawful = place in ground.GANDALF_STARTS
    for order in chosen:
        given = turn.add_order(PLAYER, order, public=False)
        given.outcome = Succeeded() if lawful and order is chosen[-1] else Void("impossible")
    place = place if lawful else FIRST_PLACE
    turn.pieces.append(ActingPiece(PLAYER, "Gandalf", place, place))
    turn.gandalf = Fate("here")


def _orders(turn: TurnState) -> tuple[Order, ...]:
    return turn.sheets.get(PLAYER, OrderSheet()).orders


def gain_shadowfax(turn: TurnState) -> None:
    """Give Gandalf Shadowfax (6a.vii)."""
    gandalf = turn.piece("Gandalf")
    if gandalf is not None and gandalf.here and gandalf.place in ground.SHADOWFAX and not turn.shadowfax:
        turn.shadowfax = True
        turn.add_news("shadowfax", (gandalf.power,))


def come_back(turn: TurnState) -> None:
    """Place Gandalf at the end of the move where the player named a place (6a.v)."""
    if turn.before.gandalf.word != "returning":
        return
    for given in turn.given:
        if type(given.order) is not ReturnsTo or given.power != PLAYER:
            continue
        if given.order.place in ground.NORTH_WEST and turn.gandalf.word == "returning":
            turn.pieces.append(ActingPiece(PLAYER, "Gandalf", given.order.place, given.order.place))
            turn.gandalf = Fate("here")
            given.outcome = Succeeded()
            turn.add_news("gandalf.back", None)
        else:
            given.outcome = Void("impossible")


def destroy_balrog(turn: TurnState, player: str) -> bool:
    """Destroy the Balrog; Gandalf is away for a die roll of turns (6a.v). Return whether it worked."""
    gandalf = turn.piece("Gandalf")
    if gandalf is None or not gandalf.here or gandalf.power != player:
        return False
    if gandalf.place != BALROGS_HALL or turn.balrog != "alive":
        return False
    turn.balrog = "dead"
    gandalf.dead, gandalf.shown = True, False
    if turn.holder is gandalf:
        ring.drop(turn, BALROGS_HALL)  # 8.8
    turn.gandalf = Fate("away", turn.roll(6, "Gandalf"))
    turn.begun.add("gandalf")
    turn.add_news("balrog.dead", None)
    return True


def pass_time(turn: TurnState) -> None:
    """Count down the turns away. With the report of the last one the player is asked for a place."""
    if turn.gandalf.word == "away" and "gandalf" not in turn.begun:
        turns = turn.gandalf.turns - 1
        turn.gandalf = Fate("away", turns) if turns else Fate("returning")
    if turn.gandalf.word == "returning":
        turn.add_news("gandalf.asked", (PLAYER,))

"""Aragorn, the Paths of the Dead and Fornost (XIII 6b.5 to 6b.9)."""

from adjudicator.core.position import Unit as Named
from adjudicator.downfall_xiii import ground
from adjudicator.downfall_xiii.position import Fate
from adjudicator.downfall_xiii.resolve.movement import VALE
from adjudicator.downfall_xiii.resolve.pieces import ring
from adjudicator.downfall_xiii.resolve.turn_state import ActingPiece, ActingStack, TurnState
from adjudicator.middle_earth.language.orders import PathsOfTheDead, Place, Power
from adjudicator.middle_earth.resolve.outcomes import Dislodged, Failed

FORNOST = "FEr"
TURNS_OF_THE_DEAD = 6


def set_out(turn: TurnState) -> None:
    """Start on the Paths from Dunharrow, where Aragorn was at the start of the turn (6b.5)."""
    for piece in turn.pieces:
        if type(piece.order) is not PathsOfTheDead:
            continue
        if piece.kind == "Aragorn" and piece.origin == "DHa" and turn.dead.word == "asleep":
            turn.raising = True
            piece.idle = False
        else:
            piece.void("impossible")


def arrive(turn: TurnState) -> None:
    """Move Aragorn and raise the Dead, unless those in the vale were too strong (6b.5, 6b.7)."""
    aragorn = turn.piece("Aragorn")
    if aragorn is None or type(aragorn.order) is not PathsOfTheDead:
        return
    if not turn.raising:
        aragorn.set_outcome(Failed("too strong"))
        return
    aragorn.entered_from, aragorn.place, aragorn.entered, aragorn.shown = "DHa", VALE, 1, True
    if aragorn.given:
        aragorn.given.public = True
    turn.dead = Fate("awake", TURNS_OF_THE_DEAD)
    turn.begun.add("dead")
    turn.add_news("dead.join", None)


def raise_fornost(turn: TurnState) -> None:
    """Raise Fornost at the end of the move in which the Dead joined (6b.9; part S, step 9)."""
    aragorn = turn.piece("Aragorn")
    if not turn.raising or aragorn is None:
        return
    power = aragorn.power
    turn.homes[power] = (*turn.homes.get(power, ()), FORNOST)
    turn.owners[FORNOST] = power
    turn.split.pop(FORNOST, None)
    turn.add_news("fornost", None, power=power)
    rangers = [t for t in turn.pieces if t.kind == "R" and t.power in (power, "Elves") and not t.dead]
    if not rangers:
        return
    place = _place_for_army(turn, power)
    army = ActingStack(power, {"A": 1}, place, place) if place else None
    driven_out = army is not None and turn.holder is not None and turn.holder.beaten_from == ()
    if army is not None and driven_out and turn.holder is not None and turn.holder.place == place:
        ring.lose_to(turn, army)  # 8.5
    for ranger in rangers:
        ranger.dead = True
        if turn.holder is ranger:
            _hand_over(turn, ranger, army)
    if army is not None:
        turn.add(army)
        turn.add_news("fornost.army", None, power=power, place=place)


def _hand_over(turn: TurnState, ranger: ActingPiece, army: ActingStack | None) -> None:
    if army is None:
        ring.drop(turn, ranger.place)
        return
    turn.holder, turn.holder_kind = army, "A"


def _place_for_army(turn: TurnState, power: Power) -> Place:
    """Return Fornost, which a single unit must leave, or a free land area beside it; "" for none."""
    there = [stack for stack in turn.stacks_in(FORNOST) if stack.power != power]
    if any(turn.is_full(stack) for stack in there) or len(there) > 1:
        free = sorted(place for place in ground.ARMY[FORNOST] if not turn.stacks_in(place))
        return free[turn.roll(len(free), "Fornost") - 1] if free else ""
    for stack in there:
        for piece in turn.company_of(stack):
            piece.beaten_from, piece.came_with, piece.stack = (), stack.power, stack
        stack.beaten_from = ()
        for given in stack.given:
            given.outcome = Dislodged(Named(power, "A", FORNOST))
    return FORNOST

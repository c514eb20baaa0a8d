"""Alignments: declarations and changes (HB 8)."""

from adjudicator.hardbop import ground
from adjudicator.hardbop.position import State
from adjudicator.hardbop.resolve.turn_state import TurnState
from adjudicator.middle_earth.language.orders import Declare, OrderSheet, Power
from adjudicator.middle_earth.resolve.outcomes import Succeeded, Void
from adjudicator.middle_earth.resolve.pieces import EVIL, GOOD, NEUTRAL

START = {**dict.fromkeys(("Elves", "Gondor", "Rohan"), GOOD), "Mordor": EVIL}  # the others are Neutral


def may_declare(state: State, power: Power) -> tuple[str, ...]:
    """Return the alignments that *power* may declare (8(d))."""
    return (GOOD, EVIL) if state.alignments.get(power) == NEUTRAL and power not in state.eliminated else ()


def declare(turn: TurnState) -> None:
    """Apply declarations in step i. The last one of a sheet counts."""
    for power in ground.POWERS:
        made = [o for o in turn.sheets.get(power, OrderSheet()).orders if isinstance(o, Declare)]
        for order in made:
            lawful = order is made[-1] and order.alignment in may_declare(turn.before, power)
            given = turn.add_order(power, order, public=lawful)
            turn.given[given].outcome = Succeeded() if lawful else Void("impossible")
            if lawful:
                turn_to(turn, power, order.alignment)


def turn_to(turn: TurnState, power: Power, alignment: str) -> None:
    if turn.alignments[power] != alignment:
        turn.alignments[power] = alignment
        turn.add_news("alignment", None, power=power, alignment=alignment)


def fall_by_capture(turn: TurnState) -> None:
    """Make Neutral powers Evil that own a home centre of a Good power in the game (step xi; 8(c), 8(g))."""
    good = [power for power in ground.POWERS if turn.align(power) == GOOD and turn.in_the_game(power)]
    homes = [place for power in good if power not in turn.eliminated for place in ground.HOMES[power]]
    for power in ground.POWERS:
        taken = [place for place in homes if turn.owners.get(place) == power]
        if turn.align(power) == NEUTRAL and taken:
            turn.alignments[power] = EVIL
            home = ground.PROVINCES[taken[0]].home
            turn.add_news("alignment.captured", None, power=power, place=taken[0], by=home or "")

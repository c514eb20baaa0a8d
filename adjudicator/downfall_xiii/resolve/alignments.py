"""Alignments: declarations, changes and their consequences (XIII 4.12, section 9)."""

from adjudicator.downfall_xiii import ground
from adjudicator.downfall_xiii.position import State
from adjudicator.downfall_xiii.resolve.pieces import ring
from adjudicator.downfall_xiii.resolve.turn_state import ActingPiece, ActingStack, Holder, TurnState
from adjudicator.middle_earth.language.orders import Declare, OrderSheet, Place, Power
from adjudicator.middle_earth.resolve.outcomes import Parted, Succeeded, Void
from adjudicator.middle_earth.resolve.pieces import ALIGNMENTS, EVIL, GOOD, NEUTRAL

FIRST_CHOICES = {"Saruman": ALIGNMENTS, "Dwarves": (GOOD, NEUTRAL), "Umbar": (NEUTRAL, EVIL)}  # 9.3
START = {"Elves": GOOD, "Gandalf": GOOD, "Gondor": GOOD, "Rohan": GOOD, "Mordor": EVIL}  # 9.1
UMBAR_COMMANDED_FOR, UMBAR_TRUCE_FOR = 2, 6  # 9.7


def may_declare(state: State, power: Power) -> tuple[str, ...]:
    """Return the alignments that *power* may declare now. They are public."""
    if state.turn == 1:
        return FIRST_CHOICES.get(power, ())
    later = ALIGNMENTS[ALIGNMENTS.index(state.alignments[power]) + 1 :]
    match power:
        case "Saruman":
            return later  # 9.6
        case "Umbar" if state.mordor_in_the_south:
            return tuple(one for one in later if one == EVIL)
        case "Rohan" if "Gondor" not in state.owners.values() and _never_awakened(state):
            return tuple(one for one in later if one == NEUTRAL)  # 9.5
    return ()


def _never_awakened(state: State) -> bool:
    return state.theoden.word == "asleep" or (state.theoden.word == "dead" and not state.theoden.turns)


def declare(turn: TurnState) -> None:
    """Apply the declarations at the start of the turn (9.4)."""
    for power in ground.POWERS:
        orders = turn.sheets.get(power, OrderSheet()).orders
        made = [order for order in orders if type(order) is Declare]
        for order in made:
            given = turn.add_order(power, order, public=False)
            lawful = order is made[-1] and order.alignment in may_declare(turn.before, power)
            given.outcome = Succeeded() if lawful else Void("impossible")
            if lawful:
                _declare(turn, power, order.alignment)
        if turn.before.turn == 1 and power in FIRST_CHOICES:
            turn.add_news("first alignment", None, power=power, alignment=turn.align(power))
    if turn.alignments != turn.before.alignments:
        turn.rivers = turn.hostile_rivers()


def _declare(turn: TurnState, power: Power, alignment: str) -> None:
    if turn.before.turn == 1:
        turn.alignments[power] = alignment
        return
    turn.change_alignment(power, alignment, "declared")
    if power == "Umbar":
        turn.start_timer("umbar_commanded", UMBAR_COMMANDED_FOR)
        turn.start_timer("umbar_truce", UMBAR_TRUCE_FOR)


def part_company(turn: TurnState) -> None:
    """Make the weaker side retreat where units of different alignments share an area (4.12)."""
    crowded = {place: stacks for place, stacks in turn.by_place().items() if len(stacks) > 1}
    for place, stacks in sorted(crowded.items()):
        there = [stack for stack in stacks if stack.fleet is None]
        sides = {turn.align(stack.power) for stack in there}
        if len(sides) > 1:
            stronger = max(sorted(sides), key=lambda side: _weight(turn, place, side))
            staying = [stack for stack in there if turn.align(stack.power) == stronger]
            _send_away(turn, [stack for stack in there if stack not in staying], staying)


def _weight(turn: TurnState, place: Place, side: str) -> tuple[int, int]:
    """Return units and personalities of *side*; on a tie the side that changed last is the weaker."""
    units = sum(stack.count for stack in turn.stacks_in(place) if turn.align(stack.power) == side)
    pieces = sum(t.is_personality and turn.align(t.power) == side for t in turn.pieces_in(place))
    powers = {stack.power for stack in turn.stacks_in(place) if turn.align(stack.power) == side}
    changed = max((turn.changes.index(power) for power in powers if power in turn.changes), default=-1)
    return units + pieces, -changed


def _send_away(turn: TurnState, stacks: list[ActingStack], staying: list[ActingStack]) -> None:
    _leave_the_ring(turn, stacks, staying)
    for stack in stacks:
        for piece in _company(turn, stack):
            piece.beaten_from, piece.came_with, piece.stack = (), stack.power, stack
        stack.beaten_from = ()
        for given in stack.given:
            given.outcome = Parted(turn.name(staying[0]))


def _leave_the_ring(turn: TurnState, leaving: list[ActingStack], staying: list[ActingStack]) -> None:
    """Give the Ring of those who must leave to those who stay, as in any dislodgement (8.5)."""
    company = [piece for stack in leaving for piece in _company(turn, stack)]
    if turn.holder is not None and (turn.holder in leaving or turn.holder in company):
        victors: list[Holder] = [piece for stack in staying for piece in _company(turn, stack)]
        ring.lose_to(turn, ring.choose(turn, [*victors, *staying]))


def _company(turn: TurnState, stack: ActingStack) -> list[ActingPiece]:
    """Return the pieces that stay with *stack*: personalities leave a stack of another alignment (5.3)."""
    return [piece for piece in turn.company_of(stack) if turn.is_strong_company(piece, stack)]


def watch_the_south(turn: TurnState) -> None:
    """Note a Mordor ordinary unit in Haradwaith, Harad or Sutherland, even a dislodged one (9.7)."""
    south = [stack for stack in turn.stacks if stack.place in ground.UMBAR_TRIGGER]
    if any(stack.power == "Mordor" for stack in south):
        turn.mordor_in_the_south = True


def betray(turn: TurnState) -> None:
    """Make Saruman or the Dwarves Neutral if they are Good and own a home centre of a Good power (9.8)."""
    for power in ("Saruman", "Dwarves"):
        if turn.align(power) != GOOD:
            continue
        fellows = [one for one in ground.POWERS if one != power and turn.align(one) == GOOD]
        if any(turn.owners.get(place) == power for one in fellows for place in turn.homes_of(one)):
            turn.change_alignment(power, NEUTRAL, "betrayed")

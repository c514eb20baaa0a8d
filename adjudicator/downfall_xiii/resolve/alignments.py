"""Who is Good, Neutral or Evil, and what do changes bring about?  (XIII 4.12, section 9)"""

from adjudicator.downfall_xiii import ground
from adjudicator.downfall_xiii.position import State
from adjudicator.downfall_xiii.resolve.pieces import ring
from adjudicator.downfall_xiii.resolve.turn_state import ActingStack, Holder, Token, TurnState
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import OrderSheet, Place, Power
from adjudicator.middle_earth.resolve.outcomes import Parted, Succeeded, Void
from adjudicator.middle_earth.resolve.pieces import ALIGNMENTS, EVIL, GOOD, NEUTRAL

FIRST_CHOICES = {"Saruman": ALIGNMENTS, "Dwarves": (GOOD, NEUTRAL), "Umbar": (NEUTRAL, EVIL)}  # 9.3
START = {"Elves": GOOD, "Gandalf": GOOD, "Gondor": GOOD, "Rohan": GOOD, "Mordor": EVIL}  # 9.1
UMBAR_COMMANDED_FOR, UMBAR_TRUCE_FOR = 2, 6  # 9.7


def may_declare(state: State, power: Power) -> tuple[str, ...]:
    """The alignments that *power* may declare now; all of it is public."""
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


def declare(f: TurnState) -> None:
    """9.4: at the start of the turn, before movement."""
    for power in ground.POWERS:
        orders = f.sheets.get(power, OrderSheet()).orders
        made = [order for order in orders if type(order) is act.Declare]
        for order in made:
            said = f.say(power, order, public=False)
            lawful = order is made[-1] and order.alignment in may_declare(f.before, power)
            said.outcome = Succeeded() if lawful else Void("impossible")
            if lawful:
                _declare(f, power, order.alignment)
        if f.before.turn == 1 and power in FIRST_CHOICES:
            f.tell("first alignment", None, power=power, alignment=f.align(power))
    if f.alignments != f.before.alignments:
        f.rivers = f.hostile_rivers()


def _declare(f: TurnState, power: Power, alignment: str) -> None:
    if f.before.turn == 1:
        f.alignments[power] = alignment
        return
    f.turn_to(power, alignment)
    if power == "Umbar":
        f.begin("umbar_commanded", UMBAR_COMMANDED_FOR)
        f.begin("umbar_truce", UMBAR_TRUCE_FOR)


def part_company(f: TurnState) -> None:
    """4.12: units of different alignments that share an area: the weaker must retreat."""
    crowded = {place: parts for place, parts in f.by_place().items() if len(parts) > 1}
    for place, parts in sorted(crowded.items()):
        there = [part for part in parts if part.fleet is None]
        sides = {f.align(part.power) for part in there}
        if len(sides) > 1:
            stronger = max(sorted(sides), key=lambda side: _weight(f, place, side))
            staying = [part for part in there if f.align(part.power) == stronger]
            _send_away(f, [part for part in there if part not in staying], staying)


def _weight(f: TurnState, place: Place, side: str) -> tuple[int, int]:
    """Units and personalities; on a tie the side that changed last is the weaker."""
    units = sum(part.count for part in f.parts_in(place) if f.align(part.power) == side)
    pieces = sum(t.is_personality and f.align(t.power) == side for t in f.tokens_in(place))
    powers = {part.power for part in f.parts_in(place) if f.align(part.power) == side}
    changed = max((f.changes.index(power) for power in powers if power in f.changes), default=-1)
    return units + pieces, -changed


def _send_away(f: TurnState, parts: list[ActingStack], staying: list[ActingStack]) -> None:
    _leave_the_ring(f, parts, staying)
    for part in parts:
        for token in _company(f, part):
            token.beaten_from, token.came_with, token.stack = (), part.power, part
        part.beaten_from = ()
        for said in part.said:
            said.outcome = Parted(f.name(staying[0]))


def _leave_the_ring(f: TurnState, leaving: list[ActingStack], staying: list[ActingStack]) -> None:
    """8.5: those who must go lose it as in any dislodgement, to those who stay."""
    company = [token for part in leaving for token in _company(f, part)]
    if f.holder is not None and (f.holder in leaving or f.holder in company):
        victors: list[Holder] = [token for part in staying for token in _company(f, part)]
        ring.lose_to(f, ring.choose(f, [*victors, *staying]))


def _company(f: TurnState, part: ActingStack) -> list[Token]:
    """Pieces that are of its side still: a personality leaves a stack of another alignment (5.3)."""
    return [token for token in f.company_of(part) if f.is_strong_company(token, part)]


def watch_the_south(f: TurnState) -> None:
    """9.7: has a Mordor ordinary unit entered Haradwaith, Harad or Sutherland, were it beaten there?"""
    south = [part for part in f.parts if part.place in ground.UMBAR_TRIGGER]
    if any(part.power == "Mordor" for part in south):
        f.mordor_in_the_south = True


def betray(f: TurnState) -> None:
    """9.8: Saruman and the Dwarves, if Good, by owning a home centre of a fellow Good power."""
    for power in ("Saruman", "Dwarves"):
        if f.align(power) != GOOD:
            continue
        fellows = [one for one in ground.POWERS if one != power and f.align(one) == GOOD]
        if any(f.owners.get(place) == power for one in fellows for place in f.homes_of(one)):
            f.turn_to(power, NEUTRAL)

"""What happens when Aragorn takes the Paths of the Dead?  (XIII 6b.5 to 6b.9)"""

from adjudicator.core.position import Unit as Named
from adjudicator.downfall_xiii import ground
from adjudicator.downfall_xiii.position import Fate
from adjudicator.downfall_xiii.resolve.movement import VALE
from adjudicator.downfall_xiii.resolve.pieces import ring
from adjudicator.downfall_xiii.resolve.turn_state import ActingStack, Token, TurnState
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Place, Power
from adjudicator.middle_earth.resolve.outcomes import Dislodged, Failed

FORNOST = "FEr"
TURNS_OF_THE_DEAD = 6


def set_out(f: TurnState) -> None:
    """6b.5: from Dunharrow, where he stood when the turn began."""
    for token in f.tokens:
        if type(token.act) is not act.PathsOfTheDead:
            continue
        if token.kind == "Aragorn" and token.origin == "DHa" and f.dead.word == "asleep":
            f.raising = True
            token.idle = False
        else:
            token.void("impossible")


def arrive(f: TurnState) -> None:
    """6b.5, 6b.7: he moves, and the Dead join him; or those in the vale were too strong."""
    aragorn = f.token("Aragorn")
    if aragorn is None or type(aragorn.act) is not act.PathsOfTheDead:
        return
    if not f.raising:
        aragorn.come(Failed("too strong"))
        return
    aragorn.entered_from, aragorn.place, aragorn.entered, aragorn.shown = "DHa", VALE, 1, True
    if aragorn.said:
        aragorn.said.public = True
    f.dead = Fate("awake", TURNS_OF_THE_DEAD)
    f.begun.add("dead")
    f.tell("dead.join", None)


def raise_fornost(f: TurnState) -> None:
    """6b.9, at the end of the move in which the Dead joined (part S, step 9)."""
    aragorn = f.token("Aragorn")
    if not f.raising or aragorn is None:
        return
    power = aragorn.power
    f.homes[power] = (*f.homes.get(power, ()), FORNOST)
    f.owners[FORNOST] = power
    f.split.pop(FORNOST, None)
    f.tell("fornost", None, power=power)
    rangers = [t for t in f.tokens if t.kind == "R" and t.power in (power, "Elves") and not t.dead]
    if not rangers:
        return
    place = _place_for_army(f, power)
    army = ActingStack(power, {"A": 1}, place, place) if place else None
    driven_out = army is not None and f.holder is not None and f.holder.beaten_from == ()
    if army is not None and driven_out and f.holder is not None and f.holder.place == place:
        ring.lose_to(f, army)  # 8.5
    for ranger in rangers:
        ranger.dead = True
        if f.holder is ranger:
            _hand_over(f, ranger, army)
    if army is not None:
        f.add(army)
        f.tell("fornost.army", None, power=power, place=place)


def _hand_over(f: TurnState, ranger: Token, army: ActingStack | None) -> None:
    if army is None:
        ring.drop(f, ranger.place)
        return
    f.holder, f.holder_kind = army, "A"


def _place_for_army(f: TurnState, power: Power) -> Place:
    """Fornost, after a single unit there gave way; else a free land area beside it; "" for none."""
    there = [part for part in f.parts_in(FORNOST) if part.power != power]
    if any(f.is_full(part) for part in there) or len(there) > 1:
        free = sorted(place for place in ground.ARMY[FORNOST] if not f.parts_in(place))
        return free[f.roll(len(free), "Fornost") - 1] if free else ""
    for part in there:
        for token in f.company_of(part):
            token.beaten_from, token.came_with, token.stack = (), part.power, part
        part.beaten_from = ()
        for said in part.said:
            said.outcome = Dislodged(Named(power, "A", FORNOST))
    return FORNOST

"""Who has the Ring?  Found by entry, taken by attack, claimed, passed, thrown.  (XIII 8.1 to 8.11)"""

from collections.abc import Collection, Sequence
from typing import Final

from adjudicator.core.dice import Dice
from adjudicator.downfall_xiii import ground, options
from adjudicator.downfall_xiii.position import Ring
from adjudicator.downfall_xiii.resolve import perils
from adjudicator.downfall_xiii.resolve.turn_state import ActingStack, Holder, Token, TurnState
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Place, Power, Unit
from adjudicator.middle_earth.resolve.pieces import NAMES

RANKS: Final = ("Gandalf", "Aragorn", "Fe", "R", "Nazgul")  # 8.2; then personalities, then others


def first_place(dice: Dice, taken: Collection[Place] = ()) -> Ring:
    """8.1: in any land area north and west of the Ring Line that is not *taken*."""
    places = [place for place in ground.RING_PLACES if place not in taken]
    return Ring("lies", places[dice.roll(len(places)) - 1])


def rank(holder: Holder) -> int:
    if isinstance(holder, ActingStack):
        return len(RANKS) + 1
    return RANKS.index(holder.kind) if holder.kind in RANKS else len(RANKS)


def after_phase(f: TurnState, phase: int) -> None:
    """Part S, step 7: lost by successful attack, then found by entry, for one phase of movement."""
    _be_taken(f, phase)
    if f.ring.how == "lies":
        found = [one for one in _all(f) if one.place == f.ring.place and one.here and _finds(f, one, phase)]
        if found:
            finder = choose(f, found)
            take(f, finder)
            f.tell("ring.found", (finder.power,), unit=kind_name(f, finder), place=finder.place)


def _finds(f: TurnState, one: Holder, phase: int) -> bool:
    """8.2: who enters; where the group plays so, whoever is there at the end of the move."""
    dies = bool(one.entered and perils.threatens(f, one))
    if f.options[options.FINDING] == "on-standing":
        return phase == 2 and not dies
    return one.entered == phase and (_goes_on(one, phase) or not dies)


def _goes_on(one: Holder, phase: int) -> bool:
    """It only passes: perils are for who ends the move there (part S, step 8)."""
    return phase == 1 and len(one.path) == 2


def _all(f: TurnState) -> list[Holder]:
    """Whoever may have the Ring: pieces and ordinary units. The Dead are not among them: Aragorn is."""
    return [*f.tokens, *[part for part in f.parts if "Dead" not in part.men]]


def choose(f: TurnState, holders: Sequence[Holder]) -> Holder:
    """By the order of 8.2; equals by lot, in the order of powers, then units."""
    best = min(rank(one) for one in holders)
    equal = sorted((one for one in holders if rank(one) == best), key=_order)
    return equal[0] if len(equal) == 1 else equal[f.roll(len(equal), "the Ring") - 1]


def _order(holder: Holder) -> tuple[Power, str, Place]:
    kind = holder.kinds[0] if isinstance(holder, ActingStack) else holder.kind
    return holder.power, kind, holder.origin


def take(f: TurnState, holder: Holder, how: str = "carried") -> None:
    f.holder, f.ring = holder, Ring(how)
    f.holder_kind = holder.kinds[0] if isinstance(holder, ActingStack) else ""


def kind_name(f: TurnState, holder: Holder) -> str:
    kind = (f.holder_kind or holder.kinds[0]) if isinstance(holder, ActingStack) else holder.kind
    return NAMES.get(kind, kind)


def drop(f: TurnState, place: Place) -> None:
    """It lies there; in a river it may be washed up, in the sea it is lost (8.8, 8.10, 8.11)."""
    f.holder, f.holder_kind = None, ""
    if place in ground.SEA:
        f.ring = Ring("lost")
    elif place in ground.RIVERS:
        f.ring = Ring("in", place)
        f.begun.add("ring")
    else:
        f.ring = Ring("lies", place)


# Losing.


def _be_taken(f: TurnState, phase: int) -> None:
    """8.5, 8.6"""
    holder = f.holder
    if holder is None or (isinstance(holder, Token) and holder.kind == "Fe"):
        return
    victors = _victors(f, holder, phase)
    if victors:
        lose_to(f, choose(f, victors))


def _victors(f: TurnState, holder: Holder, phase: int) -> list[Holder]:
    if holder.fleet is not None and holder.fleet.beaten_from is not None:
        return _dislodgers(f, holder.fleet)  # aboard: 6g.8
    if isinstance(holder, ActingStack):
        return _dislodgers(f, holder) if holder.beaten_from is not None else []
    if holder.beaten_from is not None:
        return _dislodgers(f, holder.stack) if holder.stack else []
    if not holder.here or not _is_lone(f, holder):
        return []
    entered = [
        part
        for part in f.parts_in(holder.place)
        if part.entered == phase and holder.entered <= phase and f.align(part.power) != f.align(holder.power)
    ]
    aragorn = [token for part in entered if "Dead" in part.men for token in part.company]
    return [*aragorn, *(part for part in entered if "Dead" not in part.men)]


def _is_lone(f: TurnState, holder: Token) -> bool:
    """8.5: in nobody's company; a stack that has just come in is no company of who only stood there."""
    there = f.parts_in(holder.place)
    return not any(holder in (part.company if part.entered else f.company_of(part)) for part in there)


def _dislodgers(f: TurnState, beaten: ActingStack) -> list[Holder]:
    by = beaten.beaten_by
    if by is None:
        aragorn = f.token("Aragorn")
        return [aragorn] if f.raising and aragorn is not None and beaten.place == "MVa" else []
    together = [
        part
        for part in f.parts
        if part is by or (by.team >= 0 and part.team == by.team and part.place == by.place)
    ]
    company = [token for part in together for token in f.company_of(part)]
    return [*company, *(part for part in together if "Dead" not in part.men)]


def lose_to(f: TurnState, victor: Holder) -> None:
    """Both are told; who wore it is eliminated (8.23)."""
    loser, worn = f.holder, f.ring.how == "worn"
    if loser is None:
        return
    f.tell("ring.taken from", (loser.power,), unit=kind_name(f, loser), place=loser.place, by=victor.power)
    power = loser.power
    take(f, victor)
    f.tell("ring.taken", (victor.power,), unit=kind_name(f, victor), place=victor.place, by=power)
    if worn:
        lose_worn(f, power)


def lose_worn(f: TurnState, power: Power) -> None:
    """8.23: eliminated; the Nazgul are Mordor's again (8.22)."""
    f.logical[power] = f.logical.get(power, 0) - f.extra_units
    f.extra_units = 0
    if power not in f.eliminated:
        f.eliminated.append(power)
    f.timers = {what: turns for what, turns in f.timers.items() if what != f"{power.lower()}_evil"}
    for token in f.tokens:
        if token.kind in LENT and token.power == power:
            token.power = "Mordor"
    f.tell("ring.lost by wearer", None, power=power)


LENT: Final = ("Nazgul", "Lord of the Nazgul")


# Orders.


def is_meant(f: TurnState, player: Power, unit: Unit) -> bool:
    """Does *unit*, on the sheet of *player*, name the holder, by where it began the turn?"""
    holder = f.holder
    if holder is None or not holder.here or holder.power in f.eliminated:
        return False
    if isinstance(holder, ActingStack):
        if f.commander(holder.power) != player:
            return False
        return unit.place == holder.origin and unit.kind in ("", f.holder_kind)
    named = unit.kind == holder.kind and unit.place in ("", holder.origin, holder.place)
    return named and holder.power == player


def claim(f: TurnState, player: Power, unit: Unit) -> bool:
    """6a.ix: Gandalf, who entered this turn; 8.5: a unit of the lone bearer's own alignment that entered."""
    holder = f.holder
    if holder is None or f.ring.how != "carried":
        return False
    claimant = _claimant(f, player, unit, holder)
    if claimant is None:
        return False
    lose_to(f, claimant)
    return True


def _claimant(f: TurnState, player: Power, unit: Unit, holder: Holder) -> Holder | None:
    if unit.kind == "Gandalf":
        gandalf = f.token("Gandalf")
        may = (
            gandalf and gandalf.power == player and gandalf.here and gandalf.entered and gandalf is not holder
        )
        return gandalf if may and gandalf and gandalf.place == holder.place else None
    if isinstance(holder, ActingStack) or holder.kind == "Fe":
        return None
    if not _is_lone(f, holder):
        return None
    return next(
        (
            part
            for part in f.parts_in(holder.place)
            if f.commander(part.power) == player
            and part.origin == unit.place
            and part.entered
            and f.align(part.power) == f.align(holder.power)
        ),
        None,
    )


def pass_on(f: TurnState, player: Power, order: act.PassRing) -> bool:
    """8.4"""
    holder = f.holder
    if holder is None or f.ring.how != "carried" or not is_meant(f, player, order.unit):
        return False
    receiver = _receiver(f, order, holder)
    place = receiver.place if receiver else order.place
    if place not in ground.LAND or (place != holder.place and not _is_near(f, holder, place)):
        return False
    if receiver is None and (order.receiver is not None or place == holder.place):
        return False
    giver, name = holder.power, kind_name(f, holder)
    f.tell("ring.passed", (giver,), unit=name, place=place)
    if receiver is None:
        drop(f, place)
        return True
    gift = holder.place != place and isinstance(holder, Token) and holder.kind == "Fe"
    take(f, receiver)
    if gift and receiver.power == "Elves" and place == "Lor":
        f.ring = Ring("carried", from_fellowship=True)
    if receiver.power != giver:
        f.tell("ring.given", (receiver.power,), unit=kind_name(f, receiver), place=place, by=giver)
    return True


def _is_near(f: TurnState, holder: Holder, place: Place) -> bool:
    return ground.may_step("A", holder.place, place, f.barred(holder.power))


def _receiver(f: TurnState, order: act.PassRing, holder: Holder) -> Holder | None:
    if order.receiver is not None:
        return _named(f, order.receiver, holder)
    there = [one for one in _all(f) if one.here and one.place == order.place and one is not holder]
    own = [one for one in there if one.power == holder.power]
    return choose(f, own or there) if there else None


def _named(f: TurnState, unit: Unit, holder: Holder) -> Holder | None:
    """The unit that is meant, the holder's own before others', if it can be given it (orders 1.6)."""
    meant = [one for one in _all(f) if one is not holder and _is_named(one, unit)]
    own = [one for one in meant if one.power == holder.power]
    able = [one for one in own or meant if _can_be_given(f, one, holder)]
    return min(able, key=_order, default=None)


def _is_named(one: Holder, unit: Unit) -> bool:
    """By where it began the turn; of a piece of which there is one, where it is will do."""
    if isinstance(one, ActingStack):
        return one.is_called(unit.kind) and unit.place == one.origin
    places = ("", one.origin) if one.kind == "R" else ("", one.origin, one.place)
    return unit.kind == one.kind and unit.place in places


def _can_be_given(f: TurnState, one: Holder, holder: Holder) -> bool:
    """Ordinary units that went away are not given it, nor is who must retreat, or is too far."""
    if not one.here or (isinstance(one, ActingStack) and one.place != one.origin):
        return False
    return one.place == holder.place or _is_near(f, holder, one.place)


def throw(f: TurnState, player: Power, order: act.ThrowRing) -> bool:
    """8.9 to 8.11"""
    holder = f.holder
    if holder is None or f.ring.how != "carried" or not is_meant(f, player, order.unit):
        return False
    if order.water not in ground.WATER or holder.place not in ground.FLEET[order.water]:
        return False
    f.tell("ring.thrown", (holder.power,), place=order.water)
    drop(f, order.water)
    return True


def wash_up(f: TurnState) -> None:
    """8.10, at the end of every turn after the one in which it came to the river."""
    if f.ring.how != "in" or "ring" in f.begun:
        return
    if f.roll(10, "the river") == 1:
        shores = sorted(ground.shores(f.ring.place))
        f.ring = Ring("lies", shores[f.roll(len(shores), "the river") - 1])

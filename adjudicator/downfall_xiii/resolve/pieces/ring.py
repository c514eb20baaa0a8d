"""The Ring: found by entry, taken by attack, claimed, passed, thrown (XIII 8.1 to 8.11)."""

from collections.abc import Mapping, Sequence
from typing import Final

from adjudicator.core.dice import Dice
from adjudicator.downfall_xiii import ground, options
from adjudicator.downfall_xiii.position import Ring
from adjudicator.downfall_xiii.resolve import perils
from adjudicator.downfall_xiii.resolve.turn_state import ActingPiece, ActingStack, Holder, TurnState
from adjudicator.middle_earth.language.orders import PassRing, Place, Power, ThrowRing, Unit
from adjudicator.middle_earth.resolve.pieces import NAMES

RANKS: Final = ("Gandalf", "Aragorn", "Fe", "R", "Nazgul")  # 8.2; then personalities, then others


def hiding_places(chosen: Mapping[str, str]) -> tuple[Place, ...]:
    """Return where the Ring may be at the start, given the options of a game (8.1)."""
    is_empty = options.value_of(chosen, options.RING_PLACE) == "empty-area"
    taken = ground.OCCUPIED_AT_START if is_empty else ()
    return tuple(place for place in ground.RING_PLACES if place not in taken)


def first_place(dice: Dice, chosen: Mapping[str, str]) -> Ring:
    """Return one of the hiding places, drawn by lot (8.1)."""
    places = hiding_places(chosen)
    return Ring("lies", places[dice.roll(len(places)) - 1])


def rank(holder: Holder) -> int:
    if isinstance(holder, ActingStack):
        return len(RANKS) + 1
    return RANKS.index(holder.kind) if holder.kind in RANKS else len(RANKS)


def after_phase(turn: TurnState, phase: int) -> None:
    """Lose the Ring to an attack, then find it by entry, for one phase of movement (part S, step 7)."""
    _be_taken(turn, phase)
    if turn.ring.how == "lies":
        found = [
            one
            for one in everybody(turn)
            if one.place == turn.ring.place and one.here and _finds(turn, one, phase)
        ]
        if found:
            finder = choose(turn, found)
            take(turn, finder)
            turn.add_news("ring.found", (finder.power,), unit=kind_name(turn, finder), place=finder.place)


def _finds(turn: TurnState, one: Holder, phase: int) -> bool:
    """Return whether *one* finds it by entering; by a group option by standing there at the end (8.2)."""
    dies = bool(one.entered and perils.threatens(turn, one))
    if turn.options[options.FINDING] == "on-standing":
        return phase == 2 and not dies
    return one.entered == phase and (_goes_on(one, phase) or not dies)


def _goes_on(one: Holder, phase: int) -> bool:
    """Return whether it only passes: perils are for those who end the move there (part S, step 8)."""
    return phase == 1 and len(one.path) == 2


def everybody(turn: TurnState) -> list[Holder]:
    """Return all who may have the Ring. Aragorn stands for the Dead."""
    return [*turn.pieces, *[stack for stack in turn.stacks if "Dead" not in stack.counts]]


def choose(turn: TurnState, holders: Sequence[Holder]) -> Holder:
    """Choose by the order of 8.2, and among equals by lot."""
    best = min(rank(one) for one in holders)
    equal = sorted((one for one in holders if rank(one) == best), key=_order)
    return equal[0] if len(equal) == 1 else equal[turn.roll(len(equal), "the Ring") - 1]


def _order(holder: Holder) -> tuple[Power, str, Place]:
    kind = holder.kinds[0] if isinstance(holder, ActingStack) else holder.kind
    return holder.power, kind, holder.origin


def take(turn: TurnState, holder: Holder, how: str = "carried") -> None:
    turn.holder, turn.ring = holder, Ring(how)
    turn.holder_kind = holder.kinds[0] if isinstance(holder, ActingStack) else ""


def kind_name(turn: TurnState, holder: Holder) -> str:
    kind = (turn.holder_kind or holder.kinds[0]) if isinstance(holder, ActingStack) else holder.kind
    return NAMES.get(kind, kind)


def drop(turn: TurnState, place: Place) -> None:
    """Leave it there. From a river it may wash up; in the sea it is lost (8.8, 8.10, 8.11)."""
    turn.holder, turn.holder_kind = None, ""
    if place in ground.SEA:
        turn.ring = Ring("lost")
    elif place in ground.RIVERS:
        turn.ring = Ring("in", place)
        turn.begun.add("ring")
    else:
        turn.ring = Ring("lies", place)


# Losing it.


def _be_taken(turn: TurnState, phase: int) -> None:
    """Take it from a dislodged or attacked holder (8.5, 8.6)."""
    holder = turn.holder
    if holder is None or (isinstance(holder, ActingPiece) and holder.kind == "Fe"):
        return
    victors = _victors(turn, holder, phase)
    if victors:
        lose_to(turn, choose(turn, victors))


def _victors(turn: TurnState, holder: Holder, phase: int) -> list[Holder]:
    if holder.fleet is not None and holder.fleet.beaten_from is not None:
        return _dislodgers(turn, holder.fleet)  # aboard: 6g.8
    if isinstance(holder, ActingStack):
        return _dislodgers(turn, holder) if holder.beaten_from is not None else []
    if holder.beaten_from is not None:
        return _dislodgers(turn, holder.stack) if holder.stack else []
    if not holder.here or not _is_lone(turn, holder):
        return []
    entered = [
        stack
        for stack in turn.stacks_in(holder.place)
        if stack.entered == phase
        and holder.entered <= phase
        and turn.align(stack.power) != turn.align(holder.power)
    ]
    aragorn = [piece for stack in entered if "Dead" in stack.counts for piece in stack.company]
    return [*aragorn, *(stack for stack in entered if "Dead" not in stack.counts)]


def _is_lone(turn: TurnState, holder: ActingPiece) -> bool:
    """Return whether the piece has no company. A stack that just entered does not count (8.5)."""
    there = turn.stacks_in(holder.place)
    return not any(holder in (stack.company if stack.entered else turn.company_of(stack)) for stack in there)


def _dislodgers(turn: TurnState, beaten: ActingStack) -> list[Holder]:
    by = beaten.beaten_by
    if by is None:
        aragorn = turn.piece("Aragorn")
        return [aragorn] if turn.raising and aragorn is not None and beaten.place == "MVa" else []
    together = [
        stack
        for stack in turn.stacks
        if stack is by or (by.team >= 0 and stack.team == by.team and stack.place == by.place)
    ]
    company = [piece for stack in together for piece in turn.company_of(stack)]
    return [*company, *(stack for stack in together if "Dead" not in stack.counts)]


def lose_to(turn: TurnState, victor: Holder) -> None:
    """Give it to *victor*, and report to both. A wearer is eliminated (8.23)."""
    loser, worn = turn.holder, turn.ring.how == "worn"
    if loser is None:
        return
    turn.add_news(
        "ring.taken from", (loser.power,), unit=kind_name(turn, loser), place=loser.place, by=victor.power
    )
    power = loser.power
    take(turn, victor)
    turn.add_news("ring.taken", (victor.power,), unit=kind_name(turn, victor), place=victor.place, by=power)
    if worn:
        lose_worn(turn, power)


def lose_worn(turn: TurnState, power: Power) -> None:
    """Eliminate the wearer, and return the Nazgul to Mordor (8.22, 8.23)."""
    turn.logical[power] = turn.logical.get(power, 0) - turn.extra_units
    turn.extra_units = 0
    if power not in turn.eliminated:
        turn.eliminated.append(power)
    turn.timers = {what: turns for what, turns in turn.timers.items() if what != f"{power.lower()}_evil"}
    for piece in turn.pieces:
        if piece.kind in LENT and piece.power == power:
            piece.power = "Mordor"
    turn.add_news("ring.lost by wearer", None, power=power)


LENT: Final = ("Nazgul", "Lord of the Nazgul")


# Orders for it.


def is_meant(turn: TurnState, player: Power, unit: Unit) -> bool:
    """Return whether *unit*, on the sheet of *player*, names the holder by where it began the turn."""
    holder = turn.holder
    if holder is None or not holder.here or holder.power in turn.eliminated:
        return False
    if isinstance(holder, ActingStack):
        if turn.commander(holder.power) != player:
            return False
        return unit.place == holder.origin and unit.kind in ("", turn.holder_kind)
    named = unit.kind == holder.kind and unit.place in ("", holder.origin, holder.place)
    return named and holder.power == player


def claim(turn: TurnState, player: Power, unit: Unit) -> bool:
    """Claim it for Gandalf (6a.ix), or a unit of the lone bearer's alignment (8.5), that entered."""
    holder = turn.holder
    if holder is None or turn.ring.how != "carried":
        return False
    claimant = _claimant(turn, player, unit, holder)
    if claimant is None:
        return False
    lose_to(turn, claimant)
    return True


def _claimant(turn: TurnState, player: Power, unit: Unit, holder: Holder) -> Holder | None:
    if unit.kind == "Gandalf":
        gandalf = turn.piece("Gandalf")
        may = (
            gandalf and gandalf.power == player and gandalf.here and gandalf.entered and gandalf is not holder
        )
        return gandalf if may and gandalf and gandalf.place == holder.place else None
    if isinstance(holder, ActingStack) or holder.kind == "Fe":
        return None
    if not _is_lone(turn, holder):
        return None
    return next(
        (
            stack
            for stack in turn.stacks_in(holder.place)
            if turn.commander(stack.power) == player
            and stack.origin == unit.place
            and stack.entered
            and turn.align(stack.power) == turn.align(holder.power)
        ),
        None,
    )


def pass_on(turn: TurnState, player: Power, order: PassRing) -> bool:
    """Pass the Ring. Return whether it worked (8.4)."""
    holder = turn.holder
    if holder is None or turn.ring.how != "carried" or not is_meant(turn, player, order.unit):
        return False
    receiver = _receiver(turn, order, holder)
    place = receiver.place if receiver else order.place
    if place not in ground.LAND or (place != holder.place and not _is_near(turn, holder, place)):
        return False
    if receiver is None and (order.receiver is not None or place == holder.place):
        return False
    giver, name = holder.power, kind_name(turn, holder)
    turn.add_news("ring.passed", (giver,), unit=name, place=place)
    if receiver is None:
        drop(turn, place)
        return True
    gift = holder.place != place and isinstance(holder, ActingPiece) and holder.kind == "Fe"
    take(turn, receiver)
    if gift and receiver.power == "Elves" and place == "Lor":
        turn.ring = Ring("carried", from_fellowship=True)
    if receiver.power != giver:
        turn.add_news("ring.given", (receiver.power,), unit=kind_name(turn, receiver), place=place, by=giver)
    return True


def _is_near(turn: TurnState, holder: Holder, place: Place) -> bool:
    return ground.may_step("A", holder.place, place, turn.barred(holder.power))


def _receiver(turn: TurnState, order: PassRing, holder: Holder) -> Holder | None:
    if order.receiver is not None:
        return _named(turn, order.receiver, holder)
    there = [one for one in everybody(turn) if one.here and one.place == order.place and one is not holder]
    own = [one for one in there if one.power == holder.power]
    return choose(turn, own or there) if there else None


def _named(turn: TurnState, unit: Unit, holder: Holder) -> Holder | None:
    """Return the unit that is meant and can be given it, the holder's own first."""
    meant = [one for one in everybody(turn) if one is not holder and is_named(one, unit)]
    own = [one for one in meant if one.power == holder.power]
    able = [one for one in own or meant if _can_be_given(turn, one, holder)]
    return min(able, key=_order, default=None)


def is_named(one: Holder, unit: Unit) -> bool:
    """Compare by where it began the turn; a unique piece may be named by where it is."""
    if isinstance(one, ActingStack):
        return one.is_called(unit.kind) and unit.place == one.origin
    places = ("", one.origin) if one.kind == "R" else ("", one.origin, one.place)
    return unit.kind == one.kind and unit.place in places


def _can_be_given(turn: TurnState, one: Holder, holder: Holder) -> bool:
    """Return whether it is near, need not retreat, and is not an ordinary unit that moved away."""
    if not one.here or (isinstance(one, ActingStack) and one.place != one.origin):
        return False
    return one.place == holder.place or _is_near(turn, holder, one.place)


def throw(turn: TurnState, player: Power, order: ThrowRing) -> bool:
    """Throw the Ring. Return whether it worked (8.9 to 8.11)."""
    holder = turn.holder
    if holder is None or turn.ring.how != "carried" or not is_meant(turn, player, order.unit):
        return False
    if order.water not in ground.WATER or holder.place not in ground.FLEET[order.water]:
        return False
    turn.add_news("ring.thrown", (holder.power,), place=order.water)
    drop(turn, order.water)
    return True


def wash_up(turn: TurnState) -> None:
    """Wash it up, at the end of every turn after the one in which it came to the river (8.10)."""
    if turn.ring.how != "in" or "ring" in turn.begun:
        return
    if turn.roll(10, "the river") == 1:
        shores = sorted(ground.shores(turn.ring.place))
        turn.ring = Ring("lies", shores[turn.roll(len(shores), "the river") - 1])

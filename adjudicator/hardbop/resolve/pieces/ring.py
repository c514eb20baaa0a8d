"""The Ring: hidden, claimed, passed, taken, lost (HB 7.1 to 7.3, 7.6)."""

from collections.abc import Iterable, Sequence

from adjudicator.core.dice import Dice, apart
from adjudicator.hardbop import ground
from adjudicator.hardbop.position import Ring
from adjudicator.hardbop.resolve.turn_state import Holder, TurnState
from adjudicator.hardbop.resolve.units import ActingPiece, ActingUnit, AtTheEnd
from adjudicator.middle_earth.language.orders import DestroyRing, PassRing, Place, Power, PutOnRing, Unit
from adjudicator.middle_earth.resolve.outcomes import Succeeded, Void, VoidReason
from adjudicator.middle_earth.resolve.pieces import NAMES

RANKS = ("Sauron", "Fe", "Gandalf", "R", "Nazgul", "Saruman", "Faramir")  # 7.2; then Military Units
HINTED = ("Mordor", "Saruman", "Gondor")
HINTS = 3


def first_place(dice: Dice, places: Sequence[Place]) -> Ring:
    """Return one of *places* by lot (7.1)."""
    return Ring("lies", places[dice.roll(len(places)) - 1])


def hints(dice: Dice, places: Sequence[Place]) -> dict[Power, tuple[Place, ...]]:
    """Return three different *places* for each, drawn independently (7.1(b))."""
    return {power: _drawn(apart(dice, f"hints for {power}"), places) for power in HINTED}


def _drawn(dice: Dice, places: Sequence[Place]) -> tuple[Place, ...]:
    left = list(places)
    drawn = [left.pop(dice.roll(len(left)) - 1) for _ in range(HINTS)]
    return tuple(sorted(drawn))


def rank(holder: Holder) -> int:
    return RANKS.index(holder.kind) if isinstance(holder, ActingPiece) else len(RANKS)


def kind_name(holder: Holder) -> str:
    return NAMES.get(holder.kind, holder.kind)


def _in_place(turn: TurnState, place: Place) -> list[Holder]:
    unit = turn.unit_in(place)
    return sorted([*turn.pieces_in(place), *([unit] if unit else [])], key=rank)


def claim_by_entry(turn: TurnState, entered: int) -> None:
    """Let the first to enter its space claim it, in the order of 7.2."""
    if turn.ring.how == "lies":
        claim(turn, [one for one in _in_place(turn, turn.ring.place) if one.entered == entered])


def claim(turn: TurnState, claimers: Sequence[Holder]) -> None:
    """Give it to the first of *claimers*. Only its player learns of it (7.2(c))."""
    if claimers:
        _give(turn, claimers[0])
        turn.add_news(
            "ring.found", (claimers[0].power,), unit=kind_name(claimers[0]), place=claimers[0].place
        )


def _give(turn: TurnState, holder: Holder) -> None:
    turn.holder, turn.ring = holder, Ring("carried")


def drop(turn: TurnState, place: Place) -> None:
    """Leave it in *place*, where those present claim it at once (7.2(b))."""
    turn.holder, turn.ring = None, Ring("lies", place)
    claim(turn, _in_place(turn, place))


def leave(turn: TurnState, gone: Holder, place: Place) -> None:
    """Leave the Ring in *place* if *gone*, who is off the board, had it."""
    if turn.holder is not gone:
        return
    worn = turn.ring.how == "worn"
    drop(turn, place)
    if worn:
        lose_worn(turn, gone.power)


def be_taken(turn: TurnState) -> None:
    """Give the Ring of a dislodged carrier, or of one whose unit was dislodged, to the victor (7.3(e))."""
    holder = turn.holder
    if holder is None:
        return
    beaten = _beaten_unit(turn, holder)
    if beaten is None:
        return
    victor = turn.units[beaten.beaten_by]
    if not victor.here:
        worn = turn.ring.how == "worn"
        drop(turn, beaten.place)
        if worn:
            lose_worn(turn, holder.power)
        return
    victors: list[Holder] = [*turn.leaders(victor), victor]
    take(turn, min(victors, key=rank))


def _beaten_unit(turn: TurnState, holder: Holder) -> ActingUnit | None:
    unit = (
        holder if isinstance(holder, ActingUnit) else turn.units[holder.leads] if holder.leads >= 0 else None
    )
    return unit if unit is not None and unit.beaten and unit.beaten_by >= 0 else None


def take(turn: TurnState, victor: Holder) -> None:
    """Give it to *victor*, and report to both. A wearer is eliminated (7.6)."""
    loser, worn = turn.holder, turn.ring.how == "worn"
    if loser is None:
        return
    turn.add_news("ring.lost", (loser.power,), unit=kind_name(loser), place=loser.place, by=victor.power)
    _give(turn, victor)
    turn.add_news("ring.taken", (victor.power,), unit=kind_name(victor), place=victor.place, by=loser.power)
    if worn:
        lose_worn(turn, loser.power)


def lose_worn(turn: TurnState, power: Power) -> None:
    """Eliminate the wearer (7.6), and restore Mordor (7.5.2, 7.5.3)."""
    if power not in turn.eliminated:
        turn.eliminated.append(power)
        turn.standing.pop(power, None)
    turn.add_news("ring.lost by wearer", None, power=power)
    turn.offboard_centres = 0 if "Mordor" in turn.eliminated else ground.OFF_BOARD_CENTRES
    turn.nazgul_controller = "Mordor"
    for piece in turn.pieces:
        if piece.kind == "Nazgul":
            piece.power = "Mordor"


# Passing (7.3(b) to 7.3(d)).


def is_fast(holder: Holder) -> bool:
    return holder.kind in ground.TWO_SPACES


def pass_slowly(turn: TurnState) -> None:
    """Pass it in step v."""
    _pass_on(turn, fast=False)


def pass_fast(turn: TurnState) -> None:
    """Pass it in step ix."""
    _pass_on(turn, fast=True)


def _pass_on(turn: TurnState, fast: bool) -> None:
    """Let the carrier pass it once in this step."""
    holder = turn.holder
    if holder is None or turn.ring.how != "carried" or is_fast(holder) != fast or not is_standing(holder):
        return
    for one in turn.at_end:
        if isinstance(one.order, PassRing) and is_meant(turn, one, holder, one.order.unit):
            worked = _pass_one(turn, holder, one.order)
            turn.given[one.given].outcome = Succeeded() if worked else Void(why_void(turn, one))
            if worked:
                return


def is_standing(holder: Holder) -> bool:
    return not (isinstance(holder, ActingUnit) and holder.beaten)


def is_meant(turn: TurnState, one: AtTheEnd, holder: Holder, unit: Unit) -> bool:
    """Return whether *unit* names the holder, by where it stood when the sheet was due (9(d))."""
    if holder.power != one.player or one.player in turn.eliminated:
        return False
    return _is_meant_by(holder, one, unit)


def void_passes(turn: TurnState) -> None:
    """Void the passes of those who did not have the Ring in a passing step."""
    for one in turn.at_end:
        if isinstance(one.order, PassRing) and turn.given[one.given].outcome is None:
            turn.given[one.given].outcome = Void(_without_ring(turn, one, one.order.unit))


def why_void(turn: TurnState, one: AtTheEnd) -> VoidReason:
    """Return why an order for the Ring had no effect, as far as its player knows."""
    holder = turn.holder
    if not isinstance(one.order, PassRing | PutOnRing | DestroyRing):
        return "nothing"
    if holder is None or not is_meant(turn, one, holder, one.order.unit):
        return _without_ring(turn, one, one.order.unit)
    if turn.ring.how == "worn":
        return "worn"
    match one.order:
        case PutOnRing():
            return "may not wear"
        case DestroyRing():
            return "not in Oro"
    return "no receiver" if one.order.receiver is not None else "nobody there"


def _without_ring(turn: TurnState, one: AtTheEnd, unit: Unit) -> VoidReason:
    everybody: list[Holder] = [*turn.pieces, *turn.units]
    mine = [each for each in everybody if each.power == one.player and _is_meant_by(each, one, unit)]
    if not mine:
        return "nothing"
    return "no ring" if any(each.here for each in mine) else "gone"


def _is_meant_by(each: Holder, one: AtTheEnd, unit: Unit) -> bool:
    stood = each.place if one.late else each.origin
    if isinstance(each, ActingUnit):
        return unit.place == stood and unit.kind in ("", each.kind)
    return unit.kind == each.kind and unit.place in ("", stood, each.place)


def _pass_one(turn: TurnState, giver: Holder, order: PassRing) -> bool:
    receiver = _receiver(turn, order, giver)
    if receiver is None:
        return False
    turn.add_news("ring.passed", (giver.power,), unit=kind_name(giver), place=receiver.place)
    _give(turn, receiver)
    if receiver.power != giver.power:
        turn.add_news(
            "ring.given",
            (receiver.power,),
            unit=kind_name(receiver),
            place=receiver.place,
            by=giver.power,
        )
    return True


def _receiver(turn: TurnState, order: PassRing, giver: Holder) -> Holder | None:
    near = (giver.place, *sorted(ground.near(giver.place, turn.before.options)))
    there: Iterable[Holder] = (one for place in near for one in _in_place(turn, place) if one is not giver)
    if order.receiver is not None:
        named = order.receiver
        fit = [one for one in there if named.kind in ("", one.kind) and _is_named(one, named.place)]
    else:
        fit = [one for one in there if one.place == order.place]
    return min(fit, key=lambda one: (one.power != giver.power, rank(one)), default=None)


def _is_named(one: Holder, place: Place) -> bool:
    """Return whether *one* is the receiver that was named by *place*.

    A unit must have begun the turn there and still be there: one that took its place does not get the Ring.
    A piece is unique, so it may also be named by where it is now.
    """
    if isinstance(one, ActingUnit):
        return one.origin == place == one.place
    return place in ("", one.origin, one.place)

"""Losses of pieces and units, and their consequences (XIII 3.3, 3.6, 5.10, 6a.10, 8.8, 8.23, N.4)."""

from adjudicator.core.position import Unit
from adjudicator.downfall_xiii.position import Fate
from adjudicator.downfall_xiii.resolve import perils
from adjudicator.downfall_xiii.resolve.company import ALWAYS_SHOWN
from adjudicator.downfall_xiii.resolve.pieces import ring
from adjudicator.downfall_xiii.resolve.turn_state import ActingPiece, ActingStack, Holder, TurnState
from adjudicator.middle_earth.language.orders import Power
from adjudicator.middle_earth.resolve.outcomes import Destroyed, LossReason
from adjudicator.middle_earth.resolve.pieces import NAMES, PLURALS


def perish(turn: TurnState) -> None:
    """Remove all who entered a perilous area, at once (part S, step 8)."""
    for one, why in perils.victims(turn):
        perish_alone(turn, one, why)


def perish_alone(turn: TurnState, one: Holder, why: LossReason) -> None:
    """Remove a unit or piece lost to a peril or in a retreat. The Ring lies on the ground (8.8)."""
    one.set_outcome(Destroyed(why))
    place = one.place
    worn = turn.holder is one and turn.ring.how == "worn"
    if turn.holder is one:
        ring.drop(turn, place)
    if isinstance(one, ActingStack):
        one.dead = True
        by = victor_of(turn, one, why)
        beaten = {"by": by.power} if by else {}
        turn.add_news(f"unit.{why}", None, power=one.power, unit=_unit(one), place=place, **beaten)
        for piece in one.company:
            if piece.stack is one:
                piece.stack = None
    else:
        if one.kind == "Faramir" and _has_logical(turn, "Gondor"):
            turn.add_news("faramir.dead", None)  # 3.3: the counts show it
        die(turn, one)
        readers = None if one.kind in ALWAYS_SHOWN else (one.power,)
        turn.add_news(
            f"piece.{why}", readers, piece=NAMES.get(one.kind, one.kind), place=place, power=one.power
        )
    if worn:
        ring.lose_worn(turn, one.power)


def victor_of(turn: TurnState, stack: ActingStack, why: LossReason) -> Unit | None:
    """Return who dislodged a stack that has nowhere to go; None if no unit did, or for another loss."""
    return turn.name(stack.beaten_by) if why == "trapped" and stack.beaten_by else None


def _unit(stack: ActingStack) -> str:
    """Return "Army" for one unit and "A stack of 2 Armies" for more."""
    kinds = [f"{n} {PLURALS[k]}" if n > 1 else NAMES.get(k, k) for k, n in stack.counts.items()]
    return kinds[0] if stack.count == 1 or "Dead" in stack.counts else f"A stack of {' and '.join(kinds)}"


def die(turn: TurnState, piece: ActingPiece) -> None:
    """Remove a piece from the board, and apply what depends on it."""
    piece.dead = True
    match piece.kind:
        case "Gandalf":
            turn.gandalf = Fate("dead")
        case "Theoden":
            turn.theoden = Fate("dead", int(turn.theoden.word == "awake"))
        case "Balrog":
            turn.balrog = "dead"
        case "Aragorn":
            _dead_depart(turn)
        case "Faramir":
            lose_faramir(turn)
        case "Sauron":
            eliminate_mordor(turn)


def _dead_depart(turn: TurnState) -> None:
    if turn.dead.word == "awake":
        turn.dead = Fate("gone")
        turn.add_news("dead.gone", None)
    for stack in turn.stacks:
        if "Dead" in stack.counts:
            stack.dead = True


def lose_faramir(turn: TurnState) -> None:
    """Apply the loss of Faramir (3.3, 3.6)."""
    turn.timers.pop("faramir_defects", None)
    lose_logical(turn, "Gondor")


def lose_logical(turn: TurnState, power: Power) -> None:
    """Remove the logical centres of section 3 permanently, but not those of the worn Ring."""
    if _has_logical(turn, power):
        turn.logical[power] = _of_the_ring(turn, power)
        turn.add_news("logical.lost", None, power=power)


def _has_logical(turn: TurnState, power: Power) -> bool:
    return turn.logical.get(power, 0) > _of_the_ring(turn, power)


def _of_the_ring(turn: TurnState, power: Power) -> int:
    """Return the logical centres that the Ring gives to *power*, if it wears it."""
    worn_by = turn.holder.power if turn.ring.how == "worn" and turn.holder else None
    return turn.extra_units if worn_by == power else 0


def eliminate_mordor(turn: TurnState) -> None:
    """Eliminate Mordor as a player (5.10)."""
    turn.logical["Mordor"] = 0
    if "Mordor" not in turn.eliminated:
        turn.eliminated.append("Mordor")
        turn.add_news("eliminated", None, power="Mordor")

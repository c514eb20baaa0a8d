"""Perils: the Ents, the Barrow-wights and the Balrog (XIII 7e, 7f, 7g; part S, steps 8 and 14)."""

from typing import Final, Literal

from adjudicator.downfall_xiii import options
from adjudicator.downfall_xiii.resolve import company
from adjudicator.downfall_xiii.resolve.turn_state import ActingPiece, ActingStack, Holder, TurnState
from adjudicator.middle_earth.resolve.pieces import EVIL, NEUTRAL, is_personality

FANGORN, BARROWS, KHAZAD_DUM = "Fan", "Tyr", "KDu"
Peril = Literal["ents", "wights", "balrog"]
PERILOUS: Final = (FANGORN, BARROWS, KHAZAD_DUM)
SAFE_FROM_WIGHTS = ("Saruman", "Sauron", "Lord of the Nazgul")
SAFE_FROM_BALROG = ("Saruman", "Mordor")  # powers
RISK_ORDER = ("Aragorn", "Fe", "R")  # then personalities, each by its owner's name (7g.2)


def threatens(turn: TurnState, one: Holder) -> Peril | None:
    """Return what kills *one* if it entered its area and ends the move there, or None."""
    if one.place == FANGORN and not turn.ents_away and _is_prey_of_ents(turn, one):
        return "ents"
    if one.place == BARROWS and isinstance(one, ActingPiece) and _is_prey_of_wights(turn, one):
        return "wights"
    if one.place == KHAZAD_DUM and isinstance(one, ActingStack) and _is_prey_of_balrog(turn, one):
        return "balrog"
    return None


def _is_prey_of_ents(turn: TurnState, one: ActingStack | ActingPiece) -> bool:
    """Return whether the Ents kill *one* in Fangorn (7e.1)."""
    if turn.align(one.power) not in (EVIL, NEUTRAL):
        return False
    if not isinstance(one, ActingPiece):
        return not turn.is_full(one)
    own = turn.align(one.power)
    if any(turn.align(stack.power) == own for stack in turn.stacks_in(one.place)):
        return False
    return one.is_personality or one.kind == "Nazgul"


def fears_wights(kind: str) -> bool:
    """Return whether a piece of that kind dies in Tyrn Gorthad if it is alone there (7f.1)."""
    return kind == "Fe" or (is_personality(kind) and kind not in SAFE_FROM_WIGHTS)


def _is_prey_of_wights(turn: TurnState, one: ActingPiece) -> bool:
    """Return whether the Barrow-wights kill *one* (7f.1)."""
    if not fears_wights(one.kind):
        return False
    if company.protectors(turn, one):
        return False
    others: list[Holder] = [*turn.stacks_in(one.place)]
    others += [piece for piece in turn.pieces_in(one.place) if piece is not one]
    return not any(turn.align(other.power) == turn.align(one.power) for other in others)


def _is_prey_of_balrog(turn: TurnState, stack: ActingStack) -> bool:
    """Return whether the Balrog kills *stack* (7g.1)."""
    return turn.balrog == "alive" and stack.power not in SAFE_FROM_BALROG and not turn.is_full(stack)


def victims(turn: TurnState) -> list[tuple[Holder, Peril]]:
    """Return the units and pieces that die in the areas they entered; units come first."""
    found: list[tuple[Holder, Peril]] = []
    for stack in turn.stacks:
        if stack.entered and stack.place in PERILOUS and stack.here and (why := threatens(turn, stack)):
            found.append((stack, why))
    fallen = {id(stack) for stack, _ in found}
    for piece in turn.pieces:
        if (
            piece.here
            and piece.entered
            and piece.place in PERILOUS
            and (why := _threatens_alone(turn, piece, fallen))
        ):
            found.append((piece, why))
    return found


def _threatens_alone(turn: TurnState, piece: ActingPiece, fallen: set[int]) -> Peril | None:
    """Return what `threatens` returns if the units in *fallen* are gone."""
    lost = [stack for stack in turn.stacks_in(piece.place) if id(stack) in fallen]
    for stack in lost:
        stack.dead = True
    why = threatens(turn, piece)
    for stack in lost:
        stack.dead = False
    return why


def at_risk(turn: TurnState) -> list[ActingPiece]:
    """Return who rolls a die in Khazad-dum at the end of the turn, in the order of the dice (7g.2)."""
    if turn.balrog != "alive":
        return []
    there = [
        piece
        for piece in turn.pieces_in(KHAZAD_DUM)
        if (piece.kind in RISK_ORDER or piece.is_personality)
        and not (piece.kind == "Aragorn" and turn.options[options.RISK] == "safe")
        and piece.power not in SAFE_FROM_BALROG
        and not (piece.kind in company.PROTECTED and company.protectors(turn, piece))
        and not company.in_full_stack(turn, piece)
    ]
    return sorted(there, key=_risk_order)


def _risk_order(piece: ActingPiece) -> tuple[int, str, str]:
    place = RISK_ORDER.index(piece.kind) if piece.kind in RISK_ORDER else len(RISK_ORDER)
    return place, piece.power, piece.kind

"""The Fellowship: its moves, its encounters, and the march of the Ents (XIII 6i, 7e)."""

from collections.abc import Iterable

from adjudicator.downfall_xiii import ground, options
from adjudicator.downfall_xiii.resolve import company, journeys
from adjudicator.downfall_xiii.resolve.turn_state import ActingPiece, ActingStack, TurnState
from adjudicator.middle_earth.language.orders import MarchWithEnts, Place, Power
from adjudicator.middle_earth.resolve.outcomes import Failed
from adjudicator.middle_earth.resolve.pieces import GOOD

START = "Iml"  # of the Fellowship, shared with the Elves


def others_in(turn: TurnState, place: Place, fellowship: ActingPiece) -> list[ActingStack | ActingPiece]:
    """Return units and pieces in *place* that it may not share an area with (6i.2)."""
    own = fellowship.power
    stacks = [stack for stack in turn.stacks_in(place) if stack.power != own]
    pieces = [piece for piece in turn.pieces_in(place) if is_stranger(turn, piece.kind, piece.power, own)]
    others: list[ActingStack | ActingPiece] = [*stacks, *pieces]
    return [one for one in others if not is_welcome(turn, place, one.power)]


def is_welcome(turn: TurnState, place: Place, power: Power) -> bool:
    """Return whether *power* is Good and *place* is Rivendell, where it may share the area (6i.2)."""
    return place == START and turn.align(power) == GOOD


def is_stranger(turn: TurnState, kind: str, power: Power, own: Power) -> bool:
    if power == own or (kind == "R" and power == "Elves"):
        return False
    if kind not in company.ALWAYS_SHOWN and turn.options[options.HIDDEN] == "pass":
        return False
    return kind != "Theoden" or turn.theoden.word == "awake"


def move(turn: TurnState) -> None:
    """Move the Fellowship, last in phase one (6i.3)."""
    fellowship = turn.piece("Fe")
    if fellowship is None or not fellowship.here or not fellowship.path or not fellowship.path[0]:
        return
    if fellowship.stack is not None:
        return
    target = fellowship.path[0]
    if not ground.may_step("Fe", fellowship.place, target, turn.barred(fellowship.power)):
        fellowship.set_outcome(Failed("no way"))
    elif others := others_in(turn, target, fellowship):
        fellowship.set_outcome(_met(turn, others))
        fellowship.shown = True  # 6i.8
    elif fellowship.beside is not None:
        journeys.go_along(turn, fellowship)
    else:
        fellowship.entered_from, fellowship.place, fellowship.entered = fellowship.place, target, 1


def _met(turn: TurnState, others: Iterable[ActingStack | ActingPiece]) -> Failed:
    """Return the outcome that names the first ordinary unit, which is public, but no piece."""
    stack = next((one for one in others if isinstance(one, ActingStack)), None)
    return Failed("meets another", turn.name(stack) if stack else None)


def leave_with_ents(turn: TurnState) -> None:
    """Note that the Ents leave Fangorn during the march (6i.10)."""
    turn.ents_away = any(_marches(piece) for piece in turn.pieces)


def _marches(piece: ActingPiece) -> bool:
    return type(piece.order) is MarchWithEnts and piece.kind == "Fe" and piece.origin == "Fan" and piece.here


def march(turn: TurnState) -> None:
    """March at the end of phase two, if no ordinary unit is in Isengard (6i.9)."""
    for piece in [piece for piece in turn.pieces if _marches(piece)]:
        if stacks := turn.stacks_in("Ise"):
            piece.set_outcome(_met(turn, stacks))
            continue
        piece.entered_from, piece.place, piece.entered, piece.shown = piece.place, "Ise", 2, True
        if piece.given:
            piece.given.public = True
        turn.garrisons_gone.add("Ise")
        turn.fortresses_gone.add("Ise")
        turn.add_news("ents.march", None)
    for piece in turn.pieces:
        if type(piece.order) is MarchWithEnts and not _marches(piece):
            piece.void("impossible")


def be_intruded_upon(turn: TurnState) -> None:
    """Make the Fellowship retreat if someone is in its area at the end of the move (6i.4)."""
    fellowship = turn.piece("Fe")
    if fellowship is None or not fellowship.here:
        return
    intruders = others_in(turn, fellowship.place, fellowship)
    if not intruders:
        return
    fellowship.shown = True
    fellowship.beaten_from = _origins(one for one in intruders if is_seen(one))
    fellowship.pursued_from = _origins(one for one in intruders if not is_seen(one))


def is_seen(one: ActingStack | ActingPiece) -> bool:
    """Return whether everybody sees its move."""
    return isinstance(one, ActingStack) or one.kind in company.ALWAYS_SHOWN or one.shown


def _origins(intruders: Iterable[ActingStack | ActingPiece]) -> tuple[Place, ...]:
    return tuple(sorted({one.entered_from for one in intruders if one.entered_from}))

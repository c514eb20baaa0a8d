"""The Balrog of Khazad-dum (HB 3.7(h), 5.4)."""

from collections.abc import Callable
from functools import partial

from adjudicator.hardbop.ground import KHAZAD_DUM
from adjudicator.hardbop.resolve import losses
from adjudicator.hardbop.resolve.turn_state import Holder, TurnState
from adjudicator.hardbop.resolve.units import FIRST, ActingPiece, ActingUnit

ALIVE, DEAD, MORDORS = "alive", "dead", "mordor"
SPARED = {ALIVE: "Saruman", MORDORS: "Mordor"}  # the power that it does not harm


def after(entered: int) -> Callable[[TurnState], None]:
    """Return the step that lets those who came there in step *entered* meet the Balrog."""
    return partial(meet_balrog, entered=entered)


def meet_balrog(turn: TurnState, entered: int) -> None:
    came: list[Holder] = [p for p in turn.here() if p.place == KHAZAD_DUM and p.entered == entered]
    came += [piece for piece in turn.pieces_in(KHAZAD_DUM) if piece.entered == entered]
    enter(turn, came)


def enter(turn: TurnState, came: list[Holder]) -> None:
    """Let *came* meet the Balrog. They just entered Khazad-dum, or were placed there."""
    kinds = [one.kind for one in came]
    if not came or turn.balrog == DEAD:
        return
    if "Gandalf" in kinds:
        _fall_with_gandalf(turn)
        return
    if turn.balrog == ALIVE and turn.piece("Sauron") in turn.pieces_in(KHAZAD_DUM):
        if "Sauron" in kinds:
            turn.balrog = MORDORS
            turn.add_news("balrog.serves", None)
        return
    for one in came:
        if one.power != SPARED[turn.balrog] and one.here:
            _annihilate(turn, one)


def _annihilate(turn: TurnState, one: Holder) -> None:
    if isinstance(one, ActingUnit):
        losses.lose_unit(turn, one, "balrog")
    elif not _passes(turn, one):
        losses.lose_piece(turn, one, "balrog")


def _passes(turn: TurnState, piece: ActingPiece) -> bool:
    """Return whether it is the Ranger, in the middle of a two-space move (5.4(d))."""
    alone = piece.kind == "R" and piece.leads < 0
    return alone and turn.moves_two(piece) and piece.entered == FIRST and len(piece.path) == 2


def _fall_with_gandalf(turn: TurnState) -> None:
    gandalf = turn.piece("Gandalf")
    turn.balrog = DEAD
    turn.add_news("balrog.dead", None)
    if gandalf is not None:
        losses.lose_piece(turn, gandalf, "balrog", openly=True)

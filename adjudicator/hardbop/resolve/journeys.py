"""Moves of pieces that lead no unit (HB 2.2, 3.1, 3.8(e), 3.10, 5.6, 5.7).

Only the ground stops them; Gandalf stops the Nazgul, too.
"""

from adjudicator.hardbop import ground
from adjudicator.hardbop.resolve import convoys
from adjudicator.hardbop.resolve.turn_state import TurnState
from adjudicator.hardbop.resolve.units import FIRST, SECOND, ActingPiece, ActingUnit
from adjudicator.middle_earth.language.orders import HoldThenMove, Move, Neutralise, PathsOfTheDead, Place
from adjudicator.middle_earth.resolve.outcomes import Dislodged, Failed, Succeeded, Void, VoidReason

MOVES = (Move, Neutralise, HoldThenMove)


def set_out(turn: TurnState) -> None:
    """Set the paths of lone pieces. Illegal orders are void."""
    for piece in turn.pieces:
        if piece.here and isinstance(piece.order, PathsOfTheDead):
            _take_the_paths(turn, piece)
        elif piece.here and isinstance(piece.order, MOVES):
            _set_out(turn, piece, piece.order)


def _set_out(
    turn: TurnState,
    piece: ActingPiece,
    order: Move | Neutralise | HoldThenMove,
) -> None:
    path = ("", order.target) if isinstance(order, HoldThenMove) else order.path
    if len(path) == 2 and path[0] in ground.WATER and not _may_go(turn, piece, path):
        path = path[1:]  # the order names the sea, too
    neutralises = isinstance(order, Neutralise)
    if neutralises and (piece.kind != "R" or turn.paths_walked):
        void(turn, piece, "impossible")
    elif _may_go(turn, piece, path):
        piece.path = path
        turn.given[piece.given].waits = len(path) == 2 or neutralises
    elif len(path) == 1 and may_be_convoyed(piece.kind, piece.place, path[0]):
        piece.path, piece.by_sea = path, True
    else:
        void(turn, piece, "impossible")


def _may_go(turn: TurnState, piece: ActingPiece, path: tuple[Place, ...]) -> bool:
    if len(path) > (2 if turn.moves_two(piece) else 1):
        return False
    here = piece.place
    for place in path:
        if place and not ground.may_step(piece.kind, here, place):
            return False
        here = place or here
    return True


def may_be_convoyed(kind: str, start: Place, end: Place) -> bool:
    coasts = bool(ground.FLEET[start]) and bool(ground.FLEET[end])
    return kind != "Nazgul" and coasts and start not in ground.WATER and convoys.may_land(kind, end)


def stay_ashore(turn: TurnState) -> None:
    """Void a lead of the Nazgul over sea. It discloses nothing (3.3(a), 3.10(a))."""
    nazgul = turn.piece("Nazgul")
    if nazgul is None or nazgul.leads < 0 or not turn.units[nazgul.leads].by_sea:
        return
    nazgul.leads, nazgul.shown = -1, False
    turn.given[nazgul.given].public = False
    void(turn, nazgul, "at sea")


def void(turn: TurnState, piece: ActingPiece, why: VoidReason) -> None:
    turn.set_outcome(piece, Void(why))
    piece.order, piece.path = None, ()


def _take_the_paths(turn: TurnState, piece: ActingPiece) -> None:
    """Void an illegal order to take the Paths (3.8(e), 3.8(f))."""
    if piece.kind != "R" or piece.place != ground.DUNHARROW or turn.paths_walked:
        void(turn, piece, "impossible")


# Gandalf and the Nazgul (3.10(c)).


def nazgul_keeps_away(turn: TurnState, phase: int) -> bool:
    """Return whether the Nazgul is ordered to a space where Gandalf stays or is also ordered to go."""
    nazgul, gandalf = turn.piece("Nazgul"), turn.piece("Gandalf")
    if nazgul is None or gandalf is None:
        return False
    goal = bound_for(turn, nazgul, phase)
    return bool(goal) and goal == (bound_for(turn, gandalf, phase) or gandalf.place)


def bound_for(turn: TurnState, piece: ActingPiece, phase: int) -> Place:
    """Return the space that it is to enter in that phase, "" for none."""
    path = turn.units[piece.leads].path if piece.leads >= 0 else piece.path
    place = path[phase - 1] if len(path) >= phase else ""
    alone = phase == SECOND_PHASE and (piece.stays or (piece.leads >= 0 and not turn.moves_two(piece)))
    return "" if alone else place


FIRST_PHASE, SECOND_PHASE = 1, 2


def first_steps(turn: TurnState, kept_away: bool) -> None:
    """Move leaders with their units, then lone pieces; the Nazgul last."""
    for piece in sorted((t for t in turn.pieces if t.here), key=lambda t: t.kind == "Nazgul"):
        if piece.leads >= 0:
            follow(turn, piece, turn.units[piece.leads], FIRST, kept_away)
        elif isinstance(piece.order, PathsOfTheDead):
            _arrive_at_erech(turn, piece)
        elif piece.path and piece.path[0]:
            _step(turn, piece, piece.path[0], FIRST, kept_away)


def follow(turn: TurnState, piece: ActingPiece, unit: ActingUnit, entered: int, kept_away: bool) -> None:
    """Move a leader with its unit. The Nazgul stays behind where Gandalf is (3.2(d), 3.10(c))."""
    if unit.entered != entered or piece.place != unit.entered_from:
        return
    if piece.kind == "Nazgul" and (kept_away or _meets_gandalf(turn, unit.place)):
        piece.leads, piece.stays = -1, True
        turn.set_outcome(piece, Failed("barred"))  # a lead is public, what barred it is not (I)
        turn.add_news("nazgul.barred", (piece.power,), place=unit.place)
        return
    if piece.kind == "Nazgul" and unit.place in ground.WATER:
        piece.leads, piece.stays = -1, True
        return
    _enter(piece, unit.place, entered)


def share_fate(turn: TurnState, piece: ActingPiece) -> None:
    """Give a leader the outcome of its unit: a move that failed or is void, or dislodged (2.2(e), 3.3(b))."""
    for number in turn.units[piece.leads].given[:1]:
        order, come = turn.given[number].order, turn.given[number].outcome
        is_void = isinstance(come, Void) and isinstance(order, Move | HoldThenMove)
        if isinstance(come, Dislodged):
            turn.set_outcome(piece, come)
        elif is_void or (come is not None and come.word == "fails"):
            turn.set_outcome(piece, Failed("his unit"))
    turn.set_outcome(piece, Succeeded())


def _meets_gandalf(turn: TurnState, place: Place) -> bool:
    gandalf = turn.piece("Gandalf")
    return gandalf is not None and gandalf.place == place


def _step(turn: TurnState, piece: ActingPiece, place: Place, entered: int, kept_away: bool) -> None:
    if piece.kind == "Nazgul" and (kept_away or _meets_gandalf(turn, place)):
        piece.stays = True
        turn.set_outcome(piece, Failed("gandalf"))
        turn.given[piece.given].waits = False
        return
    if piece.by_sea and not convoys.arrives(turn, piece, place):
        piece.stays = True
        turn.set_outcome(
            piece, Failed("no convoy") if convoys.was_offered(turn, piece, place) else Void("no fleet")
        )
        return
    _enter(piece, place, entered)


def _enter(piece: ActingPiece, place: Place, entered: int) -> None:
    piece.entered_from, piece.place, piece.entered = piece.place, place, entered


def _arrive_at_erech(turn: TurnState, piece: ActingPiece) -> None:
    _enter(piece, ground.ERECH, FIRST)
    turn.paths_walked = True
    turn.publish(piece)
    turn.set_outcome(piece, Succeeded())
    turn.add_news("paths", None)
    for place in turn.neutralised:
        if place not in turn.owners and not turn.is_barred_home(place, "Gondor"):
            turn.owners[place] = "Gondor"
            turn.add_news("paths.centre", None, place=place)
    turn.neutralised = [place for place in turn.neutralised if place not in turn.owners]


def second_steps(turn: TurnState, kept_away: bool) -> None:
    """Move leaders of Cavalry who may follow, then lone pieces (step vi)."""
    for piece in sorted((t for t in turn.pieces if t.here), key=lambda t: t.kind == "Nazgul"):
        if piece.leads >= 0:
            unit = turn.units[piece.leads]
            if turn.moves_two(piece):
                follow(turn, piece, unit, SECOND, kept_away)
            elif unit.entered == SECOND:
                piece.leads = -1  # 3.2(g)
        elif len(piece.path) == 2 and not piece.stays:
            _step(turn, piece, piece.path[1], SECOND, kept_away)
            turn.given[piece.given].waits = isinstance(piece.order, Neutralise)

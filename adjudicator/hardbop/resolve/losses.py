"""Losses of units and pieces, and their consequences (HB 3.3(b), 3.4, 3.7(b), 3.10(f), 5.4(f), 7.2(b))."""

from adjudicator.core.dice import apart
from adjudicator.core.position import Unit
from adjudicator.hardbop.resolve.pieces import ring
from adjudicator.hardbop.resolve.turn_state import TurnState, kind_text
from adjudicator.hardbop.resolve.units import ActingPiece, ActingUnit
from adjudicator.middle_earth.resolve.outcomes import Destroyed, Failed, LossReason
from adjudicator.middle_earth.resolve.pieces import NAMES

LONGEST_ABSENCE = 6  # 3.7(b): by a die
NAZGUL_RETURNS_AFTER = 2  # 3.10(f)


def lose_unit(turn: TurnState, unit: ActingUnit, why: LossReason) -> None:
    """Remove a unit with its leaders (3.3(b)), publicly."""
    leaders = turn.leaders(unit)
    by = _victor_of(turn, unit, why)
    unit.dead, unit.beaten = True, False
    for number in unit.given:
        turn.given[number].outcome, turn.given[number].waits = Destroyed(why, by), False
    beaten = {"by": by.power} if by else {}
    turn.add_news(f"unit.{why}", None, power=unit.power, unit=kind_text(unit), place=unit.place, **beaten)
    ring.leave(turn, unit, unit.place)
    for piece in leaders:
        lose_piece(turn, piece, why, openly=True)


def _victor_of(turn: TurnState, unit: ActingUnit, why: LossReason) -> Unit | None:
    """Return who dislodged a unit that has nowhere to go; None for another loss."""
    is_known = why == "trapped" and unit.beaten and unit.beaten_by >= 0
    return turn.name(turn.units[unit.beaten_by]) if is_known else None


def lose_piece(turn: TurnState, piece: ActingPiece, why: LossReason, openly: bool = False) -> None:
    """Remove a piece. Only its owner learns of a hidden one, unless it led (*openly*)."""
    piece.dead = True
    openly = openly or piece.kind == "Sauron"
    if openly:
        turn.tell_end(piece)
    _end_order(turn, piece, why, openly)
    turn.add_news(
        f"piece.{why}",
        None if openly else (piece.power,),
        piece=NAMES.get(piece.kind, piece.kind),
        place=piece.place,
        power=piece.power,
    )
    depart(turn, piece)
    ring.leave(turn, piece, piece.place)


def _end_order(turn: TurnState, piece: ActingPiece, why: LossReason, openly: bool) -> None:
    """End its order. The outcome of a public order does not reveal a hidden loss."""
    if piece.given < 0:
        return
    given = turn.given[piece.given]
    given.waits = False
    given.outcome = (given.outcome or Failed("barred")) if given.public and not openly else Destroyed(why)


def depart(turn: TurnState, piece: ActingPiece) -> None:
    """Apply what depends on the piece: its return, or the fall of Mordor."""
    match piece.kind:
        case "Gandalf":
            turn.returns["Gandalf"] = turn.before.turn + apart(turn.dice, "Gandalf").roll(LONGEST_ABSENCE)
            turn.add_news("gandalf.due", (piece.power,), turn=str(turn.returns["Gandalf"]))
        case "Nazgul":
            turn.returns["Nazgul"] = turn.before.turn + NAZGUL_RETURNS_AFTER
            turn.add_news("nazgul.due", (piece.power,), turn=str(turn.returns["Nazgul"]))
        case "Sauron":
            eliminate_mordor(turn)


def eliminate_mordor(turn: TurnState) -> None:
    """Eliminate Mordor as a player (3.4)."""
    if "Mordor" not in turn.eliminated:
        turn.eliminated.append("Mordor")
        turn.standing.pop("Mordor", None)
        turn.add_news("eliminated", None, power="Mordor")
    for unit in turn.units:
        if unit.power == "Mordor":
            unit.size = 1
    if turn.nazgul_controller == "Mordor":
        turn.returns.pop("Nazgul", None)
    for piece in turn.pieces:
        if piece.kind == "Nazgul" and piece.power == "Mordor" and piece.here:
            if piece.shown:  # what was disclosed stays disclosed (3.10(i))
                turn.add_sighting(piece, None, "led" if piece.leads >= 0 else "power")
            piece.dead = True
            ring.leave(turn, piece, piece.place)

"""What follows when a unit is gone?  (HB 3.3(b), 3.4, 3.7(b), 3.10(f), 5.4(f), 7.2(b))"""

from adjudicator.core.dice import apart
from adjudicator.hardbop.resolve.pieces import ring
from adjudicator.hardbop.resolve.turn_state import TurnState, kind_text
from adjudicator.hardbop.resolve.units import ActingPiece, ActingUnit
from adjudicator.middle_earth.resolve.outcomes import Destroyed, Failed, LossReason
from adjudicator.middle_earth.resolve.pieces import NAMES

LONGEST_ABSENCE = 6  # 3.7(b): by a die
NAZGUL_RETURNS_AFTER = 2  # 3.10(f)


def lose_unit(turn: TurnState, unit: ActingUnit, why: LossReason) -> None:
    """Annihilated, disbanded or removed: its leaders share its fate (3.3(b)), and all are told."""
    leaders = turn.leaders(unit)
    unit.dead, unit.beaten = True, False
    for number in unit.given:
        turn.given[number].outcome, turn.given[number].waits = Destroyed(why), False
    turn.add_news(f"unit.{why}", None, power=unit.power, unit=kind_text(unit), place=unit.place)
    ring.leave(turn, unit, unit.place)
    for piece in leaders:
        lose_piece(turn, piece, why, openly=True)


def lose_piece(turn: TurnState, piece: ActingPiece, why: LossReason, openly: bool = False) -> None:
    """The end of a hidden piece is told to its owner only, but where it led (*openly*)."""
    piece.dead = True
    openly = openly or piece.kind == "Sauron"
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
    """Its order ends with it; one that all are shown keeps an outcome that says nothing of a hidden end."""
    if piece.given < 0:
        return
    given = turn.given[piece.given]
    given.waits = False
    given.outcome = (given.outcome or Failed("barred")) if given.public and not openly else Destroyed(why)


def depart(turn: TurnState, piece: ActingPiece) -> None:
    """Who comes back, and who falls with it."""
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
    """3.4"""
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
            if piece.shown:  # what was disclosed before stays told (3.10(i))
                turn.add_sighting(piece, None, "led" if piece.leads >= 0 else "power")
            piece.dead = True
            ring.leave(turn, piece, piece.place)

"""What follows when a unit is gone?  (HB 3.3(b), 3.4, 3.7(b), 3.10(f), 5.4(f), 7.2(b))"""

from adjudicator.core.dice import apart
from adjudicator.hardbop.resolve.pieces import ring
from adjudicator.hardbop.resolve.turn_state import TurnState, kind_text
from adjudicator.hardbop.resolve.units import ActingUnit, Token
from adjudicator.middle_earth.resolve.outcomes import Destroyed, Failed
from adjudicator.middle_earth.resolve.pieces import NAMES

LONGEST_ABSENCE = 6  # 3.7(b): by a die
NAZGUL_RETURNS_AFTER = 2  # 3.10(f)


def lose_part(f: TurnState, part: ActingUnit, why: str) -> None:
    """Annihilated, disbanded or removed: its leaders share its fate (3.3(b)), and all are told."""
    leaders = f.leaders(part)
    part.dead, part.beaten = True, False
    for number in part.said:
        f.said[number].outcome, f.said[number].waits = Destroyed(why), False
    f.tell(f"unit.{why}", None, power=part.power, unit=kind_text(part), place=part.place)
    ring.leave(f, part, part.place)
    for token in leaders:
        lose_token(f, token, why, openly=True)


def lose_token(f: TurnState, token: Token, why: str, openly: bool = False) -> None:
    """The end of a hidden piece is told to its owner only, but where it led (*openly*)."""
    token.dead = True
    openly = openly or token.kind == "Sauron"
    _end_order(f, token, why, openly)
    f.tell(
        f"piece.{why}",
        None if openly else (token.power,),
        piece=NAMES.get(token.kind, token.kind),
        place=token.place,
        power=token.power,
    )
    depart(f, token)
    ring.leave(f, token, token.place)


def _end_order(f: TurnState, token: Token, why: str, openly: bool) -> None:
    """Its order ends with it; one that all are shown keeps an outcome that says nothing of a hidden end."""
    if token.said < 0:
        return
    said = f.said[token.said]
    said.waits = False
    said.outcome = (said.outcome or Failed("barred")) if said.public and not openly else Destroyed(why)


def depart(f: TurnState, token: Token) -> None:
    """Who comes back, and who falls with it."""
    match token.kind:
        case "Gandalf":
            f.returns["Gandalf"] = f.before.turn + apart(f.dice, "Gandalf").roll(LONGEST_ABSENCE)
            f.tell("gandalf.due", (token.power,), turn=str(f.returns["Gandalf"]))
        case "Nazgul":
            f.returns["Nazgul"] = f.before.turn + NAZGUL_RETURNS_AFTER
            f.tell("nazgul.due", (token.power,), turn=str(f.returns["Nazgul"]))
        case "Sauron":
            eliminate_mordor(f)


def eliminate_mordor(f: TurnState) -> None:
    """3.4"""
    if "Mordor" not in f.eliminated:
        f.eliminated.append("Mordor")
        f.standing.pop("Mordor", None)
        f.tell("eliminated", None, power="Mordor")
    for part in f.parts:
        if part.power == "Mordor":
            part.size = 1
    if f.nazgul_controller == "Mordor":
        f.returns.pop("Nazgul", None)
    for token in f.tokens:
        if token.kind == "Nazgul" and token.power == "Mordor" and token.here:
            if token.shown:  # what was disclosed before stays told (3.10(i))
                f.see(token, None, "led" if token.leads >= 0 else "power")
            token.dead = True
            ring.leave(f, token, token.place)

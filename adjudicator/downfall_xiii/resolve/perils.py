"""Whom do the Ents, the Barrow-wights and the Balrog kill?  (XIII 7e, 7f, 7g; part S, steps 8 and 14)"""

from typing import Final

from adjudicator.downfall_xiii import options
from adjudicator.downfall_xiii.resolve import company
from adjudicator.downfall_xiii.resolve.turn_state import ActingStack, Holder, Token, TurnState
from adjudicator.middle_earth.resolve.pieces import EVIL, NEUTRAL

FANGORN, BARROWS, KHAZAD_DUM = "Fan", "Tyr", "KDu"
PERILOUS: Final = (FANGORN, BARROWS, KHAZAD_DUM)
SAFE_FROM_WIGHTS = ("Saruman", "Sauron", "Lord of the Nazgul")
SAFE_FROM_BALROG = ("Saruman", "Mordor")  # powers
RISK_ORDER = ("Aragorn", "Fe", "R")  # then personalities, each by its owner's name (7g.2)


def threatens(f: TurnState, one: ActingStack | Token) -> str:
    """What kills *one* if it has entered its area and ends the move there: a key of `WHY`, or ""."""
    if one.place == FANGORN and not f.ents_away and _is_prey_of_ents(f, one):
        return "ents"
    if one.place == BARROWS and isinstance(one, Token) and _is_prey_of_wights(f, one):
        return "wights"
    if one.place == KHAZAD_DUM and isinstance(one, ActingStack) and _is_prey_of_balrog(f, one):
        return "balrog"
    return ""


def _is_prey_of_ents(f: TurnState, one: ActingStack | Token) -> bool:
    """7e.1"""
    if f.align(one.power) not in (EVIL, NEUTRAL):
        return False
    if not isinstance(one, Token):
        return not f.is_full(one)
    own = f.align(one.power)
    if any(f.align(part.power) == own for part in f.parts_in(one.place)):
        return False
    return one.is_personality or one.kind == "Nazgul"


def _is_prey_of_wights(f: TurnState, one: Token) -> bool:
    """7f.1"""
    if one.kind != "Fe" and (not one.is_personality or one.kind in SAFE_FROM_WIGHTS):
        return False
    if company.protectors(f, one):
        return False
    others: list[Holder] = [*f.parts_in(one.place)]
    others += [token for token in f.tokens_in(one.place) if token is not one]
    return not any(f.align(other.power) == f.align(one.power) for other in others)


def _is_prey_of_balrog(f: TurnState, part: ActingStack) -> bool:
    """7g.1"""
    return f.balrog == "alive" and part.power not in SAFE_FROM_BALROG and not f.is_full(part)


def victims(f: TurnState) -> list[tuple[Holder, str]]:
    """Units and pieces that entered their area in this phase of the game and die of it; units first."""
    found: list[tuple[Holder, str]] = []
    for part in f.parts:
        if part.entered and part.place in PERILOUS and part.here and (why := threatens(f, part)):
            found.append((part, why))
    fallen = {id(part) for part, _ in found}
    for token in f.tokens:
        if (
            token.here
            and token.entered
            and token.place in PERILOUS
            and (why := _threatens_alone(f, token, fallen))
        ):
            found.append((token, why))
    return found


def _threatens_alone(f: TurnState, token: Token, fallen: set[int]) -> str:
    """As `threatens`, with the units that just fell no longer there."""
    lost = [part for part in f.parts_in(token.place) if id(part) in fallen]
    for part in lost:
        part.dead = True
    why = threatens(f, token)
    for part in lost:
        part.dead = False
    return why


def at_risk(f: TurnState) -> list[Token]:
    """7g.2: who throws a die in Khazad-dum at the end of the turn, in the order of the dice."""
    if f.balrog != "alive":
        return []
    there = [
        token
        for token in f.tokens_in(KHAZAD_DUM)
        if (token.kind in RISK_ORDER or token.is_personality)
        and not (token.kind == "Aragorn" and f.options[options.RISK] == "safe")
        and token.power not in SAFE_FROM_BALROG
        and not (token.kind in company.PROTECTED and company.protectors(f, token))
        and not company.in_full_stack(f, token)
    ]
    return sorted(there, key=_risk_order)


def _risk_order(token: Token) -> tuple[int, str, str]:
    place = RISK_ORDER.index(token.kind) if token.kind in RISK_ORDER else len(RISK_ORDER)
    return place, token.power, token.kind

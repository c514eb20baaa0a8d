"""Whom does the Nazgul paralyse?  (XIII 6c.4 to 6c.6)"""

from adjudicator.downfall_xiii import ground
from adjudicator.downfall_xiii.resolve.turn_state import Token, TurnState
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Unit


def paralyse(f: TurnState) -> None:
    """By the places at the start of the turn; the use is printed, even if the target is immune."""
    for token in f.tokens:
        if isinstance(token.act, act.Paralyse):
            _paralyse(f, token, token.act.target)


def _paralyse(f: TurnState, token: Token, unit: Unit) -> None:
    near = unit.place == token.origin or ground.may_step(
        "Nazgul", token.origin, unit.place, f.barred(token.power)
    )
    targets = [
        part
        for part in f.parts
        if part.origin == unit.place and part.is_called(unit.kind) and part.fleet is None
    ]
    if token.kind != "Nazgul" or not near or not targets:
        token.void("impossible" if not near else "no such unit")
        return
    target = min(targets, key=lambda part: (part.power == token.power, part.power))
    f.paralysed.add((target.power, target.origin))
    token.shown = True
    if token.said:
        token.said.public = True

"""Where do pieces go that move on their own?  (XIII 5.2, 5.11, 6a.1, 6b.1, 6c.2, 6h.1; part S, 5 and 6)

Nothing stops them but the ground; they stop nobody, except the Fellowship.
"""

from typing import Final

from adjudicator.downfall_xiii import ground
from adjudicator.downfall_xiii.resolve import company
from adjudicator.downfall_xiii.resolve.turn_state import Token, TurnState
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Place
from adjudicator.middle_earth.resolve.outcomes import Failed

MOVES: Final = (act.Move, act.Neutralise, act.HoldThenMove)
LoneMove = act.Move | act.Neutralise | act.HoldThenMove


def set_out(f: TurnState) -> None:
    """Read the orders of lone pieces into paths, before anybody moves; unlawful ones are void."""
    for token in f.tokens:
        order = token.act
        if isinstance(order, MOVES) and "Dead" not in (token.stack.men if token.stack else ()):
            _set_out(f, token, order)


def _set_out(f: TurnState, token: Token, order: LoneMove) -> None:
    path = ("", order.target) if isinstance(order, act.HoldThenMove) else order.path
    if len(path) > _reach(f, token, path) or not f.is_awake(token):
        token.void("impossible")
    elif not company.may_sauron_go(f, token, path):
        token.void("confined")
    elif type(order) is act.Neutralise and token.kind != "R":
        token.void("impossible")
    else:
        token.path, token.idle = path, False


def _reach(f: TurnState, token: Token, path: tuple[Place, ...]) -> int:
    """Two spaces for the Nazgul, and for Gandalf with Shadowfax where a horse can go (6a.vii, 6c.2)."""
    if token.kind == "Nazgul":
        return 2
    way = {token.origin, *path}
    rides = token.kind == "Gandalf" and f.before.shadowfax and not way & (ground.FOREST | ground.MARSH)
    return 2 if rides else 1


def first_steps(f: TurnState) -> None:
    """Phase one: all but the Fellowship; those who go with Gandalf or Aragorn go after them."""
    lone = [token for token in f.tokens if token.here and token.stack is None and token.kind != "Fe"]
    for token in lone:
        if token.beside is None and token.path and token.path[0]:
            _step(f, token, token.path[0], 1)
    for token in lone:
        if token.beside is not None and token.path:
            go_along(f, token)


def go_along(f: TurnState, token: Token) -> bool:
    """A Ranger or the Fellowship beside Gandalf or Aragorn: it goes if he went and it can (6a.vi, 7d.2)."""
    leader = token.beside
    if leader is None or not leader.entered or leader.place != token.path[0]:
        token.come(Failed("no company"))
        return False
    return _step(f, token, token.path[0], 1)


def second_steps(f: TurnState) -> None:
    """Phase two: the Nazgul, and Gandalf with Shadowfax."""
    for token in f.tokens:
        if token.here and token.stack is None and len(token.path) == 2:
            first, second = token.path
            if not first or token.place == first:
                _step(f, token, second, 2)


def _step(f: TurnState, token: Token, target: Place, phase: int) -> bool:
    """Take one step, ashore from a ship if need be."""
    if token.fleet is not None:
        lands = type(token.act) is act.Disembark and token.fleet.place == token.act.unit.place
        may = lands and token.fleet.here
    elif token.ferried is not None:
        may = True
    else:
        may = ground.may_step(token.kind, token.place, target, f.barred(token.power))
    if not may:
        token.come(Failed("no way"))
        return False
    token.entered_from, token.place, token.entered, token.fleet = token.place, target, phase, None
    return True

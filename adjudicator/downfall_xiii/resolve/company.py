"""Who goes with whom, and who stands with whom?  (XIII 0, 5.2 to 5.5, 6a.ii, 6a.vi, 6b.ii, 6b.iv, 6f.12)"""

from typing import Final

from adjudicator.downfall_xiii import ground, options
from adjudicator.downfall_xiii.resolve.turn_state import ActingStack, Token, TurnState
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Place, Unit
from adjudicator.middle_earth.resolve.pieces import GOOD, NEUTRAL

ALWAYS_SHOWN: Final = ("Sauron", "Theoden", "Dain")  # 5.6
PROTECTORS: Final = ("Gandalf", "Aragorn")
PROTECTED: Final = ("R", "Fe")
CompanyOrder = act.Accompany | act.Lead
COMPANY_ORDERS: Final = (act.Accompany, act.Lead)
TO_ONE_AREA: Final = (act.HoldThenMove, act.Disembark)


def gather(f: TurnState) -> None:
    """Settle who goes with which stack, and which lone pieces go along with Gandalf or Aragorn."""
    for token in f.tokens:
        if isinstance(token.act, COMPANY_ORDERS) and token.kind not in PROTECTED:
            _join_stack(f, token, token.act)
    for token in f.tokens:
        if isinstance(token.act, COMPANY_ORDERS) and token.kind in PROTECTED:
            _join_piece(f, token, token.act)


def _join_stack(f: TurnState, token: Token, order: CompanyOrder) -> None:
    unit = order.led if isinstance(order, act.Lead) else order.companion
    found = [part for part in f.parts if is_meant(part, unit, token.origin) and may_join(f, token, part)]
    if not found or not f.is_awake(token):
        token.void("no company")
        return
    path = order.path
    stack = min(found, key=lambda part: (not _fits(order, part), part.power != token.power, -part.count))
    if not _fits(order, stack):
        token.void("elsewhere")
        return
    if token.kind == "Sauron" and not may_sauron_go(f, token, way(stack)):
        token.void("confined")
        return
    token.stack, token.idle, token.ordered = stack, False, True
    token.path = path if path == way(stack)[:1] else way(stack)
    stack.company.append(token)


def is_meant(part: ActingStack, unit: Unit, place: Place) -> bool:
    kind = "F" if unit.kind == "A/F" else unit.kind
    return place == part.origin and unit.place in ("", place) and (not kind or kind in part.men)


def way(part: ActingStack) -> tuple[Place, ...]:
    """The areas that the orders of *part* lead through; () when it stays."""
    order = part.act
    if isinstance(order, act.Move):
        return order.path
    return (order.target,) if isinstance(order, TO_ONE_AREA) else ()


def _fits(order: CompanyOrder, part: ActingStack) -> bool:
    """The destination that the order names, if any, is the stack's (5.4)."""
    path = order.path
    if isinstance(order, act.Lead) and order.holds and not path:
        return not way(part)
    return not path or path in (way(part)[: len(path)], way(part)[-1:])


def may_join(f: TurnState, token: Token, part: ActingStack) -> bool:
    alignment = f.align(part.power)
    if token.kind == "Gandalf":
        return alignment in (GOOD, NEUTRAL)
    if token.kind == "Aragorn":
        return alignment == GOOD
    return token.is_personality and alignment == f.align(token.power)


def may_sauron_go(f: TurnState, token: Token, path: tuple[Place, ...]) -> bool:
    """5.11: not out of Mordor until Gondor has no centre."""
    free = f.before.owners and "Gondor" not in f.before.owners.values()
    return bool(free) or token.kind != "Sauron" or all(place in ground.SAURON_CONFINED for place in path)


def _join_piece(f: TurnState, token: Token, order: CompanyOrder) -> None:
    """A Ranger or the Fellowship moves along with Gandalf or Aragorn (6a.vi)."""
    other = f.token(order.companion.kind) if isinstance(order, act.Accompany) else None
    if other is None or other.kind not in PROTECTORS or other.origin != token.origin or not other.here:
        token.void("no company")
        return
    theirs = other.path or (other.act.path if type(other.act) is act.Move else ())
    path = order.path or theirs[:1]
    if path[:1] != theirs[:1]:
        token.void("elsewhere")
        return
    token.beside, token.path, token.idle, token.ordered = other, path[:1], not path, True


def strength(f: TurnState, part: ActingStack) -> int:
    """Units and the company ordered with them; at sea fleets have no strength but their own (6g.5, 6g.8)."""
    units = int(f.options[options.THE_DEAD]) - 1 if "Dead" in part.men else part.count
    if not part.company or (part.is_fleet and not ground.WATER.isdisjoint({part.place, *part.path})):
        return units
    there = [token for token in part.company if token.here and token.place == part.place]
    return units + sum(f.is_strong_company(token, part) for token in there)


def protectors(f: TurnState, token: Token) -> list[Token]:
    """Gandalf and Aragorn, who stand with a Ranger or the Fellowship and shield it (6a.vi, 6b.iv)."""
    if token.kind not in PROTECTED:
        return []
    return [one for one in f.tokens_in(token.place) if one.kind in PROTECTORS]


def in_full_stack(f: TurnState, token: Token) -> bool:
    """Is the piece in the company of a full stack?  (7g.2)"""
    return any(
        token in f.company_of(part) and (part.count > 1 or f.is_full(part))
        for part in f.parts_in(token.place)
    )

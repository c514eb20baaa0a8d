"""Which pieces are destroyed by order?  (XIII 5.8, 6a.vi, 6a.10, 6b.11, 6c.7, 6h.4, 6h.5)"""

from adjudicator.downfall_xiii import options
from adjudicator.downfall_xiii.resolve import company, losses
from adjudicator.downfall_xiii.resolve.order_collection import Muster
from adjudicator.downfall_xiii.resolve.pieces import ring
from adjudicator.downfall_xiii.resolve.turn_state import (
    ActingStack,
    GivenOrder,
    Holder,
    Token,
    TurnState,
    kinds_text,
)
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Place, Power
from adjudicator.middle_earth.resolve.outcomes import Destroyed, Succeeded, Void
from adjudicator.middle_earth.resolve.pieces import EVIL, NAMES

Deed = tuple[GivenOrder, ActingStack, Token]


def destroy(m: Muster) -> None:
    """All such orders happen at once."""
    f = m.f
    deeds: list[Deed] = []
    able = _able(f)
    for player, order, said in m.ordered(act.Destroy):
        there = able.get(order.unit.place)
        found = _deeds(m, there, player, order, said) if there else []
        said.outcome = Succeeded() if found else Void("nothing")
        deeds += found
    doomed = {id(token) for _, _, token in deeds}
    done = [deed for deed in deeds if not _is_shielded(f, deed[2], doomed)]
    for said in {id(said): said for said, _, _ in deeds}.values():
        if not any(deed[0] is said for deed in done):
            said.outcome = Void("nothing")
    for said, part, token in done:
        if not token.dead:
            _die(f, said, part, token)


def _able(f: TurnState) -> dict[Place, list[ActingStack]]:
    """Units that stand where a piece is, by where they began."""
    found: dict[Place, list[ActingStack]] = {}
    haunted = {token.place for token in f.tokens if token.here}
    for part in f.parts:
        if part.place in haunted and part.here and "Dead" not in part.men:
            found.setdefault(part.origin, []).append(part)
    return found


def _deeds(
    m: Muster, able: list[ActingStack], player: Power, order: act.Destroy, said: GivenOrder
) -> list[Deed]:
    f = m.f
    units = [part for part in able if _acts(m, part, player, order)]
    if not units or not all(_holds(f, condition) for condition in order.conditions):
        return []
    return [
        (said, part, token)
        for part in units[:1]
        for token in f.tokens_in(part.place)
        if _is_aimed_at(order.target, token, player) and may_destroy(f, part, token)
    ]


def _acts(m: Muster, part: ActingStack, player: Power, order: act.Destroy) -> bool:
    """Is it of that kind, and the player's to order?"""
    kind = order.unit.kind
    if not part.is_called(kind) and not (kind == "A/F" and part.is_fleet):
        return False
    return m.controller(part.power, part.origin, part.kinds[0]) == player


def _is_aimed_at(target: act.Target, token: Token, player: Power) -> bool:
    if target.kind == "any":
        return token.power != player
    if target.kind != token.kind or target.power not in ("", token.power):
        return False
    return target.place in ("", token.place, token.origin)


def may_destroy(f: TurnState, part: ActingStack, token: Token) -> bool:
    """May an ordinary unit destroy this piece, in the same area?"""
    match token.kind:
        case "Fe":
            return False
        case "Gandalf":
            return f.is_full(part)
        case "Nazgul":
            return f.is_full(part) and f.options[options.NAZGUL] != "nobody"
        case "Aragorn":
            return f.is_full(part) and f.align(part.power) == EVIL
        case "R":
            return f.align(part.power) == EVIL or part.power in f.grudges.get(token.power, ())
    return True


def _holds(f: TurnState, condition: act.Condition) -> bool:
    """Did the move succeed, or fail, as the condition wants?  A move that nobody made does neither."""
    movers = [
        part
        for part in f.parts
        if part.origin == condition.unit.place and part.is_called(condition.unit.kind)
    ]
    pieces = [token for token in f.tokens if token.kind == condition.unit.kind and token.act is not None]
    everybody: list[Holder] = [*movers, *pieces]
    tried = [one for one in everybody if _ordered(one) == condition.path]
    if not tried:
        return False
    arrived = any(one.place == condition.path[-1] and one.entered for one in tried)
    return arrived == condition.succeeds


def _ordered(one: Holder) -> tuple[str, ...]:
    match one.said[0].order if isinstance(one, ActingStack) and one.said else one.act:
        case act.Move(path=path) | act.Neutralise(path=path):
            return path
        case act.Merge() as merge:
            return (merge.target,)
        case act.Disembark(target=target) | act.HoldThenMove(target=target):
            return (target,)
        case act.Lead(path=path) | act.Accompany(path=path):
            return path
        case act.Command(order=act.Move(path=path)):
            return path
    return ()


def _is_shielded(f: TurnState, token: Token, doomed: set[int]) -> bool:
    """6a.vi: a Ranger with Gandalf or Aragorn falls only if he does."""
    shields = [one for one in company.protectors(f, token) if id(one) not in doomed]
    for one in shields:
        one.shown = True
    return bool(shields)


def _die(f: TurnState, said: GivenOrder, part: ActingStack, token: Token) -> None:
    token.come(Destroyed("order", f.name(part)))
    if f.holder is token:
        ring.lose_to(f, part)
    losses.die(f, token)
    said.public = False
    f.tell(
        "piece.destroyed",
        None,
        piece=NAMES.get(token.kind, token.kind),
        owner=token.power,
        place=token.place,
        power=part.power,
        unit=kinds_text(part),
    )

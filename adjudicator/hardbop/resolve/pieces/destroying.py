"""Step xii: which Personality Units are destroyed by order?

(HB 3.3(d) to 3.3(i), 3.7(a), 3.8(a), 3.10(e), 7.3(g))
"""

from adjudicator.hardbop.resolve import losses
from adjudicator.hardbop.resolve.order_collection import controller
from adjudicator.hardbop.resolve.pieces import ring
from adjudicator.hardbop.resolve.turn_state import Holder, TurnState, kind_text
from adjudicator.hardbop.resolve.units import ActingUnit, AtTheEnd, Token
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.resolve.outcomes import Destroyed, Succeeded, Void
from adjudicator.middle_earth.resolve.pieces import EVIL, NAMES

Deed = tuple[ActingUnit, Token]


def destroy(f: TurnState) -> None:
    """All such orders happen at once."""
    deeds: list[Deed] = []
    for one in f.at_end:
        if isinstance(one.order, act.Destroy) and one.player not in f.eliminated:
            found = _deeds(f, one, one.order)
            f.said[one.said].outcome = Succeeded() if found else Void("nothing")
            deeds += found
    for part, token in deeds:
        if token.here:
            _die(f, part, token)


def _deeds(f: TurnState, one: AtTheEnd, order: act.Destroy) -> list[Deed]:
    """Of the armies that were off-board, any may be meant."""
    if not all(_holds(f, condition) for condition in order.conditions):
        return []
    there = [p for p in f.parts if (p.place if one.late else p.origin) == order.unit.place and p.here]
    return [
        (part, token)
        for part in there
        if _acts(f, part, one, order)
        for token in f.tokens_in(part.place)
        if _is_aimed_at(order.target, token) and may_destroy(f, part, token)
    ]


def _acts(f: TurnState, part: ActingUnit, one: AtTheEnd, order: act.Destroy) -> bool:
    """3.3(e): not one that retreated in this turn."""
    return order.unit.kind in ("", part.kind) and not part.retreated and controller(f, part) == one.player


def _is_aimed_at(target: act.Target, token: Token) -> bool:
    if target.kind == "any":
        return True
    return target.kind == token.kind and target.place in ("", token.place, token.origin)


def may_destroy(f: TurnState, part: ActingUnit, token: Token) -> bool:
    if token.power == part.power:
        return False  # 3.3(h)
    match token.kind:
        case "Gandalf" | "Nazgul":
            return part.size > 1 or bool(f.leaders(part))
        case "R":
            return f.align(part.power) == EVIL or part.power in f.ranger_foes
    return True


def _holds(f: TurnState, condition: act.Condition) -> bool:
    """Did the move succeed, or fail?  A move that nobody made does neither."""
    everybody: list[Holder] = [*f.parts, *f.tokens]
    tried = [one for one in everybody if _is_meant(one, condition) and _path(one) == condition.path]
    if not tried:
        return False
    arrived = any(one.place == condition.path[-1] and one.entered and not _gone(one) for one in tried)
    return arrived == condition.succeeds


def _gone(one: Holder) -> bool:
    return one.dead or (isinstance(one, ActingUnit) and one.retreated)


def _is_meant(one: Holder, condition: act.Condition) -> bool:
    return condition.unit.kind in ("", one.kind) and condition.unit.place in ("", one.origin)


def _path(one: Holder) -> tuple[str, ...]:
    match one.order:
        case act.Move(path=path) | act.Neutralise(path=path) | act.Lead(path=path):
            return path
        case act.HoldThenMove(target=target):
            return (target,)
    return one.path


def _die(f: TurnState, part: ActingUnit, token: Token) -> None:
    token.dead = True
    f.come(token, Destroyed("order", f.name(part)))
    if token.said >= 0:
        f.said[token.said].waits = False
    f.tell(
        "piece.destroyed",
        None,
        piece=NAMES.get(token.kind, token.kind),
        owner=token.power,
        place=token.place,
        power=part.power,
        unit=kind_text(part),
    )
    if f.holder is token:
        ring.take(f, part)
    losses.depart(f, token)

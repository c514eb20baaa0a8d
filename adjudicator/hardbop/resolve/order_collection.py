"""Who orders what?  Sheets, standing orders, permissions and proxies become orders of units.

(HB 3.2(c), 3.5(b), 9(c) to 9(e))
"""

from typing import assert_never

from adjudicator.hardbop import ground
from adjudicator.hardbop.language import standing
from adjudicator.hardbop.resolve.turn_state import TurnState, unit_of
from adjudicator.hardbop.resolve.units import ActingUnit, AtTheEnd, Token
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import OrderSheet, Place, Power, Standable, Unit
from adjudicator.middle_earth.resolve.outcomes import Succeeded, Void
from adjudicator.middle_earth.resolve.pieces import is_piece

SUPPORTS = (act.SupportHold, act.SupportMove, act.SupportGarrison)
LEND_THEMSELVES = ("Faramir", "R", "Gandalf")  # they lead others' units by leave (3.2(c))


def muster(f: TurnState) -> None:
    """Read all sheets of the movement."""
    orders = {power: _in_force(f, power) for power in ground.POWERS}
    _keep_standing(f)
    for power, given in orders.items():
        lent = tuple(
            (order.unit, order.to) for order in given if isinstance(order, act.Proxy) and order.to != power
        )
        if lent:
            f.proxies[power] = lent
    for power, given in orders.items():
        for order in given:
            _take(f, power, order)
    for power, given in orders.items():
        for order in given:
            if isinstance(order, act.Lead):
                _lead_orders_unit(f, power, order)
    for part in f.parts:
        _fall_in(f, part)


def sheet(f: TurnState, power: Power) -> OrderSheet:
    return f.sheets.get(power, OrderSheet())


def _in_force(f: TurnState, power: Power) -> list[Standable]:
    """9(e): in civil disorder nothing is ordered, and standing orders lapse."""
    if power in f.eliminated:
        return []
    return standing.in_force(f.before, power, sheet(f, power))


def _keep_standing(f: TurnState) -> None:
    kept = {
        power: standing.after(f.before.standing.get(power, ()), sheet(f, power).orders)
        for power in ground.POWERS
        if power not in f.eliminated
    }
    f.standing = {power: orders for power, orders in kept.items() if orders}


def controller(f: TurnState, part: ActingUnit) -> Power | None:
    """Whose sheet orders it; None where nobody's does."""
    if f.is_unordered(part):
        return None
    for unit, to in reversed(f.proxies.get(part.power, ())):
        if unit is None or (unit.place == part.origin and unit.kind in ("", part.kind)):
            return to
    return part.power


def is_lent(f: TurnState, part: ActingUnit, power: Power) -> bool:
    return controller(f, part) == power


def find(f: TurnState, player: Power, unit: Unit) -> list[ActingUnit]:
    """His units of that name: one, or of those off-board all."""
    return [
        part
        for part in f.parts
        if part.origin == unit.place
        and unit.kind in ("", part.kind)
        and not part.dead
        and controller(f, part) == player
    ]


def find_token(f: TurnState, player: Power, unit: Unit) -> Token | None:
    token = f.token(unit.kind)
    return token if token is not None and token.power == player else None


def _take(f: TurnState, player: Power, order: Standable) -> None:
    """Put one order where it belongs."""
    match order:
        case act.Lead():
            _take_lead(f, player, order)
        case act.Retreat():
            _take_flight(f, player, order)
        case act.ReturnsTo():
            _name_return(f, player, order)
        case act.Destroy() | act.PassRing() | act.PutOnRing() | act.DestroyRing():
            f.at_end.append(AtTheEnd(player, order, f.say(player, order, public=False)))
        case (
            act.Hold()
            | act.Move()
            | act.HoldThenMove()
            | act.SupportHold()
            | act.SupportMove()
            | act.SupportGarrison()
            | act.SupportSecond()
            | act.Convoy()
            | act.Accompany()
            | act.Paralyse()
            | act.Neutralise()
            | act.PathsOfTheDead()
            | act.MarchWithEnts()
        ):
            (_take_token if is_piece(order.unit.kind) else _take_part)(f, player, order)
        case act.Declare() | act.Proxy() | act.StartsAt():
            pass  # resolved before all other orders
        case act.Disband() | act.Build() | act.Remove() | act.Waive():
            pass  # of later phases
        case (
            act.Embark()
            | act.Disembark()
            | act.FastFerry()
            | act.Takes()
            | act.Merge()
            | act.Divide()
            | act.Command()
            | act.ThrowRing()
            | act.SeizeRing()
            | act.ClaimRing()
            | act.OfferRing()
            | act.DestroyBalrog()
            | act.Awaken()
        ):
            raise ValueError(f"Hardbop has no such order: {order}")
        case _ as never:
            assert_never(never)


def _take_flight(f: TurnState, player: Power, order: act.Retreat) -> None:
    if order.unit.kind == "Nazgul" and find_token(f, player, order.unit):
        f.flights = (*f.flights, *order.preferences)


def _name_return(f: TurnState, player: Power, order: act.ReturnsTo) -> None:
    said = f.say(player, order, public=False)
    owner = "Gondor" if order.unit.kind == "Gandalf" else f.nazgul_controller
    due = f.returns.get(order.unit.kind)
    waits = order.unit.kind == "Nazgul" and due is not None and due < f.before.turn  # for a centre (3.10(f))
    if player != owner or (due != f.before.turn and not waits):
        f.said[said].outcome = Void("away")
        return
    f.named_places[order.unit.kind] = order.place


def _take_token(f: TurnState, player: Power, order: act.Action) -> None:
    said = f.say(player, order, public=order.unit.kind == "Sauron")
    token = find_token(f, player, order.unit)
    if token is None:
        f.said[said].outcome, f.said[said].public = Void("away"), False
        return
    f.come_of(token.said, Void("taken"))
    token.order, token.said = order, said


def _take_lead(f: TurnState, player: Power, order: act.Lead) -> None:
    """By the piece's own player a lead; by another's the permission for it (3.5(b)), told to him alone."""
    if order.unit.kind in LEND_THEMSELVES and player != "Gondor":
        is_his = bool(find(f, player, order.led))
        f.said[f.say(player, order, public=False)].outcome = Succeeded() if is_his else Void("no such unit")
        return
    _take_token(f, player, order)


def _take_part(f: TurnState, player: Power, order: act.Action) -> None:
    said = f.say(player, order, public=True)
    is_second = isinstance(order, act.SupportSecond)
    found = [p for p in find(f, player, order.unit) if (p.second if is_second else p.order) is None]
    if not found:
        f.said[said].outcome, f.said[said].public = Void("no such unit"), False
        return
    part = found[0]
    if is_second:
        part.second, part.said_second = order, said
        f.said[said].waits = True
    else:
        part.order = order
        part.said.append(said)


def _lead_orders_unit(f: TurnState, player: Power, order: act.Lead) -> None:
    """A lead that says what the unit does orders a unit of one's own that has no order beside it (3.2(c))."""
    if not order.path and not order.holds:
        return
    for part in find(f, player, order.led):
        if part.order is not None:
            continue
        does: act.Action = act.Hold(unit_of(part))
        if order.path:
            does = act.HoldThenMove(unit_of(part), order.path[0]) if order.holds else _move(part, order.path)
        part.order = does
        part.said.append(f.say(part.power, does, public=True))


def _move(part: ActingUnit, path: tuple[Place, ...]) -> act.Move:
    return act.Move(unit_of(part), path)


def _fall_in(f: TurnState, part: ActingUnit) -> None:
    """Who has no order stands, and is told to all as standing. Off-board nobody stands."""
    if part.dead or part.order is not None:
        return
    if part.place != ground.OFF and part.second is None:
        part.said.append(f.say(part.power, act.Hold(unit_of(part)), public=True))


# Who leads whom.


def gather(f: TurnState) -> None:
    """Settle every lead: good ones are disclosed, void ones disclose nothing (3.3(a))."""
    for token in f.tokens:
        if isinstance(token.order, act.Lead):
            _lead(f, token, token.order)


def _lead(f: TurnState, token: Token, order: act.Lead) -> None:
    part = next(
        (
            p
            for p in f.parts
            if p.here
            and p.origin == token.origin == order.led.place
            and order.led.kind in ("", p.kind)
            and p.place != ground.OFF
        ),
        None,
    )
    why = "no company" if part is None else _why_not(f, token, part, order)
    if why or part is None:
        f.come(token, Void(why))
        token.order = None
        return
    token.leads = part.number
    f.publish(token)


def _why_not(f: TurnState, token: Token, part: ActingUnit, order: act.Lead) -> str:
    if not may_lead(token.kind, token.power, part.power, f.align(part.power)):
        return "no company"
    if part.power != token.power and not _has_leave(f, token, part):
        return "no leave"
    path = way(part)
    if order.holds and not order.path and path:
        return "elsewhere"
    if order.path and order.path not in (path, path[:1], path[-1:] if part.by_sea else path):
        return "elsewhere"
    wet = {part.origin, *path} & ground.WATER
    return "at sea" if token.kind == "Nazgul" and (wet or part.by_sea) else ""


def way(part: ActingUnit) -> tuple[Place, ...]:
    match part.order:
        case act.Move(path=path):
            return path
        case act.HoldThenMove(target=target):
            return (target,)
    return ()


def may_lead(kind: str, own: Power, power: Power, alignment: str) -> bool:
    """May that piece of *own* lead a unit of *power*?  (3.4 to 3.10)"""
    match kind:
        case "Faramir" | "R":
            return power in ("Gondor", "Rohan")
        case "Gandalf":
            return alignment in ("Good", "Neutral")
        case "Fe":
            return False
    return power == own


def _has_leave(f: TurnState, token: Token, part: ActingUnit) -> bool:
    """3.5(b): the owner has written the lead on his sheet, or given a proxy for the unit."""
    if is_lent(f, part, token.power):
        return True
    if part.power in f.eliminated:
        return False
    return any(
        isinstance(order, act.Lead)
        and order.unit.kind == token.kind
        and order.led.place == part.origin
        and order.path in ((), way(part), way(part)[:1])
        for order in standing.in_force(f.before, part.power, sheet(f, part.power))
    )

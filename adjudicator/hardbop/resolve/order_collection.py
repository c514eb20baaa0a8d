"""Collect sheets, standing orders, permissions and proxies as the orders of units and pieces.

(HB 3.2(c), 3.5(b), 9(c) to 9(e))
"""

from typing import TYPE_CHECKING, Final, NoReturn, get_args

from adjudicator.hardbop import ground
from adjudicator.hardbop.language import standing
from adjudicator.hardbop.resolve.turn_state import TurnState, unit_of
from adjudicator.hardbop.resolve.units import ActingPiece, ActingUnit, AtTheEnd
from adjudicator.middle_earth.language import orders as order_kinds
from adjudicator.middle_earth.language.orders import OrderSheet, Place, Power, Standable, Unit
from adjudicator.middle_earth.resolve.outcomes import Succeeded, Void, VoidReason
from adjudicator.middle_earth.resolve.pieces import is_piece

if TYPE_CHECKING:
    from typing_extensions import TypeIs

PlainAction = (  # of one unit or piece
    order_kinds.Hold
    | order_kinds.Move
    | order_kinds.HoldThenMove
    | order_kinds.SupportHold
    | order_kinds.SupportMove
    | order_kinds.SupportGarrison
    | order_kinds.SupportSecond
    | order_kinds.Convoy
    | order_kinds.Accompany
    | order_kinds.Paralyse
    | order_kinds.Neutralise
    | order_kinds.PathsOfTheDead
    | order_kinds.MarchWithEnts
)
NotInHardbop = (
    order_kinds.Embark
    | order_kinds.Disembark
    | order_kinds.FastFerry
    | order_kinds.Takes
    | order_kinds.Merge
    | order_kinds.Divide
    | order_kinds.Command
    | order_kinds.ThrowRing
    | order_kinds.SeizeRing
    | order_kinds.ClaimRing
    | order_kinds.OfferRing
    | order_kinds.DestroyBalrog
    | order_kinds.Awaken
)
PLAIN_ACTIONS: Final = frozenset(get_args(PlainAction))
SUPPORTS = (order_kinds.SupportHold, order_kinds.SupportMove, order_kinds.SupportGarrison)
LEND_THEMSELVES = ("Faramir", "R", "Gandalf")  # they may lead units of others by permission (3.2(c))


def collect(turn: TurnState) -> None:
    """Collect the orders of all movement sheets."""
    orders = {power: _in_force(turn, power) for power in ground.POWERS}
    _keep_standing(turn)
    for power, given in orders.items():
        lent = tuple(
            (order.unit, order.to)
            for order in given
            if isinstance(order, order_kinds.Proxy) and order.to != power
        )
        if lent:
            turn.proxies[power] = lent
    for power, given in orders.items():
        for order in given:
            _take(turn, power, order)
    for power, given in orders.items():
        for order in given:
            if isinstance(order, order_kinds.Lead):
                _lead_orders_unit(turn, power, order)
    for unit in turn.units:
        _fall_in(turn, unit)


def sheet(turn: TurnState, power: Power) -> OrderSheet:
    return turn.sheets.get(power, OrderSheet())


def _in_force(turn: TurnState, power: Power) -> list[Standable]:
    """Return the orders in force. In civil disorder there are none, and standing orders lapse (9(e))."""
    if power in turn.eliminated:
        return []
    return standing.in_force(turn.before, power, sheet(turn, power))


def _keep_standing(turn: TurnState) -> None:
    kept = {
        power: standing.after(turn.before.standing.get(power, ()), sheet(turn, power).orders)
        for power in ground.POWERS
        if power not in turn.eliminated
    }
    turn.standing = {power: orders for power, orders in kept.items() if orders}


def controller(turn: TurnState, unit: ActingUnit) -> Power | None:
    """Return the power whose sheet orders it, None if nobody orders it."""
    if turn.is_unordered(unit):
        return None
    for named, to in reversed(turn.proxies.get(unit.power, ())):
        if named is None or (named.place == unit.origin and named.kind in ("", unit.kind)):
            return to
    return unit.power


def is_lent(turn: TurnState, unit: ActingUnit, power: Power) -> bool:
    return controller(turn, unit) == power


def find(turn: TurnState, player: Power, named: Unit) -> list[ActingUnit]:
    """Return the units of *player* with that name: one, or all of those off-board."""
    return [
        unit
        for unit in turn.units
        if unit.origin == named.place
        and named.kind in ("", unit.kind)
        and not unit.dead
        and controller(turn, unit) == player
    ]


def find_piece(turn: TurnState, player: Power, unit: Unit) -> ActingPiece | None:
    piece = turn.piece(unit.kind)
    return piece if piece is not None and piece.power == player else None


def _take(turn: TurnState, player: Power, order: Standable) -> None:
    """File one order under the unit or piece that it is for."""
    if _is_plain_action(order):
        (_take_piece if is_piece(order.unit.kind) else _take_unit)(turn, player, order)
        return
    match order:
        case order_kinds.Lead():
            _take_lead(turn, player, order)
        case order_kinds.Retreat():
            _take_flight(turn, player, order)
        case order_kinds.ReturnsTo():
            _name_return(turn, player, order)
        case (
            order_kinds.Destroy()
            | order_kinds.PassRing()
            | order_kinds.PutOnRing()
            | order_kinds.DestroyRing()
        ):
            turn.at_end.append(AtTheEnd(player, order, turn.add_order(player, order, public=False)))
        case order_kinds.Declare() | order_kinds.Proxy() | order_kinds.StartsAt():
            pass  # resolved before all other orders
        case order_kinds.Disband() | order_kinds.Build() | order_kinds.Remove() | order_kinds.Waive():
            pass  # of later phases
        case _:
            _refuse(order)


def _is_plain_action(order: Standable) -> "TypeIs[PlainAction]":
    return type(order) in PLAIN_ACTIONS


def _refuse(order: NotInHardbop) -> NoReturn:
    raise ValueError(f"Hardbop has no such order: {order}")


def _take_flight(turn: TurnState, player: Power, order: order_kinds.Retreat) -> None:
    if order.unit.kind == "Nazgul" and find_piece(turn, player, order.unit):
        turn.flights = (*turn.flights, *order.preferences)


def _name_return(turn: TurnState, player: Power, order: order_kinds.ReturnsTo) -> None:
    given = turn.add_order(player, order, public=False)
    owner = "Gondor" if order.unit.kind == "Gandalf" else turn.nazgul_controller
    due = turn.returns.get(order.unit.kind)
    waits = (
        order.unit.kind == "Nazgul" and due is not None and due < turn.before.turn
    )  # for a centre (3.10(f))
    if player != owner or (due != turn.before.turn and not waits):
        turn.given[given].outcome = Void("away")
        return
    turn.named_places[order.unit.kind] = order.place


def _take_piece(turn: TurnState, player: Power, order: order_kinds.Action) -> None:
    given = turn.add_order(player, order, public=order.unit.kind == "Sauron")
    piece = find_piece(turn, player, order.unit)
    if piece is None:
        turn.given[given].outcome, turn.given[given].public = Void("away"), False
        return
    turn.set_outcome_of(piece.given, Void("taken"))
    piece.order, piece.given = order, given


def _why_not_found(turn: TurnState, player: Power, named: Unit) -> VoidReason:
    """Return why `find` has found no unit: *player* may order those of others only by proxy."""
    there = {
        controller(turn, unit)
        for unit in turn.here()
        if unit.origin == named.place and named.kind in ("", unit.kind)
    }
    return "not yours" if there and player not in there else "no such unit"


def _take_lead(turn: TurnState, player: Power, order: order_kinds.Lead) -> None:
    """File a lead of the player's own piece; from another player it is the permission for it (3.5(b))."""
    if _is_permission(player, order):
        is_his = bool(find(turn, player, order.led))
        turn.given[turn.add_order(player, order, public=False)].outcome = (
            Succeeded() if is_his else Void(_why_not_found(turn, player, order.led))
        )
        return
    _take_piece(turn, player, order)


def _is_permission(player: Power, order: order_kinds.Lead) -> bool:
    return order.unit.kind in LEND_THEMSELVES and player != "Gondor"


def _take_unit(turn: TurnState, player: Power, order: order_kinds.Action) -> None:
    given = turn.add_order(player, order, public=True)
    is_second = isinstance(order, order_kinds.SupportSecond)
    found = [p for p in find(turn, player, order.unit) if (p.second if is_second else p.order) is None]
    if not found:
        why = _why_not_found(turn, player, order.unit)
        turn.given[given].outcome, turn.given[given].public = Void(why), False
        return
    unit = found[0]
    if is_second:
        unit.second, unit.given_second = order, given
        turn.given[given].waits = True
    else:
        unit.order = order
        unit.given.append(given)


def _lead_orders_unit(turn: TurnState, player: Power, order: order_kinds.Lead) -> None:
    """Order the player's own unit that a lead gives an order, if it has no other (3.2(c))."""
    if not order.path and not order.holds:
        return
    for unit in find(turn, player, order.led):
        if unit.order is not None:
            continue
        does: order_kinds.Action = order_kinds.Hold(unit_of(unit))
        if order.path:
            does = (
                order_kinds.HoldThenMove(unit_of(unit), order.path[0])
                if order.holds
                else _move(unit, order.path)
            )
        unit.order = does
        unit.given.append(turn.add_order(unit.power, does, public=True))


def _move(unit: ActingUnit, path: tuple[Place, ...]) -> order_kinds.Move:
    return order_kinds.Move(unit_of(unit), path)


def _fall_in(turn: TurnState, unit: ActingUnit) -> None:
    """Add a public hold for a unit without an order, unless it is off-board."""
    if unit.dead or unit.order is not None:
        return
    if unit.place != ground.OFF and unit.second is None:
        unit.given.append(turn.add_order(unit.power, order_kinds.Hold(unit_of(unit)), public=True))


# Who leads whom.


def gather(turn: TurnState) -> None:
    """Settle every lead. Legal ones are disclosed, void ones disclose nothing (3.3(a))."""
    for piece in turn.pieces:
        if isinstance(piece.order, order_kinds.Lead):
            _lead(turn, piece, piece.order)
    _settle_permissions(turn)


def _settle_permissions(turn: TurnState) -> None:
    """Void each permission that was not used: who leads is seen by all (3.3(a), 3.5(b))."""
    for given in turn.given:
        order = given.order
        if not isinstance(order, order_kinds.Lead) or not _is_permission(given.power, order):
            continue
        if isinstance(given.outcome, Succeeded) and not _is_led(turn, given.power, order):
            given.outcome = Void("not led")


def _is_led(turn: TurnState, power: Power, order: order_kinds.Lead) -> bool:
    piece = turn.piece(order.unit.kind)
    if piece is None or piece.leads < 0:
        return False
    unit = turn.units[piece.leads]
    return (unit.power, unit.origin) == (power, order.led.place)


def _lead(turn: TurnState, piece: ActingPiece, order: order_kinds.Lead) -> None:
    unit = next(
        (
            p
            for p in turn.units
            if p.here
            and p.origin == piece.origin == order.led.place
            and order.led.kind in ("", p.kind)
            and p.place != ground.OFF
        ),
        None,
    )
    why = None if unit is None else _why_not(turn, piece, unit, order)
    if why or unit is None:
        turn.set_outcome(piece, Void(why or "no company"))
        piece.order = None
        return
    piece.leads = unit.number
    turn.publish(piece)


def _why_not(
    turn: TurnState, piece: ActingPiece, unit: ActingUnit, order: order_kinds.Lead
) -> VoidReason | None:
    if not may_lead(piece.kind, piece.power, unit.power, turn.align(unit.power)):
        return "no company"
    if unit.power != piece.power and not _has_leave(turn, piece, unit):
        return "no leave"
    path = way(unit)
    if order.holds and not order.path and path:
        return "elsewhere"
    if order.path and order.path not in (path, path[:1], path[-1:] if unit.by_sea else path):
        return "elsewhere"
    wet = {unit.origin, *path} & ground.WATER
    return "at sea" if piece.kind == "Nazgul" and (wet or unit.by_sea) else None


def way(unit: ActingUnit) -> tuple[Place, ...]:
    match unit.order:
        case order_kinds.Move(path=path):
            return path
        case order_kinds.HoldThenMove(target=target):
            return (target,)
    return ()


def may_lead(kind: str, own: Power, power: Power, alignment: str) -> bool:
    """Return whether that piece of *own* may lead a unit of *power* (3.4 to 3.10)."""
    match kind:
        case "Faramir" | "R":
            return power in ("Gondor", "Rohan")
        case "Gandalf":
            return alignment in ("Good", "Neutral")
        case "Fe":
            return False
    return power == own


def _has_leave(turn: TurnState, piece: ActingPiece, unit: ActingUnit) -> bool:
    """Return whether the owner ordered the same lead, or gave a proxy for the unit (3.5(b))."""
    if is_lent(turn, unit, piece.power):
        return True
    if unit.power in turn.eliminated:
        return False
    return any(
        isinstance(order, order_kinds.Lead)
        and order.unit.kind == piece.kind
        and order.led.place == unit.origin
        and order.path in ((), way(unit), way(unit)[:1])
        for order in standing.in_force(turn.before, unit.power, sheet(turn, unit.power))
    )

"""Collect sheets, standing orders, proxies and commands as the orders of stacks and pieces.

(XIII 4, 5.4, 6a.iii, 8.22, 9.7, N; part S, step 2)
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, TypeVar, assert_never, cast, get_args

from adjudicator.downfall_xiii import ground, options
from adjudicator.downfall_xiii.language import standing
from adjudicator.downfall_xiii.position import GivenProxy
from adjudicator.downfall_xiii.resolve import company
from adjudicator.downfall_xiii.resolve.turn_state import ActingPiece, GivenOrder, TurnState
from adjudicator.middle_earth.language import orders as order_kinds
from adjudicator.middle_earth.language.orders import Action, OrderSheet, Place, Power, Standable, Unit
from adjudicator.middle_earth.resolve.outcomes import Void, VoidReason
from adjudicator.middle_earth.resolve.pieces import GOOD, NEUTRAL, is_piece

if TYPE_CHECKING:
    from typing_extensions import TypeIs

EndOrder = TypeVar("EndOrder", bound=order_kinds.EndOfMoveOrder)
NO_ORDERS: Final = OrderSheet()
PlainAction = (  # of one unit or piece
    order_kinds.Hold
    | order_kinds.Move
    | order_kinds.HoldThenMove
    | order_kinds.SupportHold
    | order_kinds.SupportMove
    | order_kinds.SupportGarrison
    | order_kinds.SupportSecond
    | order_kinds.Embark
    | order_kinds.FastFerry
    | order_kinds.Convoy
    | order_kinds.Divide
    | order_kinds.Accompany
    | order_kinds.Lead
    | order_kinds.Paralyse
    | order_kinds.Neutralise
    | order_kinds.PathsOfTheDead
    | order_kinds.MarchWithEnts
    | order_kinds.ReturnsTo
)
OtherOrder = (
    order_kinds.Merge
    | order_kinds.Command
    | order_kinds.Disembark
    | order_kinds.LaterOrder
    | order_kinds.ExtraOrder
)
PLAIN_ACTIONS: Final = frozenset(get_args(PlainAction))


class Assignment:
    """An order of *player* for a force or for a part of it."""

    def __init__(self, player: Power, action: Action, given: GivenOrder | None) -> None:
        self.player = player
        self.order = action
        self.given = given
        self.by_ferry = False  # it has no order but that of the fleet
        self.for_others = False  # also orders units of another power: proxies are not public


class Force:
    """All ordinary units of one power and kind in one area at the start of the turn, with their order."""

    def __init__(self, power: Power, place: Place, kind: str, count: int) -> None:
        self.power = power
        self.place = place
        self.kind = kind
        self.count = count
        self.player: Power | None = power  # whose orders move it; None in civil disorder (N.4)
        self.assigned: Assignment | None = None


class CollectedOrders:
    """The orders of all players, by the units that they may order."""

    def __init__(self, turn: TurnState) -> None:
        self.turn = turn
        self.forces = [Force(s.power, s.place, s.kind, s.count) for s in turn.before.stacks]
        self.by_place: dict[Place, list[Force]] = {}
        for force in self.forces:
            self.by_place.setdefault(force.place, []).append(force)
        self.merges: list[tuple[Power, order_kinds.Merge, GivenOrder]] = []
        self.embarks: dict[Force, tuple[order_kinds.Embark, GivenOrder]] = {}
        self.landings: list[tuple[Power, order_kinds.Disembark, GivenOrder]] = []
        self.takes: list[tuple[Power, order_kinds.Takes]] = []
        self.at_end: list[tuple[Power, order_kinds.EndOfMoveOrder, GivenOrder]] = []
        self.kinds_at_end: set[type] = set()
        self.commands: list[tuple[Power, order_kinds.Command, GivenOrder]] = []
        self.leads: list[tuple[Power, order_kinds.Lead]] = []

    def controller(self, power: Power, place: Place, kind: str) -> Power | None:
        """Return the player who orders these units now; None in civil disorder (N.4)."""
        if power in self.turn.eliminated:
            return None
        commander = self.turn.commander(power)
        if commander != power:
            return commander  # 9.7
        for proxy in reversed(self.turn.proxies):
            if proxy.power == power and _covers(proxy, place, kind):
                return proxy.to
        return power

    def in_area(self, place: Place) -> list[Force]:
        return self.by_place.get(place) or []

    def find(self, player: Power, unit: Unit) -> list[Force]:
        """Return the forces of *player* that *unit* names; [] if there are none."""
        kind, count = "F" if unit.kind == "A/F" else unit.kind, unit.count
        there = self.in_area(unit.place)
        mine = [force for force in there if force.player == player and kind in ("", force.kind)]
        if sum([force.count for force in mine]) == count or (not kind and count == 1):
            return mine
        exact = [force for force in mine if force.count == count]
        return sorted(exact, key=lambda force: force.power != player)[:1]

    def why_not_found(self, player: Power, unit: Unit) -> VoidReason:
        """Return why `find` has found nothing: *player* may order forces of others only by proxy."""
        kind = "F" if unit.kind == "A/F" else unit.kind
        there = {force.player for force in self.in_area(unit.place) if kind in ("", force.kind)}
        return "not yours" if there and player not in there else "no such unit"

    def piece(self, player: Power, unit: Unit) -> ActingPiece | None:
        if player in self.turn.eliminated:
            return None
        kind, place = unit.kind, unit.place
        for piece in self.turn.pieces:
            if piece.kind == kind and piece.power == player and place in ("", piece.origin):
                return piece
        return None

    def defer(self, player: Power, order: order_kinds.EndOfMoveOrder, given: GivenOrder) -> None:
        """Keep an order for the end of the move."""
        self.at_end.append((player, order, given))
        self.kinds_at_end.add(type(order))

    def ordered(self, *kinds: type[EndOrder]) -> list[tuple[Power, EndOrder, GivenOrder]]:
        """Return the orders of those kinds for the end of the move, in the order of the sheets."""
        if self.kinds_at_end.isdisjoint(kinds):
            return []
        return [
            (player, cast("EndOrder", order), given)
            for player, order, given in self.at_end
            if type(order) in kinds
        ]


def _covers(proxy: GivenProxy, place: Place, kind: str) -> bool:
    unit = proxy.unit
    return unit is None or (unit.place == place and unit.kind in ("", kind, "A/F"))


def collect(turn: TurnState) -> CollectedOrders:
    """Collect the orders of all sheets. `stacks.form` makes stacks of them."""
    collected = CollectedOrders(turn)
    sheets = {
        power: standing.in_force(turn.before, power, _sheet(turn, power), turn.voids.get(power, {}))
        for power in ground.POWERS
    }
    turn.standing = {
        power: kept
        for power in ground.POWERS
        if (kept := standing.after(turn.before.standing.get(power, ()), _sheet(turn, power).orders))
    }
    turn.proxies += [
        GivenProxy(power, order.unit, order.to)
        for power, orders in sheets.items()
        for order in orders
        if type(order) is order_kinds.Proxy and order.to != power
    ]
    for force in collected.forces:
        force.player = collected.controller(force.power, force.place, force.kind)
    for power, orders in sheets.items():
        _take_sheet(collected, power, orders)
    for player, order in collected.leads:
        _lead_stack(collected, player, order)
    for player, command, given in collected.commands:
        _command(collected, player, command, given)
    return collected


def _take_sheet(collected: CollectedOrders, power: Power, orders: Sequence[Standable]) -> None:
    void = collected.turn.voids.get(power)
    for order in orders:
        if void and order in void:  # checked first, since hashing an order is slow
            collected.turn.add_order(power, order, public=False).outcome = void[order]
        else:
            _take(collected, power, order)


def _sheet(turn: TurnState, power: Power) -> OrderSheet:
    return turn.sheets.get(power, NO_ORDERS)


def _take(collected: CollectedOrders, player: Power, order: Standable) -> None:
    """File one order under the unit that it is for. Of the eliminated only the consent to a ferry counts."""
    if player in collected.turn.eliminated:
        if type(order) is order_kinds.Takes:
            collected.takes.append((player, order))
    elif _is_plain_action(order):
        _take_action(collected, player, order)
    elif order_kinds.is_at_the_end(order):
        collected.defer(player, order, collected.turn.add_order(player, order, public=False))
    else:
        _take_other(collected, player, order)


def _is_plain_action(order: Standable) -> "TypeIs[PlainAction]":
    """Return whether one unit or piece is to do it.

    A `match` would be much slower, and these are most of the orders.
    """
    return type(order) in PLAIN_ACTIONS


def _take_other(collected: CollectedOrders, player: Power, order: OtherOrder) -> None:
    """File an order that is neither the action of one unit or piece by itself nor for the end of the move."""
    match order:
        case order_kinds.Takes():
            collected.takes.append((player, order))
        case order_kinds.Merge():
            _take_merge(collected, player, order)
        case order_kinds.Command():
            collected.commands.append((player, order, collected.turn.add_order(player, order, public=False)))
        case order_kinds.Disembark():
            _take_landing(collected, player, order)
        case order_kinds.Declare() | order_kinds.Proxy() | order_kinds.StartsAt():
            pass  # resolved before all other orders
        case order_kinds.Retreat() | order_kinds.Disband():
            pass  # of later phases, as the next three
        case order_kinds.Build() | order_kinds.Remove() | order_kinds.Waive():
            pass
        case _ as never:
            assert_never(never)


def _take_landing(collected: CollectedOrders, player: Power, order: order_kinds.Disembark) -> None:
    printed = not is_piece(order.unit.kind) or order.unit.kind in company.ALWAYS_SHOWN
    collected.landings.append((player, order, collected.turn.add_order(player, order, public=printed)))


def _take_action(collected: CollectedOrders, player: Power, order: Action) -> None:
    unit: Unit = order.unit
    if is_piece(unit.kind):
        _take_piece(collected, player, order, unit)
    else:
        _take_stack(collected, player, order, unit)


def _take_piece(collected: CollectedOrders, player: Power, order: Action, unit: Unit) -> None:
    given = collected.turn.add_order(player, order, public=unit.kind in company.ALWAYS_SHOWN)
    piece = collected.piece(player, unit)
    if piece is None:  # Gandalf's return is settled later
        given.outcome = Void("away" if isinstance(order, order_kinds.ReturnsTo) else "no such unit")
        return
    if piece.given is not None:
        piece.given.outcome = Void("taken")
    piece.order, piece.given = order, given
    if isinstance(order, order_kinds.Lead) and (order.path or order.holds):
        collected.leads.append((player, order))


def _take_stack(collected: CollectedOrders, player: Power, order: Action, unit: Unit) -> None:
    given = collected.turn.add_order(player, order, public=True)
    forces = collected.find(player, unit)
    if isinstance(order, order_kinds.Hold) and forces and all(_holds_in_merge(force) for force in forces):
        given.public = False  # the merge includes it
        return
    if not forces:
        given.outcome, given.public = Void(collected.why_not_found(player, unit)), False
        return
    if isinstance(order, order_kinds.Embark):
        collected.embarks[forces[0]] = order, given
        return
    if isinstance(order, order_kinds.Divide):
        forces = forces + _named_besides(collected, player, order, forces)
    assigned = Assignment(player, order, given)
    assigned.for_others = any(force.power != player for force in forces)
    given.public = not assigned.for_others
    for force in forces:
        _give(force, assigned)
    if isinstance(order, order_kinds.Divide):
        for part in order.parts:
            if isinstance(part, order_kinds.FastFerry):
                _order_passenger(collected, player, part)
    if isinstance(order, order_kinds.FastFerry):
        _order_passenger(collected, player, order)
        _hide_passenger(collected, forces[0], order, given)


def _holds_in_merge(force: Force) -> bool:
    assigned = force.assigned
    if assigned is None or assigned.given is None or type(assigned.given.order) is not order_kinds.Merge:
        return False
    return type(assigned.order) is order_kinds.Hold


def _named_besides(
    collected: CollectedOrders, player: Power, order: order_kinds.Divide, forces: list[Force]
) -> list[Force]:
    """Return the other kinds of the stack that the parts of a divided one name."""
    named = {part.unit.kind for part in order.parts}
    first = forces[0]
    return [
        force
        for force in collected.in_area(first.place)
        if force.power == first.power
        and force.kind in named
        and force not in forces
        and force.player == player
    ]


def _give(force: Force, assigned: Assignment) -> None:
    earlier = force.assigned
    if earlier is not None and earlier.given is not None and earlier.given.outcome is None:
        earlier.given.outcome, earlier.given.public = Void("taken"), False
    force.assigned = assigned


def _order_passenger(collected: CollectedOrders, player: Power, order: order_kinds.FastFerry) -> None:
    """Order the army of a ferry of the same power, which needs no order of its own (6g.15)."""
    move = order_kinds.Move(order.passenger, (order.target,))
    if is_piece(order.passenger.kind):
        piece = collected.piece(player, order.passenger)
        if piece is not None and piece.order is None:
            piece.order = move
        return
    for force in collected.find(player, order.passenger):
        if force.assigned is None or force.assigned.given is None:
            force.assigned = Assignment(player, move, None)
            force.assigned.by_ferry = True


def _hide_passenger(
    collected: CollectedOrders, fleet: Force, order: order_kinds.FastFerry, given: GivenOrder
) -> None:
    """Hide the ferry of a lone piece: the fleet is printed as holding."""
    if is_piece(order.passenger.kind):
        given.public = False
        collected.turn.add_order(fleet.power, order_kinds.Hold(order.unit), public=True)


def _take_merge(collected: CollectedOrders, player: Power, order: order_kinds.Merge) -> None:
    given = collected.turn.add_order(player, order, public=True)
    collected.merges.append((player, order, given))
    found = [(part, collected.find(player, part.unit)) for part in order.parts]
    for_others = any(force.power != player for _, forces in found for force in forces)
    given.public = not for_others
    for part, forces in found:
        for force in forces:
            earlier = force.assigned
            if earlier is not None and type(earlier.order) in SUPPORTS:
                given.outcome = Void("in a merge")  # 4.9: the support stands
                continue
            plain = (
                order_kinds.Move(part.unit, (part.target,)) if part.target else order_kinds.Hold(part.unit)
            )
            if earlier is None or part.target:
                assigned = Assignment(player, plain, given)
                assigned.for_others = for_others
                _give(force, assigned)
    if not any(forces for _, forces in found):
        given.outcome, given.public = Void(collected.why_not_found(player, order.parts[0].unit)), False


def _lead_stack(collected: CollectedOrders, player: Power, order: order_kinds.Lead) -> None:
    """Order the player's own unit that a Lead gives an order, if it has no other (5.4)."""
    for force in collected.find(player, order.led):
        if force.power != player or (force.assigned is not None and force.assigned.given is not None):
            continue
        does: Action = order_kinds.Hold(order.led)
        if order.path:
            does = (
                order_kinds.HoldThenMove(order.led, order.path[0])
                if order.holds
                else order_kinds.Move(order.led, order.path)
            )
        force.assigned = Assignment(player, does, None)


def _command(
    collected: CollectedOrders, player: Power, command: order_kinds.Command, given: GivenOrder
) -> None:
    """Command a single unit that stood with the commander at the end of the last turn (6a.iii, 6b.iii)."""
    piece = collected.piece(player, command.unit)
    unit = command.order.unit
    allowed = (GOOD, NEUTRAL) if command.unit.kind == "Gandalf" else (GOOD,)
    forces = [
        force
        for force in collected.in_area(unit.place)
        if unit.kind in ("", force.kind)
        and collected.turn.align(force.power) in allowed
        and force.power not in collected.turn.eliminated
        and _is_single(collected, force)
    ]
    late = collected.turn.before.turn > 1 and unit.place not in collected.turn.before.fresh
    if piece is None or piece.origin != unit.place or len(forces) != 1 or not late:
        given.outcome = Void("nothing")
        return
    if piece.order is None:
        piece.order, piece.given = command, given
    piece.shown = given.public = True
    _give(forces[0], Assignment(forces[0].power, command.order, given))


SUPPORTS: Final = (order_kinds.SupportHold, order_kinds.SupportMove, order_kinds.SupportGarrison)


def _is_single(collected: CollectedOrders, force: Force) -> bool:
    there = [other for other in collected.in_area(force.place) if other.power == force.power]
    if len(there) > 1 or force.count > 1:
        return False
    alignment = collected.turn.align(force.power)
    led = [
        t
        for t in collected.turn.pieces
        if t.origin == force.place and t.is_personality and collected.turn.align(t.power) == alignment
    ]
    automatic = collected.turn.options[options.IDLE] == "automatic"
    return not any(
        isinstance(t.order, order_kinds.Lead | order_kinds.Accompany)
        or (automatic and isinstance(t.order, order_kinds.Hold | None))
        for t in led
        if collected.turn.is_awake(t)
    )

"""Embarking, landing and ferries: the army/fleet module (XIII 6g)."""

from typing import Final

from adjudicator.downfall_xiii import ground
from adjudicator.downfall_xiii.resolve.order_collection import CollectedOrders
from adjudicator.downfall_xiii.resolve.turn_state import ActingPiece, ActingStack, GivenOrder, TurnState
from adjudicator.middle_earth.language.orders import Disembark, Embark, FastFerry, Move, Place, Power, Unit
from adjudicator.middle_earth.resolve.outcomes import Succeeded, Void

NEVER_ABOARD: Final = ("Fe", "Nazgul")  # 6g.11


def embark(collected: CollectedOrders) -> None:
    """Put armies and pieces aboard before movement (6g.4)."""
    turn = collected.turn
    for force, (order, given) in collected.embarks.items():
        armies = [
            stack
            for stack in turn.stacks_from(force.place)
            if stack.power == force.power and force.kind in stack.counts
        ]
        fleet = _ship(collected, armies, force.power, order.fleet.place) if armies else None
        given.outcome = Succeeded() if fleet else Void("no fleet")
        if fleet is not None:
            for army in armies:
                _board(army, fleet)
    for stack in turn.stacks:
        if type(stack.order) is Embark:
            _embark_stack(collected, stack, stack.order)
    for piece in turn.pieces:
        if type(piece.order) is Embark:
            _embark_piece(collected, piece, piece.order)


def _embark_stack(collected: CollectedOrders, stack: ActingStack, order: Embark) -> None:
    """Put a part of a divided stack aboard."""
    fleet = _ship(collected, [stack], stack.power, order.fleet.place)
    stack.set_outcome(Succeeded() if fleet else Void("no fleet"))
    stack.order = None
    if fleet is not None:
        _board(stack, fleet)


def _ship(
    collected: CollectedOrders, armies: list[ActingStack], power: Power, sea: Place
) -> ActingStack | None:
    """Return the fleet in *sea* that these armies may board."""
    if sea not in ground.WATER or armies[0].place not in ground.shores(sea):
        return None
    if any(set(army.counts) != {"A"} for army in armies):
        return None
    soldiers = sum(army.count for army in armies)
    fleets = [
        stack
        for stack in collected.turn.stacks
        if stack.is_fleet
        and stack.place == sea
        and stack.count >= soldiers
        and is_empty(collected.turn, stack)
        and agrees(collected, stack, power, armies[0].origin, "A")
    ]
    return min(fleets, key=lambda stack: (stack.power != power, stack.power), default=None)


def is_empty(turn: TurnState, fleet: ActingStack) -> bool:
    return not any(stack.fleet is fleet for stack in turn.stacks)


def agrees(collected: CollectedOrders, fleet: ActingStack, power: Power, origin: Place, kind: str) -> bool:
    """Return whether the owner of *fleet* takes the passenger; Good never carries Evil (6g.9)."""
    if collected.turn.are_opposed(fleet.power, power):
        return False
    captain = collected.controller(fleet.power, fleet.origin, "F")
    if power in (fleet.power, captain):
        return True
    taken: list[Unit] = [
        o.passenger for player, o in collected.takes if player == captain and o.unit.place == fleet.origin
    ]
    if type(fleet.order) is FastFerry:
        taken.append(fleet.order.passenger)
    return any(unit.kind in ("", kind) and unit.place in ("", origin) for unit in taken)


def _board(army: ActingStack, fleet: ActingStack) -> None:
    army.fleet, army.place = fleet, fleet.place


def take_company(turn: TurnState) -> None:
    """Take the company of an army aboard with it (6g.11)."""
    for stack in turn.stacks:
        for piece in stack.company if stack.fleet is not None and not stack.ferried else ():
            piece.fleet, piece.place = stack.fleet, stack.place


def _embark_piece(collected: CollectedOrders, piece: ActingPiece, order: Embark) -> None:
    sea = order.fleet.place
    fleets = [
        stack
        for stack in collected.turn.stacks
        if stack.is_fleet
        and stack.place == sea
        and agrees(collected, stack, piece.power, piece.origin, piece.kind)
    ]
    if piece.kind in NEVER_ABOARD or not fleets or piece.origin not in ground.shores(sea):
        piece.void("no fleet")
        return
    piece.fleet, piece.place, piece.idle = fleets[0], sea, False
    piece.set_outcome(Succeeded())


def land(collected: CollectedOrders) -> None:
    """Apply landings, which name the sea area where the fleet will be (6g.6)."""
    for player, order, given in collected.landings:
        sea = order.unit.place or _sea_of(collected, player, order.unit.kind)
        if sea not in ground.WATER or order.target not in ground.shores(sea):
            given.outcome = Void("impossible")
        elif not _land(collected, player, Disembark(Unit(order.unit.kind, sea), order.target), given):
            given.outcome = Void("no such unit")


def _land(collected: CollectedOrders, player: Power, order: Disembark, given: GivenOrder) -> bool:
    """Order the landing of armies or pieces aboard where a fleet will be. Return whether there are any."""
    sea, kind = order.unit.place, order.unit.kind
    armies = [
        stack
        for stack in collected.turn.stacks
        if stack.fleet is not None
        and _will_be(stack.fleet) == sea
        and kind in ("", "A")
        and collected.controller(stack.power, stack.origin, "A") == player
    ]
    pieces = [
        piece
        for piece in collected.turn.pieces
        if piece.fleet is not None
        and _will_be(piece.fleet) == sea
        and (piece.power, piece.kind) == (player, kind)
    ]
    for army in armies:
        army.order, army.path, army.given = order, (order.target,), [given]
    for piece in pieces:
        piece.order, piece.given, piece.path, piece.idle = order, given, (order.target,), False
    return bool(armies or pieces)


def _sea_of(collected: CollectedOrders, player: Power, kind: str) -> Place:
    """Return where a piece will be that is named without a place."""
    aboard = [
        t.fleet for t in collected.turn.pieces if (t.power, t.kind) == (player, kind) and t.fleet is not None
    ]
    return _will_be(aboard[0]) if aboard else ""


def _will_be(fleet: ActingStack) -> Place:
    return fleet.order.path[0] if type(fleet.order) is Move else fleet.place


def keep_to_ships(turn: TurnState) -> None:
    """Void landings from a sea area that the fleet cannot reach because its own order was void."""
    for stack in turn.stacks:
        if stack.fleet is not None and type(stack.order) is Disembark:
            sea = stack.order.unit.place
            if sea != stack.fleet.place and sea not in stack.fleet.path[:1]:
                stack.void("no fleet")


def ferry(collected: CollectedOrders) -> None:
    """Let fleets that do not move take an army, or a lone piece, from shore to shore (6g.3)."""
    for fleet in collected.turn.stacks:
        order = fleet.order
        if type(order) is not FastFerry:
            continue
        start = order.passenger.place
        ends = {start or order.target, order.target}
        if fleet.place not in ground.WATER or not ends <= ground.shores(fleet.place):
            fleet.void("impossible")
        elif not is_empty(collected.turn, fleet):
            fleet.void("impossible")  # 6g.5
        elif not (_ferry_army(collected, fleet, order) or _ferry_piece(collected, fleet, order)):
            fleet.set_outcome(Void("does not move"))
    for army in collected.turn.stacks:
        if army.awaits_ferry and not army.ferried:
            army.void("no fleet")


def _ferry_army(collected: CollectedOrders, fleet: ActingStack, order: FastFerry) -> bool:
    armies = [
        stack
        for stack in collected.turn.stacks
        if stack.origin == order.passenger.place
        and stack.fleet is None
        and set(stack.counts) == {"A"}
        and order.passenger.kind in ("", "A")
        and type(stack.order) is Move
        and stack.order.path == (order.target,)
        and not stack.ferried
        and stack.count <= fleet.count
        and not collected.turn.are_opposed(stack.power, fleet.power)
        and (stack.power == fleet.power or not ground.may_step("A", stack.origin, order.target))
    ]
    if not armies:
        return False
    army = min(armies, key=lambda stack: (stack.power != fleet.power, stack.power))
    army.ferried, army.fleet = True, fleet
    return True


def _ferry_piece(collected: CollectedOrders, fleet: ActingStack, order: FastFerry) -> bool:
    kind = order.passenger.kind
    pieces = [
        piece
        for piece in collected.turn.pieces
        if piece.kind == kind
        and kind not in NEVER_ABOARD
        and order.passenger.place in ("", piece.origin)
        and type(piece.order) is Move
        and piece.order.path == (order.target,)
        and piece.origin in ground.shores(fleet.place)
        and not collected.turn.are_opposed(piece.power, fleet.power)
    ]
    for piece in pieces[:1]:
        piece.ferried = fleet
    return bool(pieces)


def sail(turn: TurnState) -> None:
    """Put what is aboard where its fleet is, after movement and retreats."""
    for stack in turn.stacks:
        if stack.fleet is not None:
            stack.place = stack.fleet.place
            for piece in stack.company:
                piece.place = stack.place
    for piece in turn.pieces:
        if piece.fleet is not None:
            piece.place = piece.fleet.place

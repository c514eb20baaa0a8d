"""Set up the turn: who has the Ring, who is aboard, and the Dead (XIII 6b.8, 6g.5, 8.3)."""

from adjudicator.downfall_xiii import ground
from adjudicator.downfall_xiii.resolve.turn_state import ActingStack, Holder, TurnState
from adjudicator.middle_earth.language.orders import Accompany, Command, Lead, Move


def place_bearer(turn: TurnState) -> None:
    """Find the bearer of the Ring. Needs the stacks and pieces of the turn."""
    bearer = turn.ring.bearer
    if bearer is None:
        return
    for piece in turn.pieces:
        if (piece.power, piece.kind, piece.place) == (bearer.power, bearer.kind, bearer.place):
            turn.holder = piece
            return
    may = [
        stack
        for stack in turn.stacks
        if (stack.power, stack.origin) == (bearer.power, bearer.place) and bearer.kind in stack.counts
    ]
    if may:  # the largest part of a divided stack, else the first (8.3)
        turn.holder, turn.holder_kind = max(may, key=lambda stack: stack.counts[bearer.kind]), bearer.kind


def stand(turn: TurnState) -> None:
    """Add a stack for all units that stand together, in phases without movement."""
    for power, place, fleets in sorted({(s.power, s.place, s.kind == "F") for s in turn.before.stacks}):
        there = [s for s in turn.before.stacks if (s.power, s.place, s.kind == "F") == (power, place, fleets)]
        turn.add(ActingStack(power, {stack.kind: stack.count for stack in there}, place, place))
    form_the_dead(turn)
    go_aboard(turn)


def form_the_dead(turn: TurnState) -> None:
    """Add the Dead, who act with Aragorn as an ordinary stack (6b.8)."""
    aragorn = turn.piece("Aragorn")
    if turn.dead.word != "awake" or aragorn is None or not aragorn.here:
        return
    host = ActingStack(aragorn.power, {"Dead": 2}, aragorn.origin, aragorn.place)
    if not isinstance(aragorn.order, Accompany | Lead | Command):
        host.order, host.given = aragorn.order, [aragorn.given] if aragorn.given else []
    for given in host.given:
        given.public = True  # their place and orders are always public
    host.company.append(aragorn)
    aragorn.stack, aragorn.ordered, aragorn.shown, aragorn.idle = host, True, True, False
    turn.add(host)


def go_aboard(turn: TurnState) -> None:
    """Put armies and pieces in water areas aboard fleets there, first of their own power."""
    armies = [stack for stack in turn.stacks if stack.place in ground.WATER and not stack.is_fleet]
    room = {id(ship): ship.count for army in armies for ship in _ships(turn, army)}
    armies.sort(key=lambda army: all(ship.power != army.power for ship in _ships(turn, army)))
    for army in armies:
        _load(turn, army, room)
    for piece in turn.pieces:
        if piece.place in ground.WATER and not piece.dead:
            ships = _ships(turn, piece)
            manned = [p.fleet for p in turn.stacks if p.fleet in ships and p.power == piece.power]
            piece.fleet = next(iter([*manned, *ships]), None)


def _load(turn: TurnState, army: ActingStack, room: dict[int, int]) -> None:
    """Load *army*, divided among the fleets if one has no room for all of it (6g.10)."""
    ships = _ships(turn, army)
    for ship in ships:
        fit = min(army.count, room[id(ship)])
        room[id(ship)] -= fit
        if fit == army.count:
            army.fleet = ship
            return
        if fit:
            _leave_behind(turn, army, fit).fleet = ship
    army.fleet = next(iter(ships), None)


def _leave_behind(turn: TurnState, army: ActingStack, number: int) -> ActingStack:
    """Move *number* of *army* to a new stack, and return it."""
    left = ActingStack(army.power, {"A": number}, army.origin, army.place)
    left.order, left.given = army.order, [*army.given]
    army.counts = {"A": army.count - number}
    turn.add(left)
    return left


def _ships(turn: TurnState, one: Holder) -> list[ActingStack]:
    """Return the fleets that *one* may be aboard: its own power's first, then an A/F that stays at sea."""
    ships = [stack for stack in turn.stacks if stack.is_fleet and stack.place == one.place]
    return sorted(ships, key=lambda ship: (ship.power != one.power, ship.power, _is_bound_elsewhere(ship)))


def _is_bound_elsewhere(ship: ActingStack) -> tuple[bool, bool]:
    ashore = type(ship.order) is Move and ship.order.path[0] not in ground.WATER
    return ship.order is None or ship.order.unit.kind != "A/F", ashore

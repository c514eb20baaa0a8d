"""Retreats of dislodged units and pieces (XIII 5.9, 6d, 6i.4 to 6i.7; N.2, N.4; part S, step 13)."""

from collections.abc import Iterable

from msgspec import Struct

from adjudicator.downfall_xiii import ground, options
from adjudicator.downfall_xiii.position import Beaten, Piece, Stack
from adjudicator.downfall_xiii.resolve import company, losses
from adjudicator.downfall_xiii.resolve.movement import VALE
from adjudicator.downfall_xiii.resolve.pieces import encounters, fellowship, ring
from adjudicator.downfall_xiii.resolve.turn_state import (
    ActingPiece,
    ActingStack,
    GivenOrder,
    Holder,
    TurnState,
)
from adjudicator.middle_earth.language.orders import Disband, Place, Power, Retreat, Standable, Unit
from adjudicator.middle_earth.resolve.outcomes import Destroyed, Failed, LossReason, Outcome, Succeeded
from adjudicator.middle_earth.resolve.pieces import is_piece

THE_DEAD = "the Dead"  # `Beaten.came_with` of Aragorn
RETREATED = 3  # the phase number of retreats in `entered`


class Flight(Struct, eq=False):
    """What retreats together: the stacks of one power in one area with all aboard, or one piece."""

    power: Power
    place: Place
    barred: tuple[Place, ...]
    stacks: list[ActingStack] = []
    cargo: list[ActingStack] = []
    piece: ActingPiece | None = None
    passengers: list[ActingPiece] = []  # pieces aboard
    came_with: Power = ""
    secret: bool = False  # by a group option only those who met the Fellowship know
    free: tuple[Place, ...] = ()
    unasked: tuple[Place, ...] = ()  # fallback of a piece whose player is not asked (6d.4)
    target: Place = ""

    @property
    def is_stack(self) -> bool:
        """Return whether it retreats as an ordinary stack does. The Dead do, too."""
        return bool(self.stacks) or self.came_with == THE_DEAD


def flights(turn: TurnState) -> list[Flight]:
    """Return all who must retreat after the move, with the areas that are open to them."""
    found: dict[tuple[Power, Place], Flight] = {}
    for stack in turn.stacks:
        if stack.dead or stack.beaten_from is None or stack.fleet is not None or "Dead" in stack.counts:
            continue
        flight = found.setdefault(
            (stack.power, stack.place), Flight(stack.power, stack.place, stack.beaten_from)
        )
        flight.stacks.append(stack)
        _take_cargo(turn, flight, stack)
    pieces = [
        Flight(
            piece.power,
            piece.place,
            piece.beaten_from,
            piece=piece,
            came_with=THE_DEAD if _leads_the_dead(piece) else piece.came_with,
        )
        for piece in turn.pieces
        if not piece.dead and piece.beaten_from is not None and piece.fleet is None
    ]
    every = [*found.values(), *pieces]
    told_to_all = turn.options[options.ENCOUNTERS] == "all"
    for flight in every:
        flight.free = free(turn, flight)
        flight.secret = _is_fellowship(flight) and not told_to_all
    return every


def _take_cargo(turn: TurnState, flight: Flight, fleet: ActingStack) -> None:
    """Let an A/F retreat as one unit with the pieces aboard (6g.8)."""
    flight.cargo += [other for other in turn.stacks if other.fleet is fleet and not other.dead]
    flight.passengers += [piece for piece in turn.pieces if piece.fleet is fleet and not piece.dead]
    aboard: list[Holder] = [*flight.cargo, *flight.passengers]
    for one in aboard:
        one.beaten_from = flight.barred


def _leads_the_dead(piece: ActingPiece) -> bool:
    return piece.stack is not None and "Dead" in piece.stack.counts


def free(turn: TurnState, flight: Flight) -> tuple[Place, ...]:
    """Return the open areas, by facts that the player may know (H.1)."""
    if flight.power in turn.eliminated:
        return ()
    piece = flight.piece
    if piece is not None and piece.kind == "Fe":
        return _sorted(place for place in _reach(turn, flight, ("A",)) if _seems_empty(turn, place, piece))
    if piece is not None and not flight.is_stack:
        may = (
            place
            for place in _reach(turn, flight, (piece.kind,))
            if company.may_sauron_go(turn, piece, (place,))
        )
        return _sorted(may)
    kinds = tuple(kind for stack in flight.stacks for kind in stack.counts) or ("A",)
    return _sorted(
        place
        for place in _reach(turn, flight, kinds)
        if not _is_taken(turn, place)
        and place not in turn.contested
        and not turn.garrison_resists(place, flight.power)
        and not (flight.cargo and place not in ground.WATER)
    )


def _is_taken(turn: TurnState, place: Place) -> bool:
    """Return whether an ordinary unit is there, or the Dead, also on the turn that they come (6b.8)."""
    return bool(turn.stacks_in(place)) or (turn.raising and place == VALE)


def _sorted(places: Iterable[Place]) -> tuple[Place, ...]:
    return tuple(sorted(places))


def _reach(turn: TurnState, flight: Flight, kinds: tuple[str, ...]) -> list[Place]:
    beside = ground.steps(kinds[0], flight.place)
    return [
        place
        for place in beside
        if place not in flight.barred
        and place != ground.OFF
        and all(ground.may_step(kind, flight.place, place, turn.barred(flight.power)) for kind in kinds)
    ]


def _seems_empty(turn: TurnState, place: Place, piece: ActingPiece) -> bool:
    """Return whether the player of the Fellowship knows of no one there that it may not join (6i.6)."""
    return not any(
        fellowship.is_seen(one)
        or (isinstance(one, ActingPiece) and piece.power in encounters.neighbours(turn, one))
        for one in fellowship.others_in(turn, place, piece)
    )


def is_public(flight: Flight) -> bool:
    """Return whether everybody knows that it must retreat. Only public retreats make a phase."""
    piece = flight.piece
    return not flight.secret and (
        piece is None
        or piece.kind == "Fe"
        or piece.shown
        or piece.kind in company.ALWAYS_SHOWN
        or flight.is_stack
    )


def beaten(flight: Flight) -> Beaten:
    """Return the flight as a row of the position."""
    stacks = tuple(
        Stack(stack.power, kind, flight.place, count)
        for stack in [*flight.stacks, *flight.cargo]
        for kind, count in stack.counts.items()
    )
    piece = flight.piece
    return Beaten(
        stacks=_joined(stacks),
        piece=Piece(piece.power, piece.kind, piece.place) if piece else None,
        attacked_from=flight.barred,
        free=flight.free,
        came_with=flight.came_with,
        aboard=tuple(Piece(one.power, one.kind, one.place) for one in flight.passengers),
        shown=is_public(flight),
        pursued_from=piece.pursued_from if piece else (),
    )


def _joined(stacks: tuple[Stack, ...]) -> tuple[Stack, ...]:
    counts: dict[tuple[Power, str], int] = {}
    for stack in stacks:
        counts[stack.power, stack.kind] = counts.get((stack.power, stack.kind), 0) + stack.count
    return tuple(Stack(power, kind, stacks[0].place, count) for (power, kind), count in counts.items())


def restore(turn: TurnState) -> list[Flight]:
    """Return the flights of a position in its retreat phase, and add their stacks and pieces to *turn*."""
    return [_restored(turn, row) for row in turn.before.beaten]


def _restored(turn: TurnState, row: Beaten) -> Flight:
    barred = row.attacked_from
    flight = Flight("", "", barred, free=row.free, came_with=row.came_with)
    if row.piece is not None:
        flight.piece = _beaten_piece(turn, row.piece, barred)
        flight.piece.pursued_from = row.pursued_from
        flight.power, flight.place = row.piece.power, row.piece.place
    for units in row.stacks:
        stack = ActingStack(units.power, {units.kind: units.count}, units.place, units.place)
        stack.beaten_from = barred
        turn.add(stack)
        aboard = bool(flight.stacks) and flight.stacks[0].is_fleet and units.kind != "F"
        (flight.cargo if aboard else flight.stacks).append(stack)
        stack.fleet = flight.stacks[0] if aboard else None
    for aboard_piece in row.aboard:
        passenger = _beaten_piece(turn, aboard_piece, barred)
        passenger.fleet = flight.stacks[0]
        flight.passengers.append(passenger)
    if flight.stacks:
        flight.power, flight.place = flight.stacks[0].power, flight.stacks[0].place
    return flight


def _beaten_piece(turn: TurnState, row: Piece, barred: tuple[Place, ...]) -> ActingPiece:
    piece = ActingPiece(row.power, row.kind, row.place, row.place)
    piece.beaten_from = barred
    turn.pieces.append(piece)
    return piece


# Resolving.


def disband_trapped(turn: TurnState, every: list[Flight]) -> list[Flight]:
    """Disband what has no open area at once (6d.5, 6i.5). Return the other flights."""
    for flight in every:
        if not flight.free and (flight.is_stack or _is_fellowship(flight)):
            _lose(turn, flight, "civil disorder" if flight.power in turn.eliminated else "trapped")
    return [flight for flight in every if flight.free or not (flight.is_stack or _is_fellowship(flight))]


def _is_fellowship(flight: Flight) -> bool:
    return flight.piece is not None and flight.piece.kind == "Fe"


def judge(
    turn: TurnState, every: list[Flight], orders: dict[Power, list[Standable]], unasked: bool = False
) -> None:
    """Resolve the Fellowship first, then ordinary units at once, then the other pieces.

    *unasked*: no phase was announced, so pieces without an open retreat go where they can (6d.4).
    """
    if unasked:
        for flight in every:
            flight.unasked = _unasked(turn, flight, orders)
    everybody: list[Holder] = [*turn.stacks, *turn.pieces]
    for one in everybody:
        one.entered = 0
    for flight in [flight for flight in every if _is_fellowship(flight)]:
        _flee_fellowship(turn, flight, orders)
    stacks = [flight for flight in every if flight.is_stack]
    for flight in stacks:
        _choose(turn, flight, orders)
    for flight in stacks:
        _flee_stack(turn, flight, stacks)
    for flight in every:
        if not flight.is_stack and not _is_fellowship(flight):
            _flee_piece(turn, flight, stacks, orders)
    losses.perish(turn)


def _order(
    turn: TurnState, flight: Flight, orders: dict[Power, list[Standable]]
) -> tuple[Standable, GivenOrder] | None:
    """Return the last order for *flight*, and add it to the orders of the turn."""
    player = flight.power if flight.piece else turn.commander(flight.power)  # 9.7
    given = [order for order in orders.get(player, ()) if _is_for(order, flight)]
    if not given or flight.power in turn.eliminated:
        return None
    public = flight.is_stack or (flight.piece is not None and flight.piece.kind in company.ALWAYS_SHOWN)
    for late in given[:-1]:
        turn.add_order(flight.power, late, public=False).outcome = Failed("barred")
    return given[-1], turn.add_order(flight.power, given[-1], public=public)


def _is_for(order: Standable, flight: Flight) -> bool:
    unit: Unit | None = getattr(order, "unit", None)
    if unit is None or not isinstance(order, Retreat | Disband):
        return False
    if flight.piece is not None:
        return unit.kind == flight.piece.kind and unit.place in ("", flight.place)
    kinds = {"", "A/F"}.union(*[stack.counts for stack in flight.stacks])
    return not is_piece(unit.kind) and unit.place in (flight.place, "*") and unit.kind in kinds


def _preferences(order: Standable | None, flight: Flight) -> tuple[Place, ...]:
    if not isinstance(order, Retreat):
        return ()
    return tuple(place for place in order.preferences if place in flight.free)


def _unasked(turn: TurnState, flight: Flight, orders: dict[Power, list[Standable]]) -> tuple[Place, ...]:
    """Return its standing retreats, then any open area; none if it was ordered to disband (6d.4)."""
    given = [order for order in orders.get(flight.power, ()) if _is_for(order, flight)]
    if flight.power in turn.eliminated or (given and isinstance(given[-1], Disband)):
        return ()
    kept = [order for order in turn.standing.get(flight.power, ()) if _is_for(order, flight)]
    preferred = [place for order in kept for place in _preferences(order, flight)]
    return (*preferred, *flight.free)


def _flee_fellowship(turn: TurnState, flight: Flight, orders: dict[Power, list[Standable]]) -> None:
    piece = flight.piece
    found = _order(turn, flight, orders)
    if piece is None:
        return
    for place in (*_preferences(found[0] if found else None, flight), *flight.unasked):
        if place not in piece.pursued_from and not fellowship.others_in(turn, place, piece):
            _arrive(piece, place)
            return
    _lose(turn, flight, "barred" if found else "no order", found[1] if found else None)


def _arrive(one: ActingStack | ActingPiece, place: Place) -> None:
    one.entered_from, one.place, one.beaten_from, one.entered = one.place, place, None, RETREATED
    if isinstance(one, ActingPiece):
        one.stack = None


def _choose(turn: TurnState, flight: Flight, orders: dict[Power, list[Standable]]) -> None:
    """Choose the first preference that is open. The area of the Fellowship is not (6i.7)."""
    found = _order(turn, flight, orders)
    shut = _shut(turn, flight)
    preferred = _preferences(found[0] if found else None, flight)
    flight.target = next((place for place in preferred if place != shut), "")
    if found:
        for stack in flight.stacks:
            stack.given = [found[1]]
        if flight.piece:
            flight.piece.given = found[1]
    if not flight.target:
        why: LossReason = "barred" if preferred else "no order" if not found else "removed"
        _lose(turn, flight, why, found[1] if found else None)


def _shut(turn: TurnState, flight: Flight) -> Place:
    """Return the area that the Fellowship closes to *flight*, "" for none (6i.2, 6i.7)."""
    fellow = turn.piece("Fe")
    if fellow is None or not fellow.here or fellow.power == flight.power:
        return ""
    return "" if fellowship.is_welcome(turn, fellow.place, flight.power) else fellow.place


def _flee_stack(turn: TurnState, flight: Flight, every: list[Flight]) -> None:
    """Move a stack, or remove it where retreats collide (6d.2). Stacks of one area do not collide (6d.3)."""
    if not flight.target:
        return
    if any(o is not flight and o.target == flight.target and o.place != flight.place for o in every):
        _lose(turn, flight, "clash")
        return
    for stack in flight.stacks:
        _arrive(stack, flight.target)
        stack.set_outcome(Succeeded())
    for stack in flight.cargo:
        stack.place, stack.beaten_from = flight.target, None
    for piece in flight.passengers:
        piece.place, piece.beaten_from = flight.target, None
    if flight.piece is not None:
        _arrive(flight.piece, flight.target)


def _flee_piece(
    turn: TurnState, flight: Flight, stacks: list[Flight], orders: dict[Power, list[Standable]]
) -> None:
    """Move a piece to an area that it may enter, or after the stack that it was with (6d.4)."""
    piece = flight.piece
    found = _order(turn, flight, orders)
    if piece is None:
        return
    order = found[0] if found else None
    preferred = _preferences(order, flight)
    follows = order is None and turn.options[options.COMPANY] == "with-the-stack"
    if follows or (isinstance(order, Retreat) and order.with_stack):
        led = [s for s in stacks if s.place == flight.place and s.power == flight.came_with]
        preferred = tuple(s.target for s in led if s.target in flight.free)
    shut = _shut(turn, flight)
    goal = next((place for place in (*preferred, *flight.unasked) if place != shut), "")
    if goal:
        _arrive(piece, goal)
        if found and goal not in preferred:
            found[1].outcome = Failed("barred")
        return
    _lose(turn, flight, "barred" if preferred else "lost", found[1] if found else None)


def _lose(turn: TurnState, flight: Flight, why: LossReason, given: GivenOrder | None = None) -> None:
    outcome: Outcome = Destroyed(why)
    if given is not None:
        given.outcome = outcome
    if flight.piece is not None:
        _lose_piece(turn, flight.piece, why)
    for piece in flight.passengers:
        piece.beaten_from = None
        losses.perish_alone(turn, piece, "fleet lost")
    for stack in [*flight.stacks, *flight.cargo]:
        _lose_stack(turn, stack, why)


def _lose_stack(turn: TurnState, stack: ActingStack, why: LossReason) -> None:
    stack.beaten_from = None
    if not any(isinstance(given.outcome, Destroyed) for given in stack.given):
        for given in stack.given:
            given.outcome = Destroyed(why, losses.victor_of(turn, stack, why))
    losses.perish_alone(turn, stack, why)


def _lose_piece(turn: TurnState, piece: ActingPiece, why: LossReason) -> None:
    """Remove a piece. The Ring of a Fellowship goes to the intruder (6i.5, 8.7)."""
    piece.beaten_from = None
    if piece.kind == "Fe" and turn.holder is piece:
        victors = [one for one in fellowship.others_in(turn, piece.place, piece) if one.here]
        if victors:
            ring.lose_to(turn, ring.choose(turn, victors))
    losses.perish_alone(turn, piece, why)

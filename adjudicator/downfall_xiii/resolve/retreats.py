"""Where may the beaten go, and who is lost?  (XIII 5.9, 6d, 6i.4 to 6i.7; N.2, N.4; part S, step 13)"""

from collections.abc import Iterable

from msgspec import Struct

from adjudicator.downfall_xiii import ground, options
from adjudicator.downfall_xiii.position import Beaten, Piece, Stack
from adjudicator.downfall_xiii.resolve import company, losses
from adjudicator.downfall_xiii.resolve.movement import VALE
from adjudicator.downfall_xiii.resolve.pieces import encounters, fellowship, ring
from adjudicator.downfall_xiii.resolve.turn_state import ActingStack, GivenOrder, Holder, Token, TurnState
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Place, Power, Standable, Unit
from adjudicator.middle_earth.resolve.outcomes import Destroyed, Failed, Outcome, Succeeded
from adjudicator.middle_earth.resolve.pieces import is_piece

THE_DEAD = "the Dead"  # Beaten.came_with of Aragorn with them
RETREATED = 3  # the "phase" in which what retreated entered its area


class Flight(Struct, eq=False):
    """What must retreat together: the parts of one power in one area with what is aboard, or one piece."""

    power: Power
    place: Place
    barred: tuple[Place, ...]
    parts: list[ActingStack] = []
    cargo: list[ActingStack] = []
    token: Token | None = None
    passengers: list[Token] = []  # pieces aboard
    came_with: Power = ""
    secret: bool = False  # the group tells encounters of the Fellowship to those who met alone
    free: tuple[Place, ...] = ()
    unasked: tuple[Place, ...] = ()  # where a piece goes whose player is not asked (6d.4)
    target: Place = ""

    @property
    def is_stack(self) -> bool:
        """Retreats as an ordinary stack does: the Dead, too."""
        return bool(self.parts) or self.came_with == THE_DEAD


def flights(f: TurnState) -> list[Flight]:
    """All who are beaten at the end of the move, with the areas that their players are told are free."""
    found: dict[tuple[Power, Place], Flight] = {}
    for part in f.parts:
        if part.dead or part.beaten_from is None or part.fleet is not None or "Dead" in part.men:
            continue
        flight = found.setdefault((part.power, part.place), Flight(part.power, part.place, part.beaten_from))
        flight.parts.append(part)
        _take_cargo(f, flight, part)
    pieces = [
        Flight(
            token.power,
            token.place,
            token.beaten_from,
            token=token,
            came_with=THE_DEAD if _leads_the_dead(token) else token.came_with,
        )
        for token in f.tokens
        if not token.dead and token.beaten_from is not None and token.fleet is None
    ]
    every = [*found.values(), *pieces]
    told_to_all = f.options[options.ENCOUNTERS] == "all"
    for flight in every:
        flight.free = free(f, flight)
        flight.secret = _is_fellowship(flight) and not told_to_all
    return every


def _take_cargo(f: TurnState, flight: Flight, fleet: ActingStack) -> None:
    """6g.8: an A/F that is dislodged retreats as one unit, with the pieces aboard."""
    flight.cargo += [other for other in f.parts if other.fleet is fleet and not other.dead]
    flight.passengers += [token for token in f.tokens if token.fleet is fleet and not token.dead]
    aboard: list[Holder] = [*flight.cargo, *flight.passengers]
    for one in aboard:
        one.beaten_from = flight.barred


def _leads_the_dead(token: Token) -> bool:
    return token.stack is not None and "Dead" in token.stack.men


def free(f: TurnState, flight: Flight) -> tuple[Place, ...]:
    """What the player is told: by facts that he may know (H.1)."""
    if flight.power in f.eliminated:
        return ()
    token = flight.token
    if token is not None and token.kind == "Fe":
        return _sorted(place for place in _reach(f, flight, ("A",)) if _seems_empty(f, place, token))
    if token is not None and not flight.is_stack:
        may = (
            place for place in _reach(f, flight, (token.kind,)) if company.may_sauron_go(f, token, (place,))
        )
        return _sorted(may)
    kinds = tuple(kind for part in flight.parts for kind in part.men) or ("A",)
    return _sorted(
        place
        for place in _reach(f, flight, kinds)
        if not _is_taken(f, place)
        and place not in f.contested
        and not f.garrison_resists(place, flight.power)
        and not (flight.cargo and place not in ground.WATER)
    )


def _is_taken(f: TurnState, place: Place) -> bool:
    """By an ordinary unit, or by the Dead, on the turn that they come as well (6b.8)."""
    return bool(f.parts_in(place)) or (f.raising and place == VALE)


def _sorted(places: Iterable[Place]) -> tuple[Place, ...]:
    return tuple(sorted(places))


def _reach(f: TurnState, flight: Flight, kinds: tuple[str, ...]) -> list[Place]:
    beside = ground.steps(kinds[0], flight.place)
    return [
        place
        for place in beside
        if place not in flight.barred
        and place != ground.OFF
        and all(ground.may_step(kind, flight.place, place, f.barred(flight.power)) for kind in kinds)
    ]


def _seems_empty(f: TurnState, place: Place, token: Token) -> bool:
    """No unit or piece that the Fellowship may not join, as far as its player knows of them (6i.6)."""
    return not any(
        fellowship.is_seen(one) or (isinstance(one, Token) and token.power in encounters.neighbours(f, one))
        for one in fellowship.others_in(f, place, token)
    )


def is_public(flight: Flight) -> bool:
    """Do all know that this one must retreat?  If none is public, no phase is announced."""
    token = flight.token
    return not flight.secret and (
        token is None
        or token.kind == "Fe"
        or token.shown
        or token.kind in company.ALWAYS_SHOWN
        or flight.is_stack
    )


def beaten(flight: Flight) -> Beaten:
    """As the state keeps it."""
    stacks = tuple(
        Stack(part.power, kind, flight.place, count)
        for part in [*flight.parts, *flight.cargo]
        for kind, count in part.men.items()
    )
    token = flight.token
    return Beaten(
        stacks=_joined(stacks),
        piece=Piece(token.power, token.kind, token.place) if token else None,
        attacked_from=flight.barred,
        free=flight.free,
        came_with=flight.came_with,
        aboard=tuple(Piece(one.power, one.kind, one.place) for one in flight.passengers),
        shown=is_public(flight),
        pursued_from=token.pursued_from if token else (),
    )


def _joined(stacks: tuple[Stack, ...]) -> tuple[Stack, ...]:
    counts: dict[tuple[Power, str], int] = {}
    for stack in stacks:
        counts[stack.power, stack.kind] = counts.get((stack.power, stack.kind), 0) + stack.count
    return tuple(Stack(power, kind, stacks[0].place, count) for (power, kind), count in counts.items())


def restore(f: TurnState) -> list[Flight]:
    """The flights of a state in its retreat phase, with their parts and tokens on the field."""
    found = []
    for one in f.before.beaten:
        barred = one.attacked_from
        flight = Flight("", "", barred, free=one.free, came_with=one.came_with)
        if one.piece is not None:
            token = Token(one.piece.power, one.piece.kind, one.piece.place, one.piece.place)
            token.beaten_from, token.pursued_from = barred, one.pursued_from
            f.tokens.append(token)
            flight.token, flight.power, flight.place = token, token.power, token.place
        for stack in one.stacks:
            part = ActingStack(stack.power, {stack.kind: stack.count}, stack.place, stack.place)
            part.beaten_from = barred
            f.add(part)
            aboard = bool(flight.parts) and flight.parts[0].is_fleet and stack.kind != "F"
            (flight.cargo if aboard else flight.parts).append(part)
            part.fleet = flight.parts[0] if aboard else None
        for piece in one.aboard:
            passenger = Token(piece.power, piece.kind, piece.place, piece.place)
            passenger.fleet, passenger.beaten_from = flight.parts[0], barred
            f.tokens.append(passenger)
            flight.passengers.append(passenger)
        if flight.parts:
            flight.power, flight.place = flight.parts[0].power, flight.parts[0].place
        found.append(flight)
    return found


# Judging.


def disband_trapped(f: TurnState, every: list[Flight]) -> list[Flight]:
    """6d.5, 6i.5: without an open area disbanded at once, the Fellowship destroyed. Gives the rest."""
    for flight in every:
        if not flight.free and (flight.is_stack or _is_fellowship(flight)):
            _lose(f, flight, "civil disorder" if flight.power in f.eliminated else "trapped")
    return [flight for flight in every if flight.free or not (flight.is_stack or _is_fellowship(flight))]


def _is_fellowship(flight: Flight) -> bool:
    return flight.token is not None and flight.token.kind == "Fe"


def judge(
    f: TurnState, every: list[Flight], orders: dict[Power, list[Standable]], unasked: bool = False
) -> None:
    """The Fellowship first, then ordinary units at once, then the other pieces.

    *unasked*: no phase was announced, so that pieces without an open retreat go where they can (6d.4).
    """
    if unasked:
        for flight in every:
            flight.unasked = _unasked(f, flight, orders)
    everybody: list[Holder] = [*f.parts, *f.tokens]
    for one in everybody:
        one.entered = 0
    for flight in [flight for flight in every if _is_fellowship(flight)]:
        _flee_fellowship(f, flight, orders)
    stacks = [flight for flight in every if flight.is_stack]
    for flight in stacks:
        _choose(f, flight, orders)
    for flight in stacks:
        _flee_stack(f, flight, stacks)
    for flight in every:
        if not flight.is_stack and not _is_fellowship(flight):
            _flee_piece(f, flight, stacks, orders)
    losses.perish(f)


def _order(
    f: TurnState, flight: Flight, orders: dict[Power, list[Standable]]
) -> tuple[Standable, GivenOrder] | None:
    """The last order that names what flees, said aloud."""
    player = flight.power if flight.token else f.commander(flight.power)  # 9.7
    given = [order for order in orders.get(player, ()) if _is_for(order, flight)]
    if not given or flight.power in f.eliminated:
        return None
    public = flight.is_stack or (flight.token is not None and flight.token.kind in company.ALWAYS_SHOWN)
    for late in given[:-1]:
        f.say(flight.power, late, public=False).outcome = Failed("barred")
    return given[-1], f.say(flight.power, given[-1], public=public)


def _is_for(order: Standable, flight: Flight) -> bool:
    unit: Unit | None = getattr(order, "unit", None)
    if unit is None or not isinstance(order, act.Retreat | act.Disband):
        return False
    if flight.token is not None:
        return unit.kind == flight.token.kind and unit.place in ("", flight.place)
    kinds = {"", "A/F"}.union(*[part.men for part in flight.parts])
    return not is_piece(unit.kind) and unit.place in (flight.place, "*") and unit.kind in kinds


def _preferences(order: Standable | None, flight: Flight) -> tuple[Place, ...]:
    if not isinstance(order, act.Retreat):
        return ()
    return tuple(place for place in order.preferences if place in flight.free)


def _unasked(f: TurnState, flight: Flight, orders: dict[Power, list[Standable]]) -> tuple[Place, ...]:
    """6d.4: by its standing orders, then any area; none for a piece that was ordered to disband."""
    given = [order for order in orders.get(flight.power, ()) if _is_for(order, flight)]
    if flight.power in f.eliminated or (given and isinstance(given[-1], act.Disband)):
        return ()
    kept = [order for order in f.standing.get(flight.power, ()) if _is_for(order, flight)]
    wished = [place for order in kept for place in _preferences(order, flight)]
    return (*wished, *flight.free)


def _flee_fellowship(f: TurnState, flight: Flight, orders: dict[Power, list[Standable]]) -> None:
    token = flight.token
    found = _order(f, flight, orders)
    if token is None:
        return
    for place in (*_preferences(found[0] if found else None, flight), *flight.unasked):
        if place not in token.pursued_from and not fellowship.others_in(f, place, token):
            _arrive(token, place)
            return
    _lose(f, flight, "barred" if found else "no order", found[1] if found else None)


def _arrive(one: ActingStack | Token, place: Place) -> None:
    one.entered_from, one.place, one.beaten_from, one.entered = one.place, place, None, RETREATED
    if isinstance(one, Token):
        one.stack = None


def _choose(f: TurnState, flight: Flight, orders: dict[Power, list[Standable]]) -> None:
    """The first preference that is open; where the Fellowship stands it is not (6i.7)."""
    found = _order(f, flight, orders)
    shut = _shut(f, flight)
    wished = _preferences(found[0] if found else None, flight)
    flight.target = next((place for place in wished if place != shut), "")
    if found:
        for part in flight.parts:
            part.said = [found[1]]
        if flight.token:
            flight.token.said = found[1]
    if not flight.target:
        why = "barred" if wished else "no order" if not found else "removed"
        _lose(f, flight, why, found[1] if found else None)


def _shut(f: TurnState, flight: Flight) -> Place:
    """Where the Fellowship stands, but for those that it may be with (6i.2, 6i.7); "" for nowhere."""
    fellow = f.token("Fe")
    if fellow is None or not fellow.here or fellow.power == flight.power:
        return ""
    return "" if fellowship.is_welcome(f, fellow.place, flight.power) else fellow.place


def _flee_stack(f: TurnState, flight: Flight, every: list[Flight]) -> None:
    """6d.2: who meets another retreat is lost, however many; those of one stack do not collide (6d.3)."""
    if not flight.target:
        return
    if any(o is not flight and o.target == flight.target and o.place != flight.place for o in every):
        _lose(f, flight, "clash")
        return
    for part in flight.parts:
        _arrive(part, flight.target)
        part.come(Succeeded())
    for part in flight.cargo:
        part.place, part.beaten_from = flight.target, None
    for token in flight.passengers:
        token.place, token.beaten_from = flight.target, None
    if flight.token is not None:
        _arrive(flight.token, flight.target)


def _flee_piece(
    f: TurnState, flight: Flight, stacks: list[Flight], orders: dict[Power, list[Standable]]
) -> None:
    """6d.4: to any area that it could enter; "with the stack" to where those went that it was with."""
    token = flight.token
    found = _order(f, flight, orders)
    if token is None:
        return
    order = found[0] if found else None
    wished = _preferences(order, flight)
    follows = order is None and f.options[options.COMPANY] == "with-the-stack"
    if follows or (isinstance(order, act.Retreat) and order.with_stack):
        led = [s for s in stacks if s.place == flight.place and s.power == flight.came_with]
        wished = tuple(s.target for s in led if s.target in flight.free)
    shut = _shut(f, flight)
    goal = next((place for place in (*wished, *flight.unasked) if place != shut), "")
    if goal:
        _arrive(token, goal)
        if found and goal not in wished:
            found[1].outcome = Failed("barred")
        return
    _lose(f, flight, "barred" if wished else "lost", found[1] if found else None)


def _lose(f: TurnState, flight: Flight, why: str, said: GivenOrder | None = None) -> None:
    outcome: Outcome = Destroyed(why)
    if said is not None:
        said.outcome = outcome
    if flight.token is not None:
        _lose_piece(f, flight.token, why)
    for token in flight.passengers:
        token.beaten_from = None
        losses.perish_alone(f, token, "fleet lost")
    for part in [*flight.parts, *flight.cargo]:
        _lose_part(f, part, why)


def _lose_part(f: TurnState, part: ActingStack, why: str) -> None:
    part.beaten_from = None
    if not any(isinstance(said.outcome, Destroyed) for said in part.said):
        for said in part.said:
            said.outcome = Destroyed(why)
    losses.perish_alone(f, part, why)


def _lose_piece(f: TurnState, token: Token, why: str) -> None:
    """6i.5, 8.7: the intruder gets the Ring of a Fellowship that is destroyed."""
    token.beaten_from = None
    if token.kind == "Fe" and f.holder is token:
        victors = [one for one in fellowship.others_in(f, token.place, token) if one.here]
        if victors:
            ring.lose_to(f, ring.choose(f, victors))
    losses.perish_alone(f, token, why)

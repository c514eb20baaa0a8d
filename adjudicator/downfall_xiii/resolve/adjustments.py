"""Builds and removals after an Autumn turn (XIII 3.7, 6f.1, 6f.2, 6g.12 to 6g.14, S.1, S.2, N.3, N.4)."""

from collections import Counter

from adjudicator.downfall_xiii import ground
from adjudicator.downfall_xiii.position import State
from adjudicator.downfall_xiii.resolve import civil_disorder, losses, ownership
from adjudicator.downfall_xiii.resolve.turn_state import ActingStack, TurnState
from adjudicator.middle_earth.language.orders import Build, Place, Power, Remove, Standable, Unit, Waive
from adjudicator.middle_earth.resolve.outcomes import Succeeded, Void, VoidReason

CAVALRY_LIMITS = ((19, 6), (15, 5), (11, 4), (7, 3), (2, 2), (1, 1))  # (centres, C) (6f.2)
FLEET_RIGHTS = {"Umbar": ("Cit", 4), "Elves": ("GHa", 2), "Gondor": ("Pel", 2)}  # 6g.12
AT_CIT, AT_CIT_AS_SECOND_YARD = 2, 1  # 6g.13: other owners; powers with a yard of their own


def due(state: State, power: Power) -> int:
    """Return the builds open to *power*, or the removals it owes (below 0), from public facts alone."""
    return _due(state, power, ownership.allowed(state)[power] - ownership.units(state)[power])


def all_due(state: State) -> dict[Power, int]:
    """Return `due` of every power."""
    allowed, units = ownership.allowed(state), ownership.units(state)
    return {power: _due(state, power, allowed[power] - units[power]) for power in ground.POWERS}


def _due(state: State, power: Power, balance: int) -> int:
    if balance <= 0:
        return balance
    if power in state.eliminated:
        return 0
    return min(balance, len(build_places(state, power)))


def build_places(state: State, power: Power) -> tuple[Place, ...]:
    """Return free owned home centres, and City of the Corsairs for its other owners (S.1)."""
    taken = {stack.place for stack in state.stacks}
    homes = {*ground.HOMES[power], *state.homes.get(power, ())}
    places = {place for place in homes if state.owners.get(place) == power and place not in taken}
    if state.owners.get("Cit") == power and "Cit" not in taken and fleet_rights(state, power, "Cit"):
        places.add("Cit")
    return tuple(sorted(places))


def kinds(state: State, power: Power, place: Place) -> tuple[str, ...]:
    """Return the kinds that *power* may build in *place*, one of `build_places`."""
    homes = {*ground.HOMES[power], *state.homes.get(power, ())}
    found = ["A"] if place in homes else []
    if power == "Rohan" and place in homes and cavalry_left(state) > 0:
        found.append("C")
    if fleet_rights(state, power, place) > 0:
        found.append("F")
    return tuple(found)


def cavalry_left(state: State) -> int:
    """Return how many C Rohan may still build (6f.2)."""
    centres = len(ownership.centres_of(state.owners, "Rohan"))
    limit = next((limit for least, limit in CAVALRY_LIMITS if centres >= least), 0)
    have = sum(stack.count for stack in state.stacks if (stack.power, stack.kind) == ("Rohan", "C"))
    return limit - have


def fleet_rights(state: State, power: Power, place: Place) -> int:
    """Return how many fleets *power* may still build in *place* in this game (6g.12, 6g.13)."""
    yard, number = FLEET_RIGHTS.get(power, ("", 0))
    if place == yard:
        return number - state.fleets_built.get(power, 0)
    if place != "Cit" or state.owners.get("Cit") != power:
        return 0
    right = AT_CIT_AS_SECOND_YARD if power in FLEET_RIGHTS else AT_CIT
    return right - state.fleets_built_at_cit.get(power, 0)


def judge(turn: TurnState, orders: dict[Power, list[Standable]]) -> tuple[Place, ...]:
    """Resolve the builds and removals of all powers. Return the places of new units."""
    built: list[Place] = []
    for power, balance in all_due(turn.before).items():
        if balance > 0:
            built += _build(turn, power, balance, orders.get(power, []))
        elif balance < 0:
            _remove(turn, power, -balance, orders.get(power, []))
    return tuple(sorted(built))


def _build(turn: TurnState, power: Power, number: int, orders: list[Standable]) -> list[Place]:
    built: list[Place] = []
    cavalry = 0
    for order in orders:
        if isinstance(order, Waive):
            turn.add_order(power, order, public=True).outcome = Succeeded()
        if not isinstance(order, Build):
            continue
        given = turn.add_order(power, order, public=True)
        place, kind = order.unit.place, order.unit.kind
        why = _why_not(turn, power, order.unit, built)
        if len(built) >= number:
            why = "too many"
        elif kind == "C" and cavalry >= cavalry_left(turn.before):
            why = "impossible"
        if why:
            given.outcome, given.public = Void(why), False
            continue
        cavalry += kind == "C"
        given.outcome = Succeeded()
        built.append(place)
        turn.add(ActingStack(power, {kind: 1}, place, place))
        if kind == "F":
            _use_right(turn, power, place)
    waived = sum(order.count for order in orders if isinstance(order, Waive))
    _waive_the_rest(turn, power, number - len(built) - waived)
    return built


def _waive_the_rest(turn: TurnState, power: Power, left: int) -> None:
    """Tell the player how many builds had no order that could be used."""
    if left > 0:
        turn.add_order(power, Waive(left), public=False).outcome = Succeeded()


def _why_not(turn: TurnState, power: Power, unit: Unit, built: list[Place]) -> VoidReason | None:
    if unit.place in built or unit.place not in build_places(turn.before, power):
        return "taken" if unit.place in built else "impossible"
    return None if unit.kind in kinds(turn.before, power, unit.place) else "impossible"


def _use_right(turn: TurnState, power: Power, place: Place) -> None:
    used = turn.fleets_built if FLEET_RIGHTS.get(power, ("",))[0] == place else turn.fleets_built_at_cit
    used[power] = used.get(power, 0) + 1


def _remove(turn: TurnState, power: Power, number: int, orders: list[Standable]) -> None:
    left = number
    chosen = [] if power in turn.eliminated else [order for order in orders if isinstance(order, Remove)]
    for order in chosen:
        given = turn.add_order(power, order, public=True)
        taken = _take_off(turn, power, order.unit, min(order.number, left))
        left -= taken
        given.outcome = Succeeded() if taken else Void("no such unit" if left else "too many")
    for unit in civil_disorder.removals(_counted(turn, power), turn.homes_of(power), left):
        if not _counted(turn, power)[unit.kind, unit.place]:
            continue  # lost with the fleet that was removed before it (6g.8)
        given = turn.add_order(power, Remove(unit), public=True)
        given.outcome = Succeeded()
        _take_off(turn, power, unit, 1)


def _counted(turn: TurnState, power: Power) -> Counter[tuple[str, Place]]:
    counted: Counter[tuple[str, Place]] = Counter()
    for stack in turn.stacks:
        if (
            stack.power == power and stack.here and "Dead" not in stack.counts
        ):  # not a unit of any power (6b.8)
            for kind, count in stack.counts.items():
                counted[kind, stack.place] += count
    return counted


def _take_off(turn: TurnState, power: Power, unit: Unit, number: int) -> int:
    """Remove up to *number* of the units there, with the armies aboard. Return how many were removed."""
    taken = 0
    kind = "F" if unit.kind == "A/F" else unit.kind
    for stack in turn.stacks:
        if stack.power != power or stack.place != unit.place or kind not in stack.counts or not stack.here:
            continue
        while taken < number and stack.counts.get(kind, 0):
            stack.counts[kind] -= 1
            taken += 1
        stack.counts = {one: count for one, count in stack.counts.items() if count}
        stack.dead = not stack.counts
        if stack.dead:
            civil_disorder.forget(turn, stack)
        if kind == "F":
            _lose_cargo(turn, stack)
    return taken


def _lose_cargo(turn: TurnState, fleet: ActingStack) -> None:
    """Remove armies without a fleet (6g.8, 6g.10), and pieces aboard with the last fleet."""
    room = fleet.count
    for army in [stack for stack in turn.stacks if stack.fleet is fleet and stack.here]:
        if army.count > room:
            _lose_some(turn, army, room)
        room = max(0, room - army.count)
    for piece in [piece for piece in turn.pieces if piece.fleet is fleet and piece.here and fleet.dead]:
        losses.perish_alone(turn, piece, "fleet lost")


def _lose_some(turn: TurnState, army: ActingStack, room: int) -> None:
    """Remove all but *room* of the armies aboard. The Ring stays with the rest."""
    if room:
        left = ActingStack(army.power, {"A": room}, army.place, army.place)
        left.fleet = army.fleet
        turn.add(left)
        turn.holder = left if turn.holder is army else turn.holder
        army.counts = {"A": army.count - room}
    losses.perish_alone(turn, army, "fleet lost")

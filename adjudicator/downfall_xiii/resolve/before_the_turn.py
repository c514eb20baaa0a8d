"""What stands where, and who is aboard or has the Ring, before anything is done?  (XIII 6b.8, 6g.5, 8.3)"""

from adjudicator.downfall_xiii import ground
from adjudicator.downfall_xiii.resolve.turn_state import ActingStack, Holder, TurnState
from adjudicator.middle_earth.language.orders import Accompany, Command, Lead, Move


def place_bearer(field_: TurnState) -> None:
    """Find the Ring's bearer among parts and tokens (after they were made)."""
    bearer = field_.ring.bearer
    if bearer is None:
        return
    for token in field_.tokens:
        if (token.power, token.kind, token.place) == (bearer.power, bearer.kind, bearer.place):
            field_.holder = token
            return
    may = [
        part
        for part in field_.parts
        if (part.power, part.origin) == (bearer.power, bearer.place) and bearer.kind in part.men
    ]
    if may:  # of a divided stack the largest part, else the first (8.3)
        field_.holder, field_.holder_kind = max(may, key=lambda part: part.men[bearer.kind]), bearer.kind


def stand(field_: TurnState) -> None:
    """Parts for all that stands there, where nobody moves: in retreats and adjustments."""
    for power, place, fleets in sorted({(s.power, s.place, s.kind == "F") for s in field_.before.stacks}):
        there = [
            s for s in field_.before.stacks if (s.power, s.place, s.kind == "F") == (power, place, fleets)
        ]
        field_.add(ActingStack(power, {stack.kind: stack.count for stack in there}, place, place))
    form_the_dead(field_)
    go_aboard(field_)


def form_the_dead(field_: TurnState) -> None:
    """The Dead, with Aragorn, act as an ordinary stack (6b.8)."""
    aragorn = field_.token("Aragorn")
    if field_.dead.word != "awake" or aragorn is None or not aragorn.here:
        return
    host = ActingStack(aragorn.power, {"Dead": 2}, aragorn.origin, aragorn.place)
    if not isinstance(aragorn.act, Accompany | Lead | Command):
        host.act, host.said = aragorn.act, [aragorn.said] if aragorn.said else []
    for said in host.said:
        said.public = True  # their place is always printed, and so is what they do
    host.company.append(aragorn)
    aragorn.stack, aragorn.ordered, aragorn.shown, aragorn.idle = host, True, True, False
    field_.add(host)


def go_aboard(field_: TurnState) -> None:
    """Armies and pieces in a water area are aboard the fleets there, of their own power if they can."""
    armies = [part for part in field_.parts if part.place in ground.WATER and not part.is_fleet]
    room = {id(ship): ship.count for army in armies for ship in _ships(field_, army)}
    armies.sort(key=lambda army: all(ship.power != army.power for ship in _ships(field_, army)))
    for army in armies:
        _load(field_, army, room)
    for token in field_.tokens:
        if token.place in ground.WATER and not token.dead:
            ships = _ships(field_, token)
            manned = [p.fleet for p in field_.parts if p.fleet in ships and p.power == token.power]
            token.fleet = next(iter([*manned, *ships]), None)


def _load(field_: TurnState, army: ActingStack, room: dict[int, int]) -> None:
    """No fleets carry more armies than they are (6g.10): where they part, the armies part with them."""
    ships = _ships(field_, army)
    for ship in ships:
        fit = min(army.count, room[id(ship)])
        room[id(ship)] -= fit
        if fit == army.count:
            army.fleet = ship
            return
        if fit:
            _leave_behind(field_, army, fit).fleet = ship
    army.fleet = next(iter(ships), None)


def _leave_behind(field_: TurnState, army: ActingStack, number: int) -> ActingStack:
    """So many of *army*, as a part of their own."""
    left = ActingStack(army.power, {"A": number}, army.origin, army.place)
    left.act, left.said = army.act, [*army.said]
    army.men = {"A": army.count - number}
    field_.add(left)
    return left


def _ships(field_: TurnState, one: Holder) -> list[ActingStack]:
    """The fleets that *one* may be aboard of: of its own power first, then what an A/F is called, and stays
    on the water."""
    ships = [part for part in field_.parts if part.is_fleet and part.place == one.place]
    return sorted(ships, key=lambda ship: (ship.power != one.power, ship.power, _is_bound_elsewhere(ship)))


def _is_bound_elsewhere(ship: ActingStack) -> tuple[bool, bool]:
    ashore = type(ship.act) is Move and ship.act.path[0] not in ground.WATER
    return ship.act is None or ship.act.unit.kind != "A/F", ashore

"""Who orders what?  Sheets, standing orders, proxies and commands become actions of stacks and pieces.

(XIII 4, 5.4, 6a.iii, 8.22, 9.7, N; part S, step 2)
"""

from typing import Final, TypeVar, assert_never

from adjudicator.downfall_xiii import ground, options
from adjudicator.downfall_xiii.language import standing
from adjudicator.downfall_xiii.position import GivenProxy
from adjudicator.downfall_xiii.resolve import company
from adjudicator.downfall_xiii.resolve.turn_state import GivenOrder, Token, TurnState
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Action, OrderSheet, Place, Power, Standable, Unit
from adjudicator.middle_earth.resolve.outcomes import Void
from adjudicator.middle_earth.resolve.pieces import GOOD, NEUTRAL, is_piece

AtTheEnd = TypeVar("AtTheEnd")
NO_ORDERS: Final = OrderSheet()


class Given:
    """An action for a force (or a part of it), by the player who may order it."""

    def __init__(self, player: Power, action: Action, said: GivenOrder | None) -> None:
        self.player = player
        self.act = action
        self.said = said
        self.by_ferry = False  # the fleet's order is its only one
        self.for_others = False  # it orders units of another power, too: proxies are not printed


class Force:
    """All ordinary units of one power and kind in one area, as the turn finds them, with their orders."""

    def __init__(self, power: Power, place: Place, kind: str, count: int) -> None:
        self.power = power
        self.place = place
        self.kind = kind
        self.count = count
        self.player: Power | None = power  # whose orders move it; None in civil disorder (N.4)
        self.given: Given | None = None


class Muster:
    """Who may order which forces, and what they were told to do."""

    def __init__(self, f: TurnState) -> None:
        self.f = f
        self.forces = [Force(s.power, s.place, s.kind, s.count) for s in f.before.stacks]
        self.by_place: dict[Place, list[Force]] = {}
        for force in self.forces:
            self.by_place.setdefault(force.place, []).append(force)
        self.merges: list[tuple[Power, act.Merge, GivenOrder]] = []
        self.embarks: dict[Force, tuple[act.Embark, GivenOrder]] = {}
        self.landings: list[tuple[Power, act.Disembark, GivenOrder]] = []
        self.takes: list[tuple[Power, act.Takes]] = []
        self.at_end: list[tuple[Power, act.AtTheEnd, GivenOrder]] = []
        self.kinds_at_end: set[type] = set()
        self.commands: list[tuple[Power, act.Command, GivenOrder]] = []
        self.leads: list[tuple[Power, act.Lead]] = []

    def controller(self, power: Power, place: Place, kind: str) -> Power | None:
        """The player whose orders move these units now; None in civil disorder (N.4)."""
        if power in self.f.eliminated:
            return None
        commander = self.f.commander(power)
        if commander != power:
            return commander  # 9.7
        for proxy in reversed(self.f.proxies):
            if proxy.power == power and _covers(proxy, place, kind):
                return proxy.to
        return power

    def in_area(self, place: Place) -> list[Force]:
        return self.by_place.get(place) or []

    def find(self, player: Power, unit: Unit) -> list[Force]:
        """The forces that *unit* names on the sheet of *player*; [] where there are no such units of his."""
        kind, count = "F" if unit.kind == "A/F" else unit.kind, unit.count
        there = self.in_area(unit.place)
        mine = [force for force in there if force.player == player and kind in ("", force.kind)]
        if sum([force.count for force in mine]) == count or (not kind and count == 1):
            return mine
        exact = [force for force in mine if force.count == count]
        return sorted(exact, key=lambda force: force.power != player)[:1]

    def token(self, player: Power, unit: Unit) -> Token | None:
        if player in self.f.eliminated:
            return None
        kind, place = unit.kind, unit.place
        for token in self.f.tokens:
            if token.kind == kind and token.power == player and place in ("", token.origin):
                return token
        return None

    def put_off(self, player: Power, order: act.AtTheEnd, said: GivenOrder) -> None:
        """It is for the end of the move."""
        self.at_end.append((player, order, said))
        self.kinds_at_end.add(type(order))

    def ordered(self, *kinds: type[AtTheEnd]) -> list[tuple[Power, AtTheEnd, GivenOrder]]:
        """The orders of those kinds for the end of the move, as they stand on the sheets."""
        if self.kinds_at_end.isdisjoint(kinds):
            return []
        return [(player, order, said) for player, order, said in self.at_end if isinstance(order, kinds)]


def _covers(proxy: GivenProxy, place: Place, kind: str) -> bool:
    unit = proxy.unit
    return unit is None or (unit.place == place and unit.kind in ("", kind, "A/F"))


def muster(f: TurnState) -> Muster:
    """Read all sheets; the parts of the field are made by `form`."""
    m = Muster(f)
    sheets = {
        power: standing.in_force(f.before, power, _sheet(f, power), f.voids.get(power, {}))
        for power in ground.POWERS
    }
    f.standing = {
        power: kept
        for power in ground.POWERS
        if (kept := standing.after(f.before.standing.get(power, ()), _sheet(f, power).orders))
    }
    f.proxies += [
        GivenProxy(power, order.unit, order.to)
        for power, orders in sheets.items()
        for order in orders
        if type(order) is act.Proxy and order.to != power
    ]
    for force in m.forces:
        force.player = m.controller(force.power, force.place, force.kind)
    for power, orders in sheets.items():
        void = f.voids.get(power)
        for order in orders:
            if void and order in void:  # seldom are there any, and an order is slow to look up
                f.say(power, order, public=False).outcome = void[order]
            else:
                _take(m, power, order)
    for player, order in m.leads:
        _lead_stack(m, player, order)
    for player, command, said in m.commands:
        _command(m, player, command, said)
    return m


def _sheet(f: TurnState, power: Power) -> OrderSheet:
    return f.sheets.get(power, NO_ORDERS)


def _take(m: Muster, player: Power, order: Standable) -> None:
    """Put one order where it belongs."""
    if isinstance(order, act.Takes):
        m.takes.append((player, order))
        return
    if player in m.f.eliminated:
        return
    match order:
        case (
            act.Hold()
            | act.Move()
            | act.SupportHold()
            | act.SupportMove()
            | act.SupportGarrison()
            | act.SupportSecond()
            | act.HoldThenMove()
            | act.Lead()
            | act.Accompany()
            | act.Divide()
            | act.Embark()
            | act.FastFerry()
            | act.Convoy()
            | act.Paralyse()
            | act.Neutralise()
            | act.PathsOfTheDead()
            | act.MarchWithEnts()
            | act.ReturnsTo()
        ):
            _take_action(m, player, order)
        case act.Merge():
            _take_merge(m, player, order)
        case act.Command():
            m.commands.append((player, order, m.f.say(player, order, public=False)))
        case act.Disembark():
            _take_landing(m, player, order)
        case (
            act.Destroy()
            | act.PassRing()
            | act.ThrowRing()
            | act.PutOnRing()
            | act.SeizeRing()
            | act.ClaimRing()
            | act.OfferRing()
            | act.DestroyRing()
            | act.DestroyBalrog()
            | act.Awaken()
        ):
            m.put_off(player, order, m.f.say(player, order, public=False))
        case act.Declare() | act.Proxy() | act.StartsAt():
            pass  # resolved before all other orders
        case act.Retreat() | act.Disband() | act.Build() | act.Remove() | act.Waive():
            pass  # of later phases
        case _ as never:
            assert_never(never)


def _take_landing(m: Muster, player: Power, order: act.Disembark) -> None:
    printed = not is_piece(order.unit.kind) or order.unit.kind in company.ALWAYS_SHOWN
    m.landings.append((player, order, m.f.say(player, order, public=printed)))


def _take_action(m: Muster, player: Power, order: Action) -> None:
    unit: Unit = order.unit
    if is_piece(unit.kind):
        _take_piece(m, player, order, unit)
    else:
        _take_stack(m, player, order, unit)


def _take_piece(m: Muster, player: Power, order: Action, unit: Unit) -> None:
    said = m.f.say(player, order, public=unit.kind in company.ALWAYS_SHOWN)
    token = m.token(player, unit)
    if token is None:  # Gandalf's return is settled later
        said.outcome = Void("away" if isinstance(order, act.ReturnsTo) else "no such unit")
        return
    if token.said is not None:
        token.said.outcome = Void("taken")
    token.act, token.said = order, said
    if isinstance(order, act.Lead) and (order.path or order.holds):
        m.leads.append((player, order))


def _take_stack(m: Muster, player: Power, order: Action, unit: Unit) -> None:
    said = m.f.say(player, order, public=True)
    forces = m.find(player, unit)
    if isinstance(order, act.Hold) and forces and all(_holds_in_merge(force) for force in forces):
        said.public = False  # the merge says it already
        return
    if not forces:
        said.outcome, said.public = Void("no such unit"), False
        return
    if isinstance(order, act.Embark):
        m.embarks[forces[0]] = order, said
        return
    if isinstance(order, act.Divide):
        forces = forces + _named_besides(m, player, order, forces)
    given = Given(player, order, said)
    given.for_others = any(force.power != player for force in forces)
    said.public = not given.for_others
    for force in forces:
        _give(force, given)
    if isinstance(order, act.Divide):
        for part in order.parts:
            if isinstance(part, act.FastFerry):
                _order_passenger(m, player, part)
    if isinstance(order, act.FastFerry):
        _order_passenger(m, player, order)
        _hide_passenger(m, forces[0], order, said)


def _holds_in_merge(force: Force) -> bool:
    given = force.given
    if given is None or given.said is None or type(given.said.order) is not act.Merge:
        return False
    return type(given.act) is act.Hold


def _named_besides(m: Muster, player: Power, order: act.Divide, forces: list[Force]) -> list[Force]:
    """The other kinds of the stack that the parts of a divided one name."""
    named = {part.unit.kind for part in order.parts}
    first = forces[0]
    return [
        force
        for force in m.in_area(first.place)
        if force.power == first.power
        and force.kind in named
        and force not in forces
        and force.player == player
    ]


def _give(force: Force, given: Given) -> None:
    earlier = force.given
    if earlier is not None and earlier.said is not None and earlier.said.outcome is None:
        earlier.said.outcome, earlier.said.public = Void("taken"), False
    force.given = given


def _order_passenger(m: Muster, player: Power, order: act.FastFerry) -> None:
    """With the ferry of its own power the army needs no order of its own (6g.15)."""
    move = act.Move(order.passenger, (order.target,))
    if is_piece(order.passenger.kind):
        token = m.token(player, order.passenger)
        if token is not None and token.act is None:
            token.act = move
        return
    for force in m.find(player, order.passenger):
        if force.given is None or force.given.said is None:
            force.given = Given(player, move, None)
            force.given.by_ferry = True


def _hide_passenger(m: Muster, fleet: Force, order: act.FastFerry, said: GivenOrder) -> None:
    """A piece that is ferried alone is not printed: the fleet is told to hold."""
    if is_piece(order.passenger.kind):
        said.public = False
        m.f.say(fleet.power, act.Hold(order.unit), public=True)


def _take_merge(m: Muster, player: Power, order: act.Merge) -> None:
    said = m.f.say(player, order, public=True)
    m.merges.append((player, order, said))
    found = [(part, m.find(player, part.unit)) for part in order.parts]
    for_others = any(force.power != player for _, forces in found for force in forces)
    said.public = not for_others
    for part, forces in found:
        for force in forces:
            earlier = force.given
            if earlier is not None and type(earlier.act) in SUPPORTS:
                said.outcome = Void("in a merge")  # 4.9: the support stands
                continue
            plain = act.Move(part.unit, (part.target,)) if part.target else act.Hold(part.unit)
            if earlier is None or part.target:
                given = Given(player, plain, said)
                given.for_others = for_others
                _give(force, given)
    if not any(forces for _, forces in found):
        said.outcome, said.public = Void("no such unit"), False


def _lead_stack(m: Muster, player: Power, order: act.Lead) -> None:
    """A Lead that names what the unit does orders a unit of one's own that has no order beside it (5.4)."""
    for force in m.find(player, order.led):
        if force.power != player or (force.given is not None and force.given.said is not None):
            continue
        does: Action = act.Hold(order.led)
        if order.path:
            does = (
                act.HoldThenMove(order.led, order.path[0]) if order.holds else act.Move(order.led, order.path)
            )
        force.given = Given(player, does, None)


def _command(m: Muster, player: Power, command: act.Command, said: GivenOrder) -> None:
    """6a.iii, 6b.iii: a single unit that stood with him at the end of the last turn; he acts besides."""
    token = m.token(player, command.unit)
    unit = command.order.unit
    allowed = (GOOD, NEUTRAL) if command.unit.kind == "Gandalf" else (GOOD,)
    forces = [
        force
        for force in m.in_area(unit.place)
        if unit.kind in ("", force.kind)
        and m.f.align(force.power) in allowed
        and force.power not in m.f.eliminated
        and _is_single(m, force)
    ]
    late = m.f.before.turn > 1 and unit.place not in m.f.before.fresh
    if token is None or token.origin != unit.place or len(forces) != 1 or not late:
        said.outcome = Void("nothing")
        return
    if token.act is None:
        token.act, token.said = command, said
    token.shown = said.public = True
    _give(forces[0], Given(forces[0].power, command.order, said))


SUPPORTS: Final = (act.SupportHold, act.SupportMove, act.SupportGarrison)


def _is_single(m: Muster, force: Force) -> bool:
    there = [other for other in m.in_area(force.place) if other.power == force.power]
    if len(there) > 1 or force.count > 1:
        return False
    alignment = m.f.align(force.power)
    led = [
        t
        for t in m.f.tokens
        if t.origin == force.place and t.is_personality and m.f.align(t.power) == alignment
    ]
    automatic = m.f.options[options.IDLE] == "automatic"
    return not any(
        isinstance(t.act, act.Lead | act.Accompany) or (automatic and isinstance(t.act, act.Hold | None))
        for t in led
        if m.f.is_awake(t)
    )

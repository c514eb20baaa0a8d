"""Who orders what?  Sheets, standing orders, proxies and commands become actions of stacks and pieces.

(XIII 4, 5.4, 6a.iii, 8.22, 9.7, N; part S, step 2)
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar, get_args

from msgspec import Struct

from adjudicator.downfall_xiii import company, ground, options, standing
from adjudicator.downfall_xiii.field import Field, Said, Token
from adjudicator.downfall_xiii.position import GivenProxy
from adjudicator.middle_earth import actions as act
from adjudicator.middle_earth.actions import Order, Place, Power, Sheet, Unit
from adjudicator.middle_earth.outcomes import Void
from adjudicator.middle_earth.pieces import GOOD, NEUTRAL, is_piece

Key = tuple[Power, Place, str]  # a stack by power, place and kind
AtTheEnd = TypeVar("AtTheEnd")


class Given(Struct, eq=False):
    """An action for a stack (or a part of it), by the player who may order it."""

    player: Power
    act: Any
    said: Said | None
    by_ferry: bool = False  # the fleet's order is its only one
    for_others: bool = False  # it orders units of another power, too: proxies are not printed


@dataclass
class Muster:
    """Who may order which stacks, and what they were told to do."""

    f: Field
    stacks: dict[Key, int] = field(default_factory=dict)
    by_place: dict[Place, list[Key]] = field(default_factory=dict)
    given: dict[Key, Given] = field(default_factory=dict)
    merges: list[tuple[Power, act.Merge, Said]] = field(default_factory=list)
    embarks: dict[Key, Given] = field(default_factory=dict)
    landings: list[tuple[Power, act.Disembark, Said]] = field(default_factory=list)
    takes: list[tuple[Power, act.Takes]] = field(default_factory=list)
    at_end: list[tuple[Power, Any, Said]] = field(default_factory=list)
    commands: list[tuple[Power, act.Command, Said]] = field(default_factory=list)
    leads: list[tuple[Power, act.Lead]] = field(default_factory=list)

    def controller(self, key: Key) -> Power | None:
        """The player whose orders move these units; None in civil disorder (N.4)."""
        power, place, kind = key
        if power in self.f.eliminated:
            return None
        if power == "Umbar" and self.f.before.timers.get("umbar_commanded", 0):
            return "Mordor"  # 9.7
        for proxy in reversed(self.f.proxies):
            if proxy.power == power and _covers(proxy, place, kind):
                return proxy.to
        return power

    def find(self, player: Power, unit: Unit) -> list[Key]:
        """The stacks that *unit* names on the sheet of *player*; [] where there are no such units of his."""
        kind = "F" if unit.kind == "A/F" else unit.kind
        mine = [
            key
            for key in self.by_place.get(unit.place, ())
            if kind in ("", key[2]) and self.controller(key) == player
        ]
        if sum([self.stacks[key] for key in mine]) == unit.count or (not kind and unit.count == 1):
            return mine
        exact = [key for key in mine if self.stacks[key] == unit.count]
        return sorted(exact, key=lambda key: key[0] != player)[:1]

    def token(self, player: Power, unit: Unit) -> Token | None:
        if player in self.f.eliminated:
            return None
        for token in self.f.tokens:
            if token.kind == unit.kind and token.power == player and unit.place in ("", token.origin):
                return token
        return None

    def ordered(self, *kinds: type[AtTheEnd]) -> list[tuple[Power, AtTheEnd, Said]]:
        """The orders of those kinds for the end of the move, as they stand on the sheets."""
        return [one for one in self.at_end if type(one[1]) in kinds]


def _covers(proxy: GivenProxy, place: Place, kind: str) -> bool:
    unit = proxy.unit
    return unit is None or (unit.place == place and unit.kind in ("", kind, "A/F"))


def muster(f: Field) -> Muster:
    """Read all sheets; the parts of the field are made by `form`."""
    m = Muster(f, {(s.power, s.place, s.kind): s.count for s in f.before.stacks})
    for key in m.stacks:
        m.by_place.setdefault(key[1], []).append(key)
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
    for power, orders in sheets.items():
        for order in [order for order in orders if type(order) not in READ_BEFORE]:
            _take(m, power, order)
    for player, order in m.leads:
        _lead_stack(m, player, order)
    for player, command, said in m.commands:
        _command(m, player, command, said)
    return m


def _sheet(f: Field, power: Power) -> Sheet:
    return f.sheets.get(power, Sheet())


def _take(m: Muster, player: Power, order: Order) -> None:
    """Put one order where it belongs."""
    void = m.f.voids.get(player)
    if void and order in void:  # seldom are there any, and an order is slow to look up
        m.f.say(player, order, public=False).outcome = void[order]
    elif type(order) is act.Takes:
        m.takes.append((player, order))
    elif player not in m.f.eliminated:
        TAKEN.get(type(order), _take_action)(m, player, order)


def _take_command(m: Muster, player: Power, order: act.Command) -> None:
    m.commands.append((player, order, m.f.say(player, order, public=False)))


def _take_landing(m: Muster, player: Power, order: act.Disembark) -> None:
    printed = not is_piece(order.unit.kind) or order.unit.kind in company.ALWAYS_SHOWN
    m.landings.append((player, order, m.f.say(player, order, public=printed)))


def _take_for_the_end(m: Muster, player: Power, order: act.AtTheEnd) -> None:
    m.at_end.append((player, order, m.f.say(player, order, public=False)))


def _take_action(m: Muster, player: Power, order: Any) -> None:
    (_take_piece if is_piece(order.unit.kind) else _take_stack)(m, player, order)


def _take_piece(m: Muster, player: Power, order: Any) -> None:
    said = m.f.say(player, order, public=order.unit.kind in company.ALWAYS_SHOWN)
    token = m.token(player, order.unit)
    if token is None:
        said.outcome = Void("away" if isinstance(order, act.ReturnsTo) else "no such unit")
        if isinstance(order, act.ReturnsTo):
            m.at_end.append((player, order, said))  # settled with Gandalf's return
        return
    if token.said is not None:
        token.said.outcome = Void("taken")
    token.act, token.said = order, said
    if isinstance(order, act.Lead) and (order.path or order.holds):
        m.leads.append((player, order))


def _take_stack(m: Muster, player: Power, order: Any) -> None:
    said = m.f.say(player, order, public=True)
    keys = m.find(player, order.unit)
    if not keys:
        said.outcome, said.public = Void("no such unit"), False
        return
    if isinstance(order, act.Embark):
        m.embarks[keys[0]] = Given(player, order, said)
        return
    if isinstance(order, act.Divide):
        named = {part.unit.kind for part in order.parts}
        power, place, _ = keys[0]
        others = [
            key for key in m.stacks if key[:2] == (power, place) and key[2] in named and key not in keys
        ]
        keys = keys + [key for key in others if m.controller(key) == player]
    given = Given(player, order, said, for_others={key[0] for key in keys} != {player})
    said.public = not given.for_others
    for key in keys:
        _give(m, key, given)
    for ferry in order.parts if isinstance(order, act.Divide) else ():
        if isinstance(ferry, act.FastFerry):
            _order_passenger(m, player, ferry)
    if isinstance(order, act.FastFerry):
        _order_passenger(m, player, order)
        _hide_passenger(m, keys[0], order, said)


def _give(m: Muster, key: Key, given: Given) -> None:
    earlier = m.given.get(key)
    if earlier is not None and earlier.said is not None and earlier.said.outcome is None:
        earlier.said.outcome, earlier.said.public = Void("taken"), False
    m.given[key] = given


def _order_passenger(m: Muster, player: Power, order: act.FastFerry) -> None:
    """With the ferry of its own power the army needs no order of its own (6g.15)."""
    move = act.Move(order.passenger, (order.target,))
    if is_piece(order.passenger.kind):
        token = m.token(player, order.passenger)
        if token is not None and token.act is None:
            token.act = move
        return
    for key in m.find(player, order.passenger):
        if key not in m.given or m.given[key].said is None:
            m.given[key] = Given(player, move, None, by_ferry=True)


def _hide_passenger(m: Muster, key: Key, order: act.FastFerry, said: Said) -> None:
    """A piece that is ferried alone is not printed: the fleet is told to hold."""
    if is_piece(order.passenger.kind):
        said.public = False
        m.f.say(key[0], act.Hold(order.unit), public=True)


def _take_merge(m: Muster, player: Power, order: act.Merge) -> None:
    said = m.f.say(player, order, public=True)
    m.merges.append((player, order, said))
    found = False
    for_others = any(key[0] != player for part in order.parts for key in m.find(player, part.unit))
    said.public = not for_others
    for part in order.parts:
        for key in m.find(player, part.unit):
            found = True
            earlier = m.given.get(key)
            if earlier and isinstance(earlier.act, SUPPORTS):
                said.outcome = Void("in a merge")  # 4.9: the support stands
                continue
            plain = act.Move(part.unit, (part.target,)) if part.target else act.Hold(part.unit)
            if earlier is None or part.target:
                _give(m, key, Given(player, plain, said, for_others=for_others))
    if not found:
        said.outcome, said.public = Void("no such unit"), False


def _lead_stack(m: Muster, player: Power, order: act.Lead) -> None:
    """A Lead that names what the unit does orders a unit of one's own that has no order beside it (5.4)."""
    for key in m.find(player, order.led):
        if key[0] != player or (key in m.given and m.given[key].said is not None):
            continue
        does: Any = act.Hold(order.led)
        if order.path:
            does = (
                act.HoldThenMove(order.led, order.path[0]) if order.holds else act.Move(order.led, order.path)
            )
        m.given[key] = Given(player, does, None)


def _command(m: Muster, player: Power, command: act.Command, said: Said) -> None:
    """6a.iii, 6b.iii: a single unit that stood with him at the end of the last turn."""
    token = m.token(player, command.unit)
    unit = command.order.unit
    allowed = (GOOD, NEUTRAL) if command.unit.kind == "Gandalf" else (GOOD,)
    keys = [
        key
        for key in m.stacks
        if key[1] == unit.place
        and unit.kind in ("", key[2])
        and m.f.align(key[0]) in allowed
        and key[0] not in m.f.eliminated
        and _is_single(m, key)
    ]
    late = m.f.before.turn > 1 and unit.place not in m.f.before.fresh
    if token is None or token.origin != unit.place or token.act is not None or len(keys) != 1 or not late:
        said.outcome = Void("nothing")
        return
    token.act, token.said, token.shown, said.public = command, said, True, True
    _give(m, keys[0], Given(keys[0][0], command.order, said))


SUPPORTS = (act.SupportHold, act.SupportMove, act.SupportGarrison)
READ_BEFORE = frozenset([act.Declare, act.Proxy, act.StartsAt])
TAKEN: Mapping[type, Callable[[Muster, Power, Any], None]] = {  # all others are actions
    **dict.fromkeys(get_args(act.AtTheEnd), _take_for_the_end),
    act.Merge: _take_merge,
    act.Command: _take_command,
    act.Disembark: _take_landing,
}


def _is_single(m: Muster, key: Key) -> bool:
    power, place, _ = key
    there = [other for other in m.stacks if other[:2] == (power, place)]
    if len(there) > 1 or m.stacks[key] > 1:
        return False
    led = [
        t
        for t in m.f.tokens
        if t.origin == place and t.is_personality and m.f.align(t.power) == m.f.align(power)
    ]
    automatic = options.value(m.f.before, options.IDLE) == "automatic"
    return not any(
        isinstance(t.act, act.Lead | act.Accompany) or (automatic and isinstance(t.act, act.Hold | None))
        for t in led
        if m.f.is_awake(t)
    )

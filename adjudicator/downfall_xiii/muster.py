"""Who orders what, and what acts as one?  Sheets, standing orders, proxies and commands become Parts with orders.

(XIII 4, 5.4, 6a.iii, 8.22, 9.7, N; part S, step 2)
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from adjudicator.downfall_xiii import company, ground, standing
from adjudicator.downfall_xiii.field import Field, Part, Said, Token, form_the_dead, go_aboard, place_bearer
from adjudicator.downfall_xiii.position import GivenProxy
from adjudicator.middle_earth import actions as act
from adjudicator.middle_earth.actions import Order, Place, Power, Sheet, Unit
from adjudicator.middle_earth.outcomes import Void
from adjudicator.middle_earth.pieces import GOOD, NEUTRAL, is_piece

Key = tuple[Power, Place, str]  # a stack by power, place and kind


@dataclass(slots=True)
class Given:
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
    given: dict[Key, Given] = field(default_factory=dict)
    merges: list[tuple[Power, act.Merge, Said]] = field(default_factory=list)
    embarks: dict[Key, Given] = field(default_factory=dict)
    landings: list[tuple[Power, act.Disembark, Said]] = field(default_factory=list)
    takes: list[tuple[Power, act.Takes]] = field(default_factory=list)
    at_end: list[tuple[Power, act.AtTheEnd, Said]] = field(default_factory=list)
    commands: list[tuple[Power, act.Command, Said]] = field(default_factory=list)
    leads: list[tuple[Power, act.Lead, Said]] = field(default_factory=list)

    def controller(self, key: Key) -> Power | None:
        """The player whose orders move these units; None in civil disorder (N.4)."""
        power, place, kind = key
        if power in self.f.eliminated:
            return None
        if power == "Umbar" and self.f.before.timers.get("umbar_commanded", 0):
            return "Mordor"  # 9.7
        proxy = next(
            (p for p in reversed(self.f.proxies) if p.power == power and _covers(p, place, kind)), None
        )
        return proxy.to if proxy else power

    def find(self, player: Power, unit: Unit) -> list[Key]:
        """The stacks that *unit* names on the sheet of *player*; [] where there are no such units of his."""
        kind = "F" if unit.kind == "A/F" else unit.kind
        mine = [
            key
            for key in self.stacks
            if key[1] == unit.place and kind in ("", key[2]) and self.controller(key) == player
        ]
        if sum(self.stacks[key] for key in mine) == unit.count or (not kind and unit.count == 1):
            return mine
        exact = [key for key in mine if self.stacks[key] == unit.count]
        return sorted(exact, key=lambda key: key[0] != player)[:1]

    def token(self, player: Power, unit: Unit) -> Token | None:
        return next(
            (
                token
                for token in self.f.tokens
                if token.power == player
                and token.kind == unit.kind
                and unit.place in ("", token.origin)
                and player not in self.f.eliminated
            ),
            None,
        )


def _covers(proxy: GivenProxy, place: Place, kind: str) -> bool:
    unit = proxy.unit
    return unit is None or (unit.place == place and unit.kind in ("", kind, "A/F"))


def muster(f: Field) -> Muster:
    """Read all sheets; the parts of the field are made by `form`."""
    m = Muster(f, {(s.power, s.place, s.kind): s.count for s in f.before.stacks})
    sheets = {power: standing.in_force(f.before, power, _sheet(f, power)) for power in ground.POWERS}
    f.standing = {
        power: kept
        for power in ground.POWERS
        if (kept := standing.after(f.before.standing.get(power, ()), _sheet(f, power).orders))
    }
    f.proxies += [
        GivenProxy(power, order.unit, order.to)
        for power, orders in sheets.items()
        for order in orders
        if isinstance(order, act.Proxy) and order.to != power
    ]
    for power, orders in sheets.items():
        for order in orders:
            _take(m, power, order)
    for player, order, said in m.leads:
        _lead_stack(m, player, order, said)
    for player, command, said in m.commands:
        _command(m, player, command, said)
    return m


def _sheet(f: Field, power: Power) -> Sheet:
    return f.sheets.get(power, Sheet())


def _take(m: Muster, player: Power, order: Order) -> None:
    """Put one order where it belongs. Declarations and first places were read before."""
    match order:
        case act.Declare() | act.Proxy() | act.StartsAt():
            return
        case act.Takes():
            m.takes.append((player, order))
            return
    if player in m.f.eliminated:
        return
    match order:
        case act.Merge():
            _take_merge(m, player, order)
        case act.Command():
            said = m.f.say(player, order, public=False)
            m.commands.append((player, order, said))
        case act.Disembark():
            m.landings.append((player, order, m.f.say(player, order, public=True)))
        case _ if standing.kind_of(order) not in ("action", "Embark"):
            m.at_end.append((player, order, m.f.say(player, order, public=False)))  # type: ignore[arg-type] # kind_of says so
        case _ if is_piece(order.unit.kind):  # type: ignore[union-attr] # an action has a unit
            _take_piece(m, player, order)
        case _:
            _take_stack(m, player, order)


def _take_piece(m: Muster, player: Power, order: Any) -> None:
    said = m.f.say(player, order, public=order.unit.kind in company.ALWAYS_SHOWN)
    token = m.token(player, order.unit)
    if token is None:
        said.outcome = Void("away" if isinstance(order, act.ReturnsTo) else "no such unit")
        if isinstance(order, act.ReturnsTo):
            m.at_end.append((player, order, said))  # type: ignore[arg-type] # settled with Gandalf's return
        return
    if token.said is not None:
        token.said.outcome = Void("taken")
    token.act, token.said = order, said
    if isinstance(order, act.Lead) and (order.path or order.holds):
        m.leads.append((player, order, said))


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
    given = Given(player, order, said, for_others=any(key[0] != player for key in keys))
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
            if earlier and isinstance(earlier.act, act.SupportHold | act.SupportMove | act.SupportGarrison):
                said.outcome = Void("in a merge")  # 4.9: the support stands
                continue
            plain = act.Move(part.unit, (part.target,)) if part.target else act.Hold(part.unit)
            if earlier is None or part.target:
                _give(m, key, Given(player, plain, said, for_others=for_others))
    if not found:
        said.outcome, said.public = Void("no such unit"), False


def _lead_stack(m: Muster, player: Power, order: act.Lead, said: Said) -> None:
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
    bad = token is None or token.origin != unit.place or len(keys) != 1 or token.act is not None
    if bad or m.f.before.turn == 1 or unit.place in m.f.before.fresh:
        said.outcome = Void("nothing")
        return
    assert token is not None
    token.act, token.said, token.shown, said.public = command, said, True, True
    _give(m, keys[0], Given(keys[0][0], command.order, said))


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
    return not any(
        t.act is None or isinstance(t.act, act.Lead | act.Accompany | act.Hold)
        for t in led
        if m.f.is_awake(t)
    )


# Parts.


def form(m: Muster) -> None:
    """Make the parts that act as one, and let merges and equal orders of mixed stacks act together."""
    f = m.f
    for power, place, fleets in sorted({(p, pl, kind == "F") for p, pl, kind in m.stacks}):
        keys = [key for key in m.stacks if key[:2] == (power, place) and (key[2] == "F") == fleets]
        _form_stack(m, keys)
    form_the_dead(f)
    place_bearer(f)
    go_aboard(f)
    teams = _Teams(f)
    _merge(m, teams)
    _act_together(m, teams)
    teams.settle()


def _form_stack(m: Muster, keys: Sequence[Key]) -> None:
    power, place, _ = keys[0]
    whole: dict[str, Part] = {}
    divided = [key for key in keys if key in m.given and isinstance(m.given[key].act, act.Divide)]
    if divided:
        for divide in {id(m.given[key]): m.given[key] for key in divided}.values():
            _divide(m, keys, divide)
        keys = [key for key in keys if key not in divided]
    for key in keys:
        given = m.given.get(key)
        what = _what(given.act) if given else "hold"
        if what not in whole:
            whole[what] = Part(power, {}, place, place, act=given.act if given else None)
            whole[what].awaits_ferry = given is not None and given.by_ferry
            m.f.parts.append(whole[what])
        whole[what].men[key[2]] = m.stacks[key]
        _add_said(m.f, whole[what], key, given)


def _add_said(f: Field, part: Part, key: Key, given: Given | None) -> None:
    """What was said for these units; a unit without an order is printed as holding."""
    if given is None and key[1] in ground.WATER and key[2] != "F":
        return  # aboard, it has nothing to do
    if given is None:
        part.said.append(f.say(key[0], act.Hold(Unit(key[2], key[1], part.men[key[2]])), public=True))
        return
    if given.said is not None:
        part.said.append(given.said)
    if given.said is None or given.for_others:
        part.said.append(f.say(key[0], _by_itself(given.act, key, part.men[key[2]]), public=True))


def _what(order: Any) -> str:
    """What an order does, whoever does it: equal orders act as one."""
    fields = {key: getattr(order, key) for key in order.__struct_fields__ if key != "unit"}
    return "hold" if isinstance(order, act.Hold) else f"{type(order).__name__}{fields}"


def _by_itself(order: Any, key: Key, count: int) -> Any:
    """The order as if these units alone had been named."""
    return msgspec.structs.replace(order, unit=Unit(key[2], key[1], count))


def _divide(m: Muster, keys: Sequence[Key], given: Given) -> None:
    """4.3: the parts act on their own; what is not named holds as one part."""
    power, place, _ = keys[0]
    order: act.Divide = given.act
    left = {key[2]: m.stacks[key] for key in keys if key in m.given and m.given[key] is given}
    wanted: dict[str, int] = {}
    for one in order.parts:
        kind = one.unit.kind or next(iter(left))
        wanted[kind] = wanted.get(kind, 0) + one.unit.count
    if any(count > left.get(kind, 0) for kind, count in wanted.items()):
        if given.said:
            given.said.outcome = Void("no such unit")
        m.f.parts.append(Part(power, left, place, place))
        return
    for one in order.parts:
        kind = one.unit.kind or next(iter(left))
        said = [m.f.say(power, one, public=True), *([given.said] if given.said else [])]
        m.f.parts.append(Part(power, {kind: one.unit.count}, place, place, act=one, said=said))
        left[kind] -= one.unit.count
    if given.said:
        given.said.public = False
    left = {kind: count for kind, count in left.items() if count}
    if left:
        m.f.parts.append(Part(power, left, place, place))


class _Teams:
    """Which parts act together: numbers for components."""

    def __init__(self, f: Field) -> None:
        self.f = f
        self.pairs: list[tuple[Part, Part]] = []

    def settle(self) -> None:
        for one, other in self.pairs:
            first = one.team if one.team >= 0 else other.team if other.team >= 0 else self.f.parts.index(one)
            old = {number for number in (one.team, other.team) if number >= 0}
            for part in self.f.parts:
                if part.team in old or part is one or part is other:
                    part.team = first


def _merge(m: Muster, teams: _Teams) -> None:
    """4.5 to 4.10: pairs of units that merge by order of all who own them."""
    asked: dict[int, list[tuple[Power, frozenset[int], Said]]] = {}
    for player, order, said in m.merges:
        parts = [part for one in order.parts for part in _merging(m, one, order.target)]
        numbers = frozenset(m.f.parts.index(part) for part in parts)
        for number in numbers:
            asked.setdefault(number, []).append((player, numbers, said))
    for number, wishes in asked.items():
        one = m.f.parts[number]
        for other_number in sorted({n for _, numbers, _ in wishes for n in numbers if n > number}):
            other = m.f.parts[other_number]
            if _all_wish(m, one, other, number, other_number, wishes):
                teams.pairs.append((one, other))
                _join(one, other)


def _merging(m: Muster, one: act.Merger, target: Place) -> list[Part]:
    """The parts that are meant, if what they do is what the merge says."""
    aim = one.target or target
    return [
        part
        for part in m.f.parts
        if part.origin == one.unit.place
        and (one.unit.kind in ("", *part.men))
        and (not one.unit.kind or part.is_fleet == (one.unit.kind == "F"))
        and _is_bound_for(part, aim)
    ]


def _is_bound_for(part: Part, aim: Place) -> bool:
    if isinstance(part.act, act.Move):
        return part.act.path == (aim,)
    return part.origin == aim and (part.act is None or isinstance(part.act, act.Hold))


def _all_wish(
    m: Muster,
    one: Part,
    other: Part,
    number: int,
    other_number: int,
    wishes: Iterable[tuple[Power, frozenset[int], Said]],
) -> bool:
    if one.is_fleet != other.is_fleet or m.f.align(one.power) != m.f.align(other.power):
        return False
    both = {player for player, numbers, _ in wishes if {number, other_number} <= numbers}
    owners = {m.controller((part.power, part.origin, part.kinds[0])) for part in (one, other)}
    return owners <= both


def _join(one: Part, other: Part) -> None:
    for mover, holder in ((one, other), (other, one)):
        if isinstance(mover.act, act.Move) and not isinstance(holder.act, act.Move):
            mover.joins = True


def _act_together(m: Muster, teams: _Teams) -> None:
    """Equal orders of a mixed stack act as one stack (4.11)."""
    by_place: dict[Place, list[Part]] = {}
    for part in m.f.parts:
        by_place.setdefault(part.origin, []).append(part)
    for parts in by_place.values():
        for number, one in enumerate(parts):
            for other in parts[number + 1 :]:
                if _are_mixed(m.f, one, other) and _what_of(one) == _what_of(other):
                    teams.pairs.append((one, other))


def _are_mixed(f: Field, one: Part, other: Part) -> bool:
    return (
        one.power != other.power
        and f.align(one.power) == f.align(other.power)
        and one.is_fleet == other.is_fleet
        and "Dead" not in one.men
        and "Dead" not in other.men
    )


def _what_of(part: Part) -> str:
    return _what(part.act) if part.act is not None else "hold"

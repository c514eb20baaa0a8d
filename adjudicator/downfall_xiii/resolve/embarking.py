"""Which armies and pieces go aboard, land, or are ferried?  The army/fleet module (XIII 6g)."""

from typing import Final

from adjudicator.downfall_xiii import ground
from adjudicator.downfall_xiii.resolve.order_collection import Muster
from adjudicator.downfall_xiii.resolve.turn_state import ActingStack, GivenOrder, Token, TurnState
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Place, Power, Unit
from adjudicator.middle_earth.resolve.outcomes import Succeeded, Void

NEVER_ABOARD: Final = ("Fe", "Nazgul")  # 6g.11


def embark(m: Muster) -> None:
    """6g.4, before movement."""
    f = m.f
    for force, (order, said) in m.embarks.items():
        armies = [
            part for part in f.parts_from(force.place) if part.power == force.power and force.kind in part.men
        ]
        fleet = _ship(m, armies, force.power, order.fleet.place) if armies else None
        said.outcome = Succeeded() if fleet else Void("no fleet")
        if fleet is not None:
            for army in armies:
                _board(army, fleet)
    for part in f.parts:
        if isinstance(part.act, act.Embark):
            _embark_part(m, part, part.act)
    for token in f.tokens:
        if isinstance(token.act, act.Embark):
            _embark_piece(m, token, token.act)


def _embark_part(m: Muster, part: ActingStack, order: act.Embark) -> None:
    """Part of a divided stack."""
    fleet = _ship(m, [part], part.power, order.fleet.place)
    part.come(Succeeded() if fleet else Void("no fleet"))
    part.act = None
    if fleet is not None:
        _board(part, fleet)


def _ship(m: Muster, armies: list[ActingStack], power: Power, sea: Place) -> ActingStack | None:
    """The fleet in *sea* that these armies may board."""
    if sea not in ground.WATER or armies[0].place not in ground.shores(sea):
        return None
    if any(set(army.men) != {"A"} for army in armies):
        return None
    men = sum(army.count for army in armies)
    fleets = [
        part
        for part in m.f.parts
        if part.is_fleet
        and part.place == sea
        and part.count >= men
        and is_empty(m.f, part)
        and agrees(m, part, power, armies[0].origin, "A")
    ]
    return min(fleets, key=lambda part: (part.power != power, part.power), default=None)


def is_empty(f: TurnState, fleet: ActingStack) -> bool:
    return not any(part.fleet is fleet for part in f.parts)


def agrees(m: Muster, fleet: ActingStack, power: Power, origin: Place, kind: str) -> bool:
    """6g.9: another power's fleet must take the passenger, and Good and Evil carry each other never."""
    if m.f.are_opposed(fleet.power, power):
        return False
    captain = m.controller(fleet.power, fleet.origin, "F")
    if power in (fleet.power, captain):
        return True
    taken: list[Unit] = [
        o.passenger for player, o in m.takes if player == captain and o.unit.place == fleet.origin
    ]
    if type(fleet.act) is act.FastFerry:
        taken.append(fleet.act.passenger)
    return any(unit.kind in ("", kind) and unit.place in ("", origin) for unit in taken)


def _board(army: ActingStack, fleet: ActingStack) -> None:
    army.fleet, army.place = fleet, fleet.place


def take_company(f: TurnState) -> None:
    """The company of an army that went aboard goes with it (6g.11)."""
    for part in f.parts:
        for token in part.company if part.fleet is not None and not part.ferried else ():
            token.fleet, token.place = part.fleet, part.place


def _embark_piece(m: Muster, token: Token, order: act.Embark) -> None:
    sea = order.fleet.place
    fleets = [
        part
        for part in m.f.parts
        if part.is_fleet and part.place == sea and agrees(m, part, token.power, token.origin, token.kind)
    ]
    if token.kind in NEVER_ABOARD or not fleets or token.origin not in ground.shores(sea):
        token.void("no fleet")
        return
    token.fleet, token.place, token.idle = fleets[0], sea, False
    token.come(Succeeded())


def land(m: Muster) -> None:
    """6g.6: the landings of what is aboard, named by the sea where it will be."""
    for player, order, said in m.landings:
        sea = order.unit.place or _sea_of(m, player, order.unit.kind)
        if sea not in ground.WATER or order.target not in ground.shores(sea):
            said.outcome = Void("impossible")
        elif not _land(m, player, act.Disembark(Unit(order.unit.kind, sea), order.target), said):
            said.outcome = Void("no such unit")


def _land(m: Muster, player: Power, order: act.Disembark, said: GivenOrder) -> bool:
    """Are there such armies or pieces aboard where a fleet will be?  Then they land."""
    sea, kind = order.unit.place, order.unit.kind
    armies = [
        part
        for part in m.f.parts
        if part.fleet is not None
        and _will_be(part.fleet) == sea
        and kind in ("", "A")
        and m.controller(part.power, part.origin, "A") == player
    ]
    tokens = [
        token
        for token in m.f.tokens
        if token.fleet is not None
        and _will_be(token.fleet) == sea
        and (token.power, token.kind) == (player, kind)
    ]
    for army in armies:
        army.act, army.path, army.said = order, (order.target,), [said]
    for token in tokens:
        token.act, token.said, token.path, token.idle = order, said, (order.target,), False
    return bool(armies or tokens)


def _sea_of(m: Muster, player: Power, kind: str) -> Place:
    """Where the piece will be that is named without a place (order language, 1.5)."""
    aboard = [t.fleet for t in m.f.tokens if (t.power, t.kind) == (player, kind) and t.fleet is not None]
    return _will_be(aboard[0]) if aboard else ""


def _will_be(fleet: ActingStack) -> Place:
    return fleet.act.path[0] if type(fleet.act) is act.Move else fleet.place


def keep_to_ships(f: TurnState) -> None:
    """A landing from a sea area that its fleet cannot be in, since its own order was void."""
    for part in f.parts:
        if part.fleet is not None and type(part.act) is act.Disembark:
            sea = part.act.unit.place
            if sea != part.fleet.place and sea not in part.fleet.path[:1]:
                part.void("no fleet")


def ferry(m: Muster) -> None:
    """6g.3: fleets that do not move take an army, or a piece alone, from shore to shore."""
    for fleet in m.f.parts:
        order = fleet.act
        if not isinstance(order, act.FastFerry):
            continue
        start = order.passenger.place
        ends = {start or order.target, order.target}
        if fleet.place not in ground.WATER or not ends <= ground.shores(fleet.place):
            fleet.void("impossible")
        elif not is_empty(m.f, fleet):
            fleet.void("impossible")  # 6g.5
        elif not (_ferry_army(m, fleet, order) or _ferry_piece(m, fleet, order)):
            fleet.come(Void("does not move"))
    for army in m.f.parts:
        if army.awaits_ferry and not army.ferried:
            army.void("no fleet")


def _ferry_army(m: Muster, fleet: ActingStack, order: act.FastFerry) -> bool:
    armies = [
        part
        for part in m.f.parts
        if part.origin == order.passenger.place
        and part.fleet is None
        and set(part.men) == {"A"}
        and order.passenger.kind in ("", "A")
        and type(part.act) is act.Move
        and part.act.path == (order.target,)
        and not part.ferried
        and part.count <= fleet.count
        and not m.f.are_opposed(part.power, fleet.power)
        and (part.power == fleet.power or not ground.may_step("A", part.origin, order.target))
    ]
    if not armies:
        return False
    army = min(armies, key=lambda part: (part.power != fleet.power, part.power))
    army.ferried, army.fleet = True, fleet
    return True


def _ferry_piece(m: Muster, fleet: ActingStack, order: act.FastFerry) -> bool:
    kind = order.passenger.kind
    tokens = [
        token
        for token in m.f.tokens
        if token.kind == kind
        and kind not in NEVER_ABOARD
        and order.passenger.place in ("", token.origin)
        and type(token.act) is act.Move
        and token.act.path == (order.target,)
        and token.origin in ground.shores(fleet.place)
        and not m.f.are_opposed(token.power, fleet.power)
    ]
    for token in tokens[:1]:
        token.ferried = fleet
    return bool(tokens)


def sail(f: TurnState) -> None:
    """What is aboard is where its fleet is (after movement and retreats)."""
    for part in f.parts:
        if part.fleet is not None:
            part.place = part.fleet.place
            for token in part.company:
                token.place = part.place
    for token in f.tokens:
        if token.fleet is not None:
            token.place = token.fleet.place

"""What does a random player of Hardbop order?  By lot, among what `choices` holds lawful.

Pieces mostly walk towards a place where something may happen; what may be done there is seldom forgotten.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from random import Random

import msgspec

from adjudicator.hardbop import ground
from adjudicator.hardbop.choices import BESIDES, candidates, is_lawful
from adjudicator.hardbop.known import Known
from adjudicator.hardbop.position import Bearer, Personality, Ring, State
from adjudicator.middle_earth import actions as act
from adjudicator.middle_earth.actions import Place, Power, Standable, Unit
from adjudicator.middle_earth.pieces import is_piece
from adjudicator.middle_earth.wording import short

Aims = Mapping[str, Place]  # where a kind of piece goes in this game

OBEDIENCE = 0.9  # how many units of a power get an order
CARE = 0.4  # for how many of them what stands beside the action is thought of
AIMING = 0.75  # how often a piece takes the next step to its aim
HASTE = 0.6  # how often one flees to the first space in the alphabet: so do others
GREED, COMPANY = 0.7, 0.2  # how often the Ranger takes a centre, and a leader leads
LOYALTY = 0.9  # how often one leads who has no aim
TRIES = 4  # of one kind of order, until the next kind is tried
AIMS: Mapping[str, tuple[Place, ...]] = {
    "Fe": ("Oro", "Fan", "Shi", "KDu"),
    "R": ("Dhw", "Dld", "KDu", "Wol"),
    "Gandalf": ("KDu", "MMo", "Edo"),
    "Sauron": ("Bar", "KDu", "Oro", "Dag"),
    "Nazgul": ("MTi", "Ise"),
    "Saruman": ("Ise", "Oro"),
}
RING_BEARERS = ("Oro", "Bar", "Ise")  # whoever goes there fetches the Ring first

WEIGHTS: Mapping[type, float] = {
    act.Hold: 0.5,
    act.Move: 5.0,
    act.SupportMove: 2.0,
    act.SupportSecond: 1.0,
    act.SupportGarrison: 0.5,
    act.Convoy: 6.0,
    act.Lead: 2.0,
    act.Neutralise: 2.0,
    act.Paralyse: 2.0,
    act.PathsOfTheDead: 50.0,
    act.MarchWithEnts: 50.0,
    act.Disband: 0.2,
    act.Waive: 0.2,
}
ASIDE: Mapping[type, float] = {  # how often what stands beside the action is ordered
    act.Destroy: 0.3,
    act.PutOnRing: 0.02,
    act.DestroyRing: 0.5,
    act.PassRing: 0.3,
    act.Lead: 0.5,  # leave for another's piece
    act.Retreat: 0.3,  # the Nazgul's, in case it is driven out
}
TEMPTATION = 0.2
STANDING, PROXY, CANCEL = 0.02, 0.03, 0.1


def aims(chance: Random) -> Aims:
    """In one game of three all but the Fellowship and the Ranger have none, and lead."""
    found = {kind: chance.choice(places) for kind, places in AIMS.items()}
    return found if chance.random() < 2 / 3 else {kind: found[kind] for kind in ("Fe", "R")}


def lines(state: State, power: Power, chance: Random, aims: Aims) -> list[str]:
    """The sheet of *power*."""
    if state.over or power in state.eliminated:
        return []
    known = Known(state, power)
    might = {what: orders for what, orders in candidates(known).items() if chance.random() < OBEDIENCE}
    beside = BESIDES.format(unit="")
    actions = [
        order
        for what, orders in might.items()
        if not what.endswith(beside)
        for order in _action(_by_kind(orders), known, chance, aims)
    ]
    actions = _in_concert(actions, known)
    then = Known(state, power, actions)
    aside = [
        order
        for what, orders in might.items()
        if what.endswith(beside) and chance.random() < CARE
        for order in _aside(_by_kind(orders), then, chance)
    ]
    found = [short(order) for order in (*actions, *aside)]
    found += [f"STANDING: {line}" for line in found if chance.random() < STANDING]
    if known.is_movement():
        found += _proxies(known, chance)
    if state.standing.get(power) and chance.random() < CANCEL:
        found.append("CANCEL STANDING 1")
    return found


def _by_kind(orders: Iterable[Standable]) -> dict[type, list[Standable]]:
    found: dict[type, list[Standable]] = {}
    for order in orders:
        found.setdefault(type(order), []).append(order)
    return found


def _one(orders: list[Standable], known: Known, chance: Random) -> list[Standable]:
    """A lawful one of *orders*, or none."""
    for order in chance.sample(orders, min(TRIES, len(orders))):
        if is_lawful(order, known):
            return [order]
    return []


def _action(
    by_kind: dict[type, list[Standable]], known: Known, chance: Random, aims: Aims
) -> list[Standable]:
    gains = [order for order in by_kind.get(act.Neutralise, ()) if _gains(order, known.state)]
    leads = by_kind.get(act.Lead, [])
    company = COMPANY if leads and leads[0].unit.kind in aims else LOYALTY  # type: ignore[union-attr]
    for orders, wish in ((gains, GREED), (leads, company)):
        if chance.random() < wish and (found := _one(orders, known, chance)):
            return found
    nearer = _nearer(by_kind, known, aims)
    if nearer and chance.random() < AIMING:
        return [nearer]
    flights = [order for order in by_kind.get(act.Retreat, ()) if is_lawful(order, known)]
    if flights and chance.random() < HASTE:
        return flights[:1]
    while by_kind:
        kinds = list(by_kind)
        kind = chance.choices(kinds, [WEIGHTS.get(one, 1.0) for one in kinds])[0]
        found = _one(by_kind.pop(kind), known, chance)
        if found:
            return found
    return []


def _gains(order: Standable, state: State) -> bool:
    """Does the Ranger end where another power owns a centre that is empty?"""
    target = order.path[-1] if isinstance(order, act.Neutralise) else ""
    empty = all(one.place != target for one in state.military)
    return empty and state.owners.get(target, "Gondor") != "Gondor"


def _in_concert(actions: list[Standable], known: Known) -> list[Standable]:
    """One's own units do what others of one's own help them to do."""
    own = {one.place for one in known.units}
    helpers = [order for order in actions if (told := _helped(order)) and told.unit.place in own]
    busy = {order.unit for order in helpers}  # type: ignore[union-attr]  # all help has a giver
    agreed: dict[Unit, Standable] = {}
    for order in helpers:
        told = _helped(order)
        if told and told.unit not in busy and is_lawful(told, known):
            agreed.setdefault(told.unit, told)
    return [*(order for order in actions if getattr(order, "unit", None) not in agreed), *agreed.values()]


def _helped(order: Standable) -> act.Move | act.HoldThenMove | None:
    """The order that *order* helps."""
    match order:
        case act.Convoy(passenger=unit, target=target):
            return act.Move(unit, (target,))
        case act.SupportMove(supported=unit, path=path):
            return act.Move(unit, path)
        case act.SupportSecond(supported=unit, path=path, holds=holds) if path:
            return act.HoldThenMove(unit, path[0]) if holds else act.Move(unit, path)
    return None


def _aside(by_kind: dict[type, list[Standable]], known: Known, chance: Random) -> Iterator[Standable]:
    for orders in by_kind.values():
        if chance.random() < _wish(orders[0], known.state):
            yield from _one(orders, known, chance)


def _wish(order: Standable, state: State) -> float:
    """How likely it is ordered: the Ring tempts its bearer."""
    bearer = state.ring.bearer
    if isinstance(order, act.PutOnRing) and bearer and order.unit.place == bearer.place:
        return TEMPTATION
    return ASIDE.get(type(order), 0.9)


def _proxies(known: Known, chance: Random) -> Iterator[str]:
    for one in known.units:
        if one.place != ground.OFF and chance.random() < PROXY:
            order = act.Proxy(Unit(one.kind, one.place, one.size), chance.choice(ground.POWERS))
            yield from [short(order)] if is_lawful(order, known) else []


# Aims.


def _nearer(by_kind: dict[type, list[Standable]], known: Known, aims: Aims) -> Standable | None:
    """The step that brings a piece nearest to its aim."""
    moves = [order for order in by_kind.get(act.Move, ()) if isinstance(order, act.Move)]
    if not moves or not is_piece(moves[0].unit.kind):
        return None
    unit = moves[0].unit
    aim = _aim(unit, known.state, aims)
    if not aim or aim == unit.place:
        return None
    way = _distances(unit.kind, aim)
    moves.sort(key=lambda move: way.get(move.path[-1], len(ground.PROVINCES)))
    return next((move for move in moves[:TRIES] if is_lawful(move, known)), None)


def _aim(unit: Unit, state: State, aims: Aims) -> Place:
    """A little bird tells where the Ring lies, if it is wanted."""
    aim = aims.get(unit.kind, "")
    return state.ring.place if aim in RING_BEARERS and state.ring.how == "lies" else aim


@cache
def _distances(kind: str, aim: Place) -> dict[Place, int]:
    """Steps from everywhere to *aim*."""
    found, edge = {aim: 0}, [aim]
    while edge:
        place = edge.pop(0)
        for before in ground.PROVINCES:
            if before not in found and place in ground.steps(kind, before):
                found[before] = found[place] + 1
                edge.append(before)
    return found


# Openings.


class Opening(msgspec.Struct, frozen=True):
    """*kind* of *power* begins in *place*, perhaps with the Ring, and goes to *aim*."""

    power: Power
    kind: str
    place: Place
    has_ring: bool
    aim: Place = ""


BY_THE_RULES: None = None
OPENINGS: tuple[Opening | None, ...] = (
    BY_THE_RULES,
    Opening("Elves", "Fe", "Gor", True, "Oro"),
    Opening("Saruman", "Saruman", "Ise", True, "Ise"),
    Opening("Elves", "Fe", "Wol", False, "Fan"),
    Opening("Gondor", "R", "HDe", False, "Dhw"),
    Opening("Umbar", "A", "HUm", True),
    Opening("Mordor", "Sauron", "Bar", True, "Bar"),
    Opening("Gondor", "Faramir", "MTi", True, "Oro"),
    Opening("Dwarves", "A", "Blu", True),
    Opening("Rohan", "C", "Edo", True),
    BY_THE_RULES,
)


def opening(state: State, number: int, aims: Aims) -> tuple[State, Aims]:
    """Two games of eleven begin by the rules; in others a unit stands near an aim, perhaps with the Ring."""
    chosen = OPENINGS[number % len(OPENINGS)]
    if chosen is BY_THE_RULES:
        return state, aims
    power, kind, place = chosen.power, chosen.kind, chosen.place
    ring = Ring("carried", bearer=Bearer(power, kind, place)) if chosen.has_ring else state.ring
    if not is_piece(kind):
        assert any((one.power, one.kind, one.place) == (power, kind, place) for one in state.military)
        return msgspec.structs.replace(state, ring=ring), aims
    others = (one for one in state.personalities if one.kind != kind)
    pieces = tuple(sorted((*others, Personality(power, kind, place))))
    begun = msgspec.structs.replace(state, personalities=pieces, ring=ring)
    return begun, {**aims, kind: chosen.aim}

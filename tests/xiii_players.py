"""What does a random player of Downfall XIII order?  By lot, among what `choices` holds lawful.

His pieces mostly walk towards a place where something may happen; what may be done there he seldom forgets.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from random import Random

import msgspec

from adjudicator.downfall_xiii import ground
from adjudicator.downfall_xiii.choices import BESIDES, candidates, is_lawful
from adjudicator.downfall_xiii.known import Known
from adjudicator.downfall_xiii.position import Bearer, Piece, Ring, State
from adjudicator.middle_earth import actions as act
from adjudicator.middle_earth.actions import Place, Power, Standable, Unit
from adjudicator.middle_earth.pieces import is_piece
from adjudicator.middle_earth.wording import short

Aims = Mapping[str, Place]  # where a kind of piece goes in this game

OBEDIENCE = 0.9  # how many units of a power get an order
CARE = 0.4  # for how many of them what stands beside the action is thought of
AIMING = 0.75  # how often a piece takes the next step to its aim
HASTE = 0.6  # how often one flees to the first area in the alphabet: so do others
TRIES = 4  # of one kind of order, until the next kind is tried
AIMS: Mapping[str, tuple[Place, ...]] = {
    "Fe": ("Oro", "Lor", "MTi", "Fan", "DHa"),
    "Gandalf": ("KDu", "DHa", "Eas"),
    "Aragorn": ("DHa", "FEr"),
    "Nazgul": ("Fan", "Shi", "MTi"),
    "Lord of the Nazgul": ("KDu", "KDu", "MTi"),
    "Saruman": ("Oro", "Ise"),
}
RING_BEARERS = ("Oro", "Lor", "MTi")  # whoever goes there fetches the Ring first

WEIGHTS: Mapping[type, float] = {
    act.Hold: 0.5,
    act.Move: 5.0,
    act.SupportMove: 2.0,
    act.SupportSecond: 0.5,
    act.Merge: 1.0,
    act.FastFerry: 2.0,
    act.Embark: 2.0,
    act.Disembark: 2.0,
    act.Neutralise: 2.0,
    act.PathsOfTheDead: 50.0,
    act.MarchWithEnts: 50.0,
    act.Disband: 0.2,
    act.Waive: 0.2,
}
ASIDE: Mapping[type, float] = {  # how often what stands beside the action is ordered
    act.Destroy: 0.15,
    act.ClaimRing: 0.1,
    act.PutOnRing: 0.04,
    act.SeizeRing: 0.1,
    act.DestroyRing: 0.5,
    act.PassRing: 0.3,
    act.ThrowRing: 0.05,
    act.Takes: 0.3,
}
TEMPTATION, HOPE = 0.15, 0.5
STANDING, PROXY, CANCEL = 0.02, 0.03, 0.1


def aims(chance: Random) -> Aims:
    return {kind: chance.choice(places) for kind, places in AIMS.items()}


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


def _aside(by_kind: dict[type, list[Standable]], known: Known, chance: Random) -> Iterator[Standable]:
    for orders in by_kind.values():
        if chance.random() < _wish(orders[0], known.state):
            yield from _one(orders, known, chance)


def _wish(order: Standable, state: State) -> float:
    """How likely it is ordered: the Ring tempts its bearer."""
    bearer = state.ring.bearer
    if isinstance(order, act.PutOnRing) and order.unit.kind == "Galadriel":
        return HOPE
    if isinstance(order, act.PutOnRing) and bearer and order.unit.place == bearer.place:
        return TEMPTATION
    return ASIDE.get(type(order), 0.9)


def _proxies(known: Known, chance: Random) -> Iterator[str]:
    for stack in known.stacks:
        if stack.power == known.power and chance.random() < PROXY:
            unit = Unit(stack.kind, stack.place, stack.count)
            order = act.Proxy(unit, chance.choice(ground.POWERS))
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
    moves.sort(key=lambda move: way.get(move.path[-1], len(ground.LAND)))
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
        for before in ground.LAND:
            if before not in found and place in ground.steps(kind, before):
                found[before] = found[place] + 1
                edge.append(before)
    return found


# Openings.

OPENINGS: tuple[tuple[str, Place, bool, Place], ...] = (
    ("", "", False, ""),  # as the rules have it
    ("Fe", "Gor", True, "Oro"),
    ("Fe", "Ano", True, "MTi"),
    ("Fe", "VAn", True, "Lor"),
    ("Fe", "Cel", True, "Lor"),
    ("Fe", "Wol", False, "Fan"),
    ("Aragorn", "HDe", False, "DHa"),
    ("Fe", "Los", True, "MTi"),
    ("Saruman", "Gor", True, "Oro"),
    ("Saruman", "Ise", True, "Ise"),
    ("Sauron", "Bar", True, "Bar"),
)


def opening(state: State, number: int, aims: Aims) -> tuple[State, Aims]:
    """One game of eleven begins by the rules; in others a piece stands near an aim, perhaps with the Ring."""
    kind, place, has_ring, aim = OPENINGS[number % len(OPENINGS)]
    moved = [piece for piece in state.pieces if piece.kind == kind]
    if not moved:
        return state, aims
    piece = Piece(moved[0].power, kind, place)
    pieces = tuple(sorted((*(one for one in state.pieces if one.kind != kind), piece)))
    ring = Ring("carried", bearer=Bearer(piece.power, kind, place)) if has_ring else state.ring
    return msgspec.structs.replace(state, pieces=pieces, ring=ring), {**aims, kind: aim}

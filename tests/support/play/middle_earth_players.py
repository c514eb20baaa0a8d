"""A random player for the games of Middle-earth, who draws orders from the legal `choices`.

Each game supplies `Ways`: which orders there are, how likely they are, and which are preferred.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any, Generic, Protocol, TypeVar

from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Place, Power, Standable, Unit
from adjudicator.middle_earth.language.writing import short
from adjudicator.middle_earth.resolve.pieces import is_piece

Aims = Mapping[str, Place]  # where a kind of piece goes in this game
ByKind = dict[type, list[Standable]]

OBEDIENCE = 0.9  # share of the units that get an order
CARE = 0.4  # share of those for which additional orders are considered
AIMING = 0.75  # how often a piece takes the next step to its aim
HASTE = 0.6  # how often a unit retreats to its first choice, so that several meet in one place
TRIES = 4  # tries of one kind of order before the next kind
STANDING, PROXY, CANCEL = 0.02, 0.03, 0.1


class Known(Protocol):
    """The position as one power knows it."""

    @property
    def state(self) -> Any: ...

    def is_movement(self) -> bool: ...


K = TypeVar("K", bound=Known)


@dataclass(frozen=True, eq=False)
class Ways(Generic[K]):
    """What a game supplies for its random players."""

    known: Callable[[Any, Power, Iterable[Standable]], K]  # the position, the power, the orders
    candidates: Callable[[K], Mapping[str, Iterable[Standable]]]
    is_lawful: Callable[[Standable, K], bool]
    beside: str  # the end of the heading of additional orders
    powers: Sequence[Power]
    lendable: Callable[[K], Iterator[Unit]]  # units for which the power may give a proxy
    places: Sequence[Place]  # where pieces can be
    steps: Callable[[str, Place], Iterable[Place]]
    ring_bearers: Sequence[Place]  # a unit with this aim fetches the Ring first
    weights: Mapping[type, float]  # weight of a kind of action, 1 by default
    preference: Callable[[Standable, Any], float]  # how likely an additional order is given
    before_all: Callable[[ByKind, K, Random, Aims], list[Standable]] = lambda *_: []  # preferred to the aim
    in_concert: Callable[[list[Standable], K], list[Standable]] = lambda actions, _: actions


def lines(state: Any, power: Power, chance: Random, aims: Aims, ways: Ways[K]) -> list[str]:
    """Return a random order sheet of *power*."""
    if state.over or power in state.eliminated:
        return []
    known = ways.known(state, power, ())
    orders_of = ways.candidates(known)
    might = {what: orders for what, orders in orders_of.items() if chance.random() < OBEDIENCE}
    actions = [
        order
        for what, orders in might.items()
        if not what.endswith(ways.beside)
        for order in _action(_by_kind(orders), known, chance, aims, ways)
    ]
    actions = ways.in_concert(actions, known)
    then = ways.known(state, power, actions)
    aside = [
        order
        for what, orders in might.items()
        if what.endswith(ways.beside) and chance.random() < CARE
        for order in _aside(_by_kind(orders), then, chance, ways)
    ]
    found = [short(order) for order in (*actions, *aside)]
    found += [f"STANDING: {line}" for line in found if chance.random() < STANDING]
    if known.is_movement():
        found += _proxies(known, chance, ways)
    if state.standing.get(power) and chance.random() < CANCEL:
        found.append("CANCEL STANDING 1")
    return found


def _by_kind(orders: Iterable[Standable]) -> ByKind:
    found: ByKind = {}
    for order in orders:
        found.setdefault(type(order), []).append(order)
    return found


def one_of(
    orders: Sequence[Standable], known: K, chance: Random, is_lawful: Callable[[Standable, K], bool]
) -> list[Standable]:
    """Return a legal one of *orders*, or none."""
    for order in chance.sample(orders, min(TRIES, len(orders))):
        if is_lawful(order, known):
            return [order]
    return []


def _action(by_kind: ByKind, known: K, chance: Random, aims: Aims, ways: Ways[K]) -> list[Standable]:
    if found := ways.before_all(by_kind, known, chance, aims):
        return found
    nearer = _nearer(by_kind, known, aims, ways)
    if nearer and chance.random() < AIMING:
        return [nearer]
    flights = [order for order in by_kind.get(act.Retreat, ()) if ways.is_lawful(order, known)]
    if flights and chance.random() < HASTE:
        return flights[:1]
    while by_kind:
        kinds = list(by_kind)
        kind = chance.choices(kinds, [ways.weights.get(one, 1.0) for one in kinds])[0]
        found = one_of(by_kind.pop(kind), known, chance, ways.is_lawful)
        if found:
            return found
    return []


def _aside(by_kind: ByKind, known: K, chance: Random, ways: Ways[K]) -> Iterator[Standable]:
    for orders in by_kind.values():
        if chance.random() < ways.preference(orders[0], known.state):
            yield from one_of(orders, known, chance, ways.is_lawful)


def _proxies(known: K, chance: Random, ways: Ways[K]) -> Iterator[str]:
    for unit in ways.lendable(known):
        if chance.random() < PROXY:
            order = act.Proxy(unit, chance.choice(ways.powers))
            yield from [short(order)] if ways.is_lawful(order, known) else []


def _nearer(by_kind: ByKind, known: K, aims: Aims, ways: Ways[K]) -> Standable | None:
    """Return the move that brings a piece nearest to its aim, None if there is none."""
    moves = [order for order in by_kind.get(act.Move, ()) if isinstance(order, act.Move)]
    if not moves or not is_piece(moves[0].unit.kind):
        return None
    unit = moves[0].unit
    aim = _aim(unit, known.state, aims, ways)
    if not aim or aim == unit.place:
        return None
    way = _distances(unit.kind, aim, ways)
    moves.sort(key=lambda move: way.get(move.path[-1], len(ways.places)))
    return next((move for move in moves[:TRIES] if ways.is_lawful(move, known)), None)


def _aim(unit: Unit, state: Any, aims: Aims, ways: Ways[K]) -> Place:
    """Return the aim of a piece, or the place of the Ring if it must fetch the Ring first.

    The test may know where the Ring is; a player does not.
    """
    aim = aims.get(unit.kind, "")
    lies: Place = state.ring.place
    return lies if aim in ways.ring_bearers and state.ring.how == "lies" else aim


@cache
def _distances(kind: str, aim: Place, ways: Ways[Any]) -> dict[Place, int]:
    """Return the number of steps to *aim* from each place."""
    found, edge = {aim: 0}, [aim]
    while edge:
        place = edge.pop(0)
        for before in ways.places:
            if before not in found and place in ways.steps(kind, before):
                found[before] = found[place] + 1
                edge.append(before)
    return found

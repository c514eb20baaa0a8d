"""A random player of Downfall XIII, who draws orders from the legal `choices`.

Pieces mostly go to places where something may happen, and mostly do what is possible there.
"""

from collections.abc import Iterator, Mapping
from functools import partial
from random import Random

import msgspec

from adjudicator.downfall_xiii import ground
from adjudicator.downfall_xiii.language.knowledge import Known
from adjudicator.downfall_xiii.position import Bearer, Piece, Ring, State
from adjudicator.downfall_xiii.view.choices import candidates, is_lawful
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Place, Standable, Unit
from adjudicator.middle_earth.view.later_choices import BESIDES
from tests.support.play import middle_earth_players
from tests.support.play.middle_earth_players import Aims, Ways

AIMS: Mapping[str, tuple[Place, ...]] = {
    "Fe": ("Oro", "Lor", "MTi", "Fan", "DHa"),
    "Gandalf": ("KDu", "DHa", "Eas"),
    "Aragorn": ("DHa", "FEr"),
    "Nazgul": ("Fan", "Shi", "MTi"),
    "Lord of the Nazgul": ("KDu", "KDu", "MTi"),
    "Saruman": ("Oro", "Ise"),
}
RING_BEARERS = ("Oro", "Lor", "MTi")  # a unit that goes there fetches the Ring first

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
ASIDE: Mapping[type, float] = {  # how often an additional order is given with the action
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


def aims(chance: Random) -> Aims:
    return {kind: chance.choice(places) for kind, places in AIMS.items()}


def _preference(order: Standable, state: State) -> float:
    """Return how likely the order is given; putting on the Ring is more likely for its bearer."""
    bearer = state.ring.bearer
    if isinstance(order, act.PutOnRing) and order.unit.kind == "Galadriel":
        return HOPE
    if isinstance(order, act.PutOnRing) and bearer and order.unit.place == bearer.place:
        return TEMPTATION
    return ASIDE.get(type(order), 0.9)


def _lendable(known: Known) -> Iterator[Unit]:
    for stack in known.stacks:
        if stack.power == known.power:
            yield Unit(stack.kind, stack.place, stack.count)


WAYS = Ways(
    known=Known,
    candidates=candidates,
    is_lawful=is_lawful,
    beside=BESIDES.format(unit=""),
    powers=ground.POWERS,
    lendable=_lendable,
    places=ground.LAND,
    steps=ground.steps,
    ring_bearers=RING_BEARERS,
    weights=WEIGHTS,
    preference=_preference,
)
lines = partial(middle_earth_players.lines, ways=WAYS)


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
    """Return the position and the aims of an opening: by the rules, or with a piece near its aim.

    One game of eleven begins by the rules.
    """
    kind, place, has_ring, aim = OPENINGS[number % len(OPENINGS)]
    moved = [piece for piece in state.pieces if piece.kind == kind]
    if not moved:
        return state, aims
    piece = Piece(moved[0].power, kind, place)
    pieces = tuple(sorted((*(one for one in state.pieces if one.kind != kind), piece)))
    ring = Ring("carried", bearer=Bearer(piece.power, kind, place)) if has_ring else state.ring
    return msgspec.structs.replace(state, pieces=pieces, ring=ring), {**aims, kind: aim}

"""A random player of Hardbop, who draws orders from the legal `choices`.

Pieces mostly go to places where something may happen, and mostly do what is possible there.
"""

from collections.abc import Iterator, Mapping
from functools import partial
from random import Random

import msgspec

from adjudicator.hardbop import ground
from adjudicator.hardbop.language.knowledge import Known
from adjudicator.hardbop.position import Bearer, Personality, Ring, State
from adjudicator.hardbop.view.choices import candidates, is_lawful
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Place, Power, Standable, Unit
from adjudicator.middle_earth.resolve.pieces import is_piece
from adjudicator.middle_earth.view.later_choices import BESIDES
from tests.support.play import middle_earth_players
from tests.support.play.middle_earth_players import Aims, ByKind, Ways, one_of

GREED, COMPANY = 0.7, 0.2  # how often the Ranger takes a centre, and a piece with an aim leads a unit
LOYALTY = 0.9  # how often a piece without an aim leads a unit
AIMS: Mapping[str, tuple[Place, ...]] = {
    "Fe": ("Oro", "Fan", "Shi", "KDu"),
    "R": ("Dhw", "Dld", "KDu", "Wol"),
    "Gandalf": ("KDu", "MMo", "Edo"),
    "Sauron": ("Bar", "KDu", "Oro", "Dag"),
    "Nazgul": ("MTi", "Ise"),
    "Saruman": ("Ise", "Oro"),
}
RING_BEARERS = ("Oro", "Bar", "Ise")  # a unit that goes there fetches the Ring first

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
ASIDE: Mapping[type, float] = {  # how often an additional order is given with the action
    act.Destroy: 0.3,
    act.PutOnRing: 0.02,
    act.DestroyRing: 0.5,
    act.PassRing: 0.3,
    act.Lead: 0.5,  # permission for another power's piece to lead the unit
    act.Retreat: 0.3,  # of the Nazgul, in case it is driven out
}
TEMPTATION = 0.2


def aims(chance: Random) -> Aims:
    """Return an aim for each kind of piece; in one game of three only for the Fellowship and the Ranger."""
    found = {kind: chance.choice(places) for kind, places in AIMS.items()}
    return found if chance.random() < 2 / 3 else {kind: found[kind] for kind in ("Fe", "R")}


def _before_all(by_kind: ByKind, known: Known, chance: Random, aims: Aims) -> list[Standable]:
    """Return the order that is preferred to all others: the Ranger gains a centre, or a leader leads."""
    gains = [order for order in by_kind.get(act.Neutralise, ()) if _gains(order, known.state)]
    leads = by_kind.get(act.Lead, [])
    company = COMPANY if leads and leads[0].unit.kind in aims else LOYALTY  # type: ignore[union-attr]
    for orders, preference in ((gains, GREED), (leads, company)):
        if chance.random() < preference and (found := one_of(orders, known, chance, is_lawful)):
            return found
    return []


def _gains(order: Standable, state: State) -> bool:
    """Return whether the Ranger ends in an empty centre of another power."""
    target = order.path[-1] if isinstance(order, act.Neutralise) else ""
    empty = all(one.place != target for one in state.military)
    return empty and state.owners.get(target, "Gondor") != "Gondor"


def _in_concert(actions: list[Standable], known: Known) -> list[Standable]:
    """Give units the orders that other units of their power support or convoy."""
    own = {one.place for one in known.units}
    helpers = [order for order in actions if (helped := _helped(order)) and helped.unit.place in own]
    busy = {order.unit for order in helpers}  # type: ignore[union-attr]  # orders that help have a unit
    agreed: dict[Unit, Standable] = {}
    for order in helpers:
        helped = _helped(order)
        if helped and helped.unit not in busy and is_lawful(helped, known):
            agreed.setdefault(helped.unit, helped)
    return [*(order for order in actions if getattr(order, "unit", None) not in agreed), *agreed.values()]


def _helped(order: Standable) -> act.Move | act.HoldThenMove | None:
    """Return the order that *order* supports or convoys, None if it does neither."""
    match order:
        case act.Convoy(passenger=unit, target=target):
            return act.Move(unit, (target,))
        case act.SupportMove(supported=unit, path=path):
            return act.Move(unit, path)
        case act.SupportSecond(supported=unit, path=path, holds=holds) if path:
            return act.HoldThenMove(unit, path[0]) if holds else act.Move(unit, path)
    return None


def _preference(order: Standable, state: State) -> float:
    """Return how likely the order is given; putting on the Ring is more likely for its bearer."""
    bearer = state.ring.bearer
    if isinstance(order, act.PutOnRing) and bearer and order.unit.place == bearer.place:
        return TEMPTATION
    return ASIDE.get(type(order), 0.9)


def _lendable(known: Known) -> Iterator[Unit]:
    for one in known.units:
        if one.place != ground.OFF:
            yield Unit(one.kind, one.place, one.size)


WAYS = Ways(
    known=Known,
    candidates=candidates,
    is_lawful=is_lawful,
    beside=BESIDES.format(unit=""),
    powers=ground.POWERS,
    lendable=_lendable,
    places=tuple(ground.PROVINCES),
    steps=ground.steps,
    ring_bearers=RING_BEARERS,
    weights=WEIGHTS,
    preference=_preference,
    before_all=_before_all,
    in_concert=_in_concert,
)
lines = partial(middle_earth_players.lines, ways=WAYS)


# Openings.


class Opening(msgspec.Struct, frozen=True):
    """An opening: the unit *kind* of *power* begins in *place*, perhaps with the Ring, and has an aim."""

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
    """Return the position and the aims of an opening: by the rules, or with a unit in a certain place.

    Two games of eleven begin by the rules.
    """
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

"""The board of XIII as tables: where each kind of unit may go, and what the ground adds.

Everything here is public and does not change during a game. What depends on alignments or on fleets in rivers
is passed as an argument. Clauses: XIII 6e (off the board), 7a to 7d and 7g (lines, garrisons, fortresses,
mountains, gates), 7h (rivers).
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final

from adjudicator.core import board
from adjudicator.core.phrasing import speech_of
from adjudicator.middle_earth.language.orders import Place, Power
from adjudicator.middle_earth.resolve.pieces import GOOD, PIECES
from adjudicator.middle_earth.resolve.pieces import NAMES as PIECE_NAMES

BOARD: Final = board.load("adjudicator.downfall_xiii")
POWERS: Final[tuple[Power, ...]] = BOARD.powers
NAMES: Mapping[Place, str] = {place: province.name for place, province in BOARD.provinces.items()}
SPEECH = speech_of("adjudicator.downfall_xiii", *PIECES, *PIECE_NAMES.values())
SPOKEN: Mapping[str, str] = {  # names of places and powers inside sentences
    **SPEECH.spoken(),
    **{power: SPEECH.named(power) for power in POWERS},
}
PROVINCES: Final = BOARD.provinces
CENTRES: Final = frozenset(BOARD.centres)
HOMES: Final[Mapping[Power, tuple[Place, ...]]] = BOARD.homes
LAND: Final = tuple(place for place, province in PROVINCES.items() if province.kind == "land")
SEA: Final = frozenset(place for place, province in PROVINCES.items() if province.kind == "sea")
RIVERS: Final = tuple(place for place, province in PROVINCES.items() if province.kind == "river")
WATER: Final = SEA | frozenset(RIVERS)
INLAND: Final = WATER - SEA  # the rivers, as a set
FOREST: Final = frozenset(place for place, province in PROVINCES.items() if province.terrain == "forest")
MARSH = frozenset(place for place, province in PROVINCES.items() if "cavalry" in province.impassable_to)
OFF: Final = "Off"

NORTH_WEST = tuple(sorted(place for place in LAND if PROVINCES[place].facts.get("ring_side") == "NW"))  # 7a
RING_PLACES = tuple(place for place in NORTH_WEST if place not in BOARD.settings["ring_excluded"])  # 8.1
OCCUPIED_AT_START = frozenset(one.at for one in BOARD.start if one.at)
GANDALF_STARTS = tuple(sorted(p for p in LAND if PROVINCES[p].facts.get("gandalf_start")))  # 2.2
SHADOWFAX: Final = frozenset(BOARD.extra["groups"]["shadowfax"])  # 6a.vii
SAURON_CONFINED: Final = frozenset(BOARD.extra["groups"]["sauron_confined"])  # 5.11
UMBAR_TRIGGER: Final = frozenset(BOARD.extra["groups"]["umbar_trigger"])  # 9.7
FLEET_YARDS = frozenset(place for place in LAND if PROVINCES[place].facts.get("fleets_built_here"))  # 6g.12

ARMY: Mapping[Place, tuple[Place, ...]] = BOARD.army_neighbours
FLEET: Mapping[Place, tuple[Place, ...]] = BOARD.fleet_neighbours
CROSSINGS: Final[Mapping[tuple[Place, Place], Place]] = {
    pair: border.via
    for border in BOARD.borders
    if border.kind == "crossing" and border.via
    for pair in ([border.between] if border.one_way else [border.between, border.between[::-1]])
}
GATE = frozenset({"Hol", "KDu"})


def _light() -> dict[Place, tuple[Place, ...]]:
    """Return the neighbours for the pieces that cross mountains: Gandalf, Aragorn, the Nazgul (7d.1)."""
    beside: dict[Place, set[Place]] = {place: set(ARMY[place]) for place in PROVINCES}
    for border in BOARD.borders:
        one, other = border.between
        if border.kind == "land" and border.mountain:
            beside[one].add(other)
            beside[other].add(one)
    return {place: tuple(sorted(found)) for place, found in beside.items()}


LIGHT: Mapping[Place, tuple[Place, ...]] = _light()
CAVALRY: Mapping[Place, tuple[Place, ...]] = {
    place: tuple(found for found in beside if found not in MARSH) for place, beside in ARMY.items()
}
CLIMBERS = frozenset(BOARD.settings["mountain_crossers"])

_TABLES: Mapping[str, Mapping[Place, tuple[Place, ...]]] = {
    "A": ARMY,
    "C": CAVALRY,
    "F": FLEET,
    **dict.fromkeys(CLIMBERS, LIGHT),
}
STEPS: Final[dict[str, dict[Place, frozenset[Place]]]] = {
    kind: {place: frozenset(beside) for place, beside in table.items()} for kind, table in _TABLES.items()
}
_ON_FOOT: Final = STEPS["A"]


def steps(kind: str, place: Place) -> frozenset[Place]:
    """Return the areas that *kind* may enter from *place*, rivers open; most pieces move as armies do."""
    return STEPS.get(kind, _ON_FOOT)[place]


def may_step(kind: str, start: Place, end: Place, barred: frozenset[Place] = frozenset()) -> bool:
    """Return whether *kind* may take the step; *barred* are wide rivers with a hostile fleet (7h.1)."""
    if end not in STEPS.get(kind, _ON_FOOT)[start]:
        return False
    return not barred or CROSSINGS.get((start, end)) not in barred


def may_support(
    kinds: Iterable[str], start: Place, aim: Place, origin: Place, barred: frozenset[Place]
) -> bool:
    """Return whether units in *start* may support one from *origin* into *aim*; if it stands, origin is aim.

    A unit may support where it may move, except at the Hollin gate (7g.3, 7g.4) and off the board (6e.3).
    """
    if start in (OFF, aim) or gate_bars(start, aim, origin):
        return False
    return all(may_step(kind, start, aim, barred) for kind in kinds)


def gate_bars(start: Place, aim: Place, origin: Place) -> bool:
    """Return whether the Hollin gate bars this support (7g.3, 7g.4)."""
    if start == "KDu" and aim == "Hol":
        return True
    return (start == "Hol" and origin == "Aza") or (start == "Aza" and "Hol" in (aim, origin))


def shores(water: Place) -> frozenset[Place]:
    """Return the land areas on a sea or river."""
    return frozenset(place for place in FLEET[water] if place not in WATER)


@cache
def seas_between(start: Place, end: Place) -> tuple[Place, ...]:
    """Return the sea or river areas that touch both coasts (6g.3)."""
    return tuple(water for water in sorted(WATER) if {start, end} <= shores(water))


def fortress(place: Place, power: Power, alignment: str, gone: Iterable[Place] = ()) -> int:
    """Return what *place* adds to the defence of units of *power* (7c)."""
    province = PROVINCES[place]
    if not province.fortress or place in gone:
        return 0
    if province.fortress_for in ("", power):
        return province.fortress
    return province.fortress if province.fortress_for == alignment == GOOD else 0


def is_fortress(place: Place, gone: Iterable[Place] = ()) -> bool:
    """Return whether it is a fortress, which a Ranger cannot neutralise (7c.7)."""
    return PROVINCES[place].fortress > 0 and place not in gone


WALLS: Final = frozenset(place for place, province in PROVINCES.items() if province.fortress)
GARRISONS: Final = frozenset(place for place, province in PROVINCES.items() if province.garrison)


def garrison_resists(place: Place, owner: Power | None, power: Power, alignment: str) -> bool:
    """Return whether the garrison of *place*, owned by *owner*, resists units of *power* (7b.1, 7b.2)."""
    against = PROVINCES[place].garrison_against
    if power == owner:
        return False
    return against == "all" or alignment in against


def home_of(place: Place) -> Power | None:
    return PROVINCES[place].home

"""The board of Hardbop as tables: where each kind of unit may go, and what the ground adds.

Everything here is public and does not change during a game. Clauses: HB 3.1(c), 5.1 to 5.5, 7.1.
"""

from collections import deque
from collections.abc import Iterable, Mapping

from adjudicator.core import board
from adjudicator.core.board import Border
from adjudicator.core.phrasing import speech_of
from adjudicator.hardbop import options
from adjudicator.middle_earth.language.orders import Place, Power
from adjudicator.middle_earth.resolve.pieces import NAMES as PIECE_NAMES
from adjudicator.middle_earth.resolve.pieces import PIECES

BOARD = board.load("adjudicator.hardbop")
POWERS: tuple[Power, ...] = BOARD.powers
PROVINCES = BOARD.provinces
NAMES: Mapping[Place, str] = {place: province.name for place, province in PROVINCES.items()}
SPEECH = speech_of("adjudicator.hardbop", *PIECES, *PIECE_NAMES.values())
SPOKEN: Mapping[str, str] = {  # names of places and powers inside sentences
    **SPEECH.spoken(),
    **{power: SPEECH.named(power) for power in POWERS},
}
CENTRES = frozenset(BOARD.centres)
HOMES: Mapping[Power, tuple[Place, ...]] = BOARD.homes
LAND = tuple(sorted(place for place, province in PROVINCES.items() if province.kind == "land"))
WATER = frozenset(place for place, province in PROVINCES.items() if province.kind == "sea")
MARSH = frozenset(place for place, province in PROVINCES.items() if "army" in province.impassable_to)
OFF = "Off"
ERECH, KHAZAD_DUM, ISENGARD, FANGORN, DUNHARROW, FIRE = "Ech", "KDu", "Ise", "Fan", "Dhw", "Oro"
CORSAIRS = "Cit"  # 6.8
WEST_GATE = frozenset({"Hol", "Rhu"})  # 5.5
EAST_GATE = "Aza"
OFF_BOARD_CENTRES: int = BOARD.settings["offboard_centres"]

MILITARY = ("A", "E", "C", "F", "P")
ARMIES = ("A", "E")
CLIMBERS: tuple[str, ...] = tuple(BOARD.settings["mountain_crossers"])  # 5.7
TWO_SPACES = ("Gandalf", "R", "Nazgul", "C")  # 2.2
LEGENDARY = ("ents", "paths-of-the-dead")  # borders that only one special action crosses


def _beside(*open_: Iterable[Border]) -> dict[Place, frozenset[Place]]:
    found: dict[Place, set[Place]] = {place: set() for place in PROVINCES}
    for border in (border for borders in open_ for border in borders):
        one, other = border.between
        found[one].add(other)
        if not border.one_way:
            found[other].add(one)
    return {place: frozenset(near) for place, near in found.items()}


def _without(table: Mapping[Place, frozenset[Place]], shut: Iterable[Place]) -> dict[Place, frozenset[Place]]:
    return {place: near - frozenset(shut) for place, near in table.items()}


_ORDINARY = [border for border in BOARD.borders if border.kind not in LEGENDARY]
_BY_LAND = [border for border in _ORDINARY if border.army]
_BY_WATER = [border for border in _ORDINARY if border.fleet]
_MARSHY = [border for border in _ORDINARY if "pirate" in border.only]
_MOUNTAINS = [border for border in _ORDINARY if border.mountain]
_TO_ERECH = [border for border in _ORDINARY if "Ranger" in border.only]

ARMY = _beside(_BY_LAND)
FLEET = _beside(_BY_WATER)
PIRATE = _beside(_BY_LAND, _BY_WATER, _MARSHY)
_FREE = PIRATE  # personalities go over land, marsh and sea (3.1(c))
_LIGHT = _without(_beside(_BY_LAND, _BY_WATER, _MARSHY, _MOUNTAINS), (ERECH,))

STEPS: Mapping[str, Mapping[Place, frozenset[Place]]] = {
    **dict.fromkeys(("A", "E", "C"), ARMY),
    "F": FLEET,
    "P": PIRATE,
    **dict.fromkeys(("Faramir", "Fe"), _FREE),
    "R": _beside(_BY_LAND, _BY_WATER, _MARSHY, _TO_ERECH),
    **dict.fromkeys(CLIMBERS, _LIGHT),
    "Nazgul": _without(_LIGHT, WATER),  # 3.10(a)
}
NEAR = _beside([b for b in _ORDINARY if not b.mountain and b.kind != "entry"])  # 7.3(b)
_NEAR_OVER_MOUNTAINS = _beside([b for b in _ORDINARY if b.kind != "entry"])
ANY_WAY = _beside(BOARD.borders)  # counted as steps from a place (7.1(a), 6.9)


def near(place: Place, chosen: Mapping[str, str]) -> frozenset[Place]:
    """Return where the Ring may be passed to from *place*, given the options of a game (7.3(b))."""
    table = NEAR if options.is_default(chosen, options.OVER_MOUNTAINS) else _NEAR_OVER_MOUNTAINS
    return table[place]


def steps(kind: str, place: Place) -> frozenset[Place]:
    """Return the spaces that *kind* may enter from *place* in one step."""
    return STEPS[kind][place]


def may_step(kind: str, start: Place, end: Place) -> bool:
    return end in STEPS[kind][start]


def may_support(kind: str, start: Place, aim: Place, origin: Place) -> bool:
    """Return whether *kind* may support from *start* into *aim*; of a unit that stands, origin is aim."""
    return start not in (OFF, aim) and may_step(kind, start, aim) and not is_gated(start, aim, origin)


def is_gated(start: Place, aim: Place, origin: Place) -> bool:
    """Return whether a gate bars the support: Khazad-dum is attacked by the other gate (5.5)."""
    if aim != KHAZAD_DUM or origin == aim:
        return False
    return (start in WEST_GATE and origin == EAST_GATE) or (start == EAST_GATE and origin in WEST_GATE)


def distances(starts: Iterable[Place]) -> dict[Place, int]:
    """Return the steps from the nearest of *starts*, over any border."""
    return _distances(starts, ANY_WAY)


def _distances(starts: Iterable[Place], table: Mapping[Place, frozenset[Place]]) -> dict[Place, int]:
    found = dict.fromkeys(starts, 0)
    waiting = deque(found)
    while waiting:
        place = waiting.popleft()
        for beside in sorted(table[place] - found.keys()):
            found[beside] = found[place] + 1
            waiting.append(beside)
    return found


# Fortresses and garrisons at the start (5.3).

GARRISONS = frozenset(place for place, province in PROVINCES.items() if province.garrison)
DWARVEN_HALLS = (KHAZAD_DUM, "HDe")  # 6.6


def garrisons(chosen: Mapping[str, str]) -> frozenset[Place]:
    """Return where garrisons are at the start, given the options of a game (5.3(b))."""
    return GARRISONS if options.is_default(chosen, options.DURIN) else GARRISONS - {KHAZAD_DUM}


def fortress(place: Place, power: Power, gone: bool = False) -> int:
    """Return what *place* adds to the defence of units of *power* (5.1)."""
    province = PROVINCES[place]
    return province.fortress if not gone and province.fortress_for in ("", power) else 0


def is_fortress(place: Place) -> bool:
    return PROVINCES[place].fortress > 0


def resisted(place: Place) -> tuple[str, ...]:
    """Return the alignments that the first garrison of *place* resists."""
    against = PROVINCES[place].garrison_against
    return ("Good", "Neutral", "Evil") if against == "all" else tuple(against)


# Where the Ring may be at the start (7.1).

HIDING_FROM_MORDOR = 3
_STARTS = frozenset(one.at for one in BOARD.start if one.at)
_MORDORS_STARTS = frozenset(one.at for one in BOARD.start if one.power == "Mordor" and one.at)
GUNDABAD = "Gun"


def marches(starts: Iterable[Place]) -> dict[Place, int]:
    """Return the steps of an army over land from the nearest of *starts* (7.1(a)).

    The last step, into a space that no army can enter, may cross any border: otherwise marshes would be far
    from everything.
    """
    found = _distances(starts, ARMY)
    shut = [place for place in LAND if place not in found]
    beside = {place: [found[near] for near in ANY_WAY[place] if near in found] for place in shut}
    return {**found, **{place: min(near) + 1 for place, near in beside.items() if near}}


def _hiding_places(far: Mapping[Place, int]) -> tuple[Place, ...]:
    return tuple(
        place
        for place in LAND
        if far.get(place, 0) > HIDING_FROM_MORDOR and place not in {*_STARTS, ERECH, KHAZAD_DUM}
    )


_RING_PLACES: Mapping[str, tuple[Place, ...]] = {
    "army": _hiding_places(marches(_MORDORS_STARTS)),
    "any-border": _hiding_places(distances(_MORDORS_STARTS)),
    "without-gundabad": _hiding_places(marches(_MORDORS_STARTS - {GUNDABAD})),
}


def ring_places(chosen: Mapping[str, str]) -> tuple[Place, ...]:
    """Return where the Ring may be at the start, given the options of a game (7.1(a))."""
    return _RING_PLACES[options.value(chosen, options.DISTANCE)]

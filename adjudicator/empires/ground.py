"""The board: zones, Powers, countries, counters and tracks of `board.toml`, and their names.

The board has its own loader, because `adjudicator.core.board` expects provinces with kinds and borders.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import TypeVar

import msgspec
from msgspec import Struct

from adjudicator.core.board_rows import BoardError
from adjudicator.core.language.words import Names, Unreadable, key, listed
from adjudicator.core.package_files import text_beside
from adjudicator.core.toml import tables_of
from adjudicator.empires.sentences import say

Zone = str  # an id: "paris"
Power = str
Row = TypeVar("Row")

GERMANY, FRANCO_BRITISH, RUSSIA, AUSTRIA = "Germany", "Franco-British", "Russia", "Austria-Hungary"
SURRENDER = "Russian surrender"  # a track of diplomacy


class ZoneFacts(Struct, frozen=True, forbid_unknown_fields=True):
    """A space of the board. *start* is the Power that controls it when the game begins, "" for none."""

    id: Zone
    name: str
    abbr: str
    home: str
    terrain: str
    at: tuple[float, float]
    neighbours: tuple[Zone, ...]
    aliases: tuple[str, ...] = ()
    start: Power = ""
    city: bool = False
    port: bool = False
    square: bool = False
    stack: int = 3
    trench: int = 1  # what a trench adds here (9.2.8)
    regions: tuple[str, ...] = ()


class PowerFacts(Struct, frozen=True, forbid_unknown_fields=True):
    name: Power
    aliases: tuple[str, ...]
    coalition: str
    actions: int
    recruit_steps: int
    start_vp: int
    nations: tuple[str, ...]
    countries: tuple[str, ...]
    technologies: tuple[str, ...]


class Country(Struct, frozen=True, forbid_unknown_fields=True):
    """A country. *power*: the Power that it belongs to, or that it can join; "" for Greece."""

    name: str
    neutral: bool
    power: Power = ""
    recruits: str = ""


class Counter(Struct, frozen=True, forbid_unknown_fields=True):
    """Army counters of one kind; *full* and *reduced* are (combat, support)."""

    nation: str
    power: Power
    count: int
    full: tuple[int, int]
    reduced: tuple[int, int]
    technology: bool
    size: str = ""


class Track(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the diplomacy table; it moves in the seasons *first* to *last* only."""

    name: str
    aliases: tuple[str, ...]
    forward: tuple[Power, ...]
    backward: tuple[Power, ...]
    first: int
    last: int
    final: int
    joins: Power = ""
    country: str = ""
    unjoined_vp: int = 0


class Board(Struct, frozen=True, eq=False):
    """The board; compared by identity."""

    name: str
    width: float
    height: float
    trenches: int
    max_missions: int
    turns: int
    stacking: int  # armies of one Power in most zones
    powers: Mapping[Power, PowerFacts]  # in the order of play
    countries: Mapping[str, Country]
    counters: Mapping[tuple[str, str], Counter]  # by nation and size
    tracks: Mapping[str, Track]
    zones: Mapping[Zone, ZoneFacts]
    ports: tuple[Zone, ...]
    mediterranean: tuple[Zone, ...]
    arrows: tuple[tuple[Zone, Zone], ...]
    setup: Mapping[Power, tuple[str, ...]]
    setup_trenches: Mapping[Power, tuple[str, ...]]
    entry: Mapping[str, tuple[str, ...]]
    entry_trenches: Mapping[str, tuple[str, ...]]


def _rows(tables: Mapping[str, object], name: str, kind: type[Row]) -> list[Row]:
    try:
        return msgspec.convert(tables[name], list[kind])  # type: ignore[valid-type]
    except (KeyError, msgspec.ValidationError) as fault:
        raise BoardError(f"empires/board.toml, {name}: {fault}") from None


@cache
def board() -> Board:
    """Read the board beside this file. Raises BoardError."""
    text = text_beside("adjudicator.empires", "board.toml")
    tables = tables_of(text)
    stacking = tables["stacking"]
    zones = {zone["id"]: {"stack": stacking, **zone} for zone in tables["zone"]}
    read = Board(
        name=tables["name"],
        width=tables["width"],
        height=tables["height"],
        trenches=tables["trenches"],
        max_missions=tables["max_missions"],
        turns=tables["turns"],
        stacking=stacking,
        powers={row.name: row for row in _rows(tables, "power", PowerFacts)},
        countries={row.name: row for row in _rows(tables, "country", Country)},
        counters={(row.nation, row.size): row for row in _rows(tables, "counter", Counter)},
        tracks={row.name: row for row in _rows(tables, "track", Track)},
        zones={row.id: row for row in _rows({"zone": list(zones.values())}, "zone", ZoneFacts)},
        ports=tuple(tables["links"]["sea"]),
        mediterranean=tuple(tables["links"]["mediterranean"]),
        arrows=tuple((one, other) for one, other in tables["links"]["arrows"]),
        **{
            name: {owner: tuple(lines) for owner, lines in tables[name].items()}
            for name in ("setup", "setup_trenches", "entry", "entry_trenches")
        },
    )
    _check(read)
    return read


def _check(read: Board) -> None:
    for zone in read.zones.values():
        for other in zone.neighbours:
            if other not in read.zones:
                raise BoardError(f'empires/board.toml, zone {zone.id}, neighbours: no zone "{other}"')
            if zone.id not in read.zones[other].neighbours:
                raise BoardError(f"empires/board.toml, zone {zone.id}, neighbours: {other} does not say so")
        if zone.home not in read.countries:
            raise BoardError(f'empires/board.toml, zone {zone.id}, home: no country "{zone.home}"')


BOARD = board()
ZONES = BOARD.zones
POWERS: tuple[Power, ...] = tuple(BOARD.powers)
NATIONS = tuple(dict.fromkeys(nation for nation, _ in BOARD.counters))
REGIONS = tuple(dict.fromkeys(region for zone in ZONES.values() for region in zone.regions))
ZONE_NAMES = Names({zone.id: (zone.name, zone.abbr, *zone.aliases) for zone in ZONES.values()}, "zone")
TRACK_NAMES = Names({track.name: (track.name, *track.aliases) for track in BOARD.tracks.values()}, "track")
TECHNOLOGY_SPELLINGS = {
    "Defence 1": ("Defense 1",),
    "Defence 2": ("Defense 2",),
    "Manoeuvre": ("Maneuver",),
    "Gas": ("Poison gas",),
    "Assault Troopers": ("Assault Troops",),
}
TECHNOLOGIES = tuple(dict.fromkeys(name for power in BOARD.powers.values() for name in power.technologies))
TECHNOLOGY_NAMES = Names(
    {name: (name, *TECHNOLOGY_SPELLINGS.get(name, ())) for name in TECHNOLOGIES}, "technology"
)
_POWER_WORDS = {
    key(word): power.name for power in BOARD.powers.values() for word in (power.name, *power.aliases)
}


def power_called(words: str) -> Power | None:
    return _POWER_WORDS.get(key(words))


def zone_name(zone: Zone) -> str:
    return ZONES[zone].name


def zone_names(zones: Iterable[Zone]) -> str:
    return listed([zone_name(zone) for zone in zones], "and")


def places(words: str) -> tuple[str, ...]:
    """Return the id of the zone, or the name of the region, that *words* name. Raises Unreadable."""
    region = {key(name): name for name in REGIONS}.get(key(words))
    if region:
        return (region,)
    try:
        return (ZONE_NAMES.find(words),)
    except Unreadable as fault:
        raise Unreadable(say("there_is_no_zone_or_region", words=words), fault.remedy) from None


def partner(power: Power) -> Power:
    """Return the other Power of the coalition."""
    return next(name for name in own_side(power) if name != power)


@cache
def own_side(power: Power) -> tuple[Power, ...]:
    """Return the Power and its partner. 4.2"""
    coalition = BOARD.powers[power].coalition
    return tuple(name for name, facts in BOARD.powers.items() if facts.coalition == coalition)


@cache
def enemies(power: Power) -> tuple[Power, ...]:
    return tuple(name for name in POWERS if name not in own_side(power))


@cache
def track_of(country: str) -> str:
    """Return the track on which a neutral country joins; "" if it has none."""
    return next((track.name for track in BOARD.tracks.values() if track.country == country), "")


@cache
def zones_of(country: str) -> tuple[Zone, ...]:
    return tuple(zone.id for zone in ZONES.values() if zone.home == country)


@cache
def chief_nation(power: Power) -> str:
    return BOARD.powers[power].nations[0]

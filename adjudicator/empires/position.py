"""The position of a game as an immutable value, its text form, and simple facts derived from it."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from adjudicator.core import encoding
from adjudicator.empires.ground import (
    BOARD,
    GERMANY,
    POWERS,
    SURRENDER,
    ZONES,
    Counter,
    Power,
    Zone,
    enemies,
    own_side,
    partner,
    track_of,
)
from adjudicator.empires.language.standing import Standing
from adjudicator.empires.sentences import say

FULL, REDUCED = 2, 1
ITALIAN = ("Italy", "Italian frontier")  # the regions of 9.1.11


class Army(Struct, frozen=True, array_like=True, gc=False):
    """An army on the board. *power*: its present owner; *cut*: out of supply since an earlier check."""

    id: int
    nation: str
    size: str  # "" or "small"
    zone: Zone
    power: Power
    steps: int = FULL
    cut: bool = False

    @property
    def counter(self) -> Counter:
        return BOARD.counters[self.nation, self.size]

    @property
    def combat(self) -> int:
        return (self.counter.full if self.steps == FULL else self.counter.reduced)[0]

    @property
    def support(self) -> int:
        return (self.counter.full if self.steps == FULL else self.counter.reduced)[1]

    @property
    def is_ceded(self) -> bool:
        return self.power != self.counter.power


class Fought(Struct, frozen=True, array_like=True):
    """One attack, or all attacks of a Power's turn in one zone: whether one of them succeeded."""

    power: Power
    zone: Zone
    is_won: bool


class TurnSoFar(Struct, frozen=True):
    """What the Power in turn has done; PAUSE (S.2) may divide a turn into several messages."""

    named_at: Mapping[int, Zone] = {}  # an army's zone when the turn began, or where it was recruited
    was_cut: tuple[int, ...] = ()  # armies cut before the turn
    joined: tuple[int, ...] = ()  # armies of a country that came into the war in this turn
    actions: tuple[str, ...] = ()
    has_acted: bool = False  # done anything except RECRUIT; the extra Activation and gas count
    activated: tuple[int, ...] = ()
    attacked: tuple[int, ...] = ()
    crossed: tuple[Zone, ...] = ()  # zones that armies moved into and out of
    air_used: bool = False
    dutiful: int = 0  # attacks made that 9.0.6 or 9.0.7 ask for
    could_attack: int = 0  # how many such attacks were open when the turn began
    is_paused: bool = False  # the Power has paused in this turn (S.2)
    follows: bool = False  # its partner has just played under the same deadline (4.6)
    combats: tuple[Fought, ...] = ()  # in order; each zone as often as it was attacked


class PlannedSheet(Struct, frozen=True):
    """Lines sent ahead of a Power's turn."""

    lines: tuple[str, ...] = ()


class Position(Struct, frozen=True):
    """The position of a game. Mappings by Power leave out a Power that has nothing."""

    season: int
    power: Power
    number: int
    armies: tuple[Army, ...]
    next_id: int
    control: Mapping[Zone, Power]
    trenches: Mapping[Zone, Mapping[Power, int]]
    available: Mapping[Power, tuple[str, ...]] = {}  # in box 2 since an earlier season
    obtained: Mapping[Power, tuple[str, ...]] = {}  # reached box 2 this season
    research: Mapping[Power, tuple[str, ...]] = {}  # in box 1
    missions: Mapping[Power, int] = {}
    diplomacy: Mapping[str, int] = {}
    used: Mapping[Power, tuple[str, ...]] = {}  # Gas, Offensive, Gallipoli of this year
    salonika: bool = False
    attacks: Mapping[Power, int] = {}  # made in 1916 that count for 9.0.7
    chances: Mapping[Power, int] = {}  # that could have been made
    omitted: Mapping[Power, int] = {}  # obligatory attacks not made (5.7)
    shown: Mapping[Power, tuple[str, ...]] = {}  # technologies that were used, and are public since (10.0.6)
    higher: Mapping[Power, Mapping[str, int]] = {}  # the latest season in which its +1 was seen, by branch
    standing: Mapping[Power, Standing] = {}
    chosen: Mapping[Power, tuple[str, ...]] = {}  # technologies of the set-up, until the first turn
    sheets: Mapping[Power, PlannedSheet] = {}  # sent ahead
    turn: TurnSoFar = TurnSoFar()
    fought: tuple[Fought, ...] = ()  # in each Power's latest turn, the latest last
    pauses: Mapping[Power, int] = {}  # of this year (S.2)
    options: Mapping[str, str] = {}
    is_prepared: bool = True  # the technologies of the set-up are in box 1
    over: bool = False
    winners: tuple[Power, ...] = ()


_DECODER = msgspec.json.Decoder(Position)


def from_text(text: str) -> Position:
    return _DECODER.decode(text)


def to_text(position: Position) -> str:
    return encoding.to_text(position)


# ---- countries


def has_joined(position: Position, country: str) -> bool:
    """Return whether the country is in the war, from the start or by its track."""
    track = track_of(country)
    if not track:
        return not BOARD.countries[country].neutral
    return track_is_final(position, track)


def track_is_final(position: Position, track: str) -> bool:
    return position.diplomacy.get(track, 0) >= BOARD.tracks[track].final


def has_surrendered(position: Position) -> bool:
    return track_is_final(position, SURRENDER)


def is_out(position: Position, army: Army) -> bool:
    """Return whether the army has surrendered with Russia. 12.6"""
    return army.counter.power == "Russia" and has_surrendered(position)


def home_power(position: Position, zone: Zone) -> Power:
    """Return the Power whose home the zone is; "" for a neutral country and for Greece."""
    country = ZONES[zone].home
    return BOARD.countries[country].power if has_joined(position, country) else ""


# ---- armies


def in_zone(position: Position, zone: Zone) -> tuple[Army, ...]:
    return tuple([army for army in position.armies if army.zone == zone])


def of_power(armies: Iterable[Army], power: Power) -> tuple[Army, ...]:
    return tuple([army for army in armies if army.power == power])


def hostile(armies: Iterable[Army], power: Power) -> tuple[Army, ...]:
    """Return the enemies of *power*."""
    return tuple([army for army in armies if army.power in enemies(power)])


def army_of(position: Position, id_: int) -> Army | None:
    return next((army for army in position.armies if army.id == id_), None)


def changed(position: Position, army: Army) -> Position:
    """Return the position with *army* in place of the army that has its id."""
    return replace(
        position, armies=tuple([army if other.id == army.id else other for other in position.armies])
    )


def without(position: Position, army: Army) -> Position:
    return replace(position, armies=tuple([other for other in position.armies if other.id != army.id]))


def reduced(position: Position, army: Army) -> Position:
    """Return the position after one loss of *army*. 9.2.11"""
    if army.steps == REDUCED:
        return without(position, army)
    return changed(position, replace(army, steps=REDUCED))


def with_army(position: Position, army: Army) -> Position:
    """Put a new army on the board, with the next free id."""
    named = {**position.turn.named_at, position.next_id: army.zone}
    return replace(
        position,
        armies=(*position.armies, replace(army, id=position.next_id)),
        next_id=position.next_id + 1,
        turn=replace(position.turn, named_at=named),
    )


def in_box(position: Position, nation: str, size: str) -> int:
    """Return how many counters of that kind are left. 1.1"""
    used = sum(army.nation == nation and army.size == size for army in position.armies)
    return BOARD.counters[nation, size].count - used


@cache
def is_italian(zone: Zone) -> bool:
    """Return whether the zone is one of 9.1.11."""
    return any(region in ITALIAN for region in ZONES[zone].regions)


def why_no_room(position: Position, zone: Zone, power: Power, nation: str, but: int = 0) -> str:
    """Return why an army of *power* may not end in *zone*, "" if it may. *but*: the id of an army to ignore.

    3.1, 3.2 and 9.1.11.
    """
    here = [army for army in in_zone(position, zone) if army.id != but]
    if of_power(here, partner(power)):
        return say("armies_of_stand_in", power=partner(power), name=ZONES[zone].name)
    if len(of_power(here, power)) >= ZONES[zone].stack:
        return say("has_room_for_armies_of_power", name=ZONES[zone].name, stack=ZONES[zone].stack)
    if is_italian(zone) and _is_second_in_italy(position, nation, but):
        return say("in_italy_and_on_its_frontier")
    return ""


LIMITED_IN_ITALY = (("German",), ("French", "British"))


def _is_second_in_italy(position: Position, nation: str, but: int) -> bool:
    group = next((nations for nations in LIMITED_IN_ITALY if nation in nations), ())
    return any(army.nation in group and army.id != but and is_italian(army.zone) for army in position.armies)


# ---- zones


def is_own_side(position: Position, zone: Zone, power: Power) -> bool:
    return position.control.get(zone, "") in own_side(power)


def is_enemys(position: Position, zone: Zone, power: Power) -> bool:
    return position.control.get(zone, "") in enemies(power)


def trench_of(position: Position, zone: Zone, power: Power) -> int:
    """Return the level of the Power's trench in the zone, 0 for none."""
    return position.trenches.get(zone, {}).get(power, 0)


def with_trench(position: Position, zone: Zone, power: Power, level: int) -> Position:
    here = {name: height for name, height in position.trenches.get(zone, {}).items() if name != power}
    if level:
        here[power] = level
    here = {name: here[name] for name in POWERS if name in here}
    trenches = {**position.trenches, zone: here}
    return replace(position, trenches={name: trenches[name] for name in ZONES if trenches.get(name)})


def trenches_left(position: Position) -> int:
    """Return how many counters are in the box; a trench of level 2 is one counter. 11.3"""
    return BOARD.trenches - sum(len(here) for here in position.trenches.values())


# ---- technologies


def may_use(position: Position, power: Power, technology: str) -> bool:
    return technology in position.available.get(power, ())


def level(position: Position, army: Army, branch: str) -> int:
    """Return the Attack or Defence level with which an army fights. 10.1.1, 10.0.7, 14.4"""
    if not army.counter.technology:
        return 0
    names = [name for name in position.available.get(level_owner(army), ()) if name.startswith(branch)]
    return max((int(name.split()[-1]) for name in names), default=0)


def level_owner(army: Army) -> Power:
    """Return the Power whose levels the army fights with: a ceded German army uses Germany's. 14.4"""
    return GERMANY if army.nation == "German" else army.power


def with_missions(position: Position, power: Power, change: int) -> Position:
    """Change the Power's missions within the limits of 13.1."""
    held = min(BOARD.max_missions, max(0, position.missions.get(power, 0) + change))
    return replace(position, missions=ordered({**position.missions, power: held}))


Held = TypeVar("Held")


def ordered(by_power: Mapping[Power, Held]) -> dict[Power, Held]:
    """Return the mapping in the order of play, so that equal states are equal bytes."""
    return {power: by_power[power] for power in POWERS if power in by_power}

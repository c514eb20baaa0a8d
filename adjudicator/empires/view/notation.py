"""Read and write positions in the notation of the rule cases."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from adjudicator.core.game import Facts
from adjudicator.core.language.words import Refusal, key
from adjudicator.empires.ground import (
    BOARD,
    NATIONS,
    POWERS,
    TECHNOLOGY_NAMES,
    TRACK_NAMES,
    ZONE_NAMES,
    ZONES,
    Power,
    Zone,
    chief_nation,
    power_called,
    zone_name,
)
from adjudicator.empires.language import standing
from adjudicator.empires.language.parsing import said
from adjudicator.empires.position import (
    FULL,
    REDUCED,
    Army,
    Position,
    ordered,
    track_is_final,
    with_trench,
)
from adjudicator.empires.record import Record, parts
from adjudicator.empires.resolve import phases, victory
from adjudicator.empires.resolve.diplomacy import joined
from adjudicator.empires.sentences import say

ONCE_A_YEAR = ("Gas", "Offensive", "Gallipoli")
KEYS = ("phase", "turn", "units", "state", "options")
UNIT = re.compile(
    r"(?:(?P<count>\d+) )?(?:(?P<nation>\w+) )?(?:(?P<size>small) )?arm(?:y|ies) (?P<zone>.+?)"
    r"(?: (?P<step>full|reduced))?(?P<cut> \[?cut\]?)?",
    re.IGNORECASE,
)


def place(facts: Facts) -> Position:
    """Parse a position in the notation of the case files. Raises ValueError, which names the wrong key."""
    for name in facts:
        if name not in KEYS:
            raise ValueError(say("position_key_is_unknown", called=name, keys=", ".join(KEYS)))
    power = _power(str(facts.get("phase", POWERS[0])), "phase")
    position = replace(phases.start(_options(facts)), season=_season(facts))
    position = replace(position, armies=(), trenches={}, next_id=1)
    position = _with_state(position, facts.get("state") or {})
    position = replace(position, number=(position.season - 1) * len(POWERS) + POWERS.index(power) + 1)
    for owner, units in (facts.get("units") or {}).items():
        armies = [
            army for unit in units if key(unit) != "none" for army in _armies(unit, _power(owner, "units"))
        ]
        for army in armies:
            position = replace(
                position,
                armies=(*position.armies, replace(army, id=position.next_id)),
                next_id=position.next_id + 1,
            )
    _check(position)
    return phases.begun(_prepared(position, power), power)


def _prepared(position: Position, power: Power) -> Position:
    """Let Powers choose the technologies of the set-up before the first turn; by default they have none."""
    if position.season == 1 and power == POWERS[0]:
        return replace(position, chosen=dict.fromkeys(POWERS, ()))
    return replace(position, is_prepared=True)


def _options(facts: Facts) -> Mapping[str, str]:
    """Return the options of the case; by default it plays the turn of one Power."""
    options = {str(name): str(value) for name, value in (facts.get("options") or {}).items()}
    return phases.with_defaults({"pace": "single", **options})


def _season(facts: Facts) -> int:
    season = facts.get("turn", 1)
    if not isinstance(season, int) or not 1 <= season <= BOARD.turns:
        raise ValueError(say("position_season_is_out_of_range", turns=BOARD.turns, season=season))
    return season


def _power(words: str, where: str) -> Power:
    power = power_called(words)
    if power is None:
        raise ValueError(say("position_power_is_unknown", where=where, words=words, powers=", ".join(POWERS)))
    return power


def _armies(words: str, power: Power) -> list[Army]:
    found = UNIT.fullmatch(words.strip())
    if found is None:
        raise ValueError(say("position_is_not_an_army", words=words))
    nation = (found["nation"] or chief_nation(power)).capitalize()
    size = (found["size"] or "").casefold()
    if nation not in NATIONS or (nation, size) not in BOARD.counters:
        raise ValueError(say("position_no_army_of_that_size", words=words, size=size, nation=nation))
    steps = REDUCED if (found["step"] or "").casefold() == "reduced" else FULL
    army = Army(0, nation, size, _zone(found["zone"], "units"), power, steps, cut=bool(found["cut"]))
    owner = army.counter.power
    if power not in (owner, "Austria-Hungary" if nation == "German" else owner):
        raise ValueError(say("position_army_of_another_power", words=words, nation=nation, power=power))
    return [army] * int(found["count"] or 1)


def _zone(words: str, where: str) -> Zone:
    try:
        return ZONE_NAMES.find(words)
    except ValueError as fault:
        raise ValueError(f"{where}: {fault}") from None


def _check(position: Position) -> None:
    """Check the number of counters and stacking. 1.1, 3.1"""
    for (nation, size), counter in BOARD.counters.items():
        number = sum(army.nation == nation and army.size == size for army in position.armies)
        if number > counter.count:
            raise ValueError(
                say(
                    "position_has_too_many_armies",
                    number=number,
                    size=size,
                    nation=nation,
                    count=counter.count,
                )
            )
    for zone, facts in ZONES.items():
        for power in POWERS:
            number = sum(army.zone == zone and army.power == power for army in position.armies)
            if number > facts.stack:
                raise ValueError(
                    say(
                        "position_zone_is_overfull",
                        number=number,
                        power=power,
                        called=facts.name,
                        stack=facts.stack,
                    )
                )


# ---- the state, key by key


Listed = str | list[str]


class StateWords(Struct, frozen=True, forbid_unknown_fields=True):
    """The keys of `state`, with their types."""

    diplomacy: dict[str, int] = {}
    control: dict[str, str] = {}
    trenches: dict[str, Listed] = {}
    technologies: dict[str, Listed] = {}
    obtained: dict[str, Listed] = {}
    research: dict[str, Listed] = {}
    missions: dict[str, int] = {}
    pauses: dict[str, int] = {}
    used: dict[str, Listed] = {}
    salonika: bool = False
    attacks: dict[str, int] = {}
    omitted: dict[str, int] = {}
    standing: dict[str, Listed] = {}


def _with_state(position: Position, state: Mapping[str, Any]) -> Position:
    for name in state:
        if name not in STATE:
            raise ValueError(say("position_fact_is_unknown", called=name, known=", ".join(STATE)))
    try:
        msgspec.convert(state, StateWords)
    except msgspec.ValidationError as fault:
        what, _, path = str(fault).partition(" - at `$.")
        raise ValueError(f"state, {re.split(r'[^a-z]', path)[0]}: {what[:1].lower()}{what[1:]}") from None
    for name, into in STATE.items():  # diplomacy before control: a country that joins brings its zones
        if name in state:
            position = into(position, state[name])
    return position


def _listed(words: Listed) -> list[str]:
    return [words] if isinstance(words, str) else words


def _diplomacy(position: Position, boxes: Mapping[str, int]) -> Position:
    named = {TRACK_NAMES.find(name): box for name, box in boxes.items()}
    for name, box in named.items():
        if not 0 <= box <= BOARD.tracks[name].final:
            raise ValueError(
                say("position_track_has_no_such_box", called=name, final=BOARD.tracks[name].final, box=box)
            )
    position = replace(position, diplomacy={name: named[name] for name in BOARD.tracks if named.get(name)})
    for name, track in BOARD.tracks.items():
        if track_is_final(position, name):
            position = replace(joined(position, track), armies=(), trenches={}, next_id=1)
    return position


def _control(position: Position, control: Mapping[str, str]) -> Position:
    held = dict(position.control)
    for words, owner in control.items():
        zone = _zone(words, "state, control")
        held[zone] = "" if owner == "none" else _power(owner, "state, control")
    return replace(position, control={zone: held[zone] for zone in ZONES if held.get(zone)})


def _trenches(position: Position, trenches: Mapping[str, Listed]) -> Position:
    for words, here in trenches.items():
        zone = _zone(words, "state, trenches")
        for one in _listed(here):
            if key(one) == "none":
                continue
            owner, _, level = one.rpartition(" ")
            if level not in ("1", "2"):
                raise ValueError(say("position_is_not_a_trench", one=one))
            position = with_trench(position, zone, _power(owner, "state, trenches"), int(level))
    return position


def _tiles(name: str, where: str) -> Callable[[Position, Mapping[str, Listed]], Position]:
    def into(position: Position, tiles: Mapping[str, Listed]) -> Position:
        held = {
            _power(power, where): tuple(TECHNOLOGY_NAMES.find(tile) for tile in _listed(names))
            for power, names in tiles.items()
        }
        return replace(position, **{name: ordered(held)})

    return into


def _used(position: Position, used: Mapping[str, Listed]) -> Position:
    held = {}
    for power, names in used.items():
        found = {
            name: next((known for known in ONCE_A_YEAR if key(known) == key(name)), "")
            for name in _listed(names)
        }
        if "" in found.values():
            raise ValueError(
                say(
                    "position_used_is_unknown",
                    named=", ".join(_listed(names)),
                    once_a_year=", ".join(ONCE_A_YEAR),
                )
            )
        held[_power(power, "state, used")] = tuple(found.values())
    return replace(position, used=ordered(held))


def _by_power(name: str) -> Callable[[Position, Mapping[str, int]], Position]:
    def into(position: Position, values: Mapping[str, int]) -> Position:
        held = {_power(power, f"state, {name}"): value for power, value in values.items()}
        return replace(position, **{name: ordered(held)})

    return into


def _salonika(position: Position, is_open: bool) -> Position:
    return replace(position, salonika=is_open)


def _standing(position: Position, written: Mapping[str, Listed]) -> Position:
    held = {}
    for words, text in written.items():
        orders = standing.NOTHING
        for line in said(text.splitlines() if isinstance(text, str) else text):
            if not isinstance(line.order, standing.StandingOrder):
                why = line.order if isinstance(line.order, Refusal) else "this is not a standing order."
                raise ValueError(f'state, standing: "{line.text}": {why}')
            orders = standing.with_order(orders, line.order)
        held[_power(words, "state, standing")] = orders
    return replace(position, standing=ordered(held))


STATE: Mapping[str, Callable[[Position, Any], Position]] = {
    "diplomacy": _diplomacy,
    "control": _control,
    "trenches": _trenches,
    "technologies": _tiles("available", "state, technologies"),
    "obtained": _tiles("obtained", "state, obtained"),
    "research": _tiles("research", "state, research"),
    "missions": _by_power("missions"),
    "pauses": _by_power("pauses"),
    "used": _used,
    "salonika": _salonika,
    "attacks": _by_power("attacks"),
    "omitted": _by_power("omitted"),
    "standing": _standing,
}


# ---- from a position to the notation


def describe(position: Position, record: Record | None) -> dict[str, Any]:
    """Return the position in the words of the case files, and the outcome of each order in the record."""
    turns = parts(record) if record else ()
    return {
        "units": {power: list(_units(position, power)) or ["none"] for power in POWERS},
        "dislodged": {},
        "centres": {
            power: [zone_name(zone) for zone, holder in position.control.items() if holder == power]
            for power in POWERS
        },
        "state": {**_state(position), **_boxes(position, turns)},
        "results": {turn.power: {step.reading: step.outcome for step in turn.steps} for turn in turns},
        "scores": {
            turn.power: {
                step.reading: f"{step.combat.attacker.score}-{step.combat.defender.score}"
                for step in turn.steps
                if step.combat
            }
            for turn in turns
        },
        "winner": list(position.winners),
    }


def _units(position: Position, power: Power) -> Iterable[str]:
    """Yield the armies as the cases name them, equal armies together: "2 Armies Metz"."""
    counted: dict[str, int] = {}
    for army in sorted(position.armies, key=lambda army: army.id):
        if army.power == power:
            counted[_unit(army)] = counted.get(_unit(army), 0) + 1
    for words, number in counted.items():
        yield words if number == 1 else f"{number} {words.replace('Army', 'Armies', 1)}"


def _unit(army: Army) -> str:
    is_chief = army.nation in ("German", "Austrian", "Russian") and not army.is_ceded
    step = "reduced" if army.steps == REDUCED else ""
    words = ("" if is_chief else army.nation, army.size, "Army", zone_name(army.zone), step)
    return " ".join(filter(None, words))


def _state(position: Position) -> dict[str, Any]:
    return {
        "control": {zone_name(zone): position.control.get(zone, "none") for zone in ZONES},
        "trenches": {zone_name(zone): _trench(position, zone) for zone in ZONES},
        "technologies": {power: list(position.available.get(power, ())) for power in POWERS},
        "obtained": {power: list(position.obtained.get(power, ())) for power in POWERS},
        "research": {power: list(position.research.get(power, ())) for power in POWERS},
        "missions": {power: position.missions.get(power, 0) for power in POWERS},
        "pauses": {power: position.pauses.get(power, 0) for power in POWERS},
        "diplomacy": {name: position.diplomacy.get(name, 0) for name in BOARD.tracks},
        "used": {power: list(position.used.get(power, ())) for power in POWERS},
        "salonika": position.salonika,
        "attacks": {power: position.attacks.get(power, 0) for power in POWERS},
        "omitted": {power: position.omitted.get(power, 0) for power in POWERS},
        "standing": {
            power: list(standing.in_words(position.standing.get(power, standing.NOTHING))) for power in POWERS
        },
        "vp": victory.points(position),
    }


def _boxes(position: Position, turns: Sequence[Record]) -> dict[str, Any]:
    """List what a turn put into box 2 as *obtained*, even if it ended the season. 10.0.3"""
    for turn in turns:
        now = position.available.get(turn.power, ())
        new = [name for name in now if any(step.reading == f"Researches {name}" for step in turn.steps)]
        if turn.season != position.season and new:
            described = {name: _state(position)[name] for name in ("technologies", "obtained")}
            described["technologies"][turn.power] = [name for name in now if name not in new]
            described["obtained"][turn.power] = new
            return described
    return {}


def _trench(position: Position, zone: Zone) -> str | list[str]:
    here = [f"{power} {level}" for power, level in position.trenches.get(zone, {}).items()]
    return "none" if not here else here[0] if len(here) == 1 else here

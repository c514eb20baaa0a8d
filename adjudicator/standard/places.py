"""How is a position told in the words of the rule cases (`tests/cases/README.md`)?  There and back."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from adjudicator import board
from adjudicator.game import Facts
from adjudicator.position import Dislodged, Place, Position, Unit
from adjudicator.standard import retreats
from adjudicator.standard.phases import YEAR, powers
from adjudicator.standard.record import Record, power_of
from adjudicator.standard.wording import sentence, short_unit

FIRST_YEAR = 1901
KEYS = ("phase", "turn", "units", "dislodged", "contested", "centres", "state", "options")
NOBODY = "none"
BY_CONVOY = "convoy"


def place(facts: Facts) -> Position:
    """Raises ValueError that names the key at fault."""
    for key in facts:
        if key not in KEYS:
            raise ValueError(f"{key}: no such key; a position has {', '.join(KEYS)}")
    if facts.get("options"):
        raise ValueError(f"options: standard Diplomacy has none, not {', '.join(facts['options'])}")
    phase = facts.get("phase", "movement")
    season, year, number = _moment(phase, facts)
    units = tuple(_unit(power, text, "units") for power, text in _rows(facts.get("units", {}), "units"))
    _check_alone(units)
    return Position(
        year=year,
        season=season,
        phase=phase,
        number=number,
        units=units,
        owners=_owners(facts.get("centres", {})),
        dislodged=tuple(
            _beaten(power, text) for power, text in _rows(facts.get("dislodged", {}), "dislodged")
        ),
        contested=tuple(_place(text, "contested") for text in facts.get("contested", ())),
    )


def _moment(phase: str, facts: Facts) -> tuple[str, int, int]:
    """Season, year and the number of the judging; `turn` counts movements from Spring 1901 on."""
    if phase not in {step.phase for step in YEAR}:
        raise ValueError(f'phase: no phase "{phase}"; write movement, retreat or adjustment')
    turn = facts.get("turn", 2 if phase == "adjustment" else 1)
    season = "Autumn" if phase == "adjustment" or turn % 2 == 0 else "Spring"
    state = facts.get("state", {})
    for key in state:
        if key not in ("season", "year"):
            raise ValueError(f"state, {key}: no such fact; standard Diplomacy has season and year")
    season, year = state.get("season", season), state.get("year", FIRST_YEAR + (turn - 1) // 2)
    if season not in ("Spring", "Autumn") or (phase == "adjustment" and season != "Autumn"):
        raise ValueError(f'state, season: "{season}" has no {phase}; write Spring or Autumn')
    return season, year, turn


def _rows(given: Mapping[str, Sequence[str]], key: str) -> Iterable[tuple[str, str]]:
    for power, items in given.items():
        if power not in powers():
            raise ValueError(f'{key}: no power "{power}"; the powers are {", ".join(powers())}')
        for item in items:
            yield power, item


def _unit(power: str, text: str, key: str) -> Unit:
    kind, _, where = text.partition(" ")
    if kind.upper() not in ("A", "F"):
        raise ValueError(f'{key}: "{text}" is no unit; write "A Par" or "F Bre"')
    at = _place(where, key)
    the_board = board.load("adjudicator.standard")
    near = the_board.army_neighbours if kind.upper() == "A" else the_board.fleet_neighbours
    if not near.get(at):
        raise ValueError(f'{key}: "{text}" cannot stand there; name another place, or a coast')
    return Unit(power, kind.upper(), at)


def _check_alone(units: Sequence[Unit]) -> None:
    """One unit to a province, whatever its coast.  Standard 3.1"""
    there: dict[Place, Unit] = {}
    for unit in units:
        first = there.setdefault(retreats.province_of(unit.place), unit)
        if first is not unit:
            both = f"{short_unit(first)} of {first.power} and {short_unit(unit)} of {unit.power}"
            raise ValueError(f"units: {both} would stand in one province; nothing stacks")


def _place(text: str, key: str) -> Place:
    known = {place.casefold(): place for place in board.load("adjudicator.standard").places}
    found = known.get(text.strip().casefold())
    if found is None:
        raise ValueError(f'{key}: no province "{text.strip()}"{board.did_you_mean(text, known.values())}')
    return found


def _beaten(power: str, text: str) -> Dislodged:
    unit, arrow, attacker = (part.strip() for part in text.partition("<"))
    if not arrow:
        raise ValueError(
            f'dislodged: "{text}" does not say from where; write "{text} < Bur" or "< {BY_CONVOY}"'
        )
    by_convoy = attacker.casefold() == BY_CONVOY
    came_from = None if by_convoy else retreats.province_of(_place(attacker, "dislodged"))
    return Dislodged(_unit(power, unit, "dislodged"), came_from)


def _owners(given: Mapping[str, Sequence[str]]) -> dict[Place, str]:
    """Centres that are not named belong to their owner at the start; who is named with none has none."""
    the_board = board.load("adjudicator.standard")
    owners = {home: power for power in powers() for home in the_board.homes[power]}
    for power, places in given.items():
        if power != NOBODY and power not in powers():
            raise ValueError(
                f'centres: no power "{power}"; the powers are {", ".join(powers())}, or {NOBODY}'
            )
        if not places:
            owners = {centre: owner for centre, owner in owners.items() if owner != power}
    for power, places in given.items():
        for text in places:
            centre = _place(text, "centres")
            if centre not in the_board.centres:
                raise ValueError(f"centres: {centre} is no supply centre")
            owners[centre] = power
    return {centre: owners[centre] for centre in the_board.centres if owners.get(centre, NOBODY) != NOBODY}


def describe(position: Position, record: Record | None) -> dict[str, Any]:
    """The position, and what the record says came of the orders: {power: {reading: outcome}}."""
    return {
        "units": {
            power: [short_unit(unit) for unit in position.units if unit.power == power] for power in powers()
        },
        "dislodged": {
            power: {
                short_unit(row.unit): list(retreats.places(position, row))
                for row in position.dislodged
                if row.unit.power == power
            }
            for power in powers()
        },
        "contested": list(position.contested),
        "centres": {
            power: [centre for centre, owner in position.owners.items() if owner == power]
            for power in powers()
        },
        "state": {"year": position.year, "season": position.season, "phase": position.phase},
        "winner": list(position.winners) or NOBODY,
        "results": results(record) if record else {},
    }


def results(record: Record) -> dict[str, dict[str, str]]:
    """Each order as `read` words it, with the word of its outcome."""
    told: dict[str, dict[str, str]] = {}
    for result in record.results:
        told.setdefault(power_of(result.order), {}).setdefault(sentence(result.order), result.outcome.word)
    return told

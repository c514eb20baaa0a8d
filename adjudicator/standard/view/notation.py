"""A position in the notation of the rule cases (`tests/cases/README.md`), parsed and printed."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from msgspec import UNSET, UnsetType

from adjudicator.core.board_rows import did_you_mean
from adjudicator.core.game import Facts
from adjudicator.core.language.words import key as spelling
from adjudicator.core.language.words import listed
from adjudicator.core.position import Dislodged, Place, Position, Unit
from adjudicator.standard.resolve import retreats
from adjudicator.standard.resolve.board_tables import Tables
from adjudicator.standard.resolve.options import ALL, FOG, OFF, ON
from adjudicator.standard.resolve.phases import YEAR
from adjudicator.standard.resolve.record import Record, power_of
from adjudicator.standard.sentences import say
from adjudicator.standard.view.wording import COASTS, KINDS, sentence, short_unit

KEYS = ("phase", "turn", "units", "dislodged", "contested", "centres", "state", "options")
NOBODY = "none"
BY_CONVOY = "convoy"
KIND_WORDS = {word.casefold(): kind for kind, name in KINDS.items() for word in (kind, name)}


def place(board: Tables, facts: Facts) -> Position:
    """Parse a position. Raises ValueError that names the key at fault."""
    for key in facts:
        if key not in KEYS:
            raise ValueError(say("position_key_is_unknown", key=key, keys=", ".join(KEYS)))
    phase = facts.get("phase", "movement")
    season, year, number = _moment(board, phase, facts)
    units = tuple(
        _unit(board, power, text, "units") for power, text in _rows(board, facts.get("units", {}), "units")
    )
    _check_alone(units)
    return Position(
        year=year,
        season=season,
        phase=phase,
        number=number,
        units=units,
        owners=_owners(board, facts.get("centres", {})),
        dislodged=tuple(
            _beaten(board, power, text)
            for power, text in _rows(board, facts.get("dislodged", {}), "dislodged")
        ),
        contested=tuple(_place(board, text, "contested") for text in facts.get("contested", ())),
        options=_options(board, facts.get("options", {})),
    )


def _options(board: Tables, chosen: Mapping[str, str]) -> tuple[str, ...] | UnsetType:
    """Return the optional rules that are on.  Standard 15"""
    for option, value in chosen.items():
        if option not in ALL or value not in (ON, OFF):
            called, known = board.facts.game.called, f"{listed(ALL, 'and')}, each {ON} or {OFF}"
            raise ValueError(
                say("position_option_is_unknown", called=called, known=known, option=option, value=value)
            )
    are_on = tuple(option for option in ALL if chosen.get(option) == ON)
    if FOG in are_on and len(are_on) > 1:
        other = next(option for option in are_on if option != FOG)
        raise ValueError(say("position_fog_stands_alone", fog=FOG, on=ON, other=other, off=OFF))
    return are_on or UNSET


def _season(written: str) -> str:
    """Return the season that is *written*: "Autumn" for "autumn" or "Fall"."""
    named = written.capitalize()
    return "Autumn" if named == "Fall" else named


def _moment(board: Tables, phase: str, facts: Facts) -> tuple[str, int, int]:
    """Return season, year and the number of the adjudication; `turn` counts movements from 1."""
    if phase not in {step.phase for step in YEAR}:
        raise ValueError(say("position_phase_is_unknown", phase=phase))
    turn = facts.get("turn", 2 if phase == "adjustment" else 1)
    season = "Autumn" if phase == "adjustment" or turn % 2 == 0 else "Spring"
    state = facts.get("state", {})
    for key in state:
        if key not in ("season", "year"):
            raise ValueError(say("position_fact_is_unknown", key=key, called=board.facts.game.called))
    season, year = (
        _season(str(state.get("season", season))),
        state.get("year", board.facts.game.first_year + (turn - 1) // 2 * board.facts.seasons.years),
    )
    if season not in ("Spring", "Autumn") or (phase == "adjustment" and season != "Autumn"):
        raise ValueError(say("position_season_has_no_such_phase", season=season, phase=phase))
    return season, year, turn


def _rows(board: Tables, given: Mapping[str, Sequence[str]], key: str) -> Iterable[tuple[str, str]]:
    for power, items in given.items():
        if power not in board.powers:
            raise ValueError(
                say("position_power_is_unknown", key=key, power=power, powers=", ".join(board.powers))
            )
        for item in items:
            yield power, item


def _unit(board: Tables, power: str, text: str, key: str) -> Unit:
    examples = board.facts.examples
    word, _, where = text.strip().partition(" ")
    kind = KIND_WORDS.get(word.casefold(), "")
    if not kind:
        raise ValueError(
            say("position_is_not_a_unit", key=key, text=text, army=examples.army, fleet=examples.fleet)
        )
    at = _place(board, where, key)
    if not _may_stand(board, kind, at):
        raise ValueError(say("position_unit_cannot_be_there", key=key, text=text))
    return Unit(power, kind, at)


def _may_stand(board: Tables, kind: str, at: Place) -> bool:
    """Return whether it may be there; an army on any land, even an island reached only by convoy."""
    if kind == "A":
        return at in board.map.provinces and not board.map.provinces[at].is_water
    return bool(board.map.fleet_neighbours.get(at))


def _check_alone(units: Sequence[Unit]) -> None:
    """Check that there is one unit per province, whatever its coast. Standard 3.1"""
    there: dict[Place, Unit] = {}
    for unit in units:
        first = there.setdefault(retreats.province_of(unit.place), unit)
        if first is not unit:
            both = f"{short_unit(first)} of {first.power} and {short_unit(unit)} of {unit.power}"
            raise ValueError(say("position_units_share_a_province", both=both))


def _place(board: Tables, text: str, key: str) -> Place:
    known = {place.casefold(): place for place in board.map.places}
    found = known.get(text.strip().casefold()) or _full_names(board).get(spelling(text))
    if found is None:
        meant = did_you_mean(text, known.values())
        raise ValueError(say("position_province_is_unknown", key=key, text=text.strip(), did_you_mean=meant))
    return found


@cache
def _full_names(board: Tables) -> Mapping[str, Place]:
    """Return the places by their names in full, as reports print them and orders may write them."""
    return {spelling(name): place for place in board.map.places for name in _names(board, place)}


def _names(board: Tables, place: Place) -> Iterator[str]:
    province, _, coast = place.partition("/")
    coasts = (coast, COASTS[coast]) if coast else ("",)
    for name in (province, board.map.provinces[province].name, *board.map.provinces[province].aliases):
        yield from (f"{name} {written}" for written in coasts)


def _beaten(board: Tables, power: str, text: str) -> Dislodged:
    unit, arrow, attacker = (part.strip() for part in text.partition("<"))
    if not arrow:
        example = board.facts.examples.attacker
        raise ValueError(say("position_names_no_attacker", text=text, example=example, by_convoy=BY_CONVOY))
    by_convoy = attacker.casefold() == BY_CONVOY
    came_from = None if by_convoy else retreats.province_of(_place(board, attacker, "dislodged"))
    return Dislodged(_unit(board, power, unit, "dislodged"), came_from)


def _owners(board: Tables, given: Mapping[str, Sequence[str]]) -> dict[Place, str]:
    """Return the owners: an unnamed centre belongs to its home power, a power named with none has none."""
    the_board = board.map
    owners = {home: power for power in board.map.powers for home in the_board.homes[power]}
    for power, places in given.items():
        if power != NOBODY and power not in board.map.powers:
            raise ValueError(
                say(
                    "position_owner_is_unknown",
                    power=power,
                    powers=", ".join(board.map.powers),
                    nobody=NOBODY,
                )
            )
        if not places:
            owners = {centre: owner for centre, owner in owners.items() if owner != power}
    for power, places in given.items():
        for text in places:
            centre = _place(board, text, "centres")
            if centre not in the_board.centres:
                raise ValueError(say("position_is_not_a_centre", centre=centre))
            owners[centre] = power
    return {centre: owners[centre] for centre in the_board.centres if owners.get(centre, NOBODY) != NOBODY}


def describe(board: Tables, position: Position, record: Record | None) -> dict[str, Any]:
    """Return the position, and the outcomes of the record: {power: {order: outcome}}."""
    return {
        "units": {
            power: [short_unit(unit) for unit in position.units if unit.power == power]
            for power in board.powers
        },
        "dislodged": {
            power: {
                short_unit(row.unit): list(retreats.places(board, position, row))
                for row in position.dislodged
                if row.unit.power == power
            }
            for power in board.map.powers
        },
        "contested": list(position.contested),
        "centres": {
            power: [centre for centre, owner in position.owners.items() if owner == power]
            for power in board.map.powers
        },
        "state": {"year": position.year, "season": position.season, "phase": position.phase},
        "winner": list(position.winners) or NOBODY,
        "results": results(board, record) if record else {},
    }


def results(board: Tables, record: Record) -> dict[str, dict[str, str]]:
    """Return each order in the words of `read`, with the word of its outcome."""
    told: dict[str, dict[str, str]] = {}
    for result in record.results:
        told.setdefault(power_of(result.order), {}).setdefault(
            sentence(board, result.order), result.outcome.word
        )
    return told

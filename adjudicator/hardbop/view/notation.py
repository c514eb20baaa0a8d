"""A position in the notation of the rule cases (`tests/cases/README.md`), parsed and printed."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from adjudicator.core.dice import ListedDice
from adjudicator.core.game import Facts
from adjudicator.hardbop import calendar, ground, options
from adjudicator.hardbop.position import (
    MOVEMENT,
    PHASES,
    Bearer,
    Beaten,
    Military,
    Personality,
    Ring,
    State,
)
from adjudicator.hardbop.resolve import alignments, retreats
from adjudicator.hardbop.resolve.pieces.returns import FIRST_PLACES
from adjudicator.hardbop.resolve.turn_state import TurnState
from adjudicator.hardbop.sentences import say
from adjudicator.middle_earth.language.orders import Place, Power, Standable
from adjudicator.middle_earth.resolve.pieces import NEUTRAL, WRITTEN
from adjudicator.middle_earth.view import notation

NOT_BEGUN = -1  # the step of a turn without adjudication here
CALLED = {"R": "Ranger", "Fe": "Fellowship"}  # as in the cases of this game
PERSONALITIES = ("Faramir", "Sauron", "Saruman", "Gandalf", "R", "Fe", "Nazgul")
KINDS = {
    **{words: kind for words, kind in WRITTEN.items() if kind in (*PERSONALITIES, *ground.MILITARY)},
    **{kind.casefold(): kind for kind in (*PERSONALITIES, *ground.MILITARY)},
    **{name.casefold(): kind for kind, name in CALLED.items()},
}
FACTS_IN_WORDS = {"balrog": ("alive", "dead", "mordor"), "isengard": ("whole", "destroyed")}
RING_WORDS = ("carried", "worn", "destroyed")

Standing = Callable[[State, Power, Sequence[str]], tuple[Standable, ...]]
"""Reads standing orders in the words of the order language."""


def at_start() -> State:
    """Return the start without units: owners and alignments. The Ring is nowhere."""
    return State(
        owners={place: power for power in ground.POWERS for place in ground.HOMES[power]},
        alignments={power: alignments.START.get(power, NEUTRAL) for power in ground.POWERS},
        offboard_centres=ground.OFF_BOARD_CENTRES,
    )


def place(facts: Facts, read_standing: Standing) -> State:
    """Parse a position. Raises ValueError that names the key at fault."""
    values = notation.season(facts, PHASES)
    values |= _units(facts.get("units", {}))
    values["owners"] = notation.owners(
        facts.get("centres", {}), at_start().owners, ground.POWERS, ground.CENTRES, the_place
    )
    values["contested"] = tuple(the_place(text, "contested") for text in facts.get("contested", ()))
    values["options"] = options.checked(facts.get("options", {}))
    given = facts.get("state", {})
    values |= _state(given, values)
    values["may_start"] = _may_start(values)
    beaten, led = _beaten(facts.get("dislodged", {}))
    values["personalities"] = tuple(sorted((*values["personalities"], *led)))
    notation.check_alone(values["personalities"])
    state = _with_ways_out(msgspec.structs.replace(at_start(), **values, beaten=beaten), led)
    standing = notation.standing(facts, lambda power, texts: read_standing(state, power, texts))
    return msgspec.structs.replace(state, standing=standing)


def _may_start(values: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the pieces that may start in turn 1: neither listed in the case nor expected back (1(c))."""
    if (values["turn"], values["phase"]) != (1, MOVEMENT):
        return ()
    begun = {piece.kind for piece in values["personalities"]} | {*values["returns"]}
    return tuple(kind for kind in FIRST_PLACES if kind not in (*begun, *values.get("unplaced", ())))


def _with_ways_out(state: State, led: Sequence[Personality]) -> State:
    """Give a beaten unit the spaces that are open to it; it keeps its leaders (3.3(b))."""
    if not state.beaten:
        return state
    f = TurnState(state, {}, ListedDice(()))
    for piece in led:
        _follow_the_beaten(f, piece)
    left = f.unfinished(NOT_BEGUN) if led else None
    return msgspec.structs.replace(state, beaten=retreats.rows(f), unfinished=left)


def _follow_the_beaten(f: TurnState, piece: Personality) -> None:
    token = f.piece(piece.kind)
    part = next((part for part in retreats.waiting(f) if part.place == piece.place), None)
    if token is None or part is None:
        raise ValueError(say("position_leads_no_dislodged_unit", piece=unit_in_notation(piece)))
    token.leads, token.shown = part.number, True  # 3.3(a): where he goes, too


# Reading.


_PLACES = {
    name.casefold(): id_
    for id_, province in ground.PROVINCES.items()
    for name in (*province.aliases, province.name, id_)
} | {id_.casefold(): id_ for id_ in ground.PROVINCES}


def the_place(text: str, key: str) -> Place:
    found = _PLACES.get(text.strip().casefold())
    if found is None:
        raise ValueError(say("position_place_is_unknown", key=key, text=text.strip()))
    return found


def _unit(text: str, key: str) -> tuple[int, str, Place, str]:
    example = '"2A Bar", "E Off" or "Gandalf Iml"'
    return notation.unit(text, key, KINDS, lambda words, key, _: the_place(words, key), example)


def _units(given: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    military: list[Military] = []
    pieces: list[Personality] = []
    ring = Ring()
    for power, text in notation.rows(given, "units", ground.POWERS):
        size, kind, where, marks = _unit(text, "units")
        if "[ring" in marks:
            notation.check_one_ring(ring.bearer)
            ring = Ring("worn" if "worn" in marks else "carried", bearer=Bearer(power, kind, where))
        if kind in PERSONALITIES:
            pieces.append(Personality(power, kind, where))
        else:
            if kind == "F" and not ground.FLEET.get(where):
                raise ValueError(say("position_unit_cannot_stand_there", text=text))
            if where != ground.OFF and any(one.place == where for one in military):
                raise ValueError(say("position_has_two_military_units", text=text, where=where))
            military.append(Military(power, kind, where, size, "[beyond]" in marks))
    controller = next((piece.power for piece in pieces if piece.kind == "Nazgul"), "Mordor")
    return {
        "military": tuple(sorted(military)),
        "personalities": tuple(sorted(pieces)),
        "ring": ring,
        "ring_worn": ring.how == "worn",
        "nazgul_controller": controller,
    }


def _beaten(given: Mapping[str, Sequence[str]]) -> tuple[tuple[Beaten, ...], tuple[Personality, ...]]:
    """Parse beaten Military Units, and those that led them."""
    beaten: list[Beaten] = []
    led: list[Personality] = []
    for power, text in notation.rows(given, "dislodged", ground.POWERS):
        unit, arrow, origin = (part.strip() for part in text.partition("<"))
        size, kind, where, _ = _unit(unit, "dislodged")
        if kind in PERSONALITIES:
            led.append(Personality(power, kind, where))
            continue
        by_land = arrow and origin and origin != "convoy"
        whence = the_place(origin, "dislodged") if by_land else ""
        beaten.append(Beaten(Military(power, kind, where, size), whence))
    return tuple(beaten), tuple(led)


def _state(given: Mapping[str, Any], units: Mapping[str, Any]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    returns: dict[str, int] = {}
    for key, value in given.items():
        match key:
            case "ring":
                values["ring"] = _ring(str(value), units["ring"])
            case "alignment":
                values["alignments"] = {**at_start().alignments, **notation.alignments(value, ground.POWERS)}
            case (
                "balrog"
                | "isengard"
                | "paths_walked"
                | "nazgul_controller"
                | "offboard_centres"
                | "ring_worn"
            ):
                values[key] = _checked(key, value)
            case "garrisons_gone" | "neutralised":
                values[key] = tuple(sorted(the_place(text, f"state, {key}") for text in value))
            case "ranger_foes" | "eliminated" | "unplaced":
                values[key] = tuple(value)
            case "gandalf_returns" | "nazgul_returns":
                returns[key.partition("_")[0].capitalize()] = value
            case "standing" | "date":
                continue  # the first is read later, the second follows from the turn
            case _:
                raise ValueError(say("position_fact_is_unknown", key=key))
    return {**values, "returns": returns, **_what_follows(values, units)}


def _checked(key: str, value: Any) -> Any:
    if value not in FACTS_IN_WORDS.get(key, (value,)):
        raise ValueError(
            say(
                "position_fact_has_no_such_value",
                key=key,
                value=value,
                facts_in_words=", ".join(FACTS_IN_WORDS[key]),
            )
        )
    return value


def _what_follows(values: Mapping[str, Any], units: Mapping[str, Any]) -> dict[str, Any]:
    """Return implied facts: of a destroyed Isengard, and of a Ring that is worn."""
    found: dict[str, Any] = {}
    ring: Ring = values.get("ring", units["ring"])
    if values.get("isengard") == "destroyed":
        gone = {*values.get("garrisons_gone", ()), ground.ISENGARD}
        found["garrisons_gone"] = tuple(sorted(gone))
        found["owners"] = {p: o for p, o in units["owners"].items() if p != ground.ISENGARD}
    if ring.how == "worn" and ring.bearer is not None:
        found["offboard_centres"] = values.get("offboard_centres", 0)
        found["nazgul_controller"] = values.get("nazgul_controller", ring.bearer.power)
    return found


def _ring(text: str, marked: Ring) -> Ring:
    if text in ("carried", "worn"):
        return Ring(text, bearer=marked.bearer)
    if text == notation.NOWHERE:
        return Ring()
    return Ring(text) if text in RING_WORDS else Ring("lies", the_place(text, "state, ring"))


# Describing.


def describe(state: State) -> dict[str, Any]:
    """Describe the whole position, including secrets: for rule cases, never for players."""
    return {
        "units": _units_in_notation(state),
        "dislodged": _beaten_in_notation(state),
        "company": _company_in_notation(state),
        "centres": notation.centres(state.owners, ground.POWERS),
        "state": _state_in_notation(state),
        "winner": notation.winner(state.winners),
    }


def unit_in_notation(one: Military | Personality) -> str:
    """Return "2A Bar", "Ranger Bre"."""
    size = str(one.size) if isinstance(one, Military) and one.size > 1 else ""
    return f"{size}{CALLED.get(one.kind, one.kind)} {one.place}"


def _units_in_notation(state: State) -> dict[str, list[str]]:
    units: dict[str, list[str]] = {power: [] for power in ground.POWERS}
    listed: list[Military | Personality] = [*state.military, *state.personalities]
    for one in listed:
        bearer = Bearer(one.power, one.kind, one.place)
        mark = {"carried": " [Ring]", "worn": " [Ring worn]"}.get(state.ring.how, "")
        units[one.power].append(unit_in_notation(one) + (mark if bearer == state.ring.bearer else ""))
    return units


def _beaten_in_notation(state: State) -> dict[str, dict[str, list[str]]]:
    told: dict[str, dict[str, list[str]]] = {power: {} for power in ground.POWERS}
    for row in state.beaten:
        told[row.unit.power][unit_in_notation(row.unit)] = list(row.free)
    return told


def _company_in_notation(state: State) -> dict[str, list[str]]:
    """Return the leaders who wait with a dislodged unit (3.3(b))."""
    if state.unfinished is None:
        return {}
    beaten = {part.number for part in state.unfinished.units if part.beaten and not part.dead}
    told: dict[str, list[str]] = {}
    for token in state.unfinished.pieces:
        if token.here and token.leads in beaten:
            told.setdefault(token.power, []).append(
                unit_in_notation(Personality(token.power, token.kind, token.place))
            )
    return told


def _state_in_notation(state: State) -> dict[str, Any]:
    ring = {"lies": state.ring.place, "unplaced": notation.NOWHERE}.get(state.ring.how, state.ring.how)
    returns = {f"{kind.lower()}_returns": turn for kind, turn in state.returns.items()}
    return {
        "ring": ring,
        "alignment": dict(state.alignments),
        "balrog": state.balrog,
        "garrisons_gone": list(state.garrisons_gone),
        "isengard": state.isengard,
        "paths_walked": state.paths_walked,
        "neutralised": list(state.neutralised),
        "ranger_foes": list(state.ranger_foes),
        **returns,
        "nazgul_controller": state.nazgul_controller,
        "offboard_centres": state.offboard_centres,
        "eliminated": list(state.eliminated),
        "ring_worn": state.ring_worn,
        "date": calendar.name(state.turn),
    }

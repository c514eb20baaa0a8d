"""A position in the notation of the rule cases (part T of the rules), parsed and printed."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import msgspec

from adjudicator.core.dice import ListedDice
from adjudicator.core.game import Facts
from adjudicator.downfall_xiii import ground
from adjudicator.downfall_xiii.options import chosen
from adjudicator.downfall_xiii.position import (
    PHASES,
    Bearer,
    Beaten,
    Fate,
    GivenProxy,
    Piece,
    Ring,
    Stack,
    State,
)
from adjudicator.downfall_xiii.resolve import alignments, retreats
from adjudicator.downfall_xiii.resolve.before_the_turn import stand
from adjudicator.downfall_xiii.resolve.pieces.wearing import FALLS, SARUMAN_DEAD
from adjudicator.downfall_xiii.resolve.turn_state import TurnState
from adjudicator.downfall_xiii.sentences import say
from adjudicator.middle_earth.language.orders import Place, Power, Standable, Unit
from adjudicator.middle_earth.language.writing import short
from adjudicator.middle_earth.resolve.pieces import NEUTRAL, PIECES, WRITTEN
from adjudicator.middle_earth.view import notation

ALL_KINDS = ("A", "C", "F", "A/F", *PIECES)
KINDS = {kind.casefold(): kind for kind in ALL_KINDS} | {
    words: kind for words, kind in WRITTEN.items() if kind in ALL_KINDS
}
LOGICAL = dict(ground.BOARD.extra["units_above_centres"])
LENT_PIECES = {
    "nazgul": "Nazgul",
    "lord_of_the_nazgul": "Lord of the Nazgul",
    "faramir": "Faramir",
}

TIMERS = (
    *("umbar_evil", "dwarves_evil", "elves_evil", "gondor_evil", "rohan_evil"),
    *("faramir_defects", "umbar_commanded", "umbar_truce"),
)

Standing = Callable[[State, Power, Sequence[str]], tuple[Standable, ...]]
"""Reads standing orders in the words of the order language."""


def at_start() -> State:
    """Return the start without units: owners, alignments and logical centres. The Ring is nowhere."""
    return State(
        owners={place: power for power in ground.POWERS for place in ground.HOMES[power]},
        alignments={power: alignments.START.get(power, NEUTRAL) for power in ground.POWERS},
        logical={power: LOGICAL.get(power, 0) for power in ground.POWERS},
    )


def place(facts: Facts, read_standing: Standing) -> State:
    """Parse a position. Raises ValueError that names the key at fault."""
    values = notation.season(facts, PHASES)
    values |= _units(facts.get("units", {}))
    values["owners"] = notation.owners(
        facts.get("centres", {}), at_start().owners, ground.POWERS, ground.CENTRES, the_place
    )
    values["contested"] = tuple(the_place(text, "contested") for text in facts.get("contested", ()))
    values["options"] = chosen(facts.get("options", {}))
    values["ring"] = _ring_of_the_beaten(facts.get("dislodged", {})) or values["ring"]
    values |= _state(facts.get("state", {}), values)
    values["beaten"] = _all_beaten(facts.get("dislodged", {}), values.get("dead", Fate("asleep")))
    placed = msgspec.structs.replace(at_start(), **values)
    notation.check_alone(placed.pieces, many=("R",))
    _check_afloat(placed.stacks)
    state = _with_ways_out(placed)
    standing = notation.standing(facts, lambda power, texts: read_standing(state, power, texts))
    return msgspec.structs.replace(state, standing=standing)


def _check_afloat(stacks: Sequence[Stack]) -> None:
    """Raise ValueError for a fleet without water."""
    for stack in stacks:
        if stack.kind == "F" and not ground.FLEET.get(stack.place):
            raise ValueError(say("position_fleet_cannot_stand_there", place=stack.place))


def _with_ways_out(state: State) -> State:
    """Give beaten units and pieces the areas that are open to them."""
    if not state.beaten:
        return state
    f = TurnState(state, {}, ListedDice(()))
    stand(f)
    f.contested = set(state.contested)
    ways = [retreats.free(f, flight) for flight in retreats.restore(f)]
    beaten = [msgspec.structs.replace(one, free=free) for one, free in zip(state.beaten, ways, strict=True)]
    return msgspec.structs.replace(state, beaten=tuple(beaten))


# Reading.


@cache
def _index() -> tuple[dict[str, Place], dict[str, list[Place]]]:
    """Index names with and without capitals, because "And" and "AND", "Wes" and "WES" differ only in them."""
    exact: dict[str, Place] = {}
    folded: dict[str, list[Place]] = {}
    for id_, province in ground.PROVINCES.items():
        names = [id_, str(province.facts.get("rules_id") or id_), province.name, *province.aliases]
        for name in names:
            exact.setdefault(name, id_)
            found = folded.setdefault(name.casefold(), [])
            if id_ not in found:
                found.append(id_)
    exact |= {id_: id_ for id_ in ground.PROVINCES}
    return exact, folded


def the_place(text: str, key: str, kind: str = "") -> Place:
    exact, folded = _index()
    name = text.strip()
    found = folded.get(name.casefold(), [])
    wet = [place for place in found if place in ground.WATER]
    if kind in ("F", "A/F") and wet:
        return wet[0]
    if name in exact:
        return exact[name]
    if not found:
        raise ValueError(say("position_place_is_unknown", key=key, called=name))
    return next((place for place in found if place not in ground.WATER), found[0])


def _unit(text: str, key: str) -> tuple[int, str, Place, str]:
    return notation.unit(text, key, KINDS, the_place, '"2A Bar", "R Osg" or "Gandalf Iml"')


def _units(given: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    stacks: dict[tuple[Power, str, Place], int] = {}
    pieces: list[Piece] = []
    ring = Ring()
    for power, text in notation.rows(given, "units", ground.POWERS):
        count, kind, where, marks = _unit(text, "units")
        bearer = Bearer(power, kind.replace("A/F", "A"), where)
        if "[ring" in marks:
            notation.check_one_ring(ring.bearer)
            ring = Ring("worn" if "worn" in marks else "carried", bearer=bearer)
        if kind in PIECES:
            pieces.append(Piece(power, kind, where))
            continue
        for one in ("A", "F") if kind == "A/F" else (kind,):
            stacks[power, one, where] = stacks.get((power, one, where), 0) + count
    listed = tuple(sorted(Stack(*key, count) for key, count in stacks.items()))
    return {"stacks": listed, "pieces": tuple(sorted(pieces)), "ring": ring}


def _ring_of_the_beaten(given: Mapping[str, Sequence[str]]) -> Ring | None:
    for power, text in notation.rows(given, "dislodged", ground.POWERS):
        _, kind, where, marks = _unit(text.partition("<")[0], "dislodged")
        if "[ring" in marks:
            bearer = Bearer(power, kind.replace("A/F", "A"), where)
            return Ring("worn" if "worn" in marks else "carried", bearer=bearer)
    return None


def _all_beaten(given: Mapping[str, Sequence[str]], dead: Fate) -> tuple[Beaten, ...]:
    """Parse what is beaten; a piece is with its own power's stack, else another's, or aboard the fleet."""
    every = [_beaten(power, text) for power, text in notation.rows(given, "dislodged", ground.POWERS)]
    stacks = [one for one in every if one.stacks]
    pieces = [one for one in every if one.piece and one.piece.place not in ground.WATER]
    return (
        *(_with_pieces_aboard(one, every) for one in stacks),
        *(msgspec.structs.replace(one, came_with=_whom_it_was_with(one, stacks, dead)) for one in pieces),
    )


def _with_pieces_aboard(beaten: Beaten, every: Sequence[Beaten]) -> Beaten:
    where = beaten.stacks[0].place
    if where not in ground.WATER:
        return beaten
    aboard = tuple(one.piece for one in every if one.piece and one.piece.place == where)
    return msgspec.structs.replace(beaten, aboard=aboard)


def _whom_it_was_with(beaten: Beaten, stacks: Sequence[Beaten], dead: Fate) -> str:
    if beaten.piece is None:
        return ""
    if beaten.piece.kind == "Aragorn" and dead.word == "awake":
        return retreats.THE_DEAD
    own = beaten.piece.power
    beside = [one.stacks[0].power for one in stacks if one.stacks[0].place == beaten.piece.place]
    return own if own in beside else next(iter(beside), own)


def _beaten(power: Power, text: str) -> Beaten:
    unit, arrow, origin = (part.strip() for part in text.partition("<"))
    count, kind, where, _ = _unit(unit, "dislodged")
    barred = (the_place(origin, "dislodged"),) if arrow and origin else ()
    if kind in PIECES:
        return Beaten(piece=Piece(power, kind, where), attacked_from=barred)
    kinds = ("F", "A") if kind == "A/F" else (kind,)
    return Beaten(stacks=tuple(Stack(power, one, where, count) for one in kinds), attacked_from=barred)


def _fate(text: str, key: str, words: Iterable[str]) -> Fate:
    word, _, turns = str(text).partition(" ")
    if word not in words:
        raise ValueError(say("position_fact_has_no_such_value", key=key, text=text, words=", ".join(words)))
    return Fate(word, int(turns or 0))


FATES = {
    "theoden": ("asleep", "awake", "dead"),
    "dead": ("asleep", "awake", "gone"),
    "gandalf": ("unplaced", "here", "away", "returning", "dead"),
}


def _state(given: Mapping[str, Any], units: Mapping[str, Any]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for key, value in given.items():
        if key in UNREAD:
            continue
        if key not in FACTS:
            raise ValueError(say("position_fact_is_unknown", key=key))
        name, read = FACTS[key]
        values[name] = read(value, units)
    return values | _worn(values.get("ring", units["ring"]), units["pieces"], given)


def _as_it_is(value: Any, _: Mapping[str, Any]) -> Any:
    return value


def _table(value: Any, _: Mapping[str, Any]) -> dict[str, Any]:
    return dict(value)


def _places(value: Any, _: Mapping[str, Any]) -> tuple[Place, ...]:
    return tuple(sorted(the_place(text, "state") for text in value))


def _fate_of(key: str) -> "ReadFact":
    return lambda value, _: _fate(value, key, FATES[key])


ReadFact = Callable[[Any, Mapping[str, Any]], Any]
UNREAD = ("commands", "standing")  # given by where `units` lists the piece; read when the state is built
FACTS: Mapping[str, tuple[str, ReadFact]] = {
    "ring": ("ring", lambda value, units: _ring(str(value), units["ring"])),
    "theoden": ("theoden", _fate_of("theoden")),
    "dead": ("dead", _fate_of("dead")),
    "gandalf": ("gandalf", _fate_of("gandalf")),
    "balrog": ("balrog", _as_it_is),
    "shadowfax": ("shadowfax", _as_it_is),
    "mordor_in_the_south": ("mordor_in_the_south", _as_it_is),
    "ents": ("ents_away", lambda value, _: value == "away"),
    "alignment": (
        "alignments",
        lambda value, _: {**at_start().alignments, **notation.alignments(value, ground.POWERS)},
    ),
    "logical": ("logical", lambda value, _: {**at_start().logical, **value}),
    "garrisons_gone": ("garrisons_gone", _places),
    "fortresses_gone": ("fortresses_gone", _places),
    "garrison": ("garrison_of", _table),
    "turns": ("timers", _table),
    "eliminated": ("eliminated", lambda value, _: tuple(value)),
    "grudges": ("grudges", lambda value, _: {power: tuple(value[power]) for power in value}),
    "fleets_built": ("fleets_built", _table),
    "fleets_built_at_cit": ("fleets_built_at_cit", _table),
    "home": ("homes", lambda value, units: {power: _places(value[power], units) for power in value}),
    "split": ("split", lambda value, _: {the_place(t, "state, split"): dict(value[t]) for t in value}),
    "proxies": ("proxies", lambda value, units: tuple(_proxy(text, units) for text in value)),
}


def _ring(text: str, marked: Ring) -> Ring:
    if text in ("carried", "worn"):
        return Ring(text, bearer=marked.bearer)
    if text in ("lost", "destroyed"):
        return Ring(text)
    if text == notation.NOWHERE:
        return Ring()
    if text.startswith("in "):
        return Ring("in", the_place(text[3:], "state, ring", "F"))
    return Ring("lies", the_place(text, "state, ring"))


def _worn(ring: Ring, pieces: Sequence[Piece], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the wearer's logical centres that came with the Ring (8.13)."""
    if ring.how != "worn" or ring.bearer is None:
        return {}
    power = ring.bearer.power
    lives = any(piece.kind == "Saruman" for piece in pieces)
    fall = SARUMAN_DEAD if power == "Saruman" and not lives else FALLS.get(power)
    above = given.get("logical", {}).get(power, 0) - LOGICAL.get(power, 0)
    return {"extra_units": max(0, min(fall.units if fall else 0, above))}


def _proxy(text: str, units: Mapping[str, Any]) -> GivenProxy:
    what, _, to = text.partition(" TO ")
    if what.strip().upper() == "ALL":
        raise ValueError(say("position_proxy_names_no_unit", text=text))
    count, kind, where, _ = _unit(what, "state, proxies")
    owner = next((s.power for s in units["stacks"] if s.place == where and s.power != to.strip()), "")
    return GivenProxy(owner, Unit(kind, where, count), to.strip())


# Describing.


def describe(state: State) -> dict[str, Any]:
    """Describe the whole position, including secrets: for rule cases, never for players."""
    return {
        "units": _units_in_notation(state),
        "dislodged": _beaten_in_notation(state),
        "centres": notation.centres(state.owners, ground.POWERS),
        "state": _state_in_notation(state),
        "winner": notation.winner(state.winners),
    }


def _units_in_notation(state: State) -> dict[str, list[str]]:
    units: dict[str, list[str]] = {power: [] for power in ground.POWERS}
    marked = state.ring.bearer
    for stack, text in named_stacks(state.stacks):
        kinds = ("A", "F") if "A/F" in text else (stack.kind,)
        mark = _mark(state, marked, stack.power, kinds, stack.place)
        units[stack.power].append(text + mark)
    left = marked
    for piece in state.pieces:
        mark = _mark(state, left, piece.power, (piece.kind,), piece.place)
        left = None if mark else left
        units[piece.power].append(f"{piece.kind} {piece.place}{mark}")
    return units


def _mark(state: State, bearer: Bearer | None, power: Power, kinds: Sequence[str], where: Place) -> str:
    if bearer is None or (bearer.power, bearer.place) != (power, where) or bearer.kind not in kinds:
        return ""
    return " [Ring worn]" if state.ring.how == "worn" else " [Ring]"


def named_stacks(stacks: Iterable[Stack]) -> Iterator[tuple[Stack, str]]:
    """Return stacks as in cases; a fleet with as many armies of its own power aboard is an A/F."""
    listed = list(stacks)
    armies = {(s.power, s.place): s for s in listed if s.kind == "A" and s.place in ground.WATER}
    for stack in listed:
        aboard = armies.get((stack.power, stack.place))
        full = aboard is not None and any(
            s.kind == "F" and (s.power, s.place, s.count) == (aboard.power, aboard.place, aboard.count)
            for s in listed
        )
        if full and stack.kind == "A":
            continue
        kind = "A/F" if full and stack.kind == "F" else stack.kind
        yield stack, f"{stack.count if stack.count > 1 else ''}{kind} {stack.place}"


def _beaten_in_notation(state: State) -> dict[str, dict[str, list[str]]]:
    ways_out: dict[str, dict[str, list[str]]] = {power: {} for power in ground.POWERS}
    for beaten in state.beaten:
        if beaten.piece is not None:
            ways_out[beaten.piece.power][f"{beaten.piece.kind} {beaten.piece.place}"] = list(beaten.free)
        for piece in beaten.aboard:
            ways_out[piece.power][f"{piece.kind} {piece.place}"] = list(beaten.free)
        for stack, text in named_stacks(beaten.stacks):
            ways_out[stack.power][text] = list(beaten.free)
    return ways_out


def _fate_in_notation(fate: Fate) -> str:
    return f"{fate.word} {fate.turns}" if fate.word in ("awake", "away") else fate.word


def _ring_in_notation(ring: Ring) -> str:
    words = {"lies": ring.place, "in": f"in {ring.place}", "unplaced": notation.NOWHERE}
    return words.get(ring.how, ring.how)


def _state_in_notation(state: State) -> dict[str, Any]:
    return {
        "ring": _ring_in_notation(state.ring),
        "alignment": dict(state.alignments),
        "theoden": _fate_in_notation(state.theoden),
        "dead": _fate_in_notation(state.dead),
        "balrog": state.balrog,
        "gandalf": _fate_in_notation(state.gandalf),
        "shadowfax": state.shadowfax,
        "ents": "away" if state.ents_away else "home",
        "garrisons_gone": list(state.garrisons_gone),
        "fortresses_gone": list(state.fortresses_gone),
        "garrison": dict(state.garrison_of),
        "logical": dict(state.logical),
        "turns": dict(state.timers),
        "commands": _commands_in_notation(state),
        "eliminated": list(state.eliminated),
        "grudges": {power: list(held) for power, held in state.grudges.items()},
        "fleets_built": dict(state.fleets_built),
        "fleets_built_at_cit": dict(state.fleets_built_at_cit),
        "mordor_in_the_south": state.mordor_in_the_south,
        "home": {power: [*ground.HOMES[power], *state.homes.get(power, ())] for power in ground.POWERS},
        "split": {place: dict(shares) for place, shares in state.split.items()},
        "proxies": [f"{_unit_in_notation(p.unit)} TO {p.to}" for p in state.proxies],
        "standing": {power: [short(o) for o in orders] for power, orders in state.standing.items()},
    }


def _commands_in_notation(state: State) -> dict[str, Power]:
    owners = {piece.kind: piece.power for piece in state.pieces}
    return {key: owners[kind] for key, kind in LENT_PIECES.items() if kind in owners}


def unsaid(state: State) -> dict[str, dict[str, Any]]:
    """Return defaults that the tables of `describe` leave out: nothing, or the usual owner."""
    nazgul = state.ring.bearer.power if state.ring.how == "worn" and state.ring.bearer else "Mordor"
    return {
        "turns": dict.fromkeys(TIMERS, 0),
        "grudges": {power: [] for power in ground.POWERS},
        "standing": {power: [] for power in ground.POWERS},
        "fleets_built": dict.fromkeys(ground.POWERS, 0),
        "fleets_built_at_cit": dict.fromkeys(ground.POWERS, 0),
        "commands": {"nazgul": nazgul, "lord_of_the_nazgul": nazgul, "faramir": "Gondor"},
        "garrison": {} if "KDu" in state.garrisons_gone else {"KDu": "Saruman"},
    }


def _unit_in_notation(unit: Unit | None) -> str:
    return "ALL" if unit is None else f"{unit.count if unit.count > 1 else ''}{unit.kind} {unit.place}"

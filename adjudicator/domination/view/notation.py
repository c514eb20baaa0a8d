"""A position in the words of the rule cases, there and back.

The keys are listed in `tests/cases/domination/README.md`.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from adjudicator.core.game import Facts
from adjudicator.domination.data import FORT, WATER, data
from adjudicator.domination.language.legality import desk
from adjudicator.domination.language.reading import names_of
from adjudicator.domination.language.vocabulary import vocabulary
from adjudicator.domination.position import (
    CASE,
    MINI,
    PHASES,
    Effect,
    Position,
    Settings,
    Units,
    cities,
    data_of,
    ground_of,
    in_play,
    income,
    morale,
    player_order,
)
from adjudicator.domination.record import Record
from adjudicator.domination.resolve import set_up
from adjudicator.domination.view.wording import sentence

KEYS = ("phase", "turn", "units", "state", "options")
OPTIONS = ("seats", "board", "side", "cards", "variant", "know_land", "private", "first", "rules")
STATE = (
    *("first", "control", "claimed", "forts", "dead", "reserves", "hand", "deck", "discard", "spent"),
    *("effects", "final"),
)
BY_NAME = {  # facts of each player or city, with an example
    "control": 'Blue = ["A7"]',
    "claimed": 'Blue = ["A7"]',
    "forts": "A7 = 2",
    "dead": "Red = 3",
    "reserves": "Red = 30",
    "hand": 'Red = ["Ward"]',
    "spent": "Red = 4",
}
_UNIT = re.compile(r"(?:(\d+) )?(.+)")


def place(facts: Facts) -> Position:
    """Raises ValueError that names the key at fault."""
    _check_keys(facts, KEYS, "a position")
    options, state = facts.get("options") or {}, facts.get("state") or {}
    _check_keys(options, OPTIONS, "options", "options, ")
    _check_keys(state, STATE, "state", "state, ")
    for key, example in BY_NAME.items():
        if not isinstance(state.get(key, {}), Mapping):
            raise ValueError(f"state, {key}: whose is it? Write it as in {key}.{example}")
    phase = facts.get("phase", "turn")
    if phase not in PHASES:
        raise ValueError(f'phase: no phase "{phase}"; there are {", ".join(PHASES)}')
    settings = _settings(options)
    position = _at_start(settings, phase, facts.get("turn", 1), options, state)
    if phase != "setup":
        position = _on_board(position, options, state)
    units = tuple(_units(position, facts.get("units") or {}))
    position = _with_state(replace(position, units=units), state)
    _check(position)
    return position


def _check(position: Position) -> None:
    """Nothing stands where no board lies, and nobody has more units than there are; 2.1, 2.3."""
    if position.units and not position.slots:
        raise ValueError("units: the board is not laid yet; nothing can stand on it")
    _check_kinds(position)
    for key, counts in (("dead", position.dead), ("reserves", position.reserves)):
        for player, count in counts.items():
            if count < 0:
                raise ValueError(f"state, {key}: {count} units of {player}; there are none or more")


def _check_kinds(position: Position) -> None:
    """Only units of the cards in play, and ships on water alone; 1.4, 9.1."""
    kinds = {card.name: card.kind for card in in_play(position.settings)}
    for row in position.units:
        if row.kind not in kinds:
            raise ValueError(f"units: no {row.kind} in this game; there are {', '.join(kinds)}")
        if kinds[row.kind] == WATER and not ground_of(position).spaces[row.space].is_water:
            raise ValueError(f"units: {row.kind} {row.space} is on land")


def _check_keys(given: Mapping[str, Any], known: Sequence[str], what: str, where: str = "") -> None:
    for key in given:
        if key not in known:
            raise ValueError(f"{where}{key}: no such key; {what} has {', '.join(known)}")


def _settings(options: Mapping[str, Any]) -> Settings:
    changes: dict[str, Any] = {"mail": {"scheme": CASE}}
    if options.get("rules"):
        changes["rules"] = dict(options["rules"])
    the_data = data(changes)
    seats = tuple(options.get("seats", ("Red", "Blue")))
    for seat in seats:
        if seat not in the_data.colours:
            raise ValueError(f'options, seats: no colour "{seat}"; there are {", ".join(the_data.colours)}')
    cards = tuple(options.get("cards", the_data.units))
    private = dict(options.get("private", {}))
    for key, named in (("cards", cards), ("private", tuple(private.values()))):
        for card in named:
            if card not in the_data.units:
                raise ValueError(
                    f'options, {key}: no unit card "{card}"; there are {", ".join(the_data.units)}'
                )
    variant = options.get("variant", "")
    if variant not in ("", "none", "mini", "double"):
        raise ValueError(f'options, variant: "{variant}" is none of mini, double')
    side = options.get("side", "front")
    if side not in ("front", "back"):
        raise ValueError(f'options, side: "{side}" is none of front, back')
    return Settings(
        seats=seats,
        cards=cards,
        side=side,
        private=private,
        variant="" if variant == "none" else variant,
        know_land=bool(options.get("know_land", False)),
        changes=changes,
    )


def _at_start(
    settings: Settings, phase: str, turn: int, options: Mapping[str, Any], state: Mapping[str, Any]
) -> Position:
    first = state.get("first", options.get("first", settings.seats[0]))
    _check_seat(settings, first, "first")
    position = Position(
        settings=settings,
        number=1,
        turn=turn if phase not in ("setup", "claim", "start") else 0,
        phase=phase,
        first=first,
        reserves=dict.fromkeys(settings.seats, data(settings.changes).rules.reserves),
        dead=dict.fromkeys(settings.seats, 0),
    )
    return replace(position, acting=player_order(position))


def _check_seat(settings: Settings, player: str, key: str) -> None:
    if player not in settings.seats:
        raise ValueError(f'{key}: "{player}" does not play; there are {", ".join(settings.seats)}')


def _on_board(position: Position, options: Mapping[str, Any], state: Mapping[str, Any]) -> Position:
    """Pieces in their slots, spaces in their first owners' hands, then what was conquered."""
    settings = position.settings
    the_data = data_of(position)
    slots = tuple(str(options.get("board", "A B")).split())
    known = all(piece in the_data.pieces for piece in slots) and len(slots) in the_data.layouts
    if not known or len(set(slots)) < len(slots):
        raise ValueError(f'options, board: "{" ".join(slots)}" are no pieces of a board')
    owners, forts = set_up.possession(settings, slots)
    position = replace(position, slots=slots)
    if settings.variant == MINI:
        owners = _spaces(position, state.get("claimed", {}), "claimed")
    home = dict(owners)
    for space, player in _spaces(position, state.get("control", {}), "control").items():
        owners[space] = player
        if space in forts:
            forts[space] = 0
    return replace(position, owners=owners, home=home, forts=forts)


def _spaces(position: Position, rows: Mapping[str, str | Sequence[str]], key: str) -> dict[str, str]:
    found = {}
    for player, spaces in rows.items():
        _check_seat(position.settings, player, f"state, {key}")
        for space in spaces.split(",") if isinstance(spaces, str) else spaces:
            found[_space(position, space.strip(), f"state, {key}")] = player
    return found


def _space(position: Position, space: str, key: str) -> str:
    known = ground_of(position)
    found = known.names.get(space.casefold(), space.upper())
    if found not in known.spaces:
        raise ValueError(f'{key}: no space "{space}" on this board')
    return found


def _units(position: Position, rows: Mapping[str, Iterable[str]]) -> Iterable[Units]:
    counted: dict[tuple[str, str, str], int] = {}
    for player, items in rows.items():
        _check_seat(position.settings, player, "units")
        for item in items:
            number, kind, space = _standing(position, item)
            counted[player, kind, space] = counted.get((player, kind, space), 0) + number
    return [Units(*row, number) for row, number in counted.items()]


def _standing(position: Position, item: str) -> tuple[int, str, str]:
    """Number, kind and space of "3 Militia B4", with every name that an order may use."""
    kinds = vocabulary(data_of(position)).units
    found = _UNIT.fullmatch(" ".join(item.split()))
    words = found[2].split(" ") if found else []
    for cut in range(len(words) - 1, 0, -1):
        kind = kinds.get(" ".join(words[:cut]).casefold(), FORT)
        if found and kind != FORT:
            return int(found[1] or 1), kind, _space(position, " ".join(words[cut:]), "units")
    raise ValueError(f'units: "{item}" is no unit; write for example 3 Militia B4')


def _with_state(position: Position, state: Mapping[str, Any]) -> Position:
    seats = position.settings.seats
    rules = data_of(position).rules
    for key in ("dead", "reserves", "hand", "spent"):
        for player in state.get(key, {}):
            _check_seat(position.settings, player, f"state, {key}")
    dead = {seat: int(state.get("dead", {}).get(seat, 0)) for seat in seats}
    on_board = {seat: sum(row.count for row in position.units if row.player == seat) for seat in seats}
    reserves = {seat: rules.reserves - on_board[seat] - dead[seat] for seat in seats}
    forts = {_space(position, city, "state, forts"): left for city, left in state.get("forts", {}).items()}
    for space in forts:
        if not ground_of(position).spaces[space].city:
            raise ValueError(f"state, forts: {space} is no city")
    return replace(
        position,
        dead=dead,
        reserves=reserves | dict(state.get("reserves", {})),
        forts=dict(position.forts) | forts,
        hands={player: _cards(position, cards, "hand") for player, cards in state.get("hand", {}).items()},
        deck=_cards(position, state.get("deck", ()), "deck"),
        discard=_cards(position, state.get("discard", ()), "discard"),
        spent=dict(state.get("spent", {})),
        effects=tuple(_effect(position, text) for text in state.get("effects", ())),
        final=bool(state.get("final", False)),
    )


def _cards(position: Position, names: Sequence[str], key: str) -> tuple[str, ...]:
    spells = {spell.casefold(): spell for spell in data_of(position).spells}
    for name in names:
        if name.casefold() not in spells:
            raise ValueError(f'state, {key}: no spell "{name}"')
    return tuple(spells[name.casefold()] for name in names)


def _effect(position: Position, text: str) -> Effect:
    """ "War Cry Red B4", "Mist B4"."""
    the_data = data_of(position)
    words = text.split()
    space = _space(position, words.pop(), "state, effects") if words else ""
    player = words.pop() if words and words[-1] in position.settings.seats else ""
    spell = _cards(position, (" ".join(words),), "effects")[0]
    if not player and the_data.spells[spell].effect != "mist":
        raise ValueError(f'state, effects: "{text}" names no player; write for example Ward Blue B4')
    return Effect(spell, player or position.settings.seats[0], space)


def describe(position: Position, record: Record | None) -> dict[str, Any]:
    """The whole position, and the outcomes of the record, by the reading of each line."""
    return {
        "phase": position.phase,
        "turn": position.turn,
        "options": _options_told(position),
        "units": units(position),
        "centres": {seat: cities(position, seat) for seat in position.settings.seats},
        "dislodged": {},
        "state": _state(position),
        "results": _results(position, record) if record else {},
        "winner": list(position.winners),
    }


def _options_told(position: Position) -> dict[str, Any]:
    """What is fixed for the whole game, so that `place` gives this board and these players again."""
    settings = position.settings
    return {
        "seats": list(settings.seats),
        "cards": list(settings.cards),
        "side": settings.side,
        "private": dict(settings.private),
        "variant": settings.variant,
        "know_land": settings.know_land,
        **({"board": " ".join(position.slots)} if position.slots else {}),
        **({"rules": dict(settings.changes["rules"])} if settings.changes.get("rules") else {}),
    }


def units(position: Position) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {seat: [] for seat in position.settings.seats}
    for row in position.units:
        found[row.player].append(
            f"{row.count} {row.kind} {row.space}" if row.count > 1 else f"{row.kind} {row.space}"
        )
    return found


def _state(position: Position) -> dict[str, Any]:
    return {
        **public_state(position),
        "hand": {seat: list(position.hands.get(seat, ())) for seat in position.settings.seats},
        "deck": list(position.deck),
    }


def public_state(position: Position) -> dict[str, Any]:
    """All of it but hands and deck."""
    seats = position.settings.seats
    return {
        "first": position.first,
        "control": {seat: _conquered(position, seat) for seat in seats},
        "claimed": {
            seat: [space for space, owner in position.home.items() if owner == seat] for seat in seats
        },
        "forts": dict(position.forts),
        "dead": dict(position.dead),
        "reserves": dict(position.reserves),
        "discard": list(position.discard),
        "spent": {seat: position.spent.get(seat, 0) for seat in seats},
        "effects": [_effect_told(position, row) for row in position.effects],
        "final": position.final,
        "income": {seat: income(position, seat) for seat in seats},
        "cities": {seat: len(cities(position, seat)) for seat in seats},
        "morale": {seat: morale(position, seat) for seat in seats},
        "owner": dict(position.owners),
        "over": position.over,
        "slots": list(position.slots),
    }


def _conquered(position: Position, player: str) -> list[str]:
    return [
        space
        for space, owner in position.owners.items()
        if owner == player and position.home.get(space) != player
    ]


def _effect_told(position: Position, effect: Effect) -> str:
    of_nobody = data_of(position).spells[effect.spell].effect == "mist"
    return " ".join(filter(None, (effect.spell, "" if of_nobody else effect.player, effect.space)))


def _results(position: Position, record: Record) -> dict[str, dict[str, str]]:
    """The first of two lines that say the same counts here."""
    found: dict[str, dict[str, str]] = {seat: {} for seat in position.settings.seats}
    names = names_of(desk(position, ""))
    for row in record.results:
        found[row.player].setdefault(sentence(row.line, names), row.outcome.word)
    return found

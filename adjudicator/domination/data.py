"""The numbers, names and places of the game: `board.toml`, and what the GM has changed in it.

Changes are a table of the same shape, in which a unit, a spell, a piece or a colour is found by its name:
`{"unit": {"Knight": {"cost": 6}}, "rules": {"reserves": 30}}`. They travel with the game's state, so that a
changed card needs no change of code and a GM's table keeps its own numbers.
"""

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any

import msgspec
from msgspec import Struct

from adjudicator.core.package_files import text_beside
from adjudicator.core.toml import tables_of

Changes = Mapping[str, Any]

NAMED_BY = {"unit": "name", "spell": "name", "piece": "id", "colour": "name"}
LAND, AERIAL, WATER = KINDS = ("land", "aerial", "water")
FORT = "Fort"  # the fortification tokens, where they stand among kinds of unit


class Strict(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table of the file: a key that nobody knows is a slip."""


class About(Strict, frozen=True):
    name: str
    players: tuple[int, int]
    die: int
    front_income: int


class Rules(Strict, frozen=True):
    reserves: int
    max_types: int
    combat_rounds: int
    fort_tokens: int
    fort_combat: int
    fort_dice: int
    load_cost: int
    cargo_fights: bool
    lock_flyover: bool
    exhaustion_income: int
    morale_city: int
    morale_dead: int
    win_over_players: int
    win_mini: int
    win_double: int
    cards_per_turn: int
    missing_sheet: str


class Terrain(Strict, frozen=True):
    name: str
    cost: int
    color: str


class UnitCard(Strict, frozen=True):
    """*combat* and *armour* are "this or less on the die"; armour 0 is none."""

    name: str
    code: str
    kind: str
    cost: int
    move: int
    combat: int
    armour: int = 0
    carries: int = 0
    wizard: bool = False
    hit_last: bool = False


class Spell(Strict, frozen=True):
    name: str
    count: int
    cost: int
    when: tuple[str, ...]
    effect: str
    text: str
    units: int = 0
    unit: str = ""
    dice: int = 0
    hits_on: int = 0
    range: int = 0
    bonus: int = 0
    armour: int = 0
    tokens: int = 0


class Face(Strict, frozen=True):
    """One side of a piece: four rows of cells such as "g1", cities and towers by space."""

    rows: tuple[str, ...]
    cities: dict[str, str]
    towers: dict[str, str] = {}


class Piece(Strict, frozen=True):
    id: str
    name: str
    front: Face
    back: Face


class Sets(Struct, frozen=True):
    default_front: str
    default_back: str
    never_private: tuple[str, ...]
    always_with_water: tuple[str, ...]


class SeaFrame(Strict, frozen=True):
    prefix: str
    used_with: str


class Colour(Strict, frozen=True):
    name: str
    color: str


class Mail(Strict, frozen=True):
    scheme: str
    start: str
    pieces: str
    first: str
    hands: str
    losses: str
    private_cards: str = "public"


class Data(Struct, frozen=True):
    """The whole file; a GM's changes are in it. *sets* are the named sets of unit cards."""

    about: About
    rules: Rules
    terrain: dict[str, Terrain]
    units: dict[str, UnitCard]
    usage: Sets
    sets: dict[str, tuple[str, ...]]
    spells: dict[str, Spell]
    pieces: dict[str, Piece]
    layouts: dict[int, tuple[tuple[int, int, int], ...]]
    sea: SeaFrame
    colours: dict[str, str]
    mail: Mail
    key: str  # tells data apart: the changes as text


@cache
def _file() -> dict[str, Any]:
    text = text_beside("adjudicator.domination", "board.toml")
    tables = tables_of(text)
    for table, name in NAMED_BY.items():
        tables[table] = {row[name]: row for row in tables[table]}
    return tables


def data(changes: Changes) -> Data:
    """The data with *changes*. Raises ValueError that names the table and key at fault."""
    return _changed(msgspec.json.encode(changes, order="deterministic").decode())


@lru_cache(maxsize=32)
def _changed(changes: str) -> Data:
    tables = _merged(_file(), msgspec.json.decode(changes), "")
    for table, name in NAMED_BY.items():
        for key, row in tables[table].items():
            if isinstance(row, dict):
                row[name] = key
    sets = {name: given for name, given in tables["sets"].items() if isinstance(given, list)}
    found = Data(
        about=_read(tables["game"], About, "game"),
        rules=_read(tables["rules"], Rules, "rules"),
        terrain=_read(tables["terrain"], dict[str, Terrain], "terrain"),
        units=_read(tables["unit"], dict[str, UnitCard], "unit"),
        usage=_read(tables["sets"], Sets, "sets"),
        sets=_read(sets, dict[str, tuple[str, ...]], "sets"),
        spells=_read(tables["spell"], dict[str, Spell], "spell"),
        pieces=_read(tables["piece"], dict[str, Piece], "piece"),
        layouts=_layouts(tables["layout"]),
        sea=_read(tables["sea_frame"], SeaFrame, "sea_frame"),
        colours={
            name: row.color for name, row in _read(tables["colour"], dict[str, Colour], "colour").items()
        },
        mail=_read(tables["mail"], Mail, "mail"),
        key=changes,
    )
    _check(found)
    return found


def _merged(table: Mapping[str, Any], changes: Mapping[str, Any], where: str) -> dict[str, Any]:
    """A new table; what is no table is replaced whole."""
    merged = {
        key: _merged(value, {}, key) if isinstance(value, dict) else value for key, value in table.items()
    }
    for key, value in changes.items():
        if not where and key not in table:
            raise ValueError(f"changes: there is no table {key}; there are {', '.join(table)}")
        old = merged.get(key)
        merged[key] = _merged(old, value, key) if isinstance(old, dict) and isinstance(value, dict) else value
    return merged


def _read(value: Any, shape: Any, table: str) -> Any:
    try:
        return msgspec.convert(value, shape)
    except msgspec.ValidationError as fault:
        raise ValueError(f"{table}: {fault}") from None


def _layouts(table: Mapping[str, Any]) -> dict[int, tuple[tuple[int, int, int], ...]]:
    rows = _read(table, dict[str, tuple[tuple[int, ...], ...]], "layout")
    return {
        int(key): tuple((slot[0], slot[1], *(slot[2:] or (0,))) for slot in row) for key, row in rows.items()
    }


def _check(found: Data) -> None:
    """What no single table can see."""
    for unit in found.units.values():
        if unit.kind not in KINDS:
            raise ValueError(f'unit {unit.name}, kind: "{unit.kind}" is none of {", ".join(KINDS)}')
    for key, names in (*found.sets.items(), *_named_cards(found)):
        for name in names:
            if name not in found.units:
                raise ValueError(f'sets, {key}: no unit card "{name}"')
    for spell in found.spells.values():
        if spell.unit and spell.unit not in found.units:
            raise ValueError(f'spell {spell.name}, unit: no unit card "{spell.unit}"')


def _named_cards(found: Data) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return (
        ("never_private", found.usage.never_private),
        ("always_with_water", found.usage.always_with_water),
    )

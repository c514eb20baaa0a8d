"""The numbers, names and places of the game: `board.toml` with the GM's changes.

Changes have the shape of the file, except that a unit, spell, piece or colour is found by its name:
`{"unit": {"Knight": {"cost": 6}}, "rules": {"reserves": 30}}`. They are stored in the position, so each table
keeps its own numbers.
"""

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Final, Literal, TypeVar

import msgspec
from msgspec import Struct

from adjudicator.core.package_files import text_beside
from adjudicator.core.toml import tables_of
from adjudicator.domination.sentences import say

Changes = Mapping[str, object]
Tables = dict[str, object]  # TOML tables that are not yet checked
Shape = TypeVar("Shape")

UnitKind = Literal["land", "aerial", "water"]
LAND: Final = "land"
AERIAL: Final = "aerial"
WATER: Final = "water"
FORT = "Fort"  # fortification tokens, in lists of unit kinds
SpellEffect = Literal["reinforce", "strike", "combat", "armour", "mist", "march", "raze", "recall"]

NO_CHANGES = b"{}"
NAMED_BY = {"unit": "name", "spell": "name", "piece": "id", "colour": "name"}


class StrictTable(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table of the file in which an unknown key is an error."""


class About(StrictTable, frozen=True):
    name: str
    players: tuple[int, int]
    die: int
    front_income: int


class Rules(StrictTable, frozen=True):
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


class Terrain(StrictTable, frozen=True):
    name: str
    cost: int
    color: str


class UnitCard(StrictTable, frozen=True):
    """*combat* and *armour* are the highest roll that succeeds; armour 0 means none."""

    name: str
    code: str
    kind: UnitKind
    cost: int
    move: int
    combat: int
    armour: int = 0
    carries: int = 0
    wizard: bool = False
    hit_last: bool = False


class Spell(StrictTable, frozen=True):
    name: str
    count: int
    cost: int
    when: tuple[str, ...]
    effect: SpellEffect
    text: str
    units: int = 0
    unit: str = ""
    dice: int = 0
    hits_on: int = 0
    range: int = 0
    bonus: int = 0
    armour: int = 0
    tokens: int = 0


class PieceSide(StrictTable, frozen=True):
    """Four rows of cells such as "g1" (terrain and income); the names of cities and towers by space."""

    rows: tuple[str, ...]
    cities: dict[str, str]
    towers: dict[str, str] = {}


class Piece(StrictTable, frozen=True):
    id: str
    name: str
    front: PieceSide
    back: PieceSide


class CardSets(Struct, frozen=True):
    default_front: str
    default_back: str
    never_private: tuple[str, ...]
    always_with_water: tuple[str, ...]


class SeaFrame(StrictTable, frozen=True):
    prefix: str
    used_with: str


class Colour(StrictTable, frozen=True):
    name: str
    color: str


class MailRules(StrictTable, frozen=True):
    scheme: str
    start: str
    pieces: str
    first: str
    hands: str
    losses: str
    private_cards: str = "public"
    setup: str = ""  # "" at tables begun before this option: they keep the rules of that time


class Data(Struct, frozen=True, eq=False):
    """The whole file with a GM's changes; hashed by identity, so it can be a key of caches.

    *sets* are the named sets of unit cards.
    """

    about: About
    rules: Rules
    terrain: dict[str, Terrain]
    units: dict[str, UnitCard]
    usage: CardSets
    sets: dict[str, tuple[str, ...]]
    spells: dict[str, Spell]
    pieces: dict[str, Piece]
    layouts: dict[int, tuple[tuple[int, int, int], ...]]
    sea: SeaFrame
    colours: dict[str, str]
    mail: MailRules


@cache
def _file() -> Tables:
    tables = tables_of(text_beside("adjudicator.domination", "board.toml"))
    for table, name in NAMED_BY.items():
        tables[table] = {row[name]: row for row in tables[table]}
    return tables


def data(changes: Changes) -> Data:
    """Return the data with *changes*. Raises ValueError that names the table and key at fault."""
    return _changed(msgspec.json.encode(changes, order="deterministic") if changes else NO_CHANGES)


@lru_cache(maxsize=32)
def _changed(changes: bytes) -> Data:
    tables = _merged(_file(), msgspec.json.decode(changes), "")
    for table, name in NAMED_BY.items():
        for of_row, row in _read(tables[table], Tables, table).items():
            if isinstance(row, dict):
                row[name] = of_row
    sets = {
        name: given
        for name, given in _read(tables["sets"], Tables, "sets").items()
        if isinstance(given, list)
    }
    colours = _read(tables["colour"], dict[str, Colour], "colour")
    layouts = _layouts(tables)
    found = Data(
        about=_read(tables["game"], About, "game"),
        rules=_read(tables["rules"], Rules, "rules"),
        terrain=_read(tables["terrain"], dict[str, Terrain], "terrain"),
        units=_read(tables["unit"], dict[str, UnitCard], "unit"),
        usage=_read(tables["sets"], CardSets, "sets"),
        sets=_read(sets, dict[str, tuple[str, ...]], "sets"),
        spells=_read(tables["spell"], dict[str, Spell], "spell"),
        pieces=_read(tables["piece"], dict[str, Piece], "piece"),
        layouts=layouts,
        sea=_read(tables["sea_frame"], SeaFrame, "sea_frame"),
        colours={name: row.color for name, row in colours.items()},
        mail=_read(tables["mail"], MailRules, "mail"),
    )
    _check(found)
    return found


def _layouts(tables: Tables) -> dict[int, tuple[tuple[int, int, int], ...]]:
    """Return the slots of the pieces of the map, by their number; a slot without a turn is not turned."""
    read = _read(tables["layout"], dict[str, tuple[tuple[int, ...], ...]], "layout")
    return {
        int(slots): tuple((slot[0], slot[1], slot[2] if len(slot) > 2 else 0) for slot in row)
        for slots, row in read.items()
    }


def _merged(table: Tables, changes: Tables, where: str) -> Tables:
    """Return *table* with *changes*; a value that is not a table in both is replaced whole."""
    merged = dict(table)
    for key, value in changes.items():
        if not where and key not in table:
            raise ValueError(say("option_changes_table_is_unknown", key=key, table=", ".join(table)))
        old = merged.get(key)
        merged[key] = _merged(old, value, key) if isinstance(old, dict) and isinstance(value, dict) else value
    return merged


def _read(value: object, shape: type[Shape], table: str) -> Shape:
    try:
        return msgspec.convert(value, shape)
    except msgspec.ValidationError as fault:
        raise ValueError(f"{table}: {fault}") from None


def _check(found: Data) -> None:
    """Raise ValueError if one table names a unit card that is not in another."""
    usage = {"never_private": found.usage.never_private, "always_with_water": found.usage.always_with_water}
    for key, names in (found.sets | usage).items():
        for name in names:
            if name not in found.units:
                raise ValueError(say("option_set_card_is_unknown", key=key, called=name))
    for spell in found.spells.values():
        if spell.unit and spell.unit not in found.units:
            raise ValueError(say("option_spell_unit_is_unknown", called=spell.name, unit=spell.unit))

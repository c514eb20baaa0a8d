"""Read a `board.toml` strictly: provinces, borders, centres, homes, start.

Every fault is one sentence that names the file, the table, the key and a remedy: `board.toml, border Par-Bru:
no province "Bru" (did you mean "Bur"?)`. Keys of one game are kept unchanged (`Province.facts`,
`Board.extra`).
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from sys import intern
from types import MappingProxyType
from typing import Any

import msgspec
from msgspec import Struct

from adjudicator.core import toml
from adjudicator.core.board_rows import (
    BoardError,
    converted,
    no_power,
    no_province,
    record_of,
    refuse_misspelt_key,
)
from adjudicator.core.package_files import text_beside
from adjudicator.core.sentences import say
from adjudicator.core.toml import TomlError

Place = str  # an id of a province, or of one of its coasts: "Par", "Stp/nc"
OWN_TABLES = ("board", "province", "border", "homes", "start", "base")
KINDS = ("land", "sea", "river", "offboard")
NEUTRAL = "Neutral"  # the power of neutral units
BASES = ("adjudicator.", "/")  # what `base` may begin with: only our packages and folders are opened
LARGEST = 1_000_000  # characters of a board's file; our largest has 80,000


class Province(Struct, frozen=True, kw_only=True):
    """A space of the board. *facts* has the fields of this board's game."""

    id: str
    name: str
    aliases: tuple[str, ...] = ()
    kind: str = "land"
    terrain: str = ""
    region: str = ""
    centre: bool = False
    home: str | None = None
    coasts: tuple[str, ...] = ()  # "nc", "sc" if a fleet must be on one of several
    fortress: int = 0
    fortress_for: str = ""
    garrison: bool = False
    garrison_against: str | tuple[str, ...] = ()
    impassable_to: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    facts: Mapping[str, Any] = {}

    @property
    def is_water(self) -> bool:
        return self.kind in ("sea", "river")


class Border(Struct, frozen=True, kw_only=True):
    """Two neighbours and who may pass; in both directions unless *one_way* (from the first to the second)."""

    between: tuple[Place, Place]
    kind: str = ""
    army: bool = False
    fleet: bool = False
    mountain: bool = False
    one_way: bool = False
    via: str | None = None
    condition: str | None = None
    only: tuple[str, ...] = ()
    link: bool = False
    support: str | None = None
    fleet_via: tuple[str, ...] = ()
    note: str = ""
    facts: Mapping[str, Any] = {}


class Start(Struct, frozen=True, kw_only=True):
    """Pieces on the board at the start; *at* is empty if the player chooses."""

    power: str
    unit: str
    at: Place = ""
    count: int = 1
    note: str = ""
    facts: Mapping[str, Any] = {}


class Board(Struct, frozen=True, kw_only=True, eq=False):
    """A board as read from a file; equal only to itself. Neighbours are in the order of *places*."""

    name: str
    powers: tuple[str, ...]
    provinces: Mapping[str, Province]
    borders: tuple[Border, ...]
    places: tuple[Place, ...]  # every province, each followed by its coasts
    army_neighbours: Mapping[str, tuple[str, ...]]  # of provinces; with and without conditions
    fleet_neighbours: Mapping[Place, tuple[Place, ...]]  # of places; each coast counts separately
    centres: tuple[str, ...]
    homes: Mapping[str, tuple[str, ...]]  # by power; empty for a power without any
    start: tuple[Start, ...]
    settings: Mapping[str, Any]  # the other keys of [board]
    extra: Mapping[str, Any]  # the tables that only this board's game knows
    package: str = ""  # where the board was read: a package, or a folder as a path
    drawing: str = ""  # the folder of its drawing: its own, or that of the board on which it is based

    def province_of(self, place: Place) -> str:
        """Return the province of a place: "Stp" for "Stp/nc"."""
        return place.partition("/")[0]


@cache
def load(package: str) -> Board:
    """Load the board in a package, `load("adjudicator.standard")`, or in a folder. Raises BoardError."""
    source = _source(package)
    tables, base = _whole_tables(package)
    drawing = load(base).drawing if base else package
    return msgspec.structs.replace(_board(tables, source), package=package, drawing=drawing)


def tables_of(package: str) -> Mapping[str, Any]:
    """Return the tables of a board's file, those of its base among them, before they are checked."""
    return _whole_tables(package)[0]


def _source(package: str) -> str:
    return f"{package.replace('.', '/') if '/' not in package else package}/board.toml"


def _whole_tables(package: str) -> tuple[dict[str, Any], str]:
    """Return the tables of a board and the base from which some of them are, "" for none."""
    source = _source(package)
    tables = _parse(text_beside(package, "board.toml"), source)
    base = tables.pop("base", None)
    if base is None:
        return tables, ""
    if not isinstance(base, str) or base == package or not base.startswith(BASES):
        raise BoardError(say("board_base_is_no_board", source=source))
    return _based_on(_tables_of_base(base, source), tables), base


def _tables_of_base(base: str, source: str) -> dict[str, Any]:
    try:
        tables = _parse(text_beside(base, "board.toml"), f"{base}/board.toml")
    except (OSError, ImportError):
        raise BoardError(say("board_base_is_unknown", source=source, base=base)) from None
    if "base" in tables:
        raise BoardError(say("board_base_has_a_base", source=source, base=base))
    return tables


def _based_on(below: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    """Return the tables of a board that lists only differences from another: `board` and `game` by key.

    Powers that do not play lose their homes, adjectives and units; a table `homes` replaces the homes of its
    powers.
    """
    tables = {**below, **own}
    for key in ("board", "game"):
        tables[key] = {**below.get(key, {}), **own.get(key, {})}
    powers = tables["board"].get("powers", [])
    if "examples" not in own and ("start" in own or "powers" in own.get("board", {})):
        tables.pop("examples", None)  # of units that may not be there
    for key in ("adjectives", "other_names"):
        tables[key] = {name: words for name, words in tables.get(key, {}).items() if name in powers}
    tables["start"] = [row for row in tables.get("start", ()) if row.get("power") in (*powers, NEUTRAL)]
    homes = own.get("homes")
    if homes is None:
        owner = {row["id"]: row.get("home") for row in tables["province"]}
    else:
        owner = {place: power for power, places in homes.items() for place in places}
    tables["province"] = [_with_home(row, owner.get(row["id"]), powers) for row in tables["province"]]
    return tables


def _with_home(row: Mapping[str, Any], power: str | None, powers: Collection[str]) -> dict[str, Any]:
    rest = {key: value for key, value in row.items() if key != "home"}
    return {**rest, "home": power} if power in powers else rest


def read(text: str, source: str) -> Board:
    """Parse the board in *text* (TOML); *source* names it in faults. Raises BoardError."""
    return _board(_parse(text, source), source)


def _board(tables: dict[str, Any], source: str) -> Board:
    settings = dict(_table(tables, "board", source))
    provinces = _provinces(_rows(tables, "province", source), source)
    powers = _powers(settings, source)
    places = _places(provinces)
    borders = _borders(_rows(tables, "border", source), provinces, places, source)
    homes = _homes(tables.get("homes"), provinces, powers, source)
    name = settings.pop("name", None)
    if not isinstance(name, str):
        raise BoardError(say("board_has_no_name", source=source))
    settings.pop("powers")
    return Board(
        name=name,
        powers=powers,
        provinces=MappingProxyType(provinces),
        borders=borders,
        places=places,
        army_neighbours=_neighbours([b for b in borders if b.army], tuple(provinces)),
        fleet_neighbours=_neighbours([b for b in borders if b.fleet], places),
        centres=tuple(id_ for id_, province in provinces.items() if province.centre),
        homes=MappingProxyType(homes),
        start=_start(tables.get("start", []), powers, places, source),
        settings=MappingProxyType(settings),
        extra=MappingProxyType({key: value for key, value in tables.items() if key not in OWN_TABLES}),
    )


def _parse(text: str, source: str) -> dict[str, Any]:
    if len(text) > LARGEST:
        raise BoardError(say("board_file_is_too_large", source=source, largest=LARGEST))
    try:
        tables = toml.tables_of(text)
    except TomlError as fault:
        raise BoardError(say("board_is_not_toml", source=source, fault=fault)) from None
    for key in tables:
        refuse_misspelt_key(key, OWN_TABLES, f"{source}, {key}", "table")
    return tables


def _table(tables: Mapping[str, Any], key: str, source: str) -> Mapping[str, Any]:
    table = tables.get(key)
    if not isinstance(table, dict):
        raise BoardError(say("board_table_is_missing", source=source, key=key))
    return table


def _rows(tables: Mapping[str, Any], key: str, source: str) -> list[dict[str, Any]]:
    rows = tables.get(key)
    if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) for row in rows):
        raise BoardError(say("board_rows_are_missing", source=source, key=key))
    return rows


def _powers(settings: Mapping[str, Any], source: str) -> tuple[str, ...]:
    powers = settings.get("powers")
    if not isinstance(powers, list) or not all(isinstance(power, str) for power in powers):
        raise BoardError(say("board_has_no_powers", source=source))
    return tuple(map(intern, powers))


def _provinces(rows: Sequence[dict[str, Any]], source: str) -> dict[str, Province]:
    provinces: dict[str, Province] = {}
    names: dict[str, str] = {}
    for number, row in enumerate(rows, 1):
        where = f"{source}, province {row.get('id', f'number {number}')}"
        province = record_of(Province, _with_own_id(row), where)
        if not province.id or "/" in province.id:
            raise BoardError(say("board_id_is_not_valid", where=where, id=province.id))
        if province.kind not in KINDS:
            raise BoardError(
                say("board_kind_is_unknown", where=where, kind=province.kind, kinds=", ".join(KINDS))
            )
        for name in {
            word.casefold(): word for word in (province.id, province.name, *province.aliases)
        }.values():
            other = names.setdefault(name.casefold(), province.id)
            if other != province.id or province.id in provinces:
                raise BoardError(say("board_name_given_twice", where=where, called=name, other=other))
        provinces[province.id] = province
    return provinces


def _with_own_id(row: dict[str, Any]) -> dict[str, Any]:
    """Return the row with its id interned for all boards, so that names are compared by identity."""
    return {**row, "id": intern(row["id"])} if type(row.get("id")) is str else row


def _places(provinces: Mapping[str, Province]) -> tuple[Place, ...]:
    return tuple(
        place
        for province in provinces.values()
        for place in (province.id, *(intern(f"{province.id}/{coast}") for coast in province.coasts))
    )


def _borders(
    rows: Sequence[dict[str, Any]], provinces: Mapping[str, Province], places: tuple[Place, ...], source: str
) -> tuple[Border, ...]:
    borders: dict[tuple[Any, ...], Border] = {}
    known = dict.fromkeys(places)  # to be looked up
    for number, row in enumerate(rows, 1):
        ends = row.get("between")
        label = "-".join(map(str, ends)) if isinstance(ends, list) else f"number {number}"
        where = f"{source}, border {label}"
        border = record_of(Border, row, where)
        _check_border(border, provinces, known, where)
        key = (*(border.between if border.one_way else sorted(border.between)), border.kind, border.one_way)
        if key in borders:
            raise BoardError(say("board_border_given_twice", where=where))
        borders[key] = border
    return tuple(borders.values())


def _check_border(
    border: Border, provinces: Mapping[str, Province], places: Collection[Place], where: str
) -> None:
    for end in border.between:
        if end not in places:
            raise no_province(where, end, places)
    first, second = (provinces[end.partition("/")[0]] for end in border.between)
    if first.id == second.id:
        raise BoardError(say("board_border_with_itself", where=where))
    for via in (*border.fleet_via, *((border.via,) if border.via else ())):
        if via not in provinces:
            raise no_province(where, via, provinces)
    if border.army and (first.is_water or second.is_water):
        raise BoardError(say("board_army_border_on_water", where=where))
    if border.army and any("/" in end for end in border.between):
        raise BoardError(say("board_army_border_on_coast", where=where))
    for end in border.between:
        if border.fleet and provinces[end.partition("/")[0]].coasts and "/" not in end:
            raise BoardError(
                say("board_fleet_border_without_coast", where=where, end=end, a_coast=_a_coast(end, places))
            )


def _a_coast(province: str, places: Iterable[Place]) -> Place:
    return next(place for place in places if place.startswith(f"{province}/"))


def _neighbours(borders: Iterable[Border], places: tuple[Place, ...]) -> Mapping[Place, tuple[Place, ...]]:
    number = {place: number for number, place in enumerate(places)}
    beside: dict[Place, set[int]] = {place: set() for place in places}
    for border in borders:
        one, other = border.between
        beside[one].add(number[other])
        if not border.one_way:
            beside[other].add(number[one])
    return MappingProxyType(
        {place: tuple([places[other] for other in sorted(found)]) for place, found in beside.items()}
    )


def _homes(
    given: Any, provinces: Mapping[str, Province], powers: tuple[str, ...], source: str
) -> dict[str, tuple[str, ...]]:
    """Return home centres by power, from the provinces; a table [homes] must agree."""
    homes: dict[str, list[str]] = {power: [] for power in powers}
    for province in provinces.values():
        if province.home is None:
            continue
        where = f"{source}, province {province.id}: home"
        if province.home not in homes:
            raise no_power(where, province.home, powers)
        if not province.centre:
            raise BoardError(say("board_home_is_no_centre", where=where))
        homes[province.home].append(province.id)
    if given is None:
        return {power: tuple(ids) for power, ids in homes.items()}
    listed = _listed_homes(given, provinces, powers, source)
    for power in powers:
        differ = sorted(set(listed[power]) ^ set(homes[power]))
        if differ:
            raise BoardError(say("board_homes_disagree", source=source, power=power, differ=differ[0]))
    return listed


def _listed_homes(
    given: Any, provinces: Mapping[str, Province], powers: tuple[str, ...], source: str
) -> dict[str, tuple[str, ...]]:
    listed = converted(given, dict[str, tuple[str, ...]], f"{source}, homes")
    for power, ids in listed.items():
        if power not in powers:
            raise no_power(f"{source}, homes", power, powers)
        for id_ in ids:
            if id_ not in provinces:
                raise no_province(f"{source}, homes {power}", id_, provinces)
    return {power: listed.get(power, ()) for power in powers}


def _start(rows: Any, powers: tuple[str, ...], places: tuple[Place, ...], source: str) -> tuple[Start, ...]:
    pieces = []
    for number, row in enumerate(converted(rows, list[dict[str, Any]], f"{source}, start"), 1):
        where = f"{source}, start {row.get('power', '')} {row.get('unit', f'number {number}')}"
        piece = record_of(Start, row, where)
        if piece.power not in (*powers, NEUTRAL):
            raise no_power(where, piece.power, powers)
        if piece.at and piece.at not in places:
            raise no_province(where, piece.at, places)
        if piece.count < 1:
            raise BoardError(say("board_count_is_too_small", where=where, count=piece.count))
        pieces.append(piece)
    return tuple(pieces)

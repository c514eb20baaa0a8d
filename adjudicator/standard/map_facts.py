"""The facts of a `board.toml` that the standard rules need besides provinces and borders."""

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import Struct

from adjudicator.core.board import Board
from adjudicator.core.board_rows import BoardError, converted, did_you_mean, no_province
from adjudicator.standard import map_limits
from adjudicator.standard.map_examples import Examples, examples_of
from adjudicator.standard.sentences import say

Builds = Literal["home centres", "anywhere", "chosen centres"]
BRIDGE = "bridge"  # a kind of border: with water below it
OF_OTHERS = ("speech",)  # tables that other modules read
OF_PROVINCES = ("convoys", "unit_at")  # keys of a province that the core does not know


class Seasons(Struct, frozen=True, forbid_unknown_fields=True):
    """The printed names of the seasons; *adjustment* is that of builds and removals."""

    spring: str = "Spring"
    autumn: str = "Autumn"
    adjustment: str = "Winter"
    years: int = 1  # from one spring to the next
    autumn_after: int = 0  # years from the spring to the autumn: 5 if turns are half decades


class Game(Struct, frozen=True, forbid_unknown_fields=True):
    """The card of the game, and its names in reports."""

    key: str
    title: str
    called: str  # inside a sentence: "standard Diplomacy"
    picture: str  # the subject of a picture: "map of Europe"
    first_year: int
    builds: Builds = "home centres"
    begins: Literal["movement", "adjustment"] = "movement"  # with builds, in the winter before the first year
    aliases: tuple[str, ...] = ()
    credits: tuple[str, ...] = ()


class Victory(Struct, frozen=True, forbid_unknown_fields=True):
    """The victory condition: 13.1. *tie* decides if several powers have enough centres at once."""

    centres: int
    tie: Literal["shared", "the most", "goes on"] = "shared"


class Impassable(Struct, frozen=True, forbid_unknown_fields=True):
    """Land that nobody enters, and the provinces around it."""

    name: str
    between: tuple[str, ...]


class Table(Struct, frozen=True, forbid_unknown_fields=True):
    game: Game
    victory: Victory
    examples: Examples | None = None
    seasons: Seasons = Seasons()
    adjectives: Mapping[str, tuple[str, ...]] = {}  # by power, as in "the French army"
    other_names: Mapping[str, tuple[str, ...]] = {}  # by power, for headings in a sheet
    building: Mapping[str, tuple[str, ...]] = {}  # by power, for builds in "chosen centres"
    impassable: tuple[Impassable, ...] = ()


class MapFacts(Struct, frozen=True, eq=False):
    """All facts of a map."""

    game: Game
    victory: Victory
    builds: Builds
    building: Mapping[str, tuple[str, ...]]
    islands: frozenset[str]  # provinces in which a fleet may convoy: `convoys = true`
    seasons: Seasons
    examples: Examples
    adjectives: Mapping[str, tuple[str, ...]]
    other_names: Mapping[str, tuple[str, ...]]
    impassable: tuple[Impassable, ...]

    @property
    def goal(self) -> int:
        """Return how many supply centres win the game."""
        return self.victory.centres


def facts_of(board: Board) -> MapFacts:
    """Parse the facts. Raises BoardError for one that is missing, unknown or of the wrong type."""
    table = table_of(board)
    if fault := next(map_limits.faults(board, table), None):
        raise BoardError(f"{board.name}, {fault}")
    _check(board, table)
    return MapFacts(
        game=table.game,
        victory=table.victory,
        builds=table.game.builds,
        building=table.building,
        islands=frozenset(id_ for id_, province in board.provinces.items() if province.facts.get("convoys")),
        seasons=table.seasons,
        examples=table.examples or examples_of(board),
        adjectives=table.adjectives,
        other_names=table.other_names,
        impassable=table.impassable,
    )


def table_of(board: Board) -> Table:
    """Parse the tables. Raises BoardError for one that is missing, unknown or of the wrong type."""
    own = {key: value for key, value in board.extra.items() if key not in OF_OTHERS}
    return converted(own, Table, board.name)


def _check(board: Board, table: Table) -> None:
    for power in (*table.adjectives, *table.other_names, *table.building):
        if power not in board.powers:
            known = did_you_mean(power, board.powers)
            raise BoardError(say("map_power_is_unknown", called=board.name, power=power, known=known))
    _check_building(board, table)
    _check_impassable(board, table.impassable)
    if table.game.builds == "chosen centres" and not table.building:
        raise BoardError(say("map_has_no_building_places", called=board.name))
    _check_provinces(board)


def _check_building(board: Board, table: Table) -> None:
    for power, centres in table.building.items():
        for centre in centres:
            if centre not in board.centres:
                known = did_you_mean(centre, board.centres)
                raise BoardError(
                    say(
                        "map_building_centre_is_unknown",
                        called=board.name,
                        power=power,
                        centre=centre,
                        known=known,
                    )
                )


def _check_provinces(board: Board) -> None:
    for province in board.provinces.values():
        for key in province.facts:
            if key not in OF_PROVINCES:
                remedy = did_you_mean(key, OF_PROVINCES)
                raise BoardError(
                    say(
                        "map_province_key_is_unknown",
                        called=board.name,
                        id=province.id,
                        key=key,
                        remedy=remedy,
                    )
                )


def _check_impassable(board: Board, lands: Sequence[Impassable]) -> None:
    for land in lands:
        where = f"{board.name}, impassable {land.name}"
        if land.name in board.provinces:
            raise BoardError(say("map_name_given_twice", where=where))
        if len(set(land.between)) < 2:
            raise BoardError(say("map_impassable_has_no_neighbours", where=where))
        for id_ in land.between:
            if id_ not in board.provinces:
                raise no_province(where, id_, board.provinces)

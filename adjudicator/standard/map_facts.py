"""What the standard rules need of a map besides provinces and borders: the rest of its `board.toml`."""

from collections.abc import Mapping
from typing import Any, Literal

import msgspec
from msgspec import Struct

from adjudicator.core.board import Board, BoardError

HOME_CENTRES, ANYWHERE = "home centres", "anywhere"
OF_OTHERS = ("speech",)  # tables that other modules read


class Seasons(Struct, frozen=True, forbid_unknown_fields=True):
    """The seasons as they are printed; *adjustment* is that of builds and removals."""

    spring: str = "Spring"
    autumn: str = "Autumn"
    adjustment: str = "Winter"


class Examples(Struct, frozen=True, forbid_unknown_fields=True):
    """Orders of this map, for the remedies of refusals."""

    army: str  # a unit
    fleet: str
    attacker: str  # a province
    support: str
    movement: tuple[str, ...]
    retreat: tuple[str, ...]
    adjustment: tuple[str, ...]


class Game(Struct, frozen=True, forbid_unknown_fields=True):
    """The card of the game, and how reports call it."""

    key: str
    title: str
    called: str  # inside a sentence: "standard Diplomacy"
    picture: str  # what a picture shows: "map of Europe"
    first_year: int
    builds: Literal["home centres", "anywhere"] = "home centres"
    aliases: tuple[str, ...] = ()
    credits: tuple[str, ...] = ()


class Victory(Struct, frozen=True, forbid_unknown_fields=True):
    centres: int


class Table(Struct, frozen=True, forbid_unknown_fields=True):
    game: Game
    victory: Victory
    examples: Examples
    seasons: Seasons = Seasons()
    adjectives: Mapping[str, tuple[str, ...]] = {}  # by power, as in "the French army"
    other_names: Mapping[str, tuple[str, ...]] = {}  # by power, of headings in a sheet


class MapFacts(Struct, frozen=True, eq=False):
    """All of it, with what the resolver asks for often."""

    game: Game
    goal: int  # the supply centres that win the game
    builds: str  # HOME_CENTRES or ANYWHERE
    seasons: Seasons
    examples: Examples
    adjectives: Mapping[str, tuple[str, ...]]
    other_names: Mapping[str, tuple[str, ...]]


def facts_of(board: Board) -> MapFacts:
    """Raises BoardError for a fact that is missing, unknown or of the wrong kind."""
    table = _table(board, {key: value for key, value in board.extra.items() if key not in OF_OTHERS})
    for power in (*table.adjectives, *table.other_names):
        if power not in board.powers:
            raise BoardError(f'{board.name}, adjectives or other_names: no power "{power}"')
    return MapFacts(
        game=table.game,
        goal=table.victory.centres,
        builds=table.game.builds,
        seasons=table.seasons,
        examples=table.examples,
        adjectives=table.adjectives,
        other_names=table.other_names,
    )


def _table(board: Board, tables: Mapping[str, Any]) -> Table:
    try:
        return msgspec.convert(tables, Table)
    except msgspec.ValidationError as fault:
        raise BoardError(f"{board.name}: {fault}") from None

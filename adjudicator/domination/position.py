"""The position with everybody's cards, as an immutable value, to text and back.

What is secret in it: hands and the order of the deck (unless the hands are open), casualty preferences and
the build lists that may be repeated. `sight.py` keeps them from everybody else.
"""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from adjudicator.core.encoding import to_sorted_text
from adjudicator.domination import ground
from adjudicator.domination.data import Data, UnitCard, data
from adjudicator.domination.ground import Ground
from adjudicator.domination.language.orders import OrderLine, Prefer

MINI, DOUBLE = "mini", "double"

# The phases, the usual one first: a whole turn, its parts, and the set-up.
PHASES = ("turn", "orders", "move", "magic", "combat", "build", "draw", "setup", "claim", "start")
SHEET, SPLIT, TABLE, CASE = "sheet", "split", "table", "case"


class Units(Struct, frozen=True, order=True, array_like=True, gc=False):
    """All units of one kind that a player has in a space."""

    player: str
    kind: str
    space: str
    count: int


class Effect(Struct, frozen=True, array_like=True, gc=False):
    """A spell in force in a space."""

    spell: str
    player: str
    space: str


class Preference(Struct, frozen=True):
    player: str
    wish: Prefer


class Settings(Struct, frozen=True):
    """What is fixed for the whole game; *private* is by player (10.2)."""

    seats: tuple[str, ...]
    cards: tuple[str, ...]
    side: str = "front"
    private: Mapping[str, str] = {}
    variant: str = ""
    know_land: bool = False
    changes: Mapping[str, Any] = {}


class Asking(Struct, frozen=True):
    """A casualty choice for which the game has stopped (11.3); *rolled* and *answers* lead there again."""

    player: str
    space: str
    hits: int
    kinds: tuple[str, ...]
    rolled: tuple[int, ...]
    answers: tuple[tuple[str, ...], ...]
    told: int  # events of this phase that were reported already


class Position(Struct, frozen=True):
    """A moment of the game. *home* is each player's starting territory; water has no owner."""

    settings: Settings
    number: int  # of the next judging, 1 for the first
    turn: int  # 0 is the set-up
    phase: str
    first: str
    acting: tuple[str, ...] = ()  # who acts in this phase and has not yet; all of them where all mail at once
    slots: tuple[str, ...] = ()
    units: tuple[Units, ...] = ()
    owners: Mapping[str, str] = {}
    home: Mapping[str, str] = {}
    forts: Mapping[str, int] = {}
    reserves: Mapping[str, int] = {}
    dead: Mapping[str, int] = {}
    hands: Mapping[str, tuple[str, ...]] = {}
    deck: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()
    cast: tuple[str, ...] = ()  # cards that lie open until the end of the build phase
    spent: Mapping[str, int] = {}
    effects: tuple[Effect, ...] = ()
    standing: tuple[Preference, ...] = ()
    passing: tuple[Preference, ...] = ()  # for this turn only
    waiting: Mapping[
        str, tuple[OrderLine, ...]
    ] = {}  # lines of earlier mails for the moment before the battles
    last_builds: Mapping[str, tuple[OrderLine, ...]] = {}
    asking: Asking | None = None
    final: bool = False
    over: bool = False
    winners: tuple[str, ...] = ()


_DECODER = msgspec.json.Decoder(Position)


def to_text(position: Position) -> str:
    return to_sorted_text(position)


def from_text(text: str) -> Position:
    return _DECODER.decode(text)


def data_of(position: Position) -> Data:
    return data(position.settings.changes)


def ground_of(position: Position) -> Ground:
    return ground.ground(data_of(position), position.settings.side, position.slots)


def buildable(settings: Settings, player: str) -> tuple[str, ...]:
    """The kinds that *player* may build, in the order of the unit list."""
    private = settings.private.get(player)
    return tuple(kind for kind in data(settings.changes).units if kind in settings.cards or kind == private)


def in_play(settings: Settings) -> tuple[UnitCard, ...]:
    """The unit cards of the game, common and private, in the order of the unit list."""
    return tuple(
        card
        for name, card in data(settings.changes).units.items()
        if name in settings.cards or name in settings.private.values()
    )


def player_order(position: Position) -> tuple[str, ...]:
    """The holder of the first player card, then leftwards; 1.1."""
    seats = position.settings.seats
    start = seats.index(position.first)
    return seats[start:] + seats[:start]


def income(position: Position, player: str) -> int:
    """The income values of the spaces that *player* controls; 2.5."""
    spaces = ground_of(position).spaces
    return sum(spaces[space].value for space, owner in position.owners.items() if owner == player)


def cities(position: Position, player: str) -> tuple[str, ...]:
    return tuple(city for city in ground_of(position).cities() if position.owners.get(city) == player)


def morale(position: Position, player: str) -> int:
    """7.3"""
    rules = data_of(position).rules
    honour = income(position, player) + rules.morale_city * len(cities(position, player))
    return honour - rules.morale_dead * position.dead.get(player, 0)


def is_out(position: Position, player: str) -> bool:
    """Has *player* neither spaces nor units?  3.3"""
    return player not in position.owners.values() and all(row.player != player for row in position.units)


def cities_to_win(settings: Settings) -> int:
    """7.1, 10.3, 10.4"""
    rules = data(settings.changes).rules
    more = {MINI: rules.win_mini, DOUBLE: rules.win_double}.get(settings.variant, rules.win_over_players)
    return len(settings.seats) + more


def has_magic(position: Position) -> bool:
    """8.1: a Wizard among the cards, and a tower on the board."""
    wizards = any(card.wizard for card in in_play(position.settings))
    return wizards and any(space.tower for space in ground_of(position).spaces.values())

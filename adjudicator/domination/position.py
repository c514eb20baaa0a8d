"""The position as an immutable value, and as text.

Hands and the order of the deck (unless the hands are open), casualty preferences and the build lists that may
be repeated are secret; `view/sight.py` hides them from other players.
"""

from collections.abc import Mapping
from typing import NamedTuple

import msgspec
from msgspec import UNSET, Struct, UnsetType, field

from adjudicator.core.encoding import to_sorted_text
from adjudicator.domination import ground
from adjudicator.domination.data import Changes, Data, UnitCard, data
from adjudicator.domination.ground import Ground
from adjudicator.domination.language.orders import (
    BUILD,
    COMBAT,
    MAGIC,
    MOVE,
    SET_UP,
    Case,
    Condition,
    OrderLine,
    Prefer,
    Test,
)
from adjudicator.domination.sentences import group

MINI, DOUBLE = "mini", "double"


class Phase(NamedTuple):
    """*owed* names what a player owes, and *due* completes "Now ..."; the first heading is the default."""

    headings: tuple[str, ...]
    title: str
    owed: str
    due: str


HEADINGS: Mapping[str, tuple[str, ...]] = {  # first a whole turn, the usual one; then its parts
    "turn": (MOVE, MAGIC, COMBAT, BUILD),
    "orders": (MOVE, MAGIC, COMBAT),
    "move": (MOVE, COMBAT),
    "magic": (MAGIC, COMBAT),
    "combat": (COMBAT,),
    "build": (BUILD, COMBAT),
    "draw": (COMBAT,),
    "setup": (SET_UP,),
    "opening": (SET_UP, BUILD, COMBAT),
    "claim": (SET_UP,),
    "start": (BUILD, COMBAT),
}
BEFORE_TURN_1 = ("setup", "opening", "claim", "start")
TITLES, OWED, DUE = group("phase_titles"), group("phase_owed"), group("phase_due")
PHASES = {key: Phase(headings, TITLES[key], OWED[key], DUE[key]) for key, headings in HEADINGS.items()}
ONE_MESSAGE, BY_PHASE = "one message", "by phase"  # set-up (11.4)
SHEET, SPLIT, TABLE, CASE = "sheet", "split", "table", "case"  # schemes (11.1 to 11.3); CASE for rule cases


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
    order: Prefer = field(name="wish")
    tests: tuple[Test, ...] | UnsetType = UNSET  # these and the cases are tested in battle
    cases: tuple[Case, ...] | UnsetType = UNSET

    @property
    def conditions(self) -> tuple[Condition, ...]:
        return (*(self.tests or ()), *(self.cases or ()))


class Settings(Struct, frozen=True):
    """The settings of a table; *private* is by player (10.2)."""

    seats: tuple[str, ...]
    cards: tuple[str, ...]
    side: str = "front"
    private: Mapping[str, str] = {}
    variant: str = ""
    know_land: bool = False
    changes: Changes = {}


class CasualtyChoice(Struct, frozen=True):
    """A choice that the game waits for (11.3); replaying *rolled* and *answers* leads to it again."""

    player: str
    space: str
    hits: int
    kinds: tuple[str, ...]
    rolled: tuple[int, ...]
    answers: tuple[tuple[str, ...], ...]
    reported: int = field(name="told")  # events of this phase that earlier reports contain


class Position(Struct, frozen=True):
    """A position. *home* is each player's starting territory; water has no owner."""

    settings: Settings
    number: int  # of the next adjudication, 1 for the first
    turn: int  # 0 is the set-up
    phase: str
    first: str
    acting: tuple[str, ...] = ()  # players who have yet to act in this phase
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
    casts: tuple[Effect, ...] | UnsetType = UNSET  # all spells of this turn
    is_imagined: bool | UnsetType = UNSET  # orders are only tried on it; see `resolve.magic.draw`
    standing: tuple[Preference, ...] = ()
    passing: tuple[Preference, ...] = ()  # for this turn only
    waiting: Mapping[str, tuple[OrderLine, ...]] = {}  # lines to carry out just before the battles
    last_builds: Mapping[str, tuple[OrderLine, ...]] = {}
    asking: CasualtyChoice | None = None
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
    """Return the kinds that *player* may build, in the order of the unit list."""
    private = settings.private.get(player)
    return tuple(kind for kind in data(settings.changes).units if kind in settings.cards or kind == private)


def in_play(settings: Settings) -> tuple[UnitCard, ...]:
    """Return the common and private unit cards, in the order of the unit list."""
    return tuple(
        card
        for name, card in data(settings.changes).units.items()
        if name in settings.cards or name in settings.private.values()
    )


def player_order(position: Position) -> tuple[str, ...]:
    """Return the players from the holder of the first player card leftwards; 1.1."""
    seats = position.settings.seats
    start = seats.index(position.first)
    return seats[start:] + seats[:start]


def income(position: Position, player: str) -> int:
    """Return the sum of the income values of the spaces that *player* controls; 2.5."""
    spaces = ground_of(position).spaces
    return sum(spaces[space].value for space, owner in position.owners.items() if owner == player)


def is_choosing(position: Position) -> bool:
    """Return whether the pieces are chosen now; 2.1."""
    return position.phase == "setup" or (position.phase == "opening" and not position.slots)


def pieces_of(settings: Settings, slots: tuple[str, ...], player: str) -> tuple[str, ...]:
    """Return the pieces that lie in the slots of *player*; none in Mini Domination; 2.2, 10.4."""
    return tuple(piece for slot, piece in enumerate(slots) if owner_of(settings, slot) == player)


def owner_of(settings: Settings, slot: int) -> str:
    """Return the owner of the piece in *slot*, "" in Mini Domination; 2.2, 10.4."""
    if settings.variant == MINI:
        return ""
    seat = slot // 2 if settings.variant == DOUBLE else slot
    return settings.seats[seat] if seat < len(settings.seats) else ""


def treasury(position: Position, player: str) -> int:
    """Return what *player* has to spend on builds: the income less the spells of this turn; 6.1."""
    return max(0, income(position, player) - position.spent.get(player, 0))


def cities(position: Position, player: str) -> tuple[str, ...]:
    return tuple(city for city in ground_of(position).cities() if position.owners.get(city) == player)


def morale(position: Position, player: str) -> int:
    """Return the score that decides an exhausted game; 7.3."""
    rules = data_of(position).rules
    gained = income(position, player) + rules.morale_city * len(cities(position, player))
    return gained - rules.morale_dead * position.dead.get(player, 0)


def is_out(position: Position, player: str) -> bool:
    """Return whether *player* has neither spaces nor units; 3.3."""
    return player not in position.owners.values() and all(row.player != player for row in position.units)


def can_move(position: Position, player: str) -> bool:
    """Return whether *player* may have something to do in the move phase: a unit or a fortification token.

    Like `can_build`, it depends on public facts alone, so that the answer gives no secret away; 11.3.
    """
    walls = any(position.forts.get(city) for city in cities(position, player))
    return walls or any(row.player == player for row in position.units)


def headings(position: Position) -> tuple[str, ...]:
    """Return the headings of the phase that is due; the last turn has no builds; 7.2."""
    found = PHASES[position.phase].headings
    return tuple(heading for heading in found if heading != BUILD) if position.final else found


def can_build(position: Position, player: str) -> bool:
    """Return whether *player* may build: with a token, a city, and money for the cheapest unit card; 11.3."""
    cards = data_of(position).units.values()
    has_means = position.reserves[player] > 0 and bool(cities(position, player))
    return has_means and treasury(position, player) >= min(card.cost for card in cards)


def cities_to_win(settings: Settings) -> int:
    """Return how many cities win the game; 7.1, 10.3, 10.4."""
    rules = data(settings.changes).rules
    more = {MINI: rules.win_mini, DOUBLE: rules.win_double}.get(settings.variant, rules.win_over_players)
    return len(settings.seats) + more


def has_magic(position: Position) -> bool:
    """Return whether a Wizard is among the cards and a tower on the board; 8.1."""
    wizards = any(card.wizard for card in in_play(position.settings))
    return wizards and any(space.tower for space in ground_of(position).spaces.values())

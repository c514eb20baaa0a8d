"""The board while a turn is played: a working copy of the position, token by token.

The steps of the turn change it in place and tell what happened; `position` makes an immutable value of it
again. Points are those that a unit has left in its player's move phase (4.1).
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from adjudicator.core.dice import Dice
from adjudicator.domination.data import AERIAL, FORT, LAND, UnitCard
from adjudicator.domination.ground import Space
from adjudicator.domination.language.orders import OrderLine
from adjudicator.domination.position import (
    Asking,
    Effect,
    Position,
    Preference,
    Units,
    data_of,
    ground_of,
    player_order,
)
from adjudicator.domination.record import Event, Outcome, Result


class Token:
    """A unit on the board. *rests*: it does not move any more in this phase (8.8)."""

    __slots__ = ("card", "player", "points", "rests", "space")

    def __init__(self, card: UnitCard, player: str, space: str) -> None:
        self.card = card
        self.player = player
        self.space = space
        self.points = card.move
        self.rests = False

    @property
    def kind(self) -> str:
        return self.card.name


class Table:
    """The board, the dice, the players' sheets, and what has happened so far."""

    def __init__(self, position: Position, sheets: Mapping[str, Sequence[OrderLine]], dice: Dice) -> None:
        self.start = position
        self.settings = position.settings
        self.data = data_of(position)
        self.rules = self.data.rules
        self.ground = ground_of(position)
        self.order = player_order(position)
        self.sheets = sheets
        self.dice = dice
        self.events: list[Event] = []
        self.results: list[Result] = []
        self.held: dict[tuple[str, int], bool] = {}  # by player and line: did its condition hold?
        self.answers: list[tuple[str, ...]] | None = None  # casualty choices given, where they are asked for
        self.asking: Asking | None = None
        self.owners = dict(position.owners)
        self.home = dict(position.home)
        self.forts = dict(position.forts)
        self.reserves = dict(position.reserves)
        self.dead = dict(position.dead)
        self.hands = {player: list(cards) for player, cards in position.hands.items()}
        self.deck, self.discard, self.cast = (
            list(position.deck),
            list(position.discard),
            list(position.cast),
        )
        self.spent = dict(position.spent)
        self.effects: list[Effect] = list(position.effects)
        self.standing: list[Preference] = list(position.standing)
        self.passing: list[Preference] = list(position.passing)
        self.waiting = dict(position.waiting)
        self.last_builds = dict(position.last_builds)
        self.over, self.winners = position.over, position.winners
        self._at: dict[str, list[Token]] = {}
        for row in position.units:
            for _ in range(row.count):
                self.put(Token(self.data.units[row.kind], row.player, row.space))

    # ------------------------------------------------------------------------------------- what is where

    def tokens(self) -> Iterator[Token]:
        return (token for tokens in self._at.values() for token in tokens)

    def here(self, space: str, player: str = "") -> list[Token]:
        """The units in *space*, or those of one player."""
        found = self._at.get(space, [])
        return [token for token in found if token.player == player] if player else list(found)

    def is_water(self, space: str) -> bool:
        return self.ground.spaces[space].is_water

    def space(self, space: str) -> Space:
        return self.ground.spaces[space]

    def strength(self, space: str, player: str) -> int:
        """Units and fortification tokens of *player* in *space*; 1.6."""
        return len(self.here(space, player)) + self.tokens_of(space, player)

    def tokens_of(self, space: str, player: str) -> int:
        return self.forts.get(space, 0) if self.owners.get(space) == player else 0

    def enemies(self, space: str, player: str) -> int:
        """Units and fortification tokens of everybody else; 1.6."""
        others = sum(1 for token in self._at.get(space, ()) if token.player != player)
        walls = self.forts.get(space, 0) if self.owners.get(space, player) != player else 0
        return others + walls

    def sides(self, space: str) -> list[str]:
        """Who has units or tokens in *space*, in player order."""
        return [player for player in self.order if self.strength(space, player)]

    def is_opponents(self, space: str, player: str) -> bool:
        """Is it another player's space?  Water is nobody's; 1.6."""
        return not self.is_water(space) and self.owners.get(space, player) != player

    def income(self, player: str) -> int:
        """2.5"""
        return sum(self.space(space).value for space, owner in self.owners.items() if owner == player)

    def cities(self, player: str) -> list[str]:
        return [city for city in self.ground.cities() if self.owners.get(city) == player]

    def berths(self, space: str, player: str) -> int:
        """Room on the ships of *player* in *space*; 4.12."""
        return sum(token.card.carries for token in self.here(space, player))

    def land_aboard(self, space: str, player: str) -> list[Token]:
        return [token for token in self.here(space, player) if token.card.kind == LAND]

    def fliers(self, space: str, player: str) -> list[Token]:
        return [token for token in self.here(space, player) if token.card.kind == AERIAL]

    def ships(self, space: str, player: str) -> list[Token]:
        """Ships that carry, the one with most points first; 4.15."""
        found = [token for token in self.here(space, player) if token.card.carries]
        return sorted(found, key=lambda token: -token.points)

    def effects_at(self, space: str, effect: str, player: str = "") -> list[Effect]:
        """Spells in force in *space* by what they do ("combat", "armour", "mist")."""
        return [
            row
            for row in self.effects
            if row.space == space
            and self.data.spells[row.spell].effect == effect
            and player in ("", row.player)
        ]

    # ------------------------------------------------------------------------------------------- changes

    def put(self, token: Token) -> None:
        self._at.setdefault(token.space, []).append(token)

    def take(self, token: Token) -> None:
        self._at[token.space].remove(token)

    def shift(self, token: Token, space: str) -> None:
        self.take(token)
        token.space = space
        self.put(token)

    def recruit(self, kind: str, player: str, space: str) -> Token:
        """A token from the reserve; 6.4."""
        self.reserves[player] -= 1
        token = Token(self.data.units[kind], player, space)
        self.put(token)
        return token

    def kill(self, token: Token) -> None:
        """Dead tokens never come back; 1.5."""
        self.take(token)
        self.dead[token.player] = self.dead.get(token.player, 0) + 1

    def lose_one(self, space: str, player: str, kind: str) -> None:
        """A unit of that kind, or a fortification token."""
        if kind == FORT:
            self.forts[space] -= 1
        else:
            self.kill(next(token for token in self.here(space, player) if token.kind == kind))

    def tell(self, key: str, player: str = "", space: str = "", **words: str) -> None:
        self.events.append(Event(key, player, space, words))

    def roll(self) -> int:
        return self.dice.roll(self.data.about.die)

    # ---------------------------------------------------------------------------------------- the sheets

    def lines(self, player: str, phase: str) -> list[OrderLine]:
        return [line for line in self.sheets.get(player, ()) if line.phase == phase]

    def settle(self, player: str, line: OrderLine, outcome: Outcome) -> None:
        self.results.append(Result(player, line, outcome))

    def position(self) -> Position:
        """What stands there now, as a value."""
        counted = Counter((token.player, token.kind, token.space) for token in self.tokens())
        seat = {player: number for number, player in enumerate(self.settings.seats)}
        kinds = {kind: number for number, kind in enumerate(self.data.units)}
        rank: Callable[[tuple[str, str, str]], tuple[int, int, int]] = lambda row: (  # noqa: E731
            seat[row[0]],
            self.ground.rank[row[2]],
            kinds[row[1]],
        )
        return replace(
            self.start,
            units=tuple(Units(*row, counted[row]) for row in sorted(counted, key=rank)),
            owners=dict(self.owners),
            home=dict(self.home),
            forts=dict(self.forts),
            reserves=dict(self.reserves),
            dead=dict(self.dead),
            hands={player: tuple(cards) for player, cards in self.hands.items()},
            deck=tuple(self.deck),
            discard=tuple(self.discard),
            cast=tuple(self.cast),
            spent=dict(self.spent),
            effects=tuple(self.effects),
            standing=tuple(self.standing),
            passing=tuple(self.passing),
            waiting=dict(self.waiting),
            last_builds=dict(self.last_builds),
            asking=self.asking,
            over=self.over,
            winners=self.winners,
        )

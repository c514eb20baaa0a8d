"""Different tables that are due at once, and the time to build their mails alone.

Each table gets the position of a movement from random games of Downfall XIII, at all stages, and the orders
given there. Tables in the same position would share their pictures, which real tables do not.
"""

import gc
import time
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from functools import cache
from itertools import count
from typing import NamedTuple, cast

from sqlmodel import col, delete, select

from adjudicator.core.dice import SeededDice
from adjudicator.core.game import Game, Orders, Power, State
from adjudicator.games import find
from pbem.pictures import painting, palette_png, png
from pbem.store.game_tables import GameTable, OrderSheet
from pbem.tables.office import Office
from pbem.turns import turn, turn_mails
from tests.support.play import xiii_play

GAME = "downfall-xiii"
SAMPLE = 20  # tables whose mails are built without anything else


class Movement(NamedTuple):
    """The input of an adjudication."""

    state: State
    orders: Mapping[Power, Orders]


def movements() -> Iterator[Movement]:
    """Yield the movements of random games, without end."""
    game = find(GAME)
    for seed in count():
        for played in xiii_play.play(seed):
            if game.due(played.before).phase == game.card.phases[0]:
                yield Movement(played.before, played.orders)


def deal(office: Office, now: datetime, most: int | None = None) -> None:
    """Give each table, or the first *most*, its own position and orders, due *now*; delete old orders."""
    with office.store.reading() as session:
        keys = session.exec(select(GameTable.key).order_by(col(GameTable.key)).limit(most)).all()
    with office.store.writing() as session:
        session.exec(delete(OrderSheet))
    for key, movement in zip(keys, movements(), strict=False):
        with office.store.writing() as session:
            table = session.get_one(GameTable, key)
            table.position, table.deadline_utc, table.final_utc = movement.state, now, now
            session.add_all(
                OrderSheet(table_key=key, number=table.number, power=power, orders=orders, received_utc=now)
                for power, orders in movement.orders.items()
            )


def built_alone(office: Office, now: datetime) -> float:
    """Return the mails a second that this process builds for known turns, without game and database.

    It paints pictures, on a board that is already painted.
    """
    with office.store.reading() as session:
        keys = session.exec(select(GameTable.key).limit(SAMPLE)).all()
    builders = [builder(office, key, now) for key in keys]
    forget_pictures(but_the_board=office.settings.service.pictures)
    begun = time.perf_counter()
    built = sum(build() for build in builders)
    return built / (time.perf_counter() - begun)


def builder(office: Office, key: str, now: datetime) -> Callable[[], int]:
    """Return a function that builds all mails of the table's turn, from a game that replays its facts."""
    with office.store.reading() as session:
        claimed = turn._claimed(session, office, session.get_one(GameTable, key))
    judged = turn._adjudicate(claimed, office, now)
    remembered = cast(Game, _Remembered(find(GAME)))
    recalling = Office(office.store, office.settings, lambda _: remembered, office.credentials, office.vouch)
    list(turn_mails.mails(claimed, judged, recalling))
    return lambda: len(list(turn_mails.mails(claimed, judged, recalling)))


class _Remembered:
    """A game whose answers are cached."""

    def __init__(self, game: Game) -> None:
        self._game, self._told = game, dict[object, object]()

    def __getattr__(self, name: str) -> object:
        found = getattr(self._game, name)
        if not callable(found):
            return found

        def recalled(*asked: object) -> object:
            if (name, asked) not in self._told:
                self._told[name, asked] = found(*asked)
            return self._told[name, asked]

        return recalled


def forget_pictures(*, but_the_board: bool) -> None:
    """Clear the caches of pictures, as after a start; with *but_the_board*, paint the board again."""
    for room in (painting, palette_png, png):
        room.forget()
    gc.collect()
    if but_the_board:
        png.png(_board())


@cache
def _board() -> str:
    game = find(GAME)
    return game.picture(game.start({}, SeededDice("board", 0)), None, None)

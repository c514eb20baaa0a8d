"""Make tables due at once, in different positions, and measure how quickly their mails can be built.

Each table gets the position of a movement from random games of Downfall XIII, at any stage, and the orders
that were given there. Tables in the same position would share their pictures, which real tables do not.
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
    """Return how many mails a second this process builds if it neither adjudicates nor uses the database.

    Pictures are painted, on a board that is already painted.
    """
    with office.store.reading() as session:
        keys = session.exec(select(GameTable.key).limit(SAMPLE)).all()
    builders = [builder(office, key, now) for key in keys]
    forget_pictures(but_the_board=office.settings.service.pictures)
    begun = time.perf_counter()
    built = sum(build() for build in builders)
    return built / (time.perf_counter() - begun)


def builder(office: Office, key: str, now: datetime) -> Callable[[], int]:
    """Return a function that builds all mails of the table's turn, with a game whose answers are cached."""
    with office.store.reading() as session:
        claimed = turn._claimed(session, office, session.get_one(GameTable, key))
    judged = turn._adjudicate(claimed, office, now)
    game = cast(Game, _CachedGame(find(GAME)))
    with_cache = Office(office.store, office.settings, lambda _: game, office.credentials, office.vouch)
    list(turn_mails.mails(claimed, judged, with_cache))
    return lambda: len(list(turn_mails.mails(claimed, judged, with_cache)))


class _CachedGame:
    """A game whose answers are cached."""

    def __init__(self, game: Game) -> None:
        self._game, self._answers = game, dict[object, object]()

    def __getattr__(self, name: str) -> object:
        found = getattr(self._game, name)
        if not callable(found):
            return found

        def cached(*arguments: object) -> object:
            if (name, arguments) not in self._answers:
                self._answers[name, arguments] = found(*arguments)
            return self._answers[name, arguments]

        return cached


def forget_pictures(*, but_the_board: bool) -> None:
    """Clear the caches of pictures, as after a start; with *but_the_board*, paint the board again."""
    for module in (painting, palette_png, png):
        module.forget()
    gc.collect()
    if but_the_board:
        png.png(_board())


@cache
def _board() -> str:
    game = find(GAME)
    return game.picture(game.start({}, SeededDice("board", 0)), None, None)

"""Warm up caches at start-up, so that the first message is not slow.

The first message of a process would have to load what all later ones share: the tables of a game's grammar,
its board, the phrases of many languages, the library that compares misspelt names. Therefore, after a start,
a thread reads a sample message for the tables whose deadlines are next; the results are dropped. Pictures are
not painted ahead: the first of a board takes 0.1 s, and what it leaves in the caches takes 20 MB.
"""

from collections.abc import Callable, Sequence
from itertools import takewhile
from threading import Thread
from typing import NamedTuple

from sqlmodel import col, select

from adjudicator.core.game import Game
from pbem.commands.registry import read_script
from pbem.core.logs import log
from pbem.messages.message import read
from pbem.store.game_tables import GameTable
from pbem.store.states import OVER
from pbem.tables.office import Office

TABLES = 50
MESSAGE = """From: nobody@localhost
Subject: orders

A Parsi - Buurgundy tomorow
A Parsi S 7 and so on
"""


class AtTable(NamedTuple):
    """A table and its present position."""

    key: str
    game: Game
    position: str


def begin_beside(office: Office, is_stopped: Callable[[], bool]) -> Thread:
    """Warm up in a background thread, until done or the service stops."""

    def work() -> None:
        read_all(next_tables(office), is_stopped)

    thread = Thread(target=work, name="warm-up", daemon=True)
    thread.start()
    return thread


def next_tables(office: Office) -> list[AtTable]:
    """Return the tables whose deadlines are next."""
    next_due = col(GameTable.deadline_utc).asc().nulls_last()
    wanted = select(GameTable.key, GameTable.game, GameTable.position).where(GameTable.state != OVER)
    with office.store.reading() as session:
        found = session.exec(wanted.order_by(next_due, col(GameTable.key)).limit(TABLES)).all()
    return [AtTable(key, office.find_game(game), position) for key, game, position in found]


def read_all(tables: Sequence[AtTable], is_stopped: Callable[[], bool]) -> int:
    """Read the message for these tables; return for how many it succeeded."""
    lines = read_script(read(MESSAGE.encode()).text).lines
    count = 0
    for table in takewhile(lambda _: not is_stopped(), tables):
        try:
            count += _is_read(table, lines)
        except ValueError as fault:  # the table's own mails will notify its GM
            log.warning("not warmed up", table=table.key, reason=str(fault))
    return count


def _is_read(table: AtTable, lines: tuple[str, ...]) -> bool:
    power = next(iter(table.game.card.seats))
    return bool(table.game.read(table.position, power, None, lines).lines)

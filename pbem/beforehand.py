"""What is done at start, before anybody waits for it?

The first letter of a process pays for what all later ones share: the tables of a game's grammar, its board,
the words of many languages, the library that compares misspelt names. So does the first picture of a board.
After a start a letter that nobody sent is therefore read for the tables whose deadlines are next, and their
present positions are painted once, beside the service; nothing is made of either.
"""

from collections.abc import Callable, Iterator
from threading import Thread
from typing import NamedTuple

from sqlmodel import col, select

from adjudicator.game import Game
from pbem.commands import read_script
from pbem.letter import read
from pbem.logs import log
from pbem.office import Office
from pbem.pictures import png
from pbem.store import OVER, GameTable

TABLES = 50
LETTER = """From: nobody@localhost
Subject: orders

A Parsi - Buurgundy tomorow
A Parsi S 7 and so on
"""


class AtTable(NamedTuple):
    """A table as it stands."""

    key: str
    game: Game
    position: str


def begin_beside(office: Office, is_stopped: Callable[[], bool]) -> Thread:
    """All of it in a thread that holds nobody up, until it is done or the service stops."""

    def work() -> None:
        read_all(office, is_stopped)
        paint_all(office, is_stopped)

    thread = Thread(target=work, name="beforehand", daemon=True)
    thread.start()
    return thread


def read_all(office: Office, is_stopped: Callable[[], bool]) -> int:
    """Read the letter for the tables that are next; how many could be."""
    lines = read_script(read(LETTER.encode()).text).lines
    return _each(office, is_stopped, lambda table: _is_read(table, lines))


def paint_all(office: Office, is_stopped: Callable[[], bool]) -> int:
    """Paint the public pictures of the tables that are next; how many were painted."""
    return _each(office, is_stopped, _is_painted) if office.settings.service.pictures else 0


def _is_read(table: AtTable, lines: tuple[str, ...]) -> bool:
    power = next(iter(table.game.card.seats))
    return bool(table.game.read(table.position, power, None, lines).lines)


def _is_painted(table: AtTable) -> bool:
    svg = table.game.picture(table.position, None, None)
    return bool(svg and png(svg))


def _each(office: Office, is_stopped: Callable[[], bool], is_done: Callable[[AtTable], bool]) -> int:
    count = 0
    for table in _next_tables(office):
        if is_stopped():
            break
        try:
            count += is_done(table)
        except ValueError as fault:  # the table's own mails will tell its GM
            log.warning("not ready beforehand", table=table.key, reason=str(fault))
    return count


def _next_tables(office: Office) -> Iterator[AtTable]:
    next_due = col(GameTable.deadline_utc).asc().nulls_last()
    wanted = select(GameTable).where(GameTable.state != OVER).order_by(next_due, col(GameTable.key))
    with office.store.reading() as session:
        found = [(one.key, one.game, one.position) for one in session.exec(wanted.limit(TABLES))]
    return (AtTable(key, office.find_game(game), position) for key, game, position in found)

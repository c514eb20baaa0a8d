"""Which pictures are painted at start, before anybody waits for one?

A board costs most the first time that it is painted. After a start the present positions of the tables whose
deadlines are next are therefore painted once, beside the service: the boards, owners and pieces are kept, and
the turns that are run next find them.
"""

from collections.abc import Callable
from threading import Thread

import structlog
from sqlmodel import col, select

from pbem.office import Office
from pbem.pictures import png
from pbem.store import OVER, GameTable

log = structlog.get_logger(__name__)

PAINTED = 50  # tables


def paint_beside(office: Office, is_stopped: Callable[[], bool]) -> Thread:
    """Paint in a thread that holds nobody up, until all is painted or the service stops."""
    thread = Thread(target=paint_all, args=(office, is_stopped), name="paint", daemon=True)
    thread.start()
    return thread


def paint_all(office: Office, is_stopped: Callable[[], bool]) -> int:
    """Paint the public pictures of the tables that are next; how many were painted."""
    if not office.settings.service.pictures:
        return 0
    next_due = col(GameTable.deadline_utc).asc().nulls_last()
    wanted = select(GameTable).where(GameTable.state != OVER).order_by(next_due, col(GameTable.key))
    with office.store.reading() as session:
        tables = session.exec(wanted.limit(PAINTED))
        positions = [(table.key, table.game, table.position) for table in tables]
    painted = 0
    for key, game, position in positions:
        if is_stopped():
            break
        try:
            svg = office.find_game(game).picture(position, None, None)
            painted += bool(svg and png(svg))
        except ValueError as fault:  # the table's own mails will tell its GM
            log.warning("not painted ahead", table=key, reason=str(fault))
    return painted

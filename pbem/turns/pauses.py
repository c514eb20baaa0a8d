"""End pauses whose time is over: PAUSE UNTIL Monday."""

from datetime import datetime

from sqlmodel import Session, col, select

from pbem.commands.lookup import gm_log
from pbem.core.logs import log
from pbem.core.sentences import sentence
from pbem.store.game_tables import GameTable
from pbem.store.states import PAUSED
from pbem.tables.deadlines import pauses
from pbem.tables.news import notify_all, worded_news
from pbem.tables.office import Office


def end_those_over(office: Office, now: datetime) -> int:
    """Let each game go on whose pause is over, and inform everybody; return how many."""
    wanted = select(GameTable.key).where(GameTable.state == PAUSED, col(GameTable.paused_until_utc) <= now)
    with office.store.reading() as session:
        keys = session.exec(wanted.order_by(col(GameTable.key))).all()
    return sum(_end(office, key, now) for key in keys)


def _end(office: Office, key: str, now: datetime) -> bool:
    """End one pause; return False if somebody else was quicker."""
    with office.store.writing() as session:
        table = session.get_one(GameTable, key, with_for_update=True)
        if table.state != PAUSED or table.paused_until_utc is None or table.paused_until_utc > now:
            return False
        _go_on(session, office, table, now)
        log.info("pause over", table=key)
        return True


def _go_on(session: Session, office: Office, table: GameTable, now: datetime) -> None:
    pauses.end(session, table, now)
    logged = sentence("clock", "pause_over_logged").words(office.house.templates)
    gm_log.by_the_service(session, table, "RESUME", logged, now)
    news = worded_news(office, "resumed", {"reason": ""}, with_deadline=True)
    notify_all(session, office, table, news, now)

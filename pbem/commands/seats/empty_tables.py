"""A running game that nobody plays any more is paused, until somebody takes a seat or the GM writes RESUME.

Without a player and without a robot each turn would only be played by civil disorder. A practice table has
no deadline and ends when its player leaves.
"""

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace
from sqlmodel import Session

from pbem.commands.context import TableContext
from pbem.commands.lookup import gm_log
from pbem.commands.seats.joining import applicants_of
from pbem.core.sentences import Sentence, sentence
from pbem.store.game_tables import GameTable, seats_of
from pbem.store.states import RUNNING
from pbem.tables import notices, robots
from pbem.tables.deadlines import pauses
from pbem.tables.news import News, notify_all
from pbem.tables.office import Office
from pbem.tables.seats.vacancies import playing, vacant


def stop_if_empty(at_table: TableContext) -> bool:
    """Pause the game and inform the GM if nobody plays it; return whether it was paused.

    The caller informs the others.
    """
    session, office, table, now = at_table.session, at_table.office, at_table.table, at_table.now
    if table.state != RUNNING or not is_empty(session, office, table):
        return False
    pauses.stop(table, now)
    _write_down(at_table, "PAUSE", sentence("clock", "nobody_plays_logged"))
    free = vacant(session, table, at_table.game)
    waiting = len(applicants_of(session, table.key))
    notices.nobody_plays(session, office, table, notices.Vacancies(free, waiting), now)
    return True


class FreeSeat(NamedTuple):
    """The news of a seat that is free, and whether the game is paused because nobody plays it any more."""

    news: News
    is_stopped: bool


def news_of_free_seat(at_table: TableContext, word: Callable[[bool], News]) -> FreeSeat:
    """Pause the game if nobody plays it any more, and return the news of the seat in the words of *word*.

    If that paused the game, the news has the deadline, and the GM is left out, who has got a mail about it.
    """
    is_stopped = stop_if_empty(at_table)
    news = word(is_stopped)
    informed = (*news.informed, at_table.table.gm_address) if is_stopped else news.informed
    return FreeSeat(replace(news, with_deadline=is_stopped, informed=informed), is_stopped)


def stop_after_turn(at_table: TableContext) -> None:
    """Pause the game and inform everybody if nobody is left after a turn."""
    if stop_if_empty(at_table):
        table, office = at_table.table, at_table.office
        notice = sentence("clock", "nobody_plays", table=table.key)
        subject = sentence("clock", "nobody_plays_subject").words(office.house.templates)
        news = News(subject, [notice.words(office.house.templates)], informed=[table.gm_address])
        notify_all(at_table.session, office, table, news, at_table.now)


def go_on_if_stopped(at_table: TableContext) -> bool:
    """Let a game go on that was paused because nobody played it; return whether it was."""
    session, table = at_table.session, at_table.table
    if not pauses.is_stopped(table) or is_empty(session, at_table.office, table):
        return False
    pauses.end(session, table, at_table.now)
    _write_down(at_table, "RESUME", sentence("clock", "somebody_plays_logged"))
    return True


def is_empty(session: Session, office: Office, table: GameTable) -> bool:
    """Return whether no player and no robot has a power that is publicly in the game."""
    if robots.practice_of(session, table.key) is not None:
        return False
    game = office.find_game(table.game)
    played = {seat.power for seat in seats_of(session, table.key)} | {*robots.levels_of(session, table.key)}
    return played.isdisjoint(playing(game.due(table.position), game.card.seats))


def _write_down(at_table: TableContext, word: str, said: Sentence) -> None:
    logged = said.words(at_table.office.house.templates)
    gm_log.by_the_service(at_table.session, at_table.table, word, logged, at_table.now)

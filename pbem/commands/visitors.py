"""Find the table that a command of somebody without a seat is for."""

import re
from collections.abc import Sequence

from sqlmodel import Session, col, select

from pbem.commands.context import CommandContext
from pbem.messages.game_sections import headings
from pbem.store.database import OVER, GameTable
from pbem.tables import reply_addresses

MOST_WORDS = 200  # of a message, among which a table is looked for
MOST_NAMED = 20


def table_meant(visit: CommandContext, said: str) -> tuple[GameTable, str]:
    """The table that *said*, else the message, names, and what is left of *said* without it.

    Raises ValueError with what would do.
    """
    around = _around(visit)
    here = _named(visit.session, [*_words(said.lower()), *around])
    word = next((word for word in _words(said) if word.lower() in here), "")
    if word:
        rest = re.sub(rf"(?<![\w-])(?:(?:in|at|of)\s+)?{re.escape(word)}(?![\w-])", " ", said, count=1)
        return here[word.lower()], " ".join(rest.split())
    elsewhere = next((word for word in around if word in here), "")
    if elsewhere:
        return here[elsewhere], said
    raise ValueError(f"Please say at which table. {_some(visit.session)}")


def _named(session: Session, words: Sequence[str]) -> dict[str, GameTable]:
    """The tables among so many words."""
    wanted = select(GameTable).where(col(GameTable.key).in_(list(dict.fromkeys(words))[:MOST_WORDS]))
    return {table.key: table for table in session.exec(wanted)}


def _some(session: Session) -> str:
    """A sentence with the tables that are not over, as many as anybody reads."""
    playing = select(GameTable.key).where(GameTable.state != OVER).order_by(GameTable.key)
    keys = session.exec(playing.limit(MOST_NAMED + 1)).all()
    more = "; GAMES lists them all" if len(keys) > MOST_NAMED else ""
    return f"Tables here: {', '.join(keys[:MOST_NAMED])}{more}." if keys else "There is none at the moment."


def _around(visit: CommandContext) -> list[str]:
    """Words of the message that may name a table: its TABLE line, what it is addressed to, its subject."""
    judge = visit.office.credentials.judge
    told = [
        part
        for detail in reply_addresses.details(visit.message.recipients, judge)
        for part in detail.split(".")
    ]
    named = [heading.table for heading in headings(visit.script)[-1:]]
    return [*named, *told, *_words(visit.message.subject.lower())]


def _words(text: str) -> list[str]:
    return re.findall(r"[\w-]+", text)

"""Find the table that a guest's command is for."""

import re
from collections.abc import Sequence

from sqlmodel import Session, col, select

from pbem.commands.context import CommandContext
from pbem.core.sentences import Sentence, Unusable, sentence
from pbem.messages.game_sections import headings
from pbem.store.game_tables import GameTable
from pbem.store.states import OVER
from pbem.tables.people import reply_addresses
from pbem.tables.robots import is_public

MOST_WORDS = 200  # most words of a message that are looked up as names of tables
MOST_NAMED = 20
LIKE_A_TABLE = re.compile(r"[a-z][a-z-]*\d[\w-]*(?![\w-])", re.I)


def without_password(written: str) -> str:
    """Return "France@std3" for "France@std3 secret", as on older judges; other words stay."""
    return re.sub(r"^(\S+@[\w-]+)(?:\s+\S+){1,2}$", r"\1", written.strip())


def table_meant(visit: CommandContext, written: str) -> tuple[GameTable, str]:
    """Return the table that *written* or the message names, and the rest of *written*. Raises Unusable."""
    written = without_password(written).replace("@", " ")
    beside = around(visit)
    here = _named(visit.session, [*_words(written.lower()), *beside])
    word = next((word for word in _words(written) if word.lower() in here), "")
    if word:
        rest = re.sub(rf"(?<![\w-])(?:(?:in|at|of)\s+)?{re.escape(word)}(?![\w-])", " ", written, count=1)
        return here[word.lower()], " ".join(rest.split())
    elsewhere = next((word for word in beside if word in here), "")
    if elsewhere:
        return here[elsewhere], written
    raise Unusable(_which_table(visit.session, unknown_table(written)))


def unknown_table(written: str) -> str:
    """Return the first word if it looks like the name of a table ("std9"), where none has been found."""
    found = LIKE_A_TABLE.match(written.strip())
    return found[0] if found else ""


def _named(session: Session, words: Sequence[str]) -> dict[str, GameTable]:
    """Return the tables among these words."""
    wanted = select(GameTable).where(col(GameTable.key).in_(list(dict.fromkeys(words))[:MOST_WORDS]))
    return {table.key: table for table in session.exec(wanted)}


def _which_table(session: Session, unknown: str) -> Sentence:
    """Ask for the table, with as many as anybody reads; *unknown* is a name that no table has."""
    playing = select(GameTable.key).where(GameTable.state != OVER, is_public()).order_by(GameTable.key)
    keys = session.exec(playing.limit(MOST_NAMED + 1)).all()
    return sentence(
        "joining", "which_table", tables=keys[:MOST_NAMED], are_more=len(keys) > MOST_NAMED, unknown=unknown
    )


def around(visit: CommandContext) -> list[str]:
    """Return words that may name a table: of the last GAME line, the addresses, and the subject."""
    judge = visit.office.credentials.judge
    addressed = [
        part
        for detail in reply_addresses.details(visit.message.recipients, judge)
        for part in detail.split(".")
    ]
    named = [heading.table for heading in headings(visit.script)[-1:]]
    return [*named, *addressed, *_words(visit.message.subject.lower())]


def _words(text: str) -> list[str]:
    return re.findall(r"[\w-]+", text)

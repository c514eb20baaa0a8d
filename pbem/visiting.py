"""At which table does a command of anybody want to be heard?"""

import re

from sqlmodel import select

from pbem import identify
from pbem.chapters import headings
from pbem.deeds import Visit
from pbem.store import OVER, GameTable


def table_meant(visit: Visit, said: str) -> tuple[GameTable, str]:
    """The table that *said*, else the letter, names, and what is left of *said* without it.

    Raises ValueError with what would do.
    """
    here = {table.key: table for table in visit.session.exec(select(GameTable).order_by(GameTable.key))}
    word = next((word for word in _words(said) if word.lower() in here), "")
    if word:
        rest = re.sub(rf"(?<![\w-])(?:(?:in|at|of)\s+)?{re.escape(word)}(?![\w-])", " ", said, count=1)
        return here[word.lower()], " ".join(rest.split())
    elsewhere = next((word for word in _around(visit) if word in here), "")
    if elsewhere:
        return here[elsewhere], said
    playing = [key for key, table in here.items() if table.state != OVER]
    names = f"There are {', '.join(playing)}." if playing else "There is none at the moment."
    raise ValueError(f"Please say at which table. {names}")


def _around(visit: Visit) -> list[str]:
    """Words of the letter that may name a table: its TABLE line, what it is addressed to, its subject."""
    judge = visit.office.door.judge
    told = [part for detail in identify.details(visit.letter.recipients, judge) for part in detail.split(".")]
    named = [heading.table for heading in headings(visit.script)[-1:]]
    return [*named, *told, *_words(visit.letter.subject.lower())]


def _words(text: str) -> list[str]:
    return re.findall(r"[\w-]+", text)

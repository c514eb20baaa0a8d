"""Find messages that repeat one of ours without marking it as quoted.

Help desks and old vacation programs send the whole text back, so what looks like orders in it is ours. Orders
and lines of the order form are short, so only long lines are compared.
"""

from collections.abc import Iterator

from sqlalchemy import bindparam
from sqlmodel import Session, col, select

from pbem.commands.context import SeatContext
from pbem.messages.mime import parse, text_of, walk
from pbem.store.mail_tables import OutgoingMail
from pbem.store.prepared_queries import PreparedQuery

SHORTEST_SENTENCE = 40  # characters of a line that nobody would write by chance
MOST_SHARED = 1
LATEST = PreparedQuery(
    select(col(OutgoingMail.raw))
    .where(OutgoingMail.table_key == bindparam("table"), OutgoingMail.power == bindparam("power"))
    .order_by(col(OutgoingMail.id).desc())
    .limit(5)
)


def is_copy(session: Session, text: str, seat: SeatContext) -> bool:
    """Return whether *text* holds more than one long line of the last mails to *seat*."""
    own = {line for line in map(str.strip, text.splitlines()) if len(line) >= SHORTEST_SENTENCE}
    if len(own) <= MOST_SHARED:
        return False
    rows = LATEST.rows(session, table=seat.table.key, power=seat.row.power)
    return any(len(own.intersection(_lines(raw))) > MOST_SHARED for (raw,) in rows)


def _lines(raw: bytes) -> Iterator[str]:
    """Yield the lines of the plain text of a mail of ours."""
    plain = (part for part in walk(parse(raw)) if part.kind == "text/plain")
    for part in plain:
        yield from map(str.strip, text_of(part).text.splitlines())

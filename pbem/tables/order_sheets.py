"""The orders that a power has on file, and how one more message changes them.

The sheet on file is the game's own reading of the messages for that turn, in the order in which the mail
server received them, each on top of the one before. A message that is taken in out of order (a slow mailbox,
another node) has the whole sheet read anew, so the sequence of the post decides, never that of the program.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict, replace
from sqlalchemy import and_, bindparam, insert, or_, update
from sqlmodel import Session, col, delete, select

from adjudicator.core.game import TAKEN, Game, InForce, Reading
from pbem.messages.script import Script
from pbem.store.database import GameTable, OrderLines, OrderSheet, StoredMessage, id_of
from pbem.store.player_tables import LaterOrders
from pbem.store.prepared_queries import PreparedQuery
from pbem.tables import conditions

SHEET = PreparedQuery(
    select(col(OrderSheet.id), col(OrderSheet.orders), col(OrderSheet.received_utc)).where(
        OrderSheet.table_key == bindparam("table"),
        OrderSheet.number == bindparam("number"),
        OrderSheet.power == bindparam("power"),
    )
)
THIS_SHEET = col(OrderSheet.id) == bindparam("sheet")
NEW_SHEET, NEW_ENTRY = PreparedQuery(insert(OrderSheet)), PreparedQuery(insert(OrderLines))
SHEET_CHANGED = PreparedQuery(update(OrderSheet).where(THIS_SHEET))
SHEET_GONE = PreparedQuery(delete(OrderSheet).where(THIS_SHEET))
OF_THE_TURN = (
    OrderLines.table_key == bindparam("table"),
    OrderLines.number == bindparam("number"),
    OrderLines.power == bindparam("power"),
)
ENTRIES = PreparedQuery(
    select(
        col(OrderLines.incoming_id),
        col(OrderLines.received_utc),
        col(OrderLines.clears),
        col(OrderLines.lines),
    )
    .where(*OF_THE_TURN)
    .order_by(col(OrderLines.received_utc), col(OrderLines.incoming_id))
)
SAME_MOMENT = col(OrderLines.received_utc) == bindparam("received")
LATER = PreparedQuery(
    select(col(OrderLines.id)).where(
        *OF_THE_TURN,
        or_(
            OrderLines.received_utc > bindparam("received"),
            and_(SAME_MOMENT, OrderLines.incoming_id > bindparam("message")),
        ),
    )
)
TAKEN_BACK = ""  # orders from which nothing is left, of what the game itself kept either


class Filed(Struct, frozen=True):
    """What came of a message. *changed* is False when no line of it was an order, so nothing was filed.

    *is_new* is False when the same was on file before.
    """

    reading: Reading
    changed: bool
    is_new: bool = True


class SheetOnFile(Struct, frozen=True):
    """What a power has on file; *orders* is the game's own text, *received_utc* of the last message in it."""

    number: int
    orders: str
    received_utc: datetime


class Given(Struct, frozen=True):
    """The lines of one message for a turn; *clears* if those of earlier messages are forgotten."""

    incoming_id: int
    received_utc: datetime
    clears: bool
    lines: Sequence[str]

    @property
    def is_nothing(self) -> bool:
        """Does it take all back, and give nothing?"""
        return self.clears and not any(line.strip() for line in self.lines)


class Draft(Struct, frozen=True):
    """What a message says, read before it was filed, and all that it was read from."""

    made_of: tuple[str | None, ...]
    reading: Reading


class Place(Struct, frozen=True):
    """Whose sheet: a power of a game at a table."""

    game: Game
    table: GameTable
    power: str

    @property
    def of_the_turn(self) -> dict[str, Any]:
        """Its rows for the turn that is due, in a query."""
        return {"table": self.table.key, "number": self.table.number, "power": self.power}

    @property
    def columns(self) -> dict[str, Any]:
        """The same of a new row."""
        return {"table_key": self.table.key, "number": self.table.number, "power": self.power}

    def read(self, so_far: str | None, lines: Sequence[str]) -> Reading:
        return conditions.told(self._read(so_far, lines), lambda one: self._read(None, one))

    def draft(self, so_far: str | None, lines: Sequence[str]) -> Draft:
        return Draft(self._made_of(so_far, lines), self.read(so_far, lines))

    def as_drafted(self, draft: Draft | None, so_far: str | None, lines: Sequence[str]) -> Reading:
        """The reading of *draft*, if it was read from the same; else the lines are read now."""
        if draft is not None and draft.made_of == self._made_of(so_far, lines):
            return draft.reading
        return self.read(so_far, lines)

    def _made_of(self, so_far: str | None, lines: Sequence[str]) -> tuple[str | None, ...]:
        return (self.game.card.key, self.table.position, self.power, so_far, *lines)

    def _read(self, so_far: str | None, lines: Sequence[str]) -> Reading:
        return self.game.read(self.table.position, self.power, so_far, lines)


def on_file(session: Session, place: Place) -> SheetOnFile | None:
    row = SHEET.first(session, **place.of_the_turn)
    return SheetOnFile(*row) if row else None


def in_force(session: Session, place: Place) -> Sequence[InForce]:
    """What is in force now, as the game says it."""
    sheet = on_file(session, place)
    return place.read(sheet.orders if sheet else None, ()).in_force


def draft(session: Session, place: Place, script: Script) -> Draft:
    """What `file` will read, if nothing else is filed before."""
    return place.draft(_so_far(place, on_file(session, place), script), script.lines)


def _so_far(place: Place, sheet: SheetOnFile | None, script: Script) -> str | None:
    """On top of what the lines of a message are read."""
    if script.asks("CLEAR"):
        return _nothing(place)
    return sheet.orders if sheet else None


def changes(reading: Reading, script: Script) -> bool:
    """Is there anything to be filed?"""
    return script.asks("CLEAR") or any(line.verdict == TAKEN for line in reading.lines)


def file(
    session: Session, place: Place, message: StoredMessage, script: Script, drafted: Draft | None = None
) -> Filed:
    """Read the lines of *message* and keep what they say, in the caller's transaction.

    What was *drafted* spares the reading, if nothing has changed since.
    """
    sheet = on_file(session, place)
    reading = place.as_drafted(drafted, _so_far(place, sheet, script), script.lines)
    if not changes(reading, script):
        return Filed(reading, changed=False, is_new=False)
    given = Given(id_of(message), message.received_utc, script.asks("CLEAR"), script.lines)
    NEW_ENTRY.do(session, **asdict(given), **place.columns)
    if _is_last(session, place, given):
        _store(session, place, sheet, reading, given)
        return Filed(reading, changed=True, is_new=sheet is None or sheet.orders != reading.orders)
    entries = [Given(*row) for row in ENTRIES.rows(session, **place.of_the_turn)]
    whole = _read_anew(session, place, entries)
    _store(session, place, sheet, whole, entries[-1])
    return Filed(replace(whole, lines=reading.lines), changed=True)


def _is_last(session: Session, place: Place, given: Given) -> bool:
    """In the order of the post."""
    after = {"received": given.received_utc, "message": given.incoming_id}
    return LATER.first(session, **place.of_the_turn, **after) is None


def _read_anew(session: Session, place: Place, entries: Sequence[Given]) -> Reading:
    """Every message of the turn, in the order of the post, on top of what was given beforehand."""
    reading = place.read(None, _beforehand(session, place))
    for entry in entries:
        reading = place.read(_nothing(place) if entry.clears else reading.orders, entry.lines)
    return reading


def _stores_messages(place: Place) -> bool:
    """Does the game itself hold a sheet that came ahead, to be taken up when its turn comes?"""
    return any(row.source == "an earlier message" for row in place.read(None, ()).in_force)


def _nothing(place: Place) -> str | None:
    """What a power has on file that took all back."""
    return TAKEN_BACK if _stores_messages(place) else None


def _beforehand(session: Session, place: Place) -> Sequence[str]:
    """The lines that were taken up when the turn began; see `pbem.commands.early_orders`."""
    wanted = select(LaterOrders).where(
        LaterOrders.table_key == place.table.key,
        LaterOrders.power == place.power,
        LaterOrders.number == place.table.number,
    )
    return [line for row in session.exec(wanted.order_by(col(LaterOrders.id))) for line in row.lines]


def _store(session: Session, place: Place, sheet: SheetOnFile | None, reading: Reading, last: Given) -> None:
    """One sheet for the turn; none at all after a CLEAR with nothing below it, if the game kept none."""
    stored = {"orders": reading.orders, "complete": reading.complete, "received_utc": last.received_utc}
    is_gone = last.is_nothing and not _stores_messages(place)
    match sheet:
        case None if not is_gone:
            NEW_SHEET.do(session, **stored, **place.columns)
        case SheetOnFile(number) if is_gone:
            SHEET_GONE.do(session, sheet=number)
        case SheetOnFile(number):
            SHEET_CHANGED.do(session, sheet=number, **stored)

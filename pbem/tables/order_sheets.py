"""The orders that a power has on file, and how a message changes them.

The sheet on file is the game's reading of the messages for that turn, in the order in which the mail server
received them, each on top of the previous one. If a message is processed out of order (a slow mailbox,
another node), the whole sheet is read again, so that only the order of arrival matters.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict, replace
from sqlalchemy import and_, bindparam, insert, or_, update
from sqlmodel import Session, col, delete, select

from adjudicator.core.game import (
    REFUSED,
    TAKEN,
    Game,
    InForce,
    Orders,
    Power,
    Reading,
    ReadLine,
    State,
    WithStandingOrders,
)
from pbem.messages.script import Script
from pbem.store.game_tables import GameTable, OrderLines, OrderSheet
from pbem.store.mail_tables import StoredMessage
from pbem.store.player_tables import LaterOrders
from pbem.store.prepared_queries import PreparedQuery
from pbem.store.rows import id_of
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
TAKEN_BACK = ""  # a sheet that also withdraws what the game itself has stored for the power


class Filed(Struct, frozen=True):
    """The effect of a message on a sheet.

    *changed* is False when no line of it was an order, so that nothing was filed; *is_new* is False when the
    same was already on file.
    """

    reading: Reading
    changed: bool
    is_new: bool = True

    @property
    def is_complete(self) -> bool:
        """Return whether the orders that were filed leave nothing missing."""
        return self.changed and self.reading.complete

    @property
    def refused(self) -> Sequence[ReadLine]:
        """Return the lines of the message that were refused."""
        return [line for line in self.reading.lines if line.verdict == REFUSED]

    @property
    def lacks_lines(self) -> bool:
        """Return whether orders were filed, but a line was refused."""
        return self.changed and bool(self.refused)


class SheetOnFile(Struct, frozen=True):
    """What a power has on file; *orders* is the game's own text.

    *received_utc* is when the last message in it arrived.
    """

    number: int
    orders: str
    received_utc: datetime


class MessageLines(Struct, frozen=True):
    """The lines of one message for a turn; *clears* if it withdraws those of earlier messages."""

    incoming_id: int
    received_utc: datetime
    clears: bool
    lines: Sequence[str]

    @property
    def only_clears(self) -> bool:
        return self.clears and not any(line.strip() for line in self.lines)


class Draft(Struct, frozen=True):
    """A reading made before the message is filed, and everything it was made from."""

    made_of: tuple[str | None, ...]
    reading: Reading


class Place(Struct, frozen=True):
    """The owner of a sheet: a power of a game at a table."""

    game: Game
    table: GameTable
    power: str

    @property
    def of_the_turn(self) -> dict[str, Any]:
        """Return the parameters of a query for its rows of the turn that is due."""
        return {"table": self.table.key, "number": self.table.number, "power": self.power}

    @property
    def columns(self) -> dict[str, Any]:
        """Return the same as columns of a new row."""
        return {"table_key": self.table.key, "number": self.table.number, "power": self.power}

    def read(self, so_far: str | None, lines: Sequence[str]) -> Reading:
        return conditions.refuse(self._read(so_far, lines), lambda one: self._read(None, one), self.game.card)

    def draft(self, so_far: str | None, lines: Sequence[str]) -> Draft:
        return Draft(self._made_of(so_far, lines), self.read(so_far, lines))

    def as_drafted(self, draft: Draft | None, so_far: str | None, lines: Sequence[str]) -> Reading:
        """Return the reading of *draft* if it was made from the same; else read the lines."""
        if draft is not None and draft.made_of == self._made_of(so_far, lines):
            return draft.reading
        return self.read(so_far, lines)

    def _made_of(self, so_far: str | None, lines: Sequence[str]) -> tuple[str | None, ...]:
        return (self.game.card.key, self.table.position, self.power, so_far, *lines)

    def _read(self, so_far: str | None, lines: Sequence[str]) -> Reading:
        return self.game.read(self.table.position, self.power, so_far, lines)


def on_file(session: Session, place: Place) -> SheetOnFile | None:
    """Return the sheet for the turn that is due."""
    row = SHEET.first(session, **place.of_the_turn)
    return SheetOnFile(*row) if row else None


def reading_on_file(session: Session, place: Place) -> Reading:
    """Return the orders on file as they are read now."""
    sheet = on_file(session, place)
    return place.read(sheet.orders if sheet else None, ())


def in_force(session: Session, place: Place) -> Sequence[InForce]:
    """Return the orders in force now, in the words of the game."""
    return reading_on_file(session, place).in_force


def draft(session: Session, place: Place, script: Script) -> Draft:
    """Return what `file` will read if nothing else is filed before."""
    return place.draft(_so_far(place, on_file(session, place), script), script.lines)


def _so_far(place: Place, sheet: SheetOnFile | None, script: Script) -> str | None:
    """Return the orders on top of which the lines of a message are read."""
    so_far = sheet.orders if sheet else None
    return _cleared(place, so_far) if script.asks("CLEAR") else so_far


def _cleared(place: Place, so_far: str | None) -> str | None:
    """Return what CLEAR leaves of a sheet: what it says of standing orders."""
    nothing = _nothing(place)
    if so_far and isinstance(place.game, WithStandingOrders):
        return place.game.cleared(place.table.position, place.power, so_far, nothing)
    return nothing


def changes(reading: Reading, script: Script) -> bool:
    """Return whether there is anything to file."""
    return script.asks("CLEAR") or any(line.verdict == TAKEN for line in reading.lines)


def file(
    session: Session, place: Place, message: StoredMessage, script: Script, drafted: Draft | None = None
) -> Filed:
    """Read the lines of *message* and store its orders, in the caller's transaction.

    The reading that was *drafted* is used if nothing has changed since.
    """
    sheet = on_file(session, place)
    reading = place.as_drafted(drafted, _so_far(place, sheet, script), script.lines)
    if not changes(reading, script):
        return Filed(_as_on_file(place, sheet, reading), changed=False, is_new=False)
    given = MessageLines(id_of(message), message.received_utc, script.asks("CLEAR"), script.lines)
    NEW_ENTRY.do(session, **asdict(given), **place.columns)
    if _is_last(session, place, given):
        _store(session, place, sheet, reading, given)
        return Filed(reading, changed=True, is_new=sheet is None or sheet.orders != reading.orders)
    entries = [MessageLines(*row) for row in ENTRIES.rows(session, **place.of_the_turn)]
    whole = _read_again(session, place, entries)
    _store(session, place, sheet, whole, entries[-1])
    return Filed(replace(whole, lines=reading.lines), changed=True)


def _as_on_file(place: Place, sheet: SheetOnFile | None, reading: Reading) -> Reading:
    """Return what stays on file, with the lines of *reading*, which changes nothing.

    A game may have put a refused line in the place of one on file, to say why it is refused there.
    """
    stored = place.read(sheet.orders if sheet else None, ())
    return reading if reading.orders == stored.orders else replace(stored, lines=reading.lines)


def _is_last(session: Session, place: Place, given: MessageLines) -> bool:
    """Return whether no message for the turn arrived after this one."""
    after = {"received": given.received_utc, "message": given.incoming_id}
    return LATER.first(session, **place.of_the_turn, **after) is None


def _read_again(session: Session, place: Place, entries: Sequence[MessageLines]) -> Reading:
    """Read every message of the turn in the order of arrival, on top of what came before the turn."""
    reading = place.read(None, _beforehand(session, place))
    for entry in entries:
        so_far = _cleared(place, reading.orders) if entry.clears else reading.orders
        reading = place.read(so_far, entry.lines)
    return reading


def _has_earlier_sheet(place: Place) -> bool:
    """Return whether the position itself holds a sheet that was sent before the turn."""
    return _has_orders(place.read(None, ()))


def _has_orders(reading: Reading) -> bool:
    return bool(reading.unfit) or any(row.source == "an earlier message" for row in reading.in_force)


def sent_ahead(session: Session, place: Place) -> Reading | None:
    """Return the orders on file of a power, as they are read now; None if there are none.

    They are those of messages of this turn, or what the position holds of messages before it.
    """
    reading = reading_on_file(session, place)
    return reading if _has_orders(reading) else None


def are_complete(game: Game, state: State, power: Power, orders: Orders | None = None) -> bool:
    """Return whether *orders*, or what the position holds of earlier messages, are complete and still fit."""
    reading = game.read(state, power, orders, ())
    return _has_orders(reading) and reading.complete and not reading.unfit


def is_part_on_file(session: Session, place: Place) -> bool:
    """Return whether the orders on file are a part of the turn."""
    sheet = on_file(session, place) if place.game.card.plays_in_turn else None
    return sheet is not None and place.read(sheet.orders, ()).is_part


def with_later_orders(session: Session, table: GameTable) -> set[str]:
    """Return the powers that have orders stored for a turn that is not due yet."""
    wanted = select(LaterOrders.power).where(LaterOrders.table_key == table.key, LaterOrders.number == 0)
    return set(session.exec(wanted))


def put_on_file(session: Session, place: Place, reading: Reading, received: datetime) -> None:
    """Make orders that the position holds the sheet of the turn that is due."""
    is_fit = reading.complete and not reading.unfit
    stored = {"orders": reading.orders, "complete": is_fit, "received_utc": received}
    NEW_SHEET.do(session, **stored, **place.columns)


def _nothing(place: Place) -> str | None:
    """Return the sheet of a power that has withdrawn everything."""
    return TAKEN_BACK if _has_earlier_sheet(place) else None


def _beforehand(session: Session, place: Place) -> Sequence[str]:
    """Return the lines sent before the turn began; see `pbem.commands.sheets.early_orders`."""
    wanted = select(LaterOrders).where(
        LaterOrders.table_key == place.table.key,
        LaterOrders.power == place.power,
        LaterOrders.number == place.table.number,
    )
    return [line for row in session.exec(wanted.order_by(col(LaterOrders.id))) for line in row.lines]


def _store(
    session: Session, place: Place, sheet: SheetOnFile | None, reading: Reading, last: MessageLines
) -> None:
    """Write the one sheet for the turn; delete it if CLEAR left nothing, unless the position holds one."""
    stored = {"orders": reading.orders, "complete": reading.complete, "received_utc": last.received_utc}
    is_gone = last.only_clears and not _is_kept(place, reading)
    match sheet:
        case None if not is_gone:
            NEW_SHEET.do(session, **stored, **place.columns)
        case SheetOnFile(number) if is_gone:
            SHEET_GONE.do(session, sheet=number)
        case SheetOnFile(number):
            SHEET_CHANGED.do(session, sheet=number, **stored)


def _is_kept(place: Place, reading: Reading) -> bool:
    """Return whether there is a sheet after CLEAR alone: one from before the turn, or standing orders."""
    before = place.read(None, ())
    has_standing = isinstance(place.game, WithStandingOrders) and reading.orders != before.orders
    return _has_orders(before) or has_standing

"""What has a power on file, and how does one letter more change it?

The sheet on file is the game's own reading of the letters for that turn, in the order in which the mail
server received them, each on top of the one before. A letter that is taken in out of order (a slow mailbox,
another node) has the whole sheet read anew, so the sequence of the post decides, never that of the program.
"""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import bindparam
from sqlmodel import Session, col, select

from adjudicator.game import TAKEN, Game, InForce, Reading
from pbem import conditions
from pbem.commands import Script
from pbem.desk_tables import LaterOrders
from pbem.store import Entry, GameTable, KeptLetter, OrderSheet, id_of

SHEET = select(OrderSheet).where(
    OrderSheet.table_key == bindparam("table"),
    OrderSheet.number == bindparam("number"),
    OrderSheet.power == bindparam("power"),
)
ENTRIES = (
    select(Entry)
    .where(Entry.table_key == bindparam("table"))
    .where(Entry.number == bindparam("number"), Entry.power == bindparam("power"))
    .order_by(col(Entry.received_utc), col(Entry.letter_id))
)
TAKEN_BACK = ""  # orders from which nothing is left, of what the game itself kept either


class Filed(Struct, frozen=True):
    """What came of a letter. *changed* is False when no line of it was an order, so nothing was filed."""

    reading: Reading
    changed: bool


class Place(Struct, frozen=True):
    """Whose sheet: a power of a game at a table."""

    game: Game
    table: GameTable
    power: str

    @property
    def of_the_turn(self) -> dict[str, str | int]:
        """Its rows for the turn that is due, in a query."""
        return {"table": self.table.key, "number": self.table.number, "power": self.power}

    def read(self, so_far: str | None, lines: Sequence[str]) -> Reading:
        return conditions.told(self._read(so_far, lines), lambda one: self._read(None, one))

    def _read(self, so_far: str | None, lines: Sequence[str]) -> Reading:
        return self.game.read(self.table.position, self.power, so_far, lines)


def on_file(session: Session, place: Place) -> OrderSheet | None:
    return session.exec(SHEET, params=place.of_the_turn).first()


def in_force(session: Session, place: Place) -> Sequence[InForce]:
    """What is in force now, as the game says it."""
    sheet = on_file(session, place)
    return place.read(sheet.orders if sheet else None, ()).in_force


def file(session: Session, place: Place, letter: KeptLetter, script: Script) -> Filed:
    """Read the lines of *letter* and keep what they say, in the caller's transaction."""
    sheet = on_file(session, place)
    clears = script.asks("CLEAR")
    so_far = sheet.orders if sheet else None
    reading = place.read(_nothing(place) if clears else so_far, script.lines)
    if not clears and not any(line.verdict == TAKEN for line in reading.lines):
        return Filed(reading, changed=False)
    new = _entry(letter, place, script)
    entries = _with_those_before(session, place, new)
    session.add(new)
    is_in_order = sheet is None or sheet.received_utc <= letter.received_utc
    whole = reading if is_in_order else _read_anew(session, place, entries)
    _keep(session, place, sheet, whole, entries[-1])
    return Filed(replace(whole, lines=reading.lines), changed=True)


def _entry(letter: KeptLetter, place: Place, script: Script) -> Entry:
    return Entry(
        letter_id=id_of(letter),
        table_key=place.table.key,
        number=place.table.number,
        power=place.power,
        received_utc=letter.received_utc,
        clears=script.asks("CLEAR"),
        lines=list(script.lines),
    )


def _with_those_before(session: Session, place: Place, new: Entry) -> list[Entry]:
    """All entries of the turn, in the order of the post."""
    before = session.exec(ENTRIES, params=place.of_the_turn)
    return sorted([*before, new], key=lambda entry: (entry.received_utc, entry.letter_id))


def _read_anew(session: Session, place: Place, entries: Sequence[Entry]) -> Reading:
    """Every letter of the turn, in the order of the post, on top of what was given beforehand."""
    reading = place.read(None, _beforehand(session, place))
    for entry in entries:
        reading = place.read(_nothing(place) if entry.clears else reading.orders, entry.lines)
    return reading


def _keeps_letters(place: Place) -> bool:
    """Does the game itself hold a sheet that came ahead, to be taken up when its turn comes?"""
    return any(row.source == "an earlier letter" for row in place.read(None, ()).in_force)


def _nothing(place: Place) -> str | None:
    """What a power has on file that took all back."""
    return TAKEN_BACK if _keeps_letters(place) else None


def _beforehand(session: Session, place: Place) -> Sequence[str]:
    """The lines that were taken up when the turn began; see `pbem.later`."""
    wanted = select(LaterOrders).where(
        LaterOrders.table_key == place.table.key,
        LaterOrders.power == place.power,
        LaterOrders.number == place.table.number,
    )
    return [line for row in session.exec(wanted.order_by(col(LaterOrders.id))) for line in row.lines]


def _keep(session: Session, place: Place, sheet: OrderSheet | None, reading: Reading, last: Entry) -> None:
    """One sheet for the turn; none at all after a CLEAR with nothing below it, if the game kept none."""
    is_cleared = last.clears and not any(line.strip() for line in last.lines) and not _keeps_letters(place)
    if is_cleared and sheet is not None:
        session.delete(sheet)
    if not is_cleared:
        kept = sheet or OrderSheet(
            table_key=place.table.key,
            number=place.table.number,
            power=place.power,
            orders="",
            received_utc=last.received_utc,
        )
        kept.orders, kept.complete, kept.received_utc = reading.orders, reading.complete, last.received_utc
        session.add(kept)
    session.flush()

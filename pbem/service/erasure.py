"""Erase a person: `pbem forget ADDRESS`.

Tables stay as they were played: positions, orders, press and results belong to powers and not to persons.
Everything that names the person is removed: their seats belong to "a former player", and their applications,
subscriptions, further addresses, messages, the mails to them and their private notes are deleted. A person
who still plays at or runs a table has to leave it first. `pbem.service.personal_data` declares what happens
to each column.
"""

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct
from sqlalchemy import ColumnElement, delete
from sqlmodel import Session, col, func, or_, select

from pbem.core.addresses import NOBODY, canonical
from pbem.core.logs import log
from pbem.core.sentences import sentence
from pbem.messages import mime
from pbem.messages.headers import sender
from pbem.service.host_fault import HostFault
from pbem.store.game_tables import GameTable, Seat
from pbem.store.gm_tables import Deputy, GmActionRow
from pbem.store.mail_contents import forget_pictures
from pbem.store.mail_tables import OutgoingMail, StoredMessage
from pbem.store.player_tables import (
    AddressChange,
    Applicant,
    DeadlineRecord,
    DiaryPage,
    FormerSeat,
    Press,
    Profile,
    SeatAddress,
    Subscriber,
)
from pbem.store.robot_rows import PracticeTable
from pbem.store.rows import Row
from pbem.store.states import DONE, OVER
from pbem.store.troubles import NoticedTrouble
from pbem.tables.office import Office

ERASED = "erased"
Deleted = (
    Applicant | Subscriber | SeatAddress | AddressChange | Deputy | DeadlineRecord | Profile | PracticeTable
)
DELETED: Mapping[str, type[Deleted]] = {
    "applications": Applicant,
    "subscriptions": Subscriber,
    "further_addresses": SeatAddress,
    "address_changes": AddressChange,
    "deputies": Deputy,
    "deadlines": DeadlineRecord,
    "choices": Profile,
    "practice_tables": PracticeTable,
}
AT_ONCE = 100  # messages read at a time


class CannotForget(HostFault):
    """The person still plays at or runs a table, or no person has such an address."""


class Erased(Struct, frozen=True):
    """How many rows of each kind were removed or made anonymous."""

    counts: Mapping[str, int]


def forget(office: Office, address: str) -> Erased:
    """Erase the person with *address*, in one transaction. Raises CannotForget, and nothing has changed."""
    written, address = address, canonical(address.strip()).lower()
    if not address:
        raise CannotForget(sentence("written", "no_address", text=written))
    with office.store.writing() as session:
        _check_has_left(session, address)
        names = _names(session, address)
        counts = {
            "notes": _notes(session, address),
            "messages": _messages(session, address),
            "mails": _mails(session, address),
            "seats": _seats(session, office, address),
            "former_seats": _former_seats(session, office, address),
            "tables_led": _led(session, office, address),
            "log_lines": _log(session, office, address, names),
            "observer_press": _observer_press(session, office, address),
            "house_rules": _house_rules(session, office, address, names),
            "troubles": _troubles(session, office, address),
            **{what: _rows(session, kind, address) for what, kind in DELETED.items()},
        }
    rows = sum(counts.values())
    if rows:
        log.info("person erased", rows=rows)  # the log must not say who it was
    else:
        log.info("nobody to erase")
    return Erased({what: number for what, number in counts.items() if number})


def _check_has_left(session: Session, address: str) -> None:
    running = select(Seat.table_key, Seat.power).join(GameTable, col(GameTable.key) == col(Seat.table_key))
    plays = session.exec(running.where(Seat.address == address, GameTable.state != OVER)).all()
    leads = session.exec(select(GameTable.key).where(_gm_is(address), GameTable.state != OVER)).all()
    if plays or leads:
        raise CannotForget(
            sentence(
                "retention",
                "still_plays",
                seats=[(power, table) for table, power in plays],
                tables=list(leads),
            )
        )


def _gm_is(address: str) -> ColumnElement[bool]:
    return col(GameTable.gm_address).ilike(address.replace("%", r"\%").replace("_", r"\_"), escape="\\")


def _names(session: Session, address: str) -> set[tuple[str, str]]:
    """Return each table and the name of the person there."""
    known = [
        select(Seat.table_key, Seat.player).where(Seat.address == address),
        select(FormerSeat.table_key, FormerSeat.player).where(FormerSeat.address == address),
        select(Applicant.table_key, Applicant.player).where(Applicant.address == address),
        select(Subscriber.table_key, Subscriber.name).where(Subscriber.address == address),
        select(SeatAddress.table_key, SeatAddress.name).where(SeatAddress.address == address),
        select(AddressChange.table_key, AddressChange.name).where(AddressChange.address == address),
        select(Deputy.table_key, Deputy.name).where(Deputy.address == address),
        select(GameTable.key, GameTable.gm_name).where(_gm_is(address)),
    ]
    return {found for wanted in known for found in session.exec(wanted).all()}


def _notes(session: Session, address: str) -> int:
    """Delete the diaries of the seats that the person has now."""
    pages = [
        page
        for seat in session.exec(select(Seat).where(Seat.address == address)).all()
        for page in session.exec(
            select(DiaryPage).where(DiaryPage.table_key == seat.table_key, DiaryPage.power == seat.power)
        )
    ]
    return _deleted(session, pages)


def _seats(session: Session, office: Office, address: str) -> int:
    seats = session.exec(select(Seat).where(Seat.address == address)).all()
    for seat in seats:
        seat.player, seat.address = _former_player(office), NOBODY
        seat.zone, seat.preferences = "UTC", {}
        seat.epoch += 1  # makes the signed addresses in their mails void
    session.flush()
    return len(seats)


def _former_seats(session: Session, office: Office, address: str) -> int:
    seats = session.exec(select(FormerSeat).where(FormerSeat.address == address)).all()
    for seat in seats:
        seat.player, seat.address = _former_player(office), NOBODY
    return len(seats)


def _led(session: Session, office: Office, address: str) -> int:
    tables = session.exec(select(GameTable).where(_gm_is(address))).all()
    for table in tables:
        table.gm_name, table.gm_address = _former_player(office), NOBODY
        table.gm_epoch += 1
    return len(tables)


def _former_player(office: Office) -> str:
    return sentence("retention", "former_player").words(office.house.templates)


def _log(session: Session, office: Office, address: str, names: set[tuple[str, str]]) -> int:
    """Replace the person's address, and their name at that table, in its log."""
    changed = 0
    for row in session.exec(select(GmActionRow)):
        known = [address, *(name for table, name in names if table == row.table_key)]
        new = [_without(text, known, _former_player(office)) for text in (row.sentence, row.reason)]
        if new != [row.sentence, row.reason]:
            row.sentence, row.reason = new
            changed += 1
    return changed


def _without(text: str, known: Sequence[str], instead: str) -> str:
    for name in filter(None, known):
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", lambda _: instead, text, flags=re.I)
    return text


def _observer_press(session: Session, office: Office, address: str) -> int:
    """Remove the name from the person's observer press; the text stays."""
    nameless = sentence("press", "an_observer").words(office.house.templates)
    written = session.exec(select(Press).where(func.lower(Press.observer) == address)).all()
    for press in written:
        press.observer, press.shown_as = NOBODY, press.shown_as and nameless
    return len(written)


def _house_rules(session: Session, office: Office, address: str, names: set[tuple[str, str]]) -> int:
    """Replace the person in `invited` and `denied`, and in why a table is held or a deadline was moved.

    The entry is replaced, not removed: an empty list would open the table to everybody.
    """
    changed = 0
    for table in session.exec(select(GameTable)):
        house = {key: _without_entry(value, address) for key, value in table.house.items()}
        known = [address, *(name for key, name in names if key == table.key)]
        held = _without(table.held_reason, known, _former_player(office))
        why = [_without_name(one, known, _former_player(office)) for one in table.deadline_why]
        if (house, held, why) != (table.house, table.held_reason, table.deadline_why):
            table.house, table.held_reason, table.deadline_why = house, held, why
            changed += 1
    return changed


def _without_name(reason: Mapping[str, Any], known: Sequence[str], instead: str) -> dict[str, Any]:
    """Return a reason of a deadline (`pbem.core.deadlines.Reason`) without the names in its words."""
    words = reason.get("words", {})
    return {**reason, "words": {key: _without(word, known, instead) for key, word in words.items()}}


def _without_entry(value: object, address: str) -> object:
    if isinstance(value, list):
        return [NOBODY if isinstance(one, str) and one.lower() == address else one for one in value]
    return value


def _troubles(session: Session, office: Office, address: str) -> int:
    changed = 0
    for row in session.exec(select(NoticedTrouble)):
        reason = _without(row.reason, [address], _former_player(office))
        changed += reason != row.reason
        row.reason = reason
    return changed


def _rows(session: Session, kind: type[Deleted], address: str) -> int:
    theirs: ColumnElement[bool] = func.lower(col(kind.address)) == address
    if kind is SeatAddress:
        theirs = or_(theirs, func.lower(col(SeatAddress.owner)) == address)
    return _deleted(session, list(session.exec(select(kind).where(theirs))))


def _deleted(session: Session, rows: Sequence[Row]) -> int:
    for row in rows:
        session.delete(row)
    session.flush()
    return len(rows)


def _mails(session: Session, address: str) -> int:
    numbers = session.exec(select(OutgoingMail.id).where(OutgoingMail.recipient == address)).all()
    forget_pictures(session, numbers)
    session.connection().execute(delete(OutgoingMail).where(col(OutgoingMail.recipient) == address))
    return len(numbers)


def _messages(session: Session, address: str) -> int:
    """Empty the person's messages; an anonymous row stays if orders or press refer to it."""
    theirs = [
        number
        for numbers in _batches(session.exec(select(StoredMessage.id)).all())
        for number in _sent_by(session, numbers, address)
    ]
    for number in theirs:
        stored = session.get_one(StoredMessage, number)
        stored.raw, stored.fault, stored.is_emptied = b"", "", True
        stored.envelope_from, stored.recipients, stored.echo = "", [], ""
        stored.fingerprint = f"erased:{hashlib.sha256(stored.fingerprint.encode()).hexdigest()}"
        if stored.state != DONE:
            stored.state, stored.note = DONE, ERASED
    session.flush()
    return len(theirs)


def _batches(numbers: Sequence[int | None]) -> Iterator[Sequence[int | None]]:
    yield from (numbers[begin : begin + AT_ONCE] for begin in range(0, len(numbers), AT_ONCE))


def _sent_by(session: Session, numbers: Sequence[int | None], address: str) -> list[int]:
    wanted = select(col(StoredMessage.id), col(StoredMessage.envelope_from), col(StoredMessage.raw))
    rows = session.exec(wanted.where(col(StoredMessage.id).in_(numbers))).all()
    return [
        number
        for number, envelope, raw in rows
        if number is not None and address in (envelope.lower(), _sender(raw))
    ]


def _sender(raw: bytes) -> str:
    return sender(mime.parse(raw).headers).address.lower() if raw else ""

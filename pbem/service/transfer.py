"""Move a table to another host. One JSON file holds all of it.

The file says what it contains, and what is secret in it: each row that belongs to the table (state, seats,
orders, history, press, log, seed) and the messages as they came. Mail that was sent is not in it, and neither
is the installation's key: reply addresses are the new host's, so everybody gets a report with a new one. A
deadline that falls between export and import moves by that time, as in an outage.
"""

import base64
import errno
import json
import os
import stat
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlmodel import Session, SQLModel, select
from sqlmodel.sql.expression import SelectOfScalar

import pbem.store.gm_tables
import pbem.store.robot_rows
import pbem.store.tournament_rows  # noqa: F401  every table must be known
from pbem.commands.context import TableContext
from pbem.commands.lookup import gm_log
from pbem.commands.lookup.briefing import brief
from pbem.core.dates.lengths import notation
from pbem.core.deadlines import Deadline
from pbem.core.error_text import first_line
from pbem.core.sentences import Unusable, sentence
from pbem.service import export_contents
from pbem.service.host_fault import HostFault
from pbem.service.retention import references_to_messages
from pbem.store.archived_tables import ArchivedTable
from pbem.store.game_tables import GameTable, left_after_pause, seats_of
from pbem.store.states import OVER, PAUSED, RUNNING
from pbem.tables.deadlines import pauses
from pbem.tables.deadlines.deadline_of_table import set_deadline
from pbem.tables.news import notify_all, worded_news
from pbem.tables.office import Office, reasons_of

FORMAT = "downfall-by-mail table"
VERSION = 2
BEGINNING = 10_000  # bytes of an export, which have its format
FIRST_NAMES = {  # of version 1, which is no longer written
    "letters": "incoming_messages",
    "entries": "order_lines",
    "sheets": "order_sheets",
    "deeds": "gm_actions",
    "aside": "superseded_rows",
    "letter_id": "incoming_id",
    "judged_utc": "adjudicated_utc",
    "silent": "nmr_powers",
    "wishes": "preferences",
    "told_waiting": "notified_waiting",
    "told_until_utc": "reminded_until_utc",
    "aside_utc": "superseded_utc",
}
OWN = 0o600  # who may read and write a file: this user alone
LEFT_OUT = (
    *("outbox", "installation", "arrivals", "pictures", "mail_pictures"),
    *("archived_tables", "troubles", "profiles", "tournaments", "tournament_tables"),
)


class CannotMove(HostFault):
    """The table cannot be exported or imported."""


def export_table(office: Office, key: str, now: datetime, *, closes: bool) -> str:
    """Return the table as JSON text; with *closes* it is paused here. Raises CannotMove."""
    with office.store.writing() as session:
        table = session.get(GameTable, key.lower())
        if table is None:
            raise CannotMove(sentence("transfer", "no_table", table=key))
        rows = {name: _rows(session, name, table.key) for name in _names()}
        if closes and table.state in (RUNNING, PAUSED):
            _close(session, office, table, now)
    contains = sentence("transfer", "contains", table=table.key, warning=export_contents.warning())
    whole = {
        "contains": contains.words(None),
        "exported_utc": now.isoformat(),
        "format": FORMAT,
        "holds": export_contents.holds(rows),
        "not_inside": sentence("transfer", "not_inside").words(None),
        "tables": rows,
        "version": VERSION,
    }
    return json.dumps(whole, indent=1, sort_keys=True)


def demand_place(file: Path) -> None:
    """Raise CannotMove if an export cannot be written there, or would replace another kind of file."""
    if not file.parent.is_dir():
        reason = os.strerror(errno.ENOENT)
        raise CannotMove(sentence("transfer", "cannot_write", file=file, reason=reason))
    if not file.is_file() or file.stat().st_size == 0:
        return
    with file.open("rb") as existing:
        if FORMAT.encode() not in existing.read(BEGINNING):
            raise CannotMove(sentence("transfer", "another_file", file=file))


def write_privately(file: Path, text: str | bytes) -> None:
    """Write *text* so that only this user may read it, even over a file that others could read."""
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT, OWN), "wb") as out:
        if stat.S_ISREG(os.fstat(out.fileno()).st_mode):  # a pipe or a terminal stays as it is
            os.fchmod(out.fileno(), OWN)
            out.truncate()
        out.write(text.encode() if isinstance(text, str) else text)


def _close(session: Session, office: Office, table: GameTable, now: datetime) -> None:
    is_paused = table.state == PAUSED
    left = left_after_pause(table) if is_paused else max((table.deadline_utc or now) - now, timedelta())
    pauses.begin(table, left, None)
    set_deadline(table, None, now)
    moved = sentence("transfer", "log_moved").words(office.house.templates)
    gm_log.by_the_service(session, table, "EXPORT", moved, now)
    notify_all(session, office, table, worded_news(office, "game_moves", {}), now)


def _names() -> list[str]:
    """Return the tables of the database that hold rows of a game, each after those that it refers to."""
    return [table.name for table in SQLModel.metadata.sorted_tables if table.name not in LEFT_OUT]


def _table(name: str) -> sa.Table:
    return SQLModel.metadata.tables[name]


def _rows(session: Session, name: str, key: str) -> list[dict[str, Any]]:
    table = _table(name)
    own = table.c.key if name == "tables" else table.c.table_key
    theirs = own == key
    if name == "incoming_messages":  # a message to several games belongs to one of them, and is read by all
        theirs = sa.or_(theirs, *(table.c.id.in_(_referred(column, key)) for column in _messages_of_tables()))
    found = session.connection().execute(sa.select(table).where(theirs).order_by(*table.primary_key))
    return [{column: _plain(value) for column, value in row.items()} for row in found.mappings()]


def _messages_of_tables() -> list[sa.Column[int]]:
    """Return the columns in which rows of a game refer to a message."""
    return [column for column in references_to_messages() if column.table.name in _names()]


def _referred(column: sa.Column[int], key: str) -> SelectOfScalar[int]:
    return select(column).where(column.table.c.table_key == key, column.is_not(None))


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return {"utc": value.isoformat()}
    if isinstance(value, bytes):
        return {"base64": base64.b64encode(value).decode()}
    return value


def _value(value: Any) -> Any:
    """Return the value that `_plain` wrote; JSON columns hold other shapes."""
    if isinstance(value, dict) and set(value) == {"utc"}:
        return datetime.fromisoformat(value["utc"])
    if isinstance(value, dict) and set(value) == {"base64"}:
        return base64.b64decode(value["base64"])
    return value


def import_table(office: Office, text: str, now: datetime) -> GameTable:
    """Insert the table, and mail everybody its position. Raises CannotMove with nothing changed."""
    whole = _read(text)
    rows: Mapping[str, Sequence[Mapping[str, Any]]] = whole["tables"]
    key = rows["tables"][0]["key"]
    exported = datetime.fromisoformat(whole["exported_utc"])
    with office.store.writing() as session:
        if session.get(GameTable, key) is not None:
            raise CannotMove(sentence("transfer", "table_exists", table=key))
        try:
            _insert(session, rows)
        except (sa.exc.SQLAlchemyError, KeyError, TypeError, ValueError) as fault:
            raise CannotMove(sentence("transfer", "cannot_import", reason=first_line(fault))) from fault
        table = session.exec(select(GameTable).where(GameTable.key == key)).one()
        _check_playable(office, table)
        archived = session.get(ArchivedTable, key)
        if archived is not None:
            session.delete(archived)  # it is back from its archive, and nobody has to be told
        else:
            _go_on(session, office, table, exported, now)
    return table


def _read(text: str) -> dict[str, Any]:
    try:
        whole = json.loads(text)
    except ValueError as fault:
        raise CannotMove(sentence("transfer", "no_json", reason=fault)) from None
    if (
        not isinstance(whole, dict)
        or whole.get("format") != FORMAT
        or not whole.get("tables", {}).get("tables")
    ):
        raise CannotMove(sentence("transfer", "no_export"))
    if whole["version"] == 1:
        whole["tables"] = _with_new_names(whole["tables"])
    elif whole["version"] != VERSION:
        other = sentence("transfer", "other_version", version=whole["version"], known=VERSION)
        raise CannotMove(other)
    return whole


def _with_new_names(tables: Mapping[str, Sequence[Mapping[str, Any]]]) -> dict[str, list[dict[str, Any]]]:
    renamed = {FIRST_NAMES.get(name, name): list(map(_renamed, rows)) for name, rows in tables.items()}
    for row in renamed.get("superseded_rows", ()):
        row["kind"], row["row"] = FIRST_NAMES.get(row["kind"], row["kind"]), _renamed(row["row"])
    return renamed


def _renamed(row: Mapping[str, Any]) -> dict[str, Any]:
    return {FIRST_NAMES.get(name, name): value for name, value in row.items()}


def _insert(session: Session, rows: Mapping[str, Sequence[Mapping[str, Any]]]) -> None:
    """Insert every row under a new number; references follow."""
    numbers: dict[tuple[str, int], int] = {}
    for name in _names():
        for row in rows.get(name, ()):
            _insert_one(session, name, row, numbers)


def _insert_one(
    session: Session, name: str, row: Mapping[str, Any], numbers: dict[tuple[str, int], int]
) -> None:
    table = _table(name)
    unknown = sorted(set(row) - set(table.c.keys()))
    if unknown:
        raise Unusable(sentence("transfer", "no_column", table=name, column=unknown[0]))
    values = {column: _value(value) for column, value in row.items() if column != "id"}
    refers = [(column.name, foreign.column) for column in table.c for foreign in column.foreign_keys]
    for own, to in refers:
        if to.name == "id" and values.get(own) is not None:
            values[own] = numbers[to.table.name, values[own]]
    if name == "incoming_messages" and (known := _known_message(session, values["fingerprint"])) is not None:
        numbers[name, row["id"]] = known
        return
    made = session.connection().execute(sa.insert(table).values(**values))
    if "id" in row and made.inserted_primary_key:
        numbers[name, row["id"]] = made.inserted_primary_key[0]


def _known_message(session: Session, fingerprint: str) -> int | None:
    """Return the id of a message that is here already: it may have been sent to two tables."""
    messages = _table("incoming_messages")
    found = session.connection().execute(
        sa.select(messages.c.id).where(messages.c.fingerprint == fingerprint)
    )
    number: int | None = found.scalar()
    return number


def _check_playable(office: Office, table: GameTable) -> None:
    try:
        office.find_game(table.game).due(table.position)
    except Exception as fault:  # whatever it is, this host cannot play it
        why = first_line(fault)
        raise CannotMove(sentence("transfer", "cannot_play", game=table.game, reason=why)) from fault


def _go_on(session: Session, office: Office, table: GameTable, exported: datetime, now: datetime) -> None:
    """Move a deadline that fell between the hosts, and send everybody an address of this host."""
    table.claimed_until_utc = None
    if table.deadline_utc and table.final_utc and exported <= table.final_utc and table.deadline_utc <= now:
        length = max(now - exported, timedelta())
        later = Deadline(table.deadline_utc + length, table.final_utc + length, reasons_of(table))
        set_deadline(table, later.because("moved_here", length=notation(length)), now)
    table.moves += 1
    goes_on = sentence("transfer", "log_goes_on").words(office.house.templates)
    gm_log.by_the_service(session, table, "IMPORT", goes_on, now)
    facts = {"table": table.key, "judge": office.house.judge}
    news = worded_news(office, "game_goes_on_here", facts, with_deadline=True)
    notify_all(session, office, table, news, now)
    if table.state != OVER:
        for seat in seats_of(session, table.key):
            brief(TableContext(session, office, table, now), seat, sentence("briefing", "moved_here"))

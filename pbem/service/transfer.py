"""Move a table to another host. One JSON file holds all of it.

The file says what it holds, and what of it is secret: each row that belongs to the table (state, seats,
orders, history, press, log, seed) and the letters as they came. Mail that was sent is not in it, and neither
is the installation's key: reply addresses are the new host's, so everybody gets a report with his own. A
deadline that fell between writing the file and reading it slides by that time, as in an outage.
"""

import base64
import json
import os
import stat
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlmodel import Session, SQLModel, select

import pbem.store.gm_tables  # noqa: F401  every table must be known
from pbem.commands import gm_log
from pbem.commands.seat_changes import brief
from pbem.core.deadlines import Deadline
from pbem.core.error_text import first_line
from pbem.service import export_contents
from pbem.store.database import OVER, PAUSED, RUNNING, GameTable, seats_of
from pbem.tables.news import notify_all, set_deadline, worded_news
from pbem.tables.office import Office

FORMAT = "downfall-by-mail table"
VERSION = 2
FIRST_NAMES = {  # of version 1, which no program writes any more
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
LEFT_OUT = ("outbox", "installation", "arrivals")
NOT_INSIDE = (
    "mail that was sent or waits; the key of the reply addresses; other games, but for letters to both"
)
TOO_OLD = "It was written by another version; export it again with the same version as here."


class CannotMove(Exception):  # noqa: N818 - named, as all our errors, by what happened
    """The table cannot be written or read: one line that says why and what would do."""


def export_table(office: Office, key: str, now: datetime, *, closes: bool) -> str:
    """The table as JSON text; with *closes* it is paused here for good. Raises CannotMove."""
    with office.store.writing() as session:
        table = session.get(GameTable, key.lower())
        if table is None:
            raise CannotMove(f'there is no table "{key}"')
        rows = {name: _rows(session, name, table.key) for name in _names()}
        if closes and table.state == RUNNING:
            _close(session, office, table, now)
    whole = {
        "contains": f"The game {table.key}, as it goes on at another host: {export_contents.WARNING}",
        "exported_utc": now.isoformat(),
        "format": FORMAT,
        "holds": export_contents.holds(rows),
        "not_inside": NOT_INSIDE,
        "tables": rows,
        "version": VERSION,
    }
    return json.dumps(whole, indent=1, sort_keys=True)


def write_privately(file: Path, text: str) -> None:
    """Write *text* where nobody but this user may read it, also over a file that others could read."""
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT, OWN), "w", encoding="utf-8") as out:
        if stat.S_ISREG(os.fstat(out.fileno()).st_mode):  # a pipe or a terminal stays as it is
            os.fchmod(out.fileno(), OWN)
            out.truncate()
        out.write(text)


def _close(session: Session, office: Office, table: GameTable, now: datetime) -> None:
    left = (table.deadline_utc or now) - now
    table.state, table.paused_left_s = PAUSED, max(left.total_seconds(), 0)
    set_deadline(table, None, now)
    gm_log.by_the_service(session, table, "EXPORT", "The game was moved to another host.", now)
    notify_all(session, office, table, worded_news(office, "game_moves", {}), now)


def _names() -> list[str]:
    """The database's tables that hold rows of a game, each after those that it refers to."""
    return [table.name for table in SQLModel.metadata.sorted_tables if table.name not in LEFT_OUT]


def _table(name: str) -> sa.Table:
    return SQLModel.metadata.tables[name]


def _rows(session: Session, name: str, key: str) -> list[dict[str, Any]]:
    table = _table(name)
    own = table.c.key if name == "tables" else table.c.table_key
    found = session.connection().execute(sa.select(table).where(own == key).order_by(*table.primary_key))
    return [{column: _plain(value) for column, value in row.items()} for row in found.mappings()]


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return {"utc": value.isoformat()}
    if isinstance(value, bytes):
        return {"base64": base64.b64encode(value).decode()}
    return value


def _value(value: Any) -> Any:
    """What `_plain` has written; JSON columns hold other shapes."""
    if isinstance(value, dict) and set(value) == {"utc"}:
        return datetime.fromisoformat(value["utc"])
    if isinstance(value, dict) and set(value) == {"base64"}:
        return base64.b64decode(value["base64"])
    return value


def import_table(office: Office, text: str, now: datetime) -> GameTable:
    """Take the table in, and mail everybody where it stands. Raises CannotMove, and nothing has changed."""
    whole = _read(text)
    rows: Mapping[str, Sequence[Mapping[str, Any]]] = whole["tables"]
    key = rows["tables"][0]["key"]
    exported = datetime.fromisoformat(whole["exported_utc"])
    with office.store.writing() as session:
        if session.get(GameTable, key) is not None:
            raise CannotMove(f"there is a table {key} here already; nothing was taken in")
        try:
            _insert(session, rows)
        except (sa.exc.SQLAlchemyError, KeyError, TypeError, ValueError) as fault:
            raise CannotMove(f"the file cannot be taken in ({first_line(fault)}). {TOO_OLD}") from fault
        table = session.exec(select(GameTable).where(GameTable.key == key)).one()
        _check_playable(office, table)
        _go_on(session, office, table, exported, now)
    return table


def _read(text: str) -> dict[str, Any]:
    try:
        whole = json.loads(text)
    except ValueError as fault:
        raise CannotMove(f"the file is no JSON ({fault})") from None
    if (
        not isinstance(whole, dict)
        or whole.get("format") != FORMAT
        or not whole.get("tables", {}).get("tables")
    ):
        raise CannotMove("the file holds no table; write one with: pbem export TABLE --to FILE")
    if whole["version"] == 1:
        whole["tables"] = _with_new_names(whole["tables"])
    elif whole["version"] != VERSION:
        raise CannotMove(f"the file has version {whole['version']}, this program reads {VERSION}. {TOO_OLD}")
    return whole


def _with_new_names(tables: Mapping[str, Sequence[Mapping[str, Any]]]) -> dict[str, list[dict[str, Any]]]:
    renamed = {FIRST_NAMES.get(name, name): list(map(_renamed, rows)) for name, rows in tables.items()}
    for row in renamed.get("superseded_rows", ()):
        row["kind"], row["row"] = FIRST_NAMES.get(row["kind"], row["kind"]), _renamed(row["row"])
    return renamed


def _renamed(row: Mapping[str, Any]) -> dict[str, Any]:
    return {FIRST_NAMES.get(name, name): value for name, value in row.items()}


def _insert(session: Session, rows: Mapping[str, Sequence[Mapping[str, Any]]]) -> None:
    """Every row, under new numbers; what refers to a number refers to the new one."""
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
        raise ValueError(f"{name} has no {unknown[0]}")
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
    """A letter to two tables may be here already."""
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
        raise CannotMove(f"{table.game} cannot be played here ({first_line(fault)}). {TOO_OLD}") from fault


def _go_on(session: Session, office: Office, table: GameTable, exported: datetime, now: datetime) -> None:
    """As if nothing had been: the clock goes on, and everybody has an address of this host."""
    table.claimed_until_utc = None
    if table.deadline_utc and table.final_utc and exported <= table.final_utc and table.deadline_utc <= now:
        length = max(now - exported, timedelta())
        set_deadline(table, Deadline(table.deadline_utc + length, table.final_utc + length), now)
    table.moves += 1
    gm_log.by_the_service(session, table, "IMPORT", "The game goes on at another host.", now)
    facts = {"table": table.key, "judge": office.house.judge}
    news = worded_news(office, "game_goes_on_here", facts, with_deadline=True)
    notify_all(session, office, table, news, now)
    if table.state != OVER:
        for seat in seats_of(session, table.key):
            brief(session, office, table, seat, now)

"""`pbem forget` knows every column of the database, and afterwards none of them names the person."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

import pytest
from sqlalchemy import JSON, Column, LargeBinary, String, TypeDecorator, insert
from sqlalchemy import Table as SqlTable
from sqlalchemy.types import TypeEngine
from sqlmodel import SQLModel, select

from pbem.core import logs
from pbem.core.addresses import NOBODY
from pbem.service import erasure
from pbem.service.personal_data import PERSONAL, TABLES, declared
from pbem.store.game_tables import GameTable
from pbem.store.player_tables import DeadlineRecord, Press
from pbem.store.states import OVER
from tests.support.table import Table

ADDRESS, NAME = "ann@x.org", "Ann Archer"
SENTENCE = f"{NAME} ({ADDRESS}) was late."
AS_WRITTEN: dict[str, Any] = {  # example values of personal columns, by name
    **dict.fromkeys(("address", "owner", "recipient", "gm_address", "observer", "envelope_from"), ADDRESS),
    **dict.fromkeys(("player", "name", "gm_name", "shown_as"), NAME),
    **dict.fromkeys(("text", "sentence", "held_reason", "fault", "last_error", "echo"), SENTENCE),
    "raw": f"From: {NAME} <{ADDRESS}>\r\n\r\n{SENTENCE}".encode(),
    "recipients": [ADDRESS],
    "house": {"denied": ["bob@y.org", ADDRESS], "archive": "hidden"},
    "deadline_why": [{"kind": "extended", "words": {"before": "2026-11-26T09:00", "reason": SENTENCE}}],
    "zone": "Antarctica/Troll",
    "rights": [NAME],
    "kinds": [NAME],
}
BY_TABLE: dict[tuple[str, str], Any] = {
    ("gm_actions", "reason"): SENTENCE,
    ("troubles", "reason"): f"no mail to {ADDRESS} leaves",
    ("seats", "preferences"): {"note": NAME},
    ("applicants", "preferences"): [NAME],
}
PLAIN: dict[str, Any] = {"state": OVER, "power": "Red", "house": {}, "id": None}


def inner_type(column: Column[Any]) -> TypeEngine[Any]:
    return column.type.impl_instance if isinstance(column.type, TypeDecorator) else column.type


def text_columns(table: SqlTable) -> Iterator[str]:
    for column in table.columns:
        if isinstance(inner_type(column), String | JSON | LargeBinary):
            yield column.name


def test_every_column_that_may_hold_text_is_declared_once() -> None:
    """Add a new column to pbem/service/personal_data.py, which says what `pbem forget` does with it."""
    stored = sorted(
        (table.name, column) for table in SQLModel.metadata.sorted_tables for column in text_columns(table)
    )
    assert sorted((table, column) for table, column, _ in declared()) == stored


@pytest.mark.parametrize("word", ["address", "player", "recipient", "observer", "owner", "gm_name"])
def test_a_column_with_the_name_of_personal_data_is_declared_as_personal(word: str) -> None:
    for table, column, what in declared():
        if word in column:
            assert what in PERSONAL, f"{table}.{column}"


def is_personal(table: str, column: str) -> bool:
    return any(column in TABLES[table][what].split() for what in PERSONAL if what in TABLES[table])


def cell(table: SqlTable, column: Column[Any], now: datetime) -> Any:
    """Return the value of this column in a row about Ann."""
    if is_personal(table.name, column.name):
        return BY_TABLE.get((table.name, column.name)) or AS_WRITTEN[column.name]
    if column.foreign_keys:
        return "r9" if isinstance(inner_type(column), String) else 1
    if column.name in PLAIN:
        return PLAIN[column.name]
    if table.name == "tables" and column.name == "key":
        return "r9"
    if isinstance(column.type, JSON):
        return {}
    kinds = {str: "x", int: 1, bool: False, float: 1.0, datetime: now, bytes: b"x"}
    return kinds[inner_type(column).python_type]


def test_a_person_in_every_personal_column_is_erased_from_all(table: Table) -> None:
    """Put rows about Ann into each table that may name her, and check that all are erased."""
    now = table.clock.now()
    with table.store.writing() as session:
        session.connection().exec_driver_sql("PRAGMA defer_foreign_keys = ON")
        for one in SQLModel.metadata.sorted_tables:
            if any(is_personal(one.name, column.name) for column in one.columns):
                row = {column.name: cell(one, column, now) for column in one.columns}
                session.connection().execute(insert(one).values({k: v for k, v in row.items() if k != "id"}))
        session.connection().exec_driver_sql("DELETE FROM seats WHERE table_key = 'r1' AND power = 'Red'")
    found = named(table)
    assert set(found) == {name for name in TABLES if PERSONAL & set(TABLES[name])}
    counts = erasure.forget(table.office, ADDRESS).counts
    assert named(table) == {}
    assert all(counts.values())
    with table.store.reading() as session:
        assert session.get_one(GameTable, "r9").house["denied"] == ["bob@y.org", NOBODY]
        assert session.exec(select(Press.text)).all() == ["x"]
        assert session.exec(select(DeadlineRecord)).all() == []


def named(table: Table) -> dict[str, list[str]]:
    """Return the rows that name Ann, by table."""
    with table.store.reading() as session:
        rows = {
            one.name: [repr(tuple(row)) for row in session.connection().execute(one.select())]
            for one in SQLModel.metadata.sorted_tables
        }
    found = {
        name: [row for row in of_table if ADDRESS in row or NAME in row or "Troll" in row]
        for name, of_table in rows.items()
    }
    return {name: of_table for name, of_table in found.items() if of_table}


def test_the_log_says_that_nobody_was_erased_and_not_who(
    table: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    logs.set_up("info", "json")
    assert erasure.forget(table.office, "nobody@n.org").counts == {}
    said = capsys.readouterr().err
    assert '"event": "nobody to erase"' in said
    assert "nobody@n.org" not in said

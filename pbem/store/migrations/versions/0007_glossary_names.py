"""Name tables and columns in the words of docs/glossary.md."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

TABLES = {
    "letters": "incoming_messages",
    "entries": "order_lines",
    "sheets": "order_sheets",
    "deeds": "gm_actions",
    "aside": "superseded_rows",
}
COLUMNS = {  # by the new name of the table
    "arrivals": {"letter_id": "incoming_id"},
    "order_lines": {"letter_id": "incoming_id"},
    "outbox": {"letter_id": "incoming_id"},
    "press": {"letter_id": "incoming_id"},
    "later_orders": {"letter_id": "incoming_id"},
    "diaries": {"letter_id": "incoming_id"},
    "gm_actions": {"letter_id": "incoming_id"},
    "superseded_rows": {"aside_utc": "superseded_utc"},
    "turns": {"judged_utc": "adjudicated_utc", "silent": "nmr_powers"},
    "seats": {"wishes": "preferences"},
    "tables": {"told_waiting": "notified_waiting", "told_until_utc": "reminded_until_utc"},
}


def upgrade() -> None:
    _rename(TABLES, COLUMNS, ("letter_id", "incoming_id"))
    _rename_superseded(TABLES, COLUMNS)


def downgrade() -> None:
    old_tables = {new: old for old, new in TABLES.items()}
    columns = {
        old_tables.get(table, table): {new: old for old, new in names.items()}
        for table, names in COLUMNS.items()
    }
    _rename_superseded(old_tables, columns)
    _rename(old_tables, columns, ("incoming_id", "letter_id"))


def _rename(tables: dict[str, str], columns: dict[str, dict[str, str]], id_column: tuple[str, str]) -> None:
    for old, new in tables.items():
        op.execute(f"ALTER TABLE {old} RENAME TO {new}")
    for table, names in columns.items():
        for old, new in names.items():
            op.execute(f"ALTER TABLE {table} RENAME COLUMN {old} TO {new}")
    former = {new: old for old, new in tables.items()}
    for table in {*tables.values(), *columns}:
        _rename_indexes(table, former.get(table, table), id_column)


def _rename_indexes(table: str, former: str, id_column: tuple[str, str]) -> None:
    """Recreate each index, named after its table and column: SQLite cannot rename one."""
    for index in sa.inspect(op.get_bind()).get_indexes(table):
        name, columns = index["name"], [str(column) for column in index["column_names"]]
        if name is None or not name.startswith(f"ix_{former}_"):
            continue
        new = f"ix_{table}_{name.removeprefix(f'ix_{former}_').replace(*id_column)}"
        if name != new:
            op.drop_index(name, table)
            op.create_index(new, table, columns, unique=bool(index["unique"]))


def _rename_superseded(tables: dict[str, str], columns: dict[str, dict[str, str]]) -> None:
    """Rename in the rows that a rollback set aside: they are JSON under the names of their table."""
    rows = sa.table(
        "superseded_rows",
        sa.column("id", sa.Integer),
        sa.column("kind", sa.String),
        sa.column("row", sa.JSON),
    )
    bind = op.get_bind()
    for number, kind, row in bind.execute(sa.select(rows.c.id, rows.c.kind, rows.c.row)).all():
        renamed = _renamed(row, columns.get(tables.get(kind, kind), {}))
        change = {"kind": tables.get(kind, kind), "row": renamed}
        bind.execute(sa.update(rows).where(rows.c.id == number).values(change))


def _renamed(row: Any, names: dict[str, str]) -> Any:
    return row if not isinstance(row, dict) else {names.get(name, name): value for name, value in row.items()}

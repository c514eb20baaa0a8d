"""How Alembic finds the tables: `Store.upgrade` hands it a connection, several nodes wait for each other."""

from typing import Literal

from alembic import context
from sqlalchemy.engine import Connection
from sqlmodel import SQLModel
from sqlmodel.sql.sqltypes import AutoString

import pbem.store.database  # noqa: F401  the tables are declared there

connection: Connection = context.config.attributes["connection"]


def plain_type(kind: str, item: object, _context: object) -> str | Literal[False]:
    """SQLModel's own name for a text is of no use in a migration."""
    return "sa.String()" if kind == "type" and isinstance(item, AutoString) else False


context.configure(
    connection=connection,
    target_metadata=SQLModel.metadata,
    render_as_batch=True,
    transaction_per_migration=False,
)
with context.begin_transaction():
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("SELECT pg_advisory_xact_lock(7236)")
    context.run_migrations()

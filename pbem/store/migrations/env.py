"""Tell Alembic which tables there are, and run it over the connection that `Store.upgrade` passes.

Nodes that migrate at the same time wait for each other.
"""

from typing import Literal

from alembic import context
from sqlalchemy.engine import Connection
from sqlmodel import SQLModel
from sqlmodel.sql.sqltypes import AutoString

import pbem.store.database  # noqa: F401  the tables are declared there

connection: Connection = context.config.attributes["connection"]


def plain_type(kind: str, item: object, _context: object) -> str | Literal[False]:
    """Return how a migration writes SQLModel's type for text, whose own name is of no use there."""
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

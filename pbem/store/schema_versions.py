"""Schema versions of the database, and upgrades between them.

Each version is a script in `migrations/`. An upgrade is one transaction, on SQLite and on PostgreSQL, so it
happens completely or not at all; nodes that start at the same time wait for each other.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import inspect, text
from sqlalchemy.engine import Connection

from adjudicator.core.lazy_imports import IMPORTS

if TYPE_CHECKING:
    from alembic.config import Config

MIGRATIONS = Path(__file__).parent / "migrations"
KEPT_IN = "alembic_version"  # alembic's own table
ENCODING = "UTF8"


class UnknownVersion(Exception):  # noqa: N818 - named, as all our errors, by what happened
    """The tables have a version that this program does not know; the text is Alembic's."""


def _config() -> "Config":
    with IMPORTS:
        from alembic.config import Config  # alembic is slow to import; most starts need none of it

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    return config


def versions() -> list[str]:
    """Return every version that this program knows, the oldest first."""
    return sorted(script.name.partition("_")[0] for script in (MIGRATIONS / "versions").glob("[0-9]*.py"))


def version_of(connection: Connection) -> str | None:
    """Return the version of the tables; None if there are none."""
    if not inspect(connection).has_table(KEPT_IN):
        return None
    return connection.execute(text(f"SELECT version_num FROM {KEPT_IN}")).scalar()  # noqa: S608  (our own name)


def is_empty(connection: Connection) -> bool:
    """Return whether the database has no table at all, of this program or of another."""
    return not inspect(connection).get_table_names()


def encoding_of(connection: Connection) -> str:
    """Return the encoding of the database; only ENCODING can store every message."""
    if connection.dialect.name == "sqlite":
        return ENCODING  # any other one stores all characters too
    return str(connection.exec_driver_sql("SHOW server_encoding").scalar())


def migrate(connection: Connection, version: str = "head") -> None:
    """Create or migrate the tables up to *version*, in the caller's transaction if there is one.

    Raises UnknownVersion.
    """
    with IMPORTS:
        from alembic import command  # as above
        from alembic.util.exc import CommandError

    config = _config()
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, version)
    except CommandError as fault:
        raise UnknownVersion(str(fault)) from fault

"""Which version are the tables of a database of, and how do they become those of another one?

Each version is a script in `migrations/`. All of an upgrade is one transaction, on SQLite and on PostgreSQL,
so that it is done wholly or not at all; several nodes that begin at once wait for each other.
"""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.engine import Connection

MIGRATIONS = Path(__file__).parent / "migrations"


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    return config


def versions() -> list[str]:
    """Every version that this program knows, the oldest first."""
    walked = ScriptDirectory.from_config(_config()).walk_revisions()
    return [script.revision for script in walked][::-1]


def version_of(connection: Connection) -> str | None:
    """The version of the tables that are there; None where there are none."""
    return MigrationContext.configure(connection).get_current_revision()


def migrate(connection: Connection, version: str = "head") -> None:
    """Make or change the tables, up to *version*; in the caller's transaction, if there is one.

    Raises alembic's CommandError if the tables are of a version that this program does not know.
    """
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, version)

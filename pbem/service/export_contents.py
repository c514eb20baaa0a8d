"""Describe what a backup or an export contains, and what is secret in it.

It is written into every backup and export, so that a reader knows what the file is and how to protect it. The
words are in `templates/export_contents.txt`, a block for each table of the database. They are always our own,
as a backup is read without the host's templates.
"""

from collections.abc import Iterable

from pbem.core.sentences import sentence
from pbem.core.templating import block, blocks_of

TEMPLATE = "export_contents.txt"


def warning() -> str:
    """Return how to treat a file with everything that is secret in a game."""
    return sentence("backup", "warning").words(None)


def warning_of_all() -> str:
    """Return how to treat a file that also has the key of all addresses."""
    return sentence("backup", "warning_of_all", warning=warning()).words(None)


def holds(tables: Iterable[str]) -> dict[str, str]:
    """Return what each of *tables* holds."""
    known = described()
    unknown = sentence("backup", "unknown_table").words(None)
    return {name: block(TEMPLATE, name, {}).strip() if name in known else unknown for name in tables}


def described() -> frozenset[str]:
    """Return the tables that are described."""
    return frozenset(blocks_of(TEMPLATE))

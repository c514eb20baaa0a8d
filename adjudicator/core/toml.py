"""Parse TOML text: a board, a file of cases, an option that a GM wrote.

By tomli: the parser of `tomllib` as machine code, with which a start reads its board in a third of the time.
"""

from typing import Any

import tomli


class TomlError(ValueError):
    """What is wrong, with its line and column."""


def tables_of(text: str) -> dict[str, Any]:
    """The tables of *text*, by name. Raises TomlError."""
    try:
        return tomli.loads(text)
    except (tomli.TOMLDecodeError, RecursionError) as fault:
        raise TomlError(str(fault)) from None

"""Make a game read order sheets with its whole reader, without the shapes and caches of ordinary lines."""

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from adjudicator.core.language.known_lines import KnownLines
from adjudicator.core.language.ordinary_lines import OrdinaryLines


@contextmanager
def whole_reader_alone() -> Iterator[None]:
    """Context manager: switch off the reading of lines by their shapes and from caches."""
    with (
        patch.object(OrdinaryLines, "read", lambda *_: None),
        patch.object(KnownLines, "get", lambda *_: None),
    ):
        yield

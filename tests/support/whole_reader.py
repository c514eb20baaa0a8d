"""Reads sheets by the whole reader of a game alone, without shapes of ordinary lines."""

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from adjudicator.core.ordinary_lines import OrdinaryLines


@contextmanager
def whole_reader_alone() -> Iterator[None]:
    """While it is open, no line is read by its shape."""
    with patch.object(OrdinaryLines, "read", lambda *_: None):
        yield

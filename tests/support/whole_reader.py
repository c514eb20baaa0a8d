"""Read order sheets with the whole reader of a game, not by the shapes of ordinary lines."""

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from adjudicator.core.language.ordinary_lines import OrdinaryLines


@contextmanager
def whole_reader_alone() -> Iterator[None]:
    """Switch off the reading of lines by their shapes."""
    with patch.object(OrdinaryLines, "read", lambda *_: None):
        yield

"""What is remembered of one judging in a random game?"""

from collections.abc import Mapping
from typing import NamedTuple


class Judged(NamedTuple):
    """One judging: what was stored before, the orders, and what was stored after."""

    before: str
    orders: Mapping[str, str]
    after: str
    record: str
    number: int
    refused: tuple[str, ...]

"""One adjudicated turn of a random game."""

from collections.abc import Mapping
from typing import NamedTuple


class Judged(NamedTuple):
    """One adjudication: the stored position before, the orders, and what was stored after."""

    before: str
    orders: Mapping[str, str]
    after: str
    record: str
    number: int
    refused: tuple[str, ...]

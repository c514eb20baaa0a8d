"""How is a value written that is kept as text?  As JSON, in the order of its fields."""

from typing import Final

import msgspec

ROOM: Final = 8192  # bytes at first: what is kept of a turn seldom has to be moved while it grows
_INTO: Final = msgspec.json.Encoder().encode_into


def to_text(value: object) -> str:
    """*value*, of whatever kind msgspec writes; a dict keeps its order."""
    into = bytearray(ROOM)
    _INTO(value, into)
    return into.decode()

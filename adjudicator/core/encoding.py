"""Write values as stored text: JSON, with fields in the order of the class."""

from typing import Final

import msgspec

ROOM: Final = 8192  # bytes at first: what is kept of a turn seldom has to be moved while it grows
_AS_IT_STANDS: Final = msgspec.json.Encoder().encode_into
_SORTED: Final = msgspec.json.Encoder(order="deterministic").encode_into


def to_text(value: object) -> str:
    """*value*, of whatever kind msgspec writes; dicts keep their order."""
    into = bytearray(ROOM)
    _AS_IT_STANDS(value, into)
    return into.decode()


def to_sorted_text(value: object) -> str:
    """The same, sets and the keys of dicts sorted."""
    into = bytearray(ROOM)
    _SORTED(value, into)
    return into.decode()

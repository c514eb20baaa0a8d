"""Write values as stored text: JSON, with fields in the order of the class."""

from typing import Final

import msgspec

ROOM: Final = 8192  # initial bytes, enough for most turns without reallocation
_AS_IT_STANDS: Final = msgspec.json.Encoder().encode_into
_SORTED: Final = msgspec.json.Encoder(order="deterministic").encode_into


def to_text(value: object) -> str:
    """Encode *value*, of any type that msgspec supports; dicts keep their order."""
    into = bytearray(ROOM)
    _AS_IT_STANDS(value, into)
    return into.decode()


def to_sorted_text(value: object) -> str:
    """Do the same, with sets and the keys of dicts sorted."""
    into = bytearray(ROOM)
    _SORTED(value, into)
    return into.decode()

"""How is a value put into the text that the service keeps?  As JSON."""

import msgspec

ROOM = 8192  # bytes; enough for most texts, so that their room need not grow while they are written
_ENCODER = msgspec.json.Encoder()


def as_text(value: object) -> str:
    """*value*, of anything that msgspec writes, as JSON."""
    room = bytearray(ROOM)
    _ENCODER.encode_into(value, room)
    return room.decode()

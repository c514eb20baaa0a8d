"""The position for the preview of a Power's orders: the real one without the secrets of others."""

from msgspec.structs import replace

from adjudicator.empires.ground import Power
from adjudicator.empires.position import Position, ordered
from adjudicator.empires.view.sight import seen

LEAST = 1  # the lowest level that can give the +1 for the higher level (10.0.6)


def imagined(position: Position, power: Power) -> Position:
    """Return *position* as *power* may know it; others have the least level that reports have shown."""
    known = seen(position, None, power).position
    levels = {
        other: tuple(f"{branch} {LEAST}" for branch in branches)
        for other, branches in known.higher.items()
        if other != power
    }
    return replace(known, available=ordered({**known.available, **levels}))

"""The position for the preview of a Power's orders: the real one without the secrets of others."""

from adjudicator.empires.ground import Power
from adjudicator.empires.position import Position
from adjudicator.empires.view.sight import seen


def imagined(position: Position, power: Power) -> Position:
    """Return *position* as *power* may know it."""
    return seen(position, None, power).position

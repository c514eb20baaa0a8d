"""What position does a Power try its orders on?  The real one, without what others keep secret.

Technologies that others have shown nobody, their missions, standing orders and sheets mailed ahead are left
out, as if they had none: see `sight`.
"""

from adjudicator.empires.ground import Power
from adjudicator.empires.position import Position
from adjudicator.empires.view.sight import seen


def imagined(position: Position, power: Power) -> Position:
    """*position* from nothing but what *power* may know."""
    return seen(position, None, power).position

"""The motion for a draw, which is the same in both games."""

from collections.abc import Collection, Sequence

from adjudicator.core.game import Motion
from adjudicator.middle_earth.language.orders import Power
from adjudicator.middle_earth.sentences import say


def survivors(powers: Sequence[Power], eliminated: Collection[Power]) -> tuple[Power, ...]:
    """Return the powers that are not eliminated, in the order of *powers*."""
    return tuple(power for power in powers if power not in eliminated)


def draw(alive: tuple[Power, ...]) -> Motion:
    return Motion("draw", say("draw_of_survivors", powers=", ".join(alive)), alive, alive)

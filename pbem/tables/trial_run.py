"""What a run that changes nothing (PREVIEW, PREVIEW RUN) shows, and its dice.

The dice of a turn are secret until it is run, so a trial rolls others, and says so.
"""

from adjudicator.core.dice import SeededDice

RESULT_SECTIONS = ("results", "seen", "news", "due")


class CountingDice:
    """Dice that count how often they are rolled."""

    def __init__(self, seed: str) -> None:
        self._dice, self.rolls = SeededDice(seed, 0), 0

    def roll(self, sides: int) -> int:
        self.rolls += 1
        return self._dice.roll(sides)

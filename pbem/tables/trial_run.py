"""What a run that changes nothing (PREVIEW, PREVIEW RUN) shows, and its dice.

The dice of a turn are secret until it is run, so a trial rolls others, and says so.
"""

from adjudicator.core.dice import SeededDice
from adjudicator.core.game import Game, State
from pbem.core.logs import log

RESULT_SECTIONS = ("results", "seen", "news", "due")


class CountingDice:
    """Dice that count how often they are rolled."""

    def __init__(self, seed: str) -> None:
        self._dice, self.rolls = SeededDice(seed, 0), 0

    def roll(self, sides: int) -> int:
        self.rolls += 1
        return self._dice.roll(sides)


def goes_on(game: Game, position: State) -> bool:
    """Return whether *position* can be shown to everybody, drawn, and adjudicated without orders."""
    try:
        due = game.due(position)
        for reader in (None, *due.owed):
            game.show(position, None, reader)
        for power in due.owed:
            game.form(position, power)
        game.picture(position, None, None)
        if not due.over:
            game.judge(position, {}, SeededDice("correction", due.number))
    except Exception as fault:  # whatever it is: finding it here is what the trial is for
        log.info("a position is refused: the game cannot go on", game=game.card.key, fault=repr(fault))
        return False
    return True

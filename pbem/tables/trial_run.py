"""Trial runs of a turn (PREVIEW, PREVIEW RUN), and their dice.

The dice of a turn are secret until it is run, so a trial rolls others and says so. The number of trials
depends only on the first one, never on the time that they take, so that the same question has the same
answer.
"""

from collections.abc import Callable, Sequence
from math import prod
from typing import Generic, NamedTuple, TypeVar

from adjudicator.core.dice import Dice, SeededDice
from adjudicator.core.game import Game, State
from pbem.core.logs import log

RESULT_SECTIONS = ("results", "seen", "news", "battles", "due")
FEWEST, MOST = 40, 400  # trials, where dice are rolled at random
MOST_THROWS = 250  # up to this many possible rolls, each is tried
BUDGET_US = 800_000  # of processor time that the trials of a preview may take
TRIAL_US, BYTES_IN_US = 2500, 4  # measured time of a trial: a constant, and more for a longer record

Result = TypeVar("Result")
Run = Callable[[Dice], Result]


class CountingDice:
    """Dice that count how often they are rolled."""

    def __init__(self, seed: str) -> None:
        self._dice, self.rolls = SeededDice(seed, 0), 0
        self.throws = 1  # the number of possible rolls of all these dice

    def roll(self, sides: int) -> int:
        self.rolls += 1
        self.throws *= sides
        return self._dice.roll(sides)


class Weighed(NamedTuple, Generic[Result]):
    """A result and its probability; those of all trials add up to 1."""

    result: Result
    weight: float


class Trials(NamedTuple, Generic[Result]):
    """*number* trials, 1 if no dice were rolled; *is_exact* if every possible roll was tried."""

    results: Sequence[Weighed[Result]]
    number: int
    is_exact: bool


class _GivenDice:
    """Dice with given results, then 1; *thrown* records each result with the number of sides."""

    def __init__(self, given: Sequence[int]) -> None:
        self._given = given
        self.thrown: list[tuple[int, int]] = []

    def roll(self, sides: int) -> int:
        place = len(self.thrown)
        self.thrown.append((self._given[place] if place < len(self._given) else 1, sides))
        return self.thrown[-1][0]


def tried(run: Run[Result], seed: str, bytes_of: Callable[[Result], int]) -> Trials[Result]:
    """Run it with every possible roll if these are few, else at random as often as the budget allows.

    *bytes_of* is the length of what a trial recorded, by which its cost is estimated.
    """
    dice = CountingDice(f"{seed} 0")
    first = run(dice)
    if not dice.rolls:
        return Trials([Weighed(first, 1.0)], 1, is_exact=True)
    every = _every_throw(run) if dice.throws <= MOST_THROWS else None
    if every is not None:
        return Trials(every, len(every), is_exact=True)
    number = min(MOST, max(FEWEST, BUDGET_US // (TRIAL_US + bytes_of(first) // BYTES_IN_US)))
    others = (run(SeededDice(f"{seed} {count}", 0)) for count in range(1, number))
    return Trials([Weighed(one, 1 / number) for one in (first, *others)], number, is_exact=False)


def _every_throw(run: Run[Result]) -> list[Weighed[Result]] | None:
    """Run with one roll after the other, counting like an odometer; None if more than MOST_THROWS."""
    found: list[Weighed[Result]] = []
    given: Sequence[int] | None = ()
    while given is not None and len(found) <= MOST_THROWS:
        dice = _GivenDice(given)
        result = run(dice)
        found.append(Weighed(result, 1 / prod(sides for _, sides in dice.thrown)))
        given = _next(dice.thrown)
    return found if given is None else None


def _next(thrown: Sequence[tuple[int, int]]) -> list[int] | None:
    """Return the next roll; None after the last."""
    for place in reversed(range(len(thrown))):
        face, sides = thrown[place]
        if face < sides:
            return [*(before for before, _ in thrown[:place]), face + 1]
    return None


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
    except Exception as fault:  # whatever it is: the trial is there to find it
        log.info("a position is refused: the game cannot go on", game=game.card.key, fault=repr(fault))
        return False
    return True

"""Count units and supply centres by power, in the board's order of powers."""

from adjudicator.core.board import NEUTRAL
from adjudicator.core.position import Position
from adjudicator.standard.resolve.board_tables import Tables


def units(board: Tables, position: Position) -> list[int]:
    number = board.powers
    counts = [0] * len(number)
    for unit in position.units:
        power = number[unit.power]
        counts[power] = counts[power] + 1  # compiled, += is slower here
    return counts


def centres(board: Tables, position: Position) -> list[int]:
    number = board.powers
    counts = [0] * len(number)
    for owner in position.owners.values():
        power = number[owner]
        counts[power] = counts[power] + 1
    return counts


def balance(board: Tables, position: Position) -> list[int]:
    """Return centres minus units; neutral units need no centres."""
    counts = centres(board, position)
    for power, number in enumerate(units(board, position)):
        counts[power] = counts[power] - number
    if NEUTRAL in board.powers:
        counts[board.powers[NEUTRAL]] = 0
    return counts


def named(board: Tables, counts: list[int]) -> dict[str, int]:
    """Return the counts by power, without zeros."""
    return {power: counts[own] for power, own in board.powers.items() if counts[own]}

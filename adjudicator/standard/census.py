"""How many units, and how many supply centres, has each power?"""

from adjudicator.position import Position
from adjudicator.standard.tables import tables


def units(position: Position) -> dict[str, int]:
    """By power, 0 for who has none."""
    return _counted([unit.power for unit in position.units])


def centres(position: Position) -> dict[str, int]:
    """By power, 0 for who has none."""
    return _counted(list(position.owners.values()))


def _counted(names: list[str]) -> dict[str, int]:
    number = tables().powers
    counts = [0] * len(number)
    for name in names:
        power = number[name]
        counts[power] = counts[power] + 1  # compiled, += takes the long way here
    return {power: counts[own] for power, own in number.items()}

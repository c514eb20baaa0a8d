"""How many units, and how many supply centres, has each power?"""

from collections import Counter

from adjudicator.position import Position, powers_of


def units(position: Position) -> Counter[str]:
    """By power; 0 for who has none."""
    return Counter(powers_of(position.units))


def centres(position: Position) -> Counter[str]:
    """By power; 0 for who has none."""
    return Counter(position.owners.values())

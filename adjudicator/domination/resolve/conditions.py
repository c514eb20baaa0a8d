"""Whether the condition of a line holds at this moment. Fortification tokens count as units."""

from adjudicator.domination.language.orders import ENEMY, NOBODY, OrderLine, Test
from adjudicator.domination.resolve.turn_state import Table


def holds(table: Table, player: str, test: Test) -> bool:
    return _plainly(table, player, test) != test.negated


def _plainly(table: Table, player: str, test: Test) -> bool:
    if test.holds:
        return table.owners.get(test.place) == test.who
    if test.who == NOBODY:
        return not table.sides(test.place)
    if test.who == ENEMY:
        return table.enemies(test.place, player) >= test.number
    return table.strength(test.place, test.who) >= test.number


def is_to_be_done(table: Table, player: str, line: OrderLine) -> bool:
    """Is the moment of *line* come, and may it be carried out?  An `else` asks what its `if` had found."""
    if line.otherwise:
        return not table.held.get((player, line.otherwise), False)
    if not line.tests:
        return True
    found = all(holds(table, player, test) for test in line.tests)
    table.held[player, line.number] = found
    return found

"""The lines of a sheet in a game with an action that several units share.

A plan has a line of its own for each unit ("ACTIVATE Army Metz - Nancy"), which would spend an action each.
On the sheet these orders are together: the first has the word of the action, the others follow without it.
"""

from adjudicator.core.game import SharedAction
from adjudicator.robots.proposals import Plan


def as_written(plan: Plan, action: SharedAction | None) -> Plan:
    """Return the lines of the sheet in their order, by the entries of *plan*."""
    if action is None:
        return plan
    word = f"{action.word} "
    shared = {entry: line for entry, line in plan.items() if word in line}
    together = _together(shared, word)
    found: Plan = {entry: line for entry, line in plan.items() if action.first and _is_of(line, action.first)}
    for entry, line in plan.items():
        found |= together if entry in shared else {entry: line}
    return found


def _together(shared: Plan, word: str) -> Plan:
    """Return the orders as one action.

    An order with a condition is not put first if there is another: what follows would depend on it.
    """
    ordered = sorted(shared, key=lambda entry: not shared[entry].startswith(word))
    return {
        entry: shared[entry] if number == 0 else shared[entry].replace(word, "", 1)
        for number, entry in enumerate(ordered)
    }


def _is_of(line: str, word: str) -> bool:
    return line.partition(" ")[0] == word

"""Conditions for the moves of a robot's sheet: a move is ordered only if the goal is not held too strongly.

What others order is a guess, so a condition costs nothing as long as the guesses hold. The words of the lines
are data (`Guard` in a game's `worth.toml`); games without conditions have none.
"""

from collections.abc import Iterator, Mapping

from adjudicator.core.game import Power
from adjudicator.robots.proposals import Plan, is_move
from adjudicator.robots.valuing import Values
from adjudicator.robots.worth import Guard

OTHERWISE = " otherwise"  # ends the entry of the second line of a condition


def guarded(values: Values, power: Power, plan: Plan, names: Mapping[str, str]) -> Iterator[tuple[str, Plan]]:
    """Yield an entry and the lines for it: each move towards units of others, with the condition."""
    guard = values.worth.guard
    if guard is None:
        return
    threatened = _threatened(values, power)
    changed = set[str]() if guard.in_sequence and values.is_in_turn else threatened
    for entry, order in plan.items():
        goal = values.land.goal(order) if is_move(order) and guard.needs in order else ""
        is_sure = goal not in changed
        changed = changed | {goal}
        if goal in threatened and not is_sure:
            more = str(values.land.standing(entry).number + 1)
            yield entry, _lines(guard, entry, order, {"goal": names.get(goal, goal), "more": more})


def _lines(guard: Guard, entry: str, order: str, words: Mapping[str, str]) -> Plan:
    lines = {entry: guard.line, entry + OTHERWISE: guard.otherwise}
    return {key: line.format(unit=entry, order=order, **words) for key, line in lines.items() if line}


def _threatened(values: Values, power: Power) -> frozenset[str]:
    """Return the places of units of others, and those next to them."""
    held = {
        unit.place
        for other, units in values.units(values.facts).items()
        if other != power
        for unit in units
        if unit.place
    }
    near = (values.land.near(place, by_water=by_water) for place in held for by_water in (False, True))
    return frozenset(held.union(*near))


def with_lines(plan: Plan, entry: str, lines: Plan) -> Plan:
    """Return *plan* with *lines* in the place of the order of *entry*."""
    found: Plan = {}
    for other, order in plan.items():
        found |= lines if other == entry else {other: order}
    return found

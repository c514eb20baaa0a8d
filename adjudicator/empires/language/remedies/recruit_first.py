"""Offer a sheet whose only fault is the place of RECRUIT in the order in which the rules allow it.

Actions are carried out in the order written (7.4), and Recruit may only be the first (7.3). Many players list
it further down. It is not moved without asking, because an attack may have been meant to come before it.
"""

from collections.abc import Collection, Sequence

from adjudicator.empires.language.entries import Entry, lines_of
from adjudicator.empires.language.orders import Conditional, Items, Recruit
from adjudicator.empires.language.plan import Accepted, Plan, Refused, SheetLine, planned
from adjudicator.empires.position import Position
from adjudicator.empires.sentences import say

_LATE = (say("recruit_may_only_be_first_action"), say("gas_and_offensive_are_not_above_recruit"))


def recruit_first(position: Position, entries: Sequence[Entry], plan: Plan) -> tuple[str, ...]:
    """Return the lines of the sheet with RECRUIT above all others; () unless that alone makes it legal.

    What is above PAUSE is carried out at once, so nothing is offered beside it.
    """
    refused = [one for one in plan.verdicts if isinstance(one, Refused)]
    late = {one.number for one in refused if one.fault.reason in _LATE}
    recruits = [at for at, entry in enumerate(entries) if isinstance(entry.order, Recruit)]
    if len(recruits) != 1 or recruits[0] not in late or plan.is_paused or any(map(_has_condition, entries)):
        return ()
    block = _block(entries, recruits[0])
    places = [*block, *range(block.start), *range(block.stop, len(entries))]
    taken = {*range(len(entries))} - {one.number for one in refused}
    return _accepted_in(position, entries, places, taken, recruits=len(block))


def _has_condition(entry: Entry) -> bool:
    return isinstance(entry.order, Conditional)


def _block(entries: Sequence[Entry], start: int) -> range:
    """Return the places of RECRUIT and of its items below it."""
    below = range(start + 1, len(entries))
    return range(start, next((at for at in below if not isinstance(entries[at].order, Items)), len(entries)))


def _accepted_in(
    position: Position,
    entries: Sequence[Entry],
    places: Sequence[int],
    taken: Collection[int],
    *,
    recruits: int,
) -> tuple[str, ...]:
    """Return the lines that are accepted if *entries* are carried out as *places* has them.

    () if one of those *taken* before, or all of the *recruits*, which come first, are refused then.
    """
    moved = [entries[place] for place in places]
    verdicts = planned(
        position, [SheetLine(number, entry.text, entry.order) for number, entry in enumerate(moved)]
    ).verdicts
    refused = {one.number for one in verdicts if isinstance(one, Refused)}
    accepted = {one.number for one in verdicts if isinstance(one, Accepted)} - refused
    is_recruited = any(number < recruits and _has_items(moved[number]) for number in accepted)
    if not is_recruited or not {*taken} <= {places[number] for number in accepted}:
        return ()
    return tuple(line.strip() for line in lines_of([moved[number] for number in sorted(accepted)]))


def _has_items(entry: Entry) -> bool:
    return isinstance(entry.order, Items) or (isinstance(entry.order, Recruit) and bool(entry.order.items))

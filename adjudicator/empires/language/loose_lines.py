"""Say why a line of an army or a recruit belongs to no ACTIVATE or RECRUIT, and what to send instead."""

from collections.abc import Sequence
from typing import NamedTuple

from adjudicator.core.language.words import NotAllowed, Refusal, listed
from adjudicator.empires.language.activation import armies_used
from adjudicator.empires.language.orders import ArmyOrder, Conditional, Items, Order
from adjudicator.empires.sentences import say

ARMIES, EXTRA, RECRUITS = "ACTIVATE", "OFFENSIVE", "RECRUIT"


class Above(NamedTuple):
    """What decides why a line is under no heading.

    *ended_by*: the action that ended the lines of such a heading above it, "" if there is none. *armies*: how
    many armies the sheet orders if no ACTIVATE is on it, where an Activation moves at most *most*.
    *has_offensive*: its armies may be meant for the extra Activation. 10.3
    """

    ended_by: str = ""
    armies: int = 0
    most: int = 0
    has_offensive: bool = False


def why_loose(order: ArmyOrder | Items, above: Above) -> NotAllowed:
    """Return why a line is under no heading, from what is above it on its sheet."""
    is_army = isinstance(order, ArmyOrder)
    if above.ended_by:
        reason = say("it_stands_below_another", other=above.ended_by, heading=ARMIES if is_army else RECRUITS)
        remedy = say("send_it_alone_or_below_also") if is_army else say("send_it_below_also")
        return NotAllowed(reason, remedy)
    if not is_army:
        return NotAllowed(say("it_stands_under_no", heading=RECRUITS), say("send_recruits_below_also"))
    if above.armies > above.most:
        reason = say("armies_of_several_activations", armies=above.armies, most=above.most)
        return NotAllowed(reason, say("write_activate_above_each"))
    heading = listed([ARMIES, EXTRA]) if above.has_offensive else ARMIES
    return NotAllowed(
        say("it_stands_under_no", heading=heading), say("send_armies_below_also", heading=heading)
    )


def armies_without_activate(orders: Sequence[Order | Refusal | None]) -> int:
    """Return how many armies a sheet orders in all, 0 if one of them depends on a condition."""
    if any(isinstance(one, Conditional) for one in orders):
        return 0
    return sum(armies_used(one) for one in orders if isinstance(one, ArmyOrder))

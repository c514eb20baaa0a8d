"""Refuse the lines of a message that depend on a condition which is refused.

Below "IF the moon is full:" nothing may be taken as if the condition were not there, up to IN ANY CASE.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from adjudicator.core.language.words import NotAllowed, Refusal
from adjudicator.empires.ground import Zone
from adjudicator.empires.language.loose_lines import Above, why_loose
from adjudicator.empires.language.orders import (
    ActionOrder,
    Activate,
    ArmyOrder,
    Conditional,
    Items,
    Order,
    Recruit,
)
from adjudicator.empires.language.plan import pauses_left
from adjudicator.empires.language.remedies.order_like import opens_a_list
from adjudicator.empires.language.splitting import Said
from adjudicator.empires.position import Position
from adjudicator.empires.sentences import say

_AGAIN = re.compile(r"\b(?:again|back|wieder|de nouveau)\b", re.IGNORECASE)


def without_dependents(said: Iterable[Said]) -> Iterator[Said]:
    """Yield *said*; what depends on a condition that is refused is refused, too."""
    broken, is_broken_chain, ended, unread = "", False, False, ""
    for one in said:
        order = one.order
        if one.breaks:
            broken, is_broken_chain = one.breaks, True
            yield one
        elif isinstance(order, Conditional):
            if order.is_end and broken == "block":
                yield one._replace(order=None, is_noted=True)
            elif order.is_else and is_broken_chain:
                yield _dependent(one)
            else:
                yield one
            is_broken_chain = is_broken_chain and order.is_else
            broken = _opened(order) if is_broken_chain else ""
        elif _depends(order, broken):
            yield _dependent(one)
        elif isinstance(order, ArmyOrder | Items) and unread:
            yield one._replace(order=_below_unread(unread))
        elif ended and isinstance(order, ArmyOrder | Items):
            yield one._replace(order=why_loose(order, Above()))
        else:
            broken = "" if broken == "list" and isinstance(order, ActionOrder) else broken
            yield one
        ended = _ends_a_list(one, ended)
        unread = _unread_heading(one, unread)


def without_own_dice(said: Iterable[Said]) -> Iterator[Said]:
    """Yield *said*; "if Danzig is ours again" below the attack on Danzig asks for its result, and is refused.

    Conditions are decided when the turn begins. Where nothing says "again" the player is only warned.
    """
    attacked: set[Zone] = set()
    for one in said:
        order = one.order
        if isinstance(order, Conditional) and any(_is_of(order, zone) for zone in attacked):
            words = next(found.words for found in order.conditions if found.zone in attacked)
            fault = NotAllowed(say("condition_is_of_dice", condition=words), say("pause_and_look"))
            breaks = "line" if order.order else "block"
            yield one._replace(order=fault, breaks=breaks)
            continue
        army = order.order if isinstance(order, Activate) else order
        if isinstance(army, ArmyOrder) and army.attack:
            attacked.add((army.army.zone, *army.path)[-1])
        yield one


def without_pause_advised(position: Position, said: Sequence[Said]) -> list[Said]:
    """Return *said*; a Power that may not pause is not told to."""
    if pauses_left(position) != 0:
        return list(said)
    advice = (say("pause_and_look"), say("name_zone_or_pause"), say("air_if_or_pause"))
    return [
        one._replace(order=type(one.order)(one.order.reason, say("write_without_pause")))
        if isinstance(one.order, Refusal) and one.order.remedy in advice
        else one
        for one in said
    ]


def _is_of(order: Conditional, zone: Zone) -> bool:
    conditions = (one for one in order.conditions if one.kind == "control" and one.zone == zone)
    return any(_AGAIN.search(one.words) for one in conditions)


def _unread_heading(one: Said, unread: str) -> str:
    """Return the heading of a list, with orders on its line, that is not understood, "" for none."""
    if isinstance(one.order, ActionOrder | Conditional):
        return ""
    is_unread = isinstance(one.order, Refusal) or (one.order is None and not one.is_noted)
    return one.text if is_unread and opens_a_list(one.text) else unread


def _below_unread(heading: str) -> NotAllowed:
    reason = say("it_belongs_to_which_is_refused", heading=f'"{heading}"')
    return NotAllowed(reason, say("mend_that_line"))


def _ends_a_list(one: Said, ended: bool) -> bool:
    """Return whether lines of armies below belong to no ACTIVATE: the one above was for its line alone."""
    if isinstance(one.order, Conditional):
        return one.order.is_end and not one.text
    return ended and not isinstance(one.order, ActionOrder)


def _opened(order: Conditional) -> str:
    """Return what depends on a refused OTHERWISE."""
    if order.order is None:
        return "block"
    return "list" if any(isinstance(one, Activate | Recruit) for one in order.orders) else "line"


def _depends(order: Order | Refusal | None, broken: str) -> bool:
    if broken == "block":
        return isinstance(order, ActionOrder | ArmyOrder | Items)
    return broken == "list" and isinstance(order, ArmyOrder | Items)


def _dependent(one: Said) -> Said:
    fault = NotAllowed(say("depends_on_unread_condition"), say("mend_the_condition_or_order_alone"))
    return one._replace(order=fault)

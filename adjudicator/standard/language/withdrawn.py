"""Find the unit whose order a line withdraws: "Forget the order for A Mar"."""

import re

from adjudicator.core.language.corrections.withdrawing import order_cancelled, unit_withdrawn
from adjudicator.core.language.words import Refusal, Unreadable
from adjudicator.standard.language.grammar import plain, written
from adjudicator.standard.language.names import Ground, find, joined, own_unit, province_of
from adjudicator.standard.sentences import say

PHASE_OF_HOLDS = "movement"
_GOAL = re.compile(r"(?:-+>?|to|into|on|nach|auf|vers) ?(?:the )?(?P<place>[^,;:]{2,40})", re.IGNORECASE)


def province_withdrawn(order: str, ground: Ground) -> str:
    """Return the province of the unit, or of the build, whose order is withdrawn. Raises Refusal."""
    words = joined(plain(ground.board, f"{unit_withdrawn(order)} H"), ground.language.names)
    holds = written(PHASE_OF_HOLDS, words)
    if len(holds) != 1:
        raise Unreadable(say("not_said_which"))
    if ground.position.phase == "adjustment":
        return find(ground, holds[0].unit.place)[0]
    return province_of(own_unit(holds[0].unit, ground).place)


def is_withdrawn(order: str, ground: Ground) -> bool:
    """Return whether *order* withdraws that of a unit of the power."""
    if not unit_withdrawn(order):
        return False
    try:
        return bool(province_withdrawn(order, ground))
    except Refusal:
        return False


def goal_withdrawn(text: str, ground: Ground) -> str:
    """Return the province in "take back the move to Serbia"; "" for any other text."""
    found = _GOAL.fullmatch(order_cancelled(text))
    meant = ground.language.names.meant(found["place"]) if found else ()
    return meant[0] if len(meant) == 1 else ""

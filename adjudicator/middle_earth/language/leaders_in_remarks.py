"""Ask about remarks that say who leads, so that no order for a leader is passed over.

"A Los - Osg, since I want it, and Faramir should be in command there": nothing in the remark is an order as
written, but its writer surely meant one, unless the message says it elsewhere.
"""

import re
from collections.abc import Iterator, Sequence

from adjudicator.core.game import REFUSED, REMARK, ReadLine
from adjudicator.core.language.described_orders import denies
from adjudicator.core.language.words import LOOK_UP, listed
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.grammar import parse_order, plain
from adjudicator.middle_earth.language.orders import Unit
from adjudicator.middle_earth.language.parsing import ReadItem
from adjudicator.middle_earth.language.writing import short
from adjudicator.middle_earth.resolve.pieces import is_personality
from adjudicator.middle_earth.sentences import say

LONGEST = 400  # characters
_LEADS = re.compile(
    r"\b(?:leads?|leading|led by|in the lead|in command|commands?|commanding|as (?:its|their|the) leader"
    r"|at (?:its|their|the) head)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]{4,}")


def asked_about(
    items: Sequence[ReadItem], answers: Sequence[ReadLine], own: Sequence[Unit]
) -> tuple[ReadLine, ...]:
    """Return the answers; a remark that says that one of the *own* leaders leads is refused."""
    ordered = {item.order.unit.kind for item in items if isinstance(item.order, act.Lead)}
    leaders = [unit for unit in own if is_personality(unit.kind) and unit.kind not in ordered]
    if not leaders:
        return tuple(answers)
    return tuple(
        _asked(line, leader, items) if (leader := _leader_in(line, leaders)) else line for line in answers
    )


def _leader_in(line: ReadLine, leaders: Sequence[Unit]) -> Unit | None:
    """Return the one who leads according to a remark; None for any other line."""
    if line.verdict != REMARK or len(line.text) > LONGEST or not _LEADS.search(line.text):
        return None
    if denies(line.text) or line.text.endswith("?"):
        return None
    named = {_kind(word) for word in _WORD.findall(plain(line.text))}
    return next((leader for leader in leaders if leader.kind in named), None)


def _kind(word: str) -> str:
    order = parse_order(f"{word} H")
    return order.unit.kind if isinstance(order, act.Hold) else ""


def _asked(line: ReadLine, leader: Unit, items: Sequence[ReadItem]) -> ReadLine:
    found = [short(lead) for lead in _leads(leader, items)]
    remedy = say("did_you_mean", found=listed(found)) if found else LOOK_UP
    return ReadLine(line.number, line.text, REFUSED, reason=say("this_is_not_understood_2"), remedy=remedy)


def _leads(leader: Unit, items: Sequence[ReadItem]) -> Iterator[act.Lead]:
    """Yield the leads of what the message orders where the leader is."""
    for item in items:
        order = item.order
        if isinstance(order, act.Move) and order.unit.place == leader.place:
            yield act.Lead(leader, order.unit, order.path)

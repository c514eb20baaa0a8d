"""Detect orders with a condition, and refuse them.

Most games have no orders that depend on others ("IF A Mun bounced THEN A Par - Bur"), and would read such a
line as a remark. Conditions that a game accepts as orders are left alone.
"""

import re
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from adjudicator.core.game import REFUSED, REMARK, TAKEN, Card, Reading, ReadLine
from pbem.core.sentences import sentence

CONDITION = re.compile(
    r"\W*(?:if|when|unless|in case|provided|should|default)\b.*?(?:\bthen\b|[:,])\s*(?P<order>.+)", re.I
)

PHASE_WORDS = {
    "retreat": re.compile(r"\b(?:R|retreats?|disbands?)\b"),
    "adjustment": re.compile(r"\b(?:builds?|removes?|raises?|waives?)\b", re.I),
}


def refuse(reading: Reading, read: Callable[[Sequence[str]], Reading], card: Card) -> Reading:
    """Return *reading*, with each line that has a condition before an order refused.

    *read* reads one line by the rules of the game. A game with conditions of its own refuses bad ones itself;
    in others, lines that are already refused get this reason too, so that no order is suggested without its
    condition.
    """
    verdicts = (REMARK,) if card.has_conditions else (REMARK, REFUSED)
    return replace(
        reading,
        lines=tuple(
            _checked(line, read, card) if line.verdict in verdicts else line for line in reading.lines
        ),
    )


def _checked(line: ReadLine, read: Callable[[Sequence[str]], Reading], card: Card) -> ReadLine:
    found = CONDITION.match(line.text)
    if found is None:
        return line
    is_order = any(one.verdict == TAKEN for one in read([found["order"]]).lines)
    phase = _phase_of(found["order"], card.phases)
    if not is_order and not phase:
        return line
    # A reading holds texts from the game.
    reason, remedy = sentence("conditions", "refused", phase=phase).parts(None)
    return replace(line, verdict=REFUSED, reason=reason, remedy=remedy)


def _phase_of(order: str, phases: Sequence[str]) -> str:
    """Return the later phase that *order* is for, "" if its words do not say."""
    found = (phase for phase, words in PHASE_WORDS.items() if words.search(order) and phase in phases)
    return next(found, "")

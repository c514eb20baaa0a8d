"""Detect orders with a condition, and refuse them.

Most games have no orders that depend on others ("IF A Mun bounced THEN A Par - Bur"), and read such a line as
a remark. A condition that a game does take as an order is left alone.
"""

import re
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from adjudicator.core.game import REFUSED, REMARK, TAKEN, Reading, ReadLine
from pbem.core.sentences import sentence

CONDITION = re.compile(
    r"\W*(?:if|when|unless|in case|provided|should|default)\b.*?(?:\bthen\b|[:,])\s*(?P<order>.+)", re.I
)


def refuse(reading: Reading, read: Callable[[Sequence[str]], Reading]) -> Reading:
    """Return *reading* with each remark refused that is a condition before an order.

    *read* reads one line by the rules of the game.
    """
    return replace(reading, lines=tuple(_checked(line, read) for line in reading.lines))


def _checked(line: ReadLine, read: Callable[[Sequence[str]], Reading]) -> ReadLine:
    found = CONDITION.match(line.text) if line.verdict == REMARK else None
    if found is None or not any(one.verdict == TAKEN for one in read([found["order"]]).lines):
        return line
    reason, remedy = sentence("conditions", "refused").parts(
        None
    )  # a reading holds texts, as the game makes them
    return replace(line, verdict=REFUSED, reason=reason, remedy=remedy)

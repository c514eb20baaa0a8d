"""Detect orders with a condition that no rules know, and refuse them.

Most games know no orders that hang on others ("IF A Mun bounced THEN A Par - Bur"), and take such a line for
talk. What a game does take, a condition of its own, is its affair and is left alone.
"""

import re
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from adjudicator.core.game import REFUSED, REMARK, TAKEN, Reading, ReadLine

CONDITION = re.compile(
    r"\W*(?:if|when|unless|in case|provided|should|default)\b.*?(?:\bthen\b|[:,])\s*(?P<order>.+)", re.I
)
REASON = "By the rules of this game an order hangs on no condition; nothing of the line was taken."
REMEDY = (
    "Write the order alone; until the deadline a later message changes it. PREVIEW tells what it would do."
)


def told(reading: Reading, read: Callable[[Sequence[str]], Reading]) -> Reading:
    """*reading* with the conditions refused that it passed over; *read* is the game's, for one line."""
    return replace(reading, lines=tuple(_told(line, read) for line in reading.lines))


def _told(line: ReadLine, read: Callable[[Sequence[str]], Reading]) -> ReadLine:
    found = CONDITION.match(line.text) if line.verdict == REMARK else None
    if found is None or not any(one.verdict == TAKEN for one in read([found["order"]]).lines):
        return line
    return replace(line, verdict=REFUSED, reason=REASON, remedy=REMEDY)

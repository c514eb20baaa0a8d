"""Find orders in the reasons for orders: in "so that Hawkhurst stays nervous" nobody is told to stay.

A mail program may break the line inside a reason; what stands on the next line is then no order either. Where
only the length of the lines says so, the writer is asked.
"""

import re
from collections.abc import Sequence

from msgspec.structs import replace

from adjudicator.core.clauses import Clause
from adjudicator.core.languages import gives_reason

SHORTEST_WRAPPED = 55  # characters of a line that a mail program may have broken
_GOES_ON = re.compile(  # at the end of a line: the reason is not whole
    r"(?:\b(?:that|to|for|of|by|in|at|on|with|from|into|and|or|but|as|if|when|the|an?|my|our|his|her|its|their|this"
    r"|because|since|he|she|it|they|we|i|you|who|which|is|are|was|will|can|may|might|would|could|not|so|case|hoping"
    r"|hope|order|need|want|damit|weil|dass|um|zu|der|die|das|er|sie|es|und|oder|in|que|parce|pour|afin|de|le|la|les"
    r"|il|elle|ils|et|ou)|[-–,(:])$",
    re.IGNORECASE,
)
_ENDS = re.compile(r"[.!?)]$")


def without_orders_in_reasons(clauses: Sequence[Clause], lines: Sequence[str]) -> list[Clause]:
    """Return the clauses; one that is a reason, or the rest of one on the next line, orders nothing."""
    found = list(clauses)
    for at, clause in enumerate(found):
        if clause.orders and gives_reason(clause.text):
            found[at] = replace(clause, orders=())
        if at and clause.orders and _goes_on(found[at - 1], clause, lines):
            found[at] = replace(clause, orders=(), doubt=clause.doubt or found[at - 1].text)
    return found


def _goes_on(reason: Clause, clause: Clause, lines: Sequence[str]) -> bool:
    """Return whether *clause* begins the line below a *reason* that is not whole."""
    if reason.number + 1 != clause.number or not gives_reason(reason.text) or _ENDS.search(reason.text):
        return False
    above, below = lines[reason.number - 1].rstrip(), lines[clause.number - 1].lstrip()
    if not above.endswith(reason.text[-1:]) or not below.startswith(clause.text[:1]):
        return False
    return _GOES_ON.search(reason.text) is not None or (
        len(above) >= SHORTEST_WRAPPED and below[:1].islower()
    )

"""Read orders in the subject of a message whose text has none.

A reply has the subject of the report, so only what was added to it can be an order: the text after the name
or the tag of the table, or after the last colon.
"""

import re
from collections.abc import Iterator

from msgspec.structs import replace

from adjudicator.core.game import TAKEN
from pbem.messages.script import Script
from pbem.tables.order_sheets import Place

_REPLY = re.compile(r"^(?:\s*(?:re|fwd?|aw|wg|sv|tr|rv|antw)\s*(?:\[\d+\])?:)+\s*", re.IGNORECASE)
_MARK = re.compile(r"\[[^\]]*\]")
_SAYS_ORDERS = re.compile(  # in most subjects that are not ours
    r"(?:(?:my|our|the|new|first|second|revised|corrected|changed|updated|final) ){0,3}"
    r"(?:orders?|befehle?|ordres?)[ .!]*",
    re.IGNORECASE,
)


def with_subject(script: Script, subject: str, place: Place) -> Script:
    """Return *script* with the orders of the subject appended, if it has no order or command."""
    parts = () if script.requests else dict.fromkeys(_parts(subject, place))
    found = next((text for text in parts if _is_orders(text, place)), "")
    if not found or any(line.is_order for line in place.read(None, script.lines).lines):
        return script
    return replace(script, lines=(*script.lines, found))


def _parts(subject: str, place: Place) -> Iterator[str]:
    """Yield possible additions to the subject of a report, the longest first."""
    text = _REPLY.sub("", subject)
    unmarked = _MARK.sub(" ", text).strip()
    table = place.table.key.lower()
    if not unmarked.lower().startswith(f"{table}:"):  # our own subjects begin like this
        yield unmarked
    if unmarked.lower().startswith(f"{table} "):
        yield unmarked[len(table) :].strip()
    yield _MARK.split(text)[-1].strip()
    yield text.rpartition(":")[2].strip()


def _is_orders(text: str, place: Place) -> bool:
    """Return whether *text* is orders and nothing else."""
    if not text or text.endswith((place.power, "]")):  # "report for Russia", "[std3 #a1b2]"
        return False
    if _SAYS_ORDERS.fullmatch(text):  # to read it takes as long as to read twenty plain orders
        return False
    verdicts = [line.verdict for line in place.read(None, [text]).lines]
    return bool(verdicts) and all(verdict == TAKEN for verdict in verdicts)

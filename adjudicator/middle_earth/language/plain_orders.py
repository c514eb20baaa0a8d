"""Cache which plain orders are legal in a position, so that each is checked once.

A hold, a move or a support of one unit depends on the position, on its reader, and on the kinds of order that
are checked first (`OrderReader.first`); not on the other orders of the message. If a message has none of
those kinds, what was found for the same words in the same position is still true: when a player corrects a
sheet, when the service reads a message again, at the start of the next table.
"""

from typing import Generic

from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.grammar import Clear, HoldAll, TakeBack, Withdraw
from adjudicator.middle_earth.language.knowledge import K
from adjudicator.middle_earth.language.parsing import ReadItem

MOST_LEGAL = 1024  # orders of one power in one position; then the cache is cleared


class PlainOrders(Generic[K]):
    """The plain orders of one message, and those that are known of its position."""

    def __init__(self, nothing_ordered: K, *, is_any_kept: bool) -> None:
        self.nothing_ordered = nothing_ordered
        self._is_any_kept = is_any_kept
        self._used: set[int] = set()  # ids of orders of this message: equal orders stay apart

    def is_known(self, item: ReadItem) -> bool:
        """Set the order of *item* if it is known."""
        written = self._plain(item)
        found = self.nothing_ordered.legal.get(written) if written is not None else None
        if found is None or id(found) in self._used:
            return False
        self._used.add(id(found))
        item.order = found
        return True

    def keep(self, item: ReadItem) -> None:
        """Cache the order of *item*, which was checked, if it is a plain one."""
        order, written, legal = item.order, self._plain(item), self.nothing_ordered.legal
        if order is None or written is None or not act.is_plain(order):
            return
        if len(legal) >= MOST_LEGAL:
            legal.clear()
        legal[written] = order
        self._used.add(id(order))

    def _plain(self, item: ReadItem) -> act.Plain | None:
        """Return what was written, if it is a plain order that may be cached."""
        if not self._is_any_kept or item.by_proxy or item.item.under is not None:
            return None
        parsed = item.parsed
        if parsed is None or isinstance(parsed, (Clear, HoldAll, Withdraw, TakeBack)):
            return None
        return parsed if act.is_plain(parsed) else None

"""The clause of the rules behind an outcome that may surprise, for who asks RULES 6c.4.

A clause follows from the order and the outcome as its reader is shown them, and from nothing else.
"""

from collections.abc import Mapping

from msgspec import Struct

from adjudicator.middle_earth.language.orders import Order
from adjudicator.middle_earth.resolve.outcomes import Destroyed, Failed, Outcome, Void

NOTHING = "nothing"  # came of it: the clause is that of the order


class Clauses(Struct, frozen=True):
    """The clauses of one game, "" where a result is no surprise or its clause would tell a secret."""

    by_kind: Mapping[type, str]
    void: Mapping[str, str]
    failed: Mapping[str, str]
    lost: Mapping[str, str]
    by_order: Mapping[type, str]  # where nothing came of it
    news: Mapping[str, str]  # by key; what is not here is no surprise

    def of(self, order: Order, outcome: Outcome) -> str:
        """Return the number of the clause, "" where none is named."""
        match outcome:
            case Void(why=why) if why == NOTHING:
                return self.by_order.get(type(order), "")
            case Void(why=why):
                return self.void.get(why, "")
            case Failed(why=why):
                return self.failed.get(why, "")
            case Destroyed(why=why):
                return self.lost.get(why, "")
        return self.by_kind[type(outcome)]

    def told(self, key: str, sentence: str) -> str:
        """Return a *sentence* of news with the clause behind it."""
        clause = self.news.get(key)
        return f"{sentence} (See RULES {clause}.)" if clause else sentence

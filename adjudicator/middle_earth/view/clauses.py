"""The clause behind a surprising outcome, for readers to look up with RULES 6c.4.

A clause depends only on the order and the outcome as shown to the reader.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import get_args

from msgspec import Struct

from adjudicator.middle_earth.language.orders import Destroy, Order
from adjudicator.middle_earth.resolve.outcomes import Destroyed, Failed, Outcome, RingReason, Void
from adjudicator.middle_earth.sentences import say
from adjudicator.middle_earth.view.news import Tiding

OF_RING: Sequence[RingReason] = get_args(RingReason)
NOTHING = "nothing"  # outcomes whose clause is that of the order


def is_nothing(outcome: Outcome) -> bool:
    """Return whether the order was carried out and had no effect."""
    return isinstance(outcome, Void | Failed) and outcome.why == NOTHING


class Clauses(Struct, frozen=True):
    """The clauses of one game, "" if a result is not a surprise or the clause would reveal a secret."""

    by_kind: Mapping[type, str]
    void: Mapping[str, str]
    failed: Mapping[str, str]
    lost: Mapping[str, str]
    by_order: Mapping[type, str]  # for an order without effect
    news: Mapping[str, str]  # by key; other news is not a surprise
    by_target: Mapping[str, str] = MappingProxyType({})  # to destroy such a piece

    def of(self, order: Order, outcome: Outcome) -> str:
        """Return the number of the clause, or ""."""
        match outcome:
            case Void() | Failed() if is_nothing(outcome):
                return self._without_effect(order)
            case Void(why=why) if why in OF_RING:
                return self.by_order.get(type(order), "")
            case Void(why=why):
                return self.void.get(why, "")
            case Failed(why=why):
                return self.failed.get(why, "")
            case Destroyed(why=why):
                return self.lost.get(why, "")
        return self.by_kind[type(outcome)]

    def _without_effect(self, order: Order) -> str:
        """Return the clauses by what the order names: what was there may be secret.

        The clause on a target alone would say why nothing was destroyed.
        """
        of_kind = self.by_order.get(type(order), "")
        of_target = self.by_target.get(order.target.kind, "") if isinstance(order, Destroy) else ""
        return say("two_clauses", first=of_kind, second=of_target) if of_target else of_kind

    def of_news(self, one: Tiding, lead: str) -> str:
        """Return news with their clause; unchanged if *lead* has them, because layouts do not repeat it."""
        clause = self.news.get(one.key)
        if not clause or one.sentence in lead:
            return one.sentence
        return say("see_rules", sentence=one.sentence, clause=clause)

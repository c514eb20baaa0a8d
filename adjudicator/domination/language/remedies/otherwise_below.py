"""Alternatives in a sentence of their own: "else they go to G9", below the line with the condition.

One that is not read is refused and never ignored: its writer counts on it.
"""

import re
from collections.abc import Sequence

from msgspec.structs import replace

from adjudicator.core.clauses import Clause
from adjudicator.core.languages import doubt_in
from adjudicator.domination.language.grammar import bare
from adjudicator.domination.language.legality import ReadingContext
from adjudicator.domination.language.sentences.conditional_orders import conditional_orders
from adjudicator.domination.language.sentences.lexicon import PAIR

LONGEST = 300  # characters of both sentences
_OTHERWISE = re.compile(
    r"\W*(?:and |but )?(?:else|otherwise|if not)\b[\s,:]*(?P<order>(?:it|they)\b.*)", re.IGNORECASE
)
_ANOTHER_CASE = re.compile(  # not the plain opposite, or in words that are not read
    r"\W*(?:and |but )?"
    r"(?:else|otherwise|if (?:not|so|there|that|this|he|she|it|they)\b[^,:]*[,:]) ?(?:then )?"
    r"(?:it|they|he|she)\b (?:will |should |shall |must )?"
    r"(?:go|goes|moves?|march|marches|fl(?:y|ies)|attacks?|takes?|retreats?|returns?|heads?|rides?|runs?)\b.*",
    re.IGNORECASE,
)
_CONDITION = re.compile(r"if [^:]*: ", re.IGNORECASE)


def with_alternatives(context: ReadingContext, clauses: Sequence[Clause]) -> list[Clause]:
    """Return the clauses; "else they go to G9" gets the units of the conditional order right above it."""
    found = list(clauses)
    for at, clause in enumerate(found):
        if not at or clause.orders or clause.is_comment or clause.number > found[at - 1].number + 1:
            continue
        said = _OTHERWISE.fullmatch(clause.text)
        if said and (order := _alternative(context, found[at - 1], said["order"])):
            found[at] = replace(clause, orders=(order,), doubt="", sentence="")
        elif _ANOTHER_CASE.fullmatch(clause.text) and any(map(_CONDITION.match, found[at - 1].orders)):
            found[at] = replace(clause, doubt=clause.doubt or doubt_in(clause.text) or clause.text)
    return found


def _alternative(context: ReadingContext, above: Clause, order: str) -> str:
    """Return the order for the opposite of the condition above; "" if the order above is not plain."""
    if len(above.orders) != 1 or above.doubt or not _CONDITION.match(above.orders[0]):
        return ""
    both = f"{bare(above.text)}. Otherwise {bare(order)}"
    orders = next(iter(conditional_orders(context, both)), ()) if len(both) <= LONGEST else ()
    is_same = len(orders) == PAIR and orders[0] == above.orders[0]
    return orders[1] if is_same else ""

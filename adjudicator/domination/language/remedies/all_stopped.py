"""Ask about moves that a sentence below stops: "If Blue is in F10, everything stays where it is".

Each of them is meant only if that does not hold, which is suggested.
"""

import re
from collections.abc import Sequence

from msgspec.structs import replace

from adjudicator.core.clauses import Clause
from adjudicator.core.language.all_stay import all_stay_if, case_in
from adjudicator.domination.language.grammar import bare, parse_line
from adjudicator.domination.language.legality import ReadingContext
from adjudicator.domination.language.orders import Move
from adjudicator.domination.language.sentences.conditional_orders import with_opponent
from adjudicator.domination.language.sentences.rewording import conditions
from adjudicator.domination.language.space_numbers import with_ids

_TEST = re.compile(r"^if (?P<not>not )?(?P<who>[^:]+):$")


def with_all_stopped(
    context: ReadingContext, clauses: Sequence[Clause], lines: Sequence[str]
) -> list[Clause]:
    """Return the clauses; moves above such a sentence are asked about, with its opposite as condition."""
    stops = {number: doubt for number, line in enumerate(lines, 1) if (doubt := all_stay_if(line))}
    if not stops:
        return list(clauses)
    last = max(stops)
    doubt, test = stops[last], _opposite(context, stops[last])
    return [
        _asked(one, doubt, test) if one.number <= last and _goes(context, one, doubt) else one
        for one in clauses
    ]


def _asked(clause: Clause, doubt: str, test: str) -> Clause:
    order = bare(clause.orders[0]) if len(clause.orders) == 1 and test else ""
    sentence = f"{test} {order}" if order else ""
    return replace(clause, orders=(), doubt=doubt, taken_back="", beside=clause.orders, sentence=sentence)


def _goes(context: ReadingContext, clause: Clause, doubt: str) -> bool:
    """Return whether a clause has a move without a condition, about which nothing else is asked."""
    is_asked = clause.doubt or (clause.taken_back and clause.taken_back not in doubt)
    if clause.is_comment or is_asked or clause.text in doubt:
        return False
    parsed = [parse_line(context.data, bare(order)) for order in clause.orders]
    found = [one for one in parsed if one and isinstance(one.order, Move)]
    return any(not (one.has_condition or one.is_else) for one in found)


def _opposite(context: ReadingContext, doubt: str) -> str:
    """Return "if not Blue at F10:" for "If Blue is in F10, everything stays"; "" if it is not plain."""
    order = with_ids(context, f"{case_in(doubt)}, all stay")
    said = next(iter(conditions(with_opponent(context, order))), ("", ""))
    found = _TEST.fullmatch(said[0])
    if found is None:
        return ""
    return f"if {found['who']}:" if found["not"] else f"if not {found['who']}:"

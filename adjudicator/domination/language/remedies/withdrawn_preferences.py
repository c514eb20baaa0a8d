"""Answer "cancel my lose line": it concerns no order, and a preference counts until it is replaced."""

import re
from collections.abc import Sequence

from msgspec.structs import replace

from adjudicator.core.clauses import Clause
from adjudicator.core.language.words import NotAllowed
from adjudicator.domination.language.grammar import bare, parse_line
from adjudicator.domination.language.legality import ReadingContext
from adjudicator.domination.language.orders import KEEP, LOSE, TARGET, Prefer
from adjudicator.domination.language.remedies.corrections import release
from adjudicator.domination.sentences import say

_WITHDRAWS = re.compile(
    r"\W*(?:(?:please|and|also|i|we) )*"
    r"(?:cancel|delete|drop|remove|scrap|strike|withdraw|revoke|forget|end|no more)s? "
    r"(?:(?:the|my|our|all|any|that|this|old|standing|earlier) )*(?P<what>lose|keep|target|loss(?:es)?) "
    r"(?:lines?|orders?|preferences?|rules?|lists?)\W*",
    re.IGNORECASE,
)


def with_withdrawals(context: ReadingContext, clauses: Sequence[Clause]) -> list[Clause]:
    """Return the clauses; such a text puts lines of its own kind above it in doubt, and nothing else."""
    found = list(clauses)
    for at, clause in enumerate(clauses):
        if not clause.orders and (what := _withdrawn(clause.text)):
            release(found, clause.text)
            for place in (one for one in range(at) if _prefers(context, found[one], what)):
                found[place] = replace(found[place], taken_back=clause.text)
    return found


def refusal_of_withdrawal(context: ReadingContext, text: str) -> NotAllowed | None:
    """Return why a preference cannot be withdrawn and what to write; None if *text* withdraws none."""
    what = _withdrawn(text)
    if not what:
        return None
    kinds = [kind for kind in context.data.units if kind in context.own]
    others = [seat for seat in context.position.settings.seats if seat != context.player]
    example = {LOSE: ", ".join(kinds[:2]), KEEP: kinds[-1], TARGET: others[0]}[what]
    reason = say("preference_counts_until_replaced", what=what)
    had = {row.kind for row in context.position.units if row.player == context.player}
    lacking = [kind for kind in kinds if kind not in had] if what != TARGET else []
    if not lacking:
        return NotAllowed(reason, say("write_the_new_preference", example=f"{what} {example}"))
    remedy = say("back_to_the_usual_losses", example=f"{what} {example}", what=what, unit=lacking[-1])
    return NotAllowed(reason, remedy)


def _withdrawn(text: str) -> str:
    """Return LOSE, KEEP or TARGET if *text* withdraws such a line, "" otherwise."""
    found = _WITHDRAWS.fullmatch(text)
    what = found["what"].casefold() if found else ""
    return LOSE if what.startswith("los") else what


def _prefers(context: ReadingContext, clause: Clause, what: str) -> bool:
    parsed = (parse_line(context.data, bare(order)) for order in clause.orders)
    return any(one and isinstance(one.order, Prefer) and one.order.what == what for one in parsed)

"""Find orders that the next sentences on their line contradict: "attacks B12. He stays at home"."""

import re
from collections.abc import Sequence

from msgspec.structs import replace

from adjudicator.core.clauses import Clause

_LOSSES = re.compile(r"(?:lose|keep) ")  # not "at E7: lose"
_SPACE_AND_COLON = re.compile(r"[^:]{,40}\b[a-z]\d{1,2}\b[^:]{,20}:", re.IGNORECASE)
_STAYS = re.compile(
    r"\W*(?:(?:so|and|but|no|then|instead|rather|better)\W+)*(?:he|she|it|they) "
    r"(?:(?:just|rather|better|will|shall|should|must|had|both|all) )*"
    r"(?:stays?|remains?|stands?|waits?|sits?|holds?)"
    r"(?: (?:put|home|at home|here|back|where (?:it|he|she|they) (?:is|are|stands?)|instead|after all))+\W*",
    re.IGNORECASE,
)


def with_contradictions(clauses: Sequence[Clause]) -> list[Clause]:
    """Return the clauses; a move that prose behind it on its line contradicts is taken back.

    Losses in general are in doubt behind "RED in E7:": they may be about that space alone.
    """
    found = list(clauses)
    for at, clause in enumerate(found):
        if any(map(_LOSSES.match, clause.orders)):
            found[at] = replace(clause, doubt=clause.doubt or _label(found, at))
        elif any(" - " in order for order in clause.orders) and not clause.taken_back:
            found[at] = replace(clause, taken_back=_contradiction(found, at))
    return found


def _label(clauses: Sequence[Clause], at: int) -> str:
    """Return "RED in E7:" if the line of a clause begins with it, "" if it does not, or if it was read."""
    number = clauses[at].number
    first = next(clause for clause in clauses if clause.number == number)
    found = None if first.orders else _SPACE_AND_COLON.match(first.text)
    return found[0] if found else ""


def _contradiction(clauses: Sequence[Clause], at: int) -> str:
    """Return the prose that contradicts the order at *at*, "" for none; the next order ends the search."""
    for behind in clauses[at + 1 :]:
        if behind.orders or behind.number != clauses[at].number:
            break
        if _STAYS.fullmatch(behind.text):
            return behind.text
    return ""

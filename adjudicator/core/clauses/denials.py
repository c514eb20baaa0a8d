"""Find orders that the line above denies: "Please do not", above "move the army in Paris to Burgundy"."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from adjudicator.core.clauses.clause import Clause, Sense
from adjudicator.core.clauses.stops import bare
from adjudicator.core.language.corrections.second_thoughts import takes_back
from adjudicator.core.languages import denies_below

_STOPS = (".", "!", "?")


def without_denied(clauses: Sequence[Clause], sense: Sense) -> list[Clause]:
    """Return the clauses; orders below a line that denies them are doubtful."""
    found = list(clauses)
    for at, clause in enumerate(clauses):
        for place in _denied(clauses, at, sense):
            found[place] = replace(found[place], orders=(), doubt=found[place].doubt or clause.text)
    return found


def _denied(clauses: Sequence[Clause], at: int, sense: Sense) -> Iterator[int]:
    """Yield the indices of the orders below the clause at *at* that it denies.

    These are all on the next line with words. Orders in notation go on below it, up to an empty line.
    """
    one = clauses[at]
    denial = None if one.orders or one.is_comment or one.other_heading else denies_below(one.text)
    below = next((place for place in range(at + 1, len(clauses)) if clauses[place].text), None)
    if denial is None or below is None or clauses[below].number == one.number:
        return
    if not denial.is_of_below and _is_about_above(clauses, at):
        return
    line = clauses[below].number
    for place in range(below, len(clauses)):
        clause = clauses[place]
        if not (clause.orders or clause.doubt) or clause.number > line + 1:
            return
        yield place
        if denial.is_of_one:
            return
        if clause.number > line or _is_last_of_line(clauses, place):
            line = clause.number
            if clause.text.endswith(_STOPS) or not (one.text.endswith(":") or sense.reads(bare(clause.text))):
                return


def _is_last_of_line(clauses: Sequence[Clause], at: int) -> bool:
    return at + 1 == len(clauses) or clauses[at + 1].number > clauses[at].number


def _is_about_above(clauses: Sequence[Clause], at: int) -> bool:
    """Return whether "never mind" or "scratch that" stands below orders, which it takes back."""
    return takes_back(clauses[at].text) and any(one.orders for one in clauses[:at])

"""Find orders that a line denies or makes conditional: "Please do not", above "move the army in Paris"."""

import re
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from adjudicator.core.clauses.clause import Clause, Sense
from adjudicator.core.clauses.stops import bare
from adjudicator.core.language.corrections.changed_minds import words_of
from adjudicator.core.language.corrections.second_thoughts import takes_back
from adjudicator.core.languages import begins_condition, condition_in, denies_below, is_closing

LONGEST_CONDITION = 80  # characters of a line that is nothing but a condition
_OTHERWISE = re.compile(
    rf"[\W_]*(?:{words_of('before_a_choice')}\W+){{0,3}}(?:{words_of('choices')}|{words_of('other_cases')})"
    rf"(?:\W+{words_of('behind_a_choice')})?[\W_]*",
    re.IGNORECASE,
)
_THEN = re.compile(r",?\s+(?:then|dann|alors)\s+", re.IGNORECASE)
_STOPS = (".", "!", "?")
_BULLETS = " *+~-"


def without_denied(clauses: Sequence[Clause], sense: Sense) -> list[Clause]:
    """Return the clauses; orders below a line that denies them, or is their condition, are doubtful."""
    found = list(clauses)
    conditional: list[int] = []  # the orders below a condition, and below "Otherwise:" that belongs to it
    for at, clause in enumerate(clauses):
        if clause.orders or clause.is_comment or clause.other_heading or not clause.text:
            continue
        is_rest = bool(conditional) and _heads_rest(clause.text)
        denied = list(_below_otherwise(clauses, at, sense) if is_rest else _denied(clauses, at, sense))
        for place in denied:
            found[place] = replace(found[place], orders=(), doubt=found[place].doubt or clause.text)
        if is_rest:
            _offer_both(found, clauses, [*conditional, *denied], sense)
        if is_rest or _is_conditional(clauses, at):
            conditional = [*(conditional if is_rest else ()), *(denied or [at])]
    return found


def _is_conditional(clauses: Sequence[Clause], at: int) -> bool:
    """Return whether a line is a condition, or is refused with its order because it has one."""
    text = clauses[at].text.lstrip(_BULLETS)
    return begins_condition(text) or (bool(clauses[at].doubt) and bool(condition_in(text)))


def _heads_rest(text: str) -> bool:
    """Return whether a line is "Otherwise:", or says in other words that a condition is not met."""
    return len(text) <= LONGEST_CONDITION and _OTHERWISE.fullmatch(text) is not None


def _below_otherwise(clauses: Sequence[Clause], at: int, sense: Sense) -> Iterator[int]:
    """Yield the indices of the orders below "Otherwise:", and of a first line that is not understood."""
    below = next((place for place in range(at + 1, len(clauses)) if clauses[place].text), None)
    if below is None or clauses[below].is_comment or is_closing(clauses[below].text):
        return
    if not (clauses[below].orders or clauses[below].doubt):
        yield below
        return
    yield from _orders_below(clauses, at, below, sense)


def _offer_both(found: list[Clause], clauses: Sequence[Clause], places: Sequence[int], sense: Sense) -> None:
    """Offer each unit the orders of both blocks; *clauses* still have them."""
    by_unit: dict[str, dict[str, None]] = {}
    for order in (order for at in places for order in clauses[at].orders):
        by_unit.setdefault(sense.subject(order), {})[order] = None
    for at in places:
        units = dict.fromkeys(map(sense.subject, clauses[at].orders))
        beside = tuple(order for unit in units for order in by_unit[unit])
        found[at] = replace(found[at], beside=beside if len(beside) > len(clauses[at].orders) else ())


def _denied(clauses: Sequence[Clause], at: int, sense: Sense) -> Iterator[int]:
    """Yield the indices of the orders that the clause at *at* denies, or makes conditional.

    An order with a condition of its own needs no other.
    """
    text = clauses[at].text
    is_condition = _is_condition(clauses, at) and not _has_its_order(text, sense)
    if is_condition and not text.endswith(":") and (above := _orders_right_above(clauses, at)):
        yield from (place for place in above if not condition_in(clauses[place].text))
        if text[:1].islower():
            return
    below = next((place for place in range(at + 1, len(clauses)) if clauses[place].text), None)
    if below is None or clauses[below].number == clauses[at].number:
        return
    denial = denies_below(text)
    if denial and denial.is_of_one:
        yield below
    elif denial and (denial.is_of_below or not _is_about_above(clauses, at)):
        yield from _orders_below(clauses, at, below, sense)
    elif is_condition or (sense.changes_below(text) and _is_alone(clauses, at)):
        orders = _orders_below(clauses, at, below, sense)
        yield from (place for place in orders if not condition_in(clauses[place].text))


def _orders_right_above(clauses: Sequence[Clause], at: int) -> list[int]:
    """Return the orders on the line above, if no full stop ends it."""
    line = clauses[at].number - 1
    above = [place for place in range(at) if clauses[place].number == line]
    is_ended = bool(above) and clauses[above[-1]].text.endswith(_STOPS)
    return [] if is_ended else [place for place in above if clauses[place].orders]


def _orders_below(clauses: Sequence[Clause], at: int, below: int, sense: Sense) -> Iterator[int]:
    """Yield the orders on the line at *below*, and if they are in notation, those up to an empty line."""
    is_heading = clauses[at].text.endswith(":")
    line = clauses[below].number
    for place in range(below, len(clauses)):
        clause = clauses[place]
        if not (clause.orders or clause.doubt) or clause.number > line + 1:
            return
        yield place
        if _is_last_of_line(clauses, place):
            line = clause.number
            goes_on = is_heading or sense.reads(bare(clause.text))
            if clause.text.endswith(_STOPS) or not goes_on:
                return


def _is_last_of_line(clauses: Sequence[Clause], at: int) -> bool:
    return at + 1 == len(clauses) or clauses[at + 1].number > clauses[at].number


def _is_about_above(clauses: Sequence[Clause], at: int) -> bool:
    """Return whether "never mind" or "scratch that" stands below orders, which it takes back."""
    return takes_back(clauses[at].text) and any(one.orders for one in clauses[:at])


def _is_condition(clauses: Sequence[Clause], at: int) -> bool:
    """Return whether a line is only a condition: "If France agrees:"; with a comma it may be a sentence."""
    return begins_condition(clauses[at].text.lstrip(_BULLETS)) and _is_alone(clauses, at)


def _has_its_order(text: str, sense: Sense) -> bool:
    """Return whether a condition has an order of its own: "if A MMo - Osg then A MTi H"."""
    _, then, order = _THEN.sub("\n", text, count=1).partition("\n")
    return bool(then) and sense.reads(bare(order))


def _is_alone(clauses: Sequence[Clause], at: int) -> bool:
    """Return whether a text is short and all of its line, and its sentence goes on below or began above."""
    one = clauses[at]
    if len(one.text) > LONGEST_CONDITION or one.text.endswith(_STOPS):
        return False
    is_first = at == 0 or clauses[at - 1].number < one.number
    is_next = (
        at + 1 < len(clauses) and clauses[at + 1].number == one.number + 1 and bool(clauses[at + 1].text)
    )
    is_open = "," not in one.text.rstrip(",") and (is_next or bool(_orders_right_above(clauses, at)))
    return is_first and (one.text.endswith(":") or is_open)

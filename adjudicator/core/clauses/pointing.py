"""Find sentences about the order above of which something is not certain: "Kiel follows", "it goes to Den".

They are refused with what they probably mean, and nothing is guessed.
"""

import re
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from adjudicator.core.clauses.clause import Clause, Sense
from adjudicator.core.clauses.stops import WORDS
from adjudicator.core.clauses.wordings import Wordings
from adjudicator.core.languages import PointsAbove, points_above

LONGEST = 80  # characters of such a sentence
MOST_WORDS_OF_A_UNIT = 5
MOST_BETWEEN = 2  # clauses from the order to the sentence
_NAMES = re.compile(r"[^\W\d_][\w'’-]+")  # with hyphens
HOLDS = re.compile(r".+ (?:h|holds?)", re.IGNORECASE)
_ADJUSTS = re.compile(
    r"(?:build|remove|disband) (?:(?:the|an?) )?(?:(?:army|fleet|cavalry|[afc]) )?", re.IGNORECASE
)
_DISBANDS = re.compile(r".+ (?:d|disbands?)", re.IGNORECASE)
_GOAL = re.compile(r"(?P<unit>.+?) ?(?:-+>?|\bto\b) ?(?P<to>[^->]+)", re.IGNORECASE)


def with_questions(clauses: Sequence[Clause], sense: Sense) -> list[Clause]:
    """Return the clauses; such a sentence is doubtful, with what it probably means as the suggestion."""
    found = list(clauses)
    for at, clause in enumerate(clauses):
        said = points_above(clause.text) if _is_open(clause) else None
        above = _order_above(clauses, at) if said else ""
        if said and above and _is_asked(said, clause, above, sense):
            likely = tuple(dict.fromkeys(filter(sense.is_lawful, _likely(said, above, sense))))
            found[at] = replace(clause, orders=(), doubt=clause.text, beside=likely)
    return found


def _is_open(clause: Clause) -> bool:
    is_settled = clause.is_comment or clause.doubt or clause.other_heading or not clause.text
    return len(clause.text) <= LONGEST and not is_settled


def _is_asked(said: PointsAbove, clause: Clause, above: str, sense: Sense) -> bool:
    """Return whether what it means is not certain, although it may have been read as an order.

    "It goes on to Denmark" is no order below another move of the unit, and "both go there" none for a gulf.
    """
    if not clause.orders:
        return said.is_pronoun or said.says == "goes_on" or _names_a_unit(said.named, sense)
    if not any(map(sense.is_lawful, clause.orders)):
        return said.is_pronoun or said.says == "goes_on"
    unit = sense.subject(above) if said.says == "goes_on" and _GOAL.fullmatch(above) else ""
    return bool(unit) and unit in map(sense.subject, clause.orders)


def _order_above(clauses: Sequence[Clause], at: int) -> str:
    """Return the order of the clause above, on its line or the one before; "" without a single one.

    Of several that all hold, it is the last.
    """
    for one in reversed(clauses[max(0, at - MOST_BETWEEN) : at]):
        if one.orders:
            are_alike = len(one.orders) == 1 or all(map(HOLDS.fullmatch, one.orders))
            return one.orders[-1] if are_alike and clauses[at].number - one.number <= 1 else ""
    return ""


def _names_a_unit(text: str, sense: Sense) -> bool:
    if len(text.split()) > MOST_WORDS_OF_A_UNIT:
        return False
    names = sense.first_place if sense.drops_names else sense.is_name
    return bool(sense.subject(f"{text} H")) or any(map(names, (*WORDS.findall(text), *_NAMES.findall(text))))


def _likely(said: PointsAbove, above: str, sense: Sense) -> Iterator[str]:
    """Yield what the sentence may mean, in words that the game reads."""
    move = _GOAL.fullmatch(above)
    if said.says == "goes_on":
        unit = move["unit"] if move else sense.subject(above)
        yield from (f"{above} - {said.named}", f"{unit} - {said.named}")
    elif not said.is_pronoun:
        wordings = Wordings(sense)
        if said.says == "same":
            for order in _adjusted(said.named, above):
                yield from wordings.orders(order)
        for does in _done(said, above, sense):
            yield from wordings.orders(f"{said.named} {does}")


def _adjusted(unit: str, above: str) -> Iterator[str]:
    """Yield what *unit* does if the order *above* builds, removes or disbands one."""
    if adjusts := _ADJUSTS.match(above):
        yield f"{adjusts[0]}{unit}"
    if _DISBANDS.fullmatch(above):
        yield from (f"Remove {unit}", f"{unit} D")


def _done(said: PointsAbove, above: str, sense: Sense) -> Iterator[str]:
    """Yield what the unit above does: a unit that follows goes where that one stands, or where it goes."""
    if HOLDS.fullmatch(above):
        yield "H"
    elif move := _GOAL.fullmatch(above):
        if said.says == "follows" and (place := sense.subject(above) or sense.first_place(above)):
            yield f"- {place}"
        yield f"- {move['to']}"

"""Read names below a heading that says what all of them do: "These units hold:", and on each line a name."""

from collections.abc import Sequence

from msgspec.structs import replace

from adjudicator.core.clauses.clause import Clause, Sense
from adjudicator.core.clauses.stops import WORDS, bare
from adjudicator.core.clauses.wordings import Wordings
from adjudicator.core.languages import says_nothing

LONGEST_HEADING = 80  # characters
MOST_LISTED = 8  # names, as in a list on one line
MOST_WORDS = 5  # of a name, with the kind of the unit


def with_listed(clauses: Sequence[Clause], sense: Sense) -> list[Clause]:
    """Return the clauses; names below such a heading are orders, if heading and names together are."""
    found = list(clauses)
    for at, clause in enumerate(clauses):
        if not _may_head(clause):
            continue
        listed = _names_below(clauses, at, sense)
        orders = _orders(clause.text, [bare(clauses[one].text) for one in listed], sense)
        for place, order in zip(listed, orders, strict=False):
            found[place] = replace(found[place], orders=(order,), doubt="")
        if orders:
            found[at] = replace(clause, is_comment=True)
    return found


def _may_head(clause: Clause) -> bool:
    is_unread = not (clause.orders or clause.is_comment or clause.other_heading or clause.doubt)
    is_label = is_unread and clause.text.endswith(":") and len(clause.text) <= LONGEST_HEADING
    return is_label and not says_nothing(clause.text)


def _names_below(clauses: Sequence[Clause], at: int, sense: Sense) -> list[int]:
    """Return the indices of the clauses on the lines right below, as long as each is only a name."""
    found: list[int] = []
    line = clauses[at].number
    for place in range(at + 1, len(clauses)):
        one = clauses[place]
        if one.number != line + 1 or one.orders or one.is_comment or not _is_name(bare(one.text), sense):
            break
        found.append(place)
        line = one.number
    return found if len(found) <= MOST_LISTED else []


def _is_name(text: str, sense: Sense) -> bool:
    is_short = 0 < len(WORDS.findall(text)) <= MOST_WORDS
    return is_short and (sense.is_name(text) or bool(sense.subject(f"{text} H")))


def _orders(heading: str, names: Sequence[str], sense: Sense) -> tuple[str, ...]:
    """Return one order for each of the *names*; () if heading and names are no such list."""
    orders = Wordings(sense).orders(f"{heading} {', '.join(names)}") if names else ()
    return orders if len(orders) == len(names) else ()

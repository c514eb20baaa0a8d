"""Find orders between which a message does not choose: "A Par - Bur", "or" below it, then "A Par - Pic".

Only one of them is meant, so none is accepted; all of them are suggested.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.core.clauses.clause import Clause, Sense
from adjudicator.core.clauses.stops import WORDS, bare
from adjudicator.core.language.corrections.changed_minds import words_of
from adjudicator.core.languages import condition_in, is_closing

MOST_LINES = 3  # from a word between two orders to either of them
LONGEST_WORDS = 40  # characters of a text that has nothing but such words
LONGEST = 200  # characters of an order with such a word before or after it
_WORDS = (
    rf"(?:{words_of('before_a_choice')}\W+){{0,3}}{words_of('choices')}(?:\W+{words_of('behind_a_choice')})?"
)
_BETWEEN = re.compile(rf"[\W_]*{_WORDS}[\W_]*", re.IGNORECASE)
_BEFORE = re.compile(rf"\W*{_WORDS}\b[\s:,]*(?=[\w(])", re.IGNORECASE)
_BEHIND = re.compile(rf"[\s,(]+{_WORDS}[\W_]*$", re.IGNORECASE)
_ALTERNATIVELY = re.compile(words_of("alternatives"), re.IGNORECASE)


class _Said(Struct, frozen=True):
    """The orders of a clause, and whether a word beside them offers another above or below it."""

    orders: Sequence[str] = ()
    to_above: bool = False
    to_below: bool = False
    word: str = ""  # if it is before the orders, which are none without it


def with_choices(clauses: Sequence[Clause], sense: Sense) -> list[Clause]:
    """Return the clauses; orders with an "or" between them are doubtful, and each has all as remedies."""
    found = list(clauses)
    said = {at: one for at, clause in enumerate(clauses) if (one := _said(clause, sense))}
    if not any(one.to_above or one.to_below for one in said.values()):
        return found
    for group in _groups(clauses, said):
        if not _is_choice(group, clauses, said):
            for at in (at for at in group if said[at].word and not clauses[at].doubt):
                found[at] = replace(found[at], doubt=said[at].word, beside=tuple(said[at].orders))
            continue
        beside = tuple(dict.fromkeys(order for at in group for order in said[at].orders))
        for at in (at for at in group if said[at].orders):
            found[at] = replace(found[at], doubt="or", beside=beside)
    return found


def _said(clause: Clause, sense: Sense) -> _Said | None:
    """Return the orders of the clause and what it offers; None if it has neither orders nor such a word."""
    text = clause.text
    if clause.orders or text.startswith("#") or not 1 < len(text) <= LONGEST:
        return _Said(clause.orders) if clause.orders else None
    if len(text) <= LONGEST_WORDS and _BETWEEN.fullmatch(text):
        return _Said(to_above=True, to_below=True)
    if found := _word_before(text):
        order = bare(text[found.end() :])
        if sense.reads(order):
            return _Said((order,), to_above=True, word=WORDS.findall(found[0])[0].casefold())
        return _Said(to_above=True) if _may_order(found[0], order, sense) else None
    if (found := _BEHIND.search(text)) and sense.reads(order := bare(text[: found.start()])):
        return _Said((order,), to_below=True)
    return None


def _word_before(text: str) -> re.Match[str] | None:
    """Return the words before an order that offer it; "else if" begins one with a condition of its own."""
    found = _BEFORE.match(text)
    return None if found is None or condition_in(text[found.end() :].partition(" ")[0]) else found


def _may_order(word: str, text: str, sense: Sense) -> bool:
    """Return whether *text*, after a word such as "or", is an order that is not understood."""
    is_alternative = _ALTERNATIVELY.search(word) is not None
    return bool(sense.subject(text)) or (is_alternative and any(map(sense.is_name, WORDS.findall(text))))


def _groups(clauses: Sequence[Clause], said: Mapping[int, _Said]) -> Iterator[list[int]]:
    """Yield the indices of clauses that such words join."""
    group: list[int] = []
    for at, one in said.items():
        is_near = bool(group) and clauses[at].number - clauses[group[-1]].number <= MOST_LINES
        if is_near and (one.to_above or said[group[-1]].to_below):
            group.append(at)
            continue
        yield group
        group = [at]
    yield group


def _is_choice(group: Sequence[int], clauses: Sequence[Clause], said: Mapping[int, _Said]) -> bool:
    """Return whether there are several orders, or one and what may be another."""
    orders = sum(bool(said[at].orders) for at in group)
    if orders != 1 or len(group) == 1:
        return orders > 1
    first, last = group[0], group[-1]
    is_beside = not any(clauses[at].text for at in range(first + 1, last))
    below = next((one for one in clauses[last + 1 :] if one.text), None)
    goes_on = below is not None and not (below.is_comment or is_closing(below.text))
    return is_beside and bool(said[first].orders) and (not said[last].to_below or goes_on)

"""Split a whole message into clauses, and apply what some of them say about others."""

import re
from collections.abc import Sequence
from itertools import islice, pairwise

from msgspec.structs import replace

from adjudicator.core.clauses.clause import Clause, Sense
from adjudicator.core.clauses.doubts import doubted, is_rest
from adjudicator.core.clauses.joining import MOST_JOINED, Joiner
from adjudicator.core.clauses.stops import WORDS, bare
from adjudicator.core.clauses.wordings import LONGEST
from adjudicator.core.second_thoughts import Spoken, taken_back
from adjudicator.core.words import clean

_ENDS = re.compile(r"[.?!:]$")
_STOP_BETWEEN = re.compile(r"[.?!]")


def cut(lines: Sequence[str], sense: Sense) -> list[Clause]:
    """Return the clauses of *lines* in order. An empty line is a clause without words."""
    clauses = _with_rests(list(Joiner(sense).clauses(lines)), sense)
    if all(one.orders or not one.text for one in clauses):
        return clauses
    for place, sentence in taken_back([_spoken(one, sense) for one in clauses]).items():
        clauses[place] = replace(clauses[place], taken_back=sentence)
    return _with_sentences(clauses)


def is_order_as_written(line: str, sense: Sense) -> bool:
    """Return whether *line*, read alone, is one order as written, without a doubt about it."""
    clauses = cut([line], sense)
    text = clean(line)
    if len(clauses) != 1 or doubted(clauses[0]) or clauses[0].is_comment or clauses[0].text != text:
        return False
    return clauses[0].orders == (bare(text),)


def _spoken(clause: Clause, sense: Sense) -> Spoken:
    def units() -> frozenset[str]:
        return frozenset(map(sense.subject, clause.orders)) - {""}

    def is_named() -> bool:
        return any(map(sense.is_name, WORDS.findall(clause.text)))

    return Spoken(clause.number, clause.text, bool(clause.orders), clause.is_comment, units, is_named)


def _with_rests(clauses: list[Clause], sense: Sense) -> list[Clause]:
    """Return the clauses; if the continuation of one on the next line cannot be read, it is not an order."""
    for at, clause in enumerate(clauses):
        if not at or clause.orders or clause.is_comment or not is_rest(clause.text, sense):
            continue
        line = clauses[at - 1].number
        above = [one for one in range(at) if clauses[one].number == line and clauses[one].text]
        if line + 1 != clause.number or not above or _STOP_BETWEEN.search(clauses[at - 1].text[-1:]):
            continue
        for one in above:
            clauses[one] = replace(clauses[one], orders=(), doubt=clauses[one].doubt or clause.text)
    return clauses


def _with_sentences(clauses: list[Clause]) -> list[Clause]:
    """Return the clauses; one that is not an order and continues below gets the whole sentence."""
    for at in range(len(clauses) - 1):
        if not _is_unread(clauses[at]):
            continue
        sentence = clauses[at].text
        for before, after in islice(pairwise(clauses), at, at + MOST_JOINED):
            is_next = after.number == before.number + 1
            if not (is_next and _is_unread(after)) or _ENDS.search(before.text):
                break
            sentence = f"{sentence} {after.text}"
        if len(sentence) <= LONGEST and sentence != clauses[at].text:
            clauses[at] = replace(clauses[at], sentence=sentence)
    return clauses


def _is_unread(clause: Clause) -> bool:
    return bool(clause.text) and not (clause.orders or clause.is_comment or clause.other_heading)

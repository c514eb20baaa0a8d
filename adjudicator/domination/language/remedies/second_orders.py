"""Orders further down for units that have one above: "Oh, the Militia at D1 stays after all".

Both cannot be carried out. After words that take something back the new order counts, if it is plain that it
is for all the units of the old one; else both are asked about.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from adjudicator.core.clauses import Clause, Sense, cut
from adjudicator.core.clauses.stops import bare as without_stops
from adjudicator.core.language.corrections.retraction_words import AFTER_ALL, CHANGE, LEAD, OF_SEVERAL, SORRY
from adjudicator.core.language.corrections.second_thoughts import takes_back
from adjudicator.domination.language.grammar import bare, parse_line
from adjudicator.domination.language.legality import ReadingContext, stack_size
from adjudicator.domination.language.names_in_text import named_spaces, named_units
from adjudicator.domination.language.orders import EVERY, Build, Hold, Move, UnitCount
from adjudicator.domination.language.remedies.corrections import (
    SOME,
    Above,
    Corrected,
    builds_in,
    is_in_doubt,
    orders_above,
    orders_in,
    take_back_alone,
)

MOST = 4  # lines of a message that begin as a change of what is above
LONGEST_BEGINNING = 12  # characters by which a clause is found in its line
MOST_LINES = 200  # of a message in which changes are looked for
_NUMBERS = r"\d{1,2}|an?|one|two|three|four|five|six|seven|eight|nine|ten"
_ANOTHER_NUMBER = re.compile(  # of builds
    rf"^{LEAD}(?:(?:make|change) (?:it|that|this|them|those)|only|just|rather|better)\b"
    rf"(?: to| only| just)? (?:{_NUMBERS})\b|\b(?:instead of|rather than|not) (?:the )?(?:{_NUMBERS})\b",
    re.IGNORECASE,
)
_ONLY = re.compile(
    r"\W*(?:only|nur|seulement)\b", re.IGNORECASE
)  # in an order: fewer units than were said above


class Changed(NamedTuple):
    """The clauses of a message, and the lines that begin as a change of what is above."""

    clauses: list[Clause]
    lines: frozenset[int]


class _Line(NamedTuple):
    """A line that begins as a change: those words, the text after them, and the line without them."""

    head: str
    rest: str
    line: str


def cut_with_changes(context: ReadingContext, lines: Sequence[str], sense: Sense) -> Changed:
    """Return the clauses of *lines*, with "Forget that attack" before the orders after it as a clause alone.

    The lines are cut as they stand unless what is after is for units that have an order above.
    """
    clauses = cut(lines, sense)
    changes = dict(_changes(lines)) if any(one.orders for one in clauses) else {}
    if not changes:
        return Changed(clauses, frozenset())
    plain = [changes[number].line if number in changes else line for number, line in enumerate(lines, 1)]
    again = list(_with_heads(cut(plain, sense), changes))
    seconds = {again[at].number for at in range(len(again)) if _contradicted(context, again, at)}
    if all(number in seconds or number + 1 in seconds for number in changes):
        return Changed(again, frozenset(changes))
    return Changed(clauses, frozenset())


def _changes(lines: Sequence[str]) -> Iterator[tuple[int, _Line]]:
    """Yield the numbers of lines that begin as a change."""
    found = 0
    for number, line in enumerate(lines[:MOST_LINES], 1):
        plain = AFTER_ALL.sub("", line)
        change = CHANGE.search(plain)
        if found == MOST or (plain == line and not change):
            continue
        found += 1
        if change:
            without = f"{plain[: change.start()]}{change['rest']}"
            yield number, _Line(change["head"].strip(), change["rest"].strip(), without)
        else:
            yield number, _Line("", plain.strip(), plain)


def _with_heads(clauses: Iterable[Clause], changes: dict[int, _Line]) -> Iterator[Clause]:
    """Yield the clauses, with the words that begin a change before the text after them."""
    waiting = {number: line.head for number, line in changes.items()}
    rests = {number: line.rest for number, line in changes.items()}
    for clause in clauses:
        if waiting.get(clause.number) and rests[clause.number].startswith(clause.text[:LONGEST_BEGINNING]):
            yield Clause(clause.number, waiting.pop(clause.number), is_comment=True)
        yield clause


def with_second_orders(context: ReadingContext, corrected: Corrected, changed: frozenset[int]) -> Corrected:
    """Return the clauses; an order that contradicts the one above replaces it, or both are asked about."""
    clauses, places = list(corrected.clauses), {*corrected.places}
    for at, clause in enumerate(clauses):
        if at in places or clause.is_comment:
            continue
        if _ANOTHER_NUMBER.search(clause.text):
            _ask_about_builds_in(context, clauses, at)
        _ask_about_stacks(context, clauses, at, changed)
        if _ONLY.match(clause.text) and (case := _case_above(context, clauses, at)):
            clauses[at] = replace(clause, doubt=clause.doubt or case)
        elif old := _contradicted(context, clauses, at):
            [new] = orders_in(context, clause, at)
            mark = _mark(clauses, at, changed)
            if mark is None and (
                _others_come(context, clauses, at, new.space)
                or all(_is_notation(context, clauses[one]) for one in (at, *(one.at for one in old)))
            ):
                continue
            is_plain = _is_for_all(context, old, new) or _is_for_fewer(clause, old, new)
            if mark is not None and is_plain and not is_in_doubt(clauses, at):
                take_back_alone(clauses, mark, old[0])
                clauses[at] = replace(clause, doubt="", taken_back="")
                places.add(at)
                _ask_about_others(context, clauses, at, old[0], mark)
            elif mark is not None or _is_for_all(context, old, new) or _ONLY.match(clause.text):
                _ask_about_both(clauses, [one for one in old if not clauses[one.at].taken_back], at)
    return Corrected(clauses, frozenset(places))


def _case_above(context: ReadingContext, clauses: Sequence[Clause], at: int) -> str:
    """Return an order above with a condition, for units of which that at *at* says "only": is it for then?"""
    new = orders_in(context, clauses[at], at)
    if len(new) != 1 or new[0].number == SOME:
        return ""
    stack = (new[0].kind, new[0].space)
    cases = (one for one in orders_above(context, clauses, at) if one.number == SOME)
    return next((clauses[one.at].text for one in cases if (one.kind, one.space) == stack), "")


def _contradicted(context: ReadingContext, clauses: Sequence[Clause], at: int) -> list[Above]:
    """Return the plain orders above that leave too few units for the only order at *at*, [] for none."""
    new = orders_in(context, clauses[at], at) if clauses[at].orders else []
    if len(new) != 1 or new[0].number == SOME or not new[0].kind:
        return []
    size = stack_size(context, new[0].kind, new[0].space)
    above = orders_above(context, clauses, at)
    old = [
        one for one in above if (one.kind, one.space) == (new[0].kind, new[0].space) and one.number != SOME
    ]
    ordered = sum(_number(one, size) for one in old)
    is_rest = isinstance(new[0].order, Hold) and new[0].number == EVERY and ordered < size
    is_same = any(one.order == new[0].order for one in old)
    too_many = ordered + _number(new[0], size) > size or _ONLY.match(clauses[at].text) is not None
    return old if old and size and too_many and not (is_rest or is_same) else []


def _is_notation(context: ReadingContext, clause: Clause) -> bool:
    """Return whether a clause is an order as HELP writes it: the order language says what two of these do."""
    return parse_line(context.data, bare(without_stops(clause.text))) is not None


def _others_come(context: ReadingContext, clauses: Sequence[Clause], at: int, space: str) -> bool:
    """Return whether a move above goes to *space*: the order at *at* may be for the units that come."""
    above = orders_above(context, clauses, at)
    return any(isinstance(one.order, Move) and one.order.way[-1] == space for one in above)


def _number(one: Above, size: int) -> int:
    return size if one.number == EVERY else one.number


def _is_for_all(context: ReadingContext, old: Sequence[Above], new: Above) -> bool:
    """Return whether the only order above is for as many units as the new one."""
    size = stack_size(context, new.kind, new.space)
    if new.number == EVERY and size == 1 and old[0].number != EVERY:  # "Knights" for one
        return False
    return len(old) == 1 and _number(old[0], size) == _number(new, size)


def _is_for_fewer(clause: Clause, old: Sequence[Above], new: Above) -> bool:
    """Return whether "only one Knight H10 - H11" says the same as the only order above for fewer units."""
    if len(old) != 1 or _ONLY.match(clause.text) is None:
        return False
    before, after = old[0].order, new.order
    if not (isinstance(before, Move) and isinstance(after, Move) and before.way == after.way):
        return False
    return new.number != EVERY and (old[0].number == EVERY or new.number < old[0].number)


def _mark(clauses: Sequence[Clause], at: int, changed: frozenset[int]) -> str | None:
    """Return the words that take something back before the order at *at* in its paragraph, None for none."""
    for before in range(at - 1, -1, -1):
        one = clauses[before]
        if not one.text:
            break
        is_head = one.is_comment and one.number in changed
        if is_head or (not one.orders and (takes_back(one.text) or SORRY.fullmatch(one.text))):
            return one.text
    is_changed = clauses[at].number in changed or clauses[at].number - 1 in changed
    return clauses[at].text if is_changed else None


def _ask_about_others(context: ReadingContext, clauses: list[Clause], at: int, old: Above, mark: str) -> None:
    """Take back the other moves above to where *old* went: "forget the attack" may mean them all.

    Those that the rest of the message orders again are left to it.
    """
    if not OF_SEVERAL.search(mark) or not isinstance(old.order, Move):
        return
    again = {
        (one.kind, one.space)
        for behind in range(at, len(clauses))
        for one in orders_in(context, clauses[behind], behind)
    }
    for one in orders_above(context, clauses, at):
        is_same = isinstance(one.order, Move) and one.order.way[-1] == old.order.way[-1]
        if is_same and one.at != old.at and (one.kind, one.space) not in again:
            clauses[one.at] = replace(clauses[one.at], taken_back=clauses[one.at].taken_back or mark)


def _ask_about_stacks(
    context: ReadingContext, clauses: list[Clause], at: int, changed: frozenset[int]
) -> None:
    """Take back "2 Militia + Knight A7 - C5" above "no, wait. Knight A7 - A12": it needs that Knight too."""
    new = orders_in(context, clauses[at], at) if clauses[at].orders else []
    mark = _mark(clauses, at, changed) if new else None
    if mark is None:
        return
    for place in (one for one in range(at) if not clauses[one].taken_back):
        parsed = [parse_line(context.data, bare(text)) for text in clauses[place].orders]
        if any(one.has_condition or one.is_else for one in parsed if one):
            continue
        stacks = (
            (one.order.origin, one.order.units) for one in parsed if one and isinstance(one.order, Move)
        )
        if any(_share(context, units, space, new) for space, units in stacks if len(units) > 1):
            clauses[place] = replace(clauses[place], taken_back=mark)


def _share(context: ReadingContext, units: Sequence[UnitCount], space: str, new: Sequence[Above]) -> bool:
    """Return whether a stack and the *new* orders need more units of a kind than stand at *space*."""
    for part in units:
        size = stack_size(context, part.kind, space)
        wanted = [_number(one, size) for one in new if (one.kind, one.space) == (part.kind, space)]
        many = size if part.count == EVERY else part.count
        if wanted and size and many + max(wanted) > size:
            return True
    return False


def _ask_about_both(clauses: list[Clause], old: Sequence[Above], at: int) -> None:
    text = clauses[at].text
    for one in old:
        clauses[at] = replace(clauses[at], doubt=clauses[at].doubt or clauses[one.at].text)
        clauses[one.at] = replace(clauses[one.at], taken_back=text)


def _ask_about_builds_in(context: ReadingContext, clauses: list[Clause], at: int) -> None:
    """Ask about "make it 3 Knights at F8 instead of 4" and the build above that it changes."""
    text = clauses[at].text
    stacks = [
        (part.kind, place)
        for one in builds_in(context, clauses[at])
        for part in one.units
        for place in one.places
    ]
    stacks += [(kind, place) for kind in named_units(context, text) for place in named_spaces(context, text)]
    above = [one for one in range(at) if _is_changed(builds_in(context, clauses[one]), stacks)]
    above = [one for one in above if not clauses[one].taken_back]
    for one in above:
        clauses[one] = replace(clauses[one], taken_back=clauses[one].taken_back or clauses[at].text)
    if above:
        clauses[at] = replace(clauses[at], doubt=clauses[at].doubt or clauses[above[-1]].text)


def _is_changed(old: Iterable[Build], stacks: Sequence[tuple[str, str]]) -> bool:
    """Return whether *old* builds, with a number, what *stacks* name."""
    numbered = (one for one in old if not one.rest)
    return any((part.kind, place) in stacks for one in numbered for part in one.units for place in one.places)

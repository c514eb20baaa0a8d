"""Ways that follow a move: "5 Knights C5 - C7 (route: C6)", "Please let them go via B10".

The move gets the way if it is plain where it belongs. If it is not, the move is in doubt: it is not carried
out by another way than its writer wants.
"""

import re
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from adjudicator.core.clauses import Clause
from adjudicator.domination.language.grammar import bare, parse_line
from adjudicator.domination.language.legality import ReadingContext
from adjudicator.domination.language.orders import Move
from adjudicator.domination.language.space_numbers import with_ids

LONGEST = 120  # characters of the text that says a way
MOST_ABOVE = 3  # clauses between a move and its way: "and attack the Knights there"
_SPACE = r"[a-z]\d{1,2}"
_WAY = re.compile(
    r"\W*(?P<lead>(?:(?:please|and|but|only|they|it|he|she|these|those|them|both|all|should|shall|must|will|would|can"
    r"|let|have|make|to|go|goes|going|march|marche?s|marching|fly|flies|flying|travel|travels|travelling|move|moves"
    r"|moving|ride|rides|riding|walk|walks|come|comes|by|the|a|an|on|along|my|their|its|his|our|take|takes|taking"
    r"|use|uses|using|with|not|never|don['’]?t|do|does|doesn['’]?t|rather|preferably|avoid|avoids|avoiding|without"
    r"|full|whole|exact|planned|way|one|of|for|there|thither|over|nicht|ne|pas|sie|er|bitte)\b\W*)*?)"
    r"(?:via|through|by way of|over|across|passing(?: through)?|route|routing|path|way|avoid(?:s|ing)?|not"
    r"|über|weg|par|durch|chemin)\b"
    r"(?:\W*(?:is|being|of|by|leads|goes|via|through|over|it|them))*[\s:=]*"
    rf"(?P<spaces>{_SPACE}(?:\s*(?:->?|>|–|,|/|\band\b|\bthen\b|\bto\b|\bund\b|\bdann\b)\s*{_SPACE})*)"
    r"(?:,? (?:please|pls|again|instead|on the way|of course))*\W*",
    re.IGNORECASE,
)
_WHOLE_WAY = re.compile(  # "(C8 - A9 - A10)" after "Knight C8 back to A10"
    rf"\W*(?P<spaces>{_SPACE}(?:\s*(?:->?|>|–|,|/|\bto\b)\s*{_SPACE}){{2,}})\W*", re.IGNORECASE
)
_NOT = re.compile(r"\b(?:not|never|don['’]?t|doesn['’]?t|avoid\w*|without|rather|nicht|pas)\b", re.IGNORECASE)
_NAME = re.compile(rf"\b{_SPACE}\b", re.IGNORECASE)
_GOAL = re.compile(r"\s*(?:-+>?|>|\bto\b)\s*(?P<goal>[^->]+)$", re.IGNORECASE)


def with_ways(context: ReadingContext, clauses: Sequence[Clause]) -> list[Clause]:
    """Return the clauses; a move whose way follows it goes by that way, or is in doubt."""
    found = list(clauses)
    for at, clause in enumerate(found):
        said = _way(context, clause)
        move = next(_moves_before(context, found, at), None) if said else None
        if said is None or move is None:
            continue
        if said.re is _WHOLE_WAY and not _is_of(context, found[move].orders, said):
            continue
        orders = _by_way(context, found[move].orders, said)
        doubt = "" if orders else clause.text
        found[move] = replace(
            found[move], orders=orders or found[move].orders, doubt=found[move].doubt or doubt
        )
        found[at] = replace(clause, orders=(), doubt="", taken_back="", is_comment=True)
    return found


def _way(context: ReadingContext, clause: Clause) -> re.Match[str] | None:
    """Return the match of a text that only says a way, without units of its own."""
    if clause.is_comment or len(clause.text) > LONGEST:
        return None
    text = with_ids(context, clause.text)
    return _WAY.fullmatch(text) or (None if clause.orders else _WHOLE_WAY.fullmatch(text))


def _moves_before(context: ReadingContext, clauses: Sequence[Clause], at: int) -> Iterator[int]:
    """Yield the places of the moves that the way at *at* may belong to: the nearest, at most one line up."""
    for before in range(at - 1, max(at - 1 - MOST_ABOVE, -1), -1):
        if clauses[before].number < clauses[at].number - 1 or not clauses[before].text:
            return
        if clauses[before].orders:
            if any(_move(context, order) for order in clauses[before].orders):
                yield before
            return


def _is_of(context: ReadingContext, orders: Sequence[str], said: re.Match[str]) -> bool:
    """Return whether a way of spaces alone begins or ends as the moves do; else it belongs to other units."""
    first, *_, last = map(str.upper, _NAME.findall(said["spaces"]))
    moves = [_move(context, order) for order in orders]
    return all(move is not None and (move.origin == first or move.way[-1] == last) for move in moves)


def _by_way(context: ReadingContext, orders: Sequence[str], said: re.Match[str]) -> tuple[str, ...]:
    """Return the moves with the way between their first and last space; () if it is not plain."""
    found = [] if _NOT.search(said[0]) else [_one_by_way(context, order, said) for order in orders]
    return tuple(found) if all(found) else ()


def _one_by_way(context: ReadingContext, order: str, said: re.Match[str]) -> str:
    spaces = [space.upper() for space in _NAME.findall(said["spaces"])]
    move, goal = _move(context, order), _GOAL.search(order)
    if move is None or goal is None or len(move.way) != 1:
        return ""
    begin, end = spaces[:1] == [move.origin], spaces[-1:] == [move.way[-1]]
    way = spaces[begin : len(spaces) - end]
    if said.re is _WHOLE_WAY and not (begin and end):
        return ""
    if not way or {move.origin, move.way[-1]} & {*way}:
        return ""
    return " - ".join((order[: goal.start()], *way, goal["goal"]))


def _move(context: ReadingContext, order: str) -> Move | None:
    parsed = parse_line(context.data, bare(order))
    return parsed.order if parsed and isinstance(parsed.order, Move) else None

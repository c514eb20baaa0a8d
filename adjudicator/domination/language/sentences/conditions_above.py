"""Put a condition that is alone above several orders before each of them.

"If Blue has at most three units at G9:" above indented or numbered lines is the condition of all of them,
and "I storm it with" or "These go to G9:" is their goal.
Where it is not plain how far a condition reaches, the lines are named, to be asked about: no order is taken
without its condition.
"""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from adjudicator.domination.language.grammar import bare, parse_line
from adjudicator.domination.language.legality import ReadingContext
from adjudicator.domination.language.names_in_text import named_spaces, named_units
from adjudicator.domination.language.orders import ENEMY
from adjudicator.domination.language.sentences.conditional_sentences import condition_of, opposite
from adjudicator.domination.language.space_numbers import with_ids
from adjudicator.domination.language.vocabulary import vocabulary

MOST = 6  # conditions of a message
MOST_BELOW = 24  # lines below one
LONGEST = 200  # characters of a condition
_IF = (
    r"(?:if|unless|in case|provided(?: that)?|on condition that|as long as|should"
    r"|falls|wenn|sofern|si|s['’]il)\b"
)
_HEAD = re.compile(
    rf"(?P<lead>\W*(?:\d{{1,2}}[.)]\s*)?)(?:(?:and|but|so|now|also|only|nur|seulement) )*"
    rf"(?P<head>{_IF} [^:?]{{3,}}?)\s*(?P<end>,? then\s*:?|:|,|[-=]+>)?\s*",
    re.IGNORECASE,
)
_GOAL_ABOVE = re.compile(  # "If Red has fewer than five units in F8, I storm it with"
    rf"(?P<lead>\W*(?:\d{{1,2}}[.)]\s*)?)(?:(?:only )?(?P<if>{_IF} [^:?]{{3,}}?), (?:then )?)?"
    r"(?:(?:(?:i|we|these|those|the following|all of these|all of those|all these)(?: units?)? )?"
    r"(?:(?:will|shall|all|also|want to|would like to) )*"
    r"(?:attack|storm|assault|take|hit|raid|go|move|march|fly|ride|send|retreat|return|head)(?:e?s)?"
    r"(?: (?:back|home|over))*(?: (?:to|into|against|on))?|to|into|against|nach|vers)"
    r" (?P<goal>it|there|[a-z]\d{1,2})(?: (?:go|move|march|come)(?: the following| these)?)?"
    r"(?:\s*:| with(?: (?:the following|all of these|these))?\s*:?)\s*",
    re.IGNORECASE,
)
_ITEM = re.compile(r"\s*(?:[-*•·+]\s+|\(?(?:\d{1,2}|[a-z])[.)]\s+)?", re.IGNORECASE)
_OTHERWISE = r"\W*(?:and |but )?(?:else|otherwise|if not|sonst|ansonsten|andernfalls|sinon)\b[\s,:]*"
_ELSE = re.compile(rf"(?P<lead>{_OTHERWISE})(?P<order>.*)", re.IGNORECASE)
_OF_THOSE = (
    r"(?:they|these|those|it|he|she|we|everybody|everyone|everything|all|both|of|them"
    r"|sie|alle|ils|elles|tous)"
)
_THEY_STAY = re.compile(  # as do units without an order
    rf"(?:{_OF_THOSE} )+(?:(?:just|simply|will|shall|should) )*"
    r"(?:stay|hold|remain|wait|bleiben|restent)s?"
    r"(?: (?:put|there|here|home|back|at home|in place|behind|where (?:they|it) (?:are|is|stands?)"
    r"|zu hause|stehen|sur place|of course|then|please))*\W*",
    re.IGNORECASE,
)
_IN_ANY_CASE = re.compile(
    r"\W*(?:in (?:any|either|both|each|every) (?:case|event)s?|whatever happens|(?:no|without) conditions?"
    r"|unconditional(?:ly)?|always|anyway|regardless|auf jeden fall|en tout cas|dans tous les cas)\b",
    re.IGNORECASE,
)
_GOES = re.compile(
    r"->?|>|\b(?:to|into|onto|nach|vers|attacks?|goe?s?|march(?:es)?|holds?|stays?)\b", re.IGNORECASE
)
_STOP = re.compile(r"(?<=[\w)])[.;]+\s+(?=\S)")


class Distributed(NamedTuple):
    """The lines with conditions before their orders, and those in doubt by their numbers, with the words."""

    lines: list[str]
    doubts: Mapping[int, str]


class _Block(NamedTuple):
    """The lines below a condition; the first *plain* ones are under it."""

    lines: Sequence[int]
    plain: int
    end: int


def with_conditions_above(context: ReadingContext, lines: Sequence[str]) -> Distributed:
    """Return the lines with each such condition before the orders below it."""
    found, doubts = list(lines), dict[int, str]()
    left = MOST
    for at, line in enumerate(lines):
        if not left or len(line) > LONGEST or found[at] != line:
            continue
        if goal := _GOAL_ABOVE.fullmatch(with_ids(context, line)):
            left -= 1
            doubts |= _distribute_goal(context, found, at, goal)
            continue
        head = _HEAD.fullmatch(line)
        if head is None:
            continue
        block = _block(context, lines, at)
        if block.lines and (words := _words(context, head)):
            left -= 1
            doubts |= _distribute(context, found, block, words)
            found[at] = f"# {line.strip()}"
            doubts |= _with_else(context, found, block, words)
    return Distributed(found, doubts)


def _distribute_goal(
    context: ReadingContext, lines: list[str], at: int, said: re.Match[str]
) -> dict[int, str]:
    """Put the goal of the line at *at*, and its condition, to the units on the lines below it."""
    block = _block(context, lines, at)
    below = [one for one in block.lines if not _goes_on_above(lines, block, one)]
    words = condition_of(context, said["if"]) or said["if"] if said["if"] else ""
    spaces = named_spaces(context, words)
    is_named = said["goal"].casefold() not in ("it", "there")
    goal = said["goal"].upper() if is_named else spaces[0] if len(spaces) == 1 else ""
    if not (below and goal and all(_is_of_units(context, lines[one], goal) for one in below)):
        return {}
    for one in below:
        item = _ITEM.match(lines[one])
        begin = item.end() if item else 0
        order = f"{lines[one][begin:].strip(' .,;')} go to {goal}"
        lines[one] = f"{lines[one][:begin]}{f'{words}: ' if words else ''}{order}"
    lines[at] = f"# {lines[at].strip()}"
    return _with_else(context, lines, block._replace(end=below[-1] + 1), words) if words else {}


def _is_of_units(context: ReadingContext, line: str, goal: str) -> bool:
    """Return whether a line only says which units are meant, and where they are."""
    item = _ITEM.match(line)
    text = line[item.end() if item else 0 :]
    spaces = named_spaces(context, text)
    return bool(named_units(context, text) and spaces) and goal not in spaces and not _GOES.search(text)


def _words(context: ReadingContext, head: re.Match[str]) -> str:
    """Return the condition in notation, or as it was written if it is plainly one; "" for talk."""
    if words := condition_of(context, head["head"]):
        return words
    names = {ENEMY, "enemies", *vocabulary(context.data).colours}
    is_meant = named_spaces(context, head["head"]) or names & {*head["head"].casefold().split()}
    return head["head"] if is_meant and head["end"] else ""


def _block(context: ReadingContext, lines: Sequence[str], at: int) -> _Block:
    """Return the lines below the one at *at* to which a condition or "else" there may reach."""
    first = at + 1
    if not "".join(lines[first : first + 1]).strip() and _is_deeper(
        "".join(lines[first + 1 : first + 2]), lines[at]
    ):
        first += 1
    last = min(first + MOST_BELOW, len(lines))
    ends = (one for one in range(first, last) if _ends(context, lines, one))
    end = next(ends, last)
    block = range(first, end)
    deeper = next((one for one in block if not _is_deeper(lines[one], lines[at])), end)
    if deeper > first:
        return _Block(range(first, deeper), deeper - first, deeper)
    is_open = lines[at].rstrip().endswith((":", "then", ">"))
    is_closed = len(block) <= 1 or (end < len(lines) and _ELSE.match(lines[end]) is not None)
    return _Block(block if is_open else (), len(block) if is_closed else 1, end)


def _below(lines: Sequence[str], at: int) -> int:
    """Return *at*, or the place after it if that line is empty and the next is not."""
    is_gap = at + 1 < len(lines) and not lines[at].strip() and bool(lines[at + 1].strip())
    return at + is_gap


def _ends(context: ReadingContext, lines: Sequence[str], at: int) -> bool:
    """Return whether the line at *at* is no order below a condition: empty, a heading, another case."""
    line = lines[at]
    if not line.strip() or _ELSE.match(line) or _IN_ANY_CASE.match(line) or line.rstrip().endswith(":"):
        return True
    parsed = parse_line(context.data, bare(line.strip()))
    return parsed is not None and (parsed.order is None or parsed.has_condition)


def _is_deeper(line: str, head: str) -> bool:
    """Return whether a line is indented or marked as an item, unlike the condition above it."""
    is_item = bool(_marks(line)) and not _marks(head)
    return bool(line.strip()) and (is_item or _indent(line) > _indent(head))


def _marks(line: str) -> str:
    found = _ITEM.match(line)
    return found[0].strip() if found else ""


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _distribute(context: ReadingContext, lines: list[str], block: _Block, words: str) -> dict[int, str]:
    """Put *words* before the orders of the lines that are plainly below them; return the others."""
    spaces: set[str] = set()
    plain = [one for one in block.lines[: block.plain] if not _goes_on_above(lines, block, one)]
    for at in plain:
        item = _ITEM.match(lines[at])
        begin = item.end() if item else 0
        if spaces & {*named_spaces(context, words)} and not _is_of_others(context, words):
            return _doubts(block.lines[block.lines.index(at) :], words)  # the orders above may change it
        text = lines[at][begin:]
        spaces |= {*named_spaces(context, text)} if _GOES.search(text) else set()
        whole = "(" in lines[at]  # a stop may be inside the brackets
        orders = [lines[at][begin:].strip()] if whole else _STOP.split(lines[at][begin:].strip())
        lines[at] = f"{lines[at][:begin]}{'. '.join(f'{words}: {order}' for order in orders)}"
    return _doubts(block.lines[block.plain :], words)


def _goes_on_above(lines: list[str], block: _Block, at: int) -> bool:
    """Return whether the line goes on with the item above it; then it is joined to that."""
    is_first = at == block.lines[0]
    if is_first or _marks(lines[at]) or not _marks(lines[block.lines[0]]):
        return False
    above = next(one for one in reversed(range(at)) if lines[one].strip())
    lines[above], lines[at] = f"{lines[above].rstrip()} {lines[at].strip()}", ""
    return True


def _is_of_others(context: ReadingContext, words: str) -> bool:
    """Return whether no move of the player can change if a condition holds."""
    parsed = parse_line(context.data, f"{words}: all A1 holds")
    others = {ENEMY, *(seat for seat in context.position.settings.seats if seat != context.player)}
    return parsed is None or all(test.who in others and not test.holds for test in parsed.tests)


def _doubts(block: Sequence[int], words: str) -> dict[int, str]:
    return {at + 1: words for at in block}


def _with_else(context: ReadingContext, lines: list[str], block: _Block, words: str) -> dict[int, str]:
    """Read what is done otherwise, below the block: that the units stay, or orders on lines of their own."""
    at = _below(lines, block.end)
    line = lines[at] if at < len(lines) else ""
    said = _ELSE.match(line) or _opposite_of(context, words, line)
    if said is None:
        return {}
    if _THEY_STAY.fullmatch(said["order"]):
        lines[at] = f"# {line.strip()}"
        return {}
    below = _block(context, lines, at)
    if said["order"] or not below.lines:
        return {}
    doubts = _distribute(context, lines, below, "else")
    lines[at], lines[below.lines[0]] = lines[below.lines[0]], ""  # "else" alone is a choice between orders
    return doubts


def _opposite_of(context: ReadingContext, words: str, line: str) -> re.Match[str] | None:
    """Return the match of "if there are five or more, they all stay" below its opposite."""
    parsed = parse_line(context.data, f"{words}: all A1 holds") if len(line) <= LONGEST else None
    return opposite(context, parsed, line.strip()) if parsed else None

"""Parse the lines of a sheet that have a condition: IF, OTHERWISE and IN ANY CASE.

"IF Warsaw is ours: MISSIONS ELSE ENTRENCH Riga" is complete on one line. "IF Warsaw is ours:" alone is a
heading: the lines below it depend on it, up to OTHERWISE or IN ANY CASE. (The keyword is not END, which ends
the message for the service.)
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from adjudicator.core.language import conditions as core
from adjudicator.core.language.words import Refusal, Unreadable
from adjudicator.empires.language.conditions import Condition, read_all
from adjudicator.empires.language.grammar import parse_line, plain
from adjudicator.empires.language.orders import ActionOrder, ArmyOrder, Conditional, Items, PlainOrder
from adjudicator.empires.language.sentences.goal_conditions import of_goal, only_stays
from adjudicator.empires.sentences import say

_WORDS = re.compile(
    r"\b(?:if|else|otherwise|end|case|cases|event|way|whatever|matter|regardless|anyway|always|unless|provided"
    r"|assuming|long as|condition that)\b",
    re.IGNORECASE,
)
_ALONE = re.compile(r"\W*if\s+(?P<conditions>.+?)\s*(?:,?\s*then)?\s*:?\s*", re.IGNORECASE)
_ELSE = re.compile(
    r"\W*(?:(?:else|otherwise)\b|"
    r"if\s+(?:(?:it|this|that|he|she|they)\s+(?:is|are|was|were|has|have|did|does|do)\s*)?"
    r"(?:not|n['\u2019]t)(?:\s+so|\s+the\s+case)?(?=\s*[:,]|\s+(?:i|we)\s)|"
    r"(?:should|if)\s+(?:it|this|that|he|she|they)\s+not\s+(?:(?:have|hold|get|do|be|manage)\s+)?"
    r"(?:it|that|so|the\s+case)?(?=\s*[:,]))\s*,?(?:\s*:)?\s*(?:then\b,?\s*)?(?P<rest>.*)",
    re.IGNORECASE,
)
_ANYHOW = (
    r"in\s+(?:any|either|every)\s+(?:case|event)|in\s+(?:all|both)\s+cases|either\s+way|"
    r"whatever\s+(?:happens|happened|comes|(?:he|she|they)\s+(?:does|do|did))|"
    r"no\s+matter\s+what(?:\s+happens)?|(?:in\s+)?(?:beiden|allen)\s+Fällen|auf\s+jeden\s+Fall"
)
_END = re.compile(
    rf"\W*(?:end(?:\s*if)?|{_ANYHOW}|regardless|anyway|always)\s*[:.]?\s*",
    re.IGNORECASE,
)
_END_WITH_ORDERS = re.compile(
    rf"\W*(?:(?:{_ANYHOW})\s*\)?[:,]?|(?:regardless|anyway|always)\s*:)\s*(?P<rest>\S.*)", re.IGNORECASE
)
_IN_ANY_CASE = re.compile(rf"(?P<rest>.+?),?\s+(?:{_ANYHOW})[.!]*", re.IGNORECASE)
_SEVERAL_SENTENCES = re.compile(r"[.!?;]\s+\S")
_ENDS_IN_A_HEADING = re.compile(
    r"[,:]\s*(?:then\s+)?(?:activate|act|offensive|recruit|rec)\W*$", re.IGNORECASE
)
_OPENS_A_LIST = re.compile(r"\b(?:activat\w*|act|offensive|off|recruit\w*|recr?)\b", re.IGNORECASE)
_ONLY_ELSE = re.compile(  # "Army Danzig - Posen otherwise", "... if not"
    r"(?P<order>[^.;:!?]+?),?\s+(?:otherwise|else|if\s+(?:(?:it|that)\s+is\s+)?not(?:\s+so|\s+the\s+case)?)\s*[.!]*",
    re.IGNORECASE,
)
_TRAILING = re.compile(r"(?P<order>.+?),?\s+(?:but\s+)?(?:only\s+)?if\s+(?P<conditions>.+)", re.IGNORECASE)
_ENDS_WITH_AIR = re.compile(r"\b(?:air(?:craft)?|aviation)(?:\s+\d+)?$", re.IGNORECASE)
_ELSE_IF = re.compile(r"[\s,;.]+(?=(?:else|otherwise)\W+if\b)", re.IGNORECASE)
_VERB = re.compile(r"(?:research|entrench|diplomacy|gas)\b", re.IGNORECASE)
_TRAILING_ELSE = re.compile(core.ELSE, re.IGNORECASE)

Parsed = Conditional | Refusal
Reader = Callable[[str], PlainOrder | None]


def chained(text: str) -> list[str]:
    """Return the lines of "IF a: X ELSE IF b: Y ELSE Z": the first condition, and each further one."""
    if len(text) >= core.MOST_LETTERS or not core.begins(text):
        return [text]
    return [one for one in _ELSE_IF.split(text) if one.strip(" ,;.")]


def may_be(text: str) -> bool:
    """Return whether the line has a keyword such as IF or OTHERWISE."""
    return _WORDS.search(text) is not None


def begins(text: str) -> bool:
    """Return whether the line begins with IF, OTHERWISE or IN ANY CASE."""
    return bool(core.begins(text) or _ELSE.fullmatch(text) or _END.fullmatch(text))


@lru_cache(maxsize=2048)
def in_notation(text: str) -> Parsed | None:
    """Parse a line whose orders are in the notation; None for a line without a condition."""
    return parsed(text, _plain_order)


def parsed(text: str, reader: Reader) -> Parsed | None:
    """Parse a line; *reader* parses the orders in it. None for a line without a condition."""
    if len(text) >= core.MOST_LETTERS:
        return None
    if _END.fullmatch(text):
        return Conditional(is_end=True)
    try:
        if found := _ELSE.fullmatch(text):
            return _otherwise(found["rest"].strip(), reader)
        if core.begins(text):
            return _branch(text, reader)
        return _trailing(text, reader)
    except Unreadable as fault:
        return fault


def _branch(text: str, reader: Reader) -> Parsed | None:
    splits = list(core.splits(text))
    for one in splits:
        if order := _order(one.order, reader):
            otherwise = _otherwise_of(one.otherwise, reader, (order, one.order))
            return Conditional(_conditions_of(" and ".join(one.conditions), order), order, otherwise)
    alone = _ALONE.fullmatch(text)
    if alone and (not splits or text.rstrip().endswith((":", "then"))):
        return Conditional(read_all(core.listed(alone["conditions"])))
    if not splits:
        return None
    read_all(splits[0].conditions)
    if splits[0].order.lower().startswith("cancel air"):
        form = f"{splits[0].order} if {' and '.join(splits[0].conditions)}"
        raise Unreadable(say("condition_stands_behind_cancel_air"), say("write", forms=form))
    raise _strange(splits[0].order)


class Headed(NamedTuple):
    """A line whose condition is understood, and the orders after it that depend on it."""

    head: Conditional
    rest: str


def headed(text: str) -> list[Headed]:
    """Return each way to part "OTHERWISE: ACTIVATE Metz - Nancy, Lille - Paris" into a heading and orders."""
    if len(text) >= core.MOST_LETTERS:
        return []
    if found := _END_WITH_ORDERS.fullmatch(text) or _IN_ANY_CASE.fullmatch(text):
        return [Headed(Conditional(is_end=True), found["rest"])]
    if _SEVERAL_SENTENCES.search(text):
        return []  # it is not said how far the condition reaches
    if (found := _ELSE.fullmatch(text)) and not core.begins(found["rest"]):
        return [Headed(Conditional(is_else=True), found["rest"])] if found["rest"] else []
    return [Headed(one, rest) for one, rest in _conditions_before(text)]


def _conditions_before(text: str) -> Iterator[tuple[Conditional, str]]:
    for one in core.splits(text):
        if one.otherwise:
            continue
        try:
            yield Conditional(read_all(one.conditions)), one.order
        except Unreadable:
            continue


def goes_on(text: str) -> bool:
    """Return whether the line continues the conditional lines above it."""
    return bool(_ELSE.fullmatch(text) or _END.fullmatch(text) or _END_WITH_ORDERS.fullmatch(text))


def opens(text: str) -> str:
    """Return what depends on a conditional line that is not understood: "block", "list" or ""."""
    if text.rstrip().endswith((":", "then")):
        return "list" if _OPENS_A_LIST.search(text) else "block"
    return "list" if _OPENS_A_LIST.search(text) else ""


def _otherwise(rest: str, reader: Reader) -> Parsed:
    if not rest:
        return Conditional(is_else=True)
    if core.begins(rest):
        match _branch(rest, reader):
            case Conditional(conditions=conditions, order=order, otherwise=otherwise):
                return Conditional(conditions, order, otherwise, is_else=True)
            case Refusal() as fault:
                return fault
    return Conditional((), _needed(rest, reader), is_else=True)


def _trailing(text: str, reader: Reader) -> Conditional | None:
    """Parse "Army Lodz - Warsaw if Warsaw is ours", or "... otherwise" below it."""
    below = _ONLY_ELSE.fullmatch(text)
    if below and (order := _order(below["order"], reader)):
        return Conditional((), order, is_else=True)
    found = _TRAILING.fullmatch(text)
    if found and _ENDS_WITH_AIR.search(found["order"]):
        return None  # the condition belongs to the aviation, not to the order (S.4)
    order = _order(found["order"], reader) if found else None
    if not (found and order):
        return None
    words, *others = _TRAILING_ELSE.split(found["conditions"], maxsplit=1)
    otherwise = _otherwise_of("".join(others), reader, (order, found["order"]))
    return Conditional(_conditions_of(words, order), order, otherwise)


def _conditions_of(words: str, order: PlainOrder) -> tuple[Condition, ...]:
    """Parse the conditions of *order*, which may point at its zone: "if it is empty"."""
    return read_all(core.listed(of_goal(words, order)))


def _otherwise_of(text: str, reader: Reader, above: tuple[PlainOrder, str]) -> PlainOrder | None:
    """Parse the OTHERWISE part after an order, *above*, and its words; None if nothing is to be done."""
    order, words = above
    return _needed(text, reader, words) if text and not only_stays(text, order) else None


def _needed(text: str, reader: Reader, above: str = "") -> PlainOrder:
    """Parse an order; "Attack 1" after "RESEARCH Gas" has its verb from *above*."""
    verb = _VERB.match(above)
    order = _order(text, reader) or (_order(f"{verb[0]} {text.strip()}", reader) if verb else None)
    if order is None:
        raise _strange(text)
    return order


def _strange(text: str) -> Unreadable:
    reason = say("order_with_a_condition_not_understood", order=text.strip())
    return Unreadable(reason, say("write_condition_so"))


def _order(text: str, reader: Reader) -> PlainOrder | None:
    return reader(text.strip(" .;,"))


def _plain_order(text: str) -> PlainOrder | None:
    try:
        order = parse_line(plain(text))
    except Unreadable:
        return None
    return order if isinstance(order, ActionOrder | Items | ArmyOrder) else None


def wrapped(line: str, below: Sequence[str]) -> Iterator[str]:
    """Yield a line, and if it may have been wrapped, also the line joined with those below it."""
    yield line
    if begins(line) and not line.rstrip().endswith((":", ".", ";")):
        for count in range(1, len(below) + 1):
            if not all(below[:count]):
                return
            yield " ".join((line, *below[:count]))


def is_meant(text: str, is_like_an_order: Callable[[str], bool]) -> bool:
    """Return whether a line that could not be parsed was meant as an order with a condition, not as prose."""
    if text.rstrip().endswith("?"):
        return False
    is_shouted = text.lstrip(" *-").startswith(("IF ", "ELSE", "OTHERWISE"))
    opens_a_list = begins(text) and _ENDS_IN_A_HEADING.search(text) is not None
    return is_shouted or ":" in text or opens_a_list or is_like_an_order(text)

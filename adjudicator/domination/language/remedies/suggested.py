"""Write an order that is to be suggested as a player should send it; "" if it could not be accepted."""

import re
from collections.abc import Iterable
from typing import assert_never

from msgspec.structs import replace

from adjudicator.core.language.words import Refusal
from adjudicator.domination.language import legality
from adjudicator.domination.language.grammar import ParsedLine, parse_line
from adjudicator.domination.language.legality import ReadingContext
from adjudicator.domination.language.orders import (
    BUILD,
    COMBAT,
    EVERY,
    MOVE,
    Build,
    Cast,
    Claim,
    Hold,
    Move,
    Order,
    Pieces,
    Prefer,
    UnitCount,
)
from adjudicator.domination.position import PHASES
from adjudicator.domination.view.wording import short

_CONDITION = re.compile(r"^(?:if [^:]*|else): ")
_I_HOLD = re.compile(r"\bI holds\b", re.IGNORECASE)
_SPACE = re.compile(r"\b[a-z]\d{1,2}\b")
_HOW_MANY = re.compile(r"^(?:\d+|all) ")


def suggestion(context: ReadingContext, text: str, lawful: Iterable[str]) -> str:
    """Return the order *text* in notation, if it is legal in this position as far as that is known."""
    parsed = parse_line(context.data, text)
    if parsed is None or parsed.order is None:
        return ""
    is_opening = context.position.phase == "opening"
    heading = legality.heading_before_play(parsed.order) if is_opening else _heading(parsed.order)
    if heading not in PHASES[context.position.phase].headings:
        return ""
    try:
        order = legality.checked(context, parsed.order, heading)
        for test in parsed.tests:
            legality.condition(context, test)
        for case in parsed.cases:
            legality.case(context, case)
    except Refusal:
        return ""
    return f"{_condition(text)}{_written(order)}" if _is_possible(context, order, parsed, lawful) else ""


def _heading(order: Order) -> str:
    match order:
        case Move() | Hold():
            return MOVE
        case Build():
            return BUILD
        case Prefer():
            return COMBAT
        case Cast() | Pieces() | Claim():
            return ""
        case _ as never:
            assert_never(never)


def _is_possible(context: ReadingContext, order: Order, parsed: ParsedLine, lawful: Iterable[str]) -> bool:
    """Return whether the units of a move or hold are there, and may go there if nothing else is moved."""
    if not isinstance(order, Move | Hold):
        return True
    space = order.origin if isinstance(order, Move) else order.place
    if not all(_are_there(context, part, space) for part in order.units):
        return False
    ends = replace(order, way=order.way[-1:]) if isinstance(order, Move) else order  # not the way between
    plain = _HOW_MANY.sub("", short(ends))
    return parsed.has_condition or parsed.is_else or any(one.endswith(plain) for one in lawful)


def _are_there(context: ReadingContext, part: UnitCount, space: str) -> bool:
    wanted = 1 if part.count == EVERY else part.count
    kinds = [part.kind] if part.kind else context.own
    return sum(legality.stack_size(context, kind, space) for kind in kinds) >= wanted


def _condition(text: str) -> str:
    """Return the condition before an order, in notation."""
    found = _CONDITION.match(text)
    words = _I_HOLD.sub("I hold", found[0]) if found else ""
    return _SPACE.sub(lambda space: space[0].upper(), words)


def _written(order: Order) -> str:
    is_build = isinstance(order, Build) and not order.rest
    return f"build {short(order)}" if is_build else short(order)

"""Read a player's message and answer it line by line.

A message with any action in it replaces the Power's sheet; standing orders and the technologies of the set-up
are taken line by line, in any place. A sheet may come ahead of its Power's turn: it is then read on today's
board, stored, and read again when the turn comes.
"""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from adjudicator.core.game import REFUSED, REMARK, TAKEN, InForce, Orders, Reading, ReadLine
from adjudicator.core.limits import unread, worth_reading
from adjudicator.core.words import NotAllowed, Refusal
from adjudicator.empires.language import standing
from adjudicator.empires.language.on_file import OrdersOnFile, from_text, to_text
from adjudicator.empires.language.orders import Heading, Technologies
from adjudicator.empires.language.parsing import ParsedLine, said
from adjudicator.empires.language.plan import (
    SHEET,
    Accepted,
    Plan,
    Refused,
    SheetLine,
    planned,
    sheet_lines,
    why_sheet_refused,
)
from adjudicator.empires.language.standing import Standing, StandingOrder
from adjudicator.empires.language.warnings import warnings_without_missions
from adjudicator.empires.position import PlannedSheet, Position
from adjudicator.empires.resolve import phases, research
from adjudicator.empires.view.wording import order_words

AHEAD = "It is not {power}'s turn yet. Your sheet is stored, and read again on the board of that turn."


class _Sorted(NamedTuple):
    """The lines of a message by what they are."""

    sheet: tuple[SheetLine, ...]
    answered: tuple[ReadLine, ...]  # remarks, standing orders, technologies
    on_file: OrdersOnFile  # with the new standing orders and technologies


def read(position: Position, power: str, so_far: Orders | None, lines: Sequence[str]) -> Reading:
    """Read *lines* on top of *so_far*, or of what the state holds from earlier messages. Raises nothing.

    "" for *so_far* means that the Power has taken back all that it sent ahead; standing orders stay (S.3).
    """
    before = from_text(so_far) if so_far else stored(position, power)
    if so_far == "":
        before = OrdersOnFile(standing=before.standing, taken_back=True)
    read_lines = worth_reading(lines)
    parts = _sorted(position, power, before, said(read_lines, power))
    new = parts.on_file
    has_sheet = any(not isinstance(line.order, Refusal) for line in parts.sheet)
    if has_sheet:
        # lines under the heading of another Power are not stored
        own = [line for line in parts.sheet if not isinstance(line.order, NotAllowed)]
        new = replace(new, lines=tuple(line.text for line in own))
    plan, fault = _plan(position, power, sheet_lines(said(new.lines)), new.standing)
    verdicts = _plan(position, power, parts.sheet, new.standing)[0].verdicts if parts.sheet else ()
    answered = [*parts.answered, *map(_answer, verdicts)]
    if fault and has_sheet:
        answered.append(ReadLine(0, SHEET, REFUSED, reason=fault.reason, remedy=fault.remedy))
    warnings = _warnings(position, power, new, None if has_sheet else fault)
    return Reading(
        orders=to_text(new),
        lines=(*sorted(answered, key=lambda line: line.number), *unread(lines, read_lines)),
        in_force=_in_force(plan, new, has_sheet),
        warnings=(*warnings, *warnings_without_missions(plan)),
        complete=bool(new.lines) and not fault,
    )


def stored(position: Position, power: str) -> OrdersOnFile:
    """Return what the state holds of the Power's earlier messages."""
    return OrdersOnFile(
        position.sheets.get(power, PlannedSheet()).lines,
        position.standing.get(power, Standing()),
        position.chosen.get(power, ()),
    )


def _plan(
    position: Position, power: str, lines: Sequence[SheetLine], standing_orders: Standing
) -> tuple[Plan, NotAllowed | None]:
    ahead = phases.as_if_in_turn(position, power)
    ahead = replace(ahead, standing={**ahead.standing, power: standing_orders})
    plan = planned(ahead, lines)
    return plan, why_sheet_refused(ahead, plan)


# ---- by kind of line


def _sorted(position: Position, power: str, before: OrdersOnFile, lines: Sequence[ParsedLine]) -> _Sorted:
    sheet, answered, on_file = [], [], before
    for line in lines:
        order = line.order
        if order is None:
            answered.append(ReadLine(line.number, line.text, REMARK))
        elif isinstance(order, Heading):
            answered.append(ReadLine(line.number, line.text, TAKEN, "Standing orders:"))
        elif isinstance(order, StandingOrder):
            on_file = replace(on_file, standing=standing.with_order(on_file.standing, order))
            words = f"Standing order: {standing.order_as_stored(order)}"
            answered.append(ReadLine(line.number, line.text, TAKEN, words))
        elif isinstance(order, Technologies):
            on_file, answer = _with_technologies(position, power, on_file, line, order)
            answered.append(answer)
        else:  # the types check that all these kinds belong on a sheet
            sheet.append(SheetLine(line.number, line.text, order))
    return _Sorted(tuple(sheet), tuple(answered), on_file)


def _with_technologies(
    position: Position, power: str, on_file: OrdersOnFile, line: ParsedLine, order: Technologies
) -> tuple[OrdersOnFile, ReadLine]:
    against = research.why_not_at_the_start(power, order.names)
    if position.is_prepared:
        against = "you choose the technologies of the set-up before season 1 only (2.3)"
    if against:
        reason = f"You cannot take these technologies: {against}."
        remedy = "" if position.is_prepared else "Write TECHNOLOGIES Attack 1, Defence 1, Manoeuvre."
        return on_file, ReadLine(line.number, line.text, REFUSED, reason=reason, remedy=remedy)
    words = f"Technologies of the set-up: {', '.join(order.names)}"
    return replace(on_file, technologies=order.names), ReadLine(line.number, line.text, TAKEN, words)


# ---- the answer


def _answer(verdict: Accepted | Refused) -> ReadLine:
    match verdict:
        case Refused(fault=fault):
            return ReadLine(verdict.number, verdict.text, REFUSED, reason=fault.reason, remedy=fault.remedy)
        case Accepted(order=order):
            return ReadLine(verdict.number, verdict.text, TAKEN, order_words(order))


def _in_force(plan: Plan, on_file: OrdersOnFile, has_sheet: bool) -> tuple[InForce, ...]:
    source = "this message" if has_sheet else "an earlier message"
    rows = [
        InForce(f"line {verdict.number}", order_words(verdict.order), source)
        for verdict in plan.verdicts
        if isinstance(verdict, Accepted)
    ]
    if not rows:
        rows.append(InForce("turn", "no sheet: you do nothing", "missing"))
    if on_file.technologies:
        rows.append(InForce("set-up", f"Technologies: {', '.join(on_file.technologies)}", "standing"))
    rows += [InForce("standing order", words, "standing") for words in standing.in_words(on_file.standing)]
    return tuple(rows)


def _warnings(position: Position, power: str, on_file: OrdersOnFile, fault: NotAllowed | None) -> list[str]:
    if position.over:
        return ["The game is over; no more orders are carried out."]
    warnings = [AHEAD.format(power=power)] if power != position.power and on_file.lines else []
    if fault:
        warnings.append(f"{fault.reason} {fault.remedy}")
    return warnings

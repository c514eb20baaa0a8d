"""How is a player's letter answered?  Any text gives a `Reading`: what is taken, what is refused and why.

A letter with any action in it replaces the Power's sheet; standing orders and the technologies of the set-up
are taken up line by line, wherever they stand. A sheet may come ahead of its Power's turn: it is then read on
today's board, kept, and read again when the turn comes.
"""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from adjudicator.core.game import REFUSED, REMARK, TAKEN, InForce, Orders, Reading, ReadLine
from adjudicator.core.limits import unread, worth_reading
from adjudicator.core.words import NotAllowed, Refusal
from adjudicator.empires.language import orders as given
from adjudicator.empires.language import standing
from adjudicator.empires.language import warnings as in_vain
from adjudicator.empires.language.on_file import OrdersOnFile, from_text, to_text
from adjudicator.empires.language.parsing import said
from adjudicator.empires.language.plan import SHEET, ParsedLine, Plan, Verdict, planned, why_sheet_refused
from adjudicator.empires.language.standing import CancelAir, Retreats, Standing, TrenchUse
from adjudicator.empires.position import PlannedSheet, Position
from adjudicator.empires.resolve import phases, research
from adjudicator.empires.view.wording import army_order, deed, recruit_item

STANDING = (CancelAir, TrenchUse, Retreats, given.SecondLoss, given.SupporterLoss)
DEFAULTS = (CancelAir, TrenchUse, given.SecondLoss, given.SupporterLoss)  # as standing.in_words has them
AHEAD = "It is not {power}'s turn: the sheet is kept and read again when it is, on the board as it is then."


class _Sorted(NamedTuple):
    """A letter's lines by what they are."""

    sheet: tuple[ParsedLine, ...]
    settled: tuple[ReadLine, ...]  # remarks, standing orders, technologies
    letter: OrdersOnFile


def read(position: Position, power: str, so_far: Orders | None, lines: Sequence[str]) -> Reading:
    """Read *lines* on top of *so_far*, or of what was kept from an earlier letter; nothing is raised.

    With "" for *so_far* the Power has taken back all that it mailed ahead; standing orders last (S.3).
    """
    before = from_text(so_far) if so_far else kept(position, power)
    if so_far == "":
        before = OrdersOnFile(standing=before.standing, taken_back=True)
    read_lines = worth_reading(lines)
    parts = _sorted(position, power, before, said(read_lines, power))
    new = parts.letter
    has_sheet = any(not isinstance(line.order, Refusal) for line in parts.sheet)
    if has_sheet:
        # what stands under another Power's heading goes no further
        own = [line for line in parts.sheet if not isinstance(line.order, NotAllowed)]
        new = replace(new, lines=tuple(line.text for line in own))
    plan, fault = _plan(position, power, said(new.lines), standing_orders=new.standing)
    told = _plan(position, power, parts.sheet, new.standing)[0] if parts.sheet else None
    answered = [*parts.settled, *(_line(verdict) for verdict in (told.verdicts if told else ()))]
    if fault and has_sheet:
        answered.append(ReadLine(0, SHEET, REFUSED, reason=fault.reason, remedy=fault.remedy))
    return Reading(
        orders=to_text(new),
        lines=(*sorted(answered, key=lambda line: line.number), *unread(lines, read_lines)),
        in_force=_in_force(plan, new, has_sheet),
        warnings=(*_warnings(position, power, new, None if has_sheet else fault), *in_vain.warnings(plan)),
        complete=bool(new.lines) and not fault,
    )


def kept(position: Position, power: str) -> OrdersOnFile:
    """What the state holds of the Power's earlier letters."""
    return OrdersOnFile(
        position.sheets.get(power, PlannedSheet()).lines,
        position.standing.get(power, Standing()),
        position.chosen.get(power, ()),
    )


def _plan(
    position: Position, power: str, lines: Sequence[ParsedLine], standing_orders: Standing
) -> tuple[Plan, NotAllowed | None]:
    ahead = phases.as_if_in_turn(position, power)
    ahead = replace(ahead, standing={**ahead.standing, power: standing_orders})
    plan = planned(ahead, lines)
    return plan, why_sheet_refused(ahead, plan)


# ---- what kind of line


def _sorted(position: Position, power: str, before: OrdersOnFile, lines: Sequence[ParsedLine]) -> _Sorted:
    sheet, settled, letter = [], [], before
    for line in lines:
        order = line.order
        if order is None:
            settled.append(ReadLine(line.number, line.text, REMARK))
        elif isinstance(order, given.Heading):
            settled.append(ReadLine(line.number, line.text, TAKEN, "Standing orders:"))
        elif isinstance(order, STANDING):
            letter = replace(letter, standing=with_standing(letter.standing, order))
            settled.append(ReadLine(line.number, line.text, TAKEN, _standing_words(order)))
        elif isinstance(order, given.Technologies):
            letter, answer = _with_technologies(position, power, letter, line, order)
            settled.append(answer)
        else:
            sheet.append(line)
    return _Sorted(tuple(sheet), tuple(settled), letter)


def with_standing(orders: Standing, line: object) -> Standing:
    match line:
        case CancelAir():
            return standing.with_cancel_air(orders, line)
        case TrenchUse():
            return standing.with_trench_use(orders, line)
        case Retreats():
            return standing.with_retreats(orders, line)
        case given.SecondLoss(kinds=kinds):
            return standing.with_second_loss(orders, kinds)
        case given.SupporterLoss(which=which):
            return replace(orders, supporter_loss=which)
    raise TypeError(f"no standing order: {line!r}")


def _standing_words(line: object) -> str:
    """The one line as it will be repeated in the reports."""
    said_before, said_now = standing.in_words(Standing()), standing.in_words(with_standing(Standing(), line))
    new = [words for words in said_now if words not in said_before]
    same = DEFAULTS.index(type(line)) if type(line) in DEFAULTS else 0
    return f"Standing order: {new[0] if new else said_before[same]}"


def _with_technologies(
    position: Position, power: str, letter: OrdersOnFile, line: ParsedLine, order: given.Technologies
) -> tuple[OrdersOnFile, ReadLine]:
    against = research.why_not_at_the_start(power, order.names)
    if position.is_prepared:
        against = "the technologies of the set-up are chosen before season 1 only (2.3)"
    if against:
        reason = f"These technologies cannot be taken: {against}."
        remedy = "" if position.is_prepared else "Write TECHNOLOGIES Attack 1, Defence 1, Manoeuvre."
        return letter, ReadLine(line.number, line.text, REFUSED, reason=reason, remedy=remedy)
    words = f"Technologies of the set-up: {', '.join(order.names)}"
    return replace(letter, technologies=order.names), ReadLine(line.number, line.text, TAKEN, words)


# ---- the answer


def reading_of(order: object) -> str:
    """The line in full words; what `Game.describe` gives its results by."""
    if isinstance(order, given.ArmyOrder):
        return army_order(order)
    if isinstance(order, given.New | given.Reinforce):
        return recruit_item(order)
    return deed(order)


def _line(verdict: Verdict) -> ReadLine:
    fault = verdict.fault
    if fault:
        return ReadLine(verdict.number, verdict.text, REFUSED, reason=fault.reason, remedy=fault.remedy)
    return ReadLine(verdict.number, verdict.text, TAKEN, reading_of(verdict.order))


def _in_force(plan: Plan, letter: OrdersOnFile, has_sheet: bool) -> tuple[InForce, ...]:
    source = "this letter" if has_sheet else "an earlier letter"
    rows = [
        InForce(f"line {verdict.number}", reading_of(verdict.order), source)
        for verdict in plan.verdicts
        if not verdict.fault
    ]
    if not rows:
        rows.append(InForce("turn", "no sheet: nothing is done", "missing"))
    if letter.technologies:
        rows.append(InForce("set-up", f"Technologies: {', '.join(letter.technologies)}", "standing"))
    rows += [InForce("standing order", words, "standing") for words in standing.in_words(letter.standing)]
    return tuple(rows)


def _warnings(position: Position, power: str, letter: OrdersOnFile, fault: NotAllowed | None) -> list[str]:
    if position.over:
        return ["The game is over; nothing is carried out any more."]
    warnings = [AHEAD.format(power=power)] if power != position.power and letter.lines else []
    if fault:
        warnings.append(f"{fault.reason} {fault.remedy}")
    return warnings

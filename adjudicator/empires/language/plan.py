"""Plan an order sheet: accept or refuse each line with a reason, without dice.

Both the answer to a message and the adjudication use the plan. Lines are tried on the board one after
another, so that a line which breaks a limit only together with earlier ones is the one refused. If combats
above a line could make it legal, the line is accepted (see `activation`).
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, assert_never

from adjudicator.core.language.words import NotAllowed, Refusal
from adjudicator.empires import seasons
from adjudicator.empires.ground import GERMANY, RUSSIA, Zone
from adjudicator.empires.language import orders
from adjudicator.empires.language.activation import Action, Numbered, capacity, tried
from adjudicator.empires.language.branching import Fate, fates
from adjudicator.empires.language.loose_lines import Above, armies_without_activate, why_loose
from adjudicator.empires.language.orders import (
    ActionOrder,
    ArmyOrder,
    Conditional,
    PlainOrder,
    RecruitItem,
    SheetOrder,
    SingleLine,
)
from adjudicator.empires.language.parsing import ParsedLine
from adjudicator.empires.language.short_names import in_short, item_in_short
from adjudicator.empires.position import Position, may_use
from adjudicator.empires.resolve import gas, obligations, recruiting
from adjudicator.empires.resolve.actions import acted, action_name, actions_left, carry_out, why_no_action
from adjudicator.empires.resolve.deciding import Scene
from adjudicator.empires.resolve.movement import with_used
from adjudicator.empires.sentences import say

SHEET = "sheet"  # the sheet as a whole, if 9.0.8 refuses it
NO_OFFENSIVE_FROM = 1918  # Russia's, 10.3.1
WITHOUT_ARMIES = NotAllowed(say("activation_without_armies"), say("write_armies_below_it"))
WITHOUT_RECRUITS = NotAllowed(say("recruit_without_armies"), say("write_recruits_below_it"))


class SheetLine(NamedTuple):
    """A line of the sheet, without remarks and standing orders; *order* is a Refusal if it is unreadable."""

    number: int
    text: str
    order: SheetOrder | Refusal


class Accepted(NamedTuple):
    """A line that is carried out; a line of RECRUIT gives one for each item."""

    number: int
    text: str
    order: ActionOrder | ArmyOrder | RecruitItem


class Refused(NamedTuple):
    """A line, or one *item* of a line of RECRUIT, that is not carried out."""

    number: int
    text: str
    fault: Refusal
    item: RecruitItem | None = None


Verdict = Accepted | Refused


class DecidedLine(NamedTuple):
    """A line that has a condition, or does not count because of one above it, and what becomes of it."""

    number: int
    text: str
    order: SheetOrder
    fate: Fate


class Recruiting(NamedTuple):
    items: tuple[RecruitItem, ...]


class Block(NamedTuple):
    """An Activation with its accepted lines."""

    extra: bool
    actions: tuple[Action, ...]


class PlannedAction(NamedTuple):
    order: SingleLine


class Plan(NamedTuple):
    steps: tuple[Recruiting | Block | PlannedAction, ...]
    verdicts: tuple[Verdict, ...]
    position: Position  # as far as it can be foreseen
    dutiful: int  # planned attacks that 9.0.6 or 9.0.7 ask for
    is_paused: bool
    decided: tuple[DecidedLine, ...] = ()


class _OpenBlock(NamedTuple):
    """The Activation whose lines are being collected."""

    number: int
    text: str
    extra: bool
    lines: list["_PlainLine"]


class _OpenRecruit(NamedTuple):
    """The heading RECRUIT whose items are being collected, and the board before it."""

    line: "_PlainLine"
    before: Position


class _PlainLine(NamedTuple):
    """A line that counts; of one with a condition, the order that is used."""

    number: int
    text: str
    order: PlainOrder | Refusal


class _Planner:
    """Goes through a sheet line by line; *position* is the board after the lines so far."""

    def __init__(self, position: Position, told: Sequence[Refused]) -> None:
        self.position = position
        self._told = {one.number: one for one in told if one.item is None}
        self._told_items = [(one.number, one.item, one.fault) for one in told if one.item is not None]
        self._earlier = position.turn.actions  # before PAUSE
        self.doubts: frozenset[Zone] = frozenset()
        self.steps: list[Recruiting | Block | PlannedAction] = []
        self.verdicts: list[Verdict] = []
        self.dutiful = 0
        self.is_paused = False
        self.closed = ""  # why nothing more may follow
        self._recruiting: recruiting.Steps | None = None
        self._recruit_heading: _OpenRecruit | None = None
        self._block: _OpenBlock | None = None
        self._unused: ActionOrder | None = None  # the last action, if it does not count now
        self._may_be_filled = False  # by a line below the heading whose condition does not hold now
        self._refused_heading = ""
        self.armies = 0  # that the sheet orders, if there is no ACTIVATE on it
        self._ended_by: dict[type[ArmyOrder | orders.Items], str] = {}  # the action below the last heading

    # ---- by kind of line

    def decide(self, line: SheetLine, fate: Fate) -> None:
        if told := self._told.get(line.number):
            self._leave_out(line, told.fault)
        elif fate.fault:
            self._refuse(line, fate.fault)
        elif fate.order is not None:
            self.take(_PlainLine(line.number, line.text, fate.order))
        elif _is_part(line.order):
            self._leave_open(line)
        elif isinstance(line.order, ActionOrder):
            self._unused = line.order

    def _leave_open(self, line: SheetLine) -> None:
        """Note a line that does not count now; refuse one that would be under no heading if it counted."""
        order = line.order
        if isinstance(order, ArmyOrder) and not (self._block or isinstance(self._unused, orders.Activate)):
            self._refuse(line, self._without_heading(order))
        else:
            self._may_be_filled = True

    def take(self, line: _PlainLine) -> None:
        match line.order:
            case ArmyOrder() | Refusal() if self._block:
                self._block.lines.append(line)
            case Refusal() as fault:
                self._refuse(line, fault)
            case ArmyOrder() as order:
                self._refuse(line, self._without_heading(order))
            case orders.Items(items=items):
                self._take_items(line, items)
            case _ as order:
                self._take_action(line, order)

    def _leave_out(self, line: SheetLine, fault: Refusal) -> None:
        """Refuse a line that the answer to its player refused; the lines below a heading go with it."""
        if _is_heading(line.order):
            self._close_heading()
            self._recruiting, self._refused_heading = None, line.text
        self._refuse(line, fault)

    def finish(self) -> Plan:
        self._close_heading()
        self.verdicts.sort(key=lambda verdict: verdict.number)
        return Plan(tuple(self.steps), tuple(self.verdicts), self.position, self.dutiful, self.is_paused)

    def _refuse(
        self, line: SheetLine | _PlainLine | _OpenBlock, fault: Refusal, item: RecruitItem | None = None
    ) -> None:
        self.verdicts.append(Refused(line.number, line.text, fault, item))

    def _accept(self, line: _PlainLine, order: ActionOrder | ArmyOrder | RecruitItem) -> None:
        self.verdicts.append(Accepted(line.number, line.text, order))

    def _without_heading(self, order: ArmyOrder | orders.Items) -> NotAllowed:
        if self._refused_heading:
            return NotAllowed(
                say("it_belongs_to_which_is_refused", heading=self._refused_heading), say("mend_that_line")
            )
        has_offensive = not why_no_offensive(self.position)
        most = capacity(self.position)
        return why_loose(order, Above(self._ended_by.get(type(order), ""), self.armies, most, has_offensive))

    # ---- actions

    def _take_action(self, line: _PlainLine, order: ActionOrder) -> None:
        if self._block:
            self._ended_by[ArmyOrder] = line.text.strip()
        if self._recruiting is not None:
            self._ended_by[orders.Items] = line.text.strip()
        self._close_heading()
        self._recruiting, self._refused_heading, self._unused = None, "", None
        try:
            self._check_may_follow(order)
            self._begin(line, order)
        except NotAllowed as fault:
            self._refuse(line, fault)
            if isinstance(order, orders.Recruit | orders.Activate):
                self._refused_heading = line.text

    def _check_may_follow(self, order: ActionOrder) -> None:
        if self.closed:
            remedy = say("send_it_after_the_pause") if self.is_paused else say("write_it_above_that_line")
            raise NotAllowed(self.closed, remedy)
        name = action_name(order)
        fault = why_no_action(self.position, name, self._earlier) if name else None
        if fault:
            raise fault

    def _begin(self, line: _PlainLine, order: ActionOrder) -> None:
        match order:
            case orders.Recruit():
                self._begin_recruiting(line, order)
            case orders.Activate():
                self._begin_activation(line, order)
            case orders.Pause() if not may_go_on(self.position):
                self._close_sheet(line, orders.Pass(), is_paused=False)
            case orders.Pause():
                self._check_pause()
                self._close_sheet(line, order, is_paused=True)
            case orders.Pass():
                self._close_sheet(line, order, is_paused=False)
            case orders.Gas() if order.zone in self.doubts:
                self._take_single_line(line, order, gas.allowed(self.position, order.zone))
            case (
                orders.Gas() | orders.Research() | orders.Entrench() | orders.Diplomacy() | orders.Missions()
            ):
                self._take_single_line(line, order, carry_out(self.position, order)[0])
            case _ as never:
                assert_never(never)

    def _take_single_line(self, line: _PlainLine, order: SingleLine, after: Position) -> None:
        self.position = acted(after, action_name(order))
        self.steps.append(PlannedAction(order))
        self._accept(line, order)

    def _close_sheet(self, line: _PlainLine, order: orders.Pause | orders.Pass, *, is_paused: bool) -> None:
        self.closed = say("it_stands_below", heading=line.text.strip().upper())
        self.is_paused = is_paused
        self.steps.append(PlannedAction(order))
        self._accept(line, order)

    def _check_pause(self) -> None:
        if self.position.options.get("pause") == "off":
            raise NotAllowed(say("pause_is_switched_off_at_this"), say("leave_it_out_all_is_carried"))
        if pauses_left(self.position) == 0:
            most = self.position.options["pauses"]
            raise NotAllowed(
                say("no_pause_is_left", power=self.position.power, most=most),
                say("leave_it_out_all_is_carried"),
            )

    # ---- recruiting

    def _begin_recruiting(self, line: _PlainLine, order: orders.Recruit) -> None:
        self._recruiting = recruiting.steps_of(self.position, self.position.power)
        self._recruit_heading = _OpenRecruit(line, self.position)
        self.position = acted(self.position, "Recruit")
        self.steps.append(Recruiting(()))
        if order.items:
            self._take_items(line, order.items)
        else:
            self._accept(line, order)

    def _close_recruit(self) -> None:
        """Take the heading back if nothing under it is accepted: then it is not an action."""
        heading, self._recruit_heading = self._recruit_heading, None
        if heading is None or self._may_be_filled or self.steps[-1] != Recruiting(()):
            return
        self.steps.pop()
        self.position = heading.before
        number = heading.line.number
        self.verdicts = [
            one for one in self.verdicts if one.number != number or isinstance(one, Refused)
        ]  # of this line only the heading was accepted
        if not any(one.number == number for one in self.verdicts):
            self._refuse(heading.line, WITHOUT_RECRUITS)

    def _take_items(self, line: _PlainLine, items: Sequence[RecruitItem]) -> None:
        steps = self._recruiting
        if steps is None:
            self._refuse(line, self._without_heading(orders.Items(tuple(items))))
            return
        for written in items:
            item = item_in_short(self.position, written)
            if fault := self._fault_told(line, written):
                self._refuse(line, fault, written)
                continue
            try:
                steps = self._recruit(item, steps)
            except NotAllowed as fault:
                self._refuse(line, fault, written)
            else:
                self._accept(line, item)
        self._recruiting = steps

    def _fault_told(self, line: _PlainLine, item: RecruitItem) -> Refusal | None:
        """Return why the answer to the player refused an item; each refusal is for one of equal items."""
        for place, (number, told, fault) in enumerate(self._told_items):
            if (number, told) == (line.number, item):
                del self._told_items[place]
                return fault
        return None

    def _recruit(self, item: RecruitItem, steps: recruiting.Steps) -> recruiting.Steps:
        """Recruit all armies of the item or none; return the steps left."""
        position = self.position
        for _ in range(item.army.number):
            position, steps = recruiting.recruit(position, item, steps)
        self.position = position
        last = self.steps[-1]
        if isinstance(last, Recruiting):
            self.steps[-1] = Recruiting((*last.items, item))
        return steps

    # ---- Activations

    def _begin_activation(self, line: _PlainLine, order: orders.Activate) -> None:
        against = why_no_offensive(self.position) if order.extra else ""
        if against:
            raise NotAllowed(
                say("there_is_no_offensive", against=against), say("write_activate_if_action_is_left")
            )
        first = [_PlainLine(line.number, line.text, order.order)] if order.order else []
        self._block = _OpenBlock(line.number, line.text, order.extra, first)

    def _close_heading(self) -> None:
        block, self._block = self._block, None
        if block:
            self._activate(block)
        self._close_recruit()
        self._may_be_filled = False

    def _activate(self, block: _OpenBlock) -> None:
        extra = block.extra
        numbered = [
            Numbered(line.number, line.order) for line in block.lines if isinstance(line.order, ArmyOrder)
        ]
        trial = tried(self.position, numbered, extra, self.doubts)
        actions = tuple(in_short(self.position, trial.position, action) for action in trial.actions)
        short = {action.number: action.order for action in actions}
        dutiful = _dutiful(self.position, trial.position)
        against = _why_no_offensive_attack(self.position, trial.actions) if extra else ""
        if against:
            for_all = NotAllowed(say("offensive", against=against), say("add_such_attack_or_write_activate"))
            self._refuse_all(block, for_all)
            return
        is_carried_out = bool(actions) or self._may_be_filled
        self._judge_heading(block, is_carried_out=is_carried_out)
        self._judge_armies(block, trial.refused, short)
        if not is_carried_out:
            return
        self.position = opened(trial.position, extra)
        self.doubts = trial.doubts
        self.dutiful += dutiful
        self.steps.append(Block(extra, actions))

    def _judge_heading(self, block: _OpenBlock, *, is_carried_out: bool) -> None:
        """Accept the heading, or refuse it if no army is under it; an army on its line answers for it."""
        if any(line.number == block.number for line in block.lines):
            return
        if is_carried_out:
            self.verdicts.append(Accepted(block.number, block.text, orders.Activate(block.extra)))
        else:
            self._refuse(block, WITHOUT_ARMIES)

    def _judge_armies(
        self, block: _OpenBlock, refused: Mapping[int, NotAllowed], accepted: Mapping[int, ArmyOrder]
    ) -> None:
        for line in block.lines:
            fault = line.order if isinstance(line.order, Refusal) else refused.get(line.number)
            if fault:
                self._refuse(line, fault)
            elif isinstance(line.order, ArmyOrder):
                self._accept(line, accepted[line.number])

    def _refuse_all(self, block: _OpenBlock, fault: NotAllowed) -> None:
        self._refuse(block, fault)
        with_it = NotAllowed(say("it_belongs_to_which_is_refused", heading=block.text), say("mend_that_line"))
        for line in block.lines:
            if line.number != block.number:
                self._refuse(line, with_it)


def _is_part(order: SheetOrder | Refusal) -> bool:
    """Return whether the line is under a heading: an army of ACTIVATE, an item of RECRUIT."""
    one = order.order if isinstance(order, Conditional) else order
    return isinstance(one, ArmyOrder | orders.Items)


def _is_heading(order: SheetOrder | Refusal) -> bool:
    one = order.order if isinstance(order, Conditional) else order
    return isinstance(one, orders.Activate | orders.Recruit)


def opened(position: Position, extra: bool) -> Position:
    """Count the Activation as an action, or as the year's Offensive."""
    if extra:
        return acted(with_used(position, position.power, "Offensive"), "")
    return acted(position, "Activate")


def may_go_on(position: Position) -> bool:
    """Return whether anything can be ordered after PAUSE: an action, or what takes none. 10.3, 10.6"""
    return actions_left(position) > 0 or not why_no_offensive(position) or not gas.why_not_yet(position)


def pauses_left(position: Position) -> int | None:
    """Return how often the Power may still pause this year (S.2); None at older tables without a limit."""
    most = "0" if position.options.get("pause") == "off" else position.options.get("pauses")
    return max(0, int(most) - position.pauses.get(position.power, 0)) if most else None


def why_no_offensive(position: Position) -> str:
    power = position.power
    if not may_use(position, power, "Offensive"):
        return say("does_not_have_technology_available", power=power)
    if "Offensive" in position.used.get(power, ()):
        return say("it_is_made_once_year")
    if power == RUSSIA and seasons.year(position.season) >= NO_OFFENSIVE_FROM:
        return say("russia_has_none_in", year=NO_OFFENSIVE_FROM)
    return ""


def _why_no_offensive_attack(position: Position, actions: Sequence[Action]) -> str:
    attacks = [action for action in actions if action.assault]
    if not attacks:
        return say("must_contain_attack")
    if position.power == GERMANY and not any(_is_western(position, action) for action in attacks):
        return say("of_germany_must_contain_attack_on")
    return ""


def _is_western(position: Position, action: Action) -> bool:
    return any(a.zone == action.zone and a.power == "Franco-British" for a in position.armies)


def _dutiful(before: Position, after: Position) -> int:
    """Return how many of the attacks 9.0.6 or 9.0.7 asks for."""
    new = [id_ for id_ in after.turn.attacked if id_ not in before.turn.attacked]
    return sum(army.id in new and obligations.counts(after, army) for army in after.armies)


def planned(position: Position, lines: Sequence[SheetLine], told: Sequence[Refused] = ()) -> Plan:
    """Return the plan of the Power in turn.

    *told*: what was refused when the Power was answered, on a board that has changed since: it is left out.
    """
    planner = _Planner(position, told)
    if not any(isinstance(line.order, orders.Activate) for line in lines):
        planner.armies = armies_without_activate([line.order for line in lines])
    found = fates(Scene(position, position.power), [line.order for line in lines])
    for line, fate in zip(lines, found, strict=True):
        planner.decide(line, fate)
    return planner.finish()._replace(decided=tuple(_decided(lines, found)))


def _decided(lines: Sequence[SheetLine], found: Sequence[Fate]) -> Iterator[DecidedLine]:
    for line, fate in zip(lines, found, strict=True):
        if isinstance(line.order, Refusal) or fate.fault:
            continue
        if isinstance(line.order, Conditional) or fate.order is None:
            yield DecidedLine(line.number, line.text, line.order, fate)


def sheet_lines(lines: Sequence[ParsedLine]) -> list[SheetLine]:
    """Return the lines that belong on the sheet: no remarks, standing orders or technologies."""
    return [
        SheetLine(line.number, line.text, line.order)
        for line in lines
        if isinstance(line.order, SheetOrder | Refusal)
    ]


def why_sheet_refused(position: Position, plan: Plan) -> NotAllowed | None:
    """Refuse the sheet if it leaves out an obligatory attack that is possible. 9.0.8"""
    owed = obligations.duty(position)
    missing = min(owed.asked, position.turn.could_attack - position.turn.dutiful) - plan.dutiful
    if missing < 1 or plan.is_paused or position.options.get("obligations", "refused") != "refused":
        return None
    return NotAllowed(owed.words, say("add_such_attack_else_it_costs"))

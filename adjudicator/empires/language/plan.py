"""What would a sheet do?  Its lines in their order, each taken or refused with a reason; nothing is rolled.

The reader's answers and the judging both come from here. Lines are tried on the board one after another, so
that a line which breaks a limit only together with earlier ones is the one refused. Where combats above a
line could change what it needs, the line is let pass (see `activation`).
"""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from adjudicator.core.words import NotAllowed, Refusal
from adjudicator.empires import seasons
from adjudicator.empires.ground import BOARD, GERMANY, RUSSIA, Zone
from adjudicator.empires.language import orders
from adjudicator.empires.language.activation import Action, Numbered, tried
from adjudicator.empires.position import Position, may_use
from adjudicator.empires.resolve import gas, obligations, recruiting
from adjudicator.empires.resolve.actions import DEEDS, acted, do
from adjudicator.empires.resolve.movement import with_used

SHEET = "sheet"  # the sheet as a whole, where 9.0.8 refuses it
NO_OFFENSIVE_FROM = 1918  # Russia's, 10.3.1


class ParsedLine(NamedTuple):
    """A line as it was parsed; *order* is what could not be read where that is known."""

    number: int
    text: str
    order: object


class Verdict(NamedTuple):
    number: int
    text: str
    order: object
    fault: Refusal | None = None


class Recruiting(NamedTuple):
    items: tuple[orders.New | orders.Reinforce, ...]


class Block(NamedTuple):
    """An Activation with the lines that may stand."""

    extra: bool
    actions: tuple[Action, ...]


class PlannedAction(NamedTuple):
    order: object


class Plan(NamedTuple):
    steps: tuple[Recruiting | Block | PlannedAction, ...]
    verdicts: tuple[Verdict, ...]
    position: Position  # as far as it can be foreseen
    dutiful: int  # attacks planned that 9.0.6 or 9.0.7 ask for
    is_paused: bool


class _Planner:
    """The sheet while it is gone through."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.doubts: frozenset[Zone] = frozenset()
        self.steps: list[Recruiting | Block | PlannedAction] = []
        self.verdicts: list[Verdict] = []
        self.dutiful = 0
        self.is_paused = False
        self.closed = ""  # why nothing more may follow
        self._recruiting: recruiting.Steps | None = None
        self._heading: ParsedLine | None = None  # of the Activation whose lines are being gathered
        self._lines: list[ParsedLine] = []
        self._refused_heading = ""

    # ---- what kind of line

    def take(self, said: ParsedLine) -> None:
        order = said.order
        if isinstance(order, orders.ArmyOrder | Refusal) and self._heading:
            self._lines.append(said)
        elif isinstance(order, Refusal):
            self._refuse(said, order)
        elif isinstance(order, orders.ArmyOrder):
            self._refuse(said, self._without_heading("ACTIVATE"))
        elif isinstance(order, orders.Items):
            self._take_items(said, order.items)
        else:
            self._take_action(said)

    def finish(self) -> Plan:
        self._close_block()
        self.verdicts.sort(key=lambda verdict: verdict.number)
        return Plan(tuple(self.steps), tuple(self.verdicts), self.position, self.dutiful, self.is_paused)

    def _refuse(self, said: ParsedLine, fault: Refusal) -> None:
        self.verdicts.append(Verdict(said.number, said.text, said.order, fault))

    def _accept(self, said: ParsedLine, order: object = None) -> None:
        self.verdicts.append(Verdict(said.number, said.text, order or said.order))

    def _without_heading(self, heading: str) -> NotAllowed:
        if self._refused_heading:
            return NotAllowed(f"It belongs to {self._refused_heading}, which is refused.", "Mend that line.")
        return NotAllowed(f"It stands under no {heading}.", f"Write {heading} on a line above it.")

    # ---- actions

    def _take_action(self, said: ParsedLine) -> None:
        self._close_block()
        self._recruiting, self._refused_heading = None, ""
        try:
            self._check_may_follow(said.order)
            self._begin(said)
        except NotAllowed as fault:
            self._refuse(said, fault)
            if isinstance(said.order, orders.Recruit | orders.Activate):
                self._refused_heading = said.text

    def _check_may_follow(self, order: object) -> None:
        if self.closed:
            raise NotAllowed(self.closed, "Write it above that line, or leave it out.")
        name = _action_name(order)
        taken = self.position.turn.actions
        if not name:
            return
        if name in taken and name != "Activate":
            raise NotAllowed(f"{name} may be taken once a turn (7.2).", "Leave one of them out.")
        most = BOARD.powers[self.position.power].actions
        if len(taken) >= most:
            raise NotAllowed(
                f"{self.position.power} has {most} actions a turn (7.1); they are taken above.",
                "Leave this one out, or one of those.",
            )
        if name == "Recruit" and (taken or self.position.turn.has_acted):
            raise NotAllowed("Recruit may only be the first action (7.3).", "Write it above all others.")

    def _begin(self, said: ParsedLine) -> None:
        order = said.order
        if isinstance(order, orders.Recruit):
            self._begin_recruiting(said, order)
        elif isinstance(order, orders.Activate):
            self._begin_activation(said, order)
        else:
            self._do(said)

    def _do(self, said: ParsedLine) -> None:
        order = said.order
        if isinstance(order, orders.Pause):
            self._check_pause()
        if isinstance(order, orders.Gas) and order.zone in self.doubts:
            self.position = gas.allowed(self.position, order.zone)
        else:
            self.position, _ = do(self.position, order)
        if isinstance(order, orders.Pause | orders.Pass):
            self.closed = f"It stands below {said.text.strip().upper()}."
            self.is_paused = isinstance(order, orders.Pause)
        else:
            self.position = acted(self.position, _action_name(order))
        self.steps.append(PlannedAction(order))
        self._accept(said)

    def _check_pause(self) -> None:
        if self.position.options.get("pause") == "off":
            raise NotAllowed(
                "PAUSE is switched off at this table (S.2).", "Leave it out: all is carried out at once."
            )

    # ---- recruiting

    def _begin_recruiting(self, said: ParsedLine, order: orders.Recruit) -> None:
        self._recruiting = recruiting.steps_of(self.position, self.position.power)
        self.position = acted(self.position, "Recruit")
        self.steps.append(Recruiting(()))
        if order.items:
            self._take_items(said, order.items)
        else:
            self._accept(said)

    def _take_items(self, said: ParsedLine, items: Sequence[orders.New | orders.Reinforce]) -> None:
        if self._recruiting is None:
            self._refuse(said, self._without_heading("RECRUIT"))
            return
        for item in items:
            try:
                self._recruit(item)
            except NotAllowed as fault:
                self._refuse(ParsedLine(said.number, said.text, item), fault)
            else:
                self._accept(said, item)

    def _recruit(self, item: orders.New | orders.Reinforce) -> None:
        """All armies of the item or none."""
        position, steps = self.position, self._recruiting
        assert steps is not None  # noqa: S101  (for the types: _take_items has asked)
        one = replace(item, army=replace(item.army, number=1))
        for _ in range(item.army.number):
            position, steps = recruiting.recruit(position, one, steps)
        self.position, self._recruiting = position, steps
        last = self.steps[-1]
        if isinstance(last, Recruiting):
            self.steps[-1] = Recruiting((*last.items, item))

    # ---- Activations

    def _begin_activation(self, said: ParsedLine, order: orders.Activate) -> None:
        if order.extra:
            against = why_no_offensive(self.position)
            if against:
                raise NotAllowed(
                    f"There is no Offensive: {against} (10.3.1).", "Write ACTIVATE, if an action is left."
                )
        self._heading = said
        if order.order:
            self._lines.append(ParsedLine(said.number, said.text, order.order))

    def _close_block(self) -> None:
        if self._heading is None:
            return
        heading, lines = self._heading, self._lines
        self._heading, self._lines = None, []
        extra = isinstance(heading.order, orders.Activate) and heading.order.extra
        self._activate(heading, lines, extra)

    def _activate(self, heading: ParsedLine, lines: list[ParsedLine], extra: bool) -> None:
        numbered = [Numbered(s.number, s.order) for s in lines if isinstance(s.order, orders.ArmyOrder)]
        trial = tried(self.position, numbered, extra, self.doubts)
        dutiful = _dutiful(self.position, trial.position)
        against = _why_no_offensive_attack(self.position, trial.actions) if extra else ""
        if against:
            for_all = NotAllowed(
                f"An Offensive {against} (10.3.1).", "Add such an attack, or write ACTIVATE."
            )
            self._refuse_all(heading, lines, for_all)
            return
        if not any(line.number == heading.number for line in lines):
            self._accept(heading)
        for line in lines:
            fault = line.order if isinstance(line.order, Refusal) else trial.refused.get(line.number)
            self.verdicts.append(Verdict(line.number, line.text, line.order, fault))
        self.position = opened(trial.position, extra)
        self.doubts = trial.doubts
        self.dutiful += dutiful
        self.steps.append(Block(extra, trial.actions))

    def _refuse_all(self, heading: ParsedLine, lines: Sequence[ParsedLine], fault: NotAllowed) -> None:
        self._refuse(heading, fault)
        with_it = NotAllowed(f"It belongs to {heading.text}, which is refused.", "Mend that line.")
        for line in lines:
            if line.number != heading.number:
                self._refuse(line, with_it)


def opened(position: Position, extra: bool) -> Position:
    """The Activation counted as an action, or as the year's Offensive."""
    if extra:
        return acted(with_used(position, position.power, "Offensive"), "")
    return acted(position, "Activate")


def why_no_offensive(position: Position) -> str:
    power = position.power
    if not may_use(position, power, "Offensive"):
        return f"{power} does not have the technology available"
    if "Offensive" in position.used.get(power, ()):
        return "it is made once a year"
    if power == RUSSIA and seasons.year(position.season) >= NO_OFFENSIVE_FROM:
        return f"Russia has none in {NO_OFFENSIVE_FROM}"
    return ""


def _why_no_offensive_attack(position: Position, actions: Sequence[Action]) -> str:
    attacks = [action for action in actions if action.assault]
    if not attacks:
        return "must contain an attack"
    if position.power == GERMANY and not any(_is_western(position, action) for action in attacks):
        return "of Germany must contain an attack on a Franco-British army"
    return ""


def _is_western(position: Position, action: Action) -> bool:
    return any(a.zone == action.zone and a.power == "Franco-British" for a in position.armies)


def _dutiful(before: Position, after: Position) -> int:
    """How many of the attacks are such as 9.0.6 and 9.0.7 ask for."""
    new = [id_ for id_ in after.turn.attacked if id_ not in before.turn.attacked]
    return sum(army.id in new and obligations.counts(after, army) for army in after.armies)


def _action_name(order: object) -> str:
    if isinstance(order, orders.Recruit):
        return "Recruit"
    if isinstance(order, orders.Activate):
        return "" if order.extra else "Activate"
    return DEEDS[type(order)][0]


def planned(position: Position, lines: Sequence[ParsedLine]) -> Plan:
    """The plan of the Power in turn."""
    planner = _Planner(position)
    for said in lines:
        planner.take(said)
    return planner.finish()


def why_sheet_refused(position: Position, plan: Plan) -> NotAllowed | None:
    """9.0.8: an obligatory attack left out though one is possible."""
    owed = obligations.duty(position)
    missing = min(owed.asked, position.turn.could_attack - position.turn.dutiful) - plan.dutiful
    if missing < 1 or plan.is_paused or position.options.get("obligations", "refused") != "refused":
        return None
    return NotAllowed(owed.words, "Add such an attack; else it costs a Victory Point (5.7).")

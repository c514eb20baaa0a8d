"""A computer player: an order sheet for one seat of any game.

It knows the game only through its interface, and the position only as its seat may know it
(`Game.imagined`): two states that the seat cannot tell apart give the same sheet. Candidates are adjudicated
against sheets that the others might send, and changed order by order as long as they improve. The effort is
limited by a number of positions, never by the clock, so that the same seed always gives the same sheet.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from msgspec import Struct

from adjudicator.core.dice import SeededDice
from adjudicator.core.game import REFUSED, TAKEN, Game, Orders, Power, Reading, State
from adjudicator.robots import guards, proposals
from adjudicator.robots.chance import Chance
from adjudicator.robots.proposals import Choices, Plan
from adjudicator.robots.sharing import as_written
from adjudicator.robots.valuing import Values
from adjudicator.robots.worth import worth_of

Level = Literal["random", "easy", "steady"]
LEVELS: tuple[Level, ...] = ("random", "easy", "steady")
NO_ORDER = ""
EPSILON = 1e-9
SPARE_TRIES = 3  # orders of one kind that are tried to fill a sheet
SHOWN = 3  # guesses over which the gain of each line is measured
FIRST = 2  # guesses at the others' sheets after which a candidate that is far behind is dropped


class Budget(Struct, frozen=True):
    """The effort of a level: positions adjudicated, guesses at the others' sheets, and initial candidates."""

    judged: int
    futures: int
    begins: int


EASY = Budget(60, 2, 6)


class Advice(Struct, frozen=True):
    """The sheet of a robot: *lines* that `Game.read` accepts, and how many points each of them gains.

    *gains* has for each line how much less the sheet is worth without it; 0 if that was not measured.
    """

    lines: tuple[str, ...]
    gains: tuple[float, ...] = ()


def sheet(game: Game, state: State, power: Power, level: Level, seed: str) -> tuple[str, ...]:
    """Return an order sheet for *power*; () if there is nothing to order."""
    return advice(game, state, power, level, seed).lines


def advice(game: Game, state: State, power: Power, level: Level, seed: str) -> Advice:
    """Return the sheet and, for the levels that search, what each of its lines gains."""
    chance = _chance(game, state, power, seed)
    try:
        position = game.imagined(state, power)
    except ValueError:  # orders cannot be tried now without hidden facts
        return Advice(_any(game, state, power, chance))
    if level == "random":
        return Advice(_any(game, position, power, chance))
    return _Search(game, position, power, seed, _budget(game, level)).advice()


def _chance(game: Game, state: State, power: Power, seed: str) -> Chance:
    return Chance(f"{seed} {power} {game.due(state).number}")


def _budget(game: Game, level: Level) -> Budget:
    if level == "easy":
        return EASY
    worth = worth_of(game.card.key)
    return Budget(worth.judged, worth.futures, worth.begins)


def _any(game: Game, state: State, power: Power, chance: Chance) -> tuple[str, ...]:
    """Return a random legal sheet."""
    plan = proposals.drawn(game.choices(state, power), chance)
    return tuple(_fitting(game, state, power, plan).values())


def _fitting(game: Game, state: State, power: Power, plan: Plan) -> Plan:
    """Return the lines of the sheet without the orders of *plan* that are refused.

    Where units share an action, a line below one that is refused can be read differently without it.
    """
    written = as_written(plan, game.card.shared_action)
    taken = _lawful(game, state, power, written)
    if len(taken) == len(written) or game.card.shared_action is None:
        return taken
    return _fitting(game, state, power, {entry: plan[entry] for entry in plan if entry in taken})


def _lawful(game: Game, state: State, power: Power, written: Plan) -> Plan:
    """Return those lines of *written* that are accepted together."""
    entries, lines = tuple(written), tuple(written.values())
    reading = game.read(state, power, None, lines)
    taken = {line.number - 1 for line in reading.lines if line.verdict == TAKEN and line.number}
    return {entries[number]: lines[number] for number in sorted(taken)}


class _Search:
    """One search for the best sheet of a power."""

    def __init__(self, game: Game, position: State, power: Power, seed: str, budget: Budget) -> None:
        self.game, self.position, self.power = game, position, power
        self.chance, self.budget, self.left = _chance(game, position, power, seed), budget, budget.judged
        self.choices: Choices = proposals.settled(
            game.choices(position, power), tuple(worth_of(game.card.key).later), f"{seed} {power}"
        )
        self.without = _without_orders(self.choices, game.form(position, power))
        self.values = Values(game, position, power)
        self.later = {
            word: 2 * share * self.chance.share() for word, share in self.values.worth.later.items()
        }
        self.futures = [self._future(number) for number in range(budget.futures)]
        self._known: dict[tuple[Orders, float], float] = {}

    def _future(self, number: int) -> tuple[Mapping[Power, Orders], int]:
        """Return sheets that the others may send, and the number of the dice to adjudicate them with."""
        others: dict[Power, Orders] = {}
        for power in self.game.due(self.position).owed:
            if power != self.power:
                plan = proposals.likely(
                    self.values, power, self.game.choices(self.position, power), self.chance
                )
                others[power] = self.game.read(self.position, power, None, self._lines(plan)).orders
        return others, number

    # --- the search ------------------------------------------------------------------------------------

    def advice(self) -> Advice:
        if not self.choices:
            return Advice(())
        best, worth = self._begin()
        improved = True
        while improved and self.left > 0:
            improved = False
            for plan in self._neighbours(best):
                value = self._try(plan, worth)
                if value > worth + EPSILON:
                    best, worth, improved = plan, value, True
                if self.left <= 0:
                    break
        best = self._filled(self._boosted(self._sensible(self._fitting(best), worth), worth), worth)
        best = self._elsewhere(self._accomplished(self._guarded(best, worth), worth), worth)
        written = _fitting(self.game, self.position, self.power, best)
        whole = self._roughly(best)
        gains = tuple(whole - self._without(best, entry) for entry in written)
        return Advice(tuple(written.values()), gains)

    def _written(self, plan: Plan) -> Plan:
        return as_written(plan, self.game.card.shared_action)

    def _lines(self, plan: Plan) -> tuple[str, ...]:
        return tuple(self._written(plan).values())

    def _fitting(self, plan: Plan) -> Plan:
        """Return *plan* without the orders for which a limited sheet has no room."""
        if not self.values.worth.limited:
            return plan
        fitting = _fitting(self.game, self.position, self.power, plan)
        return {entry: order for entry, order in plan.items() if entry in fitting}

    def _sensible(self, plan: Plan, worth: float) -> Plan:
        """Return *plan* without support for moves that its own units are not ordered to make."""
        moves = {proposals.moved(order) for order in plan.values() if proposals.is_move(order)}
        own = {self.values.land.standing(entry).place for entry in self.choices}
        for entry, order in [*plan.items()]:
            move = "" if proposals.is_move(order) else proposals.moved(order)
            if not move or move in moves or self.values.land.place(move.partition(" - ")[0]) not in own:
                continue
            others = [other for other in self.choices[entry] if not proposals.moved(other)]
            changed = self._with(plan, entry, others[0] if others else NO_ORDER)
            plan = changed if self._try(changed, worth) >= worth - EPSILON else plan
        return plan

    def _filled(self, plan: Plan, worth: float) -> Plan:
        """Return *plan* with orders whose use comes later, if there is room and it is worth as much."""
        for word in self.values.worth.spare:
            orders = self.chance.shuffled([*self.choices.get(word, ())]) if word not in plan else []
            changed = (self._at_the_end(plan, word, order) for order in orders[:SPARE_TRIES])
            plan = next((one for one in changed if self._is_as_good(one, worth)), plan)
        return plan

    def _boosted(self, plan: Plan, worth: float) -> Plan:
        """Return *plan* with what makes an order stronger, such as tanks, if it is worth as much."""
        for boost in self.values.worth.boosts:
            for entry, order in [*plan.items()]:
                stronger = next((one for one in self.choices[entry] if one == f"{order}{boost}"), "")
                changed = {**plan, entry: stronger}
                plan = changed if stronger and self._is_as_good(changed, worth) else plan
        return plan

    def _at_the_end(self, plan: Plan, entry: str, order: str) -> Plan:
        """Return *plan* with *order* as the last that does something."""
        ends = {other: given for other, given in plan.items() if given in self.values.worth.ends}
        return {other: given for other, given in plan.items() if other not in ends} | {entry: order} | ends

    def _is_as_good(self, plan: Plan, worth: float) -> bool:
        """Return whether every line of *plan* is accepted and it is worth as much."""
        written = self._written(plan)
        is_read = _lawful(self.game, self.position, self.power, written) == written
        return is_read and self._try(plan, worth) >= worth - EPSILON

    def _guarded(self, plan: Plan, worth: float) -> Plan:
        """Return *plan* with conditions for some moves, as long as it is worth as much."""
        names = {entry.short: entry.name for entry in self.game.card.atlas}
        most = self.values.worth.guard.most if self.values.worth.guard else 0
        for entry, lines in [*guards.guarded(self.values, self.power, plan, names)][:most]:
            changed = guards.with_lines(plan, entry, lines)
            plan = changed if self._is_as_good(changed, worth) else plan
        return plan

    def _accomplished(self, plan: Plan, worth: float) -> Plan:
        """Return *plan* with what pieces do at once where they arrive, such as to destroy the Ring."""
        for entry, order in [*plan.items()]:
            line = self.values.accomplished(entry, order)
            changed = {**plan, f"{entry}, {proposals.BESIDES[0]}": line}
            plan = changed if line and self._is_as_good(changed, worth) else plan
        return plan

    def _elsewhere(self, plan: Plan, worth: float) -> Plan:
        """Return *plan* with further places in orders that take the first that is open then."""
        beginning, or_else = self.values.worth.elsewhere, self.values.worth.or_else
        for entry, order in [*plan.items()] if beginning else ():
            words, _, first = order.rpartition(" ")
            places = [
                one.rpartition(" ") for one in self.choices.get(entry, ()) if order.startswith(beginning)
            ]
            others = [place for same, _, place in places if same == words and place != first]
            changed = {**plan, entry: or_else.join([order, *others])}
            plan = changed if others and self._is_as_good(changed, worth) else plan
        return plan

    def _begin(self) -> tuple[Plan, float]:
        """Return the best of the initial candidates."""
        best: Plan = dict(self.without)
        worth = self._try(best, float("-inf"))
        for number in range(self.budget.begins):
            wildness = 0.7 * number / self.budget.begins
            likely = proposals.likely(self.values, self.power, self.choices, self.chance, wildness)
            plan = self._dutiful(self._in_order({**self.without, **likely}))
            value = self._try(plan, worth)
            if value > worth:
                best, worth = plan, value
            if self.left <= 0:
                break
        return best, worth

    def _dutiful(self, plan: Plan) -> Plan:
        """Return *plan* with an order that the game finds missing on the sheet, such as an attack.

        The search itself would often end before it has tried that one order among some hundred.
        """
        if not self.values.worth.missing or not self._missing(plan):
            return plan
        orders = self.chance.shuffled([*self._every_order()])
        changed = (self._with(plan, entry, order) for entry, order in orders)
        return next((one for one in changed if not self._missing(one)), plan)

    def _missing(self, plan: Plan) -> int:
        reading = self.game.read(self.position, self.power, None, self._lines(plan))
        return _missing_in(reading)

    def _neighbours(self, plan: Plan) -> Iterator[Plan]:
        """Yield variants of *plan* with another order for one unit, and for one that helps it."""
        for entry, order in self.chance.shuffled([*self._every_order()]):
            if plan.get(entry, NO_ORDER) == order:
                continue
            changed = proposals.in_company(self.choices, self._with(plan, entry, order), entry)
            yield changed
            if proposals.is_move(order):
                helping = [pair for pair in proposals.helpers(self.choices, order) if pair[0] != entry]
                if helping:
                    yield self._with(changed, *self.chance.one_of(helping))

    def _with(self, plan: Plan, entry: str, order: str) -> Plan:
        """Return *plan* with that order; as the first if a game limits their number and drops the last."""
        if self.values.worth.limited:
            plan = {other: given for other, given in plan.items() if other != entry}
            if order in self.values.worth.ends:
                return {**plan, entry: order}
            return {entry: order, **plan} if order else plan
        others = proposals.instead(self.choices, entry) if order else ()
        return self._in_order(
            {other: given for other, given in plan.items() if other not in others} | {entry: order}
        )

    def _in_order(self, plan: Plan) -> Plan:
        """Return *plan* as the game lists the entries, so that the rest of the money comes last."""
        if self.values.worth.limited:
            return plan
        return {entry: plan[entry] for entry in self.choices if plan.get(entry)}

    def _every_order(self) -> Iterator[tuple[str, str]]:
        for entry, orders in self.choices.items():
            if entry not in self.without:
                yield entry, NO_ORDER
            for order in orders:
                if not proposals.is_never(self.values, self.values.power, order):
                    yield entry, order

    # --- the worth of a sheet --------------------------------------------------------------------------

    def _read(self, plan: Plan) -> tuple[Orders, float]:
        """Return the orders of *plan*, and the worth of what its turn does not show.

        That is what comes later of its orders, less what the game says is missing on the sheet.
        """
        reading = self.game.read(self.position, self.power, None, self._lines(plan))
        words = {line.text.split(maxsplit=1)[0] for line in reading.lines if line.verdict == TAKEN}
        later = sum(share for word, share in self.later.items() if word in words)
        return reading.orders, later - _missing_in(reading) * self.values.worth.missing

    def _try(self, plan: Plan, least: float) -> float:
        """Return the mean worth of *plan* over all guesses; over the first if it is far below *least*."""
        orders, besides = key = self._read(plan)
        if key in self._known:
            return self._known[key]
        values: list[float] = []
        for number in range(len(self.futures)):
            values.append(self._in_future(orders, number))
            if len(values) == FIRST and sum(values) / FIRST + besides < least - self.values.worth.centre:
                break
        self._known[key] = sum(values) / len(values) + besides
        return self._known[key]

    def _in_future(self, orders: Orders, number: int) -> float:
        others, dice = self.futures[number]
        self.left -= 1
        turn = self.game.judge(self.position, {**others, self.power: orders}, SeededDice("robot", dice))
        return self.values.of(turn.state)

    def _without(self, plan: Plan, entry: str) -> float:
        return self._roughly({other: order for other, order in plan.items() if other != entry})

    def _roughly(self, plan: Plan) -> float:
        """Return the mean worth of *plan* over a few guesses: enough to say how much a line gains."""
        orders, besides = self._read(plan)
        values = [self._in_future(orders, number) for number in range(len(self.futures))[:SHOWN]]
        return sum(values) / len(values) + besides


def _missing_in(reading: Reading) -> int:
    """Return how many orders the game finds missing on a sheet."""
    return sum(line.verdict == REFUSED and not line.number for line in reading.lines)


def _without_orders(choices: Choices, form: Sequence[str]) -> Plan:
    """Return the default orders in the form for units without an order, if the game has such orders."""
    usual = frozenset(form)
    found = (
        (entry, next((order for order in orders if order in usual), "")) for entry, orders in choices.items()
    )
    return {entry: order for entry, order in found if order}

"""The order sheet of a message while it is read: orders under their headings, checked and numbered."""

from collections.abc import Sequence

from msgspec import UNSET

from adjudicator.core.language.words import NotAllowed
from adjudicator.domination.language import legality
from adjudicator.domination.language.grammar import ParsedLine
from adjudicator.domination.language.legality import ReadingContext
from adjudicator.domination.language.order_checks import (
    check_conditions,
    check_may_order,
    check_sum,
    heading_before_play,
)
from adjudicator.domination.language.orders import BUILD, MOVE, Build, Cast, Hold, Move, Order, OrderLine
from adjudicator.domination.language.remedies.advice import Advice
from adjudicator.domination.language.remedies.suggestions import misunderstood
from adjudicator.domination.language.sentences.orders_above import CASTS, HOLDS
from adjudicator.domination.position import PHASES, cities
from adjudicator.domination.sentences import say
from adjudicator.domination.view.wording import sentence

LINES_OF_A_MESSAGE = 2000  # at most: numbers above it are of second orders on a line


class SheetInProgress:
    """The lines that were accepted so far, and the heading under which the next one is."""

    def __init__(self, context: ReadingContext, advice: Advice, *, uses_headings: bool) -> None:
        self.lines: list[OrderLine] = []
        self.in_words: dict[OrderLine, str] = {}  # in full, for each accepted line
        self.end = ""  # of the move or the hold above, for one that does the same
        self._context = context
        self._advice = advice
        self._uses_headings = uses_headings  # in any line of the message
        self._phase = PHASES[context.position.phase]
        self.heading = self._phase.headings[0]
        self._is_headed = False  # by the player, not by the phase
        self._last_if: int | None = None  # its number, 0 if it was refused
        self._may_order = False  # True after the check, which need not be repeated
        self._highest = 0  # the highest line number that was ever on the sheet

    def begin_builds(self) -> None:
        """Put what follows under Build, if the phase has builds."""
        if BUILD in self._phase.headings:
            self.heading = BUILD

    def begin_builds_if_one_is(self, orders: Sequence[Order]) -> None:
        """Put the orders of a sentence under Build if all may be builds and one can be nothing else."""
        own = cities(self._context.position, self._context.player)
        are_builds = all(isinstance(one, Build) and {*one.places} <= {*own} for one in orders)
        if (
            len(orders) > 1
            and are_builds
            and not self._uses_headings
            and any(map(self._is_of_no_unit, orders))
        ):
            self.begin_builds()

    def expect_condition(self) -> None:
        """Note that a condition is here: an `else` belongs to the last `if`, even if that is refused."""
        self._last_if = 0

    def take(self, number: int, words: str, parsed: ParsedLine | None) -> str:
        """Add a line to the order sheet and return it in words. Raises Refusal."""
        if parsed is None:
            raise misunderstood(self._context, self.heading, words)
        if not self._may_order:
            check_may_order(self._context)
            self._may_order = True
        self._set_heading(words, parsed)
        if self.heading not in self._phase.headings:
            raise NotAllowed(
                say("orders_under_are_not_open_now", heading=self.heading.capitalize()),
                say("now", due=self._phase.due),
            )
        if parsed.order is None:
            return f"{self.heading.capitalize()}:"
        line = self._line(self._new_number(number), parsed, parsed.order)
        check_conditions(self._context, self.lines, line)
        self._advice.check_is_there(words, line, self.lines)
        check_sum(self._context, self.lines, line, self._advice.lawful)
        return self._add(line)

    def _line(self, number: int, parsed: ParsedLine, order: Order) -> OrderLine:
        return OrderLine(
            number,
            self.heading,
            otherwise=self._number_of_if() if parsed.is_else else 0,
            tests=tuple(legality.condition(self._context, test) for test in parsed.tests),
            cases=tuple(legality.case(self._context, case) for case in parsed.cases) or UNSET,
            order=legality.checked(self._context, order, self.heading),
        )

    def _add(self, line: OrderLine) -> str:
        self.lines.append(line)
        self._highest = max(self._highest, line.number)
        self.end = _end_of(line.order)
        if line.conditions:
            self._last_if = line.number
        words = self.in_words[line] = sentence(line, self._context.ground.titles)
        return words

    def _set_heading(self, words: str, parsed: ParsedLine) -> None:
        """Choose the heading under which a line is: its own, or one that its order must have."""
        if parsed.order is None:
            self.heading, self._is_headed = parsed.heading, True
        elif self._context.position.phase == "opening":
            self.heading = heading_before_play(parsed.order, self._phase.due)
        elif self._must_be_build(words, parsed.order):
            self.begin_builds()

    def _must_be_build(self, words: str, order: Order) -> bool:
        return _says_build(words, order, is_headed=self._is_headed) or (
            not self._uses_headings and self._is_of_no_unit(order)
        )

    def _is_of_no_unit(self, order: Order) -> bool:
        """Return whether *order* must be a build: it names own cities that have no units of its kinds."""
        if type(order) is not Build or self.heading != MOVE or not (order.units and order.places):
            return False
        own = cities(self._context.position, self._context.player)
        return all(space in own for space in order.places) and not any(
            legality.stack_size(self._context, part.kind, space)
            for part in order.units
            for space in order.places
        )

    def _new_number(self, number: int) -> int:
        """Return a number for an order that no other of the sheet has; its line's, if it is alone there."""
        if number > self._highest:
            return number
        used = {line.number for line in self.lines}
        return number if number not in used else max(used) + LINES_OF_A_MESSAGE

    def _number_of_if(self) -> int:
        if self._last_if is None:
            raise NotAllowed(say("there_is_no_if_above_this"), say("write_condition_first"))
        if not self._last_if:
            raise NotAllowed(say("if_above_was_not_accepted"), say("if_you_correct_that_line_this"))
        return self._last_if


def _says_build(words: str, order: Order, *, is_headed: bool) -> bool:
    """Return whether *words* can only be a build: by their verb, or with "rest" where there is no heading."""
    if type(order) is not Build:
        return False
    return words.casefold().startswith("build") or (order.rest and not is_headed)


def _end_of(order: Order) -> str:
    """Return the end of an order: " - B5", that the units hold, or that it is a spell."""
    match order:
        case Move(way=way):
            return "".join(f" - {space}" for space in way)
        case Hold():
            return HOLDS
        case Cast():
            return CASTS
        case _:
            return ""

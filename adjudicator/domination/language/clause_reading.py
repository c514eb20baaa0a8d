"""Read the clauses of a message one after the other: each becomes orders, a refusal or a remark.

A clause may leave its goal or its units to the orders above it, or say builds only because it is under
that heading; what it says is worked out here. The order itself is added by `sheet_in_progress`.
"""

import re
from collections.abc import Mapping, Sequence

from adjudicator.core.clauses import Clause, doubted
from adjudicator.core.game import NOTED, REFUSED, REMARK, TAKEN, ReadLine
from adjudicator.core.language.words import Refusal, Unreadable
from adjudicator.core.languages import condition_in, gives_reason
from adjudicator.domination.language.grammar import ParsedLine, bare, parse_line
from adjudicator.domination.language.legality import ReadingContext
from adjudicator.domination.language.message_sense import GOES_ON, first_space
from adjudicator.domination.language.messages_to_others import is_message_to_others
from adjudicator.domination.language.order_checks import check_may_order
from adjudicator.domination.language.orders import BUILD, MOVE, Build, Hold, Move
from adjudicator.domination.language.ordinary import Said
from adjudicator.domination.language.remedies.advice import Advice
from adjudicator.domination.language.remedies.doubtful_numbers import check_number_of_builds, note_on_number
from adjudicator.domination.language.remedies.meant_for_orders import is_meant_for_an_order
from adjudicator.domination.language.remedies.misspelt_headings import heading_meant
from adjudicator.domination.language.remedies.refusals import FaultyList
from adjudicator.domination.language.remedies.suggestions import misspelt, misunderstood, names_a_player
from adjudicator.domination.language.remedies.withdrawn_preferences import refusal_of_withdrawal
from adjudicator.domination.language.sentences.orders_above import HOLDS, OrdersAbove
from adjudicator.domination.language.sentences.piece_lists import (
    join_lists,
    lists_for_cases_first,
    refuse_half_lists,
    refuse_lists_changed,
)
from adjudicator.domination.language.sentences.prose_moves import ALONG, LIKEWISE, THERE
from adjudicator.domination.language.sentences.rewording import builds
from adjudicator.domination.language.sentences.same_stack import BLANK, filled
from adjudicator.domination.language.sentences.who_holds import Held, is_of_others, who_holds
from adjudicator.domination.language.sentences.wordings import wordings
from adjudicator.domination.language.sheet_in_progress import SheetInProgress
from adjudicator.domination.language.vocabulary import many, vocabulary
from adjudicator.domination.sentences import say

_BUILDS = re.compile(r"(?:build|buy|recruit|raise)s?\b", re.IGNORECASE)
_BUILDS_LETTER = re.compile(r"b\s*:", re.IGNORECASE)
_BUILDS_LETTER_OF_UNITS = re.compile(r"b\s*:\s*\d{1,2} ?(?![a-z]\d)[a-z]", re.IGNORECASE)  # no unit itself
_FIRST_OF_LETTERS = re.compile(r"\(?a[.:)]\s", re.IGNORECASE)
_EMPTY_ITEM = re.compile(r"[,;]\s*[,;]|[,;]\s*$|^\W*(?:piece|claim|lose|keep)s?\s*[,;]", re.IGNORECASE)


class MessageOrders:
    """Read the lines of one message into an order sheet.

    *conditions*: those above that may reach to the lines of these numbers; these are asked about.
    """

    def __init__(
        self, context: ReadingContext, conditions: Mapping[int, str], *, uses_headings: bool
    ) -> None:
        self.context = context
        self._conditions = conditions
        self.advice = Advice(context)
        self.sheet = SheetInProgress(context, self.advice, uses_headings=uses_headings)
        self.lines: list[ReadLine] = []
        self.held: list[Held] = []
        self.above = OrdersAbove()
        self._heading_meant = ""  # by a word with a slip: "biuld"
        self._are_lettered = False  # whether a line begins with "A:", so that "B:" is the next of a list

    def read(self, clause: Clause, goes_on: str = "") -> None:
        """Read a clause: its orders, or what is wrong with it. *goes_on*: a space its path may lead to."""
        plain = clause.text.partition("#")[0].strip()
        self._are_lettered = self._are_lettered or _FIRST_OF_LETTERS.match(plain) is not None
        if self._is_headed_by_letter(clause, plain):
            self.sheet.begin_builds()
        if is_message_to_others(self.context, plain):
            self._pass_over_message(clause)
        elif not clause.orders and (withdrawal := refusal_of_withdrawal(self.context, plain)):
            self._refuse(clause, withdrawal)
        elif clause.taken_back and self._is_heading(clause):
            self.lines.append(ReadLine(clause.number, clause.text, NOTED))
        elif doubt := doubted(clause):
            is_slip = bool(misspelt(self.context, plain) or names_a_player(self.context, plain))
            trouble = misunderstood(self.context, self.sheet.heading, plain) if is_slip else doubt
            self._refuse(clause, trouble)
        elif self._may_have_condition(clause):
            self._ask_about_condition(clause, self._conditions[clause.number])
        else:
            self._read_plain(clause, plain, goes_on)

    def _may_have_condition(self, clause: Clause) -> bool:
        """Return whether a condition above may reach to its orders, which have none of their own."""
        is_below = clause.number in self._conditions
        return is_below and any(not condition_in(order) for order in clause.orders)

    def _read_plain(self, clause: Clause, plain: str, goes_on: str) -> None:
        """Read a clause about which there is no doubt."""
        if clause.is_comment or not plain:
            self.lines.append(ReadLine(clause.number, clause.text, NOTED))
        elif self._is_reason(clause):
            self.lines.append(ReadLine(clause.number, clause.text, REMARK))
        elif goes_on and self._is_move(clause):
            whole = say("write_whole_way_with_dashes_for", orders=bare(clause.orders[-1]), goes_on=goes_on)
            self._refuse(clause, Unreadable(say("way_may_go_on_so_half"), whole))
        elif self._is_broken_list(clause, plain):
            whole = say("write_list_again_each_item_once")
            self._refuse(clause, FaultyList(say("item_of_this_list_is_missing"), whole))
        else:
            self._see_builds(clause)
            for text in self._in_this_place(clause, plain) or clause.orders or (plain,):
                self._read_as_it_goes_on(clause, plain, text)

    def read_correction(self, clause: Clause) -> None:
        """Read a new order for units that have one above; it is a move or hold wherever it stands."""
        heading, self.sheet.heading = self.sheet.heading, MOVE
        self.read(clause)
        self.sheet.heading = heading

    def _ask_about_condition(self, clause: Clause, condition: str) -> None:
        """Refuse an order to which a condition above it may reach or not."""
        order = "; ".join(map(bare, clause.orders))
        if condition:
            remedy = say("with_condition_or_without", condition=condition, order=order)
            reason = say("condition_above_may_reach", condition=condition)
        else:
            remedy = say("write_condition_in_front", order=order)
            reason = say("same_condition_is_not_known")
        self.above.note(clause.number, "")
        self.lines.append(ReadLine(clause.number, clause.text, REFUSED, reason=reason, remedy=remedy))

    def _pass_over_message(self, clause: Clause) -> None:
        """Note a message to another player; nothing below it may refer to its condition or its spaces."""
        self.sheet.expect_condition()
        self.above.note(clause.number, "")
        self.lines.append(ReadLine(clause.number, clause.text, REMARK))

    def _see_builds(self, clause: Clause) -> None:
        """Begin builds with "2 Knights Aldgate, 3 Militia Ambermouth" if no Militia are there."""
        parsed = [parse_line(self.context.data, bare(text)) for text in clause.orders]
        plain = [one.order for one in parsed if one and one.order and not (one.has_condition or one.is_else)]
        if len(plain) == len(parsed):
            self.sheet.begin_builds_if_one_is(plain)

    def _is_reason(self, clause: Clause) -> bool:
        """Return whether a clause without orders says why the order before it on its line is given."""
        before = self.lines[-1] if self.lines else None
        is_behind = before is not None and before.verdict == TAKEN and before.number == clause.number
        return is_behind and not clause.orders and gives_reason(clause.text) and not condition_in(clause.text)

    def read_ordinary(self, number: int, text: str, said: Said | None) -> None:
        """Read an empty line, or one that is an order without further interpretation; see `ordinary`."""
        clause = Clause(number, text)
        if said is None:
            self.lines.append(ReadLine(number, text, NOTED))
        else:
            self._read_parsed(clause, said.words, said.parsed)

    def end(self) -> None:
        """Refuse what only the whole message shows to be wrong: lists of pieces that are not whole."""
        lists_for_cases_first(self.sheet.lines)
        refuse_lists_changed(self.sheet.lines, self.sheet.in_words, self.lines)
        refuse_half_lists(self.context, self.sheet.lines, self.lines, self.advice.asked_about_pieces)
        join_lists(self.context, self.sheet.lines, self.sheet.in_words, self.lines)

    def _read_as_it_goes_on(self, clause: Clause, plain: str, text: str) -> None:
        """Read an order that may leave its goal to the order above: "the knight B6 too"."""
        if BLANK.fullmatch(text):
            self._read_of_the_stack_above(clause, text)
            return
        head, dash, word = text.rpartition(" - ")
        if not (dash and word in (THERE, LIKEWISE, ALONG) and clause.orders):
            for one in self._each_kind(plain, text):
                self._read_order(clause, one)
        elif end := self._end_above(word):
            self._read_order(clause, f"{head}{end}")
        else:
            text = head if word == LIKEWISE else f"{head} {self.above.likely_goal}"
            self._refuse_without_above(clause, say("order_above_does_not_say_where"), text, f"{head} holds")

    def _end_above(self, word: str) -> str:
        """Return the end of an order that leaves it to the orders above; "" if they do not say it."""
        if word == THERE:
            return self.above.goal
        return "" if word == ALONG and self.above.end == HOLDS else self.above.end

    def _read_of_the_stack_above(self, clause: Clause, text: str) -> None:
        """Read an order that leaves its unit to the orders above: "another one goes to B10"."""
        order = filled(self.context, self.sheet.lines, text) if self.above.is_plain else ""
        likewise = order.removesuffix(f" - {LIKEWISE}")
        if order and (likewise == order or self.above.end):
            self._read_order(clause, order if likewise == order else f"{likewise}{self.above.end}")
            return
        self._refuse_without_above(
            clause, say("orders_above_do_not_say_which"), clause.text, self.advice.example
        )

    def _is_heading(self, clause: Clause) -> bool:
        parsed = parse_line(self.context.data, bare(clause.orders[0])) if len(clause.orders) == 1 else None
        return parsed is not None and parsed.order is None

    def _is_headed_by_letter(self, clause: Clause, plain: str) -> bool:
        """Return whether a line says "B: 3K A7, 4M A10": builds, and "B:" is not a unit or item of a list."""
        if not _BUILDS_LETTER.match(plain) or self._are_lettered or not clause.orders:
            return False
        is_unit = vocabulary(self.context.data).units.get("b") in self.context.own
        is_unit = is_unit and not _BUILDS_LETTER_OF_UNITS.match(plain)
        parsed = (parse_line(self.context.data, bare(text)) for text in clause.orders)
        return not is_unit and all(one is not None and isinstance(one.order, Build) for one in parsed)

    def _is_move(self, clause: Clause) -> bool:
        parsed = parse_line(self.context.data, bare(clause.orders[-1])) if clause.orders else None
        return parsed is not None and isinstance(parsed.order, Move)

    def _each_kind(self, plain: str, text: str) -> Sequence[str]:
        """Return one build for each kind of a sentence; a line of the language stays one order."""
        parsed = parse_line(self.context.data, bare(text))
        is_several = parsed is not None and isinstance(parsed.order, Build) and len(parsed.order.units) > 1
        if not (parsed and is_several) or parsed.has_condition or parsed.is_else:
            return (text,)
        if parse_line(self.context.data, bare(plain)) is not None or not isinstance(parsed.order, Build):
            return (text,)
        where = " or ".join(parsed.order.places)
        is_build = self.sheet.heading == BUILD or _BUILDS.match(bare(text))  # else they may stand there
        verb = "build " if is_build else ""
        return [f"{verb}{part.count} {part.kind} {where}" for part in parsed.order.units]

    def _is_broken_list(self, clause: Clause, plain: str) -> bool:
        """Return whether a list has an item without words; the cutter leaves such a list whole, unread."""
        if clause.orders:
            return any(map(GOES_ON.match, clause.orders)) and bool(_EMPTY_ITEM.search(plain))
        return bool(GOES_ON.match(plain)) and parse_line(self.context.data, bare(plain)) is not None

    def _in_this_place(self, clause: Clause, plain: str) -> Sequence[str]:
        """Return the builds that a clause under Build says, though it is a move or nothing elsewhere."""
        if self.sheet.heading != BUILD or parse_line(self.context.data, bare(plain)) is not None:
            return ()
        parsed = (parse_line(self.context.data, bare(text)) for text in clause.orders)
        if clause.orders and not any(one and isinstance(one.order, Move | Hold) for one in parsed):
            return ()
        return builds(self.context, bare(plain), wordings(self.context, bare(plain)))

    def _read_order(self, clause: Clause, text: str) -> None:
        words = bare(text)
        parsed = parse_line(self.context.data, words)
        kind = who_holds(text, self.context.data) if parsed is None and clause.orders else None
        if kind is not None:
            self._let_others_hold(clause, kind)
            return
        if parsed is None and not is_meant_for_an_order(self.context, words):
            self._add_refused(clause, self.advice.slip_or_prose(clause, self.sheet.heading))
            if self.lines[-1].verdict == REFUSED or first_space(self.context, clause.text):
                self.above.note(clause.number, "")
            return
        self._read_parsed(clause, words, parsed)

    def _read_parsed(self, clause: Clause, words: str, parsed: ParsedLine | None) -> None:
        if (parsed and parsed.has_condition) or (parsed is None and words.lower().startswith("if ")):
            self.sheet.expect_condition()
        try:
            if parsed is not None:
                check_number_of_builds(clause, parsed)
            reading = self.sheet.take(clause.number, words, parsed)
        except Refusal as refusal:
            self._refuse(clause, refusal)
        else:
            if parsed is not None and parsed.order is None:
                self._heading_meant = ""
            is_plain = parsed is not None and parsed.order and not (parsed.has_condition or parsed.is_else)
            self.above.note(clause.number, self.sheet.end if is_plain else "")
            note = note_on_number(self.context, clause, words, parsed)
            self.lines.append(ReadLine(clause.number, clause.text, TAKEN, reading=reading, condition=note))

    def _let_others_hold(self, clause: Clause, kind: str) -> None:
        """Accept that all other units, or those of a kind, hold: units without an order stand."""
        try:
            check_may_order(self.context)
        except Refusal as refusal:
            self._refuse(clause, refusal)
            return
        self.above.note(clause.number, HOLDS)
        self.held.append(Held(kind, of_others=is_of_others(clause.text)))
        words = say("all_others_of_kind_hold", kind=many(kind)) if kind else say("all_others_hold")
        self.lines.append(ReadLine(clause.number, clause.text, TAKEN, reading=words, withdraws=True))

    def _refuse(self, clause: Clause, why: Refusal) -> None:
        self.above.note(clause.number, "")
        if _BUILDS.match(bare(clause.text)):
            self.sheet.begin_builds()  # the rest of the line is built as well
        self._add_refused(clause, self.advice.refused(clause, self.sheet.heading, why))

    def _add_refused(self, clause: Clause, refused: list[ReadLine]) -> None:
        """Add the lines of a refused clause; below a heading with a slip it is suggested as a build."""
        self._heading_meant = heading_meant(clause.text) or self._heading_meant
        self.lines += self.advice.as_builds(clause, refused) if self._heading_meant == BUILD else refused

    def _refuse_without_above(self, clause: Clause, reason: str, text: str, example: str) -> None:
        """Refuse an order to which the orders above do not add what it leaves out."""
        self._refuse(clause, self.advice.without_above(reason, self.sheet.heading, text, example))

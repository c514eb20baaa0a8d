"""Read a player's message. Any text gives a `Reading`: accepted lines, refusals with a reason, remarks.

A later order sheet for the same turn replaces the whole earlier one, unless none of its lines is accepted.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import zip_longest
from typing import assert_never

from msgspec import UNSET
from msgspec.structs import replace

from adjudicator.core.clauses import Clause, cut, doubted
from adjudicator.core.game import NOTED, REFUSED, REMARK, TAKEN, InForce, Orders, Reading, ReadLine
from adjudicator.core.limits import unread, worth_reading
from adjudicator.core.near_orders import LawfulOrders, Spelling
from adjudicator.core.words import LOOK_UP, NotAllowed, Refusal, Unreadable, listed
from adjudicator.domination.language import legality, opening, reach
from adjudicator.domination.language.free_text import GOES_ON, pieces_listed, sense, who_holds, wordings
from adjudicator.domination.language.grammar import ParsedLine, bare, parse_line
from adjudicator.domination.language.legality import ReadingContext
from adjudicator.domination.language.mending import mended
from adjudicator.domination.language.orders import (
    BUILD,
    HEADINGS,
    MOVE,
    PIECE,
    Build,
    Cast,
    Claim,
    Hold,
    Move,
    Order,
    OrderLine,
    OrderSheet,
    Pieces,
    Prefer,
    from_text,
    to_text,
)
from adjudicator.domination.language.ordinary import Said, ordinary
from adjudicator.domination.language.prose_moves import LIKEWISE, THERE
from adjudicator.domination.language.refusals import FaultyList, ListOfPieces, NamesNothing, Slip
from adjudicator.domination.language.rewording import builds
from adjudicator.domination.language.same_stack import BLANK, filled
from adjudicator.domination.language.suggestions import (
    WHOLE_WORD,
    WORD,
    are_units,
    by_meaning,
    is_about_units,
    is_list_of_pieces,
    misspelt,
    misunderstood,
    names_a_player,
)
from adjudicator.domination.language.vocabulary import many, vocabulary
from adjudicator.domination.language.wishes import names_pieces, pieces_nearly_in
from adjudicator.domination.position import (
    DOUBLE,
    MINI,
    PHASES,
    Position,
    Preference,
    cities,
    is_choosing,
    treasury,
)
from adjudicator.domination.resolve.owed import acting_now, title
from adjudicator.domination.sentences import say
from adjudicator.domination.view.choices import choices
from adjudicator.domination.view.wording import sentence, short, stack

_STARTS = re.compile(r"(?:if|else|cast|lose|keep|target|rest|piece|claim|build|all|\d+)\b", re.IGNORECASE)
_SHORT = re.compile(
    r"(?:\d+\s+)?[a-z']+(?:\s+[a-z']+)?\s+(?:(?:at|in)\s+)?[a-z]\d{1,2}(?:\s+or\s+[a-z]\d{1,2})*(?:\s+holds?)?",
    re.IGNORECASE,
)  # "Elephant B12": a build or a hold with an unknown unit
_ARROW = re.compile(r"->|>|\w\s*-\s*\w")
_BEGINS_WITH_SPACE = re.compile(  # "on to E5"
    r"\s*(?:(?:and|then|on|to|over|via|further|from there|dann|weiter|nach|über|puis|vers|->?|>)\s*)*"
    r"(?P<space>[a-z]\d{1,2})\b",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"^\d+ ")
HOLDS = " holds"
BUILDS = re.compile(r"(?:build|buy|recruit|raise)s?\b", re.IGNORECASE)
FEW_WORDS = 4
SLIP = 2  # letters
MOST_WORDS = 12  # longest line that may be a misspelt order
SPELLING = Spelling(
    {},
    {
        **dict.fromkeys(("to", "moves", "goes"), "-"),
        **dict.fromkeys(("holds", "hold", "stays"), "holds"),
        **dict.fromkeys(("at", "in", "the", "my", "please", "pls", "thx", "thanks"), ""),
    },
)
_ONE = re.compile(r"\b(?:1|a|one|single|eine?|une?)\b|(?<!\d)1(?=[a-z])", re.IGNORECASE)
_ARTICLE = re.compile(r"^(?:and |an? )+(?=[^\W\d_]{3})", re.IGNORECASE)
_EMPTY_ITEM = re.compile(r"[,;]\s*[,;]|[,;]\s*$|^\W*(?:piece|claim|lose|keep)s?\s*[,;]", re.IGNORECASE)
LINES_OF_A_MESSAGE = 2000  # at most: numbers above it are of second orders on a line


class MessageOrders:
    """Read the lines of one message into an order sheet."""

    def __init__(self, context: ReadingContext, *, uses_headings: bool) -> None:
        self.context = context
        self._uses_headings = uses_headings  # in any line of the message
        self.sheet: list[OrderLine] = []
        self.lines: list[ReadLine] = []
        self._phase = PHASES[context.position.phase]
        self._heading = self._phase.headings[0]
        self._is_headed = False  # by the player, not by the phase
        self._to_suggest = LawfulOrders(lambda: self._lawful)
        self._end = ""  # of the move or the hold above, for one that does the same
        self._asked_about_pieces: set[int] = set()  # numbers of lines
        self._last_if: int | None = None  # its number, 0 if it was refused
        self._may_order = False  # True after the check, which need not be repeated
        self._highest = 0  # the highest line number that was ever on the sheet
        self.in_words: dict[OrderLine, str] = {}  # in full, for each accepted line

    def read(self, clause: Clause, goes_on: str = "") -> None:
        """Read a clause: its orders, or what is wrong with it. *goes_on*: a space its way may lead to."""
        plain = clause.text.partition("#")[0].strip()
        doubt = doubted(clause)
        if doubt:
            is_slip = bool(misspelt(self.context, plain) or names_a_player(self.context, plain))
            self._refuse(clause, misunderstood(self.context, self._heading, plain) if is_slip else doubt)
        elif clause.is_comment or not plain:
            self.lines.append(ReadLine(clause.number, clause.text, NOTED))
        elif goes_on and self._is_move(clause):
            whole = say("write_whole_way_with_dashes_for", orders=bare(clause.orders[-1]), goes_on=goes_on)
            self._refuse(clause, Unreadable(say("way_may_go_on_so_half"), whole))
        elif self._is_broken_list(clause, plain):
            whole = say("write_list_again_each_item_once")
            self._refuse(clause, FaultyList(say("item_of_this_list_is_missing"), whole))
        else:
            for text in self._in_this_place(clause, plain) or clause.orders or (plain,):
                self._read_as_it_goes_on(clause, plain, text)

    def _read_as_it_goes_on(self, clause: Clause, plain: str, text: str) -> None:
        """Read an order that may leave its goal to the order above: "the knight B6 too"."""
        if BLANK.fullmatch(text):
            self._read_of_the_stack_above(clause, text)
            return
        head, dash, word = text.rpartition(" - ")
        if not (dash and word in (THERE, LIKEWISE) and clause.orders):
            for one in self._each_kind(plain, text):
                self._read_order(clause, one)
        elif self._end and (word == LIKEWISE or self._end != HOLDS):
            self._read_order(clause, f"{head}{self._end}")
        else:
            self._refuse_without_above(clause, say("order_above_does_not_say_where"), head, f"{head} holds")

    def _read_of_the_stack_above(self, clause: Clause, text: str) -> None:
        """Read an order that leaves its unit to the orders above: "another one goes to B10"."""
        if order := filled(self.context, self.sheet, text):
            self._read_order(clause, order)
            return
        self._refuse_without_above(clause, say("orders_above_do_not_say_which"), clause.text, self._example)

    def _refuse_without_above(self, clause: Clause, reason: str, text: str, example: str) -> None:
        """Refuse an order to which the orders above do not add what it leaves out."""
        meant = by_meaning(self.context, self._heading, text, self._lawful) or example
        self._refuse(clause, Unreadable(reason, say("write_it_like_this", meant=meant)))

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
        is_build = self._heading == BUILD or BUILDS.match(bare(text))  # else they may stand there
        verb = "build " if is_build else ""
        return [f"{verb}{part.count} {part.kind} {where}" for part in parsed.order.units]

    def _is_broken_list(self, clause: Clause, plain: str) -> bool:
        """Return whether a list has an item without words; the cutter leaves such a list whole, unread."""
        if clause.orders:
            return any(map(GOES_ON.match, clause.orders)) and bool(_EMPTY_ITEM.search(plain))
        return bool(GOES_ON.match(plain)) and parse_line(self.context.data, bare(plain)) is not None

    def _in_this_place(self, clause: Clause, plain: str) -> Sequence[str]:
        """Return the builds that a clause under Build says, though it is a move or nothing elsewhere."""
        if self._heading != BUILD or parse_line(self.context.data, bare(plain)) is not None:
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
        if parsed is None and not _is_meant_for_an_order(self.context, words):
            self.lines.append(self._slip_or_prose(clause))
            return
        self._read_parsed(clause, words, parsed)

    def read_ordinary(self, number: int, text: str, said: Said | None) -> None:
        """Read an empty line, or one that is an order without further interpretation; see `ordinary`."""
        clause = Clause(number, text)
        if said is None:
            self.lines.append(ReadLine(number, text, NOTED))
        else:
            self._read_parsed(clause, said.words, said.parsed)

    def _read_parsed(self, clause: Clause, words: str, parsed: ParsedLine | None) -> None:
        if (parsed and parsed.has_condition) or (parsed is None and words.lower().startswith("if ")):
            self._last_if = 0  # an `else` belongs to the last `if`, even if that is refused
        try:
            reading = self._take(self._new_number(clause.number), words, parsed)
        except Refusal as refusal:
            self._refuse(clause, refusal)
        else:
            note = self._about_plural(words, parsed) or self._about_militia(clause, words, parsed)
            self.lines.append(ReadLine(clause.number, clause.text, TAKEN, reading=reading, condition=note))

    def _about_plural(self, words: str, parsed: ParsedLine | None) -> str:
        """Return a note if a plural without a number is read as one unit but several are there."""
        if parsed is None or not isinstance(order := parsed.order, Move):
            return ""
        for part in order.units:
            if part.count == 1 and words.casefold().startswith(f"{part.kind.casefold()}s "):
                return self._if_more_are_there(part.kind, order.origin)
        return ""

    def _about_militia(self, clause: Clause, words: str, parsed: ParsedLine | None) -> str:
        """Return a note if "militia" in a sentence is read as one unit but several are there."""
        order = parsed.order if parsed else None
        if not isinstance(order, Move) or bare(clause.text) == words or _ONE.search(clause.text):
            return ""
        is_one = [(part.kind, part.count) for part in order.units] == [("Militia", 1)]
        return self._if_more_are_there("Militia", order.origin) if is_one else ""

    def _if_more_are_there(self, kind: str, space: str) -> str:
        here = legality.stack_size(self.context, kind, space)
        return say("plural_is_one", here=here, kind=kind, space=space) if here > 1 else ""

    def _refuse(self, clause: Clause, why: Refusal) -> None:
        remedy = why.remedy
        if BUILDS.match(bare(clause.text)) and BUILD in self._phase.headings:
            self._heading = BUILD  # the rest of the line is built as well
        found = self._near_refused(clause.text, why)
        meant = found[0] if len(found) == 1 else ""
        if isinstance(why, Slip) and not meant and (slips := self._mended(clause)):
            self.lines.append(slips)
            return
        if isinstance(why, Slip) and not why.suggests:
            meant = meant or by_meaning(self.context, self._heading, clause.text, self._lawful)
        if meant:
            remedy = say("did_you_mean", meant=meant)
        if isinstance(why, ListOfPieces) or names_pieces(self.context, meant):
            self._asked_about_pieces.add(clause.number)
        self.lines.append(ReadLine(clause.number, clause.text, REFUSED, reason=why.reason, remedy=remedy))

    def _mended(self, clause: Clause) -> ReadLine | None:
        """Return the refusal of a sentence with typing errors, for a limited number of lines."""
        found = mended(self.context, clause.text) if self._to_suggest.may_look() else None
        if found is None or not all(map(self._may_be_suggested, found.orders)):
            return None
        reason = say("is_not_known_word", word=found.misspelt[0])
        remedy = say("did_you_mean", meant="; ".join(found.orders))
        return ReadLine(clause.number, clause.text, REFUSED, reason=reason, remedy=remedy)

    def _may_be_suggested(self, order: str) -> bool:
        """Return whether *order* is lawful as far as that can be looked up: a move or a hold."""
        return " - " not in order or _NUMBER.sub("", order) in set(self._lawful)

    def _near_refused(self, text: str, why: Refusal) -> list[str]:
        """Return the legal orders that a refused *text* may have meant."""
        match why:
            case Slip() | FaultyList():
                return self._nearest(text)
            case NamesNothing():
                return self._nearest(text, 1)
        return []

    def _nearest(self, text: str, most_wrong: int = 99) -> list[str]:
        """Return the legal orders nearest to *text*, up to a limited number of lines."""
        return SPELLING.nearest(_ARTICLE.sub("", bare(text)), self._to_suggest(), most_wrong)

    @cached_property
    def _lawful(self) -> list[str]:
        found = choices(self.context.position, self.context.player).values()
        lawful = [order for orders in found for order in orders]
        fewer = [_NUMBER.sub("", order) for order in lawful]
        return [*lawful, *fewer, *self._headings]

    @cached_property
    def _headings(self) -> list[str]:
        return [heading.capitalize() for heading in self._phase.headings]

    def _slip_or_prose(self, clause: Clause) -> ReadLine:
        """Refuse a text that is a letter or two away from a legal order; anything else is prose."""
        found = self._nearest(clause.text, SLIP) if len(WORD.findall(clause.text)) <= MOST_WORDS else []
        if not found and (slips := self._mended(clause)):
            return slips
        if found:
            remedy = say("did_you_mean", meant=listed(found))
        elif is_about_units(self.context, clause.text, is_build=self._heading == BUILD):
            remedy = self._way_to_write(clause.text)
        else:
            return ReadLine(clause.number, clause.text, REMARK)
        return ReadLine(
            clause.number, clause.text, REFUSED, reason=say("i_do_not_understand_this_line"), remedy=remedy
        )

    def suggest_pieces(self) -> None:
        """Refuse the line that names pieces if no list was understood, or one that lacks some of them."""
        if not is_choosing(self.context.position):
            return
        if any(isinstance(line.order, Pieces) and line.is_conditional for line in self.sheet):
            return  # a condition names other pieces than the list
        others = {line.number for line in self.sheet if not isinstance(line.order, Pieces)}
        told = [
            line.number
            for line in self.lines
            if line.number not in others
            and not line.text.strip().casefold().startswith("if ")
            and names_pieces(self.context, line.text)
        ]
        naming = [at for at, line in enumerate(self.lines) if line.number in told]
        named = pieces_nearly_in(self.context, " ".join(self.lines[at].text for at in naming))
        listed_now = [order.pieces for line in self.sheet if isinstance(order := line.order, Pieces)]
        if not naming or any(set(named) <= set(pieces) for pieces in listed_now):
            return
        taken = [at for at in naming if self.lines[at].verdict == TAKEN]
        is_answered = any(self.lines[at].number in self._asked_about_pieces for at in naming)
        self.sheet = [line for line in self.sheet if not taken or not isinstance(line.order, Pieces)]
        remedy = say("did_you_mean_piece", text=", ".join(named))
        for at in taken or ([] if is_answered else naming[:1]):
            line = self.lines[at]
            reason = say("i_do_not_understand_this_line")
            self.lines[at] = ReadLine(line.number, line.text, REFUSED, reason=reason, remedy=remedy)

    def _way_to_write(self, text: str) -> str:
        """Return what the sentence *text* may mean, else an order of this position."""
        if meant := by_meaning(self.context, self._heading, text, self._lawful):
            return say("if_it_is_order_did_you", meant=meant)
        example = self._example
        return say("if_it_is_order_write_it", example=example) if example else LOOK_UP

    @property
    def _example(self) -> str:
        """Return an order of this position, "" for none."""
        return next((order for order in self._lawful if order not in self._headings), "")

    def _let_others_hold(self, clause: Clause, kind: str) -> None:
        """Accept that all other units, or those of a kind, hold: units without an order stand."""
        try:
            _check_may_order(self.context)
        except Refusal as refusal:
            self._refuse(clause, refusal)
            return
        words = say("all_others_of_kind_hold", kind=many(kind)) if kind else say("all_others_hold")
        self.lines.append(ReadLine(clause.number, clause.text, TAKEN, reading=words))

    def _new_number(self, number: int) -> int:
        """Return a number for an order that no other of the sheet has; its line's, if it is alone there."""
        if number > self._highest:
            return number
        used = {line.number for line in self.sheet}
        return number if number not in used else max(used) + LINES_OF_A_MESSAGE

    def _take(self, number: int, words: str, parsed: ParsedLine | None) -> str:
        """Add a line to the order sheet and return it in words. Raises Refusal."""
        if parsed is None:
            raise misunderstood(self.context, self._heading, words)
        if not self._may_order:
            _check_may_order(self.context)
            self._may_order = True
        if parsed.order is None:
            self._heading, self._is_headed = parsed.heading, True
        elif self._is_opening:
            self._heading = _heading_before_play(parsed.order, self._phase.due)
        elif BUILD in self._phase.headings and (
            _says_build(words, parsed.order, is_headed=self._is_headed)
            or (not self._uses_headings and self._is_of_no_unit(parsed.order))
        ):
            self._heading = BUILD
        heading = self._heading
        if heading not in self._phase.headings:
            raise NotAllowed(
                say("orders_under_are_not_open_now", heading=heading.capitalize()),
                say("now", due=self._phase.due),
            )
        if parsed.order is None:
            return f"{self._heading.capitalize()}:"
        line = OrderLine(
            number,
            heading,
            otherwise=self._number_of_if() if parsed.is_else else 0,
            tests=tuple(legality.condition(self.context, test) for test in parsed.tests),
            cases=tuple(legality.case(self.context, case) for case in parsed.cases) or UNSET,
            order=legality.checked(self.context, parsed.order, heading),
        )
        self._check_condition_before_play(line)
        self._check_condition_in_battle(line)
        self._check_is_there(words, line)
        self._check_sum(line)
        self.sheet.append(line)
        self._highest = max(self._highest, number)
        self._end = _end_of(line.order)
        if line.conditions:
            self._last_if = number
        self.in_words[line] = sentence(line, self.context.ground.titles)
        return self.in_words[line]

    def _check_condition_in_battle(self, line: OrderLine) -> None:
        """Refuse conditions on hits or rounds on other lines than preferences, and their `else`; 5.9."""
        above = [row for row in self.sheet if row.number == line.otherwise] if line.otherwise else ()
        if any(row.is_standing for row in above):
            raise NotAllowed(say("hits_have_no_else"), say("write_preference_without_condition"))
        if any(case.is_in_battle for case in line.cases or ()) and not isinstance(line.order, Prefer):
            raise NotAllowed(say("hits_are_for_preferences"), say("write_for_instance_hits"))

    def _check_condition_before_play(self, line: OrderLine) -> None:
        """Refuse conditions that cannot be tested while pieces are chosen or before turn 1; 11.4."""
        if (
            isinstance(line.order, Prefer)
            and line.is_conditional
            and not line.is_standing
            and self._is_opening
        ):
            raise NotAllowed(say("preferences_need_no_condition_yet"), say("write_it_without_condition"))
        if not isinstance(line.order, Pieces):
            return
        above = [row.order for row in self.sheet if row.number == line.otherwise]
        is_about_others = line.tests or any(case.about != PIECE for case in line.cases or ())
        if is_about_others or (above and not isinstance(above[0], Pieces)):
            raise NotAllowed(say("condition_of_pieces"), say("write_who_has_a_piece"))

    @cached_property
    def _is_opening(self) -> bool:
        return self.context.position.phase == "opening"

    def _is_of_no_unit(self, order: Order) -> bool:
        """Return whether *order* must be a build: it names own cities that have no units of its kinds."""
        if not isinstance(order, Build) or self._heading != MOVE or not (order.units and order.places):
            return False
        own = cities(self.context.position, self.context.player)
        return all(space in own for space in order.places) and not any(
            legality.stack_size(self.context, part.kind, space)
            for part in order.units
            for space in order.places
        )

    def _check_is_there(self, words: str, line: OrderLine) -> None:
        """Refuse a unit that is not in its space, if one letter makes an order for one that is somewhere."""
        if not isinstance(line.order, Move | Hold) or line.is_conditional:
            return
        kinds = {part.kind for part in line.order.units}
        space = line.order.origin if isinstance(line.order, Move) else line.order.place
        here = self._own_kinds.get(space, set())
        if here & kinds or "" in kinds or any(space in _goals(earlier.order) for earlier in self.sheet):
            return
        found = self._nearest(words, 1)
        if found:
            unit = line.order.units[0].kind
            raise NotAllowed(
                say("you_have_no_at", unit=unit, space=space), say("did_you_mean", meant=listed(found))
            )

    @cached_property
    def _own_kinds(self) -> Mapping[str, set[str]]:
        """Return the kinds of the player's units in each space."""
        found: dict[str, set[str]] = {}
        for row in self.context.position.units:
            if row.player == self.context.player:
                found.setdefault(row.space, set()).add(row.kind)
        return found

    def _check_sum(self, line: OrderLine) -> None:
        """Refuse a starting build that the player cannot pay for: nobody else changes the sum.

        In Mini Domination as much of it is built as can be paid, as in later turns; 10.3.
        """
        position = self.context.position
        if self._is_opening and not position.slots:
            self._check_sum_of_pieces(line)
        if position.phase != "start" or position.settings.variant == MINI or not self._cost(line):
            return
        money = treasury(position, self.context.player)
        total = sum(map(self._cost, (*self.sheet, line)))
        if total > money:
            raise NotAllowed(
                say("with_this_line_your_builds_cost", total=total, money=money),
                say("order_builds_for_at_most", money=money),
            )

    def _check_sum_of_pieces(self, line: OrderLine) -> None:
        """Refuse a build that the income of its piece cannot pay for."""
        settings = self.context.position.settings
        piece = opening.piece_of(line)
        if settings.variant in (MINI, DOUBLE) or not piece:
            return
        money = opening.income_of(self.context.position, piece)
        total = sum(
            opening.cost(self.context.data, row)
            for row in (*self.sheet, line)
            if opening.piece_of(row) == piece
        )
        if total > money:
            raise NotAllowed(
                say("builds_of_piece_cost", piece=piece, total=total, money=money),
                say("order_builds_for_at_most", money=money),
            )

    def _cost(self, line: OrderLine) -> int:
        """Return the price of a build for sure; 0 for one at a place where the player cannot build now."""
        order = line.order
        if not isinstance(order, Build) or order.rest or line.is_conditional:
            return 0
        lawful = set(self._lawful)
        return sum(
            part.count * self.context.data.units[part.kind].cost
            for part in order.units
            if any(f"{part.kind} {space}" in lawful for space in order.places)
        )

    def _number_of_if(self) -> int:
        if self._last_if is None:
            raise NotAllowed(say("there_is_no_if_above_this"), say("write_condition_first"))
        if not self._last_if:
            raise NotAllowed(say("if_above_was_not_accepted"), say("if_you_correct_that_line_this"))
        return self._last_if


def _heading_before_play(order: Order, due: str) -> str:
    heading = legality.heading_before_play(order)
    if not heading:
        raise NotAllowed(say("play_begins_with_turn_1"), say("now", due=due))
    return heading


def _says_build(words: str, order: Order, *, is_headed: bool) -> bool:
    """Return whether *words* can only be a build: by their verb, or with "rest" where no heading stands."""
    if not isinstance(order, Build):
        return False
    return words.casefold().startswith("build") or (order.rest and not is_headed)


def _end_of(order: Order) -> str:
    """Return the end of an order: " - B5", or that the units hold."""
    match order:
        case Move(way=way):
            return "".join(f" - {space}" for space in way)
        case Hold():
            return HOLDS
        case _:
            return ""


def _goals(order: Order) -> tuple[str, ...]:
    """Return where *order* may bring units."""
    match order:
        case Move(way=way):
            return way
        case Cast(place=place, city=city):
            return (place, city)
        case _:
            return ()


def read(position: Position, player: str, so_far: Orders | None, lines: Sequence[str]) -> Reading:
    """Read the lines of one message. Any text gives an answer."""
    context = legality.reading_context(position, player)
    read_lines = _with_lists_joined(context, worth_reading(lines))
    found = ordinary(context, read_lines)
    clauses = list(cut(read_lines, sense(context))) if found is None else []
    message = MessageOrders(context, uses_headings=_uses_headings(context, found or (), clauses))
    if found is None:
        for clause, after in zip_longest(clauses, clauses[1:]):
            message.read(clause, goes_on=_way_behind(clause, after))
    else:
        for number, (text, said) in enumerate(found, 1):
            message.read_ordinary(number, text, said)
    message.suggest_pieces()
    before = from_text(so_far)
    is_new = so_far is None or any(line.verdict == TAKEN for line in message.lines)
    is_added = (
        is_new and bool(before) and bool(message.sheet) and all(line.is_standing for line in message.sheet)
    )
    sheet = tuple(message.sheet) if is_new else before
    warnings: tuple[str, ...] = ()
    if is_added:
        sheet = _with_preferences(before, message.sheet)
        warnings = (say("your_earlier_order_sheet_still_counts"),)
    elif is_new and before and sheet:
        warnings = (say("this_order_sheet_replaces_your_whole"),)
    if sheet:
        warnings = (*warnings, *opening.warnings(position, player, sheet, before))
        warnings = (*warnings, *reach.warnings(position, player, sheet))
    return Reading(
        orders=to_text(sheet),
        lines=(*message.lines, *unread(lines, read_lines)),
        in_force=_in_force(
            context, sheet, "this message" if is_new else "an earlier message", message.in_words
        ),
        warnings=warnings,
        complete=opening.is_complete(position, sheet),
    )


def _with_lists_joined(context: ReadingContext, lines: Sequence[str]) -> Sequence[str]:
    """Return the lines of a message; while pieces are chosen, a line that ends with a comma goes on below."""
    if not is_choosing(context.position):
        return lines
    joined = list(lines)
    for at, line in enumerate(lines[:-1]):
        if line.rstrip().endswith(",") and all(pieces_listed(context, one) for one in (line, lines[at + 1])):
            start = next(above for above in range(at, -1, -1) if joined[above])
            joined[start] = f"{joined[start].rstrip()} {lines[at + 1].lstrip()}"
            joined[at + 1] = ""
    return joined


def _uses_headings(
    context: ReadingContext, found: Iterable[tuple[str, Said | None]], clauses: Iterable[Clause]
) -> bool:
    """Return whether any line of the message is a heading; then no line without one is taken for a build."""
    if any(said is not None and said.parsed.order is None for _, said in found):
        return True
    texts = (text for clause in clauses for text in (clause.orders or (clause.text,)))
    parsed = (parse_line(context.data, bare(text)) for text in texts)
    return any(one is not None and one.order is None for one in parsed)


def _way_behind(clause: Clause, after: Clause | None) -> str:
    """Return the space at the beginning of the text after *clause* on its line, if that is not an order."""
    if after is None or after.number != clause.number or after.orders:
        return ""
    found = _BEGINS_WITH_SPACE.match(after.text)
    return found["space"] if found else ""


def _with_preferences(before: OrderSheet, new: OrderSheet) -> tuple[OrderLine, ...]:
    """Return the sheet *before* with the preferences of *new* instead of those that they replace."""
    first = max(line.number for line in before) + 1
    numbered = tuple(replace(line, number=first + at) for at, line in enumerate(new))
    kept = tuple(line for line in before if not _is_said_again(line, new))
    return (*kept, *numbered)


def _is_said_again(line: OrderLine, new: OrderSheet) -> bool:
    return isinstance(line.order, Prefer) and line.is_standing and _is_replaced(line.order, new)


def _check_may_order(context: ReadingContext) -> None:
    if context.player not in context.position.settings.seats:
        raise NotAllowed(say("does_not_play_in_this_game", player=context.player), "")
    if context.position.over:
        raise NotAllowed(say("game_is_over"), "")
    if context.player not in acting_now(context.position):
        raise NotAllowed(
            say("you_owe_no_orders_now", title=title(context.position)), say("wait_for_next_report")
        )


def _in_force(
    context: ReadingContext, sheet: OrderSheet, source: str, in_words: Mapping[OrderLine, str]
) -> tuple[InForce, ...]:
    """Return the orders in force; *in_words* has the sentences of lines of this message."""
    names = context.ground.titles
    found = [
        InForce("", in_words.get(line) or sentence(line, names), source, short(line.order)) for line in sheet
    ]
    found += [
        InForce("", f"standing: {sentence(_line_of(row), names)}", "standing")
        for row in context.position.standing
        if row.player == context.player and not _is_replaced(row.order, sheet)
    ]
    return (*found, *_without_orders(context, sheet))


def _line_of(row: Preference) -> OrderLine:
    return OrderLine(0, "", row.order, row.tests or (), cases=row.cases)


def _is_replaced(standing: Prefer, sheet: OrderSheet) -> bool:
    return any(
        isinstance(line.order, Prefer)
        and line.is_standing
        and (line.order.what, line.order.place) == (standing.what, standing.place)
        for line in sheet
    )


def _without_orders(context: ReadingContext, sheet: OrderSheet) -> list[InForce]:
    """Return the player's units in spaces that no line names."""
    position = context.position
    if MOVE not in PHASES[position.phase].headings or context.player not in acting_now(position):
        return []
    named = {_space_of(line.order) for line in sheet}
    return [
        InForce(f"{stack(row.kind, row.count)} {row.space}", say("no_order_stands"), "missing")
        for row in position.units
        if row.player == context.player and row.space not in named
    ]


def _space_of(order: Order) -> str:
    match order:
        case Move(origin=space) | Hold(place=space) | Cast(place=space) | Prefer(place=space):
            return space
        case Build() | Pieces() | Claim():
            return ""
        case _ as never:
            assert_never(never)


def _is_meant_for_an_order(context: ReadingContext, text: str) -> bool:
    return (
        _looks_like_an_order(context, text)
        or is_list_of_pieces(context, text)
        or bool(misspelt(context, text))
    )


def _looks_like_an_order(context: ReadingContext, text: str) -> bool:
    """Return whether *text* has a keyword with a space or a unit, or a unit with a space and an arrow."""
    words = vocabulary(context.data)
    letters = "".join(words.pieces) + words.sea
    has_space = bool(re.search(rf"\b[{letters}]\d{{1,2}}\b", text, re.IGNORECASE))
    folded = text.casefold()
    has_name = any(name in folded for name in words.named)
    tokens = WORD.findall(text)
    first = tokens[0].casefold() if tokens else ""
    has_unit = any(len(token) > 2 and token.casefold() in words.units for token in tokens)
    if _STARTS.match(text) and (has_space or has_unit or has_name or len(tokens) <= 4):
        return not text[0].isdigit() or has_unit or has_space
    if has_space and _SHORT.fullmatch(text):
        return True
    if first in words.units and len(tokens) <= 12 and (has_space or has_name or _ARROW.search(text)):
        return True
    if first in words.units and len(first) >= WHOLE_WORD and len(tokens) <= FEW_WORDS:
        return True  # "Knight Barowgate", "Militia Z9": an unknown place
    if len(tokens) <= FEW_WORDS and ((has_unit and has_space) or are_units(context, tokens[1:])):
        return True  # "3x Militia A7", "protect Wizard"
    return has_space and bool(_ARROW.search(text) or first in HEADINGS)

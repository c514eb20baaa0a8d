"""Read the orders in a message: the steps that Downfall XIII and Hardbop share.

Any text gives a `Reading`: orders, refusals with a reason, and remarks. A line is a remark only if nothing in
it looks like an order. What an order means may depend on others of the same message (an army lands where its
fleet goes, the Ring is passed from where its bearer will be), so they are checked in three stages.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from itertools import pairwise
from typing import Generic, TypeVar, cast, get_args

from msgspec.structs import replace

from adjudicator.core.clauses import units_of_refused
from adjudicator.core.clauses.doubts import taken_back_by
from adjudicator.core.clauses.ordered_anew import Answered, in_doubt, told_again
from adjudicator.core.clauses.stops import WORDS
from adjudicator.core.game import NOTED, REFUSED, REMARK, TAKEN, Orders, Reading, ReadLine
from adjudicator.core.language.corrections.withdrawing import (
    NOT_ON_FILE,
    cancelled_answer,
    on_file_instead,
    order_cancelled,
    withdrawing,
)
from adjudicator.core.language.described_orders import denies, told, told_behind
from adjudicator.core.language.lost_retreats import asked_for, refusal
from adjudicator.core.language.near_orders import LawfulOrders
from adjudicator.core.language.suggested import MOST_BESIDE, MOST_TO_CHOOSE, with_rest
from adjudicator.core.language.words import LOOK_UP, NotAllowed, Refusal, Unreadable, listed
from adjudicator.core.languages import corrected_order, gives_reason
from adjudicator.middle_earth.language import leaders_in_remarks, led_units, merging
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.grammar import (
    Clear,
    HoldAll,
    ParsedOrder,
    TakeBack,
    Withdraw,
    parse_order,
    plain,
    without_nicknames,
)
from adjudicator.middle_earth.language.in_force import OrdersInForce
from adjudicator.middle_earth.language.knowledge import (
    AnyKnowledge,
    Knowledge,
    KnownPositions,
    NotYours,
    Position,
)
from adjudicator.middle_earth.language.merging import MessageOrders, unit_key
from adjudicator.middle_earth.language.orders import Order, OrderSheet, Power, Standable, Unit
from adjudicator.middle_earth.language.ordinary import read_items
from adjudicator.middle_earth.language.parsing import (
    OrderLanguage,
    OrderText,
    ReadItem,
    parse_line,
    withdrawn,
)
from adjudicator.middle_earth.language.plain_orders import PlainOrders
from adjudicator.middle_earth.language.sentences.company_of_parts import apart
from adjudicator.middle_earth.language.sentences.destroying_there import meant_by
from adjudicator.middle_earth.language.sentences.led_there import (
    led_there,
    may_go_there,
    ordered_there,
    support_of_led,
)
from adjudicator.middle_earth.language.sentences.rewording import is_order, only_unit, places_alone, sense
from adjudicator.middle_earth.language.sentences.whole_stacks import counted
from adjudicator.middle_earth.language.standing import ANYWHERE, KindOf, cancelled, numbered
from adjudicator.middle_earth.language.suggestions import (
    ALIGNMENTS,
    SLIP,
    behind_question_word,
    corrected,
    is_near_an_order,
    near_or_mended,
    nearest,
    perhaps_withdrawing,
    slips,
    suggested,
    with_condition,
    without_swapped,
)
from adjudicator.middle_earth.language.supports_meant import (
    is_in_words,
    may_mean_the_move,
    move_meant,
    moves_in,
)
from adjudicator.middle_earth.language.taking_back import (
    is_any_proxy,
    may_withdraw,
    number_of,
    proxies,
    unit_withdrawn,
)
from adjudicator.middle_earth.language.writing import short
from adjudicator.middle_earth.resolve.pieces import PLURALS, is_piece
from adjudicator.middle_earth.sentences import say
from adjudicator.middle_earth.view.wording import place_name, short_unit

ANY_TIME = (act.Standing, act.CancelStanding, Clear, Withdraw, TakeBack)
NEVER_LENT = (act.Proxy, act.Retreat, act.Disband, act.Build, act.Remove)
FORM = say("send_form")
AS_STANDING = say("write_standing_for_later")
OF_ALL: Mapping[type, str] = {
    Clear: say("all_orders_are_deleted"),
    TakeBack: say("order_taken_back"),
}
MANY_WORDS = 6
FEWEST_TO_CHOOSE = 2  # orders
LONGEST_ABBREVIATION = 4  # letters of the name of a place
MOST_WORDS_OF_AN_ORDER = 6
RETREAT = "retreat"  # the phase
Kinds = tuple[type, ...]

_SHAPE = re.compile(
    r"(?:\d*\s*(?:a/f|army|armies|fleets?|cavalry|cav|ranger|[acf])\b"
    r".*(?:->|-|\b[hsdr]\b|\b(?:to|holds?|sup\w{2,6})\b)"
    r"|(?:standing|proxy|declare|build|remove|waive|cancel)\b.*\w|clear\b)",
    re.IGNORECASE,
)
_UNIT = re.compile(
    r"\d*\s*(?:a/f|army|armies|fleets?|cavalry|cav|rangers?|fellowship|fe|[acfrpe])\b", re.IGNORECASE
)
_VERB = re.compile(
    r"\b(?:throws?|pass(?:es)?|gives?|puts?|claims?|offers?|destroys?|neutrali[sz]es?|(?:dis)?embarks?|takes?|carries"
    r"|ferr(?:y|ies)|ff|convoys?|merges?|divides?|retreats?|kills?|slays?|builds?|removes?)\b",
    re.IGNORECASE,
)

_IN_WORDS = re.compile(  # "to (a) Bree" names no army
    r"\b(?:arm(?:y|ee|ies)|fleet|flotte|cav(?:alry)?|horse\w*|riders?|pirates?|piraten?|fellowship|hobbits?|gefährten|armée)"
    r"\b",
    re.IGNORECASE,
)
PLAIN = frozenset(get_args(act.Plain))
PLACED = (act.Hold, act.Move, act.SupportHold, act.SupportMove, act.Retreat, act.Disband, act.Remove)
COMING_BACK = ("Gandalf", "Nazgul")  # pieces that may be due to return to the board
WHOM_HE_CAN = Unit("")  # the unit in the place of the leader
SPOKEN_TO = ("you", "me", "us")  # "Back to the city with you!" is talk
IT = ("it", "them", "him", "that", "this")
ORDINARY = ("A", "C", "F", "P", "E")
BY_LAND = ("A", "C", "P", "E")
ABOUT_ORDERS = (Clear, HoldAll, Withdraw, TakeBack)  # about other orders, or units without one
_ASKS = re.compile(  # whatever it begins with: "The Fellowship is dead?"
    r"\b(?:is|are|was|were|has|have|had|did|does|can|could|will|would|should|may|might)\b.*\?\W*$",
    re.IGNORECASE,
)
_KILLS = re.compile(r"\b(?:kills?|slays?)\b", re.IGNORECASE)
_DESTROYS = re.compile(r"\b(?:kills?|slays?|destroys?)\b", re.IGNORECASE)

_DESTROYED = re.compile(r"\b(?:destroys?|kills?|slays?) (?:the |any )?(?P<whom>[^\W\d_]+)", re.IGNORECASE)
_PLAIN_UNIT = re.compile(r"(\d?(?:[ACFRPE]|Fe) \S+|\S+) (?:-|H\b)")

S = TypeVar("S", bound=Position)
K = TypeVar("K", bound=Knowledge[Position])


@dataclass(frozen=True)
class OrderReader(Generic[S, K]):
    """Reads the messages of one game. The fields are the differences between the games."""

    language: OrderLanguage
    turn: Callable[[S], str]  # the name of the turn that is due
    first: Kinds  # other orders of the message depend on these kinds
    last: Kinds  # these kinds depend on other orders of the message
    line_by_line: bool  # whether an order may depend on earlier ones of the same stage
    kind_of: KindOf
    known: Callable[[S, Power, Iterable[Order], Iterable[Order]], K]  # this message, earlier ones
    builds_due: Callable[[S, Power], int]
    unit_name: Callable[[Unit], str]
    refuse_kind: Callable[[Standable], None]  # raises NotAllowed for kinds that the game does not have
    in_this_phase: Callable[[Standable, S], Standable]  # raises NotAllowed in the wrong phase
    checked: Callable[[Standable, K], Standable]  # returns it with ids; raises Refusal if it is not allowed
    standing: Callable[[Standable, K], Standable]  # the same for a standing order: only names are checked
    check_beside: Callable[[Order, MessageOrders, Sequence[Order], K], None]  # its message, earlier orders
    left_out: Callable[[ParsedOrder | None, Order], list[str]]  # notes on what was written but does not count
    choices: Callable[[S, Power], Mapping[str, Sequence[str]]]
    examples: Mapping[str, Sequence[str]]  # by phase, for a power that may order nothing
    in_force: Callable[[Sequence[Order], K], OrdersInForce[K]]
    warnings: Callable[[Sequence[Order], K], Sequence[str]]

    def read(self, state: S, power: Power, so_far: Orders | None, lines: Sequence[str]) -> Reading:
        """Read the lines of one message on top of the orders *so_far*. No text makes it raise."""
        before = list(act.from_text(so_far).orders) if so_far else []
        known = self.positions.of(state, power)
        items = self._items(state, lines, before, known)
        if any(type(item.parsed) is Clear for item in items):
            before = [order for order in before if isinstance(order, merging.KEPT)]
        self._check_all(items, before, known)
        due = partial(self.builds_due, state, power)
        message, answered = self._answered_twice(items, before, known, due)
        answered = leaders_in_remarks.asked_about(items, answered, known.mine())
        on_file = before
        before = message.left_of(before, known.mine())
        before = merging.not_led_elsewhere(before, message.orders, self.kind_of, known)
        in_force = numbered(state.standing.get(power, ()), before, self.kind_of).values()
        new = merging.without_repeated(message.orders, before, in_force)
        orders, notes = merging.merged(before, new, self.kind_of), message.notes
        notes += merging.lost_to_merges(on_file, new, orders, self.kind_of, self.language.sentence)
        known = known.with_orders(orders, ())
        if known.is_adjustment():
            orders, dropped = merging.fitted(orders, due(), self.language.sentence)
            notes = [*notes, *dropped]
        counting = self.in_force(orders, known)
        return Reading(
            orders=act.to_text(OrderSheet(tuple(orders))),
            lines=answered,
            in_force=counting.rows(message.orders),
            warnings=(*dict.fromkeys(notes), *self.warnings(orders, known)),
            complete=counting.is_complete(),
        )

    def _items(self, state: S, lines: Sequence[str], before: Sequence[Order], known: K) -> list[ReadItem]:
        """Return an item for each order of the message, and for each clause that is not an order."""

        def is_lawful(text: str) -> bool:
            return self._is_lawful(text, known)

        retreating = self._retreating(state, known.power)
        headed = f"{self.turn(state)}; {known.power}"
        items = read_items(lines, self.language, headed, is_lawful, retreating)
        items = [
            one
            for item in items
            for one in (
                (item,)
                if _is_whole(item.parsed)
                else self._for_each(_in_place(item, retreating, known), known)
            )
        ]
        written = [item.parsed for item in items if isinstance(item.parsed, act.Lead)]
        for item in items:
            self._find_withdrawn(item, [*before, *written], known)
        return items

    def _check_all(self, items: Sequence[ReadItem], before: Sequence[Order], known: K) -> None:
        """Set the order or the refusal of each item, given those of the others."""
        plain = PlainOrders(known, is_any_kept=not self._has_first(items, before))
        for stage in self._stages(items):
            self._check(stage, items, before, plain)
        self._support_moves(items, known, before)
        self._lead_there(items, known, before)
        for above, item in pairwise(items):
            _ask_whom_it_leads(item, above)
        led_units.say_where_they_go(items, self.language.sentence)

    def _find_withdrawn(self, item: ReadItem, ordered: Sequence[Order], known: K) -> None:
        """Set the unit whose order the item withdraws, or its refusal."""
        if type(item.parsed) is not Withdraw or item.refusal is not None:
            return
        try:
            item.withdrawn = unit_withdrawn(item.parsed.unit, ordered, known)
        except Refusal as refusal:
            item.refusal = refusal
        else:
            item.answer = self._told_withdrawn(item.withdrawn, known)

    def _told_withdrawn(self, unit: Unit, known: K) -> str:
        is_of_place = known.is_adjustment() and not is_piece(unit.kind)
        name = place_name(unit.place, known.names) if is_of_place else self.unit_name(unit)
        return say("order_withdrawn", unit=name)

    @cached_property
    def positions(self) -> KnownPositions[S, K]:
        return KnownPositions(self.known)

    def _answered_twice(
        self, items: Sequence[ReadItem], before: Sequence[Order], known: K, due: Callable[[], int]
    ) -> tuple[MessageOrders, tuple[ReadLine, ...]]:
        """Return the orders and the answers; orders that a refused line contradicts are refused, too."""
        message = MessageOrders(self.kind_of, due, self.unit_name)
        answered = self._answer(items, message, before, known)
        if self._ask_about_leads(items, message.orders, known):
            message = MessageOrders(self.kind_of, due, self.unit_name)
            answered = self._answer(items, message, before, known)
        if not any(line.verdict == REFUSED for line in answered):
            return message, answered
        said = self._said(items, answered, known)
        if doubts := in_doubt(said):
            for at, sentence in doubts.items():
                items[at].refusal = taken_back_by(sentence)
            message = MessageOrders(self.kind_of, due, self.unit_name)
            return message, self._answer(items, message, before, known)
        again = told_again(said)
        return message, tuple(line.as_remark() if at in again else line for at, line in enumerate(answered))

    def _ask_about_leads(self, items: Sequence[ReadItem], message: Sequence[Order], known: K) -> bool:
        """Refuse each lead that sends its unit elsewhere than an order of the message does, and ask.

        Such a lead of a later message replaces the order, but here either line may be a slip.
        """
        leads = led_units.for_own_unit(message, known)
        own = [order for order in message if led_units.led_elsewhere(order, leads, self.kind_of)]
        for order in own:
            for item in items:
                lead = item.order
                if lead in leads and led_units.led_elsewhere(order, [lead], self.kind_of):
                    item.refusal = _contradicts(lead, order)
                    item.order = None
        return bool(own)

    def _said(self, items: Sequence[ReadItem], answers: Sequence[ReadLine], known: K) -> list[Answered]:
        """Return the items with their answers, to compare them with each other."""
        words = replace(sense(self.language, ""), is_lawful=lambda text: self._is_lawful(text, known))
        state: S = known.state  # type: ignore[assignment]  # K is the knowledge of an S
        words = replace(words, only_unit=only_unit(words, self._retreating(state, known.power)))
        return [
            Answered(
                item.item.number,
                item.item.text,
                orders=(short(item.order),) if item.order and line.verdict == TAKEN else (),
                is_refused=line.verdict == REFUSED,
                sense=words,
                sentence=item.item.sentence,
            )
            for item, line in zip(items, answers, strict=True)
        ]

    def _for_each(self, item: ReadItem, known: K) -> list[ReadItem]:
        """Return an item for each unit that "all armies destroy Nazgul" means; any other item as it is."""
        order = item.parsed
        if type(order) is act.Hold and order.unit.place == ANYWHERE:
            return [replace(item, parsed=HoldAll(order.unit.kind))]  # "A * H"
        if type(order) is not act.Destroy or order.unit.place != ANYWHERE or item.refusal is not None:
            return [item]
        units = {unit_key(unit): unit for unit in known.mine() if unit.kind == order.unit.kind}
        own = [ReadItem(item.item, replace(order, unit=unit)) for unit in units.values()]
        return own or [item]

    def _is_lawful(self, text: str, known: K) -> bool:
        """Return whether *text* is an order that is accepted by itself."""
        state: S = known.state  # type: ignore[assignment]  # K is the knowledge of an S
        withdraw = withdrawn(text, self.language)
        if isinstance(withdraw, Withdraw):
            return may_withdraw(withdraw.unit, known)
        parsed = withdraw.order if withdraw else parse_line(text, self.language)
        if parsed is None:
            return False
        if isinstance(parsed, (*ABOUT_ORDERS, *merging.KEPT)):
            return True
        try:
            self.checked(self.in_this_phase(counted(parsed, known), state), known)
        except Refusal:
            return False
        return True

    def _retreating(self, state: S, power: Power) -> tuple[str, ...]:
        """Return the units that may retreat, as orders name them; () if no retreats are due."""
        if state.phase != RETREAT:
            return ()
        orders = (order for lines in self.choices(state, power).values() for order in lines)
        return tuple(dict.fromkeys(order.partition(" R ")[0] for order in orders if " R " in order))

    def _mended(self, text: str, known: K) -> list[str]:
        """Return the legal orders that *text* with its misspelt words corrected is."""
        state: S = known.state  # type: ignore[assignment]  # K is the knowledge of an S
        found: dict[str, None] = {}
        told = meant_by(text)
        meant = [one for one in (told, support_of_led(told)) if one and one != text]
        for wording in (*meant, *corrected(told, self.language)):
            items = read_items([wording], self.language, "", lambda one: self._is_lawful(one, known))
            orders = [self._lawful(item, state, known) for item in items]
            if all(orders):
                found[listed(orders, "and")] = None
        return list(found)

    def _lawful(self, item: ReadItem, state: S, known: K) -> str:
        """Return the order of *item* in the order language; "" if it is not accepted by itself."""
        parsed = item.parsed
        if parsed is None or item.refusal is not None or isinstance(parsed, (*ABOUT_ORDERS, *merging.KEPT)):
            return ""
        try:
            return short(self.checked(self.in_this_phase(counted(parsed, known), state), known))
        except Refusal:
            return ""

    def _lawful_beside(self, item: ReadItem, state: S, known: K) -> tuple[str, ...]:
        """Return the orders beside what is doubtful in *item*; () if one is not accepted by itself."""
        read = [ReadItem(item.item, parse_line(text, self.language)) for text in item.beside[:MOST_BESIDE]]
        found = [self._lawful(one, state, known) for one in read]
        return tuple(found) if all(found) else ()

    # From parsed orders to orders with ids.

    def _stages(self, items: Sequence[ReadItem]) -> tuple[list[ReadItem], ...]:
        """Split the items into those that others depend on, most of them, and those that depend on others."""
        begin: list[ReadItem] = []
        rest: list[ReadItem] = []
        end: list[ReadItem] = []
        for item in items:
            kind = type(item.parsed)
            stage = begin if kind in self.first else end if kind in self.last else rest
            stage.append(item)
        return begin, rest, end

    def _check(
        self,
        stage: Sequence[ReadItem],
        items: Sequence[ReadItem],
        before: Sequence[Order],
        plain: PlainOrders[K],
    ) -> None:
        """Set the order or the refusal of each item of the stage, given the orders of the others."""
        known: K | None = None
        for item in stage:
            if item.parsed is None or isinstance(item.parsed, ABOUT_ORDERS):
                continue
            if plain.is_known(item):
                continue
            if known is None or self.line_by_line:
                message = [one.order for one in items if one.order is not None]
                left = merging.not_led_elsewhere(before, message, self.kind_of, plain.nothing_ordered)
                earlier = merging.left_of(left, message, self.kind_of)
                known = plain.nothing_ordered.with_orders(message, earlier)
            self._check_item(item, item.parsed, known)
            plain.keep(item)

    def _has_first(self, items: Iterable[ReadItem], before: Iterable[Order]) -> bool:
        """Return whether there is an order on which orders of any other kind may depend."""
        return any(type(item.parsed) in self.first for item in items) or any(
            type(order) in self.first for order in before
        )

    def _support_moves(self, items: Sequence[ReadItem], nothing_ordered: K, before: Sequence[Order]) -> None:
        """Let supports of units that move be for their moves, or suggest it if they are in the notation."""
        moves = moves_in(items)
        for above, item in pairwise((items[0], *items)) if moves else ():
            is_refused = item.refusal is not None and type(item.parsed) is act.SupportHold
            if not (is_refused or may_mean_the_move(item, above)):
                continue
            if (meant := move_meant(item, moves, nothing_ordered)) is None:
                continue
            known = nothing_ordered.with_orders([one.order for one in items if one.order], before)
            if (order := self._as_allowed(item, meant, known)) is None:
                continue
            if item.refusal is None or is_in_words(item.item.text):
                item.parsed, item.order, item.refusal = meant, order, None
            else:
                item.refusal = NotAllowed(item.refusal.reason, say("did_you_mean", found=short(order)))

    def _as_allowed(self, item: ReadItem, parsed: Order, known: K) -> Order | None:
        """Return the order that *parsed* is, None if it is refused."""
        try:
            return self._meaning(item, counted(parsed, known), known)
        except Refusal:
            return None

    def _lead_there(self, items: Sequence[ReadItem], nothing_ordered: K, before: Sequence[Order]) -> None:
        """Let a piece that "goes with the army to Osgiliath" lead the one that is ordered there."""
        for item in items:
            is_open = item.parsed is None and item.refusal is None and not item.item.is_noted
            said = led_there(item.item.text) if is_open else None
            places = self.language.places.meant(said.place) if said else ()
            if said is None or len(places) != 1:
                continue
            ordered = merging.merged(before, [one.order for one in items if one.order], self.kind_of)
            known = nothing_ordered.with_orders(ordered, ())
            leads = self._lawful_leads(item, ordered_there(said, places[0], ordered), known)
            if len(leads) == 1:
                item.parsed = item.order = leads[0]
                continue
            leads = leads or self._lawful_leads(item, may_go_there(said, places[0], known.mine()), known)
            found = say("did_you_mean", found=listed([short(order) for order in leads])) if leads else LOOK_UP
            item.refusal = NotAllowed(say("this_is_not_understood", text=item.item.text), found)

    def _lawful_leads(self, item: ReadItem, leads: Iterable[act.Lead], known: K) -> list[act.Lead]:
        """Return those of the orders that are accepted."""
        found = []
        for lead in leads:
            try:
                order = self._meaning(item, counted(lead, known), known)
            except Refusal:
                continue
            found += [order] if isinstance(order, act.Lead) else []
        return found

    def _let_others_hold(
        self,
        items: Sequence[ReadItem],
        answers: Iterable[ReadLine],
        before: Sequence[Order],
        known: K,
    ) -> None:
        """Let the others hold, as a line says: the units that have no order here, not even a refused one."""
        asked = [(item, item.parsed.kind) for item in items if type(item.parsed) is HoldAll]
        if not asked:
            return
        ordered = {key for item in items if item.order for key in _keys(item.order)}
        ordered |= {key for item in items if item.order for key in _keys_of_led(item.order, before)}
        words = sense(self.language, "")
        texts = (line.text for line in answers if line.verdict == REFUSED)
        refused = frozenset(unit for text in texts for unit in units_of_refused(text, words))
        state: S = known.state  # type: ignore[assignment]  # K is the knowledge of an S
        holds = [act.Hold(unit) for unit in known.mine() if unit_key(unit) not in ordered]
        holds = [hold for hold in holds if not refused & _names_of(hold.unit)]
        for item, kind in asked:
            idle = (hold for hold in holds if kind in ("", hold.unit.kind))
            try:
                item.holds = tuple(dict.fromkeys(self.in_this_phase(hold, state) for hold in idle))
            except Refusal as refusal:
                item.refusal = refusal

    def _check_item(self, item: ReadItem, parsed: Order, known: K) -> None:
        """Check one item. A proxy of this turn may lend the units of others; it is not known here."""
        try:
            mine = known.with_proxies if item.by_proxy else known
            item.order = self._meaning(item, counted(parsed, mine), mine)
        except NotYours as refusal:
            item.refusal = refusal
            if not item.by_proxy and not isinstance(parsed, NEVER_LENT):
                item.by_proxy = True
                item.note = say(
                    "it_counts_only_with_proxy", reason=refusal.reason, owner=known.names[refusal.owner]
                )
                item.refusal = None
                self._check_item(item, parsed, known)
        except Refusal as refusal:
            item.refusal = refusal

    def _meaning(self, item: ReadItem, parsed: Order, known: K) -> Order:
        state: S = known.state  # type: ignore[assignment]  # K is the knowledge of an S
        _check_heading(item, known.power)
        if type(parsed) is not act.CancelStanding:
            self.refuse_kind(parsed.order if type(parsed) is act.Standing else parsed)
        _check_lives(known.power, state.eliminated)
        if type(parsed) is act.Standing:
            return act.Standing(self.standing(parsed.order, known))
        if type(parsed) is act.CancelStanding:
            return cancelled(parsed, state.standing.get(known.power, ()), known.ordered, self.kind_of)
        return self.checked(self.in_this_phase(parsed, state), known)

    # From orders to answers.

    def _answer(
        self,
        items: Sequence[ReadItem],
        message: MessageOrders,
        before: Sequence[Order],
        known: K,
    ) -> tuple[ReadLine, ...]:
        """Add the orders to *message*, and return the answer to each line."""
        state: S = known.state  # type: ignore[assignment]  # K is the knowledge of an S

        @cache
        def choices() -> Sequence[str]:
            found = self.choices(state, known.power).values()
            return [line for lines in found for line in lines] or self.examples[state.phase]

        lawful = LawfulOrders(choices, lambda text: self._mended(text, known))
        for item in items:
            if item.beside:
                item.beside = self._lawful_beside(item, state, known)

        def take(item: ReadItem) -> None:
            self._take(item, message, before, known)

        def answered(some: Iterable[int]) -> dict[int, ReadLine]:
            return {at: _answered(items[at], self.language, take, lawful) for at in some}

        about_rest = [at for at, item in enumerate(items) if type(item.parsed) is HoldAll]
        by_item = answered(at for at in range(len(items)) if at not in about_rest)
        self._let_others_hold(items, by_item.values(), before, known)
        by_item |= answered(about_rest)
        answers = [by_item[at] for at in range(len(items))]
        if not known.is_retreat():
            return tuple(answers)
        retreats = [order for order in choices() if " R " in order]
        return asked_for(answers, retreats, self.language.full_names, _asked_back)

    def _take(self, item: ReadItem, message: MessageOrders, before: Sequence[Order], known: K) -> None:
        """Add what the item orders to *message*. Raises Refusal if that does not go with its other orders."""
        if type(item.parsed) is HoldAll:
            for hold in item.holds:
                message.take(hold)
        elif item.withdrawn is not None:
            message.withdraw(item.withdrawn, known.mine())
        elif isinstance(item.parsed, TakeBack):
            self._take_back(item, item.parsed.order, message, before, known)
        elif item.order is None:  # CLEAR
            message.clear()
        else:
            self.check_beside(item.order, message, before, known)
            message.take(item.order)
            message.notes += [item.note] if item.note else []
            message.notes += self.left_out(item.parsed, item.order)

    def _take_back(
        self, item: ReadItem, written: Order, message: MessageOrders, before: Sequence[Order], known: K
    ) -> None:
        """Delete the order that *written* means. Raises Refusal if there is no such order on file."""
        on_file = merging.merged(message.left_of(before, known.mine()), message.orders, self.kind_of)
        if is_any_proxy(written):
            given = proxies(on_file, written, known)
            message.take_back(given)
            item.answer = cancelled_answer("; ".join(map(self.language.sentence, given)))
            return
        try:
            order = self._meaning(item, counted(written, known), known.with_orders(message.orders, before))
        except Refusal:
            raise NotAllowed(NOT_ON_FILE, on_file_instead(())) from None
        if type(order) is act.Standing:
            state = known.state
            listed = numbered(state.standing.get(known.power, ()), on_file, self.kind_of)
            message.take(number_of(order, listed))
        elif order in on_file:
            message.take_back([order])
        else:
            same = [short(one) for one in on_file if {*_keys(order)} & {*_keys(one)}]
            raise NotAllowed(NOT_ON_FILE, on_file_instead(same))
        item.answer = cancelled_answer(self.language.sentence(order))


def _ask_whom_it_leads(item: ReadItem, above: ReadItem) -> None:
    """Refuse "Saruman leads it" below an order for a unit elsewhere, which "it" may be."""
    lead, order = item.order, above.order
    if type(lead) is not act.Lead or not isinstance(item.parsed, act.Lead) or item.parsed.led != WHOM_HE_CAN:
        return
    if order is not None and all(unit.place != lead.led.place for unit in merging.units(order)):
        item.refusal = NotAllowed(
            say("this_is_not_understood", text=item.item.text), say("did_you_mean", found=short(lead))
        )
        item.order = None


def _contradicts(lead: Order, order: Order) -> NotAllowed:
    reason = say("led_unit_has_another_order", unit=short_unit(cast(act.Lead, lead).led), order=short(order))
    return NotAllowed(reason, say("did_you_mean", found=short(lead)))


def _names_of(unit: Unit) -> frozenset[str]:
    """Return what `Sense.subject` calls *unit*; a piece is also named without its place."""
    kind = unit.kind if is_piece(unit.kind) else ""
    return frozenset((f"{kind} {unit.place}", f"{kind} " if kind else f" {unit.place}"))


def _asked_back(line: ReadLine, meant: Sequence[str]) -> ReadLine:
    return refusal(line, say("this_is_not_understood_2"), say("did_you_mean", found=listed(meant)))


def _is_whole(parsed: ParsedOrder | None) -> bool:
    """Return whether it is a plain order of a unit that is named with its place, as most are."""
    return type(parsed) in PLAIN and cast(act.Plain, parsed).unit.place not in ("", ANYWHERE)


def _in_place(item: ReadItem, retreating: Sequence[str], known: AnyKnowledge) -> ReadItem:
    """Return the item; "my army goes to Dale" is about the only army that may be meant.

    Of a unit that never leaves the board, "returns" is a move. "It" that a piece leads is in the same place.
    """
    order = item.parsed
    if type(order) is act.ReturnsTo and order.unit.kind not in COMING_BACK:
        order = act.Move(order.unit, (order.place,))
    if type(order) is act.Lead and not order.led.kind and order.led.place.casefold() in IT:
        order = replace(order, led=WHOM_HE_CAN)
    if type(order) is act.Takes and _goes_by_land(order.unit, known) and not order.passenger.kind:
        order = act.Move(order.unit, (order.passenger.place,))  # "the army takes Edoras"
    if isinstance(order, PLACED) and order.unit.kind in ORDINARY and not order.unit.place:
        order = replace(order, unit=_only_one(order.unit, item.item.text, retreating, known))
    return item if order is item.parsed else replace(item, parsed=order)


def _goes_by_land(unit: Unit, known: AnyKnowledge) -> bool:
    """Return whether *unit* "takes" only places: without its kind, if nothing else stands at its place."""
    if unit.kind:
        return unit.kind in BY_LAND
    try:
        place = known.place_of(unit)
    except Refusal:
        return False
    kinds = {one.kind for one in known.mine() if one.place == place and not is_piece(one.kind)}
    return bool(kinds) and kinds <= set(BY_LAND)


def _only_one(unit: Unit, text: str, retreating: Sequence[str], known: AnyKnowledge) -> Unit:
    """Return *unit*, which lacks its place, with that of the only one of its kind."""
    if unit.count > 1 or not _IN_WORDS.search(text):
        return unit
    if retreating:
        pairs = (one.lstrip("0123456789").partition(" ") for one in retreating)
        alike = [place for kind, _, place in pairs if kind == unit.kind]
    else:
        alike = [one.place for one in known.mine() if one.kind == unit.kind]
    return replace(unit, place=alike[0]) if len(alike) == 1 else unit


def _keys(order: Order) -> list[tuple[str, str]]:
    return [unit_key(unit) for unit in merging.units(order)]


def _keys_of_led(order: Order, before: Sequence[Order]) -> list[tuple[str, str]]:
    """Return the keys of the unit that *order* moves along, even by its own order *before* this message."""
    match order:
        case act.FastFerry(passenger=unit):
            return [unit_key(unit)]
        case act.Lead(led=unit):
            has_order = any(unit_key(unit) in _keys(one) for one in before)
            return [unit_key(unit)] if has_order or led_units.orders_unit(order) else []
    return []


def _check_heading(item: ReadItem, power: Power) -> None:
    under = item.item.under
    if under not in (None, power):
        raise NotAllowed(
            say("this_order_is_under_heading", under=under, power=power), say("send_your_own_orders_only")
        )


def _check_lives(power: Power, eliminated: Collection[Power]) -> None:
    if power in eliminated:
        raise NotAllowed(say("is_eliminated_and_its_units_are", power=power), "")


def _answered(
    read: ReadItem,
    language: OrderLanguage,
    take: Callable[[ReadItem], None],
    lawful: LawfulOrders,
) -> ReadLine:
    """Accept and confirm the order, or say why it is refused; *lawful* returns all allowed orders."""
    item = read.item
    if item.is_noted:
        return ReadLine(item.number, item.text, NOTED)
    if read.order is None and (found := perhaps_withdrawing(item.text, language, lawful)):
        return _not_understood(item, say("did_you_mean", found=listed(found)))
    if read.parsed is None and read.refusal is None:
        line = _not_an_order(item, language, lawful)
        return _asked_beside(line, read) if read.has_orders else line
    if taken := _taken(read, language, take):
        return taken
    is_reason = isinstance(read.refusal, Unreadable) and gives_reason(item.text)
    if is_reason or (read.parsed is not None and not _names_something(item.text, read.parsed, language)):
        return _slip_or_prose(item, language, lawful)
    why = read.refusal or NotAllowed(say("you_cannot_order_this"), "")
    remedy = _remedy(read, why, language, lawful)
    return ReadLine(item.number, item.text, REFUSED, reason=why.reason, remedy=remedy)


def _asked_beside(line: ReadLine, read: ReadItem) -> ReadLine:
    """Refuse a text in which orders were read, though it is none as a whole."""
    remedy = say("did_you_mean", found=listed(read.beside[:MOST_TO_CHOOSE])) if read.beside else LOOK_UP
    return _not_understood(read.item, remedy) if line.verdict == REMARK else line


def _taken(read: ReadItem, language: OrderLanguage, take: Callable[[ReadItem], None]) -> ReadLine | None:
    """Return the answer to an order that is accepted; None for any other, perhaps with a new refusal."""
    reading = _said_of_all(read) or (language.sentence(read.order) if read.order else "")
    if read.refusal is not None or not reading:
        return None
    try:
        take(read)
    except Refusal as refusal:
        read.refusal = refusal
        return None
    reading = read.answer or reading  # what is taken back is known only now
    withdraws = isinstance(read.parsed, (Withdraw, TakeBack))
    return ReadLine(
        read.item.number, read.item.text, TAKEN, reading, condition=read.note, withdraws=withdraws
    )


def _said_of_all(read: ReadItem) -> str:
    """Return the answer to what is about other orders, or about units without one."""
    if not isinstance(read.parsed, HoldAll):
        return OF_ALL.get(type(read.parsed), read.answer)
    kind = read.parsed.kind
    return say("others_of_kind_hold", kind=PLURALS[kind]) if kind in PLURALS else say("others_hold")


def _remedy(read: ReadItem, why: Refusal, language: OrderLanguage, lawful: LawfulOrders) -> str:
    """Return what to write instead: of a doubted text, only an order that it nearly is."""
    if isinstance(why, Unreadable):
        remedy = suggested(read.item.text, language, lawful, why.remedy)
        if remedy == why.remedy and read.item.sentence:
            remedy = suggested(read.item.sentence, language, lawful, remedy)
        return remedy if remedy != why.remedy else why.remedy_among(lawful(), _places_of(read, language))
    if read.is_choice:
        told = _told(read.item.text, language, lawful) if len(read.beside) < FEWEST_TO_CHOOSE else []
        found: Sequence[str] = told or read.beside[:MOST_TO_CHOOSE]
    else:
        may_be_slip = read.is_doubted and len(read.beside) < FEWEST_TO_CHOOSE
        found = (slips(read.item.text, language, lawful) if may_be_slip else ()) or _all_beside(
            read, language, lawful
        )
    return say("did_you_mean", found=listed(found)) if found else why.remedy


def _all_beside(read: ReadItem, language: OrderLanguage, lawful: LawfulOrders) -> Sequence[str]:
    """Return the orders beside what is doubtful in the item, with those that its other parts may mean."""
    if (read.is_doubted and not read.beside) and (mended := lawful.mended(read.item.text)):
        return mended
    rest = read.rest if read.beside else ()
    unit = _unit_of(read.beside[-1]) if read.beside else ""

    def meant(text: str) -> Sequence[str]:
        destroyed = _DESTROYED.search(text) if unit else None
        more = f"{unit} destroys {destroyed['whom']}" if destroyed else ""
        return [one for one in lawful() if one == more] or _perhaps(text, language, lawful)

    return with_rest(read.beside, rest, meant, read.item.text)


def _unit_of(order: str) -> str:
    """Return the unit of an order in the notation of the form; "" if it is not a move or a hold."""
    found = _PLAIN_UNIT.match(order)
    return found[1] if found else ""


def _perhaps(text: str, language: OrderLanguage, lawful: LawfulOrders) -> Sequence[str]:
    """Return the orders that *text*, in which none is read, may mean."""
    return _near(text, language, lawful) or lawful.mended(text) or _told(text, language, lawful)


def _near(text: str, language: OrderLanguage, lawful: LawfulOrders) -> Sequence[str]:
    """Return the legal orders that are a letter or two from *text*, if it looks like an order at all."""
    return nearest(text, language, lawful, SLIP) if is_near_an_order(text, language) else []


def _places_of(read: ReadItem, language: OrderLanguage) -> Sequence[str]:
    """Return the places that the unit of an order may have."""
    unit: Unit | None = getattr(read.parsed, "unit", None)
    return language.places.meant(unit.place) if unit is not None and unit.place else ()


def _names_something(text: str, parsed: ParsedOrder, language: OrderLanguage) -> bool:
    """Return whether the order names anything of the board; "Good luck to everyone" does not."""
    order = parsed.order if isinstance(parsed, act.Standing) else parsed
    if isinstance(order, act.Accompany) and order.companion.place in SPOKEN_TO:
        return False
    unit: Unit | None = getattr(order, "unit", None)
    if unit is None or isinstance(parsed, ANY_TIME):
        return True
    if is_piece(unit.kind) or (unit.kind and len(text.split()) <= MANY_WORDS):
        return True
    names = [word for word in (unit.place, *_words(order)) if word]
    places = language.places
    return any(places.meant(word) for word in names) or any(places.near(word) for word in names)


def _words(parsed: ParsedOrder) -> list[str]:
    """Return the player's words for places, except the place of the unit."""
    if isinstance(parsed, act.Merge):
        return [part.target for part in parsed.parts]
    found = [getattr(parsed, "place", ""), getattr(parsed, "target", "")]
    return [*getattr(parsed, "path", ()), *(one for one in found if isinstance(one, str))]


def _not_an_order(item: OrderText, language: OrderLanguage, lawful: LawfulOrders) -> ReadLine:
    is_remark = gives_reason(item.text) or _ASKS.search(item.text) is not None
    is_corrected = is_order(corrected_order(item.text), language)
    if is_remark or not (is_corrected or _looks_like_an_order(item.text, language)):
        return _slip_or_prose(item, language, lawful)
    if _KILLS.search(item.text):
        remedy = suggested(_KILLS.sub("destroys", item.text), language, lawful, say("write_destroys"))
        return _not_understood(item, remedy)
    if support_of_led(item.text):
        meant = lawful.mended(item.text)
        return _not_understood(item, say("did_you_mean", found=listed(meant)) if meant else LOOK_UP)
    if (lines := apart(item.text)) and all(is_order(line, language) for line in lines):
        return _not_understood(item, say("piece_beside_a_part", division=lines[0], order=lines[1]))
    found = near_or_mended(item.text, language, lawful)
    return _not_understood(
        item, suggested(item.text if found else item.sentence or item.text, language, lawful)
    )


def _not_understood(item: OrderText, remedy: str) -> ReadLine:
    reason = (
        say("this_is_not_understood", text=item.text)
        if len(item.text) < 80
        else say("this_is_not_understood_2")
    )
    return ReadLine(item.number, item.text, REFUSED, reason=reason, remedy=remedy)


def _slip_or_prose(item: OrderText, language: OrderLanguage, lawful: LawfulOrders) -> ReadLine:
    """Refuse a text that is a letter or two away from a legal order; anything else is prose."""
    if gives_reason(item.text):
        if found := told_behind(item.text, lambda piece: _told(piece, language, lawful)):
            return _not_understood(item, say("did_you_mean", found=listed(found)))
        return ReadLine(item.number, item.text, REMARK)
    order = order_cancelled(item.text)
    if order and (near := nearest(order, language, lawful)):
        return _not_understood(item, say("did_you_mean", found=listed(withdrawing(near))))
    asked = behind_question_word(item.text)
    found = [*(_near(asked, language, lawful) or lawful.mended(asked))]
    declared = f"declare {item.text}" if item.text.casefold().strip(" .!") in ALIGNMENTS else ""
    texts = dict.fromkeys((declared or asked, declared or item.sentence or asked))
    found = found or next(filter(None, (_told(text, language, lawful) for text in texts)), [])
    found = found or _builds_there(item.text, language, lawful)
    if not found and _kills_a_piece(item.text, language):
        return _not_understood(item, say("write_destroys"))
    if not found:
        return ReadLine(item.number, item.text, REMARK)
    found = [*withdrawing(found), *found] if order else [*with_condition(found, item.text)]
    is_clear = found and not denies(item.text)
    return _not_understood(item, say("did_you_mean", found=listed(found)) if is_clear else LOOK_UP)


def _builds_there(text: str, language: OrderLanguage, lawful: LawfulOrders) -> list[str]:
    """Return the builds that are lawful at each of the places, if *text* only names some."""
    there = [lawful.builds_at(place) for place in places_alone(text, language.places.meant)]
    return list(dict.fromkeys(build for builds in there for build in builds)) if all(there) else []


def _kills_a_piece(text: str, language: OrderLanguage) -> bool:
    """Return whether *text* says of a unit that it kills or destroys a piece."""
    if _DESTROYS.search(text) is None:
        return False
    if parse_line(_DESTROYS.sub("destroys", text), language) is not None:
        return True
    before, behind = _DESTROYS.split(text, maxsplit=1)
    named = WORDS.findall(before)[:MOST_WORDS_OF_AN_ORDER]
    return any(map(language.places.is_name, named)) and any(map(_is_piece_word, WORDS.findall(behind)))


def _told(text: str, language: OrderLanguage, lawful: LawfulOrders) -> list[str]:
    found = told(text, lawful, language.full_names, without_nicknames)
    return without_swapped(found, text, language)


def _looks_like_an_order(text: str, language: OrderLanguage) -> bool:
    """Return whether *text* begins like an order: a unit and a place, a piece, a verb, a name and a dash."""
    written = plain(text)
    words = [word for word in re.split(r"[\s-]+", written) if word]
    if len(words) < 2:
        return bool(words) and bool(re.fullmatch(r"clear|waive", words[0], re.IGNORECASE))
    if len(words[0]) > 2 and language.places.is_name(words[0]):
        return bool(re.search(r"-|\b[hsdr]\b", written, re.IGNORECASE))
    is_unit = len(words[0]) > 2 and parse_order(f"{words[0]} H") is not None
    if is_unit and parse_order(f"{words[0]} Los H") is not None:
        return not language.places.is_name(words[0]) and _is_piece_word(words[0])
    is_abbreviated = len(words[1]) <= LONGEST_ABBREVIATION  # "A Dia retreats to Rohan": perhaps no place
    beside = words[1:MOST_WORDS_OF_AN_ORDER] if is_abbreviated else words[1:3]
    if _UNIT.match(written) and _VERB.search(written) and any(map(language.places.is_name, beside)):
        return True
    if not _SHAPE.match(written):
        return False
    return _is_verb(words[0]) or any(
        len(word) > 2 and (language.places.meant(word) or language.places.near(word)) for word in words[1:3]
    )


def _is_piece_word(word: str) -> bool:
    parsed = parse_order(f"{word} H")
    return isinstance(parsed, act.Hold) and is_piece(parsed.unit.kind)


def _is_verb(word: str) -> bool:
    return bool(
        re.fullmatch(r"standing:?|proxy|declare|build|remove|waive|cancel|clear", word, re.IGNORECASE)
    )

"""Recognise an order in any wording that a game knows."""

import re
from collections.abc import Iterator, Mapping, Sequence

from adjudicator.core.clauses.clause import Sense
from adjudicator.core.clauses.exact_names import (
    LONGEST_NAME,
    NO_NAMES,
    is_named_before,
    names_a_place,
    with_exact_names,
)
from adjudicator.core.clauses.said_of_above import (
    UNIT_THERE,
    convoying,
    done_instead,
    is_open_convoy,
    items_of,
    successor,
    with_starred,
)
from adjudicator.core.clauses.stops import WORDS, bare
from adjudicator.core.language.corrections.withdrawing import order_withdrawn, unit_withdrawn
from adjudicator.core.language.lists import has_verb
from adjudicator.core.languages import (
    doubt_in,
    languages,
    put_right,
    without_denied,
    without_other,
    words_known,
)

UNIT_AND_LEADER = 2  # orders
MOST_WORDS_ABOVE = 40  # that are searched for the place of "it"
CHARACTERS_OF_A_TRY = 10  # with the number of tries allowed, this limits the characters tried in a message
FEWEST_ITEMS = 2  # of what is said in a row of the order above
MOST_STARRED = 10  # texts of a message with a word corrected after an asterisk
LONGEST = 400  # characters of an order
_GERMAN_ARTICLE = re.compile(  # "den", not Denmark
    r"\b(?:in|auf|an|über|durch|gegen|für) den\b(?= [^\W\d_])"
    r"|\bden\b(?= (?:[Aa]ngriff|[Zz]ug|[Bb]efehl|[Aa]uftrag|[Vv]ormarsch|[Mm]arsch|[Vv]orstoß)\b)"
)
_NAMES = re.compile(r"[^\W\d_][\w'’-]*")
_REGION = re.compile(  # a label, though names of places begin so: "East: Esgaroth holds"
    r"(?:(?:in|on|im|to|au|à|the|den|far|dans)\b[ ’']*|l['’])*"
    r"(?:north|south|east|west|cent(?:re|er)|nord(?:en)?|süden|sud|osten|est|westen|ouest)(?:ern)?"
    r"(?: (?:front|side|flank))?\s*:",
    re.IGNORECASE,
)
_SOMEWHERE = re.compile(  # "In the south Naples goes to the Ionian"
    r"(?:(?:and|but|meanwhile|while) )?(?:(?:up|down|over|out) )?(?:in|on) the (?:far |deep )?"
    r"(?:north|south|east|west|cent(?:re|er)|middle)(?:ern)?(?:[- ](?:east|west))?"
    r"(?: (?:front|side|border))? (?=(?:the |my )?[^\W\d_]{3})",
    re.IGNORECASE,
)
_BRACKET = re.compile(r"\s*\([^()]*\)")
SUPPORTS = (
    "(?:will |to |should |shall )?supports?|(?:is |are )?supporting"
    "|(?:gives?|lends?|makes?|(?:is |are )?(?:both |also )*(?:making|giving|lending)) "
    "(?:(?:its|his|her|their|my|full|the|some) )*support (?:to|for|in|of)|supp?\\.?|s\\.?"
)
_OWN_UNITS = re.compile(
    r"(?:the )?([^\W\d_]{3,})['’]s? (?=(?:arm(?:y|ies)|fleets?|units?|cavalry|ships?)\b)", re.IGNORECASE
)
_SUPPORTS_THAT = re.compile(  # "Sweden supports Denmark in that"
    r"(?:(?:and|with|both|my|the) )*(?P<unit>.{2,40}?) (?:both )?"
    rf"(?:{SUPPORTS}|helps?|assists?|backs?(?: up)?|aids?) "
    r"(?:(?:my|the) )?(?P<who>.{2,40}?) (?:in|with|on) "
    r"(?:that|this|it|so doing|doing (?:so|that|it)|(?:that|this|its|the) "
    r"(?:move|attack|advance|march|walk|trip|journey|assault))",
    re.IGNORECASE,
)
_OPEN_SUPPORT = re.compile(rf".{{2,40}}? (?:{SUPPORTS})\.?", re.IGNORECASE)  # what is supported must follow
_SUPPORTS_IT = re.compile(
    r"(?:(?:and|with) )?(?:(?:I|we)(?: would|'d)? (?:like|want) )?(?:(?:my|the) )?"
    r"(?P<unit>.{2,70}?) (?:(?:both|all|also) )*(?:(?:gives?|lends?|makes?)(?: to)? (?:it|him|her|them|that) "
    r"(?:(?:its|his|their|my|the|some|full) )*support"
    rf"|(?:{SUPPORTS}|helps?(?: out)?|assists?|backs(?= (?:it|that|this)\b))"
    r"(?: (?:it|that|this|him|her|them|(?P<same>(?:the )?same|ditto)(?: (?:move|attack|advance|again))?"
    r"|(?:that|this|the|its) (?:move|attack|advance|march|walk|trip|journey|assault)))?)"
    r"(?: up)?(?P<too> (?:too|also|as well|likewise|auch|aussi))?",
    re.IGNORECASE,
)
_IS_SUPPORT = re.compile(r".{2,40}? (?:s|supports?) (?P<order>.+)", re.IGNORECASE)
_IS_LED = re.compile(r"[^-]{2,40}? leads? (?P<order>.+)", re.IGNORECASE)
_OF_LEADER = re.compile(r"[^-]{2,40}? (?:leads?|with) .+", re.IGNORECASE)
_ITS = "(?:its|the|their|his)"
_LEADING = (  # "leads it", "goes with them", "at its head"; also without "it", if nothing follows
    r"(?:(?:will |shall |should |must |also |is |are )*"
    r"(?:leads?|leading|commands?|commanding|accompan(?:ies|y)|joins?"
    r"|(?:goes|comes|rides|marches|moves|travels|walks) (?:along |together )?with)"
    r" (?:it|them|(?:that|this|the|these|both)"
    r"(?: (?:arm(?:y|ies)|cavalry|fleet|stack|host|force|unit|attack|march|one|two))?)"
    r"|(?:comes?|goes|rides|marches|moves|tags|travels|walks) along|leads|leading|is (?:the|their|its) leader"
    rf"|(?:(?:is|goes|rides|marches|being) )?(?:in the lead|in command|at {_ITS} head"
    rf"|as {_ITS} (?:leader|commander|captain)|as leader))"
    r"(?: (?:there|on the way|personally|himself|in person"
    r"|as (?:their|its|the|a) (?:leader|commander|captain)))*"
)
_LEADS_IT = re.compile(
    r"(?:(?:and|with|but|while|also) )*(?:the )?(?P<piece>[^,;:]{2,40}?)"
    r"(?:,? (?:who|which) (?:is|was|has|stands|sits|waits|happens)\b[^,;:]{1,50},)?"
    rf" (?:(?:himself|herself|personally|in person) )?{_LEADING}",
    re.IGNORECASE,
)
_LED_BY = re.compile(  # "Leader: Faramir", "all led by Faramir", "under the command of Faramir"
    r"(?:(?:and|it|they|all|both|is|are|which|to be|will be) )*"
    r"(?:(?:led|headed|commanded|accompanied) by|(?:its |their |the )?(?:leader|commander)(?: is)? ?[:=]?"
    r"|under(?: the (?:command|lead|leadership) of)?) (?:the )?(?P<piece>[^,;:]{2,40}?)"
    r"(?:['’]s? (?:command|lead|leadership))?",
    re.IGNORECASE,
)
_GOES_THERE = re.compile(  # "so Dunharrow attacks it", "Marseilles walks in with Gascony backing it up"
    r"(?:(?:so|and|then|therefore|hence|now|thus),? )*(?:(?:my|the) )?(?P<unit>.{2,40}?) "
    r"(?:(?:will|shall|should|must|just|now) )*"
    r"(?:attacks?|takes?|hits?|strikes?|enters?|goes|go|moves?|march(?:es)?|walks?|heads?|rides?|sails?"
    r"|steps?|slips?) "
    r"(?:it|there|in there|into it|in)"
    r"(?:(?: straight)? from (?:the )?(?P<at>.{2,30}?))?"
    r"(?: (?:through|via|over|across|by way of) (?:the )?(?P<by>.{2,30}?))?"
    r"(?:,? (?:with|and) (?:the )?(?P<helper>.{2,40}?) (?:backing|supporting|supports?|helping|helps?)"
    r"(?: (?:it|him|her|them|that)(?: up)?)?)?",
    re.IGNORECASE,
)
_ATTACKS = re.compile(  # below "Galicia must be ours:"
    r"[^,;:]{2,40} (?:(?:will|shall|should|must) )?(?:attacks?|strikes?|hits?)", re.IGNORECASE
)
_BUILT_THERE = re.compile(  # "Helm's Deep is the only hole I have, so an army there"
    r"(?:(?:so|then|and|please|put|build|raise|make it|i want|i'd like|i would like),? )*"
    r"(?:an?|one|another)(?: new)? (?P<kind>army|fleet|cavalry) there(?:,? please)?",
    re.IGNORECASE,
)
_HARMLESS_ABOVE = re.compile(r"\b(?:only|no|but)\b", re.IGNORECASE)  # before what is done "there"
_STAYS_WITH_IT = re.compile(
    r"(?:and )?(?:the )?(?P<piece>.{2,40}?) (?:stays?|remains?|is|waits?) with (?:it|them|him|her)",
    re.IGNORECASE,
)
_GOES_WITH_IT = re.compile(  # "Dain goes to Esgaroth with it", where the unit above goes
    r"(?:and )?(?:the )?(?P<piece>.{2,40}?) (?:(?:should|shall|will|also) )*"
    r"(?:goes|go|moves?|rides?|walks?|travels?|march(?:es)?) (?:to|into) (?:the )?(?P<to>.{2,40}?)"
    r" (?:along |together )?with (?:it|them|him|her)",
    re.IGNORECASE,
)
_UNIT_BEFORE_VERB = re.compile(
    r"(.{1,40}?) (?:(?:should|shall|will|must) )?"
    r"(?:holds?|h|stays?|stands?|remains?|waits?|sits|attacks?|enters?|-|to|moves?|go|goes|march(?:es)?|rides?|sails?|walks?|travels?|heads?|s|supports?)\b",
    re.IGNORECASE,
)
_MINE = re.compile(r"\b(?:and|so|then|my|the|our)\b ?", re.IGNORECASE)  # in the name of a unit
_WITHOUT_A_UNIT = re.compile(  # "stays with Edoras" is about the unit before it, and no order for Edoras
    r"(?:(?:and|then|or) )?(?:stays?|remains?|waits?|sits?) (?:(?:along|there|behind|together) )?with\b",
    re.IGNORECASE,
)
_BUILT = re.compile(r"build (?:an? )?(?P<unit>(?:army|cavalry|fleet|[acf]) .{2,30})", re.IGNORECASE)
_DESTROYS = re.compile(  # what a unit does that is built above: "and let it destroy Sauron"
    r"(?:(?:and|then|let|have|it|will|shall|should|to) )*(?P<does>destroys? .{2,40})", re.IGNORECASE
)
_IT_DOES = re.compile(
    r"(?:(?:and|then|let|have|while|thereby|thus) )*"
    r"(?:(?:he|she|it|they) |(?=d\.? \S)"
    r"|(?:which |who |that )?(?=(?:also )?(?:passes|gives|hands|puts|destroy(?:s|ing)?|destr)\b))"
    r"(?:(?:will|shall|also|then|even) )*(?P<does>.{2,80})",
    re.IGNORECASE,
)
_STAYS_TOO = re.compile(  # "gives the Ring to Bree and stays"
    r"(?:(?:and|then|but|just|simply|also|he|she|it|they) )*"
    r"(?:stays?|holds?|remains?|(?:does not|doesn['’]t) move)"
    r"(?: (?:put|there|here|where (?:he|she|it|they) (?:is|are)))?",
    re.IGNORECASE,
)
_BESIDE_ITS_ORDER = re.compile(r"(?P<unit>.{1,40}?) (?:passes|gives|hands|destroys?) .+", re.IGNORECASE)
_THEY_DESTROY = re.compile(
    r"(?:and )?(?:they|it|both)(?: will| shall| also)* (?P<does>destroys? .{2,60})", re.IGNORECASE
)
_STARTS = re.compile(r"(?P<who>.{1,40}?) (?:starts?|begins?) (?:at|in|on)\b", re.IGNORECASE)
_GOES_FROM_THERE = re.compile(  # where a piece goes that "starts at" a place: "and from there to Shire"
    r"(?:(?:and|then|from there|afterwards|next|he|she|it|they|will|shall|should),? )*"
    r"(?P<goes>(?:goes|go|moves?|flies|fly|rides?|walks?|travels?|marche?s?|sails?|heads?|sneaks?|slips?|leads?"
    r"|to|into)\b.{2,80})",
    re.IGNORECASE,
)
_IS_MOVE = re.compile(r".{1,60}? ?(?:-+>?|\b(?:to|into)\b) ?[^\W\d_].*", re.IGNORECASE)
_IS_HOLD = re.compile(r".{1,60}? (?:h|holds?|stays?)", re.IGNORECASE)
_UNIT_OF_MOVE = re.compile(r"(.{1,40}?) ?-+>? ?\w")
_BESIDE_A_MOVE = re.compile(  # what a piece or a unit may do as well
    r"(?:(?:and|also|then|which|who|that|while|thereby|he|she|it|they) )*"
    r"(?P<does>(?:passes|gives|hands|puts|destroy(?:s|ing)?|destr|d\.?(?= \S))(?!\w).{2,80})",
    re.IGNORECASE,
)
_DESTROYS_TOO = re.compile(  # after a support: without a pronoun it is about the unit that supports
    r"(?:(?:and|also|then|both|all) )*(?P<does>destr(?:oy(?:s|ing)?|\.)? .{2,60})", re.IGNORECASE
)
_OF_TWO_UNITS = re.compile(r"\b(?:s|supports?|c|convoys?|leads?|with|m|merges?|d|divides?)\b", re.IGNORECASE)
_HAS_STEPS = re.compile(r"-.*-|\b(?:and|then|via|through|over|across|by)\b|[,;]", re.IGNORECASE)
_VAGUE_WAY = re.compile(  # "over the mountains to": no place, though the names of some begin so
    r"\b(?:over|across|through|along) the (?:mountains?|hills?|rivers?|woods?|forests?|plains?"
    r"|pass|passes|border|bridge) (?:to|into|towards?)\b",
    re.IGNORECASE,
)
_THE_SAME = re.compile(
    r"(?:and )?(?:(?:the )?same (?:goes )?(?:for|with) (?P<one>.{2,40}?)"
    r"|(?:so|likewise) do(?:es)? (?:the )?(?P<third>.{2,40}?)"
    r"|(?P<other>.{2,40}?),? (?:too|as well|likewise|ditto|(?:the )?same(?: here| again| thing)?"
    r"|do(?:es)? (?:too|the same)|auch|aussi))",
    re.IGNORECASE,
)
_DONE_ALONE = re.compile(r".{1,40}? ((?:holds?|h|destroys?|supports?|s)\b.*)", re.IGNORECASE)


def of_unit(orders: Sequence[str]) -> str:
    """Return the single order, or that of the unit if the other is its leader's; "" for any others."""
    if len(orders) == 1:
        return orders[0]
    is_led = len(orders) == UNIT_AND_LEADER and _OF_LEADER.fullmatch(orders[1]) is not None
    return orders[0] if is_led else ""


class Wordings:
    """The wordings of the texts of one message, with a cache of what was tried."""

    def __init__(self, sense: Sense) -> None:
        self._sense = sense
        self._tries = 0
        self._characters = 0
        self._starred = 0
        self._known: dict[str, tuple[str, ...]] = {}
        self._written: dict[str, tuple[str, ...]] = {}

    @property
    def is_spent(self) -> bool:
        """Return whether a limit is reached, so that only orders as written are read from now on."""
        return self._spent(1)

    @property
    def is_half_spent(self) -> bool:
        """Return whether half of a limit is reached; the other half is for lines that are read alone."""
        return self._spent(2)

    def _spent(self, times: int) -> bool:
        """Return whether that many *times* what was tried would reach a limit."""
        most = self._sense.most_tries
        return times * self._characters > most * CHARACTERS_OF_A_TRY or times * self._tries > most

    def as_written(self, text: str) -> tuple[str, ...]:
        """Return *text* if it is an order as written."""
        if text not in self._written:
            words = bare(text)
            is_order = 0 < len(words) <= LONGEST and self._sense.reads(words)
            self._written[text] = (words,) if is_order else ()
        return self._written[text]

    def orders(self, text: str) -> tuple[str, ...]:
        """Return *text* as orders in words that the game reads, () if no wording of it is an order."""
        if text not in self._known:
            self._known[text] = self._tried(text)
        return self._known[text]

    def by_order_above(self, text: str, above: str) -> tuple[str, ...]:
        """Return the order in "Serbia supports that" or "Serbia too", completed from the order before it."""
        words = bare(text)
        if instead := self._instead(words, above):
            return instead
        if unit := unit_withdrawn(above):  # "Forget the order for A Mar, it holds"
            above = f"{unit} H"
        above = order_withdrawn(above) or above
        for wording in dict.fromkeys(
            (words, *(" ".join(one.translated(words).split()) for one in languages()))
        ):
            if orders := self._of_another_unit(wording, above) or self._of_unit_above(wording, above):
                return orders
        found, done = _THE_SAME.fullmatch(words), _DONE_ALONE.fullmatch(above)
        return (
            self.orders(f"{found['one'] or found['third'] or found['other']} {done[1]}")
            if found and done
            else ()
        )

    def _instead(self, text: str, above: str) -> tuple[str, ...]:
        """Return what the unit does whose order is withdrawn: "cancel A Par - Bur and move it to Pic"."""
        unit, order = unit_withdrawn(above), order_withdrawn(above)
        moved = _unit_of(order)
        unit = unit or (moved[1] if moved else "")
        done = done_instead(text) if unit else ""
        return self.orders(f"{unit} {done}") if done else ()

    def by_orders_above(self, text: str, above: Sequence[str]) -> tuple[str, ...]:
        """Return the order completed from those before it; a unit, not its leader, is supported.

        "A Ang and A Aza hold and destroy Gandalf" is about both.
        """
        if len(above) > 1 and (found := _DESTROYS_TOO.fullmatch(bare(text))) and not of_unit(above):
            each = [self.by_order_above(f"{found['does']}", one) for one in above]
            return tuple(order for orders in each for order in orders) if all(each) else ()
        order = (_SUPPORTS_IT.fullmatch(bare(text)) and of_unit(above)) or above[-1]
        order = self._last_of(order)
        return self.by_order_above(text, order) or self._each_by_order_above(text, order)

    def _last_of(self, order: str) -> str:
        """Return the last of several orders that are one text: "Ven - Rom, Nap - ION"."""
        items = [item for part in order.split(". ") for item in items_of(part)]
        return items[-1] if len(items) > 1 and all(map(self._sense.reads, items)) else order

    def _each_by_order_above(self, text: str, above: str) -> tuple[str, ...]:
        """Return the orders in "BLA convoys, Ser sup", the first of which is completed from the one above."""
        items = items_of(bare(text))
        if len(items) < FEWEST_ITEMS or not (is_open_support(items[0]) or convoying(items[0])):
            return ()
        if not self.by_order_above(items[0], above):
            return ()
        return _all_of([self.by_order_above(one, above) or self.orders(one) for one in items])

    def _of_another_unit(self, text: str, above: str) -> tuple[str, ...]:
        """Return the order of another unit that supports, leads or goes with the one above."""
        if orders := self._supports_above(text, above) or self._supported_move(text, above):
            return orders
        if orders := self._convoys_above(text, above) or self._into_its_place(text, above):
            return orders
        if found := _LEADS_IT.fullmatch(text) or _LED_BY.fullmatch(text):
            return self.orders(f"{found['piece']} leads {above}")
        unit = _UNIT_BEFORE_VERB.match(above) or _UNIT_OF_MOVE.match(above)
        if unit is None:
            return ()
        if not _OF_TWO_UNITS.search(above) and (found := _GOES_WITH_IT.fullmatch(text)):
            return self.orders(f"{found['piece']} - {found['to']} with {_MINE.sub('', unit[1])}")
        found = _STAYS_WITH_IT.fullmatch(text)
        return self.orders(f"{found['piece']} with {unit[1]}") if found else ()

    def _of_unit_above(self, text: str, above: str) -> tuple[str, ...]:
        """Return what the unit above does as well: "and he destroys any", "goes from there to Bree"."""
        if done_too := _beside_its_order(text, above):
            return self.orders(done_too)
        led, both = _IS_LED.fullmatch(above), _THEY_DESTROY.fullmatch(text)
        if led and both:  # only the unit that is led can
            return self._of_unit_above(f"they {both['does']}", led["order"])
        starts, built = _STARTS.match(above), _BUILT.fullmatch(above)
        if starts and (gone := _GOES_FROM_THERE.fullmatch(text)):
            return self.orders(f"{starts['who']} {gone['goes']}")
        if built and (found := _DESTROYS.fullmatch(text)):
            return self.orders(f"{built['unit']} {found['does']}")
        unit, mover = _UNIT_BEFORE_VERB.match(above), _UNIT_OF_MOVE.match(above)
        if _OF_TWO_UNITS.search(above):
            found = _DESTROYS_TOO.fullmatch(text) if unit and _IS_SUPPORT.fullmatch(above) else None
            return self.orders(f"{unit[1]} {found['does']}") if unit and found else ()
        done = _IT_DOES.fullmatch(text) if unit else None
        orders = self.orders(f"{unit[1]} {done['does']}") if unit and done else ()
        found = _BESIDE_A_MOVE.fullmatch(text) if mover and not orders else None
        return self.orders(f"{mover[1]} {found['does']}") if mover and found else orders

    def by_place_above(self, text: str, above: str) -> tuple[str, ...]:
        """Return the move in "so Marseilles attacks it", if the text *above* names one place; () for none."""
        words = bare(text)
        words = f"{words} it" if above.endswith(":") and _ATTACKS.fullmatch(words) else words
        found = _GOES_THERE.fullmatch(words) or _BUILT_THERE.fullmatch(words) or UNIT_THERE.fullmatch(words)
        if found is None or doubt_in(_HARMLESS_ABOVE.sub(" ", above)):
            return ()
        places = set(self._named_in(above))
        if len(places) != 1:
            return ()
        said = found.groupdict()
        order = _of_place(said, places.pop())
        orders = self.orders(order)
        if not orders or not all(map(self._sense.is_lawful, orders)):
            return ()
        if "does" in said:
            return orders
        helper = said.get("helper")
        return (order, *((f"{helper} S {order}",) if helper else ()))

    def sent_elsewhere(self, above: str, place: str) -> tuple[str, ...]:
        """Return the move of *above* to another *place*; () if it is neither a single step nor a hold."""
        unit = _unit_of(above)
        is_hold = _IS_HOLD.fullmatch(above) is not None
        if not (unit and (is_hold or _is_plain_move(above))) or _HAS_STEPS.search(above):
            return ()
        return self.orders(f"{unit[1]} - {place}")

    def of_another(self, above: str, place: str) -> tuple[str, ...]:
        """Return the order of *above* for the unit at another *place*; () if it is not a move."""
        unit = _unit_of(above)
        return self.orders(f"{place}{above[unit.end(1) :]}") if unit and _IS_MOVE.fullmatch(above) else ()

    def names_place(self, text: str) -> bool:
        return any(True for _ in self._named_in(text))

    def _named_in(self, text: str) -> Iterator[str]:
        """Yield the places that *text* names with a capital letter, each by its name in the order form."""
        words = _NAMES.findall(text)[:MOST_WORDS_ABOVE]
        at = 0
        while at < len(words):
            for many in range(min(LONGEST_NAME, len(words) - at), 0, -1):
                name = " ".join(words[at : at + many])
                meant = self._sense.places(name) if name[0].isupper() and len(name) > 2 else ()
                if meant and self._sense.is_name(name) and name not in NO_NAMES:
                    yield meant[0] if len(meant) == 1 else name
                    at += many - 1
                    break
            at += 1

    def _supports_above(self, text: str, above: str) -> tuple[str, ...]:
        """Return the support in "Serbia supports that" or "Serbia supports Albania in that", () for none."""
        if (found := _SUPPORTS_THAT.fullmatch(text)) and self._is_same(f"{found['who']} H", above):
            return self.orders(f"{found['unit']} S {above}")
        found = _SUPPORTS_IT.fullmatch(text)
        if found and has_verb(found["unit"]):  # "Naples to the Ionian, and Greece supports it"
            return ()
        is_same = found is not None and bool(found["same"] or found["too"])
        support = _IS_SUPPORT.fullmatch(above) if is_same else _IS_LED.fullmatch(above)
        return self.orders(f"{found['unit']} S {support['order'] if support else above}") if found else ()

    def _into_its_place(self, text: str, above: str) -> tuple[str, ...]:
        """Return the move in "Portugal takes its place" to where the unit of the move above stands."""
        unit = successor(text)
        place = self._sense.subject(above) if unit and _is_plain_move(above) else ""
        return self.orders(f"{unit} - {place}") if place and self._sense.is_name(place) else ()

    def _convoys_above(self, text: str, above: str) -> tuple[str, ...]:
        """Return the convoys in "MAO and ENG convoy" of the army that the order above moves, () for none."""
        fleets, above = convoying(text), above.removesuffix(" via convoy")
        if not fleets or not _is_plain_move(above):
            return ()
        return _all_of([self.orders(f"{unit} C {above}") for unit in fleets])

    def _supported_move(self, text: str, above: str) -> tuple[str, ...]:
        """Return the move in "Gascony supports Paris to Burgundy, and Paris goes there", () for none."""
        there = _GOES_THERE.fullmatch(text)
        support = _IS_SUPPORT.fullmatch(above) if there else None
        if not (there and support and _IS_MOVE.fullmatch(support["order"])):
            return ()
        is_same = self._is_same(f"{there['unit']} H", support["order"])
        return self.orders(support["order"]) if is_same else ()

    def _is_same(self, one: str, other: str) -> bool:
        """Return whether both texts are orders for one unit."""
        subjects = {self._sense.subject(text) for text in (one, other)}
        return len(subjects) == 1 and "" not in subjects

    def carried(self, order: str) -> str:
        found = self._sense.carried.match(order)
        return found[0] if found else ""

    def knows(self, word: str) -> bool:
        folded = word.casefold().removesuffix("'s")
        return folded in words_known() or self._sense.knows(folded)

    def _with_starred(self, text: str) -> tuple[str, ...]:
        """Return the order in "A Ruh - Bek *Bel": a word of it is replaced, if only one can be meant."""
        corrections, remark = with_starred(text)
        self._starred += bool(corrections)
        if not corrections or self._starred > MOST_STARRED or self.names_place(remark):
            return ()
        meant = dict.fromkeys(filter(None, map(self.orders, corrections)))
        lawful = [orders for orders in meant if all(map(self._sense.is_lawful, orders))]
        return lawful[0] if len(lawful) == 1 else ()

    def _tried(self, text: str) -> tuple[str, ...]:
        if " *" in text and len(text) <= LONGEST and (corrected := self._with_starred(bare(text))):
            return corrected
        words = bare(self._without_asides(self._put_right(text)))
        words = _without_region(self._without_the_other(words))
        if not words or len(words) > LONGEST or not all(map(self.knows, WORDS.findall(words))):
            return ()
        if self.is_spent or _WITHOUT_A_UNIT.match(words) or _VAGUE_WAY.search(words):
            return ()
        stripped = _GERMAN_ARTICLE.sub(" ", self._sense.not_names.sub(" ", words))
        names = [word for word in WORDS.findall(stripped) if names_a_place(word, self._sense)]
        for orders in self._wordings(words):
            self._tries += 1
            if self._tries > self._sense.most_tries:
                return ()
            if all(map(self._sense.reads, orders)) and _has_all(orders, names):
                return tuple(orders)
        is_build = text.startswith("+") and self._sense.reads(f"Build {words}")  # otherwise "+" is a bullet
        return (f"Build {words}",) if is_build else ()

    def _without_asides(self, text: str) -> str:
        if "(" not in text or len(text) > LONGEST:
            return text

        def kept(aside: re.Match[str]) -> str:
            is_counted = self._sense.counted.search(text[: aside.end()]) is not None
            if is_named_before(aside[0].strip(" ()"), text[: aside.start()], self._sense):
                return ""
            is_within = aside.end() < len(text.rstrip()) and self._sense.is_within(aside[0].strip(" ()"))
            is_remark = is_within or self._sense.is_aside(aside[0].strip())
            return aside[0] if is_counted or not is_remark else ""

        return _BRACKET.sub(kept, with_exact_names(text, self._sense, self.knows))

    def _put_right(self, text: str) -> str:
        """Return *text* without a slip that is put right at once; what names a place may be more than one."""
        corrected, slip = put_right(text)
        words = WORDS.findall(slip)
        is_slip = not (all(map(self.knows, words)) or any(names_a_place(word, self._sense) for word in words))
        return corrected if is_slip else text

    def _without_the_other(self, text: str) -> str:
        """Return *text* without "instead of Bur" after an order: it names what is not ordered."""
        order, other = without_other(text)
        if other and self._sense.dangles(other):
            return order
        order, denied = without_denied(text)
        if (
            not denied
            or doubt_in(order)
            or not (self._is_of_one_place(order) and self._sense.dangles(denied))
        ):
            return text  # "to Eastfold, if not Entwash" has a second choice
        return text if self._sense.is_lawful(f"{denied} H") else order

    def _is_of_one_place(self, order: str) -> bool:
        """Return whether *order* is a move, a hold, a build or a removal."""
        is_of_unit = _IS_MOVE.fullmatch(order) or _IS_HOLD.fullmatch(order)
        return is_of_unit is not None or self._sense.carried.match(order) is not None

    def _wordings(self, text: str) -> Iterator[Sequence[str]]:
        """Yield the wordings of *text*, the most literal first."""
        seen: set[str] = set()
        for wording in _plainer(text, self._sense.headed):
            if wording and wording not in seen:
                seen.add(wording)
                self._characters += len(wording)
                yield (wording,)
                if self.is_spent:
                    return
                yield from self._sense.reworded(wording)


def _beside_its_order(text: str, above: str) -> str:
    """Return where a unit stays or goes, if the order *above* is what it does besides; "" otherwise."""
    beside = _BESIDE_ITS_ORDER.fullmatch(above)
    if beside is None:
        return ""
    going = _GOES_FROM_THERE.fullmatch(text)
    done = "H" if _STAYS_TOO.fullmatch(text) else going["goes"] if going else ""
    return f"{beside['unit']} {done}" if done else ""


def _of_place(said: Mapping[str, str | None], place: str) -> str:
    """Return the order about the *place* above: a move to it, a build there, or one of the unit there."""
    if "unit" in said:
        return _goes_to(said, place)
    if "does" in said:
        return f"{said['kind'] or ''} {place} {said['does']}".strip()
    return f"Build {said['kind']} {place}"


def _goes_to(said: Mapping[str, str | None], place: str) -> str:
    """Return the move of "my Ranger goes there from Bree through the Shire" to the *place* above."""
    way = f"{said['by']} - " if said["by"] else ""
    return f"{said['unit']}{' ' if said['at'] else ''}{said['at'] or ''} - {way}{place}"


def _all_of(each: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Return the orders of all, () if one has none."""
    return tuple(order for orders in each for order in orders) if all(each) else ()


def _unit_of(order: str) -> re.Match[str] | None:
    """Return the match of the unit before the verb of an order, as its first group."""
    return _UNIT_OF_MOVE.match(order) or _UNIT_BEFORE_VERB.match(order)


def _is_plain_move(order: str) -> bool:
    """Return whether *order* is a move of one unit, with no other named."""
    return _IS_MOVE.fullmatch(order) is not None and not _OF_TWO_UNITS.search(order, len("C "))


def leads_it(text: str) -> bool:
    """Return whether *text* says who leads the unit of the order above: "Saruman leads that army there"."""
    is_short = len(text) <= LONGEST
    return is_short and (_LEADS_IT.fullmatch(text) or _LED_BY.fullmatch(text)) is not None


def is_open_support(text: str) -> bool:
    """Return whether *text* is a support without its object: "A Los S"."""
    return _OPEN_SUPPORT.fullmatch(text.strip()) is not None


def awaits_object(text: str) -> bool:
    """Return whether *text* is a support or a convoy without its object, in any language."""
    wordings = dict.fromkeys((text, *(one.translated(text) for one in languages())))
    return any(is_open_support(one) or is_open_convoy(one) for one in wordings)


def points_at_a_place(text: str) -> bool:
    """Return whether *text* is a move to a place that the text above names: "so Dunharrow attacks it"."""
    return len(text) <= LONGEST and _GOES_THERE.fullmatch(bare(text)) is not None


def _has_all(orders: Sequence[str], names: Sequence[str]) -> bool:
    """Return whether every name is in the orders: "den" is Denmark as well as German for "the"."""
    words = {word.casefold() for order in orders for word in WORDS.findall(order)}
    return all(name.casefold() in words for name in names)


def _plainer(text: str, headed: str) -> Iterator[str]:
    yield text
    name, colon, rest = text.partition(":")
    if colon and name.casefold() in re.findall(r"\w+", headed.casefold()):  # "France: A Par - Bur"
        yield rest.strip()
    owner = _OWN_UNITS.match(text)
    if owner and owner[1].casefold() in re.findall(r"\w+", headed.casefold()):  # "France's fleets stay"
        yield text[owner.end() :]
    for language in languages():
        yield from language.bare(text, headed)
    for language in languages():
        if language.translated(text) != text:
            yield from map(language.translated, language.bare(text, headed))
    if found := _SOMEWHERE.match(text):
        yield text[found.end() :]


def _without_region(text: str) -> str:
    found = _REGION.match(text)
    return text[found.end() :].strip() if found else text

"""Put orders in doubt if a later sentence that is not read itself says something else about them.

"3 Knights D11 - D12" and, below, "no send 4 to D12": nobody knows which of them was meant, so the order is
refused with the words of the later line. A line that says the same again, or is mere talk, changes nothing.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from adjudicator.core.clauses import Clause
from adjudicator.core.clauses.stops import bare as without_stops
from adjudicator.core.language.corrections.changed_minds import (
    is_hope,
    may_change_later,
    number_before,
    numbers_replaced,
    says_goes,
    says_otherwise,
    says_stays,
    swaps,
)
from adjudicator.core.language.corrections.second_thoughts import begins_retraction
from adjudicator.core.languages import condition_in, gives_reason, is_closing
from adjudicator.domination.language.grammar import bare, parse_line
from adjudicator.domination.language.legality import ReadingContext, stack_size
from adjudicator.domination.language.names_in_text import WORD, named_spaces, named_units
from adjudicator.domination.language.orders import (
    EVERY,
    Build,
    Cast,
    Hold,
    Move,
    Order,
    OrderLine,
    UnitCount,
)
from adjudicator.domination.language.sentences.written_numbers import numbers_in

MOST = 20  # sentences of a message that are compared with the orders above
MOST_ABOVE = 60  # clauses above one that are compared with it
MOST_BEFORE = 2  # unread clauses before one, that may say what it is about
LONGEST = 300  # characters of one
_OTHERWISE = re.compile(
    r"\W*(?:(?:and|but|or|und|et|ou) )?(?:else|otherwise|if not|sonst|andernfalls|wenn nicht|sinon)\b",
    re.IGNORECASE,
)
_OTHERS = re.compile(
    r"\b(?:others?|rest|remaining|remainder|leftovers?|second|anderen?|übrigen?|restlichen?|autres?)\b",
    re.IGNORECASE,
)
_BUILDS = re.compile(
    r"\b(?:buil[dt]s?|building|recruit\w*|buy|raise|new (?:troops|units)|bau\w*|construi\w*|gold|coins?|money"
    r"|spend|income)\b",
    re.IGNORECASE,
)
_REST_OF_MONEY = re.compile(  # "rest Knight C5, C11" is a build, and nothing that is above depends on it
    r"\W*(?:and |then )?(?:the )?rest (?!of\b)"
    r"(?!.*\b(?:stays?|holds?|remains?|waits?|goe?s?|moves?|instead)\b)[^.;:!?]{2,60}",
    re.IGNORECASE,
)
_LOSSES = re.compile(
    r"\b(?:los[est]\w*|casualt\w*|sacrific\w*|(?<=to )die|dying|spare|protect|tokens?|forts?"
    r"|fortifications?|verl\w*|opfer\w*|schon\w*|perd\w*|perte\w*|sacrifi\w*)\b",
    re.IGNORECASE,
)
_NEW = re.compile(  # units that an order above builds: "the two new Griffins"
    r"\b(?:the|both|all|those|these|my|our|die|beide|meine|les|mes) (?:\w+ )?"
    r"(?:new|newly|fresh(?:ly)?|neuen?|nouve(?:aux|lles?))\b",
    re.IGNORECASE,
)
_AFTERWARDS = re.compile(
    r"\b(?:next(?! to)|later|afterwards|then|can|could|will|nächste\w*|später|dann|prochain\w*|ensuite)\b",
    re.IGNORECASE,
)
_TEST = re.compile(r"\b(?:if|when|unless|wenn|falls|si|quand)\b[^,:;.]*[,:;.]?", re.IGNORECASE)
_TO = re.compile(r"(?:\b(?:to|into|towards?|nach|vers)\s+(?:the\s+)?|->?\s*|>\s*)(?=\w)", re.IGNORECASE)
LONGEST_NAME = 14  # characters of the name of a city


class Outcome(NamedTuple):
    """What became of a clause of a message: its accepted orders, and whether anything of it was refused."""

    clause: Clause
    taken: Sequence[OrderLine]
    heading: str  # under which the clauses below it are
    is_refused: bool


class _Units(NamedTuple):
    """The units of one kind that an order moves or holds."""

    kind: str  # "" for all kinds
    space: str
    number: int  # EVERY for all


class _Later(NamedTuple):
    """A sentence that was not read, and what it names: kinds of units, spaces, and units at their spaces."""

    at: int
    text: str
    kinds: frozenset[str]
    spaces: frozenset[str]
    stacks: frozenset[tuple[str, str]]  # with the kind "" if the text names none
    numbers: frozenset[int]
    is_otherwise: bool
    lines: frozenset[int]  # the numbers before the lines above that it replaces

    def names(self, unit: _Units) -> bool:
        """Return whether it names the units where they are now."""
        return any(
            space == unit.space and (not unit.kind or kind in ("", unit.kind)) for kind, space in self.stacks
        )


def doubted_below(context: ReadingContext, outcomes: Sequence[Outcome]) -> dict[int, str]:
    """Return the places of orders that a later sentence puts in doubt, each with its text."""
    found: dict[int, str] = {}
    message = _Message(context, outcomes)
    later = (at for at, one in enumerate(outcomes) if _may_contradict(context, one))
    for at in islice(later, MOST):
        named = _named(context, at, outcomes[at].clause.text)
        is_otherwise = named.is_otherwise or _is_behind_retraction(outcomes, at)
        for place in message.meant(named._replace(is_otherwise=is_otherwise)):
            found.setdefault(place, outcomes[at].clause.text)
    return found


def _may_contradict(context: ReadingContext, one: Outcome) -> bool:
    """Return whether it is a sentence that was refused as a whole, and neither a question nor a reason.

    What lines of the order language do to each other is settled by their rules, but an order or a remark may
    say itself which numbered line it replaces.
    """
    text = one.clause.text
    if one.clause.taken_back or len(text) > LONGEST:
        return False
    if numbers_replaced(text):
        return True
    if one.taken or not one.is_refused or _REST_OF_MONEY.fullmatch(text):
        return False
    is_talk = text.endswith("?") or gives_reason(text) or is_closing(text) or is_hope(text)
    is_talk = is_talk or may_change_later(text)
    if is_talk or _LOSSES.search(text):
        return False
    return parse_line(context.data, bare(without_stops(text))) is None


def _is_behind_retraction(outcomes: Sequence[Outcome], at: int) -> bool:
    """Return whether the clause before it begins to take something back: "wait, no."."""
    before, clause = outcomes[at - 1] if at else None, outcomes[at].clause
    if before is None or before.taken or before.clause.number not in (clause.number, clause.number - 1):
        return False
    return begins_retraction(before.clause.text)


def _named(context: ReadingContext, at: int, text: str) -> _Later:
    plain = _TEST.sub(" ", text)
    own = _others_units(tuple(context.position.settings.seats), context.player).sub(" ", plain)
    kinds = named_units(context, own)
    return _Later(
        at,
        text,
        frozenset(kinds),
        frozenset(named_spaces(context, plain)),
        frozenset(_stacks(context, own, kinds)),
        numbers_in(context.data, own),
        says_otherwise(text),
        numbers_replaced(text),
    )


@lru_cache(maxsize=64)
def _others_units(seats: Sequence[str], player: str) -> re.Pattern[str]:
    """Return the pattern of "his Knights", "the red Griffin" and the like."""
    names = "|".join(re.escape(seat) for seat in seats if seat != player)
    return re.compile(
        rf"\b(?:his|her|their|enemy|enemies|hostile|sein\w*|ihr\w*|ses|leurs?|(?:{names})(?:['’]?s)?) "
        rf"(?:\w+ ){{0,1}}?[^\W\d_]+|[^\W\d_]+ (?:of|von|de) (?:{names})\b",
        re.IGNORECASE,
    )


def _stacks(context: ReadingContext, text: str, kinds: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield each kind with the first space named after it, or with the last one before it; no goals."""
    goals = {space for to in _TO.finditer(text) for space in _space_at(context, text, to.end())}
    if not kinds:
        yield from (("", space) for space in named_spaces(context, text)[:1] if space not in goals)
        return
    for found in WORD.finditer(text):
        if len(found[0]) > len("an") and (kind := next(iter(named_units(context, found[0])), "")) in kinds:
            behind = named_spaces(context, text[found.end() :])
            before = named_spaces(context, text[: found.start()])[::-1]
            spaces = (space for space in (*behind, *before) if space not in goals)
            yield from ((kind, space) for space in islice(spaces, 1))


def _space_at(context: ReadingContext, text: str, at: int) -> list[str]:
    """Return the space whose name begins at *at* of *text*."""
    spaces = named_spaces(context, text[at : at + LONGEST_NAME])[:1]
    return spaces if named_spaces(context, " ".join(text[at : at + LONGEST_NAME].split()[:2])) else []


def _units(order: Order) -> list[_Units]:
    """Return the units that an order moves or holds."""
    match order:
        case Move(units=units, origin=space) | Hold(units=units, place=space):
            return [_Units(unit.kind, space, unit.count) for unit in units]
        case _:
            return []


class _Message:
    """The clauses of a message with their orders, which a later sentence may contradict."""

    def __init__(self, context: ReadingContext, outcomes: Sequence[Outcome]) -> None:
        self._context = context
        self._outcomes = outcomes
        self._own = [row for row in context.position.units if row.player == context.player]

    def meant(self, later: _Later) -> list[int]:
        """Return the places above of the orders of which *later* says something else."""
        above = [
            place for place in range(max(later.at - MOST_ABOVE, 0), later.at) if self._outcomes[place].taken
        ]
        found = [place for place in above if self._differs(place, later)]
        if found and later.is_otherwise:
            return self._with_rests(above, found)
        is_heeded = any(one.clause.taken_back == later.text for one in self._outcomes)
        return found if found or is_heeded or self._names_own(later) else self._meant_before(above, later)

    def _with_rests(self, above: Sequence[int], found: Sequence[int]) -> list[int]:
        """Return *found* with the other orders above for the same stacks: their numbers depend on it."""
        stacks = {(one.kind, one.space) for place in found for one in self._units_at(place)}
        return [
            place
            for place in above
            if place in found or stacks & {(one.kind, one.space) for one in self._units_at(place)}
        ]

    def _units_at(self, place: int) -> list[_Units]:
        return [unit for line in self._outcomes[place].taken for unit in _units(line.order)]

    def _differs(self, place: int, later: _Later) -> bool:
        one, clause = self._outcomes[place], self._outcomes[later.at].clause
        is_same_sentence = one.clause.number == clause.number and not clause.text[:1].isupper()
        if is_same_sentence and not later.is_otherwise:
            return False
        if number_before(one.clause.text) in later.lines:
            return True
        # "Otherwise" is the other case of a condition above, which it leaves as it is.
        is_other_case = _OTHERWISE.match(later.text) is not None
        return any(
            self._contradicts(line.order, later)
            for line in one.taken
            if not (is_other_case and line.is_conditional)
        )

    def _contradicts(self, order: Order, later: _Later) -> bool:
        match order:
            case Move() | Hold() if _BUILDS.search(later.text):
                return False
            case Move(way=way):
                return any(self._moves_otherwise(unit, way, later) for unit in _units(order))
            case Hold():
                return any(self._holds_not(unit, later) for unit in _units(order))
            case Build(units=units, places=places):
                return _builds_otherwise({unit.kind for unit in units}, {*places}, later)
            case Cast(place=place, city=city, spell=spell):
                is_named = later.is_otherwise and spell.casefold() in later.text.casefold()
                return is_named and (not later.spaces or bool({place, city} & later.spaces))
            case _:
                return False

    def _moves_otherwise(self, unit: _Units, way: Sequence[str], later: _Later) -> bool:
        """Return whether *later* says that the units go elsewhere, in another number, or not at all."""
        if later.names(unit):
            stays = says_stays(later.text) and way[-1] not in later.spaces and not self._is_held(unit, later)
            is_said = later.is_otherwise or stays or bool(later.spaces - {unit.space, *way})
            return is_said and not self._is_of_rest(unit, later)
        if _OTHERS.search(later.text) or self._names_own(later):
            return False
        if way[-1] in later.spaces and unit.kind in later.kinds:
            is_open = not later.numbers or condition_in(later.text)
            return later.is_otherwise or not (is_open or unit.number in (EVERY, *later.numbers))
        if way[-1] in later.spaces and not later.kinds:
            size = stack_size(self._context, unit.kind, unit.space)
            return later.is_otherwise and max(later.numbers, default=0) <= size
        is_kind = later.is_otherwise and unit.kind in later.kinds and not later.spaces
        return is_kind and (says_goes(later.text) or says_stays(later.text))

    def _holds_not(self, unit: _Units, later: _Later) -> bool:
        """Return whether *later* says that the units do not hold, but go somewhere."""
        if not (later.names(unit) and later.spaces - {unit.space} and says_goes(later.text)):
            return False
        return later.is_otherwise or not self._left(unit, later)

    def _is_of_rest(self, unit: _Units, later: _Later) -> bool:
        """Return whether *later* may be about units of the stack that have no order above."""
        is_rest = not later.is_otherwise or _OTHERS.search(later.text) is not None
        return is_rest and self._left(unit, later) > 0

    def _left(self, unit: _Units, later: _Later) -> int:
        """Return how many units of a stack have no order above *later*."""
        ordered = [one.number for one in self._units_above(later) if _is_of_stack(one, unit)]
        size = stack_size(self._context, unit.kind, unit.space)
        return 0 if EVERY in ordered else max(0, size - sum(ordered))

    def _units_above(self, later: _Later) -> Iterator[_Units]:
        return (unit for place in range(later.at) for unit in self._units_at(place))

    def _is_held(self, unit: _Units, later: _Later) -> bool:
        """Return whether some of the stack hold by an order above *later*."""
        orders = (line.order for one in self._outcomes[: later.at] for line in one.taken)
        held = (one for order in orders if isinstance(order, Hold) for one in _units(order))
        return any(_is_of_stack(one, unit) for one in held)

    def _names_own(self, later: _Later) -> bool:
        """Return whether it names units of the player where they are: no goal tells what it means."""
        return any(
            row.space == space and kind in ("", row.kind) for kind, space in later.stacks for row in self._own
        )

    def _meant_before(self, above: Sequence[int], later: _Later) -> list[int]:
        """Return the orders named by unread sentences before one that says "instead" without their names."""
        if not later.is_otherwise:
            return []
        spaces: set[str] = set()
        for one in reversed(self._outcomes[max(later.at - MOST_BEFORE, 0) : later.at]):
            if one.taken or not one.clause.text:
                break
            spaces |= {*named_spaces(self._context, one.clause.text)}
        return [
            place
            for place in above
            if any(_is_at(line.order, spaces, later.kinds) for line in self._outcomes[place].taken)
        ]


def _is_of_stack(one: _Units, stack: _Units) -> bool:
    return one.space == stack.space and one.kind in ("", stack.kind)


def _builds_otherwise(kinds: set[str], places: set[str], later: _Later) -> bool:
    is_of_builds = _BUILDS.search(later.text) is not None
    if (
        _NEW.search(later.text)
        and not _AFTERWARDS.search(later.text)
        and _new_elsewhere(kinds, places, later)
    ):
        return True
    if not later.is_otherwise or (not is_of_builds and (says_goes(later.text) or says_stays(later.text))):
        return False
    if swaps(later.text):
        return bool(kinds & later.kinds or places & later.spaces)
    if is_of_builds and not later.spaces:
        return True
    return bool(places & later.spaces) and (bool(kinds & later.kinds) or (is_of_builds and not later.kinds))


def _new_elsewhere(kinds: set[str], places: set[str], later: _Later) -> bool:
    """Return whether *later* says of the new units that they are in another city."""
    said = {space for kind, space in later.stacks if kind in kinds}
    is_kind = bool(kinds & later.kinds)
    return bool(said - places) if said else is_kind and bool(later.spaces) and not places & later.spaces


def _is_at(order: Order, spaces: set[str], kinds: frozenset[str]) -> bool:
    """Return whether an order is about one of *spaces*, and about units of *kinds* if there are any."""
    match order:
        case Move(units=units, origin=space, way=way):
            return bool({space, way[-1]} & spaces) and _are_of(units, kinds)
        case Hold(units=units, place=space):
            return space in spaces and _are_of(units, kinds)
        case Build(units=units, places=places):
            return bool({*places} & spaces) and bool({unit.kind for unit in units} & kinds)
        case Cast(place=place, city=city):
            return bool({place, city} & spaces)
        case _:
            return False


def _are_of(units: Sequence[UnitCount], kinds: frozenset[str]) -> bool:
    return not kinds or any(unit.kind in kinds for unit in units)

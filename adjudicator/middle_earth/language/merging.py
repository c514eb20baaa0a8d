"""Merge the orders of a message with those of earlier messages.

A later message replaces orders unit by unit and kind by kind; within one message the last order of a kind for
a unit counts. A unit has one action, and any number of orders for the end of the move.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import lru_cache

from adjudicator.core.language.words import NotAllowed, listed
from adjudicator.core.phrasing import capital
from adjudicator.middle_earth.language import led_units
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.knowledge import AnyKnowledge
from adjudicator.middle_earth.language.orders import Order, Unit
from adjudicator.middle_earth.language.standing import ADJUSTMENTS, KindOf, says_already
from adjudicator.middle_earth.language.writing import short
from adjudicator.middle_earth.resolve.pieces import is_piece
from adjudicator.middle_earth.sentences import say

KEPT = (act.Standing, act.CancelStanding)  # CLEAR does not delete them
OFF_BOARD = Unit("E", "Off")  # each line orders another one of them
Claim = tuple[str, str, str]  # a kind of order, a kind of unit, its place


@lru_cache(maxsize=4096)
def unit_key(unit: Unit) -> tuple[str, str]:
    """Return the key of a unit among those of its player: kind and place, or the name of a piece."""
    kind = "F" if unit.kind == "A/F" else unit.kind
    return (kind, "") if is_piece(kind) and kind != "R" else (kind, unit.place)


def claims(order: Order, kind: KindOf, within: bool = False) -> frozenset[Claim]:
    """Return what *order* competes for; *within* a message, destroying different pieces does not compete."""
    if act.is_plain(order):
        own = (kind(order), *unit_key(order.unit))
        return frozenset() if within and order.unit == OFF_BOARD else frozenset((own,))
    special = _special(order, within)
    if special is not None:
        return special
    if within and getattr(order, "unit", None) == OFF_BOARD:
        return frozenset()
    return frozenset([(kind(order), *unit_key(unit)) for unit in units(order)])


def _special(order: Order, within: bool) -> frozenset[Claim] | None:
    """Return the claims of an order that does not claim its kind for each of its units; else None."""
    if type(order) is act.Destroy:
        return frozenset({(f"Destroy {order.target}", *unit_key(order.unit))}) if within else None
    match order:
        case act.Standing() | act.CancelStanding():
            return frozenset()
        case act.Waive() | act.Declare() | act.Proxy(unit=None):
            return frozenset({(type(order).__name__, "", "")})
        case act.Build() | act.Remove():
            return frozenset(
                {("adjusts", order.unit.kind if isinstance(order, act.Remove) else "", order.unit.place)}
            )
    return None


def units(order: Order) -> tuple[Unit, ...]:
    """Return the units that *order* gives an order to."""
    if act.is_plain(order):
        return (order.unit,)
    match order:
        case act.Merge(parts=parts):
            return tuple(part.unit for part in parts)
        case act.Divide(unit=unit, parts=parts):
            return (unit, *(part.unit for part in parts))
        case act.Standing() | act.CancelStanding() | act.Waive() | act.Declare():
            return ()
        case act.Proxy():
            return (order.unit,) if order.unit is not None else ()
    return (order.unit,)


def merged(before: Iterable[Order], message: Iterable[Order], kind: KindOf) -> list[Order]:
    """Return the orders of *before* that *message* does not replace, then those of *message*."""
    new, old = list(message), list(before)
    if not old or not new:
        return new or old
    merges = [left for left in old if isinstance(left, act.Merge)]
    if merges:
        new = [order for order in new if not any(says_already(left, order) for left in merges)]
    return [*left_of(old, new, kind), *new]


def lost_to_merges(
    before: Sequence[Order],
    message: Sequence[Order],
    after: Sequence[Order],
    kind: KindOf,
    sentence: Callable[[Order], str],
) -> Iterator[str]:
    """Yield a note on each order on file that ends because another unit's order makes or ends a merge.

    Whoever writes "A Los - Pel M A Pel" need not think of what A Pel was ordered *before*.
    """
    merges = [order for order in message if isinstance(order, act.Merge)]
    joined = {("action", *unit_key(part.unit)): part for one in merges for part in one.parts[1:]}
    for old in before:
        if isinstance(old, act.Merge):
            left = [one for one in map(_alone, old.parts) if one in after and one not in message]
            if left and old not in after:
                named = listed(map(short, left), "and")
                yield say("merge_no_longer_in_force", sentence=sentence(old), left=named)
        elif old not in after and any(
            _alone(joined[claim]) != old for claim in claims(old, kind) if claim in joined
        ):
            yield say("no_longer_in_force", sentence=sentence(old))


def left_of(old: Sequence[Order], new: Sequence[Order], kind: KindOf) -> list[Order]:
    """Return what is left of *old* beside *new*. Standing orders stay where they are: their numbers count."""
    if not old:
        return []
    renewed = frozenset(claim for order in new for claim in claims(order, kind))
    return [
        left
        for order in old
        for left in without(order, renewed, kind)
        if type(left) is act.Standing or left not in new
    ]


def not_led_elsewhere(
    old: Sequence[Order], new: Sequence[Order], kind: KindOf, known: AnyKnowledge
) -> list[Order]:
    """Return what is left of *old* where leads among *new* send own units elsewhere."""
    leads = led_units.for_own_unit(new, known) if old else ()
    return [one for order in old for one in _not_led_elsewhere(order, leads, kind)] if leads else [*old]


def _not_led_elsewhere(order: Order, leads: Sequence[act.Lead], kind: KindOf) -> list[Order]:
    lead = led_units.led_elsewhere(order, leads, kind)
    unit: Unit | None = getattr(order, "unit", None)
    if lead is None or (unit is not None and unit.count > lead.led.count):  # it orders no part of a stack
        return [order]
    return without(order, frozenset({("action", *unit_key(lead.led))}), kind)


def without_repeated(new: Sequence[Order], old: Sequence[Order], in_force: Collection[Order]) -> list[Order]:
    """Return *new* without standing orders that are on file and in force, so that they keep their numbers."""
    if any(type(order) is act.CancelStanding for order in new):
        return list(new)
    return [
        order
        for order in new
        if type(order) is not act.Standing or order not in old or order.order not in in_force
    ]


def without_unit(orders: Iterable[Order], unit: Unit, own: Sequence[Unit]) -> list[Order]:
    """Return the orders that are not for *unit*; the other parts of a merge keep theirs.

    A lead that names its way orders the unit, too. One by a piece that is not among one's *own* lets it lead.
    """
    return [left for order in orders for left in _left_without(order, unit, own)]


def _left_without(order: Order, unit: Unit, own: Sequence[Unit]) -> list[Order]:
    if type(order) is act.Lead and is_named(order.led, unit):
        is_own = any(is_named(one, order.unit) for one in own)
        if order.path or order.holds or not is_own:
            return []
    if not any(is_named(one, unit) for one in units(order)):
        return [order]
    parts = order.parts if isinstance(order, act.Merge) else ()
    return [_alone(part) for part in parts if not is_named(part.unit, unit)]


def is_named(one: Unit, unit: Unit) -> bool:
    """Return whether *unit*, perhaps without its kind, names *one*, whatever number it says."""
    kind, place = unit_key(one)
    if is_piece(kind) and not unit.place:  # "the Ranger", wherever he is
        return kind == unit.kind
    return (kind, place) == unit_key(unit) or (not unit.kind and bool(place) and place == unit.place)


def _alone(part: act.Merger) -> Order:
    """Return the order of a part of a merge without the others."""
    return act.Move(part.unit, (part.target,)) if part.target else act.Hold(part.unit)


def without(order: Order, taken: frozenset[Claim], kind: KindOf, within: bool = False) -> list[Order]:
    """Return what is left of *order* without the claims *taken*: of a merge, the orders of others."""
    if not claims(order, kind, within) & taken:
        return [order]
    if not isinstance(order, act.Merge):
        return []
    left = [part for part in order.parts if ("action", *unit_key(part.unit)) not in taken]
    return list(map(_alone, left))


class MessageOrders:
    """The orders of one message, collected one by one."""

    def __init__(self, kind: KindOf, due: Callable[[], int], full: Callable[[Unit], str]) -> None:
        """*due* returns the number of builds that may be ordered, or of removals that must be (below 0)."""
        self._kind = kind
        self._due = due
        self._full = full
        self.notes: list[str] = []
        self.withdrawn: list[Unit] = []
        self.taken_back: list[Order] = []
        self._taken: list[tuple[Order, frozenset[Claim]]] = []
        self._claimed: set[Claim] = set()  # by all orders so far, those that gave way included

    @property
    def orders(self) -> list[Order]:
        return [order for order, _ in self._taken]

    def clear(self) -> None:
        """Delete all orders of the turn; standing orders stay."""
        self._taken = [(order, claimed) for order, claimed in self._taken if isinstance(order, KEPT)]

    def withdraw(self, unit: Unit, own: Sequence[Unit]) -> None:
        """Delete the orders of a unit, and note that those of earlier messages are deleted."""
        self.withdrawn.append(unit)
        self._keep(without_unit(self.orders, unit, own))

    def take_back(self, orders: Sequence[Order]) -> None:
        """Delete *orders* of this message, and note that those of earlier messages are deleted."""
        self.taken_back += orders
        self._keep([order for order in self.orders if order not in orders])

    def _keep(self, orders: Sequence[Order]) -> None:
        self._taken = [(order, claims(order, self._kind, within=True)) for order in orders]

    def left_of(self, before: Iterable[Order], own: Sequence[Unit]) -> list[Order]:
        """Return the orders *before* this message that it has neither withdrawn nor taken back."""
        left = [order for order in before if order not in self.taken_back]
        for unit in self.withdrawn:
            left = without_unit(left, unit, own)
        return left

    def take(self, order: Order) -> None:
        """Add *order*. Raises `NotAllowed` for builds and removals beyond what is due."""
        if type(order) is act.Hold and any(says_already(old, order) for old in self.orders):
            return
        if type(order) is act.Merge:
            self._taken = [(old, claimed) for old, claimed in self._taken if not says_already(order, old)]
        taken = claims(order, self._kind, within=True)
        rivals = self._rivals(order, taken)
        if type(order) in ADJUSTMENTS:
            self._refuse_what_is_too_much(order, rivals)
        for old in rivals:
            if old != order:
                self.notes.append(say("has_two_orders_in_this_message", unit=self._subject(order, old)))
        if rivals:
            self._give_way(rivals, taken)
        self._taken.append((order, taken))
        self._claimed |= taken

    def _rivals(self, order: Order, taken: frozenset[Claim]) -> list[Order]:
        if self._claimed.isdisjoint(taken):
            return []
        return [old for old, claimed in self._taken if claimed & taken and not _go_together(old, order)]

    def _give_way(self, rivals: Sequence[Order], taken: frozenset[Claim]) -> None:
        kept: list[tuple[Order, frozenset[Claim]]] = []
        for old, claimed in self._taken:
            left = without(old, taken, self._kind, within=True) if old in rivals else None
            kept += (
                [(old, claimed)]
                if left is None
                else [(one, claims(one, self._kind, within=True)) for one in left]
            )
        self._taken = kept
        self._claimed.update(claim for _, claimed in kept for claim in claimed)

    def _subject(self, order: Order, old: Order) -> str:
        """Return what both orders are for."""
        keys = set(map(unit_key, units(old)))
        both = (unit for unit in units(order) if isinstance(order, act.Merge) and unit_key(unit) in keys)
        unit: Unit | None = next(both, getattr(order, "unit", None))
        name = self._full(unit) if unit is not None else "your power"
        return capital(name)

    def _refuse_what_is_too_much(self, order: Order, rivals: Sequence[Order]) -> None:
        due = self._due()
        others = [old for old in self.orders if isinstance(old, ADJUSTMENTS) and old not in rivals]
        if sum(map(weight, others)) + weight(order) > abs(due):
            reason = (
                say("you_may_build_only", count=due) if due > 0 else say("you_must_remove_only", count=-due)
            )
            raise NotAllowed(reason, say("orders_above_count_send_others"))


def _go_together(one: Order, other: Order) -> bool:
    """Return whether one is a merge of a part that the other separates (4.3, 4.5)."""
    divide, merge = (one, other) if isinstance(one, act.Divide) else (other, one)
    if not isinstance(divide, act.Divide) or not isinstance(merge, act.Merge):
        return False
    moves = [act.Merger(part.unit, part.path[0]) for part in divide.parts if isinstance(part, act.Move)]
    stays = [act.Merger(part.unit) for part in divide.parts if isinstance(part, act.Hold)]
    return any(part in moves or part in stays for part in merge.parts)


def weight(order: Order) -> int:
    """Return how many builds or removals *order* stands for."""
    match order:
        case act.Waive(count=count):
            return count
        case act.Remove(number=number):
            return number
    return 1


def fitted(
    orders: list[Order], number: int, sentence: Callable[[Order], str]
) -> tuple[list[Order], list[str]]:
    """Return *orders* without the oldest builds or removals beyond *number*, and a note on each dropped."""
    due = abs(number)
    left, dropped = list(orders), []
    while sum(weight(order) for order in left if isinstance(order, ADJUSTMENTS)) > due:
        oldest = next(order for order in left if isinstance(order, ADJUSTMENTS))
        left.remove(oldest)
        dropped.append(say("no_longer_in_force", sentence=sentence(oldest)))
    return left, dropped

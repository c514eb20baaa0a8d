"""What the holder of the Ring may do with it: a section of their own report, and a remark in their form."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Protocol, TypeVar

from msgspec import Struct

from adjudicator.core.atlas import PlaceSet
from adjudicator.core.form_lines import MOST_SHOWN
from adjudicator.core.game import Item, Section
from adjudicator.core.phrasing import Speech, capital
from adjudicator.middle_earth.language import lawful_choices
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.knowledge import AnyKnowledge
from adjudicator.middle_earth.language.orders import Place, Power, Standable, Unit
from adjudicator.middle_earth.language.writing import short
from adjudicator.middle_earth.sentences import say
from adjudicator.middle_earth.view.sections import section
from adjudicator.middle_earth.view.wording import mine, short_unit

TITLE = say("ring_title")
WORN, CARRIED = "worn", "carried"
NOW = say("ring_orders_now")
SOUGHT = ("ring", "ring line", "hiding place", "ring place")  # what PLACES is asked for
LATER = say("ring_orders_later")
WAITS = say("ring_orders_wait")


class Example(Struct, frozen=True):
    """A move of *unit*, which carries the Ring, and a pass that is possible only after it."""

    unit: str
    move: str
    passing: str


class RingOrders(Struct, frozen=True):
    """The orders for the Ring that are allowed as the units stand, and an example of one after a move."""

    now: tuple[str, ...] = ()
    later: Example | None = None


class Held(Struct, frozen=True):
    """The Ring as its holder knows it: who has it, where, *how*, and the orders allowed now."""

    kind: str
    place: Place
    how: str
    orders: tuple[str, ...] = ()
    example: Example | None = None


class Advice(Struct, frozen=True):
    """A game's advice for a holder, each with its clause; placeholders: mine, place."""

    carried: Sequence[str]
    worn: Sequence[str]
    fellowship: Sequence[str] = ()  # for a carrier with special rules


class Bearer(Protocol):
    """The unit or piece that has the Ring."""

    @property
    def power(self) -> Power: ...
    @property
    def kind(self) -> str: ...
    @property
    def place(self) -> Place: ...


class PlacedRing(Protocol):
    """The Ring in the position of either game."""

    @property
    def how(self) -> str: ...
    @property
    def bearer(self) -> Bearer | None: ...


class Position(Protocol):
    """The position of either game."""

    @property
    def ring(self) -> PlacedRing: ...
    @property
    def over(self) -> bool: ...
    @property
    def eliminated(self) -> Collection[Power]: ...


P = TypeVar("P", bound=Position)


def hiding(places: Sequence[Place], clause: str) -> tuple[PlaceSet, ...]:
    """Return where the Ring may lie at the start, for look-ups: everybody may know that."""
    about = say("ring_places_about", clause=clause)
    return (
        PlaceSet(
            SOUGHT,
            say("ring_places_title"),
            about,
            say("ring_place", clause=clause),
            tuple(places),
            ruled_out=say("entered_without_ring"),
            about_other=say("ring_is_not_here"),
            found=say("the_ring"),
        ),
    )


def is_known_to(power: Power, ring: PlacedRing) -> bool:
    """Return whether *power* knows where the Ring is: one of its units has it, or it is destroyed."""
    return ring.how == "destroyed" or (ring.bearer is not None and ring.bearer.power == power)


def wearer(position: Position) -> Power:
    """Return the power whose unit or piece wears the Ring, "" if nobody does."""
    bearer = position.ring.bearer
    return bearer.power if bearer is not None and position.ring.how == WORN else ""


def held(position: P, reader: Power | None, orders: Callable[[P, Power], RingOrders]) -> Held | None:
    """Return the Ring, if *reader* holds it; *orders* are those allowed now."""
    bearer = position.ring.bearer
    if bearer is None or bearer.power != reader or position.over or reader in position.eliminated:
        return None
    given = orders(position, reader)
    return Held(bearer.kind, bearer.place, position.ring.how, given.now, given.later)


K = TypeVar("K", bound=AnyKnowledge)


def example(
    unit: Unit,
    goals: Iterable[Place],
    near: Callable[[Place], Collection[Place]],
    known: K,
    check: Callable[[Standable, K], Standable],
) -> Example | None:
    """Return a move to one of *goals* and a pass from there to an area not *near* where *unit* stands."""
    for goal in goals:
        move = act.Move(unit, (goal,))
        if not lawful_choices.is_lawful(move, known, check):
            continue
        after = known.with_orders((move,), ())
        for place in sorted({*near(goal)} - {unit.place, *near(unit.place)}):
            passing = act.PassRing(unit, place)
            if lawful_choices.is_lawful(passing, after, check):
                return Example(short_unit(unit), short(move), short(passing))
    return None


def sections(
    held: Held | None, speech: Speech, advice: Advice, is_ordered: bool = False
) -> Iterator[Section]:
    """Yield the section for the holder, nothing for anybody else.

    *is_ordered* is set if an order for the Ring waits for a later step of the turn.
    """
    if held is None:
        return
    words = {"mine": mine(held.kind, speech), "place": speech.place(held.place)}
    rules = advice.worn if held.how == WORN else advice.carried
    if held.kind == "Fe" and held.how == CARRIED:
        rules = advice.fellowship or rules
    items = [Item(capital(one.format_map(words)), "own") for one in rules]
    if held.example is not None:
        shown = held.example
        items.append(Item(say("ring_after_move", short=shown.unit, move=shown.move, passing=shown.passing)))
    if held.orders:
        items += [Item(NOW), *(Item(order, "own") for order in held.orders)]
    elif held.how == CARRIED:
        items.append(Item(WAITS if is_ordered else LATER))
    yield from section("holds", TITLE, items)


def besides(form: Sequence[str], orders: Sequence[str]) -> list[str]:
    """Return *form* and a remark, which is not an order, with the allowed *orders* for the Ring."""
    if not orders:
        return list(form)
    shown = ", ".join(orders[:MOST_SHOWN])
    if len(orders) > MOST_SHOWN:
        return [*form, say("ring_besides_more", orders=shown)]
    return [*form, say("ring_besides", orders=shown)]

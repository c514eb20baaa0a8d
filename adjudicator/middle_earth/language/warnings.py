"""Warnings, shared by both games, about orders that are allowed but probably not intended.

They depend only on public facts and on the author's own orders.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from adjudicator.core.language.words import NotAllowed, Unreadable, listed
from adjudicator.middle_earth.language import led_units, merging
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.knowledge import AnyKnowledge, K, NotYours
from adjudicator.middle_earth.language.orders import Order, Place, Power, Standable, Unit
from adjudicator.middle_earth.language.standing import ALSO_ARMIES, ANYWHERE, KindOf, numbered
from adjudicator.middle_earth.language.writing import short
from adjudicator.middle_earth.resolve.pieces import is_piece
from adjudicator.middle_earth.sentences import say
from adjudicator.middle_earth.view.wording import Names, place_name, short_unit, unit_name

Goals = Mapping[
    Place, Sequence[tuple[Unit, Place]]
]  # by place: the units that go, and the first step of each


def rivals(moves: Iterable[tuple[Unit, Place]], names: Names, sentence: str) -> Iterator[str]:
    """Yield *sentence* with {units} and {place} for the power's own units that go to one place."""
    goals: dict[Place, list[Unit]] = {}
    for unit, goal in moves:
        goals.setdefault(goal, []).append(unit)
    for goal, units in goals.items():
        if len(units) > 1:
            both = listed((short_unit(unit) for unit in units), "and")
            yield sentence.format(units=both, place=place_name(goal, names))


def second_steps(
    riders: Sequence[tuple[Unit, Place]],
    staying: Mapping[Place, Unit],
    arriving: Mapping[Place, Unit],
    names: Names,
) -> Iterator[str]:
    """Yield a warning for each of the *riders* whose second step goes where a unit of the author's will be.

    *staying* are the units that do not move, and *arriving* those that move there in one step.
    """
    goals: dict[Place, list[Unit]] = {}
    for rider, goal in riders:
        goals.setdefault(goal, []).append(rider)
    for goal, there in goals.items():
        place = place_name(goal, names)
        riding = list(map(short_unit, there))
        if goal in staying:
            other = short_unit(staying[goal])
            yield from (
                say("second_step_where_one_stays", short=one, other=other, place=place) for one in riding
            )
        elif goal in arriving:
            other = short_unit(arriving[goal])
            yield from (
                say("second_step_where_one_goes", short=one, other=other, place=place) for one in riding
            )
        elif len(there) > 1:
            yield say("second_steps_meet", units=listed(riding, "and"), place=place)


def without_partner(
    orders: Sequence[Order], goals: Goals, mine: Collection[Place], staying: Collection[Place] = ()
) -> Iterator[str]:
    """Yield a warning for each support of a unit of one's own that is ordered to do something else.

    *staying* are the places from which a part of a stack goes and another part does not.
    """
    for order in orders:
        if type(order) is not act.SupportMove and type(order) is not act.SupportHold:
            continue
        if order.supported.place not in mine:
            continue
        place = order.supported.place
        gone = goals.get(place, ())
        helper = short_unit(order.unit)
        if type(order) is act.SupportMove and all(goal != order.path[0] for _, goal in gone):
            yield say("supports_move_that_is_not_ordered", helper=helper, short=short_unit(order.supported))
        if type(order) is act.SupportHold and gone:
            short = short_unit(gone[0][0])
            if place in staying:
                yield say("supports_part_that_stays", helper=helper, short=short)
            else:
                yield say("supports_where_it_stands", helper=helper, short=short)


def leads_elsewhere(
    orders: Sequence[Order], kind: KindOf, known: AnyKnowledge, names: Names
) -> Iterator[str]:
    """Yield a warning for each lead of a unit that another of the *orders* lets do something else."""
    leads = led_units.for_own_unit(orders, known)
    for order in orders if leads else ():
        for lead in leads:
            if led_units.led_elsewhere(order, (lead,), kind):
                yield _void_lead(lead, names)


def _void_lead(lead: act.Lead, names: Names) -> str:
    piece, led = unit_name(lead.unit, names), short_unit(lead.led)
    order, along = short(led_units.given_by(lead)), short(act.Lead(lead.unit, lead.led))
    if not lead.path:
        return say("leads_it_to_hold_but_has_another_order", piece=piece, led=led, order=order, along=along)
    goal = place_name(lead.path[-1], names)
    return say("leads_to_but_has_another_order", piece=piece, led=led, goal=goal, order=order, along=along)


def void_by_declaring(
    orders: Sequence[Order], known: K, checked: Callable[[Standable, K], Standable]
) -> Iterator[str]:
    """Yield a warning for each earlier order that is not allowed to a power of the alignment declared."""
    if not any(type(order) is act.Declare for order in orders):
        return
    for order in orders:
        if isinstance(order, act.Standing | act.CancelStanding | act.Proxy | act.Declare):
            continue
        try:
            checked(order, known)
        except NotYours:
            continue  # ordered by proxy
        except NotAllowed as refusal:
            yield say("void_by_declaring", order=short(order), reason=refusal.reason)
        except Unreadable:
            continue


def kept(units: Iterable[Unit], orders: Sequence[Order]) -> list[Unit]:
    """Return those of the *units* that no proxy among *orders* lends: others order them, in secret."""
    proxies = [order for order in orders if type(order) is act.Proxy]
    return [unit for unit in units if not any(_is_lent(unit, proxy) for proxy in proxies)]


def lent_and_ordered(orders: Sequence[Order], names: Names) -> Iterator[str]:
    """Yield a warning for each unit with a proxy and an action: whoever lends a unit does not order it."""
    proxies = [order for order in orders if type(order) is act.Proxy]
    if not proxies:
        return
    for order in orders:
        for unit in merging.units(order) if isinstance(order, act.Action) else ():
            lent = next((one.to for one in reversed(proxies) if _is_lent(unit, one)), "")
            if lent:
                yield say("lent_and_ordered", unit=unit_name(unit, names), power=names.get(lent, lent))


def _is_lent(unit: Unit, proxy: act.Proxy) -> bool:
    return not is_piece(unit.kind) and (proxy.unit is None or merging.is_named(unit, proxy.unit))


def instead_of_standing(
    orders: Sequence[Order], known: AnyKnowledge, kind: KindOf, sentence: Callable[[Order], str]
) -> Iterator[str]:
    """Yield a warning about the units whose orders to destroy count instead of standing ones."""
    before = known.state.standing.get(known.power, ())
    own = [order for order in orders if isinstance(order, act.Destroy)]
    kept = numbered(before, orders, kind) if own else {}
    given = {number: other for number, other in kept.items() if isinstance(other, act.Destroy)}
    replaced = {number: list(_with_another(own, other)) for number, other in given.items()}
    pairs = [(number, unit) for number, units in replaced.items() for unit in units]
    if len(pairs) == 1:
        number, unit = pairs[0]
        order = sentence(given[number])
        yield say("instead_of_standing_order", short=short_unit(unit), number=number, order=order)
    elif pairs:
        each = (
            say(
                "standing_order_for_units",
                number=number,
                order=sentence(given[number]),
                units=listed(map(short_unit, units), "and"),
            )
            for number, units in replaced.items()
            if units
        )
        yield say("instead_of_standing_orders", each="; ".join(each))


def _with_another(own: Sequence[act.Destroy], standing: act.Destroy) -> Iterator[Unit]:
    """Yield each unit that a *standing* order is for, and that one of its *own* lets destroy others."""
    rivals = [order for order in own if _is_meant(order.unit, standing.unit)]
    covered = {
        order.unit for order in rivals if order.target == standing.target or order.target.kind == "any"
    }
    yield from dict.fromkeys(order.unit for order in rivals if order.unit not in covered)


def _is_meant(unit: Unit, standing: Unit) -> bool:
    if standing.place == ANYWHERE:
        return unit.kind in ALSO_ARMIES.get(standing.kind, (standing.kind,))
    return merging.is_named(unit, standing)


class Land(Struct, frozen=True):
    """What everybody may know of the board: who owns a centre, and which units stand in a place."""

    owners: Mapping[Place, Power]
    units: Callable[[Place], Sequence[Unit]]
    names: Names
    clause: str  # on neutralising


def neutralises_in_vain(orders: Sequence[Order], power: Power, land: Land) -> Iterator[str]:
    """Yield a warning for each centre that, as it stands now, is not neutralised."""
    for order in orders:
        if type(order) is not act.Neutralise or not order.path:
            continue
        goal = order.path[-1]
        place, owner = place_name(goal, land.names), land.owners.get(goal)
        if owner is None:
            yield say("nobody_owns_it_to_neutralise", place=place)
        elif owner == power:
            yield say("yours_already_to_neutralise", place=place)
        elif there := land.units(goal):
            unit = unit_name(there[0], land.names)
            yield say("unit_keeps_from_neutralising", unit=unit, place=place, clause=land.clause)

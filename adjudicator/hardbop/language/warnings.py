"""Warn about orders that are allowed but probably not meant.

Warnings rest on public facts and on the author's own orders. Nothing here refuses an order.
"""

from collections.abc import Iterable, Iterator, Sequence

from adjudicator.core.phrasing import capital
from adjudicator.hardbop import ground
from adjudicator.hardbop.language import standing
from adjudicator.hardbop.language.checking import checked
from adjudicator.hardbop.language.knowledge import Known, of
from adjudicator.hardbop.language.legality_at_end import may_pass
from adjudicator.hardbop.sentences import form, say
from adjudicator.hardbop.view.wording import place_name, sentence, unit_name
from adjudicator.middle_earth.language import led_units, warnings
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Order, OrderSheet, Place, Unit
from adjudicator.middle_earth.resolve.pieces import EVIL, is_piece
from adjudicator.middle_earth.view.wording import short_unit


def cautions(orders: Sequence[Order], known: Known) -> tuple[str, ...]:
    """Return the warnings about the orders in force."""
    if not known.is_movement():
        return tuple(_takes_leaders_along(orders, known))
    counting = _in_force(orders, known)
    given = led_units.with_led(counting, standing.kind_of)
    moves = _moves(given)
    goals = {unit.place: [(unit, goal)] for unit, goal in moves}
    not_lent = warnings.kept(map(of, known.units), given)
    found = (
        *warnings.rivals(moves, ground.SPOKEN, form("rivals")),
        *_onto_own(moves, not_lent),
        *_second_steps(given, moves, not_lent),
        *warnings.without_partner(orders, goals, {unit.place for unit in not_lent}),
        *warnings.leads_elsewhere(counting, standing.kind_of, known, ground.SPOKEN),
        *_passes_to_nobody(given, moves, known),
        *_into_the_dark(moves, given, known),
        *_without_convoy(orders),
        *_destroys_in_vain(orders, given, known),
        *_cannot_destroy_the_ranger(orders, known),
        *warnings.void_by_declaring(orders, known, checked),
        *_of_the_fallen(counting, known),
        *warnings.lent_and_ordered(counting, ground.SPOKEN),
        *warnings.neutralises_in_vain(orders, known.power, _land(known)),
        *warnings.instead_of_standing(orders, known, standing.kind_of, sentence),
    )
    return tuple(dict.fromkeys(found))


def _in_force(orders: Sequence[Order], known: Known) -> Sequence[Order]:
    return standing.in_force(known.state, known.power, OrderSheet(tuple(orders)))


def _land(known: Known) -> warnings.Land:
    return warnings.Land(known.state.owners, known.public, ground.SPOKEN, "3.8(c)")


def _takes_leaders_along(orders: Sequence[Order], known: Known) -> Iterator[str]:
    """Warn of a unit that leaves the board with those who have led it in this turn (3.3(b))."""
    left = known.state.unfinished
    if left is None:
        return
    for order in (one for one in orders if isinstance(one, act.Remove | act.Disband)):
        place = order.unit.place
        led = [
            one.number
            for one in left.units
            if (one.power, one.place) == (known.power, place) and not one.dead
        ]
        for piece in left.pieces:
            is_seen = piece.shown or piece.power == known.power
            if piece.leads in led and piece.here and piece.place == place and is_seen:
                leader = unit_name(Unit(piece.kind, piece.place))
                yield say("takes_its_leader_along", short=short_unit(order.unit), leader=leader)


HARD_TO_DESTROY = {"Gandalf": "3.7(a)", "Nazgul": "3.10(e)"}  # with the clause
Moves = list[tuple[Unit, Place]]


def _moves(orders: Sequence[Order]) -> Moves:
    """Return the Military Units that move, with their first step (of a convoy the landing)."""
    found = []
    for order in orders:
        if type(order) is act.Move and not is_piece(order.unit.kind):
            by_sea = len(order.path) == 2 and order.path[0] in ground.WATER
            found.append((order.unit, order.path[-1] if by_sea else order.path[0]))
    return found


def _onto_own(moves: Moves, units: Iterable[Unit]) -> Iterator[str]:
    """Warn of moves to where one of the *units* stays, all of them the author's to order."""
    leaving = {unit.place for unit, _ in moves}
    own = {unit.place: unit for unit in units}
    for unit, goal in moves:
        if goal in own and goal not in leaving:
            yield say("goes_where_stays_move_fails", short=short_unit(unit), short_2=short_unit(own[goal]))


def _second_steps(orders: Sequence[Order], moves: Moves, units: Iterable[Unit]) -> Iterator[str]:
    """Warn of Cavalry that is to go on to where another of the *units* will be, all the author's to order."""
    leaving = {unit.place for unit, _ in moves}
    leaving |= {order.unit.place for order in orders if type(order) is act.HoldThenMove}
    staying = {unit.place: unit for unit in units if unit.place not in leaving}
    two = [
        (order.unit, order.path[1])
        for order in orders
        if type(order) is act.Move and len(order.path) > 1 and order.path[0] not in ground.WATER
    ]
    riders = [(unit, goal) for unit, goal in two if not is_piece(unit.kind)]
    arriving = {goal: unit for unit, goal in moves if unit not in [rider for rider, _ in riders]}
    yield from warnings.second_steps(riders, staying, arriving, ground.SPOKEN)


def _passes_to_nobody(orders: Sequence[Order], moves: Moves, known: Known) -> Iterator[str]:
    """Warn of a receiver that is not there or leaves: it must begin the turn there and stay (1.6)."""
    leaving = {unit.place for unit, _ in moves}
    for order in (one for one in orders if type(one) is act.PassRing):
        named = order.receiver
        if named is None or is_piece(named.kind):
            continue
        called = short_unit(named)
        remedy = _how_to_pass(order.unit, named, orders, known)
        if not any(named.kind in ("", one.kind) for one in known.public(named.place)):
            yield say("nobody_to_get_the_ring", called=called, remedy=remedy).strip()
        elif named.place in leaving:
            yield say("moves_away_from_the_ring", called=called, remedy=remedy).strip()


def _how_to_pass(giver: Unit, named: Unit, orders: Sequence[Order], known: Known) -> str:
    """Return the order that passes the Ring to where the receiver will be, or where it begins the turn."""
    short = short_unit(giver)
    goal = _when_passed(giver, named, orders)
    if goal and may_pass(giver, goal, known):
        return say("to_pass_it_on_the_way", where=place_name(goal), giver=short, place=goal)
    if may_pass(giver, named.place, known):
        return say("to_pass_it_to_anybody_there", giver=short, place=named.place)
    return ""


def _when_passed(giver: Unit, named: Unit, orders: Sequence[Order]) -> Place:
    """Return where one's own unit that moves is in the step in which *giver* passes the Ring (7.3(c))."""
    for order in orders:
        if type(order) is act.Move and order.unit.place == named.place and not is_piece(order.unit.kind):
            is_last = giver.kind in ground.TWO_SPACES or order.path[0] in ground.WATER
            return order.path[-1 if is_last else 0]
    return ""


def _without_convoy(orders: Sequence[Order]) -> Iterator[str]:
    """Warn of a move by sea that none of the author's fleets is ordered to convoy."""
    convoyed = {order.target for order in orders if type(order) is act.Convoy}
    for order in orders:
        if type(order) is not act.Move and type(order) is not act.Lead:
            continue
        if not order.path:
            continue
        unit = order.led if type(order) is act.Lead else order.unit
        goal = order.path[-1]
        if goal not in convoyed and _is_by_sea(unit, order.path):
            yield say("needs_a_convoy", short=short_unit(unit), place=place_name(goal))


def _destroys_in_vain(orders: Sequence[Order], given: Sequence[Order], known: Known) -> Iterator[str]:
    """Warn of a single unit that nobody leads and that is to destroy Gandalf or the Nazgul (3.7(a)).

    *given* has the standing orders, too, of which no warning is needed: they are for units that are led.
    """
    led = {order.led.place for order in given if type(order) is act.Lead}
    single = {one.place for one in known.units if one.size == 1} - led
    for order in (one for one in orders if type(one) is act.Destroy):
        clause = HARD_TO_DESTROY.get(order.target.kind, "")
        if clause and order.unit.place in single:
            yield say(
                "single_unit_destroys_in_vain",
                short=short_unit(order.unit),
                target=ground.SPEECH.named(order.target.kind),
                clause=clause,
            )


def _cannot_destroy_the_ranger(orders: Sequence[Order], known: Known) -> Iterator[str]:
    """Warn, once, of a power that is neither Evil nor has had a centre neutralised (3.8(a))."""
    given = (order.order if type(order) is act.Standing else order for order in orders)
    aimed = any(type(order) is act.Destroy and order.target.kind == "R" for order in given)
    if aimed and known.align(known.power) != EVIL and known.power not in known.state.ranger_foes:
        yield say("only_foes_destroy_the_ranger")


def _of_the_fallen(orders: Sequence[Order], known: Known) -> Iterator[str]:
    """Warn of an order about a piece that never comes back, as everybody knows (3.3(i))."""
    for order in orders:
        destroyed = order.target.kind if type(order) is act.Destroy else ""
        led_by = order.unit.kind if type(order) is act.Lead else ""
        for kind in {destroyed, led_by}.intersection(known.state.fallen):
            yield say("is_gone_for_good", piece=capital(unit_name(Unit(kind))))


def _is_by_sea(unit: Unit, path: tuple[Place, ...]) -> bool:
    """Return whether it is convoyed there; the path of a convoyed army may name the sea."""
    if unit.kind not in ground.ARMIES and not is_piece(unit.kind):
        return False
    stepped = ground.STEPS[unit.kind].get(unit.place, ())
    return unit.place in ground.PROVINCES and path[0] not in stepped


def _into_the_dark(moves: Moves, orders: Sequence[Order], known: Known) -> Iterator[str]:
    """Warn of moves to the Balrog, which are allowed (5.4(f)); not if Gandalf or Sauron leads (5.4(a))."""
    spared = {"alive": "Saruman", "mordor": "Mordor"}.get(known.state.balrog, known.power)
    leads = [order for order in orders if type(order) is act.Lead]
    led = {order.led.place for order in leads if order.unit.kind in ("Gandalf", "Sauron")}
    for unit, goal in moves:
        if goal == ground.KHAZAD_DUM and known.power != spared and unit.place not in led:
            yield say("goes_to_khazad_dum_where_balrog", short=short_unit(unit))

"""All legal orders of a power, from the board, in the notation of orders."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, assert_never

from adjudicator.core.form_lines import instead
from adjudicator.core.position import Position, Unit
from adjudicator.standard.language import orders as act
from adjudicator.standard.language.orders import Action, Order
from adjudicator.standard.resolve import adjustments, convoys, retreats
from adjudicator.standard.resolve.board_tables import Tables
from adjudicator.standard.resolve.civil_disorder import removed_first
from adjudicator.standard.view.wording import short, short_unit


def choices(board: Tables, position: Position, power: str) -> dict[str, list[str]]:
    """Return the orders of each unit of *power*; for builds and removals one entry for each that is due."""
    return {
        what: [short(order) for order in orders] for what, orders in _orders(board, position, power).items()
    }


def _orders(board: Tables, position: Position, power: str) -> dict[str, list[Order]]:
    if position.over:
        return {}
    if position.phase == "movement":
        ground = _ground(board, position)
        own = [unit for unit in position.units if unit.power == power]
        return {short_unit(unit): list(_actions(ground, unit)) for unit in own}
    if position.phase == "retreat":
        return {
            short_unit(row.unit): [
                *(act.Retreat(row.unit, place) for place in retreats.places(board, position, row)),
                act.Disband(row.unit),
            ]
            for row in position.dislodged
            if row.unit.power == power
        }
    return _adjusting(board, position, power)


def form(board: Tables, position: Position, power: str) -> list[str]:
    """Return a legal sheet that does what happens without one: holds, disbands, no builds."""
    if position.phase == "adjustment" and not position.over:
        return instead(_adjusting_form(board, position, power), choices(board, position, power))
    return [
        next(short(order) for order in orders if _is_what_happens_without(order))
        for orders in _orders(board, position, power).values()
    ]


def _is_what_happens_without(order: Order) -> bool:
    """Return whether a unit without an order does this: standard 6.2 and 9.1."""
    match order:
        case act.Hold() | act.Disband():
            return True
        case (
            act.Move()
            | act.SupportHold()
            | act.SupportMove()
            | act.Convoy()
            | act.Signal()
            | act.Proxy()
            | act.Retreat()
            | act.Build()
            | act.Remove()
            | act.Waive()
        ):
            return False
        case _ as never:
            assert_never(never)


def _adjusting(board: Tables, position: Position, power: str) -> dict[str, list[Order]]:
    due = adjustments.possible(board, position, power)
    if due > 0:
        builds: list[Order] = [
            act.Build(Unit(power, kind, place))
            for site in adjustments.building_sites(board, position, power)
            for place in (site, *(f"{site}/{coast}" for coast in board.map.provinces[site].coasts))
            for kind in ("A", "F")
            if adjustments.may_stand(board, kind, place)
        ]
        return {f"Build {number}": [*builds, act.Waive()] for number in range(1, due + 1)}
    removals: list[Order] = [act.Remove(unit) for unit in position.units if unit.power == power]
    return {f"Removal {number}": removals for number in range(1, 1 - due)}


def _adjusting_form(board: Tables, position: Position, power: str) -> list[str]:
    due = adjustments.possible(board, position, power)
    if due >= 0:
        return [short(act.Waive(due))] if due else []
    own = [unit for unit in position.units if unit.power == power]
    centres = [centre for centre, owner in position.owners.items() if owner == power]
    return [short(act.Remove(unit)) for unit in removed_first(board, own, centres)[:-due]]


class Ground(NamedTuple):
    """The position, for all units of a movement."""

    units: Sequence[Unit]
    at: Sequence[int]  # by unit, its province
    seas: Sequence[int]  # places of fleets at sea
    goals: Sequence[frozenset[int]]  # by unit, where it could go, including by convoy
    board: Tables


def _ground(board: Tables, position: Position) -> Ground:
    the_board = board
    at = [the_board.number[unit.place] for unit in position.units]
    seas = [
        province
        for unit, province in zip(position.units, at, strict=True)
        if province in the_board.convoying and unit.kind == "F"
    ]
    goals = [
        _near(the_board, unit) | (convoys.could_reach(board, here, seas) if unit.kind == "A" else frozenset())
        for unit, here in zip(position.units, at, strict=True)
    ]
    return Ground(position.units, at, seas, goals, the_board)


def _near(the_board: Tables, unit: Unit) -> frozenset[int]:
    if unit.kind == "A":
        return the_board.army_moves[the_board.number[unit.place]]
    return the_board.fleet_reach[unit.place]


def _actions(ground: Ground, unit: Unit) -> Iterator[Action]:
    yield act.Hold(unit)
    yield from _moves(ground, unit)
    yield from _supports(ground, unit)
    if unit.kind == "F" and ground.board.number[unit.place] in ground.board.convoying:
        yield from _convoys(ground, unit)


def _moves(ground: Ground, unit: Unit) -> Iterator[Action]:
    the_board = ground.board.map
    near = the_board.army_neighbours if unit.kind == "A" else the_board.fleet_neighbours
    for place in near[unit.place]:
        yield act.Move(unit, place)
    if unit.kind == "A":
        for number in sorted(convoys.could_reach(ground.board, ground.board.number[unit.place], ground.seas)):
            place = ground.board.provinces[number]
            yield act.Move(unit, place, by_convoy=True)


def _supports(ground: Ground, unit: Unit) -> Iterator[Action]:
    near = _near(ground.board, unit)
    here = ground.board.number[unit.place]
    for other, at, goals in zip(ground.units, ground.at, ground.goals, strict=True):
        if at == here:
            continue
        origin = ground.board.provinces[at]
        if at in near:
            yield act.SupportHold(unit, origin)
        for goal in sorted(near & goals):
            if goal != at and _may_go(ground, other, at, goal, here):
                yield act.SupportMove(unit, origin, ground.board.provinces[goal])


def _may_go(ground: Ground, other: Unit, at: int, goal: int, without: int) -> bool:
    """Return whether it could go there while the fleet in *without* does something else.  DATC 6.D.31."""
    if goal in _near(ground.board, other) or without not in ground.seas:
        return True
    return convoys.reaches(ground.board, at, goal, [sea for sea in ground.seas if sea != without])


def _convoys(ground: Ground, unit: Unit) -> Iterator[Action]:
    sea = ground.board.number[unit.place]
    for other, at in zip(ground.units, ground.at, strict=True):
        if other.kind != "A":
            continue
        for goal in sorted(convoys.could_reach(ground.board, at, ground.seas)):
            if convoys.is_of_use(ground.board, sea, at, goal, ground.seas):
                yield act.Convoy(unit, ground.board.provinces[at], ground.board.provinces[goal])

"""Builds and removals after an autumn. Standard 11."""

from collections.abc import Collection, Mapping, Sequence

from msgspec import UNSET
from msgspec.structs import replace

from adjudicator.core.board import NEUTRAL
from adjudicator.core.outcomes import Destroyed, Outcome, Succeeded, Void
from adjudicator.core.position import Place, Position, Unit
from adjudicator.standard.language.orders import Build, Order, Remove, Waive
from adjudicator.standard.resolve import counts
from adjudicator.standard.resolve.board_tables import Tables
from adjudicator.standard.resolve.civil_disorder import removed_first
from adjudicator.standard.resolve.options import FOG
from adjudicator.standard.resolve.record import Change, Result

SUCCEEDED = Succeeded()


def take_centres(board: Tables, position: Position) -> tuple[Position, tuple[Change, ...]]:
    """Give each supply centre to the unit in it after the autumn: standard 10."""
    centre_at, owners = board.centre_at, position.owners
    changes: list[Change] = []
    for unit in position.units:
        centre = centre_at.get(unit.place)
        if centre is None:
            continue
        power, before = unit.power, owners.get(centre)
        if power not in (before, NEUTRAL):
            changes.append(Change(centre, power, before))
    if not changes:
        return position, ()
    now = {**owners, **{change.centre: change.owner for change in changes}}
    return replace(position, owners=now), tuple(changes)


def with_neutrals(board: Tables, position: Position) -> Position:
    """Restore a neutral unit where one began, if the place is unowned and empty: `map_pages`."""
    taken, owners = _taken(board, position), position.owners
    new = [
        Unit(NEUTRAL, piece.unit, piece.at)
        for piece in board.map.start
        if piece.power == NEUTRAL
        and board.province[piece.at] not in taken
        and board.province[piece.at] not in owners
    ]
    return replace(position, units=(*position.units, *new)) if new else position


def due(board: Tables, position: Position) -> dict[str, int]:
    """Return each power's builds, limited by its free sites, or, below zero, removals: standard 11.1.

    Powers without either are left out. In fog (15.3) sites do not count.
    """
    return _due(board, position, counts.balance(board, position))


def _due(board: Tables, position: Position, balance: list[int]) -> dict[str, int]:
    owners = dict(position.owners)
    in_fog = position.options is not UNSET and FOG in position.options
    taken = _taken(board, position) if max(balance) > 0 else set()
    found = {}
    for power, number in counts.named(board, balance).items():
        if number < 0 or in_fog:
            found[power] = number
        elif sites := _sites(board.sites[power], power, owners, taken):
            found[power] = min(number, len(sites))
    return found


def is_due(board: Tables, position: Position) -> bool:
    """Return whether anything is due from any power."""
    balance = counts.balance(board, position)
    return min(balance) < 0 or bool(_due(board, position, balance))


def possible(board: Tables, position: Position, power: str) -> int:
    """Return what is `due` to one power, 0 for nothing."""
    return due(board, position).get(power, 0)


def owed(board: Tables, position: Position, power: str) -> int:
    """Return the same as `possible`, but builds are not limited by free sites: standard 11.1."""
    return counts.balance(board, position)[board.powers[power]]


def building_sites(board: Tables, position: Position, power: str) -> tuple[str, ...]:
    """Return the free centres where it may build, its homes or any by the board: 11.2."""
    return _sites(board.sites[power], power, position.owners, _taken(board, position))


def _taken(board: Tables, position: Position) -> set[str]:
    province = board.province
    return {province[unit.place] for unit in position.units}


def _sites(
    homes: Sequence[str], power: str, owners: Mapping[Place, str], taken: Collection[str]
) -> tuple[str, ...]:
    return tuple([home for home in homes if home not in taken and owners.get(home) == power])


def may_stand(board: Tables, kind: str, place: Place) -> bool:
    """Return whether a unit may be built at *place*: fleets on a shore, and on one of its coasts."""
    if kind == "A":
        return place in board.map.provinces
    return bool(board.map.fleet_neighbours.get(place))


def judge(
    board: Tables, position: Position, orders: Mapping[str, Sequence[Order]]
) -> tuple[Position, tuple[Result, ...], Collection[str], tuple[tuple[str, int], ...]]:
    """Return the next spring, the results, the powers that owed orders, and the waived builds."""
    results: list[Result] = []
    waived: list[tuple[str, int]] = []
    after, owed_by = position, due(board, position)
    for power, number in owed_by.items():
        if number > 0:
            built = _build(board, position, power, number, orders.get(power, ()))
            new = tuple(r.order.unit for r in built if isinstance(r.order, Build) and r.outcome == SUCCEEDED)
            after = replace(after, units=after.units + new)
            results.extend(built)
            waived.extend([(power, number - len(new))] if len(new) < number else [])
        else:
            removed = _remove(board, position, power, -number, orders.get(power, ()))
            gone = {r.order.unit for r in removed if isinstance(r.order, Remove) and _is_gone(r.outcome)}
            after = replace(after, units=tuple(unit for unit in after.units if unit not in gone))
            results.extend(removed)
    return after, tuple(results), owed_by.keys(), tuple(waived)


def _is_gone(outcome: Outcome) -> bool:
    return isinstance(outcome, Succeeded | Destroyed)


def _build(
    board: Tables, position: Position, power: str, number: int, orders: Sequence[Order]
) -> list[Result]:
    """Carry out builds; the first legal orders count: standard 11.4; DATC 4.D.4."""
    free = set(building_sites(board, position, power))
    results: list[Result] = []
    for order in orders:
        if isinstance(order, Waive):
            number -= order.count
        elif isinstance(order, Build):
            outcome = _built(board, order.unit, power, number, free)
            if outcome == SUCCEEDED:
                free.remove(board.province[order.unit.place])
                number -= 1
            results.append(Result(order, outcome))
    return results


def _site(board: Tables, unit: Unit) -> str | None:
    return board.province.get(unit.place)


def _built(board: Tables, unit: Unit, power: str, number: int, free: set[str]) -> Outcome:
    if unit.power != power or _site(board, unit) not in free or not may_stand(board, unit.kind, unit.place):
        return Void("impossible")
    return SUCCEEDED if number > 0 else Void("too many")


def _remove(
    board: Tables, position: Position, power: str, number: int, orders: Sequence[Order]
) -> list[Result]:
    """Carry out removals; the first legal orders count, and civil disorder chooses the rest: 11.4, 11.6."""
    own = [unit for unit in position.units if unit.power == power]
    results: list[Result] = []
    for order in orders:
        if not isinstance(order, Remove):
            continue
        if order.unit in own and number > 0:
            own.remove(order.unit)
            number -= 1
            results.append(Result(order, SUCCEEDED))
        else:
            results.append(Result(order, Void("too many" if order.unit in own else "no such unit")))
    centres = [place for place, owner in position.owners.items() if owner == power]
    left_over = removed_first(board, own, centres)[:number]
    return [*results, *(Result(Remove(unit), Destroyed("civil disorder")) for unit in left_over)]

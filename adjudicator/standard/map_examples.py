"""Orders of a map for help and remedies: those of its file, or some that fit its start and borders."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec import Struct

from adjudicator.core.board import NEUTRAL, Board


class Examples(Struct, frozen=True, forbid_unknown_fields=True):
    """Orders of this map, for its help page and the remedies of refusals."""

    army: str  # a unit
    fleet: str
    attacker: str  # a province
    support: str
    movement: tuple[str, ...]
    retreat: tuple[str, ...]
    adjustment: tuple[str, ...]


class _Unit(NamedTuple):
    power: str
    kind: str
    at: str

    @property
    def short(self) -> str:
        return f"{self.kind} {self.at}"


def examples_of(board: Board) -> Examples:
    """Return examples that are legal at the start of *board*, for a power that has a support to give."""
    units = _units(board)
    own, helper, target = _best(board, units)
    fleet = next((unit for unit in units if unit.kind == "F"), helper)
    sea = _sail(board, fleet) if fleet.kind == "F" else ""
    support_hold = f"{helper.short} S {own.short}" if own.at in _provinces(board, helper) else ""
    support_move = f"{helper.short} S {own.short} - {target}" if target else ""
    movement = (
        f"{own.short} H",
        f"{own.short} - {target}" if target else "",
        support_move,
        support_hold,
        f"{fleet.short} - {sea}" if sea else "",
    )
    goes = target or next(iter(_reach(board, own)), own.at)
    return Examples(
        army=own.short,
        fleet=fleet.short,
        attacker=board.province_of(goes),
        support=support_hold or support_move or f"{own.short} H",
        movement=tuple(filter(None, movement)),
        retreat=(f"{own.short} - {goes}", f"{own.short} disband"),
        adjustment=(f"Build {_home(board, own)}", f"Remove {own.short}", "Waive"),
    )


def _units(board: Board) -> list[_Unit]:
    """Return the units of the powers at the start; armies in their homes where there are none."""
    start = [_Unit(row.power, row.unit, row.at) for row in board.start if row.at and row.power != NEUTRAL]
    homes = [_Unit(power, "A", home) for power in board.powers for home in board.homes[power]]
    found = start or homes
    return sorted(found, key=lambda unit: board.powers.index(unit.power)) or [
        _Unit(board.powers[0], "A", next(iter(board.provinces)))
    ]


def _sail(board: Board, fleet: _Unit) -> str:
    """Return where a fleet goes, best to sea."""
    reach = _reach(board, fleet)
    waters = [place for place in reach if board.provinces[board.province_of(place)].is_water]
    return next(iter((*waters, *reach)), "")


def _best(board: Board, units: Sequence[_Unit]) -> tuple[_Unit, _Unit, str]:
    """Return an army, a unit that can support it, best a fleet of the same power, and where it goes."""
    armies = [unit for unit in units if unit.kind == "A"]
    best = max(_supports(board, armies, units), key=lambda found: found[0], default=None)
    if best:
        return best[1:]
    own = (armies or units)[0]
    return own, own, next(iter(_reach(board, own)), "")


def _supports(
    board: Board, armies: Sequence[_Unit], units: Sequence[_Unit]
) -> Iterator[tuple[int, _Unit, _Unit, str]]:
    for own in armies:
        for helper in units:
            if helper.at == own.at:
                continue
            taken = {board.province_of(unit.at) for unit in units}
            for target in _reach(board, own):
                if target in _provinces(board, helper):
                    worth = (
                        8 * (helper.power == own.power)
                        + 4 * (target not in taken)
                        + 2 * (own.at in _provinces(board, helper))
                    )
                    yield worth + (helper.kind == "F"), own, helper, target


def _reach(board: Board, unit: _Unit) -> tuple[str, ...]:
    """Return the places that it moves to, those named as an order names them."""
    if unit.kind == "A":
        return board.army_neighbours[board.province_of(unit.at)]
    return board.fleet_neighbours.get(unit.at, ())


def _provinces(board: Board, unit: _Unit) -> frozenset[str]:
    return frozenset(map(board.province_of, _reach(board, unit)))


def _home(board: Board, unit: _Unit) -> str:
    """Return a unit that the power may build at home."""
    homes = board.homes.get(unit.power, ())
    return f"A {homes[0]}" if homes else unit.short

"""What a reader may know: the whole board and every adjudicated order, or, in fog, what is in sight.

Orders before the deadline are secret too, and they never come this far: a state holds none, and a record
holds only what was adjudicated. Nothing leaves the game except through here, not even to the player who
writes an order: `known` is the position on which orders are read, listed and tried.

In fog (standard 15.3) everybody knows how many units and supply centres each power has, and what it owes; all
else is known of the provinces in sight alone. Others' units come in the order of the board and without the
causes of their outcomes, so that neither tells where they have been or who stands behind them.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from adjudicator.core.outcomes import (
    Bounced,
    ConvoyDisrupted,
    Destroyed,
    Dislodged,
    LostSupport,
    Outcome,
    OwnUnit,
    RetreatClash,
    SupportCut,
    Void,
)
from adjudicator.core.position import Position, Unit
from adjudicator.standard.language import orders as act
from adjudicator.standard.language.orders import Order
from adjudicator.standard.resolve import counts
from adjudicator.standard.resolve.board_tables import Tables
from adjudicator.standard.resolve.options import FOG
from adjudicator.standard.resolve.phases import due
from adjudicator.standard.resolve.record import Record, Result, power_of

UNSEEN = Unit("", "", "")  # stands for a unit that is out of sight; see `wording.unit_name`
OUT_OF_SIGHT = "out of sight"  # why an order for a unit out of sight came to nothing
_NAMES = ("target", "supported", "army")  # fields of orders that are places


class Fog(NamedTuple):
    """What lies in fog for a reader, and what everybody knows all the same."""

    hidden: frozenset[str]  # provinces
    units: Mapping[str, int]  # how many each power has, those that must retreat among them
    centres: Mapping[str, int]
    owed: Mapping[str, str]  # by power, in words
    beaten: tuple[Unit, ...]  # units of others that must retreat, those in sight


class Seen(NamedTuple):
    board: Tables
    position: Position
    record: Record | None
    reader: str | None
    sees: tuple[str, ...]  # hidden pieces in this reader's report: there are none
    fog: Fog | None = None


def seen(board: Tables, position: Position, record: Record | None, reader: str | None) -> Seen:
    """Return *position* and *record* as *reader* (None: the public) may know them."""
    if not is_in_fog(position):
        return Seen(board, position, record, reader, ())
    sight = in_sight(board, position, reader)
    beaten = (row.unit for row in position.dislodged if row.unit.power != reader)
    units, dislodged = counts.units(board, position), [row.unit.power for row in position.dislodged]
    fog = Fog(
        hidden=frozenset(board.provinces) - sight,
        units={power: units[board.powers[power]] + dislodged.count(power) for power in board.map.powers},
        centres={power: counts.centres(board, position)[board.powers[power]] for power in board.map.powers},
        owed=due(board, position).owed,
        beaten=_by_place(board, (unit for unit in beaten if board.province[unit.place] in sight)),
    )
    shown = _record(board, position, record, reader) if record else None
    return Seen(board, known(board, position, reader), shown, reader, (), fog)


def is_in_fog(position: Position) -> bool:
    """Return whether fog lies over the map. It stays when the game is over, which may be taken back."""
    return position.options is not UNSET and FOG in position.options


def hidden(board: Tables, position: Position, power: str) -> frozenset[str]:
    """Return the provinces that lie in fog for *power*: the same of a position and of what it knows of it."""
    if not is_in_fog(position):
        return frozenset()
    return frozenset(board.provinces) - in_sight(board, position, power)


def in_sight(board: Tables, position: Position, power: str | None) -> frozenset[str]:
    """Return the provinces in sight: those of its own units, all next to them, and its own supply centres."""
    if power is None:
        return frozenset()
    units = [unit.place for unit in position.units if unit.power == power]
    units += [row.unit.place for row in position.dislodged if row.unit.power == power]
    owned = (centre for centre, owner in position.owners.items() if owner == power)
    return _around(board, units).union(owned)


def _around(board: Tables, places: Collection[str]) -> frozenset[str]:
    numbers = {board.number[place] for place in places}
    near = numbers.union(*(board.neighbours[number] for number in numbers))
    return frozenset(board.provinces[number] for number in near)


def known(board: Tables, position: Position, power: str | None) -> Position:
    """Return *position* without what *power* (None: the public) does not see."""
    if not is_in_fog(position):
        return position
    sight, province = in_sight(board, position, power), board.province
    own = tuple(unit for unit in position.units if unit.power == power)
    others = (unit for unit in position.units if unit.power != power and province[unit.place] in sight)
    return replace(
        position,
        units=(*own, *_by_place(board, others)),
        owners={
            centre: position.owners[centre]
            for centre in board.map.centres
            if centre in sight and centre in position.owners
        },
        dislodged=tuple(row for row in position.dislodged if row.unit.power == power),
        contested=tuple(sorted(sight.intersection(position.contested), key=board.number.__getitem__)),
    )


def _by_place(board: Tables, units: Iterator[Unit]) -> tuple[Unit, ...]:
    return tuple(sorted(units, key=lambda unit: (board.number[unit.place], unit)))


def _record(board: Tables, position: Position, record: Record, reader: str | None) -> Record:
    """Return the turn as *reader* saw it; *position* is the one after it."""
    if reader is None:
        return replace(record, results=(), changes=())
    sight = in_sight(board, position, reader) | _in_sight_before(board, position, record, reader)
    own = (row for row in record.results if power_of(row.order) == reader)
    others = [
        row
        for row in record.results
        if power_of(row.order) not in ("", reader) and all(place in sight for place in _places(board, row))
    ]
    others.sort(key=lambda row: board.number[_places(board, row)[0]])
    return replace(
        record,
        results=(
            *(Result(row.order, _told(board, row.order, row.outcome, sight)) for row in own),
            *(Result(row.order, _bare(board, row.outcome, sight)) for row in others),
        ),
        changes=tuple(
            change
            for change in sorted(record.changes, key=lambda change: board.number[change.centre])
            if change.centre in sight or reader in (change.owner, change.before)
        ),
    )


def _in_sight_before(board: Tables, position: Position, record: Record, reader: str) -> frozenset[str]:
    """Return what was in sight when the orders were written, by where own units stood and what was owned."""
    units = [
        row.order.unit.place
        for row in record.results
        if not isinstance(row.order, act.Waive | act.Build) and power_of(row.order) == reader
    ]
    gained = {change.centre for change in record.changes if change.owner == reader}
    lost = {change.centre for change in record.changes if change.before == reader}
    owned = {centre for centre, owner in position.owners.items() if owner == reader}
    return _around(board, units) | (owned - gained) | lost


def _places(board: Tables, row: Result) -> list[str]:
    """Return the provinces that an order names, that of its unit first."""
    named = [getattr(row.order, name, None) for name in _NAMES]
    unit = getattr(row.order, "unit", UNSEEN)
    return [board.province[place] for place in (unit.place, *named) if place]


def _told(board: Tables, order: Order, outcome: Outcome, sight: Collection[str]) -> Outcome:
    """Return the outcome of the reader's own order, without who and what is out of sight."""
    match outcome:
        case Void() if _is_for_unseen(board, order, sight):
            return Void(OUT_OF_SIGHT)
        case Dislodged(by=by, failed=failed) if failed is not None:
            inner = _told(board, order, failed, sight)
            return replace(outcome, by=_unit(board, by, sight), failed=inner)
    return _without_unseen(board, outcome, sight)


def _is_for_unseen(board: Tables, order: Order, sight: Collection[str]) -> bool:
    match order:
        case act.SupportHold(supported=place) | act.SupportMove(supported=place) | act.Convoy(army=place):
            return board.province[place] not in sight
    return False


def _bare(board: Tables, outcome: Outcome, sight: Collection[str]) -> Outcome:
    """Return what can be seen of the outcome of another power's order: no strengths and no reasons."""
    match outcome:
        case Bounced():
            return Bounced(UNSEEN, 0, 0)
        case Void():
            return Void(OUT_OF_SIGHT)
        case Dislodged(by=by):
            return Dislodged(_unit(board, by, sight))
    return _without_unseen(board, outcome, sight)


def _without_unseen(board: Tables, outcome: Outcome, sight: Collection[str]) -> Outcome:
    match outcome:
        case Bounced(by=by, lost=lost):
            told = tuple(
                LostSupport(_unit(board, one.unit, sight), _unit(board, one.by, sight)) for one in lost
            )
            return replace(outcome, by=_unit(board, by, sight), lost=told)
        case ConvoyDisrupted(fleet=fleet, by=by):
            return ConvoyDisrupted(_unit(board, fleet, sight), _unit(board, by, sight))
        case OwnUnit(by=by) | RetreatClash(by=by) | SupportCut(by=by) | Dislodged(by=by):
            return replace(outcome, by=_unit(board, by, sight))
        case Void(by=by) | Destroyed(by=by) if by is not None:
            return replace(outcome, by=_unit(board, by, sight))
    return outcome


def _unit(board: Tables, unit: Unit, sight: Collection[str]) -> Unit:
    return unit if board.province[unit.place] in sight else UNSEEN

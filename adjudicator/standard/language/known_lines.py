"""Answer a sheet of ordinary lines of movement from what is known of these lines.

A hold, a move to a neighbour, or a support of a unit that stays or goes to a neighbour is a plain order:
whether it is legal depends only on its unit and the unit that it supports. The meaning of such a line is
cached with both, and used again wherever they stand in the same places: at another table, or in another year.
Other legal orders are checked each time. Any other sheet is read by `reading.read`: one with a line that is
not ordinary, with two orders for a unit, with a refusal, on top of earlier orders, in another phase, with
options.
"""

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from msgspec import UNSET

from adjudicator.core.game import (
    MISSING,
    NOTED,
    TAKEN,
    THIS_MESSAGE,
    InForce,
    Orders,
    Reading,
    ReadLine,
    State,
)
from adjudicator.core.language.known_lines import KnownLines
from adjudicator.core.language.limits import worth_reading
from adjudicator.core.language.words import Refusal
from adjudicator.core.position import Place, Position, Unit
from adjudicator.standard.language import orders as act
from adjudicator.standard.language.grammar import WrittenOrder
from adjudicator.standard.language.names import Ground, province_of, within_reach
from adjudicator.standard.language.orders import Order, UnitOrder, to_text
from adjudicator.standard.language.ordinary import ordinary
from adjudicator.standard.language.reading import rule
from adjudicator.standard.language.warnings import cautions
from adjudicator.standard.resolve.board_tables import Tables
from adjudicator.standard.resolve.phases import position_of
from adjudicator.standard.sentences import say
from adjudicator.standard.view.wording import sentence, short, unit_name

KEPT_POSITIONS = 32
Units = Mapping[str, Unit]  # by province


class Said(NamedTuple):
    """What a line says of a *unit*, and of another that is *helped*."""

    text: str
    order: Order
    unit: Unit
    province: str
    helped: Unit | None
    goes: str  # the province to which the unit, or the one that is helped, moves; "" if it stays
    is_plain: bool
    reading: str
    row: InForce


class Standing:
    """Where units stand in a position of movement without options."""

    def __init__(self, board: Tables, position: Position) -> None:
        self.board = board
        self._position = position
        self._grounds: dict[str, Ground] = {}  # by power
        self.own: dict[str, dict[str, Unit]] = {}  # of each power, in the order of the position
        for unit in position.units:
            self.own.setdefault(unit.power, {})[province_of(unit.place)] = unit
        self.units = {place: unit for units in self.own.values() for place, unit in units.items()}

    def ground(self, power: str) -> Ground:
        if power not in self._grounds:
            self._grounds[power] = Ground(self.board, self._position, power)
        return self._grounds[power]


KNOWN: KnownLines[tuple[Tables, str, str], Said] = KnownLines()  # by power and text


def read(
    board: Tables, state: State, power: str, so_far: Orders | None, lines: Sequence[str]
) -> Reading | None:
    """Return the reading of a sheet of ordinary lines; None for any other."""
    standing = _standing(board, state)
    read_lines = worth_reading(lines)
    if standing is None or so_far not in (None, "", act.NONE) or len(read_lines) < len(lines):
        return None
    found = _found(standing, power, read_lines)
    sent = {said.province: said for said in found or () if said}
    if found is None or len(sent) < len(found) - found.count(None):
        return None
    own = standing.own.get(power, {})
    orders = [sent[province].order for province in own if province in sent]
    needs_care = _may_be_unintended(sent.values(), own)
    return Reading(
        orders=to_text(orders),
        lines=tuple(
            ReadLine(number, said.text, TAKEN, said.reading) if said else ReadLine(number, "", NOTED)
            for number, said in enumerate(found, 1)
        ),
        in_force=tuple(
            sent[province].row if province in sent else _missing(board, unit)
            for province, unit in own.items()
        ),
        warnings=cautions(orders, standing.ground(power)) if needs_care else (),
        complete=len(orders) == len(own),
    )


@lru_cache(maxsize=KEPT_POSITIONS)
def _standing(board: Tables, state: State) -> Standing | None:
    """Return where units stand; None if more than that decides what is legal."""
    position = position_of(board, state)
    if position.phase != "movement" or position.options is not UNSET or position.dislodged:
        return None
    return Standing(board, position)


@lru_cache(maxsize=1024)
def _missing(board: Tables, unit: Unit) -> InForce:
    return InForce(unit_name(board, unit), say("holds"), MISSING)


def _found(standing: Standing, power: str, lines: Sequence[str]) -> list[Said | None] | None:
    """Return what each line says, None for an empty one; None if one is not ordinary, or is refused."""
    board, units = standing.board, standing.units
    found: list[Said | None] = []
    new: list[int] = []
    for at, line in enumerate(lines):
        said = KNOWN.get((board, power, line))
        if said is None or not _is_so(said, units):
            said = None
            if line.strip():
                new.append(at)
        found.append(said)
    learned = _read_anew([lines[at] for at in new], standing.ground(power)) if new else []
    if learned is None:
        return None
    for at, said in zip(new, learned, strict=True):
        found[at] = said
        if said.is_plain:
            KNOWN.keep((board, power, lines[at]), said)
    return found


def _is_so(said: Said, units: Units) -> bool:
    """Return whether the units stand where they stood when the line was understood."""
    helped = said.helped
    return units.get(said.province) == said.unit and (
        helped is None or units.get(province_of(helped.place)) == helped
    )


def _read_anew(lines: Sequence[str], ground: Ground) -> list[Said] | None:
    """Return what the lines say; None if one of them is not an ordinary order, or is refused."""
    found: list[Said] = []
    for text, orders in ordinary(ground, lines) or ():
        if orders is None or len(orders) != 1 or orders[0].is_signal:
            return None
        try:
            order = rule(orders[0].verb)(orders[0], ground)
        except Refusal:
            return None
        if type(order) is act.Waive:
            return None
        found.append(_said(text, orders[0], order, ground))
    return found if len(found) == len(lines) else None


def _said(text: str, written: WrittenOrder, order: UnitOrder, ground: Ground) -> Said:
    board, unit, reading = ground.board, order.unit, sentence(ground.board, order)
    helped, goes, is_plain = _about(order, ground)
    row = InForce(unit_name(board, unit), reading, THIS_MESSAGE, short(order))
    is_plain = is_plain and _is_clear(written, ground)
    return Said(text, order, unit, province_of(unit.place), helped, goes, is_plain, reading, row)


def _is_clear(written: WrittenOrder, ground: Ground) -> bool:
    """Return whether each of its words for a province means only one."""
    meant = ground.language.names.meant
    places = [written.unit.place, *written.route]
    if written.other:
        places.append(written.other.place)
    return all(len(meant(words.partition("/")[0])) == 1 for words in places)


def _about(order: Order, ground: Ground) -> tuple[Unit | None, str, bool]:
    """Return the unit that *order* supports, where that or its own unit goes, and whether it is plain."""
    match order:
        case act.Hold():
            return None, "", True
        case act.Move(unit=unit, target=target, by_convoy=by_convoy):
            return None, province_of(target), not by_convoy and _is_near(unit, target, ground)
        case act.SupportHold(supported=supported):
            return ground.standing[supported], "", True
        case act.SupportMove(supported=supported, target=target):
            helped = ground.standing[supported]
            return helped, province_of(target), _is_near(helped, target, ground)
    return None, "", False


def _is_near(unit: Unit, target: Place, ground: Ground) -> bool:
    """Return whether *unit* needs no convoy to get there."""
    return province_of(target) in within_reach(ground.board, unit.kind, unit.place)


def _may_be_unintended(sent: Collection[Said], own: Units) -> bool:
    """Return whether `cautions` may have something to say about these orders."""
    moves = {said.unit.place: said.goes for said in sent if type(said.order) is act.Move}
    goals = set(moves.values())
    return (
        len(goals) < len(moves)
        or any(province in own and own[province].place not in moves for province in goals)
        or any(_needs_care(said, moves) for said in sent if said.helped is not None or not said.is_plain)
    )


def _needs_care(said: Said, moves: Mapping[Place, str]) -> bool:
    """Return whether it is not a plain order, or helps a unit of the same power that does something else."""
    helped = said.helped
    if not said.is_plain or helped is None:
        return True
    return helped.power == said.unit.power and moves.get(helped.place, "") != said.goes

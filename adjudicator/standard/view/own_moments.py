"""What happened to one reader in a turn, as clauses of their headline, from what `sight` allows."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from adjudicator.core.language.words import listed
from adjudicator.core.outcomes import Destroyed, Dislodged
from adjudicator.core.position import Position, Unit
from adjudicator.standard.language.orders import Retreat
from adjudicator.standard.resolve.board_tables import Tables
from adjudicator.standard.resolve.record import Record, Result, power_of, results_of
from adjudicator.standard.sentences import group, say
from adjudicator.standard.view.moments import great, words
from adjudicator.standard.view.wording import spoken_place, unit_name

BEATEN = group("own_unit_beaten")


class Turn(NamedTuple):
    """The turn as *reader* may know it; *position* is the one after it."""

    board: Tables
    record: Record
    position: Position
    reader: str

    def places(self, some: Sequence[str]) -> str:
        return listed([spoken_place(self.board, place) for place in some], "and")

    def rows(self, phase: str) -> tuple[Result, ...]:
        """Return the results of the reader's orders, if the turn was of this *phase*."""
        return results_of(self.record.results, self.reader) if self.record.phase == phase else ()


def clauses(turn: Turn) -> list[str]:
    """Return what happened to the reader, the greatest first."""
    return [clause for kind in (_great_moments, *EVENTS) for clause in kind(turn)]


def clauses_in_fog(turn: Turn) -> list[str]:
    """Return the same of what the reader sees: great moments depend on what is out of sight."""
    return [clause for kind in EVENTS for clause in kind(turn)]


def _great_moments(turn: Turn) -> Iterator[str]:
    for moment, event in great(turn.board, turn.record, turn.position):
        if event.power == turn.reader and moment.own:
            yield moment.own.format_map(words(event, partial(spoken_place, turn.board)))


def _lost(turn: Turn) -> Iterator[str]:
    """Tell by new owner the centres that the reader lost, those at home first."""
    homes = turn.board.map.homes.get(turn.reader, ())
    lost = [change for change in turn.record.changes if change.before == turn.reader]
    lost.sort(key=lambda change: change.centre not in homes)
    for power in dict.fromkeys(change.owner for change in lost):
        centres = [change.centre for change in lost if change.owner == power]
        yield say("you_lose", places=turn.places(centres), power=power)


def _destroyed(turn: Turn) -> Iterator[str]:
    return _beaten(turn, Destroyed, "destroyed")


def _dislodged(turn: Turn) -> Iterator[str]:
    return _beaten(turn, Dislodged, "dislodged")


def _beaten(turn: Turn, kind: type, word: str) -> Iterator[str]:
    """Tell which units of the reader were beaten, and by whom if that is known."""
    for row in turn.rows("movement"):
        if isinstance(row.outcome, kind):
            by = getattr(row.outcome, "by", None)
            victor = by.power if isinstance(by, Unit) else ""
            form = BEATEN[f"{word} by" if victor else word]
            yield form.format(unit=_unit(turn, row), power=victor)


def _won(turn: Turn) -> Iterator[str]:
    """Tell by power the places from which the reader's units dislodged those of others."""
    there: dict[str, list[str]] = {}
    for row in turn.record.results:
        by = getattr(row.outcome, "by", None)
        is_beaten = isinstance(row.outcome, Dislodged | Destroyed)
        if is_beaten and isinstance(by, Unit) and by.power == turn.reader != power_of(row.order):
            place = _ordered_unit(row).place.partition("/")[0]
            there.setdefault(power_of(row.order), []).append(place)
    for power, places in there.items():
        yield say("you_dislodge", power=power, places=turn.places(places))


def _disbanded(turn: Turn) -> Iterator[str]:
    """Tell which units of the reader did not retreat."""
    for row in turn.rows("retreat"):
        if not _has_retreated(row):
            yield say("your_unit_is_disbanded", unit=_unit(turn, row))


def _taken(turn: Turn) -> Iterator[str]:
    """Tell by former owner the centres that the reader took."""
    taken = [change for change in turn.record.changes if change.owner == turn.reader and change.before]
    for power in dict.fromkeys(change.before or "" for change in taken):
        centres = [change.centre for change in taken if change.before == power]
        yield say("you_take", places=turn.places(centres), power=power)


def _gained(turn: Turn) -> Iterator[str]:
    """Tell the centres that the reader has gained and nobody had."""
    changes = turn.record.changes
    if gained := [one.centre for one in changes if one.owner == turn.reader and not one.before]:
        yield say("you_gain", places=turn.places(gained))


def _entered(turn: Turn) -> Iterator[str]:
    """Tell by power the reader's centres in which its units stand after the moves."""
    there: dict[str, list[str]] = {}
    for unit in turn.position.units if turn.record.phase != "adjustment" else ():
        place = unit.place.partition("/")[0]
        if unit.power != turn.reader and turn.position.owners.get(place) == turn.reader:
            there.setdefault(unit.power, []).append(place)
    for power, places in there.items():
        yield say("stands_in_yours", power=power, places=turn.places(places), count=len(places))


def _fallen_back(turn: Turn) -> Iterator[str]:
    """Tell which units of the reader retreated, and where to."""
    for row in turn.rows("retreat"):
        if isinstance(row.order, Retreat) and _has_retreated(row):
            place = spoken_place(turn.board, row.order.target)
            yield say("your_unit_falls_back", unit=_unit(turn, row), place=place)


def _has_retreated(row: Result) -> bool:
    return isinstance(row.order, Retreat) and row.outcome.word == "succeeds"


def _unit(turn: Turn, row: Result) -> str:
    return unit_name(turn.board, _ordered_unit(row))


def _ordered_unit(row: Result) -> Unit:
    unit: Unit = getattr(row.order, "unit")  # noqa: B009  no waiver is dislodged or retreats
    return unit


EVENTS: Sequence[Callable[[Turn], Iterator[str]]] = (  # the greatest first
    _lost,
    _destroyed,
    _dislodged,
    _disbanded,
    _taken,
    _gained,
    _won,
    _entered,
    _fallen_back,
)

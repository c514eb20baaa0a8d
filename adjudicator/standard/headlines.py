"""What would a zine put above the turn?  A headline and a lead paragraph, from what everybody may know."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from adjudicator import board
from adjudicator.outcomes import Bounced, Destroyed, Dislodged
from adjudicator.position import Position, Unit
from adjudicator.standard.orders import Build, Disband, Move, Remove, Retreat
from adjudicator.standard.record import Change, Record, Result
from adjudicator.standard.wording import place_name, unit_name

Story = tuple[str, str]  # a headline, and the lead under it


def story(record: Record, position: Position) -> Story:
    """The headline has at most ten words; the lead is a paragraph. *position* is the one after the turn."""
    if position.over:
        return _of_the_end(position)
    return STORIES[record.phase](record, position)


def _of_the_end(position: Position) -> Story:
    owned = Counter(position.owners.values())
    lead = " ".join(f"{power} owns {owned[power]} supply centres." for power in position.winners)
    return f"{' and '.join(position.winners) or 'Nobody'} wins the game", lead


def _of_movement(record: Record, position: Position) -> Story:
    beaten = [row for row in record.results if isinstance(row.outcome, Dislodged | Destroyed)]
    spoils = [change for change in record.changes if change.before]
    lead = [*_conquests(record.changes), *_beaten(beaten), *_stand_offs(record.results)]
    lead += [_leader(position)] if record.changes else []
    return _movement_headline(spoils, beaten, record), " ".join(
        lead
    ) or "Everybody got where he wanted to go."


def _movement_headline(spoils: Sequence[Change], beaten: Sequence[Result], record: Record) -> str:
    """The greatest blow first: a home centre lost, another centre, a beaten unit; then what came in peace."""
    homes = board.load("adjudicator.standard").homes
    for change in sorted(spoils, key=lambda change: change.centre not in homes.get(change.before or "", ())):
        return f"{change.owner} takes {place_name(change.centre)} from {change.before}"
    for row in beaten:
        return f"{_unit(row).power} is driven out of {_province(_unit(row))}"
    gains = Counter(change.owner for change in record.changes)
    if gains:
        most = max(gains, key=lambda power: (gains[power], power))
        return f"{most} gains {counted(gains[most], 'centre')}"
    contested = _contested(record.results)
    return f"Stand-off in {contested[0]}" if contested else "All quiet, and everybody on the march"


def _conquests(changes: Sequence[Change]) -> Iterator[str]:
    """One sentence for what was taken from somebody, one for what was nobody's."""
    for change in changes:
        if change.before:
            yield f"{change.owner} takes {place_name(change.centre)} from {change.before}."
    peaceful: dict[str, list[str]] = {}
    for change in changes:
        if not change.before:
            peaceful.setdefault(change.owner, []).append(place_name(change.centre))
    if peaceful:
        yield f"{_listed([f'{power} gains {_listed(places)}' for power, places in peaceful.items()])}."


def _beaten(beaten: Sequence[Result]) -> Iterator[str]:
    for row in beaten:
        unit, by = _unit(row), getattr(row.outcome, "by", None)
        doom = " and is disbanded" if isinstance(row.outcome, Destroyed) else ""
        thanks = f" by {by.power} from {_province(by)}" if isinstance(by, Unit) else ""
        yield f"{unit.power}'s {unit_name(unit)} is driven out{thanks}{doom}."


def _stand_offs(results: Sequence[Result]) -> Iterator[str]:
    contested = _contested(results)
    if contested:
        yield f"Nobody gets through in {_listed(contested)}."


def _contested(results: Sequence[Result]) -> list[str]:
    """Where moves of different powers bounced, in the order of the results."""
    bounced = [
        place_name(row.order.target.partition("/")[0])
        for row in results
        if isinstance(row.order, Move)
        and isinstance(row.outcome, Bounced)
        and row.outcome.by.power != row.order.unit.power
    ]
    return list(dict.fromkeys(bounced))


def fought_over(results: Sequence[Result]) -> list[str]:
    """Where units of different powers met, or one was beaten; in the order of the results."""
    beaten = [_province(_unit(row)) for row in results if isinstance(row.outcome, Dislodged | Destroyed)]
    return list(dict.fromkeys([*beaten, *_contested(results)]))


def _leader(position: Position) -> str:
    owned = Counter(position.owners.values())
    most = max(owned.values(), default=0)
    first = [power for power in board.load("adjudicator.standard").powers if owned[power] == most]
    return f"{_listed(first)} {'leads' if len(first) == 1 else 'lead'} with {counted(most, 'supply centre')}."


def _of_retreats(record: Record, _position: Position) -> Story:
    gone = [
        row for row in record.results if isinstance(row.order, Retreat) and row.outcome.word == "succeeds"
    ]
    lost = [row for row in record.results if row not in gone]
    told = [
        f"{_unit(row).power}'s {unit_name(_unit(row))} falls back to {place_name(row.order.target)}."
        for row in gone
        if isinstance(row.order, Retreat)
    ]
    told += [f"{_unit(row).power}'s {unit_name(_unit(row))} is disbanded." for row in lost]
    return f"{counted(len(gone), 'unit')} in retreat, {len(lost) or 'none'} disbanded", " ".join(told)


def _of_adjustments(record: Record, _position: Position) -> Story:
    built = [row for row in record.results if isinstance(row.order, Build) and row.outcome.word == "succeeds"]
    gone = [row for row in record.results if isinstance(row.order, Remove | Disband)]
    told = [f"{_unit(row).power} raises {unit_name(_unit(row))}." for row in built]
    told += [f"{_unit(row).power} gives up {unit_name(_unit(row))}." for row in gone]
    return f"{counted(len(built), 'unit')} built, {len(gone) or 'none'} removed", " ".join(told)


STORIES: Mapping[str, Callable[[Record, Position], Story]] = {
    "movement": _of_movement,
    "retreat": _of_retreats,
    "adjustment": _of_adjustments,
}


def _unit(row: Result) -> Unit:
    """The unit of an order; a waiver, which has none, is never told here."""
    unit: Unit = getattr(row.order, "unit")  # noqa: B009  every other order has one
    return unit


def _province(unit: Unit) -> str:
    return place_name(unit.place.partition("/")[0])


def counted(number: int, what: str) -> str:
    return f"{number or 'no'} {what if number == 1 else what + 's'}"


def _listed(words: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))

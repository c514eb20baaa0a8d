"""A headline and a lead paragraph for a turn, from public facts."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import NamedTuple

from adjudicator.core import phrasing
from adjudicator.core.board import Board
from adjudicator.core.outcomes import Bounced, Destroyed, Dislodged
from adjudicator.core.phrasing import HEADLINE, Speech, brief, capital, spelled, spoils
from adjudicator.core.position import Place, Position, Unit
from adjudicator.core.words import listed
from adjudicator.standard.language.orders import Build, Disband, Move, Order, Remove, Retreat
from adjudicator.standard.resolve.board_tables import Tables
from adjudicator.standard.resolve.record import Change, Record, Result
from adjudicator.standard.view.moments import great, words
from adjudicator.standard.view.wording import COASTS, unit_name

Story = tuple[str, str]  # a headline, and the lead under it

PARAGRAPH = "\n\n"  # between the paragraphs of a lead
NAMED_AT_MOST = 3  # powers in a headline


def story(board: Tables, record: Record, position: Position) -> Story:
    """Return a headline of at most ten words and a lead. *position* is the one after the turn."""
    if position.over:
        return _of_the_end(position)
    headline, lead = STORIES[record.phase](board, record, position)
    moments = great(board, record, position)
    told = [(moment, words(event, partial(_place, board))) for moment, event in moments]
    greatest = next((moment.headline.format(**filled) for moment, filled in told if moment.headline), "")
    return greatest or headline, PARAGRAPH.join(
        [*(moment.lead.format(**filled) for moment, filled in told), lead]
    )


def place_of_headline(board: Tables, record: Record, position: Position) -> Place:
    """Return the province that the headline is about; "" for none."""
    if position.over:
        return ""
    named = [event.places for moment, event in great(board, record, position) if moment.headline]
    if named:
        return next(iter(named[0]), "")
    homes = board.map.homes
    lost = [change for change in record.changes if change.before]
    lost.sort(key=lambda change: change.centre not in homes.get(change.before or "", ()))
    beaten = [_unit(row).place for row in record.results if isinstance(row.outcome, Dislodged | Destroyed)]
    met = [one.place for one in _met(record.results)]
    found = [*(change.centre for change in lost), *beaten, *(() if record.changes else met)]
    return next(iter(found), "").partition("/")[0]


def _of_the_end(position: Position) -> Story:
    owned = Counter(position.owners.values())
    lead = " ".join(f"{power} owns {counted(owned[power], 'supply centre')}." for power in position.winners)
    if len(position.winners) > 1:
        return f"The game is shared by {_and(position.winners)}", lead
    return f"{_and(position.winners) or 'Nobody'} wins the game", lead


def _of_movement(board: Tables, record: Record, position: Position) -> Story:
    beaten = [row for row in record.results if isinstance(row.outcome, Dislodged | Destroyed)]
    guests = _guests(board, position)
    lead = [
        *conquests(board, record.changes),
        *_beaten(board, beaten),
        *_stand_offs(board, record.results),
        *_at_the_door(board, guests),
    ]
    lead += [_leader(board, position)] if record.changes else []
    headline = (
        _movement_headline(board, beaten, record)
        or _arrivals(board, guests)
        or _stand_off(board, record.results)
    )
    return headline or _calm(record.results), " ".join(lead) or _march(record.results)


def _movement_headline(board: Tables, beaten: Sequence[Result], record: Record) -> str:
    """Choose the most important event: a home centre lost, another centre, a beaten unit; then gains."""
    homes = board.map.homes
    lost = [change for change in record.changes if change.before]
    for change in sorted(lost, key=lambda change: change.centre not in homes.get(change.before or "", ())):
        return _conquest(board, change, lost)
    for row in beaten:
        return f"{_unit(row).power} is driven out of {_province(board, _unit(row))}"
    gains: dict[str, list[str]] = {}
    for change in record.changes:
        gains.setdefault(change.owner, []).append(_place(board, change.centre))
    if len(gains) == 1 or sum(map(len, gains.values())) == 2:
        return _and([f"{power} gains {_and(places)}" for power, places in gains.items()])
    most = max(map(len, gains.values()), default=0)
    first = [power for power, places in gains.items() if len(places) == most]
    if not gains or len(first) > NAMED_AT_MOST:
        return f"{spelled(len(gains)).capitalize()} powers gain ground" if gains else ""
    each = " each" if len(first) > 1 else ""
    return f"{_and(first)} {_verb('gains', first)} {counted(most, 'centre')}{each}"


def _conquest(board: Tables, change: Change, lost: Sequence[Change]) -> str:
    """Describe a conquest, with other centres that the same power took, as far as they fit."""
    other = [one.centre for one in lost if (one.owner, one.before) == (change.owner, change.before)]
    form = f"{change.owner} takes {{}} from {change.before}"
    whole = form.format(_and([_place(board, centre) for centre in other]))
    return whole if len(whole.split()) <= HEADLINE else form.format(_place(board, change.centre))


def _guests(board: Tables, position: Position) -> list[tuple[str, str]]:
    """Return powers in another's supply centre, and where: it is lost if they are there in Autumn."""
    owners, centres = position.owners, set(board.map.centres)
    here = ((unit.power, unit.place.partition("/")[0]) for unit in position.units)
    return [(power, place) for power, place in here if place in centres and owners.get(place) != power]


def _arrivals(board: Tables, guests: Sequence[tuple[str, str]]) -> str:
    """Return the first power in another's home."""
    home_of = {place: power for power, homes in board.map.homes.items() for place in homes}
    abroad = [(power, place) for power, place in guests if home_of.get(place, power) != power]
    return next((f"{power} stands in {_place(board, place)}" for power, place in abroad), "")


def _at_the_door(board: Tables, guests: Sequence[tuple[str, str]]) -> Iterator[str]:
    places: dict[str, list[str]] = {}
    for power, place in guests:
        places.setdefault(power, []).append(_place(board, place))
    if places:
        yield f"{_and([f'{power} stands in {_and(there)}' for power, there in places.items()])}."


def _calm(results: Sequence[Result]) -> str:
    """Return the headline of a turn in which no units met."""
    ordered, done = _moves(results)
    if not done:
        return "Nobody gets anywhere" if ordered else "Nobody moves"
    if done == len(results):
        return "All quiet, and everybody on the march"
    return "All quiet on all fronts" if done == ordered else _march(results).rstrip(".")


def _march(results: Sequence[Result]) -> str:
    ordered, done = _moves(results)
    if not done:
        return "Every unit stays where it is."
    if done < ordered:
        verb = "succeed" if done > 1 else "succeeds"
        return f"{spelled(done).capitalize()} of {spelled(ordered)} moves {verb}."
    march = "unit marches" if done == 1 else "units march"
    return f"{spelled(done).capitalize()} {march}, and {'gets' if done == 1 else 'all get'} there."


def _moves(results: Sequence[Result]) -> tuple[int, int]:
    """Return how many moves were ordered, and how many of them succeeded."""
    moves = [row for row in results if isinstance(row.order, Move)]
    return len(moves), sum(row.outcome.word == "succeeds" for row in moves)


def _stand_off(board: Tables, results: Sequence[Result]) -> str:
    met = _contested(board, results)
    return f"Stand-off in {met[0]}" if met else next(_turned_away(board, results), "")


def conquests(board: Tables, changes: Sequence[Change]) -> Iterator[str]:
    """Describe gains by power: the centres that another power owned, then those that nobody owned."""
    for verb, is_taken in (("takes", True), ("gains", False)):
        won: dict[str, dict[str, list[str]]] = {}
        for change in changes:
            if bool(change.before) is is_taken:
                losers = won.setdefault(change.owner, {})
                losers.setdefault(change.before or "", []).append(_place(board, change.centre))
        yield from (f"{owner} {verb} {spoils(taken)}." for owner, taken in won.items())


def _beaten(board: Tables, beaten: Sequence[Result]) -> Iterator[str]:
    for row in beaten:
        unit, by = _unit(row), getattr(row.outcome, "by", None)
        doom = " and is disbanded" if isinstance(row.outcome, Destroyed) else ""
        thanks = f" by {by.power} from {_province(board, by)}" if isinstance(by, Unit) else ""
        yield f"{unit.power}'s {unit_name(board, unit)} is driven out{thanks}{doom}."


def _stand_offs(board: Tables, results: Sequence[Result]) -> Iterator[str]:
    contested = _contested(board, results)
    if contested:
        yield f"Nobody gets through in {_and(contested)}."
    yield from (f"{told}." for told in _turned_away(board, results))


def _contested(board: Tables, results: Sequence[Result]) -> list[str]:
    """Return where units met and none entered."""
    shut = {*_entered(results), *_held(results)}
    places = (_place(board, meeting.place) for meeting in _met(results) if meeting.place not in shut)
    return list(dict.fromkeys(places))


def _turned_away(board: Tables, results: Sequence[Result]) -> Iterator[str]:
    """Return the moves that met another power's unit that entered, or stayed there."""
    shut = {*_entered(results), *_held(results)}
    away = (meeting for meeting in _met(results) if meeting.place in shut and not meeting.is_own)
    for power, place in dict.fromkeys((meeting.power, meeting.place) for meeting in away):
        yield f"{power} is turned away from {_place(board, place)}"


def _entered(results: Sequence[Result]) -> set[Place]:
    return {_target(row.order) for row in results if row.outcome.word == "succeeds"}


class Meeting(NamedTuple):
    """A move of *power* that bounced, and where; *is_own* if it met a unit of its own power."""

    power: str
    place: Place
    is_own: bool


def _held(results: Sequence[Result]) -> set[Place]:
    """Return the provinces in which there is a unit that has not left it."""
    stayed = (row for row in results if row.outcome.word != "succeeds" or not isinstance(row.order, Move))
    units = (getattr(row.order, "unit", None) for row in stayed)
    return {unit.place.partition("/")[0] for unit in units if isinstance(unit, Unit)}


def _met(results: Sequence[Result]) -> list[Meeting]:
    """Return the moves that bounced off another unit, in the order of the results."""
    bounced = [
        Meeting(row.order.unit.power, _target(row.order), row.outcome.by.power == row.order.unit.power)
        for row in results
        if isinstance(row.order, Move) and isinstance(row.outcome, Bounced)
    ]
    return list(dict.fromkeys(bounced))


def _target(order: Order) -> str:
    """Return the destination of a move; none for another order."""
    return order.target.partition("/")[0] if isinstance(order, Move) else ""


def fought_over(board: Tables, results: Sequence[Result]) -> list[str]:
    """Return where units of different powers met, or one was beaten, in the order of the results."""
    beaten = [
        _province(board, _unit(row)) for row in results if isinstance(row.outcome, Dislodged | Destroyed)
    ]
    return list(
        dict.fromkeys([*beaten, *(_place(board, one.place) for one in _met(results) if not one.is_own)])
    )


def _leader(board: Tables, position: Position) -> str:
    owned = Counter(position.owners.values())
    most = max(owned.values(), default=0)
    first = [power for power in board.map.powers if owned[power] == most]
    return f"{_and(first)} {_verb('leads', first)} with {counted(most, 'supply centre')}."


def _of_retreats(board: Tables, record: Record, _position: Position) -> Story:
    gone = [
        row for row in record.results if isinstance(row.order, Retreat) and row.outcome.word == "succeeds"
    ]
    lost = [row for row in record.results if row not in gone]
    told = [
        f"{_unit(row).power}'s {unit_name(board, _unit(row))} falls back to "
        f"{_place(board, row.order.target)}."
        for row in gone
        if isinstance(row.order, Retreat)
    ]
    told += [f"{_unit(row).power}'s {unit_name(board, _unit(row))} is disbanded." for row in lost]
    if len(record.results) == 1:
        return told[0].rstrip("."), told[0]
    fates = [(gone, "unit falls back", "units fall back"), (lost, "is disbanded", "are disbanded")]
    counts = [f"{spelled(len(rows))} {one if len(rows) == 1 else more}" for rows, one, more in fates if rows]
    return capital(", ".join(counts)), " ".join(told)


def _of_adjustments(board: Tables, record: Record, _position: Position) -> Story:
    built = [row for row in record.results if isinstance(row.order, Build) and row.outcome.word == "succeeds"]
    gone = [row for row in record.results if isinstance(row.order, Remove | Disband)]
    deeds = brief([_most(built, "builds"), _most(gone, "disbands")])
    told = [*_by_power(board, built, "raises"), *_by_power(board, gone, "gives up")]
    return capital(deeds) or "Nobody builds, nobody disbands", " ".join(
        told
    ) or "The armies stay as they are."


def _most(rows: Sequence[Result], verb: str) -> str:
    """Say which powers do it most: "France and Germany build two each"."""
    by_power = Counter(_unit(row).power for row in rows)
    most = max(by_power.values(), default=0)
    first = [power for power, number in by_power.items() if number == most]
    if len(first) > NAMED_AT_MOST:
        return f"{spelled(len(by_power))} powers {_verb(verb, first)}"
    each = " each" if len(first) > 1 else ""
    return f"{_and(first)} {_verb(verb, first)} {spelled(most)}{each}" if first else ""


def _by_power(board: Tables, rows: Sequence[Result], verb: str) -> Iterator[str]:
    units: dict[str, list[str]] = {}
    for row in rows:
        units.setdefault(_unit(row).power, []).append(unit_name(board, _unit(row)))
    return (f"{power} {verb} {_and(names)}." for power, names in units.items())


STORIES: Mapping[str, Callable[[Tables, Record, Position], Story]] = {
    "movement": _of_movement,
    "retreat": _of_retreats,
    "adjustment": _of_adjustments,
}


def _unit(row: Result) -> Unit:
    """Return the unit of an order; a waiver, which has none, never gets here."""
    unit: Unit = getattr(row.order, "unit")  # noqa: B009  every other order has one
    return unit


def _province(board: Tables, unit: Unit) -> str:
    return _place(board, unit.place.partition("/")[0])


def _place(board: Tables, place: str) -> str:
    province, _, coast = place.partition("/")
    return f"{_speech(board.map).place(province)}{f' ({COASTS[coast]})' if coast else ''}"


@cache
def _speech(the_board: Board) -> Speech:
    return phrasing.read(the_board)


def _verb(verb: str, who: Sequence[str]) -> str:
    return verb if len(who) == 1 else verb.removesuffix("s")


def counted(number: int, what: str) -> str:
    return f"{number or 'no'} {what if number == 1 else what + 's'}"


def _and(words: Sequence[str]) -> str:
    return listed(words, "and")

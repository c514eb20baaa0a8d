"""Great moments: a power out of the game or without centres, a leader near victory, a lost home."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from adjudicator.core.board import Place
from adjudicator.core.language.words import listed
from adjudicator.core.phrasing import spelled
from adjudicator.core.position import Position
from adjudicator.standard.language.orders import Disband, Remove
from adjudicator.standard.resolve.board_tables import Tables
from adjudicator.standard.resolve.record import Record, power_of
from adjudicator.standard.sentences import group, say

NEAR = 2  # being this many centres short of victory is news


class Event(NamedTuple):
    """What happened to *power*; *places* are the centres that it lost."""

    power: str
    places: Sequence[Place] = ()
    number: int = 0


class Moment(NamedTuple):
    """The words for an event: a headline ("" leaves that to the conquest), and a paragraph.

    *own* is the clause in the headline of the power that it is about.
    """

    headline: str
    own: str
    lead: str
    happened: Callable[[Tables, Record, Position], Iterator[Event]]


def great(board: Tables, record: Record, position: Position) -> list[tuple[Moment, Event]]:
    """Return the great moments of the turn, the greatest first; *position* is the one after it."""
    return [(moment, event) for moment in MOMENTS for event in moment.happened(board, record, position)]


def words(event: Event, name: Callable[[Place], str]) -> Mapping[str, str]:
    """Return the facts for a moment's words."""
    places = listed([name(place) for place in event.places], "and")
    number = say("spelled_centres", count=event.number, number=spelled(event.number))
    return {"power": event.power, "places": places, "number": number}


def _out(board: Tables, record: Record, position: Position) -> Iterator[Event]:
    """Yield the powers that lost their last unit or centre this turn, and have neither left: 13.2."""
    alive = {*position.owners.values(), *(unit.power for unit in position.units)}
    alive |= {row.unit.power for row in position.dislodged}
    hit = {change.before for change in record.changes}
    hit |= {power_of(row.order) for row in record.results if isinstance(row.order, Remove | Disband)}
    hit |= {power_of(row.order) for row in record.results if row.outcome.word == "destroyed"}
    yield from (Event(power) for power in board.map.powers if power in hit - alive)


def _without_centres(board: Tables, record: Record, position: Position) -> Iterator[Event]:
    """Yield the powers that lost their last centre and still have units."""
    out = {event.power for event in _out(board, record, position)}
    owners = set(position.owners.values())
    for power, lost in _lost(record).items():
        if power not in owners | out:
            yield Event(power, lost)


def _near_victory(board: Tables, record: Record, position: Position) -> Iterator[Event]:
    owned = Counter(position.owners.values())
    grown = {change.owner for change in record.changes}
    for power in board.map.powers:
        missing = board.facts.goal - owned[power]
        if power in grown and 0 < missing <= NEAR:
            yield Event(power, number=missing)


def _home_lost(board: Tables, record: Record, position: Position) -> Iterator[Event]:
    """Yield the powers that lost centres in which only they may build: 11.2."""
    if board.facts.builds != "home centres":
        return
    owners = set(position.owners.values())
    for power, lost in _lost(record).items():
        home = [place for place in lost if place in board.map.homes.get(power, ())]
        if home and power in owners:
            yield Event(power, home)


def _lost(record: Record) -> dict[str, list[Place]]:
    lost: dict[str, list[Place]] = {}
    for change in record.changes:
        if change.before:
            lost.setdefault(change.before, []).append(change.centre)
    return lost


HEADLINES, OWN, LEADS = group("moments"), group("moments_of_reader"), group("leads_of_moments")
MOMENTS = (  # the greatest first
    Moment(HEADLINES["out"], OWN["out"], LEADS["out"], _out),
    Moment(HEADLINES["without centres"], OWN["without centres"], LEADS["without centres"], _without_centres),
    Moment(HEADLINES["near victory"], OWN["near victory"], LEADS["near victory"], _near_victory),
    Moment("", "", LEADS["home lost"], _home_lost),
)

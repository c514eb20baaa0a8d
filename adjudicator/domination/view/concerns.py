"""Split the events that a reader may see into those that concern them and the rest. Clause 11.8."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from adjudicator.domination.position import BEFORE_TURN_1, Position
from adjudicator.domination.record import Event

OF_ALL = ("first player", "final turn", "won by cities", "mist")
OF_NAMES = ("sides", "loser", "victim", "on")  # words of events that name players
FEW = 2  # with this many players or fewer, everything concerns everybody


class SplitEvents(NamedTuple):
    own: list[Event]
    others: list[Event]


def is_split(position: Position, reader: str | None, phase: str) -> bool:
    """Return whether the report of *reader* begins with the events that concern them."""
    seats = position.settings.seats
    return reader in seats and len(seats) > FEW and phase not in BEFORE_TURN_1


def split(events: Sequence[Event], position: Position, reader: str) -> SplitEvents:
    """Split events; those of one battle stay together. *position* is the one after the turn."""
    spaces = {event.space for event in events if event.space and _names(event, reader)}
    own_land = {space for space, owner in position.owners.items() if owner == reader}
    found = SplitEvents([], [])
    for event in events:
        is_near = event.space in spaces and event.key != "built"
        comes_near = bool(own_land.intersection(event.path[-1:]))
        is_own = event.key in OF_ALL or _names(event, reader) or is_near or comes_near
        (found.own if is_own else found.others).append(event)
    return found


def _names(event: Event, reader: str) -> bool:
    """Return whether an event names *reader*."""
    named: Iterable[str] = (name for key in OF_NAMES for name in event.words.get(key, "").split(", "))
    return reader in (event.player, event.reader, *named)

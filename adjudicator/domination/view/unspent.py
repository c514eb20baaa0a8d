"""What is left of an income after the builds of a turn, and is lost; and who built nothing. Clause 6.1."""

from collections.abc import Iterator, Mapping

from adjudicator.domination.data import UnitCard
from adjudicator.domination.position import buildable, cities, data_of, income
from adjudicator.domination.record import Event
from adjudicator.domination.view.sight import Seen
from adjudicator.domination.view.wording import kind_and_number

WITH_BUILDS = ("turn", "opening", "start")  # phases in which the whole income is spent, spells included


def of_reader(seen: Seen) -> int:
    """Return the money of the reader that was lost; 0 if it would not have paid for another unit."""
    position, record, reader = seen.position, seen.record, seen.reader
    if record is None or reader is None or position.over or record.phase not in WITH_BUILDS:
        return 0
    cards = data_of(position).units
    spent = sum(_cost(event, cards) for event in record.events if event.player == reader)
    left = income(position, reader) - spent
    cheapest = min((cards[kind].cost for kind in buildable(position.settings, reader)), default=0)
    might_build = position.reserves[reader] > 0 and bool(cities(position, reader))
    return left if might_build and 0 < cheapest <= left else 0


def idle(seen: Seen) -> Iterator[str]:
    """Yield the players but the reader who built nothing and could have: their income is public."""
    position, record = seen.position, seen.record
    if record is None or position.over or record.phase not in WITH_BUILDS:
        return
    built = {event.player for event in record.events if event.key in ("built", "cast")}
    for player in position.settings.seats:
        could = position.reserves[player] > 0 and bool(cities(position, player))
        if player not in built and player != seen.reader and could and income(position, player) > 0:
            yield player


def _cost(event: Event, cards: Mapping[str, UnitCard]) -> int:
    """Return what a spell or a batch of units cost: "2 Knights", "Ogre"."""
    if event.key == "cast":
        return int(event.words["cost"])
    if event.key != "built":
        return 0
    kind, number = kind_and_number(event.words["units"])
    return number * cards[kind].cost

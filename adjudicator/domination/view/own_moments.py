"""What happened to one player in a turn: the clauses of the headline of their report."""

from collections.abc import Iterator, Sequence

from adjudicator.core.language.words import listed
from adjudicator.core.phrasing import spelled
from adjudicator.domination.data import FORT
from adjudicator.domination.record import Event
from adjudicator.domination.sentences import say
from adjudicator.domination.view.wording import Names, place

CITY, LAND = "city taken", "taken"  # keys of events
GONE = ("lost", "sunk")
MOST_SPACES = 2  # named in a clause; more are counted


def clauses(events: Sequence[Event], reader: str, names: Names, *, is_out: bool) -> list[str]:
    """Return what happened to *reader*, the greatest first; *is_out*: nothing is left to them."""
    told = [say("you_have_nothing_left")] if is_out else []
    for key, of_cities in ((CITY, True), (LAND, False)):
        told += _lost(events, reader, names, key, of_cities=of_cities)
        told += _taken(events, reader, names, key, of_cities=of_cities)
    return [*told, *_dead(events, reader, names)]


def _lost(events: Sequence[Event], reader: str, names: Names, key: str, *, of_cities: bool) -> Iterator[str]:
    """Yield by player the spaces that they took from *reader*."""
    lost = [event for event in events if event.key == key and event.words.get("loser") == reader]
    for player in dict.fromkeys(event.player for event in lost):
        spaces = [event.space for event in lost if event.player == player]
        yield say("you_lose", what=_named(spaces, names, of_cities=of_cities), player=player)


def _taken(events: Sequence[Event], reader: str, names: Names, key: str, *, of_cities: bool) -> Iterator[str]:
    if taken := [event.space for event in events if event.key == key and event.player == reader]:
        yield say("you_take", what=_named(taken, names, of_cities=of_cities))


def _named(spaces: Sequence[str], names: Names, *, of_cities: bool) -> str:
    number = spelled(len(spaces))
    if len(spaces) > MOST_SPACES:
        return say("so_many_cities", number=number) if of_cities else say("so_many_spaces", number=number)
    places = listed([place(space, names) for space in spaces], "and")
    return say("cities_of", count=len(spaces), places=places) if of_cities else places


def _dead(events: Sequence[Event], reader: str, names: Names) -> Iterator[str]:
    """Yield how many units *reader* lost, and where if that is one space; tokens are no units."""
    gone = [event for event in events if event.key in GONE and event.player == reader]
    gone = [event for event in gone if event.words.get("unit") != FORT]
    number = sum(int(event.words.get("number", "1")) for event in gone)
    spaces = {event.space for event in gone}
    if len(spaces) == 1:
        where = place(spaces.pop(), names)
        yield say("you_lose_units_at", count=number, number=spelled(number), place=where)
    elif spaces:
        yield say("you_lose_units", number=spelled(number))

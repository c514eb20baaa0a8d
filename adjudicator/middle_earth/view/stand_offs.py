"""Stand-offs of a turn for headline and lead: where nobody got through, and who was turned away.

They contain only public results.
"""

from collections.abc import Iterator, Mapping, Sequence

from adjudicator.core.language.words import listed
from adjudicator.core.phrasing import Speech
from adjudicator.core.position import Unit
from adjudicator.core.stand_offs import Meeting, shut_out
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.resolve.outcomes import OwnUnit, StoodOff
from adjudicator.middle_earth.resolve.record import Result
from adjudicator.middle_earth.sentences import form, say

Began = Mapping[tuple[str, str], Sequence[Result]]  # results by power and where the unit began
NAMED_WITH_PLACES = 3  # powers that were turned away; more would fill the lead


def stand_offs(results: Sequence[Result], speech: Speech) -> Iterator[str]:
    met = contested(results)
    if met:
        yield say("nobody_gets_in", places=listed(map(speech.place, met), "and"))
    yield from (f"{told}." for told in turned_away(results, speech))


def contested(results: Sequence[Result]) -> list[str]:
    """Return where public moves met and none entered, each place once, in the order of the results."""
    shut = {*_entered(results), *_held(results)}
    return [place for place in dict.fromkeys(one.place for one in _met(results)) if place not in shut]


def turned_away(results: Sequence[Result], speech: Speech) -> Iterator[str]:
    """Yield for each power the places where its moves met another power's unit that entered or stayed.

    Of many powers only the names are given; where each was turned away is said with the orders.
    """
    away = _shut_out(results)
    if len(away) > NAMED_WITH_PLACES:
        yield say("many_turned_away", powers=listed(map(speech.named, away), "and"))
        return
    yield from (_turned_away(power, places, speech) for power, places in away.items())


def first_turned_away(results: Sequence[Result], speech: Speech) -> str:
    """Return the first power and its first place for a headline; "" if no move was turned away."""
    return next((_turned_away(power, places[:1], speech) for power, places in _shut_out(results).items()), "")


def _turned_away(power: str, places: Sequence[str], speech: Speech) -> str:
    return speech.sentence(form("turned_away"), power=power, place=listed(map(speech.place, places), "and"))


def _shut_out(results: Sequence[Result]) -> Mapping[str, Sequence[str]]:
    """Return by power the places from which its moves were turned away."""
    return shut_out(_met(results), _entered(results) | _held(results))


def _entered(results: Sequence[Result]) -> set[str]:
    """Return where public moves ended, alone or merged, or where they stopped before their second area."""
    public, began = [row for row in results if row.public], _by_beginning(results)
    done = {way(row.order)[-1] for row in public if row.outcome.word == "succeeds" and way(row.order)}
    return done | {
        row.order.path[0]
        for row in public
        if type(row.order) is act.Move
        and (type(row.outcome) is StoodOff or type(row.outcome) is OwnUnit)
        and _stopped(row.order.path, row.outcome.by, began) != row.order.path[0]
    }


def _held(results: Sequence[Result]) -> set[str]:
    """Return where a unit that stood a move off had been when the turn began."""
    return {
        row.outcome.by.place
        for row in results
        if row.public and type(row.outcome) is StoodOff and row.outcome.by.place in _alone(row.order)
    }


def _met(results: Sequence[Result]) -> list[Meeting]:
    """Return the public moves that another unit stood off."""
    began = _by_beginning(results)
    return [
        Meeting(row.power, _stopped(path, row.outcome.by, began), row.outcome.by.power == row.power)
        for row in results
        if row.public and type(row.outcome) is StoodOff and (path := _alone(row.order))
    ]


def _by_beginning(results: Sequence[Result]) -> Began:
    found: dict[tuple[str, str], list[Result]] = {}
    for row in results:
        found.setdefault((row.power, start(row)), []).append(row)
    return found


def _stopped(path: Sequence[str], by: Unit, began: Began) -> str:
    """Return the area of *path* in which *by* stood it off: the first one where *by* began or went.

    If it went elsewhere, a part of its stack without an order of its own has stayed where it began.
    """
    rows = began.get((by.power, by.place), ())
    left = any(row.outcome.word == "succeeds" and way(row.order) for row in rows)
    been = {place for row in rows for place in way(row.order)} | (set() if left else {by.place})
    stayed = by.place if by.place in path else path[0]
    return next((place for place in path if place in been), stayed)


def start(row: Result) -> str:
    """Return where the unit of an order began, "" if it has none."""
    unit = getattr(row.order, "unit", None)
    return unit.place if isinstance(unit, act.Unit) else ""


def _alone(order: object) -> tuple[str, ...]:
    """Return the areas that a move enters without a merge; () for other orders."""
    return () if type(order) is act.Merge else way(order)


def way(order: object) -> tuple[str, ...]:
    """Return the areas that a move enters; () for other orders."""
    if type(order) is act.Move:
        return order.path
    return (order.target,) if type(order) is act.HoldThenMove or type(order) is act.Merge else ()

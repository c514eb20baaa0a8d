"""Stand-offs of a turn for headline and lead: where nobody got through, and who was turned away.

They contain only public results, and where units stand after the turn: an order of two steps may have no
outcome yet when its first step is done.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence

from adjudicator.core.language.words import listed
from adjudicator.core.phrasing import Speech
from adjudicator.core.stand_offs import Meeting, shut_out
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.resolve.outcomes import StoodOff
from adjudicator.middle_earth.resolve.record import Result
from adjudicator.middle_earth.sentences import form, say

Standing = Collection[tuple[str, str]]  # power and place of each ordinary unit after the turn
NAMED_WITH_PLACES = 3  # powers that were turned away; more would fill the lead


def stand_offs(results: Sequence[Result], standing: Standing, speech: Speech) -> Iterator[str]:
    met = contested(results, standing)
    if met:
        yield say("nobody_gets_in", places=listed(map(speech.place, met), "and"))
    yield from (f"{told}." for told in turned_away(results, standing, speech))


def contested(results: Sequence[Result], standing: Standing) -> list[str]:
    """Return where public moves met and no unit is or was, each place once, in the order of the results."""
    shut = _shut(results, standing)
    return [one for one in dict.fromkeys(one.place for one in _met(results, standing)) if one not in shut]


def turned_away(results: Sequence[Result], standing: Standing, speech: Speech) -> Iterator[str]:
    """Yield for each power the places where its moves met another power's unit that entered or stayed.

    Of many powers only the names are given; where each was turned away is said with the orders.
    """
    away = _shut_out(results, standing)
    if len(away) > NAMED_WITH_PLACES:
        yield say("many_turned_away", powers=listed(map(speech.named, away), "and"))
        return
    yield from (_turned_away(power, places, speech) for power, places in away.items())


def first_turned_away(results: Sequence[Result], standing: Standing, speech: Speech) -> str:
    """Return the first power and its first place for a headline; "" if no move was turned away."""
    away = _shut_out(results, standing)
    return next((_turned_away(power, places[:1], speech) for power, places in away.items()), "")


def places_turned_away(results: Sequence[Result], standing: Standing) -> list[str]:
    """Return the places from which moves were turned away, those of the first power first."""
    return [place for places in _shut_out(results, standing).values() for place in places]


def _turned_away(power: str, places: Sequence[str], speech: Speech) -> str:
    return speech.sentence(form("turned_away"), power=power, place=listed(map(speech.place, places), "and"))


def _shut_out(results: Sequence[Result], standing: Standing) -> Mapping[str, Sequence[str]]:
    """Return by power the places from which its moves were turned away."""
    return shut_out(_met(results, standing), _shut(results, standing))


def _shut(results: Sequence[Result], standing: Standing) -> set[str]:
    """Return where a unit stands, or was in this turn: one that stayed there, entered, or rode through."""
    public = [row for row in results if row.public]
    been = {place for row in public if row.outcome.word == "succeeds" for place in way(row.order)}
    return been | {place for _, place in standing} | set(_taken(public, standing))


def _taken(results: Sequence[Result], standing: Standing) -> Iterator[str]:
    """Yield where a move was stood off by a unit that entered, or had been there when the turn began."""
    for row in results:
        if type(row.outcome) is StoodOff and _alone(row.order):
            place = _stopped(row, standing)
            if row.outcome.entered or row.outcome.by.place == place:
                yield place


def _met(results: Sequence[Result], standing: Standing) -> list[Meeting]:
    """Return the public moves that another unit stood off."""
    return [
        Meeting(row.power, _stopped(row, standing), row.outcome.by.power == row.power)
        for row in results
        if row.public and type(row.outcome) is StoodOff and _alone(row.order)
    ]


def _stopped(row: Result, standing: Standing) -> str:
    """Return the area in which a move was stood off: its last one if its unit stands in the one before."""
    path = _alone(row.order)
    return path[-1] if (row.power, path[0]) in standing else path[0]


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

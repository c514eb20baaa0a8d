"""What a turn adds to a reader's memory: pieces that were seen, news of the Ring, where it was not.

Everything here is in the reader's own report of the turn.
"""

from collections.abc import Iterator, Mapping, Sequence

from adjudicator.core.game import Remembered
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.resolve.record import Result
from adjudicator.middle_earth.sentences import say
from adjudicator.middle_earth.view.news import Tiding

THE_RING = say("the_ring")
NOT_THERE = say("entered_without_ring")


def of_the_ring(tidings: Sequence[Tiding]) -> Iterator[Remembered]:
    """Yield what the reader was told about the Ring."""
    for one in tidings:
        if one.key.startswith("ring."):
            yield Remembered(THE_RING, one.sentence)


def searched(
    results: Sequence[Result], tidings: Sequence[Tiding], reader: str, places: Mapping[str, str]
) -> Iterator[Remembered]:
    """Yield those of *places*, where the Ring may be at first, that the reader's units have entered.

    *places* maps each to its name. One that the *tidings* of the Ring name is left out: it was found there.
    """
    told = [one.sentence for one in tidings if one.key.startswith("ring.")]
    for row in results:
        if row.power == reader and isinstance(row.order, act.Move) and row.outcome.word == "succeeds":
            for place in row.order.path:
                if place in places and not any(places[place] in sentence for sentence in told):
                    yield Remembered(NOT_THERE, places[place], adds=True)

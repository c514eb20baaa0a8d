"""What a turn adds to a reader's memory: pieces that were seen, news of the Ring, where it was not.

Everything here is in the reader's own report of the turn.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from adjudicator.core.game import Power, Remembered
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Place
from adjudicator.middle_earth.resolve.record import News, Result
from adjudicator.middle_earth.sentences import say
from adjudicator.middle_earth.view.news import Tiding

THE_RING = say("the_ring")
NOT_THERE = say("entered_without_ring")


def of_the_ring(tidings: Sequence[Tiding], *whispers: str) -> Iterator[Remembered]:
    """Yield what the reader knows about the Ring. After that, where it may be at first no longer matters.

    *whispers* are the facts about where it may be.
    """
    for one in tidings:
        if one.key.startswith("ring."):
            yield Remembered(THE_RING, one.sentence, closes=(NOT_THERE, *whispers))


def of_pieces(
    sighted: Iterable[Remembered],
    news: Sequence[News],
    told: Callable[[News], str],
    reader: Power | None,
    several: Collection[str] = (),
) -> Iterator[Remembered]:
    """Yield where pieces of others were *sighted*, then those that were lost, in the words of *told*.

    A piece that was lost after it was seen is only lost. One of *several*, such as the Rangers of a game,
    need not be the one that was seen, so its loss replaces no sighting.
    """
    lost = [
        Remembered(_about_lost(one.words["piece"], owner, several), told(one))
        for one in news
        if one.key.startswith("piece.") and (owner := _owner(one)) and owner != reader
    ]
    gone = {one.about for one in lost}
    yield from (one for one in sighted if one.about not in gone)
    yield from lost


def about(piece: str, owner: Power, several: Collection[str] = ()) -> str:
    """Return what tells a piece from others: its name, and whose it is if there are *several*.

    The owner of a piece of which there is one may change.
    """
    return say("piece_of", piece=piece, power=owner) if piece in several else piece


def _about_lost(piece: str, owner: Power, several: Collection[str]) -> str:
    return say("lost_pieces_of", piece=piece, power=owner) if piece in several else piece


def _owner(news: News) -> Power:
    """Return whose piece the news is about; its "power" is the destroyer's if there is an "owner"."""
    return news.words.get("owner") or news.words.get("power", "")


def searched(
    results: Sequence[Result],
    tidings: Sequence[Tiding],
    reader: Power,
    own: Collection[tuple[str, Place]],
    places: Mapping[str, str],
) -> Iterator[Remembered]:
    """Yield those of *places*, where the Ring may be at first, that the reader's units have entered.

    *own* are kind and place of each piece of the reader. *places* maps each place to its name. One that the
    *tidings* of the Ring name is left out: it was found there.
    """
    told = [one.sentence for one in tidings if one.key.startswith("ring.")]
    for place in (place for row in results if row.power == reader for place in _entered(row, own)):
        if place in places and not any(places[place] in sentence for sentence in told):
            yield Remembered(NOT_THERE, places[place], adds=True)


def _entered(row: Result, own: Collection[tuple[str, Place]]) -> Sequence[Place]:
    """Return the places that an order has certainly led to; a Ranger that neutralised nothing has moved."""
    has_succeeded = row.outcome.word == "succeeds"
    match row.order:
        case act.Move(path=path) if has_succeeded:
            return path
        case act.HoldThenMove(target=target) if has_succeeded:
            return (target,)
        case act.Neutralise(unit=unit, path=path) if has_succeeded or (unit.kind, path[-1]) in own:
            return path
    return ()

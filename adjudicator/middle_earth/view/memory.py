"""What a turn adds to a reader's memory: pieces that were seen, news of the Ring, where it was not.

Everything here is in the reader's own report of the turn.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from adjudicator.core.game import Power, Remembered
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Order, Place, Unit
from adjudicator.middle_earth.language.standing import units
from adjudicator.middle_earth.resolve.outcomes import Destroyed
from adjudicator.middle_earth.resolve.record import News, Result
from adjudicator.middle_earth.sentences import say
from adjudicator.middle_earth.view.news import Tiding

THE_RING = say("the_ring")
NOT_THERE, LEFT = say("entered_without_ring"), say("not_entered_yet")


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


class Search(Struct, frozen=True, kw_only=True):
    """Where the Ring may lie at the start, and what the rules of a game call entering.

    *names* are those of the places. *ends* maps an order that does not name its goal to the goal. If
    *in_passing* is false, only the last place of a way counts. *placed* says whether retreating there and
    being placed there are entering.
    """

    names: Mapping[Place, str]
    ends: Mapping[type, Place]
    in_passing: bool = True
    placed: bool = False


def searched(
    results: Sequence[Result],
    tidings: Sequence[Tiding],
    reader: Power,
    own: Collection[tuple[str, Place]],
    search: Search,
) -> Iterator[Remembered]:
    """Yield those of the places of *search* that the reader's units have entered.

    *own* are kind and place of each unit and piece of the reader after the moves. A place that the *tidings*
    of the Ring name is left out: it was found there.
    """
    told = [one.sentence for one in tidings if one.key.startswith("ring.")]
    moves = _Moves(results, reader, own, search)
    ways = [moves.entered(row) for row in results]
    among = tuple((name, place) for place, name in search.names.items())
    for place in dict.fromkeys(place for way in ways for place in (way if search.in_passing else way[-1:])):
        name = search.names.get(place)
        if name and not any(name in sentence for sentence in told):
            yield Remembered(NOT_THERE, name, adds=True, among=among, left=LEFT)


class _Moves:
    """The moves of the reader's units, as far as the results that they are shown tell them."""

    def __init__(
        self,
        results: Sequence[Result],
        reader: Power,
        own: Collection[tuple[str, Place]],
        search: Search,
    ) -> None:
        self._results, self._reader, self._own, self._search = results, reader, own, search

    def entered(self, row: Result) -> Sequence[Place]:
        """Return where an order has certainly led; a Ranger that neutralised nothing has moved."""
        order, has_succeeded = row.order, row.outcome.word == "succeeds"
        if row.power != self._reader:
            return self._commanded(order) if has_succeeded else ()
        match order:
            case act.Move(unit=unit, path=path):
                return path if has_succeeded or _is_destroyed(row) else self._first_step(unit, path)
            case act.Neutralise(unit=unit, path=path) if has_succeeded or (unit.kind, path[-1]) in self._own:
                return path
        return self._goal(order) if has_succeeded else ()

    def _goal(self, order: Order) -> Sequence[Place]:
        """Return where an order that succeeded has led, other than a move."""
        search = self._search
        match order:
            case act.HoldThenMove(target=target) | act.Disembark(target=target):
                return (target,)
            case (
                act.Accompany(unit=unit, companion=other, path=path)
                | act.Lead(unit=unit, led=other, path=path)
            ):
                way = path or self._way_of(other)
                return way if way and (unit.kind, way[-1]) in self._own else ()
            case act.Merge() if not self._is_mixed(order):
                return (order.target,)
            case act.Retreat(unit=unit, preferences=places) if search.placed:
                return [place for place in places if (unit.kind, place) in self._own][:1]
            case act.StartsAt(unit=unit, place=place) | act.ReturnsTo(unit=unit, place=place) if (
                search.placed
            ):
                return (place,)
        return (search.ends[type(order)],) if type(order) in search.ends else ()

    def _commanded(self, order: Order) -> Sequence[Place]:
        """Return where a unit of the reader's went, if *order* is that of another power that commanded it."""
        move = order.order if isinstance(order, act.Command) else None
        if not isinstance(move, act.Move) or (move.unit.kind, move.path[-1]) not in self._own:
            return ()
        return move.path

    def _first_step(self, unit: Unit, path: Sequence[Place]) -> Sequence[Place]:
        """Return the first place of a way of two that ended there, if no other unit may be taken for it."""
        if len(path) == 1 or (unit.kind, path[0]) not in self._own:
            return ()
        others = [row.order for row in self._results if row.power == self._reader]
        near = {place for order in others for place in _named(order) if unit not in units(order)}
        return () if path[0] in near else path[:1]

    def _way_of(self, unit: Unit) -> Sequence[Place]:
        """Return where a unit of any power has gone, if everybody sees that."""
        moves = ((row.order, row.outcome.word) for row in self._results)
        ways = (
            one.path
            for one, word in moves
            if isinstance(one, act.Move) and one.unit == unit and word == "succeeds"
        )
        return next(ways, ())

    def _is_mixed(self, merge: act.Merge) -> bool:
        """Return whether another power has ordered it, too, so that not all of its units are the reader's."""
        return any(row.order == merge and row.power != self._reader for row in self._results)


def _is_destroyed(row: Result) -> bool:
    """Return whether the unit was destroyed at the end of the move, when it had entered its area."""
    return isinstance(row.outcome, Destroyed) and row.outcome.why == "order"


def _named(order: Order) -> set[Place]:
    """Return where the units of *order* stood, and where they may have gone."""
    return {unit.place for unit in units(order)} | {*getattr(order, "path", ()), getattr(order, "target", "")}

"""Convoy routes. Standard 8; DATC 4.A."""

from collections.abc import Collection, Iterator

from adjudicator.standard.resolve.board_tables import Tables


def reaches(board: Tables, origin: int, target: int, fleets: Collection[int]) -> bool:
    """Return whether the seas *fleets* connect *origin* and *target*; all are province numbers."""
    beside = board.beside_water
    waiting = [sea for sea in fleets if sea in beside[origin]]
    reached = set(waiting)
    while waiting:
        here = waiting.pop()
        if target in beside[here]:
            return True
        news = [sea for sea in fleets if sea in beside[here] and sea not in reached]
        reached.update(news)
        waiting.extend(news)
    return False


def is_of_use(board: Tables, sea: int, origin: int, target: int, fleets: Collection[int]) -> bool:
    """Return whether the fleet in *sea* is on a route without detours through *fleets*. DATC 6.G.19."""
    return any(sea in way for way in _ways(board, origin, target, frozenset(fleets) | {sea}))


def _ways(board: Tables, origin: int, target: int, fleets: frozenset[int]) -> Iterator[tuple[int, ...]]:
    """Yield the routes in which no fleet could be left out."""
    beside = board.beside_water
    started: list[tuple[int, ...]] = [(sea,) for sea in sorted(fleets & beside[origin])]
    while started:
        way = started.pop()
        here = way[-1]
        if target in beside[here]:
            yield way
            continue
        behind = beside[origin].union(way, *(beside[sea] for sea in way[:-1]))
        started.extend((*way, sea) for sea in sorted((fleets & beside[here]) - behind))


def could_reach(board: Tables, origin: int, fleets: Collection[int]) -> frozenset[int]:
    """Return the coasts to which the seas *fleets* could convoy an army from *origin*."""
    beside, waters = board.beside_water, board.waters
    waiting = [sea for sea in fleets if sea in beside[origin]]
    reached = set(waiting)
    for here in waiting:
        news = [sea for sea in fleets if sea in beside[here] and sea not in reached]
        reached.update(news)
        waiting.extend(news)
    return frozenset(coast for sea in reached for coast in beside[sea]) - waters - {origin}

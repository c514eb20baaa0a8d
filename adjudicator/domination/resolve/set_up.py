"""Lay the pieces and give the spaces their owners. Clauses 2.1 to 2.4, 9.1, 10.3 and 10.4."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, cycle
from typing import NamedTuple

from msgspec.structs import replace

from adjudicator.core.dice import Dice
from adjudicator.domination.data import Data, data
from adjudicator.domination.ground import Ground, Hex, ground, hexes, neighbours, on_piece, steps_between
from adjudicator.domination.position import DOUBLE, MINI, Position, Settings, cities_to_win, owner_of
from adjudicator.domination.sentences import say

MOST_SWAPS = 20
BORDERING = say("after_swaps_cities_would_still_border", count=MOST_SWAPS)
NO_PORT = say("player_would_have_no_city_on")
Slots = tuple[str, ...]  # the pieces, in slot order


def slots_of(settings: Settings) -> int:
    """Return how many pieces the board has."""
    players = len(settings.seats)
    return {MINI: players - 1, DOUBLE: 2 * players}.get(settings.variant, players)


Chosen = Mapping[str, Sequence[str]]  # the pieces that each player has got so far
Wishes = Callable[[str, Chosen], Sequence[str]]  # return the list of a player who chooses now


def choose(settings: Settings, order: Sequence[str], wishes: Wishes, spared: Sequence[str] = ()) -> Slots:
    """Give each player in turn the first free piece of the list, else the first free one; 2.1.

    Pieces in *spared* that no list names are given last.
    """
    free = sorted(data(settings.changes).pieces, key=lambda piece: (piece in spared, piece))
    wanted = slots_of(settings)
    laid: dict[int, str] = {}
    chosen: dict[str, list[str]] = {player: [] for player in order}
    rounds = 2 if settings.variant == DOUBLE else 1
    turns = [(player, number) for number in range(rounds) for player in order][:wanted]
    for place, (player, number) in enumerate(turns):
        piece = next((one for one in wishes(player, chosen) if one in free), free[0])
        free.remove(piece)
        chosen[player].append(piece)
        laid[_slot(settings, player, number, place)] = piece
    return tuple(laid[slot] for slot in range(wanted))


def _slot(settings: Settings, player: str, number: int, place: int) -> int:
    seat = settings.seats.index(player)
    return {MINI: place, DOUBLE: 2 * seat + number}.get(settings.variant, seat)


def drawn(settings: Settings, dice: Dice) -> Slots:
    """Draw the pieces by lot."""
    free = sorted(data(settings.changes).pieces)
    return tuple(free.pop(dice.roll(len(free)) - 1) for _ in range(slots_of(settings)))


class Settled(NamedTuple):
    """*slots* after the *swaps* of pieces; *why* they were then rearranged, "" if they were not."""

    slots: Slots
    swaps: tuple[tuple[str, str], ...] = ()
    why: str = ""


def settled(settings: Settings, slots: Slots) -> Settled:
    """Move pieces until no two cities border each other and all players reach the sea; 2.3, 9.1."""
    now = _swapped(settings, slots)
    if _conflicts(settings, now.slots):
        now = Settled(next(arrangements(slots, _fits(settings, slots)), slots), (), BORDERING)
    if _all_reach_the_sea(settings, now.slots):
        return now
    others = arrangements(now.slots, _fits(settings, now.slots))
    found = next((each for each in others if _all_reach_the_sea(settings, each)), None)
    return now._replace(slots=found, why=NO_PORT) if found else now


def _swapped(settings: Settings, slots: Slots) -> Settled:
    """Swap the first pair in conflict, up to MOST_SWAPS times."""
    swaps: list[tuple[str, str]] = []
    while len(swaps) < MOST_SWAPS:
        found = _conflicts(settings, slots)
        if not found:
            break
        one, other = found[0]
        changed = list(slots)
        changed[one], changed[other] = slots[other], slots[one]
        swaps.append((slots[one], slots[other]))
        slots = tuple(changed)
    return Settled(slots, tuple(swaps))


def _conflicts(settings: Settings, slots: Slots) -> list[tuple[int, int]]:
    """Return the pairs of slots with bordering cities, in slot order."""
    fits = _fits(settings, slots)
    return [
        (one, other)
        for one, other in combinations(range(len(slots)), 2)
        if not fits(one, slots[one], other, slots[other])
    ]


Fits = Callable[[int, str, int, str], bool]  # may these pieces lie in these two slots?


def _fits(settings: Settings, slots: Slots) -> Fits:
    the_data, side, number = data(settings.changes), settings.side, len(slots)

    def fits(one: int, piece: str, other: int, partner: str) -> bool:
        pieces = (_laid_piece(the_data, side, number, *laid) for laid in ((one, piece), (other, partner)))
        return not _border(*pieces)

    return fits


class LaidPiece(NamedTuple):
    """The hexes of a piece in its slot that have cities and water."""

    cities: tuple[Hex, ...]
    water: frozenset[Hex]


@lru_cache(maxsize=8192)
def _border(one: LaidPiece, other: LaidPiece) -> bool:
    """Return whether two pieces have bordering cities."""
    return any(steps_between(a, b) == 1 for a in one.cities for b in other.cities)


@lru_cache(maxsize=1024)
def _laid_piece(the_data: Data, side: str, slots: int, slot: int, piece: str) -> LaidPiece:
    spaces = on_piece(the_data, piece, side, slot, slots)
    return LaidPiece(
        tuple(space.hex for space in spaces if space.city),
        frozenset(space.hex for space in spaces if space.is_water),
    )


def arrangements(slots: Slots, fits: Fits) -> Iterator[Slots]:
    """Yield all other arrangements that fit, those that move the fewest pieces first, then in slot order."""
    for number in range(2, len(slots) + 1):
        for moved in combinations(range(len(slots)), number):
            stay = {slot: piece for slot, piece in enumerate(slots) if slot not in moved}
            if all(fits(*one, *other) for one, other in combinations(stay.items(), 2)):
                free = sorted(slots[slot] for slot in moved)
                yield from _filled(slots, stay, moved, free, fits)


def _filled(
    slots: Slots, laid: Mapping[int, str], empty: Sequence[int], free: Sequence[str], fits: Fits
) -> Iterator[Slots]:
    """Yield *laid* with each *free* piece in an *empty* slot that was not its own."""
    if not empty:
        yield tuple(laid[slot] for slot in range(len(slots)))
        return
    slot, *left = empty
    for piece in free:
        if piece != slots[slot] and all(fits(slot, piece, *other) for other in laid.items()):
            yield from _filled(
                slots, {**laid, slot: piece}, left, [one for one in free if one != piece], fits
            )


def _all_reach_the_sea(settings: Settings, slots: Slots) -> bool:
    """Return whether each player has a city on water that reaches the sea frame; 9.1.

    In Mini Domination nobody owns a city yet.
    """
    the_data = data(settings.changes)
    if settings.side != the_data.sea.used_with or settings.variant == MINI:
        return True
    pieces = [_laid_piece(the_data, settings.side, len(slots), *laid) for laid in enumerate(slots)]
    sea = _open_water(_frame(the_data, len(slots)), frozenset().union(*(piece.water for piece in pieces)))
    ports = {
        owner_of(settings, slot)
        for slot, piece in enumerate(pieces)
        if any(there in sea for city in piece.cities for there in neighbours(city))
    }
    return ports >= set(settings.seats)


@lru_cache(maxsize=64)
def _frame(the_data: Data, slots: int) -> frozenset[Hex]:
    """Return the sea frame of a board with this number of slots."""
    board = {place for slot in the_data.layouts[slots] for place in hexes(slot)}
    return frozenset(there for place in board for there in neighbours(place)) - board


def _open_water(frame: frozenset[Hex], water: frozenset[Hex]) -> set[Hex]:
    """Return the sea frame and all water connected with it."""
    found, left = set(frame), set(water)
    edge = [place for place in left if any(there in frame for there in neighbours(place))]
    while edge:
        found.update(edge)
        left.difference_update(edge)
        edge = [there for there in left if any(place in found for place in neighbours(there))]
    return found


def possession(settings: Settings, slots: Slots) -> tuple[dict[str, str], dict[str, int]]:
    """Return the owners of the spaces at the start, and the fortification tokens of the cities; 2.4."""
    the_data = data(settings.changes)
    the_ground = ground(the_data, settings.side, slots)
    owners = {
        space: owner
        for space in the_ground.land()
        if (owner := owner_of(settings, the_ground.spaces[space].slot))
    }
    return owners, dict.fromkeys(the_ground.cities(), the_data.rules.fort_tokens)


def draft(
    settings: Settings, slots: Slots, order: Sequence[str], lists: Mapping[str, Sequence[str]]
) -> dict[str, str]:
    """Claim spaces one by one in player order, until none is left or a player has won; 10.3."""
    the_ground = ground(data(settings.changes), settings.side, slots)
    free = sorted(the_ground.land(), key=lambda space: _worth(the_ground, space))
    wanted = cities_to_win(settings)
    claimed: dict[str, str] = {}
    cities = dict.fromkeys(order, 0)
    for player in cycle(order):
        space = next((one for one in lists.get(player, ()) if one in free), free[0])
        free.remove(space)
        claimed[space] = player
        cities[player] += bool(the_ground.spaces[space].city)
        if not free or cities[player] >= wanted:
            break
    return {space: claimed[space] for space in the_ground.land() if space in claimed}


def _worth(the_ground: Ground, space: str) -> tuple[bool, int, int]:
    """Sort cities first, then by income, then in space order."""
    here = the_ground.spaces[space]
    return not here.city, -here.value, the_ground.rank[space]


def laid(position: Position, slots: Slots) -> tuple[Position, Settled]:
    """Return *position* with the pieces laid, and how they were moved."""
    final = settled(position.settings, slots)
    owners, forts = possession(position.settings, final.slots)
    return replace(position, slots=final.slots, owners=owners, home=dict(owners), forts=forts), final

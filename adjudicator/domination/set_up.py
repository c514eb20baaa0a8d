"""Which piece lies where, and whose is it?  Clauses 2.1 to 2.4, 9.1, 10.3 and 10.4."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, permutations

from msgspec.structs import replace

from adjudicator.dice import Dice
from adjudicator.domination.data import data
from adjudicator.domination.ground import Ground, ground, on_piece, steps_between
from adjudicator.domination.position import DOUBLE, MINI, Position, Settings

MOST_SWAPS = 20
Slots = tuple[str, ...]  # the pieces, in slot order


def slots_of(settings: Settings) -> int:
    """How many pieces the board has."""
    players = len(settings.seats)
    return {MINI: players - 1, DOUBLE: 2 * players}.get(settings.variant, players)


def owner_of(settings: Settings, slot: int) -> str:
    """Whose the piece in *slot* is, "" in Mini Domination; 2.2, 10.4."""
    if settings.variant == MINI:
        return ""
    seat = slot // 2 if settings.variant == DOUBLE else slot
    return settings.seats[seat] if seat < len(settings.seats) else ""


def choose(settings: Settings, order: Sequence[str], lists: Mapping[str, Sequence[str]]) -> Slots:
    """In player order, each the first piece on the list that is free, else the first free one; 2.1."""
    free = sorted(data(settings.changes).pieces)
    wanted = slots_of(settings)
    laid: dict[int, str] = {}
    rounds = 2 if settings.variant == DOUBLE else 1
    turns = [(player, number) for number in range(rounds) for player in order][:wanted]
    for place, (player, number) in enumerate(turns):
        piece = next((one for one in lists.get(player, ()) if one in free), free[0])
        free.remove(piece)
        laid[_slot(settings, player, number, place)] = piece
    return tuple(laid[slot] for slot in range(wanted))


def _slot(settings: Settings, player: str, number: int, place: int) -> int:
    seat = settings.seats.index(player)
    return {MINI: place, DOUBLE: 2 * seat + number}.get(settings.variant, seat)


def drawn(settings: Settings, dice: Dice) -> Slots:
    """Pieces by lot, where the GM has it so."""
    free = sorted(data(settings.changes).pieces)
    return tuple(free.pop(dice.roll(len(free)) - 1) for _ in range(slots_of(settings)))


def settled(settings: Settings, slots: Slots) -> tuple[Slots, list[tuple[str, str]]]:
    """No two cities may border each other, and with the sea in play everybody should reach it.

    The arrangement after the swaps, and the pairs of pieces that changed places; 2.3, 9.1.
    """
    now, swaps = _swapped(settings, slots)
    if _conflicts(settings, now):
        now = next((each for each in arrangements(now) if not _conflicts(settings, each)), now)
    if not _all_reach_the_sea(settings, now):
        others = (each for each in arrangements(now) if not _conflicts(settings, each))
        now = next((each for each in others if _all_reach_the_sea(settings, each)), now)
    return now, swaps


def _swapped(settings: Settings, slots: Slots) -> tuple[Slots, list[tuple[str, str]]]:
    """The first pair in conflict changes places, again and again, at most MOST_SWAPS times."""
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
    return slots, swaps


def _conflicts(settings: Settings, slots: Slots) -> list[tuple[int, int]]:
    """Pairs of slots with bordering cities, the lowest slot first, then the lowest partner."""
    the_data = data(settings.changes)
    cities = [
        [space.hex for space in on_piece(the_data, piece, settings.side, slot, len(slots)) if space.city]
        for slot, piece in enumerate(slots)
    ]
    return [
        (one, other)
        for one, other in combinations(range(len(slots)), 2)
        if any(steps_between(a, b) == 1 for a in cities[one] for b in cities[other])
    ]


def arrangements(slots: Slots) -> Iterator[Slots]:
    """All others of the same pieces, those that move fewest first, then in slot order."""
    for number in range(2, len(slots) + 1):
        for moved in combinations(range(len(slots)), number):
            for pieces in sorted(permutations([slots[slot] for slot in moved])):
                if all(piece != slots[slot] for piece, slot in zip(pieces, moved, strict=True)):
                    changed = list(slots)
                    for slot, piece in zip(moved, pieces, strict=True):
                        changed[slot] = piece
                    yield tuple(changed)


def _all_reach_the_sea(settings: Settings, slots: Slots) -> bool:
    """Has each player a city on water that reaches the sea frame?  9.1; nobody owns any yet in Mini."""
    the_data = data(settings.changes)
    if settings.side != the_data.sea.used_with or settings.variant == MINI:
        return True
    the_ground = ground(the_data, settings.side, slots)
    sea = _open_water(the_ground, the_data.sea.prefix)
    ports = {
        owner_of(settings, space.slot)
        for space in the_ground.spaces.values()
        if space.city and any(there in sea for there in the_ground.borders[space.id])
    }
    return ports >= set(settings.seats)


def _open_water(the_ground: Ground, prefix: str) -> set[str]:
    """The sea frame and all water that hangs together with it."""
    found = {space for space in the_ground.spaces if space.startswith(prefix)}
    edge = set(found)
    while edge:
        near = {there for here in edge for there in the_ground.borders[here]}
        edge = {space for space in near if the_ground.spaces[space].is_water} - found
        found |= edge
    return found


def possession(settings: Settings, slots: Slots) -> tuple[dict[str, str], dict[str, int]]:
    """Who controls which space at the start, and the fortification tokens of the cities; 2.4."""
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
    """One space at a time in player order, until none is left; 10.3."""
    the_ground = ground(data(settings.changes), settings.side, slots)
    free = sorted(the_ground.land(), key=lambda space: _worth(the_ground, space))
    claimed: dict[str, str] = {}
    wishes = {player: list(lists.get(player, ())) for player in order}
    while free:
        for player in order[: len(free)]:
            space = next((one for one in wishes[player] if one in free), free[0])
            free.remove(space)
            claimed[space] = player
    return {space: claimed[space] for space in the_ground.land()}


def _worth(the_ground: Ground, space: str) -> tuple[bool, int, int]:
    """A free city first, else the highest income, else the first in space order."""
    here = the_ground.spaces[space]
    return not here.city, -here.value, the_ground.rank[space]


def laid(position: Position, slots: Slots) -> tuple[Position, list[tuple[str, str]]]:
    """*position* with the pieces in their slots, after the swaps; and the swaps."""
    final, swaps = settled(position.settings, slots)
    owners, forts = possession(position.settings, final)
    return replace(position, slots=final, owners=owners, home=dict(owners), forts=forts), swaps

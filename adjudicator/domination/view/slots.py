"""Say before the board is laid where the pieces of the players will lie, and what faces whom. Clause 2.2."""

from collections.abc import Iterator, Sequence
from statistics import fmean

from adjudicator.core.game import Table
from adjudicator.core.language.words import listed
from adjudicator.domination.ground import hexes, neighbours
from adjudicator.domination.position import Position, data_of, owner_of
from adjudicator.domination.resolve.set_up import slots_of
from adjudicator.domination.sentences import say

Slot = tuple[int, int, int]  # see `ground.hexes`

IN_A_ROW = 2.0  # slots whose middles are less than this many rows of hexes apart lie side by side


def in_words(position: Position) -> str:
    """Return the players by their slots, row by row, from left to right; "" if slots have no owners; 10.3."""
    places = _places(position)
    placed = sorted((*_middle(slot), owner) for slot, owner in places)
    if not placed:
        return ""
    rows: list[list[tuple[float, str]]] = []
    for before, (y, x, owner) in zip([-IN_A_ROW, *(y for y, _, _ in placed)], placed, strict=False):
        if y - before >= IN_A_ROW:
            rows.append([])
        rows[-1].append((x, owner))
    told = say("next_row").join(", ".join(owner for _, owner in sorted(row)) for row in rows)
    turned = listed(dict.fromkeys(owner for (_, _, turn), owner in places if turn), "and")
    lie = say("where_pieces_lie", rows=told)
    return f"{lie} {say('pieces_that_are_turned', players=turned)}" if turned else lie


def neighbours_of_each(position: Position) -> Table | None:
    """Return which pieces lie beside that of each player, and which of its spaces border them."""
    places = _places(position)
    owners = [owner for _, owner in places]
    rows: list[tuple[str, ...]] = []
    for at, (slot, owner) in enumerate(places):
        number = owners[: at + 1].count(owner)
        named = say("piece_of_several", player=owner, number=number) if owners.count(owner) > 1 else owner
        rows.append((named, "; ".join(_beside(slot, places))))
    return Table((say("column_piece_of"), say("column_beside_it")), tuple(rows)) if len(rows) > 1 else None


def _beside(slot: Slot, places: Sequence[tuple[Slot, str]]) -> Iterator[str]:
    """Yield the pieces beside one in *slot*: "Blue to the right: 4, 8, 12 and 16"."""
    for other, owner in places:
        if other != slot and (spaces := _bordering(slot, other)):
            numbers = listed(map(str, spaces), "and")
            yield say("piece_beside", player=owner, side=_side(slot, other), spaces=numbers)


def _places(position: Position) -> Sequence[tuple[Slot, str]]:
    """Return each slot with its owner; none if slots have no owners; 10.3."""
    number = slots_of(position.settings)
    slots = data_of(position).layouts[number]
    owners = [owner_of(position.settings, slot) for slot in range(number)]
    return list(zip(slots, owners, strict=True)) if all(owners) else []


def _bordering(slot: Slot, other: Slot) -> list[int]:
    """Return the numbers of the spaces of a piece in *slot* that border a piece in the *other* slot."""
    theirs = set(hexes(other))
    return [at for at, place in enumerate(hexes(slot), 1) if theirs.intersection(neighbours(place))]


def _side(slot: Slot, other: Slot) -> str:
    """Return on which side of a piece in *slot* the *other* slot lies, as drawn."""
    (y, x), (other_y, other_x) = _middle(slot), _middle(other)
    is_beside = abs(other_y - y) < IN_A_ROW
    if abs(other_x - x) < IN_A_ROW and not is_beside:
        return say("side_below") if other_y > y else say("side_above")
    if is_beside:
        return say("side_right") if other_x > x else say("side_left")
    if other_y > y:
        return say("side_below_right") if other_x > x else say("side_below_left")
    return say("side_above_right") if other_x > x else say("side_above_left")


def _middle(slot: Slot) -> tuple[float, float]:
    """Return the row and the column of the middle of a slot, as drawn."""
    places = hexes(slot)
    return fmean(r for _, r in places), fmean(q + r / 2 for q, r in places)

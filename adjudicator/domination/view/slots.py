"""Say before the board is laid where the pieces of the players will lie, and what faces whom. Clause 2.2."""

from collections.abc import Iterator, Sequence
from statistics import fmean

from adjudicator.core.language.words import listed
from adjudicator.domination.ground import hexes, neighbours
from adjudicator.domination.position import Position, data_of, owner_of
from adjudicator.domination.resolve.set_up import slots_of
from adjudicator.domination.sentences import say

Slot = tuple[int, int, int]  # see `ground.hexes`

IN_A_ROW = 2.0  # slots whose middles are less than so many rows of hexes apart lie side by side


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
    return say("where_pieces_lie", rows=told)


def faced(position: Position, reader: str | None) -> Iterator[str]:
    """Yield for each piece beside one of the reader's where it lies, and which spaces of theirs border it."""
    places = _places(position)
    own = [slot for slot, owner in places if owner == reader]
    for number, slot in enumerate(own, 1):
        which = say("piece_of_several", number=number) if len(own) > 1 else say("your_piece")
        for other, owner in places:
            spaces = _bordering(slot, other) if other != slot else []
            if spaces:
                whose = say("another_of_yours") if owner == reader else say("piece_of", player=owner)
                listed_spaces = listed(map(str, spaces), "and")
                side = _side(slot, other)
                yield say(
                    "piece_lies_beside",
                    whose=whose,
                    side=side,
                    piece=which,
                    spaces=listed_spaces,
                    count=len(spaces),
                )


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

"""Say before the board is laid where the pieces of the players will lie. Clause 2.2."""

from statistics import fmean

from adjudicator.domination.ground import hexes
from adjudicator.domination.position import Position, data_of, owner_of
from adjudicator.domination.resolve.set_up import slots_of
from adjudicator.domination.sentences import say

IN_A_ROW = 2.0  # slots whose middles are less than so many rows of hexes apart lie side by side


def in_words(position: Position) -> str:
    """Return the players by their slots, row by row, from left to right; "" if slots have no owners; 10.3."""
    number = slots_of(position.settings)
    slots = data_of(position).layouts[number]
    owners = [owner_of(position.settings, slot) for slot in range(number)]
    if not all(owners):
        return ""
    placed = sorted((*_middle(slot), owner) for slot, owner in zip(slots, owners, strict=True))
    rows: list[list[tuple[float, str]]] = []
    for before, (y, x, owner) in zip([-IN_A_ROW, *(y for y, _, _ in placed)], placed, strict=False):
        if y - before >= IN_A_ROW:
            rows.append([])
        rows[-1].append((x, owner))
    told = say("next_row").join(", ".join(owner for _, owner in sorted(row)) for row in rows)
    return say("where_pieces_lie", rows=told)


def _middle(slot: tuple[int, int, int]) -> tuple[float, float]:
    """Return the row and the column of the middle of a slot, as drawn."""
    places = hexes(slot)
    return fmean(r for _, r in places), fmean(q + r / 2 for q, r in places)

"""What a seat's reports said about hidden pieces, turn by turn, for the list and the rings on its map."""

from collections.abc import Sequence

from msgspec import Struct

from pbem.commands.lookup import memory
from pbem.store.game_tables import AdjudicatedTurn


class Sighting(Struct, frozen=True):
    """What one report said about hidden pieces; *number* is that of its turn, "" before the first."""

    number: str
    turn: str
    texts: Sequence[str]


def by_turn(turns: Sequence[AdjudicatedTurn], told: Sequence[memory.TurnMemory]) -> Sequence[Sighting]:
    """Return what the reports of the seat said about hidden pieces, the latest turn first."""
    numbers = ["", *(str(turn.number) for turn in turns)]
    found = [
        Sighting(number, turn, [f"{one.about}: {one.text}" if one.adds else one.text for one in remembered])
        for number, (turn, remembered) in zip(numbers, told, strict=False)  # none in a game without pieces
    ]
    return [one for one in reversed(found) if one.texts]

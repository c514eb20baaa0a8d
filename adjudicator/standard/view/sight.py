"""What a reader may know: in standard Diplomacy the whole board, and every order once it is adjudicated.

The only secret are orders before the deadline, and they never come this far: a state holds none, and a record
holds only what was judged. All the same nothing leaves the game but through here.
"""

from typing import NamedTuple

from adjudicator.core.position import Position
from adjudicator.standard.resolve.board_tables import Tables
from adjudicator.standard.resolve.record import Record


class Seen(NamedTuple):
    board: Tables
    position: Position
    record: Record | None
    reader: str | None
    sees: tuple[str, ...]  # hidden pieces that this reader's report shows; there are none


def seen(board: Tables, position: Position, record: Record | None, reader: str | None) -> Seen:
    """*position* and *record* as *reader* (None: the public) may know them."""
    return Seen(board, position, record, reader, ())

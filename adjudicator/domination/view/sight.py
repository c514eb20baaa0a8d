"""What a reader may know: the whole board; of hands only the reader's own; of lines their results.

Secret are the cards in a hand and the order of the deck (8.4; unless hands are open), others' private unit
cards where the GM has it so (10.2), the preferences for casualties and the choices made of them, the lines
that wait for the battles, the build lists that may be repeated, and every line of a sheet as it was written.
What everybody sees of a sheet are the events that it led to.
"""

from typing import NamedTuple

from msgspec.structs import replace

from adjudicator.domination.position import Position, data_of
from adjudicator.domination.record import Record


class Seen(NamedTuple):
    """*position* and *record* without what the reader may not know; *cards* is the number in each hand."""

    position: Position
    record: Record | None
    reader: str | None
    cards: dict[str, int]


def seen(position: Position, record: Record | None, reader: str | None) -> Seen:
    """*position* and *record* as *reader* (None: the public) may know them."""
    known = replace(
        with_known_cards(position, reader),
        hands={
            player: cards
            for player, cards in position.hands.items()
            if _may_see_hand(position, reader, player)
        },
        deck=(),
        standing=tuple(row for row in position.standing if row.player == reader),
        passing=tuple(row for row in position.passing if row.player == reader),
        waiting={player: lines for player, lines in position.waiting.items() if player == reader},
        last_builds={player: rows for player, rows in position.last_builds.items() if player == reader},
        asking=replace(position.asking, answers=()) if position.asking else None,
    )
    cards = {player: len(position.hands.get(player, ())) for player in position.settings.seats}
    return Seen(known, _of(record, reader) if record else None, reader, cards)


def with_known_cards(position: Position, reader: str | None) -> Position:
    """*position* without others' private unit cards, where the GM has made them secret; 10.2.

    What is said of a line, too, hangs on nothing else.
    """
    if data_of(position).mail.private_cards == "public":
        return position
    own = {seat: card for seat, card in position.settings.private.items() if seat == reader}
    return replace(position, settings=replace(position.settings, private=own))


def _may_see_hand(position: Position, reader: str | None, player: str) -> bool:
    return player == reader or data_of(position).mail.hands == "open"


def _of(record: Record, reader: str | None) -> Record:
    return replace(
        record,
        events=tuple(event for event in record.events if event.reader in ("", reader)),
        results=tuple(row for row in record.results if row.player == reader),
    )

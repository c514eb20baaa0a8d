"""Hide what a reader may not know.

The board and the events are public. A player's secrets are the hand (8.4; unless hands are open), the private
unit card if the GM keeps these secret (10.2), casualty preferences and choices, lines that wait for the
battles, build lists that may be repeated, and the order lines with their outcomes. The order of the deck is
hidden from everybody.
"""

from typing import NamedTuple

from msgspec.structs import replace

from adjudicator.domination.position import Position, data_of
from adjudicator.domination.record import Record


class Seen(NamedTuple):
    """*position* and *record* as the reader may know them; *cards* is the number of cards in each hand."""

    position: Position
    record: Record | None
    reader: str | None
    cards: dict[str, int]


def seen(position: Position, record: Record | None, reader: str | None) -> Seen:
    """Return what *reader* (None: the public) may know."""
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
    """Return *position* without the secret private unit cards of other players; 10.2.

    Orders are read on it, so that no refusal reveals such a card.
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

"""The position on which a player tries orders: the real one, with unknown cards in a known order.

The cards that he cannot see, in the deck and in others' hands, are dealt anew by the alphabet: as many to
each as he has. Preferences and build lists of others are left out, as if they had none: see `sight`.
"""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from adjudicator.domination.position import Position
from adjudicator.domination.view.sight import seen


def imagined(position: Position, power: str) -> Position:
    """*position* from nothing but what *power* may know. Raises ValueError in the middle of a battle."""
    if position.asking is not None:
        raise ValueError(
            "A battle waits for a choice of casualties, with its dice thrown already: a preview would tell"
            " of them."
        )
    known = seen(position, None, power).position
    hidden = {player: cards for player, cards in position.hands.items() if player not in known.hands}
    unknown = iter(sorted([*position.deck, *(card for cards in hidden.values() for card in cards)]))
    hands = {**known.hands, **dict(_dealt(hidden, unknown))}
    in_order = {player: hands[player] for player in position.hands}
    return replace(known, hands=in_order, deck=tuple(unknown))


def _dealt(
    hidden: Mapping[str, tuple[str, ...]], unknown: Iterator[str]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """For each of those players as many cards as he has."""
    for player, cards in hidden.items():
        yield player, tuple(next(unknown) for _ in cards)

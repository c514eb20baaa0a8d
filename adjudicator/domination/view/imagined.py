"""The position on which a player tries orders: everything hidden from the player is replaced.

Unknown cards, in the deck and in other hands, are dealt again in alphabetical order. No card is drawn
(see `resolve.magic.draw`), because the real order of the deck is random. Preferences and build lists of other
players are left out; see `sight`.
"""

from itertools import islice

from msgspec.structs import replace

from adjudicator.domination.position import Position
from adjudicator.domination.sentences import say
from adjudicator.domination.view.sight import seen


def imagined(position: Position, power: str) -> Position:
    """Return *position* as far as *power* may know it. Raises ValueError in the middle of a battle."""
    if position.asking is not None:
        raise ValueError(say("no_preview_in_battle"))
    known = seen(position, None, power).position
    hidden = [card for player, cards in position.hands.items() if player not in known.hands for card in cards]
    unknown = iter(sorted([*position.deck, *hidden]))
    hands = {
        player: known.hands[player] if player in known.hands else tuple(islice(unknown, len(cards)))
        for player, cards in position.hands.items()
    }
    return replace(known, hands=hands, deck=tuple(unknown), is_imagined=True)

"""The game options that were chosen for a table.

`Card.options` lists them with their defaults.
"""

from collections.abc import Sequence

from adjudicator.core.game import Game
from pbem.core.templating import words
from pbem.store.game_tables import GameTable


def rulings(game: Game, table: GameTable) -> Sequence[str]:
    """Return a sentence for each option that differs from the default."""
    chosen = [
        (option, table.options[option.key])
        for option in game.card.options
        if table.options.get(option.key, option.default) != option.default
    ]
    return [line for line in words("rulings.txt", {"chosen": chosen}).splitlines() if line.strip()]

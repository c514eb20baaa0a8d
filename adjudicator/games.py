"""Which games are there, and which one does a word mean?"""

from adjudicator import domination, downfall_xiii, empires, hardbop, standard
from adjudicator.board import did_you_mean
from adjudicator.game import Game

GAMES: tuple[Game, ...] = (standard.game, downfall_xiii.game, hardbop.game, empires.game, domination.game)


def find(word: str) -> Game:
    """The game with that key, title or alias; capitals do not matter. Raises ValueError."""
    known = {name.casefold(): game for game in GAMES for name in _names(game)}
    found = known.get(word.strip().casefold())
    if found is None:
        keys = ", ".join(game.card.key for game in GAMES)
        raise ValueError(f'no game "{word}"{did_you_mean(word, known)}; there are {keys}')
    return found


def _names(game: Game) -> tuple[str, ...]:
    return (game.card.key, game.card.title, *game.card.aliases)

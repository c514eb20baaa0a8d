"""Which games are there, and which one does a word mean?

A game is imported when it is first asked for: its board and its grammar are nothing to a table of another.
"""

from functools import cache
from importlib import import_module

from adjudicator.board import did_you_mean
from adjudicator.game import Game

KEYS = ("standard", "downfall-xiii", "hardbop", "empires", "domination")


def every_game() -> tuple[Game, ...]:
    """All games, each with its board read."""
    return tuple(map(_game, KEYS))


def find(word: str) -> Game:
    """The game with that key, title or alias; capitals do not matter. Raises ValueError."""
    named = word.strip().casefold()
    return _game(named) if named in KEYS else _called(named, word)


@cache
def _game(key: str) -> Game:
    game: Game = import_module(f"adjudicator.{key.replace('-', '_')}").game
    return game


def _called(named: str, word: str) -> Game:
    known = {name.casefold(): game for game in every_game() for name in _names(game)}
    if named not in known:
        raise ValueError(f'no game "{word}"{did_you_mean(word, known)}; there are {", ".join(KEYS)}')
    return known[named]


def _names(game: Game) -> tuple[str, ...]:
    return (game.card.key, game.card.title, *game.card.aliases)

"""The registry of games, and which one a word means.

A game is imported when it is first asked for: its board and its grammar are nothing to a table of another.
Besides the games with rules of their own there is one for each folder in `MAPS` that holds a `board.toml`:
the standard rules on that map. The folder `three_lands` is the game `three-lands`.
"""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from adjudicator.core.board import did_you_mean, load
from adjudicator.core.game import Game
from adjudicator.core.lazy_imports import IMPORTS

KEYS = ("standard", "downfall-xiii", "hardbop", "empires", "domination")
MAPS = "adjudicator.boards"


def every_game() -> tuple[Game, ...]:
    """All games, each with its board read."""
    return tuple(map(_game, _keys()))


def rule_sets() -> tuple[Game, ...]:
    """The games that have rules of their own; the others are the standard rules on other maps."""
    return tuple(map(_game, KEYS))


def find(word: str) -> Game:
    """The game with that key, title or alias; capitals do not matter. Raises ValueError."""
    named = word.strip().casefold()
    return _game(named) if named in _keys() else _called(named, word)


def _keys() -> tuple[str, ...]:
    return (*KEYS, *_maps(MAPS))


@cache
def _maps(package: str) -> tuple[str, ...]:
    """The keys of the maps in *package*, sorted; none where there is no such folder."""
    spec = find_spec(package)
    folders = (spec.submodule_search_locations if spec else None) or ()
    found = {path.parent.name for folder in folders for path in Path(folder).glob("*/board.toml")}
    return tuple(sorted(name.replace("_", "-") for name in found))


@cache
def _game(key: str) -> Game:
    folder = key.replace("-", "_")
    with IMPORTS:
        package = import_module(f"adjudicator.{folder if key in KEYS else 'standard'}")
    if key in KEYS:
        game: Game = package.game
        return game
    on_map: Game = package.StandardGame(load(f"{MAPS}.{folder}"))
    return on_map


def _called(named: str, word: str) -> Game:
    known = {name.casefold(): game for game in every_game() for name in _names(game)}
    if named not in known:
        raise ValueError(f'no game "{word}"{did_you_mean(word, known)}; there are {", ".join(_keys())}')
    return known[named]


def _names(game: Game) -> tuple[str, ...]:
    return (game.card.key, game.card.title, *game.card.aliases)

"""The registry of games, and which one a word means.

A game is imported only when it is asked for: a table of another game needs neither its board nor its grammar.
Besides the games with rules of their own there is one for each folder in `MAPS` that holds a `board.toml`:
the standard rules on that map. The folder `three_lands` is the game `three-lands`. A host's own maps
lie in the folder given to `use_maps`; one that cannot be used is left out, and `faults_of_maps` says why.
"""

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from adjudicator.core.board import load
from adjudicator.core.board_rows import did_you_mean
from adjudicator.core.dice import ListedDice
from adjudicator.core.game import Game
from adjudicator.core.lazy_imports import IMPORTS
from adjudicator.core.sentences import say

KEYS = ("standard", "downfall-xiii", "hardbop", "empires", "domination")
MAPS = "adjudicator.boards"
NO_DICE = ListedDice([])
_own_maps: dict[str, Path] = {}  # the folders of the host's own maps, by key


def every_game() -> tuple[Game, ...]:
    """Return all games, each with its board read."""
    return (*map(_game, (*KEYS, *_maps(MAPS))), *own_maps())


def use_maps(folder: Path | None) -> None:
    """Make each map in *folder* a game, in place of the maps of an earlier folder. None removes those."""
    found = sorted(folder.glob("*/board.toml")) if folder else []
    _own_maps.clear()
    _fault_of.cache_clear()
    _own_maps.update({path.parent.name.replace("_", "-"): path.parent.resolve() for path in found})


def own_maps() -> tuple[Game, ...]:
    """Return the host's own maps that can be used."""
    return tuple(_game(key) for key in _own_maps if not _fault_of(key))


def faults_of_maps() -> dict[Path, str]:
    """Return, by folder, what is wrong with those of the host's own maps that cannot be used."""
    return {folder: fault for key, folder in _own_maps.items() if (fault := _fault_of(key))}


@cache
def _fault_of(key: str) -> str:
    if key in (*KEYS, *_maps(MAPS)):
        return f'"{key}" is a game already; give the folder another name'
    try:
        game = _game(key)
        if game.card.key != key:
            return f'game.key is "{game.card.key}"; write game.key = "{key}", as the folder is called'
        game.picture(game.start({}, NO_DICE), None, None)
    except (ValueError, OSError) as fault:
        return str(fault)
    return ""


def name_of_another(key: str, names: Sequence[str]) -> str:
    """Return a sentence if one of *names* is taken by a game of ours other than *key*; "" if none is."""
    others = [_game(one) for one in (*KEYS, *_maps(MAPS)) if one != key]
    taken = {name.casefold(): other.card.title for other in others for name in _names(other)}
    found = next((name for name in names if name.casefold() in taken), "")
    return f'"{found}" is {taken[found.casefold()]}; choose another' if found else ""


def rule_sets() -> tuple[Game, ...]:
    """Return the games that have rules of their own; the others are the standard rules on other maps."""
    return tuple(map(_game, KEYS))


def find(word: str) -> Game:
    """Return the game with that key, title or alias; capitals do not matter. Raises ValueError."""
    named = word.strip().casefold()
    if named in _own_maps and named not in (*KEYS, *_maps(MAPS)) and (fault := _fault_of(named)):
        raise ValueError(say("game_map_cannot_be_used", named=named, fault=fault))
    return _game(named) if named in _keys() else _called(named, word)


def _keys() -> tuple[str, ...]:
    return tuple(dict.fromkeys((*KEYS, *_maps(MAPS), *_own_maps)))


@cache
def _maps(package: str) -> tuple[str, ...]:
    """Return the keys of the maps in *package*, sorted; none if there is no such folder."""
    spec = find_spec(package)
    folders = (spec.submodule_search_locations if spec else None) or ()
    found = {path.parent.name for folder in folders for path in Path(folder).glob("*/board.toml")}
    return tuple(sorted(name.replace("_", "-") for name in found))


def _game(key: str) -> Game:
    folder = key.replace("-", "_")
    if key in KEYS:
        with IMPORTS:
            game: Game = import_module(f"adjudicator.{folder}").game
        return game
    return on_map(f"{MAPS}.{folder}" if key in _maps(MAPS) else str(_own_maps[key]))


@cache
def on_map(package: str) -> Game:
    """Return the standard rules on the map beside a package or in a folder. Raises BoardError."""
    with IMPORTS:
        rules = import_module("adjudicator.standard")
    game: Game = rules.StandardGame(load(package))
    return game


def _called(named: str, word: str) -> Game:
    known = {name.casefold(): game for game in reversed(every_game()) for name in _names(game)}
    if named not in known:
        raise ValueError(
            say("game_is_unknown", word=word, did_you_mean=did_you_mean(word, known), keys=", ".join(_keys()))
        )
    return known[named]


def _names(game: Game) -> tuple[str, ...]:
    return (game.card.key, game.card.title, *game.card.aliases)

"""A game's sentences for people, as data: `sentences.toml` in the folder of the game.

Those of `middle_earth/` belong to both of its games, and those in this folder to every game.

Each entry is a whole sentence with named placeholders, so that it can be reworded or translated without code.
If a number decides between two wordings, the entry is a table with `one` and `other`, chosen by the fact
`count`. Any other table is a group of wordings by what they tell: a kind of news, the reason of an outcome.
`tests/rules/test_game_sentences.py` checks each call against its entry.
"""

from collections.abc import Callable, Mapping
from functools import cache, cached_property
from operator import itemgetter
from string import Formatter

from adjudicator.core.package_files import text_beside
from adjudicator.core.toml import tables_of

Entry = str | Mapping[str, str]
Filling = Callable[[Mapping[str, object]], str]
FILE = "sentences.toml"


class Sentences:
    """The sentences of the game in *package*, and those of the package *shared* that it does not replace."""

    def __init__(self, package: str, shared: str = "") -> None:
        self._packages = [one for one in (shared, package) if one]

    @cached_property
    def entries(self) -> Mapping[str, Entry]:
        """Return every sentence by name; the file is read on first use."""
        files = (tables_of(text_beside(package, FILE)) for package in self._packages)
        return {name: entry for entries in files for name, entry in entries.items()}

    def say(self, name: str, /, **facts: object) -> str:
        """Return the sentence *name* with *facts* in it. Raises KeyError for an unknown name or fact."""
        entry = self.entries[name]
        if not isinstance(entry, str):
            entry = entry["one" if facts["count"] == 1 else "other"]
        return filling(entry)(facts) if facts else entry

    def form(self, name: str) -> str:
        """Return the sentence *name* with its blanks, for `Speech` to fill. Raises KeyError if unknown."""
        entry = self.entries[name]
        if not isinstance(entry, str):
            raise KeyError(name)
        return entry

    def group(self, name: str) -> Mapping[str, str]:
        """Return the wordings in the table *name*. Raises KeyError if there is none."""
        entry = self.entries[name]
        if isinstance(entry, str):
            raise KeyError(name)
        return entry


@cache
def filling(entry: str) -> Filling:
    """Return what fills the placeholders of *entry*: a third of the time of `str.format_map`."""
    parts = list(Formatter().parse(entry))
    names = [name for _, name, _, _ in parts if name is not None]
    if not all(name.isidentifier() for name in names) or any(spec or how for _, _, spec, how in parts):
        return entry.format_map
    text = "".join(before.replace("%", "%%") + ("" if name is None else "%s") for before, name, *_ in parts)
    chosen = itemgetter(*names) if names else lambda _facts: ()
    if len(names) == 1:
        return lambda facts: text % (chosen(facts),)
    return lambda facts: text % chosen(facts)


_OF_EVERY_GAME = Sentences("adjudicator.core")
say, group = _OF_EVERY_GAME.say, _OF_EVERY_GAME.group

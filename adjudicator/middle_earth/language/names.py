"""The spellings of places and powers that players may use."""

from collections.abc import Iterable, Mapping

from adjudicator.core.board import Province
from adjudicator.core.language.words import Unreadable, key, listed
from adjudicator.middle_earth.language.orders import Place, Power
from adjudicator.middle_earth.sentences import say

OTHER_WORDS = {
    **dict.fromkeys(("dwarf", "dwarvish", "dwarfs"), "Dwarves"),
    **dict.fromkeys(("elf", "elven", "elvish"), "Elves"),
}


def spellings(
    provinces: Mapping[Place, Province], also: Mapping[Place, tuple[str, ...]]
) -> dict[Place, tuple[str, ...]]:
    """Return every name of each place, with and without "the"; *also* adds names that the board lacks."""
    found = {}
    for place, province in provinces.items():
        printed = (province.facts["rules_id"], province.facts["rules_name"])
        more = (*(one for one in printed if one), *also.get(place, ()))
        names = dict.fromkeys((province.name, *province.aliases, *more))
        short = [name.replace("the ", "").replace("The ", "") for name in names]
        found[place] = tuple(dict.fromkeys((*names, *short)))
    return found


class Powers:
    """The powers of a game, found by name or adjective."""

    def __init__(self, powers: Iterable[Power]) -> None:
        self._powers = tuple(powers)
        short = {key(power[:length]): power for power in self._powers for length in (1, 3)}
        alone = {word: power for word, power in short.items() if self._begun(word) == [power]}
        self._by_word = alone | {key(power): power for power in self._powers} | OTHER_WORDS

    def _begun(self, word: str) -> list[Power]:
        return [power for power in self._powers if key(power).startswith(word)]

    def named(self, words: str) -> Power | None:
        """Return the power that *words* name, or None."""
        return self._by_word.get(key(words))

    def meant(self, words: str) -> Power:
        """Return the power that *words* name. Raises `Unreadable` if there is none."""
        found = self.named(words)
        if found is None:
            raise Unreadable(
                say("there_is_no_power_called", words=words),
                say("powers_are", powers=listed(self._powers, "and")),
            )
        return found

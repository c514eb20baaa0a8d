"""What are the places and powers of a board called in letters?"""

from collections.abc import Iterable, Mapping

from adjudicator.board import Province
from adjudicator.middle_earth.actions import Place, Power
from adjudicator.words import key

OTHER_WORDS = {
    **dict.fromkeys(("dwarf", "dwarvish", "dwarfs"), "Dwarves"),
    **dict.fromkeys(("elf", "elven", "elvish"), "Elves"),
}


def spellings(
    provinces: Mapping[Place, Province], also: Mapping[Place, tuple[str, ...]]
) -> dict[Place, tuple[str, ...]]:
    """Every name of a place, as printed too, and with "the" left out; *also* are names beyond the board's."""
    found = {}
    for place, province in provinces.items():
        printed = (province.facts["rules_id"], province.facts["rules_name"])
        more = (*(one for one in printed if one), *also.get(place, ()))
        names = dict.fromkeys((province.name, *province.aliases, *more))
        short = [name.replace("the ", "").replace("The ", "") for name in names]
        found[place] = tuple(dict.fromkeys((*names, *short)))
    return found


def powers_by_word(powers: Iterable[Power]) -> dict[str, Power]:
    """The words for a power, as `words.key` has them."""
    return {key(power): power for power in powers} | OTHER_WORDS

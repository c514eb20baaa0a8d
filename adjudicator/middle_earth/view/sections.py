"""The layout of reports that both games share."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from adjudicator.core.game import Item, Section, Table, Tally
from adjudicator.core.language.words import unaccented
from adjudicator.drawing.alt_text import in_words
from adjudicator.middle_earth.language.orders import Power
from adjudicator.middle_earth.sentences import say

ARTICLE = re.compile(r"^the ")


def section(key: str, title: str, items: Iterable[Item]) -> Iterator[Section]:
    """Yield the section, nothing if there are no items."""
    listed = tuple(items)
    if listed:
        yield Section(key, title, listed)


def by_name(names: Iterable[str]) -> list[str]:
    """Return full names in the order of a reader's alphabet: "Drúwaith Iaur" before "Dunharrow"."""
    return sorted(names, key=plain_name)


def plain_name(name: str) -> str:
    """Return a full name without its accents and its article, to sort by."""
    return ARTICLE.sub("", unaccented(name))


def positions(on_board: Callable[[Power], str], powers: Sequence[Power], reader: Power | None) -> Section:
    rows = tuple((power, on_board(power)) for power in powers)
    known = say("known_to_you") if reader else say("known_to_all")
    return Section("positions", say("positions_title"), tables=(Table((say("power_column"), known), rows),))


def retreat_due(power: Power, unit: str, places: str) -> str:
    """Say where *unit* may retreat to; without *places*, only that it must retreat."""
    if places:
        return say("may_retreat", power=power, unit=unit, places=places)
    return say("must_retreat", power=power, unit=unit)


def to_retreat(units: Iterable[str]) -> list[str]:
    """Return dislodged units, as they stand with the others of their power until they have retreated."""
    return [say("unit_to_retreat", unit=unit) for unit in units]


def tally(owners: Mapping[str, Power], powers: Sequence[Power]) -> Tally:
    """Return the supply centres of each power."""
    held = Counter(owners.values())
    return Tally(say("tally_label"), {power: held[power] for power in powers})


def alt(turn: str, facts: Mapping[str, Any]) -> str:
    """Describe the picture in words: units, and what the reader knows about hidden pieces."""
    return in_words(say("map_alt", turn=turn), facts["units"], facts["sees"])

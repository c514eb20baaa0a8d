"""OPTIONS and a place: the orders of the units there, and those of other units that name it."""

import re
from collections.abc import Mapping, Sequence

from adjudicator.core.atlas import PlaceEntry
from adjudicator.core.language.words import Names, Unreadable

Entries = Mapping[str, Sequence[str]]


def place_meant(written: str, atlas: Sequence[PlaceEntry]) -> PlaceEntry | None:
    """Return the place that is *written*, by its short name or another; None if there is none."""
    by_short = {entry.short: entry for entry in atlas}
    names = Names({short: (one.name, *one.other_names) for short, one in by_short.items()}, "place")
    try:
        return by_short[names.find(written)]
    except Unreadable:
        return None


def of_units_there(place: PlaceEntry, every: Entries) -> dict[str, Sequence[str]]:
    """Return the entries of units that stand in *place*."""
    return {entry: orders for entry, orders in every.items() if _names(entry.partition(",")[0], place)}


def naming(place: PlaceEntry, every: Entries) -> dict[str, Sequence[str]]:
    """Return the entries with those orders alone that name *place*, such as moves to it."""
    found = {entry: [order for order in orders if _names(order, place)] for entry, orders in every.items()}
    return {entry: orders for entry, orders in found.items() if orders}


def _names(text: str, place: PlaceEntry) -> bool:
    return place.short in re.split(r"\W+", text)

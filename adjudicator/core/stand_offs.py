"""Moves that bounced, for the headlines of games in which units stand each other off."""

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import NamedTuple


class Meeting(NamedTuple):
    """A move of *power* that bounced, and where; *is_own* if it met a unit of its own power."""

    power: str
    place: str
    is_own: bool


def shut_out(met: Iterable[Meeting], shut: Container[str]) -> Mapping[str, Sequence[str]]:
    """Return by power the places from which its moves were turned away: those that were *shut*."""
    away = (one for one in met if one.place in shut and not one.is_own)
    found: dict[str, list[str]] = {}
    for power, place in dict.fromkeys((one.power, one.place) for one in away):
        found.setdefault(power, []).append(place)
    return found

"""The journeys of hidden pieces and of the Ring in a finished game, from their places turn by turn."""

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Protocol

from msgspec.structs import replace

from adjudicator.drawing.journeys import Journey
from adjudicator.middle_earth.language.orders import Place, Power
from adjudicator.middle_earth.resolve.pieces import PIECE_TITLES

Whereabouts = Mapping[str, Sequence[Place]]
"""The places of the pieces with this name after a turn; several if they share a name, as Rangers do."""


class PlacedPiece(Protocol):
    """A piece of either game."""

    @property
    def power(self) -> Power: ...
    @property
    def kind(self) -> str: ...
    @property
    def place(self) -> Place: ...


def whereabouts(
    pieces: Iterable[PlacedPiece], always_shown: Container[str], ring: Place, board: Container[Place]
) -> Whereabouts:
    """Return where hidden *pieces* are, and the *ring* if it is on the *board*."""
    found: dict[str, list[Place]] = {}
    for piece in pieces:
        if piece.kind not in always_shown:
            found.setdefault(_called(piece.kind, piece.power), []).append(piece.place)
    return {**found, "The Ring": [ring]} if ring in board else found


def _called(kind: str, power: Power) -> str:
    """Return the name of a piece; Rangers are distinguished by their power."""
    return f"Ranger ({power})" if kind == "R" else PIECE_TITLES.get(kind, kind)


def journeys(turns: Sequence[Whereabouts], board: Container[Place]) -> tuple[Journey, ...]:
    """Return a journey for each piece of each name, as far as it was on the *board*."""
    names = dict.fromkeys(name for turn in turns for name in turn)
    found = (one for name in names for one in _of_one_name(name, turns))
    there = (replace(one, stops=tuple(place for place in one.stops if place in board)) for one in found)
    return tuple(one for one in there if one.stops)


def _of_one_name(name: str, turns: Sequence[Whereabouts]) -> Sequence[Journey]:
    """Follow pieces that share a name: those that stayed are the same, the others are matched in order."""
    ways: list[list[Place]] = []
    current: list[int] = []  # the indices of journeys whose pieces are on the board
    for turn in turns:
        left = list(turn.get(name, ()))
        staying = [way for way in current if _took(left, ways[way][-1])]
        moving = [way for way in current if way not in staying]
        for way, place in zip(moving, left, strict=False):
            ways[way].append(place)
        moved = moving[: len(left)]
        back = [way for way in range(len(ways)) if way not in current]
        for place in left[len(moving) :]:
            way = back.pop(0) if back else len(ways)
            if way == len(ways):
                ways.append([])
            ways[way].append(place)
            moved.append(way)
        current = sorted([*staying, *moved])
    several = len(ways) > 1
    return [
        Journey(f"{name} {number + 1}" if several else name, tuple(way), number not in current)
        for number, way in enumerate(ways)
    ]


def _took(left: list[Place], place: Place) -> bool:
    """Take one piece in *place* of those that are *left*, if there is one."""
    if place not in left:
        return False
    left.remove(place)
    return True

"""The key to the spaces of a board: what each is, its neighbours, and who is there. All of it is public.

Before the board is laid, the spaces of all available pieces are listed, with neighbours on the same piece
only.
"""

from collections.abc import Iterator
from functools import lru_cache

from msgspec.structs import replace

from adjudicator.core.atlas import PlaceEntry
from adjudicator.domination.data import Data
from adjudicator.domination.ground import Ground, Space, ground
from adjudicator.domination.language.vocabulary import counted
from adjudicator.domination.position import Position, data_of, ground_of
from adjudicator.domination.sentences import say

NAME_OF_SEA = say("sea")


def atlas(position: Position) -> tuple[PlaceEntry, ...]:
    """Return every space, in the order of 5.1; before the board is laid, of every piece."""
    the_data, side = data_of(position), position.settings.side
    if not position.slots:
        return tuple(
            entry
            for piece in the_data.pieces
            for entry in _entries(the_data, piece_alone(the_data, piece, side))
        )
    standing: dict[str, list[str]] = {}
    for row in position.units:
        standing.setdefault(row.space, []).append(f"{counted(row.kind, row.count)} ({row.player})")
    for space, number in position.forts.items():
        if number:
            standing.setdefault(space, []).append(say("tokens", count=number))
    return tuple(
        replace(
            entry,
            holder=position.owners.get(entry.short, "" if entry.kind == NAME_OF_SEA else say("nobody")),
            standing=tuple(standing.get(entry.short, ())),
        )
        for entry in _entries(the_data, ground_of(position))
    )


@lru_cache(maxsize=64)
def piece_alone(the_data: Data, piece: str, side: str) -> Ground:
    """Return the spaces of one piece, without the sea frame around it."""
    whole = ground(the_data, side, (piece,))
    spaces = {name: space for name, space in whole.spaces.items() if space.slot >= 0}
    borders = {name: tuple(near for near in whole.borders[name] if near in spaces) for name in spaces}
    return whole._replace(spaces=spaces, borders=borders)


def _entries(the_data: Data, board: Ground) -> Iterator[PlaceEntry]:
    for space in board.spaces.values():
        yield PlaceEntry(
            short=space.id,
            name=board.titles[space.id] or space.id,
            kind=NAME_OF_SEA if space.is_water else say("land"),
            by_land=(),
            next_to=board.borders[space.id],
            about=_about(space, the_data),
            region=say("sea_frame") if space.slot < 0 else the_data.pieces[space.id[0]].name,
            region_short=space.id[0],
        )


def _about(space: Space, the_data: Data) -> str:
    """Return "city, farmland, income 4"."""
    terrain = the_data.terrain[space.terrain].name
    special = say("city") if space.city else say("wizard_tower") if space.tower else ""
    value = say("income", income=space.value) if space.value else ""
    return ", ".join(filter(None, (special, terrain, value)))

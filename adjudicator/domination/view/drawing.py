"""Draw the board: hexes, owners, cities, units and the turn's moves as SVG.

Colour alone never identifies a player: two letters of the colour are on the tokens and on owned spaces, and
conquered spaces are hatched. Everything drawn is public.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from adjudicator.domination.data import Data
from adjudicator.domination.ground import Ground
from adjudicator.domination.position import Position, data_of, ground_of
from adjudicator.domination.record import Record
from adjudicator.domination.view.drawing_hexes import (
    COIN,
    EDGE,
    INK,
    LIGHT,
    PAPER,
    ROCK,
    SEA,
    SIZE,
    TOWER,
    TREE,
    WALL,
    hexes,
    middles_of,
    names,
)
from adjudicator.domination.view.drawing_legend import TITLE, WIDE, heading, height_of, legend
from adjudicator.domination.view.drawing_marches import marches
from adjudicator.domination.view.drawing_owners import fortifications, line_of, owners
from adjudicator.domination.view.drawing_pieces import NAME_ABOVE, piece_names, pieces
from adjudicator.domination.view.drawing_turn import battles, spells, standing, tokens
from adjudicator.domination.view.headlines import space_of_headline
from adjudicator.drawing.halo import halo
from adjudicator.drawing.layers import Frame, picture
from adjudicator.drawing.palette import CROSS, GOLD, mixed
from adjudicator.drawing.svg import Box, Point

MARGIN = 16.0
LEAST_WIDTH = 640.0
MOST_COLOURS = 128


def draw(position: Position, record: Record | None, title: str) -> str:
    """Draw the board of *position*, with the moves and battles of *record*."""
    the_data = data_of(position)
    the_ground, middles = _ground(position)
    laid = middles if position.slots else {}  # a piece that is not laid is empty
    left, top, width, height = _board(list(middles.values()), 0.0 if position.slots else NAME_ABOVE - SIZE)
    unit = width / WIDE
    head: Box = (left, top - TITLE * unit, width, TITLE * unit)
    foot: Box = (left, top + height, width, height_of(position) * unit)
    about = space_of_headline(record, position)
    turn = (
        heading(title, head),
        *(() if position.slots else piece_names(position)),
        *([halo(middles[about], SIZE)] if about else []),
        *_pieces_and_moves(
            position,
            record,
            laid,
            [*fortifications(position, the_ground, middles), *names(the_ground, middles)],
        ),
        *legend(position, the_data, foot, has_halo=bool(about)),
    )
    return picture(
        Frame((left, head[1], width, head[3] + height + foot[3]), title, palette(position, the_data)),
        (),
        (
            hexes(the_data, the_ground, middles),
            owners(position, the_data, the_ground, middles),
            turn,
            (),
        ),
    )


def _pieces_and_moves(
    position: Position, record: Record | None, laid: Mapping[str, Point], names_of_spaces: Iterable[str]
) -> Iterator[str]:
    """Draw the moves below the names of spaces, and battles, spells and units over them."""
    the_data, events = data_of(position), record.events if record else ()
    yield from marches(events, the_data, laid, tokens(position, laid))
    yield from names_of_spaces
    yield from battles(events, laid)
    yield from spells(position, laid)
    yield from standing(position, the_data, laid)


def _ground(position: Position) -> tuple[Ground, dict[str, Point]]:
    """Return the board; before it is laid, the pieces to choose from."""
    if not position.slots:
        return pieces(position)
    the_ground = ground_of(position)
    return the_ground, middles_of(the_ground)


def _board(middles: list[Point], above: float) -> Box:
    """Return the frame around the hexes; a small board is centred in the least width."""
    xs, ys = [x for x, _ in middles], [y for _, y in middles]
    least, most = min(xs) - SIZE - MARGIN, max(xs) + SIZE + MARGIN
    aside = max(0.0, LEAST_WIDTH - (most - least)) / 2
    top, bottom = min(ys) - SIZE - MARGIN - above, max(ys) + SIZE + MARGIN
    return least - aside, top, most - least + 2 * aside, bottom - top


def palette(position: Position, the_data: Data) -> tuple[str, ...]:
    """Return the colours of all pictures of this table and their blends, the most important first."""
    terrains = [terrain.color for terrain in the_data.terrain.values()]
    players = tuple(the_data.colours[seat] for seat in position.settings.seats)
    return _palette((SEA, *terrains), players)


@cache
def _palette(terrains: tuple[str, ...], players: tuple[str, ...]) -> tuple[str, ...]:
    plain = [PAPER, INK, LIGHT, EDGE, COIN, WALL, TOWER, ROCK, TREE, CROSS, GOLD, *terrains, *players]
    hatched = [mixed(INK, terrain, 0.4) for terrain in terrains]
    lines = [line_of(player) for player in players]
    edges = [(INK, PAPER), (INK, LIGHT), (INK, WALL), (INK, COIN), (TOWER, LIGHT), (CROSS, LIGHT)]
    edges += [(LIGHT, terrain) for terrain in terrains] + [(INK, terrain) for terrain in terrains]
    edges += [(player, LIGHT) for player in players] + [(player, INK) for player in players]
    edges += [*zip(hatched, terrains, strict=True), *((ink, LIGHT) for ink in lines)]
    blends = [mixed(one, other, share) for share in (0.5, 0.25, 0.75) for one, other in edges]
    return tuple(dict.fromkeys([*plain, *hatched, *lines, *blends]))[:MOST_COLOURS]

"""Draw a board as SVG, as one reader sees it. Pure: the same view gives the same bytes.

    draw("adjudicator.standard", View(title="Spring 1901", pieces=(Piece("France", "A", "Par"),)))

A picture is built in layers: the board; the owners' tint with borders, centres and names of places over it;
the turn (orders as arrows, pieces, and a legend); and last what only its reader may know. Colour alone never
identifies a power: its letters are on its pieces and its hatching is over what it owns.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from msgspec import structs

from adjudicator.core.board import NEUTRAL
from adjudicator.drawing import layers
from adjudicator.drawing.arrows import arrows_of
from adjudicator.drawing.ground import Ground, ground_of
from adjudicator.drawing.halo import halo_at
from adjudicator.drawing.hatching import WIDTH, hatching
from adjudicator.drawing.legend import (
    TITLE_HEIGHT,
    LegendEntry,
    entries_of,
    height_below,
    signs_below,
    title_above,
)
from adjudicator.drawing.palette import (
    FOG,
    FOG_AT_SEA,
    HATCHED,
    Colour,
    colours_of,
    palette_in_fog,
    palette_of,
)
from adjudicator.drawing.placement import Seat, seats_beside, seats_of
from adjudicator.drawing.symbols import piece_at, reach
from adjudicator.drawing.view import Arrow, Piece, View, apart, marked

__all__ = ["Arrow", "Piece", "View", "apart", "draw"]


def draw(package: str, view: View) -> str:
    """Draw *view* on the board of *package* ("adjudicator.standard") as SVG.

    Raises ValueError for a place that is not on the board or a power that does not play on it.
    """
    ground = ground_of(package)
    _check(ground, view)
    colours = colours_of(ground.board)
    x, y, right, bottom = ground.bounds
    width, height = right - x, bottom - y
    public, own = entries_of(ground, view, colours)
    foot = height_below([*public, *own], width)
    board = (x, y, width, height)
    whole = (x, y - TITLE_HEIGHT, width, height + TITLE_HEIGHT + foot)
    shown = TurnLayer(view.pieces, view.arrows, view.halo, view.title, view.note, tuple(public))
    own_signs = signs_below([*public, *own], len(public), (x, bottom), width)
    palette = palette_in_fog if view.fog else palette_of
    return layers.picture(
        layers.Frame(whole, view.title, palette(ground.board)),
        (*ground.patterns, *ground.shapes),
        (
            (layers.part(board, ground.under),),
            (*_owners(ground, view, colours), *_fogged(ground, view), layers.part(board, ground.over)),
            _turn_layer(ground, shown),
            (*_only_for_reader(ground, view), *own_signs),
        ),
    )


def _only_for_reader(ground: Ground, view: View) -> Iterator[str]:
    """Draw what only the reader may know, but for their legend."""
    colours = colours_of(ground.board)
    seats = seats_of(ground, view.pieces)
    own_seats = seats_beside(ground, view.own, seats)
    yield from halo_at(ground, view.own_halo)
    yield from arrows_of(ground, view.own_arrows, (*view.pieces, *view.own), [*seats, *own_seats], colours)
    yield from _pieces(marked(view.own), own_seats, colours)


class TurnLayer(NamedTuple):
    """The parts of a view that are drawn in the layer of the turn; the same for nearly all readers."""

    pieces: tuple[Piece, ...]
    arrows: tuple[Arrow, ...]
    halo: str
    title: str
    note: str
    legend: tuple[LegendEntry, ...]


@lru_cache(maxsize=8)
def _turn_layer(ground: Ground, shown: TurnLayer) -> tuple[str, ...]:
    """Draw the layer of the turn. It does not depend on how high the reader's legend is."""
    x, y, right, bottom = ground.bounds
    colours = colours_of(ground.board)
    seats = seats_of(ground, shown.pieces)
    return (
        *halo_at(ground, shown.halo),
        *title_above(shown.title, shown.note, (x, y - TITLE_HEIGHT, right - x, TITLE_HEIGHT)),
        *layers.together(arrows_of(ground, shown.arrows, shown.pieces, seats, colours)),
        *ground.names,
        *_pieces(shown.pieces, seats, colours),
        *signs_below(shown.legend, 0, (x, bottom), right - x),
    )


def _pieces(pieces: Iterable[Piece], seats: Iterable[Seat], colours: Mapping[str, Colour]) -> Iterator[str]:
    for seat, piece in zip(seats, pieces, strict=True):
        drawn = piece_at(structs.replace(seat, at=(0.0, 0.0)), piece, colours[piece.power])
        yield layers.part_at(seat.at, reach(seat.radius), drawn)


def _owners(ground: Ground, view: View, colours: Mapping[str, Colour]) -> Iterator[str]:
    for province in ground.board.provinces:
        owner = view.owners.get(province)
        if owner:
            yield _owned(ground, province, colours[owner])


def _fogged(ground: Ground, view: View) -> Iterator[str]:
    for province in view.fog:
        colour = FOG_AT_SEA if ground.board.provinces[province].is_water else FOG
        box = layers.around((point for ring in ground.rings[province] for point in ring), 1)
        shape = f'<use href="#{ground.ids[province]}" fill="{colour}"/>'
        yield layers.part(box, shape, pointer_events="none")


@lru_cache(maxsize=1024)  # every province of three boards, for every power that is likely to own it
def _owned(ground: Ground, province: str, colour: Colour) -> str:
    tint = f'<use href="#{ground.ids[province]}" fill="{colour.tint}"/>'
    rings = ground.rings[province]
    lines = hatching(rings, colour.hatching, colour.full, WIDTH, HATCHED)
    box = layers.around((point for ring in rings for point in ring), 1)
    return layers.part(box, tint, lines, pointer_events="none")


def _check(ground: Ground, view: View) -> None:
    pieces: Sequence[Piece] = (*view.pieces, *view.own)
    arrows: Sequence[Arrow] = (*view.arrows, *view.own_arrows)
    places = {piece.place for piece in pieces} | {place for arrow in arrows for place in arrow.path}
    places |= {place for place in (view.halo, view.own_halo) if place}
    for place in sorted(places | {*view.owners, *view.fog}):
        if place not in ground.spots:
            raise ValueError(f'{ground.board.name} has no place "{place}" to draw in')
    powers = {piece.power for piece in pieces} | {arrow.power for arrow in arrows} | set(view.owners.values())
    for power in sorted(powers):
        if power and power not in (*ground.board.powers, NEUTRAL):
            raise ValueError(f'nobody plays "{power}" in {ground.board.name}')

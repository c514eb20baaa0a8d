"""What does a board look like?  Board and what the reader sees → SVG text. Pure: same view, same bytes.

    draw("adjudicator.standard", View(title="Spring 1901", pieces=(Piece("France", "A", "Par"),)))

A picture is built in layers: the land and sea of the board, the owners' tint, borders, centres and names,
orders as arrows, pieces, and a legend of what this picture shows. A power is never told by colour alone: its
letters stand on its pieces and its hatching lies over what it owns.
"""

from adjudicator.picture.arrows import arrows_of
from adjudicator.picture.ground import Ground, ground_of
from adjudicator.picture.legend import below, height_below, title_above
from adjudicator.picture.palette import Colour, colours_of, hatchings
from adjudicator.picture.seating import seats_of
from adjudicator.picture.svg import number
from adjudicator.picture.symbols import piece_at
from adjudicator.picture.view import Arrow, Piece, View

__all__ = ["Arrow", "Piece", "View", "draw"]

FONTS = "'DejaVu Sans Condensed','DejaVu Sans',Verdana,sans-serif"
TITLE_HEIGHT = 52


def draw(package: str, view: View) -> str:
    """The board of *package* ("adjudicator.standard") as *view* has it, as SVG.

    Raises ValueError for a place that is not on the board or a power that does not play on it.
    """
    ground = ground_of(package)
    _check(ground, view)
    colours = colours_of(ground.board)
    seats = seats_of(ground, view.pieces)
    x, y, right, bottom = ground.bounds
    width, height = right - x, bottom - y
    legend_height = height_below(ground, view, width)
    box = " ".join(map(number, (x, y - TITLE_HEIGHT, width, height + TITLE_HEIGHT + legend_height)))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" font-family="{FONTS}" role="img">',
        *title_above(view, x, y, width, TITLE_HEIGHT),
        "<defs>",
        ground.shapes,
        *hatchings(ground.board, colours),
        "</defs>",
        ground.under,
        *_owners(ground, view, colours),
        ground.over,
        *arrows_of(ground, view.arrows, view.pieces, seats, colours),
        ground.names,
        *(
            piece_at(seat, piece, colours[piece.power])
            for seat, piece in zip(seats, view.pieces, strict=True)
        ),
        *below(ground, view, colours, (x, bottom, width, legend_height)),
        "</svg>\n",
    ]
    return "\n".join(parts)


def _owners(ground: Ground, view: View, colours: dict[str, Colour]) -> list[str]:
    drawn = []
    for province in ground.board.provinces:
        owner = view.owners.get(province)
        if owner:
            shape = f'<use href="#{ground.ids[province]}" fill='
            drawn.append(f'{shape}"{colours[owner].tint}"/>{shape}"url(#{colours[owner].hatching})"/>')
    return ['<g pointer-events="none">', *drawn, "</g>"]


def _check(ground: Ground, view: View) -> None:
    places = {piece.place for piece in view.pieces} | {place for arrow in view.arrows for place in arrow.path}
    for place in sorted(places | set(view.owners)):
        if place not in ground.spots:
            raise ValueError(f'{ground.board.name} has no place "{place}" to draw in')
    powers = (
        {piece.power for piece in view.pieces}
        | {arrow.power for arrow in view.arrows}
        | set(view.owners.values())
    )
    for power in sorted(powers):
        if power and power not in ground.board.powers:
            raise ValueError(f'nobody plays "{power}" in {ground.board.name}')

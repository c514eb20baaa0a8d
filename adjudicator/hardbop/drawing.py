"""What does the board look like to a reader?  Made of what `sight` lets through, and of nothing else."""

from adjudicator import picture
from adjudicator.hardbop import ground
from adjudicator.hardbop.position import Military
from adjudicator.hardbop.sight import Seen, Shown
from adjudicator.middle_earth.arrows import arrows

BOARD = "adjudicator.hardbop"
MARKS = {"carried": ("ring",), "worn": ("ring worn",)}


def draw(seen: Seen) -> str:
    pieces = [_unit(one) for one in seen.military]
    pieces += [_unit(row.unit, ("dislodged",)) for row in seen.beaten]
    pieces += [_piece(one) for one in seen.pieces]
    ways = tuple(arrows(seen.results, ground.PROVINCES))
    view = picture.View(owners=seen.owners, pieces=tuple(pieces), arrows=ways, title=seen.turn)
    return picture.draw(BOARD, view)


def _unit(one: Military, marks: tuple[str, ...] = ()) -> picture.Piece:
    return picture.Piece(one.power, one.kind, one.place, one.size, marks)


def _piece(shown: Shown) -> picture.Piece:
    return picture.Piece(
        shown.piece.power, shown.piece.kind, shown.piece.place, marks=MARKS.get(shown.ring, ())
    )

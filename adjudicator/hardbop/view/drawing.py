"""Draw the board for a reader, only from what `sight` allows."""

from msgspec.structs import replace

from adjudicator import drawing
from adjudicator.hardbop import ground
from adjudicator.hardbop.position import Military
from adjudicator.hardbop.view.headlines import place_of_headline
from adjudicator.hardbop.view.sight import Seen, Shown
from adjudicator.middle_earth.view.arrows import arrows
from adjudicator.middle_earth.view.fallen import fallen
from adjudicator.middle_earth.view.sightings import IN_PASSING

BOARD = "adjudicator.hardbop"
TITLE = "Hardbop Downfall"
MARKS = {"carried": ("ring",), "worn": ("ring worn",)}


def view_of(seen: Seen) -> drawing.View:
    """Return what the picture of a reader who has *seen* this shows."""
    military = [_unit(one) for one in seen.military]
    military += [_unit(row.unit, ("dislodged",)) for row in seen.beaten]
    military += fallen(seen.news)
    pieces = [_piece(one) for one in seen.pieces if one.why not in IN_PASSING]
    return drawing.View(
        owners=seen.owners,
        pieces=(*_with_ring(military, seen), *pieces),
        arrows=tuple(arrows(seen.results, ground.PROVINCES)),
        title=f"{TITLE}: {seen.turn}",
        halo=place_of_headline(seen),
    )


def _with_ring(military: list[drawing.Piece], seen: Seen) -> list[drawing.Piece]:
    """Mark the Military Unit of the reader that has the Ring; one of them if several are equal."""
    for number, piece in enumerate(military):
        if (piece.power, piece.kind, piece.place) == (seen.reader, seen.ring_unit, seen.ring_place):
            mark = "ring worn" if seen.worn_by == seen.reader else "ring"
            return [*military[:number], replace(piece, marks=(*piece.marks, mark)), *military[number + 1 :]]
    return military


def _unit(one: Military, marks: tuple[str, ...] = ()) -> drawing.Piece:
    return drawing.Piece(one.power, one.kind, one.place, one.size, marks)


def _piece(shown: Shown) -> drawing.Piece:
    marks = MARKS.get(shown.ring, ())
    return drawing.Piece(shown.piece.power, shown.piece.kind, shown.piece.place, marks=marks)

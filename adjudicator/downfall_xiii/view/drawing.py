"""Draw the board for a reader, only from what `sight` allows."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from adjudicator import drawing
from adjudicator.downfall_xiii import ground
from adjudicator.downfall_xiii.position import Stack
from adjudicator.downfall_xiii.view import the_dead
from adjudicator.downfall_xiii.view.headlines import place_of_headline
from adjudicator.downfall_xiii.view.notation import named_stacks
from adjudicator.downfall_xiii.view.sight import Seen, Shown
from adjudicator.middle_earth.view.arrows import arrows
from adjudicator.middle_earth.view.fallen import fallen

BOARD = "adjudicator.downfall_xiii"
TITLE = "Downfall XIII"
MARKS = {"carried": ("ring",), "worn": ("ring worn",)}


def view_of(seen: Seen) -> drawing.View:
    """Return what the picture of a reader who has *seen* this shows."""
    pieces = [*_stacks(seen.stacks)]
    for beaten in seen.beaten:
        pieces += _stacks(beaten.stacks, ("dislodged",))
    pieces += fallen(seen.news)
    return drawing.View(
        owners=seen.owners,
        pieces=(*_with_ring(pieces, seen), *(_drawn(one, seen) for one in seen.pieces)),
        arrows=tuple(arrows(seen.results, ground.PROVINCES)),
        title=f"{TITLE}: {seen.turn}",
        halo=place_of_headline(seen),
    )


def _stacks(stacks: Iterable[Stack], marks: tuple[str, ...] = ()) -> Iterator[drawing.Piece]:
    for stack, text in named_stacks(stacks):
        yield drawing.Piece(stack.power, _kind_of(text), stack.place, stack.count, marks)


def _with_ring(pieces: list[drawing.Piece], seen: Seen) -> list[drawing.Piece]:
    """Mark the ordinary unit of the reader that carries the Ring."""
    places = {one.removeprefix("Ring ") for one in seen.ring_with}
    return [
        replace(piece, marks=(*piece.marks, "ring"))
        if piece.place in places and piece.power == seen.reader and piece.kind == seen.ring_unit
        else piece
        for piece in pieces
    ]


def _kind_of(text: str) -> str:
    return text.partition(" ")[0].lstrip("0123456789")


def _drawn(shown: Shown, seen: Seen) -> drawing.Piece:
    waits = ("dislodged",) if shown.waits else ()
    marks = (*waits, *MARKS.get(shown.ring, ()))
    kind = the_dead.called(shown.piece.kind, is_with_them=seen.dead.startswith("awake"))
    return drawing.Piece(shown.piece.power, kind, shown.piece.place, marks=marks)

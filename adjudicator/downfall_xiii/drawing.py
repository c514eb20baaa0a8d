"""What does the board look like to a reader?  Made of what `sight` lets through, and of nothing else."""

from adjudicator import picture
from adjudicator.downfall_xiii import ground
from adjudicator.downfall_xiii.places import named_stacks
from adjudicator.downfall_xiii.sight import Seen, Shown
from adjudicator.middle_earth.arrows import arrows

BOARD = "adjudicator.downfall_xiii"


def draw(seen: Seen) -> str:
    pieces = [picture.Piece(s.power, _kind_of(t), s.place, s.count) for s, t in named_stacks(seen.stacks)]
    pieces += [
        picture.Piece(s.power, _kind_of(t), s.place, s.count, ("dislodged",))
        for beaten in seen.beaten
        for s, t in named_stacks(beaten.stacks)
    ]
    pieces += [_drawn(one) for one in seen.pieces]
    ways = tuple(arrows(seen.results, ground.PROVINCES))
    view = picture.View(owners=seen.owners, pieces=tuple(pieces), arrows=ways, title=seen.turn)
    return picture.draw(BOARD, view)


def _kind_of(text: str) -> str:
    return text.partition(" ")[0].lstrip("0123456789")


def _drawn(shown: Shown) -> picture.Piece:
    marks = {"carried": ("ring",), "worn": ("ring worn",)}.get(shown.ring, ())
    waits = ("dislodged",) if shown.waits else ()
    return picture.Piece(shown.piece.power, shown.piece.kind, shown.piece.place, marks=(*waits, *marks))

"""What does the board look like to a reader?  Made of what `sight` lets through, and of nothing else."""

from collections.abc import Iterator
from typing import Any

from adjudicator import picture
from adjudicator.downfall_xiii import ground
from adjudicator.downfall_xiii.places import named_stacks
from adjudicator.downfall_xiii.record import Result
from adjudicator.downfall_xiii.sight import Seen, Shown
from adjudicator.middle_earth import actions as act

BOARD = "adjudicator.downfall_xiii"


def draw(seen: Seen) -> str:
    pieces = [picture.Piece(s.power, _kind_of(t), s.place, s.count) for s, t in named_stacks(seen.stacks)]
    pieces += [
        picture.Piece(s.power, _kind_of(t), s.place, s.count, ("dislodged",))
        for beaten in seen.beaten
        for s, t in named_stacks(beaten.stacks)
    ]
    pieces += [_drawn(one) for one in seen.pieces]
    arrows = [arrow for result in seen.results for arrow in _arrows(result)]
    view = picture.View(owners=seen.owners, pieces=tuple(pieces), arrows=tuple(arrows), title=seen.turn)
    return picture.draw(BOARD, view)


def _kind_of(text: str) -> str:
    return text.partition(" ")[0].lstrip("0123456789")


def _drawn(shown: Shown) -> picture.Piece:
    marks = {"carried": ("ring",), "worn": ("ring worn",)}.get(shown.ring, ())
    waits = ("dislodged",) if shown.waits else ()
    return picture.Piece(shown.piece.power, shown.piece.kind, shown.piece.place, marks=(*waits, *marks))


def _arrows(result: Result) -> Iterator[picture.Arrow]:
    for kind, path in _ways(result.order):
        if len(path) > 1 and all(place in ground.PROVINCES for place in path):
            yield picture.Arrow(kind, path, result.outcome.word, result.power)


def _ways(order: Any) -> Iterator[tuple[str, tuple[str, ...]]]:
    match order:
        case act.Move(unit=unit, path=path) | act.Neutralise(unit=unit, path=path):
            yield "move", (unit.place, *path)
        case act.HoldThenMove(unit=unit, target=target) | act.Disembark(unit=unit, target=target):
            yield "move", (unit.place, target)
        case act.Merge(parts=parts):
            yield from (("move", (part.unit.place, part.target)) for part in parts if part.target)
        case act.SupportHold(unit=unit, supported=supported):
            yield "support", (unit.place, supported.place)
        case act.SupportMove(unit=unit, supported=supported, path=path):
            yield "support", (unit.place, supported.place, path[0])
        case act.SupportSecond(unit=unit, supported=supported, path=path):
            yield "support", (unit.place, supported.place, path[-1])
        case act.FastFerry(unit=unit, passenger=passenger, target=target):
            yield "convoy", (passenger.place, unit.place, target)
        case act.Paralyse(unit=unit, target=target):
            yield "other", (unit.place, target.place)
        case act.Command(order=inner):
            yield from _ways(inner)

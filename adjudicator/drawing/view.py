"""What is drawn: everything that one reader may see. The code that builds a view leaves out the rest."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from msgspec import Struct, structs

from adjudicator.core.board import Place

Thing = TypeVar("Thing")


class Piece(Struct, frozen=True):
    """A piece or a stack. *kind* is the order language's letter (A, F, C, P, E, R, Fe, A/F) or a name."""

    power: str  # "" if the owner is unknown
    kind: str
    place: Place
    count: int = 1
    marks: tuple[str, ...] = ()  # "dislodged", "disbanded", "ring", "ring worn", "own" (this reader's alone)


class Arrow(Struct, frozen=True):
    """An order. *kind* determines the meaning of *path*:

    move      where from, where to (with the places between, where it goes more than one step)
    support   where the supporter stands, whom it supports, and where that one goes (or nothing: it stays)
    convoy    the army's way: where from, the fleets' waters, where to
    retreat   where from, where to
    other     from, to: an order of the game's own, such as a Nazgul's
    """

    kind: str
    path: tuple[Place, ...]
    outcome: str = "succeeds"  # "succeeds", "fails", "cut", "void", "dislodged", "destroyed", "" (none yet)
    power: str = ""


class View(Struct, frozen=True):
    """A picture's content. *owners* has no unowned provinces."""

    owners: Mapping[str, str] = {}
    pieces: tuple[Piece, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    title: str = ""
    note: str = ""  # beside the title, smaller
    legend: tuple[str, ...] = ()  # more lines for the legend, in the game's own words
    own: tuple[Piece, ...] = ()  # pieces that this reader knows of, but not everybody
    own_arrows: tuple[Arrow, ...] = ()  # their orders
    halo: Place = ""  # the place that the headline of the bulletin is about
    fog: tuple[str, ...] = ()  # provinces that this reader does not see
    own_halo: Place = ""  # the same for a headline that only this reader has


def marked(own: Sequence[Piece]) -> tuple[Piece, ...]:
    """Mark the reader's own pieces."""
    return tuple(structs.replace(piece, marks=(*piece.marks, "own")) for piece in own)


def apart(view: View, public: View) -> View:
    """Return *view* with everything that is not in the *public* one marked as the reader's own."""
    pieces, own = _apart(view.pieces, public.pieces)
    arrows, own_arrows = _apart(view.arrows, public.arrows)
    own_halo = view.halo if view.halo != public.halo else ""
    return structs.replace(
        view,
        pieces=pieces,
        own=own,
        arrows=arrows,
        own_arrows=own_arrows,
        halo=public.halo,
        own_halo=own_halo,
    )


def _apart(things: Iterable[Thing], public: Iterable[Thing]) -> tuple[tuple[Thing, ...], tuple[Thing, ...]]:
    """Split into those that are public, as often and in the order as there, and the others."""
    known = Counter(things)
    shared = tuple(thing for thing in public if _taken(thing, known))
    return shared, tuple(known.elements())


def _taken(thing: Thing, left: Counter[Thing]) -> bool:
    """Remove one *thing* from those that are *left*, if there is one."""
    left[thing] -= 1
    return left[thing] >= 0

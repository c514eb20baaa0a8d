"""The complete position of a game of Hardbop, including secrets: immutable, with a JSON form.

The facts are those of part F of the rules. Players never see a position: `sight` selects what each may know.
"""

from collections.abc import Mapping

import msgspec
from msgspec import Struct

from adjudicator.core.encoding import to_sorted_text
from adjudicator.hardbop.resolve.units import Unfinished
from adjudicator.middle_earth.language.orders import Place, Power, Standable

MOVEMENT, RETREAT, SECOND_RETREAT, ADJUSTMENT = PHASES = (
    *("movement", "retreat", "second-retreat", "adjustment"),
)


class Military(Struct, frozen=True, order=True, gc=False):
    """A Military Unit; *kind* is "A", "E", "C", "F" or "P", *size* 2 for a 2A."""

    power: Power
    kind: str
    place: Place
    size: int = 1
    beyond: bool = False  # the Fleet of 6.8


class Personality(Struct, frozen=True, order=True, gc=False):
    """A Personality Unit under the power that controls it; *kind* is "R", "Fe" or the name of the piece."""

    power: Power
    kind: str
    place: Place


class Bearer(Struct, frozen=True, order=True):
    power: Power
    kind: str
    place: Place


class Ring(Struct, frozen=True):
    """*how* is "unplaced", "lies", "carried", "worn" or "destroyed"."""

    how: str = "unplaced"
    place: Place = ""
    bearer: Bearer | None = None


class Beaten(Struct, frozen=True):
    """A unit that must retreat to one of *free*; *attacked_from* is "" if no space is barred for that."""

    unit: Military
    attacked_from: Place = ""
    free: tuple[Place, ...] = ()


class State(Struct, frozen=True, kw_only=True):
    """*turn* counts from 1 (odd: turn I of a month); *number* counts adjudications from 1."""

    turn: int = 1
    phase: str = MOVEMENT
    number: int = 1
    military: tuple[Military, ...] = ()
    personalities: tuple[Personality, ...] = ()
    owners: Mapping[Place, Power] = {}
    alignments: Mapping[Power, str] = {}
    ring: Ring = Ring()
    ring_worn: bool = False  # by anybody, at any time (V4)
    balrog: str = "alive"
    garrisons_gone: tuple[Place, ...] = ()
    isengard: str = "whole"
    paths_walked: bool = False
    neutralised: tuple[Place, ...] = ()
    ranger_foes: tuple[Power, ...] = ()
    returns: Mapping[str, int] = {}  # Gandalf and the Nazgul: the turn at whose end they are placed
    unplaced: tuple[str, ...] = ()  # those of them whose first place is chosen in this turn (1(c))
    may_start: tuple[str, ...] = ()  # pieces of a case that appear only if a sheet names their first place
    nazgul_controller: Power = "Mordor"
    offboard_centres: int = 3
    eliminated: tuple[Power, ...] = ()
    hints: Mapping[Power, tuple[Place, ...]] = {}
    standing: Mapping[Power, tuple[Standable, ...]] = {}
    beaten: tuple[Beaten, ...] = ()
    contested: tuple[Place, ...] = ()  # closed to the retreats that are now due
    unfinished: Unfinished | None = None
    set_up: bool = False  # the start: everything but Gandalf and the Nazgul is public (I)
    options: Mapping[str, str] = {}
    winners: tuple[Power, ...] = ()
    over: bool = False
    fallen: tuple[str, ...] = ()  # pieces that are publicly known never to come back (3.3(i))


_READER = msgspec.json.Decoder(State)


def to_text(state: State) -> str:
    return to_sorted_text(state)


def from_text(text: str) -> State:
    """Decode a position. Raises `msgspec.ValidationError` for text that `to_text` did not write."""
    return _READER.decode(text)

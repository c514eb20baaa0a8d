"""The complete position of a game of Downfall XIII, including secrets: immutable, with a JSON form.

The facts are those of part T of the rules. Pieces are listed under the power that orders them. An army in a
sea area is aboard the fleet there. Players never see a position: `sight` selects what each may know.
"""

from collections.abc import Mapping

import msgspec
from msgspec import Struct

from adjudicator.core.encoding import to_sorted_text
from adjudicator.middle_earth.language.orders import Place, Power, Standable, Unit

MOVEMENT, RETREAT, ADJUSTMENT = PHASES = ("movement", "retreat", "adjustment")


class Stack(Struct, frozen=True, order=True, gc=False):
    """Ordinary units of one power and kind in one area; kind is "A", "C" or "F"."""

    power: Power
    kind: str
    place: Place
    count: int = 1


class Piece(Struct, frozen=True, order=True, gc=False):
    """A piece under the power that orders it; *kind* is "R", "Fe" or the name of the piece."""

    power: Power
    kind: str
    place: Place


class Bearer(Struct, frozen=True, order=True, gc=False):
    """The bearer of the Ring; *kind* is that of a `Stack` or of a `Piece`."""

    power: Power
    kind: str
    place: Place


class Ring(Struct, frozen=True, gc=False):
    """*how* is "unplaced", "lies" (in a land area, *place*), "in" (a river), "carried", "worn", "lost" or
    "destroyed"; the *bearer* is a piece, or one ordinary unit of those that stand there."""

    how: str = "unplaced"
    place: Place = ""
    bearer: Bearer | None = None
    from_fellowship: bool = False  # it passed the Ring to this bearer, an Elven unit in Lorien (8.15)


class Fate(Struct, frozen=True, gc=False):
    """A word of part T with a number of turns: Fate("awake", 10), Fate("asleep")."""

    word: str
    turns: int = 0


class GivenProxy(Struct, frozen=True, gc=False):
    power: Power
    unit: Unit | None  # None for all units
    to: Power


class Beaten(Struct, frozen=True, gc=False):
    """A stack (with what is aboard) or a piece that must retreat; *free* lists the areas open to it.

    *attacked_from* holds the areas barred because attacks came from there; *came_with* is the power whose
    stack a piece went with, for "with the stack".
    """

    stacks: tuple[Stack, ...] = ()  # the stack of one power, kind by kind; for an A/F the fleet and its army
    piece: Piece | None = None
    attacked_from: tuple[Place, ...] = ()
    free: tuple[Place, ...] = ()
    came_with: Power = ""
    aboard: tuple[Piece, ...] = ()
    shown: bool = True  # everybody knows that it must retreat
    pursued_from: tuple[Place, ...] = ()  # closed to the Fellowship for secret reasons: not reported


class State(Struct, frozen=True, kw_only=True, gc=False):
    """*turn* counts movement seasons from 1 (odd: Spring); *number* counts adjudications from 1."""

    turn: int = 1
    phase: str = MOVEMENT
    number: int = 1
    stacks: tuple[Stack, ...] = ()
    pieces: tuple[Piece, ...] = ()
    owners: Mapping[Place, Power] = {}
    split: Mapping[Place, Mapping[Power, str]] = {}
    alignments: Mapping[Power, str] = {}
    logical: Mapping[Power, int] = {}
    ring: Ring = Ring()
    extra_units: int = 0  # that came with the wearer of the Ring (8.13)
    theoden: Fate = Fate("asleep")
    dead: Fate = Fate("asleep")
    balrog: str = "alive"
    gandalf: Fate = Fate("here")
    shadowfax: bool = False
    ents_away: bool = False
    garrisons_gone: tuple[Place, ...] = ()
    fortresses_gone: tuple[Place, ...] = ()
    garrison_of: Mapping[Place, Power] = {}  # KDu after 7b.6
    timers: Mapping[str, int] = {}  # `turns.<what>` of part T
    eliminated: tuple[Power, ...] = ()
    grudges: Mapping[Power, tuple[Power, ...]] = {}  # by owner of the Rangers: who lost a centre to them
    fleets_built: Mapping[Power, int] = {}
    fleets_built_at_cit: Mapping[Power, int] = {}
    mordor_in_the_south: bool = False
    homes: Mapping[Power, tuple[Place, ...]] = {}  # home centres beyond those of the board
    proxies: tuple[GivenProxy, ...] = ()
    standing: Mapping[Power, tuple[Standable, ...]] = {}
    fresh: tuple[Place, ...] = ()  # where units were built since the last move
    begun: tuple[str, ...] = ()  # counters that began in this turn, and do not go down at its end (8.26)
    changes: tuple[Power, ...] = ()  # whose alignment changed, in order (4.12)
    beaten: tuple[Beaten, ...] = ()
    contested: tuple[Place, ...] = ()  # closed to the retreats that are now due
    options: Mapping[str, str] = {}
    winners: tuple[Power, ...] = ()
    over: bool = False


_READER = msgspec.json.Decoder(State)


def to_text(state: State) -> str:
    return to_sorted_text(state)


def from_text(text: str) -> State:
    """Decode a position. Raises `msgspec.ValidationError` for text that `to_text` did not write."""
    return _READER.decode(text)


def commander(state: State, power: Power) -> Power:
    """Return the power whose orders move, retreat and use the Ring for the units of *power* (9.7)."""
    if power != "Umbar" or state.phase == ADJUSTMENT or "umbar_commanded" in state.begun:
        return power
    commanded = state.timers.get("umbar_commanded", 0) and "Mordor" not in state.eliminated
    return "Mordor" if commanded else power


def who_orders(state: State, beaten: Beaten) -> Power:
    """Return the power that orders that retreat (9.7)."""
    return beaten.piece.power if beaten.piece else commander(state, beaten.stacks[0].power)

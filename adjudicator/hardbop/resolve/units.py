"""Units, pieces and their orders during a turn, stored while the turn waits for players.

A turn of Hardbop may wait for retreats twice and for builds. Units are identified by their number in the list
of units, pieces by their kind, since there is one of each.
The stored names of fields (`rename=`) never change.
"""

from collections.abc import Mapping

from msgspec import Struct

from adjudicator.middle_earth.language.orders import Action, Place, Power, Standable, Unit
from adjudicator.middle_earth.resolve.outcomes import Outcome

NOT_MOVED, FIRST, FIRST_RETREAT, SECOND, SECOND_RETREAT, BUILT = range(6)
"""When a unit entered its space: not in this turn, in step ii, iv, vi, viii, or x."""


class GivenOrder(Struct, rename={"reported": "told"}):
    """An order, with its *outcome* once it is resolved. Each outcome is reported once."""

    power: Power
    order: Standable
    public: bool
    outcome: Outcome | None = None
    reported: bool = False
    waits: bool = False  # for the second moves: it has no outcome yet


class ActingUnit(Struct, eq=False, rename={"given": "said", "given_second": "said_second"}):
    """A Military Unit. *path* has the space to enter by phase, "" to stand."""

    number: int
    power: Power
    kind: str
    place: Place
    origin: Place  # where it stood when the sheet was due
    size: int = 1
    beyond: bool = False  # a Fleet beyond the limits of 6.7 (6.8)
    order: Action | None = None
    second: Action | None = None  # S2, in addition to another order (4.4(g))
    given: list[int] = []
    given_second: int = -1
    path: tuple[Place, ...] = ()
    by_sea: bool = False
    paralysed: bool = False
    failed: bool = False  # its first order failed, and the second with it (4.4(d))
    entered: int = NOT_MOVED
    entered_from: Place = ""
    retreated: bool = False
    beaten: bool = False  # waits for its retreat
    beaten_from: Place = ""
    beaten_by: int = -1
    dead: bool = False

    @property
    def here(self) -> bool:
        return not self.dead and not self.beaten


class ActingPiece(Struct, eq=False, rename={"given": "said"}):
    """A Personality Unit under the power that controls it. *leads* is the number of a unit, -1 for none."""

    power: Power
    kind: str
    place: Place
    origin: Place
    order: Action | None = None
    given: int = -1
    path: tuple[Place, ...] = ()
    leads: int = -1
    by_sea: bool = False
    shown: bool = False  # disclosed to all in this turn, where it is now
    entered: int = NOT_MOVED
    entered_from: Place = ""
    stays: bool = False  # its first move failed, or it was driven out: no second one
    dead: bool = False

    @property
    def here(self) -> bool:
        return not self.dead


class AtTheEnd(Struct, frozen=True, rename={"given": "said"}):
    """An order of *player* for steps v to xiii. *given* is its number among the orders."""

    player: Power
    order: Standable
    given: int
    late: bool = False  # from the adjustment sheet: it names units by where they stand then (9(c))


class Unfinished(Struct, frozen=True, rename={"units": "parts", "pieces": "tokens", "given": "said"}):
    """A turn that waits for players: its working state, and the *step* to continue with."""

    step: int
    units: tuple[ActingUnit, ...]
    pieces: tuple[ActingPiece, ...]
    given: tuple[GivenOrder, ...]
    at_end: tuple[AtTheEnd, ...]
    proxies: Mapping[Power, tuple[tuple[Unit | None, Power], ...]] = {}
    flights: tuple[Place, ...] = ()  # where the Nazgul goes if Gandalf drives it out (3.10(d))
    returns: Mapping[str, Place] = {}  # places named for those who return

"""What may be ordered in Middle-earth?  A value for each form of the order language; a sheet as text.

Places are the ids of the board ("VAn", never "And"). A unit is named as the sheet names it, by where it
begins the turn; whether it is there, and whose it is, is for the reader and the rules to say.
"""

import msgspec
from msgspec import Struct

from adjudicator.core import encoding

Place = str
Power = str


class Unit(Struct, frozen=True, order=True, gc=False):
    """A unit or piece as an order names it: "2A Bar", "A/F ETH", "R Osg", "Gandalf".

    *kind* is "A", "C", "F", "A/F", "R", "Fe", a piece's name, or "" where the sheet leaves it open; *place*
    is "" where a piece's place is left out and "*" for every unit of that kind (standing orders).
    """

    kind: str
    place: Place = ""
    count: int = 1


# What a unit does: one action for a unit and a turn.


class Hold(Struct, frozen=True, tag=True, gc=False):
    unit: Unit


class Move(Struct, frozen=True, tag=True, gc=False):
    """*path* holds the one or two areas that it enters. The army's part of another's ferry is a Move, too."""

    unit: Unit
    path: tuple[Place, ...]


class HoldThenMove(Struct, frozen=True, tag=True, gc=False):
    """Holds in phase one and moves in phase two (C)."""

    unit: Unit
    target: Place


class SupportHold(Struct, frozen=True, tag=True, gc=False):
    unit: Unit
    supported: Unit


class SupportMove(Struct, frozen=True, tag=True, gc=False):
    """Supports the first step of *path*, the path as far as the sheet tells it."""

    unit: Unit
    supported: Unit
    path: tuple[Place, ...]


class SupportGarrison(Struct, frozen=True, tag=True, gc=False):
    unit: Unit
    place: Place


class SupportSecond(Struct, frozen=True, tag=True, gc=False):
    """Supports the second move, into the last area of *path*. *holds* where the sheet says "H - Ano"."""

    unit: Unit
    supported: Unit
    path: tuple[Place, ...]
    holds: bool = False


class Merger(Struct, frozen=True, gc=False):
    """One unit of a merge; *target* is "" for the one that holds."""

    unit: Unit
    target: Place = ""


class Merge(Struct, frozen=True, tag=True, gc=False):
    """Orders every own unit among *parts* (one at least); for others' units it is consent (4.10)."""

    parts: tuple[Merger, ...]
    result: Unit | None = None  # the part after the colon, if it was written

    @property
    def unit(self) -> Unit:
        return self.parts[0].unit

    @property
    def target(self) -> Place:
        """Where the stack forms."""
        return next(part.target for part in self.parts if part.target)


class Accompany(Struct, frozen=True, tag=True, gc=False):
    """ "Gandalf - Ano with A MTi", "Faramir with A MTi" (*path* empty), "R Shi - Bre with Gandalf"."""

    unit: Unit
    companion: Unit
    path: tuple[Place, ...] = ()


class Lead(Struct, frozen=True, tag=True, gc=False):
    """ "Faramir leads A MTi - Ano"; *path* is empty where no destination is named, *holds* says "H" (with a
    path: hold in phase one, move in phase two). With either it also orders a unit of one's own (5.4)."""

    unit: Unit
    led: Unit
    path: tuple[Place, ...] = ()
    holds: bool = False


class Paralyse(Struct, frozen=True, tag=True, gc=False):
    unit: Unit
    target: Unit


class Neutralise(Struct, frozen=True, tag=True, gc=False):
    """Moves along *path* (one area in XIII) and neutralises the last."""

    unit: Unit
    path: tuple[Place, ...]


class PathsOfTheDead(Struct, frozen=True, tag=True, gc=False):
    unit: Unit


class MarchWithEnts(Struct, frozen=True, tag=True, gc=False):
    unit: Unit


class StartsAt(Struct, frozen=True, tag=True, gc=False):
    """The first place of a piece; the piece may be ordered beside it (not an action)."""

    unit: Unit
    place: Place


class ReturnsTo(Struct, frozen=True, tag=True, gc=False):
    unit: Unit
    place: Place


class Embark(Struct, frozen=True, tag=True, gc=False):
    """Goes aboard before movement; what it does then (Disembark) is another order."""

    unit: Unit
    fleet: Unit


class Disembark(Struct, frozen=True, tag=True, gc=False):
    """*unit* names the sea area where it will be."""

    unit: Unit
    target: Place


class FastFerry(Struct, frozen=True, tag=True, gc=False):
    """The fleet's part; orders the army too where that is one's own. *passenger* may be a piece."""

    unit: Unit
    passenger: Unit
    target: Place


class Convoy(Struct, frozen=True, tag=True, gc=False):
    """The fleet's part, for games that have convoys. Told to all of a hidden passenger: its kind is "?"."""

    unit: Unit
    passenger: Unit
    target: Place


class Takes(Struct, frozen=True, tag=True, gc=False):
    """Consent of a fleet's owner (6g.9), beside the fleet's action."""

    unit: Unit
    passenger: Unit


Part = (
    Hold
    | Move
    | HoldThenMove
    | SupportHold
    | SupportMove
    | SupportGarrison
    | SupportSecond
    | Embark
    | Disembark
    | FastFerry
    | Convoy
)


class Divide(Struct, frozen=True, tag=True, gc=False):
    """Each part names its own unit; what no part names holds as one."""

    unit: Unit
    parts: tuple[Part, ...]


class Command(Struct, frozen=True, tag=True, gc=False):
    """ "Gandalf orders A MTi - Osg" (6a.iii)."""

    unit: Unit
    order: Part


# What is ordered for the end of the move: any number for a unit.


class Condition(Struct, frozen=True, gc=False):
    unit: Unit
    path: tuple[Place, ...]
    succeeds: bool


class Target(Struct, frozen=True, gc=False):
    """*kind* is a piece's, or "any"; *power* narrows "R of Gandalf", *place* "Nazgul Dag"."""

    kind: str
    place: Place = ""
    power: Power = ""


class Destroy(Struct, frozen=True, tag=True, gc=False):
    unit: Unit
    target: Target
    conditions: tuple[Condition, ...] = ()


class PassRing(Struct, frozen=True, tag=True, gc=False):
    """To a *receiver*, or to an area (*receiver* None)."""

    unit: Unit
    place: Place = ""
    receiver: Unit | None = None


class ThrowRing(Struct, frozen=True, tag=True, gc=False):
    unit: Unit
    water: Place


class PutOnRing(Struct, frozen=True, tag=True, gc=False):
    unit: Unit


class SeizeRing(Struct, frozen=True, tag=True, gc=False):
    unit: Unit


class ClaimRing(Struct, frozen=True, tag=True, gc=False):
    unit: Unit


class OfferRing(Struct, frozen=True, tag=True, gc=False):
    unit: Unit
    power: Power


class DestroyRing(Struct, frozen=True, tag=True, gc=False):
    unit: Unit


class DestroyBalrog(Struct, frozen=True, tag=True, gc=False):
    unit: Unit


class Awaken(Struct, frozen=True, tag=True, gc=False):
    """Awakens Theoden."""

    unit: Unit


# Retreats and adjustments.


class Retreat(Struct, frozen=True, tag=True, gc=False):
    """*preferences* in order; empty with *with_stack* ("R with the stack")."""

    unit: Unit
    preferences: tuple[Place, ...] = ()
    with_stack: bool = False


class Disband(Struct, frozen=True, tag=True, gc=False):
    unit: Unit


class Build(Struct, frozen=True, tag=True, gc=False):
    unit: Unit


class Remove(Struct, frozen=True, tag=True, gc=False):
    """One unit of the stack that *unit* names, or as many as its count says without "of"."""

    unit: Unit
    number: int = 1


class Waive(Struct, frozen=True, tag=True, gc=False):
    count: int = 1


# Orders of a power, not of a unit.


class Declare(Struct, frozen=True, tag=True, gc=False):
    alignment: str


class Proxy(Struct, frozen=True, tag=True, gc=False):
    """*unit* None is PROXY ALL."""

    unit: Unit | None
    to: Power


class CancelStanding(Struct, frozen=True, tag=True, gc=False):
    """*number* counts the standing orders in force from 1, as the confirmation does; 0 cancels all."""

    number: int


Action = (
    Part
    | Merge
    | Divide
    | Accompany
    | Lead
    | Paralyse
    | Neutralise
    | PathsOfTheDead
    | MarchWithEnts
    | ReturnsTo
    | Command
)
AtTheEnd = (
    Destroy
    | PassRing
    | ThrowRing
    | PutOnRing
    | SeizeRing
    | ClaimRing
    | OfferRing
    | DestroyRing
    | DestroyBalrog
    | Awaken
)
Later = Retreat | Disband | Build | Remove | Waive
Standable = Action | AtTheEnd | Takes | StartsAt | Later | Declare | Proxy


class Standing(Struct, frozen=True, tag=True, gc=False):
    """Kept until cancelled; used where a sheet says nothing for that unit and that kind of order (N.1)."""

    order: Standable


Order = Standable | Standing | CancelStanding


class OrderSheet(Struct, frozen=True, gc=False):
    """A power's orders for what is due, in the order in which they were given."""

    orders: tuple[Order, ...] = ()


_READER = msgspec.json.Decoder(OrderSheet)


def to_text(sheet: OrderSheet) -> str:
    return encoding.to_text(sheet)


def from_text(text: str) -> OrderSheet:
    """Raises msgspec.ValidationError for text that `to_text` did not write."""
    return _READER.decode(text)

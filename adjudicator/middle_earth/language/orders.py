"""The orders of Downfall XIII and Hardbop as a closed union of frozen values, and order sheets as JSON.

Places are the ids of the board ("VAn", never "And"). A unit is identified by where it begins the turn;
whether it is there, and whose it is, is checked by the reader and by the resolver.

`Order` is the union of all kinds. Code that depends on the kind uses a `match` that ends in `assert_never`,
so that mypy reports each place that a new kind must be added to. The names of the classes and of their fields
are part of stored orders and never change.
"""

from typing import TYPE_CHECKING, final, get_args

import msgspec
from msgspec import Struct

from adjudicator.core import encoding

if TYPE_CHECKING:
    from typing_extensions import TypeIs

Place = str
Power = str
ALL_THERE = -1  # the count of "the armies in Dagorlad", as it was parsed; no order of a sheet has it


class Unit(Struct, frozen=True, order=True, gc=False):
    """A unit or piece as an order identifies it: "2A Bar", "A/F ETH", "R Osg", "Gandalf".

    *kind* is "A", "C", "F", "A/F", "R", "Fe", the name of a piece, or "" if it was left out. *place* is "" if
    the place of a piece was left out, and "*" for every unit of that kind (standing orders only).
    """

    kind: str
    place: Place = ""
    count: int = 1


# Actions: one for each unit and turn.


class Hold(Struct, frozen=True, tag=True, gc=False):
    unit: Unit


@final
class Move(Struct, frozen=True, tag=True, gc=False):
    """*path* holds the one or two areas that it enters. An army that another power ferries is a Move too."""

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
    """Supports the first step of *path*, which has as much of the path as the player wrote."""

    unit: Unit
    supported: Unit
    path: tuple[Place, ...]


class SupportGarrison(Struct, frozen=True, tag=True, gc=False):
    unit: Unit
    place: Place


class SupportSecond(Struct, frozen=True, tag=True, gc=False):
    """Supports the second move, into the last area of *path*. *holds* is set for "H - Ano"."""

    unit: Unit
    supported: Unit
    path: tuple[Place, ...]
    holds: bool = False


class Merger(Struct, frozen=True, gc=False):
    """One unit of a merge; *target* is "" for the unit that holds."""

    unit: Unit
    target: Place = ""


class Merge(Struct, frozen=True, tag=True, gc=False):
    """Orders each of the player's own units among *parts*; for the units of others it is consent (4.10)."""

    parts: tuple[Merger, ...]
    result: Unit | None = None  # what follows the colon, if anything

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
    """ "Faramir leads A MTi - Ano". *path* is empty if no destination is named; *holds* is set for "H"
    (with a path: hold in phase one, move in phase two). In both cases it orders the unit too (5.4)."""

    unit: Unit
    led: Unit
    path: tuple[Place, ...] = ()
    holds: bool = False


class Paralyse(Struct, frozen=True, tag=True, gc=False):
    unit: Unit
    target: Unit


class Neutralise(Struct, frozen=True, tag=True, gc=False):
    """Moves along *path* (one area in XIII) and neutralises its last area."""

    unit: Unit
    path: tuple[Place, ...]


class PathsOfTheDead(Struct, frozen=True, tag=True, gc=False):
    unit: Unit


class MarchWithEnts(Struct, frozen=True, tag=True, gc=False):
    unit: Unit


class StartsAt(Struct, frozen=True, tag=True, gc=False):
    """The first place of a piece. It is not an action: the piece may have another order as well."""

    unit: Unit
    place: Place


class ReturnsTo(Struct, frozen=True, tag=True, gc=False):
    unit: Unit
    place: Place


class Embark(Struct, frozen=True, tag=True, gc=False):
    """Goes aboard before movement; landing (`Disembark`) is a separate order."""

    unit: Unit
    fleet: Unit


class Disembark(Struct, frozen=True, tag=True, gc=False):
    """*unit* names the sea area where it will be."""

    unit: Unit
    target: Place


class FastFerry(Struct, frozen=True, tag=True, gc=False):
    """The order of the fleet; it also orders the army if both have one owner. *passenger* may be a piece."""

    unit: Unit
    passenger: Unit
    target: Place


class Convoy(Struct, frozen=True, tag=True, gc=False):
    """The order of the fleet, in games with convoys. To others the kind of a hidden passenger is "?"."""

    unit: Unit
    passenger: Unit
    target: Place


class Takes(Struct, frozen=True, tag=True, gc=False):
    """The consent of the owner of a fleet (6g.9), in addition to the action of the fleet."""

    unit: Unit
    passenger: Unit


# What a part of a divided stack, or a commanded unit, may be ordered to do.
StackOrder = (
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
    """Each part names its own unit; the units that no part names hold together."""

    unit: Unit
    parts: tuple[StackOrder, ...]


class Command(Struct, frozen=True, tag=True, gc=False):
    """ "Gandalf orders A MTi - Osg" (6a.iii)."""

    unit: Unit
    order: StackOrder


# Orders for the end of the move: any number for each unit.


class Condition(Struct, frozen=True, gc=False):
    unit: Unit
    path: tuple[Place, ...]
    succeeds: bool


class Target(Struct, frozen=True, gc=False):
    """*kind* is that of a piece, or "any"; *power* is set for "R of Gandalf", *place* for "Nazgul Dag"."""

    kind: str
    place: Place = ""
    power: Power = ""


@final
class Destroy(Struct, frozen=True, tag=True, gc=False):
    unit: Unit
    target: Target
    conditions: tuple[Condition, ...] = ()


class PassRing(Struct, frozen=True, tag=True, gc=False):
    """Passes the Ring to a *receiver*, or to an area if *receiver* is None."""

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
    """Awakens Theoden (5.13)."""

    unit: Unit


# Retreats and adjustments.


class Retreat(Struct, frozen=True, tag=True, gc=False):
    """*preferences* come in order of preference; they are empty for "R with the stack"."""

    unit: Unit
    preferences: tuple[Place, ...] = ()
    with_stack: bool = False


class Disband(Struct, frozen=True, tag=True, gc=False):
    unit: Unit


class Build(Struct, frozen=True, tag=True, gc=False):
    unit: Unit


class Remove(Struct, frozen=True, tag=True, gc=False):
    """Removes *number* units of the stack that *unit* names."""

    unit: Unit
    number: int = 1


class Waive(Struct, frozen=True, tag=True, gc=False):
    count: int = 1


# Orders of a power as a whole.


class Declare(Struct, frozen=True, tag=True, gc=False):
    alignment: str


class Proxy(Struct, frozen=True, tag=True, gc=False):
    """*unit* is None for PROXY ALL."""

    unit: Unit | None
    to: Power


@final
class CancelStanding(Struct, frozen=True, tag=True, gc=False):
    """*number* counts the standing orders from 1, as in the confirmation; 0 cancels all of them."""

    number: int


JointOrder = Merge | Divide | Accompany | Lead | Command  # several units, or units of several owners
PieceOrder = Paralyse | Neutralise | PathsOfTheDead | MarchWithEnts | ReturnsTo  # only pieces can do it
Action = StackOrder | JointOrder | PieceOrder
EndOfMoveOrder = (
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
LaterOrder = Retreat | Disband | Build | Remove | Waive
ExtraOrder = Takes | StartsAt | Declare | Proxy  # in addition to the action of a unit, or for no single unit
Standable = Action | EndOfMoveOrder | LaterOrder | ExtraOrder


@final
class Standing(Struct, frozen=True, tag=True, gc=False):
    """Stays in force until cancelled, whenever there is no order of that kind for that unit (N.1)."""

    order: Standable


Order = Standable | Standing | CancelStanding

# To which union an order belongs. No kind has subclasses, and `isinstance` takes ten times as long as a look
# at the type whenever the answer is no, because it asks the metaclass of msgspec.

Plain = Hold | Move | SupportHold | SupportMove  # most orders, of one unit each
Support = SupportHold | SupportMove | SupportGarrison | SupportSecond
_PLAIN, _SUPPORT, _STACK, _JOINT, _OF_PIECES, _AT_THE_END, _LATER = (
    frozenset(get_args(union))
    for union in (Plain, Support, StackOrder, JointOrder, PieceOrder, EndOfMoveOrder, LaterOrder)
)


def is_plain(order: Order) -> "TypeIs[Plain]":
    return type(order) in _PLAIN


def is_support(order: Order) -> "TypeIs[Support]":
    return type(order) in _SUPPORT


def is_of_stack(order: Order) -> "TypeIs[StackOrder]":
    return type(order) in _STACK


def is_joint(order: Order) -> "TypeIs[JointOrder]":
    return type(order) in _JOINT


def is_of_piece(order: Order) -> "TypeIs[PieceOrder]":
    return type(order) in _OF_PIECES


def is_at_the_end(order: Order) -> "TypeIs[EndOfMoveOrder]":
    return type(order) in _AT_THE_END


def is_later(order: Order) -> "TypeIs[LaterOrder]":
    return type(order) in _LATER


class OrderSheet(Struct, frozen=True, gc=False):
    """The orders of one power for the phase that is due, in the order in which they were given."""

    orders: tuple[Order, ...] = ()


_READER = msgspec.json.Decoder(OrderSheet)


def to_text(sheet: OrderSheet) -> str:
    return encoding.to_text(sheet)


def from_text(text: str) -> OrderSheet:
    """Decode a sheet. Raises `msgspec.ValidationError` for text that `to_text` did not write."""
    return _READER.decode(text)

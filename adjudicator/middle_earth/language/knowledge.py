"""The position as the author of a sheet knows it: their own units and pieces, and what is public.

No answer depends on a hidden piece of another power. Each game adds its own units and alignments.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar, overload

from adjudicator.core.language.words import Names, NotAllowed, listed
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Order, Place, Power, Standable, Unit
from adjudicator.middle_earth.resolve.pieces import NAMES as KINDS
from adjudicator.middle_earth.resolve.pieces import is_piece, opposed
from adjudicator.middle_earth.sentences import say
from adjudicator.middle_earth.view.wording import place_name, short_unit


class Position(Protocol):
    """What the stored positions of both games have in common."""

    @property
    def phase(self) -> str: ...
    @property
    def over(self) -> bool: ...
    @property
    def eliminated(self) -> Collection[Power]: ...
    @property
    def standing(self) -> Mapping[Power, Sequence[Standable]]: ...


class Placed(Protocol):
    """A unit of either game."""

    @property
    def place(self) -> Place: ...


SHORTEST_PIECE = 3  # letters of the name of a piece in short
MOST_KEPT = 64  # positions, each as one power knows it
S = TypeVar("S", bound=Position)
S_co = TypeVar("S_co", bound=Position, covariant=True)
P = TypeVar("P", bound=Placed)
F = TypeVar("F")
OWNER = TypeVar("OWNER", bound="AnyKnowledge")


def by_place(units: Iterable[P]) -> dict[Place, list[P]]:
    """Return *units* by the place where they are."""
    found: dict[Place, list[P]] = {}
    for unit in units:
        found.setdefault(unit.place, []).append(unit)
    return found


class of_position(Generic[OWNER, F]):  # noqa: N801  (named as `cached_property`, which it replaces)
    """A property that depends on the position and its reader, not on orders: computed once a message."""

    def __init__(self, find: Callable[[OWNER], F]) -> None:
        self._find = find
        self._name = find.__name__
        self.__doc__ = find.__doc__

    @overload
    def __get__(self, known: None, owner: type) -> Self: ...
    @overload
    def __get__(self, known: OWNER, owner: type) -> F: ...
    def __get__(self, known: OWNER | None, owner: type) -> Self | F:
        if known is None:
            return self
        name, shared = self._name, known.shared
        if name not in shared:
            shared[name] = self._find(known)
        found: F = shared[name]
        known.__dict__[name] = found  # Python finds it there from now on, and does not call this again
        return found


class NotYours(NotAllowed):
    """The units belong to another power, which may have given a proxy for them; no proxy is known here."""

    def __init__(self, reason: str, remedy: str, owner: Power) -> None:
        super().__init__(reason, remedy)
        self.owner = owner


class Knowledge(ABC, Generic[S_co]):
    """The position as *power* knows it, with the orders of this *message* and of all messages (*ordered*)."""

    places: ClassVar[Names]  # the meaning of words for places on this board
    names: ClassVar[Mapping[Place, str]]

    def __init__(
        self,
        state: S_co,
        power: Power,
        message: Iterable[Order] = (),
        earlier: Iterable[Order] = (),
        by_proxy: bool = False,
    ) -> None:
        self.state = state
        self.power = power
        self.message = tuple(message)
        self.ordered = (*earlier, *self.message)
        self.by_proxy = by_proxy  # the line says "by proxy": the units of others may be ordered
        self.shared: dict[str, Any] = {}  # the values of `of_position`
        self.legal: dict[Order, Order] = {}  # plain orders that are legal here, by what was written

    def with_orders(self, message: Iterable[Order], earlier: Iterable[Order]) -> Self:
        """Return the same knowledge, with other orders."""
        found = type(self)(self.state, self.power, message, earlier, self.by_proxy)
        found.shared, found.legal = self.shared, self.legal
        return found

    @cached_property
    def with_proxies(self) -> Self:
        """Return the same knowledge, but with all units to order."""
        return self.with_proxies_of(self.power)

    def with_proxies_of(self, owner: Power) -> Self:
        """Return what *owner* knows, with all units to order."""
        earlier = self.ordered[: -len(self.message) or None]
        return type(self)(self.state, owner, self.message, earlier, by_proxy=True)

    @abstractmethod
    def mine(self) -> list[Unit]:
        """Return the units that the power may order, then its pieces."""

    @abstractmethod
    def public(self, place: Place) -> list[Unit]:
        """Return the ordinary units of all powers in *place*."""

    @abstractmethod
    def is_movement(self) -> bool: ...

    @abstractmethod
    def is_retreat(self) -> bool: ...

    @abstractmethod
    def is_adjustment(self) -> bool: ...

    @property
    def to_order(self) -> str:
        units = dict.fromkeys(short_unit(one) for one in self.mine())
        return say("you_may_order", units=", ".join(units)) if units and not self.by_proxy else ""

    # Alignments.

    @abstractmethod
    def announced(self, power: Power) -> str:
        """Return its alignment as of the last bulletin."""

    @abstractmethod
    def sides(self, power: Power) -> set[str]:
        """Return the alignments that it may have this turn: the declarations of others are hidden."""

    @abstractmethod
    def is_fellow(self, other: Power) -> bool:
        """Return whether a line may rely on a proxy of *other* without the words "by proxy"."""

    def align(self, power: Power) -> str:
        """Return its alignment: the one that this sheet declares, or that of the last bulletin."""
        return (power == self.power and self._declared) or self.announced(power)

    @cached_property
    def _declared(self) -> str:
        """Return the alignment that this sheet declares, or ""."""
        declared = [order.alignment for order in self.ordered if type(order) is act.Declare]
        return declared[-1] if declared else ""

    def opposed(self, one: Power, other: Power) -> bool:
        """Return whether they are certainly Good and Evil, whatever they declare this turn."""
        return all(opposed(mine, theirs) for mine in self.sides(one) for theirs in self.sides(other))

    # The units and places that words refer to.

    @abstractmethod
    def place_named(self, written: Unit) -> Place:
        """Return the place that its words name, given the kind of unit."""

    def place_of(self, written: Unit) -> Place:
        """Return the place; of two with the same name, the one where the power has a unit or piece."""
        if written.kind or not self.places.is_name(written.place):
            return self.place_named(written)
        held = {unit.place for unit in self.mine()}
        fit = [place for place in self.places.meant(written.place) if place in held]
        return fit[0] if len(fit) == 1 else self.place_named(written)

    def piece_in(self, written: Unit, place: Place) -> Unit:
        """Return the only piece of the power there; call it only if it has no unit there."""
        there = sorted({unit.kind for unit in self.mine() if is_piece(unit.kind) and unit.place == place})
        if len(there) == 1:
            return Unit(there[0], place)
        if not there and (called := self._pieces_called(written.place)):
            return called
        if there:
            where = place_name(place, self.names)
            raise NotAllowed(
                say("are_in", there=listed(there, "and"), where=where), say("write_which_one_you_mean")
            )
        raise self.not_yours(written, place)

    def _pieces_called(self, word: str) -> Unit | None:
        """Return one's only piece whose name begins with *word*: "Far" for Faramir, not for Far Harad."""
        short = word.casefold()
        found = {
            unit for unit in self.mine() if is_piece(unit.kind) and unit.kind.casefold().startswith(short)
        }
        return found.pop() if len(found) == 1 and len(short) >= SHORTEST_PIECE else None

    @abstractmethod
    def any_unit(self, written: Unit) -> Unit:
        """Return the ordinary unit of any power that *written* names."""

    @abstractmethod
    def not_yours(self, written: Unit, place: Place) -> NotAllowed:
        """Return the refusal for a unit in *place* that the power may not order."""

    def not_there(self, written: Unit, place: Place) -> NotAllowed:
        kind, where = KINDS.get(written.kind, "unit"), place_name(place, self.names)
        return NotAllowed(say("you_have_no", kind=kind, where=where), self.to_order)

    def by_proxy_only(self, unit: Unit, owner: Power) -> NotAllowed:
        named = self.names.get(owner, owner)
        whose = f"{named}'" if owner.endswith("s") else f"{named}'s"
        reason = say("is_you_can_order", short=short_unit(unit), whose=whose)
        if not self.is_fellow(owner):
            return NotAllowed(reason, say("if_you_have_proxy_end_line"))
        return NotYours(reason, self.to_order, owner)

    def no_such_unit(self, written: Unit, place: Place) -> NotAllowed:
        """Return the refusal for a unit of any power that is not there."""
        where = place_name(place, self.names)
        holds = listed((short_unit(one) for one in self.public(place)), "and")
        asked = short_unit(Unit(written.kind, place, written.count))
        reason = (
            say("holds_not", where=where, holds=holds, asked=asked)
            if holds
            else say("no_unit_stands", where=where)
        )
        return NotAllowed(reason, say("name_unit_by_where_it_stands"))


AnyKnowledge = Knowledge[Position]
K = TypeVar("K", bound=AnyKnowledge)


class KnownPositions(Generic[S, K]):
    """What the powers know of the positions that were read last, before any order; thread-safe."""

    def __init__(self, know: Callable[[S, Power, Iterable[Order], Iterable[Order]], K]) -> None:
        self._know = know
        self._kept: dict[tuple[int, Power], K] = {}

    def of(self, state: S, power: Power) -> K:
        """Return what *power* knows of *state*, cached for that object: comparing by value takes longer."""
        known = self._kept.get((id(state), power))
        if known is None or known.state is not state:
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            known = self._kept[id(state), power] = self._know(state, power, (), ())
        return known

    def forget(self) -> None:
        self._kept.clear()

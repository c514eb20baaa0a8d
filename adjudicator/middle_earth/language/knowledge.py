"""What does the author of a sheet know on every board of Middle-earth?  His own, and what is public.

No answer hangs on a hidden piece of somebody else. What stands where, and who may turn, a game says itself.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import ClassVar, Generic, Self, TypeVar

from adjudicator.core.words import Names, NotAllowed, listed
from adjudicator.middle_earth.language import orders as act
from adjudicator.middle_earth.language.orders import Order, Place, Power, Unit
from adjudicator.middle_earth.resolve.pieces import NAMES as KINDS
from adjudicator.middle_earth.resolve.pieces import is_piece, opposed
from adjudicator.middle_earth.view.wording import place_name, short_unit

State = TypeVar("State")


class NotYours(NotAllowed):
    """The units are another's, who may have given a proxy for them: the author knows of that, we do not."""

    def __init__(self, reason: str, remedy: str, owner: Power) -> None:
        super().__init__(reason, remedy)
        self.owner = owner


class Knowledge(ABC, Generic[State]):
    """The position as *power* knows it; what this *letter* orders, and with earlier letters (*ordered*)."""

    places: ClassVar[Names]  # what the words for places mean on this board
    names: ClassVar[Mapping[Place, str]]

    def __init__(
        self,
        state: State,
        power: Power,
        letter: Iterable[Order] = (),
        earlier: Iterable[Order] = (),
        lent: bool = False,
    ) -> None:
        self.state = state
        self.power = power
        self.letter = tuple(letter)
        self.ordered = (*earlier, *self.letter)
        self.lent = lent  # the line says "by proxy": others' units count as his

    def with_proxies(self, owner: Power = "") -> Self:
        """With all units to order, as their *owner* knows them or this power."""
        earlier = self.ordered[: -len(self.letter) or None]
        return type(self)(self.state, owner or self.power, self.letter, earlier, lent=True)

    @abstractmethod
    def mine(self) -> list[Unit]:
        """The units that are his to order, then his pieces."""

    @abstractmethod
    def public(self, place: Place) -> list[Unit]:
        """The ordinary units in *place*, whosever they are."""

    @property
    def to_order(self) -> str:
        units = [short_unit(one) for one in self.mine()]
        return f"Yours to order: {', '.join(units)}." if units and not self.lent else ""

    # Alignments.

    @abstractmethod
    def announced(self, power: Power) -> str:
        """Its alignment, as the last bulletin had it."""

    @abstractmethod
    def sides(self, power: Power) -> set[str]:
        """Where it may stand in this turn: others' declarations of today are hidden."""

    @abstractmethod
    def is_fellow(self, other: Power) -> bool:
        """Does a proxy between the two need no word in the line?"""

    def align(self, power: Power) -> str:
        """His own as this sheet declares it; of others as the last bulletin had it."""
        return (power == self.power and self._declared) or self.announced(power)

    @cached_property
    def _declared(self) -> str:
        """What this sheet declares; "" if nothing."""
        declared = [order.alignment for order in self.ordered if isinstance(order, act.Declare)]
        return declared[-1] if declared else ""

    def opposed(self, one: Power, other: Power) -> bool:
        """Are they Good and Evil for certain?  A power that may turn Neutral today is not."""
        return all(opposed(mine, theirs) for mine in self.sides(one) for theirs in self.sides(other))

    # What words mean.

    @abstractmethod
    def place_said(self, said: Unit) -> Place:
        """The place that its words name, by the kind of unit."""

    def place_of(self, said: Unit) -> Place:
        """Of two places with one name that where something of his stands."""
        if said.kind or not self.places.is_name(said.place):
            return self.place_said(said)
        held = {unit.place for unit in self.mine()}
        fit = [place for place in self.places.meant(said.place) if place in held]
        return fit[0] if len(fit) == 1 else self.place_said(said)

    def piece_in(self, said: Unit, place: Place) -> Unit:
        """His one piece there, where no unit of his stands."""
        there = sorted({unit.kind for unit in self.mine() if is_piece(unit.kind) and unit.place == place})
        if len(there) == 1:
            return Unit(there[0], place)
        if there:
            where = place_name(place, self.names)
            raise NotAllowed(f"{listed(there, 'and')} are in {where}.", "Write which is meant.")
        raise self.not_his(said, place)

    @abstractmethod
    def any_unit(self, said: Unit) -> Unit:
        """The ordinary unit of whatever power that *said* names."""

    @abstractmethod
    def not_his(self, said: Unit, place: Place) -> NotAllowed:
        """Why he does not order what *said* names there."""

    def not_there(self, said: Unit, place: Place) -> NotAllowed:
        kind, where = KINDS.get(said.kind, "unit"), place_name(place, self.names)
        return NotAllowed(f"You have no {kind} in {where}.", self.to_order)

    def by_proxy_only(self, unit: Unit, owner: Power) -> NotAllowed:
        whose = f"{owner}'" if owner.endswith("s") else f"{owner}'s"
        reason = f"{short_unit(unit)} is {whose}; it may be ordered by proxy only."
        if not self.is_fellow(owner):
            return NotAllowed(reason, 'If there is a proxy, end the line with "by proxy".')
        return NotYours(reason, self.to_order, owner)

    def no_such_unit(self, said: Unit, place: Place) -> NotAllowed:
        """Of whatever power: something else stands there, or nothing."""
        where = place_name(place, self.names)
        holds = listed((short_unit(one) for one in self.public(place)), "and")
        asked = short_unit(Unit(said.kind, place, said.count))
        reason = f"{where} holds {holds}, not {asked}." if holds else f"No unit stands in {where}."
        return NotAllowed(reason, "Name the unit by where it stands now.")

"""What can a Power order?  Values, once they have been read; zones by their ids."""

from msgspec import Struct

from adjudicator.empires.ground import Zone


class Kind(Struct, frozen=True):
    """How an army is described: as much of it as the writer gave."""

    nation: str = ""
    size: str = ""
    step: str = ""  # "full" or "reduced"


class Ref(Struct, frozen=True):
    """*number* armies of one kind, by where they stood when the turn began."""

    kind: Kind
    zone: Zone
    number: int = 1


class Attack(Struct, frozen=True):
    """*air*: the most missions for aviation, 0 for none; *loss*: instead of the standing order S.7."""

    target: Kind = Kind()
    supporters: tuple[Ref, ...] = ()
    air: int = 0
    tanks: bool = False
    loss: str = ""


class ArmyOrder(Struct, frozen=True):
    """An army moves, or attacks, or moves and attacks."""

    army: Ref
    path: tuple[Zone, ...] = ()
    strategic: bool = False
    by_sea: bool = False
    attack: Attack | None = None


class New(Struct, frozen=True):
    army: Ref


class Reinforce(Struct, frozen=True):
    army: Ref


class Recruit(Struct, frozen=True):
    """The heading RECRUIT, and what stands on its line."""

    items: tuple[New | Reinforce, ...] = ()


class Items(Struct, frozen=True):
    """Items of RECRUIT on a line below it."""

    items: tuple[New | Reinforce, ...]


class Activate(Struct, frozen=True):
    """The heading ACTIVATE, or OFFENSIVE where *extra*."""

    extra: bool = False
    order: ArmyOrder | None = None


class Research(Struct, frozen=True):
    technology: str


class Entrench(Struct, frozen=True):
    zone: Zone


class Diplomacy(Struct, frozen=True):
    track: str
    forward: bool


class Missions(Struct, frozen=True):
    pass


class Gas(Struct, frozen=True):
    target: Kind
    zone: Zone


class Pause(Struct, frozen=True):
    pass


class Pass(Struct, frozen=True):
    pass


class Heading(Struct, frozen=True):
    """STANDING ORDERS, which says nothing."""


class Technologies(Struct, frozen=True):
    """The three of the set-up. 2.3"""

    names: tuple[str, ...]


class SecondLoss(Struct, frozen=True):
    kinds: tuple[str, ...]


class SupporterLoss(Struct, frozen=True):
    which: str

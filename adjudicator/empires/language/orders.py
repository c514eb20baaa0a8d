"""The orders of Downfall of Empires as values; zones by their ids.

`Order` is a closed union: a kind that is added to it fails the type check in reading, wording, choices and
resolution until each of them covers it. Pictures need no kind: they draw the arrows of a record.
"""

from typing import Literal, assert_never, get_args

from msgspec import Struct

from adjudicator.empires.ground import Zone
from adjudicator.empires.language.conditions import Condition
from adjudicator.empires.language.standing import StandingOrder


class Kind(Struct, frozen=True):
    """How an order describes an army; "" for what it leaves open."""

    nation: str = ""
    size: str = ""  # "small" or "large"
    step: str = ""  # "full" or "reduced"

    def is_of_size(self, size: str) -> bool:
        """Return whether it allows an army of this size, "" for a large one."""
        return self.size in ("", size or "large")


class Ref(Struct, frozen=True):
    """*number* armies of one kind, by the zone where they were when the turn began."""

    kind: Kind
    zone: Zone
    number: int = 1


class Attack(Struct, frozen=True):
    """*air*: the most missions for aviation, 0 for none; *air_if*: conditions that must hold before the dice;
    *loss*: instead of the standing order S.7.
    """

    target: Kind = Kind()
    supporters: tuple[Ref, ...] = ()
    air: int = 0
    tanks: bool = False
    loss: str = ""
    air_if: tuple[Condition, ...] = ()


class ArmyOrder(Struct, frozen=True):
    """An army moves, or attacks, or moves and attacks."""

    army: Ref
    path: tuple[Zone, ...] = ()
    strategic: bool = False
    by_sea: bool = False
    attack: Attack | None = None


class New(Struct, frozen=True):
    """Recruit a new army."""

    army: Ref


class Reinforce(Struct, frozen=True):
    """Make a reduced army full."""

    army: Ref


RecruitItem = New | Reinforce


class Recruit(Struct, frozen=True):
    """The heading RECRUIT, and the items on its line."""

    items: tuple[RecruitItem, ...] = ()


class Items(Struct, frozen=True):
    """Items of RECRUIT on a line below it."""

    items: tuple[RecruitItem, ...]


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
    """STANDING ORDERS, which has no effect."""


class Technologies(Struct, frozen=True):
    """The three technologies of the set-up. 2.3"""

    names: tuple[str, ...]


SingleLine = Research | Entrench | Diplomacy | Missions | Gas | Pause | Pass  # complete on its own line
ActionOrder = Recruit | Activate | SingleLine  # ends the block above it
PlainOrder = ActionOrder | Items | ArmyOrder


class Conditional(Struct, frozen=True):
    """IF, OTHERWISE or IN ANY CASE. Without an *order* it is a heading: the lines below depend on it.

    *is_else*: it counts only if no condition above it held. *is_end*: it ends the lines of a heading.
    """

    conditions: tuple[Condition, ...] = ()
    order: PlainOrder | None = None
    otherwise: PlainOrder | None = None
    is_else: bool = False
    is_end: bool = False

    @property
    def orders(self) -> tuple[PlainOrder, ...]:
        return tuple(one for one in (self.order, self.otherwise) if one is not None)


SheetOrder = PlainOrder | Conditional
Order = SheetOrder | StandingOrder | Technologies | Heading

Command = Literal[
    "RECRUIT",
    "ACTIVATE",
    "RESEARCH",
    "ENTRENCH",
    "DIPLOMACY",
    "MISSIONS",
    "GAS",
    "OFFENSIVE",
    "PAUSE",
    "PASS",
]
COMMANDS: tuple[Command, ...] = get_args(Command)
ACTIONS: tuple[Command, ...] = ("RECRUIT", "ACTIVATE", "RESEARCH", "ENTRENCH", "DIPLOMACY", "MISSIONS")  # 7


def command_of(order: ActionOrder) -> Command:  # noqa: PLR0911  (one per kind)
    """Return the word with which players write *order*; forms and choices have an entry for each."""
    match order:
        case Recruit():
            return "RECRUIT"
        case Activate(extra=extra):
            return "OFFENSIVE" if extra else "ACTIVATE"
        case Research():
            return "RESEARCH"
        case Entrench():
            return "ENTRENCH"
        case Diplomacy():
            return "DIPLOMACY"
        case Missions():
            return "MISSIONS"
        case Gas():
            return "GAS"
        case Pause():
            return "PAUSE"
        case Pass():
            return "PASS"
        case _ as never:
            assert_never(never)

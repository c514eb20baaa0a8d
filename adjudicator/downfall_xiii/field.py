"""What is on the workbench while a turn is judged?  Parts that act, pieces, facts; then a State again.

A Part is what acts as one in this turn: a stack, or a part of a divided one. The steps of `phases` change the
field in order; nothing outside the judging of one turn ever holds one.
"""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from adjudicator.dice import Dice, apart
from adjudicator.downfall_xiii import ground, options
from adjudicator.downfall_xiii.position import Bearer, Piece, Ring, Stack, State
from adjudicator.middle_earth.actions import Order, Place, Power, Sheet
from adjudicator.middle_earth.outcomes import Outcome, Succeeded, Void
from adjudicator.middle_earth.pieces import PERSONALITIES
from adjudicator.middle_earth.record import News, Result
from adjudicator.middle_earth.workbench import Workbench
from adjudicator.position import Unit as Named


class Said(Struct, eq=False):
    """An order of the sheet while it is judged; the *outcome* comes later."""

    power: Power
    order: Order
    public: bool
    outcome: Outcome | None = None


class Part(Struct, eq=False):
    """Ordinary units of one power that act as one. *men* counts them by kind."""

    power: Power
    men: dict[str, int]
    origin: Place  # where it began the turn
    place: Place  # where it is now
    act: Any = None  # the action that it carries out; None holds
    said: list[Said] = []
    path: tuple[Place, ...] = ()  # to enter, phase by phase; "" for a phase in which it holds
    ferried: bool = False
    awaits_ferry: bool = False  # its only order is that of the fleet that was to take it
    fleet: "Part | None" = None  # that it is aboard of
    team: int = -1  # parts with the same number attack as one (merges, mixed stacks)
    joins: bool = False
    company: list["Token"] = []
    attack: int = -1  # its number in the battle of this phase
    entered: int = 0  # the last phase in which it entered an area
    supported: bool = False  # it gave support, or tried to, in phase one
    entered_from: Place = ""
    beaten_from: tuple[Place, ...] | None = None
    beaten_by: "Part | None" = None
    dead: bool = False

    def come(self, outcome: Outcome) -> None:
        """Write down what came of its orders; a success gives way to anything else."""
        for said in self.said:
            if said.outcome is None or isinstance(said.outcome, Succeeded):
                said.outcome = outcome

    def void(self, why: str) -> None:
        """Its order is void: it holds."""
        self.come(Void(why))
        self.act, self.path, self.joins = None, (), False

    @property
    def count(self) -> int:
        return sum(self.men.values())

    @property
    def kinds(self) -> tuple[str, ...]:
        return tuple(self.men)

    @property
    def is_fleet(self) -> bool:
        return "F" in self.men

    @property
    def is_at_sea(self) -> bool:
        return self.is_fleet and self.place in ground.WATER

    @property
    def here(self) -> bool:
        """On the board, and not beaten."""
        return not self.dead and self.beaten_from is None


class Token(Struct, eq=False):
    """A piece. *stack* is the part in whose company it is."""

    power: Power
    kind: str
    origin: Place
    place: Place
    act: Any = None
    said: Said | None = None
    stack: Part | None = None
    beside: "Token | None" = None  # the piece it moves along with
    fleet: Part | None = None  # that it is aboard of
    ferried: Part | None = None  # the fleet of its fast ferry
    path: tuple[Place, ...] = ()
    idle: bool = True  # has no order to move
    ordered: bool = False  # its company was ordered
    shown: bool = False  # a power of his was used, or it moved with a unit: printed for all
    entered: int = 0
    entered_from: Place = ""
    beaten_from: tuple[Place, ...] | None = None
    came_with: Power = ""
    pursued_from: tuple[Place, ...] = ()  # where hidden intruders came from: its player cannot know (H.1)
    dead: bool = False

    def come(self, outcome: Outcome) -> None:
        if self.said is not None and (self.said.outcome is None or isinstance(self.said.outcome, Succeeded)):
            self.said.outcome = outcome

    def void(self, why: str) -> None:
        """Its order is void: it stays."""
        self.come(Void(why))
        self.act, self.path, self.stack, self.beside, self.idle = None, (), None, None, True

    @property
    def here(self) -> bool:
        return not self.dead and self.beaten_from is None

    @property
    def is_personality(self) -> bool:
        return self.kind in PERSONALITIES


Holder = Part | Token
Voids = Mapping[Power, Mapping[Order, Outcome]]  # orders set aside before anything moves, and why


class Field(Workbench[Part, Token]):
    """The workbench. Facts have the names that they have in `State`."""

    def __init__(
        self, state: State, sheets: dict[Power, Sheet], dice: Dice, voids: Voids | None = None
    ) -> None:
        self.before = state
        self.sheets = sheets
        self.voids: Voids = voids or {}
        self.dice = dice
        self._dice_for: dict[str, Dice] = {}
        self.parts: list[Part] = []
        self.tokens = [Token(p.power, p.kind, p.place, p.place) for p in state.pieces]
        self.alignments = dict(state.alignments)
        self.owners = dict(state.owners)
        self.split = dict(state.split)
        self.logical = dict(state.logical)
        self.ring = state.ring
        self.holder: Holder | None = None
        self.holder_kind = ""  # of the one unit in a Part that has the Ring
        self.theoden, self.dead, self.balrog, self.gandalf = (
            state.theoden,
            state.dead,
            state.balrog,
            state.gandalf,
        )
        self.shadowfax = state.shadowfax
        self.ents_away = False
        self.garrisons_gone = set(state.garrisons_gone)
        self.fortresses_gone = set(state.fortresses_gone)
        self.garrison_of = dict(state.garrison_of)
        self.timers = dict(state.timers)
        self.eliminated = list(state.eliminated)
        self.grudges = dict(state.grudges)
        self.fleets_built = dict(state.fleets_built)
        self.fleets_built_at_cit = dict(state.fleets_built_at_cit)
        self.mordor_in_the_south = state.mordor_in_the_south
        self.homes = dict(state.homes)
        self.proxies = list(state.proxies)
        self.standing = dict(state.standing)
        self.begun = set(state.begun)
        self.changes = list(state.changes)
        self.contested: set[Place] = set()
        self.winners: tuple[Power, ...] = ()
        self.over = False
        self.said: list[Said] = []
        self.news: list[News] = []
        self.paralysed: set[tuple[Power, Place]] = set()
        self.extra_units = state.extra_units
        self.put_on = False  # the Ring, in this phase: all see where
        self.raising = False  # Aragorn goes the Paths of the Dead in this phase
        self.rivers = self.hostile_rivers()

    # Asking.

    def parts_in(self, place: Place) -> list[Part]:
        return [part for part in self.parts if part.place == place and part.here]

    def by_place(self) -> dict[Place, list[Part]]:
        """All `parts_in` at once."""
        found: dict[Place, list[Part]] = {}
        for part in self.here():
            found.setdefault(part.place, []).append(part)
        return found

    def token(self, kind: str) -> Token | None:
        """The one piece of that kind that is on the board."""
        for token in self.tokens:
            if token.kind == kind and not token.dead:
                return token
        return None

    def barred(self, power: Power) -> frozenset[Place]:
        """Rivers in which a fleet hostile to *power* stood at the start of the turn (7h.1)."""
        return self.rivers[power]

    def hostile_rivers(self) -> dict[Power, frozenset[Place]]:
        rivers: dict[Power, set[Place]] = {power: set() for power in self.alignments}
        for stack in [stack for stack in self.before.stacks if stack.place in ground.RIVERS]:
            theirs = self.alignments[stack.power]
            for power, mine in self.alignments.items():
                if stack.power != power and options.is_hostile(self.before, mine, theirs):
                    rivers[power].add(stack.place)
        return {power: frozenset(places) for power, places in rivers.items()}

    def homes_of(self, power: Power) -> tuple[Place, ...]:
        return ground.HOMES[power] + self.homes.get(power, ())

    def actual_centres(self, power: Power) -> int:
        return sum(owner == power for owner in self.owners.values())

    def has_garrison(self, place: Place) -> bool:
        gone = place in self.garrisons_gone and place not in self.garrison_of
        return place in ground.GARRISONS and not gone

    def garrison_owner(self, place: Place) -> Power | None:
        return self.garrison_of.get(place, ground.home_of(place))

    def garrison_resists(self, place: Place, power: Power) -> bool:
        if not self.has_garrison(place):
            return False
        return ground.garrison_resists(place, self.garrison_owner(place), power, self.alignments[power])

    def is_full(self, part: Part) -> bool:
        """A full stack: two units that act together, or one with a personality, Gandalf or Aragorn."""
        if part.count > 1 or self.is_dead_host(part):
            return True
        if any(self.is_strong_company(token, part) for token in self.company_of(part)):
            return True
        return part.team >= 0 and any(
            other is not part and other.team == part.team and other.place == part.place and other.here
            for other in self.parts
        )

    def is_strong_company(self, token: Token, part: Part) -> bool:
        if token.kind in ("Gandalf", "Aragorn"):
            return True
        return token.is_personality and self.align(token.power) == self.align(part.power)

    def is_dead_host(self, part: Part) -> bool:
        return "Dead" in part.men

    def company_of(self, part: Part) -> list[Token]:
        """Pieces in company of *part* now: those that go with it, and idle personalities where it stands."""
        with_it = [token for token in part.company if token.here and token.place == part.place]
        idle = [
            token
            for token in self.tokens_in(part.place)
            if self.is_idle_company(token, part) and token not in with_it
        ]
        return with_it + idle

    def is_idle_company(self, token: Token, part: Part) -> bool:
        return (
            token.is_personality
            and token.idle
            and token.stack is None
            and part.fleet is None
            and self.is_awake(token)
            and self.align(token.power) == self.align(part.power)
            and options.value(self.before, options.IDLE) == "automatic"
        )

    def is_awake(self, token: Token) -> bool:
        return token.kind != "Theoden" or self.theoden.word == "awake"

    def name(self, part: Part) -> Named:
        return Named(part.power, kinds_text(part), part.origin)

    # Changing.

    def begin(self, counter: str, turns: int) -> None:
        """A timer of part T begins: it goes down at the end of every later turn (8.26)."""
        self.timers[counter] = turns
        self.begun.add(counter)

    def turn_to(self, power: Power, alignment: str) -> None:
        """*power* changes its alignment, and all are told (section 9)."""
        if self.alignments[power] == alignment:
            return
        self.alignments[power] = alignment
        self.changes = [one for one in self.changes if one != power] + [power]
        self.tell("alignment", None, power=power, alignment=alignment)

    def roll(self, sides: int, what: str) -> int:
        """The die for *what*; dice for other things, hidden ones, do not change it (section D)."""
        return self._dice_for.setdefault(what, apart(self.dice, what)).roll(sides)

    # Telling.

    def say(self, power: Power, order: Order, public: bool) -> Said:
        said = Said(power, order, public)
        self.said.append(said)
        return said

    # Back to a State.

    def stacks(self) -> tuple[Stack, ...]:
        counted: dict[tuple[Power, str, Place], int] = {}
        for part in self.here():
            for kind, number in part.men.items():
                key = (part.power, kind, part.place)
                counted[key] = counted.get(key, 0) + number
        return tuple(sorted([Stack(*key, count) for key, count in counted.items() if key[1] != "Dead"]))

    def pieces(self) -> tuple[Piece, ...]:
        return tuple(sorted(Piece(t.power, t.kind, t.place) for t in self.tokens if t.here))

    def bearer(self) -> Bearer | None:
        if self.holder is None:
            return None
        kind = self.holder.kind if isinstance(self.holder, Token) else self.holder_kind
        if isinstance(self.holder, Part) and kind not in self.holder.men:
            kind = self.holder.kinds[0]
        return Bearer(self.holder.power, kind, self.holder.place)

    def ring_now(self) -> Ring:
        if self.ring.how in ("carried", "worn"):
            return Ring(self.ring.how, bearer=self.bearer(), from_fellowship=self.ring.from_fellowship)
        return self.ring

    def state(self, **more: Any) -> State:
        facts: dict[str, Any] = {
            "stacks": self.stacks(),
            "pieces": self.pieces(),
            "ring": self.ring_now(),
            "garrisons_gone": tuple(sorted(self.garrisons_gone)),
            "fortresses_gone": tuple(sorted(self.fortresses_gone)),
            "eliminated": tuple(self.eliminated),
            "proxies": tuple(self.proxies),
            "begun": tuple(sorted(self.begun)),
            "changes": tuple(self.changes),
            "number": self.before.number + 1,
            "winners": self.winners,
            "over": self.over,
            **{name: getattr(self, name) for name in COPIED},
            **more,
        }
        return msgspec.structs.replace(self.before, **facts)

    def results(self) -> tuple[Result, ...]:
        rows = [Result(one.power, one.order, one.outcome or Succeeded(), one.public) for one in self.said]
        return tuple(rows)


COPIED = (
    "alignments",
    "owners",
    "split",
    "logical",
    "theoden",
    "dead",
    "balrog",
    "gandalf",
    "shadowfax",
    "ents_away",
    "garrison_of",
    "timers",
    "grudges",
    "fleets_built",
    "fleets_built_at_cit",
    "mordor_in_the_south",
    "homes",
    "standing",
    "extra_units",
)


def kinds_text(part: Part) -> str:
    """The kind of a part as a name has it: "A", "2A", "A, C"."""
    return ", ".join(f"{count if count > 1 else ''}{kind}" for kind, count in part.men.items())

"""The working state of a turn: stacks that act as one, pieces and facts.

An `ActingStack` acts as one in this turn: it is a stack, or a part of a divided one. The steps of `phases`
change the `TurnState` in order. It is dropped when its turn is resolved.
"""

from collections.abc import Iterable, Mapping

import msgspec

from adjudicator.core.dice import Dice, apart
from adjudicator.core.position import Unit as Named
from adjudicator.downfall_xiii import ground, options
from adjudicator.downfall_xiii.position import Bearer, Piece, Ring, Stack, State, commander
from adjudicator.middle_earth.language.orders import Action, Order, OrderSheet, Place, Power
from adjudicator.middle_earth.resolve.outcomes import Failed, Outcome, Succeeded, Void, VoidReason
from adjudicator.middle_earth.resolve.pieces import is_personality, opposed
from adjudicator.middle_earth.resolve.record import News, Result


class GivenOrder:
    """An order, with its *outcome* once it is resolved."""

    def __init__(self, power: Power, order: Order, public: bool) -> None:
        self.power = power
        self.order = order
        self.public = public
        self.outcome: Outcome | None = None


class ActingStack:
    """Ordinary units of one power that act as one. *counts* has their number by kind.

    *origin* is where it began the turn, *place* where it is now.
    """

    def __init__(self, power: Power, counts: dict[str, int], origin: Place, place: Place) -> None:
        self.power = power
        self.counts = counts
        self.origin = origin
        self.place = place
        self.number = -1  # its index in `TurnState.stacks`
        self.order: Action | None = None  # None: it holds
        self.given: list[GivenOrder] = []
        self.path: tuple[Place, ...] = ()  # the area to enter by phase, "" to hold
        self.ferried = False
        self.awaits_ferry = False  # its only order is that of the ferrying fleet
        self.fleet: ActingStack | None = None  # it is aboard
        self.team = -1  # stacks with the same number attack as one (merges, mixed stacks)
        self.joins = False
        self.company: list[ActingPiece] = []
        self.attack = -1  # its number in the battle of this phase
        self.entered = 0  # the last phase in which it entered an area
        self.supported = False  # it gave support, or tried to, in phase one
        self.entered_from: Place = ""
        self.beaten_from: tuple[Place, ...] | None = None
        self.beaten_by: ActingStack | None = None
        self.dead = False

    def set_outcome(self, outcome: Outcome) -> None:
        """Set the outcome of its orders. A success gives way to any other outcome."""
        for given in self.given:
            if given.outcome is None or type(given.outcome) is Succeeded:
                given.outcome = outcome

    def void(self, why: VoidReason) -> None:
        """Void its order: it holds, and who was to go with it stays."""
        self.set_outcome(Void(why))
        for piece in self.company:
            if piece.path:
                piece.set_outcome(Failed("his unit"))
        self.order, self.path, self.joins = None, (), False

    @property
    def count(self) -> int:
        return sum(self.counts.values())

    @property
    def kinds(self) -> tuple[str, ...]:
        return tuple(self.counts)

    def is_called(self, kind: str) -> bool:
        """Return whether *kind* names some of its units; "" names any."""
        return not kind or kind in self.counts

    @property
    def is_fleet(self) -> bool:
        return "F" in self.counts

    @property
    def is_at_sea(self) -> bool:
        return self.is_fleet and self.place in ground.WATER

    @property
    def here(self) -> bool:
        """Return whether it is on the board and not dislodged."""
        return not self.dead and self.beaten_from is None


class ActingPiece:
    """A piece. *stack* is the one that it accompanies."""

    def __init__(self, power: Power, kind: str, origin: Place, place: Place) -> None:
        self.power = power
        self.kind = kind
        self.origin = origin
        self.place = place
        self.order: Action | None = None
        self.given: GivenOrder | None = None
        self.stack: ActingStack | None = None
        self.beside: ActingPiece | None = None  # the piece it moves along with
        self.fleet: ActingStack | None = None  # it is aboard
        self.ferried: ActingStack | None = None  # the fleet of its fast ferry
        self.path: tuple[Place, ...] = ()
        self.idle = True  # it has no order to move
        self.ordered = False  # it is in company by an order
        self.shown = False  # public: it used a power, or moved with a unit
        self.by_ring = False  # shown because it wears the Ring, or came with it
        self.entered = 0
        self.entered_from: Place = ""
        self.beaten_from: tuple[Place, ...] | None = None
        self.came_with: Power = ""
        self.pursued_from: tuple[Place, ...] = ()  # by hidden intruders, unknown to its player (H.1)
        self.dead = False

    def set_outcome(self, outcome: Outcome) -> None:
        if self.given is not None and (self.given.outcome is None or type(self.given.outcome) is Succeeded):
            self.given.outcome = outcome

    def void(self, why: VoidReason) -> None:
        """Void its order: it stays."""
        self.set_outcome(Void(why))
        self.order, self.path, self.stack, self.beside, self.idle = None, (), None, None, True

    @property
    def here(self) -> bool:
        return not self.dead and self.beaten_from is None

    @property
    def is_personality(self) -> bool:
        return is_personality(self.kind)


Holder = ActingStack | ActingPiece
Voids = Mapping[Power, Mapping[Order, Outcome]]  # orders replaced before anything moves, and why


class TurnState:
    """Everything that the steps of a turn read and change. Facts have the names of `State`."""

    def __init__(
        self, state: State, sheets: dict[Power, OrderSheet], dice: Dice, voids: Voids | None = None
    ) -> None:
        self.before = state
        self.sheets = sheets
        self.voids: Voids = voids or {}
        self.dice = dice
        self._dice_for: dict[str, Dice] = {}
        self.options = options.in_force(state)
        self.stacks: list[ActingStack] = []
        self.from_area: dict[Place, list[ActingStack]] = {}  # by where they began
        self.holder: Holder | None = None
        self.holder_kind = ""  # if a stack has the Ring, the kind of unit that carries it
        self.ents_away = False
        self.contested: set[Place] = set()
        self.winners: tuple[Power, ...] = ()
        self.over = False
        self.given: list[GivenOrder] = []
        self.news: list[News] = []
        self.paralysed: set[tuple[Power, Place]] = set()
        self.put_on = False  # the Ring was put on in this phase: its place is public
        self.raising = False  # Aragorn takes the Paths of the Dead in this phase
        self._copy(state)
        self.rivers = self.hostile_rivers()

    def _copy(self, state: State) -> None:
        """Begin with the facts of *state*, as values that the steps may change."""
        self.pieces = [ActingPiece(p.power, p.kind, p.place, p.place) for p in state.pieces]
        self.alignments = dict(state.alignments)
        self.owners = dict(state.owners)
        self.split = dict(state.split)
        self.logical = dict(state.logical)
        self.ring = state.ring
        self.theoden, self.dead = state.theoden, state.dead
        self.balrog, self.gandalf = state.balrog, state.gandalf
        self.shadowfax = state.shadowfax
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
        self.extra_units = state.extra_units

    def align(self, power: Power) -> str:
        return self.alignments[power]

    def commander(self, power: Power) -> Power:
        """Return the player who orders the ordinary units of *power* in this phase (9.7)."""
        return commander(self.before, power)

    def are_opposed(self, one: Power, other: Power) -> bool:
        return opposed(self.alignments[one], self.alignments[other])

    def here(self) -> list[ActingStack]:
        """Return the stacks that need not retreat."""
        return [stack for stack in self.stacks if stack.here]

    def stacks_in(self, place: Place) -> list[ActingStack]:
        return [stack for stack in self.stacks if stack.place == place and stack.here]

    def stacks_from(self, place: Place) -> list[ActingStack]:
        """Return the stacks that began the turn there, wherever they are now."""
        return self.from_area.get(place) or []

    def by_place(self) -> dict[Place, list[ActingStack]]:
        """Return all `stacks_in`, by area."""
        found: dict[Place, list[ActingStack]] = {}
        for stack in self.here():
            there = found.get(stack.place)
            if there is None:
                found[stack.place] = [stack]
            else:
                there.append(stack)
        return found

    def pieces_in(self, place: Place) -> list[ActingPiece]:
        return [piece for piece in self.pieces if piece.place == place and piece.here]

    def piece(self, kind: str) -> ActingPiece | None:
        """Return the one piece of that kind on the board."""
        for piece in self.pieces:
            if piece.kind == kind and not piece.dead:
                return piece
        return None

    def barred(self, power: Power) -> frozenset[Place]:
        """Return rivers in which a fleet hostile to *power* stood at the start of the turn (7h.1)."""
        return self.rivers[power]

    def hostile_rivers(self) -> dict[Power, frozenset[Place]]:
        fleets = [stack for stack in self.before.stacks if stack.place in ground.INLAND]
        return {
            power: frozenset([fleet.place for fleet in fleets if self._is_hostile(fleet, power)])
            for power in self.alignments
        }

    def _is_hostile(self, fleet: Stack, power: Power) -> bool:
        mine, theirs = self.alignments[power], self.alignments[fleet.power]
        return fleet.power != power and options.is_hostile(self.before, mine, theirs)

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

    def is_full(self, stack: ActingStack) -> bool:
        """Return whether it is a full stack: two units that act together, or one with strong company."""
        if stack.count > 1 or self.is_dead_host(stack):
            return True
        if any(self.is_strong_company(piece, stack) for piece in self.company_of(stack)):
            return True
        if stack.team < 0:
            return False
        together = [other for other in self.stacks_in(stack.place) if other.team == stack.team]
        return any(other is not stack for other in together)

    def is_strong_company(self, piece: ActingPiece, stack: ActingStack) -> bool:
        if piece.kind in ("Gandalf", "Aragorn"):
            return True
        return piece.is_personality and self.align(piece.power) == self.align(stack.power)

    def is_dead_host(self, stack: ActingStack) -> bool:
        return "Dead" in stack.counts

    def company_of(self, stack: ActingStack) -> list[ActingPiece]:
        """Return the pieces that go with *stack*, and idle personalities where it stands."""
        with_it = [piece for piece in stack.company if piece.here and piece.place == stack.place]
        idle = [
            piece
            for piece in self.pieces_in(stack.place)
            if self.is_idle_company(piece, stack) and piece not in with_it
        ]
        return with_it + idle

    def is_idle_company(self, piece: ActingPiece, stack: ActingStack) -> bool:
        return (
            piece.is_personality
            and piece.idle
            and piece.stack is None
            and stack.fleet is None
            and self.is_awake(piece)
            and self.align(piece.power) == self.align(stack.power)
            and self.options[options.IDLE] == "automatic"
        )

    def is_awake(self, piece: ActingPiece) -> bool:
        return piece.kind != "Theoden" or self.theoden.word == "awake"

    def name(self, stack: ActingStack) -> Named:
        return Named(stack.power, kinds_text(stack), stack.origin)

    def add(self, stack: ActingStack) -> None:
        stack.number = len(self.stacks)
        self.stacks.append(stack)
        self.from_area.setdefault(stack.origin, []).append(stack)

    def start_timer(self, counter: str, turns: int) -> None:
        """Start a timer of part T, which counts down at the end of every later turn (8.26)."""
        self.timers[counter] = turns
        self.begun.add(counter)

    def change_alignment(self, power: Power, alignment: str, why: str = "") -> None:
        """Change the alignment of *power*, publicly (section 9); *why* is a key of the game's sentences."""
        if self.alignments[power] == alignment:
            return
        self.alignments[power] = alignment
        self.changes = [one for one in self.changes if one != power] + [power]
        reason = {"why": why} if why else {}
        self.add_news("alignment", None, power=power, alignment=alignment, **reason)

    def roll(self, sides: int, what: str) -> int:
        """Roll the die for *what*; its result is independent of dice for other, hidden things (section D)."""
        return self._dice_for.setdefault(what, apart(self.dice, what)).roll(sides)

    def add_news(self, key: str, readers: Iterable[Power] | None, **words: str) -> None:
        """Add news for *readers*; None is everybody."""
        self.news.append(News(key, None if readers is None else tuple(readers), words))

    def add_order(self, power: Power, order: Order, public: bool) -> GivenOrder:
        given = GivenOrder(power, order, public)
        self.given.append(given)
        return given

    # The position after the turn.

    def stack_rows(self) -> tuple[Stack, ...]:
        units = [
            (stack.power, kind, stack.place, count)
            for stack in self.here()
            for kind, count in stack.counts.items()
            if kind != "Dead"
        ]
        found: list[Stack] = []
        last, together = ("", "", ""), 0
        for power, kind, place, count in sorted(units):
            if (power, kind, place) == last:
                found.pop()
                together += count
            else:
                last, together = (power, kind, place), count
            found.append(Stack(power, kind, place, together))
        return tuple(found)

    def piece_rows(self) -> tuple[Piece, ...]:
        return tuple(sorted(Piece(t.power, t.kind, t.place) for t in self.pieces if t.here))

    def bearer(self) -> Bearer | None:
        if self.holder is None:
            return None
        kind = self.holder.kind if isinstance(self.holder, ActingPiece) else self.holder_kind
        if isinstance(self.holder, ActingStack) and kind not in self.holder.counts:
            kind = self.holder.kinds[0]
        return Bearer(self.holder.power, kind, self.holder.place)

    def ring_now(self) -> Ring:
        if self.ring.how in ("carried", "worn"):
            return Ring(self.ring.how, bearer=self.bearer(), from_fellowship=self.ring.from_fellowship)
        return self.ring

    def state(self, **more: object) -> State:
        facts: dict[str, object] = {
            "stacks": self.stack_rows(),
            "pieces": self.piece_rows(),
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
        rows = [Result(one.power, one.order, one.outcome or Succeeded(), one.public) for one in self.given]
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


def kinds_text(stack: ActingStack) -> str:
    """Return its kinds as printed: "A", "2A", "A, C"."""
    return ", ".join(f"{count if count > 1 else ''}{kind}" for kind, count in stack.counts.items())

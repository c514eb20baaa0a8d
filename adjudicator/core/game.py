"""The interface between the service and a game: what the service asks, and what it gets.

The service stores `State`, `Orders` and `Record` as text and never looks inside: the game that wrote
them is the only one to read them, so a stored turn outlives the code and a replay is a file.

Facts leave a game through `Game.show` and `Game.picture` alone. Both ask the game's `sight.py` what the
reader may know; `reader=None` is the public (bulletin, observers, the site).
"""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from msgspec import Struct, structs

from adjudicator.core.atlas import PlaceEntry
from adjudicator.core.dice import Dice

Power = str
State = str
Orders = str
Record = str
Facts = Mapping[str, Any]


class Option(Struct, frozen=True):
    """A ruling that groups play in different ways; *default* is what `rules.md` takes."""

    key: str
    title: str
    values: tuple[str, ...]
    default: str
    clause: str


class Card(Struct, frozen=True):
    """The description of a game in a catalogue."""

    key: str
    title: str
    sentence: str
    seats: tuple[Power, ...]
    rules: str  # the text of rules.md
    credits: tuple[str, ...]
    options: tuple[Option, ...] = ()
    aliases: tuple[str, ...] = ()
    phases: tuple[str, ...] = ()  # names of its phases, as `Due.phase` and the rule cases use them
    seasons: tuple[str, ...] = ()  # as in the names of turns, in the order of the year
    help: str = ""  # the order language for players, mailed on HELP
    has_standing_orders: bool = False  # do orders stand from turn to turn, also for who sends nothing?
    pieces: Mapping[str, str] = {}  # what is no ordinary unit: "R", as rule cases write it, and "Ranger"
    plays_in_turn: bool = False  # do powers play one after the other, each with turns of its own?
    waits_for_all: str = ""  # when `Due.waits_for_all` may hold, as a sentence begins: "In the first turn"
    places: Mapping[str, tuple[str, ...]] = {}  # short name of each place, and its names, the full one first
    centres: tuple[str, ...] = ()  # the short names of supply centres, or what stands for them
    atlas: tuple[PlaceEntry, ...] = ()  # the same places with all that can be looked up of them
    has_conditions: bool = False  # may an order of the turn that is due depend on what happens in it?
    headings: tuple[str, ...] = ()  # lines that part a sheet; `choices` has each before what belongs under it
    later_letter: str = "A later message replaces orders unit by unit"  # what it does, told with each form


class Motion(Struct, frozen=True):
    """A way to end the game by agreement: it passes when each of *voters* that has a player is for it."""

    key: str  # as players vote: "draw", "concede Turkey"
    sentence: str  # what passes, and who must agree, for players
    voters: tuple[Power, ...]
    winners: tuple[Power, ...]  # who shares the game, or has won it


class Own(Struct, frozen=True):
    """The turn of one power among several that are due together."""

    turn: str  # as printed
    phase: str  # one of the card's phases


class Due(Struct, frozen=True):
    """What the game waits for. Everything here but *asked* is public (design, 2)."""

    turn: str  # as printed: "Spring 1901, movement"
    number: int  # 1 for the first judging of the game, one more for each
    phase: str  # one of the card's phases
    owed: Mapping[Power, str]  # who owes something publicly, and what: {"France": "orders for 3 units"}
    asked: Mapping[
        Power, str
    ] = {}  # asked in private besides; never moves a deadline, never names the silent
    over: bool = False
    winners: tuple[Power, ...] = ()  # when over: who won or shares; empty for none
    motions: tuple[Motion, ...] = ()  # how the players may agree to end the game now
    hands: tuple[tuple[Power, ...], ...] = ()  # powers that one player has together; others have one each
    waits_for_all: bool = False  # public: who is not in *owed* may have a private choice now, so the phase
    # is run before its deadline only if every player says READY; never depends on who has such a choice
    own: Mapping[Power, Own] = {}  # where several turns are due together, played in this order: that of each
    is_rest: bool = False  # the rest of a turn, part of which has been played

    def of(self, power: Power) -> "Due":
        """Return the same with the name of the turn that *power* itself plays."""
        own = self.own.get(power)
        return structs.replace(self, turn=own.turn, phase=own.phase) if own else self


TAKEN, REFUSED, REMARK, NOTED = "taken", "refused", "remark", "noted"


class ReadLine(Struct, frozen=True):
    """One line of a sheet, as it was read."""

    number: int  # 1 for the first of the lines given
    text: str
    verdict: str  # TAKEN, REFUSED, REMARK (no order: prose), NOTED (a heading, a comment, an empty line)
    reading: str = ""  # in full words: "Army Paris moves to Burgundy"
    reason: str = ""  # refused: what and why, one sentence
    remedy: str = ""  # refused: what would do
    condition: str = ""  # taken: but it counts only if another power's sheet allows it, as this says

    @property
    def is_order(self) -> bool:
        """Return whether it was meant as an order."""
        return self.verdict in (TAKEN, REFUSED)


class InForce(Struct, frozen=True):
    """The order now in force for one unit, or for none in particular (a build, a declaration)."""

    unit: str  # "Army Paris"
    order: str  # in full words; "no order: holds" where there is none
    source: str  # "this message", "an earlier message", "standing", "missing"


class Reading(Struct, frozen=True):
    """The result of `Game.read`: *orders* replaces what was stored for the power before."""

    orders: Orders
    lines: tuple[ReadLine, ...]
    in_force: tuple[InForce, ...]
    warnings: tuple[str, ...] = ()
    complete: bool = False  # nothing is missing that the power owes
    unfit: tuple[str, ...] = ()  # lines of earlier messages that are refused on the position as it is now


class Turn(Struct, frozen=True):
    """The result of `Game.judge`. *record* holds everything, secrets too."""

    state: State
    record: Record


class Table(Struct, frozen=True):
    """Rows of text beside each other; the first row of a sheet of results has as many cells as *columns*."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Item(Struct, frozen=True):
    """One sentence of a sheet, with a word that lets a layout mark it (an outcome by its name)."""

    text: str
    kind: str = (
        ""  # "succeeds", "fails", "cut", "void", "dislodged", "destroyed", "seen", "lost", "gained" ...
    )


class Section(Struct, frozen=True):
    """A part of a sheet under one heading; *key* tells the layout where it belongs.

    Keys: "results" (orders and what came of them), "seen" (hidden pieces and what else this reader learnt),
    "holds" (what this reader alone holds, and may do with it), "news" (announcements), "positions",
    "centres", "counts", "due" (retreats and adjustments owed, with what is possible), "obligations" and
    "stakes" (what must be done, and what is decided by it, beforehand), "standing". A layout prints a key
    that it does not know in the order given.
    """

    key: str
    title: str
    items: tuple[Item, ...] = ()
    tables: tuple[Table, ...] = ()


class Tally(Struct, frozen=True):
    """What the powers are measured by, as the public counts it: the score of a chart over time."""

    what: str  # "supply centres"
    by: Mapping[Power, int]


class Contest(Struct, frozen=True):
    """What dice decided at one place, for a preview that compares many trials of a turn.

    *where* names it, the same in each trial; *detail* who met there. *lost* is how much each side lost, and
    *odds* of how many throws of the dice it ended in which way, where that is known. *told* are the sentences
    of the report that say the same at length. *otherwise* is what can be said where it did not come to it.
    """

    where: str
    outcome: str
    detail: str = ""
    lost: Mapping[Power, int] = {}
    odds: Mapping[str, int] = {}
    told: tuple[str, ...] = ()
    otherwise: str = ""


class Remembered(Struct, frozen=True):
    """What a reader should remember of a turn, in the words of its report.

    The last turn in which there is anything *about* a piece replaces what was there before; what *adds* is
    added to the list of what is *about* the same.
    """

    about: str
    text: str
    adds: bool = False


class ReportFacts(Struct, frozen=True):
    """Everything that one reader learns after a turn, or of a position when there is no record."""

    game: str  # the card's title
    turn: str  # the turn reported: "Spring 1901, movement"; the turn due where there is no record
    reader: Power | None
    headline: str  # at most ten words
    lead: str  # a paragraph for the bulletin, or what matters most to this reader
    sections: tuple[Section, ...]
    alt: str  # what the picture shows, in words
    facts: Facts  # the same for machines: plain JSON values
    tally: Tally | None = None
    remembered: tuple[Remembered, ...] = ()  # for who plays with hidden pieces
    atlas: tuple[PlaceEntry, ...] = ()  # of a board that the card cannot know; without a record only
    contests: tuple[Contest, ...] = ()  # what dice decided, in the order in which it was decided
    numbers: Mapping[str, int] = {}  # of the board and the reader, for the first mail


class Game(Protocol):
    """A game. Every function is pure: the same arguments and dice give the same bytes."""

    card: Card

    def start(self, options: Facts, dice: Dice) -> State:
        """The state before the first turn. Raises ValueError for an option the card does not have."""

    def due(self, state: State) -> Due: ...

    def form(self, state: State, power: Power) -> Sequence[str]:
        """Lines of an order form, ready to be filled in and sent back; itself a lawful sheet."""

    def choices(self, state: State, power: Power) -> Mapping[str, Sequence[str]]:
        """Return for each unit of *power*, as orders name it, the lawful orders by what *power* may know."""

    def read(self, state: State, power: Power, so_far: Orders | None, lines: Sequence[str]) -> Reading:
        """Read *lines* of one message on top of *so_far*. Any text gives a Reading, none an error."""

    def judge(self, state: State, orders: Mapping[Power, Orders], dice: Dice) -> Turn:
        """Adjudicate what is due. A power that is not in *orders* was silent."""

    def imagined(self, state: State, power: Power) -> State:
        """Return the position on which *power* may try orders: what is hidden from it is removed.

        Two states that *power* cannot tell apart give the same bytes. Raises ValueError, a sentence, where
        orders cannot be tried without what is hidden.
        """

    def conclude(self, state: State, winners: Sequence[Power]) -> State:
        """The position with the game over now, by agreement or by the GM: *winners* share it, or none."""

    def show(self, state: State, record: Record | None, reader: Power | None) -> ReportFacts: ...

    def picture(self, state: State, record: Record | None, reader: Power | None) -> str:
        """The board as *reader* may know it, as SVG; with a record, the orders of that turn as arrows."""

    def place(self, facts: Facts) -> State:
        """Return the position of the case files' notation. Raises ValueError that names the key at fault."""

    def describe(self, state: State, record: Record | None = None) -> Facts:
        """Return the position, and the outcomes of the record, in the case files' notation."""


@runtime_checkable
class WithJourneys(Protocol):
    """A game with hidden pieces that tells where they were when it is over."""

    def journeys(self, states: Sequence[State]) -> str:
        """Draw where hidden pieces were in the *states* of all turns, as SVG; "" before the end."""


@runtime_checkable
class WithReplay(Protocol):
    """A game with hidden pieces whose whole board can be seen when it is over."""

    def whole_picture(self, state: State, record: Record | None, end: State) -> str:
        """Draw one turn with all pieces and all orders, as SVG; "" unless the game is over in *end*."""


@runtime_checkable
class WithColours(Protocol):
    """A game that can name the colour of each power."""

    def colours(self) -> Mapping[Power, str]:
        """Return the colour in which the map draws the orders of each power, as "#rrggbb"."""

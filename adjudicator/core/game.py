"""The interface between the service and a game.

The service stores `State`, `Orders` and `Record` as text and never looks inside. Only the game that wrote
them reads them, so a stored turn outlives the code and a replay is a file.

Facts leave a game through `Game.show` and `Game.picture` alone. Both ask the game's `sight.py` what the
reader may know; `reader=None` is the public (bulletin, observers, the site).
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Protocol, runtime_checkable

from msgspec import Struct, structs

from adjudicator.core.atlas import PlaceEntry, PlaceSet
from adjudicator.core.dice import Dice
from adjudicator.core.phrasing import in_sentence
from adjudicator.core.sentences import say

Power = str
State = str
Orders = str
Record = str
Facts = Mapping[str, Any]


class Option(Struct, frozen=True):
    """A ruling that groups play in different ways; *default* is that of `rules.md`."""

    key: str
    title: str
    values: tuple[str, ...]
    default: str
    clause: str


class ByOption(Struct, frozen=True):
    """A text that depends on an option of the table: one for each of its values."""

    option: Option
    texts: Mapping[str, str]

    def at(self, options: Mapping[str, str]) -> str:
        """Return the text for a table with these *options*; those that are not given have their defaults."""
        return self.texts[options.get(self.option.key, self.option.default)]


class SharedAction(Struct, frozen=True):
    """An action that several units share: *word* and the first order on one line, the others below it."""

    word: str  # "ACTIVATE"; `choices` has it before each order
    most: int  # how many units usually share it
    another: str  # the label of the button that begins another one
    first: str = ""  # the word of an action that is allowed only above all others: "RECRUIT"
    of_turn: tuple[tuple[Power, int], ...] = ()  # how many actions each power has in its turn


class Joined(Struct, frozen=True):
    """Orders that differ only after *word* are written as one: "A MTi R Los, Ano"."""

    word: str
    label: str  # comes before what may be added: "If that is not possible, next:"
    glue: str = ", "
    alone: tuple[str, ...] = ()  # what follows *word* alone: "with the stack"
    begins: str = ""  # how such orders begin, if *word* is in others, too: "RETREAT "


class ConditionForm(Struct, frozen=True):
    """How a condition is written before or after an order that contains *only*; "{}" is the condition.

    *claims* are what it may say; "{}" in them is a place, or a move if *subject* is "moves". In *otherwise*
    "{}" is the order that counts if the condition does not hold; "" where there is none.
    """

    claims: tuple[str, ...]
    before: str = ""  # "IF {}: "
    behind: str = ""  # " if {}"
    otherwise: str = ""  # " ELSE {}", after the order
    never: tuple[str, ...] = ()  # how orders begin that have none
    only: str = ""  # " destroys "; "" for every order
    subject: Literal["places", "moves"] = "places"
    of_powers: tuple[str, ...] = ()  # what it may say of each other power: "{power} at {}"


class Card(Struct, frozen=True):
    """The description of a game in a catalogue."""

    key: str
    title: str
    sentence: str
    seats: tuple[Power, ...]
    rules: str  # the text of rules.md
    credits: tuple[str, ...]
    basic_rules: str = ""  # chapters of other rules that hold wherever `rules` say nothing else
    options: tuple[Option, ...] = ()
    aliases: tuple[str, ...] = ()
    phases: tuple[str, ...] = ()  # names of its phases, as `Due.phase` and the rule cases use them
    seasons: tuple[str, ...] = ()  # as in the names of turns, in order
    help: str = ""  # the order language for players, mailed on HELP
    has_standing_orders: bool = False  # do orders stay in force from turn to turn, even if nothing is sent?
    without_orders: str | ByOption = (
        ""  # what the rules do for a player who sent nothing: "your units hold (RULES 6.2)"
    )
    has_dice: bool = True  # does anything depend on dice?
    has_odds: bool = True  # do dice decide what orders do, so that a preview says how likely it is?
    clears_units: bool = False  # does CLEAR and a unit withdraw the order of that unit?
    pieces: Mapping[str, str] = {}  # units that are not ordinary: "R", as in rule cases, and "Ranger"
    hours: int = 72  # for a phase by mail, at a table that is opened without a pace
    plays_in_turn: bool = False  # do powers play one after the other, each with its own turns?
    runs_when_met: str | ByOption = ""  # where and when `Due.runs_when_met` may be true: "At this table"
    waits_for_all: str = ""  # when `Due.waits_for_all` may be true: "In the first turn"
    places: Mapping[str, tuple[str, ...]] = {}  # short name of each place, and its names, the full one first
    centres: tuple[str, ...] = ()  # the short names of supply centres or their equivalent
    atlas: tuple[PlaceEntry, ...] = ()  # the same places with everything for look-ups
    conditions: ConditionForm | None = None  # those that an order of the turn that is due may have
    combat_conditions: ConditionForm | None = None  # for a part of an order, decided before a combat: "air 2"
    standing: str = ""  # comes before an order that is in force until it is cancelled: "STANDING: "
    shared_action: SharedAction | None = None
    joined: tuple[Joined, ...] = ()
    numbered: tuple[str, ...] = ()  # kinds of units whose orders name a number: "3 Knight A9 - A5"
    counted: tuple[str, ...] = ()  # kinds of stacks that an order may name a part of: "S 2A NRh"
    amounts: Mapping[str, int] = {}  # words before a number that is listed as 1, with the highest: "up to 1"
    headings: tuple[str, ...] = ()  # lines that divide a sheet; `choices` has each before its orders
    later_message: str = say("later_message")  # what it does; each form says so
    correction: str = say("correction")  # how to correct one line of a message: as an imperative
    adds: str = ""  # a line above orders that adds them to the sheet on file, which they replace without it
    choices_note: str = ""  # what `choices` leaves out because there is too much of it
    of_many: tuple[Power, ...] = ()  # seats that are many: "the Franco-British" inside a sentence

    def at_table(self, options: Mapping[str, str]) -> "Card":
        """Return the card with its texts for a table with these *options*."""
        texts = {"without_orders": self.without_orders, "runs_when_met": self.runs_when_met}
        told = {name: text.at(options) for name, text in texts.items() if isinstance(text, ByOption)}
        return structs.replace(self, **told)

    def named(self, power: Power) -> str:
        """Return the seat as it is called inside a sentence."""
        return in_sentence(power, self.of_many)


class Motion(Struct, frozen=True):
    """A way to end the game by agreement: it passes when each of *voters* that has a player is for it."""

    key: str  # as in VOTE: "draw", "concede Turkey"
    sentence: str  # the effect, and who must agree, for players
    voters: tuple[Power, ...]
    winners: tuple[Power, ...]  # who shares the game or has won it


class Own(Struct, frozen=True):
    """The turn of one power among several that are due together."""

    turn: str  # as printed
    phase: str  # one of the card's phases


class Due(Struct, frozen=True):
    """What the game waits for. Everything here but *asked* is public."""

    turn: str  # as printed: "Spring 1901, movement"
    number: int  # 1 for the first adjudication of the game, then counting up
    phase: str  # one of the card's phases
    owed: Mapping[Power, str]  # publicly owed, by power: {"France": "orders for 3 units"}
    asked: Mapping[
        Power, str
    ] = {}  # also asked in private; never moves a deadline or names anybody as missing
    over: bool = False
    winners: tuple[Power, ...] = ()  # when over: who won or shares the game
    motions: tuple[Motion, ...] = ()  # how the players may agree to end the game now
    hands: tuple[tuple[Power, ...], ...] = ()  # powers that share a player; others have one each
    waits_for_all: bool = False  # public: powers that are not in *owed* may have a private choice now, so the
    # phase is run early only if every player says READY; never depends on who has such a choice
    runs_when_met: bool = False  # public: the phase is run early as soon as the orders of all in *owed* are
    # complete, without READY; only where nobody is asked in private
    own: Mapping[Power, Own] = {}  # where several turns are due together, played in this order: that of each
    is_rest: bool = False  # the rest of a turn, part of which has been played

    def of(self, power: Power) -> "Due":
        """Return the same with the name of *power*'s own turn."""
        own = self.own.get(power)
        return structs.replace(self, turn=own.turn, phase=own.phase) if own else self

    def hand_of(self, power: Power) -> tuple[Power, ...]:
        """Return *power* with those that share a player with it."""
        return next((hand for hand in self.hands if power in hand), (power,))


TAKEN, REFUSED, REMARK, NOTED = "taken", "refused", "remark", "noted"


class ReadLine(Struct, frozen=True):
    """One line of a sheet, as it was read."""

    number: int  # from 1, within the given lines
    text: str
    verdict: str  # TAKEN, REFUSED, REMARK (prose), NOTED (a heading, a comment, an empty line)
    reading: str = ""  # in full words: "Army Paris moves to Burgundy"
    reason: str = ""  # refused: the reason, in one sentence
    remedy: str = ""  # refused: what would be accepted
    condition: str = ""  # taken, but it counts only if another power's sheet allows it; this says how
    withdraws: bool = False  # taken, and orders nothing: the confirmation has no other row for it

    @property
    def is_order(self) -> bool:
        """Return whether it was meant as an order."""
        return self.verdict in (TAKEN, REFUSED)

    def as_remark(self) -> "ReadLine":
        """Return the answer to the same line as prose, which is quoted and needs no correction."""
        return ReadLine(self.number, self.text, REMARK)


THIS_MESSAGE, EARLIER_MESSAGE, MISSING = "this message", "an earlier message", "missing"  # of orders in force


class InForce(Struct, frozen=True):
    """The order in force for one unit, or for none in particular (a build, a declaration)."""

    unit: str  # "Army Paris"
    order: str  # in full words; "no order, so it holds" if there is none
    source: str  # THIS_MESSAGE, EARLIER_MESSAGE, "standing", MISSING
    notation: str = ""  # the order in short, "A Par - Bur", to draw it; "" if there is nothing to draw
    under: str = ""  # the order of an earlier row, of which this one is a part: "Activates armies"
    lasting: str = ""  # the order without what *order* says of it as things stand now; "" for the same

    @property
    def tells_source(self) -> bool:
        """Return whether the order itself says where it is from: "standing: Lose Militia"."""
        return self.order.startswith(f"{self.source}:")


class Reading(Struct, frozen=True):
    """The result of `Game.read`: *orders* replaces the power's stored orders."""

    orders: Orders
    lines: tuple[ReadLine, ...]
    in_force: tuple[InForce, ...]
    warnings: tuple[str, ...] = ()
    complete: bool = False  # nothing is missing that the power owes
    unfit: tuple[str, ...] = ()  # lines of earlier messages that are refused on the position as it is now
    is_part: bool = False  # the orders are the first part of the turn, to be carried out at once
    offer: tuple[str, ...] = ()  # the orders of the message in a legal sequence, to be filed with a YES
    gone: tuple[str, ...] = ()  # of the earlier sheet, if another replaces it: READY is taken back
    unused: str = (
        ""  # how many actions the orders leave unused, in a sentence; "" for none, or if it is meant
    )


class Turn(Struct, frozen=True):
    """The result of `Game.judge`. *record* contains everything, including secrets."""

    state: State
    record: Record


class Table(Struct, frozen=True):
    """Rows of cells, as many as there are *columns*."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


LENT = "lent"  # kind of an item: a proxy, which counts for the whole turn
YOUR_ROW = say("your_row_stands_above")  # in the place of a row that a layout prints elsewhere
ADJUSTS = "adjusts"  # kind of an item: builds or removals that another power owes
REPEATS = "repeats"  # kind of an item: an event that an order of the reader and its outcome say already
BEGINS = "begins"  # kind of an item: it heads the items below it, up to the next one
NEGLECTED = "neglected"  # kind of an item: what the rules ask of a power and its orders left out


class Item(Struct, frozen=True):
    """One sentence of a report, with a word by which a layout can mark it (such as an outcome).

    *order* is the order whose outcome it is, as *text* begins; "" if that is all up to the first colon.
    """

    text: str
    kind: str = (
        ""  # "succeeds", "fails", "cut", "void", "dislodged", "destroyed", "seen", "lost", "gained" ...
    )
    order: str = ""


class Section(Struct, frozen=True):
    """A part of a report under one heading; *key* says where a layout puts it.

    Keys: "results" (orders and outcomes), "seen" (hidden pieces and other things that this reader learnt),
    "holds" (what only this reader has, and may do with it), "news" (announcements), "battles" (dice after
    the news), "positions", "centres",
    "counts", "due" (retreats and adjustments owed, with the possibilities), "obligations" and "stakes"
    (duties, and what is at stake in the coming turn), "standing", "waiting" (the reader's orders for the rest
    of the turn). Sections with other keys are printed in the given order.
    """

    key: str
    title: str
    items: tuple[Item, ...] = ()
    tables: tuple[Table, ...] = ()
    is_in_sequence: bool = False  # what happened, one after the other: it would be misread with gaps


class Tally(Struct, frozen=True):
    """The public count of each power, as in the chart over time."""

    what: str  # "supply centres"
    by: Mapping[Power, int]


class Contest(Struct, frozen=True):
    """What dice decided at one place, for a preview that compares many trials of a turn.

    *where* names the place, the same in each trial; *detail* says who met there. *lost* is how much each side
    lost, and *odds* the number of rolls for each result, if known. *told* are the sentences of the report
    that say the same at length. *otherwise* is used for trials without it.
    """

    where: str
    outcome: str
    detail: str = ""
    lost: Mapping[Power, int] = {}
    odds: Mapping[str, int] = {}
    told: tuple[str, ...] = ()
    otherwise: str = ""


class Remembered(Struct, frozen=True):
    """What a reader should remember from a turn, in the words of its report.

    The latest turn with anything *about* a piece replaces earlier ones; if it *adds*, it is appended to the
    list *about* the same. What it *closes*, facts about something else, is no longer needed. *place* is where
    the piece was; a fact without a text is that no hidden piece of others is in *place* now. *among* is all
    that the list may have, each with a short name; those not in it yet are listed, too, and *left* is their
    title.
    """

    about: str
    text: str
    adds: bool = False
    closes: tuple[str, ...] = ()
    place: str = ""
    among: tuple[tuple[str, str], ...] = ()
    left: str = ""


class Retold(Struct, frozen=True):
    """A sentence of a lead that says the same as these *clauses* of the reader's own headline."""

    sentence: str
    clauses: tuple[str, ...]


class ReportFacts(Struct, frozen=True):
    """Everything that one reader learns after a turn, or about a position if there is no record."""

    game: str  # the card's title
    turn: str  # the turn reported: "Spring 1901, movement"; the turn that is due if there is no record
    reader: Power | None
    headline: str  # at most ten words
    lead: str  # a paragraph for the bulletin, or what matters most to this reader
    sections: tuple[Section, ...]
    alt: str  # the alternative text of the picture
    facts: Facts  # the same for programs: plain JSON values
    tally: Tally | None = None
    remembered: tuple[Remembered, ...] = ()  # in games with hidden pieces
    atlas: tuple[PlaceEntry, ...] = ()  # for boards that the card cannot know; only without a record
    place_sets: tuple[PlaceSet, ...] = ()  # for look-ups; only without a record
    contests: tuple[Contest, ...] = ()  # what dice decided, in order
    when: str = ""  # *turn* in short, for the subject of a message: "Summer 1914"; "" for all of it
    numbers: Mapping[str, int] = {}  # numbers of the board and the reader, for the first message
    board_follows: bool = False  # the next report, before the reader's turn, has all tables of the board
    retold: tuple[Retold, ...] = ()  # left out of a layout if the headline has all of their clauses


class GameOverError(ValueError):
    """`Game.judge` was called with the final position."""

    def __init__(self) -> None:
        super().__init__(say("game_is_over"))


class Game(Protocol):
    """A game. Every function is pure: the same arguments and dice give the same bytes."""

    card: Card

    def start(self, options: Facts, dice: Dice) -> State:
        """Return the state before the first turn. Raises ValueError for an unknown option."""

    def due(self, state: State) -> Due: ...

    def form(self, state: State, power: Power) -> Sequence[str]:
        """Return the lines of an order form, which is itself a legal sheet."""

    def choices(self, state: State, power: Power) -> Mapping[str, Sequence[str]]:
        """Return the legal orders of each unit of *power*, by its name, as far as *power* may know."""

    def read(self, state: State, power: Power, so_far: Orders | None, lines: Sequence[str]) -> Reading:
        """Read *lines* of one message on top of *so_far*. Any text gives a Reading; none raises an error."""

    def judge(self, state: State, orders: Mapping[Power, Orders], dice: Dice) -> Turn:
        """Adjudicate what is due. A power that is not in *orders* sent none."""

    def imagined(self, state: State, power: Power) -> State:
        """Return the position on which *power* may try orders: what is hidden from it is removed.

        Two states that *power* cannot distinguish give the same bytes. Raises ValueError with a sentence if
        orders cannot be tried without hidden facts.
        """

    def conclude(self, state: State, winners: Sequence[Power]) -> State:
        """Return the position with the game over, by agreement or by the GM: *winners* share it."""

    def show(self, state: State, record: Record | None, reader: Power | None) -> ReportFacts: ...

    def picture(self, state: State, record: Record | None, reader: Power | None) -> str:
        """Draw the board as *reader* may know it, as SVG; with a record, its orders as arrows."""

    def place(self, facts: Facts) -> State:
        """Parse a position in the notation of case files. Raises ValueError that names the key at fault."""

    def describe(self, state: State, record: Record | None = None) -> Facts:
        """Return the position, and the outcomes of the record, in the notation of case files."""


@runtime_checkable
class WithJourneys(Protocol):
    """A game with hidden pieces that shows where they were when it is over."""

    def journeys(self, states: Sequence[State]) -> str:
        """Draw where hidden pieces were in the *states* of all turns, as SVG; "" before the end."""


@runtime_checkable
class WithSightings(Protocol):
    """A game with hidden pieces whose previews have those that the player was shown."""

    def with_sighted(
        self, state: State, power: Power, told: Sequence[tuple[State, Record]]
    ) -> tuple[State, Sequence[str]]:
        """Return `Game.imagined` with pieces of others, and where each was seen, in words.

        They are those in the reports of *power* on *told*: the position and record after each phase since
        units last moved, the oldest first. Only what `Game.show` tells *power* of these is used.
        """


@runtime_checkable
class WithReplay(Protocol):
    """A game with hidden pieces whose whole board can be seen when it is over."""

    def whole_picture(self, state: State, record: Record | None, end: State) -> str:
        """Draw one turn with all pieces and all orders, as SVG; "" unless the game is over in *end*."""


@runtime_checkable
class WithLaterChoices(Protocol):
    """A game in which the orders of a unit decide what else it may be ordered, such as passing the Ring.

    It also lists what `choices`, from which random players draw, leaves out because it is seldom ordered.
    """

    def later_choices(self, state: State, power: Power, orders: Orders) -> Mapping[str, Sequence[str]]:
        """Return what *power* may order because of its *orders*, by the entries of `choices`.

        An entry "A Par, besides" has only what `choices` does not list there. Any other entry replaces that
        of `choices`, for instance that of a piece whose first place was chosen. Entries that `choices` does
        not have, and headings before them, are additional.
        """


@runtime_checkable
class WithStandingOrders(Protocol):
    """A game with standing orders, which stay when a power takes back what it has ordered for the turn."""

    def cleared(self, state: State, power: Power, orders: Orders, nothing: Orders | None) -> Orders:
        """Return *nothing*, the sheet of no orders, with what *orders* say of standing orders."""


@runtime_checkable
class WithEqualUnits(Protocol):
    """A game in which units of one place may have the same name, and each may have an order of its own."""

    def alike(self, state: State, power: Power) -> Mapping[str, int]:
        """Return how many units of *power* an entry of `choices` stands for, where it is more than one."""


@runtime_checkable
class WithTurns(Protocol):
    """A game in turn order, to which a power may send its sheet before its turn."""

    def ahead(self, state: State, power: Power) -> State:
        """Return the state as if it were the turn of *power*, to check its sheet."""

    def advised(self, state: State, power: Power) -> tuple[str, str]:
        """Return a line that *power* should send before its turn, and the reason; "" and "" for none."""


@runtime_checkable
class WithHelpOfTable(Protocol):
    """A game some of whose tables need only a part of the help, for instance without magic or ships."""

    def help_of(self, state: State, power: Power) -> str:
        """Return what of `Card.help` applies in *state*, as far as *power* may know it."""


@runtime_checkable
class WithColours(Protocol):
    """A game that can name the colour of each power."""

    def colours(self) -> Mapping[Power, str]:
        """Return the colour in which the map draws the orders of each power, as "#rrggbb"."""

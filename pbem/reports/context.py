"""Facts that every message shows: the house, the table, the seat, the turn and the clock.

What a reader may know was decided by the game's `sight.py`; times are arguments.
"""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from msgspec import Struct

from adjudicator.core.atlas import PlaceEntry
from adjudicator.core.game import Due, ReportFacts, Section, Tally
from adjudicator.core.phrasing import in_sentence
from adjudicator.core.sentences import say
from pbem.core.deadlines import Reason
from pbem.reports.first_mail import FirstMail


class House(Struct, frozen=True):
    """The service: its name, its mail domain, the judge's address, and the folder of the host's templates."""

    name: str
    domain: str
    judge: str
    templates: Path | None = None
    site: str = ""  # the address of the public archive, if the host has one


class TableCard(Struct, frozen=True):
    """A running game. *title* is the game's ("Downfall XIII"); *seed_sha256* commits to its dice."""

    key: str
    game: str
    title: str
    gm_name: str
    gm_address: str
    seed_sha256: str
    zone: str = "UTC"
    later_message: str = say("later_message")
    is_archived: bool = False  # its bulletins have pages in the public archive
    has_deadlines: bool = True  # False: a practice table, whose turns wait for their player
    of_many: tuple[str, ...] = ()  # see `adjudicator.core.game.Card`
    has_dice: bool = True  # the same
    plays_in_turn: bool = False  # the same; its form has the orders on file

    @property
    def later_letter(self) -> str:
        """Return `later_message` by the name that a host's own templates may still use."""
        return self.later_message


class Reader(Struct, frozen=True):
    """A reader of the bulletin. *stop* is the URL of one-click unsubscribing (RFC 8058), or "".

    *reply_to* and *tag* have the token of their seat, if they have one.
    """

    name: str
    address: str
    stop: str = ""
    reply_to: str = ""
    tag: str = ""


class SeatCard(Struct, frozen=True):
    """A seat and its player. *reply_to* holds the seat's token, and so does *tag*, for the subject.

    *page* is the link to the page of the seat, "" if it has none.
    """

    table: TableCard
    power: str
    player: str
    address: str
    reply_to: str
    tag: str
    zone: str = "UTC"
    has_picture: bool = True
    has_json: bool = False
    page: str = ""

    @property
    def named(self) -> str:
        """Return the power as it is called inside a sentence."""
        return in_sentence(self.power, self.table.of_many)


class AnsweredMessage(Struct, frozen=True):
    """What a mail program needs to thread an answer under its message."""

    message_id: str = ""
    references: tuple[str, ...] = ()
    subject: str = ""
    sha256: str = ""  # distinguishes it from another one with the same Message-ID


class MailContext(Struct, frozen=True):
    """The house, the time on its clock, and the message that is answered, if any."""

    house: House
    sent: datetime
    answered: AnsweredMessage = AnsweredMessage()


class Run(Struct, frozen=True):
    """The last turn that was run (0 before the first) and what the table waits for now.

    *edition* is how often the table was rolled back, *moves* how often its deadline was moved.
    """

    number: int
    due: Due
    deadline_utc: datetime | None
    edition: int = 0
    moves: int = 0
    before: Tally | None = None  # the public counts before the turn
    why: tuple[Reason, ...] = ()  # what the deadline depends on


class PrintedPress(Struct, frozen=True):
    """A press message for everybody; *by* is a power, "the GM" or "somebody"."""

    by: str
    text: str


class Supplement(Struct, frozen=True):
    """What the service adds to the public part of a turn, in bulletins and in players' reports."""

    silent: Sequence[str] = ()  # powers to be named as without orders
    notes: Sequence[str] = ()  # from the game master
    seed: str = ""  # in the last mails only
    press: Sequence[PrintedPress] = ()
    rules: Sequence[str] = ()  # the house rules, in the first mails only
    vacant: Sequence[str] = ()  # powers in the game that nobody plays
    robots: Sequence[str] = ()  # which powers robots played
    players: Sequence[str] = ()  # who played what, at the end of a game
    votes: Sequence[str] = ()  # a line for the open poll, and for each motion where votes are open


class TurnView(Struct, frozen=True):
    """What a game shows one reader of a turn: report, order form and picture (SVG).

    *notes* are the service's remarks for this reader; *first_mail* introduces the game, in the first report
    only. *atlas* has the places next to each place, for links with orders. *is_large* asks for a large
    picture. *again* distinguishes a repeated bulletin from the first. *missed* are turns without a report to
    this reader, the oldest first. *story* is the whole game, in its last bulletin; *known* what the reader
    knows about hidden pieces. *is_on_file*: the orders that this reader owes are on file, and complete.
    """

    sheet: ReportFacts
    form: Sequence[str] = ()
    svg: str = ""
    notes: Sequence[str] = ()
    first_mail: FirstMail | None = None
    supplement: Supplement = Supplement()
    atlas: Sequence[PlaceEntry] = ()
    is_large: bool = False
    again: str = ""
    missed: Sequence[ReportFacts] = ()
    story: Sequence[Section] = ()
    journeys: str = ""  # SVG, in the last bulletin: where hidden pieces have been
    known: Sequence[Section] = ()
    is_on_file: bool = False
    is_again: bool = False  # the player asked for it; another mail had it before
    also: "Sequence[SeatView]" = ()  # the other powers of the same player, told in the same report


class SeatView(Struct, frozen=True):
    """A seat, and what its report says."""

    seat: SeatCard
    view: TurnView

"""What a command of a player declares of itself.

Each module of this package ends with `COMMANDS`, the commands that it executes; `pbem.commands.registry`
collects them. Everything that one command has to say of itself is here: how it is written, where HELP lists
it, who may give it, and when.
"""

from collections.abc import Callable
from enum import Enum, auto

from pbem.commands.context import CommandContext, SeatCommandContext
from pbem.messages.script import Request, Syntax
from pbem.reports import AnswerPage, CommandResult

Result = CommandResult | AnswerPage
Run = Callable[[SeatCommandContext, Request], Result]
RunAsGuest = Callable[[CommandContext, Request], Result]


class Group(Enum):
    """The headings below which HELP lists the commands, in its order."""

    ORDERS = "orders"
    DEADLINE = "deadline"
    MESSAGES = "messages"
    VOTES = "votes"
    LOOK_UP = "look up"
    SEATS = "seats"
    PLAYER = "player"
    READING = "reading"


class ByGm(Enum):
    """Whether a game master may give the command for a seat, below BECOME."""

    YES = auto()
    IF_SHOWN = auto()  # its answer shows orders: not where the house rules keep them from the game master
    NO = auto()  # it concerns the player and not the seat


class Command(Syntax, frozen=True, kw_only=True):
    """A command, with all that other modules need to know of it.

    *usage* is its line in HELP: the words in capitals before the colon are those by which a misspelled one is
    recognised. *page* names its help page (``templates/help-PAGE.txt``), which HELP finds by the word of the
    command too, and by *topics*. A command without *run* is for people without a seat as well; one without
    *run_as_guest* either says how other lines are meant, and is not executed itself.
    """

    usage: str
    group: Group
    page: str = ""
    topics: tuple[str, ...] = ()
    run: Run | None = None
    run_as_guest: RunAsGuest | None = None
    after_the_end: bool = False  # may be given when the game is over
    of_this_turn: bool = False  # refused in a message that came too late for its turn
    by_gm: ByGm = ByGm.YES
    by_program: bool = True  # executed even if a program may have written the message
    is_of_player: bool = False  # enough to treat a message that a program may have written as a player's
    is_grave: bool = False  # needs the token of the seat or a confirmation: an address alone is not enough
    is_for_guests: bool = False  # seats may give it too, but it is enough that the sender is a person
    guests_may_write: bool = False  # without a seat it is not refused, but read by JOIN or by the answer

    @property
    def needs_no_seat(self) -> bool:
        return self.run is None and self.run_as_guest is not None

    @property
    def is_executed(self) -> bool:
        return self.run is not None or self.run_as_guest is not None

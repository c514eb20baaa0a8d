"""What a player's command declares about itself.

Each module of this package ends with `COMMANDS`, the commands that it executes; `pbem.commands.registry`
collects them. A declaration has everything about one command: how it is written, where HELP lists it, who may
use it, and when.
"""

import re
from collections.abc import Callable, Sequence
from enum import Enum, auto

from adjudicator.core.game import Power
from pbem.commands.context import CommandContext, SeatCommandContext
from pbem.core.sentences import Sentence, sentence
from pbem.messages.script import Request, Syntax
from pbem.reports import AnswerPage, CommandResult

USAGE = "usage"  # the area of the lines in HELP
Result = CommandResult | AnswerPage
Run = Callable[[SeatCommandContext, Request], Result]
RunAsGuest = Callable[[CommandContext, Request], Result]


class Group(Enum):
    """The headings in the list of commands of HELP, in order."""

    ORDERS = "orders"
    DEADLINE = "deadline"
    MESSAGES = "messages"
    VOTES = "votes"
    LOOK_UP = "look up"
    SEATS = "seats"
    PLAYER = "player"
    READING = "reading"


class ByGm(Enum):
    """Whether a game master may use the command for a seat, below BECOME."""

    YES = auto()
    IF_SHOWN = auto()  # its answer shows orders: not if the house rules keep them from the game master
    NO = auto()  # it is about the player and not the seat


def usage_of(block: str, powers: Sequence[Power] = ()) -> Sentence:
    """Return the line in HELP of that name, with examples of messages to *powers*."""
    return Sentence(USAGE, block, {"powers": powers or (sentence("commands", "a_power"),)})


class Command(Syntax, frozen=True, kw_only=True):
    """A command, with everything that other modules need to know about it.

    Its line in HELP is a block of templates/sentences/usage.txt, named by `usage_block`.
    *page* names its help page (``templates/help-PAGE.txt``), which HELP also finds by the word of the command
    and by *topics*. A command without *run* is executed by *run_as_guest* for everybody, with a seat or
    without; one that has neither is not executed and only marks how other lines are meant.
    """

    group: Group
    page: str = ""
    topics: tuple[str, ...] = ()
    run: Run | None = None
    run_as_guest: RunAsGuest | None = None
    after_the_end: bool = False  # allowed when the game is over
    of_this_turn: bool = False  # refused in a message that is too late for its turn
    by_gm: ByGm = ByGm.YES
    by_program: bool = True  # executed even if a program may have written the message
    is_of_player: bool = False  # makes a doubtful message count as a player's
    is_grave: bool = False  # needs the seat's token or a confirmation: an authenticated address is not enough
    is_for_guests: bool = False  # seats may use it too, but it needs none
    guests_may_write: bool = False  # not refused without a seat: JOIN or the answer uses it

    @property
    def usage_block(self) -> str:
        """Return the name of its line in HELP: take_over for TAKE OVER."""
        return re.sub(r"[^a-z]+", "_", self.word.lower())

    @property
    def usage(self) -> Sentence:
        """Return its line in HELP, for a reader without a game.

        A misspelled command is recognised by the capitals before the colon.
        """
        return usage_of(self.usage_block)

    @property
    def needs_no_seat(self) -> bool:
        return self.run is None and self.run_as_guest is not None

    @property
    def is_executed(self) -> bool:
        return self.run is not None or self.run_as_guest is not None

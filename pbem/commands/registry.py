"""All commands of players, and the parser that knows them.

The first command in `COMMANDS` that a line matches counts: LIST VOTES is from `votes`, not from `joining`,
whose LIST takes the name of a table.
"""

from collections.abc import Sequence

from adjudicator.core.game import WithHelpOfTable
from pbem.commands import message_parts
from pbem.commands.command import Command, Group
from pbem.commands.context import CommandContext, SeatCommandContext, SeatContext
from pbem.commands.lookup import (
    diary,
    examples,
    gm_log,
    history,
    memory,
    places,
    position,
    rules,
    standings,
    status,
    version,
)
from pbem.commands.lookup import help as help_pages
from pbem.commands.press import blocking, sending
from pbem.commands.seats import (
    absences,
    joining,
    new_table,
    observers,
    practice,
    preferences,
    profiles,
    seat_changes,
    shared_seats,
)
from pbem.commands.sheets import default_orders, early_orders, options, preview, readiness
from pbem.commands.voting import extensions, votes
from pbem.messages.script import CommandParser, Request
from pbem.reports import AnswerPage
from pbem.tables import robots
from pbem.tables.office import Office


def _help(acting: SeatCommandContext, request: Request) -> AnswerPage:
    at, own_templates = acting.at, acting.visit.office.house.templates
    shown = examples.of_position(at.game, at.table.position, at.row.power)
    seated = help_pages.Seated(shown, _language(at), _of_no_use(acting))
    return help_pages.page(COMMANDS, [at.game], request.argument, own_templates, seated)


def _language(at: SeatContext) -> str:
    game, position = at.game, at.table.position
    needed = game.help_of(position, at.row.power) if isinstance(game, WithHelpOfTable) else ""
    return help_pages.language(game, needed)


def _of_no_use(acting: SeatCommandContext) -> Sequence[str]:
    """Return the commands that do nothing here: KNOWN if nothing is hidden, HINT if others play."""
    at = acting.at
    has_hints = robots.practice_of(acting.session, at.table.key) is not None
    return [*([] if at.game.card.pieces else ["KNOWN"]), *([] if has_hints else ["HINT"])]


def _help_of_guest(visit: CommandContext, request: Request) -> AnswerPage:
    return public_help(visit.office, request.argument)


def public_help(office: Office, topic: str) -> AnswerPage:
    """Return general help, on a topic, or on the language of a game."""
    try:
        games = [office.find_game(topic)]
    except ValueError:  # "help me please"
        games = []
    shown = examples.of_game(games[0] if games else office.find_game("standard"))
    return help_pages.page(COMMANDS, games, topic, office.house.templates, shown)


HELP = Command(
    "HELP",
    r"help(?:(?:\s+|[:!,.]\s*(?=(?:how|what|orders?|form|with)\b))([\w' -]{1,40}))?"
    r"|(?:get|send)\s+(?:help|index)()",
    changes=False,
    group=Group.LOOK_UP,
    run=_help,
    run_as_guest=_help_of_guest,
    after_the_end=True,
)
COMMANDS: Sequence[Command] = (
    HELP,  # here and not in `help`, because it lists all the others
    *rules.COMMANDS,
    *status.COMMANDS,
    *options.COMMANDS,
    *preview.COMMANDS,
    *history.COMMANDS,
    *position.COMMANDS,
    *places.COMMANDS,
    *gm_log.COMMANDS,
    *early_orders.COMMANDS,
    *default_orders.COMMANDS,
    *practice.COMMANDS,
    *readiness.COMMANDS,
    *votes.COMMANDS,
    *absences.COMMANDS,
    *extensions.COMMANDS,
    *sending.COMMANDS,
    *blocking.COMMANDS,
    *diary.COMMANDS,
    *preferences.COMMANDS,
    *profiles.COMMANDS,
    *shared_seats.COMMANDS,  # SHARING in STOP SHARING is not a table
    *joining.COMMANDS,
    *standings.COMMANDS,
    *memory.COMMANDS,
    *version.COMMANDS,
    *seat_changes.COMMANDS,
    *observers.COMMANDS,
    *new_table.COMMANDS,
    *message_parts.COMMANDS,
)
BY_WORD = {command.word: command for command in (*COMMANDS, message_parts.MORE_COMMANDS)}
PARSER = CommandParser(COMMANDS)
read_script = PARSER.read_script

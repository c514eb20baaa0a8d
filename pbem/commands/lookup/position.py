"""POSITION: where the game stands now, as the reader may know it."""

from collections.abc import Sequence

from adjudicator.core.game import Game
from pbem.commands.command import ByGm, Command, Group
from pbem.commands.context import CommandContext, SeatCommandContext, refused
from pbem.commands.lookup.history import as_text, hidden_too, readable
from pbem.core.sentences import Unusable, sentence
from pbem.messages.script import Request
from pbem.reports import AnswerPage, CommandResult
from pbem.store.game_tables import GameTable


def position(acting: SeatCommandContext, request: Request) -> CommandResult | AnswerPage:
    """Show what the player knows; of another table what everybody may know: POSITION; POSITION std3."""
    at = acting.at
    if request.argument and request.argument.lower() != at.table.key:
        return public_position(acting.visit, request)
    return _page(acting.visit, at.table, in_words(at.game, at.table.position, at.row.power))


def public_position(visit: CommandContext, request: Request) -> CommandResult | AnswerPage:
    """Show what everybody may know, and all of it to observers with full sight."""
    try:
        table, _ = readable(visit, request.argument)
    except Unusable as fault:
        return refused(request, fault.sentence)
    told = in_words(visit.office.find_game(table.game), table.position, None)
    return _page(visit, table, [*told, *hidden_too(visit, table, None)])


def in_words(game: Game, written: str, reader: str | None) -> Sequence[str]:
    """Return the turn that is due and the sections of a position, as *reader* may know them."""
    facts = game.show(written, None, reader)
    return [facts.turn, *(as_text(section) for section in facts.sections)]


def _page(visit: CommandContext, table: GameTable, told: Sequence[str]) -> AnswerPage:
    title = sentence("history", "position", table=table.key)
    return AnswerPage(visit.words(title), "\n\n".join(told), is_set=True)


COMMANDS = (
    Command(
        "POSITION",
        r"(?:(?:send|show)\s+)?(?:(?:the|my)\s+)?(?:current\s+|present\s+)?position"
        r"(?:\s+(?:(?:of|at|in)\s+)?([a-z][\w-]{0,30}))?",
        changes=False,
        group=Group.LOOK_UP,
        page="status",
        run=position,
        run_as_guest=public_position,
        is_for_guests=True,
        after_the_end=True,
        by_gm=ByGm.NO,
    ),
)

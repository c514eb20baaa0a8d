"""VERSION: which version of the program answers."""

from importlib.metadata import version

from pbem.commands.context import CommandContext, done
from pbem.messages.script import Request
from pbem.reports import CommandResult


def told(visit: CommandContext, request: Request) -> CommandResult:
    """VERSION"""
    sentence = f"Downfall by mail, version {version('downfall-by-mail')}."
    return done(request, sentence, f"GAMES lists the tables of {visit.office.house.name}.")

"""VERSION: which version of the program answers."""

from importlib.metadata import version

from pbem.commands.command import Command, Group
from pbem.commands.context import CommandContext, done
from pbem.messages.script import Request
from pbem.reports import CommandResult


def version_page(visit: CommandContext, request: Request) -> CommandResult:
    """VERSION"""
    sentence = f"Downfall by mail, version {version('downfall-by-mail')}."
    return done(request, sentence, f"GAMES lists the tables of {visit.office.house.name}.")


COMMANDS = (
    Command(
        "VERSION",
        r"version()",
        usage="VERSION: which version of the program answers",
        changes=False,
        group=Group.LOOK_UP,
        run_as_guest=version_page,
    ),
)

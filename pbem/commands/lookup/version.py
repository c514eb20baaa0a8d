"""VERSION: the version of the program."""

from importlib.metadata import version

from pbem.commands.command import Command, Group
from pbem.commands.context import CommandContext, done
from pbem.core.sentences import sentence
from pbem.messages.script import Request
from pbem.reports import CommandResult


def show_version(visit: CommandContext, request: Request) -> CommandResult:
    number, house = version("downfall-by-mail"), visit.office.house.name
    return done(request, sentence("commands", "version", version=number, house=house))


COMMANDS = (
    Command(
        "VERSION",
        r"version()",
        changes=False,
        group=Group.LOOK_UP,
        run_as_guest=show_version,
    ),
)

"""What do all commands of the shell share?  How they stop, how they find the office, how they print."""

from collections.abc import Callable
from functools import wraps
from typing import Annotated, NoReturn, ParamSpec, TypeVar

import typer
from rich.console import Console
from sqlalchemy.exc import OperationalError

from pbem import assembly
from pbem.backup import BackupFault
from pbem.gm_desk import NotDone
from pbem.office import Office
from pbem.opening import CannotOpen
from pbem.settings import Settings, SettingsFault
from pbem.store import StoreFault
from pbem.transfer import CannotMove

NOT_DONE, NOT_UNDERSTOOD = 1, 2

out, err = Console(highlight=False), Console(stderr=True, highlight=False, soft_wrap=True)
P = ParamSpec("P")
R = TypeVar("R")

AsJson = Annotated[bool, typer.Option("--json", help="One JSON document instead of a table.")]
TableName = Annotated[str, typer.Argument(metavar="TABLE", help="The name of the table.")]


def in_one_line(command: Callable[P, R]) -> Callable[P, R]:
    """Every foreseen trouble is one line on standard error, and an exit code."""

    @wraps(command)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return command(*args, **kwargs)
        except SettingsFault as fault:
            stop(str(fault), NOT_UNDERSTOOD)
        except (StoreFault, CannotOpen, CannotMove, NotDone, BackupFault) as fault:
            stop(str(fault), NOT_DONE)
        except OperationalError as fault:
            stop(f"the database cannot be used: {fault.orig}", NOT_DONE)

    return guarded


def stop(line: str, code: int = NOT_DONE) -> NoReturn:
    err.print(f"pbem: {line}", markup=False)
    raise typer.Exit(code)


def settings_of(context: typer.Context) -> Settings:
    loaded = context.obj
    assert isinstance(loaded, Settings)  # noqa: S101 - the callback has put it there
    return loaded


def office_of(context: typer.Context) -> Office:
    return assembly.open_office(settings_of(context))

"""What all shell commands share: how they stop, find the office and print."""

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Annotated, NamedTuple, NoReturn, ParamSpec, TypeVar

import typer
from rich.console import Console

if TYPE_CHECKING:
    from pbem.core.settings import Settings
    from pbem.tables.office import Office

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
        except Exception as fault:  # only to see whether it was foreseen
            trouble = _foreseen(fault)
            if trouble is None:
                raise
            stop(trouble.line, trouble.code)

    return guarded


class Trouble(NamedTuple):
    """What is said of it, and the exit code."""

    line: str
    code: int


def _foreseen(fault: Exception) -> Trouble | None:
    from sqlalchemy.exc import OperationalError

    from pbem.core.settings import SettingsFault
    from pbem.service.backup import BackupFault
    from pbem.service.transfer import CannotMove
    from pbem.store.database import StoreFault
    from pbem.tables.gm_actions import NotDone
    from pbem.tables.opening import CannotOpen

    match fault:
        case SettingsFault():
            return Trouble(str(fault), NOT_UNDERSTOOD)
        case StoreFault() | CannotOpen() | CannotMove() | NotDone() | BackupFault():
            return Trouble(str(fault), NOT_DONE)
        case OperationalError():
            return Trouble(f"the database cannot be used: {fault.orig}", NOT_DONE)
    return None


def stop(line: str, code: int = NOT_DONE) -> NoReturn:
    err.print(f"pbem: {line}", markup=False)
    raise typer.Exit(code)


def settings_of(context: typer.Context) -> "Settings":
    from pbem.core.settings import Settings

    loaded = context.obj
    assert isinstance(loaded, Settings)  # noqa: S101 - the callback has put it there
    return loaded


def office_of(context: typer.Context) -> "Office":
    from pbem.service import assembly

    return assembly.open_office(settings_of(context))

"""What all shell commands share: stopping, finding the office and printing.

Once the settings are read, they print the host's own sentences where there are some. If these cannot be used,
ours are printed, with the fault.
"""

from collections.abc import Callable
from contextvars import ContextVar
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple, NoReturn, ParamSpec, TypeVar

import typer
from rich.console import Console

if TYPE_CHECKING:
    from pbem.core.sentences import Sentence, Words
    from pbem.core.settings import Settings
    from pbem.tables.office import Office

NOT_DONE, NOT_UNDERSTOOD = 1, 2
_own_templates: ContextVar[Path | None] = ContextVar("own_templates", default=None)  # of this command

out, err = Console(highlight=False), Console(stderr=True, highlight=False, soft_wrap=True)
P = ParamSpec("P")
R = TypeVar("R")

AsJson = Annotated[bool, typer.Option("--json", help="One JSON document instead of a table.")]
TableName = Annotated[str, typer.Argument(metavar="TABLE", help="The name of the table.")]
RulesFile = Annotated[
    Path | None,
    typer.Option(
        help="A filled-in house-rules.toml (see pbem init); options on the command line take precedence."
    ),
]
GameOptions = Annotated[list[str] | None, typer.Option(help="An option of the game, as key=value.")]
GmName = Annotated[str, typer.Option(help="The game master's name.")]


def in_one_line(command: Callable[P, R]) -> Callable[P, R]:
    """Decorate *command*: an expected error is one line on standard error, and an exit code."""

    @wraps(command)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
        _own_templates.set(None)
        try:
            return command(*args, **kwargs)
        except Exception as fault:  # only to check whether it was expected
            trouble = _expected(fault)
            if trouble is None:
                raise
            stop(trouble.line, trouble.code)

    return guarded


class Trouble(NamedTuple):
    """What is printed, and the exit code."""

    line: "Words"
    code: int


def _expected(fault: Exception) -> Trouble | None:
    import sqlite3

    from sqlalchemy.exc import OperationalError

    from pbem.core.sentences import sentence
    from pbem.core.settings import SettingsFault
    from pbem.core.templating import NoTemplates
    from pbem.service.host_fault import HostFault
    from pbem.store.engine import StoreFault, remedy_of
    from pbem.tables.gm_actions import NotDone
    from pbem.tables.opening import CannotOpen

    match fault:
        case SettingsFault():
            return Trouble(str(fault), NOT_UNDERSTOOD)
        case CannotOpen(why=why) | NotDone(why=why) | HostFault(sentence=why):
            return Trouble(why, NOT_DONE)
        case StoreFault():
            return Trouble(str(fault), NOT_UNDERSTOOD if fault.is_lasting else NOT_DONE)
        case NoTemplates():
            return Trouble(str(fault), NOT_DONE)
        case OperationalError():
            remedy = remedy_of(fault, "sqlite:" if isinstance(fault.orig, sqlite3.Error) else "")
            return Trouble(sentence("shell", "database_trouble", reason=fault.orig, remedy=remedy), NOT_DONE)
    return None


def say(sentence: "Sentence") -> None:
    """Print a sentence on standard output."""
    out.print(words_of(sentence), markup=False, soft_wrap=True)


def warn(line: "Words") -> None:
    """Print one line on standard error."""
    err.print(f"pbem: {words_of(line)}", markup=False)


def words_of(said: "Words") -> str:
    """Return *said* in the host's words, or in ours if the host has none or they cannot be used."""
    from jinja2 import TemplateError

    from pbem.core.sentences import in_words

    own = _own_templates.get()
    try:
        return in_words(said, own)
    except TemplateError as fault:
        return f"{in_words(said, None)} ({own}: {fault})"


def stop(line: "Words", code: int = NOT_DONE) -> NoReturn:
    """Print why nothing was done, and exit."""
    warn(line)
    raise typer.Exit(code)


def settings_of(context: typer.Context, *, with_passwords: bool = False) -> "Settings":
    """Load the settings and set up the log. Raises SettingsFault.

    Only a command *with_passwords* talks to mail servers. The others run without its passwords,
    which an administrator's shell usually does not have.
    """
    from pbem.core import logs, settings_file

    loaded = settings_file.load(context.obj, with_passwords=with_passwords)
    _own_templates.set(loaded.house.templates)
    logs.set_up(loaded.log.level, loaded.log.form)
    return loaded


def office_of(context: typer.Context, *, with_passwords: bool = False, may_create: bool = False) -> "Office":
    """Open the database. Only a command that *may_create* one makes a new file of SQLite.

    In the wrong folder, the others would look into an empty one, and leave it there.
    """
    from pbem.core.sentences import sentence
    from pbem.service import assembly
    from pbem.store.engine import file_of

    settings = settings_of(context, with_passwords=with_passwords)
    file = file_of(settings.database.url) if not may_create else None
    if file is not None and file.absolute().parent.is_dir() and not file.exists():
        stop(sentence("shell", "no_database", file=file))
    return assembly.open_office(settings)

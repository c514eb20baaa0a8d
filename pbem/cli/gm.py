"""The game master's words at the shell: `pbem pause std3 --because "I am away"` is PAUSE of a message.

Each command says its words to `gamemaster.say`, so that a message and the shell can never do different
things; what is done there is written down as done by the host, and the GM is told.
"""

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from pbem.cli.shell import NOT_DONE, AsJson, TableName, err, in_one_line, office_of, out

app = typer.Typer()
Because = Annotated[str, typer.Option("--because", help="The reason, as everybody will read it.")]
Power = Annotated[str, typer.Argument(help="A power, or a beginning that only one has.")]
Text = Annotated[str, typer.Argument(help='A text; "-" reads it from standard input.')]


def _say(context: typer.Context, table: str, words: str, because: str = "", text: str = "") -> None:
    """The words as a message of the GM, and what became of them."""
    from pbem.core.clock import SystemClock
    from pbem.gamemaster.gm_commands import say

    first = f"{words} because {_one_line(because)}" if because else words
    body = sys.stdin.read() if text == "-" else text
    done = say(office_of(context), table, f"{first}\n{body}\nEND\n" if body else first, SystemClock().now())
    for leaf in done.pages:
        out.print(leaf.text, markup=False, soft_wrap=True)
    for deed in done.results:
        for sentence in deed.sentences:
            (err if deed.is_refused else out).print(sentence, markup=False, soft_wrap=True)
    if any(deed.is_refused for deed in done.results):
        raise typer.Exit(NOT_DONE)


def _one_line(text: str) -> str:
    return " ".join(text.split())


@app.command()
@in_one_line
def gm(context: typer.Context, table: TableName, words: Text = "HELP") -> None:
    """Say any words of the game master, as in a message: pbem gm std3 "EXTEND 24h"; HELP lists them."""
    _say(context, table, sys.stdin.read() if words == "-" else words)


@app.command()
@in_one_line
def pause(context: typer.Context, table: TableName, because: Because = "") -> None:
    """No deadline until the game is resumed; orders are still taken."""
    _say(context, table, "PAUSE", because)


@app.command()
@in_one_line
def resume(context: typer.Context, table: TableName, because: Because = "") -> None:
    """The game goes on with the time that was left."""
    _say(context, table, "RESUME", because)


@app.command()
@in_one_line
def extend(
    context: typer.Context,
    table: TableName,
    by: Annotated[str, typer.Argument(help='"24h", or "4 Dec 2026 20:00" by the clock of the table.')],
    because: Because = "",
) -> None:
    """Another deadline; everybody is told."""
    is_moment = ":" in by
    _say(context, table, f"EXTEND TO {_one_line(by)}" if is_moment else f"EXTEND {_one_line(by)}", because)


@app.command()
@in_one_line
def preview(context: typer.Context, table: TableName) -> None:
    """What would come of the orders on file; nothing is kept."""
    _say(context, table, "PREVIEW RUN")


@app.command()
@in_one_line
def rollback(
    context: typer.Context,
    table: TableName,
    to: Annotated[str, typer.Option("--to", help='The first turn to be undone: "Spring 1901".')] = "",
    because: Because = "",
) -> None:
    """Undo the last turn, or all since one; later orders are kept aside, everybody is told."""
    _say(context, table, f"ROLLBACK to {_one_line(to)}" if to else "ROLLBACK", because)


@app.command()
@in_one_line
def reopen(context: typer.Context, table: TableName, because: Because = "") -> None:
    """Take the end of a game back: it goes on."""
    _say(context, table, "REOPEN", because)


@app.command()
@in_one_line
def rollforward(context: typer.Context, table: TableName, because: Because = "") -> None:
    """Take a rollback back: the turn counts again as it was run."""
    _say(context, table, "ROLLFORWARD", because)


@app.command()
@in_one_line
def begin(context: typer.Context, table: TableName) -> None:
    """Begin a table that is not full, with those who have joined."""
    _say(context, table, "BEGIN")


@app.command()
@in_one_line
def correct(
    context: typer.Context,
    table: TableName,
    facts: Annotated[
        str,
        typer.Argument(help="""Lines like 'units.France = ["A Par"]', as the game has them; "-" reads."""),
    ],
    because: Because = "",
) -> None:
    """Put the position right; the reason is printed in the bulletin."""
    _say(context, table, "CORRECT", because, facts)


@app.command()
@in_one_line
def replace(
    context: typer.Context,
    table: TableName,
    power: Power,
    player: Annotated[str, typer.Argument(help='"Dora <dora@example.org>"')],
    because: Because = "",
) -> None:
    """Another player for a power."""
    _say(context, table, f"REPLACE {power} with {_one_line(player)}", because)


@app.command()
@in_one_line
def eject(context: typer.Context, table: TableName, power: Power, because: Because = "") -> None:
    """Nobody plays the power, until somebody takes it over."""
    _say(context, table, f"EJECT {power}", because)


@app.command()
@in_one_line
def become(context: typer.Context, table: TableName, power: Power, orders: Text) -> None:
    """Orders in the name of a power; its player is told."""
    _say(context, table, f"BECOME {power}", "", orders)


@app.command()
@in_one_line
def broadcast(context: typer.Context, table: TableName, text: Text) -> None:
    """A message to everybody at the table."""
    _say(context, table, "BROADCAST", "", text)


@app.command()
@in_one_line
def ruling(context: typer.Context, table: TableName, text: Text) -> None:
    """A ruling, printed in the next bulletin."""
    _say(context, table, "RULING", "", text)


@app.command()
@in_one_line
def rule(
    context: typer.Context,
    table: TableName,
    key: Annotated[str, typer.Argument(help="A key of config/house-rules.toml, or pace.")],
    value: str,
    because: Because = "",
) -> None:
    """Change a house rule; everybody is told."""
    _say(context, table, f"SET {key} = {_one_line(value)}", because)


@app.command()
@in_one_line
def end(
    context: typer.Context,
    table: TableName,
    winners: Annotated[str, typer.Argument(help='"France" or "England, France"; none: no winner.')] = "",
    because: Because = "",
) -> None:
    """End the game; everybody gets the last bulletin."""
    _say(context, table, f"END GAME won by {_one_line(winners)}" if winners else "END GAME", because)


@app.command()
@in_one_line
def log(context: typer.Context, table: TableName, as_json: AsJson = False) -> None:
    """What was done at a table besides what its rules do by themselves."""
    from pbem.commands import gm_log
    from pbem.store.database import GameTable
    from pbem.tables.gm_actions import NotDone

    office = office_of(context)
    with office.store.reading() as session:
        row = session.get(GameTable, table.lower())
        deeds = gm_log.actions_of(session, table.lower())
    if row is None:
        raise NotDone(f'there is no table "{table}"')
    if as_json:
        print(json.dumps([json.loads(deed.model_dump_json()) for deed in deeds], indent=2))
        return
    for line in gm_log.lines(deeds, row.zone, office.house.templates) or ["Nothing was done yet."]:
        out.print(line, markup=False, soft_wrap=True)


@app.command("export")
@in_one_line
def export_command(
    context: typer.Context,
    table: TableName,
    to: Annotated[Path | None, typer.Option("--to", help="The file; without it standard output.")] = None,
    close: Annotated[
        bool, typer.Option("--close", help="The game goes on elsewhere: pause it here.")
    ] = False,
) -> None:
    """Write a table as one JSON file. It holds every secret of the game: keep it as such."""
    from pbem.core.clock import SystemClock
    from pbem.service.transfer import export_table, write_privately
    from pbem.tables.gm_actions import NotDone

    text = export_table(office_of(context), table, SystemClock().now(), closes=close)
    if to is None:
        print(text)
        return
    try:
        write_privately(to, text)
    except OSError as fault:
        raise NotDone(f"{to} cannot be written ({fault.strerror})") from None
    out.print(f"{table.lower()} is in {to}.", markup=False)


@app.command("import")
@in_one_line
def import_command(
    context: typer.Context, file: Annotated[Path, typer.Argument(help="What pbem export has written.")]
) -> None:
    """Take in a table of another host; it goes on here."""
    from pbem.core.clock import SystemClock
    from pbem.core.templating import when
    from pbem.service.transfer import import_table
    from pbem.tables.gm_actions import NotDone

    try:
        text = file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as fault:
        raise NotDone(f"{file} cannot be read ({fault})") from None
    table = import_table(office_of(context), text, SystemClock().now())
    due = when(table.deadline_utc, table.zone) if table.deadline_utc else "not set"
    out.print(f"{table.key} goes on here; the deadline is {due}. Everybody has been told.", markup=False)

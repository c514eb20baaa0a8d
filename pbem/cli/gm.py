"""GM actions at the shell: `pbem pause std3 --because "I am away"` is PAUSE in a message.

Each command passes its words to `gm_commands.say`, so that a message and the shell always do the same; the
log says that the host did it, and the GM is notified.
"""

import json
import re
import sys
from pathlib import Path
from typing import Annotated

import typer

from pbem.cli.shell import NOT_DONE, AsJson, TableName, err, in_one_line, office_of, out, say

app = typer.Typer()
Because = Annotated[str, typer.Option("--because", help="The reason, as everybody will read it.")]
Power = Annotated[str, typer.Argument(help="A power; it may be abbreviated.")]
Text = Annotated[str, typer.Argument(help='A text; "-" reads it from standard input.')]


def _say(context: typer.Context, table: str, words: str, because: str = "", text: str = "") -> None:
    """Execute the words as a message of the GM, and print the results."""
    from pbem.core.clock import SystemClock
    from pbem.core.sentences import in_words
    from pbem.gamemaster import gm_commands

    first = f"{words} because {_one_line(because)}" if because else words
    body = sys.stdin.read() if text == "-" else text
    message = f"{first}\n{body}\nEND\n" if body else first
    office = office_of(context)
    done = gm_commands.say(office, table, message, SystemClock().now())
    for page in done.pages:
        out.print(page.text, markup=False, soft_wrap=True)
    for result in done.results:
        for one in result.sentences:
            line = in_words(one, office.house.templates)
            (err if result.is_refused else out).print(line, markup=False, soft_wrap=True)
    if any(result.is_refused for result in done.results):
        raise typer.Exit(NOT_DONE)


def _one_line(text: str) -> str:
    return " ".join(text.split())


@app.command()
@in_one_line
def gm(context: typer.Context, table: TableName, words: Text = "HELP") -> None:
    """Execute any GM actions, as in a message: pbem gm std3 "EXTEND 24h"; HELP lists them."""
    _say(context, table, sys.stdin.read() if words == "-" else words)


@app.command()
@in_one_line
def pause(
    context: typer.Context,
    table: TableName,
    because: Because = "",
    until: Annotated[
        str,
        typer.Option("--until", help='When the game goes on: "Monday 20:00", "4 Dec", or after "a week".'),
    ] = "",
) -> None:
    """Pause the game: no deadline until it is resumed; orders are still taken."""
    from pbem.gamemaster.clock import LENGTH

    is_length = re.fullmatch(LENGTH, _one_line(until), re.I)
    end = f" {'FOR' if is_length else 'UNTIL'} {_one_line(until)}" if until else ""
    _say(context, table, f"PAUSE{end}", because)


@app.command()
@in_one_line
def resume(context: typer.Context, table: TableName, because: Because = "") -> None:
    """Resume the game with the time that was left."""
    _say(context, table, "RESUME", because)


@app.command()
@in_one_line
def extend(
    context: typer.Context,
    table: TableName,
    by: Annotated[str, typer.Argument(help='"24h", or "4 Dec 2026 20:00" by the clock of the table.')],
    because: Because = "",
) -> None:
    """Set another deadline; everybody is notified."""
    is_moment = ":" in by
    _say(context, table, f"EXTEND TO {_one_line(by)}" if is_moment else f"EXTEND {_one_line(by)}", because)


@app.command()
@in_one_line
def preview(context: typer.Context, table: TableName) -> None:
    """Print what the orders on file would do, without storing anything."""
    _say(context, table, "PREVIEW RUN")


@app.command()
@in_one_line
def rollback(
    context: typer.Context,
    table: TableName,
    to: Annotated[str, typer.Option("--to", help='The first turn to be undone: "Spring 1901".')] = "",
    because: Because = "",
) -> None:
    """Undo the last turn, or all from one turn on; later orders are set aside, and everybody is notified."""
    _say(context, table, f"ROLLBACK to {_one_line(to)}" if to else "ROLLBACK", because)


@app.command()
@in_one_line
def reopen(context: typer.Context, table: TableName, because: Because = "") -> None:
    """Undo the end of a game: it goes on."""
    _say(context, table, "REOPEN", because)


@app.command()
@in_one_line
def rollforward(context: typer.Context, table: TableName, because: Because = "") -> None:
    """Undo a rollback: the turn counts again as it was run."""
    _say(context, table, "ROLLFORWARD", because)


@app.command()
@in_one_line
def begin(context: typer.Context, table: TableName) -> None:
    """Begin a table that is not full, with the players who have joined."""
    _say(context, table, "BEGIN")


@app.command()
@in_one_line
def correct(
    context: typer.Context,
    table: TableName,
    facts: Annotated[
        str,
        typer.Argument(
            help="""Lines like 'units.France = ["A Par"]', as the game writes them; "-" reads from stdin."""
        ),
    ],
    because: Because = "",
) -> None:
    """Correct the position; the reason is printed in the bulletin."""
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
    """Give a power another player."""
    _say(context, table, f"REPLACE {power} with {_one_line(player)}", because)


@app.command()
@in_one_line
def eject(context: typer.Context, table: TableName, power: Power, because: Because = "") -> None:
    """Remove the player of a power, until somebody takes it over."""
    _say(context, table, f"EJECT {power}", because)


@app.command()
@in_one_line
def become(context: typer.Context, table: TableName, power: Power, orders: Text) -> None:
    """Send orders for a power; its player is notified."""
    _say(context, table, f"BECOME {power}", "", orders)


@app.command()
@in_one_line
def broadcast(context: typer.Context, table: TableName, text: Text) -> None:
    """Send a message to everybody at the table."""
    _say(context, table, "BROADCAST", "", text)


@app.command()
@in_one_line
def ruling(context: typer.Context, table: TableName, text: Text) -> None:
    """Publish a ruling in the next bulletin."""
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
    """Change a house rule; everybody is notified."""
    _say(context, table, f"SET {key} = {_one_line(value)}", because)


@app.command()
@in_one_line
def end(
    context: typer.Context,
    table: TableName,
    winners: Annotated[
        str, typer.Argument(help='"France" or "England, France"; if not given, nobody wins.')
    ] = "",
    because: Because = "",
) -> None:
    """End the game; everybody gets the last bulletin."""
    _say(context, table, f"END GAME won by {_one_line(winners)}" if winners else "END GAME", because)


@app.command()
@in_one_line
def log(context: typer.Context, table: TableName, as_json: AsJson = False) -> None:
    """Print the GM log: what was done at a table besides its turns."""
    from pbem.commands.lookup import gm_log
    from pbem.core.sentences import sentence
    from pbem.store.game_tables import GameTable
    from pbem.tables.gm_actions import NotDone

    office = office_of(context)
    with office.store.reading() as session:
        row = session.get(GameTable, table.lower())
        deeds = gm_log.actions_of(session, table.lower())
    if row is None:
        raise NotDone(sentence("shell", "no_such_table", table=table))
    if as_json:
        print(json.dumps([json.loads(deed.model_dump_json()) for deed in deeds], indent=2))
        return
    for line in gm_log.lines(deeds, row.zone, office.house.templates):
        out.print(line, markup=False, soft_wrap=True)
    if not deeds:
        say(sentence("shell", "nothing_done"))


@app.command("export")
@in_one_line
def export_command(
    context: typer.Context,
    table: TableName,
    to: Annotated[Path | None, typer.Option("--to", help="The file; standard output if not given.")] = None,
    close: Annotated[
        bool, typer.Option("--close", help="Pause the game here, because it goes on elsewhere.")
    ] = False,
) -> None:
    """Write a table as one JSON file. It holds every secret of the game: protect it."""
    from pbem.core.clock import SystemClock
    from pbem.core.sentences import sentence
    from pbem.service.transfer import CannotMove, demand_place, export_table, write_privately

    if to is not None:
        demand_place(to)  # before the game is paused
    text = export_table(office_of(context), table, SystemClock().now(), closes=close)
    if to is None:
        print(text)
        return
    try:
        write_privately(to, text)
    except OSError as fault:
        raise CannotMove(sentence("transfer", "cannot_write", file=to, reason=fault.strerror)) from None
    say(sentence("transfer", "exported", table=table.lower(), file=to))


def _plain(fault: Exception) -> object:
    """Return why a file cannot be read, without the number and the name that Python adds."""
    return (isinstance(fault, OSError) and fault.strerror) or fault


@app.command("import")
@in_one_line
def import_command(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="A file that pbem export or pbem archive has written.")],
) -> None:
    """Import a table from another host; it goes on here."""
    from pbem.core.clock import SystemClock
    from pbem.core.sentences import sentence
    from pbem.service.table_archive import read_file
    from pbem.service.transfer import CannotMove, import_table
    from pbem.store.states import OVER

    try:
        text = read_file(file)
    except (OSError, EOFError, UnicodeDecodeError) as fault:
        raise CannotMove(sentence("transfer", "cannot_read", file=file, reason=_plain(fault))) from None
    table = import_table(office_of(context, may_create=True), text, SystemClock().now())
    if table.state == OVER:
        say(sentence("retention", "back", table=table.key))
        return
    say(sentence("transfer", "imported", table=table.key, deadline=table.deadline_utc, zone=table.zone))

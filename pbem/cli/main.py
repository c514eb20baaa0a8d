"""The `pbem` command, for the host and for a GM at the machine. `pbem --help` lists the commands.

Exit codes: 0 done; 1 not done, and nothing changed; 2 the command or the settings cannot be understood.
"""

# Each command imports what it needs when it is called, so that a quick command does not wait for the imports
# of all others.

import json
from pathlib import Path
from typing import Annotated

import typer

from pbem.cli import backup, first_settings, retention, site, tournaments
from pbem.cli import gm as gm_shell
from pbem.cli.shell import (
    AsJson,
    GameOptions,
    GmName,
    RulesFile,
    TableName,
    in_one_line,
    office_of,
    out,
    settings_of,
)

HELP = """Play-by-mail games: for the host, and for a game master at the machine.

Exit codes: 0 done; 1 not done, and nothing changed; 2 the command or the settings cannot be understood.
"""
app = typer.Typer(help=HELP, no_args_is_help=True, pretty_exceptions_enable=False)


def _print_version(asked: bool) -> None:
    from importlib.metadata import version

    if asked:
        out.print(f"pbem {version('downfall-by-mail')}")
        raise typer.Exit


@app.callback()
def begin(
    context: typer.Context,
    config: Annotated[Path | None, typer.Option("--config", help="The settings file.")] = None,
    version: Annotated[  # noqa: ARG001 - its callback has printed it
        bool,
        typer.Option(
            "--version", help="Print the version, and exit.", callback=_print_version, is_eager=True
        ),
    ] = False,
) -> None:
    """Play-by-mail games."""
    context.obj = config  # read when a command needs it, so that --help works with any settings


@app.command()
@in_one_line
def serve(context: typer.Context) -> None:
    """Process messages, run games and send mail until stopped (Ctrl-C, SIGTERM)."""
    from pbem.core.garbage_collection import without_collection

    with without_collection():  # most of what a service needs is imported here
        from pbem.cli import serving

    serving.serve(settings_of(context, with_passwords=True))


@app.command()
@in_one_line
def new(  # noqa: PLR0913, PLR0917 - one for each option of the shell
    context: typer.Context,
    table: TableName,
    gm: Annotated[str, typer.Option(help="The address of the game master.")],
    game: Annotated[str, typer.Option(help="The game: standard, downfall-xiii ...")] = "",
    rules: RulesFile = None,
    player: Annotated[
        list[str] | None,
        typer.Option(
            help='"France=ann@x.org", or "France=Ann <ann@x.org>"; if none is given, players JOIN by mail.'
        ),
    ] = None,
    pace: Annotated[
        str,
        typer.Option(
            help='"72h", "every Sunday 18:00 Europe/London; retreat 24h" ...; by default the usual one.'
        ),
    ] = "",
    zone: Annotated[str, typer.Option(help="The time zone in which times are printed.")] = "",
    option: GameOptions = None,
    gm_name: GmName = "The GM",
) -> None:
    """Open a table and mail everybody the first position; without players, wait until it is full."""
    from pbem.cli import tables
    from pbem.tables.opening import Plan

    players = [tables.player(text) for text in player or ()]
    options = dict(tables.pair(text, "--option") for text in option or ())
    asked = Plan(table, game, gm, players, pace, options, zone, gm_name)
    tables.new(office_of(context, may_create=True), asked, rules)


@app.command()
@in_one_line
def games(context: typer.Context, as_json: AsJson = False) -> None:
    """List the tables: what is played, what is due and when, and whose orders are missing."""
    from pbem.cli import tables

    tables.games(office_of(context), as_json=as_json)


@app.command()
@in_one_line
def status(context: typer.Context, as_json: AsJson = False) -> None:
    """Print what is running, waiting or failed; exit code 1 if something is wrong."""
    from pbem.cli import tables

    tables.status(office_of(context), as_json=as_json)


@app.command()
@in_one_line
def show(
    context: typer.Context,
    table: TableName,
    power: Annotated[str | None, typer.Argument(help="Show what this power knows and has on file.")] = None,
    as_json: AsJson = False,
) -> None:
    """Show the position as the public knows it, or as one power does, with its orders on file."""
    from pbem.cli import tables

    tables.show(office_of(context), table, power, as_json=as_json)


@app.command()
@in_one_line
def run(
    context: typer.Context,
    table: TableName,
    now: Annotated[bool, typer.Option("--now", help="Do not wait for the deadline or for an inlet.")] = False,
) -> None:
    """Run the turn of a table that is due; with --now, of any table, even one that was set aside."""
    from pbem.cli import tables

    tables.run(office_of(context, with_passwords=not now), table, now=now)


@app.command()
@in_one_line
def again(
    context: typer.Context, message: Annotated[int, typer.Argument(help="The number of the message.")]
) -> None:
    """Retry a message that failed."""
    from pbem.cli import tables

    tables.again(office_of(context), message)


@app.command()
def demo() -> None:
    """Play a few turns by real mail on this machine."""
    from pbem.service import demo as played

    raise typer.Exit(played.main())


@app.command()
@in_one_line
def doctor(context: typer.Context, as_json: AsJson = False) -> None:
    """Check everything that the service needs, and suggest fixes; exit code 1 if something is wrong."""
    from pbem.core.clock import SystemClock
    from pbem.service.doctor import examine

    findings = list(examine(settings_of(context, with_passwords=True), SystemClock().now()))
    if as_json:
        out.print_json(json.dumps([finding.as_facts() for finding in findings]))
    for finding in findings if not as_json else ():
        mark = {True: "ok    ", None: "-     ", False: "FAULT "}[finding.is_well]
        out.print(f"{mark} {finding.what:<12} {finding.said}", markup=False, soft_wrap=True)
        if finding.is_well is False and finding.remedy:
            out.print(f"{'':<19} {finding.remedy}", markup=False, soft_wrap=True)
    raise typer.Exit(int(any(finding.is_well is False for finding in findings)))


app.add_typer(first_settings.app)
app.add_typer(gm_shell.app)
app.add_typer(site.app)
app.add_typer(backup.app)
app.add_typer(retention.app)
app.add_typer(tournaments.app, name="tournament")


def main() -> None:
    app()


if __name__ == "__main__":
    main()

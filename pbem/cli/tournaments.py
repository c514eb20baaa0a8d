"""`pbem tournament`: open a tournament, and print its standings."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.shell import GameOptions, GmName, RulesFile, in_one_line, office_of, out, say, stop

if TYPE_CHECKING:
    from pbem.tables.events.tournaments import Event
    from pbem.tables.office import Office

app = typer.Typer(help="Open a tournament, and print its standings.", no_args_is_help=True)


@app.command()
@in_one_line
def new(  # noqa: PLR0913, PLR0917 - one for each option of the shell
    context: typer.Context,
    event: Annotated[str, typer.Argument(help="Its name; the tables are called EVENT-1, EVENT-2 and so on.")],
    players: Annotated[Path, typer.Option(help='A file with one player on each line: "Ann <ann@x.org>".')],
    gm: Annotated[str, typer.Option(help="The game master's address.")],
    game: Annotated[str, typer.Option(help="The game; or write it into the file of house rules.")] = "",
    tables: Annotated[int, typer.Option(help="How many.")] = 1,
    scoring: Annotated[str, typer.Option(help="draw-size, sum-of-squares or dias.")] = "draw-size",
    title: Annotated[str, typer.Option(help="The title in the standings.")] = "",
    rules: RulesFile = None,
    pace: Annotated[str, typer.Option(help="As with pbem new.")] = "",
    zone: Annotated[str, typer.Option(help="The time zone in which times are printed.")] = "",
    option: GameOptions = None,
    gm_name: GmName = "The GM",
    seed: Annotated[
        str, typer.Option(help="The seed for drawing the seats; if not given, a new one, which is printed.")
    ] = "",
) -> None:
    """Draw the seats of several tables by lot, open them, and mail everybody the first position."""
    from pbem.cli import tables as shell_tables
    from pbem.tables.events.tournaments import Event, read_entrants
    from pbem.tables.opening import Plan

    office = office_of(context, may_create=True)
    options = dict(shell_tables.pair(text, "--option") for text in option or ())
    asked = Plan(event, game, gm, (), pace, options, zone, gm_name)
    plan = shell_tables.completed(office, asked, rules)
    _open(Event(event, tables, read_entrants(players), scoring, plan, title, seed), office)


def _open(event: "Event", office: "Office") -> None:
    """Open the tournament; print its tables and the seed of the lot."""
    from pbem.core.clock import SystemClock
    from pbem.core.sentences import sentence
    from pbem.tables.events.tournaments import open_tournament

    row, opened = open_tournament(event, office, SystemClock().now())
    keys = [table.key for table in opened]
    say(sentence("tournaments", "opened", title=row.title, tables=keys, seed=row.seed))


@app.command()
@in_one_line
def standings(
    context: typer.Context,
    event: Annotated[str, typer.Argument(help="Its name.")],
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
) -> None:
    """Print the standings of a tournament, as everybody may see them."""
    from pbem.commands.lookup import standings as command
    from pbem.core.sentences import in_words, sentence
    from pbem.store.tournament_rows import Tournament
    from pbem.tables.events import tournament_scores

    office = office_of(context)
    with office.store.reading() as session:
        known = [one.key for one in tournament_scores.tournaments(session)]
        row = session.get(Tournament, event.lower())
        if row is None:
            stop(sentence("tournaments", "no_tournament", written=event, known=known))
        shown = tournament_scores.standings(session, office, row)
    if as_json:
        out.print_json(json.dumps(tournament_scores.as_facts(shown)))
        return
    for line in (command.title(shown), *command.lines(shown)):
        out.print(in_words(line, office.house.templates), markup=False, soft_wrap=True)

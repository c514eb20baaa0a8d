"""What does the host, or a GM at the machine, tell the service to do?  `pbem --help` lists it.

Exit codes: 0 done; 1 not done, and nothing changed; 2 the command or the settings cannot be understood.
"""

import importlib
import json
import signal
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.table import Table as Grid
from sqlmodel import col, select

from pbem import (
    assembly,
    backup_shell,
    gm_shell,
    intake,
    logs,
    opening,
    painted_ahead,
    rehearsal,
    settings,
    sheets,
    site_shell,
)
from pbem.clock import SystemClock, clock_of
from pbem.house_rules import TableFile, read_table_file
from pbem.joining import applicants_of
from pbem.office import Office
from pbem.opening import Plan, Player, hands_of
from pbem.rendering import when
from pbem.shell import NOT_UNDERSTOOD, AsJson, TableName, err, in_one_line, office_of, out, settings_of, stop
from pbem.store import FORMING, HELD, GameTable, Seat, seats_of, sheets_of

app = typer.Typer(help=__doc__, no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)


@app.callback()
@in_one_line
def begin(
    context: typer.Context,
    config: Annotated[Path | None, typer.Option("--config", help="The settings file.")] = None,
) -> None:
    """Play-by-mail games, judged and mailed."""
    loaded = settings.load(config)
    logs.set_up(loaded.log.level, loaded.log.form)
    context.obj = loaded


@app.command()
@in_one_line
def serve(context: typer.Context) -> None:
    """Take in letters, run games, send mail, until stopped (Ctrl-C, SIGTERM)."""
    if found := rehearsal.faults(settings_of(context).house.templates):
        stop(rehearsal.first_lines(found), NOT_UNDERSTOOD)
    office = office_of(context)
    if office.store.is_sqlite:  # nobody else can be at work on it
        office.store.release_claims()
    clock = clock_of(office.store)
    service, web = assembly.assemble(office, clock), assembly.web_of(office, clock)
    stopped = threading.Event()
    for signal_number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(signal_number, lambda *_: stopped.set())
    try:
        service.start()
    except OSError as fault:
        receiver = office.settings.receiver
        service.stop()
        stop(f"[receiver] port: {receiver.listen}:{receiver.port} cannot be had ({fault.strerror})")
    try:
        web.start()
    except OSError as fault:
        service.stop()
        asked = office.settings.web
        stop(f"[web] port: {asked.listen}:{asked.port} cannot be had ({fault.strerror})")
    painted_ahead.paint_beside(office, stopped.is_set)
    err.print(f"pbem: serving {office.house.judge}; stop with Ctrl-C", markup=False)
    stopped.wait()
    web.stop()
    service.stop()


@app.command()
@in_one_line
def new(  # noqa: PLR0913, PLR0917 - one for each option of the shell
    context: typer.Context,
    table: TableName,
    gm: Annotated[str, typer.Option(help="The address of the game master.")],
    game: Annotated[str, typer.Option(help="The game: standard, downfall-xiii ...")] = "",
    rules: Annotated[
        Path | None, typer.Option(help="A copy of config/house-rules.toml; other options go before it.")
    ] = None,
    player: Annotated[
        list[str] | None,
        typer.Option(help='"France=ann@x.org", or "France=Ann <ann@x.org>"; none: players JOIN by mail.'),
    ] = None,
    pace: Annotated[
        str,
        typer.Option(help='"72h" (so it is without), "every Sunday 18:00 Europe/London; retreat 24h" ...'),
    ] = "",
    zone: Annotated[str, typer.Option(help="The time zone in which times are printed.")] = "",
    option: Annotated[list[str] | None, typer.Option(help="A ruling of the game, key=value.")] = None,
    gm_name: Annotated[str, typer.Option(help="The game master's name.")] = "The GM",
) -> None:
    """Open a table and mail everybody the first position; without players, wait until it is full."""
    office = office_of(context)
    written = _rules(rules)
    game = game or written.game
    plan = Plan(
        key=table,
        game=game,
        gm=gm,
        players=[_player(text) for text in player or ()],
        pace=pace or written.pace,
        options={**written.options, **dict(_pair(text, "--option") for text in option or ())},
        zone=zone or written.zone or office.settings.house.zone,
        gm_name=gm_name,
        house=written.house,
    )
    opened = opening.open_table(plan, office, SystemClock().now())
    playing = opening.powers_of(office, opened)
    if not player:
        out.print(
            f"{opened.key} is open for JOIN {opened.key}; it begins with {len(playing)} players.",
            markup=False,
        )
        return
    until = when(opened.deadline_utc, opened.zone) if opened.deadline_utc else "nobody knows when"
    out.print(f"{opened.key} is open: {opened.title}, first orders by {until}.", markup=False)
    empty = set(playing) - {seat.power for seat in _seats(office, opened)}
    if empty:
        out.print(f"Without a player, in civil disorder: {', '.join(sorted(empty))}.", markup=False)


def _rules(path: Path | None) -> TableFile:
    try:
        return read_table_file(path) if path else TableFile()
    except ValueError as fault:
        stop(str(fault), NOT_UNDERSTOOD)


def _seats(office: Office, table: GameTable) -> list[Seat]:
    with office.store.reading() as session:
        return seats_of(session, table.key)


def _player(text: str) -> Player:
    """ "France=Ann <ann@x.org>" or "France=ann@x.org" """
    power, said = _pair(text, "--player")
    name, bracket, address = said.rpartition("<")
    return Player(power, address.rstrip("> ") if bracket else said, name.strip(' "'))


def _pair(text: str, option: str) -> tuple[str, str]:
    key, sign, value = text.partition("=")
    if not sign or not key.strip() or not value.strip():
        stop(f'{option} "{text}": write it as key=value', NOT_UNDERSTOOD)
    return key.strip(), value.strip()


@app.command()
@in_one_line
def games(context: typer.Context, as_json: AsJson = False) -> None:
    """List the tables: what is played, what is due and when, who is missing."""
    office = office_of(context)
    with office.store.reading() as session:
        tables = list(session.exec(select(GameTable).order_by(col(GameTable.key))))
    rows = [_summary(office, table) for table in tables]
    if as_json:
        print(json.dumps(rows, indent=2))
        return
    grid = Grid("Table", "Game", "State", "Due", "Deadline", "Missing", box=None, pad_edge=False)
    for row in rows:
        grid.add_row(
            *(row[key] for key in ("table", "title", "state", "due", "printed")),
            f"{row['to_come']} players to come" if row["to_come"] else ", ".join(row["missing"]),
        )
    out.print(grid if rows else "There is no table yet: see pbem new --help")


def _summary(office: Office, table: GameTable) -> dict[str, Any]:
    waited_for = office.find_game(table.game).due(table.position)
    with office.store.reading() as session:
        on_file = sheets_of(session, table.key, table.number)
        seated = {seat.power for seat in seats_of(session, table.key)}
        is_forming = table.state == FORMING
        to_come = len(hands_of(office, table)) - len(applicants_of(session, table.key)) if is_forming else 0
    return {
        "table": table.key,
        "game": table.game,
        "title": table.title,
        "state": table.state,
        "reason": table.held_reason,
        "due": "" if waited_for.over else waited_for.turn,
        "number": table.number,
        "deadline": table.deadline_utc.isoformat() if table.deadline_utc else None,
        "printed": when(table.deadline_utc, table.zone) if table.deadline_utc else "",
        "missing": [power for power in waited_for.owed if power in seated and power not in on_file],
        "to_come": max(to_come, 0),
    }


@app.command()
@in_one_line
def show(
    context: typer.Context,
    table: TableName,
    power: Annotated[str | None, typer.Argument(help="Show what this power knows and has on file.")] = None,
    as_json: AsJson = False,
) -> None:
    """Show the position as the public knows it, or as one power does, with its orders on file."""
    office = office_of(context)
    row = _table(office, table)
    game = office.find_game(row.game)
    reader = _seat_of(office, row, power).power if power else None
    sheet = game.show(row.position, None, reader)
    force = _force(office, row, reader) if reader else []
    if as_json:
        facts = _summary(office, row) | {"reader": reader, "orders": force, "facts": dict(sheet.facts)}
        print(json.dumps(facts, indent=2, default=str))
        return
    lines = [f"{row.key}: {row.title}, {sheet.turn}: {row.state} {row.held_reason}".rstrip(), ""]
    lines += [f"  {item.text}" for section in sheet.sections for item in section.items]
    lines += [
        f"  {'  '.join(cells)}"
        for section in sheet.sections
        for grid in section.tables
        for cells in (grid.columns, *grid.rows)
    ]
    lines += ["", f"On file for {reader}:"] if reader else []
    lines += [f"  {order['unit']}: {order['order']} ({order['source']})" for order in force]
    for line in lines:
        out.print(line, markup=False, soft_wrap=True)


def _force(office: Office, table: GameTable, power: str) -> list[dict[str, str]]:
    place = sheets.Place(office.find_game(table.game), table, power)
    with office.store.reading() as session:
        force = sheets.in_force(session, place)
    return [{"unit": row.unit, "order": row.order, "source": row.source} for row in force]


@app.command()
@in_one_line
def run(
    context: typer.Context,
    table: TableName,
    now: Annotated[
        bool, typer.Option("--now", help="Do not wait for the deadline, nor for an inlet.")
    ] = False,
) -> None:
    """Run the turn of a table that is due; with --now, of any table, one that was set aside too."""
    office = office_of(context)
    row = _table(office, table)
    clock = clock_of(office.store)
    service = assembly.assemble(office, clock, is_listening=False)
    if not now and (row.state == HELD or row.final_utc is None or row.final_utc > clock.now()):
        due = when(row.final_utc, row.zone) if row.final_utc else "never"
        stop(
            f"{row.key} is not due ({row.state}, due {due}); to run it all the same: pbem run {row.key} --now"
        )
    if not service.run_table(row.key, row.final_utc, asked=row.number, with_inlets=not now):
        why = _table(office, table).held_reason or "an inlet is out of reach, or another program has it"
        stop(f"{row.key} was not run: {why}")
    after = _table(office, table)
    service.look_at_letters()
    out.print(
        f"{row.key}: turn {row.number} was run; {after.state}. The mails are in the outbox.", markup=False
    )


@app.command()
@in_one_line
def again(context: typer.Context, letter: Annotated[int, typer.Argument(help="Its number.")]) -> None:
    """Take in a letter that failed once more."""
    office = office_of(context)
    if not intake.again(letter, office):
        stop(f"there is no letter {letter} that failed")
    intake.take_in(letter, office, SystemClock().now())
    out.print(f"letter {letter} was taken in again", markup=False)


@app.command()
def demo() -> None:
    """Play a few turns by real mail on this machine."""
    played = importlib.import_module("pbem.demo")  # only now: it brings its own post office along
    raise typer.Exit(played.main())


@app.command()
@in_one_line
def doctor(context: typer.Context, as_json: AsJson = False) -> None:
    """Look at everything that the service needs, and tell what helps; 1 if something is at fault."""
    findings = list(importlib.import_module("pbem.doctor").examine(settings_of(context), SystemClock().now()))
    if as_json:
        out.print_json(json.dumps([msgspec.to_builtins(finding) for finding in findings]))
    for finding in findings if not as_json else ():
        mark = {True: "ok    ", None: "-     ", False: "FAULT "}[finding.is_well]
        out.print(f"{mark} {finding.what:<12} {finding.said}", markup=False, soft_wrap=True)
        if finding.is_well is False and finding.remedy:
            out.print(f"{'':<19} {finding.remedy}", markup=False, soft_wrap=True)
    raise typer.Exit(int(any(finding.is_well is False for finding in findings)))


def _table(office: Office, key: str) -> GameTable:
    with office.store.reading() as session:
        row = session.get(GameTable, key.lower())
        known = list(session.exec(select(GameTable.key).order_by(GameTable.key)))
    if row is None:
        stop(f'there is no table "{key}"; there are: {", ".join(known) or "none, see pbem new --help"}')
    return row


def _seat_of(office: Office, table: GameTable, said: str) -> Seat:
    """The seat that is meant, by any beginning that only one has."""
    seats = _seats(office, table)
    found = [seat for seat in seats if seat.power.lower().startswith(said.lower())]
    if len(found) != 1:
        powers: Sequence[str] = [seat.power for seat in seats]
        stop(f'{table.key} has no power "{said}"; it has {", ".join(powers)}')
    return found[0]


app.add_typer(gm_shell.app)
app.add_typer(site_shell.app)
app.add_typer(backup_shell.app)


def main() -> None:
    app()


if __name__ == "__main__":
    main()

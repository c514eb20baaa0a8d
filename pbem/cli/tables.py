"""Shell commands for tables: `pbem new`, `games`, `show`, `run` and `again`."""

import json
from pathlib import Path
from typing import Any

import typer
from msgspec.structs import replace
from rich.table import Table as Grid
from sqlmodel import col, select

from pbem.cli.shell import NOT_UNDERSTOOD, out, say, stop, words_of
from pbem.commands.context import power_meant
from pbem.commands.seats.joining import applicants_of
from pbem.core.clock import SystemClock
from pbem.core.person import named
from pbem.core.sentences import sentence
from pbem.core.templating import when, words
from pbem.core.text_layout import columns, underlined, wrapped
from pbem.intake import failures, intake
from pbem.service import assembly
from pbem.store.game_tables import GameTable, Seat, seats_of, sheets_of
from pbem.store.mail_tables import StoredMessage
from pbem.store.shared_clock import clock_of
from pbem.store.states import FAILED, FORMING, HELD, PAUSED, WAITING
from pbem.tables import opening, order_sheets
from pbem.tables.house_rules import TableFile, read_table_file
from pbem.tables.office import Office
from pbem.tables.opening import Plan, Player, hands_of
from pbem.web.health import is_late
from pbem.web.overview import overview


def new(office: Office, asked: Plan, rules: Path | None) -> None:
    """Open the table; what is not *asked* for comes from the file *rules*, or from the settings."""
    plan = completed(office, asked, rules)
    opened = opening.open_table(plan, office, SystemClock().now())
    playing = opening.powers_of(office, opened)
    if not plan.players:
        say(sentence("shell", "open_for_join", table=opened.key, players=len(playing)))
        return
    deadline, zone = opened.deadline_utc, opened.zone
    say(sentence("shell", "open", table=opened.key, title=opened.title, deadline=deadline, zone=zone))
    empty = set(playing) - {seat.power for seat in _seats(office, opened)}
    if empty:
        say(sentence("shell", "without_player", powers=sorted(empty)))


def completed(office: Office, asked: Plan, rules: Path | None) -> Plan:
    """Return the plan with what is not *asked* for from the file *rules*, or from the settings."""
    written = _rules(rules)
    return replace(
        asked,
        game=asked.game or written.game,
        pace=asked.pace or written.pace,
        options={**written.options, **asked.options},
        zone=asked.zone or written.zone or office.settings.house.zone,
        house=written.house,
    )


def _rules(path: Path | None) -> TableFile:
    try:
        return read_table_file(path) if path else TableFile()
    except ValueError as fault:
        stop(str(fault), NOT_UNDERSTOOD)


def _seats(office: Office, table: GameTable) -> list[Seat]:
    with office.store.reading() as session:
        return seats_of(session, table.key)


def player(text: str) -> Player:
    """Parse "France=Ann <ann@x.org>" or "France=ann@x.org"."""
    power, person = pair(text, "--player")
    name, address = named(person)
    return Player(power, address or person, name)


def pair(text: str, option: str) -> tuple[str, str]:
    key, sign, value = text.partition("=")
    if not sign or not key.strip() or not value.strip():
        stop(sentence("shell", "key_value", option=option, text=text), NOT_UNDERSTOOD)
    return key.strip(), value.strip()


def games(office: Office, *, as_json: bool) -> None:
    with office.store.reading() as session:
        tables = list(session.exec(select(GameTable).order_by(col(GameTable.key))))
    rows = [_summary(office, table) for table in tables]
    if as_json:
        print(json.dumps(rows, indent=2))
        return
    heads = (
        sentence("shell", "head_table"),
        sentence("shell", "head_game"),
        sentence("shell", "head_state"),
        sentence("shell", "head_due"),
        sentence("shell", "head_deadline"),
        sentence("shell", "head_missing"),
    )
    grid = Grid(*(words_of(head) for head in heads), box=None, pad_edge=False)
    for row in rows:
        grid.add_row(
            *(row[key] for key in ("table", "title", "state", "due")),
            words_of(sentence("shell", "deadline", moment=row["printed"], is_late=row["is_late"])),
            _missing(row),
        )
    out.print(grid if rows else words_of(sentence("shell", "no_tables")))


def _missing(row: dict[str, Any]) -> str:
    if row["to_come"]:
        return words_of(sentence("shell", "players_to_come", number=row["to_come"]))
    return ", ".join(row["missing"])


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
        "is_late": is_late(table, SystemClock().now()),
        "missing": [power for power in waited_for.owed if power in seated and power not in on_file],
        "to_come": max(to_come, 0),
    }


def status(office: Office, *, as_json: bool) -> None:
    """Print the service at this moment; exit with 1 if something is wrong."""
    with office.store.reading() as session:
        found = overview(session, office, clock_of(office.store).now())
    if as_json:
        print(json.dumps(found, indent=2))
    else:
        text = words("host_status.txt", found, office.house.templates)
        out.print(text, markup=False, soft_wrap=True, end="")
    if found["troubles"]:
        raise typer.Exit(1)


def show(office: Office, table: str, power: str | None, *, as_json: bool) -> None:
    row = _table(office, table)
    game = office.find_game(row.game)
    reader = _seat_of(office, row, power).power if power else None
    sheet = game.show(row.position, None, reader)
    force = _force(office, row, reader) if reader else []
    if as_json:
        facts = _summary(office, row) | {"reader": reader, "orders": force, "facts": dict(sheet.facts)}
        print(json.dumps(facts, indent=2, default=str))
        return
    lines = [f"{row.key}: {row.title}, {sheet.turn}: {row.state} {row.held_reason}".rstrip()]
    for section in sheet.sections:
        lines += ["", underlined(section.title), *(wrapped(item.text, 2, 4) for item in section.items)]
        lines += [columns(grid.rows, grid.columns) for grid in section.tables]
    lines += ["", words_of(sentence("shell", "on_file", power=reader))] if reader else []
    lines += [f"  {order['unit']}: {order['order']} ({order['source']})" for order in force]
    for line in lines:
        out.print(line, markup=False, soft_wrap=True)


def _force(office: Office, table: GameTable, power: str) -> list[dict[str, str]]:
    place = order_sheets.Place(office.find_game(table.game), table, power)
    with office.store.reading() as session:
        force = order_sheets.in_force(session, place)
    return [{"unit": row.unit, "order": row.order, "source": row.source} for row in force]


def run(office: Office, table: str, *, now: bool) -> None:
    row = _table(office, table)
    clock = clock_of(office.store)
    service = assembly.assemble(office, clock)
    if not now and (row.state == HELD or row.final_utc is None or row.final_utc > clock.now()):
        due, zone = row.final_utc, row.zone
        stop(sentence("shell", "not_due", table=row.key, state=row.state, deadline=due, zone=zone))
    if not service.run_table(row.key, row.final_utc, asked=row.number, with_inlets=not now):
        reason, is_paused = _table(office, table).held_reason, row.state == PAUSED
        stop(sentence("shell", "not_run", table=row.key, reason=reason, is_paused=is_paused))
    after = _table(office, table)
    service.poll_messages()
    say(sentence("shell", "was_run", table=row.key, turn=row.number, state=after.state))


def again(office: Office, message: int) -> None:
    if not failures.again(message, office):
        stop(sentence("shell", "no_failed_message", number=message))
    intake.take_in(message, office, SystemClock().now())
    with office.store.reading() as session:
        stored = session.get_one(StoredMessage, message)
    cause = stored.fault.partition("\n")[0]
    if stored.state == FAILED:
        stop(sentence("shell", "failed_again", number=message, cause=cause))
    if stored.state == WAITING:
        stop(sentence("shell", "not_taken_in", number=message))
    say(sentence("shell", "taken_in", number=message, result=stored.note or stored.state))


def _table(office: Office, key: str) -> GameTable:
    with office.store.reading() as session:
        row = session.get(GameTable, key.lower())
        known = list(session.exec(select(GameTable.key).order_by(GameTable.key)))
    if row is None:
        stop(sentence("shell", "no_table", table=key, known=known))
    return row


def _seat_of(office: Office, table: GameTable, name: str) -> Seat:
    """Return the seat of a power, which may be abbreviated."""
    seats = {seat.power: seat for seat in _seats(office, table)}
    try:
        return seats[power_meant(name, list(seats))]
    except ValueError as fault:
        stop(sentence("shell", "no_such_seat", table=table.key, reason=fault))

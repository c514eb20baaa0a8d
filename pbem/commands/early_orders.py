"""Orders for a phase that is not due yet. PHASE RETREAT: lines are stored, and read when it is due.

They are kept as they were written, for nobody knows yet what there will be to order. A heading may name a
phase (RETREAT): then they wait until it comes, or until the one in which they were given comes round again.
Or it names a turn (PHASE F1902M, "Autumn 1902:"): then they wait for that turn. Then they are read like a
message, and the player is told what was made of them. A later message for the same replaces them whole.
"""

import re
from collections.abc import Sequence
from datetime import datetime

from msgspec.structs import replace
from sqlmodel import Session, col, select

from adjudicator.core.game import TAKEN, Reading
from pbem import reports
from pbem.commands.command import Command, Group
from pbem.commands.context import SeatCommandContext, SeatContext, done, refused
from pbem.core.turn_names import Label, is_named, is_over, phase_of, read_label
from pbem.messages.script import Below, Request, Script
from pbem.outbound import outbox
from pbem.outbound.outbox import About
from pbem.reports import CommandResult
from pbem.store.database import GameTable, OrderSheet, id_of, seats_of
from pbem.store.player_tables import LaterOrders
from pbem.tables.office import Office, run_of

PHASE_ALONE = re.compile(r"(?:retreats?|builds?|removals?|adjustments?)\s*:", re.I)
MOST = 12  # turns to come for which a seat may have orders kept


def for_now(script: Script, at: SeatContext) -> Script:
    """What stands under the heading of the phase that is due is an order like any other."""
    lines = list(script.lines)
    stored = []
    for request in [part for whole in script.requests for part in _parted(whole, at)]:
        if request.word == "LATER" and _is_due(request, at):
            _put_in(lines, request)
        else:
            stored.append(request)
    return Script(tuple(lines), tuple(stored))


def _parted(request: Request, at: SeatContext) -> list[Request]:
    """What stands below "BUILDS:" among its lines waits for the builds: of the same turn, if it has one."""
    starts = [place for place, line in enumerate(request.text) if _phase_alone(line, at)]
    if request.word != "LATER" or not starts:
        return [request]
    first = request.line + (0 if _is_beside(request) else 1)  # the line of the first of the text
    own = [replace(request, text=request.text[: starts[0]])] if starts[0] else []
    ends = [*starts[1:], len(request.text)]
    return own + [
        _part(request, at, request.text[start:end], first + start)
        for start, end in zip(starts, ends, strict=True)
    ]


def _part(whole: Request, at: SeatContext, lines: Sequence[str], number: int) -> Request:
    """*lines* begin with a heading like "BUILDS:", and stand in the message from line *number* on."""
    phase = _phase_alone(lines[0], at)
    try:
        label = read_label(whole.argument, at.game.card)
    except ValueError:  # told when the rest of it is kept
        return replace(whole, line=number, said=lines[0].strip(), text=tuple(lines[1:]))
    named = printed(replace(label, phase=phase)) if label.is_of_a_turn else phase
    return Request("LATER", named, number, lines[0].strip(), tuple(lines[1:]))


def _phase_alone(line: str, at: SeatContext) -> str:
    """The phase of a line like "BUILDS:", "" for any other line."""
    is_heading = PHASE_ALONE.fullmatch(line.strip())
    return phase_of(line.strip(" :"), at.game.card.phases) if is_heading else ""


def _is_beside(request: Request) -> bool:
    return bool(request.text) and request.text[0] in request.said


def _is_due(request: Request, at: SeatContext) -> bool:
    try:
        return is_named(read_label(request.argument, at.game.card), at.due, at.game.card)
    except ValueError:
        return False


def _put_in(lines: list[str], request: Request) -> None:
    """The lines at their own numbers; the first may stand beside the heading."""
    begins = request.line - 1 if _is_beside(request) else request.line
    lines[begins : begins + len(request.text)] = request.text


def store(acting: SeatCommandContext, request: Request) -> CommandResult:
    """PHASE RETREAT: and lines below; PHASE Autumn 1902: the same for that turn alone"""
    at = acting.at
    try:
        label = read_label(request.argument, at.game.card)
        _check_to_come(label, request.argument, at)
    except ValueError as unknown:
        return refused(request, str(unknown), "Nothing of it was kept.")
    phase = printed(label)
    before = _waiting_of(at.row.power, acting.session, at.table.key)
    for row in before:
        if row.phase == phase:
            acting.session.delete(row)
    lines = [line.strip() for line in request.text if line.strip()]
    if not lines:
        acting.session.flush()
        return done(request, f"Nothing is kept for {phase} any more.")
    if len(before) >= MOST:
        return refused(request, f"Orders for {len(before)} turns to come are kept, and that is the most.")
    acting.session.add(
        LaterOrders(
            table_key=at.table.key,
            power=at.row.power,
            phase=phase,
            given_in=at.due.phase,
            incoming_id=id_of(acting.visit.stored),
            lines=lines,
            received_utc=acting.visit.stored.received_utc,
        )
    )
    acting.session.flush()
    until = "" if label.is_of_a_turn else f", or {at.due.phase} comes round again"
    return done(request, f"Kept until {phase} is due{until}; then they are read, and you are told:", *lines)


def _check_to_come(label: Label, said: str, at: SeatContext) -> None:
    """Raises ValueError if the turn is behind us, or is none."""
    if label == Label():
        raise ValueError(f'"{said}" names no turn. {at.due.turn} is due.')
    if is_over(label, at.due, at.game.card):
        raise ValueError(f"{said.strip()} is over; {at.due.turn} is due.")


def printed(label: Label) -> str:
    """As it is kept, and read again: "Autumn 1902, movement", "retreat"."""
    half = "I" * label.half
    words = " ".join(word for word in (label.season, half, str(label.number or "")) if word)
    named = f"Turn {words}" if words.isdigit() else words
    return ", ".join(part for part in (named, label.phase) if part)


def describe(acting: SeatCommandContext) -> list[str]:
    """What is kept for later, in sentences."""
    rows = _waiting_of(acting.at.row.power, acting.session, acting.at.table.key)
    return [f"Kept for {row.phase}: {'; '.join(row.lines)}." for row in rows]


def _waiting(session: Session, table_key: str) -> list[LaterOrders]:
    wanted = select(LaterOrders).where(LaterOrders.table_key == table_key, LaterOrders.number == 0)
    return list(session.exec(wanted.order_by(col(LaterOrders.id))))


def _waiting_of(power: str, session: Session, table_key: str) -> list[LaterOrders]:
    return [row for row in _waiting(session, table_key) if row.power == power]


def take_up(session: Session, office: Office, table: GameTable, now: datetime) -> None:
    """The table has a new turn: read what was kept for its phase, drop what has come round."""
    game = office.find_game(table.game)
    due = game.due(table.position)
    stored = _waiting(session, table.key)
    seats = seats_of(session, table.key) if stored else ()
    for seat, row in [(seat, row) for seat in seats for row in stored if row.power == seat.power]:
        label = read_label(row.phase, game.card)
        at = SeatContext(table, seat, game, due, office.seat_card(table, seat))
        if not due.over and is_named(label, due, game.card):
            _take_up(session, office, at, row, now)
        elif due.over or _is_gone(label, row, at):
            session.delete(row)
    session.flush()


def _is_gone(label: Label, row: LaterOrders, at: SeatContext) -> bool:
    """Will its turn not come any more?"""
    if label.is_of_a_turn:
        return is_over(label, at.due, at.game.card)
    return row.given_in == at.due.phase


def _take_up(session: Session, office: Office, at: SeatContext, row: LaterOrders, now: datetime) -> None:
    table, seat = at.table, at.row
    if seat.power not in {*at.due.owed, *at.due.asked}:
        if not read_label(row.phase, at.game.card).is_of_a_turn:
            session.delete(row)
        return
    row.number = table.number
    reading = at.place.read(None, row.lines)
    if any(line.verdict == TAKEN for line in reading.lines):
        session.add(
            OrderSheet(
                table_key=table.key,
                number=table.number,
                power=seat.power,
                orders=reading.orders,
                complete=reading.complete,
                received_utc=row.received_utc,
            )
        )
    _notify(session, office, at, reading, now)


def _notify(session: Session, office: Office, at: SeatContext, reading: Reading, now: datetime) -> None:
    table, seat = at.table, at.row
    own = f"<later.{table.key}.{table.number}.{seat.power}@{office.house.domain}>".replace(" ", "-")
    context = office.context(
        now, reports.AnsweredMessage(own, (), f"{table.key}: orders that you gave beforehand")
    )
    shown = replace(
        reading,
        in_force=tuple(
            replace(row, source="given beforehand") if row.source == "this message" else row
            for row in reading.in_force
        ),
    )
    note = f"This is what I made of the orders that you gave beforehand for {at.due.turn}."
    told = reports.confirmation(at.card, run_of(table, at.due), shown, reports.Besides([note]))
    mail = reports.answer(context, told)
    outbox.put(session, mail, About(table.key, seat.power, table.number), now)


A_TURN = (
    r"(?:spring|summer|autumn|fall|winter|\w{4,12}\s+ii?)\s+\d{4}(?:[\s,]+[a-z]{3,12})?|[sfaw]\d{4}[mrba]"
)
COMMANDS = (
    Command(
        "LATER",
        rf"(?:(?:phase|later)[\s:]+([^:]{{1,40}})|({A_TURN}))(?:\s*:\s*(.*))?",
        below=Below.LINES,
        usage="PHASE RETREAT, PHASE F1902M, Autumn 1902: orders below, stored until that is due",
        group=Group.ORDERS,
        page="later",
        topics=("phase", "standing", "retreats", "builds"),
        run=store,
        of_this_turn=True,
    ),
)

"""Orders for a later phase (PHASE RETREAT): they are stored, and read when it is due.

They are stored as written, because nobody knows yet what there will be to order. If the heading names a phase
(RETREAT), they wait until it comes, or until the phase in which they were sent comes again. If it names a
turn (PHASE F1902M, "Autumn 1902:"), they wait for that turn. Then they are read like a message, and the
player gets the result. A later message for the same phase or turn replaces them completely.

A line may have a condition ("IF A Mun is dislodged THEN ..."), which is evaluated when the turn is due; see
`pbem.commands.sheets.conditional_orders`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import partial
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace
from sqlmodel import Session, col, select

from adjudicator.core.game import TAKEN, THIS_MESSAGE, Card, Due, Game, Power, Reading
from pbem import reports
from pbem.commands.command import Command, Group
from pbem.commands.context import SeatCommandContext, SeatContext, done, not_used, reason, refused
from pbem.commands.lookup import examples
from pbem.commands.sheets import conditional_orders
from pbem.commands.sheets.conditional_orders import Known, Played, public_result
from pbem.commands.sheets.prose_headings import is_beside, put_in, until_standing, with_bare, without_prose
from pbem.core.sentences import Sentence, Unusable, sentence
from pbem.core.turn_names import Label, is_named, is_over, phase_of, read_label
from pbem.messages.script import Below, Request, Script
from pbem.outbound import outbox
from pbem.outbound.outbox import About
from pbem.reports import CommandResult
from pbem.store.game_tables import GameTable, OrderSheet, seats_of
from pbem.store.player_tables import LaterOrders
from pbem.store.rows import id_of
from pbem.tables.office import Office, run_of

PHASE_ALONE = re.compile(r"(?:retreats?|builds?|removals?|adjustments?)\s*:", re.I)
MOST = 12  # turns to come for which a seat may have orders stored


class TakenUp(Struct, frozen=True):
    """Stored orders as they were read; *notes* are the results of lines with a condition."""

    reading: Reading
    notes: Sequence[Sentence]


def for_now(script: Script, at: SeatContext) -> Script:
    """Turn the lines below the heading of the phase that is due into lines for the game."""
    script = until_standing(_with_turns_to_come(with_bare(without_prose(script, at)), at), at)
    lines = list(script.lines)
    stored = []
    for request in [part for whole in script.requests for part in _parted(whole, at)]:
        if request.word == "LATER" and _is_due(request, at):
            put_in(lines, request)
        else:
            stored.append(request)
    return Script(tuple(lines), tuple(stored))


def _with_turns_to_come(script: Script, at: SeatContext) -> Script:
    """Read "Turn 4:" above orders as LATER if that turn is still to come, up to the next command."""
    lines, requests = list(script.lines), []
    starts = [*(request.line for request in script.requests), len(lines) + 1]
    for request, (start, stop) in zip(script.requests, pairwise(starts), strict=True):
        below = lines[start : stop - 1]
        if request.word != "TURN" or not any(map(str.strip, below)) or not _is_to_come(request, at):
            requests.append(request)
            continue
        lines[start : stop - 1] = [""] * len(below)
        requests.append(Request("LATER", request.argument, request.line, request.written, tuple(below)))
    return Script(tuple(lines), tuple(requests))


def _is_to_come(request: Request, at: SeatContext) -> bool:
    """Return whether the turn that is named is neither due nor over."""
    try:
        label = read_label(request.argument, at.game.card)
    except ValueError:
        return False
    card, due = at.game.card, at.due
    return label.is_of_a_turn and not is_named(label, due, card) and not is_over(label, due, card)


def _parted(request: Request, at: SeatContext) -> list[Request]:
    """Split off the lines below "BUILDS:", which are for the builds of the same turn, if it names one."""
    starts = [place for place, line in enumerate(request.text) if _phase_alone(line, at)]
    if request.word != "LATER" or not starts:
        return [request]
    first = request.line + (0 if is_beside(request) else 1)  # the line number of the first line
    own = [replace(request, text=request.text[: starts[0]])] if starts[0] else []
    ends = [*starts[1:], len(request.text)]
    return own + [
        _part(request, at, request.text[start:end], first + start)
        for start, end in zip(starts, ends, strict=True)
    ]


def _part(whole: Request, at: SeatContext, lines: Sequence[str], number: int) -> Request:
    """Return the part that begins with a heading like "BUILDS:", on line *number* of the message."""
    phase = _phase_alone(lines[0], at)
    try:
        label = read_label(whole.argument, at.game.card)
    except ValueError:  # refused when the rest is stored
        return replace(whole, line=number, written=lines[0].strip(), text=tuple(lines[1:]))
    named = printed(replace(label, phase=phase)) if label.is_of_a_turn else phase
    return Request("LATER", named, number, lines[0].strip(), tuple(lines[1:]))


def _phase_alone(line: str, at: SeatContext) -> str:
    """Return the phase of a line like "BUILDS:", "" for any other line."""
    is_heading = PHASE_ALONE.fullmatch(line.strip())
    return phase_of(line.strip(" :"), at.game.card.phases) if is_heading else ""


def _is_due(request: Request, at: SeatContext) -> bool:
    try:
        label = read_label(request.argument, at.game.card)
    except ValueError:
        return False
    return label != Label() and is_named(label, at.due, at.game.card)


def store(acting: SeatCommandContext, request: Request) -> CommandResult:
    """Store the lines below for their turn; without lines, delete what is stored for it."""
    at = acting.at
    try:
        label = read_label(request.argument, at.game.card)
        _check_to_come(label, request.argument, at)
    except ValueError as unknown:
        return refused(
            request, sentence("early_orders", "refused", why=reason(unknown)), *_left_out(acting, request)
        )
    phase = printed(label)
    written = [line.strip() for line in request.text if line.strip()]
    faults = conditional_orders.faults(written, at)
    lines = [line for line in written if line not in faults]
    not_stored = [
        sentence("conditions", "not_stored", line=line, why=acting.words(why)) for line, why in faults.items()
    ]
    if faults and not lines:
        return refused(request, *not_stored)
    before = waiting_of(at.row.power, acting.session, at.table.key)
    for row in before:
        if row.phase == phase:
            acting.session.delete(row)
    if not lines:
        acting.session.flush()
        return done(request, sentence("early_orders", "none_left", phase=phase))
    if len(before) >= MOST:
        too_many = sentence("early_orders", "too_many", stored=len(before))
        return refused(request, too_many, *not_used(request))
    _keep(lines, phase, acting)
    given_in = "" if label.is_of_a_turn else at.due.phase
    stored = sentence("early_orders", "stored", phase=phase, given_in=given_in)
    return done(request, stored, *lines, *not_stored)


def _left_out(acting: SeatCommandContext, request: Request) -> Iterator[Sentence]:
    """Name the lines below a heading that is refused, and say how one is written."""
    yield from not_used(request)
    game, position, power = acting.at.game, acting.at.table.position, acting.at.row.power
    later = examples.of_position(game, position, power).later
    if later:
        yield sentence("early_orders", "how", heading=later[0].heading, is_below=bool(request.text))


def _keep(lines: list[str], phase: str, acting: SeatCommandContext) -> None:
    """Store the lines until *phase*, which may name a turn, is due."""
    at = acting.at
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


def _check_to_come(label: Label, written: str, at: SeatContext) -> None:
    """Raise Unusable if the label names no turn, or one that is over."""
    if not written:
        raise Unusable(sentence("early_orders", "no_heading"))
    if label == Label():
        raise Unusable(sentence("early_orders", "no_turn", written=written, turn=at.due.turn))
    if is_over(label, at.due, at.game.card):
        raise Unusable(sentence("early_orders", "over", written=written.strip(), turn=at.due.turn))


def printed(label: Label) -> str:
    """Return the label as it is stored and read again: "Autumn 1902, movement", "retreat"."""
    half = "I" * label.half
    words = " ".join(word for word in (label.season, half, str(label.number or "")) if word)
    named = f"Turn {words}" if words.isdigit() else words
    return ", ".join(part for part in (named, label.phase) if part)


def describe(acting: SeatCommandContext) -> list[Sentence]:
    """Return what is stored for later phases."""
    rows = waiting_of(acting.at.row.power, acting.session, acting.at.table.key)
    return [sentence("early_orders", "waiting", phase=row.phase, lines=row.lines) for row in rows]


def _waiting(session: Session, table_key: str) -> list[LaterOrders]:
    wanted = select(LaterOrders).where(LaterOrders.table_key == table_key, LaterOrders.number == 0)
    return list(session.exec(wanted.order_by(col(LaterOrders.id))))


def waiting_of(power: str, session: Session, table_key: str) -> list[LaterOrders]:
    """Return what a power has on file for later phases, oldest first."""
    return [row for row in _waiting(session, table_key) if row.power == power]


def take_up(session: Session, office: Office, table: GameTable, now: datetime) -> None:
    """Read what is stored for the turn that is due, and delete what no later turn can use."""
    game = office.find_game(table.game)
    due = game.due(table.position)
    stored = _waiting(session, table.key)
    seats = seats_of(session, table.key) if stored else ()
    for seat, row in [(seat, row) for seat in seats for row in stored if row.power == seat.power]:
        label = read_label(row.phase, game.card)
        at = SeatContext(table, seat, game, due, office.seat_card(table, seat))
        if due.over or _is_dropped(label, row, due, game.card):
            session.delete(row)
        elif _is_its_turn(label, row, due, game.card):
            _take_up(session, office, at, row, now)
    session.flush()


def _is_its_turn(label: Label, row: LaterOrders, due: Due, card: Card) -> bool:
    return is_named(label, due, card) and not _must_wait(label, row.power, due, card)


def taken_up_after(
    session: Session, game: Game, table: GameTable, played: Played, due: Due
) -> Mapping[Power, bool]:
    """Return the powers whose orders `take_up` will read after *played*, and whether these are complete."""
    found: dict[Power, bool] = {}
    state = played.turn.state
    for row in _waiting(session, table.key) if not due.over else ():
        label = read_label(row.phase, game.card)
        if _is_dropped(label, row, due, game.card) or not _is_its_turn(label, row, due, game.card):
            continue
        result = partial(public_result, session, game, table, played)
        decided = conditional_orders.decide(Known(game, state, row.power, result), row.lines)
        reading = game.read(state, row.power, None, decided.lines)
        is_taken = any(line.verdict == TAKEN for line in reading.lines)
        found[row.power] = is_taken and reading.complete and row.power in {*due.owed, *due.asked}
    return found


def dropped(session: Session, table_key: str, due: Due, card: Card) -> Mapping[Power, Sequence[LaterOrders]]:
    """Return what `take_up` will delete, when *due* is due, because the turn that it was for did not come."""
    found: dict[Power, list[LaterOrders]] = {}
    for row in _waiting(session, table_key) if not due.over else ():
        if _is_dropped(read_label(row.phase, card), row, due, card):
            found.setdefault(row.power, []).append(row)
    return found


def _is_dropped(label: Label, row: LaterOrders, due: Due, card: Card) -> bool:
    """Return whether the turn will never come again, or, in turn order, is the turn of another power now."""
    if is_named(label, due, card):
        return not label.is_of_a_turn and _must_wait(label, row.power, due, card)
    return is_over(label, due, card) if label.is_of_a_turn else row.given_in == due.phase


def _must_wait(label: Label, power: Power, due: Due, card: Card) -> bool:
    """Return whether it is not the turn of *power*, or may be a later phase of the turn that is meant.

    A power that owes nothing in the phase that is meant may still order something, or is told why not.
    """
    is_sure = bool(label.phase) and not card.plays_in_turn
    return not is_sure and power not in {*due.owed, *due.asked}


def _take_up(session: Session, office: Office, at: SeatContext, row: LaterOrders, now: datetime) -> None:
    table, seat = at.table, at.row
    row.number = table.number
    known = Known(at.game, table.position, seat.power, partial(public_result, session, at.game, table))
    decided = conditional_orders.decide(known, row.lines)
    row.lines = list(decided.lines)
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
    _notify(session, office, at, TakenUp(reading, decided.notes), now)


def _notify(session: Session, office: Office, at: SeatContext, taken: TakenUp, now: datetime) -> None:
    table, seat = at.table, at.row
    own = f"<later.{table.key}.{table.number}.{seat.power}@{office.house.domain}>".replace(" ", "-")
    subject = sentence("early_orders", "subject", table=table.key).words(office.house.templates)
    context = office.context(now, reports.AnsweredMessage(own, (), subject))
    source = sentence("early_orders", "source").words(office.house.templates)
    in_force = (
        replace(row, source=source) if row.source == THIS_MESSAGE else row for row in taken.reading.in_force
    )
    shown = replace(taken.reading, in_force=tuple(in_force))
    note = sentence("early_orders", "taken_up", turn=at.due.turn)
    answer = reports.confirmation(
        at.card, run_of(table, at.due), shown, reports.Besides([note, *taken.notes])
    )
    mail = reports.answer(context, answer)
    outbox.put(session, mail, About(table.key, seat.power, table.number), now)


A_TURN = (
    r"(?:spring|summer|autumn|fall|winter|\w{4,12}\s+ii?)\s+\d{4}(?:[\s,]+[a-z]{3,12})?|[sfaw]\d{4}[mrba]"
)
COMMANDS = (
    Command(
        "LATER",
        rf"(?:(?:phase|later)[\s:]+([^:]{{1,40}})|({A_TURN}))(?:\s*:\s*(.*))?",
        below=Below.LINES,
        group=Group.ORDERS,
        page="later",
        topics=("phase", "standing", "retreats", "builds", "if", "condition", "conditions"),
        run=store,
        of_this_turn=True,
    ),
)

"""SECOND SPINE: one turn, from the deadline to the bulletins in the outbox.

The scheduler has emptied the inlets up to the deadline and has taken in what came. `run` then claims the
table, has the game judge the turn, builds every report, and in one transaction keeps the turn, puts the
reports and bulletins into the outbox and sets the next deadline. Judging and building change nothing: if
the power fails there, or another node was quicker (a turn has one number, and its row is unique), nothing
has happened. If orders changed meanwhile, what was built is thrown away and the turn is run anew.

A game that cannot be judged is set aside with nothing changed, the GM is told, and other games go on.
"""

import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta

from msgspec import Struct
from sqlalchemy.exc import OperationalError
from sqlmodel import Session, col, or_, select

from adjudicator.core.dice import SeededDice
from adjudicator.core.game import Due, Game, Turn
from pbem import reports
from pbem.commands import absences, diary, early_orders, ending, gm_log, press, readiness
from pbem.commands.context import TableContext
from pbem.commands.press import printed
from pbem.core import memory
from pbem.core.deadlines import Deadline, due, read_length
from pbem.core.logs import log
from pbem.outbound import outbox
from pbem.outbound.outbox import About
from pbem.reports.message_bytes import Outgoing
from pbem.store.database import (
    FORMING,
    HELD,
    OVER,
    PAUSED,
    RUNNING,
    WAITING,
    AdjudicatedTurn,
    GameTable,
    Seat,
    StoredMessage,
    call_deferred,
    failing_apart,
    seats_of,
    sheets_of,
)
from pbem.store.gm_tables import GmActionRow
from pbem.tables import notices
from pbem.tables.house_rules import house_rules, pace_of
from pbem.tables.office import Office, table_card
from pbem.tables.readers import bulletin_readers, last_readers
from pbem.turns import nmr

STEPS = (
    "table claimed",
    "turn judged",
    "reports built",
    "turn kept",
    "reports put",
    "deadline set",
    "turn done",
)
CLAIMED = timedelta(seconds=15)  # then another node takes over; two that run one turn keep it once
NOT_RUN = (FORMING, OVER, PAUSED)  # held tables are, when the host says so


def _pass(_step: str) -> None: ...


step: Callable[[str], None] = _pass  # a crash test puts something else here


class Claimed(Struct, frozen=True):
    """A table as it stood when it was claimed; *orders* by power."""

    table: GameTable
    seats: Sequence[Seat]
    orders: Mapping[str, str]
    readers: Sequence[reports.Reader]
    last_readers: Sequence[reports.Reader]  # of the bulletin that says that the game is over
    press: Sequence[reports.Printed]
    deeds: Sequence[GmActionRow]
    away: Sequence[absences.Gap] = ()


class Judged(Struct, frozen=True):
    """A turn, and the position after it, not kept yet."""

    turn: Turn
    before: Due
    after: Due
    silent: Sequence[str]
    deadline: Deadline | None
    now: datetime


class Put(Struct, frozen=True):
    """A mail and the power whose it is; None for a bulletin."""

    mail: Outgoing
    power: str | None


class Late(Struct, frozen=True):
    """A table whose turn is to be run, and when its time of grace is over."""

    key: str
    final_utc: datetime | None


def due_tables(office: Office, now: datetime) -> list[Late]:
    """Tables whose turn is to be run, the longest overdue first."""
    may_be_due = or_(col(GameTable.deadline_utc) <= now, readiness.somebody_is_ready())
    wanted = select(GameTable.key).where(GameTable.state == RUNNING, may_be_due)
    with office.store.reading() as session:
        keys = session.exec(wanted.order_by(col(GameTable.final_utc), col(GameTable.key))).all()
        tables = _one_by_one(session, keys)
        return [
            Late(table.key, table.final_utc)
            for table in tables
            if _is_surely_due(session, office, table, now)
        ]


def _one_by_one(session: Session, keys: Sequence[str]) -> Iterator[GameTable]:
    """Each table, which is forgotten again: thousands may be due at once."""
    for key in keys:
        yield session.get_one(GameTable, key)
        session.expunge_all()


def _is_surely_due(session: Session, office: Office, table: GameTable, now: datetime) -> bool:
    """As `_is_due`; a table of which it cannot be told is set aside, so that it stops no other."""
    try:
        return _is_due(session, office, table, now)
    except OperationalError:
        raise
    except Exception as fault:
        log.exception("table not understood", table=table.key, again=False)
        _set_aside(table, fault, office, now)
        return False


def _is_due(session: Session, office: Office, table: GameTable, now: datetime) -> bool:
    """Is the time of grace over, or the deadline and nobody missing, or are all ready?"""
    if table.is_run_asked:
        return True
    if table.deadline_utc is None or now < table.deadline_utc:
        return readiness.may_run_early(session, office, table)
    is_over = table.final_utc is None or table.final_utc <= now
    if is_over and house_rules(table).silence != "wait":
        return True  # whoever is missing: nobody looks
    return not nmr.silent_seats(session, office, table)


def run(key: str, office: Office, now: datetime, asked: int | None = None) -> bool:
    """One turn, from the deadline to the bulletins in the outbox: all in one transaction.

    *asked* is the number of a turn that somebody asks for, due or not; without it only what is due is run.
    False if it was not run: another node has or had the table, it is not due any more, orders changed
    meanwhile, or it was set aside.
    """
    claimed = _claim(key, office, now, asked)
    if claimed is None:
        return False
    step("table claimed")
    try:
        judged = _judge(claimed, office, now)
        step("turn judged")
        mails = list(_mails(claimed, judged, office))
        step("reports built")
        is_run = _close(claimed, judged, mails, office)
    except OperationalError:
        log.warning("turn put off: the database cannot be written", table=key, again=True)
        raise
    except Exception as fault:  # whatever it is, it may stop this game only
        log.exception("turn failed", table=key, turn=claimed.table.number, again=False)
        _set_aside(claimed.table, fault, office, now)
        return False
    step("turn done")
    if office.settings.service.pictures:
        memory.give_back()
    return is_run


def wait_for_inlet(key: str, office: Office, reason: str, now: datetime) -> None:
    """The game waits, and the GM is told once."""
    with office.store.writing() as session:
        table = session.get_one(GameTable, key)
        notices.turn_waits(session, office, table, reason, now)


def _claim(key: str, office: Office, now: datetime, asked: int | None) -> Claimed | None:
    """The table for us alone, for a while; None if it is somebody else's, over, or not wanted.

    Since it was seen to be due another node may have run the turn, or the GM may have given more time.
    """
    free = or_(col(GameTable.claimed_until_utc).is_(None), col(GameTable.claimed_until_utc) <= now)
    may_run = col(GameTable.state).not_in(NOT_RUN)
    wanted = select(GameTable).where(GameTable.key == key, may_run, free)
    with office.store.writing() as session:
        table = session.exec(wanted.with_for_update(skip_locked=True)).first()
        if table is None or not _is_wanted(session, office, table, now, asked):
            return None
        table.claimed_until_utc = now + CLAIMED
        session.flush()
        return _claimed(session, office, table)


def _is_wanted(session: Session, office: Office, table: GameTable, now: datetime, asked: int | None) -> bool:
    return _is_due(session, office, table, now) if asked is None else table.number == asked


def _claimed(session: Session, office: Office, table: GameTable) -> Claimed:
    orders, seats = _orders(session, table), seats_of(session, table.key)
    deeds = gm_log.for_bulletin(session, table.key)
    readers, messages = bulletin_readers(session, office, table), printed(session, table)
    everybody = last_readers(session, office, table)
    return Claimed(table, seats, orders, readers, everybody, messages, deeds, absences.gaps(session, table))


def _orders(session: Session, table: GameTable) -> dict[str, str]:
    return {power: sheet.orders for power, sheet in sheets_of(session, table.key, table.number).items()}


def _judge(claimed: Claimed, office: Office, now: datetime) -> Judged:
    """What comes of the orders: nothing is changed by asking."""
    table = claimed.table
    game = office.find_game(table.game)
    before = game.due(table.position)
    turn = game.judge(table.position, claimed.orders, SeededDice(table.seed, table.number))
    after = game.due(turn.state)
    silent = nmr.silent_powers(game, table.position, claimed.orders)
    return Judged(turn, before, after, silent, _next_deadline(claimed, game, after, now), now)


def _next_deadline(claimed: Claimed, game: Game, after: Due, now: datetime) -> Deadline | None:
    """When what is due next is due; None when the game is over. Only who owes publicly is waited for."""
    if after.over:
        return None
    pace = pace_of(claimed.table, game.card.phases)
    away = [leave for leave in claimed.away if leave.power in after.owed]
    most = read_length(house_rules(claimed.table).away_wait)
    return absences.after_absences(due(now, after.phase, pace), away, pace, most)


def _mails(claimed: Claimed, judged: Judged, office: Office) -> Iterator[Put]:
    """A private report for each seat, and the bulletin for everybody and the GM."""
    game = office.find_game(claimed.table.game)
    context = office.context(judged.now)
    run_now = _run_after(claimed.table, judged, game)
    for seat in claimed.seats:
        to = office.seat_card(claimed.table, seat)
        told = _told(game, judged, seat.power, is_drawn=to.has_picture)
        yield Put(reports.turn_report(context, to, run_now, told), seat.power)
    issue = _issue(claimed, judged, game, office)
    card = table_card(claimed.table, game)
    readers = claimed.last_readers if judged.after.over else claimed.readers
    for mail in reports.bulletins(context, card, readers, run_now, issue):
        yield Put(mail, None)


def _run_after(table: GameTable, judged: Judged, game: Game) -> reports.Run:
    deadline = judged.deadline.due_utc if judged.deadline else None
    before = game.show(table.position, None, None).tally
    return reports.Run(table.number, judged.after, deadline, table.edition, table.moves, before)


def _told(game: Game, judged: Judged, reader: str | None, *, is_drawn: bool) -> reports.TurnView:
    state, record = judged.turn.state, judged.turn.record
    form = game.form(state, reader) if reader and not judged.after.over else ()
    svg = game.picture(state, record, reader) if is_drawn else ""
    return reports.TurnView(game.show(state, record, reader), form, svg)


def _issue(claimed: Claimed, judged: Judged, game: Game, office: Office) -> reports.Issue:
    """What the public is told; who has no player is no news at each turn."""
    seated = {seat.power for seat in claimed.seats}
    is_named = house_rules(claimed.table).late == "named"
    silent = [power for power in judged.silent if power in seated and is_named]
    seed = claimed.table.seed if judged.after.over else ""
    notes = [gm_log.with_reason(deed, office.house.templates) for deed in claimed.deeds]
    notes += ending.names(claimed.table, claimed.seats, office.house.templates) if judged.after.over else []
    told = _told(game, judged, None, is_drawn=office.settings.service.pictures)
    return reports.Issue(told, silent, notes, seed, claimed.press)


def _close(claimed: Claimed, judged: Judged, mails: Sequence[Put], office: Office) -> bool:
    """Keep the turn, put the mails, set the deadline; False if the table is not as it was claimed."""
    key, number = claimed.table.key, claimed.table.number
    with office.store.writing() as session:
        table = session.exec(select(GameTable).where(GameTable.key == key).with_for_update()).one()
        table.claimed_until_utc = None
        if not _is_as_claimed(session, table, claimed, judged.now):
            log.info("turn to be run anew", table=key, turn=number)
            return False
        session.add(_stored(table, claimed, judged))
        step("turn kept")
        about = [(put.mail, About(key, put.power, number + 1)) for put in mails]
        outbox.put_all(session, about, judged.now)
        step("reports put")
        press.deliver_with_turn(TableContext(session, office, table, judged.now), number)
        _move_on(table, judged)
        gm_log.printed_in(session, claimed.deeds, number)
        nmr.after_turn(session, office, table, nmr.Outcome(judged.silent, list(claimed.orders)), judged.now)
        early_orders.take_up(session, office, table, judged.now)
        if table.state == OVER:
            diary.send_out(session, office, table, judged.now)
        call_deferred(session, key)
        step("deadline set")
    log.info("turn run", table=key, turn=number, mails=len(mails))
    return True


def _is_as_claimed(session: Session, table: GameTable, claimed: Claimed, now: datetime) -> bool:
    """Is it still this turn, with these orders, and does no message in time wait to be read?"""
    in_time = select(StoredMessage.id).where(
        StoredMessage.state == WAITING, StoredMessage.received_utc <= _closing(table, now)
    )
    return (
        table.number == claimed.table.number
        and table.position == claimed.table.position
        and table.edition == claimed.table.edition
        and table.state not in NOT_RUN
        and _orders(session, table) == claimed.orders
        and printed(session, table) == claimed.press
        and session.exec(in_time).first() is None
    )


def _closing(table: GameTable, now: datetime) -> datetime:
    """Messages received up to then count for the turn; a table that waits takes them as long as it waits."""
    if house_rules(table).silence == "wait" and not table.is_run_asked:
        return now
    return min(table.final_utc or now, now)


def _stored(table: GameTable, claimed: Claimed, judged: Judged) -> AdjudicatedTurn:
    return AdjudicatedTurn(
        table_key=table.key,
        number=table.number,
        name=judged.before.turn,
        phase=judged.before.phase,
        orders=dict(claimed.orders),
        record=judged.turn.record,
        before=claimed.table.position,
        position=judged.turn.state,
        nmr_powers=list(judged.silent),
        closed_utc=_closing(table, judged.now),
        adjudicated_utc=judged.now,
    )


def _move_on(table: GameTable, judged: Judged) -> None:
    """The table as it is after the turn."""
    table.position = judged.turn.state
    table.number += 1
    table.state = OVER if judged.after.over else RUNNING
    table.held_reason, table.is_run_asked = "", False
    table.reminded_until_utc = judged.now
    table.deadline_utc = judged.deadline.due_utc if judged.deadline else None
    table.final_utc = judged.deadline.final_utc if judged.deadline else None


def _set_aside(claimed: GameTable, fault: Exception, office: Office, now: datetime) -> None:
    """Nothing of the turn is kept; the table is held until somebody has looked."""
    with office.store.writing() as session:
        table = session.get_one(GameTable, claimed.key)
        table.claimed_until_utc = None
        if table.number != claimed.number:
            return
        reason = "".join(traceback.format_exception_only(fault)).strip().partition("\n")[0][:200]
        table.state, table.held_reason = HELD, reason
        call_deferred(session, claimed.key)
        with failing_apart(session, "nobody could be told of a table set aside", table=claimed.key):
            notices.turn_not_run(session, office, table, reason, now)

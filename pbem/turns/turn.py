"""SECOND SPINE: one turn, from the deadline to the bulletins in the outbox.

The scheduler has emptied the inlets up to the deadline and processed all messages. `run` then claims the
table, has the game adjudicate the turn, builds every report, and in one transaction stores the turn, puts the
reports and bulletins into the outbox and sets the next deadline. Adjudicating and building change nothing: if
the power fails there, or another node was quicker (a turn has one number, and its row is unique), nothing
has happened. If orders changed meanwhile, what was built is discarded and the turn is run again.

A game that cannot be adjudicated is set aside unchanged, the GM is informed, and others go on.
"""

import traceback
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from datetime import datetime, timedelta

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy.exc import OperationalError
from sqlmodel import Session, col, func, not_, or_, select

from adjudicator.core.dice import SeededDice
from adjudicator.core.game import Due, Game, Turn
from pbem.commands.context import TableContext
from pbem.commands.lookup import diary, gm_log
from pbem.commands.press.sending import deliver_with_turn
from pbem.commands.press.shown import printed
from pbem.commands.seats import absences, practice
from pbem.commands.sheets import early_orders, parts, readiness
from pbem.core import memory, part_deadlines
from pbem.core.dates.lengths import read_length
from pbem.core.deadlines import Deadline, Pace, due
from pbem.core.logs import log
from pbem.outbound import outbox
from pbem.outbound.outbox import About
from pbem.store.database import failing_apart
from pbem.store.game_tables import AdjudicatedTurn, GameTable, seats_of, sheets_of
from pbem.store.mail_tables import StoredMessage, call_deferred
from pbem.store.states import FORMING, HELD, OVER, PAUSED, RUNNING, WAITING
from pbem.tables import default_orders, notices, robots
from pbem.tables.deadlines import reminders
from pbem.tables.deadlines.deadline_of_table import store_deadline
from pbem.tables.house_rules import house_rules, pace_of
from pbem.tables.office import Office, reasons_of
from pbem.tables.people.readers import all_seeing, bulletin_readers_among, last_readers
from pbem.turns import nmr, sent_ahead, turn_mails
from pbem.turns.adjudicated import Adjudicated, ClaimedTable
from pbem.turns.turn_mails import TurnMail

STEPS = (
    "table claimed",
    "turn adjudicated",
    "reports built",
    "turn stored",
    "reports put",
    "deadline set",
    "turn done",
)
CLAIMED = timedelta(seconds=15)  # then another node takes over; if two run a turn, it is stored once
MOST_MISSED = 12  # turns that a report sums up if powers play one after the other
NOT_RUN = (FORMING, OVER, PAUSED)  # held tables are run when the host asks for it


def _pass(_step: str) -> None: ...


step: Callable[[str], None] = _pass  # replaced by crash tests


class DueTable(Struct, frozen=True):
    """A table whose turn must be run, and when its grace period ends."""

    key: str
    final_utc: datetime | None


def due_tables(office: Office, now: datetime, among: Sequence[str] | None = None) -> list[DueTable]:
    """Return the tables whose turn must be run, the longest overdue first; *among* these if given."""
    may_be_due = or_(
        col(GameTable.deadline_utc) <= now, readiness.somebody_is_ready(), not_(robots.is_public())
    )
    wanted = select(GameTable.key).where(GameTable.state == RUNNING, may_be_due)
    if among is not None:
        wanted = wanted.where(col(GameTable.key).in_(among))
    with office.store.reading() as session:
        keys = session.exec(wanted.order_by(col(GameTable.final_utc), col(GameTable.key))).all()
        tables = _one_by_one(session, keys)
        return [
            DueTable(table.key, table.final_utc)
            for table in tables
            if _is_due_or_set_aside(session, office, table, now)
        ]


def next_deadline(office: Office, now: datetime) -> datetime | None:
    """Return the next moment after *now* at which a deadline or its grace ends; None if there is none."""
    with office.store.reading() as session:
        coming = [
            session.exec(select(func.min(column)).where(GameTable.state == RUNNING, column > now)).one()
            for column in (col(GameTable.deadline_utc), col(GameTable.final_utc))
        ]
    return min(filter(None, coming), default=None)


def _one_by_one(session: Session, keys: Sequence[str]) -> Iterator[GameTable]:
    """Yield each table and release its memory: thousands may be due at once."""
    for key in keys:
        yield session.get_one(GameTable, key)
        session.expunge_all()


def _is_due_or_set_aside(session: Session, office: Office, table: GameTable, now: datetime) -> bool:
    """Return whether a table is due; set it aside if that fails, so that it does not stop others."""
    try:
        return _is_due(session, office, table, now)
    except OperationalError:
        raise
    except Exception as fault:
        log.exception("the state of the table cannot be read", table=table.key, again=False)
        _set_aside(table, fault, office, now)
        return False


def _is_due(session: Session, office: Office, table: GameTable, now: datetime) -> bool:
    """Return whether the turn is to be run, and every sheet of a robot that counts for it is written."""
    return _is_wanted_now(session, office, table, now) and not robots.missing(session, office, table, now)


def _is_wanted_now(session: Session, office: Office, table: GameTable, now: datetime) -> bool:
    """Return whether the grace period is over, or the deadline and nobody missing, or all are ready."""
    if table.is_run_asked:
        return True
    if robots.practice_of(session, table.key) is not None:
        return practice.may_run(session, office, table)
    if table.deadline_utc is None or now < table.deadline_utc:
        return readiness.may_run_early(session, office, table, now)
    is_over = table.final_utc is None or table.final_utc <= now
    if not is_over:
        return not reminders.missing_seats(session, office, table)
    if house_rules(table).silence != "wait":
        return True  # even if orders are missing
    return not nmr.waited_for(session, office, table)


def run(key: str, office: Office, now: datetime, asked: int | None = None) -> bool:
    """Run one turn, from the deadline to the bulletins in the outbox.

    *asked* is the number of a turn to run, due or not; without it a turn is run only if it is due. Return
    False if it was not run: another node has or had the table, it is no longer due, orders changed in the
    meantime, or it was set aside.
    """
    claimed = _claim(key, office, now, asked)
    if claimed is None:
        return False
    step("table claimed")
    try:
        adjudicated = _adjudicate(claimed, office, now)
        step("turn adjudicated")
        mails = list(turn_mails.mails(claimed, adjudicated, office))
        step("reports built")
        is_run = _close(claimed, adjudicated, mails, office)
    except OperationalError:
        log.warning("turn postponed: the database cannot be written", table=key, again=True)
        raise
    except Exception as fault:  # whatever it is, it must stop only this game
        log.exception("turn failed", table=key, turn=claimed.table.number, again=False)
        _set_aside(claimed.table, fault, office, now)
        return False
    step("turn done")
    if office.settings.service.pictures:
        memory.give_back()
    return is_run


def wait_for_inlet(key: str, office: Office, now: datetime) -> None:
    """Inform the GM, once per turn, that the game waits for messages that cannot be fetched."""
    with office.store.writing() as session:
        table = session.get_one(GameTable, key)
        notices.turn_waits(session, office, table, now)


def _claim(key: str, office: Office, now: datetime, asked: int | None) -> ClaimedTable | None:
    """Claim the table for `CLAIMED`; return None if another node has it, or it must not be run.

    In the meantime another node may have run the turn, or the GM may have given more time.
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


def _claimed(session: Session, office: Office, table: GameTable) -> ClaimedTable:
    orders, seats = _orders(session, table), seats_of(session, table.key)
    gm_entries = gm_log.for_bulletin(session, table.key)
    sealed = gm_log.sealed(session, table.key)
    see_all, everybody = all_seeing(session, table), last_readers(session, office, table)
    readers, messages = bulletin_readers_among(session, table, everybody), printed(session, table)
    away = absences.gaps(session, table)
    defaults = default_orders.stored(session, table.key)
    by_robot = _by_robot(session, office, table, orders, defaults)
    is_practice = robots.practice_of(session, table.key) is not None
    recent = _recent(session, table) if office.find_game(table.game).card.plays_in_turn else ()
    return ClaimedTable(
        table,
        seats,
        orders,
        readers,
        see_all,
        everybody,
        messages,
        gm_entries,
        sealed,
        away,
        defaults,
        by_robot,
        is_practice,
        recent,
    )


def _by_robot(
    session: Session,
    office: Office,
    table: GameTable,
    orders: Mapping[str, str],
    defaults: default_orders.Defaults,
) -> robots.Lines:
    """Return the sheets of robots that count for this turn."""
    game = office.find_game(table.game)
    by_default = default_orders.sheets(game, table.position, orders, defaults)
    silent = reminders.missing_powers(game, table.position, {**orders, **by_default})
    return robots.used(session, table, silent)


def _recent(session: Session, table: GameTable) -> Sequence[AdjudicatedTurn]:
    """Return the last turns, enough for every power to have played."""
    wanted = select(AdjudicatedTurn).where(
        AdjudicatedTurn.table_key == table.key, AdjudicatedTurn.number < table.number
    )
    last = wanted.order_by(col(AdjudicatedTurn.number).desc()).limit(MOST_MISSED)
    return session.exec(last).all()[::-1]


def _orders(session: Session, table: GameTable) -> dict[str, str]:
    return {power: sheet.orders for power, sheet in sheets_of(session, table.key, table.number).items()}


def _adjudicate(claimed: ClaimedTable, office: Office, now: datetime) -> Adjudicated:
    """Adjudicate the orders, without changing anything."""
    table = claimed.table
    game = office.find_game(table.game)
    before = game.due(table.position)
    by_default = default_orders.sheets(game, table.position, claimed.orders, claimed.defaults)
    by_robot = robots.sheets(game, table, claimed.by_robot)
    turn = _judged(game, claimed, {**by_robot, **claimed.orders, **by_default})
    after = game.due(turn.state)
    if waiting := parts.not_begun(before, after):
        by_default, by_robot = _without(by_default, waiting), _without(by_robot, waiting)
        turn = _judged(game, claimed, {**by_robot, **claimed.orders, **by_default})
    missing = reminders.missing_powers(game, table.position, claimed.orders)
    missing = [power for power in missing if power not in waiting]
    deadline = _next_deadline(claimed, game, after, now)
    return Adjudicated(turn, by_default, before, after, missing, deadline, now, by_robot, waiting)


def _judged(game: Game, claimed: ClaimedTable, orders: Mapping[str, str]) -> Turn:
    table = claimed.table
    return game.judge(table.position, orders, SeededDice(table.seed, table.number))


def _without(by_power: Mapping[str, str], powers: Container[str]) -> dict[str, str]:
    return {power: orders for power, orders in by_power.items() if power not in powers}


def _next_deadline(claimed: ClaimedTable, game: Game, after: Due, now: datetime) -> Deadline | None:
    """Return the next deadline; None if the game is over. Only absences of powers that owe publicly count."""
    if after.over or claimed.is_practice:
        return None
    pace = pace_of(claimed.table, game.card.phases)
    of_phase = replace(pace, rest=pace.rest.during(after.phase))
    away = [leave for leave in claimed.away if leave.power in after.owed]
    by_pace = _by_pace(claimed.table, pace, after, now)
    return absences.after_absences(by_pace, away, of_phase, read_length(house_rules(claimed.table).away_wait))


def _by_pace(table: GameTable, pace: Pace, after: Due, now: datetime) -> Deadline:
    """Return the next deadline by the pace; for the rest of a turn, and after it, by that of the turn."""
    whole = part_deadlines.turn_deadline(reasons_of(table))
    if after.is_rest:
        pause = read_length(house_rules(table).pause_time)
        return part_deadlines.of_rest(now, after.phase, pace, pause, whole or table.deadline_utc)
    return part_deadlines.after_rest(now, after.phase, pace, whole) if whole else due(now, after.phase, pace)


def _close(
    claimed: ClaimedTable, adjudicated: Adjudicated, mails: Sequence[TurnMail], office: Office
) -> bool:
    """Store the turn and its mails and set the deadline; return False if the table has changed since."""
    key, number = claimed.table.key, claimed.table.number
    with office.store.writing() as session:
        table = session.exec(select(GameTable).where(GameTable.key == key).with_for_update()).one()
        table.claimed_until_utc = None
        if not _is_as_claimed((session, office, table), claimed, adjudicated.now):
            log.info("turn to be run again", table=key, turn=number)
            return False
        session.add(_stored(table, claimed, adjudicated))
        step("turn stored")
        about = [(one.mail, About(key, one.power, number + 1)) for one in mails]
        outbox.put_all(session, about, adjudicated.now)
        step("reports put")
        deliver_with_turn(TableContext(session, office, table, adjudicated.now), number)
        _move_on(table, adjudicated)
        gm_log.printed_in(session, claimed.gm_entries, number)
        if adjudicated.after.over:
            gm_log.printed_in(session, claimed.sealed_entries, number)
        _go_on((session, office, table), claimed, adjudicated)
        call_deferred(session, key)
        step("deadline set")
    log.info("turn run", table=key, turn=number, mails=len(mails))
    return True


def _go_on(at: tuple[Session, Office, GameTable], claimed: ClaimedTable, adjudicated: Adjudicated) -> None:
    """Count missing orders and take up the orders that were sent for the turn that is due now."""
    session, office, table = at
    if claimed.is_practice:
        practice.moved(session, table, adjudicated.now)
    else:
        nmr.after_turn(session, office, table, _who_ordered(claimed, adjudicated), adjudicated.now)
    early_orders.take_up(session, office, table, adjudicated.now)
    sent_ahead.take_up(session, office, table, adjudicated.before, adjudicated.now)
    if table.state == OVER:
        diary.send_out(session, office, table, adjudicated.now)


def _who_ordered(claimed: ClaimedTable, adjudicated: Adjudicated) -> nmr.TurnRun:
    """Return who owed orders in the turn, and who sent them or played by default."""
    owed = [power for power in adjudicated.before.owed if power not in adjudicated.waiting]
    ordered, by_default = list(claimed.orders), list(adjudicated.by_default)
    return nmr.TurnRun(adjudicated.nmr_powers, ordered, owed, by_default, claimed.table.number)


def _is_as_claimed(at: tuple[Session, Office, GameTable], claimed: ClaimedTable, now: datetime) -> bool:
    """Return whether it is still this turn, with these orders, and no message in time waits to be read."""
    session, office, table = at
    in_time = select(StoredMessage.id).where(
        StoredMessage.state == WAITING, StoredMessage.received_utc <= _closing(table, now)
    )
    return (
        table.number == claimed.table.number
        and table.position == claimed.table.position
        and table.edition == claimed.table.edition
        and table.state not in NOT_RUN
        and _orders(session, table) == claimed.orders
        and default_orders.stored(session, table.key) == claimed.defaults
        and _by_robot(session, office, table, claimed.orders, claimed.defaults) == claimed.by_robot
        and printed(session, table) == claimed.press
        and session.exec(in_time).first() is None
    )


def _closing(table: GameTable, now: datetime) -> datetime:
    """Return until when messages count for the turn; a table that waits accepts them until it is run."""
    if house_rules(table).silence == "wait" and not table.is_run_asked:
        return now
    return min(table.final_utc or now, now)


def _stored(table: GameTable, claimed: ClaimedTable, adjudicated: Adjudicated) -> AdjudicatedTurn:
    return AdjudicatedTurn(
        table_key=table.key,
        number=table.number,
        name=adjudicated.before.turn,
        phase=adjudicated.before.phase,
        orders={**adjudicated.by_robot, **claimed.orders, **adjudicated.by_default},
        record=adjudicated.turn.record,
        before=claimed.table.position,
        position=adjudicated.turn.state,
        nmr_powers=list(adjudicated.nmr_powers),
        closed_utc=_closing(table, adjudicated.now),
        adjudicated_utc=adjudicated.now,
    )


def _move_on(table: GameTable, adjudicated: Adjudicated) -> None:
    """Advance the table to the position after the turn."""
    table.position = adjudicated.turn.state
    table.number += 1
    table.state = OVER if adjudicated.after.over else RUNNING
    table.held_reason, table.is_run_asked = "", False
    table.reminded_until_utc = adjudicated.now
    store_deadline(table, adjudicated.deadline)


def _set_aside(claimed: GameTable, fault: Exception, office: Office, now: datetime) -> None:
    """Hold the table until somebody has looked; nothing of the turn is stored."""
    with office.store.writing() as session:
        table = session.get_one(GameTable, claimed.key)
        table.claimed_until_utc = None
        if table.number != claimed.number:
            return
        reason = "".join(traceback.format_exception_only(fault)).strip().partition("\n")[0][:200]
        table.state, table.held_reason = HELD, reason
        call_deferred(session, claimed.key)
        with failing_apart(session, "nobody could be informed of a table set aside", table=claimed.key):
            notices.turn_not_run(session, office, table, reason, now)

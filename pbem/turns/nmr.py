"""The NMR policy: what happens to powers without orders, depending on the house rules.

* Reminders go out before the deadline to players with nothing on file, and a last call at the deadline if
  there is a grace period.
* If `silence` is "wait", the turn is not run, and the missing players are reminded repeatedly.
* After a turn, a player without orders too often loses the seat: it becomes vacant, or goes to the first on
  the waiting list, who is briefed and gets enough time.

Each table stores until when its reminders are sent (`reminded_until_utc`), so after an outage only the last
of the missed reminders is sent. Each reminder goes to one player.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from msgspec import Struct
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import defer
from sqlmodel import Session, col, select

from pbem.commands.context import Person, TableContext
from pbem.commands.lookup import briefing, gm_log
from pbem.commands.seats import empty_tables, seat_changes
from pbem.core.dates.lengths import read_length
from pbem.core.logs import log
from pbem.core.sentences import sentence
from pbem.store.game_tables import GameTable, Seat, seats_of
from pbem.store.states import OVER, RUNNING
from pbem.tables import default_orders
from pbem.tables.deadlines.reminders import Reminder, missing_seats, remind
from pbem.tables.house_rules import HouseRules, house_rules
from pbem.tables.news import notify_all, worded_news
from pbem.tables.office import Office
from pbem.tables.people import reliability
from pbem.tables.seats import shared_hands

_COLUMNS: Any = GameTable  # typed for SQLAlchemy; for SQLModel its columns are plain values


class TurnRun(Struct, frozen=True):
    """The powers without orders in turn *number*, which was run, and those with some on file.

    *owed* are the powers that owed orders publicly; *by_default* those whose default orders were used.
    """

    nmr_powers: Sequence[str]
    ordered: Sequence[str]
    owed: Sequence[str] = ()
    by_default: Sequence[str] = ()
    number: int = 0


def reminders(rules: HouseRules, due: datetime, final: datetime, now: datetime) -> list[Reminder]:
    """Return the reminders of one deadline that are due by *now* and still useful, in order."""
    found = [Reminder(due - read_length(text), "reminder") for text in rules.reminders if now < due]
    if rules.last_call and now < final:
        found.append(Reminder(due, "last call"))
    if rules.silence == "wait":
        found += _waiting(final, read_length(rules.wait_reminder), now)
    return sorted((one for one in found if one.moment <= now), key=lambda one: one.moment)


def _waiting(final: datetime, every: timedelta, now: datetime) -> list[Reminder]:
    """Return the last of the repeated reminders that are due: the earlier ones are no longer useful."""
    passed = int((now - final) / every) if now >= final else -1
    return [Reminder(final + passed * every, "waiting")] if passed >= 0 else []


def reminder_due(table: GameTable, now: datetime) -> Reminder | None:
    """Return the reminder to send now, if any: only the last of those that were missed."""
    if table.state != RUNNING or table.deadline_utc is None or table.reminded_until_utc is None:
        return None
    final = table.final_utc or table.deadline_utc
    found = reminders(house_rules(table), table.deadline_utc, final, now)
    return next((one for one in reversed(found) if one.moment > table.reminded_until_utc), None)


def send_reminders(office: Office, now: datetime) -> int:
    """Send the reminders that are due at each table; return the number of mails."""
    wanted = select(GameTable).where(GameTable.state == RUNNING, col(GameTable.deadline_utc).is_not(None))
    heavy = (defer(_COLUMNS.position), defer(_COLUMNS.start))  # there may be thousands of tables
    light = wanted.options(*heavy)
    with office.store.reading() as session:
        running = session.exec(light.order_by(col(GameTable.key)).execution_options(yield_per=500))
        keys = [table.key for table in running if reminder_due(table, now)]
    return sum(_try_to_remind(key, office, now) for key in keys)


def _try_to_remind(key: str, office: Office, now: datetime) -> int:
    """Remind the players of a table; an error affects only this table. Raises OperationalError."""
    try:
        return _remind_table(key, office, now)
    except OperationalError:
        raise
    except Exception:  # turns are run after this and must not wait for it
        log.exception("reminders failed", table=key, again=True)
        return 0


def _remind_table(key: str, office: Office, now: datetime) -> int:
    with office.store.writing() as session:
        table = session.exec(select(GameTable).where(GameTable.key == key).with_for_update()).one()
        reminder = reminder_due(table, now)
        if reminder is None:
            return 0
        table.reminded_until_utc = now
        missing = missing_seats(session, office, table)
        remind(session, office, (table, missing), reminder, now)
        return len(missing)


def waited_for(session: Session, office: Office, table: GameTable) -> list[Seat]:
    """Return the missing seats without default orders for the turn that is due."""
    missing = missing_seats(session, office, table)
    defaults = default_orders.stored(session, table.key) if missing else {}
    by_default = default_orders.sheets(office.find_game(table.game), table.position, (), defaults)
    return [seat for seat in missing if seat.power not in by_default]


# --- after a turn ----------------------------------------------------------------------------------------


def after_turn(session: Session, office: Office, table: GameTable, run: TurnRun, now: datetime) -> None:
    """Count turns without orders, in the turn's transaction; a player with too many loses the seat."""
    rules = house_rules(table)
    seats = seats_of(session, table.key)
    missed = set(run.nmr_powers) - set(run.by_default)  # whom the bulletin may name
    owing = [(seat, seat.power not in missed) for seat in seats if seat.power in run.owed]
    reliability.record(session, table, run.number, owing, now)
    for seat in seats:
        if seat.power in run.nmr_powers:
            seat.missed += 1
        elif seat.power in run.ordered:
            seat.missed = 0
    if rules.silence in ("civil disorder", "replace") and table.state != OVER:
        _take_seats_away(TableContext(session, office, table, now), seats, rules.silent_turns)
    empty_tables.stop_after_turn(TableContext(session, office, table, now))


def _take_seats_away(at_table: TableContext, seats: Sequence[Seat], most: int) -> None:
    """Take the seats with *most* missed turns, each with those that share its player by the rules."""
    due = at_table.game.due(at_table.table.position)
    lost = dict.fromkeys(
        tuple(shared_hands.together(due, seats, seat.power)) for seat in seats if seat.missed >= most
    )
    opened = [power for powers in lost if not _replaced(at_table, seats, powers) for power in powers]
    if opened:
        _leave_open(at_table.session, at_table.office, at_table.table, opened, at_table.now)


def _replaced(at_table: TableContext, seats: Sequence[Seat], powers: Sequence[str]) -> bool:
    """Give the seats of one player to the first on the waiting list; False if nobody waits."""
    session, table = at_table.session, at_table.table
    own = [seat for seat in seats if seat.power in powers]
    seat_changes.notify_of_loss(at_table, own)
    for seat in own:
        seat_changes.vacate(session, table, seat, "silent", at_table.now)
    wants_substitute = house_rules(table).silence == "replace"
    substitute = seat_changes.next_in_line(session, table) if wants_substitute else None
    if substitute is not None:
        _replace(at_table, powers, substitute)
    return substitute is not None


def _leave_open(
    session: Session, office: Office, table: GameTable, powers: Sequence[str], now: datetime
) -> None:
    """Inform everybody, in one mail, about all powers that lost their player with this turn."""
    turns = house_rules(table).silent_turns
    named = [office.find_game(table.game).card.named(power) for power in powers]
    for power in named:
        logged = sentence("nmr", "no_player", power=power, turns=turns).words(office.house.templates)
        gm_log.by_the_service(session, table, "CIVIL DISORDER", logged, now)
    facts = {"table": table.key, "powers": named, "power": powers[0], "turns": turns, "reason": ""}
    free = empty_tables.news_of_free_seat(
        TableContext(session, office, table, now),
        lambda is_stopped: worded_news(office, "seat_open", {**facts, "is_stopped": is_stopped}),
    )
    notify_all(session, office, table, free.news, now)
    seat_changes.end_if_agreed(session, office, table, now)


def _replace(at_table: TableContext, powers: Sequence[str], substitute: Person) -> None:
    session, office, table = at_table.session, at_table.office, at_table.table
    rules = house_rules(table)
    taken = [seat_changes.take(session, table, power, substitute) for power in powers]
    is_moved = seat_changes.give_time(table, at_table.now)
    for seat in taken:
        briefing.introduce(at_table, seat)
    player = taken[0].player if rules.names == "shown" else ""
    named = [at_table.game.card.named(power) for power in powers]
    turns = rules.silent_turns
    for power in named:
        logged = sentence("nmr", "new_player", power=power, turns=turns, player=player)
        words = logged.words(office.house.templates)
        gm_log.by_the_service(session, table, "REPLACE", words, at_table.now)
    facts = {
        "table": table.key,
        "powers": named,
        "turns": turns,
        "reason": "",
        "player": player,
        "is_gm": False,
    }
    news = worded_news(office, "new_player", facts, with_deadline=is_moved)
    notify_all(session, office, table, news, at_table.now)

"""What happens to a power without orders (NMR), step by step, as the house rules set it.

    reminders     before the deadline, to who has nothing on file
    last call     at the deadline, if there is a time of grace
    waiting       silence = "wait": nothing is run, and who is missing is reminded again and again
    after a turn  who was silent too often loses the seat: to nobody, or to the first on the waiting list,
                  who is briefed and has time enough

What is due is read from the database: each table keeps until when its steps are done
(`reminded_until_utc`), so
a program that slept takes the last step that it missed, and no other. A reminder goes to its reader alone.
"""

from collections.abc import Container, Sequence
from datetime import datetime, timedelta
from typing import Any

from msgspec import Struct
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import defer
from sqlmodel import Session, col, select

from adjudicator.core.game import Game
from pbem import reports
from pbem.commands import gm_log, seat_changes
from pbem.core.deadlines import in_words, read_length
from pbem.core.logs import log
from pbem.core.templating import when
from pbem.outbound import outbox
from pbem.outbound.outbox import About
from pbem.store.database import OVER, RUNNING, GameTable, Seat, seats_of, sheets_of
from pbem.tables.house_rules import HouseRules, house_rules
from pbem.tables.news import notify_all, worded_news
from pbem.tables.office import Office, run_of, table_card

REMINDER, LAST_CALL, WAITING_FOR = "reminder", "last call", "waiting"

_COLUMNS: Any = GameTable  # as SQLAlchemy sees it; for SQLModel its columns are plain values


class Rung(Struct, frozen=True):
    """One step of the ladder: when, and which."""

    moment: datetime
    kind: str


class Outcome(Struct, frozen=True):
    """Of a turn that was run: who was silent, and who had orders on file."""

    silent: Sequence[str]
    ordered: Sequence[str]


def rungs(rules: HouseRules, due: datetime, final: datetime, now: datetime) -> list[Rung]:
    """The steps for one deadline that have come by *now* and are not pointless yet, the first one first."""
    steps = [Rung(due - read_length(text), REMINDER) for text in rules.reminders if now < due]
    if rules.last_call and now < final:
        steps.append(Rung(due, LAST_CALL))
    if rules.silence == "wait":
        steps += _waiting(final, read_length(rules.wait_reminder), now)
    return sorted((step for step in steps if step.moment <= now), key=lambda step: step.moment)


def _waiting(final: datetime, every: timedelta, now: datetime) -> list[Rung]:
    """Of the steps that repeat only the last is of any use."""
    passed = int((now - final) / every) if now >= final else -1
    return [Rung(final + passed * every, WAITING_FOR)] if passed >= 0 else []


def step_due(table: GameTable, now: datetime) -> Rung | None:
    """The step to be taken now; None if there is none. Steps that were slept through are left out."""
    if table.state != RUNNING or table.deadline_utc is None or table.reminded_until_utc is None:
        return None
    final = table.final_utc or table.deadline_utc
    steps = rungs(house_rules(table), table.deadline_utc, final, now)
    return next((step for step in reversed(steps) if step.moment > table.reminded_until_utc), None)


def climb(office: Office, now: datetime) -> int:
    """Take the step that is due at each table; how many reminders were put."""
    wanted = select(GameTable).where(GameTable.state == RUNNING, col(GameTable.deadline_utc).is_not(None))
    heavy = (defer(_COLUMNS.position), defer(_COLUMNS.start))  # there may be thousands of tables
    light = wanted.options(*heavy)
    with office.store.reading() as session:
        running = session.exec(light.order_by(col(GameTable.key)).execution_options(yield_per=500))
        keys = [table.key for table in running if step_due(table, now)]
    return sum(_climbed(key, office, now) for key in keys)


def _climbed(key: str, office: Office, now: datetime) -> int:
    """As `_climb`; what fails there stops the reminders of this table only. Raises OperationalError."""
    try:
        return _climb(key, office, now)
    except OperationalError:
        raise
    except Exception:  # turns are run after this, and must not wait for it
        log.exception("reminders failed", table=key, again=True)
        return 0


def _climb(key: str, office: Office, now: datetime) -> int:
    with office.store.writing() as session:
        table = session.exec(select(GameTable).where(GameTable.key == key).with_for_update()).one()
        step = step_due(table, now)
        if step is None:
            return 0
        table.reminded_until_utc = now
        silent = silent_seats(session, office, table)
        for seat in silent:
            _remind(session, office, (table, seat), step, now)
        return len(silent)


def silent_seats(session: Session, office: Office, table: GameTable) -> list[Seat]:
    """Who has a player, owes something publicly and has nothing on file."""
    game = office.find_game(table.game)
    silent = silent_powers(game, table.position, sheets_of(session, table.key, table.number))
    return [seat for seat in seats_of(session, table.key) if seat.power in silent]


def silent_powers(game: Game, position: str, on_file: Container[str]) -> list[str]:
    """Who owes something publicly and gave nothing, neither now nor, where a game keeps sheets, ahead."""
    owing = [power for power in game.due(position).owed if power not in on_file]
    return [power for power in owing if not game.read(position, power, None, ()).complete]


def _remind(
    session: Session, office: Office, whom: tuple[GameTable, Seat], step: Rung, now: datetime
) -> None:
    table, seat = whom
    game, card = office.find_game(table.game), office.seat_card(table, seat)
    run = run_of(table, game.due(table.position))
    subject, told = _words(table, seat, run, step, now)
    note = reports.Note(
        subject=subject,
        title=f"{seat.power}: {subject}",
        text=told,
        once=f"{step.kind} {step.moment.isoformat()} {table.number} {table.edition} {table.moves}",
        reply_to=card.reply_to,
        tag=card.tag,
    )
    mail = reports.note(office.context(now), table_card(table, game), (seat.player, seat.address), note)
    outbox.put(session, mail, About(table.key, seat.power, table.number), now)


def _words(table: GameTable, seat: Seat, run: reports.Run, step: Rung, now: datetime) -> tuple[str, str]:
    """The subject and the text of a reminder."""
    turn = run.due.turn
    missing = f"You owe {run.due.owed[seat.power]} for {turn}, and nothing is on file for you."
    how = "Reply to this mail with your orders; STATUS gives you a form."
    due = table.deadline_utc or now
    if step.kind == REMINDER:
        left = in_words(_to_minutes(due - now))
        return f"{turn} is due in {left}", f"{missing}\n\nThe deadline is {when(due, seat.zone)}. {how}"
    if step.kind == LAST_CALL:
        final = when(table.final_utc or due, seat.zone)
        return (
            f"last call for {turn}",
            f"{missing}\n\nThe deadline is over. Orders are still taken until {final}. {how}",
        )
    return (
        f"{table.key} waits for you",
        f"{missing}\n\nThe turn was due {when(due, seat.zone)} and is not run without your orders. {how}",
    )


def _to_minutes(length: timedelta) -> timedelta:
    return timedelta(minutes=max(1, round(length.total_seconds() / 60)))


# --- after a turn ----------------------------------------------------------------------------------------


def after_turn(session: Session, office: Office, table: GameTable, outcome: Outcome, now: datetime) -> None:
    """Count who was silent; who was so too often loses the seat. In the transaction of the turn."""
    rules = house_rules(table)
    for seat in seats_of(session, table.key):
        if seat.power in outcome.silent:
            seat.missed += 1
        elif seat.power in outcome.ordered:
            seat.missed = 0
        is_lost = seat.missed >= rules.silent_turns and rules.silence in ("civil disorder", "replace")
        if is_lost and table.state != OVER:
            _lose(session, office, table, seat, now)


def _turns(count: int) -> str:
    return f"{count} turn{'s' if count > 1 else ''}"


def _lose(session: Session, office: Office, table: GameTable, seat: Seat, now: datetime) -> None:
    """The seat goes to the first on the waiting list, or to nobody; everybody is told."""
    rules, power = house_rules(table), seat.power
    seat_changes.tell_loss(session, office, table, seat, now)
    seat_changes.vacate(session, table, seat, "silent", now)
    sitter = seat_changes.next_in_line(session, table) if rules.silence == "replace" else None
    facts = {"table": table.key, "power": power, "turns": rules.silent_turns, "reason": ""}
    if sitter is None:
        sentence = f"{power} was silent for {_turns(rules.silent_turns)} and has no player now."
        gm_log.by_the_service(session, table, "CIVIL DISORDER", sentence, now)
        notify_all(session, office, table, worded_news(office, "seat_open", facts), now)
        seat_changes.heed_leaving(session, office, table, now)
        return
    new = seat_changes.take(session, table, power, sitter)
    is_moved = seat_changes.give_time(table, now)
    seat_changes.brief(session, office, table, new, now)
    who = f": {new.player}" if rules.names == "shown" else ""
    sentence = f"{power} was silent for {_turns(rules.silent_turns)} and has a new player{who}."
    gm_log.by_the_service(session, table, "REPLACE", sentence, now)
    shown = {"player": new.player if who else ""}
    news = worded_news(office, "new_player", facts | shown, with_deadline=is_moved)
    notify_all(session, office, table, news, now)

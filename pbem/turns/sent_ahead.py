"""Orders that were sent before their turn was due, and READY with them, where powers play in turn order.

The game itself keeps such orders. When their turn comes they become the sheet of that turn, and READY that
was sent with them counts. A line that no longer fits the position is reported to its owner at once, and READY
counts only when the time for corrections (`mending`) is over, or when the owner sends it again. Orders that
are not complete any more need a new READY. The deadline stays as it is.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from msgspec.structs import replace
from sqlmodel import Session, col, select

from adjudicator.core.game import Due, Reading
from pbem import reports
from pbem.commands.context import SeatContext
from pbem.commands.sheets import readiness
from pbem.core.dates.lengths import read_length
from pbem.core.sentences import sentence
from pbem.outbound import outbox
from pbem.outbound.outbox import About
from pbem.store.game_tables import GameTable, OrderSheet, seats_of
from pbem.store.player_tables import Readiness
from pbem.store.states import OVER
from pbem.tables import order_sheets
from pbem.tables.house_rules import house_rules
from pbem.tables.office import Office, run_of


class _Moment(NamedTuple):
    """The moment when a turn has come: the session is in the transaction of the turn before it."""

    session: Session
    office: Office
    now: datetime


def take_up(session: Session, office: Office, table: GameTable, before: Due, now: datetime) -> None:
    """Keep READY for turns to come; file the orders of the turn that is due now, and check them."""
    game = office.find_game(table.game)
    if table.state == OVER or not game.card.plays_in_turn:
        return
    due, moment = game.due(table.position), _Moment(session, office, now)
    sent = readiness.answers(session, table.key, table.number - 1)
    waiting = order_sheets.with_later_orders(session, table)
    for seat in seats_of(session, table.key):
        at = SeatContext(table, seat, game, due, office.seat_card(table, seat))
        has_played = seat.power in before.owed
        if seat.power in due.owed:
            _begin(moment, at, sent, has_played=has_played)
        elif order_sheets.sent_ahead(session, at.place) or (seat.power in waiting and not has_played):
            _keep(moment, at, sent)
    session.flush()


def _keep(
    moment: _Moment, at: SeatContext, sent: Mapping[str, Readiness], until: datetime | None = None
) -> None:
    """Let READY or WAIT stand for the turn that is due now."""
    answer = sent.get(at.row.power)
    if answer is not None:
        row = Readiness(
            table_key=at.table.key,
            number=at.table.number,
            power=at.row.power,
            is_ready=answer.is_ready,
            from_utc=until if answer.is_ready else None,
        )
        moment.session.add(row)


def _begin(moment: _Moment, at: SeatContext, sent: Mapping[str, Readiness], *, has_played: bool) -> None:
    """File and check what a power sent ahead, if anything, now that its turn has come."""
    session, place = moment.session, at.place
    reading = order_sheets.sent_ahead(session, place)
    if reading is None:
        return
    if order_sheets.on_file(session, place) is None:
        order_sheets.put_on_file(session, place, reading, _received(moment, at))
    elif has_played:
        return  # orders stored under the name of this turn; READY was for the turn before
    fits = reading.complete and not reading.unfit
    if not fits:
        answer = sent.get(at.row.power)
        _notify(moment, at, reading, was_ready=answer is not None and answer.is_ready)
    if reading.complete:
        mending = read_length(house_rules(at.table).mending)
        _keep(moment, at, sent, None if fits else moment.now + mending)


def _received(moment: _Moment, at: SeatContext) -> datetime:
    """Return when the last message of the orders sent ahead was received."""
    wanted = select(OrderSheet.received_utc).where(
        OrderSheet.table_key == at.table.key, OrderSheet.power == at.row.power
    )
    last = moment.session.exec(wanted.order_by(col(OrderSheet.number).desc()).limit(1)).first()
    return last or moment.now


def _notify(moment: _Moment, at: SeatContext, reading: Reading, *, was_ready: bool) -> None:
    """Inform the owner alone of what does not fit any more."""
    office, table, power = moment.office, at.table, at.row.power
    own = f"<ahead.{table.key}.{table.number}.{power}@{office.house.domain}>".replace(" ", "-")
    subject = sentence("readiness", "unfit_subject", table=table.key).words(office.house.templates)
    context = office.context(moment.now, reports.AnsweredMessage(own, (), subject))
    note = sentence(
        "readiness",
        "unfit",
        turn=at.due.of(power).turn,
        complete=reading.complete,
        mending=house_rules(table).mending,
        was_ready=was_ready,
    )
    answer = reports.confirmation(
        at.card, run_of(table, at.due), replace(reading, lines=()), reports.Besides([note])
    )
    outbox.put(
        moment.session, reports.answer(context, answer), About(table.key, power, table.number), moment.now
    )

"""Reminders: who owes orders and has nothing on file, and the mail to them."""

from collections.abc import Container, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace
from sqlmodel import Session

from adjudicator.core.game import Game
from adjudicator.core.language.words import listed
from pbem import reports
from pbem.core.dates.lengths import to_the_minute
from pbem.outbound import outbox
from pbem.outbound.outbox import About
from pbem.reports.deadline_reasons import why
from pbem.reports.message_bytes import Outgoing
from pbem.reports.notes import worded
from pbem.store.game_tables import GameTable, Seat, seats_of, sheets_of
from pbem.tables.office import Office, reasons_of, table_card
from pbem.tables.seats import shared_hands

Kind = Literal["reminder", "last call", "waiting", "asked"]
TEMPLATES: Mapping[Kind, str] = {
    "reminder": "reminder",
    "last call": "last_call",
    "waiting": "waiting_for_orders",
    "asked": "reminder_of_gm",
}


class Reminder(Struct, frozen=True):
    """A reminder for all players of a table who have nothing on file, and when it is due.

    *by* is who asked for it, "" if the house rules do.
    """

    moment: datetime
    kind: Kind
    by: str = ""


def missing_seats(session: Session, office: Office, table: GameTable) -> list[Seat]:
    """Return the seats with a player who owes orders publicly and has nothing on file."""
    game = office.find_game(table.game)
    missing = missing_powers(game, table.position, sheets_of(session, table.key, table.number))
    return [seat for seat in seats_of(session, table.key) if seat.power in missing]


def missing_powers(game: Game, position: str, on_file: Container[str]) -> list[str]:
    """Return the powers that owe orders publicly and sent none, now or in advance."""
    owing = [power for power in game.due(position).owed if power not in on_file]
    return [power for power in owing if not game.read(position, power, None, ()).complete]


def remind(
    session: Session,
    office: Office,
    whom: tuple[GameTable, Sequence[Seat]],
    reminder: Reminder,
    now: datetime,
) -> None:
    """Put a reminder for each player of the seats into the outbox, at most once for each moment.

    Who plays several powers by the rules of the game gets one for all of them.
    """
    table, seats = whom
    for hand in shared_hands.of_players(office.find_game(table.game).due(table.position), seats):
        mail = _mail(office, table, hand, reminder, now)
        outbox.put(session, mail, About(table.key, hand[0].power, table.number), now)


def _mail(
    office: Office, table: GameTable, seats: Sequence[Seat], reminder: Reminder, now: datetime
) -> Outgoing:
    """Return the reminder for the player of *seats*."""
    seat = seats[0]
    game, card = office.find_game(table.game), office.seat_card(table, seat)
    due = game.due(table.position)
    deadline = table.deadline_utc or now
    facts = {
        "table": table.key,
        "turns": list(dict.fromkeys(due.of(one.power).turn for one in seats)),
        "owed": [(due.owed[one.power], due.of(one.power).turn) for one in seats],
        "left": _in_words(office, deadline - now),
        "deadline": table.deadline_utc,
        "final": table.final_utc or deadline,
        "zone": seat.zone,
        "grace": _in_words(office, (table.final_utc or deadline) - deadline),
        "why": why(reasons_of(table), seat.zone, office.house.templates),
        "by": reminder.by,
        "is_late": deadline <= now,
    }
    once = f"{reminder.kind} {reminder.moment.isoformat()} {table.number} {table.edition} {table.moves}"
    note = worded(TEMPLATES[reminder.kind], once, facts, office.house.templates)
    title = f"{listed([one.power for one in seats])}: {note.subject}"
    note = replace(note, title=title, reply_to=card.reply_to, tag=card.tag)
    return reports.note(office.context(now), table_card(table, game), (seat.player, seat.address), note)


def _in_words(office: Office, length: timedelta) -> str:
    return to_the_minute(_to_minutes(length)).words(office.house.templates)


def _to_minutes(length: timedelta) -> timedelta:
    return timedelta(minutes=max(1, round(length.total_seconds() / 60)))

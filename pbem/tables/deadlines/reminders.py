"""Reminders: who owes orders and has nothing on file, and the mail to them."""

from collections.abc import Container, Mapping
from datetime import datetime, timedelta
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace
from sqlmodel import Session

from adjudicator.core.game import Game
from pbem import reports
from pbem.core.dates.lengths import to_the_minute
from pbem.outbound import outbox
from pbem.outbound.outbox import About
from pbem.reports.deadline_reasons import why
from pbem.reports.notes import worded
from pbem.store.game_tables import GameTable, Seat, seats_of, sheets_of
from pbem.tables.office import Office, reasons_of, table_card

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
    session: Session, office: Office, whom: tuple[GameTable, Seat], reminder: Reminder, now: datetime
) -> None:
    """Put a reminder for one player into the outbox, at most once for each moment."""
    table, seat = whom
    game, card = office.find_game(table.game), office.seat_card(table, seat)
    owed = game.due(table.position)
    deadline = table.deadline_utc or now
    facts = {
        "table": table.key,
        "turn": owed.of(seat.power).turn,
        "owed": owed.owed[seat.power],
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
    note = replace(note, title=f"{seat.power}: {note.subject}", reply_to=card.reply_to, tag=card.tag)
    mail = reports.note(office.context(now), table_card(table, game), (seat.player, seat.address), note)
    outbox.put(session, mail, About(table.key, seat.power, table.number), now)


def _in_words(office: Office, length: timedelta) -> str:
    return to_the_minute(_to_minutes(length)).words(office.house.templates)


def _to_minutes(length: timedelta) -> timedelta:
    return timedelta(minutes=max(1, round(length.total_seconds() / 60)))

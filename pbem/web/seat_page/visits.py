"""A visit to a seat's page: who looks, at what time, in which transaction; and the same visit as a message.

The page and its forms are read with the functions that read messages, so each needs the context of one.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from msgspec import Struct
from sqlmodel import Session

from pbem.commands.answers.message_context import MessageContext
from pbem.commands.context import SeatCommandContext
from pbem.commands.registry import read_script
from pbem.intake import understanding
from pbem.store.game_tables import GameTable
from pbem.tables.office import Office
from pbem.web.seat_page import messages
from pbem.web.seat_page.access import Visitor


class Visit(Struct, frozen=True):
    """A visitor at their page, the transaction in which it is read, and the time."""

    session: Session
    office: Office
    visitor: Visitor
    now: datetime


def acting_with(visit: Visit, text: str) -> SeatCommandContext:
    """Return the context of a message with this text, which is neither stored nor sent."""
    office, visitor, now = visit.office, visit.visitor, visit.now
    form = messages.form_at(office, visitor.seat, visitor.entry, now)
    composed = messages.composed(office, visitor.seat, form, text)
    stored = messages.as_if_stored(office, visitor.seat, composed, now)
    message = understanding.read(stored, office)
    context = MessageContext(visit.session, office, stored, message, now)
    return context.acting(context.placed(visitor.table, visitor.seat), read_script(message.text))


def is_same_turn(table: GameTable, form: Mapping[str, str]) -> bool:
    """Return whether a form was shown for the turn that is due now."""
    return form.get("number", "") == str(table.number) and form.get("edition", "") == str(table.edition)


def answer_facts(office: Office, visitor: Visitor) -> dict[str, Any]:
    """Return the facts of the page that leads from the link to the seat's page."""
    return {"house": office.house, "root": "", "table": visitor.table.key, "power": visitor.seat.power}

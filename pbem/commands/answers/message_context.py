"""The message that is answered, and the transaction that its answer belongs to."""

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct
from sqlalchemy import bindparam
from sqlmodel import Session, select

from pbem import reports
from pbem.commands.context import CommandContext, Person, SeatCommandContext, SeatContext
from pbem.core.sentences import Sentence
from pbem.messages.message import IncomingMessage
from pbem.messages.script import Script
from pbem.store.game_tables import GameTable, Seat
from pbem.store.mail_tables import StoredMessage
from pbem.tables import identity, order_sheets
from pbem.tables.office import Office

SEAT = select(Seat).where(Seat.table_key == bindparam("table"), Seat.power == bindparam("power"))


class PreparedAnswer(Struct, frozen=True):
    """The effect of an order sheet if nothing changes before it is filed; see
    `pbem.commands.sheets.orders`."""

    draft: order_sheets.Draft
    written: reports.Written


class MessageContext(Struct, frozen=True):
    """The message that is answered, and the transaction that the answer belongs to.

    *offered* are the orders of a form in its quoted text that the answer offers to file, *suggested* those
    that its refusals suggest. *is_proved* if it is known who wrote. *for_gm* are the lines that a game master
    who plays may have meant as GM actions. *for_others* says which lines are meant for another power of the
    same player.
    """

    session: Session
    office: Office
    stored: StoredMessage
    message: IncomingMessage
    now: datetime
    foreseen: PreparedAnswer | None = None
    offered: Sequence[str] = ()
    suggested: Sequence[str] = ()
    is_proved: bool = True
    for_gm: Sequence[str] = ()
    for_others: Sequence[Sentence] = ()

    @property
    def mail_context(self) -> reports.MailContext:
        return self.office.context(self.now, _answered_message(self.message, self.stored, self.office))

    def at(self, table: GameTable, power: str) -> SeatContext:
        """Return the seat of *power*, as it is now."""
        return self.placed(table, self.session.exec(SEAT, params={"table": table.key, "power": power}).one())

    def placed(self, table: GameTable, seat: Seat) -> SeatContext:
        """Return *seat* at its table, and assign the message to that table."""
        self.stored.table_key = table.key
        game = self.office.find_game(table.game)
        return SeatContext(table, seat, game, game.due(table.position), self.office.seat_card(table, seat))

    def visit(self, person: Person, script: Script) -> CommandContext:
        return CommandContext(self.session, self.office, self.stored, self.message, script, self.now, person)

    def acting(self, at: SeatContext, script: Script) -> SeatCommandContext:
        """Treat the message as a seat's; guest commands in it come from its player, or the second one."""
        person = Person(at.row.player, at.row.address, at.row.zone)
        sender = self.message.sender.lower()
        other = identity.second_player(self.session, at.row) if sender != at.row.address else None
        if other is not None and other.address == sender:
            person = Person(other.name, sender, at.row.zone)
        return SeatCommandContext(self.visit(person, script), at)


def _answered_message(
    message: IncomingMessage, stored: StoredMessage, office: Office
) -> reports.AnsweredMessage:
    """Return the facts for an answer; a message without a Message-ID gets one from its bytes."""
    own = message.message_id or f"<{stored.sha256[:32]}@{office.house.domain}>"
    return reports.AnsweredMessage(own, tuple(message.references), message.subject, message.sha256)


def confirming(context: MessageContext, held: StoredMessage) -> MessageContext:
    """Return the context for the answer about *held*, as a reply to the message that confirms it."""
    return MessageContext(context.session, context.office, held, context.message, context.now)

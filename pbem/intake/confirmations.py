"""Answers to the question whether a held message is genuine.

Only a reply from the address that was asked counts, and only with YES or NO on a line of its own
(`pbem.messages.verdict`). After YES the held message is executed as if it had come with the confirmation: it
counts by the time of that. After NO it is void, and the GM is warned. Anything else leaves it held.
"""

from msgspec import Struct
from sqlmodel import select

from pbem.commands import answers, orders, preferences
from pbem.commands.answers import MessageContext
from pbem.commands.registry import read_script
from pbem.core.sentences import sentence
from pbem.intake import gm_messages, guest_messages, seat_messages, several_games
from pbem.intake.locked_seats import locked_table, seated
from pbem.intake.understanding import as_heard, confirmed, named_in, read
from pbem.messages.message import IncomingMessage
from pbem.messages.script import Script
from pbem.messages.verdict import Verdict, verdict
from pbem.store.database import DONE, HELD, GameTable, StoredMessage
from pbem.tables import identity, notices
from pbem.tables.identity import (
    Authenticated,
    Confirmation,
    Guest,
    Several,
    Speaker,
    Unregistered,
    Unverified,
)


class Asked(Struct, frozen=True):
    """The held message, and what it was taken for when the question was asked."""

    held: StoredMessage
    message: IncomingMessage
    script: Script
    speaker: Speaker
    table: GameTable | None

    @property
    def address(self) -> str:
        """The address to which the question went; "" if nobody can answer it any more."""
        match self.speaker:
            case Authenticated(seat) | Unverified(seat) | Unregistered(seat):
                return seat.address.lower()
            case Several(address) | Guest(address):
                return address.lower()
            case _:
                return ""


def confirm(context: MessageContext, confirmation: Confirmation) -> None:
    """Execute the held message, void it, or say which answer would do."""
    wanted = select(StoredMessage).where(
        StoredMessage.id == confirmation.incoming_id, StoredMessage.state == HELD
    )
    held = context.session.exec(wanted.with_for_update()).first()
    table = locked_table(context.session, held.table_key) if held and held.table_key else None
    if held is None:
        context.refuse_confirmation()
        return
    asked = _asked(context, held, table)
    if context.message.sender.lower() != asked.address:
        context.refuse_answer("confirmation from another address", sentence("answers", "other_address"))
        return
    if not context.message.is_of_a_person:
        context.refuse_answer(
            f"signs of automation: {', '.join(context.message.signs)}", sentence("answers", "automatic")
        )
        return
    _heed(context, asked, verdict(context.message.text))


def _asked(context: MessageContext, held: StoredMessage, table: GameTable | None) -> Asked:
    message = as_heard(read(held, context.office))
    script = read_script(message.text)
    return Asked(held, message, script, named_in(context.session, context.office, message, script), table)


def _heed(context: MessageContext, asked: Asked, said: Verdict) -> None:
    match said:
        case Verdict.UNCLEAR:
            context.refuse_answer("neither yes nor no", sentence("answers", "yes_or_no"))
        case Verdict.NO:
            _void(context, asked)
        case Verdict.YES | Verdict.YES_AND_ADD if asked.table and orders.must_wait(
            context.stored, asked.table
        ):
            orders.defer(context.stored, asked.table)
        case Verdict.YES | Verdict.YES_AND_ADD:
            if said is Verdict.YES_AND_ADD and isinstance(asked.speaker, Unregistered):
                preferences.register(context.session, asked.speaker.seat, asked.message.sender, context.now)
            _release(context, asked)


def _void(context: MessageContext, asked: Asked) -> None:
    asked.held.state, asked.held.note = DONE, "rejected"
    rejected = sentence("answers", "rejected", claimed=asked.message.sender)
    context.refuse_answer(f"rejects message {asked.held.id}", rejected)
    if asked.table is not None:
        notices.forged(context.session, context.office, asked.table, asked.held, context.now)


def _release(context: MessageContext, asked: Asked) -> None:
    held, message, table = asked.held, asked.message, asked.table
    held.state, held.note, held.received_utc = DONE, "confirmed", context.stored.received_utc
    context.stored.note = f"confirms message {held.id}"
    as_sent = MessageContext(context.session, context.office, held, message, context.now)
    match confirmed(asked.speaker):
        case Authenticated(seat) if table is not None and identity.is_gm(seat.power):
            gm_messages.hear(as_sent, table, seat.power)
        case Authenticated(seat) if table is not None:
            (place,) = seated(context.session, [seat]).values()
            seat_messages.hear(answers.confirming(context, held), asked.script, *place)
        case Several() as speaker:
            several_games.hear(answers.confirming(context, held), asked.script, speaker)
        case Guest() as speaker:
            guest_messages.hear(as_sent, asked.script, speaker)

"""Handle answers to the question whether a held message is genuine.

Only a reply from the address that was asked counts, and only with YES or NO on a line of its own
(`pbem.messages.verdict`). After YES the held message is executed as if it had arrived with the confirmation.
After NO it is void, and the GM is warned. Anything else leaves it held.
"""

from msgspec import Struct
from sqlmodel import select

from pbem.commands import dispatch
from pbem.commands.answers import to_senders
from pbem.commands.answers.message_context import MessageContext, confirming
from pbem.commands.press import replies
from pbem.commands.registry import BY_WORD, read_script
from pbem.commands.seats import preferences
from pbem.commands.sheets import orders
from pbem.commands.voting import plain_replies
from pbem.core.sentences import sentence
from pbem.intake import gm_messages, guest_messages, power_headings, seat_messages, several_games
from pbem.intake.locked_seats import locked_table, seated
from pbem.intake.understanding import as_heard, confirmed, named_in, read
from pbem.messages.message import IncomingMessage
from pbem.messages.script import Script
from pbem.messages.verdict import Verdict, verdict
from pbem.store.game_tables import GameTable
from pbem.store.mail_tables import StoredMessage
from pbem.store.states import DONE, HELD
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

REJECTED = "rejected"  # note of a message to whose confirmation request somebody has said NO


class Question(Struct, frozen=True):
    """A held message, and who seemed to speak in it when the question was sent."""

    held: StoredMessage
    message: IncomingMessage
    script: Script
    speaker: Speaker
    table: GameTable | None

    @property
    def address(self) -> str:
        """The address that was asked; "" if nobody can answer any more."""
        match self.speaker:
            case Authenticated(seat) | Unverified(seat) | Unregistered(seat):
                return seat.address.lower()
            case Several(address) | Guest(address):
                return address.lower()
            case _:
                return ""


def confirm(context: MessageContext, confirmation: Confirmation) -> None:
    """Execute the held message, discard it, or say which answer is needed."""
    wanted = select(StoredMessage).where(
        StoredMessage.id == confirmation.incoming_id, StoredMessage.state == HELD
    )
    held = context.session.exec(wanted.with_for_update()).first()
    table = locked_table(context.session, held.table_key) if held and held.table_key else None
    if held is None:
        _not_held(context, confirmation)
        return
    question = _question(context, held, table)
    if context.message.sender.lower() != question.address:
        to_senders.refuse_answer(
            context, "confirmation from another address", sentence("answers", "other_address")
        )
        return
    if not context.message.is_of_a_person:
        to_senders.refuse_answer(
            context,
            f"signs of automation: {', '.join(context.message.signs)}",
            sentence("answers", "automatic"),
        )
        return
    text, is_preview = context.message.text, gm_messages.is_previewed(held)
    _follow(context, question, verdict(gm_messages.beside_actions(text) if is_preview else text))


def _not_held(context: MessageContext, confirmation: Confirmation) -> None:
    """Say that the message does not wait any more; in a sentence if it was dropped, and is once more."""
    before = context.session.get(StoredMessage, confirmation.incoming_id)
    was_dropped = before is not None and before.note == REJECTED
    if was_dropped and verdict(context.message.text) is Verdict.NO:
        to_senders.refuse_answer(context, "dropped before", sentence("answers", "dropped_already"))
    else:
        answered = before.note if before is not None and gm_messages.was_previewed(before) else ""
        to_senders.refuse_confirmation(context, answered)


def _question(context: MessageContext, held: StoredMessage, table: GameTable | None) -> Question:
    message = as_heard(read(held, context.office))
    credentials = context.office.credentials
    script = power_headings.with_sections(context.session, credentials, message, read_script(message.text))
    known = gm_messages.who_previewed(context.session, held, table) if table else None
    speaker = known or named_in(context.session, context.office, message, script)
    return Question(held, message, script, speaker, table)


def _follow(context: MessageContext, question: Question, answer: Verdict) -> None:
    match answer:
        case Verdict.UNCLEAR if _holds_only_commands(context, question):
            _execute(context, question)
        case Verdict.UNCLEAR if (gm := _previewed(question)) and gm_messages.has_suggestions(context):
            gm_messages.suggest(context, *gm)
        case Verdict.UNCLEAR:
            is_preview = gm_messages.is_previewed(question.held)
            told = sentence("answers", "yes_or_no", is_preview=is_preview)
            to_senders.refuse_answer(context, "neither yes nor no", told)
        case Verdict.NO:
            _void(context, question)
        case Verdict.YES | Verdict.YES_AND_ADD if question.table and orders.must_wait(
            context.stored, question.table
        ):
            orders.defer(context.stored, question.table)
        case Verdict.YES | Verdict.YES_AND_ADD:
            if answer is Verdict.YES_AND_ADD and isinstance(question.speaker, Unregistered):
                preferences.register(
                    context.session, question.speaker.seat, question.message.sender, context.now
                )
            _release(context, question)


def _previewed(question: Question) -> tuple[GameTable, str] | None:
    """Return table and seat of a GM whose actions were previewed; None if the question was another one."""
    speaker = confirmed(question.speaker)
    if question.table is None or not gm_messages.is_previewed(question.held):
        return None
    return (question.table, speaker.seat.power) if isinstance(speaker, Authenticated) else None


def _holds_only_commands(context: MessageContext, question: Question) -> bool:
    """Return whether the reply is not an answer but only commands, such as STATUS.

    It has a token that only the registered address got, and comes from there, so it speaks for the seat like
    a reply to any other mail; grave commands must be sent in reply to a report. After a preview a game master
    may send any action, because the message that was previewed was proved.
    """
    script = read_script(context.message.text)
    if question.table is None or not isinstance(question.speaker, Authenticated | Unverified | Unregistered):
        return False
    if not identity.is_gm(question.speaker.seat.power):
        return _asks_as_player(script)
    is_preview = gm_messages.is_previewed(question.held)
    return gm_messages.has_actions(context) if is_preview else gm_messages.only_asks(context)


def _asks_as_player(script: Script) -> bool:
    """Return whether a reply holds commands that are not grave, and nothing for the game."""
    return (
        bool(dispatch.asked(script))
        and not script.is_for_the_game
        and not any(BY_WORD[request.word].is_grave for request in script.requests)
    )


def _execute(context: MessageContext, question: Question) -> None:
    """Execute the commands of a reply; the held message stays held."""
    match question.speaker:
        case Authenticated(seat) | Unverified(seat) | Unregistered(seat):
            (place,) = seated(context.session, [seat]).values()
            seat_messages.handle(context, read_script(context.message.text), *place)


def _void(context: MessageContext, question: Question) -> None:
    if (gm := _previewed(question)) is not None:
        context.stored.note = f"drops message {question.held.id}"
        gm_messages.drop_preview(confirming(context, question.held), *gm)
        return
    question.held.state, question.held.note = DONE, REJECTED
    is_gm = _is_of_gm(question)
    rejected = sentence("answers", "rejected", claimed=question.message.sender, is_gm=is_gm)
    to_senders.refuse_answer(context, f"rejects message {question.held.id}", rejected)
    if question.table is not None:
        notices.forged(context.session, context.office, question.table, question.held, context.now)


def _is_of_gm(question: Question) -> bool:
    """Return whether the held message seemed to come from the game master."""
    match question.speaker:
        case Authenticated(seat) | Unverified(seat) | Unregistered(seat):
            return identity.is_gm(seat.power)
    return False


def _release(context: MessageContext, question: Question) -> None:
    held, message, table = question.held, question.message, question.table
    if (gm := _previewed(question)) is not None:
        context.stored.note = f"confirms message {held.id}"
        gm_messages.after_preview(confirming(context, held), message, *gm)
        return
    held.state, held.note, held.received_utc = DONE, "confirmed", context.stored.received_utc
    context.stored.note = f"confirms message {held.id}"
    as_sent = MessageContext(context.session, context.office, held, message, context.now)
    match confirmed(question.speaker):
        case Authenticated(seat) if table is not None and identity.is_gm(seat.power):
            gm_messages.handle(as_sent, table, seat.power)
        case Authenticated(seat) if table is not None:
            (place,) = seated(context.session, [seat]).values()
            incoming = replies.Incoming(context.session, context.office, message)
            script = plain_replies.as_meant(incoming, question.script, as_sent.placed(*place))
            seat_messages.handle(confirming(context, held), script, *place)
        case Several() as speaker:
            several_games.handle(confirming(context, held), question.script, speaker)
        case Guest() as speaker:
            guest_messages.handle(as_sent, question.script, speaker)

"""Answers to guests, GMs, and senders of messages without effect."""

from collections.abc import Sequence
from datetime import datetime

from msgspec.structs import replace
from sqlmodel import Session, col, select

from adjudicator.core.game import REMARK, ReadLine
from adjudicator.games import KEYS
from pbem import reports
from pbem.commands.answers.contents import Results, as_trouble, beside_orders, what_is_held
from pbem.commands.answers.limits import Reply, about_seat, put, send
from pbem.commands.answers.message_context import MessageContext
from pbem.commands.lookup.rules import of_a_guest
from pbem.core.sentences import Sentence, Words, sentence
from pbem.messages.message import IncomingMessage, Kind
from pbem.messages.script import Script
from pbem.outbound import outbox
from pbem.outbound.outbox import About
from pbem.reports import AnswerPage, CommandResult
from pbem.reports.message_bytes import Outgoing
from pbem.store.game_tables import GameTable
from pbem.store.mail_tables import StoredMessage
from pbem.store.rows import id_of
from pbem.tables import identity
from pbem.tables.office import Office
from pbem.tables.people import reply_addresses

ANSWERED = (Kind.PLAYER, Kind.EMPTY, Kind.UNREADABLE)  # no other kind is ever answered


def refuse(context: MessageContext, why: Sentence) -> None:
    """Tell the sender that the message had no effect, within the limits for senders."""
    context.stored.note = context.stored.note or "refused"
    if _may_be_answered(context):
        trouble = as_trouble(context, why)
        answer = reports.refusal(context.message.sender, trouble.reason, trouble.remedy)
        send(context, Reply(answer, about_seat(context, None)))


def refuse_confirmation(context: MessageContext, answered: str) -> None:
    """Say that nothing waits for the answer; *answered* is the note of the message that it is about."""
    context.stored.note = "nothing to confirm"
    refuse(context, sentence("answers", "not_held", answered=answered))


def refuse_answer(context: MessageContext, note: str, why: Sentence) -> None:
    """Answer a reply to a confirmation request that did not count, or that said no."""
    context.stored.note = note
    refuse(context, why)


def answer_guest(
    context: MessageContext, script: Script, results: Results, notes: Sequence[Words] = ()
) -> None:
    """Answer commands that need no seat, such as HELP, RULES and JOIN."""
    context.stored.note = ", ".join(request.word.lower() for request in script.requests)[:80]
    try:
        rules = _public_rules(context, script) if script.asks("RULES") else []
    except ValueError as unknown:
        refuse(context, _no_such_rules(script.argument("RULES"), unknown))
        return
    except LookupError as unknown:
        wanted = script.argument("RULES")
        refuse(context, sentence("rules", "unknown", wanted=wanted, near=str(unknown)))
        return
    if _may_be_answered(context):
        to = _led_by_sender(context, script, results) or context.message.sender
        lines = [ReadLine(number, line, REMARK) for number, line in enumerate(script.lines, 1)]
        besides = replace(beside_orders([*results, *rules], notes, lines), is_of_guest=True)
        answer = reports.transcript(to, besides)
        send(context, Reply(answer, about_seat(context, None)))


def _no_such_rules(written: str, unknown: ValueError) -> Sentence:
    if not written.strip():
        return sentence("answers", "which_rules", games=KEYS)
    return sentence("answers", "no_such_rules", why=str(unknown))


def ask_guest_to_confirm(context: MessageContext, script: Script) -> None:
    """Hold the message and ask the address that it claims to come from."""
    context.stored.note = "held until confirmed"
    if _may_be_answered(context):
        put(
            context,
            reports.ask_guest(context.mail_context, what_is_held(context, script)),
            about_seat(context, None),
        )


def answer_gm(context: MessageContext, mail: Outgoing, table: GameTable, *, is_understood: bool) -> None:
    """Answer a message of a GM. It is limited only if it has no GM action, or nothing proves who wrote it."""
    is_limited = not (is_understood and context.is_proved)
    about = About(table.key, incoming_id=id_of(context.stored), answers=is_limited)
    if not is_limited:
        outbox.put(context.session, mail, about, context.now)
        return
    context.stored.note = context.stored.note if is_understood else "no GM action in it"
    put(context, mail, about)


def _led_by_sender(context: MessageContext, script: Script, results: Results) -> reports.SeatCard | None:
    """Return the GM's seat at the table that the message has just opened: a reply speaks for it."""
    done = {one.line for one in results if isinstance(one, CommandResult) and not one.is_refused}
    opened = [one for one in script.requests if one.word == "NEW TABLE" and one.line in done]
    words = {word.strip(":,").lower() for one in opened for word in one.argument.split()}
    wanted = select(GameTable).where(
        col(GameTable.key).in_(words), GameTable.gm_address == context.message.sender
    )
    table = context.session.exec(wanted).first() if words else None
    return context.office.seat_card(table, identity.gm_seat(table)) if table else None


def _public_rules(context: MessageContext, script: Script) -> list[AnswerPage]:
    """Return the rules of the game that RULES names. Raises ValueError or LookupError."""
    written = script.argument("RULES")
    return list(of_a_guest(context.office.find_game, written, context.office.house.templates))


def _may_be_answered(context: MessageContext) -> bool:
    sender = context.message.sender
    return bool(sender) and not reply_addresses.is_ours(sender, context.office.credentials.judge)


def answer_failed(
    session: Session, office: Office, stored: StoredMessage, message: IncomingMessage | None, now: datetime
) -> None:
    """Tell the sender of a failed message, if known, that it is stored."""
    if message is None or message.kind not in ANSWERED:
        return
    context = MessageContext(session, office, stored, message, now)
    refuse(context, sentence("answers", "failed"))

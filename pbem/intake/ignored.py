"""Find messages that are stored but not answered.

A program's message is never answered. If that is in doubt (`Sureness.DOUBTFUL`) and the message has the token
of a seat, its orders count, and the registered address is informed as always. A message that arrived before
under another id is not executed again, and somebody who guesses tokens does not learn that they are wrong.
"""

from adjudicator.core.game import TAKEN
from pbem.commands.answers import to_seats
from pbem.commands.answers.message_context import MessageContext
from pbem.commands.answers.to_senders import ANSWERED
from pbem.commands.registry import BY_WORD
from pbem.core.sentences import sentence
from pbem.gamemaster import reading as gm_reading
from pbem.intake import copies, gm_messages, several_games, token_guesses
from pbem.intake.locked_seats import Seated
from pbem.intake.understanding import ParsedMessage
from pbem.messages.script import Script
from pbem.outbound import bounces
from pbem.store.game_tables import GameTable, Seat
from pbem.store.mail_tables import OutgoingMail
from pbem.store.states import FAILED, OVER
from pbem.tables import identity, notices, replays
from pbem.tables.identity import Authenticated, Several, Unregistered, Unverified
from pbem.tables.people import reply_addresses


def note_automatic(context: MessageContext) -> None:
    """Record a bounce, an automatic reply or a list message, without an answer."""
    context.stored.note = context.message.kind.name.lower()
    bounced = reply_addresses.bounced_parcel(context.stored.recipients, context.office.credentials)
    if bounced is not None:
        _note_bounce(context, bounced)


def _note_bounce(context: MessageContext, mail_id: int) -> None:
    """Record that our mail bounced permanently, and notify the GM."""
    mail = context.session.get(OutgoingMail, mail_id)
    bounce = context.message.bounce
    if mail is None or bounce is None or not bounce.permanent or mail.state == FAILED:
        return
    why = sentence("delivery", "came_back").words(context.office.house.templates)
    mail.state, mail.last_error = FAILED, why
    context.stored.table_key = mail.table_key
    notices.not_delivered(context.session, context.office, mail, context.now)


def is_automatic(context: MessageContext, parsed: ParsedMessage, places: Seated) -> bool:
    """Return whether a program wrote it; if in doubt, orders and a few commands suggest a player."""
    if parsed.message.kind in ANSWERED:
        return False
    match parsed.speaker:
        case Authenticated(seat) | Unverified(seat) | Unregistered(seat):
            table, row = places[seat.table_key, seat.power]
            return not _counts_if_in_doubt(context, parsed.script, table, row)
    return True


def _counts_if_in_doubt(context: MessageContext, script: Script, table: GameTable, seat: Seat) -> bool:
    """Return whether it has a new order for a game that is not over."""
    context.stored.echo = replays.echo_of(context.message)
    if table.state == OVER or replays.first_of(context.session, context.stored, table.key) is not None:
        return False
    at = context.placed(table, seat)
    if copies.is_copy(context.session, context.message.text, at):
        return False
    if any(BY_WORD[one.word].is_of_player or one.is_closed for one in script.requests):
        return True
    return any(line.verdict == TAKEN for line in at.place.read(None, script.lines).lines)


def is_repeated_or_guessed(context: MessageContext, parsed: ParsedMessage, places: Seated) -> bool:
    """Return whether the message repeats another one, or somebody guesses tokens."""
    speaker = parsed.speaker
    if reply_addresses.is_for_bounces(context.stored.recipients, context.office.credentials.judge):
        context.stored.note = "no delivery report"
        return True
    context.stored.echo = replays.echo_of(context.message)
    if not isinstance(speaker, Authenticated) and identity.has_bad_token(
        context.session, context.office.credentials, context.message
    ):
        return token_guesses.is_one_too_many(context.session, context.office, context.stored, context.now)
    match speaker:
        case Several():
            return several_games.is_repetition(context, parsed.script, speaker)
        case Authenticated(seat):
            bounces.is_alive(context.session, seat.address, context.now)
            return _is_repetition(context, parsed.script, *places[seat.table_key, seat.power])
        case Unverified(seat) | Unregistered(seat):
            return _is_repetition(context, parsed.script, *places[seat.table_key, seat.power])
    return False


def _is_repetition(context: MessageContext, script: Script, table: GameTable, seat: Seat) -> bool:
    """Refuse a repetition; return whether it is one. A message that changes nothing may be repeated."""
    context.stored.table_key = table.key
    is_gm = identity.is_gm(seat.power)
    if not (gm_reading.acts(context.message.text) if is_gm else script.acts):
        return False
    first = replays.first_of(context.session, context.stored, table.key)
    if first is None:
        return False
    to_seats.refuse_repetition(
        context, gm_messages.at(context, table, seat.power) if is_gm else context.placed(table, seat), first
    )
    return True

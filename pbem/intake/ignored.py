"""Messages that are stored but not answered.

What a machine wrote is never answered. Where that is in doubt (`Sureness.DOUBTFUL`) and the message has the
token of a seat, its orders are heard, and the registered address is informed as always. A message that was
here before under another id is not done again, and who tries tokens is not told that they are bad.
"""

from adjudicator.core.game import TAKEN
from pbem.commands.answers import ANSWERED, MessageContext
from pbem.gamemaster import reading as gm_reading
from pbem.intake import copies, gm_messages, several_games, token_guesses
from pbem.intake.locked_seats import Seated
from pbem.intake.understanding import ParsedMessage
from pbem.messages.script import Script
from pbem.outbound import bounces
from pbem.store.database import OVER, GameTable, Seat
from pbem.tables import identity, replays
from pbem.tables.identity import Authenticated, Several, Unregistered, Unverified

HEARD_ALONE = ("CLEAR", "READY", "WAIT", "VOTE", "UNVOTE")  # without any order, as press with its END is


def hush(context: MessageContext) -> None:
    """A bounce, an automatic reply, a list: kept, noted, never answered."""
    context.stored.note = context.message.kind.name.lower()
    bounced = identity.bounced_parcel(context.stored.recipients, context.office.credentials)
    if bounced is not None:
        context.note_bounce(bounced)


def is_of_machine(context: MessageContext, understood: ParsedMessage, places: Seated) -> bool:
    """Did a program write it?  Where that is in doubt orders and a few words speak for a player."""
    if understood.message.kind in ANSWERED:
        return False
    match understood.speaker:
        case Authenticated(seat) | Unverified(seat) | Unregistered(seat):
            table, row = places[seat.table_key, seat.power]
            return not _is_worth_hearing(context, understood.script, table, row)
    return True


def _is_worth_hearing(context: MessageContext, script: Script, table: GameTable, seat: Seat) -> bool:
    """Is there an order in it, for a game that is played, and for the first time?"""
    context.stored.echo = replays.echo_of(context.message)
    if table.state == OVER or replays.first_of(context.session, context.stored, table.key) is not None:
        return False
    at = context.placed(table, seat)
    if copies.is_copy(context.session, context.message.text, at):
        return False
    if any(one.word in HEARD_ALONE or one.is_closed for one in script.requests):
        return True
    return any(line.verdict == TAKEN for line in at.place.read(None, script.lines).lines)


def is_not_heard(context: MessageContext, understood: ParsedMessage, places: Seated) -> bool:
    """Is the message the repetition of another one, or does somebody guess tokens?"""
    speaker = understood.speaker
    if identity.is_for_bounces(context.stored.recipients, context.office.credentials.judge):
        context.stored.note = "no delivery report"
        return True
    context.stored.echo = replays.echo_of(context.message)
    if not isinstance(speaker, Authenticated) and identity.has_bad_token(
        context.session, context.office.credentials, context.message
    ):
        return token_guesses.is_one_too_many(context.session, context.office, context.stored, context.now)
    match speaker:
        case Several():
            return several_games.is_repetition(context, understood.script, speaker)
        case Authenticated(seat):
            bounces.is_alive(context.session, seat.address, context.now)
            return _is_repetition(context, understood.script, *places[seat.table_key, seat.power])
        case Unverified(seat) | Unregistered(seat):
            return _is_repetition(context, understood.script, *places[seat.table_key, seat.power])
    return False


def _is_repetition(context: MessageContext, script: Script, table: GameTable, seat: Seat) -> bool:
    """Then its writer is told, and nothing is done; what asks only may come twice."""
    context.stored.table_key = table.key
    is_gm = identity.is_gm(seat.power)
    if not (gm_reading.acts(context.message.text) if is_gm else script.acts):
        return False
    first = replays.first_of(context.session, context.stored, table.key)
    if first is None:
        return False
    context.refuse_repetition(
        gm_messages.at(context, table, seat.power) if is_gm else context.placed(table, seat), first
    )
    return True

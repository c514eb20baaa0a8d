"""Decide whether the orders of a message are for the turn that is due, and in time."""

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import bindparam
from sqlmodel import col, select

from pbem.commands.answers.contents import Trouble, as_trouble
from pbem.commands.answers.message_context import MessageContext
from pbem.commands.context import SeatContext
from pbem.commands.sheets import parts
from pbem.core.sentences import sentence
from pbem.messages.message import IncomingMessage
from pbem.messages.script import Script, names_turn
from pbem.outbound import outbox
from pbem.outbound.outbox import Invitation
from pbem.store.game_tables import AdjudicatedTurn
from pbem.store.prepared_queries import PreparedQuery
from pbem.store.states import OVER
from pbem.tables import notices
from pbem.tables.turns_ahead import own_due

TURN = PreparedQuery(
    select(
        col(AdjudicatedTurn.name), col(AdjudicatedTurn.closed_utc), col(AdjudicatedTurn.adjudicated_utc)
    ).where(AdjudicatedTurn.table_key == bindparam("table"), AdjudicatedTurn.number == bindparam("number"))
)


class LastTurn(Struct, frozen=True):
    """The last turn that was run; messages received until *closed_utc* counted for it."""

    name: str
    closed_utc: datetime
    adjudicated_utc: datetime


def why_not_taken(context: MessageContext, at: SeatContext, script: Script) -> Trouble | None:
    """Return why orders of this message cannot be accepted; None if they can."""
    if at.table.state == OVER:
        context.stored.note = "the game is over"
        return as_trouble(context, sentence("answers", "game_over", table=at.table.key))
    if script.asks("TURN"):
        named = script.argument("TURN")
        return None if is_for_turn_due(at, script) else _other_turn(context, at, named)
    answered = _answered(context, at)
    if answered is not None and answered.is_void:
        return _rolled_back(context, at)
    turn = _missed(context, at, answered)
    return _late(context, at, turn) if turn else None


def missed(context: MessageContext, at: SeatContext, script: Script) -> LastTurn | None:
    """Return the turn for which this message is too late; None when it is for the turn that is due.

    The mail that it answers decides. Without one, it is too late if it came before the last turn was run,
    because its writer cannot have known the result. A message that names its turn is not late.
    """
    return None if script.asks("TURN") else _missed(context, at, _answered(context, at))


def is_for_turn_due(at: SeatContext, script: Script) -> bool:
    return not script.asks("TURN") or names_turn(script.argument("TURN"), at.due.turn)


def _missed(context: MessageContext, at: SeatContext, answered: Invitation | None) -> LastTurn | None:
    if not _is_older(context, at, answered, at.table.number):
        return None
    since = parts.due_since(context.session, at)
    return _last_turn(context, at, since) if _is_older(context, at, answered, since) else None


def _is_older(context: MessageContext, at: SeatContext, answered: Invitation | None, since: int) -> bool:
    """Return whether the message is from before the run *since*: its writer did not know the run before."""
    if answered is not None:
        return answered.number < since
    last = _last_turn(context, at, since)
    return last is not None and _came_before(context.stored.received_utc, last.adjudicated_utc)


def _last_turn(context: MessageContext, at: SeatContext, since: int) -> LastTurn | None:
    """Return the last run before *since*, with the name that it has for the power."""
    row = TURN.first(context.session, table=at.table.key, number=since - 1)
    if row is None:
        return None
    last = LastTurn(*row)
    return replace(last, name=parts.turn_of_run(context.session, at, since - 1) or last.name)


def _answered(context: MessageContext, at: SeatContext) -> Invitation | None:
    """Return our mail that the message answers, if it asked for orders."""
    named = _answered_ids(context.message)
    return outbox.about_turn(context.session, at.table.key, named) if named else None


def _rolled_back(context: MessageContext, at: SeatContext) -> Trouble:
    context.stored.note = "answers a void report"
    return as_trouble(context, sentence("answers", "rolled_back", turn=_own_turn(at)))


def _late(context: MessageContext, at: SeatContext, turn: LastTurn) -> Trouble:
    """Refuse orders that are too late for *turn*; they are not used for the next one."""
    context.stored.note = "late"
    if context.stored.received_utc <= turn.closed_utc:
        notices.came_too_late_to_us(context.session, context.office, at.table, context.stored, context.now)
    run_at, zone = turn.adjudicated_utc, at.row.zone
    late = sentence("answers", "late", missed=turn.name, run=run_at, zone=zone, turn=_own_turn(at))
    return as_trouble(context, late)


def _own_turn(at: SeatContext) -> str:
    """Return the name of the turn for which the power can order now."""
    return own_due(at.game, at.table.position, at.due, at.row.power).turn


def _other_turn(context: MessageContext, at: SeatContext, named: str) -> Trouble:
    context.stored.note = "for another turn"
    return as_trouble(
        context, sentence("answers", "other_turn", named=named, turn=_own_turn(at), table=at.table.key)
    )


def _came_before(received: datetime, run: datetime) -> bool:
    """Return whether a message came before a turn was run.

    A mailbox has arrival times in whole seconds, rounded down. Messages from before the turn were already
    fetched, so a message of the same second is more likely an answer to the turn.
    """
    return received < run.replace(microsecond=0) if received.microsecond == 0 else received <= run


def _answered_ids(message: IncomingMessage) -> Sequence[str]:
    """Return the ids, without brackets, of the mail that the message answers, or of its thread."""
    answered = [message.in_reply_to] if message.in_reply_to else message.references
    return [number.strip("<>") for number in answered]

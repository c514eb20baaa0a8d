"""File the orders of a message, or a section of one, that speaks for a seat.

The orders are filed, the commands are executed one after the other, and one answer reports all of it.

Filing orders locks the database, and on SQLite everybody else waits. With several workers the slow part is
therefore done first: `foresee` reads the orders and writes the answer without changing anything. When the
message is settled, everything is looked up again, and the prepared answer is used only if nothing has
changed.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from pbem import reports
from pbem.commands import dispatch, message_parts, misspelled
from pbem.commands.answers import acceptance, to_seats
from pbem.commands.answers.limits import Reply
from pbem.commands.answers.message_context import MessageContext, PreparedAnswer
from pbem.commands.command import Result
from pbem.commands.context import SeatCommandContext, SeatContext, not_used, refused
from pbem.commands.press import quoted, replies, tell_requests
from pbem.commands.registry import BY_WORD
from pbem.commands.sheets import (
    early_orders,
    headed_commands,
    other_powers,
    parts,
    quoted_form,
    readiness,
    suggestions,
)
from pbem.commands.sheets.prose_headings import without_prose
from pbem.commands.sheets.subject_orders import with_subject
from pbem.commands.voting import plain_replies, poll_replies
from pbem.core.sentences import sentence
from pbem.messages.message import Sureness
from pbem.messages.script import Script
from pbem.reports import CommandResult
from pbem.store.game_tables import GameTable, Seat
from pbem.store.mail_tables import StoredMessage
from pbem.store.states import DEFERRED, RUNNING
from pbem.tables import order_sheets
from pbem.tables.house_rules import house_rules


def handle(context: MessageContext, script: Script, seat: SeatContext) -> Reply:
    """Execute *script* for *seat*, and return the answer, which is not sent yet."""
    whole, left_unsent = _meant(context, script, seat)
    script, left_out = _from_machine(context, whole)
    has_orders = holds_orders(seat, script)
    trouble = acceptance.why_not_taken(context, seat, script) if has_orders else None
    is_filed = has_orders and trouble is None
    was_part = is_filed and order_sheets.is_part_on_file(context.session, seat.place)
    lacking = readiness.lacking(context.session, seat, script) if is_filed else None
    filed = _filed(context, script, seat) if is_filed else None
    results: list[Result] = [*message_parts.cleared(script, seat.game.card)]
    is_whole = True
    if filed is not None:
        parts.take_back(context.acting(seat, script), filed, was_part=was_part)
        script, told, is_whole = _until_ready(context.acting(seat, script), script, filed, lacking)
        results += told
    results += _perform(context, script, seat) if dispatch.asked(script) else []
    if filed is not None:
        parts.make_ready(context.acting(seat, script), filed)
        if script.asks("PREVIEW") or not is_whole:
            readiness.keep_open(context.session, seat)
    results += [*left_out, *left_unsent, *_not_understood(context, script, seat)]
    offered = () if trouble else quoted_form.offered(context, seat)
    suggested, corrected = _suggested(seat, filed, offered)
    for_a_yes = offered or (filed.reading.offer if filed else ()) or corrected
    quoted_form.renew(context, seat, for_a_yes, is_changed=filed is not None and filed.changed)
    answering = _answering(context, script, seat, filed, (offered, suggested))
    seat = _of_who_is_answered(context, seat, results)
    if filed is None:
        return to_seats.without_orders(answering, seat, trouble, results, script)
    return to_seats.confirm(answering, seat, filed, results)


def _of_who_is_answered(context: MessageContext, seat: SeatContext, results: Sequence[Result]) -> SeatContext:
    """Return the seat as it was for a player who has just left it, with the reply address of that time."""
    commands = (one for one in results if isinstance(one, CommandResult))
    left_by = next((one.left_by for one in commands if one.left_by), None)
    if left_by is None:
        return seat
    before = {"player": left_by[0], "address": left_by[1], "epoch": seat.row.epoch - 1}
    row = Seat(**{**seat.row.model_dump(), **before})
    return replace(seat, row=row, card=context.office.seat_card(seat.table, row))


def _suggested(
    seat: SeatContext, filed: order_sheets.Filed | None, offered: Sequence[str]
) -> tuple[Sequence[str], Sequence[str]]:
    """Return the orders that refusals of the message suggest, and the lines that a YES files.

    Both are empty if the answer has another offer: a YES can accept only one.
    """
    if filed is None or offered or filed.reading.offer:
        return (), ()
    return suggestions.corrected(seat.place, filed.reading)


def _answering(
    context: MessageContext,
    script: Script,
    seat: SeatContext,
    filed: order_sheets.Filed | None,
    for_a_yes: tuple[Sequence[str], Sequence[str]],
) -> MessageContext:
    """Return the context of the answer; *for_a_yes* are the orders that it offers, and those it suggests."""
    offered, suggested = for_a_yes
    for_others = tuple(other_powers.notes(context, script, seat, filed))
    return replace(context, offered=offered, suggested=suggested, for_others=for_others)


def _until_ready(
    acting: SeatCommandContext, script: Script, filed: order_sheets.Filed, lacking: frozenset[str] | None
) -> tuple[Script, list[Result], bool]:
    """Return *script* without a READY that must wait, what is said of it, and whether the sheet is whole."""
    told: list[Result] = [*readiness.after_clear(acting, script)]
    script, too_early = readiness.until_corrected(acting, script, filed)
    script, incomplete = readiness.until_whole(acting, script, filed, lacking)
    return script, [*told, *too_early, *incomplete], not (incomplete or filed.lacks_lines)


def _filed(context: MessageContext, script: Script, seat: SeatContext) -> order_sheets.Filed:
    """File the orders of *script*, read before if somebody foresaw it."""
    drafted = context.foreseen.draft if context.foreseen else None
    return order_sheets.file(context.session, seat.place, context.stored, script, drafted)


def _meant(context: MessageContext, script: Script, seat: SeatContext) -> tuple[Script, list[CommandResult]]:
    """Return *script* with orders of the subject and of the form, and answers to lines without effect.

    A foreseen message holds orders and nothing else.
    """
    if context.foreseen is not None:
        return early_orders.for_now(script, seat), []
    incoming = _incoming(context)
    script = headed_commands.executed(without_prose(script, seat), seat)
    script = plain_replies.as_meant(incoming, script, seat)
    left_unsent = replies.unsent(incoming, script, seat)
    whole = early_orders.for_now(script, seat)
    told = tell_requests.unsent(whole, seat)
    whole = with_subject(tell_requests.without(whole, told), context.message.subject, seat.place)
    whole = quoted_form.accepted(context, whole, seat)
    return whole, [*told, *left_unsent, *poll_replies.not_counted(incoming, whole, seat)]


def _from_machine(context: MessageContext, script: Script) -> tuple[Script, list[CommandResult]]:
    """Refuse commands that are not executed in a doubtful message."""
    if context.message.automation is not Sureness.DOUBTFUL:
        return script, []
    left_out = [one for one in script.requests if not (BY_WORD[one.word].by_program or one.is_closed)]
    stored = tuple(one for one in script.requests if one not in left_out)
    why = sentence("answers", "from_machine")
    return Script(script.lines, stored), [refused(one, why, *not_used(one)) for one in left_out]


def foresee(context: MessageContext, script: Script, seat: SeatContext) -> PreparedAnswer | None:
    """Prepare the answer to *script* if it has only orders and they are in time; else return None."""
    script = early_orders.for_now(headed_commands.executed(script, seat), seat)
    if dispatch.asked(script) or not holds_orders(seat, script):
        return None
    if plain_replies.left_out(_incoming(context), script, seat):
        return None
    if tell_requests.unsent(script, seat):
        return None
    draft = order_sheets.draft(context.session, seat.place, script)
    if draft.reading.is_part or not any(line.is_order for line in draft.reading.lines):
        return None
    filed = order_sheets.Filed(draft.reading, changed=order_sheets.changes(draft.reading, script))
    offered = quoted_form.offered(context, seat)
    suggested, _ = _suggested(seat, filed, offered)
    answering = _answering(context, script, seat, filed, (offered, suggested))
    results = [*message_parts.cleared(script, seat.game.card), *_not_understood(context, script, seat)]
    reply = to_seats.confirm(answering, seat, filed, results)
    return PreparedAnswer(draft, reports.written(context.mail_context, reply.answer))


def _not_understood(context: MessageContext, script: Script, seat: SeatContext) -> list[CommandResult]:
    """Return answers to lines that may be meant as commands, but are misspelled or quoted."""
    unread = [*misspelled.of_message(script, seat), *misspelled.beside_others(script)]
    return [*unread, *quoted.not_sent(context.message.quotation)]


def _incoming(context: MessageContext) -> replies.Incoming:
    return replies.Incoming(context.session, context.office, context.message)


def _perform(context: MessageContext, script: Script, seat: SeatContext) -> list[Result]:
    return dispatch.perform(context.acting(seat, script), is_late=_is_late(context, seat, script))


def holds_orders(seat: SeatContext, script: Script) -> bool:
    """Return whether the message has orders. Besides commands, a greeting does not count."""
    if script.asks("CLEAR") or not script.is_for_the_game:
        return script.asks("CLEAR")
    if not dispatch.asked(script):
        return True
    return any(line.is_order for line in seat.place.read(None, script.lines).lines)


def _is_late(context: MessageContext, seat: SeatContext, script: Script) -> bool:
    """Return whether it was written for a turn that has been run, or another that is not due."""
    if not acceptance.is_for_turn_due(seat, script):
        return True
    return acceptance.missed(context, seat, script) is not None


def must_wait(stored: StoredMessage, table: GameTable) -> bool:
    """Return whether it came after the deadline of a turn that is not run yet, and must wait."""
    if house_rules(table).silence == "wait" and not table.is_run_asked:
        return False  # the table may wait for this message
    return table.state == RUNNING and table.final_utc is not None and stored.received_utc > table.final_utc


def defer(stored: StoredMessage, table: GameTable) -> None:
    """Defer the message: it is handled when the turn has been run."""
    stored.state, stored.handled_utc, stored.table_key = DEFERRED, None, table.key

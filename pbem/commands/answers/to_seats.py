"""Answers to a message of a seat.

An answer about a seat goes to the seat's registered address, wherever the message came from, so that nobody's
orders are changed unseen.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from msgspec.structs import replace

from adjudicator.core.game import REFUSED, REMARK
from pbem import reports
from pbem.commands.answers.contents import Results, Trouble, as_trouble, beside_orders_of, what_is_held
from pbem.commands.answers.limits import Reply, about_seat, put, send
from pbem.commands.answers.message_context import MessageContext
from pbem.commands.answers.plain_answers import to_no_question
from pbem.commands.context import SeatContext
from pbem.commands.lookup import examples, status
from pbem.commands.misspelled import hints
from pbem.commands.own_words import (
    asks_about_silence,
    asks_for_secrets,
    commands_meant,
    means_earlier_orders,
    taking_one_back,
)
from pbem.commands.sheets import parts
from pbem.commands.sheets.readiness import is_ready, may_run_by_orders
from pbem.core.sentences import Sentence, Words, sentence
from pbem.messages.courtesies import not_read
from pbem.messages.script import Script
from pbem.reports import CommandResult
from pbem.store.states import HELD, PAUSED
from pbem.tables import order_sheets, sealed_orders, topics
from pbem.tables.deadlines.pauses import due_after_pause
from pbem.tables.house_rules import house_rules
from pbem.tables.people.reply_addresses import has_token_shape
from pbem.tables.replays import First
from pbem.tables.robots import practice_of
from pbem.tables.turns_ahead import with_own_turn


def confirm(context: MessageContext, at: SeatContext, filed: order_sheets.Filed, results: Results) -> Reply:
    """Return the confirmation: the reading of each line, what is missing, and the results."""
    context.stored.note = "orders" if filed.changed else "no orders in it"
    results = [*map(status.beside_orders, results)]
    beside = (context.offered, context.suggested, context.for_gm, context.for_others)
    is_told = any((filed.changed, results, *beside))
    if not is_told and topics.declines(context.session, context.message, at.row):
        dropped = sentence("answers", "dropped", power=at.card.named)
        return _refusal(context, at, as_trouble(context, dropped))
    meant = () if is_told else _hints(context, at, filed)
    notes = [*_notes(context, at, filed), *meant, *_of_own_words(at, filed)]
    if meant and at.row.address == at.table.gm_address:
        notes.append(_of_the_gm(context, at))
    besides = beside_orders_of(at.game, results, notes, filed.reading.lines)
    besides = replace(besides, offers=_suggested(context))
    card = _card(context, at) if results else at.card
    seal = _seal(context, at, filed)
    answer = reports.confirmation(card, _run(context, at), filed.reading, besides, seal)
    return Reply(answer, about_seat(context, at), may_wait=filed.is_new or bool(filed.refused))


def without_orders(
    context: MessageContext, at: SeatContext, trouble: Trouble | None, results: Results, script: Script
) -> Reply:
    """Return the answer to a message without filed orders."""
    if trouble is not None and results:
        orders = sentence("answers", "your_orders").words(context.office.house.templates)
        refused = CommandResult(0, orders, [trouble.reason, trouble.remedy], is_refused=True)
        return _transcript(context, at, [refused, *results], ())
    if trouble is not None:
        return _refusal(context, at, trouble)
    if [request.word for request in script.requests] == ["STATUS"] and not _unread(at, script):
        return _status(context, at, script)
    if results or context.for_others:
        context.stored.note = ", ".join(request.word.lower() for request in script.requests)[:80]
        return _transcript(context, at, results, script.lines)
    context.stored.note = "empty"
    if context.offered:
        return _refusal(
            context, at, as_trouble(context, sentence("form", "nothing_else", lines=context.offered))
        )
    return _refusal(
        context, at, as_trouble(context, sentence("answers", "nothing_in", faults=context.message.faults))
    )


def refuse_repetition(context: MessageContext, at: SeatContext, first: First) -> None:
    """Refuse a replayed message, and notify the registered address."""
    context.stored.note = f"repeats message {first.number}"
    repeated = sentence("answers", "repeated", received=first.received_utc, zone=at.row.zone)
    send(context, _refusal(context, at, as_trouble(context, repeated)))


def ask_to_confirm(
    context: MessageContext, at: SeatContext, script: Script, *, may_add: bool = False
) -> None:
    """Ask the registered address about this message, which is held.

    *may_add* if it has the seat's token: its address can be registered with the same answer.
    """
    context.stored.note = "held until confirmed"
    held = what_is_held(context, script, may_add=may_add)
    put(context, reports.please_confirm(context.mail_context, at.card, at.run, held), about_seat(context, at))


def _seal(context: MessageContext, at: SeatContext, filed: order_sheets.Filed) -> str:
    """Return the seal of what is on file now; see `pbem.tables.sealed_orders`."""
    in_force = filed.reading.in_force
    sheet = sealed_orders.sealed(context.office, at.table, at.row.power, in_force)
    return sheet.seal if sheet else ""


def _card(context: MessageContext, at: SeatContext) -> reports.SeatCard:
    """Return the seat as it is now: commands may have changed its name and reply address."""
    return context.office.seat_card(at.table, at.row)


def _notes(context: MessageContext, at: SeatContext, filed: order_sheets.Filed) -> list[Words]:
    deadline = at.table.deadline_utc
    notes: list[Words] = [*(_offer(context) or _in_sequence(filed))]
    if not filed.changed and not context.offered:
        notes.append(sentence("answers", "no_order"))
    if at.table.state == HELD:
        notes.append(sentence("answers", "set_aside"))
    elif at.table.state == PAUSED:
        until, due = at.table.paused_until_utc, due_after_pause(at.table)
        notes.append(sentence("answers", "paused", until=until, due=due, zone=at.row.zone))
    elif deadline and context.stored.received_utc > deadline:
        notes.append(sentence("answers", "in_grace", until=_grace_ends(at), zone=at.row.zone))
    else:
        notes += _when_run(context, at, filed)
    return [*notes, *_beside(context, at)]


def _beside(context: MessageContext, at: SeatContext) -> list[Words]:
    """Return notes about problems in the message, and about actions that only a game master can take."""
    gm = [_of_the_gm(context, at)] if context.for_gm else []
    return [*_faults(context), *context.for_others, *gm]


def _of_the_gm(context: MessageContext, at: SeatContext) -> Sentence:
    """Return how a game master who plays can act as the game master."""
    judge = context.office.credentials.judge
    return sentence(
        "answers",
        "also_gm",
        lines=context.for_gm,
        table=at.table.key,
        power=at.card.named,
        judge=judge,
        is_reply=has_token_shape(context.message.recipients, judge),
    )


def _faults(context: MessageContext) -> list[Words]:
    """Return what could not be read of the message, a sentence each."""
    return [sentence("message_faults", "alone", fault=fault) for fault in context.message.faults]


def _when_run(context: MessageContext, at: SeatContext, filed: order_sheets.Filed) -> Iterator[Sentence]:
    """Yield when the turn is run without a deadline, or before it."""
    if at.table.deadline_utc is None and practice_of(context.session, at.table.key) is not None:
        if at.row.power in {*at.due.owed, *at.due.asked}:
            yield from _unless_ready(context, at, filed, _of_practice(at, filed))
    elif may_run_by_orders(house_rules(at.table), at.due, at.row.power) and filed.is_complete:
        early = status.EARLY if at.table.deadline_utc else status.NO_DEADLINE
        yield from _unless_ready(context, at, filed, [early])
    else:
        yield from parts.notes(context.session, at, filed)


def _unless_ready(
    context: MessageContext, at: SeatContext, filed: order_sheets.Filed, usual: Iterable[Sentence]
) -> Iterator[Sentence]:
    """Yield what the turn waits for, *usual* where the power has sent neither READY nor WAIT."""
    ready = is_ready(context.session, at.table, at.row.power)
    if filed.lacks_lines and not ready:
        yield sentence("status", "waits_for_correction", correction=at.game.card.correction)
    elif ready is False:
        yield sentence("status", "waits_for_ready")
    elif ready is None:
        yield from usual


def _run(context: MessageContext, at: SeatContext) -> reports.Run:
    """Return what is due, in the grace period with its end as the deadline; a turn to come has none."""
    deadline, final = at.table.deadline_utc, at.table.final_utc
    named = with_own_turn(at.game, at.table.position, at.due, at.row.power)
    if at.game.card.plays_in_turn and at.row.power not in {*at.due.owed, *at.due.asked}:
        return replace(at.run, due=named, deadline_utc=None)
    is_in_grace = (
        deadline is not None and final is not None and deadline < context.stored.received_utc <= final
    )
    return replace(at.run, deadline_utc=final) if is_in_grace else at.run


def _grace_ends(at: SeatContext) -> datetime | None:
    """Return when the grace period ends; None if the table waits for missing orders anyway."""
    return None if house_rules(at.table).silence == "wait" else at.table.final_utc


def _offer(context: MessageContext) -> Sequence[Sentence]:
    return [sentence("form", "offer", lines=context.offered)] if context.offered else ()


def _in_sequence(filed: order_sheets.Filed) -> Sequence[Sentence]:
    lines = filed.reading.offer
    return [sentence("form", "in_sequence", lines=lines)] if lines else ()


def _suggested(context: MessageContext) -> Sequence[Sentence]:
    return [sentence("form", "suggested", lines=context.suggested)] if context.suggested else ()


def _hints(context: MessageContext, at: SeatContext, filed: order_sheets.Filed) -> Sequence[Words]:
    """Return hints for a message without effect."""
    if plain := to_no_question(context, at):
        return plain
    written = [line.text for line in filed.reading.lines]
    elsewhere = sentence("answers", "for_somebody", power=_press_answered(context, at))
    if meant := hints(written):
        is_doubtful = any(commands_meant(written))
        return [sentence("answers", "meant", commands=meant), *([elsewhere] if is_doubtful else [])]
    if any(line.verdict == REFUSED for line in filed.reading.lines):
        return ()
    return [elsewhere]


def _of_own_words(at: SeatContext, filed: order_sheets.Filed) -> Iterator[Words]:
    """Yield answers to lines about orders: of others, of nobody, of an earlier turn, or one to take back."""
    card, unread = (
        at.game.card.at_table(at.table.options),
        [line.text for line in filed.reading.lines if line.verdict == REMARK],
    )
    if asks_for_secrets(unread):
        yield sentence("answers", "secret_until_run")
    if asks_about_silence(unread):
        is_by_the_rules = house_rules(at.table).silence not in ("robot", "wait")
        yield sentence("answers", "without_orders", told=card.without_orders if is_by_the_rules else "")
    if means_earlier_orders(unread):
        yield sentence("answers", "earlier_orders")
    refused = [line.text for line in filed.reading.lines if line.verdict == REFUSED]
    if lines := taking_one_back([*unread, *refused]):
        own = examples.of_position(at.game, at.table.position, at.row.power)
        unit = own.unit if card.clears_units else ""
        yield sentence("commands", "not_one", lines=lines, unit=unit, later=card.later_message)


def _press_answered(context: MessageContext, at: SeatContext) -> str:
    """Return the power whose press message the subject answers; "" if there is none."""
    words = context.message.subject.lower()
    others = (power for power in at.game.card.seats if power != at.row.power)
    return next((power for power in others if "press between" in words and power.lower() in words), "")


def _unread(at: SeatContext, script: Script) -> bool:
    """Return whether the message has words that must be quoted in the answer."""
    return bool(script.lines) and bool(not_read(at.place.read(None, script.lines).lines, at.game.card.places))


def _status(context: MessageContext, at: SeatContext, script: Script) -> Reply:
    context.stored.note = "status"
    reading = order_sheets.reading_on_file(context.session, at.place)
    is_missing = any(row.source == "missing" for row in reading.in_force)
    form = at.game.form(at.table.position, at.row.power) if is_missing else ()
    standing = status.standing(context.acting(at, script))
    on_file = reports.OnFile(reading.in_force, form, standing, () if at.due.over else reading.warnings)
    run = replace(at.run, due=with_own_turn(at.game, at.table.position, at.due, at.row.power))
    return Reply(reports.status(at.card, run, on_file), about_seat(context, at))


def _transcript(context: MessageContext, at: SeatContext, results: Results, lines: Sequence[str]) -> Reply:
    """Return the answer to commands; *lines* are the rest of the message, without orders."""
    read = at.place.read(None, lines).lines if any(map(str.strip, lines)) else ()
    besides = beside_orders_of(at.game, results, [*_offer(context), *_beside(context, at)], read)
    return Reply(reports.transcript(_card(context, at), besides), about_seat(context, at))


def _refusal(context: MessageContext, at: SeatContext, trouble: Trouble) -> Reply:
    return Reply(reports.refusal(at.card, trouble.reason, trouble.remedy), about_seat(context, at))


def _of_practice(at: SeatContext, filed: order_sheets.Filed) -> Iterator[Sentence]:
    """Yield when the turn of a practice table is run."""
    if at.row.power in at.due.owed:
        yield sentence("status", "complete_now") if filed.is_complete else sentence("status", "incomplete")

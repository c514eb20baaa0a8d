"""FIRST SPINE: one message, from raw bytes to its answer in the outbox.

The message was stored before its sender got the reply "250" (`Store.store_messages`). `take_in` claims it
(`pbem.intake.claims`), parses it, decides for whom it speaks (`pbem.intake.understanding`), and in one
transaction files the orders, puts the answer into the outbox and marks the message done. Consecutive messages
with nothing but orders share that transaction, and so a single sync of the disk; if one of them fails, each
gets its own.

If the power fails before that transaction ends, nothing has happened and the message is processed again at
the next start; afterwards, everything is done. The answer's Message-ID is derived from the message's own, so
that a second answer would be recognised as the same.

How a message is handled depends on who speaks in it: `pbem.intake.seat_messages`, `pbem.intake.gm_messages`,
`pbem.intake.several_games`, `pbem.intake.guest_messages`; `pbem.intake.confirmations` for one that was held,
and `pbem.intake.ignored` for one that is not answered.

A message that raises an error is stored, marked, answered once and reported to the GM
(`pbem.intake.failures`), and the others go on. One that kills the program is given up after `MOST_TRIES`.
After an error of the database the message stays as it is and is tried again.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime

from msgspec.structs import replace
from sqlalchemy.exc import OperationalError
from sqlmodel import Session

from pbem.commands.answers.message_context import MessageContext, PreparedAnswer
from pbem.commands.answers.to_senders import ANSWERED
from pbem.commands.context import SeatContext
from pbem.commands.lookup import history
from pbem.commands.registry import read_script
from pbem.core.logs import log
from pbem.intake import (
    claims,
    confirmations,
    failures,
    guest_messages,
    ignored,
    power_headings,
    seat_messages,
    several_games,
    understanding,
)
from pbem.intake.locked_seats import Seated, lock, seated, still_speaks
from pbem.intake.understanding import ParsedMessage
from pbem.messages.script import Script
from pbem.store.mail_tables import StoredMessage
from pbem.store.states import DONE
from pbem.tables.identity import (
    Authenticated,
    Confirmation,
    Guest,
    NewAddress,
    Refusal,
    Several,
    Unregistered,
    Unverified,
)
from pbem.tables.office import Office

STEPS = ("message begun", "message read", "speaker known", "message settled", "message done")
MOST_TRIES = 3

Foresee = Callable[[MessageContext, Script, SeatContext], PreparedAnswer | None]


def _pass(_step: str) -> None: ...


step: Callable[[str], None] = _pass  # replaced by crash tests


def take_in(incoming_id: int, office: Office, now: datetime) -> None:
    """Process one stored message, up to its answer in the outbox, completely or not at all."""
    take_in_all([incoming_id], office, now)


def take_in_all(
    incoming_ids: Sequence[int], office: Office, now: datetime, foresee: Foresee | None = None
) -> int:
    """Process these messages, in the order in which they were received; return how many were claimed.

    Consecutive messages with orders only share a transaction. If one of them fails, each gets its own. A
    process that shares the database with others may *foresee* (`pbem.commands.sheets.orders`) their answers
    before the transaction begins.
    """
    claimed = _claim(incoming_ids, office, now)
    try:
        _settle_claimed(claimed, office, now, foresee)
    except OperationalError:
        log.warning(
            "messages postponed: the database cannot be written", messages=list(incoming_ids), again=True
        )
        with suppress(OperationalError):  # a smaller write, which may succeed
            claims.release(office.store, claimed)
        raise
    return len(claimed)


def _settle_claimed(
    claimed: Sequence[StoredMessage], office: Office, now: datetime, foresee: Foresee | None
) -> None:
    """Settle all of them together; if that fails, one by one, so that none stops another."""
    try:
        for messages_together in _together(claimed, office, now, foresee):
            _settle_all(messages_together, office, now)
    except OperationalError:
        raise
    except Exception:  # whatever it is, it must stop only one message
        if len(claimed) == 1:
            failures.fail(claimed[0], None, office, now)
            return
        log.exception("messages processed one by one", messages=[one.id for one in claimed], again=True)
        for one in claimed:
            _settle_claimed([one], office, now, foresee)


def _claim(incoming_ids: Sequence[int], office: Office, now: datetime) -> list[StoredMessage]:
    """Claim and return these messages, except those that killed the program too often: give these up."""
    claimed = claims.take(office.store, incoming_ids, now)
    for stored in claimed:
        if stored.tries > MOST_TRIES:
            failures.give_up(stored, MOST_TRIES, office, now)
    return [stored for stored in claimed if stored.tries <= MOST_TRIES]


# --- parsing: nothing is changed -------------------------------------------------------------------------


def _together(
    claimed: Sequence[StoredMessage], office: Office, now: datetime, foresee: Foresee | None
) -> Iterator[list[ParsedMessage]]:
    """Yield the messages parsed, in groups that may be settled together."""
    left = iter(claimed)
    while parsed := _next_group(left, office, now, foresee):
        yield [one for one in parsed if one.is_orders_alone]
        yield from ([one] for one in parsed if not one.is_orders_alone)


def _next_group(
    left: Iterator[StoredMessage], office: Office, now: datetime, foresee: Foresee | None
) -> list[ParsedMessage]:
    """Parse messages up to the first that is more than orders, in one read transaction.

    That one may change who speaks for whom: those after it are parsed when it is settled.
    """
    with office.store.reading() as session:
        found = list(_to_more_than_orders(session, left, office, now))
        if foresee is None:
            return found
        places = seated(session, [one.seat for one in found if one.seat and one.is_orders_alone])
        contexts = [MessageContext(session, office, one.stored, one.message, now) for one in found]
        return [
            _foreseen(context, one, places, foresee) for context, one in zip(contexts, found, strict=True)
        ]


def _to_more_than_orders(
    session: Session, left: Iterator[StoredMessage], office: Office, now: datetime
) -> Iterator[ParsedMessage]:
    """Yield the messages that can be parsed, down to the first that is more than orders."""
    for stored in left:
        parsed = _parsed(session, stored, office, now)
        if parsed is not None:
            yield parsed
        if parsed is not None and not parsed.is_orders_alone:
            return


def _parsed(session: Session, stored: StoredMessage, office: Office, now: datetime) -> ParsedMessage | None:
    """Parse a message; None if that fails, and it is set aside."""
    step("message begun")
    try:
        return parse(session, stored, office)
    except OperationalError:
        raise
    except Exception:  # whatever it is, it may stop this message only
        failures.fail(stored, None, office, now)
    return None


def parse(session: Session, stored: StoredMessage, office: Office) -> ParsedMessage:
    """Parse the message and authenticate its sender, without locks, because that may ask the DNS."""
    message = understanding.read(stored, office)
    step("message read")
    if message.kind not in ANSWERED:
        return understanding.of_machine(session, stored, office, message)
    script = power_headings.with_sections(session, office.credentials, message, read_script(message.text))
    speaker = understanding.speaker_of(session, office, message, script, stored.raw)
    step("speaker known")
    if isinstance(speaker, Authenticated):
        history.paint_ahead(session, office, speaker.seat, script)
    return ParsedMessage(stored, message, script, speaker)


def _foreseen(context: MessageContext, one: ParsedMessage, places: Seated, foresee: Foresee) -> ParsedMessage:
    """Return the message with the answer that it will get, if it has orders only."""
    place = places.get((one.seat.table_key, one.seat.power)) if one.seat and one.is_orders_alone else None
    if place is None:
        return one
    try:
        return replace(one, foreseen=foresee(context, one.script, context.placed(*place)))
    except OperationalError:
        raise
    except Exception:  # it is raised again when the message is settled, and handled there
        return one


# --- settling: one transaction ---------------------------------------------------------------------------


def _settle_all(messages_together: Sequence[ParsedMessage], office: Office, now: datetime) -> None:
    """Settle messages in one transaction; if one of several fails, each in its own."""
    try:
        settled, changed = _settled(messages_together, office, now)
    except OperationalError:
        raise
    except Exception:  # whatever it is, it may stop this message only
        _settle_apart(messages_together, office, now)
        return
    for one in settled:
        stored = one.stored
        log.info(
            "message processed", message=stored.id, table=one.table, state=stored.state, note=stored.note
        )
    for _ in settled:
        step("message done")
    for one in changed:
        _settle_again(one.stored, office, now)


def _settle_again(stored: StoredMessage, office: Office, now: datetime) -> None:
    """Parse a message again because its seat has a new player or a new reply address."""
    with office.store.reading() as session:
        parsed = _parsed(session, stored, office, now)
    if parsed is not None:
        _settle_all([parsed], office, now)


def _settle_apart(messages_together: Sequence[ParsedMessage], office: Office, now: datetime) -> None:
    """Set aside a message that was alone after an exception; settle several each in its own transaction."""
    if len(messages_together) > 1:
        for one in messages_together:
            _settle_all([one], office, now)
        return
    failures.fail(messages_together[0].stored, messages_together[0].table, office, now)
    step("message done")


def _settled(
    messages_together: Sequence[ParsedMessage], office: Office, now: datetime
) -> tuple[list[ParsedMessage], list[ParsedMessage]]:
    """Settle the messages that nobody else has settled, and return them.

    Return also those with which nothing was done because they no longer speak for their seat.
    """
    if not messages_together:
        return [], []
    with office.store.writing() as session:
        ours = [one for one in messages_together if claims.is_ours(session, one.stored)]
        lock(session, {one.seat.table_key for one in messages_together if one.seat})
        places = seated(session, [one.seat for one in ours if one.seat])
        changed = [one for one in ours if one.seat and not still_speaks(one.seat, places)]
        settled = [one for one in ours if not one.seat or still_speaks(one.seat, places)]
        for one in settled:
            _settle(session, office, one, places, now)
            step("message settled")
    return settled, changed


def _settle(session: Session, office: Office, parsed: ParsedMessage, places: Seated, now: datetime) -> None:
    stored = parsed.stored
    context = MessageContext(session, office, stored, parsed.message, now, parsed.foreseen)
    stored.state, stored.note, stored.handled_utc, stored.tries = DONE, "", now, 0
    if ignored.is_automatic(context, parsed, places):
        ignored.note_automatic(context)
    elif not ignored.is_repeated_or_guessed(context, parsed, places):
        _handle(context, parsed, places)
    claims.finish(session, stored)


def _handle(context: MessageContext, parsed: ParsedMessage, places: Seated) -> None:
    """Handle the message by who speaks in it."""
    script, speaker = parsed.script, parsed.speaker
    context = replace(context, is_proved=understanding.is_proved(speaker))
    match speaker:
        case Authenticated(seat) if understanding.is_enough(speaker, script):
            seat_messages.handle(context, script, *places[seat.table_key, seat.power])
        case Authenticated(seat) | Unverified(seat):
            seat_messages.handle_claim(context, script, *places[seat.table_key, seat.power])
        case Unregistered(seat):
            seat_messages.handle_claim(context, script, *places[seat.table_key, seat.power], may_add=True)
        case Several():
            several_games.handle(context, script, speaker)
        case Guest():
            guest_messages.handle(context, script, speaker)
        case NewAddress():
            guest_messages.handle_new_address(context, speaker)
        case Confirmation():
            confirmations.confirm(context, speaker)
        case Refusal():
            guest_messages.handle_unknown_sender(context, script, speaker)

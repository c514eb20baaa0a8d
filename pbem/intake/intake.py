"""FIRST SPINE: one message, from raw bytes to its answer in the outbox.

The message has been on disk since before its sender heard "250" (`Store.keep_letters`). `take_in` takes it in
hand (`pbem.intake.claims`), reads it, finds out for whom it speaks (`pbem.intake.understanding`), and in one
transaction files the orders, puts the answer into the outbox and marks the message done. Sheets of orders
that wait side by side share that transaction, and with it one sync of the disk; if one of them fails, each
has its own.

If the power fails before that transaction ends, nothing has happened and the message is taken in again at the
next start; if it fails afterwards, all has happened. The answer has a Message-ID made from the message's own,
so even a repeat would be known as one.

What is done with a message depends on who speaks in it, and each has his room: `pbem.intake.seat_messages`,
`pbem.intake.gm_messages`, `pbem.intake.several_games`, `pbem.intake.guest_messages`;
`pbem.intake.confirmations` for one that was held, and `pbem.intake.ignored` for one that nobody hears.

A message that raises an error is kept, marked, answered once and shown to the GM (`pbem.intake.failures`),
and the others go on. One that kills the program without a word is given up after `MOST_TRIES`. Trouble with
the database is nobody's fault: the message stays as it is and is tried again.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime

from msgspec.structs import replace
from sqlalchemy.exc import OperationalError
from sqlmodel import Session

from pbem.commands.answers import ANSWERED, MessageContext, PreparedAnswer
from pbem.commands.context import SeatContext
from pbem.commands.registry import read_script
from pbem.core.logs import log
from pbem.intake import (
    claims,
    confirmations,
    failures,
    guest_messages,
    ignored,
    seat_messages,
    several_games,
    understanding,
)
from pbem.intake.locked_seats import Seated, lock, seated, still_speaks
from pbem.intake.understanding import ParsedMessage
from pbem.messages.script import Script
from pbem.store.database import DONE, StoredMessage
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


step: Callable[[str], None] = _pass  # a crash test puts something else here


def take_in(incoming_id: int, office: Office, now: datetime) -> None:
    """One message, from the inlet to its answer in the outbox: kept raw first, then wholly or not at all."""
    take_in_all([incoming_id], office, now)


def take_in_all(
    incoming_ids: Sequence[int], office: Office, now: datetime, foresee: Foresee | None = None
) -> int:
    """Each of these messages, in the order in which they were received; how many were begun.

    Sheets of orders that follow one another share a transaction. If one of them fails, each has its own.
    Who shares the database with others may *foresee* (`pbem.commands.orders`) what comes of them before that.
    """
    begun = _begin(incoming_ids, office, now)
    try:
        _settle_begun(begun, office, now, foresee)
    except OperationalError:
        log.warning(
            "messages put off: the database cannot be written", messages=list(incoming_ids), again=True
        )
        with suppress(OperationalError):  # it has trouble, and this is a smaller thing to write
            claims.let_go(office.store, begun)
        raise
    return len(begun)


def _settle_begun(
    begun: Sequence[StoredMessage], office: Office, now: datetime, foresee: Foresee | None
) -> None:
    """Settle all of them; if they fail as a whole, each by itself, so that none stops another."""
    try:
        for messages_together in _together(begun, office, now, foresee):
            _settle_all(messages_together, office, now)
    except OperationalError:
        raise
    except Exception:  # whatever it is, it may stop one message only
        if len(begun) == 1:
            failures.fail(begun[0], None, office, now)
            return
        log.exception("messages taken in one by one", messages=[one.id for one in begun], again=True)
        for one in begun:
            _settle_begun([one], office, now, foresee)


def _begin(incoming_ids: Sequence[int], office: Office, now: datetime) -> list[StoredMessage]:
    """Those that are in our hands now, without those that killed the program too often."""
    begun = claims.take(office.store, incoming_ids, now)
    for stored in begun:
        if stored.tries > MOST_TRIES:
            failures.give_up(stored, MOST_TRIES, office, now)
    return [stored for stored in begun if stored.tries <= MOST_TRIES]


# --- what a message is: nothing is changed ----------------------------------------------------------------


def _together(
    begun: Sequence[StoredMessage], office: Office, now: datetime, foresee: Foresee | None
) -> Iterator[list[ParsedMessage]]:
    """What is understood of each message, those side by side that may be settled together."""
    left = iter(begun)
    while understood := _side_by_side(left, office, now, foresee):
        yield [one for one in understood if one.is_orders_alone]
        yield from ([one] for one in understood if not one.is_orders_alone)


def _side_by_side(
    left: Iterator[StoredMessage], office: Office, now: datetime, foresee: Foresee | None
) -> list[ParsedMessage]:
    """Down to the first message that is more than orders, all by one moment of the database.

    That one may change who speaks for whom: those after it are understood when it is settled.
    """
    with office.store.reading() as session:
        found = list(_till_more_than_orders(session, left, office, now))
        if foresee is None:
            return found
        places = seated(session, [one.seat for one in found if one.seat and one.is_orders_alone])
        posts = [MessageContext(session, office, one.stored, one.message, now) for one in found]
        return [_foreseen(context, one, places, foresee) for context, one in zip(posts, found, strict=True)]


def _till_more_than_orders(
    session: Session, left: Iterator[StoredMessage], office: Office, now: datetime
) -> Iterator[ParsedMessage]:
    """What can be understood, the first message that is more the last."""
    for stored in left:
        understood = _understood(session, stored, office, now)
        if understood is not None:
            yield understood
        if understood is not None and not understood.is_orders_alone:
            return


def _understood(
    session: Session, stored: StoredMessage, office: Office, now: datetime
) -> ParsedMessage | None:
    """None if it cannot be."""
    step("message begun")
    try:
        return understand(session, stored, office)
    except OperationalError:
        raise
    except Exception:  # whatever it is, it may stop this message only
        failures.fail(stored, None, office, now)
    return None


def understand(session: Session, stored: StoredMessage, office: Office) -> ParsedMessage:
    """Read the message and ask who vouches for it: nothing is locked, for that may ask the DNS."""
    message = understanding.read(stored, office)
    step("message read")
    if message.kind not in ANSWERED:
        return understanding.of_machine(session, stored, office, message)
    script = read_script(message.text)
    speaker = understanding.speaker_of(session, office, message, script, stored.raw)
    step("speaker known")
    return ParsedMessage(stored, message, script, speaker)


def _foreseen(context: MessageContext, one: ParsedMessage, places: Seated, foresee: Foresee) -> ParsedMessage:
    """With what will come of it, if it is orders and nothing else."""
    place = places.get((one.seat.table_key, one.seat.power)) if one.seat and one.is_orders_alone else None
    if place is None:
        return one
    try:
        return replace(one, foreseen=foresee(context, one.script, context.placed(*place)))
    except OperationalError:
        raise
    except Exception:  # it comes again when the message is settled, and is dealt with there
        return one


# --- what comes of it: one transaction -------------------------------------------------------------------


def _settle_all(messages_together: Sequence[ParsedMessage], office: Office, now: datetime) -> None:
    """In one transaction; if one of several fails, each in its own."""
    try:
        settled, changed = _settled(messages_together, office, now)
    except OperationalError:
        raise
    except Exception:  # whatever it is, it may stop this message only
        _settle_apart(messages_together, office, now)
        return
    for one in settled:
        stored = one.stored
        log.info("message taken in", message=stored.id, table=one.table, state=stored.state, note=stored.note)
    for _ in settled:
        step("message done")
    for one in changed:
        _settle_anew(one.stored, office, now)


def _settle_anew(stored: StoredMessage, office: Office, now: datetime) -> None:
    """Since the message was understood its seat got another player, or its reply address is void."""
    with office.store.reading() as session:
        understood = _understood(session, stored, office, now)
    if understood is not None:
        _settle_all([understood], office, now)


def _settle_apart(messages_together: Sequence[ParsedMessage], office: Office, now: datetime) -> None:
    """The exception that is being handled stops a message that was alone, and parts the others."""
    if len(messages_together) > 1:
        for one in messages_together:
            _settle_all([one], office, now)
        return
    failures.fail(messages_together[0].stored, messages_together[0].table, office, now)
    step("message done")


def _settled(
    messages_together: Sequence[ParsedMessage], office: Office, now: datetime
) -> tuple[list[ParsedMessage], list[ParsedMessage]]:
    """All that the messages bring about, in one transaction; without those that somebody else has settled.

    Besides, those with which nothing was done, for they may not speak any more as they were understood to.
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


def _settle(
    session: Session, office: Office, understood: ParsedMessage, places: Seated, now: datetime
) -> None:
    stored = understood.stored
    context = MessageContext(session, office, stored, understood.message, now, understood.foreseen)
    stored.state, stored.note, stored.handled_utc, stored.tries = DONE, "", now, 0
    if ignored.is_of_machine(context, understood, places):
        ignored.hush(context)
    elif not ignored.is_not_heard(context, understood, places):
        _answer(context, understood, places)
    claims.put_down(session, stored)


def _answer(context: MessageContext, understood: ParsedMessage, places: Seated) -> None:
    """By who speaks."""
    script, speaker = understood.script, understood.speaker
    match speaker:
        case Authenticated(seat) if understanding.is_enough(speaker, script):
            seat_messages.hear(context, script, *places[seat.table_key, seat.power])
        case Authenticated(seat) | Unverified(seat):
            seat_messages.hear_claim(context, script, *places[seat.table_key, seat.power])
        case Unregistered(seat):
            seat_messages.hear_claim(context, script, *places[seat.table_key, seat.power], may_add=True)
        case Several():
            several_games.hear(context, script, speaker)
        case Guest():
            guest_messages.hear(context, script, speaker)
        case NewAddress():
            guest_messages.hear_new_address(context, speaker)
        case Confirmation():
            confirmations.confirm(context, speaker)
        case Refusal():
            guest_messages.hear_nobody(context, script, speaker)

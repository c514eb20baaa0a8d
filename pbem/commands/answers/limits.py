"""Send answers, no more than the set number an hour. Every answer goes into the caller's transaction.

No address gets more than the set number of answers an hour. Above that, confirmations of new orders and
answers to refused ones are delayed (only the newest of a seat); any other answer is left out, and the record
of the message says so.

A program that answers each answer must not go on for ever, however slowly. An answer to a message without
anything new is left out if too many were given within a day, or if the last `MOST_FRUITLESS` messages were
not understood either. This also holds for answers that may be delayed, unless they confirm new orders, so no
delayed answer restarts the loop.

A From address is easily forged, so a message whose sender is not proved is counted for everything that it
brings, even where a proved one is not (GM actions, MAP). Above the limit it is not even executed
(`is_one_too_many`).
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from msgspec import Struct
from msgspec.structs import replace

from pbem import reports
from pbem.commands.answers.message_context import MessageContext
from pbem.commands.context import SeatContext
from pbem.core.sentences import Sentence, sentence
from pbem.outbound import outbox
from pbem.outbound.outbox import About
from pbem.reports.message_bytes import Outgoing
from pbem.store.rows import id_of

AN_HOUR, A_DAY = timedelta(hours=1), timedelta(days=1)
HOURS_A_DAY = 3  # a day has this many times the answers of an hour, apart from those to new orders
MOST_FRUITLESS = 10
FRUITLESS = ("no orders in it", "empty", "refused", "nothing to confirm", "no GM action in it")


class Reply(Struct, frozen=True):
    """An answer, and what it belongs to; *may_wait* if it may be delayed by the hourly limit."""

    answer: reports.Answer
    about: About
    may_wait: bool = False


class LastAnswer(Struct, frozen=True):
    """The answer is the last of *count*, until *again*."""

    count: int
    again: datetime
    is_of_day: bool = False


def send(context: MessageContext, reply: Reply) -> None:
    """Send an answer; the last one that the hourly limit allows says that it is."""
    before = context.foreseen.written if context.foreseen else None
    to = reply.answer.to
    of_hour = _of_hour(context, to if isinstance(to, str) else to.address)
    mail = reports.as_written(before, context.mail_context, _with_last(context, reply.answer, of_hour))
    _put(context, mail, reply.about, of_hour, may_wait=reply.may_wait)


def send_several(context: MessageContext, to: str, replies: Sequence[tuple[str, Reply]]) -> None:
    """Send one answer to a message for several games; it may be delayed if it confirms new orders."""
    answers = [(title, reply.answer) for title, reply in replies]
    may_wait = any(reply.may_wait for _, reply in replies)
    put(
        context,
        reports.answers(context.mail_context, to, answers),
        about_seat(context, None),
        may_wait=may_wait,
    )


def _with_last(
    context: MessageContext, answer: reports.Answer, of_hour: Sequence[datetime]
) -> reports.Answer:
    """Return *answer* with a paragraph about the limit if it is the last of the hour, or of the day."""
    to, zone = (answer.to, "UTC") if isinstance(answer.to, str) else (answer.to.address, answer.to.zone)
    last = last_said(context, to, zone, of_hour)
    if last is None:
        return answer
    return replace(answer, facts={**answer.facts, "last_answer": last.words(context.office.house.templates)})


def last_said(
    context: MessageContext,
    recipient: str,
    zone: str,
    of_hour: Sequence[datetime] | None = None,
    *,
    is_of_gm: bool = False,
) -> Sentence | None:
    """Return that *recipient* gets no more answers for a time; None if this answer is not the last.

    *of_hour* are the answers of the last hour, if they are known. For a GM only the answers to messages in
    which nothing was understood are limited, and this is one of them.
    """
    known = _of_hour(context, recipient) if of_hour is None else of_hour
    last = _last_that_counts(context, known, recipient)
    if last is None:
        is_fruitless = is_of_gm or context.stored.note in FRUITLESS
        is_last = is_fruitless and _is_last_fruitless(context, recipient)
        return sentence("answers", "last_of_the_day") if is_last else None
    return sentence(
        "answers",
        "last_answer",
        count=last.count,
        is_of_day=last.is_of_day,
        again=last.again,
        zone=zone,
        is_carried_out=context.is_proved,
        is_of_gm=is_of_gm,
    )


def _last_that_counts(
    context: MessageContext, of_hour: Sequence[datetime], recipient: str
) -> LastAnswer | None:
    """Return what follows if this is the last answer for a time: the day before the hour, as it is longer."""
    of_day = outbox.answers_since(context.session, recipient, context.now - A_DAY)
    most = context.office.settings.messages.answers_an_hour
    if len(of_day) == most * HOURS_A_DAY - 1:
        return LastAnswer(most * HOURS_A_DAY, (of_day[0] if of_day else context.now) + A_DAY, is_of_day=True)
    again = _again_after(context, of_hour)
    return LastAnswer(most, again) if again else None


def _of_hour(context: MessageContext, recipient: str) -> Sequence[datetime]:
    """Return when the answers of the last hour to *recipient* were or will be due."""
    return outbox.answers_since(context.session, recipient, context.now - AN_HOUR)


def _again_after(context: MessageContext, of_hour: Sequence[datetime]) -> datetime | None:
    """Return when there can be another answer if this one is the last of the hour; else None."""
    if len(of_hour) != context.office.settings.messages.answers_an_hour - 1:
        return None
    return (of_hour[0] if of_hour else context.now) + AN_HOUR


def is_one_too_many(context: MessageContext, address: str) -> bool:
    """Return whether nothing is done for a message of an unproved sender, and note it.

    *address* is where the answer would go: it has had its answers for this hour or this day.
    """
    if context.is_proved:
        return False
    is_free = _when_allowed(context, _of_hour(context, address)) <= context.now
    if is_free and not _is_loop(context, address):
        return False
    context.stored.note = "nothing proves the sender, not answered: too many answers"
    return True


def put(context: MessageContext, mail: Outgoing, about: About, *, may_wait: bool = False) -> None:
    _put(context, mail, about, _of_hour(context, mail.recipient), may_wait=may_wait)


def _put(
    context: MessageContext, mail: Outgoing, about: About, of_hour: Sequence[datetime], *, may_wait: bool
) -> None:
    due = _when_allowed(context, of_hour)
    may_loop = not may_wait or context.stored.note in FRUITLESS
    if may_loop and _is_loop(context, mail.recipient):
        context.stored.note = f"{context.stored.note}, not answered: it looks like a loop"
        return
    if due > context.now and not may_wait:
        context.stored.note = f"{context.stored.note}, not answered: too many answers this hour"
        return
    if due > context.now:
        outbox.withdraw_waiting(context.session, mail.recipient, about, context.now)
        due = _when_allowed(context, _of_hour(context, mail.recipient))
    outbox.put(context.session, mail, about, context.now, due)


def _is_loop(context: MessageContext, recipient: str) -> bool:
    """Return whether a program seems to answer each of our answers."""
    since = context.now - A_DAY
    most = context.office.settings.messages.answers_an_hour * HOURS_A_DAY
    if len(outbox.answers_since(context.session, recipient, since)) >= most:
        return True
    if context.stored.note not in FRUITLESS:
        return False
    last = outbox.last_answered(context.session, recipient, since, MOST_FRUITLESS)
    return len(last) == MOST_FRUITLESS and all(note in FRUITLESS for note in last)


def _when_allowed(context: MessageContext, of_hour: Sequence[datetime]) -> datetime:
    """Return now, or the time when the hourly limit allows another answer."""
    most = context.office.settings.messages.answers_an_hour
    return context.now if len(of_hour) < most else of_hour[-most] + AN_HOUR


def _is_last_fruitless(context: MessageContext, recipient: str) -> bool:
    """Return whether one more message in which nothing is understood is the last that is answered."""
    before = outbox.last_answered(context.session, recipient, context.now - A_DAY, MOST_FRUITLESS - 1)
    return len(before) == MOST_FRUITLESS - 1 and all(note in FRUITLESS for note in before)


def about_seat(context: MessageContext, at: SeatContext | None) -> About:
    if at is None:
        return About(incoming_id=id_of(context.stored), answers=True)
    return About(at.table.key, at.row.power, at.table.number, id_of(context.stored), answers=True)

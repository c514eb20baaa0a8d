"""Handle messages that speak for a game master, or claim to.

Their actions are carried out one by one (`pbem.gamemaster.gm_commands`); the answer, with the result of each,
goes only to the registered address. If nothing proves who wrote, a message that changes anything is held
until that address confirms it. A message is held as well if some of its actions were only previewed: a reply
with YES carries them out (`after_preview`).
"""

import re
from collections.abc import Sequence, Set

from msgspec.structs import replace
from sqlmodel import Session

from pbem import reports
from pbem.commands.answers import limits, to_senders
from pbem.commands.answers.message_context import MessageContext
from pbem.commands.context import SeatContext
from pbem.commands.press import replies
from pbem.core.sentences import sentence
from pbem.gamemaster import approvals, deputies, gm_commands, rights
from pbem.gamemaster import reading as gm_reading
from pbem.gamemaster.gm_commands import Performed
from pbem.gamemaster.reading import GmMessage
from pbem.gamemaster.repairs import previews
from pbem.messages.message import IncomingMessage
from pbem.store.game_tables import GameTable, Seat
from pbem.store.mail_tables import StoredMessage
from pbem.store.rows import id_of
from pbem.store.states import DONE, HELD
from pbem.tables.gm_actions import GmContext, GmRequest
from pbem.tables.identity import Authenticated, gm_addresses, gm_seats
from pbem.tables.people.reply_addresses import confirm_reply

PREVIEWED = "previewed"
DONE_AFTER, DROPPED = "game master, confirmed", "preview dropped"  # notes of what was previewed
NAME = re.compile(r"[^\W\d_]+")
SIGNATURE = re.compile(r"[-\u2013 ]*(?-i:[A-Z])[a-z\u00df-\u00ff]+(?: [A-Z][a-z\u00df-\u00ff.]*){0,2}")


def handle(context: MessageContext, table: GameTable, power: str) -> None:
    """Carry out a message that speaks for the GM of *table*, or for a deputy."""
    seat = at(context, table, power)
    context.stored.table_key, context.stored.note = table.key, "game master"
    gm = _acting(context, table, seat.row)
    message = _read(context, context.message, seat.row)
    is_begun = any(one.is_begun for one in message.not_understood)
    is_understood = bool(message.requests or message.help_on or is_begun)
    is_empty = not (is_understood or message.not_understood)
    is_courtesy = is_empty and bool(context.message.text.strip())
    if is_empty and not is_courtesy:
        message = GmMessage((), (), ("",))
    done = gm_commands.perform_or_preview(gm, message)
    besides = done.besides
    courtesy = [gm.in_words(sentence("gm_actions", "nothing_to_do"))] if is_courtesy else []
    notes = [*_faults(context, gm), *courtesy, *besides.notes]
    done = replace(done, besides=replace(besides, notes=notes))
    _answer(context, gm, seat, done, is_understood=is_understood)


def _faults(context: MessageContext, gm: GmContext) -> list[str]:
    """Return what could not be read of the message, a sentence each."""
    return [gm.in_words(sentence("message_faults", "alone", fault=one)) for one in context.message.faults]


def _answer(
    context: MessageContext, gm: GmContext, seat: SeatContext, done: Performed, *, is_understood: bool = True
) -> None:
    """Answer with the result of each line; hold the message if something in it waits for YES."""
    same = [one for one in gm_seats(context.session, gm.table) if one.address == seat.row.address]
    card = context.office.seat_card(gm.table, same[0]) if same else seat.card  # RENEW, ACCEPT: another token
    if done.waiting:
        lines = ",".join(map(str, done.waiting))
        context.stored.state = HELD
        context.stored.note = f"{PREVIEWED} {previews.fingerprint(gm)} {lines} {gm.power}"
        reply_to, tag = confirm_reply(context.office.credentials, gm.incoming_id)
        card = replace(card, reply_to=reply_to, tag=tag)
    besides = done.besides
    if not is_understood:
        last = limits.last_said(context, seat.row.address, gm.table.zone, is_of_gm=True)
        besides = replace(besides, notes=[*besides.notes, *([gm.in_words(last)] if last else [])])
    mail = reports.answer(context.mail_context, reports.transcript(card, besides))
    to_senders.answer_gm(context, mail, gm.table, is_understood=is_understood)


def suggest(context: MessageContext, table: GameTable, power: str) -> None:
    """Answer a reply to a preview that is neither YES nor NO with the actions that it may mean."""
    seat = at(context, table, power)
    gm = _acting(context, table, seat.row)
    done = gm_commands.perform_or_preview(gm, _read(context, context.message, seat.row))
    waits = gm.in_words(sentence("previews", "still_waits"))
    notes = [waits, *_faults(context, gm), *done.besides.notes]
    _answer(context, gm, seat, replace(done, besides=replace(done.besides, notes=notes)), is_understood=False)


def is_previewed(held: StoredMessage) -> bool:
    """Return whether a held message waits for YES after a preview, not for proof of its sender."""
    return held.note.startswith(f"{PREVIEWED} ")


def was_previewed(answered: StoredMessage) -> bool:
    """Return whether a message was previewed, and has been answered with YES or NO since."""
    return answered.note in (DONE_AFTER, DROPPED)


def who_previewed(session: Session, held: StoredMessage, table: GameTable) -> Authenticated | None:
    """Return who sent a message that waits after a preview; None if its row does not say."""
    power = held.note.split(" ")[-1]
    seat = next((seat for seat in gm_seats(session, table) if seat.power == power), None)
    return Authenticated(seat) if seat is not None and is_previewed(held) else None


def after_preview(context: MessageContext, question: IncomingMessage, table: GameTable, power: str) -> None:
    """Carry out what was previewed; if the table has changed since, preview it again.

    *context* is that of the held message, as a reply to the YES; *question* is the held message itself.
    """
    seat, held = at(context, table, power), context.stored
    _, mark, numbers, *_ = held.note.split(" ")
    gm = replace(_acting(context, table, seat.row), asked_utc=held.received_utc)
    message = _read(context, question, seat.row)
    lines, beside = [int(number) for number in numbers.split(",")], _left_undone(context, gm)
    message = GmMessage(tuple(request for request in message.requests if request.line in lines))
    held.state, held.note = DONE, DONE_AFTER
    if previews.fingerprint(gm) == mark:
        done_now = gm_commands.perform_confirmed(gm, message, held)
        done_now = replace(done_now, notes=[*beside, *done_now.notes])
        _answer(context, gm, seat, Performed(done_now))
        return
    done = gm_commands.perform_or_preview(gm, message)
    changed = gm.in_words(sentence("previews", "has_changed"))
    notes = [changed, *beside, *done.besides.notes]
    _answer(context, gm, seat, Performed(replace(done.besides, notes=notes), done.waiting))


def drop_preview(context: MessageContext, table: GameTable, power: str) -> None:
    """Handle NO: discard what was previewed."""
    seat = at(context, table, power)
    context.stored.state, context.stored.note = DONE, DROPPED
    gm = _acting(context, table, seat.row)
    dropped = gm.in_words(sentence("previews", "nothing_done"))
    nothing = reports.Besides([dropped, *_left_undone(context, gm)])
    to_senders.answer_gm(
        context,
        reports.answer(context.mail_context, reports.transcript(seat.card, nothing)),
        table,
        is_understood=True,
    )


def beside_actions(text: str) -> str:
    """Return the lines of a reply to a preview that are neither actions nor the text of one: YES or NO."""
    found = gm_reading.read(text)
    return "\n".join(line.written for line in found.not_understood) if found.requests else text


def _left_undone(context: MessageContext, gm: GmContext) -> list[str]:
    """Return a remark if there are actions besides the YES or NO, which are not executed."""
    lines = [request.written for request in gm_reading.read(context.message.text).requests]
    return [gm.in_words(sentence("previews", "left_undone", lines=lines))] if lines else []


def _acting(context: MessageContext, table: GameTable, seat: Seat) -> GmContext:
    """Return who acts, and what they may do."""
    by, may = deputies.who_acts(context.session, context.office, table, seat)
    return GmContext(
        context.session, context.office, table, by, id_of(context.stored), context.now, may, seat.power
    )


def _read(context: MessageContext, incoming: IncomingMessage, seat: Seat) -> GmMessage:
    """Read the actions of a message; a reply to press without any goes to those it answers."""
    session = context.session
    decided = approvals.plain_answer(session, context.office, incoming, seat)
    found = gm_reading.read(decided or incoming.text)
    if decided:
        return found
    own = seat.table_key
    message = gm_reading.for_table(
        found, own, lambda word: gm_reading.is_like(word, own) or session.get(GameTable, word) is not None
    )
    lines = tuple(incoming.text.strip().splitlines())
    is_plain = incoming.is_of_a_person and not any(not one.read_as for one in message.requests)
    if not is_plain or not lines or gm_reading.asks_for_help(incoming.text):
        return _unsigned(message, incoming)
    if any(one.meant for one in message.not_understood):
        return message
    answered = replies.Incoming(context.session, context.office, incoming)
    to = ", ".join(replies.addressees(answered, seat))
    as_press = GmMessage((GmRequest("PRESS", (to,), "", lines, 1, f"PRESS TO {to}"),))
    return as_press if to else _unsigned(message, incoming)


def _unsigned(message: GmMessage, incoming: IncomingMessage) -> GmMessage:
    """Return the message without lines that are only the name of its sender."""
    names = set(NAME.findall(f"{incoming.sender_name} {incoming.sender.partition('@')[0]}".casefold()))
    strange = [
        one
        for one in message.not_understood
        if one.meant or one.suggested or not _is_name(incoming, one.written, names)
    ]
    return replace(message, not_understood=tuple(strange))


def _is_name(incoming: IncomingMessage, line: str, names: Set[str]) -> bool:
    return set(NAME.findall(line.casefold())) <= names or _is_signature(incoming.text, line)


def _is_signature(text: str, line: str) -> bool:
    """Return whether *line* is a name below an empty line at the end of *text*."""
    above, _, last = text.strip().rpartition("\n\n")
    return bool(above) and last.strip() == line and SIGNATURE.fullmatch(line) is not None


def only_asks(context: MessageContext) -> bool:
    """Return whether a message asks for pages of the GM or for HELP, and for nothing else."""
    message = gm_reading.read(context.message.text)
    asked = [request.word in rights.ALWAYS for request in message.requests]
    return all(asked) and bool(asked or message.help_on) and not message.not_understood


def meant_for_gm(context: MessageContext, table: GameTable) -> Sequence[str]:
    """Return the lines of a player's message that are for a game master, if its sender is one."""
    sender = context.message.sender.lower()
    if sender not in gm_addresses(context.session, table):
        return ()
    return gm_reading.lines_for_gm(context.message.text)


def has_actions(context: MessageContext) -> bool:
    """Return whether a message holds actions of the GM, or asks for HELP."""
    message = gm_reading.read(context.message.text)
    return bool(message.requests or message.help_on)


def has_suggestions(context: MessageContext) -> bool:
    """Return whether a message without actions holds a line that may mean one."""
    return any(one.suggested or one.meant for one in gm_reading.read(context.message.text).not_understood)


def acts(context: MessageContext, seat: Seat) -> bool:
    """Return whether a message changes anything, so that its sender must be proved."""
    requests = _read(context, context.message, seat).requests
    return any(not gm_reading.only_shows(request) for request in requests)


def at(context: MessageContext, table: GameTable, power: str) -> SeatContext:
    """Return the GM, or a deputy, as a seat at the table."""
    seat = next(seat for seat in gm_seats(context.session, table) if seat.power == power)
    game = context.office.find_game(table.game)
    return SeatContext(table, seat, game, game.due(table.position), context.office.seat_card(table, seat))
